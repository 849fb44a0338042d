"""A model of the journal, a player for journal and model, and shared helpers of the journal's tests."""

from __future__ import annotations

import copy
import random
from collections.abc import Callable, Iterator

from gobelet.journal.journal import Journal
from gobelet.journal.load import load
from gobelet.journal.records import MANY
from gobelet.rules.procedure import Refused
from gobelet.rules.sheet import Kind, State
from tests.journal.stores import MemoryStore, RecordingStore, pending_roll

OF_PLAYER = (("pv", 0, 30, 10), ("wounds", 0, "pv", 0), ("gold", -500, 500, 3))
OF_SHIP = tuple((f"f{n}", -9, 99, n) for n in range(5))
OF_TABLE = (("turn", 0, 5000, 1),)
PLAYER = Kind("player", 3, OF_PLAYER)
SHIP = Kind("ship", 40, OF_SHIP)
TABLE = Kind("table", 1, OF_TABLE)
KINDS = (PLAYER, SHIP, TABLE)
SMALL = (PLAYER, TABLE)
LARGE = (Kind("large", 40, tuple((f"f{n}", -999, 999, 0) for n in range(48))),)

# Tri'Nytia's attack has 15 inputs and two roles: the longest common roll.
ATTACK = (6, [0, 3, *[1, 0, 2, 0, 0, 1, 0, 14, 3, 2, 0, 0, 1, 0, 0]], [(3,), (5, 2), 1])

ALL = 6 * 4096  # maximum number of bytes of records that a journal stores

Values = tuple[tuple[int, ...], ...]


def values_of(state: State) -> Values:
    return tuple(tuple(sheet) for sheet in state.sheets)


def has_legal_values(state: State) -> bool:
    """True if every value is within its bounds."""
    return all(
        kind.first_illegal(state.row(k, row)) is None
        for k, kind in enumerate(state.kinds)
        for row in range(kind.rows)
    )


def open_journal(store: MemoryStore, kinds=KINDS) -> tuple[Journal, str]:
    """Return a journal as after a start of the device."""
    loaded = load(store, "game", State(kinds))
    return Journal(loaded), loaded.condition


class Model:
    """The expected contents of the journal, in plain lists."""

    def __init__(self, state: State) -> None:
        self.values = values_of(state)
        self.done: list[tuple[Values, Values]] = []
        self.undone: list[tuple[Values, Values]] = []
        self.pending: bytes | None = None

    def copy(self) -> Model:
        other = copy.copy(self)
        other.done, other.undone = list(self.done), list(self.undone)
        return other

    def changed(self, values: Values, joined: bool) -> None:
        before = self.done.pop()[0] if joined else self.values
        self.done.append((before, values))
        self.undone.clear()
        self.values = values
        self.pending = None

    def undo(self) -> None:
        self.undone.append(self.done.pop())
        self.values = self.undone[-1][0]
        self.pending = None

    def redo(self) -> None:
        self.done.append(self.undone.pop())
        self.values = self.done[-1][1]
        self.pending = None


