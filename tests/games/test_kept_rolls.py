"""A stored roll, a preset or the last roll, opens as from the lists of its game.

Characters who have left neither roll nor suffer anything, whatever was kept.
"""

from __future__ import annotations

import importlib
from collections.abc import Callable, Sequence

import pytest

from simulator.board import VirtualBoard
from simulator.keys import DOWN, OK
from tests.games.own.test_own import TEXT
from tests.games.own.test_own import make_device as own_device
from tests.games.trinites.test_combat_screens import Table as Combat
from tests.games.trinytia.boards import Table
from tests.games.trireme.test_ships import make_device as battle

from gobelet.games.trinites.rules.combat_rounds import ONE_UNIQUE  # isort: skip
from gobelet.games.trinites.rules.combat_tables import ACTIONS  # isort: skip
from gobelet.games.trireme.rules.sheets import FLEET, SHIPS, SUNK  # isort: skip
from gobelet.ui.screens import preset_lines  # isort: skip
from host_tools.questions.games import games_with_rules  # isort: skip

Change = tuple[str, int, str, int]
SHOT = """
[[roll]]
id = "shot"
name = { fr = "Tirer", en = "Shoot" }
dice = "d6"
results = [{ id = "=", effects = ["target.hp -result"] }]
"""


class Way:
    """A present game whose Procedures `rows` roll.

    `gone` returns the changes by which a row leaves.
    """

    def __init__(
        self,
        board: VirtualBoard,
        rows: Sequence[int],
        kind: str,
        gone: Callable[[int], list[Change]],
        names: Sequence[str] = (),
    ) -> None:
        self.board = board
        self.rows = rows
        self.kind = kind  # the Kind of the rows
        self.gone = gone
        self.names = names or [name for name, _ in board.context.session.listed]

    def cast(self, name: str) -> list[int]:
        """Rows for the roles of a Procedure: first the acting one, then the others."""
        session = self.board.context.session
        found = []
        left = list(self.rows)
        for role in session.procedure(session.procedure_index(name)).roles:
            if session.roles[role] == self.kind:
                found.append(left.pop(0))
            else:  # the row is a sheet of the actor, or the only row
                found.append(self.rows[0] if session.state.kind(session.roles[role]).rows > 1 else 0)
        return found

    def keep(self, name: str, rows: Sequence[int], **inputs: int) -> str:
        session = self.board.context.session
        proc = session.procedure(session.procedure_index(name))
        values = {each.name: inputs.get(each.name, each.start) for each in proc.inputs}
        line: str = preset_lines.line_of(self.board.context, proc, rows, values, "P")
        preset_lines.store_lines(self.board.context, [line])
        return line

    def use(self, name: str) -> None:
        """Open the stored roll from the first screen of the game, by its star."""
        app = self.board.app
        app.context.navigation.home()
        app.context.open(name + ".home")
        self.board.run(100)
        top = app.stack.top()
        top.cursor = [entry[0] for entry in top.list].index("★ P")
        self.board.press(OK)
        self.board.run(50)


def trinytia() -> Way:
    table = Table()
    return Way(table.board, (0, 1, 4), "char", lambda row: [("char", row, "seat", 2)])


def trinites() -> Way:
    table = Combat((0, 9), (8, 7), (9, 5))
    table.context.change([("combat", 0, "active", 0), ("char", 0, "plan", 3)])
    return Way(
        table.board, (0, 8, 9), "char", lambda row: [("char", row, "dead", 1), ("char", row, "zone", 0)]
    )


def trireme(game: int, prefix: str) -> Way:
    board = battle(game)
    names = [name for name, _ in board.context.session.listed if name.startswith(prefix)]
    return Way(board, (0, 20), "ship", lambda row: [("ship", row, "fate", SUNK)], names)


def own_way() -> Way:
    board = own_device(TEXT + SHOT)
    board.context.open("own-duel.home")
    board.run(50)
    return Way(board, (1, 2), "seat", lambda row: [("seat", row, "here", 0)])


WAYS: dict[str, tuple[str, Callable[[], Way]]] = {
    "trinytia": ("trinytia", trinytia),
    "trinites": ("trinites", trinites),
    "trireme fleets": ("trireme", lambda: trireme(FLEET, "fleet_")),
    "trireme ships": ("trireme", lambda: trireme(SHIPS, "ship_")),
    "own": ("own-duel", own_way),
}


def test_every_game_that_keeps_rolls_with_forms_is_here() -> None:
    found = set()
    for game in games_with_rules():
        screens = importlib.import_module(f"gobelet.games.{game}.screens")
        if "presets" in screens.SCREENS and "form" in screens.SCREENS:
            found.add(game)
    assert found - {"toy"} == {WAYS[way][0].partition("-")[0] for way in WAYS}


