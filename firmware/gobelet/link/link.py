"""Link: what is told to a listener, and when: everything from the journal, after the panel, while nothing is pressed.

What waits to be sent is bounded: one message at a time is put in words, piece by piece; of what happened meanwhile
only its position in the journal is kept, and the state is made anew when its turn comes.

The code of a roll to be proven comes first: a key may ask for the dice the next moment. A message that is half told is
broken off by the end of its line, and is told again behind the code.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from ..journal.records import DROP, EFFECT, REDO, ROLL, UNDO
from . import messages
from .requests import answer

if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Any

    from ..device.types import Serial
    from ..rules.types import Position
    from ..shell.app import App

SILENT_MS = 30000  # a listener of whom nothing was heard for so long is gone
QUIET_MS = 150  # after a key nothing is put in words for so long
ANSWERS = 8  # that may wait; what is asked beyond them is dropped, and told
RECORDS = 20  # of the journal that are told at once: the newest


class Link:
    """The talk with one listener, from its hello to its silence."""

    def __init__(self, app: App, serial: Serial) -> None:
        self.app = app
        self.serial = serial
        self.id = "%08x" % app.now()
        self.number = 0  # of the message
        self._out = b""
        self._sent = 0
        self._pieces: Iterator[str] | None = None
        self._making: Any = (
            None  # (kind, fields) of the message that is half told; without fields messages.py makes it
        )
        self._again: Any = None  # that of one that was broken off
        self._codes: list[tuple[Position, str]] = []  # of rolls to be proven, to be told
        self._answers: list[Any] = []
        self._lost = 0  # lines that were dropped since somebody was told
        self._heard_at = app.now()
        self._records: list[tuple[Position, int, bytes]] = []  # to be told, the next one last
        self._last: Any = None  # the roll that was told last: (number, listed, path, of)
        self._key_at = -1  # of the key after which it was looked what has another name
        self._names: list[str] = []
        self.greet(None, -1)

    def greet(self, game: str | None, since: int) -> None:
        """Tell everything anew; of the journal of `game` what came behind the position `since`."""
        self._greet = True
        self._of: tuple[str | None, int] = (game, since)
        self._session: Any = self  # which none is
        self._position = -1
        self._state_due = True
        del self._records[:]
        if self._again is not None and "to" not in (self._again[1] or ()):  # an answer is given all the same
            self._again = None
        for screen in self.app.stack.screens:
            if screen.committed:
                self.announce(screen.committed)

    def announce(self, committed: tuple[Position, str]) -> None:
        """The device is bound to a roll: the code is told before its dice fall."""
        if committed not in self._codes:
            self._codes.append(committed)
            del self._codes[:-RECORDS]

    def gone(self) -> bool:
        return self.app.since(self._heard_at) > SILENT_MS

    # What is heard

    def hear(self, line: bytes | None) -> None:
        """A line, None for one that was too long."""
        self._heard_at = self.app.now()
        if line is None or len(self._answers) >= ANSWERS:
            self._lost += 1
            return
        self._answers.append(answer(self, line))

    def changed(self) -> None:
        """Something was done here that the journal does not say."""
        self._state_due = True

    # What is told

    def step(self) -> bool:
        """One small piece of work. Returns whether there is more."""
        app = self.app
        if self._codes and self._tell_code():
            return True
        if self._sent < len(self._out):
            before = self._sent
            self._sent = self.serial.write(self._out, before)
            return self._sent > before  # else nobody reads
        # A hello is short, and no code is told before it.
        if not self._codes and (app.since(app.key_at) < QUIET_MS or app.keys.down != app.keys.stuck):
            return False
        if self._pieces is None:
            self._pieces = self._next()
            if self._pieces is None:
                return False
        self._put()
        self._sent = 0
        return True

    def _put(self) -> None:
        """The next piece in words. Apart from `step`: MicroPython takes memory for this at each call."""
        try:
            self._out = next(self._pieces).encode()  # type: ignore[arg-type]
        except StopIteration:
            self._pieces = None
            self._out = b"}\n"
            if self.app.idle is not None:
                self.app.idle.again()

    def _tell_code(self) -> bool:
        """Tell a code as soon as it can be: not before a hello, nor in the line that ends a message."""
        if self._greet or (self._pieces is None and self._sent < len(self._out)):
            return False
        end = ""
        if self._pieces is not None:
            kind = self._making[0]
            if kind == "hello":
                return False
            end = "\n"
            self.number -= 1
            self._pieces = None
            if kind == "state":
                self._state_due = True  # of then, behind what happened before
            else:
                self._again = self._making
        told = self._codes.pop(0)
        self._out = (end + self.begin("commit") + ',"at":%d,"code":"%s"}\n' % told).encode()
        self._sent = 0
        return True

    def _make(self, kind: str, fields: dict[str, Any] | None = None) -> Iterator[str]:
        """The pieces of a message; without fields, those of messages.py."""
        self._making = kind, fields
        return getattr(messages, kind)(self) if fields is None else self.message(kind, fields)

    def message(self, kind: str, fields: dict[str, Any]) -> Iterator[str]:
        """The pieces of a message of which each field is small."""
        yield self.begin(kind)
        for name, value in fields.items():
            yield ',"%s":%s' % (name, json.dumps(value))

    def begin(self, kind: str) -> str:
        """The beginning of a message, which ends with "}"."""
        self.number += 1
        return '{"type":"%s","seq":%d' % (kind, self.number)

    def _next(self) -> Iterator[str] | None:
        # With few names, as `App._work`: it is asked at every pass.
        if self._greet:
            self._greet = False
            return self._make("hello", self._greeting())
        if self._again is not None:
            return self._tell_again()
        if self._answers:
            return self._make(*self._answers.pop(0))
        if self._lost:
            return self._refuse()
        if self.app.key_at != self._key_at:
            self._key_at = self.app.key_at
            self._look_at_words()
        session = self.app.session
        if session is not self._session:
            self._session = session
            self._last = None
            self._state_due = True
            self._position = -1
            if session is not None:
                self._look_back()
                return self._make("game")
        if session is not None and session.journal.position != self._position:
            self._collect()
        while self._records:
            told = self._tell(*self._records.pop())
            if told is not None:
                return told
        if self._state_due:
            self._state_due = False
            return self._make("state")
        return None

    def _tell_again(self) -> Iterator[str] | None:
        """What was broken off; of a game that is open no more, what comes next."""
        kind, fields = self._again
        self._again = None
        if fields is None and self.app.session is not self._session:
            return self._next()
        return self._make(kind, fields)

    def _refuse(self) -> Iterator[str]:
        lost = self._lost
        self._lost = 0
        return self._make("refused", {"to": None, "why": "too long, or too many at once", "dropped": lost})

    def _greeting(self) -> dict[str, Any]:
        app = self.app
        return {
            "link": 1,
            "session": self.id,
            "version": app.version,
            "board": app.board.NAME,
            "language": app.texts.language,
            "game": app.session.name if app.session else None,
        }

    def _look_at_words(self) -> None:
        """What a key may have changed that is in no journal: the names of the seats, their colours, the language."""
        app = self.app
        names = app.telling.names + [app.texts.language, str(bytes(app.telling.colours))]
        if names != self._names:
            self._names = names
            self._state_due = True
            self._session = self  # its words are others

    def _look_back(self) -> None:
        """Where the journal of the game is told from: behind what the listener knows, else from the last roll on."""
        session = self.app.session
        journal = session.journal
        game, since = self._of
        self._of = (None, -1)
        if game != session.name or not 0 <= since <= journal.position:
            since = session.rolled()
        self._position = journal.position if since < 0 else since

    def _collect(self) -> None:
        """Find the records that came since; where there are too many, the newest."""
        journal = self.app.session.journal
        self._state_due = True
        found: list[tuple[Position, int, bytes]] = []
        if journal.position > self._position:
            for position, kind, payload in journal.newest_first():
                if position < self._position or len(found) == RECORDS:
                    break
                found.append((position, kind & 0x0F, bytes(payload)))
        self._records[:0] = found
        del self._records[RECORDS:]
        self._position = journal.position

    def _tell(self, position: Position, kind: int, payload: bytes) -> Iterator[str] | None:
        if kind == ROLL:
            fields = messages.roll(self, position, payload)
            return None if fields is None else self._make("roll", fields)
        self._last = None
        if kind == EFFECT:
            return None
        if kind in (UNDO, REDO, DROP):
            which = {UNDO: "change", REDO: "redo", DROP: "roll"}[kind]
            of = int.from_bytes(payload[:4], "little")
            return self._make("undo", {"at": position, "what": which, "of": of})
        return None

    def first_step_of(self, number: int, listed: Any, path: Any, position: Position) -> Position:
        """The position of a roll's first record, where the one at `position` carries it on; else `position`."""
        of = position
        last = self._last
        if last is not None and last[:2] == (number, listed) and last[2] == path[: len(last[2])] != path:
            of = last[3]
        self._last = (number, listed, path, of)
        return of
