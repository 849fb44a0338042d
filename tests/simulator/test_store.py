from __future__ import annotations

from pathlib import Path

import pytest

from simulator.store import FolderStore, MemoryStore, PowerCut


@pytest.fixture(params=["memory", "folder"])
def store(request: pytest.FixtureRequest, tmp_path: Path) -> MemoryStore | FolderStore:
    return MemoryStore() if request.param == "memory" else FolderStore(tmp_path / "data")


class TestBoth:
    def test_nothing_at_first(self, store: MemoryStore | FolderStore) -> None:
        assert store.read("journal") is None
        assert store.names() == []
        store.remove("journal")

    def test_replace_append_remove(self, store: MemoryStore | FolderStore) -> None:
        store.replace("b", b"old")
        store.replace("b", bytearray(b"new"))
        store.append("a", b"1")
        store.append("a", b"23")
        assert (store.read("a"), store.read("b")) == (b"123", b"new")
        assert store.names() == ["a", "b"]
        store.remove("a")
        assert store.names() == ["b"]

    def test_a_file_in_a_folder(self, store: MemoryStore | FolderStore) -> None:
        store.append("game/0", b"1")
        store.replace("game/a", b"2")
        store.replace("b", b"3")
        assert store.names() == ["b", "game/0", "game/a"]
        assert store.read("game/0") == b"1"
        assert store.read("game/b") is store.read("other/0") is None
        assert not store.prepare_append("game/0")
        store.remove("game/0")
        assert store.names() == ["b", "game/a"]

    def test_bytes_are_kept_not_the_callers_buffer(self, store: MemoryStore | FolderStore) -> None:
        buffer = bytearray(b"abc")
        store.replace("x", buffer)
        buffer[0] = 0
        assert store.read("x") == b"abc"

    @pytest.mark.parametrize("name", ["", "a/b/c", "/a", "a/", "..", "../a", "a/..", "a\\b"])
    def test_names_are_plain(self, store: MemoryStore | FolderStore, name: str) -> None:
        with pytest.raises(OSError):
            store.replace(name, b"")

    def test_clear(self, store: MemoryStore | FolderStore) -> None:
        store.replace("x", b"1")
        store.clear()
        assert store.names() == []
        store.clear()


class TestPowerCut:
    @pytest.mark.parametrize(("step", "left"), [(1, b"old"), (2, b"old"), (3, b"new")])
    def test_replace_leaves_the_old_content_or_the_new(self, step: int, left: bytes) -> None:
        store = MemoryStore({"x": b"old"})
        store.cut_in = step
        if step < 3:
            with pytest.raises(PowerCut):
                store.replace("x", b"new")
        else:
            store.replace("x", b"new")
        assert store.read("x") == left
        assert store.names() == ["x"]

    @pytest.mark.parametrize(("torn", "left"), [(False, b"1"), (True, b"123")])
    def test_append(self, torn: bool, left: bytes) -> None:
        store = MemoryStore({"x": b"1"})
        store.cut_in, store.torn = 1, torn
        with pytest.raises(PowerCut):
            store.append("x", b"2345")
        assert store.read("x") == left
        store.append("x", b"6")
        assert store.read("x") == left + b"6"

    def test_no_handler_of_exceptions_outlives_it(self) -> None:
        store = MemoryStore()
        store.cut_in = 1
        with pytest.raises(PowerCut):
            try:
                store.append("x", b"1")
            except Exception:
                pytest.fail("caught")

    def test_full(self) -> None:
        store = MemoryStore({"x": b"old"})
        store.full = True
        with pytest.raises(OSError, match="no room"):
            store.replace("x", b"new")
        assert store.read("x") == b"old"


def test_a_failed_replace_leaves_nothing_beside(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    store = FolderStore(tmp_path)
    store.replace("x", b"old")

    def refuse_replace(source: str, target: str) -> None:
        raise OSError("refused")

    monkeypatch.setattr("os.replace", refuse_replace)
    with pytest.raises(OSError, match="refused"):
        store.replace("x", b"new")
    assert [path.name for path in tmp_path.iterdir()] == ["x"]
    assert store.read("x") == b"old"


def test_clear_leaves_folders_alone(tmp_path: Path) -> None:
    (tmp_path / "mine").mkdir()
    store = FolderStore(tmp_path)
    store.replace("x", b"1")
    store.clear()
    assert [path.name for path in tmp_path.iterdir()] == ["mine"]
