"""Sheets: the values of a game, as integers with bounds.

A Kind declares a number of rows (players, ships, counters) and named fields. A Sheet has the values of all rows of
a Kind in one array of 16-bit integers. The array of 40 ships with 12 fields takes 1 KB; objects would take 8 KB.
The State has the Sheets of one game. A change is checked before any value is set, so a Sheet never has an illegal
value.

An effect is a checked change with indexes instead of names: (index of the Kind, row, index of the field, old
value, new value). A high bound is tied if it is the value of another field in the same row: the bound of "wounds"
may be the field "pv" [hit points].
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

_FIELD = -32768  # a bound that is tied to the field at index n is stored as _FIELD + n
_LEAST = -32000  # the smallest bound that is a number; a lower value in `limits` means a tied bound


@micropython.viper
def _copy_limits(fields, index, limits) -> int:  # type: ignore[no-untyped-def]
    """Copy low bound, high bound and start value of each declared field into an array.

    Return the number of tied bounds.
    """
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
def _set_starts(values, limits, width):  # type: ignore[no-untyped-def]
    """Set each row of a Kind to the start values of its fields."""
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
def _copy_values(values, have, data, begin, width, rows):  # type: ignore[no-untyped-def]
    """Copy values from `data` into the first `rows` rows of `values`.

    `data` has, from offset `begin` on, `width` values for each row. A row of `values` has `have` values.
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
            # Make a signed integer of two bytes. An array of plain Python refuses integers above 32767; a viper
            # pointer stores the low 16 bits of any integer.
            out[index + field] = ((some[offset] | some[offset + 1] << 8) ^ 0x8000) - 0x8000
            offset += 2
            field += 1
        row += 1


@micropython.viper
def _replay_effects(sheets, kinds, data, begin, end, before) -> int:  # type: ignore[no-untyped-def]
    """Apply packed effects up to the first effect that does not fit.

    An effect does not fit if this version lacks its field, or if its new value is beyond a numeric bound.

    The function saves the previous values in `before`. The result is the offset after the last applied effect, times
    4. The function adds 2 to the result if a changed Kind has tied bounds. It adds 1 if the old value in an effect
    differs from the present value. Comparisons add 32768 to both values, because viper reads values without sign.
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
    """The declaration of one Sheet: its name, number of rows and fields.

    fields: tuple of (name, low, high, start). The bounds `low` and `high` and the value `start` are integers from
    -32000 to 32767. Instead of an integer, `high` may be the name of another field: a tied bound. A new version of a
    game adds fields only at the end, because the journal stores the index of a field.

    The Kind stores the names of the fields in `fields`, and their indexes in `index`. The array `limits` has low,
    high and start of each field, and takes a fifth of the memory of the tuple.
    """

    def __init__(self, name: Sheet, rows: int, fields: Sequence[Declared]) -> None:
        self.name = name
        self.rows = rows
        self.fields: Sequence[Field] = tuple([field[0] for field in fields])
        # dict.fromkeys allocates the full size at once, whereas a growing dict is rehashed several times
        self.index: dict[Field, FieldNumber] = dict.fromkeys(self.fields, 0)
        for number, field in enumerate(self.fields):
            self.index[field] = number
        self.limits = array("h", bytes(6 * len(fields)))
        # whether any field has a tied bound
        self.tied = _copy_limits(fields, self.index, self.limits) > 0

    def field(self, number: FieldNumber) -> Declared:
        """Return (name, low, high, start) of the field at index `number`, as declared."""
        low, high, start = self.limits[3 * number : 3 * number + 3]
        return self.fields[number], low, self.fields[high - _FIELD] if high < _LEAST else high, start

    def first_illegal(
        self, values: Sequence[int], fields: Iterable[FieldNumber] | None = None
    ) -> tuple[FieldNumber, int, int] | None:
        """Return the first illegal value of a row as (index of its field, low, high).

        `values` has the values of the row. The result is None if all values are legal. `fields` has the indexes of the
        fields to check. If `fields` is None, or if the Kind has a tied bound, the method checks all fields.
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
    """The values of one Kind, for fast look-ups by `State.get`.

    One key press calls `State.get` hundreds of times.
    """

    def __init__(self, kind: Kind, values: array[int]) -> None:
        self.values = values
        self.width = len(kind.fields)
        self.index = kind.index


