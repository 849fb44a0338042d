"""A game's journal as a list of what happened: each roll with its result, each change, oldest first.

The results are worked out anew by the rules of this checkout, from the inputs and faces that were kept. A roll
of other rules, which these do not know, keeps its faces and has no result.
"""

from __future__ import annotations

import importlib
from dataclasses import dataclass, field
from types import SimpleNamespace
from typing import Any

from host_tools.questions.answer import word_of
from host_tools.questions.games import Words

# After host_tools.questions.games, which makes the firmware importable.
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
UNKNOWN = "?"
LONGEST = 4000  # letters of a receipt


class Store:
    """Files of a device, as its store. What the journal writes when it finds damage goes nowhere."""

    def __init__(self, files: dict[str, bytes]) -> None:
        self._files = dict(files)

    def read(self, name: str) -> bytes | None:
        return self._files.get(name)

    def replace(self, name: str, data: bytes) -> None:
        self._files[name] = data

    def remove(self, name: str) -> None:
        self._files.pop(name, None)

    def room(self, size: int) -> bytearray:
        return bytearray(size)


@dataclass
class Change:
    sheet: str
    row: int
    field: str
    old: int
    new: int
    words: str
    told: bool  # whether the player is shown this field, and not only its consequences


@dataclass
class Entry:
    """A roll or a change. `position` is where it lies in the journal."""

    game: str
    position: int
    kind: str  # "roll" or "change"
    name: str = ""  # of the procedure; of free dice their notation
    title: str = ""  # the same, or what changed, in words
    who: dict[str, str] = field(default_factory=dict)  # by role
    inputs: dict[str, str] = field(default_factory=dict)  # as `ask` takes them
    given: list[str] = field(default_factory=list)  # names of the inputs that were not left at their start
    path: list[Any] = field(default_factory=list)  # faces of each throw, and what was chosen
    result: str = ""
    by_hand: bool = False
    again: bool = False  # instead of the roll before it
    undone: bool = False
    receipt: str = ""  # of a roll that can be verified, for `host_tools.verify`
    changes: list[Change] = field(default_factory=list)

    @property
    def faces(self) -> list[int]:
        return [face for step in self.path if isinstance(step, tuple) for face in step]


@dataclass
class History:
    game: str
    title: str
    damaged: bool
    entries: list[Entry]


def games_in(files: dict[str, bytes]) -> list[str]:
    """The games that have a journal here, in the order of the home screen; last those that are text, also those that
    were taken out of the list since.
    """
    begun = {name.partition("/")[0] for name in files if "/" in name}
    own = sorted(game for game in begun if OWN_MARK in game and _declared(files, game) is not None)
    return [game for game in GAMES if game in begun or f"{game}.00" in files] + own


def _declared(files: dict[str, bytes], game: str) -> bytes | None:
    """The file of a game as text; of one that was taken out of the list what it left."""
    return files.get(game + DECLARATION, files.get(f"{game}.gone"))


def language_of(files: dict[str, bytes]) -> str:
    return str(Settings(Store(files))["language"])


def read(files: dict[str, bytes], game: str, language: str) -> History:
    """What happened in a game, as far back as its journal goes."""
    declared = _declared(files, game) if OWN_MARK in game else None
    if declared is not None:
        files = {**files, game + DECLARATION: declared}
    session = Session(game, Store(files))
    words = Words(language, game, session.own_texts)
    reader = _Reader(game, session, words, _Seats(files, words))
    for position, kind, payload in reversed(list(session.journal.newest_first())):
        reader.record(position, kind, payload)
    return History(
        game, words.get("game.title", words.get("title", game)), session.journal.damaged, reader.entries
    )


