"""A combat of Trinités on the virtual board: the number of presses, and the effect of an undo below its screens."""

from __future__ import annotations

from typing import Any

import pytest

from simulator.board import BOOT_MS, VirtualBoard
from simulator.keys import BACK, DOWN, OK, UP
from simulator.store import MemoryStore
from tests.simulator.explorer import Explorer

from gobelet.games.trinites.rules import combat, combat_grip, combat_rounds, engagement, primes  # isort: skip
from gobelet.games.trinites.rules.sheets import FAILED, FEU, GARDE, NAME_FIELDS, RETRAIT, WAITS  # isort: skip
from gobelet.games.trinites.screens.party import PART_NAMES  # isort: skip
from gobelet.games.trinites.screens.common import shorten_longest, short_names  # isort: skip
from gobelet.ui.screens import preset_lines  # isort: skip
from gobelet.ui.drawing.letters import name_words, short_name  # isort: skip
from gobelet.games.trinites.screens.memo import BANDS, bands, shared_zones  # isort: skip

PLAYERS = (0, 1, 2, 3)
ADVERSARIES = (8, 9, 10)


class Table:
    """A device with a combat in its first round: (row, initiative) of those in the fire."""

    def __init__(self, *dice: tuple[int, int], lang: str = "fr") -> None:
        self.board = VirtualBoard(store=MemoryStore({"settings": b"taught=yes\n"}))
        self.board.choose_language(lang)
        self.app = self.board.app
        self.context = self.board.context
        self.context.open("trinites.home")
        self.board.run(50)
        changes = [("combat", 0, "round", 1)]
        for row, init in dice:
            changes += [("char", row, "used", 1), ("char", row, "zone", FEU), ("char", row, "init", init)]
            changes.append(("char", row, "weapon", 2))
        self.context.change(changes)
        self.context.open("trinites.memo")
        self.board.run(50)

    def press(self, *keys: int) -> None:
        for key in keys:
            self.board.press(key)
        assert not self.board.faults, self.board.faults

    def go(self, name: str, at: int) -> None:
        """Open a screen in the turn of an able character with two actions left."""
        if self.context.session is None:
            self.context.open("trinites.home")
        app = self.app
        app.context.change(
            [("char", row, field, 0) for row in (*PLAYERS, *ADVERSARIES) for field in ("boxes", "dead")]
        )
        app.context.change([("combat", 0, "round", 1), ("combat", 0, "active", 0), ("char", 9, "held", 1)])
        app.context.change([("char", row, "zone", FEU) for row in (*PLAYERS, *ADVERSARIES)])
        app.context.change([("char", 0, "plan", 2), ("char", 0, "done", 0)])
        if "trinites.memo" in app.stack.ids:
            app.context.navigation.back_to("trinites.memo")
        else:
            app.context.open("trinites.memo")
        numbers = [
            at
            for at in range(len(app.context.session.listed))
            if at >= app.context.session.procedure_index("strike")
        ]
        given = {"form": (numbers[at % len(numbers)], 0, 8), "stance": (0, 8)}
        app.context.open(f"trinites.{name}", *given.get(name, ()))
        self.board.run(50)

    def restart(self) -> None:
        self.board.run(3000)
        self.board.boot()
        self.board.run(BOOT_MS)
        self.app = self.board.app
        self.context = self.board.context

    def undo(self) -> None:
        self.board.hold(BACK)
        assert not self.board.faults, self.board.faults

    def at(self) -> str | None:
        return self.app.stack.ids[-1]

    def char(self, row: int, field: str) -> int:
        return self.context.session.get("char", row, field)

    def active(self) -> int:
        return self.context.session.get("combat", 0, "active")

    def words(self) -> str:
        return " ".join(self.board.words.strings)


def set_inputs(form: Any, **values: int) -> None:
    """The player sets inputs of a form, as by keys."""
    for name, value in values.items():
        form.set_value(next(each for each in form.proc.inputs if each.name == name), value)


def aim_form(table: Table) -> Any:
    """The form of an action, with the first possible target chosen, and all other questions answered."""
    while table.at() != "trinites.form":
        table.press(OK)
    return table.app.stack.top()


def test_the_next_to_act_takes_one_press() -> None:
    table = Table((0, 7), (8, 9))
    table.press(OK)
    assert (table.at(), table.active()) == ("trinites.turn", 8)
    assert (table.char(8, "zone"), table.char(0, "zone")) == (GARDE, FEU)


@pytest.mark.parametrize("plan", [0, 1, 2, -1])
def test_a_wound_of_three_to_who_acts_takes_three_presses(plan: int) -> None:
    table = Table((0, 7), (8, 3))
    table.press(OK)
    if plan:
        table.context.change([("char", 0, "plan", plan)])
    table.press(UP, OK, OK)
    assert table.char(0, "boxes") == 3
    table.undo()
    assert table.char(0, "boxes") == 0
    assert (table.at(), table.app.stack.top().points) == ("trinites.wound", 3)
    table.press(BACK)
    assert table.at() == "trinites.turn"


@pytest.mark.parametrize("plan", [2, -1])
def test_ok_held_explains_each_action(plan: int) -> None:
    table = Table((0, 7), (8, 3))
    table.context.change([("char", 0, "adam", 1), ("char", 0, "boxes", 3), ("adam", 0, "deva_now", 4)])
    table.context.change([("adam", 0, "archonte_now", 4), ("adam", 0, "adam_now", 4), ("char", 0, "held", 9)])
    table.go("acts", 0)
    table.context.change([("char", 0, "plan", plan), ("char", 0, "boxes", 3), ("char", 0, "held", 9)])
    acts = table.app.stack.top()
    acts.refresh()
    assert {"other", "spend", "strike" if plan == 2 else "care"} <= set(acts.names)
    for index, name in enumerate(acts.names):
        acts.about(index)
        assert table.app.stack.top() is not acts, name
        table.context.close()


def test_a_turn_from_the_memo_and_back_to_it() -> None:
    """Announce, strike, apply, end: then the memo shows the next character."""
    table = Table((0, 7), (8, 3))
    table.press(OK, OK)
    assert table.at() == "trinites.acts"
    table.board.entropy.faces([9, 2])
    table.press(OK, OK, OK)  # the form, the roll, its effects
    assert table.at() == "trinites.turn"
    assert table.char(0, "done") == 1
    table.press(OK)
    assert (table.at(), table.active()) == ("trinites.memo", -1)


def test_the_damage_of_a_weapon_is_asked_once_before_its_first_blow() -> None:
    """The text has no table of weapons: an unknown damage is neither 0 nor invented."""
    table = Table((0, 7), (8, 3))
    table.context.change([("char", 0, "weapon", 0)])
    table.press(OK, OK, OK)
    assert "Arme\xa0: dégâts" in table.words()
    table.press(BACK)
    assert (table.at(), table.char(0, "weapon")) == ("trinites.acts", 0)
    table.press(OK, UP, UP, UP, OK)
    assert (table.at(), table.char(0, "weapon")) == ("trinites.form", 3)
    assert table.app.stack.top().values["weapon"] == 3
    table.press(BACK, OK)
    assert table.at() == "trinites.form"
    table.undo()
    table.board.run(50)
    assert table.char(0, "weapon") == 0


def test_damage_that_is_taken_is_said_first() -> None:
    table = Table((0, 7), (8, 3))
    table.context.change([("char", 0, "armour", 1)])
    table.press(OK, UP, UP, OK)
    assert table.at() == "trinites.form"
    table.press(OK, UP, UP, UP, UP, OK)
    assert "3" in table.words() and table.app.stack.top().cursor == 0
    table.press(OK, OK)
    assert (table.char(0, "boxes"), table.at()) == (3, "trinites.turn")


def test_care_in_a_fight_is_a_unique_action() -> None:
    """The care fits the state of the worst patient (L416, L194)."""
    table = Table((0, 7), (1, 5), (2, 4), (8, 3))
    table.context.change([("char", 1, "boxes", 3), ("char", 2, "boxes", 9), ("char", 8, "boxes", 10)])
    table.press(OK, DOWN, DOWN, OK, DOWN)
    assert table.at() == "trinites.acts" and "Soins" in table.words()
    table.press(OK)
    form = table.app.stack.top()
    assert (form.proc.name, form.rows[:2]) == ("care", [0, 2])
    assert (form.values["kind"], table.char(0, "done")) == (0, 0)
    table.press(BACK)
    assert table.at() == "trinites.acts"  # the action had no effect and cost nothing
    table.board.entropy.faces([2])
    table.press(OK, OK, OK)  # a failure is an action too
    assert (table.char(0, "done"), table.at()) == (1, "trinites.turn")
    table.undo()
    table.board.run(50)
    assert (table.char(0, "done"), table.char(0, "plan")) == (0, -1)


@pytest.mark.parametrize("karma", [0, 2])
def test_karma_is_spent_in_a_turn_while_there_is_some(karma: int) -> None:
    table = Table((0, 7), (8, 3))
    table.context.change([("char", 0, "adam", 1), ("adam", 0, "deva", 2), ("adam", 0, "deva_now", karma)])
    table.press(OK, OK)
    assert ("spend" in table.app.stack.top().names) == (karma > 0)
    if karma:
        table.press(UP, OK)
        assert table.app.stack.top().proc.name == "spend"
        table.press(BACK)
        assert (table.at(), table.char(0, "done")) == ("trinites.acts", 0)
        table.press(OK, OK, OK)
        assert table.context.session.get("adam", 0, "deva_now") == 1
        assert (table.char(0, "done"), table.at()) == (1, "trinites.turn")


