"""Check a game written as text, and write the game's file for a device.

On the device, firmware/gobelet/games/own/rules/declaration.py reads this file.

The functions get the limits of the device as a `Device` object. The desk makes this object from the sources
(compiler.py). The page's editor makes it from files of its site (simulator/web/own_check.py). Desk and page
therefore find the same faults, and write the same file.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gobelet.games.own.rules import declaration as device
from gobelet.games.own.rules import procedures
from gobelet.rules.dice import BARS, IMPLODING, UNTIL
from gobelet.rules.odds import procedure_odds
from gobelet.rules.procedure import values
from gobelet.rules.refused import Refused

from ..building.typography import with_hard_spaces
from . import declaration
from .alike import json_of
from .reader import Fault, Game

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

OWN = "own"  # file name of the device's list of games written as text, and prefix of the names of these games
MOST: int = device.LARGEST  # maximum size of a game's file on the device, in bytes
MOST_GAMES = 8


class Device:
    """The limits of a device for games written as text.

    canvas    a Canvas of the firmware, which measures texts
    reserved  a function that tells whether a text key belongs to the device's own texts
    """

    def __init__(self, canvas: Any, reserved: Callable[[str], bool]) -> None:
        self.canvas = canvas
        self.reserved = reserved

    def wrap(self, text: str, room: int, size: int) -> list[str]:
        return list(self.canvas.wrap(text, room, size))

    def unknown(self, text: str) -> str:
        """Return the first letter in a text that the fonts lack, or "".

        The fonts of size 8 and 16 have the same letters, so the method checks only the font of size 8.
        """
        for letter in text:
            if not self.canvas.has_glyphs(letter, 8):
                return letter
        return ""


def read(text: str, on: Device) -> Game:
    """Parse and check the text of a game; return the game with a list of its faults."""
    game = declaration.read(text, on.wrap, on.unknown, on.reserved)
    if not game.faults:
        game.faults = _odds(game)
    if not game.faults:
        size = len(serialize(game))
        if size > MOST:
            game.faults.append(Fault(1, "too-large", size, MOST))
    return game


def rolls(game: Game) -> Any:
    """Return the Procedures of a game without faults, as the device makes them.

    Raises the errors of `procedures.make_procedures`.
    """
    counters = {each[0]: each for each in game.declared["k"]}
    return procedures.make_procedures(game.declared["r"], counters, game.declared["s"])


def _odds(game: Game) -> list[Fault]:
    """Return a fault for each roll whose computed odds do not add up to 1.

    If the device would refuse the declaration of the rolls, return a single fault.
    """
    try:
        made = rolls(game)
    except (ValueError, KeyError, IndexError, TypeError) as fault:
        return [Fault(1, "refused", repr(fault))]
    faults = []
    for proc in made:
        try:
            found = procedure_odds(proc, values(proc))
        except Refused:
            continue  # a roll may refuse the start values of its inputs, which is no fault
        if sum(found.weights) + found.unknown + found.tail != found.total:
            faults.append(Fault(game.lines[proc.name], "odds-not-1", f"'{proc.name}'"))
    return faults


def _lines(found: dict[str, str]) -> str:
    return "\n" + "".join([f"{key}={with_hard_spaces(found[key])}\n" for key in sorted(found)])


def serialize(game: Game) -> bytes:
    """Return the bytes of the file that a device reads for a game without faults."""
    whole: dict[str, Any] = dict(game.declared)
    whole["fr"] = _lines(game.texts["fr"])
    english = _lines(game.texts["en"])
    if english != whole["fr"]:
        whole["en"] = english
    form = _form(game.declared["r"])
    if form > 2:
        whole["r"] = [_short_roll(roll) for roll in game.declared["r"]]
    body = json_of(whole).encode()
    return bytes(device.head_of(body, form)) + b"\n" + body


def _short_roll(roll: Any) -> Any:
    """Return a copy of a roll in which 0 replaces each outcome that is only a text."""
    found = dict(roll)
    found["o"] = [0 if each == [procedures.WORDS, [], [], 0] else each for each in roll["o"]]
    return found


def _form(rolls: Any) -> int:
    """Return the lowest version of the file format that can store `rolls`: 1, 2 or 3.

    The lowest version is chosen because older firmware reads only the versions 1 and 2.
    """
    terms = [term for roll in rolls for term in roll["d"][1]]
    dice = max([0] + [sum([len(term[1]) for term in roll["d"][1]]) for roll in rolls])
    newer = [term for term in terms if len(term) > 10 or term[2] > BARS or term[3] < 0]
    newer += [term for term in terms if len(term) > 6 and (term[6] >= IMPLODING or term[7] > UNTIL)]
    newer += [one for roll in rolls for one in roll["i"] if one[4] == "under"]
    if newer or dice > 20 or [roll for roll in rolls if procedures.is_long(roll["o"], roll["g"])]:
        return 3
    return 2 if [term for term in terms if len(term) > 6] else 1


def name(game: Game) -> str:
    """Return the device's name for a game, such as "own-duel" for the id "duel"."""
    return f"{OWN}-{game.id}"


def list_with(game: Game, index: bytes | None) -> bytes | None:
    """Return the device's list of games written as text, with the entry of `game`.

    `index` is the content of the present list; None if there is no list. Return None if the list is full.
    """
    called = name(game).encode() + b"\t"
    lines = [line for line in (index or b"").split(b"\n") if line]
    line = called + f"{game.title('fr')}\t{game.title('en')}".encode()
    found = [at for at, each in enumerate(lines) if each.startswith(called)]
    if found:
        lines[found[0]] = line
    elif len(lines) >= MOST_GAMES:
        return None
    else:
        lines.append(line)
    return b"\n".join(lines)
