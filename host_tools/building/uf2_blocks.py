"""Read and write UF2, the file format that a Pico accepts on its BOOTSEL drive.

A Pico opens this drive when it is started with its button BOOTSEL held. A UF2 file is a sequence of blocks of
512 bytes. Each block holds 256 bytes for the flash, their address in the flash, and the id of the chip.
"""

from __future__ import annotations

import struct
from collections.abc import Iterable, Iterator

FLASH_AT = 0x10000000
FLASH_BYTES = 2 * 1024 * 1024  # bytes in the flash of a Pico
RP2040 = 0xE48BFF56
RP2350 = 0xE48BFF59  # id of the Arm cores of the RP2350 in UF2 files
CHIPS = (RP2040, RP2350)
_FLASH_BYTES = {RP2040: FLASH_BYTES, RP2350: 2 * FLASH_BYTES}
_NAMES = {RP2040: "RP2040", RP2350: "RP2350"}
# Id, in UF2 files, of the extra first block that early RP2350 chips need. The address of this block is the end of
# the flash.
_ANYWHERE = 0xE48BFF57

SECTOR = 4096  # bytes of the flash that the chip erases at once
BLOCK = 512
_PAGE = 256  # bytes for the flash in each block of a file that this module writes
_MAGIC = (0x0A324655, 0x9E5D5157)
_END = 0x0AB16F30
_NOT_FLASH = 0x1
_FAMILY = 0x2000  # flag that a block sets if it contains the id of the chip
# The head of a block: two magic numbers, flags, address, data size, block number, number of blocks, id of the chip.
_HEAD = struct.Struct("<8I")
_MOST = 476  # maximum number of bytes for the flash that fit into a block


class Uf2Error(Exception):
    """The reason why a file is no UF2 file for the chip, as text without a full stop."""


def read(uf2: bytes, *families: int) -> bytes:
    """Return the bytes that a UF2 file writes, from the start of the flash on.

    A later block overwrites an earlier block with the same address. `families` has the ids of the accepted
    chips; the default is the RP2040.

    Raises Uf2Error for a faulty file. A file with missing blocks or with a gap between its addresses is faulty
    too: the chip would accept the file, and then not start.
    """
    families = families or (RP2040,)
    limit = max(_FLASH_BYTES[each] for each in families)
    flash = bytearray(b"\xff" * limit)
    pages = []  # (begin, end) of each block's data, as offsets in the flash
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
    return bytes(flash[: _end_of_pages(pages)])


def erases_the_end(uf2: bytes) -> bool:
    """Tell whether a UF2 file begins with the extra block for early RP2350 chips.

    The files of published MicroPython for the RP2350 begin with this block, which works around erratum
    RP2350-E10. The block makes the chip erase the last sector of the flash, which may hold saved games.
    """
    if len(uf2) < BLOCK:
        return False
    flags, *_, family = _head(uf2[:BLOCK], 0)
    return bool(flags & _FAMILY) and family == _ANYWHERE


def _head(block: bytes, index: int) -> tuple[int, ...]:
    """Return (flags, address, size, number, count, id of the chip) of a block.

    `index` is the index of the block in the file, for the error message. Raises Uf2Error if the bytes are no
    block of a UF2 file.
    """
    *magic, flags, target, size, number, count, family = _HEAD.unpack_from(block)
    (last,) = struct.unpack_from("<I", block, BLOCK - 4)
    if tuple(magic) != _MAGIC or last != _END or size > _MOST:
        raise Uf2Error(f"block {index} is no block of a UF2 file")
    return flags, target, size, number, count, family


def _end_of_pages(pages: Iterable[tuple[int, int]]) -> int:
    """Return the end of the last page. Raises Uf2Error if the pages leave a gap.

    A page is (begin, end), as offsets in the flash. The first page must begin at offset 0.
    """
    end = 0
    for begin, after in sorted(set(pages)):
        if begin != end:
            raise Uf2Error(f"it leaves a gap at {FLASH_AT + end:#010x}; download it again")
        end = after
    return end


def write(flash: bytes, at: int = FLASH_AT, family: int = RP2040) -> bytes:
    """Return a UF2 file that writes `flash` to the address `at`."""
    return _file(
        [(at + offset, flash[offset : offset + _PAGE]) for offset in range(0, len(flash), _PAGE)], family
    )


def write_safely(flash: bytes, family: int) -> bytes:
    """Return a UF2 file for `flash` that is safe against a power cut during the copy.

    The file erases the first sector of the flash at the beginning, and writes this sector at the end. After a
    power cut the chip finds no program in the first sector. It then opens its BOOTSEL drive again, instead of
    starting half a program.

    An RP2040 erases a sector at every sixteenth block of the file, whatever the block's address. An RP2350
    erases each sector once. Therefore the first sixteen blocks of the file fill one whole sector, and so do the
    last sixteen. Sources: virtual_disk.c of raspberrypi/pico-bootrom-rp2040, src/nsboot/usb_virtual_disk.c of
    pico-bootrom-rp2350.
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


def flash_states(uf2: bytes, flash: bytes) -> Iterator[bytearray]:
    """Yield the content of the flash after each block that an RP2040 writes.

    uf2    the bytes of the UF2 file
    flash  the content of the flash before the copy

    Each iteration yields the same bytearray, changed in place.
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
