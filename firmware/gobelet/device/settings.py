"""Settings: the player's choices, and their file.

The table SETTINGS has the name, the choices and the default of each setting. If a stored value is not among the
choices, the setting has its default, and the program shows a message when it starts. The file is rewritten only
when the player changes a setting. A faulty file is then copied first, to "settings.bad".
"""

from __future__ import annotations

from binascii import crc32
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

    from .types import Store

# Each line has a setting's name, the index of its default among its values, and the values as stored. For a value the
# menu shows the text with the text key "s.<name>.<value>"; without such a text, the value itself. The table is bytes,
# like the file: the start of the program reads a dozen settings, and their lines as strings would stay in memory.
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

# Hertz of the bus to the panel; the value "usual" means the board's FREQ. Data sheets allow 400 kHz, and long
# wires may need less.
SPEEDS = {"fast": 1_000_000, "slow": 100_000}

HIDDEN = ("taught",)  # settings that are stored, but not in the menu
AUDIBLE = ("sound", "quiet")  # settings that are in the menu only if the device has a buzzer or a motor

FILE = "settings"
# Name of the checksum in the first line of the file, which detects a truncated file. Earlier versions wrote the
# checksum into the last line. A file without a checksum is accepted: somebody wrote it on a desk (a computer).
SUM = b"sum"
LARGEST = 2048  # maximum number of bytes in the file; every file that Gobelet writes is shorter


class Settings:
    """The present settings, read from the file in `store`.

    bad      names of the settings whose stored value is not usable; FILE if the file is damaged.
    chosen   name -> index of the chosen value, for the settings in the file.
    """

    def __init__(self, store: Store) -> None:
        self.store = store
        self.bad: list[str] = []
        self.chosen: dict[str, int] = {}
        self.values: dict[str, str] = {}  # cache of looked-up values, because each frame needs some of them
        self.unknown_lines: list[bytes] = []  # lines of the file that another version wrote, kept unchanged
        self._load()

    def _load(self) -> None:
        try:
            data = self.store.read(FILE)
            if data is None:
                return
            data.decode()
        except (OSError, UnicodeError, MemoryError):
            data = b""
        # the file is too long or empty, or was cut off within the word SUM
        if len(data) > LARGEST or SUM.startswith(data):
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
                    self.unknown_lines.append(line)
            elif value.strip() in entry[2:]:
                self.chosen[str(entry[0], "utf-8")] = entry.index(value.strip(), 2) - 2
            else:
                self.bad.append(str(entry[0], "utf-8"))

    def index(self, name: str) -> int:
        """Return the index of a setting's present value among its choices.

        Raises KeyError for an unknown name.
        """
        entry = _entry_of(name)
        return self.chosen.get(name, int(entry[1]))

    def __getitem__(self, name: str) -> str:
        """Return a setting's present value as it is stored, such as "fr", "30" or "never"."""
        value = self.values.get(name)
        if value is None:
            entry = _entry_of(name)
            value = self.values[name] = str(entry[2 + self.chosen.get(name, int(entry[1]))], "utf-8")
        return value

    def value_of(self, name: str) -> int | None:
        """Return a setting's present value as a number; None for "never"."""
        value = self[name]
        return None if value == "never" else int(value)

    def is_on(self, name: str) -> bool:
        """Tell whether a yes-or-no setting has the value "yes"."""
        return self[name] == "yes"

    def choose(self, name: str, index: int) -> None:
        """Choose the value of a setting by its index among the choices, and store it.

        Raises OSError if the store fails; then the setting keeps its old value.
        """
        chosen = dict(self.chosen)
        chosen[name] = int(index) % (len(_entry_of(name)) - 2)
        lines = list(self.unknown_lines)
        for other in sorted(chosen):
            lines.append(other.encode() + b"=" + _entry_of(other)[2 + chosen[other]])
        if self.bad:
            self._keep_copy()
        lines.append(b"")
        lines.insert(0, SUM + b"=" + _sum(lines))
        self.store.replace(FILE, b"\n".join(lines))
        self.chosen = chosen
        self.values.pop(name, None)
        del self.bad[:]

    def _keep_copy(self) -> None:
        try:
            data = self.store.read(FILE)
        except (OSError, MemoryError):
            data = None
        if data:  # an empty file has nothing to copy
            self.store.replace(FILE + ".bad", data)


def _sum(lines: Sequence[bytes]) -> bytes:
    return b"%08x" % crc32(b"\n".join(lines))


def entries() -> list[tuple[str, list[str], int]]:
    """Return all settings as [(name, values, index of the default)...]."""
    found = []
    for row in SETTINGS.decode().split("\n")[1:-1]:
        words = row.split()
        found.append((words[0], words[2:], int(words[1])))
    return found


def _entry_of(name: str) -> list[bytes]:
    entry = _entry(name.encode())
    if entry is None:
        raise KeyError(name)
    return entry


def _entry(name: bytes) -> list[bytes] | None:
    """Return the line of a setting in SETTINGS as a list; None for an unknown name.

    The list has the name, the index of the default, and the values.
    """
    offset = SETTINGS.find(b"\n" + name + b" ") + 1
    return SETTINGS[offset : SETTINGS.find(b"\n", offset)].split() if offset else None
