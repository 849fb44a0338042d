"""A roll is applied once, whichever keys the player presses.

The test covers every Procedure with effects that shows its results with `ui.result`, in a running game.
"""

from __future__ import annotations

import random
import zlib
from collections.abc import Callable
from typing import Any

import pytest

from simulator import paths
from simulator.board import BOOT_MS, VirtualBoard
from simulator.clock import VirtualClock
from simulator.keys import BACK, DOWN, OK, UP, Keys
from simulator.store import MemoryStore

paths.install()
from gobelet.games.trinytia.rules import setup, turn  # noqa: E402
from gobelet.games.trireme.rules import battle, ships  # noqa: E402
from gobelet.games.trireme.rules.sheets import FLEET, GRAPPLED, SHIPS  # noqa: E402
from gobelet.rules.procedure import resolve, values  # noqa: E402
from gobelet.rules.refused import Refused  # noqa: E402
from gobelet.ui.screens.casting import carry_on  # noqa: E402
from gobelet.ui.screens.result import Result  # noqa: E402
from host_tools.building import named_texts  # noqa: E402
from host_tools.questions.games import games_with_rules  # noqa: E402
from tests.games import faults  # noqa: E402
from tests.games.own_tests import with_tests  # noqa: E402
from tests.sweep import case_count, sample_cases  # noqa: E402

Changes = Any  # a list of (kind, row, field, value)

TRIES = 400  # random sets of values, to find rolls with an effect
TIMES = case_count(2, 6)  # each Procedure is applied, recreated and applied
QUESTIONS = 50  # maximum number of questions of one roll
SHOWN = 6  # number of times that a roll's result is shown to a player who presses keys at any moment
LEAST = {"traqueur": 4, "trinites": 33, "trinytia": 13, "trireme": 14}  # Procedures with effects


NOT_PLAYED = ("toy", "own")  # the rules of a game as text are in its file, see tests/games/own
FOUND = {game: faults.load_game(game) for game in games_with_rules() if game not in NOT_PLAYED}


def result_of(game: str) -> Any:
    folder = FOUND[game].folder
    screens = faults.import_module(f"gobelet.games.{game}.screens", folder)
    return faults.class_of(folder, screens, "result") if "result" in screens.SCREENS else None


GAMES = [game for game in FOUND if isinstance(made := result_of(game), type) and issubclass(made, Result)]


def has_effects(game: str, name: str) -> bool:
    """Tell whether a Procedure can have effects."""
    proc = FOUND[game].procedures[name]
    dice = random.Random(name)
    for _ in range(TRIES):
        v = named_texts.some_values(proc, dice, bold=True)
        if v is not None:
            outcome, _ = resolve(
                proc,
                v,
                lambda sides: dice.randint(1, sides),
                lambda ask, s: int(dice.choice(ask.options)),
            )
            if outcome.effects:
                return True
    return False


EFFECTIVE = [(game, name) for game in FOUND for name in FOUND[game].procedures if has_effects(game, name)]
CASES = [(game, name) for game, name in EFFECTIVE if game in GAMES]

HELD = ("fleet_clearance", "ship_clearance")  # Procedures for immobilised ships
# Fields by Kind that a roll needs in the Sheets of its players in order to have an effect.
SHEETS: dict[str, dict[str, dict[str, int]]] = {
    "trinytia bet": {"char": {"stake": 2, "gold": 5}},
    "trinites duel": {"char": {"spurred": 2, "cowed": 2}},
    "trinites oppose": {"char": {"pending": 1, "result": 12, "spurred": 2}},
    "trinites react": {"char": {"prudence": 5}},
    "trinites notice": {"char": {"prudence": 5, "hidden": 5}},
    "trinites care": {"char": {"boxes": 5}},
    "trinites weekly": {"char": {"boxes": 10}},
    "trinites rest": {"char": {"boxes": 5}},
    "trinites regen": {
        "char": {"boxes": 9, "adam": 1},
        "adam": {"deva_now": 9, "archonte_now": 9, "adam_now": 9},
    },
    "trinites spend": {"adam": {"deva_now": 9, "archonte_now": 9, "adam_now": 9}},
    "trinites debts": {"adam": {"xp": 900, "debt_l": 9, "debt_t": 9}},
    "trinites buy": {"adam": {"xp": 9000}},
    "traqueur strike": {"familiar": {"type": 1, "attack": 2, "pv": 4, "life": 4}},
}


def trireme(state: Any, name: str) -> Changes:
    changes = battle.start_changes(state, FLEET if name.startswith("fleet_") else SHIPS, 2, 2)
    for row in (0, 20):
        for field, value in {"size": 5, "pv": 4, "men": 60, "factor": 9, "sail": 1}.items():
            changes.append(("ship", row, field, value))
        changes.append(("ship", row, "immobilised", int(name in HELD)))
    return changes


