"""The rules of Trirème give the same results under real MicroPython."""

from __future__ import annotations

import contextlib
import io
import json
from pathlib import Path

import pytest

from gobelet.games.trireme.rules import PROCEDURES, ship_breach, tables
from tests.sweep import case_count

RUN = """
import json
from gobelet.rules.odds import procedure_odds
from gobelet.rules.procedure import resolve, values
from gobelet.games.trireme.rules import PROCEDURES, corrections, counters, owner_file
from gobelet.game.session import explain
FILE = (
    "set\\tship_ram_damage\\t9\\t0\\tBr*a\\n"
    "diag\\tship_ram_damage\\t20\\tX/\\u00e9I\\n"
    "set\\tship_rake_damage\\t7\\tinf\\teBr\\n"
    "set\\tship_clearance\\tordinaire\\t9\\tDvr\\n"
    "set\\tship_ram_damage\\t8\\t0\\tKraken\\n"
    "set\\tship_ram_damage\\t6\\t-1\\t\\u00e9X\\n"
    "param\\tfleet_grapple_need\\t5\\n"
    "param\\tfleet_ram_dice\\t2\\n"
    "ship\\tB\\u00eata\\t4\\t6\\t5\\texpert\\tkind=venetian\\tmen=9\\n"
    "ship\\tTheta\\t4\\t2\\t1\\texpert\\tmen=lots\\n"
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
mine = owner_file.parse_file(FILE.encode())
for name, module in PROCEDURES:
    proc = getattr(__import__("gobelet.games.trireme.rules." + module, None, None, (name,)), name)
    for given in GIVEN.get(name, ({},)):
        for found in (owner_file.parse_file(None), mine):
            v = values(proc, given)
            v.update(corrections.correction_values(found.cells, proc, v))
            odds = procedure_odds(proc, v)
            keys = [list(key) if isinstance(key, tuple) else key for key in odds.keys]
            for face in (1, 4, 6):
                outcome, path = resolve(
                    proc, v, lambda sides: face, lambda ask, s: ask.options[len(ask.options) // 2]
                )
                why = explain("trireme", proc, v, path)
                then = [[follower, sorted(known.items())] for follower, known in outcome.then]
                print(json.dumps([
                    name, keys, odds.weights, odds.total, odds.unknown, outcome.key, outcome.word,
                    [list(e) for e in outcome.effects], then, [[key, list(args)] for key, args in why],
                ]))
print(json.dumps([mine.faults, mine.notes, sorted(mine.params.items())]))
print(json.dumps([[at, list(mine.ships[at]), counters.file_line(at, mine.ships[at])] for at in sorted(mine.ships)]))
for table in range(3):
    breaks = owner_file.misordered_cells(mine, table, True) if table < 2 else 0
    print(json.dumps([list(mine.cells[table]), mine.unsure_counts(table), breaks]))
"""

ROUND = """
import sys
from gobelet.games.trireme.rules import owner_file
with open(sys.argv[1], "rb") as file:
    found = owner_file.parse_file(file.read())
print(found.faults, found.notes, [sum(codes) for codes in found.cells])
"""

STARTER = Path(__file__).resolve().parents[2] / "host_tools" / "questions" / "trireme.tsv"


def test_odds_outcomes_corrections_and_why_lines_agree(both_micropythons, capsys):
    there = [json.loads(line) for line in both_micropythons(RUN).splitlines()]
    capsys.readouterr()
    exec(RUN, {})
    here = [json.loads(line) for line in capsys.readouterr().out.splitlines()]
    assert len(here) == 6 * (17 + 13) + 5
    for one, other in zip(there, here, strict=True):
        assert one == other


