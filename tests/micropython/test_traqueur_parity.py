"""The rules of Traqueur give the same results under real MicroPython."""

from __future__ import annotations

import json

RUN = """
import json
from gobelet.rules.odds import procedure_odds
from gobelet.rules.procedure import resolve, values
from gobelet.rules.sheet import State
from gobelet.games.traqueur.rules import PROCEDURES, game
from gobelet.games.traqueur.rules.sheets import KINDS, SLOTS
from gobelet.game.session import explain

GIVEN = {
    "starter": {"players": 3},
    "strike": {"attack": 3, "type": 3, "target": 1, "life": 9},
    "buy": {"price": 4, "coins": 2, "basic": 0, "cost": 3, "net": 1},
    "weapon": {"attack": 3},
    "exotic": {"common": 40, "exotic": 20},
    "draw": {"deck": 30, "copies": 3, "cards": 9},
}
for name, module in PROCEDURES:
    proc = getattr(__import__("gobelet.games.traqueur.rules." + module, None, None, (name,)), name)
    v = values(proc, GIVEN[name])
    odds = procedure_odds(proc, v)
    outcome, path = resolve(proc, v, lambda sides: sides, lambda ask, s: ask.options[0])
    why = explain("traqueur", proc, v, path)
    print(json.dumps([name, odds.keys, odds.weights, odds.total, outcome.key, outcome.word,
                      [list(e) for e in outcome.effects], [[key, list(args)] for key, args in why]]))

def make(changes):
    state.apply(state.effects(changes))
    print(json.dumps([list(change) for change in changes]))

for players in (3, 4):
    state = State(KINDS)
    make(game.start_game(players))
    for row in range(players):
        make(game.take_familiar(state, row, 1 + row % 3, row & 1, 2 + row, 5))
    make([("game", 0, "first", 1)])
    make(game.begin_combat(state))
    while state.get("game", 0, "part") < 4:
        part = state.get("game", 0, "part")
        if part == 1:
            make(game.use_action(state) + game.end_preparation(state))
        elif part == 2:
            target = game.targets(state, state.get("game", 0, "active"))[0]
            make(game.end_strike(state, [("familiar", target, "life", 0)]))
        elif not state.get("game", 0, "struck"):
            print(json.dumps([game.ranking(state), game.choosers(state), game.starters(state)]))
            make(game.use_weapon(state))
        else:
            make(game.pick_spell(state, True) + game.next_round(state))
    print(json.dumps([list(values) for values in state.sheets]))
"""


def test_odds_outcomes_and_whole_games_agree(both_micropythons, capsys):
    there = [json.loads(line) for line in both_micropythons(RUN).splitlines()]
    capsys.readouterr()
    exec(RUN, {})
    here = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert len(here) > 60
    assert there == here
