"""Texts: the texts that the screens show.

A text key, such as "roll.again", identifies a text. Texts are read from the flash when needed, and recent texts are
cached.

A catalogue is the file "<name>.<language>" packed by host_tools/building/texts.py, little-endian:

    u16 x 3           the sizes in bytes of the next three tables:
      codes           2 bytes for each code from 1 on: two other codes that replace this code, or a byte and 0.
      present         bits. The checksum of a text key selects a bit; if the bit is 0, the key is unknown.
      starts          u16 for each bucket: the bucket's offset in the part "buckets"; then the size of that part.
    buckets           a power of two in number; the lowest bits of a text key's checksum select a bucket.

A bucket has several texts in sequence. Each text has the upper 24 bits of the checksum crc32(text key), the codes of
the text in UTF-8, and 0. Only the tables stay in memory. The build refuses two text keys with equal checksums. A
look-up of an unknown text key finds a wrong text if a text in the same bucket has equal upper 24 bits. This happens
for about one in four million unknown text keys.
"""

from __future__ import annotations

from array import array
from binascii import crc32
from typing import TYPE_CHECKING

import micropython

from ..ui.drawing.pixels import ptr8

if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence
    from typing import Any

    from ..ui.drawing.types import Assets


# the stack of codes that `decode` has not decoded yet; host_tools/building/byte_pairs.py relies on the stack's size
_STACK = bytearray(32)


@micropython.viper
def find(bucket, wanted) -> int:  # type: ignore[no-untyped-def]
    """Return the offset of a text's codes in a bucket; 0 if the text is missing.

    `wanted` has the upper 24 bits of the checksum of the text key.
    """
    some = ptr8(bucket)
    size = int(len(bucket))  # noqa: RUF046 viper's kind of integer
    offset = 0
    while offset < size:
        offset += 3
        if some[offset - 3] | some[offset - 2] << 8 | some[offset - 1] << 16 == int(wanted):
            return offset
        while some[offset]:
            offset += 1
        offset += 1
    return 0


@micropython.viper
def decode(bucket, offset, codes, text) -> int:  # type: ignore[no-untyped-def]
    """Decode the codes at an offset of a bucket into `text`, until `text` is full.

    Return the full length of the decoded text in bytes.
    """
    some = ptr8(bucket)
    table = ptr8(codes)
    out = ptr8(text)
    stack = ptr8(_STACK)
    room = int(len(text))  # noqa: RUF046
    index = int(offset)
    size = 0
    waiting = 0
    while True:
        if waiting:
            waiting -= 1
            code = stack[waiting]
        else:
            code = some[index]
            if not code:
                return size
            index += 1
        code = code * 2 - 2
        while table[code + 1]:
            stack[waiting] = table[code + 1]
            waiting += 1
            code = table[code] * 2 - 2
        if size < room:
            out[size] = table[code]
        size += 1


# letters before which the French word "de" [of] becomes "d’", as in d’Aline and d’Hugo
ELIDED = "AEIOUHaeiouhÀÂÉÈÊÎÔÛÆŒàâéèêîôûæœ"


def fill(text: str, args: Sequence[Any], named: Mapping[str, Any]) -> str:
    """Replace {0}, {1}... in `text` by `args`, and {name} by values of `named`.

    Before a letter in ELIDED, a French "de" becomes "d’". A placeholder without a value stays in the text, so that
    the mistake is visible.
    """
    offset = text.find("{")
    if offset < 0:
        return text
    out = text[:offset]
    while offset >= 0:
        end = text.find("}", offset)
        if end < 0:
            return out + text[offset:]
        name = text[offset + 1 : end]
        if name.isdigit() and int(name) < len(args):
            value = str(args[int(name)])
        elif name in named:
            value = str(named[name])
        else:
            value = text[offset : end + 1]
        if out[-3:] == "de " and value[:1] in ELIDED and value and out[-4:-3] in ("", " "):
            out = out[:-2] + "’"
        out += value
        offset = text.find("{", end)
        out += text[end + 1 :] if offset < 0 else text[end + 1 : offset]
    return out


_ENTRY = 64  # bytes of memory for a cached text and its text key, in addition to the letters of both
# maximum bytes in each half of the cache; one screen needs less, so its next drawing reads no flash
KEPT = 2500


