"""Sheet: what a game tracks, as bounded integers.

A Kind declares its rows (players, ships, counters) and named fields; the values of a Kind are one
array of 16-bit integers (40 ships of 12 fields: 1 KB, against 8 KB as objects). A change is checked whole,
after all its fields are in, so a Sheet never holds an illegal value and a refused change leaves no trace.
"""

from __future__ import annotations

from array import array
from binascii import crc32
from struct import unpack_from
from typing import TYPE_CHECKING

import micropython

from .effects import EACH, ptr8, ptr16
from .refused import Refused

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence
    from typing import Any

    from .types import Change, Declared, Effect, Field, FieldNumber, KindNumber, Row, RowKeys, Sheet

_FIELD = -32768  # a `high` that is the field at index n is kept as _FIELD + n
_LEAST = -32000


@micropython.viper
def _limits(fields, index, limits) -> int:  # type: ignore[no-untyped-def]
    """Put the numbers of a Kind's fields into an array. Returns how many bounds are fields, by their `index`."""
    out = ptr16(limits)
    offset = tied = 0
    for field in fields:
        if isinstance(field[2], str):
            tied += 1
            high = int(index[field[2]]) - 32768
        else:
            high = int(field[2])
        out[offset] = int(field[1])
        out[offset + 1] = high
        out[offset + 2] = int(field[3])
        offset += 3
    return tied


@micropython.viper
def _begin(values, limits, width):  # type: ignore[no-untyped-def]
    """Give each row of a Kind the start values of its fields."""
    out = ptr16(values)
    starts = ptr16(limits)
    count = int(len(values))  # noqa: RUF046 viper's kind of integer
    field = 0
    index = 0
    while index < count:
        out[index] = starts[3 * field + 2]
        field += 1
        if field == int(width):
            field = 0
        index += 1


@micropython.viper
def _take(values, have, data, begin, width, rows):  # type: ignore[no-untyped-def]
    """Make the values that `data` has from `begin` on, `width` of each row, those of the first `rows` rows, which have
    `have` values each.
    """
    out = ptr16(values)
    some = ptr8(data)
    least = int(have)
    if int(width) < least:
        least = int(width)
    row = 0
    while row < int(rows):
        offset = int(begin) + 2 * row * int(width)
        index = row * int(have)
        field = 0
        while field < least:
            # Its sign where the source runs plain, too.
            out[index + field] = ((some[offset] | some[offset + 1] << 8) ^ 0x8000) - 0x8000
            offset += 2
            field += 1
        row += 1


@micropython.viper
def _replay(sheets, kinds, data, begin, end, before) -> int:  # type: ignore[no-untyped-def]
    """Apply packed effects as far as they are on fields that there are and within the bounds that are numbers. What
    stood there goes to `before`.

    Returns the offset behind them, times 4; plus 2 if a kind has other bounds, plus 1 if an old value is not the one
    that stood there. Values are compared as if all were more by 32768: what viper reads has no sign.
    """
    some = ptr8(data)
    kept = ptr8(before)
    flags = 0
    first = offset = int(begin)
    while offset < int(end):
        if some[offset] >= int(len(kinds)):  # noqa: RUF046 viper's kind of integer
            break
        kind = kinds[some[offset]]
        width = int(len(kind.fields))  # noqa: RUF046
        if some[offset + 1] >= int(kind.rows) or some[offset + 2] >= width:
            break
        limits = ptr16(kind.limits)
        limit = 3 * some[offset + 2]
        high = (limits[limit + 1] & 0xFFFF) ^ 0x8000
        new = (some[offset + 5] | some[offset + 6] << 8) ^ 0x8000
        if new < ((limits[limit] & 0xFFFF) ^ 0x8000) or (new > high and high >= 768):
            break
        if kind.tied:
            flags |= 2
        values = ptr16(sheets[some[offset]])
        index = some[offset + 1] * width + some[offset + 2]
        old = values[index] & 0xFFFF
        kept[offset - first] = old & 0xFF
        kept[offset - first + 1] = old >> 8
        if old != (some[offset + 3] | some[offset + 4] << 8):
            flags |= 1
        values[index] = new - 0x8000
        offset += 7
    return offset << 2 | flags


