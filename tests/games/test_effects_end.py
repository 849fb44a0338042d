"""A character who passes, leaves, returns or dies keeps no effect that only an own turn ends.

Each game lists for every stored field whether it lasts or is an effect, and the events that end it by its
rules: see `effects.py`. The events occur on the game's screens, for a row with all effects at once. A field
without an entry fails the test by name.
"""

from __future__ import annotations

from dataclasses import replace
from importlib import import_module

import pytest

from tests.games.effects import Change, Device, Effect, Game
from tests.games.own_tests import FOLDER, with_tests

ALONE = ("dice",)  # games without characters


def table_of(game: str) -> Game:
    module = import_module(f"tests.games.{game}.effects")
    assert hasattr(module, "TABLE"), f"call the Game in tests/games/{game}/effects.py TABLE"
    table: Game = module.TABLE
    return table


ASKED = [game for game in (*with_tests(), "own") if game not in ALONE]
TABLES: dict[str, Game] = {game: table_of(game) for game in ASKED if (FOLDER / game / "effects.py").exists()}
CASES = [
    (game, scene, event)
    for game, table in TABLES.items()
    for scene in table.scenes
    for event in table.events
    if event not in table.scenes[scene].without.split()
]


def named_effects(table: Game) -> dict[str, Effect]:
    return {name if "." in name else f"{table.kind}.{name}": each for name, each in table.effects.items()}


def test_every_game_says_what_ends_its_effects() -> None:
    missing = sorted(set(ASKED) - set(TABLES))
    assert not missing, f"add effects.py with TABLE to the tests of {missing}, see tests/games/effects.py"


@pytest.mark.parametrize("game", TABLES)
def test_every_field_is_classified(game: str) -> None:
    table = TABLES[game]
    device = table.device(game)
    every = {f"{kind.name}.{of}" for kind in device.state.kinds for of in kind.fields if kind.name != "time"}
    named = list(named_effects(table)) + table.lasting.split() + table.moving.split() + list(table.pointers)
    wild = [name[:-1] for name in named if name.endswith("*")]
    missing = {name for name in every - set(named) if not name.startswith(tuple(wild))}
    assert not missing, "say in the table whether these last or what ends them"
    gone = {name for name in named if not name.endswith("*")} - every
    assert not gone, "the game has no such fields"
    ends = [each.ends for each in (*table.effects.values(), *table.pointers.values())] + [
        *table.others.values()
    ]
    assert set(" ".join(ends).split()) <= set(table.events), "the game has no such events"


@pytest.mark.parametrize("game", TABLES)
def test_what_an_own_turn_ends_ends_for_who_has_none(game: str) -> None:
    table = TABLES[game]
    for name, effect in named_effects(table).items():
        ends = effect.ends.split()
        left = set(table.like_own.split()) - set(ends)
        assert table.own not in ends or not left, f"{name} stays after {left}"


def change_of(name: str, row: int, value: int) -> Change:
    kind, _, of = name.partition(".")
    return kind, row, of, value


def start_value(device: Device, name: str) -> int:
    kind, _, of = name.partition(".")
    declared = device.state.kind(kind)
    return int(declared.field(declared.index[of])[3])


def is_still_changed(device: Device, name: str, table: Game) -> bool:
    return device.get(name, table.row) != start_value(device, name)


def lasting_values(device: Device, table: Game) -> dict[str, list[int]]:
    """Return the lasting values of all rows."""
    found = {}
    for kind in device.state.kinds:
        for of in kind.fields:
            if {f"{kind.name}.{of}", f"{kind.name}.*"} & set(table.lasting.split()):
                found[f"{kind.name}.{of}"] = [
                    device.state.get(kind.name, row, of) for row in range(kind.rows)
                ]
    return found


def set_up(game: str, scene: str) -> Device:
    """A device in a scene; all effects are on."""
    table = TABLES[game]
    device = table.device(game)
    table.ready(device)
    mine = named_effects(table)
    beyond = [name for name in mine if table.row >= device.state.kind(name.partition(".")[0]).rows]
    assert not beyond, f"{game}: the Kinds of {beyond} have no row {table.row}; choose a lower `row` in TABLE"
    device.change(*[change_of(name, table.row, each.value) for name, each in mine.items() if each.value])
    device.change(*table.scenes[scene].changes(device))
    return device


def test_an_effect_in_a_kind_without_the_row_is_told(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(TABLES, "mystria", replace(TABLES["mystria"], row=1))
    with pytest.raises(
        AssertionError, match=r"mystria: the Kinds of \['game.acted', 'game.taken'\] have no row 1;"
    ):
        set_up("mystria", "placing")


@pytest.mark.parametrize("game", TABLES)
def test_each_effect_is_there_in_a_scene(game: str) -> None:
    table = TABLES[game]
    there = set()
    for scene in table.scenes:
        device = set_up(game, scene)
        there |= {name for name in named_effects(table) if is_still_changed(device, name, table)}
    assert there == set(named_effects(table))


@pytest.mark.parametrize(("game", "scene", "event"), CASES)
def test_effects_end(game: str, scene: str, event: str) -> None:
    table = TABLES[game]
    device = set_up(game, scene)
    mine = named_effects(table)
    lasting = lasting_values(device, table)
    table.events[event](device)
    left = [
        name
        for name, each in mine.items()
        if event in each.ends.split() and is_still_changed(device, name, table)
    ]
    assert not left, f"{event} leaves these"
    left = [
        f"{name} of {row}"
        for name, each in table.pointers.items()
        for row in range(device.state.kind(name.partition(".")[0]).rows)
        if event in each.ends.split() and device.get(name, row) == table.row + each.first
    ]
    assert not left, f"{event} leaves these, which say him"
    left = [
        f"{name} of {row}"
        for (name, row), ends in table.others.items()
        if event in ends.split() and device.get(name, row) != start_value(device, name)
    ]
    assert not left, f"{event} leaves these, which others have of him"
    if event in table.gone.split():
        fields = device.state.kind(table.kind).fields
        left = [
            name for name in (f"{table.kind}.{of}" for of in fields) if is_still_changed(device, name, table)
        ]
        assert set(left) <= set(table.kept.split()), "of who is gone nothing stays"
    else:
        assert lasting_values(device, table) == lasting, f"{event} has changed what lasts"
