"""The board file on a device: it says which pins and which panel that device has, so it is kept unless another one is
asked for by name.
"""

from __future__ import annotations

import base64
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from host_tools.building import board_files, build
from host_tools.device.remote import Remote, garbled

NAME = "gobelet_board.py"
LARGEST = 16384  # bytes; ours have 1 KB
READ = f"""
import binascii
with open('/{NAME}', 'rb') as f:
    print('@', str(binascii.b2a_base64(f.read({LARGEST})), 'ascii').strip())
"""

Facts = dict[str, object]


def read(board: Remote) -> bytes:
    """The board file on a device that has one."""
    try:
        return base64.b64decode(board.rows(READ)[-1], validate=True)
    except (IndexError, ValueError):
        raise garbled(board.port) from None


def facts_of(content: bytes) -> Facts:
    """Its constants, but for the games; none if it cannot be read as Python."""
    try:
        facts = build.constants_in(content.decode("utf-8"))
    except (UnicodeDecodeError, SyntaxError, ValueError):
        return {}
    return {
        name: value for name, value in facts.items() if name != "GAMES"
    }  # these are no part of what is soldered


def games_of(content: bytes | None) -> tuple[str, ...]:
    """The games that a device has by its board file, () for all of them."""
    return board_files.games_of((content or b"").decode("utf-8", "replace"))


def with_games(content: bytes, games: Sequence[str]) -> bytes:
    """The same board file for these games."""
    return content if games_of(content) == tuple(games) else _named(content, games)


def _named(content: bytes, games: Sequence[str]) -> bytes:
    return board_files.with_games(content.decode("utf-8"), games).encode()


def shipped(root: Path) -> dict[str, bytes]:
    """The board files that a device gets, by the names of the boards."""
    return {name: build.board_source(name, root).encode() for name in build.boards(root)}


def choose(
    there: bytes | None,
    asked: str | None,
    fits: Callable[[Facts], bool],
    root: Path,
    replaces: Callable[[str], bool],
    default: str = build.DEFAULT_BOARD,
) -> tuple[str, bytes | None]:
    """The board to build for, and the file that stays on the device, None if boards/ has it.

    there     the board file on the device
    asked     the board that was named, if any
    fits      whether a file's constants can be those of the device
    replaces  asks the question whether the file that is there makes room for the one that was asked for
    default   the board where none is asked for and none is there
    """
    if there is None or not is_usable(there, fits, root):
        return asked or default, None
    ours = shipped(root)
    facts = facts_of(there)
    same = [name for name, content in ours.items() if facts_of(content) == facts]
    if asked in same or (asked is None and same):
        return asked or same[0], None
    if asked is not None:
        said = str(facts.get("NAME") or same[0]) if same else "one that was edited"
        if replaces(f"The board file on the device is another one ({said}). Replace it by {asked}?"):
            return asked, None
    fitting = [name for name, content in ours.items() if fits(facts_of(content))]
    return (same or fitting or [build.DEFAULT_BOARD])[0], None if same else there


def is_usable(content: bytes, fits: Callable[[Facts], bool], root: Path) -> bool:
    """Whether this firmware can start with a board file, on a device whose constants `fits` knows."""
    facts = facts_of(content)
    needed = set.intersection(*(set(facts_of(each)) for each in shipped(root).values()))
    return needed <= facts.keys() and fits(facts)


def is_edited(content: bytes, root: Path) -> bool:
    """Whether it says something else than each of boards/."""
    return facts_of(content) not in [facts_of(each) for each in shipped(root).values()]


def save(content: bytes, folder: Path) -> Path:
    """Keep a copy of a board file on the desk; where."""
    path = folder / time.strftime("gobelet_board-%Y%m%d-%H%M%S.py")
    path.write_bytes(content)
    return path


def put_into(made: build.Build, content: bytes) -> build.Build:
    """The build, with this board file for its own."""
    (made.folder / NAME).write_bytes(content)
    own = build.Entry(NAME, len(content), build.digest(content))
    return replace(made, entries=tuple(own if each.path == NAME else each for each in made.entries))
