"""Our copy of plain files with the real mpremote, and real MicroPython (pty_board.py)."""

from __future__ import annotations

import os
import re
import shutil
import signal
import struct
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path

import framebuf
import pytest
import serial
from littlefs import LittleFS, LittleFSError

from host_tools.building import build
from host_tools.building.image import Memory
from host_tools.device import flash, remote
from simulator.board import VirtualBoard
from tests.host_tools.conftest import ROOT, Flashed
from tests.host_tools.pty_board import BLOCK, NAMED, Kind, PtyBoard
from tests.once import shared_folder

Plugged = Callable[..., PtyBoard]
pytestmark = pytest.mark.slow


def mount_image(image: bytes | bytearray) -> LittleFS:
    return LittleFS(Memory(buffer=image), block_size=BLOCK, block_count=len(image) // BLOCK, prog_size=256)


def tree_of(files: LittleFS) -> dict[str, bytes]:
    found = {}
    for folder, _, names in files.walk("/"):
        for name in names:
            path = f"{folder.rstrip('/')}/{name}"
            with files.open(path, "rb") as file:
                found[path[1:]] = file.read()
    return found


def expected_files(root: Path, out: Path) -> dict[str, bytes]:
    made = build.build(out, root=root)
    files = {entry.path: (made.folder / entry.path).read_bytes() for entry in made.entries}
    return files | {build.READY: made.id.encode()}


def flash_operations(trace: Path) -> Iterator[tuple[int, bytes]]:
    """Yield the erases and writes of a chip: offset and bytes."""
    data = trace.read_bytes()
    at = 0
    while at < len(data):
        place, length = struct.unpack_from("<II", data, at)
        yield place, data[at + 8 : at + 8 + length]
        at += 8 + length


class Cuts:
    """The contents of the chip after a power cut at each write.

    The cut is before the write, or in the middle of it.
    """

    def __init__(self, image: bytes, trace: Path) -> None:
        self.image = image
        self.trace = list(flash_operations(trace))

    def __len__(self) -> int:
        return 2 * len(self.trace)

    def __iter__(self) -> Iterator[bytearray]:
        image = bytearray(self.image)
        for place, data in self.trace:
            yield image
            half = len(data) // 2
            image[place : place + half] = data[:half]
            yield image
            image[place : place + len(data)] = data


def read_file(files: LittleFS, name: str) -> bytes | None:
    try:
        with files.open("/" + name, "rb") as file:
            return bytes(file.read())
    except FileNotFoundError:
        return None


def test_the_firmware_arrives_and_starts(checkout: Path, flashed: Flashed, tmp_path: Path) -> None:
    assert flashed.code == 0, flashed.said
    assert "Ready: build " in flashed.said
    assert tree_of(mount_image(flashed.image)) == expected_files(checkout, tmp_path / "expected")
    simulated = VirtualBoard()
    simulated.run(500)
    assert flashed.started == simulated.picture()


def test_a_second_flash_copies_nothing(
    checkout: Path, flashed: Flashed, plugged: Plugged, capsys: pytest.CaptureFixture[str]
) -> None:
    board = plugged(Kind(trace=True), flashed.image)
    assert flash.main(["--plain", "--port", board.port, *NAMED], root=checkout) == 0
    assert "Nothing to copy: the board has this build already.\nReady: " in capsys.readouterr().out
    board.wait(lambda: board.picture() == flashed.started)
    board.pull()
    assert tree_of(mount_image(board.flash.read_bytes())) == tree_of(mount_image(flashed.image))
    # The App makes its folder; the tool writes nothing.
    assert len(list(flash_operations(board.folder / "trace"))) < 4


def change_checkout(checkout: Path, folder: Path) -> Path:
    """A checkout in which two files differ from those on the board."""
    root = folder / "changed"
    shutil.copytree(checkout, root)
    for name, old, new in (
        ("main.py", "    start()\n", "    start()  # newer\n"),
        ("gobelet/system/fr.txt", "\nyes = oui\n", "\nyes = ouais\n"),
    ):
        path = root / "firmware" / name
        text = path.read_text(encoding="utf-8")
        assert old in text
        path.write_text(text.replace(old, new, 1), encoding="utf-8")
    return root


def test_only_what_changed_is_copied_and_a_cut_at_any_write_is_safe(
    checkout: Path,
    flashed: Flashed,
    plugged: Plugged,
    tmp_path: Path,
    capsys: pytest.CaptureFixture[str],
) -> None:
    root = change_checkout(checkout, tmp_path)
    board = plugged(Kind(trace=True), flashed.image)
    assert flash.main(["--plain", "--port", board.port, *NAMED], root=root) == 0
    said = capsys.readouterr().out
    assert re.findall(r"copy (\S+), \d+ KB(.*)", said) == [
        ("main.py", " (1/2)"),
        ("gobelet/media/system.fr", " (2/2)"),
    ]
    board.pull()
    old, new = tree_of(mount_image(flashed.image)), expected_files(root, tmp_path / "expected")
    assert tree_of(mount_image(board.flash.read_bytes())) == new
    for image in Cuts(flashed.image, board.folder / "trace"):
        files = mount_image(image)
        for name in ("main.py", "gobelet/media/system.fr"):
            assert read_file(files, name) in (old[name], new[name])
        if read_file(files, build.READY) is not None:
            now = tree_of(files) | {build.READY: b""}
            assert now in (old | {build.READY: b""}, new | {build.READY: b""})


def lacking(image: bytes, folder: str) -> bytearray:
    """Return the image of a board without the files of a folder, which a flash then copies."""
    chip = bytearray(image)
    files = mount_image(chip)
    for name in tree_of(files):
        if name.startswith(folder):
            files.remove("/" + name)
    return chip


def test_files_of_an_older_version_go(
    checkout: Path, flashed: Flashed, plugged: Plugged, tmp_path: Path
) -> None:
    """The older version had its modules in packs, which leave too little room for the new files."""
    chip = lacking(flashed.image, "gobelet/games/")
    files = mount_image(chip)
    files.remove("/" + build.READY)
    files.mkdir("/packs")
    packs = (files.block_count - files.used_block_count - 4) // PACK
    older = {f"packs/game{n}.pack": bytes(PACK * BLOCK - 200) for n in range(packs)}
    older |= {"packs/ready": b"0123", "gobelet_packs.mpy": bytes(2000), "main.py": b"import gobelet_packs"}
    for name, data in older.items():
        with files.open("/" + name, "wb") as file:
            file.write(data)
    wanted = expected_files(checkout, tmp_path / "expected")
    lacked = sum(len(wanted[name]) for name in wanted.keys() - tree_of(files).keys())
    assert (files.block_count - files.used_block_count) * BLOCK < lacked
    board = plugged(image=bytes(chip))
    assert flash.main(["--plain", "--port", board.port, *NAMED], root=checkout) == 0
    board.pull()
    assert tree_of(mount_image(board.flash.read_bytes())) == wanted


PACK = 8  # blocks of the flash that a pack takes


SENTENCE = "Gobelet: the copy to this device was interrupted. Run the flash command again (make flash)."


def question_picture() -> bytes:
    """The picture of the text boot.interrupted."""
    frame = bytearray(1024)
    pen = framebuf.FrameBuffer(frame, 128, 64, framebuf.MONO_VLSB)
    for text, x, y in (("Copie incomplete", 0, 8), ("Copy incomplete", 0, 24), ("make flash", 24, 44)):
        pen.text(text, x, y)
    return bytes(frame)


def board_outcome(board: PtyBoard, started: bytes) -> str:
    """Return the state of a board after a start.

    The board "starts", "asks" on its panel, "says" a text over USB, or is blank.
    """
    board.wait(lambda: b">>> " in board.said or board.picture() == started)
    if b">>> " not in board.said:
        return "starts"
    if not board.said.startswith(b"MicroPython"):
        assert board.said.decode().startswith(SENTENCE), board.said
        if any(board.picture()):
            assert board.picture() == question_picture()
            return "asks"
        return "says"
    assert not any(board.picture())
    return "blank"


def test_a_first_copy_cut_at_any_write_leaves_a_board_that_starts_or_says_what_to_do(
    flashed: Flashed, plugged: Plugged
) -> None:
    whole = tree_of(mount_image(flashed.image))
    chip = Cuts(b"\xff" * BLOCK * Kind().blocks, flashed.trace)
    stages: list[tuple[str, int]] = []
    kept = {}
    for at, image in enumerate(chip):
        try:
            files = mount_image(image)
        except LittleFSError:
            assert not stages, "once formatted it stays so"
            continue
        main, mark = read_file(files, "main.py"), read_file(files, build.READY)
        assert main in (None, whole["main.py"])
        if mark is not None:
            assert main is not None
            assert tree_of(files) == whole | {build.READY: mark}
        stage = "starts" if mark is not None else "blank" if main is None else "interrupted"
        if not stages or stages[-1][0] != stage:
            stages.append((stage, at))
            kept[at] = bytes(image)
        elif at % (len(chip) // 12) == 0:
            kept[at] = bytes(image)
    assert [stage for stage, _ in stages] == ["blank", "interrupted", "starts"]
    found = [(board_outcome(plugged(image=image), flashed.started)) for image in kept.values()]
    # The states come in this order; the panel is used as soon as its driver exists.
    assert found == sorted(found, key=["blank", "says", "asks", "starts"].index)
    assert found.count("asks") > len(found) // 3
    assert {"blank", "starts"} < set(found)


def test_the_power_goes_during_an_update(
    checkout: Path,
    flashed: Flashed,
    plugged: Plugged,
    tmp_path: Path,
    complaint: Callable[[], str],
) -> None:
    root = change_checkout(checkout, tmp_path)
    board = plugged(Kind(cut=9), flashed.image)
    board.wait(lambda: board.picture() == flashed.started)
    port = board.port
    assert flash.main(["--plain", "--port", port, *NAMED], root=root) == 1
    assert complaint() == (
        f"The connection to the board at {port} broke; plug it in again and repeat the command."
    )
    assert not board.plugged
    board.kind.cut = 0
    board.plug()
    assert board_outcome(board, flashed.started) == "asks"
    assert flash.main(["--plain", "--port", board.port, *NAMED], root=root) == 0
    board.wait(lambda: any(board.picture()))
    board.pull()
    assert tree_of(mount_image(board.flash.read_bytes())) == expected_files(root, tmp_path / "expected")


def heed_the_keyboard() -> None:
    """Restore Ctrl-C.

    Background jobs of a shell ignore SIGINT, and so do all their children.
    """
    signal.signal(signal.SIGINT, signal.default_int_handler)


# The program of `make flash PLAIN=1`, for a checkout with fewer games.
FLASH = """
import sys
from pathlib import Path
from host_tools.device import flash
from host_tools.entry_point import run_main
from tests.builds import cache_builds

kept, port, root = sys.argv[1:]
with cache_builds(Path(kept)):
    run_main(lambda: flash.main(["--plain", "--port", port, "--games", "all"], root=Path(root)))
"""


def test_the_copy_is_stopped_at_the_keyboard(
    checkout: Path, flashed: Flashed, plugged: Plugged, tmp_path_factory: pytest.TempPathFactory
) -> None:
    board = plugged(image=bytes(lacking(flashed.image, "gobelet/games/")))
    copying = subprocess.Popen(
        [sys.executable, "-u", "-c", FLASH, shared_folder(tmp_path_factory), board.port, checkout],
        cwd=ROOT, stdout=subprocess.PIPE, stderr=subprocess.PIPE, text=True, start_new_session=True,
        preexec_fn=heed_the_keyboard,
    )  # fmt: skip
    assert copying.stdout is not None
    for line in copying.stdout:
        if "(3/" in line:
            break
    os.killpg(copying.pid, signal.SIGINT)  # Ctrl-C reaches mpremote too
    _, complaint = copying.communicate(timeout=60)
    assert copying.returncode == 1
    assert complaint == "Stopped. Repeat the command to finish.\n"
    board.pull()
    board.plug()
    assert board_outcome(board, flashed.started) == "asks"
    # Complete files are not copied again.
    assert flash.main(["--plain", "--port", board.port, *NAMED], root=checkout) == 0
    board.wait(lambda: board.picture() == flashed.started)


def test_no_board(complaint: Callable[[], str]) -> None:
    assert flash.main(["--plain", "--port", "/dev/pts/4095"]) == 1
    assert complaint() == "There is no /dev/pts/4095: is the board plugged in?"


def test_a_port_in_use(plugged: Plugged, complaint: Callable[[], str]) -> None:
    board = plugged()
    with serial.Serial(board.port, exclusive=True):
        assert flash.main(["--plain", "--port", board.port, *NAMED]) == 1
    assert complaint() == f"The port {board.port} is in use by another program; close it there and retry."


def test_a_port_where_nobody_answers(monkeypatch: pytest.MonkeyPatch, complaint: Callable[[], str]) -> None:
    monkeypatch.setattr(remote, "_ANSWER_SECONDS", 0.5)
    master, slave = os.openpty()
    port = os.ttyname(slave)
    assert flash.main(["--plain", "--port", port, *NAMED]) == 1
    os.close(master)
    os.close(slave)
    assert complaint() == f"The board at {port} stopped answering; unplug it, plug it in again, and retry."


REFUSED = [
    (Kind(version=(1, 25, 0)), "The board runs MicroPython 1.25; install 1.26 or newer."),
    (Kind(name="circuitpython", version=(9, 2, 1)), "The board runs circuitpython; install MicroPython 1.26"),
    (
        Kind(machine="Raspberry Pi Pico2 with RP2350"),
        "pico_ssd1306 is for an RP2040, but this board is a 'Raspberry Pi Pico2 with RP2350'.",
    ),
    (Kind(blocks=64), "The board's storage is too full by "),
]


@pytest.mark.parametrize(("kind", "sentence"), REFUSED)
def test_a_board_that_does_not_do(
    plugged: Plugged, complaint: Callable[[], str], kind: Kind, sentence: str
) -> None:
    board = plugged(kind)
    assert flash.main(["--plain", "--port", board.port, "--board", "pico_ssd1306", *NAMED]) == 1
    assert complaint().startswith(sentence)
    board.pull()
    assert tree_of(mount_image(board.flash.read_bytes())) == {}
