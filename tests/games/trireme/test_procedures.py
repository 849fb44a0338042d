"""Trirème: the Procedures: names, Sheets, chains, effects, cells in doubt, explanations."""

from __future__ import annotations

from contextlib import suppress
from itertools import product
from random import Random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gobelet.game.session import explain
from gobelet.games.trireme.rules import (
    PROCEDURES,
    ROLES,
    corrections,
    fleet_boarding,
    fleet_ramming,
    owner_file,
    sheets,
    ships,
    tables,
)
from gobelet.games.trireme.rules.sheets import KINDS
from gobelet.rules.odds import procedure_odds
from gobelet.rules.procedure import ME, SHEET, Ask, Outcome, Roll, check_result, resolve, values
from gobelet.rules.sheet import State
from tests.games.trireme.rules import NAMED, key_chances, outcome_after, outcome_effects, step_after, two_dice


def test_names_are_unique_and_their_places_are_kept():
    """The journal stores the index of a Procedure, so new ones must be at the end."""
    assert [name for name, _ in PROCEDURES] == [
        "fleet_clearance",
        "fleet_fatigue",
        "fleet_sail",
        "fleet_ram",
        "fleet_grapple",
        "fleet_boarding",
        "ship_reef",
        "ship_steps",
        "ship_incendiary",
        "ship_ram",
        "ship_rake",
        "ship_breach",
        "ship_grapple",
        "ship_boarding",
        "ship_surrender",
        "ship_clearance",
        "ship_detachment",
    ]
    for name, proc in NAMED.items():
        assert proc.name == name


@pytest.mark.parametrize("proc", NAMED.values(), ids=list(NAMED))
def test_roles_and_fields_exist_and_inputs_hold_what_the_sheet_may_hold(proc):
    state = State(KINDS)
    for role in proc.roles:
        assert role in ROLES
    for i in proc.inputs:
        assert i.low <= i.start <= i.high
        if i.role is None or i.role == "param":  # the owner's file has the value
            continue
        kind = state.kind(ROLES[i.role])
        low, high = field_bounds(kind, i.field)
        assert i.low <= low
        assert high <= i.high, (proc.name, i.name)
        assert i.role in proc.roles or kind.rows == 1


def field_bounds(kind, field):
    """Return (low, high) of a field, the first and last value that a Sheet accepts."""
    state = State((kind,))
    legal = [value for value in range(-50, 200) if is_legal(state, kind.name, field, value)]
    return legal[0], legal[-1]


def is_legal(state, kind, field, value):
    from gobelet.rules.procedure import Refused

    try:
        state.effects([(kind, 0, field, value)])
    except Refused:
        return False
    return True


@st.composite
def a_start(draw):
    name = draw(st.sampled_from(sorted(NAMED)))
    found = {}
    for i in NAMED[name].inputs:
        if draw(st.booleans()):
            found[i.name] = draw(st.integers(i.low, i.high))
    return name, found


@given(a_start(), st.integers(0, 2**32))
def test_every_resolution_ends_and_its_effects_are_legal(start, seed):
    """For random inputs and faces, the odds contain the outcome and the Sheets accept its effects."""
    from gobelet.rules.procedure import Refused

    name, known = start
    proc = NAMED[name]
    try:
        v = values(proc, known)
    except Refused as refusal:
        assert refusal.code in ("TRI-E01", "TRI-E02", "TRI-E03", "TRI-E04", "TRI-E05", "TRI-E06")
        return
    random = Random(seed)
    found, path = resolve(
        proc, v, lambda sides: random.randint(1, sides), lambda ask, s: random.choice(ask.options)
    )
    state = State(KINDS)
    changes = []
    for role, field, operation, amount in found.effects:
        assert operation == "="
        assert role in proc.roles
        row = 1 if role == "target" else 0
        changes.append((ROLES[role], row, field, amount if isinstance(amount, int) else 7))
    state.effects(changes)
    assert len({change[:3] for change in changes}) == len(changes), "one effect a field"
    for follower, known_then in found.then:
        roles = NAMED[follower].roles
        then = {key: value for key, value in known_then.items() if key not in roles}
        assert all(role in proc.roles for key, role in known_then.items() if key in roles)
        assert {*roles} <= {*proc.roles} | {*known_then}
        values(NAMED[follower], then)
    if proc.explain is not None:
        for key, args in explain("trireme", proc, v, path):
            assert key.startswith(("why.", "f.tide."))
            assert all(isinstance(arg, (int, str)) for arg in args)
    odds = procedure_odds(proc, v)
    if found.key is not None and not odds.unknown and not any(isinstance(part, int) for part in path):
        assert found.key in odds.keys


