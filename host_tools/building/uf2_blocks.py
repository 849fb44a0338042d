"""UF2: the files that are dragged onto a Pico which was started with BOOTSEL held.

Such a file is a row of blocks of 512 bytes, each saying where in the flash its 256 bytes go, and for which chip.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Iterator

FLASH_AT = 0x10000000
FLASH_BYTES = 2 * 1024 * 1024  # of a Pico
RP2040 = 0xE48BFF56
RP2350 = 0xE48BFF59  # its Arm processors
CHIPS = (RP2040, RP2350)
_FLASH_BYTES = {RP2040: FLASH_BYTES, RP2350: 2 * FLASH_BYTES}
_NAMES = {RP2040: "RP2040", RP2350: "RP2350"}
_ANYWHERE = (
    0xE48BFF57  # of a block that an RP2350 of the first kind needs before all others, at the end of its flash
)

SECTOR = 4096  # bytes that are erased at once
BLOCK = 512
_PAGE = 256  # bytes of the flash in a block that is written here
_MAGIC = (0x0A324655, 0x9E5D5157)
_END = 0x0AB16F30
_NOT_FLASH = 0x1
_FAMILY = 0x2000  # the block says for which chip it is
_HEAD = struct.Struct("<8I")  # two magic numbers, flags, address, size, number, blocks in all, family
_MOST = 476  # bytes in a block


class Uf2Error(Exception):
    """The bytes are no UF2 file, or not one for this chip. The message completes "this is not…: "."""


def read(uf2: bytes, *families: int) -> bytes:
    """What a UF2 file puts into the flash, from its first byte on. Where it writes twice the last counts. families: of
    which chips it may be, RP2040 if none is named.

    Uf2Error too if blocks are missing: each block has its number and how many there are, and what they write is one
    piece from the beginning of the flash. The chip itself would take such a file, and start nothing.
    """
    families = families or (RP2040,)
    limit = max(_FLASH_BYTES[each] for each in families)
    flash = bytearray(b"\xff" * limit)
    pages = []  # where each begins and ends
    numbers, counts = set(), set()
    extra = 0
    if not uf2 or len(uf2) % BLOCK:
        raise Uf2Error(f"its {len(uf2)} bytes are no whole number of UF2 blocks")
    for at in range(0, len(uf2), BLOCK):
        block = uf2[at : at + BLOCK]
        flags, target, size, number, count, family = _head(block, at // BLOCK)
        if at == 0 and flags & _FAMILY and family == _ANYWHERE and RP2350 in families:
            extra = BLOCK
            continue
        numbers.add(number)
        counts.add(count)
        if flags & _NOT_FLASH:
            continue
        if not flags & _FAMILY or family not in families:
            names = " and ".join(_NAMES[each] for each in families)
            raise Uf2Error(f"it is for another chip than the {names} (family {family:#010x})")
        offset = target - FLASH_AT
        if not 0 <= offset <= limit - size:
            raise Uf2Error(f"it writes to {target:#010x}, outside of a Pico's flash")
        flash[offset : offset + size] = block[_HEAD.size : _HEAD.size + size]
        pages.append((offset, offset + size))
    blocks = max(counts, default=0)
    missing = blocks - sum(number < blocks for number in numbers)
    if missing or len(counts) > 1 or len(uf2) - extra != blocks * BLOCK:
        raise Uf2Error(f"{missing} of its {blocks} blocks are missing, or it has others; download it again")
    return bytes(flash[: _end(pages)])


def erases_the_end(uf2: bytes) -> bool:
    """Whether a file begins with the block that a published MicroPython for an RP2350 has (erratum RP2350-E10): for it
    the chip erases the last sector of its flash, in which games may lie.
    """
    if len(uf2) < BLOCK:
        return False
    flags, *_, family = _head(uf2[:BLOCK], 0)
    return bool(flags & _FAMILY) and family == _ANYWHERE


def _head(block: bytes, index: int) -> tuple[int, ...]:
    """(flags, target, size, number, count, family) of a block, the one at this index of its file."""
    *magic, flags, target, size, number, count, family = _HEAD.unpack_from(block)
    (last,) = struct.unpack_from("<I", block, BLOCK - 4)
    if tuple(magic) != _MAGIC or last != _END or size > _MOST:
        raise Uf2Error(f"block {index} is no block of a UF2 file")
    return flags, target, size, number, count, family


def _end(pages: Iterable[tuple[int, int]]) -> int:
    """Where one piece from the beginning of the flash ends, of pages that begin and end there. Uf2Error for a gap."""
    end = 0
    for begin, after in sorted(set(pages)):
        if begin != end:
            raise Uf2Error(f"it leaves a gap at {FLASH_AT + end:#010x}; download it again")
        end = after
    return end


def write(flash: bytes, at: int = FLASH_AT, family: int = RP2040) -> bytes:
    """The UF2 file that puts `flash` into a chip's flash at the address `at`."""
    return _file(
        [(at + offset, flash[offset : offset + _PAGE]) for offset in range(0, len(flash), _PAGE)], family
    )


def write_safely(flash: bytes, family: int) -> bytes:
    """The same for a flash from its first byte on, in such an order that a chip whose power goes meanwhile starts
    nothing: its first sector is erased first and written last. Such a chip opens its drive again by itself.

    An RP2040 erases the sector of each sixteenth block of the file, whatever its address is, an RP2350 each sector once
    (virtual_disk.c of raspberrypi/pico-bootrom-rp2040, src/nsboot/usb_virtual_disk.c of pico-bootrom-rp2350): so what
    is written begins and ends with whole sectors.
    """
    whole = flash.ljust(-(-len(flash) // SECTOR) * SECTOR, b"\xff")
    first, rest = range(0, SECTOR, _PAGE), range(SECTOR, len(whole), _PAGE)
    pages = [(offset, b"\xff" * _PAGE) for offset in first]
    pages += [(offset, whole[offset : offset + _PAGE]) for offset in (*rest, *reversed(first))]
    return _file([(FLASH_AT + offset, page) for offset, page in pages], family)


def _file(pages: list[tuple[int, bytes]], family: int) -> bytes:
    blocks = []
    for number, (at, page) in enumerate(pages):
        head = _HEAD.pack(*_MAGIC, _FAMILY, at, _PAGE, number, len(pages), family)
        body = (head + page.ljust(_PAGE, b"\xff")).ljust(BLOCK - 4, b"\0")
        blocks.append(body + struct.pack("<I", _END))
    return b"".join(blocks)


def dragged(uf2: bytes, flash: bytes) -> Iterator[bytearray]:
    """What a chip's flash is after each block of a UF2 file that was written here, as an RP2040 takes it: the same
    object each time.
    """
    now = bytearray(flash)
    for number in range(len(uf2) // BLOCK):
        block = uf2[number * BLOCK : (number + 1) * BLOCK]
        *_, target, size, _, _, _ = _HEAD.unpack_from(block)
        offset = target - FLASH_AT
        if number % (SECTOR // _PAGE) == 0:
            sector = offset - offset % SECTOR
            now[sector : sector + SECTOR] = b"\xff" * SECTOR
        old = int.from_bytes(now[offset : offset + size], "little")
        new = int.from_bytes(block[_HEAD.size : _HEAD.size + size], "little")
        now[offset : offset + size] = (old & new).to_bytes(size, "little")
        yield now