@pytest.mark.parametrize("plan", [1, -1])
def test_another_skill_that_is_only_looked_at_is_no_action(plan: int) -> None:
    table = Table((0, 7), (8, 3))
    table.context.change([("skill", 0, "s14", 5), ("char", 0, "plan", plan)])
    table.press(OK, OK)
    acts = table.app.stack.top()
    table.press(*[DOWN] * acts.names.index("other"), OK)
    assert table.at() == "trinites.skills"
    table.press(BACK)
    assert (table.at(), table.char(0, "done")) == ("trinites.acts", 0)
    table.press(OK, OK)
    assert table.at() == "trinites.form"
    table.board.entropy.faces([9])
    table.press(OK)
    assert "Réussite" in table.words() and table.char(0, "done") == 0
    table.press(OK)
    assert table.char(0, "done") == 1
    table.undo()
    assert table.char(0, "done") == 0
    table.press(OK)
    table.press(BACK)
    assert (table.at(), table.char(0, "done")) == ("trinites.turn", 1)


def test_another_skill_costs_what_the_plan_does() -> None:
    """L412: one of three free actions has -6, like a blow; in the next turn only the new announcement counts."""
    table = Table((0, 7), (8, 3))
    table.context.change([("skill", 0, "s6", 6)])
    table.press(OK, *[DOWN] * 3, OK)
    acts = table.app.stack.top()
    assert table.char(0, "plan") == 3
    table.press(*[DOWN] * acts.names.index("other"), OK, OK)
    form = table.app.stack.top()
    assert (form.proc.name, form.values["plan"]) == ("test", 3)
    assert "8,3" in table.words()
    table.press(UP)  # the line before that of the dice says so
    assert "Actions libres" in table.words() and "−6" in table.words()
    table.press(DOWN)
    table.board.entropy.faces([7])
    table.press(OK)
    assert "Échec" in table.words() and "7" in table.words()
    table.press(OK)
    assert (table.char(0, "done"), table.at()) == (1, "trinites.skills")
    table.context.change(combat_rounds.turn_end_changes(table.context.session.state, 0))
    table.context.open("trinites.form", table.context.session.procedure_index("test"), 0, 2, 0, 6, 6)
    table.app.stack.top().accept_values(["skill"])
    table.board.run(50)
    assert "58,3" in table.words()


def open_plan(table: Table, name: str, plan: int) -> Any:
    """Open a roll that is no action of the table, in the turn of row 0 with one action."""
    table.press(OK)
    table.context.change(combat_rounds.announcement_changes(table.context.session.state, 0, plan))
    table.context.open("trinites.acts")
    table.board.run(50)
    acts = table.app.stack.top()
    table.press(*[DOWN] * acts.names.index(name), OK)
    return table.app.stack.top()


@pytest.mark.parametrize("name, plan, page", [("other", 1, "test"), ("care", -1, "care")])
def test_a_prime_goes_with_any_action_of_the_turn(name: str, plan: int, page: str) -> None:
    """L702: the prime makes the character faster at the end of the turn.

    The test enters the prime by keys, adds a penalty, and undoes both.
    """
    table = Table((0, 7), (1, 5), (8, 3))
    table.context.change([("skill", 0, "s0", 6), ("char", 1, "boxes", 3)])
    form = open_plan(table, name, plan)
    if name == "other":
        table.press(OK)
        form = table.app.stack.top()
    assert form.proc.name == page
    for which, value in (("prime", primes.FASTER), ("penalty", primes.DANGER)):
        form.cursor = 1 + next(at for at, i in enumerate(form.list) if getattr(i, "name", "") == which)
        table.press(OK, *[DOWN] * value, OK)
        assert form.values is None or form.values[which] == value
    form.cursor = 0
    table.board.entropy.faces([9])
    table.press(OK)
    assert "Réussite" in table.words()
    table.press(OK)
    found = [table.char(0, field) for field in ("delta", "danger", "done")]
    assert found == [3, 1, 1]
    table.undo()
    assert [table.char(0, field) for field in ("delta", "danger", "done")] == [0, 0, 0]
    table.context.redo()
    table.context.change(combat_rounds.turn_end_changes(table.context.session.state, 0))
    assert table.char(0, "init") == 10
    table.context.open("trinites.form", table.context.session.procedure_index("test"), 0)
    table.board.run(50)
    assert not any(getattr(each, "name", "") == "prime" for each in table.app.stack.top().list)


def test_a_confrontation_is_an_action_of_the_turn_too() -> None:
    """L430: a confrontation has the modifier of the plan, and Débordement hinders the opponent."""
    table = Table((0, 7), (8, 3))
    table.context.change([("skill", 0, "s17", 6), ("skill", 8, "s17", 6)])
    confront = open_plan(table, "confront", 2)
    assert table.at() == "trinites.confront"
    table.press(OK)
    form = aim_form(table)
    assert (form.proc.name, form.rows) == ("duel", [0, 8]) and confront is not form
    set_inputs(form, prime=primes.OVERWHELM, penalty=primes.RISK, skill_a=17, skill_b=17)
    table.board.run(50)
    assert "Ennemi 1 +3" in table.words()
    form.cursor = 0
    table.board.entropy.faces([2, 2])
    table.press(OK)
    assert "incident" in table.words()
    table.press(OK)
    assert table.char(0, "done") == 1
    table.press(BACK)
    assert table.at() in ("trinites.acts", "trinites.confront")


def keep_preset(table: Table) -> str:
    """A preset of the last roll, which is left then without applying it."""
    roll = table.context.session.last_roll()
    line = preset_lines.line_of(table.context, roll.proc, roll.rows, roll.values, "")
    table.context.navigation.back_to("trinites.memo")
    return line


# A change on the Sheets, and the input of a visible shot that follows it.
MEANWHILE = (
    ((("char", 8, "cover", 3),), "t_cover", 3),
    ((("char", 8, "surprised", 1),), "unaware", 1),
    ((("char", 8, "surprised", 1),), "reaction", 0),
    ((("char", 8, "boxes", 9),), "reaction", 0),
    ((("char", 0, "weapon", 5),), "weapon", 5),
    ((("char", 0, "sword", 1),), "sword", 1),
    ((("char", 0, "area", 1),), "area", 1),
)


@pytest.mark.parametrize("way", ["preset", "form", "restart"])
@pytest.mark.parametrize("changes, name, value", MEANWHILE)
def test_a_form_says_what_the_sheets_say_now(changes: tuple, name: str, value: int, way: str) -> None:
    """Opened again from a preset, come back to, or made again by a start."""
    table = Table((0, 7), (8, 3))
    table.context.change([("char", 0, "weapon", 2), ("skill", 0, "s15", 5)])
    table.press(OK, OK, DOWN, OK)
    form = aim_form(table)
    before = form.values[name]
    assert form.proc.name == "shoot" and before != value
    if way == "preset":
        table.board.entropy.faces([5, 5])
        table.press(OK)
        line = keep_preset(table)
        table.context.change(changes)
        preset_lines.open_preset(table.context, line)
    else:
        table.context.open("trinites.card", 8)
        table.board.run(50)
        table.context.change(changes)
        if way == "restart":
            table.restart()
        table.press(BACK)
    table.board.run(50)
    form = table.app.stack.top()
    assert (form.proc.name, form.values[name]) == ("shoot", value)


def test_what_the_table_says_of_a_target_stays_in_this_form_only() -> None:
    table = Table((0, 7), (8, 3))
    table.context.change([("char", 8, "cover", 3), ("char", 0, "weapon", 2)])
    table.press(OK, OK, DOWN, OK)
    set_inputs(aim_form(table), t_cover=1, reaction=0, weapon=7)
    table.context.open("trinites.card", 8)
    table.restart()
    table.press(BACK)
    form = table.app.stack.top()
    assert [form.values[name] for name in ("t_cover", "reaction", "weapon")] == [1, 0, 7]
    table.board.entropy.faces([2])
    table.press(OK)
    preset_lines.open_preset(table.context, keep_preset(table))
    table.board.run(50)
    form = table.app.stack.top()
    assert [form.values[name] for name in ("t_cover", "reaction", "weapon")] == [3, 1, 2]


def test_an_action_of_somebody_unconscious_is_refused_by_its_form() -> None:
    """L402: also if the players act outside the turn."""
    table = Table((0, 7), (8, 3))
    table.context.change([("char", 0, "boxes", 9)])
    table.context.open("trinites.form", table.context.session.procedure_index("strike"), 0, 8)
    table.board.run(50)
    assert "Alix est inconscient" in table.words()
    table.press(OK)
    assert table.context.session.roll_position() == -1


def test_what_an_effect_of_karma_still_costs_is_what_is_spent_next() -> None:
    """L322: of two points of Ténèbres one is due in the next round."""
    table = Table((0, 7), (8, 3))
    table.context.change([("char", 0, "adam", 1), ("adam", 0, "deva", 3), ("adam", 0, "archonte", 5)])
    table.context.change(
        [("adam", 0, field, value) for field, value in (("deva_now", 3), ("archonte_now", 5))]
    )
    number = table.context.session.procedure_index("spend")
    table.context.open("trinites.form", number, 0, 0, 0, 2)
    table.board.run(50)
    assert table.app.stack.top().values["dark"] == 2
    table.press(OK, OK)
    owed = [table.context.session.get("adam", 0, field) for field in ("owed_l", "owed_t", "archonte_now")]
    assert owed == [0, 1, 4]
    table.context.change(combat_rounds.round_start_changes(table.context.session.state))
    table.context.change([("combat", 0, "active", 0), ("char", 0, "plan", 1), ("char", 0, "acting", 1)])
    table.context.open("trinites.acts")
    table.board.run(50)
    acts = table.app.stack.top()
    assert acts.line("spend")[1] == "reste 1"
    table.press(*[DOWN] * acts.names.index("spend"), OK)
    form = table.app.stack.top()
    assert (form.proc.name, form.values["light"], form.values["dark"]) == ("spend", 0, 1)
    assert "Ténèbres\u00a04→3" in table.words()
    table.press(OK, OK)
    left = [table.context.session.get("adam", 0, field) for field in ("owed_t", "archonte_now", "deva_now")]
    assert left == [0, 3, 3]


