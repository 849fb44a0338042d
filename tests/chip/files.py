"""The files that the emulated chip needs and that are not ours: kept in the user's cache folder.

    python -m tests.chip.files [--uf2 FILE...] [--rom FILE] [--elf FILE] [--rp2350js FOLDER]

One UF2 file for each version of MicroPython that is to be measured; those given replace those kept. Each file is
looked at before any is kept; FileError says in a sentence what is wrong with it, and where to find it. Without a UF2
file and a ROM, now or in the cache, the exit code is 1.
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

from host_tools.building import uf2_blocks
from host_tools.building.uf2_blocks import Uf2Error

ROM_BYTES = 16 * 1024

_ROM_MAGIC = b"Mu\x01"
_ROM_VERSIONS = {1: "B0", 2: "B1", 3: "B2"}
_ELF = b"\x7fELF"
_BANNER = re.compile(rb"MicroPython v(\d+\.\d+\.\d+[\w.-]*)")


class FileError(Exception):
    """One of the files is missing or is another kind of file. One sentence."""


@dataclass(frozen=True)
class Kind:
    name: str  # in the cache; of UF2 files the folder
    option: str  # of `make chip`
    what: str
    where: str


UF2 = Kind(
    "micropython",
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
# Only for a Pico 2: npm has none, so it is built where it was cloned.
RP2350JS = Kind(
    "rp2350js",
    "RP2350JS",
    "rp2350js, which emulates the RP2350",
    "clone github.com/c1570/rp2350js, and in it run `npm ci` and `npm run build`",
)
_BUILT = "dist/cjs"
_NEEDED = "node_modules/uf2"


def folder() -> Path:
    return platformdirs.user_cache_path("gobelet", appauthor=False) / "chip"


def missing(at: Path) -> list[Kind]:
    """Which of the two needed files the cache has not."""
    found = {UF2: bool(firmwares(at)), ROM: (at / ROM.name).is_file()}
    return [kind for kind, there in found.items() if not there]


def firmwares(at: Path) -> dict[str, Path]:
    """The UF2 files that are kept, by their version of MicroPython, oldest first."""
    return {path.stem: path for path in sorted((at / UF2.name).glob("*.uf2"), key=_by_version)}


def _by_version(path: Path) -> list[int]:
    return [int(number) for number in re.findall(r"\d+", path.stem)]


def advice(kinds: list[Kind]) -> str:
    """What to do about missing files."""
    lines = [f"The emulated Pico needs {kind.what}: {kind.where}." for kind in kinds]
    command = "make chip " + " ".join(f"{kind.option}=FILE" for kind in kinds)
    return "\n".join([*lines, f"Give it once, with `{command}`; a copy is kept in {folder()}."])


def rp2350js(at: Path) -> Path:
    """The folder of the emulator that is kept. FileError if there is none."""
    kept = at / RP2350JS.name
    if not kept.is_dir():
        raise FileError(
            f"A Pico 2 needs {RP2350JS.what}: {RP2350JS.where}. Give its folder once, with "
            f"`make chip RP2350JS=FOLDER`; what is needed of it is kept in {folder()}."
        )
    return kept


def keep_rp2350js(source: Path, at: Path) -> None:
    """Keep what is needed of a clone of rp2350js that was built. FileError if it is none."""
    for part in (_BUILT, _NEEDED):
        if not (source / part).is_dir():
            raise FileError(f"{source} is not {RP2350JS.what}: it has no {part}. But {RP2350JS.where}.")
    kept = at / RP2350JS.name
    if kept.is_dir():
        shutil.rmtree(kept)
    shutil.copytree(source / _BUILT, kept)
    shutil.copytree(source / _NEEDED, kept / _NEEDED)


def no_elf() -> str:
    return (
        "A profile needs the .elf file that was built with the UF2 file, for where its functions are. The published "
        "MicroPython has none: build one, and give both with `make chip UF2=FILE ELF=FILE`."
    )


def one_to_profile(versions: list[str]) -> str:
    return (
        f"A profile is of one MicroPython, and {', '.join(versions)} are kept. Give the one that the .elf file was "
        "built with: `make chip UF2=FILE ELF=FILE`."
    )


def keep(kind: Kind, source: Path, at: Path) -> None:
    """Look at the ROM or the ELF file and keep a copy. FileError if it is not what it should be."""
    _put(at / kind.name, _looked_at(kind, source)[1])


def keep_firmwares(sources: Sequence[Path], at: Path) -> None:
    """Look at UF2 files and keep copies in the place of those that are there. FileError if one is not what it should
    be, or if two are of one version.
    """
    made: dict[str, bytes] = {}
    for source in sources:
        version, data = _looked_at(UF2, source)
        if version in made:
            raise FileError(f"{source} is a second MicroPython {version}; give one file of each version.")
        made[version] = data
    before = firmwares(at)
    for version, data in made.items():
        _put(at / UF2.name / f"{version}.uf2", data)
    for version, path in before.items():
        if version not in made:
            path.unlink()


def _looked_at(kind: Kind, source: Path) -> tuple[str, bytes]:
    """(the version of a UF2 file, what is to be kept)."""
    version = ""
    try:
        data = source.read_bytes()
    except OSError as error:
        raise FileError(f"{source} cannot be read: {error.strerror or error}.") from None
    try:
        if kind is UF2:
            banner = _BANNER.search(uf2_blocks.read(data))
            if banner is None:
                raise FileError("no version of MicroPython stands in it")
            version = banner[1].decode()
        elif kind is ROM:
            data = boot_rom(data)
        elif not data.startswith(_ELF):
            raise FileError("it does not begin as an ELF file does")
    except (FileError, Uf2Error) as fault:
        raise FileError(f"{source} is not {kind.what}: {fault}. But {kind.where}.") from None
    return version, data


def _put(path: Path, data: bytes) -> None:
    path.parent.mkdir(parents=True, exist_ok=True)
    new = path.with_name(path.name + ".new")
    new.write_bytes(data)
    new.replace(path)


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
    parser = argparse.ArgumentParser(
        prog="python -m tests.chip.files", description=__doc__.partition("\n")[0]
    )
    parser.add_argument("--uf2", type=Path, nargs="*", default=[], help=f"{UF2.what}, one of each version")
    for kind in (ROM, ELF):
        parser.add_argument(f"--{kind.option.lower()}", default="", help=kind.what)
    parser.add_argument("--rp2350js", default="", metavar="FOLDER", help=RP2350JS.what)
    options = parser.parse_args(argv)
    at = at or folder()
    try:
        if options.rp2350js:
            keep_rp2350js(Path(options.rp2350js), at)
        if options.uf2:
            keep_firmwares(options.uf2, at)
        for kind in (ROM, ELF):
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
