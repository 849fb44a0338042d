"""Ids: the journal's numbers of a game's counters, steps, rolls, inputs and results.

The journal has only numbers, and a new version of the text may add or remove things. So an id keeps its
number for ever: a new id gets the next number, and a removed one keeps its number, and so its stored values.
The file "own-<id>.ids" has them, as pairs of JSON, because MicroPython does not keep the order of other
forms:

    s     the most seats that a text had
    table, seat    counters: name, low, high, start, from the last text that had them
    t     steps of the turn
    r     rolls: name, signature, the owner of each number of a roll, the options of each, results
    x     values without room in the text: Kind, row, field, value, as they were at the position p of the journal
    g     removed ids of which the players were told

The file is written before the first record that uses it. A game stored by an earlier version has no such
file: its numbers are those of the present text.
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
from .procedures import CHOICE, ROLE, WORD, WORDS, is_name, need

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from gobelet.game.session import Session
    from gobelet.rules.types import Effect

    from .procedures import OwnProcedure

FORM = 1
LARGEST = seal.LARGEST - 64  # bytes of the table, without its head
# most fields of a Sheet, removed ones included: a record has one byte for the index of a field
MOST_FIELDS = 200
MOST_ROLLS = 250
ROOM = 100  # bytes of a record for rows and values, see `pools.FACES`
SMALL = 127  # a number up to this takes one byte, a greater one three
SAID = ">"  # sign before the text of a result whose id is unknown
MARKS = (SAID, "=", "?")  # first letters of a result's text in place of its id; no id has them


class Ids:
    """The table of ids, and its use for a text; `kept` is the contents of the file, or "".

    path      its file
    gone      the removed ids: "roll.input", "roll.input.option", "roll.result", other ids, or the seats, "3-4"
    narrowed  counters with less room than before: (name, low, high)
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
        self.told = known["g"]
        self.path = ""
        self.gone: list[str] = []
        self.narrowed: list[Any] = []
        self.damaged = False
        self.before = self.table() if kept else ""  # the contents of the file as they were read
        for each in self.counters[0] + self.counters[1]:
            name, low, high, start = each
            need(isinstance(name, str) and -999 <= low <= start <= high <= 9999)
        for _, _, keys, options, _ in self.rolls:
            need(len(keys) == len(options))
        need(0 <= self.seats <= 8 and not [each for each in self.aside if len(each) != 4])

    def table(self) -> str:
        """The text of the file."""
        table, seat = self.counters
        kept: list[Any] = [["s", self.seats], ["table", table], ["seat", seat], ["t", self.steps]]
        kept += [["r", self.rolls], ["x", self.aside], ["p", self.position], ["g", self.told]]
        return json.dumps(kept)

    def file(self) -> bytes:
        return seal.seal(self.table().encode(), FORM, seal.IDS)

    def take(self, declared: Any, procs: Sequence[OwnProcedure]) -> None:
        """Give every id of a text its number; Refused("OWN-FULL") if there is no room."""
        if declared["s"] < self.seats:
            self.gone.append("%d-%d" % (declared["s"] + 1, self.seats))
        self.seats = max(self.seats, declared["s"])
        for name, low, high, start, _, whose, _ in declared["k"]:
            known = self.counters[whose]
            number = _number_of([each[0] for each in known], name)
            if number < len(known) and (known[number][1] < low or high < known[number][2]):
                self.narrowed.append((name, low, high))
            known[number : number + 1] = [[name, low, high, start]]
        for whose in (1, 0):
            here = [each[0] for each in declared["k"] if each[5] == whose]
            self._miss([each[0] for each in self.counters[whose]], here)
        for step in declared["t"]:
            _number_of(self.steps, step[0])
        self._miss([roll[0] for roll in self.rolls], [proc.name for proc in procs])
        for proc in procs:
            self._take_roll(proc, declared["fr"])
        most = max(len(self.counters[0]), len(self.counters[1]))
        if most > MOST_FIELDS or len(self.rolls) > MOST_ROLLS or len(self.table().encode()) > LARGEST:
            raise Refused("OWN-FULL")

    def _miss(self, known: Sequence[str], here: Sequence[str], before: str = "") -> None:
        """Note the known ids that are not in `here`."""
        for name in known:
            if name not in here and before + name not in self.gone:
                self.gone.append(before + name)

    def _take_roll(self, proc: OwnProcedure, texts: str) -> None:
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
            self._miss(choices[number] or (), options or (), proc.name + "." + key.rstrip(CHOICE) + ".")
        here = [each.name for each in proc.inputs]
        for roll in self.rolls:
            if roll[0] == proc.name:
                self._miss([key.rstrip(CHOICE) for key in roll[2] if key[0] != ROLE], here, proc.name + ".")
        proc.kept = signature
        proc.keys = keys
        proc.choices = choices
        if proc.declared.doubt:
            if proc.declared.ids:
                self._miss([each for each in results if is_name(each)], proc.declared.ids, proc.name + ".")
            proc.declared.numbers = _number_results(results, proc, texts)

    def _number_for(self, proc: OwnProcedure) -> int:
        """The number of a roll.

        A roll gets a new number if a record has no room for its inputs and its removed ones.
        """
        found = len(self.rolls)
        for number in range(len(self.rolls)):
            name, _, keys = self.rolls[number][:3]
            if name == proc.name and _fits(proc, keys):
                found = number
                if not [key for key in proc.keys if key not in keys]:
                    break
        return found

    def news(self) -> list[str]:
        """List the ids that were removed since the last message about them, and mark them as reported."""
        found = [each for each in self.gone if each not in self.told]
        self.told = self.gone
        return found


