"""Trirème: every printed table, cell by cell, against the dossier's."""

from __future__ import annotations

from itertools import product

import pytest

from gobelet.games.trireme.rules import (
    boarding,
    breach,
    cells,
    fleet,
    fleet_fights,
    fleet_ram,
    grappling,
    owned,
    owner,
    owner_lines,
    passing,
    tables,
    walks,
)
from gobelet.games.trireme.rules.common import KINDS
from host_tools import ask
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


def modifiers(name: str, key: str = "modifiers") -> dict[str, int]:
    return {m["id"]: m["value"] for m in TABLES[name][key]}


def declared(name: str, of: str | None = None) -> dict[str, int]:
    """The modifier that each flag or choice brings when it is on, as the Procedure declares it."""
    return {
        i.name: i.mods[1]
        for i in NAMED[name].inputs
        if isinstance(i.mods, tuple) and (of is None or i.lane == of)
    }


def test_fleet_clearance():
    rows = TABLES["fleet_clearance"]["rows"]
    assert [row.split()[1] for row in fleet.CLEARANCE] == [row["id"] for row in rows]
    for row, at in zip(rows, range(1, 6), strict=True):
        assert row["min"] == at
        assert fleet.cleared(at) == at
    assert rows[-1]["max"] is None
    assert fleet.cleared(8) == 5
    assert declared("fleet_clearance")["bonus"] == modifiers("fleet_clearance")["after_result_4"]


def test_fleet_fatigue():
    for at, row in enumerate(TABLES["fleet_fatigue"]["rows"]):
        assert row["id"] == QUALITIES[at] == fleet.FATIGUE[at].split()[0]
        tired = [die for die in range(1, 7) if fleet.tired(at, die)]
        printed = fleet.FATIGUE[at].split()[1:]
        words = [cell.replace(" à ", "-").replace(" ou ", "-") for cell in row["cells"]]
        assert printed == words
        assert tired == list(range(1, len(tired) + 1))
        assert tired[-1] == int(words[0][-1])


def test_fleet_sail():
    for row, printed in zip(TABLES["fleet_sail_mp"]["rows"], fleet.SAIL, strict=True):
        assert printed.split() == [row["label"], *row["cells"]]


def test_fleet_ram_modifiers():
    m = modifiers("fleet_ram_modifiers")
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
        assert [fleet_ram.effect(difference)] == here