MANY = (
    f"COUNT = {case_count(40, 400)}  # sets of values for each Procedure"
    + """
import json
from gobelet.rules.odds import procedure_odds
from gobelet.rules.procedure import Refused, resolve, sums, values
from gobelet.games.trireme.rules import PROCEDURES
from gobelet.game.session import explain

class Numbers:  # the same everywhere, and small on words of 32 bits
    def __init__(self, seed):
        self.last = seed
    def below(self, n):
        self.last = (self.last * 75 + 74) % 65537
        return self.last % n

def plain(found):
    return [plain(each) for each in found] if isinstance(found, (list, tuple)) else found

def drawn(numbers, proc):
    given = {}
    for i in proc.inputs:
        given[i.name] = (
            i.start, i.low, i.high, i.low + numbers.below(i.high - i.low + 1)
        )[numbers.below(4)]
    return given

def patterns(seed):  # of faces: all low, all high, rising, falling, any
    numbers = Numbers(seed)
    rising = [0]
    def rise(sides):
        rising[0] += 1
        return rising[0] % sides + 1
    def fall(sides):
        rising[0] += 5
        return rising[0] % sides + 1
    return (
        lambda sides: 1, lambda sides: sides, rise, fall, lambda sides: 1 + numbers.below(sides),
    )

def run(proc, numbers, turns):
    def decide(ask, s):  # each answer in its turn
        turns[ask.name] = turns.get(ask.name, -1) + 1
        return ask.options[turns[ask.name] % len(ask.options)]
    given = drawn(numbers, proc)
    try:
        v = values(proc, given)
    except Refused as refusal:
        return [proc.name, refusal.code, sorted(refusal.fields.items())]
    odds = procedure_odds(proc, v)
    chances = [odds.chance_of(lambda key: test(v, key)) for _, test in proc.questions]
    found = [sorted(v.items()), sorted(sums(proc, v).items())]
    found += [odds.keys, odds.weights, odds.total, odds.unknown, chances]
    for roll in patterns(numbers.last):
        outcome, path = resolve(proc, v, roll, decide)
        then = [(follower, sorted(known.items())) for follower, known in outcome.then]
        why = explain("trireme", proc, v, path)
        found.append((path, outcome.key, outcome.word, outcome.effects, then, why))
    return [proc.name, "", found]

for at in range(len(PROCEDURES)):
    name, module = PROCEDURES[at]
    proc = getattr(__import__("gobelet.games.trireme.rules." + module, None, None, (name,)), name)
    numbers = Numbers(at + 1)
    turns = {}
    count = 0
    while count < COUNT:
        found = run(proc, numbers, turns)
        count += not found[1]
        print(json.dumps(plain(found)))
"""
)


@pytest.fixture(scope="module")
def many_here():
    printed = io.StringIO()
    with contextlib.redirect_stdout(printed):
        exec(MANY, {})
    return printed.getvalue().splitlines()


@pytest.mark.sweep
def test_whatever_the_inputs_the_faces_and_the_answers_are_both_agree(both_micropythons, many_here):
    there, here = both_micropythons(MANY).splitlines(), many_here
    for one, other in zip(there, here, strict=True):
        assert json.loads(one) == json.loads(other)
    answered: dict[str, set[int]] = {name: set() for name, _ in PROCEDURES}
    refused = set()
    for name, code, found in map(json.loads, here):
        refused.add(code)
        for path, *_ in found[7:] if not code else ():
            answered[name] |= {result for result in path if isinstance(result, int)}
    read = {0, 1, *tables.LEGEND}  # values of a cell of the damage table, and whether the ram was on a side
    assert {name: options for name, options in answered.items() if options} == {
        "fleet_ram": {0, 1},
        "ship_ram": read,
        "ship_rake": read,
        "ship_breach": {ship_breach.LOSES, ship_breach.STAYS},
        "ship_clearance": {1, 2, 3, 4, tables.ILLEGIBLE},
    }
    assert refused == {"", "TRI-E01", "TRI-E02", "TRI-E03", "TRI-E04", "TRI-E05", "TRI-E06"}


CREWS = """
from gobelet.games.trireme.rules import owner_file
FILE = "set\\tship_clearance\\tD\u00c9BUTANT\\t9\\tDvr\\nset\\tship_clearance\\tEsclave\\t9\\tDvr\\n"
found = owner_file.parse_file(FILE.encode())
print(found.faults, [sum(codes) for codes in found.cells])
"""


def test_a_crew_is_known_in_capitals(both_micropythons, capsys):
    """str.lower() of MicroPython changes only ASCII letters."""
    exec(CREWS, {})
    here = capsys.readouterr().out
    assert here.startswith("[] ")
    assert both_micropythons(CREWS) == here


def test_the_starter_file_is_read_there(both_micropythons):
    said = both_micropythons(ROUND, STARTER.name, files={STARTER.name: STARTER})
    assert said.strip() == "[] [] [0, 0, 0]"
