"""The rules of Tri'Nytia give the same results under real MicroPython."""

from __future__ import annotations

import json

ODDS = """
import json
from gobelet.rules.odds import procedure_odds
from gobelet.rules.procedure import Outcome, resolve, values
from gobelet.games.trinytia.rules import PROCEDURES
from gobelet.game.session import explain

def load(name, module):
    return getattr(__import__("gobelet.games.trinytia.rules." + module, None, None, (name,)), name)

GIVEN = {
    "move": {"lieu": 6, "mod6": 1, "extra": 2},
    "arrive": {"to": 1, "extra": 2},
    "attack": {"mod4": -1, "x3": 1, "flat": 1, "div": 2, "pv": 12, "wounds": 7, "armour": 2},
    "suffer": {"amount": 5, "pv": 9, "wounds": 5, "armour": 3},
    "heal": {"amount": 4, "wounds": 2, "spill": 1},
    "death": {"faction": 2, "of": 3},
    "bet": {"stake1": 2, "stake3": 1},
}
for listed in PROCEDURES:
    proc = load(*listed)
    v = values(proc, GIVEN.get(proc.name))
    odds = procedure_odds(proc, v)
    outcome, path = resolve(proc, v, lambda sides: (sides + 1) // 2, lambda ask, s: ask.options[-1])
    why = explain("trinytia", proc, v, path)
    print(json.dumps([proc.name, odds.keys, odds.weights, odds.total, outcome.key, outcome.word,
                      [list(e) for e in outcome.effects], [[key, list(args)] for key, args in why]]))
"""


def test_odds_outcomes_and_why_lines_agree(both_micropythons, capsys):
    there = [json.loads(line) for line in both_micropythons(ODDS).splitlines()]
    capsys.readouterr()
    exec(ODDS, {})
    here = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert len(here) == 15
    assert there == here