class Kind:
    """Name, number of rows and fields of one Sheet.

    fields: tuple of (name, low, high, start); low, high and start are integers from -32000 to 32767, and high
    may be the name of another field of the same row ("wounds" up to "pv"). New fields go to the end, because
    the journal knows a field by its index. Of this table it keeps `fields`, the tuple of names, `index`, the
    index of each name, and the numbers in an array, a fifth of its size.

    limits, tied: what the build works out of such a table, for to read it takes a fifth of a start; `fields` are the
    names alone then.
    """

    index: dict[Field, FieldNumber]

    def __init__(
        self,
        name: Sheet,
        rows: int,
        fields: Sequence[Declared] | Sequence[Field],
        limits: bytes | None = None,
        tied: bool = False,
    ) -> None:
        self.name = name
        self.rows = rows
        self.fields: Sequence[Field] = tuple([field[0] for field in fields]) if limits is None else fields  # type: ignore[assignment]
        self.limits = array("h", bytes(6 * len(fields)) if limits is None else limits)
        # Whether a bound is a field.
        self.tied = _limits(fields, self.index, self.limits) > 0 if limits is None else tied

    def __getattr__(self, name: str) -> dict[Field, FieldNumber]:
        """The index is made when it is first asked for, 1 ms each: a start does with that of few Kinds."""
        if name != "index":
            raise AttributeError(name)
        # Room for so many at once: what grows is laid out anew each time.
        index = self.index = dict.fromkeys(self.fields, 0)
        number = 0
        for field in self.fields:
            index[field] = number
            number += 1
        return index

    def field(self, number: FieldNumber) -> Declared:
        """(name, low, high, start) of the field at index `number`, as it was declared."""
        low, high, start = self.limits[3 * number : 3 * number + 3]
        return self.fields[number], low, self.fields[high - _FIELD] if high < _LEAST else high, start

    def outside(
        self, values: Sequence[int], fields: Iterable[FieldNumber] | None = None
    ) -> tuple[FieldNumber, int, int] | None:
        """(field, low, high) of the first of a row's values that is out of bounds; None if they are legal.

        fields: indices of those that changed, if the others are known to be legal.
        """
        limits = self.limits
        if fields is None or self.tied:
            fields = range(len(values))
        for number in fields:
            high = limits[3 * number + 1]
            if high < _LEAST:
                high = values[high - _FIELD]
            if not limits[3 * number] <= values[number] <= high:
                return number, limits[3 * number], high
        return None


class _Sheet:
    """What `State.get` looks up, in as few steps as can be: it is called hundreds of times in a press."""

    index: dict[Field, FieldNumber]

    def __init__(self, kind: Kind, values: array[int]) -> None:
        self.values = values
        self.width = len(kind.fields)
        self._kind = kind

    def __getattr__(self, name: str) -> dict[Field, FieldNumber]:
        """That of the Kind, kept here once it was asked for."""
        if name != "index":
            raise AttributeError(name)
        self.index = self._kind.index
        return self.index


