"""Ids: by which number the journal of a game as text knows each counter, step, roll, input, option and result.

The journal has numbers alone, and a text may come again with others between them. So a number is that of an id for
ever: a new id gets the next number, and one that is gone keeps its own, with all that was kept by it. The file
"own-<id>.ids" has them, as pairs of JSON, for MicroPython keeps no other order:

    s     the most seats that a text had
    table, seat    counters: name, low, high, start, as the text had them last
    t     steps of the turn
    r     rolls: name, signature, whose each number of a roll is, the options of each, results
    x     values that a text has no room for: Kind, row, field, value, as they were at the position p of the journal
    g     what is gone, as the players were told

It is written before the first record that goes by it. A game that an earlier version has kept has no such file: its
numbers are those of the text at hand.
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
LARGEST = seal.LARGEST - 64  # bytes of the table, beside its head
MOST_FIELDS = 200  # of a Sheet, with those that are gone: a record has a byte for the number of a field
MOST_ROLLS = 250
ROOM = 100  # bytes of a record for rows and values, see `pools.FACES`
SMALL = 127  # a number up to there takes one byte, another one three
SAID = ">"  # before what a result says, where nobody knows its id


class Ids:
    """The table, and what a text makes of it. kept: what the file says, "" without one.

    path      its file
    gone      what the text has no more: ids, "roll.input", "roll.input.option", "roll.result", or the seats,
              "3-4"
    narrowed  counters that have less room than they had: (name, low, high)
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
        self.before = self.table() if kept else ""  # what the file says
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
        return seal.sealed(self.table().encode(), FORM, seal.IDS)

    def take(self, declared: Any, procs: Sequence[OwnProcedure]) -> None:
        """Give every id of a text its number. Refused("OWN-FULL") where too many have come and gone."""
        if declared["s"] < self.seats:
            self.gone.append("%d-%d" % (declared["s"] + 1, self.seats))
        self.seats = max(self.seats, declared["s"])
        for name, low, high, start, _, whose, _ in declared["k"]:
            known = self.counters[whose]
            number = _number([each[0] for each in known], name)
            if number < len(known) and (known[number][1] < low or high < known[number][2]):
                self.narrowed.append((name, low, high))
            known[number : number + 1] = [[name, low, high, start]]
        for whose in (1, 0):
            here = [each[0] for each in declared["k"] if each[5] == whose]
            self._miss([each[0] for each in self.counters[whose]], here)
        for step in declared["t"]:
            _number(self.steps, step[0])
        self._miss([roll[0] for roll in self.rolls], [proc.name for proc in procs])
        for proc in procs:
            self._take_roll(proc, declared["fr"])
        most = max(len(self.counters[0]), len(self.counters[1]))
        if most > MOST_FIELDS or len(self.rolls) > MOST_ROLLS or len(self.table().encode()) > LARGEST:
            raise Refused("OWN-FULL")

    def _miss(self, known: Sequence[str], here: Sequence[str], before: str = "") -> None:
        """Note which of those that were known are not here."""
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
            number = _number(keys, key)
            if number == len(choices):
                choices.append([] if options else 0)
            for option in options or ():
                _number(choices[number], option)
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
            proc.declared.numbers = [_result(results, *each) for each in _named(proc, texts)]
            proc.declared.numbers.append(_number(results, ""))

    def _number_for(self, proc: OwnProcedure) -> int:
        """The number of a roll: another one where a record has no room for what it asks beside what it once did."""
        found = len(self.rolls)
        for number in range(len(self.rolls)):
            name, _, keys = self.rolls[number][:3]
            if name == proc.name and _fits(proc, keys):
                found = number
                if not [key for key in proc.keys if key not in keys]:
                    break
        return found

    def news(self) -> list[str]:
        """List what is gone since the players were told last, and take it as told."""
        found = [each for each in self.gone if each not in self.told]
        self.told = self.gone
        return found


def _number(known: list[str], name: str) -> int:
    """The number of a name among those that are known; a new one comes to their end."""
    if name not in known:
        known.append(name)
    return known.index(name)


