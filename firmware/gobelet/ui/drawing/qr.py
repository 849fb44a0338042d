"""QR codes of versions 1 to 3 of ISO/IEC 18004, for bytes.

A code consists of modules, which are dark or light squares. It has one block of Reed-Solomon correction.

A row of modules is one integer. The lowest bit of the integer is the leftmost module, and a bit of 1 is a dark
module. The widest row has 29 bits, which MicroPython stores without an allocation. The tables of the finite field
are built for each code and then dropped, because a code is rarely drawn.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Sequence

# By correction level (M, L), and by version (1 to 3): (number of data codewords, number of correction codewords).
_LEVELS = (((16, 10), (28, 16), (44, 26)), ((19, 7), (34, 10), (55, 15)))
_NUMBERS = (0, 1)  # the numbers that stand for the levels M and L in the format bits
MOST = 53  # largest number of bytes in a code of version 3
# Indexes of the rows, or columns, that have format bits beside the upper left finder pattern. Index 6 is missing,
# because the row and the column with this index have the timing pattern.
_FORMAT_LINES = (0, 1, 2, 3, 4, 5, 7, 8)


def code(content: bytes) -> list[int]:
    """Return the rows of the smallest QR code for `content`.

    The code has 21, 25 or 29 rows. The correction level is L if L makes the code smaller, otherwise M. The function
    chooses the mask with the least penalty. Raise ValueError for more than `MOST` bytes.
    """
    for version in range(3):
        for level in range(2):
            room, count = _LEVELS[level][version]
            if len(content) + 2 <= room:
                return _draw(version, _NUMBERS[level], _codewords(content, room, count))
    raise ValueError("more than 53 bytes")


def _codewords(content: bytes, room: int, count: int) -> bytearray:
    """Return the `room` data codewords, then the `count` correction codewords.

    The data is the mode in four bits, the length in eight bits, the bytes, four zero bits, and padding.
    """
    words = bytearray(room + count)
    last = 4
    at = 0
    for byte in bytes((len(content),)) + content:
        words[at] = last << 4 | byte >> 4
        last = byte & 15
        at += 1
    words[at] = last << 4
    for free in range(at + 1, room):
        words[free] = 0x11 if free - at & 1 == 0 else 0xEC
    _correct(words, room, count)
    return words


def _correct(words: bytearray, room: int, count: int) -> None:
    """Set the last `count` bytes of `words` to the Reed-Solomon correction.

    The correction is the remainder of the first `room` bytes divided by the product of (x - 2^i), i < `count`.
    """
    powers = bytearray(255)  # powers of 2 in the field of 256 elements, by exponent
    exponents = bytearray(256)
    value = 1
    for at in range(255):
        powers[at] = value
        exponents[value] = at
        value <<= 1
        if value > 255:
            value ^= 0x11D
    divisor = bytearray(count + 1)  # coefficients, the highest first; index 0 has the leading 1
    divisor[0] = 1
    for power in range(count):
        for at in range(power + 1, 0, -1):
            if divisor[at - 1]:
                divisor[at] ^= powers[(exponents[divisor[at - 1]] + power) % 255]
    rest = bytearray(words)
    for at in range(room):
        if rest[at]:
            lead = exponents[rest[at]]
            for behind in range(1, count + 1):
                rest[at + behind] ^= powers[(lead + exponents[divisor[behind]]) % 255]
    words[room:] = rest[room:]


def _draw(version: int, level: int, words: bytearray) -> list[int]:
    """Return the rows of the code with the codewords `words` and the best mask.

    The best mask has the least penalty. `version` is the version minus 1. `level` is the number of the correction
    level in the format bits.
    """
    size = 21 + 4 * version
    dark, fixed = _patterns(size)
    bit = 0
    right = size - 1
    up = True
    while right > 0:  # fill two columns at a time, from the right: one pair upwards, the next pair downwards
        for at in range(size):
            y = size - 1 - at if up else at
            for x in (right, right - 1):
                if not fixed[y] >> x & 1:
                    if bit >> 3 < len(words) and words[bit >> 3] << (bit & 7) & 0x80:
                        dark[y] |= 1 << x
                    bit += 1
        up = not up
        right -= 3 if right == 8 else 2  # skip column 6, which has the timing pattern
    columns = _transpose(dark)
    fixed_columns = _transpose(fixed)
    best: list[int] = []
    least = -1
    for mask in range(8):
        rows = _mask(dark, fixed, mask, False)
        turned = _mask(columns, fixed_columns, mask, True)
        _put_format(rows, turned, level, mask)
        found = _penalty(rows) + _penalty(turned) + _block_penalty(rows)
        if least < 0 or found < least:
            best = rows
            least = found
    return best


def _patterns(size: int) -> tuple[list[int], list[int]]:
    """Return the modules that are the same in all codes of a size.

    The result is (rows with the dark ones of these modules, rows with all modules that have no data). The modules of
    the format bits have no data and are light; `_put_format` sets them.
    """
    dark = [0] * size
    fixed = [0] * size
    far = size - 7
    for at in range(7):
        row = 0x7F if at in (0, 6) else 0x41 if at in (1, 5) else 0x5D
        dark[at] = row | row << far
        dark[far + at] = row
    for at in range(9):
        fixed[at] = 0x1FF | 0xFF << size - 8
    for at in range(size - 8, size):
        fixed[at] = 0x1FF
    for at in range(8, size - 8):
        fixed[at] |= 0x40
        fixed[6] |= 1 << at
        if at & 1 == 0:
            dark[at] |= 0x40
            dark[6] |= 1 << at
    if size > 21:  # versions 2 and 3 have an alignment pattern
        for at in range(5):
            dark[size - 9 + at] |= (0x1F, 0x11, 0x15, 0x11, 0x1F)[at] << size - 9
            fixed[size - 9 + at] |= 0x1F << size - 9
    dark[size - 8] |= 0x100
    return dark, fixed


def _transpose(rows: Sequence[int]) -> list[int]:
    """Return the columns of modules from left to right, each as one integer.

    The lowest bit of the integer is the top module of the column.
    """
    columns = []
    for x in range(len(rows)):
        column = 0
        for y in range(len(rows)):
            column |= (rows[y] >> x & 1) << y
        columns.append(column)
    return columns


def _is_flipped(mask: int, x: int, y: int) -> bool:
    """Tell whether a mask, 0 to 7, inverts the module at (x, y)."""
    if mask == 0:
        return (x + y) % 2 == 0
    if mask == 1:
        return y % 2 == 0
    if mask == 2:
        return x % 3 == 0
    if mask == 3:
        return (x + y) % 3 == 0
    if mask == 4:
        return (x // 3 + y // 2) % 2 == 0
    both = x * y
    if mask == 5:
        return both % 2 + both % 3 == 0
    if mask == 6:
        return (both % 2 + both % 3) % 2 == 0
    return ((x + y) % 2 + both % 3) % 2 == 0


def _mask(rows: Sequence[int], fixed: Sequence[int], mask: int, turned: bool) -> list[int]:
    """Return the rows with the data modules inverted by a mask.

    If `turned`, `rows` and `fixed` contain columns in place of rows. A mask repeats every 12 modules in both
    directions.
    """
    pattern = []
    for y in range(12):
        line = 0
        for x in range(12):
            if _is_flipped(mask, y, x) if turned else _is_flipped(mask, x, y):
                line |= 0x1001001 << x
        pattern.append(line)
    every = (1 << len(rows)) - 1
    return [rows[y] ^ (pattern[y % 12] & every & ~fixed[y]) for y in range(len(rows))]


def _put_format(rows: list[int], columns: list[int], level: int, mask: int) -> None:
    """Write two copies of the format bits into `rows` and `columns`.

    The format bits are the level, the mask, and the correction bits of both numbers.
    """
    data = level << 3 | mask
    rest = data << 10
    for at in range(4, -1, -1):
        if rest >> at + 10 & 1:
            rest ^= 0x537 << at
    bits = (data << 10 | rest) ^ 0x5412
    far = len(rows) - 1
    for at in range(15):
        if bits >> at & 1:
            if at < 8:
                modules = ((8, _FORMAT_LINES[at]), (far - at, 8))
            else:
                modules = ((_FORMAT_LINES[14 - at], 8), (8, far - 14 + at))
            for x, y in modules:
                rows[y] |= 1 << x
                columns[x] |= 1 << y


def _count_ones(bits: int) -> int:
    """Return the number of bits that are 1."""
    count = 0
    while bits:
        bits &= bits - 1
        count += 1
    return count


def _penalty(rows: Sequence[int]) -> int:
    """Return the penalty for equal neighbours in a row and for finder-like patterns.

    Equal neighbours count if there are at least five in sequence.
    """
    size = len(rows)
    found = 0
    for row in rows:
        # a bit of `same` is 1 if its module equals the module on the right
        same = ~(row ^ row >> 1) & (1 << size - 1) - 1
        five = same & same >> 1 & same >> 2 & same >> 3
        if five:
            found += _count_ones(five) + 2 * _count_ones(five & ~(five >> 1))
        # Find the pattern 1011101 with four light modules before or after it. A bit of `finder` is 1 if the
        # pattern begins at this bit.
        light = ~row
        finder = row & light >> 1 & row >> 2 & row >> 3 & row >> 4 & light >> 5 & row >> 6
        finder &= (1 << size - 6) - 1
        if finder:
            four = light & light >> 1 & light >> 2 & light >> 3
            found += 40 * _count_ones(finder & four << 4)
            found += 40 * _count_ones(finder & four >> 7 & (1 << size - 10) - 1)
    return found


def _block_penalty(rows: Sequence[int]) -> int:
    """Return the penalty for blocks of equal modules and for too many of one colour.

    A block has two by two modules. The penalty for the colour grows with the difference between the share of dark
    modules and a half.
    """
    size = len(rows)
    found = 0
    dark = 0
    for y in range(size):
        row = rows[y]
        dark += _count_ones(row)
        if y:
            over = rows[y - 1]
            found += 3 * _count_ones(
                ~(row ^ row >> 1) & ~(over ^ over >> 1) & ~(row ^ over) & (1 << size - 1) - 1
            )
    return found + 10 * (abs(20 * dark - 10 * size * size) // (size * size))
