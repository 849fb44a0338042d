"""The file of a game as text for the device; firmware/gobelet/games/own/rules/declaration.py reads it.

What a `Device` has is passed in: the desk has it from the sources (compiler.py), the page's editor from its site
(simulator/web/own_check.py), so that both check and write with this.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gobelet.games.own.rules import declaration as device
from gobelet.games.own.rules import procedures
from gobelet.rules.dice import BARS, IMPLODING, UNTIL
from gobelet.rules.odds import of_procedure
from gobelet.rules.procedure import values
from gobelet.rules.refused import Refused

from ..building.typography import hold
from . import declaration
from .alike import json_of
from .reader import Fault, Game

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

OWN = "own"  # the list of these games, and how their names begin
MOST: int = device.LARGEST  # bytes of a file
MOST_GAMES = 8


class Device:
    """What of a device a game is measured by: a Canvas, and whether there is a text of its own by a key."""

    def __init__(self, canvas: Any, reserved: Callable[[str], bool]) -> None:
        self.canvas = canvas
        self.reserved = reserved

    def wrap(self, text: str, room: int, size: int) -> list[str]:
        return list(self.canvas.wrap(text, room, size))

    def unknown(self, text: str) -> str:
        """The first letter that the panel has not; "" if there is none. Its two small sizes have the same ones."""
        for letter in text:
            if not self.canvas.has(letter, 8):
                return letter
        return ""


def read(text: str, on: Device) -> Game:
    """The game of a text, with all that is wrong with it."""
    game = declaration.read(text, on.wrap, on.unknown, on.reserved)
    if not game.faults:
        game.faults = _odds(game)
    if not game.faults:
        size = len(written(game))
        if size > MOST:
            game.faults.append(Fault(1, "too-large", size, MOST))
    return game


def rolls(game: Game) -> Any:
    """The Procedures of a game without faults. What `procedures.made` raises for what the device would refuse."""
    counters = {each[0]: each for each in game.declared["k"]}
    return procedures.made(game.declared["r"], counters, game.declared["s"])


def _odds(game: Game) -> list[Fault]:
    """What the device would say of it, and whether the odds of each roll make a whole."""
    try:
        made = rolls(game)
    except (ValueError, KeyError, IndexError, TypeError) as fault:
        return [Fault(1, "refused", repr(fault))]
    faults = []
    for proc in made:
        try:
            found = of_procedure(proc, values(proc))
        except Refused:
            continue  # not as it begins
        if sum(found.weights) + found.unknown + found.tail != found.total:
            faults.append(Fault(game.lines[proc.name], "odds-not-1", f"'{proc.name}'"))
    return faults


def _lines(found: dict[str, str]) -> str:
    return "\n" + "".join([f"{key}={hold(found[key])}\n" for key in sorted(found)])


def written(game: Game) -> bytes:
    """The bytes of the file of a game without faults."""
    whole: dict[str, Any] = dict(game.declared)
    whole["fr"] = _lines(game.texts["fr"])
    english = _lines(game.texts["en"])
    if english != whole["fr"]:
        whole["en"] = english
    form = _form(game.declared["r"])
    if form > 2:
        whole["r"] = [_short(roll) for roll in game.declared["r"]]
    body = json_of(whole).encode()
    return bytes(device.head_of(body, form)) + b"\n" + body


def _short(roll: Any) -> Any:
    """A roll whose outcomes of which nothing follows take one sign."""
    found = dict(roll)
    found["o"] = [0 if each == [procedures.WORDS, [], [], 0] else each for each in roll["o"]]
    return found


def _form(rolls: Any) -> int:
    """The form of a file with these rolls: 1 and 2 are what earlier devices read too."""
    terms = [term for roll in rolls for term in roll["d"][1]]
    dice = max([0] + [sum([len(term[1]) for term in roll["d"][1]]) for roll in rolls])
    newer = [term for term in terms if len(term) > 10 or term[2] > BARS or term[3] < 0]
    newer += [term for term in terms if len(term) > 6 and (term[6] >= IMPLODING or term[7] > UNTIL)]
    newer += [one for roll in rolls for one in roll["i"] if one[4] == "under"]
    if newer or dice > 20 or [roll for roll in rolls if procedures.is_long(roll["o"], roll["g"])]:
        return 3
    return 2 if [term for term in terms if len(term) > 6] else 1


def name(game: Game) -> str:
    """What the device calls it."""
    return f"{OWN}-{game.id}"


def listed(game: Game, index: bytes | None) -> bytes | None:
    """The list of such games with this one in it, `index` being the list that is there; None if that is full."""
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
