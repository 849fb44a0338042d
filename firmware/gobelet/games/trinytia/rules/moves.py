"""Tri'Nytia: moving, arriving, and the roll of Lieu 1."""

from gobelet.core.procedure import ME, SHEET, Ask, Outcome, Procedure, Roll, number
from gobelet.core.refused import Refused

from . import inputs, rolls, tables
from .inputs import ACTED, BOTH, DICE

# Moving. A state is FREE or OFF while somebody must choose, else where the character has come: 100, 200 or
# 300 + Lieu, by the roll, by free choice, by decision of the table.

ROLLED = 100
CHOSEN = 200
TABLE = 300
FREE = 1
OFF = 2


def total(v, faces):
    """A sum with its die modifiers."""
    return sum(faces) + v["mod4"] + v["mod6"]


def _where(v, lieu, faces):
    try:
        where = rolls.destination(lieu, total(v, faces), v["extra"])
    except Refused:
        return OFF
    if where == rolls.CHOICE:
        return FREE
    return ROLLED + (1 if where == rolls.REDIRECT else where)


_MOVE = Roll(BOTH, lambda v, s, faces: _where(v, v["lieu"], faces))
# The roll of Lieu 1 gives no free choice [A-TN22].
_AGAIN = Roll(BOTH, lambda v, s, faces: _where(v, None, faces))


def _move(v, s):
    done = (("me", "moved", "+", 1), ACTED)
    if v["fixed"]:
        return Outcome(v["lieu"], done, word="fixed")
    if s is None:
        return _MOVE
    return _settle(v, s, done)


def _arrive(v, s):
    """Attracted or projected [attiré, projeté]: the Lieu is not activated; nothing at all when fixed."""
    if v["fixed"]:
        return Outcome(v["lieu"], word="fixed")
    return _settle(v, ROLLED + v["to"] if s is None else s, ())


def _lieu1(v, s):
    return _settle(v, ROLLED + 1 if s is None else s, ())


def _settle(v, s, done):
    """What follows a sum: a choice, the roll of Lieu 1, or the arrival."""
    if s == FREE:
        # The odds count the free choice itself: any Lieu will do for them but Lieu 1, which would roll on.
        options = tuple(rolls.choices(v["lieu"], v["extra"]))
        return Ask(ME, "where", options, lambda v, s, n: CHOSEN + n, lambda v, s: options[-1])
    if s == OFF:
        # No such Lieu on the board (TN-E05): nobody but the table can say.
        options = tuple(tables.members(tables.active(v["extra"])))
        return Ask(SHEET, "table", options, lambda v, s, n: TABLE + n)
    if s % 100 == 1:
        return _AGAIN
    chosen = CHOSEN <= s < TABLE
    return Outcome(rolls.CHOICE if chosen else s % 100, (("me", "lieu", "=", s % 100),) + done)


def _check_to(v):
    rolls.arrival(v["to"], v["extra"])


def _free(v, key):
    return key == rolls.CHOICE


def _island(at):
    """Test of a question: whether the move lets one stand on island 0, 1 or 2."""
    return lambda v, key: rolls.reaches(v["lieu"], tables.ISLANDS[at], key, v["extra"])


_EXTRA = number("extra", 0, 3, role="game", field="lieux", asked=False)  # Lieux 0 and 1, as bits
_HERE = (
    number("lieu", -1, 10, start=-1, role="me", field="lieu"),
    number("fixed", 0, 1, role="me", field="fixed"),
    _EXTRA,
)


def _thrown(v):
    """Only who should arrive on Lieu 1 throws dice."""
    return v["to"] == 1


move = Procedure(
    "move",
    DICE + _HERE,
    _move,
    questions=(
        ("choice", _free),
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
    + tuple([number(i.name, i.low, i.high, lane=i.lane, when=_thrown) for i in DICE])
    + _HERE,
    _arrive,
    check=_check_to,
    explain="move",
    roles=inputs.ME,
)
lieu1 = Procedure("lieu1", DICE + (_EXTRA,), _lieu1, explain="move", roles=inputs.ME)