def trinytia(state: Any, name: str) -> Changes:
    return setup.start_game(5, setup.NORMAL, 3)


def trinites(state: Any, name: str) -> Changes:
    changes = [("combat", 0, "round", 1), ("combat", 0, "active", 0)]
    for row in range(10):
        changes += [("char", row, field, value) for field, value in {"used": 1, "zone": 1, "init": 5}.items()]
    return changes


def traqueur(state: Any, name: str) -> Changes:
    return [("game", 0, "players", 3)]


READY: dict[str, Callable[[Any, str], Changes]] = {
    "trireme": trireme,
    "trinytia": trinytia,
    "trinites": trinites,
    "traqueur": traqueur,
}


def copy_sheets(state: Any) -> list[bytes]:
    return [bytes(values) for values in state.sheets]


class Table:
    """A present game, and one of its Procedures."""

    def __init__(self, game: str, name: str, number: int = 0) -> None:
        self.game = game
        self.dice = random.Random(zlib.crc32(f"{game} {name} {number}".encode()))
        self.clock = VirtualClock()
        self.board = VirtualBoard(clock=self.clock, store=MemoryStore({"settings": b"taught=yes\n"}))
        self.context.open(f"{game}.home")
        self.board.run(60)
        self.number = self.session.procedure_index(name)
        self.proc = self.session.procedure(self.number)
        state = self.session.state
        if game in READY:
            self.session.change(READY[game](state, name))
        for kind, fields in SHEETS.get(f"{game} {name}", {}).items():
            for row in range(min(4, state.kind(kind).rows)):
                self.session.change([(kind, row, field, value) for field, value in fields.items()])
        if game == "trinytia":
            self.session.change(setup.store_first_player(0))
            self.session.change([("char", row, "lieu", 5) for row in range(5)])
            self.session.change(turn.begin_first_turn(state))
        if game == "trireme":
            self.session.change(ships.tie_changes(state, 0, 20, how=GRAPPLED))
        other = 20 if game == "trireme" else 1
        counts = [state.kind(self.session.roles[role]).rows for role in self.proc.roles]
        self.rows = [other * at % count for at, count in enumerate(counts)]

    @property
    def app(self) -> Any:
        return self.board.app

    @property
    def context(self) -> Any:
        return self.board.context

    @property
    def session(self) -> Any:
        return self.context.session

    def boot(self) -> None:
        """Cut the power and restore it."""
        self.board.boot()
        self.board.keys = self.app.device.hardware.keys = Keys()
        self.board.run(BOOT_MS)

    def home(self) -> None:
        self.context.navigation.home()
        self.context.open(f"{self.game}.home")
        self.board.run(60)

    def look(self) -> None:
        if self.board.faults:
            raise self.board.faults[0]

    def press(self, *keys: int) -> None:
        for key in keys:
            self.board.press(key)
            self.look()

    def until(self, key: int, done: Callable[[], bool]) -> None:
        self.board.press_until(key, done)
        self.look()

    def roll(self) -> Any:
        """Roll with random values; return the result if it changes something, else None."""
        given = {
            i.name: self.dice.randint(i.low, i.high) for i in self.proc.inputs if self.dice.random() < 0.4
        }
        self.session.fill_inputs(self.proc, self.rows, given)
        try:
            v = values(self.proc, given)
        except Refused:
            return None
        carry_on(self.context, self.session.create_resolution(self.number, self.rows, v))
        self.context.open(f"{self.game}.result")
        self.board.run(50)
        return self.outcome()

    def outcome(self) -> Any:
        """Answer all questions; return the result, or None if it cannot be applied."""
        top = self.app.stack.top()
        for _ in range(QUESTIONS):
            if not isinstance(top, Result) or top.ask is None:
                break
            self.press(*[DOWN] * self.dice.randrange(3), OK)
            self.until(BACK, lambda: self.app.stack.top() is top)  # further questions of the game
        else:
            raise AssertionError(
                f"{self.proc.name} asks more than {QUESTIONS} times: {self.board.words.strings}"
            )
        return top if "apply" in top.list else None

    def choose(self, top: Any, action: str) -> None:
        self.until(DOWN, lambda: top.list[top.cursor] == action)
        self.press(OK)

    def apply(self, top: Any) -> bool:
        """Apply a result; return whether that was one transaction."""
        done = len(self.session.journal.done)
        self.choose(top, "apply")
        return len(self.session.journal.done) == done + 1

    def notices(self) -> None:
        self.until(BACK, lambda: self.app.stack.ids[-1] is not None)

    def standing(self, roll: int) -> int:
        """Return the number of valid transactions that were made on the result of a roll."""
        journal = self.session.journal
        rolls = [at for at, kind, _ in journal.newest_first() if kind == 1 and at > roll]
        end = min(rolls, default=journal.position)
        made = [journal.location_of(at).split(b"\n")[-1].split() for at in journal.done if roll < at < end]
        return len([words for words in made if words and words[0].endswith(b"result")])