BOUNDS = (lambda i: i.start, lambda i: i.low, lambda i: i.high)


def at_their_bounds(proc):
    """Yield many values of a Procedure.

    Each input has its start, lowest or highest value.
    """
    from gobelet.rules.procedure import Refused

    random = Random(1)
    starts = [[at(i) for i in proc.inputs] for at in BOUNDS]
    for number in range(len(proc.inputs)):  # one input at a bound, and the others at their start
        for at in BOUNDS[1:]:
            starts.append([(at if n == number else BOUNDS[0])(i) for n, i in enumerate(proc.inputs)])
    starts += [[random.choice(BOUNDS)(i) for i in proc.inputs] for _ in range(100)]
    for listed in starts:
        with suppress(Refused):
            yield values(proc, {i.name: value for i, value in zip(proc.inputs, listed, strict=True)})


@pytest.mark.parametrize("proc", NAMED.values(), ids=list(NAMED))
def test_no_roll_is_too_large(proc):
    """A step has at most about 400 ways, for any inputs."""
    walked = 0
    for v in at_their_bounds(proc):
        walked += 1
        seen = {None}
        states = [None]
        while states:
            s = states.pop()
            now = proc.step(v, s)
            if isinstance(now, Outcome):
                continue
            if isinstance(now, Roll):
                ways = 1
                for sides in now.dice:
                    ways *= sides
                assert ways <= 400, v
                results = product(*[range(1, sides + 1) for sides in now.dice])
            else:
                results = now.options
            after = {now.fold(v, s, result) for result in results} - seen
            seen |= after
            states += after
    assert walked >= 30


# Chains.


def test_a_fleet_ram_leads_to_the_grapple():
    found = outcome_after("fleet_ram", [(3,), (1,)], against=0)
    assert found.key == 1
    assert outcome_effects("fleet_ram", [(3,), (1,)], against=0) == {
        "target.eased": 1,
        "target.immobilised": 1,
    }
    assert found.then == (("fleet_grapple", {"target_rammed": 1}),)
    sunk = outcome_after("fleet_ram", [(6,), (1,)])
    assert (sunk.effects, sunk.then) == ((("target", "fate", "=", 1),), ())


def test_the_parity_band_asks_only_where_its_readings_differ():
    even = {"against": 0}
    assert outcome_after("fleet_ram", [(1,), (1,)], **even).key == 1
    assert outcome_after("fleet_ram", [(1,), (2,)], **even).key == 0
    odd = {"against": 0, "rammer_size": 2}
    asked = step_after("fleet_ram", [(1,), (1,)], **odd)
    assert (asked.chooser, asked.name, asked.options) == (SHEET, "even", (0, 1))
    assert outcome_after("fleet_ram", [(1,), (1,), 1], **odd).key == 1
    assert outcome_after("fleet_ram", [(1,), (1,), 0], **odd).key == 0
    assert outcome_after("fleet_ram", [(1,), (1,)], parity=fleet_ramming.DICE, **odd).key == 1
    assert outcome_after("fleet_ram", [(1,), (1,)], parity=fleet_ramming.TOTALS, **odd).key == 0


def test_a_fleet_grapple_with_a_number_to_reach():
    assert key_chances("fleet_grapple") == {None: 1}
    given = {"need": 5, "target_rammed": 1}
    assert outcome_after("fleet_grapple", [(4,)], **given).key == 1
    assert outcome_after("fleet_grapple", [(3,)], **given).key == 0
    assert outcome_after("fleet_grapple", [(1, 3)], dice=2, **given).then == (("fleet_boarding", {}),)
    assert outcome_effects("fleet_grapple", [(4,)], **given) == {
        "attacker.grappled": "target",
        "target.grappled": "attacker",
    }


def test_a_captured_ship_is_taken_back():
    assert outcome_effects("fleet_boarding", [(6,)], value=9) == {"target.captured": 1}
    assert outcome_effects("fleet_boarding", [(6,)], value=9, target_captured=1) == {"target.captured": 0}
    assert outcome_effects("fleet_boarding", [(1,)], value=1, target_value=1) == {"attacker.captured": 1}


