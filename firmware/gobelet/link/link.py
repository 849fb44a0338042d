"""Link: sends messages to a listener, in idle moments after the panel is drawn.

The memory for messages is bounded. One message at a time is encoded, piece by piece. For later records, only
a position in the journal is kept. The state is encoded when its turn comes.

The code of a verifiable roll is sent first, because the next key may throw its dice. A message that is partly
sent is ended by a newline, and sent again after the code.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from .. import VERSION
from ..journal.records import DROP, EFFECT, REDO, ROLL, UNDO
from . import messages
from .requests import answer

if TYPE_CHECKING:
    from collections.abc import Callable, Iterator
    from typing import Any

    from ..device.types import Serial
    from ..rules.types import Position
    from ..ui.screens.types import Context

SILENT_MS = 30000  # silence after which a listener counts as disconnected
QUIET_MS = 150  # time after a key during which nothing is encoded
ANSWERS = 8  # answers that may wait; further requests are dropped, and counted in a message
RECORDS = 20  # most records of the journal that are sent in a row; older ones are left out


class Link:
    """The exchange with one listener, from its hello until it falls silent."""

    def __init__(self, context: Context, serial: Serial, request_idle: Callable[[], None]) -> None:
        self.context = context
        self.serial = serial
        self._request_idle = request_idle
        self.id = "%08x" % context.now()
        self.number = 0  # number of the newest message
        self._out = b""
        self._sent = 0
        self._pieces: Iterator[str] | None = None
        # (kind, fields) of the message that is partly sent; if fields are None, messages.py makes the message
        self._making: Any = None
        self._again: Any = None  # (kind, fields) of a message that was cut
        self._codes: list[tuple[Position, str]] = []  # commitments to rolls that are not yet sent
        self._answers: list[Any] = []
        self._lost = 0  # lines dropped since the last report
        self._heard_at = context.now()
        # records that are not yet sent, the next one last
        self._records: list[tuple[Position, int, bytes]] = []
        self._last: Any = None  # the roll sent last: (number, listed, path, of)
        self._key_at = -1  # time of the key after which the words were last compared
        self._names: list[str] = []
        self.greet(None, -1)

    def greet(self, game: str | None, since: int) -> None:
        """Send everything again, and the records that the journal of `game` has after the position `since`."""
        self._greet = True
        self._of: tuple[str | None, int] = (game, since)
        self._session: Any = self  # a value that differs from any session
        self._position = -1
        self._state_due = True
        del self._records[:]
        if self._again is not None and "to" not in (self._again[1] or ()):  # a cut answer is still sent
            self._again = None
        for screen in self.context.navigation.stack.screens:
            if screen.committed:
                self.announce(screen.committed)

    def announce(self, committed: tuple[Position, str]) -> None:
        """Send the commitment to a roll before its dice fall."""
        if committed not in self._codes:
            self._codes.append(committed)
            del self._codes[:-RECORDS]

    def is_silent(self) -> bool:
        """Tell whether the listener has been silent for too long."""
        return self.context.since(self._heard_at) > SILENT_MS

    # Input

    def hear(self, line: bytes | None) -> None:
        """Handle a line from the listener; None stands for a line that was too long."""
        self._heard_at = self.context.now()
        if line is None or len(self._answers) >= ANSWERS:
            self._lost += 1
            return
        self._answers.append(answer(self, line))

    def request_state(self) -> None:
        """Send the state again, because the device changed something that the journal does not have."""
        self._state_due = True

    # Output

    def step(self) -> bool:
        """Do one small piece of work. Returns whether more work is left."""
        if self._codes and self._tell_code():
            return True
        if self._sent < len(self._out):
            before = self._sent
            self._sent = self.serial.write(self._out, before)
            return self._sent > before  # otherwise the listener does not read
        # the answer to a hello is short, and precedes all codes
        if not self._codes and self._has_recent_key():
            return False
        if self._pieces is None:
            self._pieces = self._next()
            if self._pieces is None:
                return False
        self._put()
        self._sent = 0
        return True

    def _has_recent_key(self) -> bool:
        """Tell whether a key is down, or was handled a moment ago."""
        device = self.context.device
        return self.context.since(device.key_at) < QUIET_MS or device.keys.down != device.keys.stuck

    def _put(self) -> None:
        """Encode the next piece.

        The code is a function of its own, because inside `step` the same code would allocate at each call.
        """
        try:
            self._out = next(self._pieces).encode()  # type: ignore[arg-type]
        except StopIteration:
            self._pieces = None
            self._out = b"}\n"
            self._request_idle()

    def _tell_code(self) -> bool:
        """Send a code as soon as possible: after the hello, and not inside the line that ends a message."""
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
                self._state_due = True  # the code outdates the state that was being sent
            else:
                self._again = self._making
        told = self._codes.pop(0)
        self._out = (end + self.begin("commit") + ',"at":%d,"code":"%s"}\n' % told).encode()
        self._sent = 0
        return True

    def _make(self, kind: str, fields: dict[str, Any] | None = None) -> Iterator[str]:
        """The pieces of a message. If `fields` is None, messages.py makes them."""
        self._making = kind, fields
        return getattr(messages, kind)(self) if fields is None else self.message(kind, fields)

    def message(self, kind: str, fields: dict[str, Any]) -> Iterator[str]:
        """The pieces of a message with small fields."""
        yield self.begin(kind)
        for name, value in fields.items():
            yield ',"%s":%s' % (name, json.dumps(value))

    def begin(self, kind: str) -> str:
        """The beginning of a message, which ends with "}"."""
        self.number += 1
        return '{"type":"%s","seq":%d' % (kind, self.number)

    def _next(self) -> Iterator[str] | None:
        # few names, as in `App._work`, because this is called at every pass
        if self._greet:
            self._greet = False
            return self._make("hello", self._greeting())
        if self._again is not None:
            return self._tell_again()
        if self._answers:
            return self._make(*self._answers.pop(0))
        if self._lost:
            return self._refuse()
        if self.context.device.key_at != self._key_at:
            self._key_at = self.context.device.key_at
            self._look_at_words()
        session = self.context.session
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
        """Send a message again that was cut; if its game is closed, send the next message."""
        kind, fields = self._again
        self._again = None
        if fields is None and self.context.session is not self._session:
            return self._next()
        return self._make(kind, fields)

    def _refuse(self) -> Iterator[str]:
        lost = self._lost
        self._lost = 0
        return self._make("refused", {"to": None, "why": "too long, or too many at once", "dropped": lost})

    def _greeting(self) -> dict[str, Any]:
        context = self.context
        return {
            "link": 1,
            "session": self.id,
            "version": VERSION,
            "board": context.device.board.NAME,
            "language": context.t.language,
            "game": context.session.name if context.session else None,
        }

    def _look_at_words(self) -> None:
        """Send the game again if a key changed words outside the journal: seat names, colours, the language."""
        words = self.context.messages
        names = words.names + [self.context.t.language, str(bytes(words.colours))]
        if names != self._names:
            self._names = names
            self._state_due = True
            self._session = self  # the words differ: send the game again

    def _look_back(self) -> None:
        """Set the position from which records are sent: after the listener's, or from the last roll on."""
        session = self.context.session
        journal = session.journal
        game, since = self._of
        self._of = (None, -1)
        if game != session.name or not 0 <= since <= journal.position:
            since = session.roll_position()
        self._position = journal.position if since < 0 else since

    def _collect(self) -> None:
        """Collect the records since the last call, at most the newest RECORDS."""
        journal = self.context.session.journal
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
        """The position of a roll's first record, if the one at `position` continues it; otherwise `position`."""
        of = position
        last = self._last
        if last is not None and last[:2] == (number, listed) and last[2] == path[: len(last[2])] != path:
            of = last[3]
        self._last = (number, listed, path, of)
        return of
