"""The start of a Gobelet frozen into MicroPython.

This module mounts the file system, and finds the board file that fits the pins and the panel.

One MicroPython with a frozen Gobelet serves all boards that have the same chip. At the first start, this module
searches for the pins at which a panel answers. The module tries one kind of panel after another: it draws a border,
until the player confirms that the border is complete. Then it writes the board file for this kind of panel to the
path that `make flash` uses. The module repeats this search if UP and DOWN are held at power-on.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from gobelet.device.types import BlockDevice, Bus, Mask, Milliseconds

FILE = "/gobelet_board.py"
OLD = "/gobelet_board.old"
_NEW = "/gobelet_board.new"
_PROGRAM = 256  # smallest write of the file system littlefs in bytes, the same as in MicroPython
_BLOCKS, _BLOCK_SIZE = 4, 5  # ioctl requests to a block device: number of blocks, bytes of a block

_LOOK_MS = 10
_UP_FOR = 3  # number of successive polls without a pressed key after which all keys count as released
_DARK_MS = 15000  # time without a key press after which the next kind of panel is tried
_ABSENT_MS = 1000  # time between two searches for a panel

unread = False  # whether `mount` found a file system that it cannot read


class _Board:
    """The constants in the text of a board file, as attributes."""

    def __init__(self, text: str) -> None:
        found: dict[str, Any] = {}
        exec(text, found)
        for name, value in found.items():
            setattr(self, name, value)


def mount() -> None:
    """Mount the file system.

    The function replaces _boot.py of MicroPython, which would format an unreadable file system.
    """
    global unread
    # import frozen modules first, because the file system may have modules of another version of Gobelet
    sys.path[:] = [".frozen", "", "/lib"]
    from gobelet.start.plain import remember_builtin

    remember_builtin()
    import rp2
    import vfs

    flash = rp2.Flash()
    try:
        files = vfs.VfsLfs2(flash, progsize=_PROGRAM)  # type: ignore[abstract]
    except OSError:
        # A MicroPython may be larger than its predecessor, and overwrite the first blocks of the file system. The
        # later blocks may still have saved games.
        unread = not is_blank(flash)  # type: ignore[arg-type]
        if unread:
            return
        files = format_flash(flash)
    vfs.mount(files, "/")


def is_blank(flash: BlockDevice) -> bool:
    """Tell whether the whole flash of the file system is erased."""
    block = bytearray(flash.ioctl(_BLOCK_SIZE, 0))
    erased = b"\xff" * len(block)
    for number in range(flash.ioctl(_BLOCKS, 0)):
        flash.readblocks(number, block)
        if block != erased:
            return False
    return True


def format_flash(flash: Any) -> Any:
    """Make a new file system on the flash, and return it."""
    import vfs

    vfs.VfsLfs2.mkfs(flash, progsize=_PROGRAM)
    return vfs.VfsLfs2(flash, progsize=_PROGRAM)  # type: ignore[abstract]


def main() -> None:
    """Let the player choose the kind of panel if needed, then start Gobelet."""
    if (not unread and _has_board()) or _ask_player():
        from gobelet.start import boot

        boot.main()


def _has_board() -> bool:
    """Tell whether there is a board file, and UP and DOWN are not both held."""
    import machine

    board = _board()
    if board is None:
        return False
    for number in (board.UP, board.DOWN):
        if machine.Pin(number, machine.Pin.IN, machine.Pin.PULL_UP)():
            return True
    return False


def _board() -> Any:
    """Return the board file as a module; None if the device has no board file."""
    from gobelet_boards import BOARDS

    try:
        with open(FILE, "rb") as file:
            content = file.read()
    except OSError:
        return None
    for name, text in BOARDS:
        if text == content:
            # use the frozen copy of this board file, because compiling the file takes 30 ms
            sys.modules["gobelet_board"] = __import__(name)
            break
    import gobelet_board

    return gobelet_board


def _ask_player() -> bool:
    """Find the panel, ask the player, and write the board file.

    Return False if the program must not start, because the player keeps an unreadable file system.
    """
    import time

    import gobelet_boards
    import machine

    from gobelet.device import pico

    def free_pins(board: Any) -> None:
        for number in (board.SDA, board.SCL):
            machine.Pin(number, machine.Pin.IN)

    every = [str(text, "utf-8") for _, text in gobelet_boards.BOARDS]
    boards = find_boards(pico.open_bus, free_pins, time.sleep_ms, every)
    first: Any = _Board(boards[0])
    pins = [
        machine.Pin(number, machine.Pin.IN, machine.Pin.PULL_UP)
        for number in (first.UP, first.DOWN, first.OK, first.BACK)
    ]

    def read() -> Mask:
        mask = 0
        for number, pin in enumerate(pins):
            mask |= (1 ^ pin()) << number
        return mask

    if unread:
        if not ask_to_erase(pico.open_bus, read, time.sleep_ms, boards):
            print("Gobelet: what lies in the place of the files cannot be read, and stays as it is.")
            return False
        import rp2
        import vfs

        vfs.mount(format_flash(rp2.Flash()), "/")
    write_board_file(choose(pico.open_bus, read, time.sleep_ms, boards))
    sys.modules.pop("gobelet_board", None)
    _board()
    return True


def write_board_file(text: str) -> None:
    """Write the board file, whole or not at all, and rename a previous board file."""
    import os

    with open(_NEW, "wb") as file:
        file.write(text.encode())
    try:
        os.rename(FILE, OLD)
    except OSError:
        pass
    os.rename(_NEW, FILE)


def find_boards(
    open_bus: Callable[[Any], Bus],
    free_pins: Callable[[Any], None],
    sleep_ms: Callable[[Milliseconds], None],
    boards: Sequence[str],
) -> list[str]:
    """Wait until a panel answers; return the texts of the board files with its pins.

    open_bus(board) returns the I2C bus of a board. free_pins(board) frees the pins of the board from the bus. `boards`
    has the texts of all board files.
    """
    groups: list[tuple[tuple[int, ...], list[str]]] = []
    for text in boards:
        board: Any = _Board(text)
        pins = (board.I2C, board.SDA, board.SCL, board.UP, board.DOWN, board.OK, board.BACK)
        for known, group in groups:
            if known == pins:
                group.append(text)
                break
        else:
            groups.append((pins, [text]))
    has_printed = False
    while True:
        for _, group in groups:
            if _find_panel(open_bus, group[0]) is not None:
                return group
            # Free the pins of this group before the next group is tried. Two groups can use the same I2C bus of the
            # chip. A panel at the pins of one group would then answer when the other group is tried.
            free_pins(_Board(group[0]))
        if not has_printed:
            has_printed = True
            print("Gobelet: no panel answers")
        sleep_ms(_ABSENT_MS)


def choose(
    open_bus: Callable[[Any], Bus],
    read: Callable[[], Mask],
    sleep_ms: Callable[[Milliseconds], None],
    boards: Sequence[str],
) -> str:
    """Let the player choose the board file with which the panel shows a whole picture.

    The function draws a border with one board file after another, and the player says whether the border is complete.
    It returns the text of the chosen board file.

    The text has the I2C address at which the panel answers. open_bus(board) returns the I2C bus of a board. read()
    returns the keys that are down, as a bit mask.
    """
    number = 0
    while True:
        panel, canvas, text = _wait_for_panel(open_bus, sleep_ms, boards[number])
        board: Any = _Board(text)
        canvas.rect(0, 0, 128, 64)
        canvas.centre(4, "Cadre entier ?", 16)
        canvas.centre(21, "Whole frame?", 16)
        canvas.centre(42, "OK oui yes   ↓ non no")
        canvas.centre(53, board.NAME)
        panel.show()
        key = wait_for_keys(read, sleep_ms, _DARK_MS)
        if key == _OK:
            return text
        if key in (0, _DOWN):
            number += 1
        elif key == _UP:
            number -= 1
        number %= len(boards)


def ask_to_erase(
    open_bus: Callable[[Any], Bus],
    read: Callable[[], Mask],
    sleep_ms: Callable[[Milliseconds], None],
    boards: Sequence[str],
) -> bool:
    """Ask the player whether to erase an unreadable file system.

    Return True if the player chooses "Yes"; the answer "No" is selected first.
    """
    panel, canvas, _ = _wait_for_panel(open_bus, sleep_ms, boards[0])
    key = 0
    while key != _OK:
        _draw_page(panel, canvas, "Stockage abîmé", "Damaged storage", "d’un autre programme ?  OK")
        key = wait_for_keys(read, sleep_ms, _DARK_MS)
    answer = key = 0
    while key != _OK:
        _draw_page(
            panel, canvas, "Tout effacer ?", "Erase it all?", "↑↓  OK", ("Non  No", "Oui  Yes")[answer]
        )
        key = wait_for_keys(read, sleep_ms, _DARK_MS)
        if key in (_UP, _DOWN):
            answer ^= 1
    if not answer:
        _draw_page(panel, canvas, "Rien n’est effacé", "Nothing is erased", "")
    return bool(answer)


def _draw_page(panel: Any, canvas: Any, french: str, english: str, last: str, answer: str = "") -> None:
    canvas.clear()
    canvas.centre(0, french, canvas.fitting_size(french, 128, (16, 8)))
    canvas.centre(18, english, canvas.fitting_size(english, 128, (16, 8)))
    canvas.centre(38, answer, 16)
    canvas.centre(56, last)
    panel.show()


_UP, _DOWN, _OK = 1, 2, 4  # bits of a mask of keys, the same as in gobelet/device/keys.py


def wait_for_keys(
    read: Callable[[], Mask], sleep_ms: Callable[[Milliseconds], None], most: Milliseconds
) -> Mask:
    """Wait for a key press; return all keys that were pressed until all are up again.

    The result is 0 if no key is pressed within `most` ms.
    """
    mask = up = 0
    while mask or most > 0:
        down = read()
        mask |= down
        up = 0 if down else up + 1
        if mask and up == _UP_FOR:
            return mask
        sleep_ms(_LOOK_MS)
        most -= _LOOK_MS
    return 0


def _find_panel(open_bus: Callable[[Any], Bus], text: str) -> tuple[Any, Any, str] | None:
    """Return (panel, its canvas, text of the board file with the panel's address).

    `text` is the text of a board file. The result is None if no panel answers at the pins of this board.
    """
    from gobelet.device.assets import open_asset
    from gobelet.device.panel import Panel
    from gobelet.ui.drawing.canvas import Canvas

    for address in ("0x3C", "0x3D"):
        adapted = text.replace("ADDRESS = 0x3C", "ADDRESS = " + address)
        board: Any = _Board(adapted)
        panel = Panel(open_bus(board), board.CHIP, board.ADDRESS, getattr(board, "PANEL", ""))
        if panel.start():
            return panel, Canvas(panel.buffer, open_asset), adapted
    return None


def _wait_for_panel(
    open_bus: Callable[[Any], Bus], sleep_ms: Callable[[Milliseconds], None], text: str
) -> tuple[Any, Any, str]:
    """Wait until a panel answers, and return the result of `_find_panel`."""
    while True:
        found = _find_panel(open_bus, text)
        if found is not None:
            return found
        sleep_ms(_ABSENT_MS)
