"""Trinités: confrontations, direct, deferred and multiple (seed L79-99), with their exact chances.

A is who acts, B who opposes; each side is an integer as in `trial`, and a state is the pair of them.
"""

from gobelet.core.odds import Odds
from gobelet.core.procedure import ME, OPPONENT, Outcome, Procedure, choice, lane, number
from gobelet.core.refused import Refused

from .sheets import FAILED, WAITS
from .tables import DELICATE, LEVEL_NAMES, LEVEL_VALUES, MOST, OPTIONS
from .trial import (
    ABILITY,
    EQUAL,
    NOBODY,
    PENDING,
    SUCCESS,
    TARGET,
    A,
    B,
    chance,
    needs,
    odds_of,
    pending,
    succeeds,
    tail,
    taken,
    used,
    wanted,
)


def winner(a, b, failed_a=False, failed_b=False, same=False):
    """Who wins with the final results `a` and `b` (L87-90).

    failed_a, failed_b  a natural 1: that side has failed, whatever its final result (L64)
    same  both want the same thing, so equal results are EQUAL; else B prevents, and a tie is his
    """
    a_wins = not failed_a and a >= TARGET
    b_wins = not failed_b and b >= TARGET
    if a_wins and b_wins:
        return A if a > b else EQUAL if a == b and same else B
    return A if a_wins else B if b_wins else NOBODY


# Chances. Only the first face is special: a 12 is followed by an exploding die that has no natural 1.

_DIE = (1,) * 12  # weights of the faces of one die
_CHOSEN = tuple(range(1, 24, 2))  # and of the better one of two, in 144ths


