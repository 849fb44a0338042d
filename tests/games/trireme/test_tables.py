"""Trirème: every printed table, compared cell by cell with RULES.md."""

from __future__ import annotations

import json
import re
from itertools import product

import pytest

from gobelet.games.trireme.rules import (
    fleet_boarding,
    fleet_movement,
    fleet_ramming,
    owner_file,
    sheets,
    ship_boarding,
    ship_breach,
    ship_movement,
    tables,
    walks,
)
from gobelet.games.trireme.rules.inputs import KINDS
from host_tools import ask
from host_tools.questions.games import Words
from tests.games.trireme.rules import NAMED, QUALITIES, STARTER, TABLES


def test_there_are_twenty_tables():
    assert len([name for name in TABLES if name != "_meta"]) == 20


@pytest.mark.parametrize(("name", "walk"), [("fleet", walks.FLEET_TURN), ("ship", walks.SHIP_TURN)])
def test_sequences_have_every_step(name, walk):
    steps = TABLES[f"{name}_sequence"]["steps"]
    assert len(walk) == len(steps)
    said = {
        "clearances": "Clear",
        "first": "First player",
        "second": "Second player",
        "rams": "Resolve rams",
        "boardings": "Boarding",
        "weather": "Wind",
        "orders": "Movement orders",
        "moves": "Simultaneous movement",
        "drift": "Drift",
        "fire": "Missile fire",
        "grapples": "Grappling",
        "morale": "Morale",
        "infantry": "Infantry",
        "detachments": "Detachments",
    }
    for (step, when, _), printed in zip(walk, steps, strict=True):
        assert printed["en"].startswith(said[step])
        assert when is None


@pytest.mark.parametrize("table", [tables.RAM, tables.RAKE])
def test_the_cells_of_a_column_stand_one_below_the_other(table):
    wide = tables.COLUMNS[table]
    for at in range(wide):
        assert tables.column_cells(table, at) == [row.split()[1 + at] for row in tables.TABLES[table]]


def table_modifiers(name: str, key: str = "modifiers") -> dict[str, int]:
    return {m["id"]: m["value"] for m in TABLES[name][key]}


def declared_modifiers(name: str, of: str | None = None) -> dict[str, int]:
    """The modifier of each flag or choice that is on, as the Procedure declares it."""
    return {
        i.name: i.mods[1]
        for i in NAMED[name].inputs
        if isinstance(i.mods, tuple) and (of is None or i.lane == of)
    }


def test_fleet_clearance():
    rows = TABLES["fleet_clearance"]["rows"]
    assert [row.split()[1] for row in fleet_movement.CLEARANCE] == [row["id"] for row in rows]
    for row, at in zip(rows, range(1, 6), strict=True):
        assert row["min"] == at
        assert fleet_movement.clearance_result(at) == at
    assert rows[-1]["max"] is None
    assert fleet_movement.clearance_result(8) == 5
    assert (
        declared_modifiers("fleet_clearance")["bonus"] == table_modifiers("fleet_clearance")["after_result_4"]
    )


def test_fleet_fatigue():
    for at, row in enumerate(TABLES["fleet_fatigue"]["rows"]):
        assert row["id"] == QUALITIES[at] == fleet_movement.FATIGUE[at].split()[0]
        tired = [die for die in range(1, 7) if fleet_movement.is_tiring(at, die)]
        printed = fleet_movement.FATIGUE[at].split()[1:]
        words = [cell.replace(" à ", "-").replace(" ou ", "-") for cell in row["cells"]]
        assert printed == words
        assert tired == list(range(1, len(tired) + 1))
        assert tired[-1] == int(words[0][-1])


def test_fleet_sail():
    for row, printed in zip(TABLES["fleet_sail_mp"]["rows"], fleet_movement.SAIL, strict=True):
        assert printed.split() == [row["label"], *row["cells"]]


