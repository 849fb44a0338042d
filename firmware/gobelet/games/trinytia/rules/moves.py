"""Tri'Nytia: the Procedures that bring a character to a Lieu (place).

The Procedures are a move, an arrival without a roll, and the roll of a character who arrives on Lieu 1.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gobelet.rules.procedure import ME, SHEET, Ask, Outcome, Procedure, Roll, number
from gobelet.rules.refused import Refused

from . import inputs, rolls, tables
from .inputs import ACTED, BOTH, DICE

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from gobelet.rules.types import Consequence, Faces, Key, Progress, Step, Values

# The progress of a move is FREE if the player must choose a Lieu (place), and OFF if the sum is no active Lieu. In all
# other cases the progress is the Lieu of arrival plus a constant: ROLLED after a roll, CHOSEN after a choice of the
# player, TABLE after a decision of all players.

ROLLED = 100
CHOSEN = 200
TABLE = 300
FREE = 1
OFF = 2


def total(values: Values, faces: Faces) -> int:
    """Return the sum of the two dice and their modifiers."""
    return sum(faces) + values["mod4"] + values["mod6"]


def _lieu_after(values: Values, lieu: Any, faces: Faces) -> int:
    try:
        where = rolls.destination(lieu, total(values, faces), values["extra"])
    except Refused:
        return OFF
    if where == rolls.CHOICE:
        return FREE
    return ROLLED + (1 if where == rolls.REDIRECT else where)


_MOVE = Roll(BOTH, lambda values, progress, faces: _lieu_after(values, values["lieu"], faces))
# The roll of a character on Lieu 1; `lieu` is None, because no sum gives a free choice [A-TN22].
_AGAIN = Roll(BOTH, lambda values, progress, faces: _lieu_after(values, None, faces))


def _move_step(values: Values, progress: Progress) -> Step:
    done = (("me", "moved", "+", 1), ACTED)
    if values["fixed"]:
        return Outcome(values["lieu"], done, word="fixed")
    if progress is None:
        return _MOVE
    return _step_after_sum(values, progress, done)


def _arrive_step(values: Values, progress: Progress) -> Step:
    """Return the next step of an arrival without a roll.

    A card attracts or projects a character (attiré, projeté) to a Lieu (place), which the character does not activate.
    A fixed (fixé) character does not move.
    """
    if values["fixed"]:
        return Outcome(values["lieu"], word="fixed")
    return _step_after_sum(values, ROLLED + values["to"] if progress is None else progress, ())


def _lieu1_step(values: Values, progress: Progress) -> Step:
    return _step_after_sum(values, ROLLED + 1 if progress is None else progress, ())


def _step_after_sum(values: Values, progress: Progress, done: tuple[Consequence, ...]) -> Step:
    """Return the next step after a sum: a choice, the roll of Lieu 1, or the arrival."""
    if progress == FREE:
        # All free choices have one outcome key, so the odds follow only the last option. The last option is never
        # Lieu 1, which needs another roll.
        options = tuple(rolls.choices(values["lieu"], values["extra"]))
        return Ask(
            ME, "where", options, lambda values, progress, n: CHOSEN + n, lambda values, progress: options[-1]
        )
    if progress == OFF:
        # No active Lieu (place) has this number (TN-E05), so the players decide.
        options = tuple(tables.members(tables.active_lieux(values["extra"])))
        return Ask(SHEET, "table", options, lambda values, progress, n: TABLE + n)
    if progress % 100 == 1:
        return _AGAIN
    chosen = CHOSEN <= progress < TABLE
    return Outcome(rolls.CHOICE if chosen else progress % 100, (("me", "lieu", "=", progress % 100),) + done)


def _check_to(values: Values) -> None:
    rolls.arrival(values["to"], values["extra"])


def _is_free_choice(values: Values, key: int) -> bool:
    return key == rolls.CHOICE


def _island(index: int) -> Callable[[Values, Key], object]:
    """Return a function that tells whether a move can end on island `index`."""
    return lambda values, key: rolls.can_reach(values["lieu"], tables.ISLANDS[index], key, values["extra"])


# The input "extra" is a mask of the Lieux (places) 0 and 1: bit n is set if Lieu n is active.
_EXTRA = number("extra", 0, 3, role="game", field="lieux", asked=False)
_HERE = (
    number("lieu", -1, 10, start=-1, role="me", field="lieu"),
    number("fixed", 0, 1, role="me", field="fixed"),
    _EXTRA,
)


def _has_dice(values: Values) -> bool:
    """Tell whether the arrival needs dice, which is true only for Lieu 1."""
    return values["to"] == 1


move = Procedure(
    "move",
    DICE + _HERE,
    _move_step,
    questions=(
        ("choice", _is_free_choice),
        ("island1", _island(0)),
        ("island2", _island(1)),
        ("island3", _island(2)),
    ),
    explain="move",
    roles=inputs.ME,
)
arrive = Procedure(
    "arrive",
    (number("to", 0, 10, start=2),)
    + tuple([number(i.name, i.low, i.high, lane=i.lane, when=_has_dice) for i in DICE])
    + _HERE,
    _arrive_step,
    check=_check_to,
    explain="move",
    roles=inputs.ME,
)
lieu1 = Procedure("lieu1", DICE + (_EXTRA,), _lieu1_step, explain="move", roles=inputs.ME)
