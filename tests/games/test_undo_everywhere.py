"""Undo, redo and power cuts at any moment of every game, on any screen.

A random player presses keys. In between, changes are undone and redone, and the power fails, also during a
write. The expected state is kept outside the firmware: the Sheets around each transaction, and the
transaction of each roll.
"""

from __future__ import annotations

import random
from collections import Counter
from collections.abc import Callable
from typing import Any

import pytest

from simulator import paths
from simulator.board import BOOT_MS, VirtualBoard
from simulator.keys import BACK, DOWN, NAMES, OK, UP
from simulator.store import PowerCut
from tests.device.strips import StripStore
from tests.sweep import case_count, sample_cases

paths.install()
from gobelet.games import GAMES  # noqa: E402
from gobelet.journal.journal import LEAST, NEARLY, STEPS, Journal  # noqa: E402
from gobelet.ui.screens.result import Result  # noqa: E402

PRESSES = case_count(250, 2500)
SEEDS = sample_cases((1, 2), 1)
# The weight of each act. OK opens the next screen, so it is the most frequent.
ACTIONS = {
    "OK": 42,
    "DOWN": 18,
    "UP": 14,
    "BACK": 7,
    "hold OK": 2,
    "hold UP": 1,
    "hold DOWN": 1,
    "undo": 6,
    "redo": 1,
    "restart": 2,
    "cut": 2,
}
AFTER = (OK, UP, DOWN)  # pressed on each screen after an undo, a redo or a restart

Sheets = list[bytes]


def copy_sheets(state: Any) -> Sheets:
    return [bytes(values) for values in state.sheets]


class Book:
    """The expected contents of a journal: the Sheets around each transaction, by its position."""

    def __init__(self) -> None:
        self.before: dict[int, Sheets] = {}
        self.after: dict[int, Sheets] = {}
        self.written = 0  # number of transactions and rolls written
        self.torn: Sheets | None = None  # the Sheets before the transaction that the power cut interrupted
        self.forgotten = False  # whether the journal has dropped an old transaction

    def forget(self, journal: Any) -> None:
        """Check that enough is left after the journal has dropped its oldest steps.

        The journal drops steps in a change, an idle moment or a start.
        """
        self.forgotten = True
        left = len(journal.done) + len(journal.undone)
        blocks = journal.history.blocks
        # Rolls without effects and undone changes need room too. Four strips are left; the ends of additions
        # take a quarter of them.
        kept = journal.position - (blocks[min(1, len(blocks) - 1)][1] if blocks else journal.history.base)
        assert left >= LEAST or kept >= 3 * NEARLY, f"only {left} steps and {kept} bytes are left"

    def watch(self, patch: pytest.MonkeyPatch) -> None:
        change, roll, undo, redo = Journal.change, Journal.write_roll, Journal.undo, Journal.redo
        trim = Journal._trim  # the model must drop the oldest steps exactly when the journal does

        def trim_and_check(journal: Any) -> None:
            first = journal.done[:1]
            trim(journal)
            if journal.done[:1] != first:
                self.forget(journal)

        def change_and_note(journal: Any, effects: Any, *args: Any, **options: Any) -> None:
            old, count = copy_sheets(journal.state), list(journal.done)
            self.torn = old
            change(journal, effects, *args, **options)
            self.torn = None
            if effects:
                self.written += 1
                note_change(journal, old, count)

        def note_change(journal: Any, old: Sheets, count: list[int]) -> None:
            if journal.done != count:
                self.before[journal.done[-1]] = old
            self.after[journal.done[-1]] = copy_sheets(journal.state)

        def roll_and_note(journal: Any, *args: Any, **options: Any) -> Any:
            self.written += 1
            old, count = copy_sheets(journal.state), list(journal.done)
            comes = bool(options.get("effects"))  # a roll may be written together with its effects
            self.torn = old if comes else self.torn
            position = roll(journal, *args, **options)
            if comes:
                self.torn = None
                note_change(journal, old, count)
            return position

        def check_turn(turn: Callable[..., Any], stack: str, known: dict[int, Sheets]) -> Callable[..., Any]:
            def turn_and_check(journal: Any) -> Any:
                at = getattr(journal, stack)[-1:]
                effects = turn(journal)
                if effects:
                    assert copy_sheets(journal.state) == known[at[0]], "not the Sheets of that moment"
                return effects

            return turn_and_check

        patch.setattr(Journal, "_trim", trim_and_check)
        patch.setattr(Journal, "change", change_and_note)
        patch.setattr(Journal, "write_roll", roll_and_note)
        patch.setattr(Journal, "undo", check_turn(undo, "done", self.before))
        patch.setattr(Journal, "redo", check_turn(redo, "undone", self.after))

    def recover(self, journal: Any) -> None:
        """Update the model after a power cut: the last transaction is complete, or does not exist."""
        if self.torn is not None and journal.done:
            if journal.done[-1] not in self.before:
                self.before[journal.done[-1]] = self.torn
            self.after[journal.done[-1]] = copy_sheets(journal.state)
        self.torn = None