def test_fleet_ram_modifiers():
    m = table_modifiers("fleet_ram_modifiers")
    quality = tuple(m[f"q_{quality}"] for quality in QUALITIES)
    found = {i.name: (i.lane, i.mods) for i in NAMED["fleet_ram"].inputs if isinstance(i.mods, tuple)}
    assert found == {
        "against": ("rammer", (0, m["r_side"], m["r_stern"])),
        "part": ("target", (0, m["t_bow_side"], m["t_stern_side"])),
        "cruise": ("rammer", (0, m["r_cruise"])),
        "faster": ("target", (0, m["t_faster"])),
        "rammer_quality": ("rammer", quality),
        "target_quality": ("target", quality),
        "rammer_immobilised": ("rammer", (0, m["r_immobilised"], m["r_immobilised"])),
        "target_immobilised": ("target", (0, m["t_immobilised"], m["t_immobilised"])),
    }
    assert len(m) == 12


def test_fleet_ram_effects():
    rows = TABLES["fleet_ram_effects"]["rows"]
    for difference in range(-60, 61):
        here = [
            row["id"]
            for row in rows
            if (row["min"] is None or row["min"] <= difference)
            and (row["max"] is None or difference <= row["max"])
        ]
        assert [fleet_ramming.effect_name(difference)] == here


def test_fleet_grapple_modifiers():
    m = table_modifiers("fleet_grapple_modifiers")
    assert declared_modifiers("fleet_grapple") == {
        "target_rammed": m["target_rammed"],
        "immobilised": m["immobilised"],
    }
    crew, equipment = (
        next(i for i in NAMED["fleet_grapple"].inputs if i.name == name)
        for name in ("target_crew", "equipment")
    )
    assert [crew.modifier({"crew": 1, "target_crew": other}) for other in range(4)] == [
        0,
        0,
        m["better_crew"],
        m["better_crew"],
    ]
    assert equipment.modifier({"equipment": 1, "gear": 0}) == m["grapple_equipment"] == -1
    assert equipment.modifier({"equipment": 1, "gear": 1}) == 1, "as the owner may say"
    assert len(m) == 4


def test_fleet_boarding():
    for row, printed in zip(TABLES["fleet_boarding"]["rows"], fleet_boarding.BOARDING, strict=True):
        assert printed.split() == [row["id"], *row["cells"]]


def test_ship_reef():
    rows = TABLES["ship_reef"]["rows"]
    words = dict(zip(ship_movement.PASSED, TABLES["ship_reef"]["results"], strict=True))
    for total in range(-3, 12):
        here = [
            row["cells"]
            for row in rows
            if (row["min"] is None or row["min"] <= total) and (row["max"] is None or total <= row["max"])
        ]
        found = [words[ship_movement.PASSED[ship_movement.reef(total, falling)]] for falling in (0, 1)]
        assert here == [found]


def test_ship_reef_modifiers():
    m = table_modifiers("ship_reef")
    named = {
        ("lemboi", None): m["small"],
        ("saxon", None): m["small"],
        ("other", 9): m["large"],
        ("other", 10): m["large"],
        ("other", 11): m["large"],
        ("venetian", 4): m["large"],
        ("merchant", 2): m["large"],
        ("hexadecere", None): m["huge"],
        ("venetian", 6): m["huge"],
        ("merchant", 5): m["huge"],
    }
    for (at, kind), size in product(enumerate(KINDS), range(17)):
        expected = named.get((kind, None), named.get((kind, size), 0))
        assert ship_movement.reef_modifier(at, size) == expected, (kind, size)


def test_ship_movement_steps():
    for row in TABLES["ship_movement_steps"]["rows"]:
        speed = int(row["label"])
        assert walks.movement_pattern(speed) == "".join(row["cells"])
        assert [walks.is_moving(speed, step) for step in range(1, 6)] == [
            cell == "M" for cell in row["cells"]
        ]
    assert len(walks.STEPS) == len(TABLES["ship_movement_steps"]["rows"])


def test_ship_incendiary():
    table = TABLES["ship_incendiary"]
    assert (table["max_range"]["archers"], table["max_range"]["engine"]) == ship_movement.RANGES
    for tower, name in ((False, "normal"), (True, "tower")):
        assert [die for die in range(1, 7) if die >= ship_movement.lowest_hit(tower)] == table["hit_set"][
            name
        ]


