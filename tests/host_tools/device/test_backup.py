"""The player's data on the desk: from real boards, from broken ones, from a simulator's folder."""

from __future__ import annotations

import io
import json
import zipfile
from collections.abc import Callable
from pathlib import Path

import pytest

from host_tools.device import backup, data, restore
from host_tools.device.data import DataError
from host_tools.device.remote import Remote
from simulator import paths
from simulator.store import FolderStore
from tests.host_tools.conftest import Desk, Flashed
from tests.host_tools.pty_board import PtyBoard

paths.install()
from gobelet.game.session import Session  # noqa: E402
from gobelet.journal.journal import LOGS  # noqa: E402
from gobelet.journal.records import FREE  # noqa: E402

Plugged = Callable[..., PtyBoard]


def fill_desk(desk: Desk, files: dict[str, bytes]) -> None:
    for name, content in files.items():
        desk.put(f"data/{name}", content)


@pytest.mark.slow
def test_the_data_of_a_real_board(
    plugged: Plugged,
    flashed: Flashed,
    played: dict[str, bytes],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    board = plugged(image=flashed.image)
    data.to_board(Remote(board.port), played)
    path = tmp_path / "kept" / "my.zip"
    assert backup.main([str(path), "--port", board.port]) == 0
    said = capsys.readouterr().out
    assert said == f"{data.Data(played)} of the device at {board.port}, in {path}.\n"
    assert backup.unpack(path.read_bytes(), "my.zip") == played
    with zipfile.ZipFile(path) as archive:
        assert archive.read("data/names.txt") == played["names.txt"]
    # The device continues.
    board.wait(lambda: any(board.picture()))


def test_an_existing_file_is_left_alone(
    desk: Desk, tmp_path: Path, complaint: Callable[[], str], capsys: pytest.CaptureFixture[str]
) -> None:
    fill_desk(desk, {"settings": b"language=fr\n"})
    path = tmp_path / "my.zip"
    path.write_bytes(b"precious")
    assert backup.main([str(path)], desk.program) == 1
    assert complaint() == f"{path} exists already; choose another name, or overwrite it with --force."
    assert path.read_bytes() == b"precious"
    assert desk.log() == []
    assert backup.main([str(path), "--force"], desk.program) == 0
    assert backup.unpack(path.read_bytes(), "") == {"settings": b"language=fr\n"}
    assert [p.name for p in tmp_path.glob("my*")] == ["my.zip"]


def test_what_is_not_finished_or_not_ours_stays_out(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    fill_desk(
        desk, {"settings": b"a", "settings.tmp": b"", "dice/0": b"", "with space": bytes(range(256)) * 9}
    )
    desk.put("data/mine/x.txt", b"x")
    monkeypatch.chdir(tmp_path)
    assert backup.main([], desk.program) == 0
    out, err = capsys.readouterr()
    (path,) = tmp_path.glob("gobelet-*.zip")
    assert out == f"3 files, 3 KB of the device at /dev/ttyACM0, in {path.name}.\n"
    assert err == "The folder mine is not Gobelet's and is not in it.\n"
    assert list(backup.unpack(path.read_bytes(), "")) == ["dice/0", "settings", "with space"]
    assert desk.board.state.restarts == 1


def test_a_game_of_many_evenings_is_kept_whole(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    store = FolderStore(tmp_path / "store")
    log = Session("counters", store).journal
    for _ in range(1000):
        log.write_roll(FREE, [], [(6,) * 20])
        log.do_idle_work()
    names = {f"counters/{each}" for each in (*range(LOGS), "a", "b")}
    assert set(store.names()) == names
    path = tmp_path / "my.zip"
    assert backup.main([str(path), "--store", str(tmp_path / "store")]) == 0
    assert capsys.readouterr().err == ""
    assert set(backup.unpack(path.read_bytes(), "")) == names
    assert restore.main([str(path), "--store", str(tmp_path / "other")]) == 0
    assert Session("counters", FolderStore(tmp_path / "other")).journal.position == log.position


def test_no_data_yet(desk: Desk, tmp_path: Path, complaint: Callable[[], str]) -> None:
    assert backup.main([str(tmp_path / "x.zip")], desk.program) == 1
    assert complaint() == "There is nothing to keep: the device at /dev/ttyACM0 has no data yet."
    assert not (tmp_path / "x.zip").exists()


def test_a_file_that_the_device_cannot_read(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    fill_desk(desk, {"a": b"good"})
    sent = desk.run

    def answer_broken(command: list[str], *limits: float) -> tuple[int, str, str]:
        code, out, err = sent(command, *limits)
        return code, out + ("@ + AAAA\n@ X dice/3\n" if "ilistdir" in command[-1] else ""), err

    monkeypatch.setattr(data.remote.bounded, "run", answer_broken)
    assert backup.main([str(tmp_path / "x.zip")], desk.program) == 1
    assert capsys.readouterr().err == "dice/3 could not be read and is not in it.\n"
    assert backup.unpack((tmp_path / "x.zip").read_bytes(), "") == {"a": b"good"}


def test_what_arrives_otherwise_than_it_was_sent(
    desk: Desk, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, complaint: Callable[[], str]
) -> None:
    fill_desk(desk, {"a": b"good"})
    sent = desk.run

    def answer_garbled(command: list[str], *limits: float) -> tuple[int, str, str]:
        code, out, err = sent(command, *limits)
        return code, out.replace("Z29vZA==", "Z29vZB==").replace("@ + Z", "@ + a"), err

    monkeypatch.setattr(data.remote.bounded, "run", answer_garbled)
    assert backup.main([str(tmp_path / "x.zip")], desk.program) == 1
    assert complaint() == "a did not arrive as it is on the device; repeat the command."


def test_a_simulator_s_folder(
    tmp_path: Path, played: dict[str, bytes], complaint: Callable[[], str], desk: Desk
) -> None:
    store = tmp_path / "store"
    path = tmp_path / "x.zip"
    assert backup.main([str(path), "--store", str(store)], desk.program) == 1
    assert complaint().startswith(f"There is no folder {store}; ")
    data.to_folder(store, played)
    (store / "settings.tmp").write_bytes(b"")
    assert backup.main([str(path), "--store", str(store)], desk.program) == 0
    assert backup.unpack(path.read_bytes(), "") == played
    assert desk.log() == []


def test_a_file_that_cannot_be_written(desk: Desk, tmp_path: Path, complaint: Callable[[], str]) -> None:
    fill_desk(desk, {"a": b"a"})
    (tmp_path / "file").touch()
    path = tmp_path / "file" / "x.zip"
    assert backup.main([str(path)], desk.program) == 1
    assert complaint().startswith(f"{path} cannot be written: ")


def pack_with_list(files: dict[str, bytes], **listed: object) -> bytes:
    """A backup whose list has other entries."""
    out = io.BytesIO()
    with zipfile.ZipFile(io.BytesIO(backup.pack(files))) as old, zipfile.ZipFile(out, "w") as new:
        for name in old.namelist():
            inside = old.read(name)
            if name == "gobelet.json":
                inside = json.dumps({**json.loads(inside), **listed}).encode()
            new.writestr(name, inside)
    return out.getvalue()


GOOD = backup.pack({"a": b"one two three", "b": b""})
NO_BACKUP = "x.zip is no backup of Gobelet, or it is damaged."


@pytest.mark.parametrize(
    ("content", "sentence"),
    [
        (b"", NO_BACKUP),
        (b"not a zip", NO_BACKUP),
        (GOOD[: len(GOOD) // 2], NO_BACKUP),
        (pack_with_list({"a": b""}, sha256=3), NO_BACKUP),
        (pack_with_list({"a": b""}, sha256={"b": ""}), NO_BACKUP),
        (pack_with_list({"a": b""}, sha256={"a": "0" * 64}), "x.zip is damaged: a is not as it was."),
        (pack_with_list({"../a": b""}), "x.zip is damaged: ../a is not as it was."),
        (
            pack_with_list({"a": b""}, **{"gobelet-backup": 2}),
            "x.zip was made by a newer Gobelet; update this one (git pull).",
        ),
    ],
)
def test_what_is_no_backup(content: bytes, sentence: str) -> None:
    with pytest.raises(DataError) as caught:
        backup.unpack(content, "x.zip")
    assert str(caught.value) == sentence


def test_a_byte_that_changed_is_noticed() -> None:
    assert backup.unpack(GOOD, "") == {"a": b"one two three", "b": b""}
    for at in range(len(GOOD)):
        spoilt = bytearray(GOOD)
        spoilt[at] ^= 0x20
        try:
            found = backup.unpack(bytes(spoilt), "x.zip")
        except DataError:
            continue
        assert found == {"a": b"one two three", "b": b""}, "only what zip keeps twice may change"