def test_grapple_boarding_surrender_detachment():
    grapple = outcome_after("ship_grapple", [(5, 4)])
    assert grapple.then == (("ship_boarding", {}),)
    assert len(grapple.effects) == 2
    fight = outcome_after("ship_boarding", [(6,)], factor=20, men=5)
    assert fight.key == 7
    assert fight.effects == (("target", "men", "=", 0),), "never below nobody"
    assert fight.then == (
        ("ship_boarding", {"attacker": "target", "target": "attacker"}),
        ("ship_surrender", {"ship": "target"}),
        ("ship_detachment", {"won_boarding": 1}),
    )
    assert outcome_effects("ship_detachment", [(5, 4)]) == {"attacker.grappled": 0, "target.grappled": 0}
    assert outcome_effects("ship_surrender", [(5, 4)]) == {"ship.fate": 4}


def test_boarding_with_a_die_for_each_part():
    proc = NAMED["ship_boarding"]
    v = values(proc, {"factor": 13, "split": 1})
    faces = iter((4, 6))
    found, path = resolve(proc, v, lambda sides: next(faces), None)
    assert path == [(4,), (6,)]
    assert found.key == 3 + 1
    assert explain("trireme", proc, v, path) == [
        ("why.part", (10, 4, 3)),
        ("why.part", (3, 6, 1)),
        ("why.split", (13,)),
    ]
    both = values(proc, {"factor": 13})
    assert explain("trireme", proc, both, [(4,)]) == [
        ("why.part", (10, 4, 3)),
        ("why.part", (3, 4, 1)),
        ("why.split", (13,)),
    ]


# The damage table.


def corrected_inputs(row: int, column: int, text: str, table: int = tables.RAM) -> dict[str, int]:
    """The inputs that pass one corrected cell to a Procedure."""
    line = owner_file.set_line(table, row, column, text)
    read = owner_file.parse_file(line.encode())
    assert (read.faults, read.notes) == ([], [])
    name = ("ship_ram", "ship_rake", "ship_clearance")[table]
    ratio = {"rammer_size": 8, "target_size": 16 - column} if table == tables.RAM else {}
    crews = {"raker_crew": 1, "target_crew": column} if table == tables.RAKE else {}
    quality = {"quality": row} if table == tables.CLEARANCE else {}
    return corrections.correction_values(
        read.cells, NAMED[name], values(NAMED[name], {**ratio, **crews, **quality})
    )


EQUAL = 8  # column of equal sizes


def ram_outcome(total: int, text: str, *answers: int, **known: int):
    """The outcome of a ram between equal ships, for a cell that the owner has corrected."""
    return outcome_after(
        "ship_ram", [two_dice(total), *answers], **corrected_inputs(total, EQUAL, text), **known
    )


@pytest.mark.parametrize(
    ("text", "found", "then"),
    [
        ("-", {}, []),
        ("X", {"target.fate": 1}, []),
        ("I", {"target.immobilised": 1}, []),
        ("éI", {"attacker.immobilised": 1}, []),
        ("éX", {"attacker.fate": 1}, []),
        ("Br", {}, [("ship_breach", {"ship": "target", "facing_larger": 0, "size": 5})]),
        ("éBr", {}, [("ship_breach", {"ship": "attacker", "facing_larger": 0, "size": 5})]),
        (
            "BrI",
            {"target.immobilised": 1},
            [("ship_breach", {"ship": "target", "facing_larger": 0, "size": 5})],
        ),
        ("a", {"target.eased": 1}, [("ship_grapple", {"made_easier": 1})]),
        (
            "éa",
            {"attacker.eased": 1},
            [("ship_grapple", {"made_easier": 1, "attacker": "target", "target": "attacker"})],
        ),
        (
            "Bra",
            {"target.eased": 1},
            [
                ("ship_breach", {"ship": "target", "facing_larger": 0, "size": 5}),
                ("ship_grapple", {"made_easier": 1}),
            ],
        ),
        (
            "Br/éI",
            {"attacker.immobilised": 1},
            [("ship_breach", {"ship": "target", "facing_larger": 0, "size": 5})],
        ),
    ],
)
def test_what_a_cell_does(text, found, then):
    done = ram_outcome(9, text, rammer_size=5, target_size=5)
    assert tables.damage_text(done.key) == text
    assert {f"{role}.{field}": amount for role, field, _, amount in done.effects} == found
    assert list(done.then) == then


@pytest.mark.parametrize(("text", "role"), [("Xa", "target"), ("éXa", "attacker")])
def test_a_ship_that_sinks_is_not_easier_to_grapple(text, role):
    done = ram_outcome(9, text, rammer_size=5, target_size=5)
    assert done.effects == ((role, "fate", "=", 1),)
    assert done.then == ()