def test_a_test_that_is_no_action_of_the_turn_counts_as_none() -> None:
    table = Table((0, 7), (8, 3))
    table.context.change([("skill", 0, "s14", 5), ("skill", 8, "s6", 5)])
    table.press(OK, OK)  # the turn of the first, and its actions
    for row, skill in ((8, 6), (0, 14)):
        if row == 0:
            table.context.open("trinites.home")
        table.context.open("trinites.form", table.context.session.procedure_index("test"), row, 2, 0, skill)
        table.app.stack.top().accept_values(["skill"])
        table.board.run(50)
        table.board.entropy.faces([11])
        table.press(OK)
        table.press(BACK)
        assert (table.char(row, "done"), table.char(0, "done")) == (0, 0)


def test_the_memo_says_who_waits_for_an_event() -> None:
    table = Table((0, 7), (8, 3))
    table.context.change([("char", 0, "event", 1)])
    table.context.open("trinites.memo")
    table.board.run(50)
    assert [word for word in table.board.words.strings if word[0].isdigit()] == ["7…", "3"]


def test_another_target_leaves_the_weapon_in_hand() -> None:
    table = Table((0, 7), (8, 3), (9, 2))
    table.context.open("trinites.form", table.context.session.procedure_index("strike"), 0, 8)
    table.board.run(50)
    form = table.app.stack.top()
    set_inputs(form, weapon=4, sword=1)
    form.set_row(1, 9)
    assert (form.values["weapon"], form.values["sword"]) == (4, 1)


def test_the_penalty_of_an_advanced_action_is_asked_before_its_dice() -> None:
    """L420: the players choose it, so a failure brings no incident that nobody has risked."""
    table = Table((0, 7), (8, 3))
    table.context.open("trinites.form", table.context.session.procedure_index("seize"), 0, 8)
    table.board.run(50)
    table.press(OK)
    assert table.app.stack.top().heading == "Pénalité imposée\xa0?"
    table.press(OK)
    assert table.app.stack.top().values["imposed"] == primes.RISK
    assert "OK lancer" in table.words()


def test_a_shot_that_hits_the_hostage_hurts_the_hostage() -> None:
    """L668: the hostage suffers the wound in place of the holder."""
    table = Table((0, 7), (1, 2), (8, 3))
    held = [("char", 1, field, value) for field, value in (("held", 9), ("shield", 1), ("grip", 15))]
    table.context.change([*held, ("char", 8, "cover", 2), ("char", 0, "weapon", 5), ("skill", 0, "s15", 5)])
    table.press(OK, OK, DOWN, OK)
    form = aim_form(table)
    assert (form.proc.name, form.rows[1], form.values["t_cover"]) == ("shoot", 8, 2)
    set_inputs(form, reaction=0)
    table.board.entropy.faces([9])
    table.press(OK, OK)
    assert "à l’otage" in table.words()
    table.press(OK)
    form = table.app.stack.top()
    assert (form.proc.name, form.rows, form.values["gross"]) == ("suffer", [1], 5)
    table.press(OK, OK)
    assert (table.char(1, "boxes"), table.char(8, "boxes")) == (5, 0)


def test_a_hostage_who_breaks_free_is_no_cover_any_more() -> None:
    table = Table((1, 7), (8, 3))
    held = (("held", 9), ("shield", 1), ("grip", 12))
    table.context.change([("char", 1, field, value) for field, value in held] + [("char", 8, "cover", 2)])
    table.press(OK, OK, OK)
    assert table.app.stack.top().proc.name == "break_free"
    table.board.entropy.faces([12, 2])
    table.press(OK, OK)
    assert [table.char(1, field) for field, _ in held] == [0, 0, 0]
    assert table.char(8, "cover") == 0


def hold_characters(table: Table, *victims: int) -> None:
    """Row 0 holds these characters, the first of them as a human shield."""
    for row in victims:
        table.context.change([("char", row, "held", 1), ("char", row, "grip", 15)])
    table.context.change(combat_grip.grip_changes(table.context.session.state, 0, victims[0], "hostage"))


def move_first(table: Table, penalty: int = 0, **values: int) -> None:
    """Row 0 moves in its turn, without a roll or with a 12 and a 5."""
    table.context.change([("combat", 0, "active", 0), ("char", 0, "plan", 1), ("char", 0, "done", 0)])
    table.context.open("trinites.acts")
    table.board.run(50)
    acts = table.app.stack.top()
    table.press(*[DOWN] * acts.names.index("move"), OK)
    form = aim_form(table)
    set_inputs(form, **values)
    if penalty:
        set_inputs(form, prime=primes.EFFECTIVE, penalty=penalty)
    form.cursor = 0
    table.board.entropy.faces([12, 5])
    table.press(OK, OK)
    assert table.char(0, "done") == 1


def test_a_holder_who_moves_keeps_his_human_shield() -> None:
    """L591, L594: the hostage goes with him; a shot at him still counts the cover, and may hit the hostage."""
    table = Table((0, 7), (8, 3), (1, 2))
    hold_characters(table, 8)
    move_first(table)
    assert (table.char(0, "cover"), table.char(8, "shield"), table.char(8, "held")) == (2, 1, 1)
    table.context.open("trinites.form", table.context.session.procedure_index("shoot"), 1, 0)
    table.board.run(50)
    assert table.app.stack.top().values["t_cover"] == 2


def test_a_holder_who_moves_behind_something_else_has_his_shield_again_when_he_leaves_it() -> None:
    table = Table((0, 7), (8, 3))
    hold_characters(table, 8)
    move_first(table, behind=1)
    assert (table.char(0, "cover"), table.char(8, "shield")) == (1, 1)
    move_first(table)
    assert (table.char(0, "cover"), table.char(8, "shield")) == (2, 1)
    table.undo()
    assert table.char(0, "cover") == 1


def test_a_holder_who_goes_without_them_holds_nobody_any_more() -> None:
    table = Table((0, 7), (8, 3), (9, 2))
    hold_characters(table, 8, 9)
    move_first(table, dragging=0)
    assert table.char(0, "cover") == 0
    assert [table.char(row, field) for row in (8, 9) for field in ("held", "shield")] == [0] * 4


def test_who_gives_up_his_position_gives_up_his_human_shield() -> None:
    """L739: he loses the advantages, and still holds the other character."""
    table = Table((0, 7), (8, 3))
    hold_characters(table, 8)
    move_first(table, primes.ABANDON)
    assert [table.char(0, "cover"), table.char(8, "shield"), table.char(8, "held")] == [0, 0, 1]


def test_the_cover_that_is_corrected_by_hand_is_that_of_the_shield_too() -> None:
    table = Table((0, 7), (8, 3))
    hold_characters(table, 8)
    table.context.open("trinites.stance", 0, 0)
    table.board.run(50)
    stance = table.app.stack.top()
    stance.cursor = stance.names.index("cover")
    table.press(OK, DOWN, DOWN, OK)
    assert (table.char(0, "cover"), table.char(8, "shield")) == (0, 0)
    table.undo()
    assert (table.char(0, "cover"), table.char(8, "shield")) == (2, 1)


def test_the_zone_of_a_fighter_is_chosen_so_that_nobody_leaves_on_the_way() -> None:
    table = Table((0, 7), (8, 3))
    hold_characters(table, 8)
    own = {"engaged": 2, "prudence": 1, "spurred": 3, "plan": 2}
    table.context.change([("char", 0, field, value) for field, value in own.items()])
    table.context.change([("char", 8, "feint", 1), ("char", 8, "cowed", 1), ("char", 8, "cowed_by", 1)])
    table.context.open("trinites.stance", 0, 0)
    table.board.run(50)
    stance = table.app.stack.top()
    stance.cursor = stance.names.index("zone")
    table.press(OK, UP, UP, OK)
    assert table.char(0, "zone") == RETRAIT
    assert [table.char(0, field) for field in own] == list(own.values())
    table.press(OK, UP, OK)
    assert [table.char(0, field) for field in (*own, "zone", "init", "cover")] == [0] * 7
    assert [table.char(8, field) for field in ("held", "shield", "feint", "cowed", "cowed_by")] == [0] * 5
    table.undo()
    assert [table.char(0, field) for field in own] == list(own.values())


@pytest.mark.parametrize("kind, reaction", [(3, 0), (4, 2), (5, 0), (7, 0)])
def test_only_what_is_in_a_hand_is_moved_out_of_the_way(kind: int, reaction: int) -> None:
    """L512: a window, a door or a wall has no reaction; whoever has a sword in hand dodges or parries."""
    table = Table((0, 7), (8, 3))
    table.context.change([("char", 0, "weapon", 9), ("skill", 0, "s14", 8), ("skill", 8, "s13", 7)])
    table.context.change([("object", 2, "kind", kind), ("object", 2, "pv", 3)])
    table.press(OK, OK)
    acts = table.app.stack.top()
    table.press(*[DOWN] * acts.names.index("destroy"), OK)
    assert table.app.stack.top().values["reaction"] == reaction
    assert ("E1\u00a0+7" in table.words()) == (reaction > 0)


