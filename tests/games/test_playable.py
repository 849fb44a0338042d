"""States whose values are within their bounds, but which no play leads to.

Each kind of state is written as a journal; then the game opens, and keys are pressed on all its screens.
"""

from __future__ import annotations

import inspect
import random
import sys
from typing import Any

import pytest

from simulator import paths
from simulator.board import VirtualBoard
from tests.simulator.explorer import Explorer
from tests.sweep import case_count

paths.install()
from gobelet.game.by_name import load  # noqa: E402
from gobelet.games import GAMES  # noqa: E402
from gobelet.journal import load as journal_load  # noqa: E402
from gobelet.journal.journal import Journal  # noqa: E402
from gobelet.rules.sheet import State  # noqa: E402
from gobelet.ui.screens.stack import Suspended  # noqa: E402

STATES = case_count(7, 60)  # number of states of each game
PRESSES = 25  # number of presses in each state
MENDING = ("trinytia", "trireme", "mystria", "traqueur")  # games with values that must fit together


def fill_state(game: str, seed: int) -> Any:
    """A State with random values within their bounds.

    The values are all of them or a few, any or mostly extreme ones.
    """
    chance = random.Random(f"{game} {seed}")
    state = State(load(f"gobelet.games.{game}.rules.sheets", "KINDS"))
    share = chance.choice((0.05, 0.3, 1.0))
    for kind in state.kinds:
        for row in range(kind.rows):
            for f in range(len(kind.fields)):
                _, low, high, start = kind.field(f)
                if isinstance(high, str):
                    high = state.get(kind.name, row, high)
                if chance.random() < share or not low <= start <= high:
                    near = [
                        at for at in (low, low + 1, low + 2, low + 3, high - 1, high) if low <= at <= high
                    ]
                    value = chance.choice(near) if chance.random() < 0.7 else chance.randint(low, high)
                    state.apply(((state.index[kind.name], row, f, 0, value),))
    state.clamp_rows()
    return state


def write_state(store: Any, game: str, state: Any) -> None:
    """Make `state` the present one of a game that is not open."""
    for name in [name for name in store.files if name.startswith(game + "/")]:
        del store.files[name]
    Journal(journal_load.load(store, game, state)).save_values()


def random_arguments(screen: type, chance: random.Random) -> list[int]:
    """Random arguments for a screen."""
    given = list(inspect.signature(screen).parameters.values())[1:]
    return [chance.randint(0, 1) for each in given if each.default is each.empty]


@pytest.mark.sweep
@pytest.mark.parametrize("game", GAMES)
def test_values_that_no_play_makes_open_every_screen(game):
    board = VirtualBoard()
    app = board.app
    app.device.settings.choose("taught", 1)
    chance = random.Random(game)
    screens = load(f"gobelet.games.{game}.screens", "SCREENS")
    for seed in range(STATES):
        app.context.navigation.home()
        board.run(50)
        write_state(board.store, game, fill_state(game, seed))
        explorer = Explorer(board, seed)
        opened = []
        try:
            for short in ("home", *sorted(screens)):
                if app.context.session is None:
                    app.context.open(f"{game}.home")
                module, name = app.navigation.screen_at(f"{game}.{short}")
                # Screens that need a roll, which the state of the test lacks.
                if short != "home" and short not in ("form", "result"):
                    given = random_arguments(load(module, name), chance)
                    app.stack.suspend()
                    app.stack.push(Suspended(given), f"{game}.{short}")  # opens the screen as a restart does
                    app.navigation.restore_top()
                board.run(20)
                opened.append(short)
                for fault in board.faults:
                    raise fault
            for _ in explorer.walk(game, PRESSES):
                for fault in board.faults:
                    raise fault
        except Exception as fault:
            fault.add_note(f"state {seed}, opened {opened[-3:]}, then {explorer.trail[-8:]}")
            raise
        rules = sys.modules[f"gobelet.games.{game}.rules.sheets"]
        if app.context.session is not None and hasattr(rules, "mending_changes"):
            assert rules.mending_changes(app.context.session.state) == [], (seed, explorer.trail)


@pytest.mark.sweep
@pytest.mark.parametrize("game", [each for each in GAMES if each in MENDING])
def test_most_of_such_states_are_mended_by_their_rules_at_once(game):
    mended = load(f"gobelet.games.{game}.rules.sheets", "mending_changes")
    found = 0
    for seed in range(case_count(100, 3000)):
        state = fill_state(game, seed)
        changes = mended(state)
        state.apply(state.effects(changes))
        assert mended(state) == [], seed
        found += bool(changes)
    assert found > 15


@pytest.mark.parametrize("game", GAMES)
def test_a_new_game_needs_no_mending(game):
    board = VirtualBoard()
    board.context.open(f"{game}.home")
    assert not board.context.session.mended


def test_the_walks_are_as_long_as_the_kinds_say():
    from gobelet.games.traqueur.rules import sheets as traqueur
    from gobelet.games.traqueur.rules.walks import SETUP as TRAQUEUR
    from gobelet.games.trinytia.rules import sheets as trinytia
    from gobelet.games.trinytia.rules.walks import SETUP as TRINYTIA
    from gobelet.games.trinytia.rules.walks import step_index, stored_number
    from gobelet.games.trireme.rules import sheets as trireme
    from gobelet.games.trireme.rules.walks import FLEET_TURN, SHIP_TURN

    assert len(TRAQUEUR) == traqueur.STEPS
    assert stored_number(len(TRINYTIA) - 1) + 1 == trinytia.STEPS
    assert [step_index(number) for number in (0, trinytia.STEPS - 1)] == [0, len(TRINYTIA) - 1]
    assert (len(FLEET_TURN), len(SHIP_TURN)) == trireme.STEPS


def test_what_was_mended_is_told_and_the_values_as_they_were_can_be_brought_back_by_hand():
    """The copy has the form of an archived game."""
    board = VirtualBoard()
    board.choose_language("en")
    board.app.device.settings.choose("taught", 1)
    state = State(load("gobelet.games.trireme.rules.sheets", "KINDS"))
    state.apply(state.effects([("game", 0, "game", 2), ("game", 0, "step", 17), ("ship", 3, "used", 1)]))
    write_state(board.store, "trireme", state)
    board.context.navigation.home()
    board.context.open("trireme.home")
    board.run(500)
    assert "Impossible values" in " ".join(board.words.strings)
    get = board.context.session.get
    assert (get("game", 0, "game"), get("game", 0, "step"), get("ship", 3, "used")) == (2, 0, 1)
    assert not board.faults
    board.boot()
    board.context.open("trireme.home")
    board.run(500)
    assert not board.context.session.mended
    assert "Impossible values" not in " ".join(board.words.strings)
    board.store.replace("trireme/old", board.store.read("trireme/old.bad"))
    before = board.context.session.journal.effects_to_restore(board.store.read("trireme/old"))
    assert [effect[4] for effect in before] == [17]
