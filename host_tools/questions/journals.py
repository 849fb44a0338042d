"""Read a game's journal as a history, with the oldest entry first.

The history has each roll with its result, and each change. A journal stores inputs and faces; the current rules
compute the result from them. If the current rules lack the Procedure of a roll, the result of this roll is "?".
"""

from __future__ import annotations

import importlib
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

from host_tools.questions.answer import word_of
from host_tools.questions.games import Words

# This import must follow host_tools.questions.games, which makes the firmware importable.
from gobelet.journal import journal, records  # isort: skip
from gobelet.rules.procedure import Outcome, advance  # isort: skip
from gobelet.rules.proof import receipt, shaker_of  # isort: skip
from gobelet.games import GAMES  # isort: skip
from gobelet.games.dice.rules import notation  # isort: skip
from gobelet.game.by_name import OWN_MARK, package  # isort: skip
from gobelet.game.session import DECLARATION, Session  # isort: skip
from gobelet.device.settings import Settings  # isort: skip
from gobelet.ui.screens import proof  # isort: skip

SEATS = 10
CELLS = "stack"  # the Kind of Mystria whose Sheet has a row for each cell of the game board
UNKNOWN = "?"
# Maximum number of characters of a receipt with faces. A longer receipt gives only the number of dice.
LONGEST = 4000


class Store:
    """A store in memory, in which a journal can repair its files without a disk."""

    def __init__(self, files: dict[str, bytes]) -> None:
        self._files = dict(files)

    def read(self, name: str) -> bytes | None:
        return self._files.get(name)

    def replace(self, name: str, data: bytes) -> None:
        self._files[name] = data

    def remove(self, name: str) -> None:
        self._files.pop(name, None)

    def make_buffer(self, size: int) -> bytearray:
        return bytearray(size)


@dataclass
class Change:
    """The change of one field of a Sheet, as values and in words."""

    sheet: str
    row: int
    field: str
    old: int
    new: int
    words: str
    told: bool  # whether the game supplies `words`, or the field has a label for players


@dataclass
class Entry:
    """A roll or a change in a journal.

    position  byte offset, in the journal, of the entry's first record
    """

    game: str
    position: int
    kind: str  # "roll" or "change"
    name: str = ""  # name of the Procedure, or the notation of free dice
    title: str = ""  # title of the Procedure, notation of free dice, or description of the change
    # by role, the name of the character or seat in this role
    who: dict[str, str] = field(default_factory=dict)
    inputs: dict[str, str] = field(default_factory=dict)  # values of the inputs, as the tool `ask` reads them
    given: list[str] = field(default_factory=list)  # names of the inputs whose value is not the start value
    path: list[Any] = field(default_factory=list)  # the faces of each throw, and the decisions, in order
    result: str = ""
    by_hand: bool = False
    again: bool = False  # whether this roll repeats the previous roll
    undone: bool = False
    receipt: str = ""  # receipt of a verifiable roll, for `host_tools.verify`
    changes: list[Change] = field(default_factory=list)

    @property
    def faces(self) -> list[int]:
        return [face for step in self.path if isinstance(step, tuple) for face in step]


@dataclass
class History:
    """The history of one game, read from its journal."""

    game: str
    title: str
    damaged: bool
    entries: list[Entry]


def games_in(files: dict[str, bytes]) -> list[str]:
    """Return the games with a journal, in the order of the home screen.

    Games written as text are last. The result includes games that the player has removed from the device's list.
    """
    begun = {name.partition("/")[0] for name in files if "/" in name}
    own = sorted(game for game in begun if OWN_MARK in game and _declaration_of(files, game) is not None)
    return [game for game in GAMES if game in begun or f"{game}.00" in files] + own


def _declaration_of(files: dict[str, bytes], game: str) -> bytes | None:
    """Return the declaration file of a game written as text, or None.

    If the player has removed the game from the device's list of games, the name of the file ends in ".gone".
    """
    return files.get(game + DECLARATION, files.get(f"{game}.gone"))


def language_of(files: dict[str, bytes]) -> str:
    """Return the language that the player has chosen on the device."""
    return str(Settings(Store(files))["language"])


def read(files: dict[str, bytes], game: str, language: str) -> History:
    """Read the history of a game, as far back as the game's journal reaches."""
    declared = _declaration_of(files, game) if OWN_MARK in game else None
    if declared is not None:
        files = {**files, game + DECLARATION: declared}
    session = Session(game, Store(files))
    words = Words(language, game, session.own_texts)
    reader = _Reader(game, session, words, _Seats(files, words))
    for position, kind, payload in reversed(list(session.journal.newest_first())):
        reader.record(position, kind, payload)
    return History(
        game,
        words.get("game.title", words.get("title", game)),
        session.journal.has_new_damage,
        reader.entries,
    )


