"""Compile games written as text on the desk.

game_file.py checks a game and writes its file. This module passes the fonts and texts of the firmware's sources to
game_file.py.
"""

from __future__ import annotations

import io
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

from host_tools.building import fonts, texts
from host_tools.own import game_file
from host_tools.own.game_file import MOST, Device, name
from host_tools.own.reader import Fault, Game
from host_tools.own.sentences import format_message

from gobelet.ui.drawing.canvas import Canvas  # isort: skip

__all__ = ["MOST", "SUFFIX", "OwnError", "compile_text", "device", "files", "from_file", "name", "read"]
SUFFIX = ".gobelet.toml"


class OwnError(Exception):
    """The faults in a game's text, one in each line of the message."""

    def __init__(self, faults: list[Fault]) -> None:
        super().__init__("\n".join(map(str, faults)))
        self.faults = faults

    def messages(self, language: str) -> list[str]:
        """Return the messages, with line numbers, in the language "fr" or "en"."""
        return [
            format_message(language, "line", fault.line, fault.message(language)) for fault in self.faults
        ]


@cache
def device() -> Device:
    """Return the limits of a device, with the fonts and text keys of the sources."""
    letters = fonts.pack_all()
    return Device(
        Canvas(bytearray(1024), lambda name: io.BytesIO(letters[name])), reserved_keys().__contains__
    )


@cache
def reserved_keys() -> frozenset[str]:
    """Return the text keys of the device's own texts, which no game may define."""
    found = texts.load(texts.catalogues()["system"])["fr"] | texts.load(texts.catalogues()[texts.OWN])["fr"]
    return frozenset(found)


def read(text: str) -> Game:
    """Parse and check the text of a game; return the game with a list of its faults."""
    return game_file.read(text, device())


def compile_text(text: str) -> tuple[Game, bytes]:
    """Compile the text of a game; return the game, and the bytes of the file to send.

    Raises OwnError with all faults.
    """
    game = read(text)
    if game.faults:
        raise OwnError(game.faults)
    return game, game_file.serialize(game)


def files(text: str, index: bytes | None = None) -> dict[str, bytes]:
    """Return the files to write into a device's data folder, by name.

    The files are the game, and the list of games written as text with the game in it. `index` is the present
    content of this list on the device; None if the device has no list. Raises OwnError if the game has faults or
    the list is full.
    """
    game, data = compile_text(text)
    found = game_file.list_with(game, index)
    if found is None:
        raise OwnError([Fault(1, "eight")])
    return {f"{name(game)}.game": data, texts.OWN: found}


def from_file(path: Path, make: Callable[[str], Any] = compile_text) -> Any:
    """Return the result of `make` for the text of a file.

    Raises OwnError if the file is not UTF-8.
    """
    try:
        text = path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as fault:
        raise OwnError([Fault(1, "not-utf8", fault.start)]) from None
    return make(text)
