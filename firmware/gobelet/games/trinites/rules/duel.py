"""Trinités: confrontations, direct, deferred and multiple (seed L79-99); see `sides`."""

from gobelet.core.odds import Odds
from gobelet.core.procedure import Outcome, Procedure, choice, lane, number
from gobelet.core.refused import Refused

from .sheets import FAILED, WAITS
from .sides import odds, sides, winner
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
    used,
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
    explain="test",
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
        number("pending", 0, 2, WAITS, role="other", field="pending", asked=False),
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
