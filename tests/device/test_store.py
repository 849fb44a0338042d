"""The file store: whole files, whatever goes wrong in between."""

import builtins
import os

import pytest

from gobelet.device.store import FileStore


@pytest.fixture
def store(tmp_path):
    return FileStore(str(tmp_path / "data"))


def test_makes_its_folder_and_finds_it_again(tmp_path):
    FileStore(str(tmp_path / "data")).replace("a", b"1")
    assert FileStore(str(tmp_path / "data")).read("a") == b"1"


def test_a_file_where_the_folder_should_be_is_told(tmp_path):
    (tmp_path / "data").write_bytes(b"")
    with pytest.raises(OSError):
        FileStore(str(tmp_path / "data"))


def test_read_replace_append_remove_names(store):
    assert store.read("a") is None
    store.replace("a", b"first")
    store.replace("a", b"second")
    store.append("log", b"12")
    store.append("log", b"34")
    assert store.read("a") == b"second"
    assert store.read("log") == b"1234"
    store.replace("empty", b"")
    assert store.read("empty") == b""
    assert store.names() == ["a", "empty", "log"]
    store.remove("a")
    store.remove("a")
    assert store.names() == ["empty", "log"]
    assert store.read("a") is None


def test_views_and_bytearrays_are_written(store):
    store.replace("a", memoryview(b"abcdef")[1:4])
    store.append("a", bytearray(b"!"))
    assert store.read("a") == b"bcd!"


class Cut(BaseException):
    """The power goes: nothing after this runs on the device, not even an `except OSError`."""


class Steps:
    """Counts the file operations of a store and fails at one of them."""

    def __init__(self, monkeypatch, fail_at, error):
        self.count = 0
        self.fail_at = fail_at
        self.error = error
        for module, name in ((builtins, "open"), (os, "rename")):
            monkeypatch.setattr(module, name, self.wrapped(getattr(module, name)))

    def step(self):
        self.count += 1
        if self.count == self.fail_at:
            raise self.error

    def wrapped(self, real):
        def call(*args, **kwargs):
            self.step()
            done = real(*args, **kwargs)
            if real is not os.rename and hasattr(done, "write"):
                done = File(self, done)
            return done

        return call


class File:
    def __init__(self, steps, file):
        self.steps = steps
        self.file = file

    def __enter__(self):
        return self

    def __exit__(self, *what):
        self.file.close()

    def write(self, data):
        # Half of it is on the flash when the trouble comes.
        self.file.write(bytes(data)[: len(data) // 2])
        self.file.flush()
        self.steps.step()
        self.file.write(bytes(data)[len(data) // 2 :])

    def read(self):
        return self.file.read()

    def close(self):
        self.file.close()


@pytest.mark.parametrize("error", [OSError(28), Cut()], ids=["no room", "power cut"])
@pytest.mark.parametrize("fail_at", [1, 2, 3])
def test_a_failed_replace_leaves_the_old_content(store, monkeypatch, fail_at, error):
    store.replace("a", b"old content")
    with monkeypatch.context() as patch:
        steps = Steps(patch, fail_at, error)
        with pytest.raises(type(error)):
            store.replace("a", b"new content")
        assert steps.count == fail_at
    assert store.read("a") == b"old content"
    assert store.names() == ["a"], "what was half written is not a file"
    store.replace("a", b"new content")
    assert store.read("a") == b"new content"
    assert store.names() == ["a"]


def test_a_replace_takes_three_steps(store, monkeypatch):
    """So the test above fails at each of them: open, write, rename."""
    with monkeypatch.context() as patch:
        steps = Steps(patch, 99, OSError(28))
        store.replace("a", b"1")
    assert steps.count == 3


def test_no_room_leaves_no_rubbish_behind(store, monkeypatch, tmp_path):
    with monkeypatch.context() as patch:
        Steps(patch, 2, OSError(28))
        with pytest.raises(OSError):
            store.replace("a", b"new content")
    assert os.listdir(tmp_path / "data") == []


def test_trouble_other_than_a_missing_file_is_told(store, monkeypatch):
    store.replace("a", b"1")
    with monkeypatch.context() as patch:
        Steps(patch, 1, OSError(5))
        with pytest.raises(OSError):
            store.read("a")