@pytest.mark.parametrize("name", ["ship_ram_damage", "ship_rake_damage"])
def test_damage_cells_and_marks(name):
    table = TABLES[name]
    table_at = owner_file.NAMES.index(name)
    printed = tables.TABLES[table_at]
    shipped = owner_file.parse_file(None)
    assert len(printed) == len(table["rows"]) == 15
    compared = 0
    for at, row in enumerate(table["rows"]):
        assert int(printed[at].split()[0]) == int(row["label"]) == at
        found = [tables.shipped_cell(table_at, at, column) for column in range(len(table["columns"]))]
        assert len(printed[at].split()) == len(found) + 1
        assert [text for text, _ in found] == row["cells_norm"]
        assert "".join(["oc?"[mark] for _, mark in found]) == row["mask"]
        assert shipped.row_marks(table_at, at) == row["mask"]
        for text, raw in zip(row["cells_norm"], row["cells"], strict=True):
            assert tables.damage_text(tables.damage_code(text)) == text
            assert tables.damage_code(raw) == tables.damage_code(text), "as the aid writes it"
        compared += len(found)
    assert compared == {"ship_ram_damage": 255, "ship_rake_damage": 45}[name]
    counts = {"ship_ram_damage": (6, 178), "ship_rake_damage": (0, 36)}[name]
    assert shipped.unsure_counts(table_at) == counts
    assert (
        len(owner_file.misordered_cells(shipped, table_at, doubtful=True))
        == {"ship_ram_damage": 0, "ship_rake_damage": 11}[name]
    )
    assert owner_file.misordered_cells(shipped, table_at) == [], "cells in doubt say nothing"


def test_damage_columns():
    columns = TABLES["ship_ram_damage"]["columns"]
    labels = tables.LABELS[tables.RAM].split("|")
    assert labels == [column["label"] for column in columns]
    for ratio in range(-40, 41):
        here = [
            column["index"] - 1
            for column in columns
            if (column["min"] is None or column["min"] <= ratio)
            and (column["max"] is None or ratio <= column["max"])
        ]
        assert [tables.ram_column(ratio)] == here


def test_damage_modifiers():
    ratio = table_modifiers("ship_ram_damage", "modifiers_column")
    m = table_modifiers("ship_ram_damage")
    column = declared_modifiers("ship_ram", "column")
    roll = declared_modifiers("ship_ram", "roll")
    assert column == {
        "stationary": ratio["target_stationary"],
        "target_immobilised": ratio["target_immobilised"],
    }
    assert roll == {
        "move_a": m["contact_move_A"],
        "flank": m["front_or_rear_side"],
        "not_full_speed": m["rammer_not_full_speed"],
        "rammer_immobilised": m["rammer_immobilised"],
    }
    crew = next(i for i in NAMED["ship_ram"].inputs if i.name == "target_crew")
    assert crew.modifier({"rammer_crew": 0, "target_crew": 3}) == ratio["rammer_better_crew"]
    assert crew.modifier({"rammer_crew": 2, "target_crew": 1}) == ratio["target_better_crew"]
    assert crew.modifier({"rammer_crew": 2, "target_crew": 2}) == 0
    rake = table_modifiers("ship_rake_damage")
    assert declared_modifiers("ship_rake", "roll") == {
        "target_full_speed": rake["target_full_speed"],
        "not_full_speed": rake["raker_not_full_speed"],
    }


def test_ship_breach():
    for row in TABLES["ship_breach"]["rows"]:
        men, pv, held, equipment, sunk = ship_breach.breach_row(row["min"])
        printed = row["effects"]
        assert (-men, -pv) == (printed["men"], printed["pv"])
        assert {"L": "if_facing_larger", "I": "yes", "or": "or_equipment"}[held] == printed["immobilised"]
        assert {"-": None, "or": "or_immobilised", "E": "lost"}[equipment] == printed["equipment"]
        assert {"-": None, "2": "if_2nd_breach_or_1st_if_size_1_2"}[sunk] == printed["sunk"]
    assert len(ship_breach.BREACH) == len(TABLES["ship_breach"]["rows"])


