"""Snapshot: a file with the open screens.

At a start, the program opens the screens of this file again, see resume.py.

The snapshot has no values of a game, because the journal has them. Each screen is one line of text: its id, its
arguments, and after ";" the index of the selected entry (cursor) and of the first visible entry. The id lacks the
name of the game if the previous line has the same game. The last line has the position at the end of the journal,
and " 1" if a clock was running. recovery.py adds words to the last line. A checksum of 4 bytes ends the file.
"""

from __future__ import annotations

from binascii import crc32
from typing import TYPE_CHECKING

from ..device.store import last_value
from ..ui.screens.stack import Suspended

if TYPE_CHECKING:
    from ..device.types import Event
    from ..ui.screens.types import Id
    from .context import Context

SNAPSHOT = "place"  # name of the file, the same in all versions
SYSTEM = "system."  # prefix of the ids of screens that belong to no game
HOME = SYSTEM + "home"  # id of the list of games
MOST_KEYS = 24  # maximum number of key events that are recorded


class Snapshot:
    """The snapshot file, and the key events since the file was written.

    is_due    whether the file should be written.
    written   the content of the file; None if unknown.
    keys      the key events since the last save of all open screens, to be replayed after a fault. The list is empty
              if a replay is impossible, for example after more than MOST_KEYS events.
    recovers  True from a restart after a fault until the next key event of a player.
    replays   number of key events still to be replayed.
    """

    def __init__(self, context: Context) -> None:
        self.context = context
        self.is_due = False
        self.written: bytes | None = None
        self.keys: list[Event] = []
        self.recovers = False
        self.replays = 0

    def note_key(self, event: Event) -> None:
        """Record a key event before the method that handles it runs."""
        if self.replays:
            self.replays -= 1
            return
        self.recovers = False
        stack = self.context.navigation.stack
        if None not in stack.ids:
            self.keys = [event] if self.written and not self.is_due else []
        elif self.keys:  # the snapshot lacks an open screen without an id, such as a list above a form
            self.keys.append(event)
            # do not record the keys of a verifiable roll, because a replay would draw another secret
            if len(self.keys) > MOST_KEYS or stack.top().committed:
                self.keys = []

    def request_save(self) -> None:
        """Request a save of the open screens, which follows as soon as no key is down."""
        self.is_due = True

    def cancel_save(self) -> None:
        """Cancel the requested save of the open screens."""
        self.is_due = False

    def forget_keys(self) -> None:
        """Drop the recorded key events.

        Callers use this method after a change outside the journal, such as a setting. A replay of the key events would
        make this change twice.
        """
        self.keys = []

    def mark_unknown(self) -> None:
        """Record that the content of the file is unknown, because a write failed."""
        self.written = None

    def begin_recovery(self, data: bytes | None, keys: list[Event]) -> None:
        """Record that the program was restarted after a fault.

        `data` is the content of the file, and `keys` are the key events to replay.
        """
        self.recovers = True
        self.written = data
        self.keys = keys

    def keys_to_replay(self) -> list[Event]:
        """Return the key events to replay; [] if the open screens differ from the file."""
        if self.pack_screens() != self.written:
            return []
        self.replays = len(self.keys)
        return self.keys

    def save(self) -> None:
        """Write the file if the open screens differ from the screens in the file."""
        self.is_due = False
        device = self.context.device
        ids = self.context.navigation.stack.ids
        # After a fault, the first screen is a message without an id. The file stays unchanged, so that the next
        # start opens the screens before the fault.
        if ids[0] is None:
            return
        changed = False
        try:
            data = self.pack_screens()
            if data != self.written:
                changed = True
                device.store.write_value(SNAPSHOT, data)
                self.written = data
        except OSError as error:
            # The journal still has all values of the game. After the next key event, a save tries
            # to write the file again.
            self.written = None
            device.hardware.report(error)
        if changed or None not in ids:
            self.keys = []

    def pack_screens(self) -> bytes:
        """Return the content of the snapshot file for the open screens."""
        stack = self.context.navigation.stack
        lines: list[bytes] = []
        before = None
        for name in stack.ids:
            if not name:
                break
            screen = stack.suspended_screen(len(lines))
            game = name.partition(".")[0] + "."
            line = pack_screen(name[len(game) :] if game == before else name, screen)
            before = game
            if screen.cursor is not None:
                line += b";%d" % screen.cursor
                if screen.first:
                    line += b" %d" % screen.first
            lines.append(line)
        # The journal position is in the last line because it changes most often. The store writes a file only from
        # the first changed byte on.
        session = self.context.session
        lines.append(b"%d" % session.journal.position if session else b"")
        if session and session.runs:
            lines[-1] += b" 1"
        data = b"\n".join(lines)
        return data + checksum(data)

    def read(self) -> bytes:
        """Read the file, and push its screens on the stack, suspended.

        Return the last line of the file, which may have key events (recovery.py). If the file is damaged, copy it to
        a file with the suffix ".bad", and return b"". Raise ValueError for invalid numbers.
        """
        store = self.context.device.store
        stack = self.context.navigation.stack
        self.written = data = last_value(store.read(SNAPSHOT)) or b""
        body = data[:-4]
        if data[-4:] != checksum(body):
            self.written = None
            if data:
                store.replace(SNAPSHOT + ".bad", data)
            return b""
        lines = body.split(b"\n")
        last_line = lines.pop()
        game = SYSTEM.encode()
        for line in lines:
            line, _, look = line.partition(b";")
            dot = line.find(b".") + 1
            if dot:
                game = line[:dot]
            else:
                line = game + line
            name, args = parse_screen(line)
            cursor, first = [int(word) for word in (look + b" 0").split()][:2] if look else (None, 0)
            if name == HOME:
                stack.clear()
            stack.push(Suspended(args, cursor, first), name)
        return last_line


def pack_screen(name: Id, screen: Suspended) -> bytes:
    """Return the id and the arguments of a screen as one line of text."""
    line = name.encode()
    for number in screen.arguments:
        line += b" %d" % number
    return line


def parse_screen(line: bytes) -> tuple[Id, list[int]]:
    """Parse (id, arguments) from a line of `pack_screen`.

    The function splits bytes, not a string, because MicroPython takes 0.1 ms to intern each string.
    """
    name, _, rest = line.partition(b" ")
    return str(name, "utf-8"), [int(word) for word in rest.split()]


def checksum(data: bytes) -> bytes:
    """Return the checksum of a snapshot file's content, as four bytes."""
    return crc32(data).to_bytes(4, "little")