def test_an_object_is_chosen_before_it_is_struck() -> None:
    table = Table((0, 7), (8, 3))
    table.context.change([("char", 0, "weapon", 9), ("skill", 0, "s14", 8)])
    table.press(OK, OK)
    acts = table.app.stack.top()
    table.press(*[DOWN] * acts.names.index("destroy"), OK)
    assert "objet" in table.words()
    table.press(OK, UP)  # the missing value is named; OK goes to the first line
    assert (table.at(), table.char(0, "done")) == ("trinites.form", 0)
    things = ((0, 5, 6), (3, 3, 3), (4, 1, 0))  # a door, a window, and a damaged appliance
    for row, kind, pv in things:
        table.context.change(
            [("object", row, "kind", kind), ("object", row, "material", 1), ("object", row, "pv", pv)]
        )
    table.app.stack.top().refresh()
    form = table.app.stack.top()
    assert form.candidates(2) == [0, 3]
    form.cursor = 1 + form.list.index(2)
    table.press(OK, DOWN)
    assert "Fenêtre" in table.words()
    table.press(OK)
    set_inputs(form, reaction=0)
    form.cursor = 1 + form.list.index(2)
    table.press(DOWN, UP)
    assert "Fenêtre" in table.words()
    form.cursor = 0
    table.board.entropy.faces([9])
    table.press(OK, OK)
    assert [table.context.session.get("object", row, "pv") for row in (0, 3)] == [6, 0]
    assert table.char(0, "done") == 1


@pytest.mark.parametrize("known", [{}, {"s12": 0}, {"s12": 0, "s8": 0}])
def test_a_target_without_a_score_reacts_and_the_form_says_so(known: dict) -> None:
    table = Table((0, 7), (8, 3))
    table.context.change([("skill", 8, field, value) for field, value in known.items()])
    table.press(OK, OK, OK)
    form = table.app.stack.top()
    assert (form.proc.name, form.values["reaction"], form.values["t_score"]) == ("strike", 1, 0)
    assert "E1\u00a0+0" in table.words()
    set_inputs(form, reaction=0)
    table.board.run(50)
    assert "E1\u00a0" not in table.words()


def test_a_patient_who_had_first_aid_is_watched_over() -> None:
    table = Table((0, 7), (1, 3))
    table.context.change([("char", 1, "boxes", 3), ("char", 1, "aided", 1)])
    table.press(OK, DOWN, DOWN, OK, DOWN, OK)
    assert table.app.stack.top().values["kind"] == 2
    assert "soins de veille" in " ".join([table.app.stack.top().value(table.app.stack.top().proc.inputs[0])])


def test_who_falls_in_a_simultaneous_turn_strikes_back() -> None:
    table = Table((0, 7), (8, 7))
    table.press(OK, OK)
    table.board.entropy.faces([9, 2])
    table.context.change([("skill", 0, "s12", 9), ("char", 0, "weapon", 10)])
    table.press(OK, OK, OK)
    assert table.char(8, "boxes") == 10
    table.press(OK)  # closes the message that he faints
    table.press(OK)
    table.press(OK)
    assert (table.at(), table.active()) == ("trinites.turn", 8)
    assert "1 action libre" in table.words()
    table.press(OK, OK)
    assert table.at() == "trinites.form"
    table.press(BACK, BACK)
    table.context.change([("option", 0, "felled", 1)])
    table.app.stack.top().on_show()
    assert table.app.stack.top().find_names()[0] == "end"


def test_boxes_that_are_corrected_on_the_sheet_wake() -> None:
    table = Table((0, 7), (8, 3))
    fallen = (("boxes", 10), ("zone", RETRAIT), ("fainted", 2), ("coma", 1))
    table.context.change([("char", 0, field, value) for field, value in fallen])
    table.context.open("trinites.fields", 0, 0, PART_NAMES.index("life"))
    table.board.run(50)
    table.app.stack.top().set_field("boxes", 8)
    assert [table.char(0, field) for field, _ in fallen] == [8, GARDE, 0, 0]


@pytest.mark.parametrize("at, target", [(0, 8), (1, 9)])
def test_of_two_foes_it_is_asked_whom_before_the_dice(at: int, target: int) -> None:
    """The cursor is then on the last target."""
    table = Table((0, 7), (8, 3), (9, 2))
    table.context.change([("char", 0, "weapon", 4)])
    table.press(OK, OK, OK)
    assert table.at() != "trinites.form" and "Sur qui" in table.words()
    assert [name in table.words() for name in ("Ennemi 1", "Ennemi 2")] == [True, True]
    table.press(*[DOWN] * at, OK)
    form = table.app.stack.top()
    assert (form.rows[:2], form.cursor) == ([0, target], 0)
    table.press(OK)
    assert table.at() == "trinites.result"
    assert table.context.session.last_roll().rows[:2] == [0, target]


def test_one_who_is_alone_among_foes_is_aimed_at_without_a_question() -> None:
    """Also if the actor's friends are in the combat, or another opponent has fallen."""
    for others in (((8, 3),), ((8, 3), (1, 2)), ((8, 3), (9, 1))):
        table = Table((0, 7), *others)
        table.context.change([("char", 0, "weapon", 4), ("char", 9, "boxes", 24)])
        table.press(OK, OK, OK)
        assert (table.at(), table.app.stack.top().rows[:2]) == ("trinites.form", [0, 8])


def test_back_from_whom_leads_back_to_the_actions() -> None:
    table = Table((0, 7), (8, 3), (9, 2))
    table.context.change([("char", 0, "weapon", 4)])
    table.press(OK, OK, OK, BACK)
    assert table.at() == "trinites.acts"


def test_a_target_that_is_chosen_leads_back_to_the_dice() -> None:
    table = Table((0, 7), (8, 3), (9, 2))
    table.context.change([("char", 0, "weapon", 4)])
    table.press(OK, OK, OK, OK, UP, UP, OK, DOWN, OK)
    form = table.app.stack.top()
    assert (form.rows[:2], form.cursor) == ([0, 9], 0)


def test_undoing_the_turn_closes_its_screen() -> None:
    table = Table((0, 7), (8, 3))
    table.press(OK, OK)
    assert table.at() == "trinites.acts"
    table.undo()
    table.board.run(50)
    assert table.at() == "trinites.turn"
    table.undo()
    table.board.run(50)
    assert table.at() == "trinites.memo"
    assert (table.active(), table.char(0, "zone")) == (-1, FEU)


def test_undoing_a_grip_closes_what_its_holder_may_do() -> None:
    table = Table((0, 7), (8, 3))
    table.press(OK, OK)
    table.context.change([("char", 8, "held", 1), ("char", 8, "grip", 14)])
    table.context.open("trinites.grip")
    table.board.run(50)
    assert "14" in table.words()
    table.undo()
    table.board.run(50)
    assert table.at() != "trinites.grip"


def test_the_initiatives_of_many_adversaries_take_four_presses() -> None:
    """One press rolls the initiatives of all adversaries with one die, if the conditions are equal.

    Each roll is in the journal and can be undone.
    """
    table = Table()
    table.context.change([("char", row, "used", 1) for row in (0, *ADVERSARIES)])
    table.context.change([("char", 0, "adam", 1), ("char", 9, "zone", 0), ("skill", 9, "s9", 6)])
    table.context.open("trinites.muster")
    table.board.run(50)
    table.board.entropy.faces([5, 8, 11])
    table.press(UP, UP, OK, OK)
    assert [table.char(row, "init") for row in ADVERSARIES] == [3, 7, 6]
    assert table.char(0, "zone") == 0  # a Trinité chooses a die
    table.undo()
    assert [table.char(row, "zone") for row in ADVERSARIES] == [GARDE, GARDE, 0]


def test_who_is_surprised_stands_en_retrait_without_being_said_twice() -> None:
    """A failed test of Vigilance comes before the initiative, alone or with the others (L433-435)."""
    table = Table()
    table.context.change([("char", row, "used", 1) for row in (0, 8, 9)])
    table.context.change([("char", 8, "surprised", 1)])
    table.context.open("trinites.muster")
    table.board.run(50)
    table.board.entropy.faces([2])
    table.press(UP, UP, UP, OK, OK, OK)  # the first of the adversaries without a die fails
    assert "Surpris" in table.words()
    table.press(OK)
    assert [table.char(row, "surprised") for row in (0, 8, 9)] == [1, 1, 0]
    table.context.open("trinites.muster")
    table.board.run(50)
    table.board.entropy.faces([5, 5, 8, 8])
    table.press(OK, OK, OK, OK)
    assert table.char(0, "zone") == RETRAIT
    table.press(UP, UP, UP, OK, OK)
    assert [table.char(row, "zone") for row in (8, 9)] == [RETRAIT, GARDE]
    table.press(OK)  # into the fight: en garde now, and in the next round his turn ends the surprise
    table.context.change([("combat", 0, "active", 8)])
    table.context.change(combat_rounds.announcement_changes(table.context.session.state, 8, 1))
    assert table.char(8, "surprised") == 0


# The pending result or the hiding of the acting character, and the result that Vigilance must reach.
CAUSED = (
    ({}, 0),
    ({"hidden": 16}, 16),
    ({"pending": WAITS, "result": 17}, 17),
    ({"pending": FAILED, "result": 17}, 0),
    ({"pending": WAITS, "result": 8}, 8),
)


@pytest.mark.parametrize("sheet, noted", CAUSED)
def test_a_surprise_that_somebody_causes_is_a_confrontation(sheet: dict, noted: int) -> None:
    """L434: the test is against his final result; the opponent wins a tie."""
    table = Table((0, 7), (8, 3))
    table.context.change([("combat", 0, "active", 8), ("skill", 0, "s6", 5)])
    table.context.change([("char", 8, field, value) for field, value in sheet.items()])
    needed = max(12, noted) - 5
    for face, surprised in ((needed - 1, 1), (needed, 0)):
        table.context.open("trinites.form", table.context.session.procedure_index("alert"), 0)
        table.board.run(50)
        form = table.app.stack.top()
        assert form.values["noted"] == noted
        share = form.resolution.odds().chance_of(lambda key: key == 1)
        assert share[0] * 12 == share[1] * (13 - needed) or needed > 12
        table.board.entropy.faces([face] if face < 12 else [12, face - 12] if face > 12 else [12, 1])
        table.press(OK)
        assert ("Alerte" in table.words()) == (surprised == 0)
        table.press(OK)
        assert table.char(0, "surprised") == surprised
        table.context.navigation.back_to("trinites.memo")