@pytest.mark.parametrize(
    ("name", "renamed"),
    [("ship_grapple", {"grappler_immobilised": "immobilised"}), ("ship_detachment", {})],
)
def test_thresholds(name, renamed):
    assert TABLES[name]["need"] == ship_boarding.NEED
    m = {renamed.get(key, key): value for key, value in table_modifiers(name).items()}
    assert (m.pop("crew_superior"), m.pop("crew_inferior")) == (1, -1)
    crew = next(i for i in NAMED[name].inputs if i.name == "other_crew")
    assert [crew.modifier({"crew": 1, "other_crew": other}) for other in range(4)] == [-1, 0, 1, 1]
    assert declared_modifiers(name) == m


def test_ship_boarding():
    table = TABLES["ship_boarding"]
    assert list(ship_boarding.FACTORS) == [column["factor"] for column in table["columns"]]
    for row in table["rows"]:
        found = [ship_boarding.men_lost(factor, row["die"]) for factor in ship_boarding.FACTORS]
        assert found == row["values"]
        assert ship_boarding.BOARDING[row["die"] - 1].split() == [row["label"], *row["cells"]]


def test_ship_clearance():
    for at, row in enumerate(TABLES["ship_clearance"]["rows"]):
        found = [tables.shipped_cell(tables.CLEARANCE, at, column) for column in range(11)]
        assert tables.CLEARANCE_TABLE[at].split()[0] == row["id"]
        assert [text for text, _ in found] == row["default_cells_2_to_12"] == row["cells"][:11]
        assert [roll for roll in range(2, 13) if found[roll - 2][1] == tables.DOUBT] == [row["doubt_at"]]
        assert [text == "D" for text, _ in found] == [mark == tables.CHECK for _, mark in found]


def test_ship_surrender():
    sets = TABLES["ship_surrender"]["sets"]
    for quality, roll in product(range(4), range(2, 13)):
        assert ship_boarding.is_surrendering(quality, False, False, roll) == (
            roll in sets[QUALITIES[quality]]
        )
        broken = roll in sets[QUALITIES[quality]] + sets["breached_adds"]
        assert ship_boarding.is_surrendering(quality, True, False, roll) == broken
    found = [roll for roll in range(2, 13) if ship_boarding.is_surrendering(3, False, True, roll)]
    assert found == sets["esclave_minority"]


def test_the_starter_file_is_the_shipped_tables():
    read = owner_file.parse_file(STARTER.read_bytes())
    assert (read.faults, read.notes) == ([], [])
    assert not any(any(codes) for codes in read.cells)