class State:
    """The Sheets of one game, each at its start values."""

    def __init__(self, kinds: Sequence[Kind]) -> None:
        self.kinds = kinds
        self.sheets: list[array[int]] = []
        self.index: dict[Sheet, KindNumber] = {}
        self._named: dict[Sheet, _Sheet] = {}
        self._before: bytes | bytearray = b""
        for kind in kinds:
            width = len(kind.fields)
            values = array("h", bytes(2 * width * kind.rows))
            _begin(values, kind.limits, width)
            self.index[kind.name] = len(self.sheets)
            self.sheets.append(values)
            self._named[kind.name] = _Sheet(kind, values)

    def kind(self, name: Sheet) -> Kind:
        """The Kind called `name` (KeyError if the game has none)."""
        return self.kinds[self.index[name]]

    def get(self, name: Sheet, row: Row, field: Field) -> int:
        """One value. KeyError for an unknown Kind or field, IndexError for such a row."""
        if row < 0:
            raise IndexError(row)
        sheet = self._named[name]
        return sheet.values[row * sheet.width + sheet.index[field]]

    def bounds(self) -> int:
        """A checksum of all bounds: values that were legal under the same ones are legal."""
        found = 0
        for kind in self.kinds:
            found = crc32(kind.limits, crc32(bytes((kind.rows, len(kind.fields))), found))
        return found

    def row(self, number: KindNumber, row: Row) -> list[int]:
        """The values of a row of the Kind at index `number`, as a list."""
        width = len(self.kinds[number].fields)
        return list(self.sheets[number][row * width : (row + 1) * width])

    def effects(self, changes: Iterable[Change]) -> list[Effect]:
        """Check `changes`, a list of (kind name, row, field name, value), without making them.

        Returns the effects, a list of (kind, row, field, old, new) in numbers, without those that change
        nothing. Refused("SHEET", kind, row, field, low, high) if a value would leave its bounds.
        """
        # Of each row only what it is to hold: a copy of each may find no room where all rows change at once.
        after: dict[tuple[KindNumber, Row], dict[FieldNumber, int]] = {}
        for name, row, field, value in changes:
            number = self.index[name]
            if not 0 <= row < self.kinds[number].rows:
                raise IndexError(row)
            if (number, row) not in after:
                after[(number, row)] = {}
            after[(number, row)][self.kinds[number].index[field]] = value
        found = []
        for number, row in sorted(after):
            changed = after[(number, row)]
            fields = sorted(changed)
            kind = self.kinds[number]
            values = self.row(number, row)
            for offset in fields:
                values[offset] = changed[offset]
            wrong = kind.outside(values, fields)
            if wrong:
                offset, low, high = wrong
                raise Refused("SHEET", kind=kind.name, row=row, field=kind.fields[offset], low=low, high=high)
            for offset in fields:
                old = self.sheets[number][row * len(kind.fields) + offset]
                if old != values[offset]:
                    found.append((number, row, offset, old, values[offset]))
        return found

    def value(self, number: KindNumber, row: Row, field: FieldNumber) -> int | None:
        """One value by its numbers, as in an effect; None if this version has no such field."""
        if (
            number >= len(self.kinds)
            or row >= self.kinds[number].rows
            or field >= len(self.kinds[number].fields)
        ):
            return None
        return self.sheets[number][row * len(self.kinds[number].fields) + field]

    def apply(self, effects: Sequence[Effect], forward: bool = True) -> None:
        """Copy the new values of `effects` in; the old ones, backwards, with forward=False. Calls no rule.

        An effect on a field that this version does not have is passed over: a log outlives an update.
        """
        for number, row, field, old, new in effects if forward else reversed(effects):
            if number < len(self.kinds):
                kind = self.kinds[number]
                width = len(kind.fields)
                if row < kind.rows and field < width:
                    self.sheets[number][row * width + field] = new if forward else old

    # A start calls it for each record behind the checkpoint.
    @micropython.native
    def replay(self, data: bytes, offset: int, end: int) -> bool | None:
        """Apply effects that were read back, packed as in `records.pack_effects` between two offsets of `data`, if they
        are on fields that there are and within their bounds.

        None if they are not: then nothing has changed. Else whether each old value is the one that stood there.
        """
        before = self._before
        if len(before) < end - offset:
            before = self._before = bytearray(end - offset)
        found = _replay(self.sheets, self.kinds, data, offset, end, before)
        there = found >> 2
        if there == end and not (found & 2 and self._row_outside(data, offset, end)):
            return not found & 1
        while there > offset:
            there -= EACH
            number, row, field = data[there : there + 3]
            self.apply(((number, row, field, 0, unpack_from("<h", before, there - offset)[0]),))
        return None

    def _row_outside(self, data: bytes, offset: int, end: int) -> bool:
        """Whether a row is out of bounds that these packed effects are on."""
        while offset < end:
            number = data[offset]
            if self.kinds[number].tied and self.kinds[number].outside(self.row(number, data[offset + 1])):
                return True
            offset += EACH
        return False

    def dump(self, out: bytearray | None = None) -> bytearray:
        """All values as bytes, what `take` reads. They are added to `out`, if that is given."""
        if out is None:
            out = bytearray()
        for piece in self.pieces([]):
            out += piece  # its bytes
        return out

    def pieces(self, found: list[Any]) -> list[Any]:
        """Add the same to a list, one behind the other, without a copy of the values. Returns the list."""
        found.append(bytes((len(self.kinds),)))
        for number in range(len(self.kinds)):
            kind = self.kinds[number]
            found += [bytes((kind.rows, len(kind.fields))), self.sheets[number]]
        return found

    def size(self) -> int:
        """How many bytes `dump` gives."""
        return 1 + sum([2 + 2 * len(sheet) for sheet in self.sheets])

    def take(self, data: bytes | bytearray, offset: int = 0) -> int:
        """Make the values at offset `offset` of `data` the present ones. Returns the offset behind them.

        Rows and fields that only one of the two has keep their present value. No bound is looked at: see `bounds`
        and `settle`. IndexError or ValueError if the bytes are not what `dump` gives.
        """
        end = offset + 1
        for number in range(data[offset]):
            rows = data[end]
            width = data[end + 1]
            begin = end + 2
            end = begin + 2 * rows * width
            if end > len(data):
                raise ValueError("values")
            if number >= len(self.kinds):
                continue
            kind = self.kinds[number]
            _take(self.sheets[number], len(kind.fields), data, begin, width, min(rows, kind.rows))
        return end

    def differences(self, other: State) -> list[Effect]:
        """The effects that bring the values to those of `other`, a State of the same Kinds."""
        found = []
        for number in range(len(self.kinds)):
            mine = self.sheets[number]
            theirs = other.sheets[number]
            if mine != theirs:
                width = len(self.kinds[number].fields)
                for offset in range(len(mine)):
                    if mine[offset] != theirs[offset]:
                        found.append((number, offset // width, offset % width, mine[offset], theirs[offset]))
        return found

    def settle(self, fields: RowKeys | None = None) -> list[Effect]:
        """Bring rows back inside their bounds: a log may be older than the bounds are, or damaged.

        fields: tuples that begin with kind and row, such as effects; None means all rows. Returns the effects of it.
        """
        if fields is None:
            fields = [
                (number, row) for number in range(len(self.kinds)) for row in range(self.kinds[number].rows)
            ]
        moved: list[Effect] = []
        for number, row in set([field[:2] for field in fields]):
            if self.value(number, row, 0) is None:
                continue
            values = self.row(number, row)
            wrong = self.kinds[number].outside(values)
            while wrong:
                field, low, high = wrong
                legal = low if values[field] < low else high
                moved.append((number, row, field, values[field], legal))
                self.apply(moved[-1:])
                values[field] = legal
                wrong = self.kinds[number].outside(values) if low <= high else None
        return moved

    def restart(self) -> list[Change]:
        """The changes that bring every field back to its start value."""
        found = []
        for number in range(len(self.kinds)):
            kind = self.kinds[number]
            for row in range(kind.rows):
                values = self.row(number, row)
                for field in range(len(values)):
                    start = kind.limits[3 * field + 2]
                    if values[field] != start:
                        found.append((kind.name, row, kind.fields[field], start))
        return found