class _Seats:
    """Names of seats where a game has none of its own: the one sent from the desk, else the colour."""

    def __init__(self, files: dict[str, bytes], words: Words) -> None:
        names = files.get("names.txt", b"").decode(errors="replace").split("\n")
        self.names = [name.strip() for name in names[:SEATS]]
        colours = files.get("colours", b"")
        self._colours = colours if len(colours) == SEATS else bytes(range(SEATS))
        self._words = words

    def name(self, row: int) -> str:
        """The name that was sent from the desk, "" if there is none."""
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
        # What a game's own words ask of the App.
        self._app = SimpleNamespace(session=session, t=words, texts=words, seat=self._seat, telling=seat)
        self._effects: list[tuple[int, ...]] = []  # of a transaction that has not ended
        self._begun: int | None = None  # where it began
        self._join = False
        self._by_position: dict[int, Entry] = {}
        self._last: tuple[int, Any, Any] | None = None  # the roll before, if nothing came between

    def record(self, position: int, kind: int, payload: bytes) -> None:
        what = kind & 0x0F
        last, self._last = self._last, None
        if what == journal.ROLL:
            self._roll(position, payload, last)
        elif what == journal.EFFECT:
            self._effect(position, kind, payload)
        else:
            moved = self._by_position.get(int.from_bytes(payload[:4], "little"))
            if moved is not None:
                moved.undone = what == journal.UNDO

    # Rolls

    def _roll(self, position: int, payload: bytes, last: tuple[int, Any, Any] | None) -> None:
        try:
            number, flags, listed, path, note = journal.unpack_roll(payload)
        except Exception:  # well formed, and yet none that a game has written
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
                self.entries.pop()  # the same roll, one step further
            else:
                entry.again = True
        if flags & journal.PROVEN and proof.finished(self._session, number, listed, path):
            shaker = shaker_of(self._game, self._session.journal.proof_of(position))
            entry.receipt = receipt(shaker, LONGEST) if shaker is not None else ""
        self._last = number, listed, path
        self.entries.append(entry)

    def _resolve(self, entry: Entry, number: int, listed: list[int], path: list[Any]) -> None:
        known = self._session.known(number, listed)
        if known is None:
            entry.name = self._session.name_of(number) or UNKNOWN
            entry.title = self._words.get(entry.name, entry.name)
            entry.result = UNKNOWN
            return
        rows, values = known
        proc = self._session.procedure(number)
        entry.name = proc.name
        entry.title = self._words.get(proc.name, proc.name)
        entry.who = {role: self._seat(row) for role, row in zip(proc.roles, rows, strict=True) if row >= 0}
        for each in proc.inputs:
            if each.shown(values):
                entry.inputs[each.name] = _value(each, values[each.name])
                if values[each.name] != each.start:
                    entry.given.append(each.name)
        try:
            now = advance(proc, values, path)
            entry.result = word_of(proc, values, now, self._words) if isinstance(now, Outcome) else ""
        except Exception:  # whatever rules that have changed since make of it
            entry.result = UNKNOWN

    # Changes

    def _effect(self, position: int, kind: int, payload: bytes) -> None:
        if kind & (journal.FIRST | journal.JOIN):
            self._effects, self._begun, self._join = [], position, bool(kind & journal.JOIN)
        if self._begun is None:
            return  # its beginning has left the journal
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
        """Add the effects to a change; of several on one field the first old and the last new value count."""
        state = self._session.state
        for k, row, f, old, new in self._effects:
            if old == new or state.value(k, row, f) is None:
                continue  # by which another game is known; or of a version that kept something else
            kind = state.kinds[k]
            name = kind.fields[f]
            for change in entry.changes:
                if (change.sheet, change.row, change.field) == (kind.name, row, name):
                    change.new = new
                    break
            else:
                entry.changes.append(Change(kind.name, row, name, old, new, "", False))
        own = [self._own_words([change]) for change in entry.changes]
        for change, words in zip(entry.changes, own, strict=True):
            change.words, change.told = self._usual_words(change) if words is None else (words, True)
        # As on the device, a game may have words for the whole: a new battle, not each of its ships.
        whole = self._own_words(entry.changes) if None in own else None
        told = [change.words for change in entry.changes if change.told]
        # What only comes with a change that speaks for itself, such as that a pair has rolled, says nothing then.
        named = [
            change.words
            for change, words in zip(entry.changes, own, strict=True)
            if words is None and change.told
        ]
        entry.title = whole or "; ".join(named or told or [change.words for change in entry.changes])

    def _own_words(self, changes: list[Change]) -> str | None:
        """What the game's own `what` says, see `App.what`; None if it leaves it to the usual words: of all effects,
        for here is room for more than those that speak on the device.
        """
        if not hasattr(self._screens, "what"):
            return None
        state = self._session.state
        effects = []
        for change in changes:
            k = state.index[change.sheet]
            f = state.kinds[k].fields.index(change.field)
            effects.append((k, change.row, f, change.old, change.new))
        try:
            words = self._screens.what(self._app, effects)
        except Exception:
            # The game as it stands does not know what was played before it: a step of another turn.
            return None
        return words if isinstance(words, str) else None

    def _usual_words(self, change: Change) -> tuple[str, bool]:
        """The words for a change of any game, and whether its field has a name."""
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
        """See `App.seat`: as the game's own `seat` says, else the name or the colour."""
        if row < 0:
            return ""
        if hasattr(self._screens, "seat"):
            return str(self._screens.seat(self._app, row))
        return self._usual_seat(row)


def _value(input: Any, value: int) -> str:
    if input.options is not None:
        return str(input.options[value]) if 0 <= value < len(input.options) else str(value)
    if (input.low, input.high) == (0, 1):
        return "yes" if value else "no"
    return str(value)
