"""The table of ids: the numbers by which the journal of a game as text stores ids.

An id is the name that the text gives a counter, step, roll, input, option or result. The author may change the text
of a game, but the journal has only numbers. So an id keeps its number for ever. A new id gets the next number. An id
that the text does not have any more keeps its number and its stored values.

The file "own-<id>.ids" has the table as a list of pairs in JSON, because MicroPython does not keep the order of a
dict. The pairs are:

    s     the greatest number of seats that a version of the text had
    table, seat    counters of the table and of each seat: name, low, high and start in the last text with the counter
    t     ids of the steps of a turn
    r     rolls: name, signature, keys and choices (see `OwnProcedure`), results
    x     values that were put aside (see `Ids.aside`): Kind, row, field, value
    p     byte offset in the journal up to which the values in x include the records
    g     removed ids that a message has reported to the players

The file is written before the first record that uses its numbers. A game that an earlier version of Gobelet has stored
has no file of ids. The ids of such a game are numbered in the order of the present text.
"""

from __future__ import annotations

import json
from struct import unpack_from
from typing import TYPE_CHECKING

from gobelet.journal.records import DROP, REDO, ROLL, UNDO
from gobelet.rules.effects import effects_of
from gobelet.rules.refused import Refused

from .. import rules
from . import seal
from .procedures import CHOICE, ROLE, WORD, WORDS, is_name, require

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from gobelet.game.session import Session
    from gobelet.rules.types import Effect

    from .procedures import OwnProcedure

FORM = 1
LARGEST = seal.LARGEST - 64  # maximum size of the table in bytes, without the first line of the file
# Maximum number of counters in a Kind, removed counters included: a record has one byte for the index of a field.
MOST_FIELDS = 200
MOST_ROLLS = 250
# Maximum size in bytes of the rows and input values in a ROLL record. `pools.FACES` limits the number of its faces.
ROOM = 100
SMALL = 127  # greatest number that a record stores in one byte; a greater number takes three bytes
SAID = ">"  # first character of a substitute that contains the text of the result, see `_text_of`
# The first characters of all substitutes that `_text_of` returns; no id begins with one of these characters.
MARKS = (SAID, "=", "?")


