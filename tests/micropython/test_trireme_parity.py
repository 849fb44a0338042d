"""The rules of Trirème give the same results under real MicroPython."""

from __future__ import annotations

import json
from pathlib import Path

import pytest

RUN = """
import json
from gobelet.core.odds import of_procedure
from gobelet.core.procedure import resolve, values
from gobelet.games.trireme.rules import PROCEDURES, owner
FILE = (
    "set\\tship_ram_damage\\t9\\t0\\tBr*a\\n"
    "diag\\tship_ram_damage\\t20\\tX/\\u00e9I\\n"
    "set\\tship_rake_damage\\t7\\tinf\\teBr\\n"
    "set\\tship_clearance\\tordinaire\\t9\\tDvr\\n"
    "set\\tship_ram_damage\\t8\\t0\\tKraken\\n"
    "set\\tship_ram_damage\\t6\\t-1\\t\\u00e9X\\n"
    "param\\tfleet_grapple_need\\t5\\n"
    "param\\tfleet_ram_dice\\t2\\n"
    "hello\\n"
)
GIVEN = {
    "fleet_clearance": ({}, {"bonus": 1}),
    "fleet_sail": ({"bearing": 0, "size": 9}, {"kind": 3}),
    "fleet_ram": ({"rammer_size": 2}, {"part": 1, "ram_dice": 2, "parity": 1, "target_quality": 3}),
    "fleet_grapple": ({}, {"need": 5, "dice": 2, "crew": 0, "equipment": 1}),
    "fleet_boarding": ({"value": 7, "target_value": 3}, {"stronger": 1}),
    "ship_reef": ({"kind": 3, "size": 6}, {"tide": 1, "kind": 1}),
    "ship_incendiary": ({"shots": 5}, {"weapon": 1, "range": 2, "from_tower": 1}),
    "ship_ram": ({"move_a": 1}, {"rammer_size": 5, "target_size": 9, "rammer_crew": 0}),
    "ship_rake": ({"raker_crew": 2}, {"not_full_speed": 1}),
    "ship_breach": ({"breaches": 1, "men": 2, "pv": 3}, {"facing_larger": 1, "size": 2}),
    "ship_boarding": ({"factor": 38, "men": 9}, {"factor": 38, "split": 1}),
    "ship_surrender": ({"quality": 3, "minority": 1}, {"breaches": 2}),
    "ship_clearance": ({"quality": 0}, {"quality": 3, "pv": 1}),
}
mine = owner.read(FILE.encode())
for name, module in PROCEDURES:
    proc = getattr(__import__("gobelet.games.trireme.rules." + module, None, None, (name,)), name)
    for given in GIVEN.get(name, ({},)):
        for corrections in (owner.read(None), mine):
            v = values(proc, given)
            v.update(corrections.given(proc, v))
            odds = of_procedure(proc, v)
            keys = [list(key) if isinstance(key, tuple) else key for key in odds.keys]
            for face in (1, 4, 6):
                outcome, path = resolve(
                    proc, v, lambda sides: face, lambda ask, s: ask.options[len(ask.options) // 2]
                )
                why = proc.explain(v, path) if proc.explain else []
                then = [[follower, sorted(known.items())] for follower, known in outcome.then]
                print(json.dumps([
                    name, keys, odds.weights, odds.total, odds.unknown, outcome.key, outcome.word,
                    [list(e) for e in outcome.effects], then, [[key, list(args)] for key, args in why],
                ]))
print(json.dumps([mine.faults, mine.notes, sorted(mine.params.items())]))
for table in range(3):
    print(json.dumps([list(mine.cells[table]), mine.open(table), owner.breaks(mine, table, True) if table < 2 else 0]))
"""

ROUND = """
import sys
from gobelet.games.trireme.rules import owner
with open(sys.argv[1], "rb") as file:
    found = owner.read(file.read())
print(found.faults, found.notes, [sum(codes) for codes in found.cells])
"""

STARTER = Path(__file__).resolve().parents[2] / "host_tools" / "trireme.tsv"


def test_odds_outcomes_corrections_and_why_lines_agree(both_micropythons, capsys):
    there = [json.loads(line) for line in both_micropythons(RUN).splitlines()]
    capsys.readouterr()
    exec(RUN, {})
    here = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert len(here) == 6 * (17 + 13) + 4
    for one, other in zip(there, here, strict=True):
        assert one == other


CREWS = """
from gobelet.games.trireme.rules import owner
FILE = "set\\tship_clearance\\tD\u00c9BUTANT\\t9\\tDvr\\nset\\tship_clearance\\tEsclave\\t9\\tDvr\\n"
found = owner.read(FILE.encode())
print(found.faults, [sum(codes) for codes in found.cells])
"""


def test_a_crew_is_known_in_capitals(both_micropythons, capsys):
    """str.lower() knows ASCII alone there."""
    exec(CREWS, {})
    here = capsys.readouterr().out
    assert here.startswith("[] ")
    assert both_micropythons(CREWS) == here


def test_the_starter_file_is_read_there(both_micropythons):
    said = both_micropythons(ROUND, str(STARTER), files=(STARTER,))
    assert said.strip() == "[] [] [0, 0, 0]"


@pytest.mark.parametrize(("name", "module"), [("ship_ram", "ramming"), ("fleet_ram", "fleet_ram")])
def test_a_roll_leaves_little_behind(micropython, name, module):
    printed = micropython(
        "import gc\n"
        "from gobelet.core.odds import of_procedure\n"
        "from gobelet.core.procedure import values\n"
        f"from gobelet.games.trireme.rules.{module} import {name} as proc\n"
        "of_procedure(proc, values(proc))\n"
        "gc.collect(); before = gc.mem_alloc()\n"
        "of_procedure(proc, values(proc))\n"
        "gc.collect(); print(gc.mem_alloc() - before)\n",
        heap=400_000,
    )
    assert int(printed) < 1024
