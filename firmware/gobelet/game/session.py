"""Session: the open game with its Sheets, its journal and its rolls.

The last roll is pending until a change follows the roll: its effects are not yet applied, or it has no effects.
The location of a change or roll is the list of the screens that were open at that moment, as bytes. An undo opens
these screens again.

A game as text is a game whose declaration is a file in the store, made from the author's text. Its name contains a
"-", such as "own-doom". The session reads two files of this game: the declaration, and a table. The table has, for
each id in the declaration, its number in the journal.

An archive is a copy of all values of the previous game, which the players can restore.
"""

from __future__ import annotations

import gc
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
    from ..rules.types import Change, Effect, Field, Location, Path, Row, Sheet, Values, Why
    from .types import TurnClock

DECLARATION = ".game"  # suffix of the file with the declaration of a game as text
IDS = ".ids"  # suffix of the file that has, for each id in the declaration, its number in the journal
ARCHIVE = "/old"  # file in the game's folder with the values of the previous game
# Files with copies of impossible values: the first copy, and the newest copy if it differs. To restore a copy,
# rename its file to ARCHIVE; the players then restore the previous game.
UNPLAYABLE = "/old.bad"
LAST_UNPLAYABLE = "/old2.bad"


def explain(game: str, proc: Procedure, values: Values, path: Path) -> Why:
    """Explain the dice and decisions in `path` as a list [(text key, numbers)...].

    The list is empty if the Procedure has no explanation.
    """
    if proc.explain is None:
        return []
    module, _, name = proc.explain.rpartition(".")
    return load(package(game) + ".rules." + (module or "why"), name)(proc, values, path)


def no_location(rolled: bool = False) -> Location:
    """Return an empty location, for a session without screens."""
    return b""