class Ids:
    """The table of ids, and how the present text differs from earlier texts.

    The argument `kept` is the contents of the file of ids, or "" if the file does not exist.

    path      name of the file of ids.
    aside     (Kind, row, field, value) of each value that was put aside: it exceeds the bounds in the present text, so
              that the State has the nearest bound. If a later text has wider bounds, the value is restored.
    position  byte offset in the journal; the values in `aside` include all records before this position.
    gone      ids that the present text lacks: "roll.input", "roll.input.option", "roll.result", the id of a roll or
              counter, or a range of seats such as "3-4".
    reported  ids of `gone` that a message has reported to the players.
    narrowed  (name, low, high) of each counter whose bounds are narrower than in an earlier text.
    is_damaged  whether the file of ids was invalid.
    """

    def __init__(self, kept: Any = "") -> None:
        known: dict[str, Any] = {"s": 0, "table": [], "seat": [], "t": [], "r": [], "x": [], "p": 0, "g": []}
        known.update(json.loads(kept) if kept else ())
        self.seats = known["s"]
        self.counters = (known["table"], known["seat"])
        self.steps = known["t"]
        self.rolls = known["r"]
        self.aside = known["x"]
        self.position = known["p"]
        self.reported = known["g"]
        self.path = ""
        self.gone: list[str] = []
        self.narrowed: list[Any] = []
        self.is_damaged = False
        self.before = self.table() if kept else ""  # the contents of the file when it was read
        for each in self.counters[0] + self.counters[1]:
            name, low, high, start = each
            require(isinstance(name, str) and -999 <= low <= start <= high <= 9999)
        for _, _, keys, options, _ in self.rolls:
            require(len(keys) == len(options))
        require(0 <= self.seats <= 8 and not [each for each in self.aside if len(each) != 4])

    def table(self) -> str:
        """Return the contents of the file of ids as text, without its first line."""
        table, seat = self.counters
        kept: list[Any] = [["s", self.seats], ["table", table], ["seat", seat], ["t", self.steps]]
        kept += [["r", self.rolls], ["x", self.aside], ["p", self.position], ["g", self.reported]]
        return json.dumps(kept)

    def file(self) -> bytes:
        """Return the bytes of the file of ids, with its first line."""
        return seal.seal(self.table().encode(), FORM, seal.IDS)

    def assign_numbers(self, declared: Any, procs: Sequence[OwnProcedure]) -> None:
        """Assign a number to each id of the present text.

        Raise Refused("OWN-FULL") if the table has no room for all ids.
        """
        if declared["s"] < self.seats:
            self.gone.append("%d-%d" % (declared["s"] + 1, self.seats))
        self.seats = max(self.seats, declared["s"])
        for name, low, high, start, _, owner, _ in declared["k"]:
            known = self.counters[owner]
            number = _number_of([each[0] for each in known], name)
            if number < len(known) and (known[number][1] < low or high < known[number][2]):
                self.narrowed.append((name, low, high))
            known[number : number + 1] = [[name, low, high, start]]
        for owner in (1, 0):
            here = [each[0] for each in declared["k"] if each[5] == owner]
            self._note_missing([each[0] for each in self.counters[owner]], here)
        for step in declared["t"]:
            _number_of(self.steps, step[0])
        self._note_missing([roll[0] for roll in self.rolls], [proc.name for proc in procs])
        for proc in procs:
            self._number_roll(proc, declared["fr"])
        most = max(len(self.counters[0]), len(self.counters[1]))
        if most > MOST_FIELDS or len(self.rolls) > MOST_ROLLS or len(self.table().encode()) > LARGEST:
            raise Refused("OWN-FULL")

    def _note_missing(self, known: Sequence[str], here: Sequence[str], before: str = "") -> None:
        """Add to `gone` each id in `known` that is not in `here`, prefixed with `before`."""
        for name in known:
            if name not in here and before + name not in self.gone:
                self.gone.append(before + name)

    def _number_roll(self, proc: OwnProcedure, texts: str) -> None:
        """Assign numbers to a roll and to its roles, inputs, options and results."""
        number = self._number_for(proc)
        if number == len(self.rolls):
            self.rolls.append([proc.name, proc.signature(len(proc.inputs)), [], [], []])
        proc.number = number
        _, signature, keys, choices, results = self.rolls[number]
        for index in range(len(proc.keys)):
            key = proc.keys[index]
            options = proc.choices[index]
            number = _number_of(keys, key)
            if number == len(choices):
                choices.append([] if options else 0)
            for option in options or ():
                _number_of(choices[number], option)
            self._note_missing(
                choices[number] or (), options or (), proc.name + "." + key.rstrip(CHOICE) + "."
            )
        here = [each.name for each in proc.inputs]
        for roll in self.rolls:
            if roll[0] == proc.name:
                self._note_missing(
                    [key.rstrip(CHOICE) for key in roll[2] if key[0] != ROLE], here, proc.name + "."
                )
        proc.kept = signature
        proc.keys = keys
        proc.choices = choices
        if proc.declared.doubt:
            if proc.declared.ids:
                self._note_missing(
                    [each for each in results if is_name(each)], proc.declared.ids, proc.name + "."
                )
            proc.declared.numbers = _number_results(results, proc, texts)

    def _number_for(self, proc: OwnProcedure) -> int:
        """Return the number of a roll, or the next free number for a new roll.

        A known roll counts as new if a record has no room for its present and its removed inputs together.
        """
        found = len(self.rolls)
        for number in range(len(self.rolls)):
            name, _, keys = self.rolls[number][:3]
            if name == proc.name and _has_room(proc, keys):
                found = number
                if not [key for key in proc.keys if key not in keys]:
                    break
        return found

    def unreported_ids(self) -> list[str]:
        """Return the ids of `gone` that no message has reported to the players yet.

        The call marks all ids of `gone` as reported.
        """
        found = [each for each in self.gone if each not in self.reported]
        self.reported = self.gone
        return found


