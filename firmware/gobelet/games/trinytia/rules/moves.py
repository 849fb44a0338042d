"""Tri'Nytia: the steps of placing, choosing the first player, moving and arriving."""

from gobelet.core.procedure import ME, SHEET, Ask, Outcome, Refused, Roll

from . import rolls, tables

BOTH = (4, 6)
ACTED = ("game", "actions", "+", 1)

SUM = Roll(BOTH, lambda v, s, faces: sum(faces))


def place(v, s):
    if s is None:
        return SUM
    return Outcome(s, (("me", "lieu", "=", s), ("me", "score", "=", s)))


def tie_roll(v, s):
    if s is None:
        return SUM
    return Outcome(s, (("me", "score", "=", s),))


def _first_fold(v, s, faces):
    """A state is (how many rolled, best sum, its player or 0 for a tie)."""
    count, best, leader = s or (0, 0, 0)
    total = sum(faces)
    if total > best:
        return count + 1, total, count + 1
    return count + 1, best, 0 if total == best else leader


FIRST = Roll(BOTH, _first_fold)


def first_player(v, s):
    if s is None or s[0] < v["players"]:
        return FIRST
    return Outcome(s[2], word=None if s[2] else "tie")


def single(v, key):
    return key > 0


# Moving. A state is FREE or OFF while somebody must choose, else where the character has come: 100, 200 or
# 300 + Lieu, by the roll, by free choice, by decision of the table.

ROLLED, CHOSEN, TABLE = 100, 200, 300
FREE, OFF = 1, 2


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


MOVE = Roll(BOTH, lambda v, s, faces: _where(v, v["lieu"], faces))
# The roll of Lieu 1 gives no free choice [A-TN22].
AGAIN = Roll(BOTH, lambda v, s, faces: _where(v, None, faces))


def move(v, s):
    done = (("me", "moved", "+", 1), ACTED)
    if v["fixed"]:
        return Outcome(v["lieu"], done, word="fixed")
    if s is None:
        return MOVE
    return _settle(v, s, done)


def arrive(v, s):
    """Attracted or projected [attiré, projeté]: the Lieu is not activated; nothing at all when fixed."""
    if v["fixed"]:
        return Outcome(v["lieu"], word="fixed")
    return _settle(v, ROLLED + v["to"] if s is None else s, ())


def lieu1(v, s):
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
        return AGAIN
    chosen = CHOSEN <= s < TABLE
    return Outcome(rolls.CHOICE if chosen else s % 100, (("me", "lieu", "=", s % 100),) + done)


def check_to(v):
    rolls.arrival(v["to"], v["extra"])


def free(v, key):
    return key == rolls.CHOICE


def island(at):
    """Test of a question: whether the move lets one stand on island 0, 1 or 2."""
    return lambda v, key: rolls.reaches(v["lieu"], tables.ISLANDS[at], key, v["extra"])
