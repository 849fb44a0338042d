"""The board file on a device, which describes the device's pins and its panel.

The flash tool keeps this file unless the user names another board.
"""

from __future__ import annotations

import base64
import time
from collections.abc import Callable, Sequence
from dataclasses import replace
from pathlib import Path

from host_tools.building import board_files, build
from host_tools.device.remote import Remote, garbled_answer

NAME = "gobelet_board.py"
LARGEST = 16384  # maximum number of bytes that are read of a board file; the files in boards/ have about 1 KB
READ = f"""
import binascii
with open('/{NAME}', 'rb') as f:
    print('@', str(binascii.b2a_base64(f.read({LARGEST})), 'ascii').strip())
"""

Facts = dict[str, object]


def read(board: Remote) -> bytes:
    """Return the bytes of the board file on a device; the file must exist."""
    try:
        return base64.b64decode(board.rows(READ)[-1], validate=True)
    except (IndexError, ValueError):
        raise garbled_answer(board.port) from None


def facts_of(content: bytes) -> Facts:
    """Return the constants of a board file except GAMES; {} for invalid Python."""
    try:
        facts = build.constants_in(content.decode("utf-8"))
    except (UnicodeDecodeError, SyntaxError, ValueError):
        return {}
    # GAMES, the list of games, does not describe the wiring.
    return {name: value for name, value in facts.items() if name != "GAMES"}


def games_of(content: bytes | None) -> tuple[str, ...]:
    """Return the games that the device's board file names; () means all games."""
    return board_files.games_of((content or b"").decode("utf-8", "replace"))


def with_games(content: bytes, games: Sequence[str]) -> bytes:
    """Set GAMES in the text of a board file; remove it if `games` is empty."""
    return content if games_of(content) == tuple(games) else _limit_to_games(content, games)


def _limit_to_games(content: bytes, games: Sequence[str]) -> bytes:
    return board_files.with_games(content.decode("utf-8"), games).encode()


def files_for_device(root: Path) -> dict[str, bytes]:
    """Return the merged board file of each board of boards/, by board name."""
    return {name: build.board_source(name, root).encode() for name in build.boards(root)}


def choose_board(
    there: bytes | None,
    asked: str | None,
    fits: Callable[[Facts], bool],
    root: Path,
    replaces: Callable[[str], bool],
    default: str = build.DEFAULT_BOARD,
) -> tuple[str, bytes | None]:
    """Return the name of the board to build for, and the board file to keep.

    The second value is the device's board file if this file must stay, or None if the tool must write the board
    file from boards/.

    there     the board file on the device, or None.
    asked     the name of the board that the user wants, or None.
    fits      a function that tells whether the constants of a board file match the device.
    replaces  a function that asks the user whether to replace the board file on the device.
    default   the name of the board if `asked` is None and the device has no usable board file.
    """
    if there is None or not is_usable(there, fits, root):
        return asked or default, None
    ours = files_for_device(root)
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
    """Tell whether this firmware can start with a board file.

    The file must have every constant that all files of boards/ have. `fits` tells whether the constants of a file
    match the device.
    """
    facts = facts_of(content)
    needed = set.intersection(*(set(facts_of(each)) for each in files_for_device(root).values()))
    return needed <= facts.keys() and fits(facts)


def is_edited(content: bytes, root: Path) -> bool:
    """Tell whether a board file has other constants than every file of boards/."""
    return facts_of(content) not in [facts_of(each) for each in files_for_device(root).values()]


def save(content: bytes, folder: Path) -> Path:
    """Save a copy of a board file into a folder of this computer; return its path."""
    path = folder / time.strftime("gobelet_board-%Y%m%d-%H%M%S.py")
    path.write_bytes(content)
    return path


def put_into(made: build.Build, content: bytes) -> build.Build:
    """Replace the board file of a build, and return the changed build."""
    (made.folder / NAME).write_bytes(content)
    own = build.Entry(NAME, len(content), build.digest(content))
    return replace(made, entries=tuple(own if each.path == NAME else each for each in made.entries))
