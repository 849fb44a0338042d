"""The snapshot: the file that says which screens are open, from which a start opens them again (see resume.py).

It only says what was shown: the game is in its journal. It has a line for each screen, without the name of the game
where that is the one before; the id and the arguments, and behind ";" the cursor and the first line. The last line is
where the journal stood, and " 1" if a clock ran; recovery.py adds to it. Behind that stands the sum of it all, 4 bytes.
"""

from __future__ import annotations

from binascii import crc32
from typing import TYPE_CHECKING

from ..device.store import newest
from ..ui.screens.stack import Suspended

if TYPE_CHECKING:
    from ..device.types import Event
    from ..ui.types import Id
    from .app import App

SNAPSHOT = "place"  # the file; a device has one of this name, from any version
SYSTEM = "system."  # what the ids of screens begin with that are of no game
HOME = SYSTEM + "home"
MOST_KEYS = 24


class Snapshot:
    """What a restart brings back of the screens that are open.

    is_due  whether it is to be written
    written  what the file says, as it was last written or read; None if that is not known
    keys  the keys since all that was open was saved, at most MOST_KEYS, for them to act once more behind a fault; none
          if that was not saved
    recovers  whether this start follows a fault, and the player has pressed no key since
    replays  how many keys are still to act once more
    """

    def __init__(self, app: App) -> None:
        self.app = app
        self.is_due = False
        self.written: bytes | None = None
        self.keys: list[Event] = []
        self.recovers = False
        self.replays = 0

    def note_key(self, event: Event) -> None:
        """Note a key before it acts."""
        if self.replays:
            self.replays -= 1
            return
        self.recovers = False
        stack = self.app.stack
        if None not in stack.ids:
            self.keys = [event] if self.written and not self.is_due else []
        elif self.keys:  # on a list above a form, say
            self.keys.append(event)
            if len(self.keys) > MOST_KEYS or stack.top().committed:  # another code would come of them
                self.keys = []

    def forget_keys(self) -> None:
        """The key that acts now has changed what no journal has: it acts once, even if a fault follows."""
        self.keys = []

    def save(self) -> None:
        """Write which screens are open, if the file says otherwise."""
        self.is_due = False
        app = self.app
        ids = app.stack.ids
        if ids[0] is None:  # behind a fault: what was saved is to be shown again
            return
        changed = False
        try:
            data = self.content()
            if data != self.written:
                changed = True
                app.store.note(SNAPSHOT, data)
                self.written = data
        except OSError as error:
            # Nothing of the game is lost with it, and the next key tries again.
            self.written = None
            app.hardware.report(error)
        if changed or None not in ids:
            self.keys = []

    def content(self) -> bytes:
        """Bytes that say which screens are open now."""
        stack = self.app.stack
        lines: list[bytes] = []
        before = None
        for name in stack.ids:
            if not name:
                break
            screen = stack.suspended(len(lines))
            game = name.partition(".")[0] + "."
            line = line_of(name[len(game) :] if game == before else name, screen)
            before = game
            if screen.cursor is not None:
                line += b";%d" % screen.cursor
                if screen.first:
                    line += b" %d" % screen.first
            lines.append(line)
        # Behind what mostly stays: the store writes what is new.
        session = self.app.session
        lines.append(b"%d" % session.journal.position if session else b"")
        if session and session.runs:
            lines[-1] += b" 1"
        data = b"\n".join(lines)
        return data + sum_of(data)

    def read(self) -> bytes:
        """Put the screens that were open on the stack, suspended. Returns the last line of the file, which may have
        keys (recovery.py); b"" if the file is damaged, then it is kept aside. ValueError for numbers that are none.
        """
        app = self.app
        stack = app.stack
        self.written = data = newest(app.store.read(SNAPSHOT)) or b""
        body = data[:-4]
        if data[-4:] != sum_of(body):
            self.written = None
            if data:
                app.store.replace(SNAPSHOT + ".bad", data)
            return b""
        lines = body.split(b"\n")
        stood = lines.pop()
        game = SYSTEM.encode()
        for line in lines:
            line, _, look = line.partition(b";")
            dot = line.find(b".") + 1
            if dot:
                game = line[:dot]
            else:
                line = game + line
            name, args = screen_of(line)
            cursor, first = [int(word) for word in (look + b" 0").split()][:2] if look else (None, 0)
            if name == HOME:
                stack.clear()
            stack.push(Suspended(args, cursor, first), name)
        return stood


def line_of(name: Id, screen: Suspended) -> bytes:
    """The id and the arguments of a screen, as text."""
    line = name.encode()
    for number in screen.arguments:
        line += b" %d" % number
    return line


def screen_of(line: bytes) -> tuple[Id, list[int]]:
    """(id, arguments) of what `line_of` gave. A start waits for this: each string is looked up among all names, bytes
    are not.
    """
    name, _, rest = line.partition(b" ")
    return str(name, "utf-8"), [int(word) for word in rest.split()]


def sum_of(data: bytes) -> bytes:
    return crc32(data).to_bytes(4, "little")