class _Seats:
    """The default names of seats: the names sent from the desk, or the colours."""

    def __init__(self, files: dict[str, bytes], words: Words) -> None:
        names = files.get("names.txt", b"").decode(errors="replace").split("\n")
        self.names = [name.strip() for name in names[:SEATS]]
        colours = files.get("colours", b"")
        self._colours = colours if len(colours) == SEATS else bytes(range(SEATS))
        self._words = words

    def name(self, row: int) -> str:
        """Return the name sent from the desk for the seat with the index `row`, or ""."""
        return self.names[row] if row < len(self.names) else ""

    def __call__(self, row: int) -> str:
        return self.name(row) or self._words.get(f"colour.{self._colours[row % SEATS]}", str(row + 1))


class _Reader:
    def __init__(self, game: str, session: Any, words: Words, seat: _Seats) -> None:
        self.entries: list[Entry] = []
        self._game = game
        self._session = session
        self._words = words
        self._screens = importlib.import_module(f"{package(game)}.screens")
        self._usual_seat = seat
        # This object replaces the firmware's Context. It has the attributes of a Context that the game's functions
        # `describe` and `seat` use.
        self._context = SimpleNamespace(session=session, t=words, seat=self._seat, messages=seat)
        self._effects: list[tuple[int, ...]] = []  # effects of the transaction that is still open
        self._begun: int | None = None  # byte offset in the journal of the open transaction's first record
        self._join = False
        self._by_position: dict[int, Entry] = {}
        # Procedure number, inputs and path of the previous record, if that record is a roll.
        self._last: tuple[int, Any, Any] | None = None

    def record(self, position: int, kind: int, payload: bytes) -> None:
        what = kind & 0x0F
        last, self._last = self._last, None
        if what == journal.ROLL:
            self._add_roll(position, payload, last)
        elif what == journal.EFFECT:
            self._add_effect(position, kind, payload)
        else:
            moved = self._by_position.get(int.from_bytes(payload[:4], "little"))
            if moved is not None:
                moved.undone = what == journal.UNDO

    # Rolls

    def _add_roll(self, position: int, payload: bytes, last: tuple[int, Any, Any] | None) -> None:
        try:
            number, flags, listed, path, note = journal.unpack_roll(payload)
        except Exception:  # the record has a valid checksum, but not the layout of a roll
            return
        entry = Entry(self._game, position, "roll", path=path, by_hand=bool(flags & records.BY_HAND))
        if number == records.FREE:
            entry.name = entry.title = notation.as_now(note.decode(errors="replace"))
            entry.result = str(listed[0]) if listed else UNKNOWN
        else:
            self._resolve(entry, number, listed, path)
        if last is not None and last[:2] == (number, listed) and number != records.FREE:
            before = last[2]
            if path[: len(before)] == before != path:
                self.entries.pop()  # this record is the previous roll with more dice or decisions: replace it
            else:
                entry.again = True
        if flags & journal.PROVEN and proof.is_finished(self._session, number, listed, path):
            shaker = shaker_of(self._game, self._session.journal.proof_of(position))
            entry.receipt = receipt(shaker, LONGEST) if shaker is not None else ""
        self._last = number, listed, path
        self.entries.append(entry)

    def _resolve(self, entry: Entry, number: int, listed: list[int], path: list[Any]) -> None:
        known = self._session.rows_and_values(number, listed)
        if known is None:
            entry.name = self._session.procedure_name(number) or UNKNOWN
            entry.title = self._words.get(entry.name, entry.name)
            entry.result = UNKNOWN
            return
        rows, values = known
        proc = self._session.procedure(number)
        entry.name = proc.name
        entry.title = self._words.get(proc.name, proc.name)
        entry.who = {
            role: self._seat(row)
            for role, row in zip(proc.roles, rows, strict=True)
            if row >= 0 and self._session.roles[role] != CELLS
        }
        for each in proc.inputs:
            if each.is_shown(values):
                entry.inputs[each.name] = _value(each, values[each.name])
                if values[each.name] != each.start:
                    entry.given.append(each.name)
        try:
            now = advance(proc, values, path)
            entry.result = word_of(proc, values, now, self._words) if isinstance(now, Outcome) else ""
        except Exception:  # new rules may raise any error for old data
            entry.result = UNKNOWN

    # Changes

    def _add_effect(self, position: int, kind: int, payload: bytes) -> None:
        if kind & (journal.FIRST | journal.JOIN):
            self._effects, self._begun, self._join = [], position, bool(kind & journal.JOIN)
        if self._begun is None:
            return  # the journal has dropped the first record of this change
        self._effects += journal.effects_of(payload)
        if not kind & journal.LAST:
            return
        entry = None
        if self._join:
            entry = next((entry for entry in reversed(self.entries) if entry.kind == "change"), None)
        else:
            entry = Entry(self._game, self._begun, "change")
            self.entries.append(entry)
            self._by_position[self._begun] = entry
        self._begun = None
        if entry is not None:
            self._merge(entry)

    def _merge(self, entry: Entry) -> None:
        """Add the collected effects to the entry of a change, and describe the change.

        Several effects on one field become one Change: the first old value, and the last new value.
        """
        state = self._session.state
        for k, row, f, old, new in self._effects:
            if old == new or state.value(k, row, f) is None:
                continue  # the value stays the same, or the field exists only in another firmware version
            kind = state.kinds[k]
            name = kind.fields[f]
            for change in entry.changes:
                if (change.sheet, change.row, change.field) == (kind.name, row, name):
                    change.new = new
                    break
            else:
                entry.changes.append(Change(kind.name, row, name, old, new, "", False))
        own = self._own_words_of_each(entry.changes)
        for change, words in zip(entry.changes, own, strict=True):
            change.words, change.told = self._usual_words(change) if words is None else (words, True)
        # As on the device, the game may describe all effects in one phrase, such as a new battle with its ships.
        whole = self._own_words(entry.changes) if None in own else None
        told = [change.words for change in entry.changes if change.told and change.words]
        # If some of the changed fields have a label but no words of the game, the title has the words for these
        # fields only.
        named = [
            change.words
            for change, words in zip(entry.changes, own, strict=True)
            if words is None and change.told and change.words
        ]
        entry.title = whole or "; ".join(named or told or [change.words for change in entry.changes])

    def _own_words_of_each(self, changes: list[Change]) -> list[str | None]:
        """Return the game's words for each change, or None for default words.

        Some games describe two changed fields of one row of a Sheet together: a value with a label, and a field
        without a label that tells whether the value is known. The words are then "?→4" in place of "0→4". The field
        with the label gets these words, and the field without a label gets None.
        """
        found = [self._own_words([change]) for change in changes]
        labels = [self._words.get(f"f.{change.field}", "") for change in changes]
        told = set()
        for index, change in enumerate(changes):
            for other, beside in enumerate(changes):
                if (
                    labels[index]
                    and not labels[other]
                    and (beside.sheet, beside.row) == (change.sheet, change.row)
                ):
                    both = self._own_words([change, beside])
                    if both and both != found[index] and labels[index] in both:
                        found[index] = both
                        told.add(other)
        return [None if index in told else words for index, words in enumerate(found)]

    def _own_words(self, changes: list[Change]) -> str | None:
        """Return the words of the game's function `describe`, or None for default words.

        The firmware calls `describe` in `Messages.describe`. The function may also return a list of effects, which
        the device's small screen should name. The export ignores this list, because an export has room for all effects.
        """
        if not hasattr(self._screens, "describe"):
            return None
        state = self._session.state
        effects = []
        for change in changes:
            k = state.index[change.sheet]
            f = state.kinds[k].fields.index(change.field)
            effects.append((k, change.row, f, change.old, change.new))
        try:
            words = self._screens.describe(self._context, effects)
        except Exception:
            # `describe` reads the current values, which may not match an older change.
            return None
        return words if isinstance(words, str) else None

    def _usual_words(self, change: Change) -> tuple[str, bool]:
        """Return the default words for a change, and whether its field has a label."""
        kind = self._session.state.kind(change.sheet)
        key = f"f.{change.field}"
        label = self._words.get(key, "")
        who = ""
        if kind.rows > 1 and kind.name in self._session.roles.values():
            who = self._seat(change.row) + " "
        elif kind.rows > 1:
            who = f"{kind.name} {change.row + 1} "
        old, new = (self._words.get(f"{key}.{value}", str(value)) for value in (change.old, change.new))
        return f"{who}{label or change.field} {old}→{new}", bool(label)

    def _seat(self, row: int) -> str:
        """Return the name of the seat with the index `row`, like `Messages.seat`.

        The game's function `seat` returns the name. If the game has no such function, the name is the seat's default
        name, see `_Seats`.
        """
        if row < 0:
            return ""
        if hasattr(self._screens, "seat"):
            return str(self._screens.seat(self._context, row))
        return self._usual_seat(row)


def _value(input: Any, value: int) -> str:
    if input.options is not None:
        return str(input.options[value]) if 0 <= value < len(input.options) else str(value)
    if (input.low, input.high) == (0, 1):
        return "yes" if value else "no"
    return str(value)
