"""A form shows the present values of the Sheets, not those at the last roll.

The tests take every Procedure with a form, every field that fills an input, and each way to open a form. Two
devices have the same Sheets. On one a player has rolled, with other values than those proposed, before a
field changes. On the other there was no roll. An input that follows the field on one must follow it on the
other.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from typing import Any

import pytest

from host_tools.questions.games import games_with_rules
from simulator import paths
from simulator.keys import OK
from tests.games.own_tests import with_tests
from tests.games.test_applied_once import FOUND, SHEETS, Table
from tests.sweep import case_count

paths.install()
from gobelet.game.by_name import load  # noqa: E402
from gobelet.games.trinites.rules.tables import COMBAT  # noqa: E402
from gobelet.games.trinites.screens import opening as trinites  # noqa: E402
from gobelet.games.trinites.screens import turn as trinites_turn  # noqa: E402
from gobelet.games.trinytia.screens import common as trinytia  # noqa: E402
from gobelet.games.trireme.rules.sheets import CORVUS  # noqa: E402
from gobelet.games.trireme.rules.ships import BOARDING, ORDERS  # noqa: E402
from gobelet.games.trireme.screens import opening as trireme  # noqa: E402
from gobelet.rules.refused import Refused  # noqa: E402
from gobelet.system.again import repeat_last_roll  # noqa: E402
from gobelet.ui.screens import preset_lines  # noqa: E402
from gobelet.ui.screens.form import Form  # noqa: E402
from gobelet.ui.screens.result import Result  # noqa: E402
from gobelet.words.wording import arguments  # noqa: E402

Cell = tuple[str, int, str]  # Kind, row, field
Values = dict[str, int]
Way = Callable[[Any], "Values | None"]  # opens a form on a device, and returns the form's values

HERE = "tests/games/test_forms_follow_sheets.py"
GAMES = ("trireme", "trinites", "trinytia")
CASES = [(game, name) for game in GAMES for name in FOUND[game].procedures]
CHECKED = case_count(1, 20)  # the number of times that each input must follow a field
ROLLS = 30  # random sets of values, until the rules allow one
# Fields about the game itself, which only a new game changes.
FIXED = ("game.game", "game.mode", "game.players", "game.part", "char.used", "ship.used", "char.seat")
SILENT = (("char", 0, "weapon"), 0)  # a field one value of which means that the field was not entered
ENEMY = 8  # row of the first adversary in Trinités
ALONGSIDE = ("time",)  # Kinds that do not describe the game

# Inputs that the Sheets fill without a declared field, with the field or the Kind that must do so; "" if none
# must. A name counts for all Procedures, unless one has an entry of its own.
FILLED: dict[str, dict[str, str]] = {
    "trireme": {
        "tide": "game.tide",
        "friendly": "ship.captured",
        "faster": "ship.pv",
        "won_boarding": "tie.lost_second",
        "enemy_corvus": "tie.how",
        "from_tower": "ship.towers",
        "weapon": "ship.engines",
        "not_full_speed": "ship.order",
        "target_full_speed": "ship.order",
        "stationary": "ship.order",
    },
    "trinites": {
        "score": "skill",
        "score_a": "skill",
        "score_b": "skill",
        "t_score": "skill",
        "reaction": "char.surprised",
        "move.reaction": "",  # no character is in the way unless the players say so
        "unaware": "char.surprised",
        "inert": "char.boxes",
        "still": "char.boxes",
        "caught": "char.surprised",
        "weapon": "char.weapon",
        "sword": "char.sword",
        "suffer.sword": "",  # the value is that of the blow before
        "dodge.sword": "",
        "area": "char.area",
        "t_cover": "char.cover",
        "dragging": "char.held",
        "spend.light": "adam.owed_l",
        "spend.dark": "adam.owed_t",
        "base": "skill",
        "target": "skill",
        "nature": "char.boxes",
        "attempt": "char.tries",
    },
}
# Inputs with a proposal from the Sheets when a form opens. The players may change it, and a preset or a
# repeated roll keeps their choice.
PROPOSED: dict[str, tuple[str, ...]] = {"trinites": ("skill",)}
# Fields that must count in a Procedure, though the input has another name in another Procedure.
COUNTED = {("trinites", name): "char.plan" for name in ("test", "duel", "note", "oppose")}


@dataclass(frozen=True)
class Move:
    """A new value of a field, and the values that follow it, for each way to open a form."""

    cell: Cell
    value: int
    shown: dict[Way, Values]

    def followers(self) -> set[str]:
        return {name for values in self.shown.values() for name in values}


class Device(Table):
    """A table whose forms open in any way; a test changes its Sheets."""

    def __init__(self, game: str, name: str) -> None:
        Table.__init__(self, game, name)
        change = self.session.change
        if game == "trireme":
            if name.endswith("detachment"):
                change([("tie", 0, "rolled", 3 * BOARDING), ("tie", 0, "lost_first", 1)])
            if name.startswith("ship"):
                change([("ship", row, "done", 1 << ORDERS) for row in self.rows])
                change([("ship", row, "order", 2) for row in self.rows])
        elif game == "trinites":
            self.rows = [ENEMY if role in ("target", "other") else 0 for role in self.proc.roles]
            change([("char", row, "acting", 1) for row in (0, ENEMY)])
            change([("skill", row, field, 3) for row in (0, ENEMY) for field in ("s0", "s8", "s12")])
            change([("object", 0, "kind", 1), ("object", 0, "pv", 9), ("char", 0, "weapon", 2)])
            change([("char", 0, "engaged", int(name == "draw"))])
            failed = {"task_skill": 1, "task_level": 30, "task_score": 3, "tries": 1}
            change([("char", 0, field, value) for field, value in failed.items()])
            for field, value in SHEETS.get(f"{game} {name}", {}).get("char", {}).items():
                change([("char", ENEMY, field, value)])

    def shown(self) -> Values | None:
        """The values of the form on top for these rows; None without such a form."""
        self.app.navigation.make_pending()
        top = self.app.stack.top()
        if not isinstance(top, Form) or list(top.rows) != self.rows or top.proc is not self.proc:
            return None
        values: Values = top.unchecked_values()
        return {each.name: values[each.name] for each in top.proc.inputs if each.is_shown(values)}

    def way(self, way: Way) -> Values | None:
        """Return the values of a form that is opened in this way."""
        self.context.navigation.back_to(f"{self.game}.home")
        try:
            return way(self)
        except Refused:
            return None

    def play(self) -> bool:
        """Set each input that the form asks for at random, and roll; return whether that is allowed."""
        self.way(open_directly)
        form = self.app.stack.top()
        for each in form.proc.inputs:
            if each in form.list and each.name not in form.filled:
                form.set_value(each, self.dice.randint(each.low, each.high))
        form.cursor = 0
        before = self.session.roll_position()
        for _ in range(10):
            self.press(OK)
            top = self.app.stack.top()
            if isinstance(top, Result) and top.outcome is not None:
                break
        return bool(self.session.roll_position() != before)


# Ways to open a form on both devices


def open_directly(device: Device) -> Values | None:
    device.context.open(f"{device.game}.form", device.number, *device.rows)
    return device.shown()


def by_game(device: Device) -> Values | None:
    """Open the form as the screens of the game do for the characters in the rows."""
    app, name, rows = device.app, device.proc.name, device.rows
    if device.game == "trireme":
        trireme.open_form(app.context, device.number, *rows)
    elif device.game == "trinytia":
        trinytia.open_form(app.context, name, *rows)
    elif device.game != "trinites":
        return open_directly(device)
    elif name in COMBAT and device.proc.roles[0] == "me":
        trinites_turn.open_action(app.context, name, rows[0], *rows[2:])
    elif name == "test":
        trinites.open_test(app.context, rows[0], 0)
    else:
        trinites.open_form(app.context, name, rows)
    return device.shown()


def by_choice(device: Device) -> Values | None:
    """Open a form without rows, then choose the rows in it."""
    device.context.open(f"{device.game}.form", device.number, *[-1] * len(device.rows))
    for index, row in enumerate(device.rows):
        form = device.app.stack.top()
        if row in form.candidates(index):
            form.set_row(index, row)
    return device.shown()


# Ways on a device with rolls.


def once_more(device: Device) -> Values | None:
    before = device.session.roll_position()
    repeat_last_roll(device.context, device.game)
    device.board.run(20)
    roll = device.session.last_roll()
    if device.session.roll_position() == before:  # the roll was refused
        return None
    return {each.name: roll.values[each.name] for each in roll.proc.inputs if each.is_shown(roll.values)}


class Case:
    """Two devices, of which only one has rolls."""

    def __init__(self, game: str, name: str) -> None:
        self.played = Device(game, name)
        self.fresh = Device(game, name)
        for _ in range(ROLLS):
            if self.played.play():
                break
        else:
            raise AssertionError("no values are allowed")
        session = self.played.session
        self.roll = session.last_roll()
        self.preset = preset_lines.line_of(
            self.played.context, self.roll.proc, self.roll.rows, self.roll.values, ""
        )
        state = self.fresh.session.state
        state.apply(state.differences(session.state))
        self.kept: Values = {}
        self.moves: list[Move] = []
        before = {way: self.fresh.way(way) for way in (open_directly, by_game, by_choice)}
        self.asked: Values = before[open_directly] or {}
        for cell, value in self.cells():
            move = Move(cell, value, self.following(cell, value, before))
            if move.shown:
                self.moves.append(move)
        self.filled = {name for move in self.moves for name in move.followers()} - set(PROPOSED.get(game, ()))
        # The player's choices, without the values that the Sheets filled in.
        self.kept = {key: value for key, value in self.roll.values.items() if key not in self.filled}
        self.before = {self.chosen: self.fresh.way(self.chosen)}

    def chosen(self, device: Device) -> Values | None:
        """Open a form with the choices of the last roll."""
        listed = arguments(device.proc, device.rows, self.kept)
        device.context.open(f"{device.game}.form", device.number, *listed)
        return device.shown()

    def cells(self) -> list[tuple[Cell, int]]:
        """List the fields that a form reads, each with other values, in random order.

        The fields belong to the rows and to the game.
        """
        fresh = self.fresh
        state, dice = fresh.session.state, fresh.dice
        read: set[Cell] = set()
        real = state.get

        def get(*cell: Any) -> int:
            read.add(cell)
            return int(real(*cell))

        state.get = get
        for way in (open_directly, by_game, by_choice, self.chosen):
            fresh.way(way)
        del state.get
        if fresh.game == "trireme":  # all fields of ships are read at once
            read |= {("ship", row, field) for row in fresh.rows for field in state.kind("ship").fields}
            read |= {("tie", 0, field) for field in ("how", "rolled", "lost_first", "lost_second")}
        found = []
        for cell in sorted(read):
            if cell[0] in ALONGSIDE or f"{cell[0]}.{cell[2]}" in FIXED or cell[1] not in {0, *fresh.rows}:
                continue
            now = real(*cell)
            for value in {0, 1, now + 1, now - 1, CORVUS, CORVUS + 1, dice.randint(2, 12), 20} - {now}:
                if (cell, value) != SILENT:
                    found.append((cell, value))
        dice.shuffle(found)
        return found

    def following(self, cell: Cell, value: int, before: dict[Any, Values | None]) -> dict[Way, Values]:
        """Return the inputs that follow a field, by each way in `before`, which has their present values."""
        fresh = self.fresh
        state = fresh.session.state
        try:
            effects = state.effects([(*cell, value)])
        except Refused:
            return {}
        state.apply(effects)
        fresh.session.cache.clear()
        found = {}
        for way, old in before.items():
            now = fresh.way(way)
            if old and now:
                found[way] = {name: now[name] for name in now if now[name] != old.get(name, now[name])}
        state.apply(effects, False)
        fresh.session.cache.clear()
        return {way: values for way, values in found.items() if values}

    def shown(self, cell: Cell, value: int) -> Iterator[tuple[str, Way, Values | None]]:
        """Change the field on the device with rolls.

        For each way, yield the way, its reference, and the values of a form.
        """
        played = self.played
        for restarts in (False, True):
            played.way(open_directly)
            played.context.open(f"{played.game}.history")
            played.session.change([(*cell, value)])
            if restarts:
                played.board.run(2000)
                played.boot()
            played.context.close()
            yield "restarted" if restarts else "below", open_directly, played.shown()
            if not restarts:
                played.session.undo()
        for way in (open_directly, by_game, by_choice):
            yield way.__name__, way, played.way(way)
        yield "preset", self.chosen, played.way(self.by_preset)
        yield "again", self.chosen, played.way(once_more)
        played.context.navigation.back_to(f"{played.game}.home")
        while played.session.get(*cell) == value:
            assert played.session.undo()

    def by_preset(self, device: Device) -> Values | None:
        preset_lines.open_preset(device.context, self.preset)
        return device.shown()


def test_every_game_with_forms_is_here() -> None:
    """Games defined by texts are left out.

    The inputs of such games have declared fields or none, and their form is the shared one.
    """
    found = [
        game for game in games_with_rules() if "form" in load(f"gobelet.games.{game}.screens", "SCREENS")
    ]
    missing = set(found) & set(with_tests()) - {"own"} - set(GAMES)
    assert not missing, (
        f"add to GAMES in {HERE}: {sorted(missing)}; a screen that fills more belongs into by_game"
    )
    assert set(GAMES) <= set(with_tests()), f"GAMES in {HERE} names a game without a form or tests"


@pytest.fixture(scope="module", params=CASES, ids="-".join)
def case(request: pytest.FixtureRequest) -> Case:
    return Case(*request.param)


@pytest.mark.sweep
def test_what_a_form_shows_is_what_the_sheets_say(case: Case) -> None:
    checked: Counter[str] = Counter()
    wrong = []
    for move in case.moves:
        cell, value, names = move.cell, move.value, move.followers()
        if all(checked[each] >= CHECKED for each in names):
            continue
        checked.update(names)
        right_by = {**move.shown, **case.following(cell, value, case.before)}
        for how, way, shown in case.shown(cell, value):
            for each, right in right_by.get(way, {}).items():
                if shown and shown.get(each, right) != right:
                    wrong.append(f"{how}: {each} {shown[each]}, not {right}, after {cell} = {value}")
    assert not wrong, "\n".join(wrong)


@pytest.mark.sweep
def test_what_the_sheets_fill_is_known(case: Case) -> None:
    """In every way to open a form, the same inputs follow the Sheets.

    The set has the filled inputs and the listed ones.
    """
    game, name = case.fresh.game, case.fresh.proc.name
    inputs = {each.name: each for each in case.roll.proc.inputs}
    fields: dict[str, set[str]] = {each: set() for each in inputs}
    unlike = []
    proposed = set(PROPOSED.get(game, ()))  # another result may follow from a proposed value
    for move in case.moves:
        for way, values in move.shown.items():
            for each in values:
                fields[each].add(f"{move.cell[0]}.{move.cell[2]}")
                if each not in move.shown.get(open_directly, {}) and not proposed & set(values):
                    unlike.append(f"{each} follows {move.cell} by {way.__name__} alone")
    assert not unlike, "\n".join([f"A proposal belongs into PROPOSED in {HERE}; else:", *unlike])
    told = {each for each in fields if fields[each] and inputs[each].role is None}
    filled = FILLED.get(game, {})
    known = {each for each in told if each in filled or f"{name}.{each}" in filled}
    unnamed = sorted(told - known - proposed)
    assert not unnamed, f"add to FILLED of {game} in {HERE}, with the field that each follows: {unnamed}"
    for each in case.asked:
        field = filled.get(f"{name}.{each}", filled.get(each, ""))
        follows = any(f"{found}.".startswith(f"{field}.") for found in fields[each])
        assert follows or not field, f"{each} does not follow {field}, as FILLED in {HERE} says"
    field = COUNTED.get((game, name), "")
    assert not field or any(field in found for found in fields.values()), (
        f"nothing follows {field}, as COUNTED in {HERE} says"
    )