def test_an_ambush_is_told_before_anybody_acts() -> None:
    """The best of the other side causes the surprise, never a character beside the surprised one."""
    table = Table((0, 7), (1, 5), (8, 3), (9, 2))
    table.context.change([("char", 1, "hidden", 30), ("char", 8, "hidden", 14), ("char", 9, "hidden", 18)])
    table.context.open("trinites.form", table.context.session.procedure_index("alert"), 0)
    table.board.run(50)
    assert table.app.stack.top().values["noted"] == 18


def test_an_object_is_struck_from_the_list_of_objects() -> None:
    """The row is an index of objects, even if a character has the same row."""
    table = Table((0, 7), (8, 3))
    table.context.change(
        [("object", 5, field, value) for field, value in (("kind", 3), ("material", 1), ("pv", 3))]
    )
    table.context.change([("char", 0, "weapon", 4), ("skill", 0, "s14", 8)])
    table.press(OK, OK)
    table.context.open("trinites.objects")
    table.board.run(50)
    table.press(OK)
    form = table.app.stack.top()
    assert (table.at(), form.rows[2], form.values["pv"]) == ("trinites.form", 5, 3)
    table.board.entropy.faces([9])
    set_inputs(form, reaction=0)
    table.press(OK, OK)
    assert table.context.session.get("object", 5, "pv") == 0


def test_waiting_goes_back_into_the_fire() -> None:
    table = Table((0, 7), (8, 5))
    table.press(OK)
    table.press(*[DOWN] * 5, OK, UP, UP, OK)
    assert (table.char(0, "zone"), table.char(0, "init")) == (FEU, 4)
    assert table.at() == "trinites.memo"
    table.press(OK)
    assert table.active() == 8


def test_the_round_ends_when_the_fire_is_empty() -> None:
    table = Table((0, 7))
    table.press(OK)
    table.press(*[UP] * 4, OK)
    assert table.char(0, "zone") == GARDE
    table.press(OK)
    assert (table.context.session.get("combat", 0, "round"), table.char(0, "zone")) == (2, FEU)
    table.undo()
    assert (table.context.session.get("combat", 0, "round"), table.char(0, "zone")) == (1, GARDE)


def test_the_end_of_a_round_reminds_of_what_counts_by_rounds() -> None:
    table = Table((0, 7))
    table.context.change([("char", 0, "exposed", 1 << 5), ("char", 0, "zone", GARDE)])
    table.context.open("trinites.memo")
    table.press(OK)
    assert table.at() == "trinites.round"
    assert "poison" in table.words()
    table.press(OK)  # the reminders come before the next round
    assert table.at() == "trinites.form"
    table.press(BACK, DOWN, OK)
    assert table.context.session.get("combat", 0, "round") == 2


def test_who_has_regenerated_in_a_round_is_not_reminded_of_it_again() -> None:
    table = Table((0, 7))
    table.context.change([("char", 0, "adam", 1), ("char", 0, "boxes", 24), ("char", 0, "fainted", 1)])
    table.context.change([("combat", 0, "round", 2), ("char", 0, "zone", 1)])
    table.context.change([("adam", 0, "archonte", 3), ("adam", 0, "archonte_now", 3)])
    table.context.open("trinites.memo")
    table.press(OK)
    assert "régénération" in table.words()
    table.press(OK, OK, OK)
    assert table.char(0, "spent_t") == 1
    assert table.at() == "trinites.round"
    assert "régénération" not in table.words()


def test_a_blow_tells_who_faints_by_it() -> None:
    table = Table((0, 7), (8, 5))
    table.context.change([("char", 8, "boxes", 7), ("char", 0, "weapon", 4), ("skill", 0, "s13", 5)])
    table.press(OK, OK, OK)  # opens the character's turn, and chooses one action: to strike
    table.board.entropy.faces([12, 8, 1])
    table.press(OK, OK)
    assert table.char(8, "boxes") == 11
    assert "connaissance" in table.words()


@pytest.mark.parametrize("name", ["Ennemi 1", "Ennemi 12", "Wilhelmine", ""])
def test_a_blow_with_many_dice_is_shown_whatever_the_names(name: str) -> None:
    """A name that ends with a number keeps it, though the dice leave it no room."""
    table = Table((0, 7), (8, 5))
    table.context.change([("char", 0, "adam", 1), ("char", 0, "weapon", 4), ("skill", 0, "s13", 8)])
    if name:
        table.context.change([("char", 8, *each) for each in zip(NAME_FIELDS, name_words(name), strict=True)])
    table.press(OK, OK, OK)
    table.board.entropy.faces([12, 3, 12, 12, 5, 12, 12, 9])
    table.press(OK, OK)
    assert table.at() == "trinites.result"
    words = table.words()
    assert "49" in words and "33" in words


def test_undo_says_whose_turn_it_is_by_name() -> None:
    table = Table((0, 7), (8, 7))
    table.press(OK)
    table.press(*[UP] * 4, OK)  # both characters act at the same time; the press ends the turn of the first
    table.press(OK)
    assert table.active() == 8
    table.undo()
    assert "Tour\u00a0: personne" in table.words()
    table.undo()
    assert "Tour\u00a0: Alix" in table.words()