class Session:
    """One open game.

    name       the id of the game, and the folder of its files in `store`.
    locate     a function that returns the present location: locate(False) for a change, locate(True) for a roll.

    loaded     the journal's condition: "new", "ok" or "damaged".
    memo       a list of integers for the screens, kept until the players leave the game.
    chosen     a dict of choices that no screen could calculate again. It is kept until the players leave the game,
               even if memory is short. It holds plain data: no function and no class of a module.
    cache      a dict of results that screens can calculate again. It is cleared if memory is short.
    catalogue  the name of the game's file of texts.
    own_texts  the texts of a game as text: language -> texts.
    runs       whether the present turn has, or may have, playing time that no Sheet holds yet.
    lost       whether a power cut, or leaving the game, lost such playing time.
    thrown     whether a roll was made since the game was opened.
    resumed    whether a restart opened the game at the screen that was open before.
    aside      messages about changes that the author made in a game as text: removed parts, and values that were cut
               to new bounds. A message is (id or text key, rest of the message).
    mended     whether `_mend` replaced impossible values; an idle moment reports this to the players.
    """

    def __init__(
        self,
        name: str,
        store: Store,
        where: Callable[[bool], Location] = no_location,
        lost: bool = False,
    ) -> None:
        self.name = name
        self.store = store
        self.locate = where
        rules = package(name) + ".rules"
        self.own_texts: dict[str, str] = {}
        if OWN_MARK in name:
            load_game = load(rules + ".declaration", "load_game")
            self.own_texts = load_game(store.read(name + DECLARATION), store.read(name + IDS))
            # Reading the file leaves 40 KB of garbage. Collect it before other objects are created: MicroPython never
            # moves an object, so an object behind the garbage would divide the free memory for good.
            gc.collect()
        self.listed = load(rules, "PROCEDURES")
        self.roles = load(rules, "ROLES")
        self.catalogue = name.partition(OWN_MARK)[0]
        self.state = State(load(rules + ".sheets", "KINDS"))
        loaded = journal_load.load(store, name, self.state)
        self.journal = Journal(loaded)
        self.loaded = loaded.condition
        self.memo: list[Any] = []
        self.chosen: dict[Any, Any] = {}
        # whether a preset (a named roll to make again) was ever changed, so that an undo checks the presets; None if
        # not determined yet
        self.presets: bool | None = None
        self.clock: TurnClock | None = None  # the turn clock; None while the players have not enabled a clock
        self.cache: dict[Any, Any] = {}
        self._archived: bool | None = None  # whether there is an archived game; None if not determined yet
        self._begun: Resolution | None = None  # the Resolution that was created last
        self._last_found = False  # whether the next four fields are up to date with the journal
        self._last: Resolution | None = None  # the last roll
        self._rolled = -1  # byte position of the last roll in the journal
        self._applied = False  # whether a change followed the last roll
        self._free = False  # whether the last roll has no Procedure
        self.mended = self.thrown = self.resumed = self.runs = False
        self.lost = lost
        self.aside: list[tuple[str, str]] = []
        if OWN_MARK in name:
            self.aside = load(rules + ".ids", "update_aside")(self, name + IDS, loaded.moved)
        self._mend()

    def note_resumed(self, ran: bool) -> None:
        """Record that a restart opened the game at its previous screen.

        `ran` is whether the turn clock was running before the restart.
        """
        self.resumed = True
        self.lost = self.runs = ran

    def note_running(self, runs: bool) -> None:
        """Record whether the present turn has playing time that no Sheet holds yet."""
        self.runs = runs

    def use_clock(self, clock: TurnClock) -> None:
        """Set the clock that measures the playing time of turns."""
        self.clock = clock

    def note_presets(self, changed: bool) -> None:
        """Record whether a preset (a named roll to make again) was ever changed."""
        self.presets = changed

    def take_mended(self) -> bool:
        """Return `mended` and set it to False, so that the players get one message."""
        mended = self.mended
        self.mended = False
        return mended

    def close(self) -> None:
        """Release the declaration that the modules of a game as text keep in memory.

        This is the last call of a session.
        """
        if OWN_MARK in self.name:
            load(package(self.name) + ".rules.declaration", "release")()

    def note_damage(self) -> None:
        """Record that the journal is damaged."""
        self.loaded = "damaged"

    def declaration(self, name: str, default: Any = None) -> Any:
        """Return the attribute `name` of the game's module `sheets`.

        The result is `default` if the module has no attribute of this name.
        """
        sheets = package(self.name) + ".rules.sheets"
        if sheets not in sys.modules:
            load(sheets, "KINDS")
        return getattr(sys.modules[sheets], name, default)

    def known_effects(self, effects: Sequence[Effect]) -> list[Effect]:
        """Return the effects whose field the game still has.

        An earlier version of the game, or of its text, may have had more fields.
        """
        gone = self.declaration("GONE_FIELDS", {})
        found = []
        for effect in effects:
            if self.state.value(*effect[:3]) is not None:
                kind = self.state.kinds[effect[0]]
                if kind.fields[effect[2]] not in gone.get(kind.name, ()):
                    found.append(effect)
        return found

    def row_in_turn(self) -> Row:
        """Return the index of the row (player, ship) whose turn it is; -1 if unknown.

        The game's module `sheets` may declare TURN: the Kind and the field that hold this index. If the field has
        another meaning, the module also declares a function `row_in_turn(state)` that returns the index.
        """
        field = self.declaration("TURN")
        if field is None:
            return -1
        row_in_turn = self.declaration("row_in_turn")
        return row_in_turn(self.state) if row_in_turn else self.state.get(field[0], 0, field[1])

    def _mend(self) -> None:
        """Replace values that cannot occur together in play by the nearest legal values.

        The game's module `sheets` may have a function `mending_changes(state)`, which returns the changes to make.
        Impossible values come from a damaged file, or from a file of another device. The method first writes a
        copy of all values. Earlier changes cannot be undone afterwards, because an undo could restore the
        impossible values.
        """
        changes_of = self.declaration("mending_changes")
        changes = changes_of and changes_of(self.state)
        if not changes:
            return
        try:
            values = self.journal.packed_values()
            first = self.store.read(self.name + UNPLAYABLE)
            ending = UNPLAYABLE if first is None or first == values else LAST_UNPLAYABLE
            self.store.replace(self.name + ending, values)
        except OSError:
            pass  # a failed copy must not keep the game from opening
        self.state.apply(self.state.effects(changes))
        self.journal.accept_values()
        self._last_found = False
        self.mended = True

    def drop_caches(self) -> None:
        """Drop the references that keep modules of the game in memory.

        Later calls of other methods restore these references.
        """
        self._begun = self._last = None
        self._last_found = False
        self.cache.clear()

    def get(self, kind: Sheet, row: Row, field: Field) -> int:
        """Return one value of a Sheet."""
        return self.state.get(kind, row, field)

    def change(self, changes: Iterable[Change], join: int = 0) -> None:
        """Write `changes` as one transaction, and apply them.

        A change is (kind, row, field, value). For `join` see `Journal.change`. Raises Refused if a value would cross
        a bound, and OSError if the journal cannot be written. After an exception, all values are as before.
        """
        clock = self.clock
        if clock is None:
            self._write(self.state.effects(changes), join)
            return
        changes = list(changes)
        spent = clock.spent_changes(changes)
        self._write(self.state.effects(changes + spent), join)
        if spent:
            clock.start_turn()

    def _write(self, effects: Sequence[Effect], join: int = 0) -> None:
        if effects:
            self.journal.change(effects, join, self._location())
            self._applied = True

    def _location(self, rolled: bool = False) -> Location:
        location = self.locate(rolled)
        lines = location.split(b"\n")
        # Shorten a location that is too long for a record: remove the screens between the first and the last, then
        # all screens. An undo works without a location too.
        while len(location) > LOCATION_BYTES:
            del lines[-2:-1]
            location = b"\n".join(lines) if lines[1:] else b""
        return location

    def procedure_index(self, name: str) -> int:
        """Return the index of a Procedure by its name.

        Raises KeyError if the game has no Procedure of this name.
        """
        for index in range(len(self.listed)):
            if self.listed[index][0] == name and self.has_procedure(index):
                return index
        raise KeyError(name)

    def procedure_name(self, number: int) -> str:
        """Return the name of the Procedure at an index, even of a removed Procedure.

        The result is "" if the index is unknown.
        """
        return self.listed[number][0] if number < len(self.listed) else ""

    def paths(self, screen_at: Callable[[str], tuple[str, str]], names: Sequence[str]) -> list[str]:
        """Return the module path for each of `names`.

        A name is the id of a screen, or the name of a Procedure. screen_at(id) returns the module path and the
        class name of a screen.
        """
        rules = package(self.name) + ".rules."
        return [
            screen_at(name)[0] if "." in name else rules + self.listed[self.procedure_index(name)][1]
            for name in names
        ]

    def procedure(self, number: int) -> Procedure:
        """Return the Procedure at an index, and load its module if necessary."""
        name, module = self.listed[number]
        module, _, attribute = module.partition(".")
        return load(package(self.name) + ".rules." + module, attribute or name)

    def has_procedure(self, number: int) -> bool:
        """Tell whether the game has a Procedure at an index.

        A removed Procedure leaves only its name in the list.
        """
        return number < len(self.listed) and self.listed[number][1] != ""

    def explain(self, proc: Procedure, values: Values, path: Path) -> Why:
        """Explain a resolution of this game, see the function `explain`."""
        return explain(self.name, proc, values, path)

    def create_resolution(
        self, number: int, rows: Sequence[Row], values: Values, by_hand: bool = False
    ) -> Resolution:
        """Create a Resolution of the Procedure `number` with complete `values`."""
        self._begun = Resolution(number, self.procedure(number), rows, values, by_hand, self._begun)
        return self._begun

    def write_roll(self, roll: Resolution, proof: bytes = b"", applied: bool = False, join: int = 0) -> None:
        """Write a Resolution and the proof of its faces as the last roll in the journal.

        The caller calls this method before a screen shows the faces.

        applied  True if the players are not asked to confirm the Outcome on a result screen. The method then also
                 writes and applies the effects of the Outcome. No such effect may pass the turn to another player.
        join     see `Journal.change`.
        """
        listed = roll.proc.pack(roll.rows, roll.values)
        flags = BY_HAND if roll.hand else 0
        effects = self.state.effects(self.outcome_changes(roll.proc, roll.rows, roll.now)) if applied else ()
        self._rolled = self.journal.write_roll(
            roll.number,
            listed,
            roll.path,
            flags,
            location=self._location(not applied),
            proof=proof,
            effects=effects,
            join=join,
        )
        if proof:
            roll.keep_proof(proof)
        self._last = roll
        self._last_found = True
        self._applied = len(effects) > 0
        self._free = False
        self.thrown = True

    def write_free(
        self, listed: Sequence[int], path: Path, by_hand: bool, note: bytes, proof: bytes = b""
    ) -> None:
        """Write a roll without a Procedure, such as free dice.

        `proof` is the proof of the faces; b"" for a roll that is not verifiable. `pack_roll` of journal/records.py
        explains the other parameters.
        """
        self.journal.write_roll(
            FREE, listed, path, BY_HAND if by_hand else 0, note, self._location(True), proof
        )
        self._last_found = False
        self.thrown = True

    def rows_and_values(self, number: int, listed: Sequence[int]) -> tuple[Sequence[Row], Values] | None:
        """Return (rows, values) from the list in a ROLL of the Procedure `number`.

        The result is None if the list cannot be read. An older version may have written fewer values: the last
        inputs, which such a list lacks, get their start values.
        """
        if not self.has_procedure(number):
            return None
        proc = self.procedure(number)
        rows, given, whole = proc.unpack(listed)
        if not whole:
            return None
        values = {each.name: each.start for each in proc.inputs}
        values.update(given)
        return rows, values

    def _find_last(self) -> None:
        """Read the last roll from the journal into the fields `_last` to `_free`.

        The method does nothing if these fields are up to date.
        """
        if self._last_found:
            return
        self._last_found = True
        self._last = None
        found = self.journal.source_roll()
        self._rolled, roll, self._applied = found or (-1, None, False)
        self._free = roll is not None and roll[0] == FREE
        if roll is None or self._free:
            return
        number, flags, listed, path, _ = roll
        known = self.rows_and_values(number, listed)
        if known is None:
            return
        resolution = self.create_resolution(number, known[0], known[1], bool(flags & BY_HAND))
        if not resolution.add_results(path):
            return
        if flags & PROVEN:
            resolution.keep_proof(self.journal.proof_of(self._rolled))
        self._last = resolution

    def last_roll(self) -> Resolution | None:
        """Return the roll that led to the present values of the Sheets.

        The method skips rolls that were taken back, and rolls whose effects were undone. The result is None if
        there is no such roll, or if this version cannot read it.
        """
        self._find_last()
        if self._last is not None:
            # load the Procedure's module if it was unloaded, for the screen that shows the roll
            self.procedure(self._last.number)
        return self._last

    def earlier_rolls(self) -> Iterator[Resolution]:
        """Yield the rolls before the last roll, newest first, back to the last change.

        A roll in several steps has one record for each step; the method yields a Resolution for each record.
        """
        self._find_last()
        found = self.journal.source_roll(self._rolled)
        while found is not None and not found[2]:
            position, (number, flags, listed, path, _), _ = found
            known = None if number == FREE else self.rows_and_values(number, listed)
            if known is None:
                return
            resolution = self.create_resolution(number, known[0], known[1], bool(flags & BY_HAND))
            if resolution.add_results(path):
                yield resolution
            found = self.journal.source_roll(position)

    def roll_position(self) -> int:
        """Return the byte position of the last roll in the journal; -1 without a roll."""
        self._find_last()
        return self._rolled

    def has_thrown(self) -> bool:
        """Tell whether a roll was made since the players opened the game.

        After a restart at the same screen, a roll before the restart counts too.
        """
        return self.thrown or (self.resumed and self.roll_position() >= 0)

    def is_applied(self) -> bool:
        """Tell whether a change followed the last roll."""
        self._find_last()
        return self._applied

    def has_one_change(self) -> bool:
        """Tell whether exactly one transaction followed the last roll.

        If so, one undo reverts all effects of the roll.
        """
        done = self.journal.done
        return self.is_applied() and [index > self.roll_position() for index in done[-2:]] in (
            [True],
            [False, True],
        )

    def pending_roll(self) -> Resolution | None:
        """Return the last roll if no change followed it yet, else None."""
        return None if self.is_applied() else self.last_roll()

    def untouched_roll(self) -> Resolution | None:
        """Return the last roll if no change, undo or redo followed it, else None."""
        return self.last_roll() if self.journal.is_roll_newest() else None

    def change_position(self) -> int:
        """Return the journal's byte position of the newest change; -1 without a change.

        An undone change counts too.
        """
        journal = self.journal
        return (journal.undone[:1] + journal.done[-1:] + [-1])[0]

    def has_unapplied_roll(self) -> bool:
        """Tell whether there is a last roll that no change followed.

        After a power cut, the players may not have seen this roll.
        """
        return not self.is_applied() and (self._free or self._last is not None)

    def reverted_location(self) -> Location | None:
        """Return the location of the change that the newest record undoes or redoes.

        Return b"" if the newest record takes back a roll, and None for any other kind of record.
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
        """Take the pending roll back, and return its location.

        The history screen still lists a roll that was taken back.
        """
        location = self.roll_location()
        self.journal.take_back_roll(self.roll_position())
        self._last_found = False
        return location

    def roll_location(self) -> Location:
        """Return the location of the last roll; b"" if unknown."""
        return self.journal.location_of(self.roll_position())

    def undo(self) -> tuple[Sequence[Effect], Location] | None:
        """Undo the last transaction.

        Return its effects and its location, or None if there is no transaction to undo.
        """
        return self._revert(self.journal.undo(), self.journal.undone, False)

    def redo(self) -> tuple[Sequence[Effect], Location] | None:
        """Redo the last undone transaction.

        Return its effects and its location, or None if there is no undone transaction.
        """
        return self._revert(self.journal.redo(), self.journal.done, True)

    def _revert(
        self, effects: Sequence[Effect] | None, positions: Sequence[int], forward: bool
    ) -> tuple[Sequence[Effect], Location] | None:
        if not effects:
            return None
        self._last_found = False
        if self.journal.moved and OWN_MARK in self.name:
            load(package(self.name) + ".rules.ids", "put_aside")(self)
        location = self.journal.location_of(positions[-1])
        if self.clock is not None:
            self.clock.adjust_to_undo(effects, forward)
        self._mend()
        return effects, location

    def row_of_role(self, proc: Procedure, rows: Sequence[Row], role: str) -> Row:
        """Return the index of a role's row in its Sheet; -1 if unknown.

        If the role's Kind has one row, the index is 0 even if the Procedure lacks the role.
        """
        if role in proc.roles:
            return rows[proc.roles.index(role)]
        kind = self.roles.get(role)
        return 0 if kind is not None and self.state.kind(kind).rows == 1 else -1

    def fill_inputs(self, proc: Procedure, rows: Sequence[Row], given: Values) -> list[str]:
        """Copy the values of inputs from the Sheets into the dict `given`.

        Return the names of these inputs. `filled_inputs` selects them.
        """
        filled = self.filled_inputs(proc, rows)
        for each in proc.inputs:
            if each.name in filled:
                row = self.row_of_role(proc, rows, each.role)  # type: ignore[arg-type]
                given[each.name] = self.get(self.roles[each.role], row, each.field)  # type: ignore[arg-type]
        return filled

    def filled_inputs(self, proc: Procedure, rows: Sequence[Row]) -> list[str]:
        """Return the names of the inputs whose value a Sheet has.

        Such an input names a role and a field, and the row of its role is known.
        """
        return [
            each.name
            for each in proc.inputs
            if each.role is not None and self.row_of_role(proc, rows, each.role) >= 0
        ]

    def outcome_changes(self, proc: Procedure, rows: Sequence[Row], outcome: Outcome) -> list[Change]:
        """Return the changes that an Outcome of a Procedure makes.

        An effect changes the row of its role; an effect on an unknown row changes nothing.
        """
        found: list[Change] = []
        for role, field, operation, amount in outcome.effects:
            row = self.row_of_role(proc, rows, role)
            if row >= 0:
                cell = (self.roles[role], row, field)
                value = amount if isinstance(amount, int) else self.row_of_role(proc, rows, amount) + 1
                if operation != "=":
                    now = self.get(*cell)
                    # the second of two effects on one field starts from the value that the first effect sets
                    for change in found:
                        if change[:3] == cell:
                            now = change[3]
                    value = now + amount if operation == "+" else now - amount
                found.append(cell + (value,))
        return found

    def archive(self) -> None:
        """Save a copy of the present game, before a new game begins."""
        self.store.replace(self.name + ARCHIVE, self.journal.packed_values())
        self._archived = True

    def has_archive(self) -> bool:
        """Tell whether there is an archived game."""
        if self._archived is None:
            self._archived = self.store.read(self.name + ARCHIVE) is not None
        return self._archived

    def restart(self, keep: Sequence[Sheet] = ()) -> None:
        """Archive the present game, and begin a new game.

        The method resets the rows of all Kinds except those in `keep`. It does not archive a game that has only
        start values.
        """
        changes = [change for change in self.state.restart_changes() if change[0] not in keep]
        if changes:
            self.archive()
            self.replace_game(self.state.effects(changes))

    def replace_game(self, effects: list[Effect]) -> None:
        """Write and apply `effects`, which replace the present game by another game.

        If the game has the Kind "time" of a turn clock, the transaction begins with an effect that changes no
        value. By this effect the clock recognises the transaction.
        """
        kind = self.state.index.get("time")
        if kind is not None:
            now = self.state.sheets[kind][0]
            effects.insert(0, (kind, 0, 0, now, now))
        self._write(effects)
        if self.clock is not None:
            self.clock.start_turn()

    def restore_archive(self) -> bool:
        """Restore the archived game as one transaction.

        Archive the present game if it has changed. Return False if no archived game can be read.
        """
        file = self.name + ARCHIVE
        effects = self.journal.effects_to_restore(self.store.read(file))
        if not effects:
            return effects is not None
        present = self.state.restart_changes() and self.journal.packed_values()
        self.replace_game(effects)
        if self.clock is not None:
            self.clock.restart_unknown()
        self._mend()
        if present:
            try:
                # Write the file only now: until the journal has the archived game, the file is its only copy.
                self.store.replace(file, present)
            except Exception:
                self.undo()
                raise
        return True