class Player:
    """A player of random operations on a journal, with a Model in step."""

    def __init__(self, store: MemoryStore, seed: int, kinds=KINDS) -> None:
        self.random = random.Random(seed)
        self.store = store
        self.kinds = kinds
        self.log, self.said = open_journal(store, kinds)
        self.model = Model(self.log.state)
        self.next: Model = self.model
        self.rolls = 0

    def reopen(self) -> None:
        self.log, self.said = open_journal(self.store, self.kinds)

    def reopen_after(self, arrived: bool) -> None:
        """Reopen after a power cut.

        If `arrived` is set, the files may have all bytes of the last write.
        """
        self.reopen()
        if arrived and is_same(self.log, self.next):
            self.model = self.next

    def some_changes(self, most: int) -> list[tuple[str, int, str, int]]:
        found = []
        for _ in range(self.random.randint(1, most)):
            kind = self.random.choice(self.kinds)
            field, low, high, _ = kind.field(self.random.randrange(len(kind.fields)))
            top = high if isinstance(high, int) else 10
            found.append((kind.name, self.random.randrange(kind.rows), field, self.random.randint(low, top)))
        return found

    def changed(self, changes: list[tuple[str, int, str, int]], join: bool) -> None:
        """Make a change. `self.next` is the model after the change, `self.model` the one before."""
        state = self.log.state
        try:
            effects = state.effects(changes)
        except Refused:
            return
        if not effects:
            self.log.change(effects, join)
            return
        ahead = copy.copy(state)
        ahead.sheets = [sheet[:] for sheet in state.sheets]
        ahead.apply(effects)
        top = self.log.done[-1] if self.log.done else None
        joins = bool(join and self.log.joinable and top is not None and len(effects) <= MANY)
        self.next = self.model.copy()
        self.next.changed(values_of(ahead), joins)
        self.log.change(effects, join)
        if joins and self.log.done[-1] != top:  # the joined transaction had become too long
            self.next = self.model.copy()
            self.next.changed(values_of(ahead), False)

    def everything(self) -> list[tuple[str, int, str, int]]:
        turn = self.random.randint(-9, 99)
        return [("ship", row, f"f{n}", turn) for row in range(40) for n in range(5)]

    def act(self) -> None:
        self.next = self.model
        what = self.random.random()
        if what < 0.25:
            self.rolls += 1
            note = b"%d" % self.rolls
            self.next = self.model.copy()
            self.next.pending = note
            self.log.write_roll(ATTACK[0], ATTACK[1][: self.random.randint(0, 17)], ATTACK[2], 0, note)
        elif what < 0.5:
            self.changed(self.some_changes(3), False)
        elif what < 0.7:
            self.changed(self.some_changes(1), True)
        elif what < 0.74 and SHIP in self.kinds:
            self.changed(self.everything(), self.random.random() < 0.2)
        elif what < 0.78:
            self.changed(self.log.state.restart_changes(), False)
        elif what < 0.9:
            if self.log.done:
                self.next = self.model.copy()
                self.next.undo()
            self.log.undo()
        else:
            if self.log.undone:
                self.next = self.model.copy()
                self.next.redo()
            self.log.redo()

    def play(self, count: int) -> None:
        for _ in range(count):
            self.act()
            self.model = self.next
            if self.random.random() < 0.6:
                self.rest()

    def rest(self) -> None:
        """Run one or several idle passes."""
        for _ in range(self.random.choice([1, 1, 2, 9])):
            self.log.do_idle_work()


def is_same(log: Journal, model: Model) -> bool:
    return values_of(log.state) == model.values and pending_note(log) == model.pending


def pending_note(log: Journal) -> bytes | None:
    roll = pending_roll(log)
    return None if roll is None else roll[4]


def check_steps(files: dict[str, bytes], model: Model, kinds=KINDS, whole: bool = True) -> None:
    """Undo everything and redo everything on a copy; each step must give exactly the model's values.

    `whole` is False if the journal may have dropped the oldest transactions.
    """
    log, _ = open_journal(MemoryStore(files), kinds)
    if whole:
        assert (len(log.done), len(log.undone)) == (len(model.done), len(model.undone))
    for at in range(1, len(model.undone) + 1):
        if log.redo() is None:
            assert not whole
            break
        assert values_of(log.state) == model.undone[-at][1]
    log, _ = open_journal(MemoryStore(files), kinds)
    steps = len(log.done)
    assert steps <= len(model.done)
    for at in range(1, steps + 1):
        if log.undo() is None:
            assert not whole
            assert not log.done, "forgotten for good, not stuck"
            steps = at - 1
            break
        assert values_of(log.state) == model.done[-at][0]
    assert log.undo() is None
    for at in range(steps, 0, -1):
        assert log.redo() is not None
        assert values_of(log.state) == model.done[-at][1]


def gold_of(log: Journal) -> int:
    return log.state.get("player", 0, "gold")


def undo_all(log: Journal, turn: Callable[[], object] | None = None) -> Iterator[None]:
    while (turn or log.undo)() is not None:
        yield


def count_steps(files: dict[str, bytes], turn: int) -> None:
    """Check that each undo leads to the turn before."""
    log, said = open_journal(MemoryStore(files))
    assert (said, log.state.get("table", 0, "turn")) == ("ok", turn)
    while log.undo() is not None:
        turn -= 1
        assert log.state.get("table", 0, "turn") == turn


def longer_than_two_logs(earlier: int) -> tuple[Journal, RecordingStore, int]:
    """Return a journal with a transaction longer than two logs, its store, and the earlier writes."""
    log, _ = open_journal(store := RecordingStore(), LARGE)
    for value in range(1, earlier + 1):
        log.change(log.state.effects([("large", 0, "f0", value)]))
    while log.do_idle_work():
        pass
    since = len(store.writes)
    log.change(log.state.effects([("large", row, f"f{n}", 777) for row in range(40) for n in range(47)]))
    assert log.log.number >= 3
    return log, store, since


def flip_bit(data: bytes, bit: int) -> bytes:
    return data[: bit // 8] + bytes([data[bit // 8] ^ 1 << bit % 8]) + data[bit // 8 + 1 :]
