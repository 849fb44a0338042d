"""The third-party files that the emulated chip needs; they are stored in the user's cache folder.

    python -m tests.chip.files [--rom FILE] [--published FILE...] [--rp2350js FOLDER]    store these files.
    python -m tests.chip.files --check      exit with 1 if one is missing, or the output of `make uf2`.

The user passes the boot ROM once. Published MicroPythons, one file for each version and chip, are for `make
chip ARGS="--plain --games"`; new files replace the stored ones. Each file is checked before any is stored. The message
of FileError names the fault and the source of the right file.
"""

from __future__ import annotations

import argparse
import re
import shutil
import struct
import sys
from collections.abc import Sequence
from dataclasses import dataclass
from pathlib import Path

import platformdirs

from host_tools.building import frozen, models, uf2_blocks
from host_tools.building.uf2_blocks import Uf2Error

ROM_BYTES = 16 * 1024

_ROM_MAGIC = b"Mu\x01"
_ROM_VERSIONS = {1: "B0", 2: "B1", 3: "B2"}
_ELF = b"\x7fELF"
_VERSION = re.compile(rb"MicroPython v(\d+\.\d+\.\d+[\w.-]*)")
_MACHINE = re.compile(rb"[A-Z][ -~]+ with RP2\d+")


class FileError(Exception):
    """A file is missing or of the wrong kind. The message is a sentence."""


@dataclass(frozen=True)
class Kind:
    name: str  # name in the cache; for UF2 files the folder
    option: str  # option of `make chip`
    what: str
    where: str


PUBLISHED = Kind(
    "micropython",
    "PUBLISHED",
    "a published MicroPython for a Raspberry Pi Pico",
    "micropython.org/download/RPI_PICO publishes it as a .uf2 file, and RPI_PICO2",
)
ROM = Kind(
    "bootrom.bin",
    "ROM",
    "the boot ROM of the RP2040, version B1 or B2",
    "the releases of github.com/raspberrypi/pico-bootrom-rp2040 publish it as b1.elf, b2.elf or a .bin file",
)
# Only for a Pico 2. The emulator is not on npm, so the user builds a clone.
RP2350JS = Kind(
    "rp2350js",
    "RP2350JS",
    "rp2350js, which emulates the RP2350",
    "clone github.com/c1570/rp2350js, and in it run `npm ci` and `npm run build`",
)
_BUILT = "dist/cjs"
_NEEDED = "node_modules/uf2"


def stored_folder() -> Path:
    """Return the folder of the stored files: the user's cache, or build/ for a user without a home."""
    try:
        return platformdirs.user_cache_path("gobelet", appauthor=False) / "chip"
    except RuntimeError:
        return Path(__file__).resolve().parents[2] / "build" / "chip"


def our_uf2(target: str, given: Path | None = None) -> Path:
    """Return our UF2 file for one of frozen.TARGETS. Raises FileError if the file is missing."""
    path = given or frozen.OUT / frozen.file_name(target)
    if not path.is_file():
        raise FileError(
            f"There is no {path}: make it with `make uf2 BOARD={target}`, or give one with `make chip UF2=FILE`."
        )
    return path


def stored_rom(at: Path) -> Path:
    """Return the stored boot ROM. Raises FileError if the file is missing."""
    return _stored_path(ROM, at)


def stored_rp2350js(at: Path) -> Path:
    """Return the folder of the stored emulator. Raises FileError if the folder is missing."""
    return _stored_path(RP2350JS, at)


def _stored_path(kind: Kind, at: Path) -> Path:
    if not (at / kind.name).exists():
        raise FileError(
            f"The emulated Pico needs {kind.what}: {kind.where}. "
            f"Give it once, with `make chip {kind.option}=...`; what is needed of it is kept in {stored_folder()}."
        )
    return at / kind.name


def published_files(at: Path, target: str) -> dict[str, Path]:
    """Return the stored MicroPythons for one of frozen.TARGETS by version, oldest first.

    Raises FileError if there is none.
    """
    begin = f"{frozen.TARGETS[target].machine}-"
    found = sorted((at / PUBLISHED.name).glob(f"{begin}*.uf2"), key=_by_version)
    if not found:
        raise FileError(
            f"Plain files need {PUBLISHED.what}: {PUBLISHED.where}. Give it once, with "
            f'`make chip PUBLISHED="FILE..."`; a copy is kept in {stored_folder()}.'
        )
    return {path.stem.removeprefix(begin): path for path in found}


