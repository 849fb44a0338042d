"""Session: the game that is open, its Sheets, its journal and its rolls."""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from ..journal import load as journal_load
from ..journal.journal import DROP, LOCATION_BYTES, PROVEN, REDO, UNDO, Journal
from ..journal.records import BY_HAND, FREE
from ..rules.sheet import State
from .by_name import OWN_MARK, load, package
from .resolution import Resolution

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Iterator, Sequence
    from typing import Any

    from ..device.types import Store
    from ..rules.procedure import Outcome, Procedure
    from ..rules.types import Change, Effect, Field, Path, Row, Sheet, Values, Why
    from ..ui.screens.turn_clock import TurnClock
    from ..ui.types import Location

DECLARATION = ".game"  # ending of the file that a game as text is read from
IDS = ".ids"  # ending of the file that says by which numbers its journal knows what is in that
ARCHIVE = "/old"  # file in the game's folder: the values of the game before this one
# Values that no play makes, as they were found first, and as they were found last if those are others. Under the name
# above they come back.
UNPLAYABLE = "/old.bad"
LAST_UNPLAYABLE = "/old2.bad"


def explain(game: str, proc: Procedure, values: Values, path: Path) -> Why:
    """The why-chain of a resolution, [(text key, numbers)...]: what the game says to it, if anything."""
    if proc.explain is None:
        return []
    module, _, name = proc.explain.rpartition(".")
    return load(package(game) + ".rules." + (module or "why"), name)(proc, values, path)


def nowhere(rolled: bool = False) -> Location:
    """Where something is done, for who has no screens."""
    return b""