def test_every_procedure_with_effects_is_here() -> None:
    missing = set(GAMES).intersection(with_tests()) ^ set(READY)
    assert not missing, f"READY in tests/games/test_applied_once.py lacks, or has too much: {sorted(missing)}"
    assert {game for game, _ in EFFECTIVE} - set(GAMES) == {"mystria"}, (
        "there a draw is applied as it is made"
    )
    count = {game: len([1 for each, _ in CASES if each == game]) for game in GAMES}
    print(count)
    assert all(count[game] >= least for game, least in LEAST.items()), count


@pytest.mark.sweep
@pytest.mark.parametrize(("game", "name"), CASES)
def test_applied_made_again_and_applied_is_applied_once(game: str, name: str) -> None:
    table = Table(game, name)
    count = 0
    for at in range(TRIES):
        table.home()
        journal = table.session.journal
        before = copy_sheets(table.session.state)
        top = table.roll()
        if top is None or not table.apply(top):
            continue
        table.notices()
        if at % 2 or table.app.stack.top() is not top:
            table.context.undo()
            table.context.redo()
            table.board.run(60)
            top = table.app.stack.top()
        assert isinstance(top, Result)
        assert top.applied
        done = len(journal.done)
        table.choose(top, "again")
        assert copy_sheets(table.session.state) == before, "what the first roll did is still there"
        assert len(journal.done) == done - 1
        top = table.outcome()
        if top is not None and table.apply(top):
            assert len(journal.done) == done
            assert table.session.undo()
        assert copy_sheets(table.session.state) == before, "more than the second roll was applied"
        count += 1
        if count == TIMES:
            break
    assert count == TIMES


# Keys at any moment.


def record_tap(keys: Keys, ticks: int) -> None:
    """Store the edges of a 30 ms press of OK at these ticks, as an interrupt does.

    Both edges wait until the keys are polled.
    """
    keys.record_key(OK, True, ticks)
    keys.record_key(OK, False, ticks + 30)


def press_twice(table: Table) -> None:
    """Press twice, faster than any frame."""
    now = table.clock.elapsed_ms
    for press in (now, now + 60):
        record_tap(table.app.device.hardware.keys, press)
    table.clock.advance(100)
    table.board.run(200)


def during_the_drawing(table: Table) -> None:
    """Press once, and again while the next frame is drawn and sent."""
    app = table.app
    drawn = app.draw
    pressed: list[int] = []

    def press_while_drawing() -> None:
        if not pressed:
            pressed.append(OK)
            now = table.clock.elapsed_ms
            record_tap(app.device.hardware.keys, now)
            table.clock.advance(40)
        drawn()

    app.draw = press_while_drawing
    table.board.press(OK)
    table.board.run(100)
    del app.draw
    assert pressed


def after_a_restart(table: Table) -> None:
    """Cut the power before or after the snapshot; then press OK first."""
    table.board.run(table.dice.choice((0, 30, 400)))
    table.boot()
    table.board.press(OK)


def any_key(table: Table) -> None:
    table.board.press(table.dice.choice((OK, OK, OK, UP, DOWN, BACK)), table.dice.choice((20, 40, 60)))


def undo_last(table: Table) -> None:
    table.board.hold(BACK)


MOMENTS = (press_twice, during_the_drawing, after_a_restart, any_key, any_key, undo_last)


@pytest.mark.sweep
@pytest.mark.parametrize(("game", "name"), sample_cases(CASES, 9))
def test_keys_at_any_moment_apply_a_roll_once(game: str, name: str) -> None:
    applied = 0
    for number in range(SHOWN):
        table = Table(game, name, number)
        table.boot()
        table.home()
        for _ in range(TRIES):
            if table.roll() is not None:
                break
            table.home()
        else:
            raise AssertionError(f"no values of {TRIES} change something")
        roll = table.session.roll_position()
        for moment in (table.dice.choice(MOMENTS[:3]), *table.dice.choices(MOMENTS, k=4)):
            moment(table)
            table.look()
            if table.session is None or table.session.name != game:
                table.home()
            standing = table.standing(roll)
            applied += standing
            assert standing <= 1, f"a roll was applied {standing} times, the last time {moment.__name__}"
    assert applied