class Player:
    """A player who presses keys in one game, and checks all invariants after each key."""

    def __init__(self, game: str, seed: int, book: Book) -> None:
        self.game = game
        self.book = book
        self.random = random.Random(f"{game} {seed}")
        self.store = StripStore({"settings": b"taught=yes\n"})
        self.board = VirtualBoard(store=self.store)
        self.made: dict[int, list[int]] = {}  # for each roll, the transactions that OK on its result made
        self.counts: Counter[str] = Counter()
        self.seen: Counter[str] = Counter()
        self.trail: list[str] = []
        self.enter()

    @property
    def app(self) -> Any:
        return self.board.app

    @property
    def context(self) -> Any:
        return self.board.context

    @property
    def journal(self) -> Any:
        return self.context.session.journal

    def enter(self) -> None:
        session = self.context.session
        if session is None or session.name != self.game:
            self.context.navigation.home()
            self.context.open(f"{self.game}.home")
            self.board.run(60)

    def play(self, presses: int) -> None:
        names, weights = list(ACTIONS), list(ACTIONS.values())
        while self.counts["keys"] < presses:
            self.enter()
            name = self.random.choices(names, weights)[0]
            if name in ("undo", "redo", "restart", "cut"):
                for _ in range(self.random.choice((1, 1, 2, 4)) if name == "undo" else 1):
                    getattr(self, name)()
                if name == "undo" and self.random.random() < 0.3:
                    self.redo()
                for key in AFTER:
                    self.key(key)
            else:
                self.key(NAMES[name.removeprefix("hold ")], name.startswith("hold"))

    def key(self, key: int, held: bool = False) -> None:
        if self.context.session is None:
            return
        top = self.app.stack.top()
        shows = isinstance(top, Result) and top.outcome is not None and key == OK and not held
        applied = shows and self.context.session.is_applied()
        roll, before, written = (
            (self.context.session.roll_position() if shows else -1),
            list(self.journal.done),
            self.book.written,
        )
        action = top.list[top.cursor] if shows else ""
        self.note(f"{'hold ' if held else ''}{next(name for name in NAMES if NAMES[name] == key)}")
        self.counts["keys"] += 1
        (self.board.hold if held else self.board.press)(key)
        self.check()
        if action == "apply":
            assert not applied, self.told("what was applied can be applied again")
            if self.book.written > written:
                assert not set(self.made.get(roll, ())) & set(before), self.told("a roll was applied twice")
                self.made.setdefault(roll, []).append(self.journal.done[-1])

    def undo(self) -> None:
        """Hold BACK, which undoes one change, or closes an open entry, and writes no new transaction."""
        self.note("undo")
        done, written = self.journal.done[:], self.book.written
        self.board.hold(BACK)
        self.check()
        if self.context.session is None:
            return
        undone = [at for at in done if at in self.journal.undone]
        left = [at for at in done if at in self.journal.done]
        assert len(undone) <= 1, self.told(f"an undo took back {len(undone)}")
        # The moments before BACK counts as held are idle, so the journal may drop the oldest steps.
        assert done[len(done) - len(left + undone) :] == left + undone, self.told(
            "more than the oldest is forgotten"
        )
        assert self.book.written == written, self.told("an undo has led to a change or a roll")
        self.counts["undos"] += len(undone)
        self.enter()

    def redo(self) -> None:
        """Redo a change, as the line in the game's main list does."""
        self.note("redo")
        self.enter()
        done, written = len(self.journal.done), self.book.written
        self.context.navigation.back_to(f"{self.game}.home")
        self.enter()
        self.context.redo()
        self.board.run(60)
        self.check()
        assert self.book.written == written, self.told("a redo has led to a change or a roll")
        self.counts["redos"] += len(self.journal.done) - done

    def restart(self) -> None:
        """Cut the power while no key is down, mostly after the snapshot."""
        if self.random.random() < 0.6:
            self.board.run(2000)
        before = copy_sheets(self.context.session.state) if self.context.session else None
        written = self.book.written
        self.note("restart")
        self.boot()
        if (
            before is not None and self.book.written == written
        ):  # a draw that the player has not seen may be applied now
            self.enter()
            assert copy_sheets(self.context.session.state) == before, self.told(
                "a restart has changed the Sheets"
            )

    def cut(self) -> None:
        """Cut the power in the middle of a key's write."""
        self.note("cut")
        self.store.cut_in = self.random.randrange(1, 4)
        self.store.torn = self.random.random() < 0.7
        self.store.whole = self.random.random() < 0.3
        try:
            self.board.press(OK)
            self.board.run(2000)
        except PowerCut:
            self.counts["cuts"] += 1
        self.store.cut_in = None
        self.boot()

    def boot(self) -> None:
        self.counts["restarts"] += 1
        first = self.journal.done[0] if self.context.session and self.journal.done else None
        self.board.boot()
        self.board.run(BOOT_MS)
        self.enter()
        self.book.recover(self.journal)
        if first is not None and self.journal.done and self.journal.done[0] > first:
            self.book.forget(self.journal)  # a checkpoint has room for some steps only
        self.check()

    def note(self, what: str) -> None:
        self.trail.append(f"{self.app.stack.ids[-1] or type(self.app.stack.top()).__name__}: {what}")

    def told(self, what: str) -> str:
        return f"{what}; {dict(self.counts)}, after\n" + "\n".join(self.trail[-14:])

    def check(self) -> None:
        """Check that no screen has raised an exception and all values are within bounds.

        The screen on top must be valid.
        """
        if self.board.faults:
            self.board.faults[0].add_note(self.told("a screen raised this"))
            raise self.board.faults[0]
        app = self.app
        self.seen[app.stack.ids[-1] or ""] += 1
        if app.context.session is None:
            return
        if app.stack.ids[-1] is not None and len(app.stack.ids) > 1:
            assert app.stack.top().is_valid(), self.told(f"{app.stack.ids[-1]} has no reason")
        state = app.context.session.state
        for k in range(len(state.kinds)):
            kind = state.kinds[k]
            for row in range(kind.rows):
                wrong = kind.first_illegal(state.row(k, row))
                assert not wrong, self.told(
                    f"{kind.name} {row} {kind.fields[wrong[0]]} is outside its bounds"
                )

    def undo_all(self) -> None:
        """Hold BACK until no step is left; the Sheets are then those before the first one.

        Undoing is written too, so the oldest transactions may be dropped meanwhile.
        """
        self.enter()
        first = None
        for _ in range(2 * STEPS):
            if not self.journal.done:
                break
            first = self.journal.done[-1]
            self.undo()
            self.enter()
        assert self.journal.done == [], self.told("it cannot be undone whole")
        assert first is None or copy_sheets(self.context.session.state) == self.book.before[first]
        if not self.book.forgotten:
            assert self.context.session.state.restart_changes() == [], self.told("not as at the start")


def play_and_undo(game: str, seed: int, presses: int, patch: pytest.MonkeyPatch) -> Player:
    """Play this many presses, and undo everything twice. AssertionError if an invariant fails."""
    book = Book()
    book.watch(patch)
    player = Player(game, seed, book)
    for part in range(2):
        player.play((part + 1) * presses // 2)
        player.undo_all()
    return player


@pytest.mark.sweep
@pytest.mark.parametrize("seed", SEEDS)
@pytest.mark.parametrize("game", GAMES)
def test_undo_redo_and_power_cuts_wherever_they_come(
    game: str, seed: int, monkeypatch: pytest.MonkeyPatch
) -> None:
    player = play_and_undo(game, seed, PRESSES, monkeypatch)
    counts = dict(player.counts)
    print(game, counts, "records", player.book.written, "screens", len(player.seen))
    assert all(counts.get(name, 0) for name in ("keys", "undos", "redos", "restarts", "cuts")), counts


@pytest.mark.sweep
def test_what_hundreds_of_thousands_of_keys_have_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """Replay the keys that once found a fault.

    The test needs all keys, which only `make survive` presses.
    """
    play_and_undo("trinytia", 123, case_count(1000, 5000), monkeypatch)