@pytest.mark.parametrize("way", WAYS)
def test_whoever_is_gone_rolls_nothing_and_suffers_nothing(way: str) -> None:
    wrong = []
    for name in WAYS[way][1]().names:
        made = WAYS[way][1]()
        for row in made.cast(name):
            if row in made.rows:
                wrong += [f"{name}, without {row}: {fault}" for fault in faults_without(way, name, row)]
    assert not wrong, "\n".join(wrong)


def faults_without(way: str, name: str, gone: int) -> list[str]:
    """Return the faults after a stored roll lost one of its rows.

    The player answers every question with OK.
    """
    game, make = WAYS[way]
    made = make()
    app = made.board.app
    made.keep(name, made.cast(name))
    assert app.context.change(made.gone(gone))
    kind = app.context.session.state.index[made.kind]
    before = bytes(app.context.session.state.row(kind, gone))
    made.use(game)
    for _ in range(6):
        made.board.press(OK)
        made.board.run(50)
    assert not made.board.faults
    session = app.context.session
    if session is None:
        return []
    found = []
    last = session.last_roll()
    if last is not None and gone in last.rows:
        found.append(f"rolled for {last.rows}")
    if bytes(session.state.row(kind, gone)) != before:
        found.append("its sheet has changed")
    return found


@pytest.mark.parametrize("way", WAYS)
def test_most_of_what_is_kept_opens_as_it_was(way: str) -> None:
    game, make = WAYS[way]
    opened = []
    names = make().names
    for name in names:
        made = make()
        if not made.cast(name):
            continue
        made.keep(name, made.cast(name))
        made.use(game)
        top = made.board.app.stack.top()
        if hasattr(top, "rows") and getattr(top, "proc", None) is not None and top.proc.name == name:
            opened.append(name)
    assert len(opened) > len(names) // 2, opened


# Trinités: an action of the table needs a turn with an action left.


@pytest.mark.parametrize(
    ("name", "changes"),
    [
        ("strike", [("combat", 0, "active", 8)]),
        ("strike", [("char", 0, "plan", 0)]),
        ("strike", [("char", 0, "done", 3)]),
        ("strike", [("char", 0, "plan", ONE_UNIQUE)]),
        ("strike", [("char", 0, "boxes", 10)]),
        ("survey", []),
        ("break_free", []),
    ],
)
@pytest.mark.parametrize("yes", [False, True])
def test_an_action_of_trinites_is_asked_for_out_of_its_turn(
    name: str, changes: list[Change], yes: bool
) -> None:
    made = trinites()
    made.keep(name, made.cast(name))
    made.board.context.change(changes)
    made.use("trinites")
    assert made.board.words.has_text("n’a pas d’action") and made.board.words.has_text("quand même")
    if yes:
        made.board.press(DOWN)
    made.board.press(OK)
    assert made.board.app.stack.ids[-1] == ("trinites.form" if yes else "trinites.home")
    assert made.board.context.session.roll_position() == -1


def test_an_action_of_trinites_opens_at_once_in_its_turn() -> None:
    for line in ACTIONS:
        name, _, kind, condition = line.split()[:4]
        made = trinites()
        if name == "await":
            continue
        made.board.context.change([("char", 0, "plan", ONE_UNIQUE)] if kind == "unique" else [])
        made.board.context.change([("char", 0, "held", 9)] if condition == "held" else [])
        made.keep(name, made.cast(name))
        made.use("trinites")
        assert made.board.app.stack.ids[-1] == "trinites.form", name


# Trirème: rolls that the list of a pair leaves out.


def test_a_prize_is_not_boarded_by_a_preset_that_was_kept_before_it_was_one() -> None:
    made = trireme(SHIPS, "ship_")
    made.keep("ship_boarding", (0, 20))
    assert made.board.context.change([("ship", 20, "captured", 1)])
    made.use("trireme")
    assert made.board.words.has_text("ne s’abordent pas")
    made.board.press(OK)
    assert made.board.context.session.roll_position() == -1


# The repeated last roll, from the list of games.


def test_the_last_roll_of_who_is_gone_is_not_made_again() -> None:
    made = own_way()
    app = made.board.app
    app.context.open("own-duel.form", 1, 1, 2)
    made.board.run(50)
    made.board.press(OK)
    made.board.run(50)
    rolled = app.context.session.roll_position()
    assert app.context.change([("seat", 2, "here", 0)])
    app.context.navigation.home()
    made.board.run(50)
    made.board.press(OK)
    made.board.run(50)
    assert app.stack.ids[-1] == "own-duel.form" and made.board.words.has_text("?")
    assert app.context.session.roll_position() == rolled