@pytest.mark.parametrize(("text", "stays"), [("X/éa", "attacker"), ("a/éX", "target")])
def test_a_ship_that_sinks_grapples_nobody(text, stays):
    done = ram_outcome(9, text, rammer_size=5, target_size=5)
    assert (stays, "eased", "=", 1) in done.effects, "a third ship may"
    assert done.then == ()


def test_facing_a_larger_ship():
    column = {"rammer_size": 5, "target_size": 4}
    given = corrected_inputs(9, EQUAL + 1, "Br/éBr")
    done = outcome_after("ship_ram", [two_dice(9)], **given, **column)
    assert [known["facing_larger"] for _, known in done.then] == [1, 0]
    assert [known["ship"] for _, known in done.then] == ["target", "attacker"]


def test_a_breach_if_on_a_side():
    given = corrected_inputs(9, EQUAL, "Br*a")
    asked = step_after("ship_ram", [two_dice(9)], **given)
    assert isinstance(asked, Ask)
    assert (asked.name, asked.options, asked.best) == ("on_side", (0, 1), None)
    assert tables.damage_text(ram_outcome(9, "Br*a", 1).key) == "Bra"
    assert tables.damage_text(ram_outcome(9, "Br*a", 0).key) == "Ia"
    # A ram on a front or rear side needs no question, and adds 1 to the dice.
    flank = outcome_after("ship_ram", [two_dice(8)], flank=1, **given)
    assert tables.damage_text(flank.key) == "Bra"
    assert key_chances("ship_ram", **given)[None] == key_chances("ship_ram")[None], "the odds take neither"


def test_a_cell_in_doubt_is_asked_and_nothing_rests_on_it():
    asked = step_after("ship_ram", [two_dice(9)])
    assert (asked.chooser, asked.name) == (SHEET, "cell")
    assert {tables.damage_text(code) for code in asked.options} == {"-", "?"} | {
        prefix + effect for prefix in ("", "é") for effect in tables.EFFECTS[1:]
    }
    said = outcome_after("ship_ram", [two_dice(9), tables.damage_code("Br")])
    assert said.then[0][0] == "ship_breach", "what the owner chose is followed"
    unknown = outcome_after("ship_ram", [two_dice(9), tables.UNKNOWN])
    assert (unknown.key, unknown.word, unknown.effects, unknown.then) == (None, "unknown", (), ())


def test_a_cell_to_be_checked_is_confirmed_before_anything_follows():
    given = {"not_full_speed": 1, "rammer_immobilised": 1}
    asked = step_after("ship_ram", [(1, 1)], **given)
    assert (asked.chooser, asked.name) == (ME, "check")
    assert tables.damage_text(asked.best({}, 200)) == "éBrI"
    confirmed = outcome_after("ship_ram", [(1, 1), tables.damage_code("éBrI")], **given)
    assert [name for name, _ in confirmed.then] == ["ship_breach"]
    other = outcome_after("ship_ram", [(1, 1), tables.damage_code("éBr")], **given)
    assert other.effects == ()
    assert (
        key_chances("ship_ram", **given)[tables.damage_code("éBrI")]
        == key_chances("ship_reef", kind=5)[0] / 12
    )


def test_odds_rest_on_the_corrections():
    lines = "".join(owner_file.set_line(tables.RAM, row, EQUAL, "Bra") for row in range(4, 13))
    read = owner_file.parse_file(lines.encode())
    found = key_chances(
        "ship_ram", **corrections.correction_values(read.cells, NAMED["ship_ram"], values(NAMED["ship_ram"]))
    )
    assert None not in found
    assert found[tables.damage_code("Bra")] == key_chances("ship_ram")[None]


def test_a_correction_that_cannot_be_used_is_in_doubt():
    read = owner_file.parse_file(owner_file.set_line(tables.RAM, 2, EQUAL, "wreck").encode())
    given = corrections.correction_values(read.cells, NAMED["ship_ram"], values(NAMED["ship_ram"]))
    asked = step_after("ship_ram", [(1, 1)], **given)
    assert (asked.chooser, asked.name) == (SHEET, "cell")
    assert step_after("ship_ram", [(1, 1)]).key == tables.damage_code("éI"), "as shipped, it is coherent"


def test_raking_has_its_own_columns():
    for crew, column in ((2, 0), (1, 1), (0, 2)):
        given = corrected_inputs(9, column, "éI", tables.RAKE)
        assert outcome_after("ship_rake", [two_dice(9)], raker_crew=crew, **given).key == tables.damage_code(
            "éI"
        )
    done = outcome_after("ship_rake", [(1, 1)], raker_crew=2)
    assert done.effects == (("attacker", "immobilised", "=", 1),)