def _copy(cached: dict[str, str | None]) -> dict[str, str | None]:
    """Copy cached texts and their text keys.

    The function uses `bytearray`, because in MicroPython a string made from `bytes` shares the memory of the
    `bytes`.
    """
    return {
        str(bytearray(key, "utf-8"), "utf-8"): text and str(bytearray(text, "utf-8"), "utf-8")
        for key, text in cached.items()
    }


class Texts:
    """The texts of the open catalogues.

    A call of the object returns a text, such as texts("roll.again"), texts("wounds", 3) or texts("e.TN-E08", n=4).

    assets(name) opens the file of a catalogue, or raises OSError. The file stays open. The catalogue "system" is
    always open. A look-up first searches the catalogue that was opened last. For an unknown text key the result is
    "<text key>".

    missing: number of look-ups of unknown text keys.
    """

    def __init__(self, assets: Assets, language: str) -> None:
        self.assets = assets
        self.language = language
        self.missing = 0
        # for each open catalogue: (name, file, the three tables, offset of the buckets in the file)
        self._open: list[tuple[Any, ...]] = []
        # The two halves of the cache have texts by text key, None for an unknown text key. The texts that were used
        # recently are in `_kept`, those that were used before are in `_older`.
        self._kept: dict[str, str | None] = {}
        self._older: dict[str, str | None] = {}
        # free bytes in `_kept`; when no byte is left, the texts in `_kept` replace those in `_older`
        self._room = KEPT
        # For a game that players wrote as text: its texts "\nkey=text\n..." by language. A look-up searches these
        # texts before the catalogues.
        self.own: Mapping[str, str] = {}
        self.open("system")

    def open(self, name: str, own: Mapping[str, str] | None = None) -> None:
        """Open a catalogue, which look-ups search before the other catalogues.

        `own` has the texts of a game that players wrote as text, by language. Raise OSError if there is no such
        catalogue in the chosen language.
        """
        self._open.append(self._load(name))
        self.own = own or {}
        self.forget()

    def close(self) -> None:
        """Close all catalogues except "system", when a game is left."""
        del self._open[1:]
        self.own = {}
        self.forget()

    def switch(self, language: str) -> None:
        """Change the language of all open catalogues.

        If a catalogue lacks the language, keep the old language and raise OSError.
        """
        before = self.language
        self.language = language
        try:
            self._open = [self._load(row[0]) for row in self._open]
        except OSError:
            self.language = before
            raise
        self.forget()

    def get(self, key: str) -> str | None:
        """Return the text of a text key, with its placeholders.

        The result is None if no open catalogue has the text key.
        """
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

    def has_text(self, key: str) -> bool:
        """Tell whether an open catalogue has a text with this text key."""
        return self.get(key) is not None

    def __call__(self, text_key: str, *args: Any, **named: Any) -> str:
        """Return the text of a text key, with values in place of its placeholders."""
        text = self.get(text_key)
        if text is None:
            self.missing += 1
            return "<" + text_key + ">"
        return fill(text, args, named) if args or named else text

    def compact(self) -> None:
        """Copy the cached texts right after a garbage collection.

        The copies are close together in memory, whereas texts that were read between two collections are scattered
        over the heap. If 115 KB are free, the largest free block is 76 KB with the copy, and 22 KB without the copy.
        """
        self._kept = _copy(self._kept)
        self._older = _copy(self._older)

    def forget(self) -> None:
        """Clear the cache of texts."""
        self._kept = {}
        self._older = {}
        self._room = KEPT

    def _load(self, name: str) -> tuple[Any, ...]:
        file = self.assets(name + "." + self.language)
        codes, present, starts = array("H", file.read(6))
        row = (name, file, file.read(codes), file.read(present), array("H", file.read(starts)))
        return row + (file.tell(),)

    def _find(self, key: str) -> str | None:
        own = self.own.get(self.language, "")
        begin = own.find("\n" + key + "=")
        if begin >= 0:
            begin += len(key) + 2
            return own[begin : own.find("\n", begin)]
        summed = crc32(key.encode())
        wanted = summed >> 8
        for offset in range(len(self._open) - 1, -1, -1):
            _, file, codes, present, starts, begin = self._open[offset]
            bit = wanted & 8 * len(present) - 1
            if present[bit >> 3] >> (bit & 7) & 1:
                number = summed & len(starts) - 2
                file.seek(begin + starts[number])
                bucket = file.read(starts[number + 1] - starts[number])
                index = find(bucket, wanted)
                if index:
                    text = bytearray(decode(bucket, index, codes, b""))
                    decode(bucket, index, codes, text)
                    return str(text, "utf-8")
        return None