def test_fleet_grapple_modifiers():
    m = modifiers("fleet_grapple_modifiers")
    assert declared("fleet_grapple") == {
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
    for row, printed in zip(TABLES["fleet_boarding"]["rows"], fleet_fights.BOARDING, strict=True):
        assert printed.split() == [row["id"], *row["cells"]]


def test_ship_reef():
    rows = TABLES["ship_reef"]["rows"]
    words = dict(zip(passing.PASSED, TABLES["ship_reef"]["results"], strict=True))
    for total in range(-3, 12):
        here = [
            row["cells"]
            for row in rows
            if (row["min"] is None or row["min"] <= total) and (row["max"] is None or total <= row["max"])
        ]
        found = [words[passing.PASSED[passing.reef(total, falling)]] for falling in (0, 1)]
        assert here == [found]


def test_ship_reef_modifiers():
    m = modifiers("ship_reef")
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
        assert passing.reef_modifier(at, size) == expected, (kind, size)


def test_ship_movement_steps():
    for row in TABLES["ship_movement_steps"]["rows"]:
        speed = int(row["label"])
        assert passing.steps(speed) == "".join(row["cells"])
        assert [passing.moves(speed, step) for step in range(1, 6)] == [cell == "M" for cell in row["cells"]]
    assert len(passing.STEPS) == len(TABLES["ship_movement_steps"]["rows"])


def test_ship_incendiary():
    table = TABLES["ship_incendiary"]
    assert (table["max_range"]["archers"], table["max_range"]["engine"]) == passing.RANGES
    for tower, name in ((False, "normal"), (True, "tower")):
        assert [die for die in range(1, 7) if die >= passing.need(tower)] == table["hit_set"][name]


@pytest.mark.parametrize("name", ["ship_ram_damage", "ship_rake_damage"])
def test_damage_cells_and_marks(name):
    table = TABLES[name]
    table_at = owner_lines.NAMES.index(name)
    printed = owned.printed(table_at)
    shipped = owner.read(None)
    assert len(printed) == len(table["rows"]) == 15
    compared = 0
    for at, row in enumerate(table["rows"]):
        assert int(printed[at].split()[0]) == int(row["label"]) == at
        found = [tables.printed(printed, at, column) for column in range(len(table["columns"]))]
        assert len(printed[at].split()) == len(found) + 1
        assert [text for text, _ in found] == row["cells_norm"]
        assert "".join(["oc?"[mark] for _, mark in found]) == row["mask"]
        assert shipped.mask(table_at, at) == row["mask"]
        for text, raw in zip(row["cells_norm"], row["cells"], strict=True):
            assert cells.write(cells.read(text)) == text
            assert cells.read(raw) == cells.read(text), "as the seed writes it"
        compared += len(found)
    assert compared == {"ship_ram_damage": 255, "ship_rake_damage": 45}[name]
    counts = {"ship_ram_damage": (6, 178), "ship_rake_damage": (0, 36)}[name]
    assert shipped.open(table_at) == counts
    assert (
        len(owner.breaks(shipped, table_at, doubtful=True))
        == {"ship_ram_damage": 0, "ship_rake_damage": 11}[name]
    )
    assert owner.breaks(shipped, table_at) == [], "cells in doubt say nothing"


def test_damage_columns():
    columns = TABLES["ship_ram_damage"]["columns"]
    labels = owner_lines.LABELS[owned.RAM].split("|")
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
    ratio = modifiers("ship_ram_damage", "modifiers_column")
    m = modifiers("ship_ram_damage")
    column = declared("ship_ram", "column")
    roll = declared("ship_ram", "roll")
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
    rake = modifiers("ship_rake_damage")
    assert declared("ship_rake", "roll") == {
        "target_full_speed": rake["target_full_speed"],
        "not_full_speed": rake["raker_not_full_speed"],
    }


def test_ship_breach():
    for row in TABLES["ship_breach"]["rows"]:
        men, pv, held, equipment, sunk = breach.cells(row["min"])
        printed = row["effects"]
        assert (-men, -pv) == (printed["men"], printed["pv"])
        assert {"L": "if_facing_larger", "I": "yes", "or": "or_equipment"}[held] == printed["immobilised"]
        assert {"-": None, "or": "or_immobilised", "E": "lost"}[equipment] == printed["equipment"]
        assert {"-": None, "2": "if_2nd_breach_or_1st_if_size_1_2"}[sunk] == printed["sunk"]
    assert len(breach.BREACH) == len(TABLES["ship_breach"]["rows"])


@pytest.mark.parametrize(
    ("name", "renamed"),
    [("ship_grapple", {"grappler_immobilised": "immobilised"}), ("ship_detachment", {})],
)
def test_thresholds(name, renamed):
    assert TABLES[name]["need"] == grappling.NEED
    m = {renamed.get(key, key): value for key, value in modifiers(name).items()}
    assert (m.pop("crew_superior"), m.pop("crew_inferior")) == (1, -1)
    crew = next(i for i in NAMED[name].inputs if i.name == "other_crew")
    assert [crew.modifier({"crew": 1, "other_crew": other}) for other in range(4)] == [-1, 0, 1, 1]
    assert declared(name) == m


def test_ship_boarding():
    table = TABLES["ship_boarding"]
    assert list(boarding.FACTORS) == [column["factor"] for column in table["columns"]]
    for row in table["rows"]:
        found = [boarding.loss(factor, row["die"]) for factor in boarding.FACTORS]
        assert found == row["values"]
        assert boarding.BOARDING[row["die"] - 1].split() == [row["label"], *row["cells"]]


def test_ship_clearance():
    for at, row in enumerate(TABLES["ship_clearance"]["rows"]):
        found = [tables.printed(tables.CLEARANCE, at, column) for column in range(11)]
        assert tables.CLEARANCE[at].split()[0] == row["id"]
        assert [text for text, _ in found] == row["default_cells_2_to_12"] == row["cells"][:11]
        assert [roll for roll in range(2, 13) if found[roll - 2][1] == cells.DOUBT] == [row["doubt_at"]]
        assert [text == "D" for text, _ in found] == [mark == cells.CHECK for _, mark in found]


def test_ship_surrender():
    sets = TABLES["ship_surrender"]["sets"]
    for quality, roll in product(range(4), range(2, 13)):
        assert boarding.surrenders(quality, False, False, roll) == (roll in sets[QUALITIES[quality]])
        broken = roll in sets[QUALITIES[quality]] + sets["breached_adds"]
        assert boarding.surrenders(quality, True, False, roll) == broken
    found = [roll for roll in range(2, 13) if boarding.surrenders(3, False, True, roll)]
    assert found == sets["esclave_minority"]


def test_the_starter_file_is_the_shipped_tables():
    read = owner.read(STARTER.read_bytes())
    assert (read.faults, read.notes) == ([], [])
    assert not any(any(codes) for codes in read.cells)


# The name to ask for, where it is not that of the table.
ASKED = {
    "fleet_sail_mp": "fleet_sail",
    "fleet_ram_modifiers": "fleet_ram",
    "fleet_ram_effects": "fleet_ram",
    "fleet_grapple_modifiers": "fleet_grapple",
    "ship_movement_steps": "ship_steps",
    "ship_ram_damage": "ship_ram",
    "ship_rake_damage": "ship_rake",
}
SIZES = ["rammer_size=6", "target_size=4"]


@pytest.mark.parametrize("language", ["fr", "en"])
@pytest.mark.parametrize("name", [name for name in TABLES if name != "_meta"])
def test_each_table_can_be_asked_for(name, language, capsys):
    asked = ASKED.get(name, name)
    more = SIZES if asked == "ship_ram" else []
    assert ask.main([f"trireme.{asked}", *more, "--lang", language]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert len(lines) >= 3
    if name.endswith("_sequence"):
        assert len(lines) == len(TABLES[name]["steps"])