def test_the_clearance_takes_corrections_too():
    given = corrected_inputs(0, 5, "Dvr", tables.CLEARANCE)
    assert outcome_effects("ship_clearance", [two_dice(7)], quality=0, pv=3, **given) == {
        "ship.immobilised": 0,
        "ship.pv": 2,
    }
    sure = corrected_inputs(0, 10, "D", tables.CLEARANCE)
    assert outcome_after("ship_clearance", [(6, 6)], quality=0, **sure).key == 3, "no more question"
    assert outcome_effects("ship_clearance", [(1, 1)]) == {"ship.fate": 3}


# Cells as numbers.

TEXTS = ["-"] + [
    "/".join(part for part in (target, "é" + rammer if rammer else "") if part)
    for target, rammer in product(tables.EFFECTS, tables.EFFECTS)
    if target or rammer
]


def test_every_value_of_the_grammar_is_kept():
    assert len(TEXTS) == 144
    codes = [tables.damage_code(text) for text in TEXTS]
    assert sorted(codes) == list(range(1, 145))
    assert [tables.damage_text(code) for code in codes] == TEXTS


@pytest.mark.parametrize(
    ("text", "same"),
    [
        ("eBr", "éBr"),
        ("éBrl", "éBrI"),
        ("l", "I"),
        ("éI/Br", "Br/éI"),
        ("e\u0301X", "éX"),
        ("Br/I", "BrI"),
        ("X/a", "Xa"),
        ("éI/éa", "éIa"),
    ],
)
def test_other_ways_of_writing(text, same):
    assert tables.damage_code(text) == tables.damage_code(same) != tables.UNKNOWN


@pytest.mark.parametrize("text", ["", "é", "b", "Bré", "aI", "I/I/I", "Br/", "/", "--", "Br*/I", "x", "é-"])
def test_what_is_no_value(text):
    assert tables.damage_code(text) == tables.UNKNOWN


@given(st.lists(st.integers(0, 145), min_size=15, max_size=15))
def test_corrections_are_packed_and_found_again(codes):
    packed = tables.pack_codes(codes, tables.DAMAGE_INPUTS)
    assert all(0 <= value < 32768 for value in packed.values()), "the journal keeps 16 bits"
    assert [tables.corrected_code(packed, at, tables.DAMAGE_INPUTS) for at in range(15)] == codes


@given(st.lists(st.integers(0, 5), min_size=11, max_size=11))
def test_those_of_the_clearance_too(codes):
    packed = tables.pack_codes(codes, tables.CLEARANCE_INPUTS)
    assert all(0 <= value < 32768 for value in packed.values())
    assert [tables.corrected_code(packed, at, tables.CLEARANCE_INPUTS) for at in range(11)] == codes


# Explanations.


def explanation_of(name, path, **known):
    proc = NAMED[name]
    return explain("trireme", proc, values(proc, known), path)


def test_why_lines():
    assert explanation_of("fleet_clearance", [(2,)], bonus=1) == [
        ("why.total.plus", (2, 2, 4)),
        ("why.row", ("4",)),
    ]
    assert explanation_of("fleet_clearance", [(6,)]) == [("why.row", ("5+",))]
    assert explanation_of("fleet_fatigue", [(2,)], quality=2) == [("why.tired", (3,))]
    assert explanation_of("fleet_sail", [], bearing=0) == [("why.sail", ("A", "2*")), ("why.star", ())]
    assert explanation_of("fleet_sail", [], bearing=1) == [("why.sail", ("B", "2"))]
    assert explanation_of("ship_steps", [], speed=4) == [("why.steps", (4, "M-MMM"))]
    reef = [("why.total.minus", (2, 1, 1)), ("why.row", ("3-",)), ("f.tide.1", ())]
    assert explanation_of("ship_reef", [(2,)], kind=1, tide=1) == reef
    assert explanation_of("ship_reef", [(6,)])[:1] == [("why.row", ("6+",))]
    assert (
        explanation_of("ship_grapple", [(6, 5)])
        == explanation_of("ship_detachment", [(6, 5)])
        == [("why.need", (9,))]
    )
    assert explanation_of("ship_boarding", [], factor=0) == [("why.none", ())]
    assert explanation_of("ship_boarding", [(3,)], factor=7, split=2)[-1] == ("why.lower", (7, 5))
    assert explanation_of("ship_boarding", [(3,)], factor=5, split=2)[-1][0] == "why.part", "it is printed"
    assert explanation_of("fleet_grapple", [], target_rammed=1) == [("why.sum", (1,))]
    assert explanation_of("ship_incendiary", [(2,)]) == [("why.need", (5,))]
    assert explanation_of("fleet_boarding", [(5,)], value=6, target_value=3) == [
        ("why.double", (6, 3)),
        ("why.stronger", ()),
    ]
    assert explanation_of("ship_surrender", [(4, 4)], quality=3, minority=1) == [
        ("why.set", (8, "7 8 9 11 12"))
    ]
    assert explanation_of("ship_breach", [(5,)], breaches=1) == [("why.breach", (2,)), ("why.second", (3,))]
    assert explanation_of("ship_breach", [(3,), 10]) == [("why.breach", (1,)), ("why.loses", ())]


