"""The two files that the emulated chip needs and that are not ours: kept in the user's cache folder.

    python -m tests.chip.files [--uf2 FILE] [--rom FILE] [--elf FILE]

Each is looked at before it is kept; FileError says in a sentence what is wrong with it, and where to find it. Without
one of the first two, now or in the cache, the exit code is 1.
"""

from __future__ import annotations

import argparse
import struct
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import platformdirs

FLASH_AT = 0x10000000
FLASH_BYTES = 2 * 1024 * 1024
ROM_BYTES = 16 * 1024

_UF2_BLOCK = 512
_UF2_MAGIC = (0x0A324655, 0x9E5D5157)
_UF2_END = 0x0AB16F30
_UF2_NO_FLASH = 0x1
_UF2_FAMILY = 0x2000  # the block says for which chip it is
RP2040 = 0xE48BFF56
_ROM_MAGIC = b"Mu\x01"
_ROM_VERSIONS = {1: "B0", 2: "B1", 3: "B2"}
_ELF = b"\x7fELF"


class FileError(Exception):
    """One of the files is missing or is another kind of file. One sentence."""


@dataclass(frozen=True)
class Kind:
    name: str  # in the cache
    option: str  # of `make chip`
    what: str
    where: str


UF2 = Kind(
    "micropython.uf2",
    "UF2",
    "MicroPython for the Raspberry Pi Pico",
    "micropython.org/download/RPI_PICO publishes it as a .uf2 file",
)
ROM = Kind(
    "bootrom.bin",
    "ROM",
    "the boot ROM of the RP2040, version B1 or B2",
    "the releases of github.com/raspberrypi/pico-bootrom-rp2040 publish it as b1.elf, b2.elf or a .bin file",
)
# Not needed to measure; says what the profiler calls the functions of that very UF2.
ELF = Kind("micropython.elf", "ELF", "the .elf file of that MicroPython", "a build of MicroPython makes it")


def folder() -> Path:
    return platformdirs.user_cache_path("gobelet", appauthor=False) / "chip"


def missing(at: Path) -> list[Kind]:
    """Which of the two needed files the cache has not."""
    return [kind for kind in (UF2, ROM) if not (at / kind.name).is_file()]


def advice(kinds: list[Kind]) -> str:
    """What to do about missing files."""
    lines = [f"The emulated Pico needs {kind.what}: {kind.where}." for kind in kinds]
    command = "make chip " + " ".join(f"{kind.option}=FILE" for kind in kinds)
    return "\n".join([*lines, f"Give it once, with `{command}`; a copy is kept in {folder()}."])


def no_elf() -> str:
    return (
        "A profile needs the .elf file that was built with the UF2 file, for where its functions are. The published "
        "MicroPython has none: build one, and give both with `make chip UF2=FILE ELF=FILE`."
    )


def keep(kind: Kind, source: Path, at: Path) -> None:
    """Look at a file and keep a copy. FileError if it is not what it should be."""
    try:
        data = source.read_bytes()
    except OSError as error:
        raise FileError(f"{source} cannot be read: {error.strerror or error}.") from None
    try:
        if kind is UF2:
            firmware(data)
        elif kind is ROM:
            data = boot_rom(data)
        elif not data.startswith(_ELF):
            raise FileError("it does not begin as an ELF file does")
    except FileError as fault:
        raise FileError(f"{source} is not {kind.what}: {fault}. But {kind.where}.") from None
    at.mkdir(parents=True, exist_ok=True)
    new = at / f"{kind.name}.new"
    new.write_bytes(data)
    new.replace(at / kind.name)


def firmware(uf2: bytes) -> bytes:
    """What a UF2 file puts into the flash of an RP2040, from its first byte. FileError for another chip's."""
    flash = bytearray(b"\xff" * FLASH_BYTES)
    end = 0
    if not uf2 or len(uf2) % _UF2_BLOCK:
        raise FileError(f"its {len(uf2)} bytes are no whole number of UF2 blocks")
    for at in range(0, len(uf2), _UF2_BLOCK):
        block = uf2[at : at + _UF2_BLOCK]
        *magic, flags, target, size = struct.unpack_from("<5I", block)
        (last,) = struct.unpack_from("<I", block, _UF2_BLOCK - 4)
        if tuple(magic) != _UF2_MAGIC or last != _UF2_END or size > 476:
            raise FileError(f"block {at // _UF2_BLOCK} is no block of a UF2 file")
        if flags & _UF2_NO_FLASH:
            continue
        (family,) = struct.unpack_from("<I", block, 28)
        if not flags & _UF2_FAMILY or family != RP2040:
            raise FileError(f"it is for another chip than the RP2040 (family {family:#010x})")
        place = target - FLASH_AT
        if not 0 <= place <= FLASH_BYTES - size:
            raise FileError(f"it writes to {target:#010x}, outside of a Pico's flash")
        flash[place : place + size] = block[32 : 32 + size]
        end = max(end, place + size)
    return bytes(flash[:end])


def boot_rom(data: bytes) -> bytes:
    """The 16 KB of the boot ROM, from a plain image or an ELF file. FileError for anything else."""
    image = _from_elf(data) if data.startswith(_ELF) else data
    if len(image) != ROM_BYTES:
        raise FileError(f"it has {len(image)} bytes, the ROM has {ROM_BYTES}")
    if image[16:19] != _ROM_MAGIC:
        raise FileError("the ROM's mark is not at its place")
    if image[19] not in _ROM_VERSIONS:
        raise FileError(f"its version is {image[19]}, known are 1 to 3 (B0, B1, B2)")
    return image


def _from_elf(data: bytes) -> bytes:
    """What an ELF file loads at address 0."""
    image = bytearray(ROM_BYTES)
    try:
        (table,) = struct.unpack_from("<I", data, 28)
        size, count = struct.unpack_from("<2H", data, 42)
        for number in range(count):
            kind, offset, _, place, length = struct.unpack_from("<5I", data, table + number * size)
            if kind == 1 and place + length <= ROM_BYTES:
                image[place : place + length] = data[offset : offset + length]
    except struct.error:
        raise FileError("it is a torn ELF file") from None
    return bytes(image)


def main(argv: Sequence[str] | None = None, at: Path | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m tests.chip.files")
    for kind in (UF2, ROM, ELF):
        parser.add_argument(f"--{kind.option.lower()}", default="", help=kind.what)
    options = parser.parse_args(argv)
    at = at or folder()
    try:
        for kind in (UF2, ROM, ELF):
            source = getattr(options, kind.option.lower())
            if source:
                keep(kind, Path(source), at)
    except FileError as fault:
        print(fault, file=sys.stderr)
        return 1
    lacking = missing(at)
    if lacking:
        print(advice(lacking), file=sys.stderr)
    return 1 if lacking else 0


if __name__ == "__main__":
    sys.exit(main())
