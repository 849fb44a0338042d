"""What no rule, Sheet or earlier answer says is asked before the dice, or is none of these with a reason.

An input of a form is one of these:
- the Sheets fill it, or it follows from another Procedure: nobody is asked;
- a circumstance, which holds only once the table says so: a flag that is off, a modifier of 0, an option "none";
- needed: OK on the line of the roll asks for it first, see `Input.needed`;
- listed here, with the reason why it may stand as it opens.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest

from host_tools.questions.games import procedures
from simulator.board import VirtualBoard
from simulator.keys import OK
from simulator.portraits import rows_of
from simulator.store import MemoryStore

from gobelet.game.by_name import load  # isort: skip
from gobelet.journal.journal import ROLL  # isort: skip
from gobelet.games import GAMES  # isort: skip

WITH_FORMS = [game for game in GAMES if "form" in load(f"gobelet.games.{game}.screens", "SCREENS")]

OWN_SCREEN = "a screen of its own asks it before the dice"
LISTED = "chosen in the list that leads to the form, and in its title"
RESULT = "no dice: what comes of it stands large on the first screen, before OK"
AT_ONCE = "the form opens on this line"
CHAINED = "comes with the roll that this one follows"
BEST = "the Sheets say which is the better one; the first line of the form names it"
DIALLED = "asked for before the form opens, where the Sheets do not say it"
USUAL = "once, unless the table says more"

ALLOWED = {
    "trinytia": {
        "arrive.to": OWN_SCREEN,
        "attack.div attack.div2 defend.div defend.div2": "divided by 1, that is not at all, unless a card says so",
        "attack.aim attack.which suffer.aim suffer.which heal.amount suffer.amount": OWN_SCREEN,
        "random.sides death.of death.dead": OWN_SCREEN,
    },
    "trireme": {
        "fleet_sail.bearing fleet_sail.oars": RESULT,
        "ship_incendiary.weapon": "the Sheets say whether the ship has an engine",
        "ship_incendiary.range": "the chance is the same at any range; one that is too long is refused",
        "ship_incendiary.shots": USUAL,
        "ship_reef.tide": "that of the turn in a battle; it stands in the title of the form",
    },
    "trinites": {
        "test.skill note.skill oppose.skill duel.skill_a duel.skill_b": LISTED,
        "buy.what buy.skill buy.base buy.target": RESULT,
        "rest.unit rest.amount rest.soins regen.nature regen.source debts.first": RESULT,
        "spend.light spend.dark spend.source fire.contacts fire.protection": RESULT,
        "suffer.gross": AT_ONCE,
        "suffer.twice dodge.twice dodge.result dodge.gross dodge.reaction react.result react.skill": CHAINED,
        "alert.noted": CHAINED,
        "strike.skill destroy.skill dislodge.skill break_free.skill": BEST,
        "strike.weapon shoot.weapon destroy.weapon": DIALLED,
        "dislodge.metres": "counts only down stairs, which are said in the same form",
        "destroy.aim": "the object that was chosen, unless the table says that only its place is aimed at",
        "move.to": "a place, unless the table says that it is somebody",
        "duel.aim": "only a tie hangs on it, which the result names",
        "care.kind": "what the state of the patient asks for",
        "aggression.climate aggression.harm": "the least, unless the table says more",
        "fall.dodge": "who falls tries to dodge: it costs nothing",
    },
}


def excused(game: str) -> dict[str, str]:
    return {name: reason for names, reason in ALLOWED[game].items() for name in names.split()}


def open_ones(game: str) -> Iterator[tuple[str, Any]]:
    """Inputs that are neither known nor a circumstance."""
    for name, proc in procedures(game).items():
        starts = {i.name: i.start for i in proc.inputs}
        for i in proc.inputs:
            if not i.asked or i.role is not None:
                continue
            off = i.options is None and (i.low, i.high, i.start) == (0, 1, 0)
            none = i.options is not None and i.options[i.start] in ("none", "nothing")
            neutral = i.lane is not None and i.options is None and i.modifier(starts) == 0
            named = i.options is not None and i.lane is not None and i.modifier(starts) == 0
            if not (off or none or neutral or named) or i.needed:
                yield f"{name}.{i.name}", i


def test_every_game_with_forms_is_looked_at() -> None:
    assert {"trinytia", "trireme", "trinites"} <= {*WITH_FORMS} and set(ALLOWED) <= {*WITH_FORMS}


@pytest.mark.parametrize("game", sorted(ALLOWED))
def test_what_only_the_players_can_say_is_asked_or_has_a_reason(game: str) -> None:
    found = dict(open_ones(game))
    allowed = excused(game)
    needed = {name for name, i in found.items() if i.needed}
    assert needed.isdisjoint(allowed)
    # The part that a ram is against is one question with the side.
    assert set(found) - needed - set(allowed) == set(), "asked by nobody"
    assert set(allowed) - set(found) == set(), "no such question any more"


def test_what_is_needed_is_what_we_think() -> None:
    found = {game: sorted(name for name, i in open_ones(game) if i.needed) for game in sorted(ALLOWED)}
    assert found == {
        "trinites": [
            "aggression.kind",
            "encourage.what",
            "fall.ground",
            "fall.metres",
            "fire.size",
            "intimidate.what",
        ],
        "trinytia": [],
        "trireme": ["fleet_boarding.stronger", "fleet_ram.against"],
    }


@pytest.mark.parametrize("game", ["trinites", "trireme"])
def test_ok_rolls_nothing_before_what_is_needed_was_said(game: str) -> None:
    board = VirtualBoard(store=MemoryStore({"settings": b"taught=yes\n"}))
    app = board.app
    app.open(f"{game}.home")
    board.run(50)
    asked = 0
    for number, (name, _) in enumerate(app.session.listed):
        app.open(f"{game}.form", number, *rows_of(app, number))
        board.run(50)
        form = app.stack.top()
        waiting = [each.name for each in form.unsaid()]
        if not waiting:
            continue
        asked += 1
        board.press(OK)
        for _ in range(len(waiting)):  # one question leads to the next
            assert app.stack.top() is not form, f"{name}: OK asks"
            board.press(OK)
        assert app.stack.top() is form and form.unsaid() == [], name
        assert [kind for _, kind, _ in app.session.journal.newest_first() if kind == ROLL] == []
    assert asked > 0 and not board.faults