def test_a_ship_that_is_held_has_no_boarding_value():
    def voiding_of(**known):
        return fleet_boarding.voiding_inputs(
            values(NAMED["fleet_boarding"], {"value": 6, "target_value": 3, **known})
        )

    assert voiding_of() == voiding_of(immobilised=1, full=1) == voiding_of(immobilised=1, slowed=1) == []
    assert voiding_of(immobilised=1) == ["immobilised"]
    assert voiding_of(target_immobilised=1) == ["target_immobilised"]


def test_a_roll_that_is_no_step_of_the_turn_resolves_none():
    state = State(KINDS)
    assert ships.completed_step(state, "fleet_clearance", (0,)) == -1, "no battle"
    state.apply(state.effects([("game", 0, "game", sheets.FLEET)]))
    assert ships.completed_step(state, "ship_clearance", (0,)) == -1, "of the other game"
    assert ships.completed_step(state, "fleet_clearance", (-1,)) == -1, "of no ship"
    assert ships.completed_step(state, "fleet_sail", (0,)) == -1


def test_why_of_a_fleet_ram():
    odd = {"against": 0, "rammer_size": 2}
    assert explanation_of("fleet_ram", [(1,), (1,), 1], **odd) == [
        ("why.assumed", ()),
        ("why.sides", (4, 5, -1)),
        ("why.parities", (-1, 2)),
    ]
    assert explanation_of("fleet_ram", [(1,), (1,)], against=0)[2:] == [
        ("why.parities", (0, 2)),
        ("why.even", ()),
    ]


def test_why_of_a_ram():
    assert explanation_of("ship_ram", [two_dice(4), tables.damage_code("I")], move_a=1, rammer_size=5) == [
        ("why.ratio", ("+4",)),
        ("why.total.plus", (4, 1, 5)),
        ("why.cell", (5, "éa?")),
        ("why.doubt", ()),
        ("why.read", ("I",)),
    ]
    given = corrected_inputs(9, EQUAL, "Br*")
    assert explanation_of("ship_ram", [two_dice(9), 1], **given) == [
        ("why.ratio", ("0",)),
        ("why.cell", (9, "Br*")),
        ("why.owner", ()),
        ("why.side", ()),
    ]
    assert explanation_of("ship_rake", [(1, 1)], raker_crew=2) == [("why.cell", (2, "éI"))]
    assert explanation_of("ship_clearance", [two_dice(8)], quality=0) == [
        ("why.cell", (8, "D~")),
        ("why.check", ()),
    ]


@pytest.mark.parametrize("roll", range(2, 13))
def test_why_of_a_clearance_says_of_each_cell_whether_it_is_the_owner_s(roll):
    codes = [tables.SHIPPED] * 11
    codes[roll - 2] = tables.CLEARED.index("D")
    given = tables.pack_codes(codes, tables.CLEARANCE_INPUTS)
    for other in range(2, 13):
        lines = explanation_of("ship_clearance", [two_dice(other)], **given)
        assert (("why.owner", ()) in lines) == (other == roll)


def test_rules_need_no_more_than_16_bits_and_offered_options_are_legal():
    """The journal keeps options and inputs as 16-bit integers."""
    for name, proc in NAMED.items():
        assert all(-32768 <= i.low <= i.high <= 32767 for i in proc.inputs), name
    asked = step_after("ship_ram", [two_dice(9)])
    for option in asked.options:
        check_result(asked, option)


def test_sail_points_need_no_dice():
    assert isinstance(outcome_after("fleet_sail", []), Outcome)
    assert outcome_after("fleet_sail", [], bearing=0, sail=2, size=7).key == 3