def _number_of(known: list[str], name: str) -> int:
    """The number of a name among the known ones; a new name is added at the end."""
    if name not in known:
        known.append(name)
    return known.index(name)


def _number_results(known: list[str], proc: OwnProcedure, texts: str) -> list[int]:
    """The number of each result of a roll, and last that of the unknown one.

    Earlier versions of a file wrote no ids of results, so the text of a result is known in place of its id.
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
    """The text of a result, with its mark."""
    sort, _, _, number = proc.declared.outcomes[index]
    if sort != WORDS:
        return ("", "=", "=%d" % number, "?")[sort]
    _, _, behind = texts.partition("\n%s.%d=" % (proc.name, WORD + index))
    return SAID + behind.partition("\n")[0]


def _fits(proc: OwnProcedure, keys: Sequence[str]) -> bool:
    """Tell whether a record has room for the inputs of a roll, removed ones included."""
    inputs = {each.name: each for each in proc.inputs}
    size = 0
    for key in list(keys) + [key for key in proc.keys if key not in keys]:
        each = inputs.get(key.rstrip(CHOICE))
        small = key[0] == ROLE if each is None else -SMALL <= each.low and each.high <= SMALL
        size += 1 if small else 3
    return size <= ROOM


def read(data: bytes | None) -> Ids:
    """The ids in a file; a damaged file counts as none.

    Another form is refused with Refused("OWN-NEWER").
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
    found.damaged = True
    return found


def note_ids(declared: Any, procs: Sequence[OwnProcedure], kept: bytes | None) -> Ids:
    """The ids of a file, together with those of a text."""
    found = read(kept)
    try:
        found.take(declared, procs)
    except (
        ValueError,
        TypeError,
        KeyError,
        IndexError,
        AttributeError,
    ):  # this device cannot have written such a table
        found = Ids()
        found.damaged = True
        for proc in procs:
            proc.begin()
        found.take(declared, procs)
    return found


def keep(session: Session, file: str, moved: Sequence[Effect]) -> list[tuple[str, str]]:
    """Put aside the values without room in the text, and restore those that fit again.

    moved: the values that were cut to their bounds when the game was opened. Returns news for the players:
    (id or key of a text, the rest).
    """
    ids: Ids = rules.IDS  # type: ignore[assignment]
    ids.path = file
    journal = session.journal
    found: list[tuple[str, str]] = []
    back: list[Effect] = []
    left: list[Any] = []
    if ids.damaged:
        session.loaded = "damaged"
        try:
            session.store.replace(file + ".bad", session.store.read(file) or b"")
        except OSError:
            pass  # the game must open even if the store has no room for a copy
    if journal.has_records:
        found = [("players", " " + each) if "-" in each else (each, "") for each in ids.news()]
        for kind, _, field, old, new in moved:
            found.append(("f." + session.state.kinds[kind].fields[field], " %d→%d" % (old, new)))
        left, back = _sorted_out(session, ids, moved)
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
    """Put aside the values without room in the text; call this after an undo or a redo."""
    ids: Ids = rules.IDS  # type: ignore[assignment]
    _sorted_out(session, ids, session.journal.moved)
    session.journal.write_companion(ids.path, ids.file())


def _sorted_out(session: Session, ids: Ids, moved: Sequence[Effect]) -> tuple[list[Any], list[Effect]]:
    """Return (values that stay aside, effects that restore values).

    `ids` stores the values and the effects until the caller has applied the effects.
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
    """The values put aside, with all later effects, as if they had no bounds.

    The keys are (Kind, row, field).
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


def forget(session: Session) -> None:
    """Forget the values put aside; call this when a new game begins."""
    ids: Ids = rules.IDS  # type: ignore[assignment]
    if ids.aside:
        ids.aside = []
        ids.position = 0
        session.journal.write_companion(ids.path, ids.file())
