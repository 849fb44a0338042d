"""Each input with an unknown value is asked before the dice, or has a reason not to be.

An input of a form is one of these:
- filled: the Sheets fill it, or it follows from another Procedure, so it is not asked;
- a circumstance, which the players must mention: a modifier of 0, an option "none"; flags that are off and choices
  without effect at first are listed below, with the reason;
- needed: OK on the line of the roll asks for it first, see `Input.needed`;
- listed here, with the reason why its first value may stand.
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
        "buy.base buy.target": RESULT,
        "rest.unit rest.amount rest.soins regen.source debts.first": RESULT,
        "spend.light spend.dark spend.source fire.contacts fire.protection": RESULT,
        "suffer.gross": AT_ONCE,
        "suffer.twice dodge.twice dodge.result dodge.gross dodge.reaction react.result react.skill": CHAINED,
        "alert.noted": CHAINED,
        "strike.skill destroy.skill dislodge.skill break_free.skill": BEST,
        "strike.weapon shoot.weapon destroy.weapon": DIALLED,
        "dislodge.metres": "counts only down stairs, which are said in the same form",
        "destroy.aim": "the object that was chosen, unless the table says that only its place is aimed at",
        "duel.aim": "only a tie hangs on it, which the result names",
        "care.kind": "what the state of the patient asks for",
        "aggression.climate aggression.harm": "the least, unless the table says more",
        "fall.dodge": "who falls tries to dodge: it costs nothing",
    },
}

RARE = "a card, a place or a state that few rolls have: the lines below the roll list them all"
FIRST_LINE = "the first screen of the form names it beside the dice"
SHEETS = "the Sheets or the orders say it, where a battle or a combat is kept"

# Flags that are off, and choices without a modifier, when a form opens.
CIRCUMSTANCES = {
    "trinytia": {"x2 x3": "only a card doubles or triples a roll"},
    "trireme": {
        "part": "said with the side, in one question",
        "cruise move_a collision": "how the ship came there: a modifier of 1 that its player claims",
        "enemy_corvus facing_larger faster friendly from_tower won_boarding": SHEETS,
        "not_full_speed stationary target_full_speed": SHEETS,
        "minority oarsmen_only": RARE,
    },
    "trinites": {
        "level level_a level_b": FIRST_LINE,
        "near": "the skill is what was asked; another one is a favour of the game master",
        "attempt unaware caught dragging sword area": SHEETS,
        "above below big small inert dark tiny huge still fast gloom": RARE,
        "climb crawl descend detour direct door drop long obstacle rise rough": RARE,
        "short": "a move is a short one, unless the table says more",
        "active apart bare cared nonlethal precise": RARE,
    },
}


def excused_inputs(game: str) -> dict[str, str]:
    return {name: reason for names, reason in ALLOWED[game].items() for name in names.split()}


def open_ones(game: str) -> Iterator[tuple[str, Any]]:
    """Yield the inputs that are neither known nor a circumstance."""
    listed = circumstance_names(game)
    for name, proc in procedures(game).items():
        starts = {i.name: i.start for i in proc.inputs}
        for i in proc.inputs:
            if not i.asked or i.role is not None:
                continue
            none = i.options is not None and i.options[i.start] in ("none", "nothing")
            neutral = i.lane is not None and i.high > 1 and i.options is None and i.modifier(starts) == 0
            if i.needed or not (none or neutral or (is_circumstance(i, starts) and i.name in listed)):
                yield f"{name}.{i.name}", i


def is_circumstance(i: Any, starts: dict[str, int]) -> bool:
    """Tell whether an input is a flag that is off, or a choice without a modifier, when a form opens."""
    off = i.options is None and (i.low, i.high, i.start) == (0, 1, 0)
    return off or (i.options is not None and i.lane is not None and i.modifier(starts) == 0)


def circumstance_names(game: str) -> set[str]:
    return {name for names in CIRCUMSTANCES[game] for name in names.split()}


@pytest.mark.parametrize("game", sorted(ALLOWED))
def test_every_circumstance_that_is_listed_is_one(game: str) -> None:
    found = set()
    for proc in procedures(game).values():
        starts = {i.name: i.start for i in proc.inputs}
        found |= {i.name for i in proc.inputs if i.asked and not i.needed and is_circumstance(i, starts)}
    assert circumstance_names(game) <= found


def test_every_game_with_forms_is_looked_at() -> None:
    assert {"trinytia", "trireme", "trinites"} <= {*WITH_FORMS} and set(ALLOWED) <= {*WITH_FORMS}


@pytest.mark.parametrize("game", sorted(ALLOWED))
def test_what_only_the_players_can_say_is_asked_or_has_a_reason(game: str) -> None:
    found = dict(open_ones(game))
    allowed = excused_inputs(game)
    needed = {name for name, i in found.items() if i.needed}
    assert needed.isdisjoint(allowed)
    # The part that a ram hits is in the same question as the side.
    assert set(found) - needed - set(allowed) == set(), "asked by nobody"
    assert set(allowed) - set(found) == set(), "no such question any more"


def test_what_is_needed_is_what_we_think() -> None:
    found = {game: sorted(name for name, i in open_ones(game) if i.needed) for game in sorted(ALLOWED)}
    assert found == {
        "trinites": [
            "aggression.kind",
            "buy.skill",
            "buy.what",
            "disarm.imposed",
            "duel.skill_a",
            "duel.skill_b",
            "encourage.what",
            "fall.ground",
            "fall.metres",
            "fire.size",
            "initiative.condition",
            "intimidate.what",
            "move.to",
            "note.skill",
            "oppose.skill",
            "regen.nature",
            "seize.imposed",
            "shoot.span",
            "test.skill",
        ],
        "trinytia": [],
        "trireme": ["fleet_boarding.stronger", "fleet_ram.against", "ship_ram.flank"],
    }


@pytest.mark.parametrize("game", ["trinites", "trireme"])
def test_ok_rolls_nothing_before_what_is_needed_was_said(game: str) -> None:
    board = VirtualBoard(store=MemoryStore({"settings": b"taught=yes\n"}))
    app = board.app
    app.context.open(f"{game}.home")
    board.run(50)
    asked = 0
    for number, (name, _) in enumerate(app.context.session.listed):
        app.context.open(f"{game}.form", number, *rows_of(app, number))
        board.run(50)
        form = app.stack.top()
        waiting = [each.name for each in form.unset_inputs()]
        if not waiting:
            continue
        asked += 1
        board.press(OK)
        for _ in range(len(waiting)):  # each question leads to the next one
            assert app.stack.top() is not form, f"{name}: OK asks"
            board.press(OK)
        assert app.stack.top() is form and form.unset_inputs() == [], name
        assert [kind for _, kind, _ in app.context.session.journal.newest_first() if kind == ROLL] == []
    assert asked > 0 and not board.faults


WHO = "the list that leads there says who acts; it may be somebody without a sheet, a doctor of the town"

# Optional roles that are unknown at first, and that no question before the dice is about.
UNASKED = {
    "move.target draw.target hide.target": "nobody, unless the table says that somebody stands in the way",
    "test.me duel.me note.me aggression.me fall.me fire.me initiative.me strike.me shoot.me move.me": WHO,
    "draw.me feint.me encourage.me intimidate.me dislodge.me disarm.me seize.me hide.me spot.me assess.me": WHO,
    "improvise.me survey.me break_free.me react.me notice.me": WHO,
}


def test_ok_rolls_nothing_in_trinites_before_it_was_said_who_takes_part() -> None:
    """OK asks for each role that several characters could have.

    In Trirème a ship is optional, and Tri'Nytia has a screen of its own for each roll with a target.
    """
    board = VirtualBoard(store=MemoryStore({"settings": b"taught=yes\n"}))
    app = board.app
    app.context.open("trinites.home")
    assert app.context.change([("char", row, "used", 1) for row in (0, 1, 2, 8, 9, 10)])
    assert app.context.change(
        [("char", row, field, 2) for row in (0, 1, 8, 9) for field in ("zone", "init", "pending")]
    )
    asked, silent = set(), set()
    for number, (name, _) in enumerate(app.context.session.listed):
        app.context.open("trinites.form", number)
        board.run(50)
        form = app.stack.top()
        if form.error is not None:
            continue
        for at, row in enumerate(form.rows):
            if row < 0 and form.has_choice(at):
                (asked if at in form.pending_lines() else silent).add(f"{name}.{form.proc.roles[at]}")
    assert silent == {name for names in UNASKED for name in names.split()}
    assert {"duel.other", "oppose.other", "strike.target", "alert.me"} <= asked
