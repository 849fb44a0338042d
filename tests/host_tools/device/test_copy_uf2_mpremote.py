"""Our flash of Gobelet's own MicroPython, with the real mpremote (pty_board.py)."""

from __future__ import annotations

from collections.abc import Callable
from dataclasses import replace
from pathlib import Path

import pytest

from host_tools.building import build, frozen
from host_tools.device import backup, copy_uf2, flash, remote
from tests.host_tools.device.test_copy_plain_mpremote import mount_image, tree_of
from tests.host_tools.device.test_copy_uf2 import NOW, OLDER, PLAYED, make_uf2
from tests.host_tools.pty_board import Kind, PtyBoard
from tests.sweep import sample_cases

pytestmark = pytest.mark.slow
BOARD = "pico_ssd1306"
GOBELET = Kind(name="gobelet", build=NOW)


class Hands(copy_uf2.Desk):
    """A desk with the drive of a board; the board starts with the copied file.

    cut: the place of the power cut, see Kind
    """

    def __init__(self, board: PtyBoard, folder: Path) -> None:
        super().__init__()
        self.board = board
        self.folder = folder
        self.cut = 0
        self.said: list[str] = []

    def say(self, sentence: str) -> None:
        self.said.append(sentence)

    def agrees(self, question: str, alone: bool = False) -> bool:
        return True

    def drive(self) -> Path | None:
        return None if self.board.plugged else self.folder

    def sleep(self, seconds: float) -> None:
        for file in self.folder.glob("*.uf2"):
            file.unlink()
            self.board.drag(replace(GOBELET, cut=self.cut))


class Pico:
    """A board on a desk that has run `make uf2`."""

    def __init__(self, board: PtyBoard, folder: Path, root: Path) -> None:
        self.board = board
        self.folder = folder
        self.root = root
        (folder / "RPI-RP2").mkdir()
        (folder / "RPI-RP2" / "INFO_UF2.TXT").write_text("Board-ID: RPI-RP2\n")
        self.hands = Hands(board, folder / "RPI-RP2")
        self.file = make_uf2(folder / "gobelet-pico.uf2")

    def flash(self, *words: str) -> int:
        return flash.main(
            ["--uf2", str(self.file), *words], remote.PROGRAM, self.root, self.folder, self.hands
        )

    def files(self) -> dict[str, bytes]:
        self.board.pull()
        return tree_of(mount_image(self.board.flash.read_bytes()))


@pytest.fixture
def pico(
    plugged: Callable[..., PtyBoard], checkout: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> Callable[..., Pico]:
    def make_pico(kind: Kind, files: dict[str, bytes]) -> Pico:
        board = plugged(kind)

        def choose(named: str | None, program: object) -> str:
            if not board.plugged:
                raise remote.RemoteError("Its port has gone, and may be another board's.")
            return board.port

        monkeypatch.setattr(remote, "choose_port", choose)
        monkeypatch.setattr(
            remote,
            "picos",
            lambda program: [remote.Port(board.port, "2e8a:0005", "")] if board.plugged else [],
        )
        monkeypatch.setattr(frozen, "build_id", lambda target, root: NOW)
        monkeypatch.setattr(copy_uf2, "_PATIENCE_S", 5)
        if files:
            remote.Remote(board.port).exec(WRITE % files)
        return Pico(board, tmp_path, checkout)

    return make_pico


WRITE = """
import os
for path, content in %r.items():
    parts = path.split('/')
    for n in range(1, len(parts)):
        try:
            os.mkdir('/' + '/'.join(parts[:n]))
        except OSError:
            pass
    with open('/' + path, 'wb') as f:
        f.write(content)
"""
DATA = {f"data/{path}": content for path, content in PLAYED.items()}
PLAIN = DATA | {
    "gobelet_board.py": build.board_source(BOARD).encode(),
    "main.py": b"print('plain')\n",
    "gobelet/__init__.mpy": b"M",
    "gobelet/ready": b"0123",
}
WHOLE = DATA | {"gobelet_board.py": build.board_source(BOARD).encode()}


@pytest.mark.parametrize(
    ("kind", "before", "after"),
    [
        (Kind(version=(1, 26, 1)), PLAIN, WHOLE),
        (Kind(version=(1, 20, 0)), {}, {}),
        (replace(GOBELET, build=OLDER), WHOLE, WHOLE),
        (replace(GOBELET, build=""), WHOLE, WHOLE),
    ],
    ids=["plain files", "nothing", "older", "oldest"],
)
def test_from_each_state(
    kind: Kind, before: dict[str, bytes], after: dict[str, bytes], pico: Callable[..., Pico]
) -> None:
    there = pico(kind, before)
    assert there.flash() == 0, there.hands.said
    assert there.board.kind.build == NOW
    starts = there.board.starts
    assert there.flash() == 0
    assert "Nothing to copy: the Pico has this Gobelet already." in there.hands.said
    assert there.board.starts > starts, "it is started"
    assert there.files() == after
    assert not list(there.folder.glob("gobelet-unfinished*"))


def test_from_a_drive_with_the_board_named(pico: Callable[..., Pico]) -> None:
    there = pico(Kind(), {})
    there.board.pull()
    there.board.flash.write_bytes(b"\xff" * 4096 * 352)
    there.board.kind = GOBELET  # the flash of the new file system is then erased
    assert there.flash("--board", BOARD) == 0, there.hands.said
    assert there.files() == {"gobelet_board.py": build.board_source(BOARD).encode()}


@pytest.mark.sweep
@pytest.mark.parametrize("cut", sample_cases(range(1, 40), 2))
def test_the_power_goes_while_all_is_put_back(
    cut: int, pico: Callable[..., Pico], capsys: pytest.CaptureFixture[str]
) -> None:
    there = pico(Kind(version=(1, 26, 1)), PLAIN)
    there.hands.cut = cut
    if there.flash() != 0:
        said = capsys.readouterr().err
        (kept,) = there.folder.glob("gobelet-*.zip")
        assert f"What was played is in {kept}. Repeat the command to finish." in said
        assert backup.read(kept) == PLAYED
    there.hands.cut = 0
    there.board.pull()
    there.board.kind = GOBELET
    there.board.plug()
    assert there.flash() == 0, capsys.readouterr().err
    assert there.files() == WHOLE
    assert not list(there.folder.glob("gobelet-unfinished*"))