# A question to the shell, and its chances by RULES 7. The order is that of the answer: first the named
# chances, then each outcome. A name is the key of its text, or the printed word.
LOST = "odds.unknown"
ASKED = {
    "fleet_clearance": (
        ["fleet_clearance"],
        ["freed 1/3", "1 1/6", "ever 1/6", "1 1/6", "2 1/6", "3 1/6", "4 1/6", "5 1/3"],
    ),
    "fleet_fatigue": (["fleet_fatigue", "quality=esclave"], ["1 5/6", "0 1/6", "1 5/6"]),
    "fleet_sail_mp": (["fleet_sail", "bearing=A"], ["3 1/1"]),
    "fleet_ram_modifiers": (
        ["fleet_ram", "target_size=6", "rammer_quality=ordinaire", "parity=dice"],
        ["hit 5/9", "sunk 0/1", "0 4/9", "1 5/9"],
    ),
    "fleet_ram_effects": (
        ["fleet_ram", "target_size=2", "parity=dice"],  # the net is -4
        ["hit 8/9", "sunk 1/6", "0 1/9", "1 13/18", "2 1/6"],
    ),
    "fleet_grapple_modifiers": (
        ["fleet_grapple", "need=9", "dice=2", "immobilised=yes"],
        ["1 1/6", "0 5/6", "1 1/6"],
    ),
    "fleet_boarding": (
        ["fleet_boarding", "value=5", "target_value=3"],
        ["1 1/3", "2 1/6", "0 1/2", "1 1/3", "2 1/6"],
    ),
    "ship_reef": (["ship_reef", "tide=falling"], ["0 1/2", "1 1/6", "2 1/3", "0 1/2", "1 1/6", "2 1/3"]),
    "ship_movement_steps": (["ship_steps", "speed=4"], ["1.3.4.5 1/1"]),
    "ship_incendiary": (["ship_incendiary", "from_tower", "shots=2"], ["hit 3/4", "0 1/4", "1 1/2", "2 1/4"]),
    "ship_ram_damage": (
        ["ship_ram", "rammer_size=4", "target_size=4"],
        ["target 0/1", "rammer 1/36", "- 1/18", "éI 1/36", f"{LOST} 11/12"],
    ),
    "ship_rake_damage": (["ship_rake"], ["target 0/1", "rammer 1/36", "éI 1/36", f"{LOST} 35/36"]),
    "ship_breach": (
        ["ship_breach", "size=4", "breaches=1", "facing_larger"],
        ["sunk 1/3", "held 5/6", "slower 2/3", *(f"{die} 1/6" for die in range(1, 7))],
    ),
    "ship_grapple": (["ship_grapple", "collision"], ["1 5/12", "0 7/12", "1 5/12"]),
    "ship_detachment": (["ship_detachment", "friendly"], ["1 13/18", "0 5/18", "1 13/18"]),
    "ship_boarding": (["ship_boarding", "factor=13"], ["1 1/6", "2 1/6", "3 1/6", "4 1/3", "5 1/6"]),
    "ship_clearance": (
        ["ship_clearance", "quality=expert"],
        ["freed 5/12", "lost 1/36", "1 1/36", "2 7/18", "3 5/12", f"{LOST} 1/6"],
    ),
    "ship_surrender": (["ship_surrender", "quality=esclave", "minority"], ["1 1/2", "0 1/2", "1 1/2"]),
}
CHANCE = re.compile(r"  (\S.*?) +(\d+/\d+) +\d.*%")


