"""Trinités: what comes before the first action of a combat: the test of initiative, the test of surprise."""

from gobelet.core.odds import Odds
from gobelet.core.procedure import Outcome, Procedure, choice, flag, lane, number

from .initiative import CONDITIONS, place
from .tables import MOST
from .trial import LEVEL, SUCCESS, chance, needs, odds_of, succeeds

# The test of initiative. Its key is 20 times the zone, and the score.


def _lined(v, final):
    zone, init = place(final, v["caught"])
    return 20 * zone + init


def _initiative(v, s):
    now = needs(v, s)
    if now is not None:
        return now
    key = _lined(v, s + lane(initiative, v, "roll"))
    return Outcome(key, (("me", "zone", "=", key // 20), ("me", "init", "=", key % 20)))


def _reach(n, adam):
    """P(natural >= n), where a natural 1 is nothing special [A-TR17]."""
    return chance(n, adam) if n > 1 else (1, 1)


def _initiative_odds(v):
    mod = lane(initiative, v, "roll")
    unit = 144
    finals = list(range(min(1 + mod, 23), 24))  # from 23 on it is 12
    shares = [_reach(final - mod, v["adam"]) for final in finals]
    for _, den in shares:
        unit = max(unit, den)
    weights = {}
    for at in range(len(finals)):
        w = shares[at][0] * unit // shares[at][1]
        if at + 1 < len(finals):
            w -= shares[at + 1][0] * unit // shares[at + 1][1]
        key = _lined(v, finals[at])
        if w:
            weights[key] = weights.get(key, 0) + w
    return Odds(weights, unit, 0, 0, 0)


initiative = Procedure(
    "initiative",
    (
        choice(
            "condition",
            tuple([row.split()[0] for row in CONDITIONS]),
            3,
            "roll",
            tuple([int(row.split()[1]) for row in CONDITIONS]),
        ),
        number("score", 0, MOST, lane="roll"),
        number("more", -30, 30, lane="roll"),
        flag("caught"),
        number("adam", 0, 1, role="me", field="adam"),
    ),
    _initiative,
    explain="initiative",
    roles=("me",),
    label=lambda key: str(key % 20),
    odds=_initiative_odds,
)


# Surprise: a test of Vigilance; who fails may not react (seed L438-441).


def _alert(v, s):
    now = needs(v, s)
    if now is not None:
        return now
    key = int(succeeds(s, lane(alert, v, "roll")))
    return Outcome(key, (("me", "surprised", "=", 1 - key),))


def _alert_odds(v):
    return odds_of(lane(alert, v, "roll"), v["adam"])


alert = Procedure(
    "alert",
    (
        number("score", 0, MOST, lane="roll"),
        LEVEL,
        number("more", -30, 30, lane="roll"),
        number("adam", 0, 1, role="me", field="adam"),
    ),
    _alert,
    questions=(("win", SUCCESS[0][1]),),
    explain="deed",
    roles=("me",),
    odds=_alert_odds,
)
