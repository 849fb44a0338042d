"""The words on the screen, read from flash one at a time. Those of the last screens are kept.

A catalogue is the file "<name>.<language>" packed by host_tools/building/texts.py, little-endian:

    u16 count
    u16 hash  x count        low half of crc32(key), sorted
    u16 start x (count + 1)  where each text starts in what follows, and where the last one ends
    "key=text" x count       UTF-8, one after the other

Only hashes and starts stay in memory (4 bytes a text). The key lies beside its text so that two keys with
one hash, or a key that does not exist, can never show another key's words.
"""

from __future__ import annotations

from array import array
from binascii import crc32
from typing import TYPE_CHECKING

import micropython

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from .ui.types import Assets


def ptr16(data: Any) -> Any:
    """Where `first` runs as plain Python, what viper's pointers are there."""
    return data


@micropython.viper
def first(index, count, wanted) -> int:  # type: ignore[no-untyped-def]
    """Place of the first of `count` ascending numbers that is not below `wanted`; count if there is none."""
    numbers = ptr16(index)
    low = 0
    high = int(count)
    while low < high:
        middle = (low + high) >> 1
        if numbers[middle] < int(wanted):
            low = middle + 1
        else:
            high = middle
    return low


def fill(text: str, args: Sequence[Any], named: Mapping[str, Any]) -> str:
    """`text` with {0}, {1}... replaced from `args` and {name} from `named`.

    A placeholder without a value stays as it is, so that the fault can be seen.
    """
    at = text.find("{")
    if at < 0:
        return text
    out = text[:at]
    while at >= 0:
        end = text.find("}", at)
        if end < 0:
            return out + text[at:]
        name = text[at + 1 : end]
        if name.isdigit() and int(name) < len(args):
            out += str(args[int(name)])
        elif name in named:
            out += str(named[name])
        else:
            out += text[at : end + 1]
        at = text.find("{", end)
        out += text[end + 1 :] if at < 0 else text[end + 1 : at]
    return out


_ENTRY = 64  # bytes of a text and its key without their letters
KEPT = 2500  # bytes, twice; what a screen shows is less, so its next frame reads nothing


class Texts:
    """Calling it gives a text: texts("roll.again"), texts("wounds", 3), texts("e.TN-E08", n=4).

    assets(name) gives a file that stands at the first byte of a catalogue and stays open, also for others; it raises
    OSError where there is none.
    The system's catalogue is open at once; the last one opened is asked first.
    missing counts the keys that nobody had; such a text shows as <key>.
    """

    def __init__(self, assets: Assets, language: str) -> None:
        self.assets = assets
        self.language = language
        self.missing = 0
        # [name, file, where it begins there, count, array of hashes and starts], asked last first
        self._open: list[list[Any]] = []
        # text by key, None for a key that nobody has: those asked for lately, and those before them
        self._kept: dict[str, str | None] = {}
        self._older: dict[str, str | None] = {}
        self._room = KEPT  # bytes until the first become the second
        self.open("system")

    def open(self, name: str) -> None:
        """Put a catalogue in front of the others. OSError if it does not exist in this language."""
        self._open.append(self._load(name))
        self._forget()

    def close(self) -> None:
        """Close all but the first: that is leaving a game."""
        del self._open[1:]
        self._forget()

    def switch(self, language: str) -> None:
        """Change the language of everything open. OSError, and no change, if a catalogue lacks it."""
        before = self.language
        self.language = language
        try:
            self._open = [self._load(row[0]) for row in self._open]
        except OSError:
            self.language = before
            raise
        self._forget()

    def get(self, key: str) -> str | None:
        """The text of a key as it stands in the catalogue, or None if no open one has it."""
        text: Any = self._kept.get(key, self)
        if text is self:
            text = self._older.get(key, self)
            if text is self:
                text = self._find(key)
            self._room -= _ENTRY + len(key) + len(text or "")
            if self._room < 0:
                self._older = self._kept
                self._kept = {}
                self._room = KEPT
            self._kept[key] = text
        return text

    def has(self, key: str) -> bool:
        """Whether an open catalogue has `key`."""
        return self.get(key) is not None

    def __call__(self, text_key: str, *args: Any, **named: Any) -> str:
        """The text of a key, filled in."""
        text = self.get(text_key)
        if text is None:
            self.missing += 1
            return "<" + text_key + ">"
        return fill(text, args, named) if args or named else text

    def _forget(self) -> None:
        self._kept = {}
        self._older = {}
        self._room = KEPT

    def _load(self, name: str) -> list[Any]:
        file = self.assets(name + "." + self.language)
        begin = file.tell()
        count = array("H", file.read(2))[0]
        return [name, file, begin, count, array("H", file.read(4 * count + 2))]

    def _find(self, key: str) -> str | None:
        raw = key.encode()
        wanted = crc32(raw) & 0xFFFF
        raw += b"="
        for at in range(len(self._open) - 1, -1, -1):
            _, file, begin, count, index = self._open[at]
            entry_at = first(index, count, wanted)
            while entry_at < count and index[entry_at] == wanted:
                start = index[count + entry_at]
                file.seek(begin + 4 + 4 * count + start)
                entry = file.read(index[count + entry_at + 1] - start)
                if entry.startswith(raw):
                    return str(entry[len(raw) :], "utf-8")
                entry_at += 1
        return None