def ask_shell(capsys, language, *words):
    """Return the shell's answer as lines, and check that every placeholder is filled in."""
    assert ask.main([*words, "--lang", language]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert not [line for line in lines if "{" in line or "<" in line or "None" in line]
    return lines


@pytest.mark.parametrize("language", ["fr", "en"])
@pytest.mark.parametrize("name", ASKED)
def test_each_table_can_be_asked_for(name, language, capsys):
    (proc, *given), chances = ASKED[name]
    words = Words(language, "trireme")
    lines = ask_shell(capsys, language, f"trireme.{proc}", *given)
    assert lines[0] == f"Trirème: {words(proc)}"
    found = [match.groups() for match in map(CHANCE.fullmatch, lines) if match]
    expected = []
    for chance in chances:
        key, fraction = chance.split()
        expected.append((words.get(f"{proc}.{key}", words.get(key, key)), fraction))
    assert found == expected


@pytest.mark.parametrize("language", ["fr", "en"])
@pytest.mark.parametrize("name", ["fleet_sequence", "ship_sequence"])
def test_each_sequence_can_be_asked_for(name, language, capsys):
    lines = ask_shell(capsys, language, f"trireme.{name}")
    steps = TABLES[name]["steps"]
    assert len(lines) == len(steps)
    for line, step in zip(lines, steps, strict=True):
        at, _, shown = line.partition(". ")
        assert int(at) == step["n"]
        # The text of the walk is shorter than that of the player aid, with words of the same stem.
        printed = step[language].casefold()
        # "Freeing" stands for the printed "clear"
        words = ["clear"] if shown == "Freeing" else shown.casefold().split()
        assert all(word[:5] in printed for word in words), (shown, printed)


def test_every_table_is_asked_for():
    assert {*ASKED, "fleet_sequence", "ship_sequence"} == {name for name in TABLES if name != "_meta"}


RESULTS = {
    # Questions with their dice, and the answers in English: the result, its reasons, its effects.
    "fleet_clearance --dice 4": [
        "Result (4): Factor back, slowed, +2 next time",
        "  Row 4 of the table",
        "bonus = 1",
    ],
    "fleet_fatigue quality=debutant --dice 3": ["Result (3): Tired", "  Tired on 3 or less", "tired = 1"],
    "fleet_sail bearing=A": ["Result: 3", "  Point of sail A: 2*"],
    "fleet_ram against=stern cruise faster rammer_quality=expert target_quality=esclave --dice 1,1": [
        "Result (1, 1): Immobile",
        "  Against +2 (rammer)",
        "  Cruising −1 (rammer)",
        "  Target faster +1 (target)",
        "  Crew +3 (rammer)",
    ],
    "fleet_boarding value=6 target_value=3 --dice 4": ["Result (4): Target taken", "Target.captured = 1"],
    "ship_reef kind=hexadecere --dice 6": ["Result (6): Wrecked"],
    "ship_steps speed=2": ["Result: 3.5", "  Speed 2: --M-M"],
    "ship_incendiary shots=2 --dice 4,5": ["Result (4, 5): 1", "  5 or more is needed"],
    "ship_ram rammer_size=4 target_size=9 --dice 1,1": [
        "Result (1, 1): éX",
        "  Row 2: éX",
        f"Attacker.fate = {sheets.SUNK}",
    ],
    "ship_rake --dice 1,1": ["Result (1, 1): éI", "  Row 2: éI", "Attacker.immobilised = 1"],
    "ship_grapple collision --dice 4,4": ["Result (4, 4): Grappled", "  8 + 1 = 9", "  9 or more is needed"],
    "ship_detachment enemy_corvus --dice 6,5": ["Result (6, 5): Failed", "  11 − 3 = 8"],
    "ship_boarding factor=13 --dice 6": ["Result (6): 5"],
    "ship_clearance --dice 1,1": [
        "Result (1, 1): Abandoned: ship lost",
        "  Row 2: A",
        f"Ship.fate = {sheets.ABANDONED}",
    ],
    "ship_surrender --dice 4,4": ["Result (4, 4): Yields", f"Ship.fate = {sheets.SURRENDERED}"],
}


@pytest.mark.parametrize("question", RESULTS)
def test_the_shell_tells_result_reasons_and_effects(question, capsys):
    lines = ask_shell(capsys, "en", *f"trireme.{question}".split())
    for told in RESULTS[question]:
        assert told in lines or f"  -> {told}" in lines or f"  -> Ship.{told}" in lines, lines


@pytest.mark.parametrize(("language", "said"), [("fr", "+1 au jet"), ("en", "+1 to the roll")])
def test_a_grapple_without_a_number_to_reach_is_its_modifiers(language, said, capsys):
    """The device cannot know whether the grapple holds.

    So the screen shows no chances, no effects and no next roll.
    """
    lines = ask_shell(
        capsys, language, "trireme.fleet_grapple", "target_rammed", "equipment=1", "gear=1", "immobilised=yes"
    )
    assert lines[3] == f"Result: {said}"
    assert len(lines) == 4 + 4, "and three modifiers with their sum"
    assert "->" not in "".join(lines)
    assert ask.main(["trireme.fleet_grapple", "--json"]) == 0
    told = json.loads(capsys.readouterr().out)["result"]
    assert (told["text"], told["effects"], told["then"]) == ("±0 to the roll", [], [])


LEGEND = (
    "-, a, I, Ia, Br*, Br*a, Br, Bra, BrI, BrIa, X, Xa, "
    "éa, éI, éIa, éBr*, éBr*a, éBr, éBra, éBrI, éBrIa, éX, éXa, ?"
)
ROW_0 = "ship_ram rammer_size=1 target_size=4 rammer_immobilised=yes not_full_speed --dice 1,1"
CHOICES = [
    (
        "ship_ram rammer_size=6 target_size=4 --dice 6,6",
        f"(Read your table): add --take cell=NAME, one of {LEGEND}.",
        {"Bra": "Bra", "cell=bra": "Bra", "7": "Br", "ebri": "éBrI", "-": "-", "?": "Undetermined"},
    ),
    (
        ROW_0,
        f"(Your table says?): add --take check=NAME, one of {LEGEND}; shipped is éBrI.",
        {"éBrI": "éBrI", "EBR": "éBr"},
    ),
    (
        "ship_clearance --dice 5,6",
        "(D, or Dvr?): add --take check=NAME, one of D, Dvr; shipped is D.",
        {"D": "Freed", "dvr": "Freed: FS −1"},
    ),
    (
        "ship_clearance --dice 4,4",
        "(Read your table): add --take cell=NAME, one of -, D, Dvr, A, ?.",
        {"-": "Not freed", "a": "Abandoned: ship lost", "?": "Undetermined", "5": "Undetermined"},
    ),
    (
        "ship_breach size=4 --dice 3",
        "(Gear lost?): add --take or=NAME, one of yes, no.",
        {"yes": "−1 FS, gear or I", "no": "−1 FS, gear or I", "20": "−1 FS, gear or I"},
    ),
    (
        "fleet_ram target_size=5 --dice 3,3",
        "(Gap -1: total even?): add --take even=NAME, one of no, yes.",
        {"yes": "Immobile"},
    ),
]


@pytest.mark.parametrize(("question", "wanted", "answers"), CHOICES, ids=[case[0] for case in CHOICES])
def test_nothing_is_chosen_for_the_player_or_read_for_him(question, wanted, answers, capsys):
    """RULES 5.5 and edge case 37: no roll follows from a cell in doubt or to be confirmed.

    The device does not choose at an "ou".
    """
    words = f"trireme.{question}".split()
    assert ask.main(words) == 1
    assert capsys.readouterr().err == f"Somebody has to choose {wanted}\n"
    name = wanted.partition("--take ")[2].partition("=")[0]
    for option, result in answers.items():
        lines = ask_shell(capsys, "en", *words, "--take", f"{name}={option.removeprefix(name + '=')}")
        assert [line.partition(": ")[2] for line in lines if line.startswith("Result")] == [result]
    assert ask.main([*words, "--take", f"{name}=Kraken"]) == 1
    assert capsys.readouterr().err.endswith(", not Kraken.\n")


def test_what_the_or_of_a_breach_does(capsys):
    for option, field in (("yes", "Ship.engines = 0"), ("no", "Ship.immobilised = 1")):
        lines = ask_shell(
            capsys, "en", *["trireme.ship_breach", "size=4", "--dice", "3", "--take"], f"or={option}"
        )
        assert f"  -> {field}" in lines
        assert len([line for line in lines if "engines" in line or "immobilised =" in line]) == 1


@pytest.mark.parametrize("name", ["ship_ram", "ship_rake", "ship_clearance"])
def test_corrected_cells_come_from_a_file_and_are_not_shown(name, capsys, tmp_path):
    file = tmp_path / "mine.tsv"
    file.write_text("diag\tship_ram_damage\t19\tX\nset\tship_clearance\texpert\t7\tD\n")
    sizes = ["rammer_size=6", "target_size=4"] if name == "ship_ram" else []
    words = [f"trireme.{name}", *sizes, "--tables", str(file)]
    lines = ask_shell(capsys, "en", *words)
    assert ask.main([*words, "--json"]) == 0
    told = json.loads(capsys.readouterr().out)
    assert ask.main(["trireme"]) == 0
    listed = capsys.readouterr().out
    for hidden in (*tables.DAMAGE_INPUTS[0], *tables.CLEARANCE_INPUTS[0]):
        assert f"{hidden}=" not in "\n".join(lines)
        assert f"{hidden}=" not in listed
        assert hidden not in told["values"]
    assert ask.main([f"trireme.{name}", "rows=1"]) == 1
    assert "rows0" not in capsys.readouterr().err
    if name == "ship_ram":
        assert ["X", "5/36", "13.9%"] in [line.split() for line in lines], "they count all the same"
