"""A restore of the player's data.

The restore never replaces other data without a request, and is never incomplete.
"""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from host_tools.device import backup, data, restore
from host_tools.device.data import DataError
from host_tools.device.remote import Remote, RemoteError
from simulator.board import VirtualBoard
from simulator.store import MemoryStore
from tests.host_tools.conftest import Desk, Flashed
from tests.host_tools.device.test_copy_plain_mpremote import Cuts, mount_image, tree_of
from tests.host_tools.pty_board import Kind, PtyBoard

Plugged = Callable[..., PtyBoard]

OLD = {"dice/0": b"old" * 100, "settings": b"language=fr\n", "x" * 60: b""}
NEWER = {"dice/0": b"new" * 90, "trireme/c": b"more", "big": bytes(range(256)) * 20}


@pytest.fixture
def kept(tmp_path: Path) -> Path:
    path = tmp_path / "kept.zip"
    backup.write(path, OLD, False)
    return path


def in_data(files: dict[str, bytes], folder: str = "data") -> dict[str, bytes]:
    return {path[len(folder) + 1 :]: x for path, x in files.items() if path.startswith(folder + "/")}


@pytest.mark.slow
def test_a_real_board_has_its_game_again(
    plugged: Plugged,
    flashed: Flashed,
    played: dict[str, bytes],
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    path = tmp_path / "kept.zip"
    backup.write(path, played, False)
    board = plugged(image=flashed.image)
    board.wait(lambda: board.picture() == flashed.started)
    assert restore.main([str(path), "--port", board.port]) == 0
    assert capsys.readouterr().out == f"{data.Data(played)} on the device at {board.port}.\n"
    # The device starts in the game, on the screen that the other device had.
    board.wait(lambda: any(board.picture()) and board.picture() != flashed.started)
    seen = Remote(board.port, alive=True).exec("import gobelet.start.boot as b\nprint(b.app.stack.ids)")
    assert "trinytia." in seen
    board.pull()
    left = in_data(tree_of(mount_image(board.flash.read_bytes())))
    assert left.keys() == played.keys()
    assert resume_device(left) == resume_device(played)


def resume_device(files: dict[str, bytes]) -> list[object]:
    """Return the screens of a device with these files, and the contents of each game.

    Idle writes of the device change some bytes of these files, so a test cannot compare bytes.
    """
    board = VirtualBoard(store=MemoryStore(dict(files)))
    board.run(300)
    found: list[object] = [list(board.app.stack.ids), board.panel.picture()]
    for game in ("dice", "counters", "trinytia"):
        board.context.open(game + ".home")
        session = board.context.session
        found.append([list(sheet) for sheet in session.state.sheets])
        while session.undo():
            found.append([list(sheet) for sheet in session.state.sheets])
    return found


def test_other_data_is_replaced_only_when_asked_for(
    kept: Path, desk: Desk, complaint: Callable[[], str], capsys: pytest.CaptureFixture[str]
) -> None:
    for name, content in NEWER.items():
        desk.put(f"data/{name}", content)
    assert restore.main([str(kept)], desk.program) == 1
    assert complaint() == (
        "There is data on the device at /dev/ttyACM0 already (3 files, 6 KB); "
        "keep it with `make backup`, then replace it with --force."
    )
    assert in_data(desk.board.tree()) == NEWER
    assert desk.board.state.writes == 0
    assert restore.main([str(kept), "--force"], desk.program) == 0
    assert desk.board.tree() == {f"data/{name}": content for name, content in OLD.items()}
    assert capsys.readouterr().out == "3 files, 1 KB on the device at /dev/ttyACM0.\n"
    assert restore.main([str(kept)], desk.program) == 0
    assert (
        capsys.readouterr().out == "Nothing to restore: the device at /dev/ttyACM0 has exactly this data.\n"
    )
    assert desk.board.state.restarts == 3


def test_a_folder_that_is_not_ours_stops_it(kept: Path, desk: Desk, complaint: Callable[[], str]) -> None:
    desk.put("data/mine/x", b"x")
    assert restore.main([str(kept), "--force"], desk.program) == 1
    assert complaint() == (
        "Beside the data of the device at /dev/ttyACM0 lies a folder 'mine'; move it elsewhere first."
    )
    assert desk.board.tree() == {"data/mine/x": b"x"}


def test_bad_backups_reach_no_device(tmp_path: Path, desk: Desk, complaint: Callable[[], str]) -> None:
    assert restore.main([str(tmp_path / "none.zip")], desk.program) == 1
    assert complaint() == f"{tmp_path}/none.zip cannot be read: No such file or directory."
    (tmp_path / "bad.zip").write_bytes(b"PK")
    assert restore.main([str(tmp_path / "bad.zip")], desk.program) == 1
    assert complaint() == f"{tmp_path}/bad.zip is no backup of Gobelet, or it is damaged."
    assert desk.log() == []


def test_the_power_goes_at_any_write(kept: Path, plugged: Plugged) -> None:
    board = plugged()
    data.to_board(Remote(board.port), NEWER)
    board.pull()
    image = board.flash.read_bytes()
    board.kind.trace = True
    board.plug()
    assert restore.main([str(kept), "--port", board.port, "--force"]) == 0
    board.pull()
    states = []
    between = None
    for cut in Cuts(image, board.folder / "trace"):
        files = tree_of(mount_image(cut))
        now = in_data(files)
        if now:
            states.append("new" if now == OLD else "old")
            assert now in (OLD, NEWER)
        else:
            # Between two renames the old and the new data exist, and the repeated command restores the new
            # data.
            states.append("between")
            assert (in_data(files, "data.new"), in_data(files, "data.old")) == (OLD, NEWER)
            between = bytes(cut)
    assert sorted(states, key=["old", "between", "new"].index) == states
    assert {"old", "new"} <= set(states)
    assert between is not None
    board = plugged(image=between)
    assert restore.main([str(kept), "--port", board.port, "--force"]) == 0
    board.pull()
    assert tree_of(mount_image(board.flash.read_bytes())) == {f"data/{name}": x for name, x in OLD.items()}


def test_a_device_that_is_too_full_keeps_its_data(
    plugged: Plugged, tmp_path: Path, complaint: Callable[[], str]
) -> None:
    board = plugged(Kind(blocks=24))
    data.to_board(Remote(board.port), OLD)
    path = tmp_path / "large.zip"
    backup.write(path, {"large": bytes(90_000)}, False)
    assert restore.main([str(path), "--port", board.port, "--force"]) == 1
    assert complaint() == f"The storage of the board at {board.port} is full."
    board.pull()
    assert tree_of(mount_image(board.flash.read_bytes())) == {f"data/{name}": x for name, x in OLD.items()}


def test_files_that_arrive_wrong_replace_nothing(
    kept: Path, desk: Desk, complaint: Callable[[], str]
) -> None:
    desk.put("data/dice/0", b"mine")
    desk.set(spoil="data.new/settings")
    assert restore.main([str(kept), "--force"], desk.program) == 1
    assert complaint() == "The files did not arrive whole, so nothing was replaced; repeat the command."
    assert in_data(desk.board.tree()) == {"dice/0": b"mine"}


def test_a_simulator_s_folder(
    kept: Path, tmp_path: Path, complaint: Callable[[], str], capsys: pytest.CaptureFixture[str]
) -> None:
    store = tmp_path / "deep" / "store"
    assert restore.main([str(kept), "--store", str(store)]) == 0
    assert data.from_folder(store).files == OLD
    (store / "dice" / "3").write_bytes(b"newer")
    assert restore.main([str(kept), "--store", str(store)]) == 1
    assert complaint().startswith(f"There is data on {store} already (4 files, 1 KB); ")
    assert restore.main([str(kept), "--store", str(store), "--force"]) == 0
    assert data.from_folder(store).files == OLD
    assert [path.name for path in store.parent.iterdir()] == ["store"]


def test_a_folder_left_by_an_interrupted_restore(tmp_path: Path) -> None:
    store = tmp_path / "store"
    data.to_folder(tmp_path / f"store{data.ASIDE}", NEWER)
    data.to_folder(tmp_path / f"store{data.COMING}", OLD)
    data.to_folder(store, OLD)
    assert data.from_folder(store).files == OLD
    assert [path.name for path in tmp_path.iterdir()] == ["store"]


def test_what_else_lies_beside_a_simulator_s_folder_stays(kept: Path, tmp_path: Path) -> None:
    """The user's own copy stays.

    So does the folder to which the named folder links.
    """
    beside = [tmp_path / name for name in ("store.old", "store.new", "store.bak")]
    for folder in beside:
        data.to_folder(folder, NEWER)
    data.to_folder(tmp_path / "there" / "data", NEWER)
    (tmp_path / "store").symlink_to(tmp_path / "there" / "data")
    for _ in range(2):
        assert restore.main([str(kept), "--store", str(tmp_path / "store"), "--force"]) == 0
        data.from_folder(tmp_path / "store").files.clear()
        (tmp_path / "store" / "settings").write_bytes(b"newer")
    assert (tmp_path / "store").is_symlink()
    assert data.from_folder(tmp_path / "there" / "data").files == OLD | {"settings": b"newer"}
    assert [data.from_folder(folder).files for folder in beside] == [NEWER] * 3
    assert [path.name for path in (tmp_path / "there").iterdir()] == ["data"]


def test_a_folder_that_cannot_be_written(tmp_path: Path) -> None:
    (tmp_path / "file").touch()
    with pytest.raises(DataError, match="cannot be written"):
        data.to_folder(tmp_path / "file" / "store", OLD)


def test_no_device_is_restarted_that_was_not_reached(
    kept: Path, desk: Desk, complaint: Callable[[], str]
) -> None:
    desk.set(silent=True)
    assert restore.main([str(kept)], desk.program) == 1
    assert complaint().startswith("The board at /dev/ttyACM0 does not answer")
    assert len(desk.log()) == 2
    with pytest.raises(RemoteError):
        data.from_board(Remote("/dev/ttyACM0", desk.program))
