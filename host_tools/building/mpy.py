"""Where in a compiled module the bytes lie that the device need not copy: bytecode of functions, and strings.

The form of an .mpy file is that of MicroPython's py/persistentcode.c: a head, the names, the constants, and one
within the other the functions.
"""

from __future__ import annotations

from dataclasses import dataclass, field

Extent = tuple[int, int]  # where it begins, how many bytes

# Among the constants, in the places of extents.
TUPLE = 0xFFFF  # with the number of its items, which follow
NOTHING: Extent = (0, 0)  # neither string nor tuple

_HEAD = 4
_PROCESSOR = 2  # in the head: which processor's machine code there may be, in the upper bits
_STR, _BYTES, _TUPLE = 5, 6, 10  # kinds of constants; those below are nothing but their kind


@dataclass
class Extents:
    functions: list[Extent] = field(default_factory=list)  # the module's own first; none beside machine code
    constants: list[Extent] = field(default_factory=list)


class _Reader:
    def __init__(self, data: bytes) -> None:
        self.data = data
        self.at = _HEAD
        self.found = Extents()

    def module(self) -> Extents:
        names, constants = self.number(), self.number()
        for _ in range(names):
            self.name()
        for _ in range(constants):
            self.constant()
        if not self.data[_PROCESSOR] >> 2:
            self.function()
            if self.at != len(self.data):
                raise ValueError("This is no compiled module, or one of a form that is not known.")
        return self.found

    def number(self) -> int:
        value = 0
        while True:
            byte = self.data[self.at]
            self.at += 1
            value = value << 7 | byte & 0x7F
            if byte < 0x80:
                return value

    def name(self) -> None:
        length = self.number()
        if not length & 1:  # else it is one of MicroPython's own
            self.at += (length >> 1) + 1

    def constant(self) -> None:
        kind = self.data[self.at]
        self.at += 1
        if kind < _STR:
            self.found.constants.append(NOTHING)
            return
        length = self.number()
        if kind == _TUPLE:
            self.found.constants.append((TUPLE, length))
            for _ in range(length):
                self.constant()
            return
        text = kind in (_STR, _BYTES)
        self.found.constants.append((self.at, length) if text and length else NOTHING)
        self.at += length + text

    def function(self) -> None:
        head = self.number()
        length = head >> 3
        self.found.functions.append((self.at, length))
        self.at += length
        if head & 4:
            for _ in range(self.number()):
                self.function()


def extents(module: bytes) -> Extents:
    """Those of a module. ValueError if it is none."""
    return _Reader(module).module()
