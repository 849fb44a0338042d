"""Games as text on the desk: read from files, measured with the fonts and texts of the sources."""

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
from host_tools.own.sentences import said

from gobelet.ui.drawing.canvas import Canvas  # isort: skip

__all__ = ["MOST", "SUFFIX", "OwnError", "compiled", "device", "files", "name", "of_file", "read"]
SUFFIX = ".gobelet.toml"


class OwnError(Exception):
    """What is wrong with a game's text, a line each."""

    def __init__(self, faults: list[Fault]) -> None:
        super().__init__("\n".join(map(str, faults)))
        self.faults = faults

    def said(self, language: str) -> list[str]:
        """The lines in "fr" or "en"."""
        return [said(language, "line", fault.line, fault.said(language)) for fault in self.faults]


@cache
def device() -> Device:
    letters = fonts.pack_all()
    return Device(Canvas(bytearray(1024), lambda name: io.BytesIO(letters[name])), reserved().__contains__)


@cache
def reserved() -> frozenset[str]:
    """The keys of what a device says itself while it plays such a game."""
    found = texts.load(texts.catalogues()["system"])["fr"] | texts.load(texts.catalogues()[texts.OWN])["fr"]
    return frozenset(found)


def read(text: str) -> Game:
    """The game of a text, with all that is wrong with it."""
    return game_file.read(text, device())


def compiled(text: str) -> tuple[Game, bytes]:
    """(the game, the bytes of its file). OwnError with all faults if it has any."""
    game = read(text)
    if game.faults:
        raise OwnError(game.faults)
    return game, game_file.written(game)


def files(text: str, index: bytes | None = None) -> dict[str, bytes]:
    """What a device's data gets with the game of a text: its file and the list of such games, `index` being the list
    that is there. OwnError if the game has faults, or the list is full.
    """
    game, data = compiled(text)
    found = game_file.listed(game, index)
    if found is None:
        raise OwnError([Fault(1, "eight")])
    return {f"{name(game)}.game": data, texts.OWN: found}


def of_file(path: Path, make: Callable[[str], Any] = compiled) -> Any:
    """What `make` gives of a file's text. OwnError for one that is no UTF-8."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as fault:
        raise OwnError([Fault(1, "not-utf8", fault.start)]) from None
    return make(text)
