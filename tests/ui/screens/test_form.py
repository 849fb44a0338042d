"""The source of each value in a form: the Sheets, the player, or an earlier roll."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

import pytest

from gobelet.ui.screens.next_roll import open_following

ATTACKER, TARGET, OTHER = 0, 1, 2
FORCE = 5  # line of the force: after the roll, the target, the weapon, the charge and the guard


@pytest.fixture
def form(toy: Any, monkeypatch: pytest.MonkeyPatch) -> Any:
    """A device with the form of a strike, whose force is the target's armour.

    The game supplies the value, not the declaration of a field.
    """
    from gobelet.games.toy.screens.forms import Form

    def from_sheets(form: Any) -> dict[str, int]:
        row = form.rows[1] if form.proc.name == "strike" else -1
        return {"force": form.context.session.get("char", row, "armour")} if row >= 0 else {}

    monkeypatch.setattr(Form, "from_sheets", from_sheets)
    toy.form("strike", ATTACKER, TARGET)
    return toy


def set_armour(toy: Any, value: int, row: int = TARGET) -> None:
    toy.context.change([("char", row, "armour", value)])


def force_of(toy: Any) -> int:
    found: int = toy.top.values["force"]
    return found


def raise_force(toy: Any, more: int) -> None:
    """Raise the force by keys, this many times."""
    toy.down(FORCE)
    toy.ok()
    toy.up(more)
    toy.ok()
    toy.up(FORCE)


def repeat_roll(toy: Any) -> None:
    from gobelet.system.again import repeat_last_roll

    repeat_last_roll(toy.context, "toy")


def store_preset(toy: Any) -> None:
    from gobelet.ui.screens import preset_lines

    last = toy.context.session.last_roll()
    preset_lines.open_preset(
        toy.context, preset_lines.line_of(toy.context, last.proc, last.rows, last.values, "")
    )


def from_list(toy: Any) -> None:
    toy.form("strike", ATTACKER, TARGET)


@pytest.mark.parametrize("way", [from_list, store_preset, repeat_roll])
@pytest.mark.parametrize("said", [0, 2])
def test_a_form_opened_again_says_what_the_sheets_say_now(
    form: Any, way: Callable[[Any], None], said: int
) -> None:
    set_armour(form, 1)
    form.top.refresh()
    if said:
        raise_force(form, said)
    form.dice(1, 4)
    form.ok()
    assert form.context.session.last_roll().values["force"] == 1 + said
    form.back()
    set_armour(form, 4)
    way(form)
    if way is repeat_roll:
        assert form.context.session.last_roll().values["force"] == 4, "this is rolled at once"
    else:
        assert force_of(form) == 4


def test_what_the_player_has_said_stays_for_this_form(form: Any) -> None:
    set_armour(form, 1)
    form.top.refresh()
    raise_force(form, 2)
    assert force_of(form) == 3
    form.context.open("toy.count")
    form.run(2000)
    form.back()
    assert force_of(form) == 3, "the form was made again"
    form.pull()
    assert force_of(form) == 3, "and once more, by a restart"
    set_armour(form, 3)
    form.top.refresh()
    assert force_of(form) == 3


def test_what_nobody_has_said_follows_the_sheets(form: Any) -> None:
    form.context.open("toy.count")
    form.run(2000)
    set_armour(form, 2)
    form.back()
    assert force_of(form) == 2
    form.context.open("toy.count")
    form.run(2000)
    set_armour(form, 4)
    form.run(2000)
    form.pull()
    form.back()
    assert force_of(form) == 4


def test_who_says_the_same_as_the_sheets_has_said_nothing(form: Any) -> None:
    set_armour(form, 2)
    form.top.refresh()
    raise_force(form, 2)
    assert form.top.entered == ["force"]
    form.top.set_value(form.top.proc.inputs[3], 2)
    assert form.top.entered == []
    set_armour(form, 1)
    form.top.refresh()
    assert force_of(form) == 1


def test_what_was_said_was_said_of_that_target(form: Any) -> None:
    raise_force(form, 3)
    set_armour(form, 1, OTHER)
    form.down()
    form.ok()
    form.down()
    form.ok()
    assert form.top.rows == [ATTACKER, OTHER]
    assert force_of(form) == 1


def test_a_roll_taken_back_shows_the_form_as_it_was(form: Any) -> None:
    set_armour(form, 1)
    form.top.refresh()
    raise_force(form, 2)
    form.dice(6, 1)
    form.ok()
    form.ok()
    assert form.get("char", TARGET, "wounds")
    form.undo()
    form.undo()
    assert form.ids[-1] == "toy.form"
    assert force_of(form) == 3
    form.context.navigation.back_to("toy.home")
    form.run(100)
    set_armour(form, 4)
    form.undo()
    from_list(form)
    assert force_of(form) == 1, "and only that form"


@pytest.mark.parametrize("restarts", [False, True])
def test_a_roll_taken_back_after_its_form_was_left(form: Any, restarts: bool) -> None:
    set_armour(form, 1)
    form.top.refresh()
    raise_force(form, 2)
    form.dice(6, 1)
    form.ok()
    form.ok()
    if restarts:
        form.run(2000)
        form.pull()
    form.undo()
    assert form.ids[-2:] == ["toy.form", "toy.result"]
    form.back()
    assert force_of(form) == 3


def test_what_is_known_of_a_roll_that_follows_counts(form: Any, monkeypatch: pytest.MonkeyPatch) -> None:
    """The blow had that force, even if the Sheets have another one now."""
    from gobelet.games.toy.screens.forms import Form

    form.dice(6, 1)
    form.ok()
    assert "parry" in form.top.list
    monkeypatch.setattr(Form, "from_sheets", lambda form: {"blow": 29} if form.proc.name == "parry" else {})
    form.top.cursor = form.top.list.index("parry")
    open_following(form.top, "parry")
    form.run(100)
    assert form.top.proc.name == "parry"
    assert form.top.values["blow"] == 5


def test_nothing_stays_of_somebody_who_is_not_known_any_more(form: Any) -> None:
    form.context.change([("char", TARGET, "pv", 40), ("char", TARGET, "wounds", 7)])
    form.top.refresh()
    assert (form.top.values["pv"], form.top.values["wounds"]) == (40, 7)
    form.top.rows[1] = -1
    form.top.refresh()
    assert (form.top.values["pv"], form.top.values["wounds"]) == (20, 0)