def _number_of(known: list[str], name: str) -> int:
    """Return the index of `name` in `known`. If `known` lacks the name, append it."""
    if name not in known:
        known.append(name)
    return known.index(name)


def _number_results(known: list[str], proc: OwnProcedure, texts: str) -> list[int]:
    """Return the number that each result of a roll has in the journal.

    The last item of the list is the number of the result "unknown".

    known  ids of results, by number. Files of earlier versions of Gobelet have no ids of results, so an item may be a
           substitute, see `_text_of`.
    texts  the French texts of the game.
    """
    ids = proc.declared.ids
    has_texts = [each for each in known if each[:1] in MARKS]
    found = []
    for index in range(len(proc.declared.outcomes)):
        name = ids[index] if ids else _text_of(proc, index, texts)
        if has_texts and name not in known:
            said = _text_of(proc, index, texts)
            if said in known:
                known[known.index(said)] = name
        found.append(_number_of(known, name))
    found.append(_number_of(known, ""))
    return found


def _text_of(proc: OwnProcedure, index: int, texts: str) -> str:
    """Return a substitute for the missing id of the result at `index`.

    The substitute is SAID and the text of the result, "=" and its fixed number, "=" for the rolled number, or "?" for
    an unknown result.
    """
    sort, _, _, number = proc.declared.outcomes[index]
    if sort != WORDS:
        return ("", "=", "=%d" % number, "?")[sort]
    _, _, behind = texts.partition("\n%s.%d=" % (proc.name, WORD + index))
    return SAID + behind.partition("\n")[0]


def _has_room(proc: OwnProcedure, keys: Sequence[str]) -> bool:
    """Tell whether a ROLL record has room for the roles and inputs of a roll.

    A record of the roll also contains the removed roles and inputs in `keys`, see `OwnProcedure.keys`.
    """
    inputs = {each.name: each for each in proc.inputs}
    size = 0
    for key in list(keys) + [key for key in proc.keys if key not in keys]:
        each = inputs.get(key.rstrip(CHOICE))
        small = key[0] == ROLE if each is None else -SMALL <= each.low and each.high <= SMALL
        size += 1 if small else 3
    return size <= ROOM


def read(data: bytes | None) -> Ids:
    """Return the table of ids in `data`, the content of a file of ids.

    If the file is damaged, the table is empty, and its attribute `is_damaged` is True. Raise Refused("OWN-NEWER") if
    the file has a form that only a later version of Gobelet knows.
    """
    if data is None:
        return Ids()
    try:
        return Ids(seal.unseal(data, (FORM,), seal.IDS))
    except Refused as refused:
        if refused.code != "OWN-DAMAGED":
            raise
    except (ValueError, TypeError, KeyError, IndexError, AttributeError, RuntimeError):
        pass
    found = Ids()
    found.is_damaged = True
    return found


def note_ids(declared: Any, procs: Sequence[OwnProcedure], kept: bytes | None) -> Ids:
    """Return the table of ids in `kept`, with the ids of the present text added.

    If the table cannot be used, an empty table takes its place, and its attribute `is_damaged` is True.

    declared  the declarations of the present text.
    procs     the Procedures of the rolls in the present text.
    kept      the content of the file of ids, or None.
    """
    found = read(kept)
    try:
        found.assign_numbers(declared, procs)
    # the table is damaged, because no version of Gobelet writes a table that causes these errors
    except (ValueError, TypeError, KeyError, IndexError, AttributeError):
        found = Ids()
        found.is_damaged = True
        for proc in procs:
            proc.reset_keys()
        found.assign_numbers(declared, procs)
    return found