@pytest.mark.parametrize("lang", ["fr", "en"])
@pytest.mark.parametrize("fire", range(8))
def test_at_least_seven_can_be_read_at_once(fire: int, lang: str) -> None:
    """Any distribution over the zones fits: each character has his score, and no text crosses an edge."""
    rows = PLAYERS + ADVERSARIES
    table = Table(*[(row, 1 + row) for row in rows], lang=lang)
    zones = [FEU] * fire + [GARDE] * ((7 - fire) // 2)
    zones += [RETRAIT] * (7 - len(zones))
    table.context.change([("char", rows[at], "zone", zones[at]) for at in range(7)])
    table.context.open("trinites.memo")
    table.board.run(50)
    drawn = table.board.words.strings
    assert all(str(1 + row) in drawn for row in rows)
    assert not table.app.canvas.clipped


def test_the_rows_of_the_memo_are_shared_out() -> None:
    for feu in range(9):
        for garde in range(9):
            for retrait in range(9):
                rows = bands([0, retrait, garde, feu])
                assert set(rows) == {z for z, n in ((FEU, feu), (GARDE, garde), (RETRAIT, retrait)) if n}
                assert sum(rows.values()) <= BANDS
                assert not rows or min(rows.values()) > 0


@pytest.mark.parametrize(
    ("counts", "zones"),
    [
        ((0, 1, 1, 5), [GARDE, RETRAIT]),
        ((0, 1, 5, 1), [FEU, RETRAIT]),
        ((0, 6, 1, 1), [FEU, GARDE]),
        ((0, 1, 2, 4), [GARDE, RETRAIT]),
        ((0, 1, 1, 3), []),
        ((0, 1, 3, 5), []),
        ((0, 0, 1, 5), []),
    ],
)
def test_two_small_zones_share_a_row_so_that_many_stand_in_large_letters(counts, zones) -> None:
    assert shared_zones(counts) == zones
    if zones:
        dice = dict(enumerate(z for z in range(4) for _ in range(counts[z])))
        table = Table(*[(row, 10 - row) for row in dice])
        table.context.change([("char", row, "zone", zone) for row, zone in dice.items()])
        table.context.open("trinites.memo")
        table.board.run(50)
        assert not table.board.faults and not table.app.canvas.clipped
        assert [word for word in "FGR" if word not in table.words().split()] == []


def test_a_short_name_keeps_its_number_and_is_nobody_elses() -> None:
    assert [short_name(name, []) for name in ("Garde 3", "BRUTE2", "Ennemi 12", "Clara", "X")] == [
        "G3",
        "B2",
        "E12",
        "Cl",
        "X",
    ]
    taken: list[str] = []
    for name in ("Brune", "BRUTE", "BRUTE2", "Bruno", "B2"):
        taken.append(short_name(name, taken))
    assert taken == ["Br", "BU", "B2", "Bn", "B2"]  # the last name has no other letters left


def test_a_name_has_one_short_form_on_every_screen() -> None:
    """In the memo, in the head of a form and beside the dice of a result."""
    table = Table((0, 8), (1, 7), (8, 6))
    app = table.app
    assert short_names(app.context, [1, 0, 8, -1]) == ["Br", "Al", "E1", ""]
    assert short_names(app.context, [8]) == ["E1"]
    names = ["Alix", "Ennemi 1"]
    canvas = app.canvas
    assert shorten_longest(canvas, names, ["Al", "E1"], canvas.width("AlixE1"))
    assert names == ["Alix", "E1"]
    assert not shorten_longest(canvas, names, ["Al", "E1"], 5)


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_every_key_in_the_midst_of_a_combat(lang: str) -> None:
    """Random presses from the memo: no screen fails, no word is missing or crosses an edge."""
    table = Table(*[(row, 2 + row // 2) for row in PLAYERS + ADVERSARIES], lang=lang)
    changes = [("char", row, "adam", 1) for row in PLAYERS[:2]]
    changes += [("char", 9, "held", 1), ("char", 9, "grip", 14), ("char", 0, "engaged", 2)]
    changes += [("object", 0, "kind", 4), ("object", 0, "material", 5), ("object", 0, "pv", 4)]
    table.context.change(changes)
    explorer = Explorer(table.board, seed=11)
    seen = set()
    ways = ("memo", "turn", "acts", "grip", "objects", "form", "stance")
    for at in range(1200):
        if at % 60 == 0 or table.context.session is None or table.at() == "trinites.home":
            table.go(ways[at // 60 % len(ways)], at)
        explorer.step()
        seen.add(table.at())
        here = f"{table.at()} after {', '.join(explorer.trail[-8:])}"
        assert not table.board.faults, (here, table.board.faults)
        app = table.app
        assert not (app.context.t.missing or app.canvas.missing or app.canvas.clipped), (here, table.words())
    names = [*ways, "wound", "result", "fighters"]
    assert {f"trinites.{name}" for name in names} <= seen


def test_an_undo_of_a_blow_shows_its_roll_to_be_applied_again() -> None:
    table = Table((0, 7), (8, 3))
    table.press(OK, OK)
    table.board.entropy.faces([9, 2])
    table.press(OK, OK, OK)
    before = table.char(8, "boxes"), table.char(0, "done")
    assert before[1] == 1
    table.undo()
    assert (table.at(), table.char(8, "boxes"), table.char(0, "done")) == ("trinites.result", 0, 0)
    table.press(OK)
    assert (table.at(), table.char(8, "boxes"), table.char(0, "done")) == ("trinites.turn", *before)


def test_a_blow_made_again_is_left_with_the_next_press() -> None:
    table = Table((0, 7), (8, 3))
    table.press(OK, OK)
    table.board.entropy.faces([9, 2])
    table.press(OK, OK, OK)
    table.undo()
    table.context.redo()
    table.board.run(50)
    assert (table.at(), table.char(0, "done")) == ("trinites.result", 1)
    rolled = table.context.session.roll_position()
    table.press(OK)
    assert (table.at(), table.char(0, "done")) == ("trinites.turn", 1)
    assert table.context.session.roll_position() == rolled


def test_a_blow_that_was_only_rolled_is_what_an_undo_takes_back_first() -> None:
    table = Table((0, 7), (8, 3))
    table.press(OK, OK)
    table.board.entropy.faces([9, 2])
    table.press(OK, OK)
    assert table.at() == "trinites.result"
    table.undo()
    assert (table.at(), table.char(0, "plan")) == ("trinites.form", 1)
    table.press(BACK)
    assert table.at() == "trinites.acts"
    table.undo()
    assert (table.at(), table.char(0, "plan")) == ("trinites.turn", 0)


def test_a_victim_that_is_let_go_closes_what_its_holder_may_do() -> None:
    table = Table((0, 7), (8, 3))
    table.press(OK)
    table.context.change([("char", 8, "held", 1), ("char", 8, "grip", 14), ("char", 0, "plan", 2)])
    table.context.open("trinites.grip")
    table.board.run(50)
    grip = table.app.stack.top()
    table.press(*[DOWN] * grip.names.index("release"), OK)
    assert (table.at(), table.char(8, "held")) == ("trinites.turn", 0)
    table.undo()
    assert (table.at(), table.char(8, "held")) == ("trinites.grip", 1)
    table.press(BACK)
    assert table.at() == "trinites.turn"


def test_an_attack_on_several_goes_from_one_to_the_next() -> None:
    """Each target reacts once to the same roll (L707), even if the first one has prevailed."""
    table = Table((0, 7), (8, 3), (9, 2), (10, 2))
    numbers = {name: at for at, (name, _) in enumerate(table.context.session.listed)}
    table.context.change([("char", 0, "weapon", 4), ("skill", 0, "s13", 9)])
    table.press(OK, OK, OK)
    form = aim_form(table)
    set_inputs(form, prime=primes.SEVERAL, penalty=primes.RISK)
    seen = [form.rows[1]]
    table.board.entropy.faces([9])
    table.press(OK, OK)
    assert table.char(8, "boxes") == 2
    for expected in (9, 10):
        result = table.app.stack.top()
        result.cursor = result.list.index("dodge")
        table.press(OK)
        form = table.app.stack.top()
        assert form.number == numbers["dodge"] and form.rows == [expected]
        seen.append(expected)
        table.board.entropy.faces([2])
        table.press(OK, OK)
        assert table.char(expected, "boxes") == 2
    assert seen == [8, 9, 10]


def attack_several(table: Table, *, name: str = "strike", **more: int) -> None:
    """Row 0 attacks several: the first is hit, and that is applied."""
    table.context.change([("char", 0, "weapon", 4), ("skill", 0, "s13", 9), ("skill", 0, "s15", 9)])
    table.press(OK, OK)
    acts = table.app.stack.top()
    table.press(*[DOWN] * acts.names.index(name), OK)
    form = aim_form(table)
    set_inputs(form, prime=primes.SEVERAL, penalty=primes.RISK, **more)
    form.cursor = 0
    table.board.entropy.faces([9])
    table.press(OK, OK)


def open_next_target(table: Table) -> int:
    """To the form of the next target; its row."""
    result = table.app.stack.top()
    result.cursor = result.list.index("dodge")
    table.press(OK)
    form = table.app.stack.top()
    assert form.proc.name == "dodge"
    return int(form.rows[0])


def engage_rows(table: Table, *rows: int) -> None:
    for row in rows:
        table.context.change(engagement.engagement_changes(table.context.session.state, 0, row))


def test_a_strike_at_several_goes_to_those_who_are_engaged_each_once() -> None:
    """L707: character 9 stands apart and is left out; after the last one no target is left."""
    table = Table((0, 7), (8, 3), (9, 2), (10, 2), (1, 2))
    engage_rows(table, 10, 8)
    attack_several(table, reaction=0)
    assert table.context.session.last_roll().rows[:2] == [0, 8]
    assert open_next_target(table) == 10
    form = table.app.stack.top()
    assert form.candidates(0) == [1, 9, 10], "neither who strikes nor who was struck"
    table.board.entropy.faces([2])
    table.press(OK, OK)
    assert table.char(10, "boxes") == 2
    assert "dodge" not in table.app.stack.top().list or table.at() != "trinites.result"
    assert table.char(9, "boxes") == 0


@pytest.mark.parametrize("first, then", [(8, [9, 10]), (9, [10, 8]), (10, [8, 9])])
def test_a_shot_at_several_meets_nobody_twice(first: int, then: list[int]) -> None:
    table = Table((0, 7), (8, 3), (9, 2), (10, 2), (1, 2))
    table.context.change([("combat", 0, "target", first)])
    attack_several(table, name="shoot", reaction=0)
    for row in then:
        assert open_next_target(table) == row
        table.board.entropy.faces([2])
        table.press(OK, OK)
        assert table.char(row, "boxes") == 2
    assert table.at() != "trinites.result" or "dodge" not in table.app.stack.top().list


def test_what_the_sheets_say_of_a_further_target_counts_and_is_used_up() -> None:
    """Prudence +3 and two engaged opponents -2, against a strike; the target uses its best reaction."""
    table = Table((0, 7), (8, 3), (9, 2), (1, 2))
    table.context.change([("skill", 9, "s8", 5), ("skill", 9, "s13", 7), ("char", 9, "prudence", 1)])
    engage_rows(table, 8, 9)
    table.context.change(engagement.engagement_changes(table.context.session.state, 1, 9))
    attack_several(table, reaction=0)
    assert open_next_target(table) == 9
    form = table.app.stack.top()
    assert form.values["reaction"] == 2  # reacts with the same skill as the attack: Mêlée 7
    assert "jet\u00a0+8" in table.words()
    set_inputs(form, reaction=1)
    table.board.run(50)
    assert "jet\u00a0+6" in table.words()  # reacts with Esquive 5
    table.board.entropy.faces([12, 4])
    form.cursor = 0
    table.press(OK)
    assert "Esquivé" in table.words()
    table.press(OK)
    assert (table.char(9, "prudence"), table.char(9, "boxes")) == (0, 0)


def test_a_further_target_that_knows_nothing_of_it_does_not_react() -> None:
    table = Table((0, 7), (8, 3), (9, 2))
    table.context.change([("char", 9, "surprised", 1)])
    attack_several(table, reaction=0)
    assert open_next_target(table) == 9
    form = table.app.stack.top()
    assert (form.values["unaware"], form.values["reaction"]) == (1, 0)
    table.press(OK, OK)
    assert (table.char(9, "boxes"), table.char(9, "surprised")) == (2, 0)


def test_an_area_falls_on_whom_the_table_says() -> None:
    table = Table((0, 7), (8, 3), (9, 2))
    table.context.change([("skill", 0, "s14", 9)])
    table.context.open("trinites.form", table.context.session.procedure_index("destroy"), 0, 8)
    table.board.run(50)
    form = aim_form(table)
    set_inputs(form, aim=3, weapon=3, skill=0)
    table.board.entropy.faces([9])
    form.cursor = 0
    table.press(OK)
    assert open_next_target(table) == 8
    assert table.app.stack.top().candidates(0) == [8, 9]
    table.board.entropy.faces([2])
    table.press(OK, OK)
    assert open_next_target(table) == 9
    assert table.app.stack.top().candidates(0) == [9]


# Third characters react (L428), each against the same roll.


def oppose_action(table: Table, *faces: int, **values: int) -> Any:
    """From the result of an action: a third character reacts."""
    result = table.app.stack.top()
    result.cursor = result.list.index("react")
    table.press(OK)
    form = table.app.stack.top()
    assert form.proc.name == "react"
    for role, row in values.items():
        form.set_row(form.proc.roles.index(role), row)
    form.cursor = 0
    table.board.entropy.faces(list(faces))
    table.press(OK)
    return table.app.stack.top()


def strike_row(table: Table, face: int = 9, score: int = 9, **more: int) -> Any:
    """Row 0 strikes row 8, who does not react: 9 + 9."""
    table.context.change([("char", 0, "weapon", 4), ("skill", 0, "s13", score)])
    table.press(OK, OK)
    table.press(OK)
    form = aim_form(table)
    set_inputs(form, reaction=0, **more)
    form.cursor = 0
    table.board.entropy.faces([face])
    table.press(OK)
    return table.app.stack.top()


@pytest.mark.parametrize("face, prevented", [(8, False), (9, True), (11, True)])
def test_somebody_else_may_prevent_a_blow(face: int, prevented: bool) -> None:
    """18 against 6 + 3 for Prudence + the die, a tie prevents; all of it is applied once, and undone at once."""
    table = Table((0, 7), (8, 3), (9, 2), (1, 2))
    table.context.change([("skill", 9, "s13", 6), ("char", 9, "prudence", 1), ("char", 9, "spurred", 2)])
    before = strike_row(table)
    assert before.list == ["apply", "react", "again"]
    result = oppose_action(table, face, me=9)
    assert result.rows == [9, 0] and table.at() == "trinites.result"
    assert ("Empêché" in table.words()) == prevented
    table.press(OK)
    where = (("char", 8, "boxes"), ("char", 0, "done"), ("char", 9, "prudence"), ("char", 9, "spurred"))
    hurt = 0 if prevented else 4
    assert [table.context.session.get(*each) for each in where] == [hurt, 1, 0, 2]
    assert table.at() == "trinites.turn"
    table.undo()
    assert [table.context.session.get(*each) for each in where] == [0, 0, 1, 2]
    assert table.at() == "trinites.result"
    table.press(OK)
    assert [table.context.session.get(*each) for each in where] == [hurt, 1, 0, 2]


def test_a_reaction_in_vain_leaves_the_blow_as_it_was_and_another_one_may_still_come() -> None:
    table = Table((0, 7), (8, 3), (9, 2), (10, 2))
    table.context.change([("skill", row, "s13", 6) for row in (9, 10)] + [("char", 9, "danger", 1)])
    strike_row(table)
    result = oppose_action(table, 11, me=9)  # 14
    assert "En vain" in table.words() and "4 PV" in table.words()
    assert result.list == ["apply", "react", "again"]
    result = oppose_action(table, 10, me=10)  # 16
    assert "En vain" in table.words()
    table.restart()
    table.press(OK)
    assert [table.char(8, "boxes"), table.char(0, "done"), table.char(9, "danger")] == [4, 1, 0]
    table.undo()
    assert [table.char(8, "boxes"), table.char(0, "done"), table.char(9, "danger")] == [0, 0, 1]


def test_who_has_prevented_it_ends_the_matter() -> None:
    table = Table((0, 7), (8, 3), (9, 2))
    table.context.change([("skill", 9, "s13", 11)])
    strike_row(table)
    result = oppose_action(table, 8, me=9)  # 19
    assert result.list == ["apply", "again"]
    table.press(OK)
    assert (table.char(8, "boxes"), table.char(0, "done")) == (0, 1)


def test_a_reaction_that_is_rolled_again_counts_once() -> None:
    table = Table((0, 7), (8, 3), (9, 2))
    table.context.change([("skill", 9, "s13", 11), ("char", 9, "prudence", 2)])
    strike_row(table)
    result = oppose_action(table, 8, me=9)
    assert "Empêché" in table.words()
    result.cursor = result.list.index("again")
    table.board.entropy.faces([2])
    table.press(OK)
    assert "En vain" in table.words()
    table.press(OK)
    assert (table.char(8, "boxes"), table.char(9, "prudence")) == (4, 1)


def test_an_undo_takes_the_reaction_back_and_the_blow_waits_again() -> None:
    table = Table((0, 7), (8, 3), (9, 2))
    table.context.change([("skill", 9, "s13", 11)])
    strike_row(table)
    oppose_action(table, 8, me=9)
    table.undo()
    if table.at() == "trinites.form":
        table.press(BACK)
    assert table.at() == "trinites.result" and table.app.stack.top().proc.name == "strike"
    table.app.stack.top().cursor = 0
    table.press(OK)
    assert (table.char(8, "boxes"), table.char(0, "done")) == (4, 1)


def test_a_score_that_is_said_of_a_reaction_leaves_the_blow_to_be_applied() -> None:
    """The score is not written while the blow waits, because a change would count as its effect."""
    table = Table((0, 7), (8, 3), (9, 2))
    strike_row(table)
    result = table.app.stack.top()
    result.cursor = result.list.index("react")
    table.press(OK)
    form = table.app.stack.top()
    form.set_row(0, 9)
    set_inputs(form, score=12)
    assert form.values["score"] == 12
    table.press(BACK)
    table.press(UP)
    assert table.app.stack.top().list[0] == "apply" and table.app.stack.top().cursor == 0
    table.press(OK)
    assert table.char(8, "boxes") == 4


def test_a_reaction_without_an_action_is_one_alone() -> None:
    """The reaction comes from the list of all rolls: it uses up its own modifiers, and has no other effect."""
    table = Table((0, 7), (8, 3), (9, 2))
    strike_row(table)
    table.press(OK)
    assert table.char(8, "boxes") == 4
    table.context.change([("char", 9, "prudence", 1), ("skill", 9, "s8", 3)])
    table.context.open("trinites.form", table.context.session.procedure_index("react"), 9, 0, 0, 3, 0, 0, 18)
    table.board.run(50)
    table.board.entropy.faces([11])
    table.press(OK, OK)
    assert [table.char(8, "boxes"), table.char(0, "done"), table.char(9, "prudence")] == [4, 1, 0]
    roll = table.context.session.last_roll()
    line = preset_lines.line_of(table.context, roll.proc, roll.rows, {**roll.values, "chained": 1}, "")
    preset_lines.open_preset(table.context, line)
    table.board.run(50)
    table.board.entropy.faces([11])
    table.press(OK)
    assert table.app.stack.top().deed.proc.name == "react"


def test_the_surprised_oppose_nothing() -> None:
    table = Table((0, 7), (8, 3), (9, 2))
    table.context.change([("char", 9, "surprised", 1)])
    strike_row(table)
    result = table.app.stack.top()
    result.cursor = result.list.index("react")
    table.press(OK)
    table.app.stack.top().set_row(0, 9)
    table.board.run(50)
    assert "Surpris" in table.words()


def test_several_stand_in_the_way_of_a_move() -> None:
    """L626: the character who stops the move is engaged; the first character, who did not stop it, is not."""
    table = Table((0, 7), (8, 3), (9, 2), (10, 2))
    table.context.change([("skill", 0, "s19", 6), ("skill", 9, "s12", 9), ("skill", 8, "s12", 1)])
    table.press(OK, OK)
    acts = table.app.stack.top()
    table.press(*[DOWN] * acts.names.index("move"), OK)
    form = aim_form(table)
    set_inputs(form, reaction=1)
    form.cursor = 0
    table.press(OK, OK)  # who reacts: the first of three
    table.board.entropy.faces([8, 4])
    table.press(OK)
    assert "Arrivé" in table.words()
    oppose_action(table, 12, 2, me=9)
    assert "Empêché" in table.words()
    table.press(OK)
    assert [table.char(row, "engaged") for row in (0, 8, 9)] == [1, 0, 1]
    assert engagement.foes(table.context.session.state, 0) == [9]
    assert (table.char(0, "moved"), table.char(0, "done")) == (1, 1)


def test_a_shot_that_only_another_one_stops_at_the_cover_hits_that() -> None:
    """L667: 17 without the cover, 14 with it, against 15."""
    table = Table((0, 7), (8, 3), (9, 2))
    table.context.change([("char", 8, "cover", 3), ("skill", 9, "s8", 5)])
    table.context.change([("char", 0, "weapon", 4), ("skill", 0, "s15", 8)])
    table.press(OK, OK, DOWN, OK)
    form = aim_form(table)
    set_inputs(form, reaction=0)
    form.cursor = 0
    table.board.entropy.faces([9])
    table.press(OK)
    result = oppose_action(table, 10, me=9)
    assert result.deed.outcome.key == combat.COVERED


def test_of_several_targets_the_others_react_though_somebody_saves_the_first() -> None:
    table = Table((0, 7), (8, 3), (9, 2), (1, 5))
    table.context.change([("skill", 9, "s13", 11)])
    strike_row(table, prime=primes.SEVERAL, penalty=primes.RISK)
    result = oppose_action(table, 9, me=9)
    assert "dodge" in result.list
    table.press(OK)
    assert table.char(8, "boxes") == 0
    assert open_next_target(table) == 9


def test_the_dice_of_all_who_reacted_are_counted() -> None:
    table = Table((0, 7), (8, 3), (9, 2))
    table.context.change([("option", 0, "picks", 1), ("char", 9, "adam", 1), ("skill", 9, "s13", 2)])
    strike_row(table)
    oppose_action(table, 4, 7, me=9)
    table.press(OK, OK)
    assert (table.char(9, "dark"), table.char(9, "pale"), table.char(0, "dark")) == (1, 0, 0)


def test_real_dice_of_a_reaction_are_asked_for_by_name() -> None:
    table = Table((0, 7), (8, 3), (9, 2))
    strike_row(table)
    table.context.dice.use_real_dice(True)
    result = table.app.stack.top()
    result.cursor = result.list.index("react")
    table.press(OK)
    form = table.app.stack.top()
    form.set_row(0, 9)
    form.cursor = 0
    table.press(OK)
    assert "Ennemi 2" in table.words()


# Hidden characters whose act may be noticed (L659).


def test_who_was_hidden_may_be_noticed_by_each_of_the_others() -> None:
    table = Table((0, 7), (8, 3), (9, 2))
    table.context.change([("char", 0, "hidden", 15), ("skill", 8, "s6", 4), ("skill", 9, "s6", 4)])
    table.context.change([("char", 9, "prudence", 1)])
    strike_row(table)
    table.press(OK)
    result = table.app.stack.top()
    assert (table.char(8, "boxes"), result.list[0]) == (4, "notice")
    table.press(OK)
    form = table.app.stack.top()
    assert (form.proc.name, form.values["noted"], form.candidates(0)) == ("notice", 15, [8, 9])
    form.set_row(0, 8)
    table.board.entropy.faces([10])
    table.press(OK)
    assert "Pas vu" in table.words() and table.char(0, "hidden") == 15
    result = table.app.stack.top()
    result.cursor = result.list.index("notice")
    table.press(OK)
    table.app.stack.top().set_row(0, 9)
    table.board.entropy.faces([8])
    table.press(OK)
    assert "Repéré" in table.words()  # 4 + 8 and 3 for Prudence
    table.press(OK)
    assert (table.char(0, "hidden"), table.char(9, "prudence")) == (0, 0)
    assert table.at() == "trinites.turn"
    table.undo()
    assert (table.char(0, "hidden"), table.char(9, "prudence")) == (15, 1)


def test_who_reacts_next_is_offered_one_after_the_other() -> None:
    """The actor's opponents come first, without the target, who has chosen already."""
    table = Table((0, 7), (1, 5), (8, 3), (9, 2), (10, 2))
    table.context.change([("char", 0, "hidden", 30)])
    strike_row(table)
    for row in (9, 10, 1):
        assert oppose_action(table, 2).rows[0] == row
    table.app.stack.top().cursor = 0
    table.press(OK)
    for row in (8, 9, 10):
        result = table.app.stack.top()
        result.cursor = result.list.index("notice")
        table.press(OK)
        assert table.app.stack.top().rows == [row, 0]
        table.board.entropy.faces([2])
        table.press(OK)


def test_who_was_not_hidden_is_not_looked_for() -> None:
    table = Table((0, 7), (8, 3), (9, 2))
    strike_row(table)
    table.press(OK)
    assert table.at() == "trinites.turn"


# Presses, counted from the open game.


def test_a_wound_of_whoever_was_aimed_at_last_takes_three_presses_from_the_memo() -> None:
    table = Table((0, 7), (1, 5), (8, 3), (9, 2))
    table.context.change([("combat", 0, "target", 9)])
    table.press(UP, OK, OK)
    assert (table.char(9, "boxes"), table.at()) == (3, "trinites.memo")
    table.undo()
    assert (table.char(9, "boxes"), table.at()) == (0, "trinites.wound")
    table.press(BACK, UP, BACK)  # the question was left without any effect
    assert (table.char(9, "boxes"), table.at()) == (0, "trinites.memo")


@pytest.mark.parametrize("adam, dice, count", [(0, (9, 2), 4), (1, (9, 2, 4, 4), 6)])
def test_a_blow_takes_six_presses_at_most_from_the_turn_to_its_effect(
    adam: int, dice: tuple[int, ...], count: int
) -> None:
    """The presses announce the blow, choose it, roll, choose the die of each of two Trinités, and apply."""
    table = Table((0, 7), (8, 3))
    table.context.change([("char", row, "adam", adam) for row in (0, 8)])
    table.context.change([("skill", 0, "s13", 9)])
    table.press(OK)
    table.board.entropy.faces(list(dice))
    table.press(*[OK] * count)
    assert (table.char(0, "done"), table.at()) == (1, "trinites.turn")
    assert table.char(8, "boxes") == 2


@pytest.mark.parametrize("keys, foe", [((OK,) * 5, 8), ((OK, OK, DOWN, OK, OK, OK), 9)])
def test_a_blow_with_two_foes_takes_one_press_more_to_say_whom(keys: tuple[int, ...], foe: int) -> None:
    """Announce, choose the action, choose the target, roll, apply; the second target takes one more."""
    table = Table((0, 7), (8, 3), (9, 2))
    table.context.change([("skill", 0, "s13", 9)])
    table.press(OK)
    table.board.entropy.faces([9, 2])
    table.press(*keys)
    assert (table.char(foe, "boxes"), table.char(17 - foe, "boxes"), table.at()) == (2, 0, "trinites.turn")


def test_what_is_free_of_adversaries_only_may_not_be_done_beside_one() -> None:
    table = Table((0, 7), (8, 3))
    table.context.change([("char", 0, "foes_a", 1 << 8), ("char", 8, "foes_a", 1), ("char", 0, "plan", 1)])
    table.press(OK, OK)
    acts = table.app.stack.top()
    assert acts.line("hide")[1] == "✗"
    assert acts.line("strike")[1] == "Ennemi 1"


def choose_move(*fire: tuple[int, int]) -> tuple[Table, Any]:
    """A table whose first character chooses to move, and the question that stands then."""
    table = Table((0, 7), *fire)
    table.press(OK, OK)
    table.press(*[DOWN] * table.app.stack.top().names.index("move"), OK)
    return table, table.app.stack.top()


def test_a_move_asks_for_its_destination_before_it_decides() -> None:
    """L642: only a person who is reached is engaged; a place has nobody in the top band."""
    table, question = choose_move((8, 3), (9, 2))
    assert question.heading == "Vers quoi\xa0?"
    table.press(OK)
    assert "→" not in table.words() and "Arrivé" in table.words()
    table.press(BACK, OK, DOWN, OK)
    assert "Vers qui\xa0?" in table.words()
    table.press(DOWN, OK)
    assert "Alix→Ennemi 2" in table.words()
    table.press(OK, OK)
    assert engagement.foes(table.context.session.state, 0) == [9]


def test_an_unconscious_target_is_an_inert_one() -> None:
    """L594: +3, without a line to set; for a shot it does not move."""
    table = Table((0, 7), (8, 3))
    table.context.change([("char", 8, "boxes", 9), ("skill", 0, "s13", 5), ("skill", 0, "s15", 5)])
    for name, flag in (("strike", "inert"), ("shoot", "still")):
        table.context.open("trinites.form", table.context.session.procedure_index(name), 0, 8)
        form = table.app.stack.top()
        form.accept_values(["span"])
        table.board.run(50)
        assert form.unchecked_values()[flag] == 1
        table.context.change([("char", 8, "boxes", 8)])
        table.board.run(50)
        form.refresh()
        assert form.unchecked_values()[flag] == 0
        table.context.change([("char", 8, "boxes", 9)])


def test_a_question_for_a_die_shows_the_two_dice_alone() -> None:
    """The blow of the other has fallen already, and is no choice."""
    table = Table((8, 7), (0, 3))
    table.context.change([("char", 0, "adam", 1), ("char", 8, "engaged", 1), ("skill", 0, "s8", 6)])
    table.context.open("trinites.form", table.context.session.procedure_index("strike"), 8, 0)
    table.board.run(50)
    table.board.entropy.faces([10, 4, 6])
    table.press(OK)
    assert "quel dé" in table.words()
    assert [face for _, face in table.app.stack.top().shown_dice()] == [4, 6]
    assert "10" not in table.board.words.strings


def test_dice_without_room_are_their_natural_result_beside_the_final_one() -> None:
    """12 and 2 of the target are 14, never a count of dice beside the name of the other."""
    table = Table((0, 7), (8, 3))
    table.context.change([("char", 0, "adam", 1), ("skill", 0, "s12", 8), ("skill", 8, "s12", 6)])
    table.context.open("trinites.form", table.context.session.procedure_index("strike"), 0, 8)
    table.board.run(50)
    table.board.entropy.faces([6, 7, 12, 2])
    table.press(OK, OK)
    drawn = table.board.words.strings
    assert "+2" not in drawn and {"15", "20"} <= set(drawn), drawn


def test_a_form_without_dice_tells_its_rule_and_no_chances() -> None:
    table, _ = choose_move((8, 3))
    table.press(OK)
    form = table.app.stack.top()
    assert form.topic() == "move" and "?" in table.board.words.strings
    table.board.hold(OK)
    assert "Athlétisme" in table.words() and "100" not in table.words()


def test_who_is_surprised_is_marked_before_his_initiative() -> None:
    table = Table((0, 7), (8, 3), (9, 2))
    table.context.change([("char", row, "zone", 0) for row in (0, 8, 9)] + [("combat", 0, "round", 0)])
    table.context.open("trinites.muster")
    table.board.run(50)
    table.press(*[DOWN] * 3, OK)
    assert "Qui peut être surpris\xa0?" in table.words()
    table.press(DOWN, OK)
    table.board.entropy.faces([1])
    table.press(OK, OK)
    assert [entry[1] for entry in table.app.stack.top().list][:3] == ["à jeter", "surpris", "à jeter"]


@pytest.mark.parametrize("lang", ["fr", "en"])
def test_an_action_is_in_large_letters_whatever_its_condition(lang: str) -> None:
    table = Table((0, 7), (8, 3), lang=lang)
    for plan in (1, -1):
        table.context.change([("combat", 0, "active", 0), ("char", 0, "plan", plan), ("char", 0, "done", 0)])
        table.context.open("trinites.acts")
        table.board.run(50)
        width = table.app.canvas.width
        entries = [table.app.stack.top().list[at] for at in range(len(table.app.stack.top().list))]
        small = [
            label for label, value in entries if width(label, 16) + width(value, 16) > (107 if value else 113)
        ]
        assert entries and not small


def test_a_picture_of_a_form_takes_the_values_that_the_form_has(monkeypatch: pytest.MonkeyPatch) -> None:
    table = Table((0, 5), (8, 3))
    session = table.context.session
    number = session.procedure_index("move")
    table.context.open("trinites.form", number, *[-1] * len(session.procedure(number).roles))
    table.board.run(50)
    top = table.app.stack.top()
    assert top.values is not None
    monkeypatch.setattr(top, "unchecked_values", lambda: pytest.fail("a dict of all inputs at each picture"))
    table.app.draw()
    assert "Se déplacer" in table.board.words.text()