def _by_version(path: Path) -> list[int]:
    return [int(number) for number in re.findall(r"\d+", path.stem)]


def keep_rp2350js(source: Path, at: Path) -> None:
    """Store the required parts of a built clone of rp2350js. Raises FileError if the folder is not such a clone."""
    for part in (_BUILT, _NEEDED):
        if not (source / part).is_dir():
            raise FileError(f"{source} is not {RP2350JS.what}: it has no {part}. But {RP2350JS.where}.")
    kept = at / RP2350JS.name
    if kept.is_dir():
        shutil.rmtree(kept)
    shutil.copytree(source / _BUILT, kept)
    shutil.copytree(source / _NEEDED, kept / _NEEDED)


def keep_rom(source: Path, at: Path) -> None:
    """Check the boot ROM and store a copy. Raises FileError."""
    data = _read_file(source)
    try:
        image = boot_rom(data)
    except FileError as fault:
        raise FileError(f"{source} is not {ROM.what}: {fault}. But {ROM.where}.") from None
    _write_file(at / ROM.name, image)


def keep_published(sources: Sequence[Path], at: Path) -> None:
    """Check published MicroPythons and store copies, replacing the stored ones.

    Raises FileError for a wrong file, or two files of the same version and machine.
    """
    made: dict[str, bytes] = {}
    for source in sources:
        name, data = _micropython_content(source)
        if name in made:
            raise FileError(f"{source} is a second {name}; give one file of each version.")
        made[name] = data
    if (at / PUBLISHED.name).is_dir():
        shutil.rmtree(at / PUBLISHED.name)
    for name, data in made.items():
        _write_file(at / PUBLISHED.name / f"{name}.uf2", data)


def _micropython_content(source: Path) -> tuple[str, bytes]:
    """Return (machine and version, content) of a UF2 file."""
    data = _read_file(source)
    try:
        flash = uf2_blocks.read(data, *uf2_blocks.CHIPS)
        version, machine = _VERSION.search(flash), _MACHINE.search(flash)
        if version is None or machine is None:
            raise FileError("no version of MicroPython stands in it")
        model = models.model_named(machine[0].decode())
        if model is None:
            raise FileError(f"it is for a {machine[0].decode()}")
    except (FileError, Uf2Error) as fault:
        raise FileError(f"{source} is not {PUBLISHED.what}: {fault}. But {PUBLISHED.where}.") from None
    return f"{model.download}-{version[1].decode()}", data


def _read_file(source: Path) -> bytes:
    try:
        return source.read_bytes()
    except OSError as error:
        raise FileError(f"{source} cannot be read: {error.strerror or error}.") from None


def _write_file(path: Path, data: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    new = path.with_name(path.name + ".new")
    new.write_bytes(data)
    new.replace(path)


def boot_rom(data: bytes) -> bytes:
    """Return the 16 KB boot ROM in a plain image or an ELF file. Raises FileError."""
    image = _from_elf(data) if data.startswith(_ELF) else data
    if len(image) != ROM_BYTES:
        raise FileError(f"it has {len(image)} bytes, the ROM has {ROM_BYTES}")
    if image[16:19] != _ROM_MAGIC:
        raise FileError("the ROM's mark is not at its place")
    if image[19] not in _ROM_VERSIONS:
        raise FileError(f"its version is {image[19]}, known are 1 to 3 (B0, B1, B2)")
    return image


def _from_elf(data: bytes) -> bytes:
    """Return the bytes that an ELF file loads at address 0."""
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
    parser = argparse.ArgumentParser(
        prog="python -m tests.chip.files", description=__doc__.partition("\n")[0]
    )
    parser.add_argument("--rom", type=Path, help=ROM.what)
    parser.add_argument(
        "--published", type=Path, nargs="*", default=[], help=f"{PUBLISHED.what}, of each version"
    )
    parser.add_argument("--rp2350js", type=Path, metavar="FOLDER", help=RP2350JS.what)
    parser.add_argument("--check", action="store_true", help="whether `make chip` has what it needs")
    options = parser.parse_args(argv)
    at = at or stored_folder()
    try:
        if options.rp2350js:
            keep_rp2350js(options.rp2350js, at)
        if options.published:
            keep_published(options.published, at)
        if options.rom:
            keep_rom(options.rom, at)
        if options.check:
            stored_rom(at)
            our_uf2("pico")
    except FileError as fault:
        print(fault, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
