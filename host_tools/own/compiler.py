"""The file of a game as text for the device; firmware/gobelet/games/own/rules/declaration.py reads it."""

from __future__ import annotations

import io
import json
from collections.abc import Callable
from functools import cache
from pathlib import Path
from typing import Any

from host_tools.building import fonts, texts
from host_tools.own import declaration
from host_tools.own.declaration import Fault, Game

from gobelet.core.odds import of_procedure  # isort: skip
from gobelet.core.procedure import values  # isort: skip
from gobelet.core.refused import Refused  # isort: skip
from gobelet.games.own.rules import declaration as device  # isort: skip
from gobelet.games.own.rules import procedures  # isort: skip
from gobelet.ui.canvas import Canvas  # isort: skip

SUFFIX = ".gobelet.toml"
SIZES = (8, 16)
MOST: int = device.LARGEST  # bytes of a file


class OwnError(Exception):
    """What is wrong with a game's text, a line each."""

    def __init__(self, faults: list[Fault]) -> None:
        super().__init__("\n".join(map(str, faults)))
        self.faults = faults


@cache
def canvas() -> Any:
    letters = fonts.pack_all()
    return Canvas(bytearray(1024), lambda name: io.BytesIO(letters[name]))


@cache
def _reserved() -> frozenset[str]:
    found = texts.load(texts.catalogues()["system"])["fr"] | texts.load(texts.catalogues()[texts.OWN])["fr"]
    return frozenset(found)


def read(text: str) -> Game:
    """The game of a text, with all that is wrong with it."""
    game = declaration.read(
        text,
        lambda said, room, size: list(canvas().wrap(said, room, size)),
        lambda said: "".join(fonts.missing(said, SIZES)),
        lambda key: key in _reserved(),
    )
    if not game.faults:
        game.faults = _odds(game)
    if not game.faults:
        size = len(_file(game))
        if size > MOST:
            game.faults.append(Fault(1, f"The game takes {size} bytes; a device takes {MOST} at most."))
    return game


def _odds(game: Game) -> list[Fault]:
    """What the device would say of it, and whether the odds of each roll make a whole."""
    counters = {each[0]: each for each in game.declared["k"]}
    try:
        made = procedures.made(game.declared["r"], counters, game.declared["s"])
    except (ValueError, KeyError, IndexError, TypeError) as fault:
        return [Fault(1, f"The device would refuse this game ({fault!r}).")]
    faults = []
    for proc in made:
        try:
            found = of_procedure(proc, values(proc))
        except Refused:
            continue  # not as it begins
        if sum(found.weights) + found.unknown + found.tail != found.total:
            faults.append(Fault(game.lines[proc.name], f"The odds of {proc.name!r} do not add up to 1."))
    return faults


def _lines(found: dict[str, str]) -> str:
    return "\n" + "".join(f"{key}={texts.hold(text)}\n" for key, text in sorted(found.items()))


def _file(game: Game) -> bytes:
    said = {language: _lines(found) for language, found in game.texts.items()}
    whole = {**game.declared, "fr": said["fr"]}
    if said["en"] != said["fr"]:
        whole["en"] = said["en"]
    body = json.dumps(whole, ensure_ascii=False, separators=(",", ":")).encode()
    altered = any(len(term) > 6 for roll in game.declared["r"] for term in roll["d"][1])
    return bytes(device.head_of(body, 2 if altered else 1)) + b"\n" + body


def compiled(text: str) -> tuple[Game, bytes]:
    """(the game, the bytes of its file). OwnError with all faults if it has any."""
    game = read(text)
    if game.faults:
        raise OwnError(game.faults)
    return game, _file(game)


def name(game: Game) -> str:
    """What the device calls it."""
    return f"{texts.OWN}-{game.id}"


def files(text: str, index: bytes | None = None) -> dict[str, bytes]:
    """What a device's data gets with the game of a text: its file and the list of such games, `index` being the list
    that is there. OwnError if the game has faults, or the list is full.
    """
    game, data = compiled(text)
    called = name(game)
    lines = [line for line in (index or b"").decode(errors="replace").split("\n") if line]
    line = "\t".join([called, game.title("fr"), game.title("en")])
    places = [at for at, each in enumerate(lines) if each.split("\t")[0] == called]
    if places:
        lines[places[0]] = line
    elif len(lines) >= 8:
        raise OwnError([Fault(1, "There are eight games as text on the device already; remove one.")])
    else:
        lines.append(line)
    return {f"{called}.game": data, texts.OWN: "\n".join(lines).encode()}


def of_file(path: Path, make: Callable[[str], Any] = compiled) -> Any:
    """What `make` gives of a file's text. OwnError for one that is no UTF-8."""
    try:
        text = path.read_text(encoding="utf-8-sig")
    except UnicodeDecodeError as fault:
        raise OwnError([Fault(1, f"The file is not UTF-8 at byte {fault.start}.")]) from None
    return make(text)