def _named(proc: OwnProcedure, texts: str) -> list[tuple[str, str]]:
    """(id, what it says) of each result of a roll. If earlier versions wrote no id, the text is used as id."""
    found = []
    for index in range(len(proc.declared.outcomes)):
        sort, _, _, number = proc.declared.outcomes[index]
        said = ("", "=", "=%d" % number, "?")[sort]
        if sort == WORDS:
            _, _, behind = texts.partition("\n%s.%d=" % (proc.name, WORD + index))
            said = SAID + behind.partition("\n")[0]
        found.append((proc.declared.ids[index] if proc.declared.ids else said, said))
    return found


def _result(known: list[str], name: str, said: str) -> int:
    """The number of a result."""
    if name not in known and said in known:
        known[known.index(said)] = name
    return _number(known, name)


def _fits(proc: OwnProcedure, keys: Sequence[str]) -> bool:
    """Whether a record has room for what a roll asks, with the places of what is gone."""
    inputs = {each.name: each for each in proc.inputs}
    size = 0
    for key in list(keys) + [key for key in proc.keys if key not in keys]:
        each = inputs.get(key.rstrip(CHOICE))
        small = key[0] == ROLE if each is None else -SMALL <= each.low and each.high <= SMALL
        size += 1 if small else 3
    return size <= ROOM


def read(data: bytes | None) -> Ids:
    """The ids that a file has. One that is damaged counts as none. Refused("OWN-NEWER") for one of another form."""
    if data is None:
        return Ids()
    try:
        return Ids(seal.opened(data, (FORM,), seal.IDS))
    except Refused as refused:
        if refused.code != "OWN-DAMAGED":
            raise
    except (ValueError, TypeError, KeyError, IndexError, AttributeError, RuntimeError):
        pass
    found = Ids()
    found.damaged = True
    return found


def noted(declared: Any, procs: Sequence[OwnProcedure], kept: bytes | None) -> Ids:
    """The ids that a file has, with those of a text."""
    found = read(kept)
    try:
        found.take(declared, procs)
    except (
        ValueError,
        TypeError,
        KeyError,
        IndexError,
        AttributeError,
    ):  # a table that no device has written
        found = Ids()
        found.damaged = True
        for proc in procs:
            proc.begin()
        found.take(declared, procs)
    return found


def keep(session: Session, file: str, moved: Sequence[Effect]) -> list[tuple[str, str]]:
    """Keep what a text has no room for, and give back what it has room for again. moved: the values that were cut to
    their bounds when the game was opened. Returns what is news to the players: (id or key of a text, what follows it).
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
            pass  # no room for a copy must not keep the game from opening
    if journal.has_records:
        found = [("players", " " + each) if "-" in each else (each, "") for each in ids.news()]
        for kind, _, field, old, new in moved:
            found.append(("f." + session.state.kinds[kind].fields[field], " %d→%d" % (old, new)))
        left, back = _sorted_out(session, ids, moved)
    if ids.table() != ids.before:
        journal.note(file, ids.file())
    if back:
        session.state.apply(back)
        try:
            journal.adopt()
        except OSError:
            session.state.apply(back, False)
            return found
        ids.aside = left
        journal.note(file, ids.file())
    return found


def cut(session: Session) -> None:
    """Keep what the text has no room for of what an undo, or a redo, has led to."""
    ids: Ids = rules.IDS  # type: ignore[assignment]
    _sorted_out(session, ids, session.journal.moved)
    session.journal.note(ids.path, ids.file())


def _sorted_out(session: Session, ids: Ids, moved: Sequence[Effect]) -> tuple[list[Any], list[Effect]]:
    """(what stays aside, the effects by which values come back). Until these are made, `ids` has both."""
    state = session.state
    values = _unbounded(session, ids)
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


def _unbounded(session: Session, ids: Ids) -> dict[tuple[int, int, int], int]:
    """The values that are aside, by Kind, row and field, as they would be now had there been room for them."""
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
    """A new game begins: nothing of the one before it comes back."""
    ids: Ids = rules.IDS  # type: ignore[assignment]
    if ids.aside:
        ids.aside = []
        ids.position = 0
        session.journal.note(ids.path, ids.file())
