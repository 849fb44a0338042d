"""Settings: one list says the name, the choices and the default of each; menu, checks and storage follow it.

A stored value that is not one of the choices counts as the default and is reported at the start. The file is
only rewritten when the player changes something; of one that could not be used whole a copy is kept then.
"""

from __future__ import annotations

from binascii import crc32
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .types import Store

# name, index of the default among the values, the values as they are stored. The menu shows the text
# "s.<name>.<value>" for a value if there is one, else the value itself. Bytes, as the file is read too: a start asks
# for a dozen of them, and each string that is made is looked up among all names.
SETTINGS = b"""
language 0 fr en
contrast 3 20 40 60 80 100
flip 0 no yes
half 0 no left right
invert 0 no yes
dim 1 15 30 60 120 never
off 1 60 180 600 never
hold 1 400 600 800 1000
repeat 1 slow normal fast
animation 1 no yes
hand 0 no yes
proof 0 no yes
speed 0 usual fast slow
sound 0 no events all
quiet 0 no 1 3 8 night
clock 0 no yes
taught 0 no yes
"""

# Hz of the bus to the panel. The data sheets promise 400 kHz; long wires may need less.
SPEEDS = {"fast": 1_000_000, "slow": 100_000}

HIDDEN = ("taught",)  # kept, but not in the menu
AUDIBLE = ("sound", "quiet")  # in the menu of a device that has a buzzer or a motor

FILE = "settings"
# The first line that the device writes, so that no part of a file passes for all of it. Earlier versions wrote it last;
# a file without one is from the desk.
SUM = b"sum"
LARGEST = 2048  # bytes; a longer file is not ours


class Settings:
    """The values in force. store: read(name), replace(name, data).

    bad is the list of names whose stored value was not usable; the name of the file if that was not.
    """

    def __init__(self, store: Store) -> None:
        self.store = store
        self.bad: list[str] = []
        self.chosen: dict[str, int] = {}
        self.values: dict[str, str] = {}  # those in force that were asked for: some are at every frame
        self.rest: list[bytes] = []  # lines that this version does not know, kept as they are
        self._load()

    def _load(self) -> None:
        try:
            data = self.store.read(FILE)
            if data is None:
                return
            data.decode()
        except (OSError, UnicodeError, MemoryError):
            data = b""
        if len(data) > LARGEST or SUM.startswith(data):  # the first bytes of a file that was cut, or none
            self.bad.append(FILE)
            return
        lines = data.split(b"\n")
        for offset in range(len(lines)):
            line = lines[offset]
            name, mark, value = line.partition(b"=")
            if name == SUM:
                if value.strip() != _sum(lines[:offset] or lines[1:]):
                    self.bad.append(FILE)
                continue
            entry = _entry(name.strip())
            if not mark or entry is None:
                if line.strip():
                    self.rest.append(line)
            elif value.strip() in entry[2:]:
                self.chosen[str(entry[0], "utf-8")] = entry.index(value.strip(), 2) - 2
            else:
                self.bad.append(str(entry[0], "utf-8"))

    def index(self, name: str) -> int:
        """Index of the value in force among its choices; KeyError for an unknown name."""
        entry = _known(name)
        return self.chosen.get(name, int(entry[1]))

    def __getitem__(self, name: str) -> str:
        """The value in force, as stored ("fr", "30", "never")."""
        value = self.values.get(name)
        if value is None:
            entry = _known(name)
            value = self.values[name] = str(entry[2 + self.chosen.get(name, int(entry[1]))], "utf-8")
        return value

    def number(self, name: str) -> int | None:
        """The value as a number; None for "never"."""
        value = self[name]
        return None if value == "never" else int(value)

    def yes(self, name: str) -> bool:
        """Whether a yes-or-no setting is yes."""
        return self[name] == "yes"

    def choose(self, name: str, index: int) -> None:
        """Set a value by the index of its choice, and store it. OSError if the store fails; then nothing changes."""
        chosen = dict(self.chosen)
        chosen[name] = int(index) % (len(_known(name)) - 2)
        lines = list(self.rest)
        for other, values, _ in entries():
            if other in chosen:
                lines.append((other + "=" + values[chosen[other]]).encode())
        if self.bad:
            self._keep_copy()
        lines.append(b"")
        lines.insert(0, SUM + b"=" + _sum(lines))
        self.store.replace(FILE, b"\n".join(lines))
        self.chosen = chosen
        self.values = {}
        del self.bad[:]

    def _keep_copy(self) -> None:
        try:
            data = self.store.read(FILE)
        except (OSError, MemoryError):
            data = None
        if data:  # else nothing of it can be kept
            self.store.replace(FILE + ".bad", data)


def _sum(lines: Sequence[bytes]) -> bytes:
    return b"%08x" % crc32(b"\n".join(lines))


def entries() -> list[tuple[str, list[str], int]]:
    """[(name, values, index of the default)...] of all settings."""
    found = []
    for row in SETTINGS.decode().split("\n")[1:-1]:
        words = row.split()
        found.append((words[0], words[2:], int(words[1])))
    return found


def _known(name: str) -> list[bytes]:
    entry = _entry(name.encode())
    if entry is None:
        raise KeyError(name)
    return entry


def _entry(name: bytes) -> list[bytes] | None:
    """The words of a setting's row: name, index of the default, values."""
    offset = SETTINGS.find(b"\n" + name + b" ") + 1
    return SETTINGS[offset : SETTINGS.find(b"\n", offset)].split() if offset else None