def weights(a, b, adam_a, adam_b):
    """([nobody, A, B, equal], total) of a direct confrontation with the modifiers `a` and `b`, exact.

    When both dice have shown a 12, the same begins again; once both succeed with any face, that is a geometric
    sum: each round is followed by another in one case of 144.
    """
    again = 1
    while min(a, b) + 12 * again < TARGET - 1:
        again += 1
    # Every weight is a whole number in this unit.
    unit = 143 * 12 ** (2 * again + 8 + (abs(a) + abs(b) + abs(a - b)) // 12)
    found = _throw(a + 12 * again, b + 12 * again, _DIE, _DIE, 1, unit)
    found = [w * 144 // 143 for w in found]
    while again:
        again -= 1
        first = again == 0
        faces_a = _CHOSEN if first and adam_a else _DIE
        faces_b = _CHOSEN if first and adam_b else _DIE
        now = _throw(a + 12 * again, b + 12 * again, faces_a, faces_b, 1 + first, unit)
        for at in range(4):
            now[at] += found[at] * faces_a[11] * faces_b[11] // (sum(faces_a) * sum(faces_b))
        found = now
    return found, unit


def _throw(a, b, faces_a, faces_b, least, unit):
    """Weights of all first faces but two 12s; faces below `least` fail."""
    found = [0] * 4
    each = unit // (sum(faces_a) * sum(faces_b))
    for f in range(1, 13):
        for g in range(1, 13):
            w = faces_a[f - 1] * faces_b[g - 1] * each
            if f < 12 and g < 12:
                found[winner(a + f, b + g, f < least, g < least, True)] += w
            elif g < 12:
                _rolls_on(found, w, a + 12, b + g, g < least, A, B)
            elif f < 12:
                _rolls_on(found, w, b + 12, a + f, f < least, B, A)
    return found


def _rolls_on(found, w, modifier, other, failed, mine, his):
    """Share out `w`, where one side rolls on with its modifier, and the other has its final result."""
    need = TARGET - modifier
    if failed or other < TARGET:
        his = NOBODY
        wins = equal = _above(w, need)
    else:
        need = max(need, other - modifier)
        equal = _above(w, need)
        wins = _above(w, max(need, other - modifier + 1))
    found[mine] += wins
    found[EQUAL] += equal - wins
    found[his] += w - equal


def _above(w, n):
    num, den = tail(n)
    return w * num // den


def odds(a, b, adam_a, adam_b, same=False):
    """Odds of a direct confrontation, keys as `winner`."""
    found, unit = weights(a, b, adam_a, adam_b)
    if not same:
        found[B] += found[EQUAL]
        found[EQUAL] = 0
    return Odds({key: found[key] for key in range(4) if found[key]}, unit, 0, 0, 0)


# Procedures


_BEGIN = (0, 0)


def _fold_a(v, s, result):
    a, b = s or _BEGIN
    return taken(a, result), b


def _fold_b(v, s, result):
    a, b = s
    return a, taken(b, result)


def sides(v, s):
    """What two sides need next, the inputs "adam_a" and "adam_b" saying how many dice they have; None once both
    natural results are there. s is None at the start, then their pair.
    """
    s = s or _BEGIN
    return wanted(s[0], v["adam_a"], ME, _fold_a, "die_a") or wanted(
        s[1], v["adam_b"], OPPONENT, _fold_b, "die_b"
    )


def _side(end, role, lane):
    return (
        choice("level" + end, LEVEL_NAMES, DELICATE, lane, LEVEL_VALUES),
        number("more" + end, -30, 30, lane=lane),
        choice("skill" + end, OPTIONS),
        number("score" + end, 0, MOST, lane=lane),
        number("adam" + end, 0, 1, role=role, field="adam"),
    )


def _duel(v, s):
    now = sides(v, s)
    if now is not None:
        return now
    a = s[0] + lane(duel, v, "a")
    b = s[1] + lane(duel, v, "b")
    key = winner(a, b, s[0] == 1, s[1] == 1, v["aim"])
    return Outcome(key, used(v, "me", "_a") + used(v, "other", "_b"))


def _duel_odds(v):
    return odds(lane(duel, v, "a"), lane(duel, v, "b"), v["adam_a"], v["adam_b"], v["aim"])


duel = Procedure(
    "duel",
    _side("_a", "me", "a")
    + _side("_b", "other", "b")
    + (choice("aim", ("prevent", "same")),)
    + pending("me", "_a", "a")
    + pending("other", "_b", "b"),
    _duel,
    questions=(
        ("a", lambda v, key: key == A),
        ("b", lambda v, key: key == B),
        ("nobody", lambda v, key: key == NOBODY),
        ("equal", lambda v, key: key == EQUAL),
    ),
    explain="duel",
    roles=("me", "other"),
    odds=_duel_odds,
)


# A deferred confrontation (L92): the result of who acts waits on his sheet.


def _note(v, s):
    now = needs(v, s)
    if now is not None:
        return now
    modifier = lane(note, v, "roll")
    effects = (
        ("me", "pending", "=", FAILED if s == 1 else WAITS),
        ("me", "result", "=", s + modifier),
        ("me", "pending_skill", "=", v["skill"] + 1),
    )
    return Outcome(int(succeeds(s, modifier)), effects + used(v))


def _note_odds(v):
    return odds_of(lane(note, v, "roll"), v["adam"])


note = Procedure(
    "note",
    ABILITY + PENDING,
    _note,
    questions=SUCCESS,
    explain="note",
    roles=("me",),
    odds=_note_odds,
)


def _waiting(v):
    if not v["pending"]:
        raise Refused("TR-N01")


def _oppose(v, s):
    now = needs(v, s)
    if now is not None:
        return now
    key = winner(v["result"], s + lane(oppose, v, "roll"), v["pending"] == FAILED, s == 1)
    return Outcome(key, used(v))


def _oppose_odds(v):
    modifier = lane(oppose, v, "roll")
    stands = winner(v["result"], 0, v["pending"] == FAILED, True)
    target = max(TARGET, v["result"]) if stands else TARGET
    num, den = chance(target - modifier, v["adam"])
    return Odds({key: w for key, w in ((stands, den - num), (B, num)) if w}, den, 0, 0, 0)


# "me" opposes what "other" did.
oppose = Procedure(
    "oppose",
    ABILITY
    + (
        number("pending", 0, 2, WAITS, role="other", field="pending"),
        number("result", -99, 999, TARGET, role="other", field="result"),
    )
    + PENDING,
    _oppose,
    _waiting,
    questions=(
        ("b", lambda v, key: key == B),
        ("a", lambda v, key: key == A),
        ("nobody", lambda v, key: key == NOBODY),
    ),
    explain="oppose",
    roles=("me", "other"),
    odds=_oppose_odds,
)