class State:
    """The Sheets of one game, at first with their start values."""

    def __init__(self, kinds: Sequence[Kind]) -> None:
        self.kinds = kinds
        self.sheets: list[array[int]] = []
        self.index: dict[Sheet, KindNumber] = {}
        self._named: dict[Sheet, _Sheet] = {}
        self._before: bytes | bytearray = b""
        for kind in kinds:
            width = len(kind.fields)
            values = array("h", bytes(2 * width * kind.rows))
            _set_starts(values, kind.limits, width)
            self.index[kind.name] = len(self.sheets)
            self.sheets.append(values)
            self._named[kind.name] = _Sheet(kind, values)

    def kind(self, name: Sheet) -> Kind:
        """Return the Kind called `name`.

        Raise KeyError if the game has no Kind called `name`.
        """
        return self.kinds[self.index[name]]

    def get(self, name: Sheet, row: Row, field: Field) -> int:
        """Return one value.

        Raise KeyError for an unknown Kind or field, and IndexError for an unknown row.
        """
        if row < 0:
            raise IndexError(row)
        sheet = self._named[name]
        return sheet.values[row * sheet.width + sheet.index[field]]

    def bounds(self) -> int:
        """Return a checksum of the bounds of all fields.

        Two versions of a game with equal checksums allow the same values.
        """
        found = 0
        for kind in self.kinds:
            found = crc32(kind.limits, crc32(bytes((kind.rows, len(kind.fields))), found))
        return found

    def row(self, number: KindNumber, row: Row) -> list[int]:
        """Return the values in the row `row` of the Kind at index `number`."""
        width = len(self.kinds[number].fields)
        return list(self.sheets[number][row * width : (row + 1) * width])

    def effects(self, changes: Iterable[Change]) -> list[Effect]:
        """Check `changes`, and return their effects.

        A change is (name of the Kind, row, name of the field, new value). This method sets no value. The result has
        no effect for a change to the present value. Raise Refused("SHEET", kind, row, field, low, high) if a value
        would cross its bounds.
        """
        # Collect only the changed fields of each row, because copies of whole rows may not fit into memory.
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
            wrong = kind.first_illegal(values, fields)
            if wrong:
                offset, low, high = wrong
                raise Refused("SHEET", kind=kind.name, row=row, field=kind.fields[offset], low=low, high=high)
            for offset in fields:
                old = self.sheets[number][row * len(kind.fields) + offset]
                if old != values[offset]:
                    found.append((number, row, offset, old, values[offset]))
        return found

    def value(self, number: KindNumber, row: Row, field: FieldNumber) -> int | None:
        """Return the value at the indexes of a Kind, a row and a field.

        The result is None if this version of the game has no such field.
        """
        if (
            number >= len(self.kinds)
            or row >= self.kinds[number].rows
            or field >= len(self.kinds[number].fields)
        ):
            return None
        return self.sheets[number][row * len(self.kinds[number].fields) + field]

    def apply(self, effects: Sequence[Effect], forward: bool = True) -> None:
        """Set the new values of `effects`.

        If `forward` is False, set the old values instead, from the last effect to the first. The method skips an
        effect on a missing field, because another version of the game may have written it.
        """
        for number, row, field, old, new in effects if forward else reversed(effects):
            if number < len(self.kinds):
                kind = self.kinds[number]
                width = len(kind.fields)
                if row < kind.rows and field < width:
                    self.sheets[number][row * width + field] = new if forward else old

    # native code, because the opening of a game calls this method for each record after the journal's checkpoint
    @micropython.native
    def replay(self, data: bytes, offset: int, end: int) -> bool | None:
        """Apply the effects packed in `data` between two offsets.

        If a field is missing or a bound is crossed, return None and leave all values unchanged. Otherwise return
        whether the old value in each effect matches the present value.
        """
        before = self._before
        if len(before) < end - offset:
            before = self._before = bytearray(end - offset)
        found = _replay_effects(self.sheets, self.kinds, data, offset, end, before)
        there = found >> 2
        if there == end and not (found & 2 and self._row_outside(data, offset, end)):
            return not found & 1
        while there > offset:
            there -= EACH
            number, row, field = data[there : there + 3]
            self.apply(((number, row, field, 0, unpack_from("<h", before, there - offset)[0]),))
        return None

    def _row_outside(self, data: bytes, offset: int, end: int) -> bool:
        """Tell whether a row that the packed effects changed has an illegal value."""
        while offset < end:
            number = data[offset]
            if self.kinds[number].tied and self.kinds[number].first_illegal(
                self.row(number, data[offset + 1])
            ):
                return True
            offset += EACH
        return False

    def dump(self, out: bytearray | None = None) -> bytearray:
        """Return all values as bytes, from which `load_values` reads them.

        If `out` is given, append the bytes to `out`.
        """
        if out is None:
            out = bytearray()
        for piece in self.pieces([]):
            out += piece  # bytearray += array appends the array's bytes
        return out

    def pieces(self, found: list[Any]) -> list[Any]:
        """Append the pieces of `dump` to the list `found`, and return the list.

        A piece is a head of one or two bytes, or the array of a Sheet itself, not a copy.
        """
        found.append(bytes((len(self.kinds),)))
        for number in range(len(self.kinds)):
            kind = self.kinds[number]
            found += [bytes((kind.rows, len(kind.fields))), self.sheets[number]]
        return found

    def size(self) -> int:
        """Return the length of the bytes that `dump` returns."""
        return 1 + sum([2 + 2 * len(sheet) for sheet in self.sheets])

    def load_values(self, data: bytes | bytearray, offset: int = 0) -> int:
        """Load values from `data`, which has bytes from `dump` at `offset`.

        Return the offset after the values.

        Rows and fields that are missing in `data` keep their present values. This method checks no bounds; its callers
        use `bounds` and `clamp_rows`. Raise IndexError or ValueError if the bytes are not from `dump`.
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
            _copy_values(self.sheets[number], len(kind.fields), data, begin, width, min(rows, kind.rows))
        return end

    def differences(self, other: State) -> list[Effect]:
        """Return the effects that change the values of this State to those of `other`.

        `other` is a State of the same Kinds.
        """
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

    def clamp_rows(self, fields: RowKeys | None = None) -> list[Effect]:
        """Change each value beyond a bound to that bound, and return the effects.

        A damaged or older log of the journal may cause values beyond their bounds. `fields` has tuples whose first
        two items are the index of a Kind and a row, such as effects. The method checks only these rows; None means
        all rows.
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
            wrong = self.kinds[number].first_illegal(values)
            while wrong:
                field, low, high = wrong
                legal = low if values[field] < low else high
                moved.append((number, row, field, values[field], legal))
                self.apply(moved[-1:])
                values[field] = legal
                wrong = self.kinds[number].first_illegal(values) if low <= high else None
        return moved

    def restart_changes(self) -> list[Change]:
        """Return the changes that set every field to its start value."""
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