def update_aside(session: Session, file: str, moved: Sequence[Effect]) -> list[tuple[str, str]]:
    """Update `Ids.aside` when a game is opened, and write the file of ids.

    Values that exceed the bounds in the present text are put aside. Values that were put aside earlier, and are within
    the bounds now, are restored.

    file   name of the file of ids.
    moved  the change of each value that was limited to its bounds when the game was opened.

    Return the messages for the players as (id or text key, rest of the message).
    """
    ids: Ids = rules.IDS  # type: ignore[assignment]
    ids.path = file
    journal = session.journal
    found: list[tuple[str, str]] = []
    back: list[Effect] = []
    left: list[Any] = []
    if ids.is_damaged:
        session.loaded = "damaged"
        try:
            session.store.replace(file + ".bad", session.store.read(file) or b"")
        except OSError:
            pass  # even if the store has no room for a copy of the damaged file, the game must open
    if journal.has_records:
        found = [("players", " " + each) if "-" in each else (each, "") for each in ids.unreported_ids()]
        for kind, _, field, old, new in moved:
            found.append(("f." + session.state.kinds[kind].fields[field], " %d→%d" % (old, new)))
        left, back = _sort_aside(session, ids, moved)
    if ids.table() != ids.before:
        journal.write_companion(file, ids.file())
    if back:
        session.state.apply(back)
        try:
            journal.save_values()
        except OSError:
            session.state.apply(back, False)
            return found
        ids.aside = left
        journal.write_companion(file, ids.file())
    return found


def put_aside(session: Session) -> None:
    """Update `Ids.aside` after an undo or a redo, and write the file of ids.

    An undo may restore a value that exceeds the bounds in the present text; this value is put aside.
    """
    ids: Ids = rules.IDS  # type: ignore[assignment]
    _sort_aside(session, ids, session.journal.moved)
    session.journal.write_companion(ids.path, ids.file())


def _sort_aside(session: Session, ids: Ids, moved: Sequence[Effect]) -> tuple[list[Any], list[Effect]]:
    """Return (values that stay aside, effects that restore the other values).

    Until the caller has applied the effects, `ids.aside` contains all values of both kinds, so that a power cut loses
    no value.

    moved  the change of each value that was limited to its bounds.
    """
    state = session.state
    values = _unbounded_values(session, ids)
    for kind, row, field, old, _ in moved:
        values.setdefault((kind, row, field), old)
    left: list[Any] = []
    back: list[Effect] = []
    ids.aside = []
    for kind, row, field in sorted(values):
        value = values[kind, row, field]
        now: int = state.value(kind, row, field)  # type: ignore[assignment]
        _, low, high, _ = state.kinds[kind].field(field)
        new = max(low, min(value, high))
        each = [kind, row, field, value]
        if new != value:
            left.append(each)
        if new != now:
            back.append((kind, row, field, now, new))
        if new != value or new != now:
            ids.aside.append(each)
    ids.position = session.journal.position if ids.aside else 0
    return left, back


def _unbounded_values(session: Session, ids: Ids) -> dict[tuple[int, int, int], int]:
    """Return the value of each field in `ids.aside`, not limited to its bounds.

    The value is that in `ids.aside`, or that in the last record at or after `ids.position` that has changed the field.
    The dict has the values by (Kind, row, field).
    """
    journal = session.journal
    found: dict[tuple[int, int, int], int] = {}
    if session.loaded != "damaged" and ids.position >= journal.history.oldest_position():
        for kind, row, field, value in ids.aside:
            if session.state.value(kind, row, field) is not None:
                found[kind, row, field] = value
    known: list[tuple[int, int, int]] = []
    for position, record, payload in journal.newest_first(1 << ROLL | 1 << DROP) if found else ():
        if position < ids.position:
            break
        effects = effects_of(payload)
        if record in (UNDO, REDO):
            effects = journal.history.transaction(unpack_from("<I", payload)[0]) or []
        if record != UNDO:
            effects.reverse()
        for kind, row, field, old, new in effects:
            cell = (kind, row, field)
            if cell in found and cell not in known:
                known.append(cell)
                found[cell] = old if record == UNDO else new
    return found


def forget_aside(session: Session) -> None:
    """Delete the values that were put aside, because the players begin a new game."""
    ids: Ids = rules.IDS  # type: ignore[assignment]
    if ids.aside:
        ids.aside = []
        ids.position = 0
        session.journal.write_companion(ids.path, ids.file())
