"""The snapshot: the file that says which screens are open, from which a start opens them again (see resume.py).

It only says what was shown: the game is in its journal. It has a line for each screen, without the name of the game
where that is the one before; the id and the arguments, and behind ";" the cursor and the first line. The last line is
where the journal stood, and " 1" if a clock ran; recovery.py adds to it. Behind that stands the sum of it all, 4 bytes.
"""

from __future__ import annotations

from binascii import crc32
from typing import TYPE_CHECKING

from ..device.store import newest

if TYPE_CHECKING:
    from ..ui.types import Id, Rested
    from .app import App

SNAPSHOT = "place"  # the file; a device has one of this name, from any version
SYSTEM = "system."  # what the ids of screens begin with that are of no game
HOME = SYSTEM + "home"


def save(app: App) -> None:
    """Write which screens are open, if the file says otherwise."""
    navigation = app.navigation
    try:
        data = content(app)
        if data == navigation.saved:
            return
        app.store.note(SNAPSHOT, data)
        navigation.saved = data
    except OSError as error:
        # Nothing of the game is lost with it, and the next key tries again.
        navigation.saved = None
        app.hardware.report(error)


def content(app: App) -> bytes:
    """What the file is to say."""
    stack = app.stack
    lines: list[bytes] = []
    before = None
    for name in stack.ids:
        if not name:
            break
        rested = stack.rested(len(lines))
        game = name.partition(".")[0] + "."
        line = line_of(name[len(game) :] if game == before else name, rested)
        before = game
        if rested[1] is not None:
            line += b";%d" % rested[1]
            if rested[2]:
                line += b" %d" % rested[2]
        lines.append(line)
    # Behind what mostly stays: the store writes what is new.
    session = app.session
    lines.append(b"%d" % session.journal.position if session else b"")
    if session and session.runs:
        lines[-1] += b" 1"
    data = b"\n".join(lines)
    return data + sum_of(data)


def read(app: App) -> bytes:
    """Put the screens that were open on the stack, none of them made. Returns the last line of the file, which may have
    keys (recovery.py); b"" if the file is damaged, then it is kept aside. ValueError for numbers that are none.
    """
    navigation = app.navigation
    stack = app.stack
    navigation.saved = data = newest(app.store.read(SNAPSHOT)) or b""
    body = data[:-4]
    if data[-4:] != sum_of(body):
        navigation.saved = None
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
        stack.push((args, cursor, first, False), name)
    return stood


def line_of(name: Id, rested: Rested) -> bytes:
    """The id of a screen that rests, and its arguments, as text."""
    line = name.encode()
    for number in rested[0]:
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