class Session:
    """One game opened. name is its folder; store is the device's store; where(rolled) says, as bytes, on which
    screens a change is made, or a roll.

    loaded is what the journal said: "new", "ok" or "damaged".
    memo is a list of integers for the game's screens, gone when the game is left: a running clock, say.
    chosen is a dict of what they remember until then, even where memory is short: what they could not find again, say
    what was left for later, or not at once. In it is plain data: no function and no class of a module.
    cache is a dict of what they have read or worked out once, and would find again: where memory is short it goes.
    catalogue is the name of its texts; own_texts are those of a game as text, by language.
    runs is whether of a turn more time passes, or may have passed, than is in a Sheet; lost whether it was so when the
    power went, or when the game was left.
    thrown is whether a roll was made since the game was opened; resumed whether a start opened it where it was.
    aside is what a text that was changed has no more, (id or key of a text, what follows it): the players are told.
    mended tells that values which no play makes were found, and were changed; the App says so, and clears it.
    """

    def __init__(self, name: str, store: Store, where: Callable[[bool], Location] = nowhere) -> None:
        self.name = name
        self.store = store
        self.where = where
        rules = package(name) + ".rules"
        self.own_texts: dict[str, str] = {}
        if OWN_MARK in name:
            take = load(rules + ".declaration", "take")
            self.own_texts = take(store.read(name + DECLARATION), store.read(name + IDS))
        self.listed = load(rules, "PROCEDURES")
        self.roles = load(rules, "ROLES")
        self.catalogue = name.partition(OWN_MARK)[0]
        self.state = State(load(rules + ".sheets", "KINDS"))
        loaded = journal_load.load(store, name, self.state)
        self.journal = Journal(loaded)
        self.loaded = loaded.condition
        self.memo: list[Any] = []
        self.chosen: dict[Any, Any] = {}
        # Whether presets were ever changed, which an undo then looks at; None: nobody has asked.
        self.presets: bool | None = None
        self.clock: TurnClock | None = None  # of whose turn it is, where the players wish it
        self.cache: dict[Any, Any] = {}
        self._archived: bool | None = None  # whether there is an archived game, once somebody asked
        self._begun: Resolution | None = None  # the Resolution that was made last
        self._last_found = False  # whether what follows was looked for in the journal
        self._last: Resolution | None = None  # the last roll
        self._rolled = -1  # its position in the journal
        self._applied = False  # whether a change was made after it
        self._free = False  # whether it is one that no Procedure describes
        self.mended = self.thrown = self.resumed = self.runs = self.lost = False
        self.aside: list[tuple[str, str]] = []
        if OWN_MARK in name:
            self.aside = load(rules + ".ids", "keep")(self, name + IDS, loaded.moved)
        self._mend()

    def declared(self, name: str, default: Any = None) -> Any:
        """What the game's sheets declare beside their Kinds under this name."""
        sheets = package(self.name) + ".rules.sheets"
        if sheets not in sys.modules:
            load(sheets, "KINDS")
        return getattr(sys.modules[sheets], name, default)

    def present(self, effects: Sequence[Effect]) -> list[Effect]:
        """Those of some effects that are on fields which the game has: another version, or another text, may have had
        more.
        """
        gone = self.declared("GONE_FIELDS", {})
        found = []
        for effect in effects:
            if self.state.value(*effect[:3]) is not None:
                kind = self.state.kinds[effect[0]]
                if kind.fields[effect[2]] not in gone.get(kind.name, ()):
                    found.append(effect)
        return found

    def turn(self) -> Row:
        """The row whose turn it is, -1 for nobody's, or where the sheets do not say it. Beside TURN, the Kind and the
        field of it, there is `whose(state)` where no field is that row.
        """
        field = self.declared("TURN")
        if field is None:
            return -1
        whose = self.declared("whose")
        return whose(self.state) if whose else self.state.get(field[0], 0, field[1])

    def _mend(self) -> None:
        """Bring values that are within their bounds, but that no play makes together, to the nearest ones that can be
        played: those that the function `mended(state)` beside the Kinds asks for, if there is one. They come from a
        damaged file, or from a foreign one.

        The values that were found stay in a file. Nothing before can be undone, for that could bring them back.
        """
        mended = self.declared("mended")
        changes = mended and mended(self.state)
        if not changes:
            return
        try:
            found = self.journal.snapshot()
            kept = self.store.read(self.name + UNPLAYABLE)
            ending = UNPLAYABLE if kept is None or kept == found else LAST_UNPLAYABLE
            self.store.replace(self.name + ending, found)
        except OSError:
            pass  # no room for a copy must not keep the game from opening
        self.state.apply(self.state.effects(changes))
        self.journal.forget()
        self._last_found = False
        self.mended = True

    def forget(self) -> None:
        """Let go of what can be found again, and holds modules of the game."""
        self._begun = self._last = None
        self._last_found = False
        self.cache.clear()

    def get(self, kind: Sheet, row: Row, field: Field) -> int:
        """One value of a Sheet."""
        return self.state.get(kind, row, field)

    def change(self, changes: Iterable[Change], join: int = 0) -> None:
        """Write and make `changes`, a list of (kind, row, field, value), as one transaction; see `Journal.change`.

        Refused if a bound is crossed, OSError if the journal cannot be written; then nothing has changed.
        """
        clock = self.clock
        if clock is None:
            self._write(self.state.effects(changes), join)
            return
        changes = list(changes)
        spent = clock.spent(changes)
        self._write(self.state.effects(changes + spent), join)
        if spent:
            clock.begin()

    def _write(self, effects: Sequence[Effect], join: int = 0) -> None:
        if effects:
            self.journal.change(effects, join, self._location())
            self._applied = True

    def _location(self, rolled: bool = False) -> Location:
        location = self.where(rolled)
        lines = location.split(b"\n")
        while len(location) > LOCATION_BYTES:  # an undo does without the screens between, then without any
            del lines[-2:-1]
            location = b"\n".join(lines) if lines[1:] else b""
        return location

    def number(self, name: str) -> int:
        """Number of a Procedure by its name; KeyError if the game has none."""
        for index in range(len(self.listed)):
            if self.listed[index][0] == name and self.has(index):
                return index
        raise KeyError(name)

    def name_of(self, number: int) -> str:
        """Name of the Procedure with this number, also of one that the game had once; "" if it had none."""
        return self.listed[number][0] if number < len(self.listed) else ""

    def paths(self, screen_at: Callable[[str], tuple[str, str]], names: Sequence[str]) -> list[str]:
        """Paths of the modules of screens, by their ids, and of Procedures, by their names."""
        rules = package(self.name) + ".rules."
        return [
            screen_at(name)[0] if "." in name else rules + self.listed[self.number(name)][1] for name in names
        ]

    def procedure(self, number: int) -> Procedure:
        """The Procedure with this number, from its module, which is in memory while a screen needs it."""
        name, module = self.listed[number]
        module, _, attribute = module.partition(".")
        return load(package(self.name) + ".rules." + module, attribute or name)

    def has(self, number: int) -> bool:
        """Whether the game has a Procedure with this number: of one that it had once, the name may be left."""
        return number < len(self.listed) and self.listed[number][1] != ""

    def explain(self, proc: Procedure, values: Values, path: Path) -> Why:
        """The why-chain of a resolution: see `explain`."""
        return explain(self.name, proc, values, path)

    def begin(self, number: int, rows: Sequence[Row], values: Values, by_hand: bool = False) -> Resolution:
        """A Resolution of the Procedure `number` with the complete values `values`."""
        self._begun = Resolution(number, self.procedure(number), rows, values, by_hand, self._begun)
        return self._begun

    def write(self, roll: Resolution, proof: bytes = b"", applied: bool = False) -> None:
        """Write how far a Resolution has come, with the proof of its faces; call it before these are shown. It is the
        last roll then.

        applied: it is at its end, and its effects are written and made with it, where it was made: no result is shown
        before them. They do not pass the turn on.
        """
        listed = roll.proc.pack(roll.rows, roll.values)
        flags = BY_HAND if roll.hand else 0
        effects = self.state.effects(self.changes(roll.proc, roll.rows, roll.now)) if applied else ()
        self._rolled = self.journal.roll(
            roll.number,
            listed,
            roll.path,
            flags,
            location=self._location(not applied),
            proof=proof,
            effects=effects,
        )
        if proof:
            roll.proof = proof
        self._last = roll
        self._last_found = True
        self._applied = len(effects) > 0
        self._free = False
        self.thrown = True

    def write_free(
        self, listed: Sequence[int], path: Path, by_hand: bool, note: bytes, proof: bytes = b""
    ) -> None:
        """Write a roll that no Procedure describes; see `journal.pack_roll`. proof: of its faces."""
        self.journal.roll(FREE, listed, path, BY_HAND if by_hand else 0, note, self._location(True), proof)
        self._last_found = False
        self.thrown = True

    def known(self, number: int, listed: Sequence[int]) -> tuple[Sequence[Row], Values] | None:
        """(rows, values) of what a ROLL lists for the procedure `number`; None if this version has no such one. An
        older version lists fewer values: inputs that came since are at the end, and have their start values.
        """
        if not self.has(number):
            return None
        proc = self.procedure(number)
        rows, given, whole = proc.unpack(listed)
        if not whole:
            return None
        values = {each.name: each.start for each in proc.inputs}
        values.update(given)
        return rows, values

    def _find_last(self) -> None:
        """Find the roll that the present values come from, if it is not known."""
        if self._last_found:
            return
        self._last_found = True
        self._last = None
        found = self.journal.present()
        self._rolled, roll, self._applied = found or (-1, None, False)
        self._free = roll is not None and roll[0] == FREE
        if roll is None or self._free:
            return
        number, flags, listed, path, _ = roll
        known = self.known(number, listed)
        if known is None:
            return
        resolution = self.begin(number, known[0], known[1], bool(flags & BY_HAND))
        if not resolution.take_all(path):
            return
        if flags & PROVEN:
            resolution.proof = self.journal.proof_of(self._rolled)
        self._last = resolution

    def last_roll(self) -> Resolution | None:
        """The roll that the present values come from, as a Resolution; None if there is none that this version knows.
        Rolls that were taken back, and those that led to what was taken back, are none of these.
        """
        self._find_last()
        if self._last is not None:
            self.procedure(self._last.number)  # who shows it needs its module
        return self._last

    def earlier(self) -> Iterator[Resolution]:
        """The rolls before the last one of which nothing had come yet when it was made, the newest first. Of one that
        was made in several steps, or made again, each record is one.
        """
        self._find_last()
        found = self.journal.present(self._rolled)
        while found is not None and not found[2]:
            position, (number, flags, listed, path, _), _ = found
            known = None if number == FREE else self.known(number, listed)
            if known is None:
                return
            resolution = self.begin(number, known[0], known[1], bool(flags & BY_HAND))
            if resolution.take_all(path):
                yield resolution
            found = self.journal.present(position)

    def rolled(self) -> int:
        """Position of that roll in the journal, -1 if there is none."""
        self._find_last()
        return self._rolled

    def has_thrown(self) -> bool:
        """Whether a roll was made since the game was opened, by this start or by those before it."""
        return self.thrown or (self.resumed and self.rolled() >= 0)

    def applied(self) -> bool:
        """Whether a change was made after it."""
        self._find_last()
        return self._applied

    def alone(self) -> bool:
        """Whether the change that came of it is the only one since, so that taking back the last change takes back all
        that came of it, and nothing else.
        """
        done = self.journal.done
        return self.applied() and [index > self.rolled() for index in done[-2:]] in ([True], [False, True])

    def pending(self) -> Resolution | None:
        """The last roll while its effects were not applied yet, else None."""
        return None if self.applied() else self.last_roll()

    def newest(self) -> Resolution | None:
        """The last roll if nothing at all came after it, not even an undo; else None."""
        return self.last_roll() if self.journal.fresh() else None

    def latest(self) -> int:
        """Position in the journal of the newest change, undone or not; -1 if there is none."""
        journal = self.journal
        return (journal.undone[:1] + journal.done[-1:] + [-1])[0]

    def unseen(self) -> bool:
        """Whether nothing came of the last roll, which a power cut may have kept from being seen."""
        return not self.applied() and (self._free or self._last is not None)

    def reverted(self) -> Location | None:
        """Where that was made which the last record of the journal takes back or makes again, b"" for a roll; None if
        that record does neither.
        """
        journal = self.journal
        for _, kind, _ in journal.newest_first():
            if kind == UNDO and journal.undone:
                return journal.location_of(journal.undone[-1])
            if kind == REDO and journal.done:
                return journal.location_of(journal.done[-1])
            return b"" if kind == DROP else None
        return None

    def take_back(self) -> Location:
        """Take the pending roll back: it stays in the history, and nothing can come of it any more. Returns where it
        was made.
        """
        location = self.rolled_where()
        self.journal.drop(self.rolled())
        self._last_found = False
        return location

    def rolled_where(self) -> Location:
        """Where the last roll was made, b"" if nobody knows."""
        return self.journal.location_of(self.rolled())

    def undo(self) -> tuple[Sequence[Effect], Location] | None:
        """Take the last transaction back: (its effects, where it was made), None if there is none."""
        return self._reverted(self.journal.undo(), self.journal.undone, False)

    def redo(self) -> tuple[Sequence[Effect], Location] | None:
        """Make it again: as `undo`."""
        return self._reverted(self.journal.redo(), self.journal.done, True)

    def _reverted(
        self, effects: Sequence[Effect] | None, positions: Sequence[int], forward: bool
    ) -> tuple[Sequence[Effect], Location] | None:
        if not effects:
            return None
        self._last_found = False
        if self.journal.moved and OWN_MARK in self.name:
            load(package(self.name) + ".rules.ids", "cut")(self)
        location = self.journal.location_of(positions[-1])
        if self.clock is not None:
            self.clock.reverted(effects, forward)
        self._mend()
        return effects, location

    def row(self, proc: Procedure, rows: Sequence[Row], role: str) -> Row:
        """Sheet row of a role, -1 if it is not known. A Kind with one row needs no choice."""
        if role in proc.roles:
            return rows[proc.roles.index(role)]
        kind = self.roles.get(role)
        return 0 if kind is not None and self.state.kind(kind).rows == 1 else -1

    def fill(self, proc: Procedure, rows: Sequence[Row], given: Values) -> list[str]:
        """Put into `given`, a dict of values, what the Sheets know of those in `rows`; returns the names filled."""
        filled = self.filled(proc, rows)
        for each in proc.inputs:
            if each.name in filled:
                row = self.row(proc, rows, each.role)  # type: ignore[arg-type]
                given[each.name] = self.get(self.roles[each.role], row, each.field)  # type: ignore[arg-type]
        return filled

    def filled(self, proc: Procedure, rows: Sequence[Row]) -> list[str]:
        """Names of the inputs that a field of those in `rows` fills."""
        return [
            each.name
            for each in proc.inputs
            if each.role is not None and self.row(proc, rows, each.role) >= 0
        ]

    def changes(self, proc: Procedure, rows: Sequence[Row], outcome: Outcome) -> list[Change]:
        """The changes that the Outcome of a procedure asks for, on the rows of its roles."""
        found: list[Change] = []
        for role, field, operation, amount in outcome.effects:
            row = self.row(proc, rows, role)
            if row >= 0:
                cell = (self.roles[role], row, field)
                value = amount if isinstance(amount, int) else self.row(proc, rows, amount) + 1
                if operation != "=":
                    now = self.get(*cell)
                    for change in found:  # two effects may fall on one field
                        if change[:3] == cell:
                            now = change[3]
                    value = now + amount if operation == "+" else now - amount
                found.append(cell + (value,))
        return found

    def archive(self) -> None:
        """Keep a copy of the present game, before a new one starts."""
        self.store.replace(self.name + ARCHIVE, self.journal.snapshot())
        self._archived = True

    def archived(self) -> bool:
        """Whether there is an archived game, which `recall` brings back if it can be read."""
        if self._archived is None:
            self._archived = self.store.read(self.name + ARCHIVE) is not None
        return self._archived

    def restart(self, keep: Sequence[Sheet] = ()) -> None:
        """Begin a new game: archive this one and bring all but the Kinds in `keep` to their start values.

        A game in which nothing has happened yet leaves the archive alone.
        """
        changes = [change for change in self.state.restart() if change[0] not in keep]
        if changes:
            self.archive()
            self.renew(self.state.effects(changes))

    def renew(self, effects: list[Effect]) -> None:
        """Write and make `effects`, by which another game comes instead of this one. The clock knows them by the first
        one, which changes nothing.
        """
        kind = self.state.index.get("time")
        if kind is not None:
            now = self.state.sheets[kind][0]
            effects.insert(0, (kind, 0, 0, now, now))
        self._write(effects)
        if self.clock is not None:
            self.clock.begin()

    def recall(self) -> bool:
        """Bring the archived game back, as one transaction; the present one is archived instead, if anything
        happened in it. False if there is none that can be read.
        """
        file = self.name + ARCHIVE
        effects = self.journal.restored(self.store.read(file))
        if not effects:
            return effects is not None
        left = self.state.restart() and self.journal.snapshot()
        self.renew(effects)
        if self.clock is not None:
            self.clock.lose()
        self._mend()
        if left:
            try:
                # Only now: until the journal has the archived one nothing else has it.
                self.store.replace(file, left)
            except Exception:
                self.undo()
                raise
        return True
