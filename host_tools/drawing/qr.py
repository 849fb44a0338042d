"""Draw QR codes of short texts, as ISO/IEC 18004 defines.

The codes use byte mode, error correction level M and versions 1 to 6. A module is one of the black or white
squares of a code.
"""

from __future__ import annotations

from itertools import pairwise

# For each version: a list with the number of data codewords in each block, and the number of error correction
# codewords in every block.
BLOCKS = {
    1: ([16], 10),
    2: ([28], 16),
    3: ([44], 26),
    4: ([32, 32], 18),
    5: ([43, 43], 24),
    6: ([27, 27, 27, 27], 16),
}
LEVEL_M = 0
_PAD = (0xEC, 0x11)
_FORMAT, _FORMAT_MASK = 0x537, 0x5412
MASKS = (
    lambda x, y: (x + y) % 2,
    lambda x, y: y % 2,
    lambda x, y: x % 3,
    lambda x, y: (x + y) % 3,
    lambda x, y: (x // 3 + y // 2) % 2,
    lambda x, y: x * y % 2 + x * y % 3,
    lambda x, y: (x * y % 2 + x * y % 3) % 2,
    lambda x, y: ((x + y) % 2 + x * y % 3) % 2,
)
QUIET = 4  # width of the white border around the code, in modules

Grid = list[list[bool]]

# EXP has the powers of 2 in the finite field of 256 elements, by exponent. LOG is the inverse: the exponents, by power.
EXP = [1]
for _ in range(254):
    EXP.append(EXP[-1] << 1 ^ (0x11D if EXP[-1] & 0x80 else 0))
LOG = {value: at for at, value in enumerate(EXP)}


def _times(a: int, b: int) -> int:
    return EXP[(LOG[a] + LOG[b]) % 255] if a and b else 0


def correction(data: list[int], count: int) -> list[int]:
    """Return the `count` error correction codewords (Reed-Solomon) of a block."""
    divisor = [1]
    for power in range(count):
        shifted = [*divisor, 0]
        for at, value in enumerate(divisor):
            shifted[at + 1] ^= _times(value, EXP[power])
        divisor = shifted
    rest = data + [0] * count
    for at in range(len(data)):
        lead = rest[at]
        for behind, value in enumerate(divisor):
            rest[at + behind] ^= _times(lead, value)
    return rest[len(data) :]


def codewords(text: str) -> tuple[int, list[int]]:
    """Return the smallest version with room for a text, and the codewords of the code.

    The codewords of all blocks are in the order in which `grid` places them. Raises ValueError if the text is too
    long.
    """
    content = text.encode()
    fitting = [version for version, (sizes, _) in BLOCKS.items() if len(content) + 2 <= sum(sizes)]
    if not fitting:
        raise ValueError(f"{text!r} is too long for a QR code of version {max(BLOCKS)}")
    version = fitting[0]
    sizes, count = BLOCKS[version]
    room = sum(sizes)
    bits = f"0100{len(content):08b}" + "".join(f"{byte:08b}" for byte in content)
    bits += "0" * min(4, 8 * room - len(bits))
    bits += "0" * (-len(bits) % 8)
    data = [int(bits[at : at + 8], 2) for at in range(0, len(bits), 8)]
    data += [_PAD[at % 2] for at in range(room - len(data))]
    blocks = []
    for size in sizes:
        blocks.append(data[:size])
        data = data[size:]
    parity = [correction(block, count) for block in blocks]
    woven = [block[at] for at in range(max(sizes)) for block in blocks if at < len(block)]
    return version, woven + [block[at] for at in range(count) for block in parity]


def grid(text: str) -> Grid:
    """Return the code of a text as rows of modules; True is a dark module.

    The standard defines eight masks; the code has the mask with the lowest penalty.
    """
    version, words = codewords(text)
    size = 17 + 4 * version
    fixed = fixed_modules(version, size)
    bits = iter("".join(f"{word:08b}" for word in words))
    free = [module for module in snake(size) if module not in fixed]
    drawn = {module: next(bits, "0") == "1" for module in free}
    every = [_grid_with_mask(fixed, drawn, size, mask) for mask in range(len(MASKS))]
    return min(every, key=_penalty)


def snake(size: int) -> list[tuple[int, int]]:
    """Return all modules (x, y) in the order in which `grid` places the bits.

    The bits fill pairs of columns, from right to left. Within each pair, the bits fill row after row: upwards in the
    first pair, downwards in the second, and so on.
    """
    modules = []
    up = True
    for right in (*range(size - 1, 6, -2), *range(5, 0, -2)):  # column 6 holds the timing pattern
        for y in range(size - 1, -1, -1) if up else range(size):
            modules += [(right, y), (right - 1, y)]
        up = not up
    return modules


def fixed_modules(version: int, size: int) -> dict[tuple[int, int], bool]:
    """Return the modules (x, y) that contain no data, with True for a dark module.

    The format modules, which depend on the mask, are False in the result.
    """
    fixed = {}
    for at in range(8, size - 8):
        fixed[at, 6] = fixed[6, at] = at % 2 == 0
    for left, top in ((0, 0), (size - 7, 0), (0, size - 7)):
        for x in range(-1, 8):
            for y in range(-1, 8):
                if 0 <= left + x < size and 0 <= top + y < size:
                    ring = max(abs(x - 3), abs(y - 3))
                    fixed[left + x, top + y] = ring in (0, 1, 3)
    if version > 1:
        for x in range(-2, 3):
            for y in range(-2, 3):
                fixed[size - 7 + x, size - 7 + y] = max(abs(x), abs(y)) != 1
    for first, second in format_modules(size):
        fixed[first] = fixed[second] = False
    fixed[8, size - 8] = True
    return fixed


def format_modules(size: int) -> list[tuple[tuple[int, int], tuple[int, int]]]:
    """Return the two modules (x, y) of each format bit, from the lowest bit."""
    beside = [(8, 0), (8, 1), (8, 2), (8, 3), (8, 4), (8, 5), (8, 7), (8, 8), (7, 8)]
    beside += [(x, 8) for x in range(5, -1, -1)]
    split = [(size - 1 - at, 8) for at in range(8)] + [(8, size - 7 + at) for at in range(7)]
    return list(zip(beside, split, strict=True))


def _grid_with_mask(
    fixed: dict[tuple[int, int], bool], drawn: dict[tuple[int, int], bool], size: int, mask: int
) -> Grid:
    modules = fixed | {(x, y): dark ^ (MASKS[mask](x, y) == 0) for (x, y), dark in drawn.items()}
    data = LEVEL_M << 3 | mask
    rest = data << 10
    for at in range(4, -1, -1):
        if rest >> (at + 10) & 1:
            rest ^= _FORMAT << at
    bits = (data << 10 | rest) ^ _FORMAT_MASK
    for at, both in enumerate(format_modules(size)):
        for module in both:
            modules[module] = bool(bits >> at & 1)
    return [[modules[x, y] for x in range(size)] for y in range(size)]


def _penalty(rows: Grid) -> int:
    """Return the penalty of a code, by the rules of the standard.

    Scanners can read a code with a lower penalty more easily.
    """
    size = len(rows)
    lines = ["".join("01"[dark] for dark in row) for row in (*rows, *zip(*rows, strict=True))]
    found = 0
    for each in lines:
        run = 1
        for a, b in zip(each, each[1:] + "x", strict=True):
            if a == b:
                run += 1
            else:
                found += run - 2 if run >= 5 else 0
                run = 1
        found += 40 * sum(
            each.startswith(seen, at) for seen in ("10111010000", "00001011101") for at in range(size)
        )
    for upper, lower in pairwise(rows):
        for x in range(size - 1):
            found += 3 * (len({upper[x], upper[x + 1], lower[x], lower[x + 1]}) == 1)
    dark = sum(map(sum, rows))
    return found + 10 * (abs(20 * dark - 10 * size * size) // (size * size))


def svg(text: str) -> str:
    """Return the code of a text as SVG, black on white."""
    rows = grid(text)
    size = len(rows) + 2 * QUIET
    path = "".join(
        f"M{x + QUIET} {y + QUIET}h1v1h-1z"
        for y, row in enumerate(rows)
        for x, dark in enumerate(row)
        if dark
    )
    return (
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {size} {size}" width="{6 * size}" height="{6 * size}">'
        f'<rect width="{size}" height="{size}" fill="#fff"/><path d="{path}" fill="#000"/></svg>\n'
    )
