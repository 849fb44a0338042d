"""Link: sends messages to a listener, in idle moments after the panel is drawn.

A listener is a program on the computer at the USB cable. The listener begins the exchange with a hello.

The memory for messages is bounded. The link encodes one message at a time, piece by piece. For records that it has
not collected yet, the link keeps only a byte position in the journal. A state message has all values of the open
game; the link encodes it when no other message is due.

A commitment is the code of a verifiable roll with its byte position in the journal (PROOF.md). The link sends a
commitment before all other messages, because the next key press may throw the dice. A message that is partly sent
is then cut: a newline ends it, and the link sends the whole message again after the commitment.
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

SILENT_MS = 30000  # time without a line from the listener after which the listener counts as disconnected
QUIET_MS = 150  # time after a key press during which no message is encoded
# maximum number of answers that wait to be sent; further requests are dropped, and a message reports how many
ANSWERS = 8
RECORDS = 20  # maximum number of records of the journal that wait to be sent; older records are left out


class Link:
    """The exchange with one listener.

    The exchange lasts from the listener's hello until the listener is silent for half a minute.
    """

    def __init__(self, context: Context, serial: Serial, request_idle: Callable[[], None]) -> None:
        self.context = context
        self.serial = serial
        self._request_idle = request_idle
        self.id = "%08x" % context.now()
        self.number = 0  # number of the newest message
        self._out = b""  # the encoded piece that is being sent
        self._sent = 0  # number of bytes of `_out` that are sent
        self._pieces: Iterator[str] | None = None  # the pieces that follow in the same message
        # (kind, fields) of the present message; if `fields` is None, messages.py makes its pieces
        self._making: Any = None
        self._again: Any = None  # (kind, fields) of a cut message, to be sent again
        self._codes: list[tuple[Position, str]] = []  # commitments that are not yet sent
        self._answers: list[Any] = []
        self._lost = 0  # number of lines dropped since the last report
        self._heard_at = context.now()
        # records of the journal that are not yet sent; the next record to send is last
        self._records: list[tuple[Position, int, bytes]] = []
        # the roll sent last: number, listed and path as in `pack_roll`, and the position of its first record
        self._last: Any = None
        self._key_at = -1  # time of the key press after which `_compare_words` was last called
        self._names: list[str] = []
        self.greet(None, -1)

    def greet(self, game: str | None, since: int) -> None:
        """Send the hello, the open game and its state again.

        If `game` is open, also send the records of its journal from the byte position `since` on.
        """
        self._greet = True
        self._of: tuple[str | None, int] = (game, since)
        self._session: Any = self  # a value that differs from each session and from None
        self._position = -1
        self._state_due = True
        del self._records[:]
        # drop a cut message unless it is an answer
        if self._again is not None and "to" not in (self._again[1] or ()):
            self._again = None
        for screen in self.context.navigation.stack.screens:
            if screen.committed:
                self.announce(screen.committed)

    def announce(self, committed: tuple[Position, str]) -> None:
        """Send the commitment `committed` before the dice of its roll are thrown.

        The commitment is (byte position in the journal, code of the secret).
        """
        if committed not in self._codes:
            self._codes.append(committed)
            del self._codes[:-RECORDS]

    def is_silent(self) -> bool:
        """Tell whether the listener counts as disconnected."""
        return self.context.ms_since(self._heard_at) > SILENT_MS

    # Input

    def on_line(self, line: bytes | None) -> None:
        """Handle a line from the listener; None stands for a line that was too long."""
        self._heard_at = self.context.now()
        if line is None or len(self._answers) >= ANSWERS:
            self._lost += 1
            return
        self._answers.append(answer(self, line))

    def request_state(self) -> None:
        """Send the state again, after a change of which the journal has no record."""
        self._state_due = True

    # Output

    def step(self) -> bool:
        """Do one small piece of work. Return whether more work is left."""
        if self._codes and self._send_code():
            return True
        if self._sent < len(self._out):
            before = self._sent
            self._sent = self.serial.write(self._out, before)
            return self._sent > before  # False if the listener does not read
        # Right after a key press, encode a piece only if a commitment is due. That piece belongs to the short hello
        # message, which must precede the commitment.
        if not self._codes and self._has_recent_key():
            return False
        if self._pieces is None:
            self._pieces = self._next_message()
            if self._pieces is None:
                return False
        self._encode_piece()
        self._sent = 0
        return True

    def _has_recent_key(self) -> bool:
        """Tell whether a key is down, or was handled a moment ago."""
        device = self.context.device
        return self.context.ms_since(device.key_at) < QUIET_MS or device.keys.down != device.keys.stuck

    def _encode_piece(self) -> None:
        """Encode the next piece of the present message.

        This is a method of its own, because inside `step` the same code would allocate memory at each pass.
        """
        try:
            self._out = next(self._pieces).encode()  # type: ignore[arg-type]
        except StopIteration:
            self._pieces = None
            self._out = b"}\n"
            self._request_idle()

    def _send_code(self) -> bool:
        """Send the next commitment if that is possible now. Return whether it is sent.

        A commitment must follow the hello, and must not interrupt the last piece of a message.
        """
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
                # do not repeat a cut state message: the next state message has newer values
                self._state_due = True
            else:
                self._again = self._making
        committed = self._codes.pop(0)
        self._out = (end + self.open_message("commit") + ',"at":%d,"code":"%s"}\n' % committed).encode()
        self._sent = 0
        return True

    def _start_message(self, kind: str, fields: dict[str, Any] | None = None) -> Iterator[str]:
        """Return the pieces of a message of the type `kind`.

        If `fields` is None, the function named `kind` in messages.py makes the pieces.
        """
        self._making = kind, fields
        return getattr(messages, kind)(self) if fields is None else self.message(kind, fields)

    def message(self, kind: str, fields: dict[str, Any]) -> Iterator[str]:
        """Yield the pieces of a message, one for each field in `fields`."""
        yield self.open_message(kind)
        for name, value in fields.items():
            yield ',"%s":%s' % (name, json.dumps(value))

    def open_message(self, kind: str) -> str:
        """Return the first piece of a message; `_encode_piece` adds the last piece, "}"."""
        self.number += 1
        return '{"type":"%s","seq":%d' % (kind, self.number)

    def _next_message(self) -> Iterator[str] | None:
        """Return the pieces of the next due message; None if no message is due."""
        # This method has few local names: MicroPython would allocate memory for many of them, at every pass.
        if self._greet:
            self._greet = False
            return self._start_message("hello", self._greeting())
        if self._again is not None:
            return self._resume_message()
        if self._answers:
            return self._start_message(*self._answers.pop(0))
        if self._lost:
            return self._report_lost()
        if self.context.device.key_at != self._key_at:
            self._key_at = self.context.device.key_at
            self._compare_words()
        session = self.context.session
        if session is not self._session:
            self._session = session
            self._last = None
            self._state_due = True
            self._position = -1
            if session is not None:
                self._find_first_record()
                return self._start_message("game")
        if session is not None and session.journal.position != self._position:
            self._collect_records()
        while self._records:
            pieces = self._record_message(*self._records.pop())
            if pieces is not None:
                return pieces
        if self._state_due:
            self._state_due = False
            return self._start_message("state")
        return None

    def _resume_message(self) -> Iterator[str] | None:
        """Return the pieces of the cut message, to send the message again.

        If the message was about a game that is now closed, return the pieces of the next message.
        """
        kind, fields = self._again
        self._again = None
        if fields is None and self.context.session is not self._session:
            return self._next_message()
        return self._start_message(kind, fields)

    def _report_lost(self) -> Iterator[str]:
        lost = self._lost
        self._lost = 0
        return self._start_message(
            "refused", {"to": None, "why": "too long, or too many at once", "dropped": lost}
        )

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

    def _compare_words(self) -> None:
        """Send the game again if a key press changed the players' names or the language.

        New colours of the players have the same effect.
        """
        words = self.context.messages
        names = words.names + [self.context.t.language, str(bytes(words.colours))]
        if names != self._names:
            self._names = names
            self._state_due = True
            self._session = self  # differs from each session, so that `_next_message` sends the game again

    def _find_first_record(self) -> None:
        """Set `_position`, the byte position of the first journal record to send.

        The listener's hello may contain this position. If it contains no valid position, the first record is the last
        roll. If there is no last roll, the link sends only records that are written from now on.
        """
        session = self.context.session
        journal = session.journal
        game, since = self._of
        self._of = (None, -1)
        if game != session.name or not 0 <= since <= journal.position:
            since = session.roll_position()
        self._position = journal.position if since < 0 else since

    def _collect_records(self) -> None:
        """Collect the journal's records since the last call, at most the newest RECORDS."""
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

    def _record_message(self, position: Position, kind: int, payload: bytes) -> Iterator[str] | None:
        """Return the pieces of the message for a record of the journal.

        The result is None for a record that has no message.
        """
        if kind == ROLL:
            fields = messages.roll_fields(self, position, payload)
            return None if fields is None else self._start_message("roll", fields)
        self._last = None
        if kind == EFFECT:
            return None
        if kind in (UNDO, REDO, DROP):
            which = {UNDO: "change", REDO: "redo", DROP: "roll"}[kind]
            of = int.from_bytes(payload[:4], "little")
            return self._start_message("undo", {"at": position, "what": which, "of": of})
        return None

    def first_step_of(self, number: int, listed: Any, path: Any, position: Position) -> Position:
        """Return the byte position of the first record of a roll.

        A roll in several steps has one record for each step, so the record at `position` may continue the record of
        an earlier step. `number`, `listed` and `path` are those of the record at `position`.
        """
        of = position
        last = self._last
        if last is not None and last[:2] == (number, listed) and last[2] == path[: len(last[2])] != path:
            of = last[3]
        self._last = (number, listed, path, of)
        return of
