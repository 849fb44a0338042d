"""A MicroPython with Gobelet inside, for those who build their own.

    make uf2 MICROPYTHON=DIR                 DIR holds MicroPython's sources, with its submodules for the Pico
    python -m host_tools.building.frozen DIR [--board pico_ssd1306] [--out build/gobelet.uf2]

MicroPython's own build freezes what boards/manifest.py names; here it is written where that looks for it. The file
is then dragged onto a Pico that was started with BOOTSEL held. A gobelet_board.py in the Pico's file system comes
before the frozen one: so other pins need no other build.
"""

from __future__ import annotations

import argparse
import os
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path

from host_tools.building import assets, build, uf2_blocks
from host_tools.entry_point import run_main

ROOT = build.ROOT
FROZEN = ROOT / "build" / "frozen"  # boards/manifest.py names it
MANIFEST = ROOT / "boards" / "manifest.py"

# A board's chip and radio, and what MicroPython calls such a Pico.
_TARGETS = {
    ("RP2040", False): "RPI_PICO",
    ("RP2040", True): "RPI_PICO_W",
}

# What stays of the flash for a file system: as much as a Pico W's. The code takes more than MicroPython leaves for it.
STORAGE = 848 * 1024
_STORAGE = """
#undef MICROPY_HW_FLASH_STORAGE_BYTES
#define MICROPY_HW_FLASH_STORAGE_BYTES ({bytes})
"""

# MicroPython's freezer lays machine code for this processor at even addresses, but the constants in it have to lie at
# multiples of four: the chip would stop.
_ALIGNED = """
set_source_files_properties(${CMAKE_BINARY_DIR}/frozen_content.c PROPERTIES
    COMPILE_OPTIONS "-Daligned(n)=aligned((n) < 4 ? 4 : (n))")
"""

# What MicroPython's build calls.
_TOOLS = {
    "make": "make",
    "cmake": "cmake",
    "gcc": "a C compiler for this computer",
    "arm-none-eabi-gcc": "the GNU compiler for Arm chips, with newlib",
}

_MAIN = """\
from gobelet import boot

boot.main()
"""

# In the place of the packs' file system: modules are found by MicroPython itself, the rest is here.
_ASSETS = '''\
"""Texts and fonts, frozen: read where they lie in the flash."""

from io import BytesIO

packs = None
_ASSETS = {{
{lines}
}}


def asset(name):
    """A file that stands at the first byte of a text or font. OSError if there is none."""
    try:
        return BytesIO(_ASSETS[name])
    except KeyError:
        raise OSError(2)
'''


class FrozenError(Exception):
    """There will be no UF2 file. The message is a sentence."""


def write(board: str, folder: Path = FROZEN, root: Path = ROOT) -> None:
    """Write what is to be frozen. build.BuildError if the sources have faults."""
    board_file = build.board_source(board, root)
    if folder.exists():
        shutil.rmtree(folder)
    for path, text in build.shrunk(build.sources(root), root).sources.items():
        if path != f"{build.LOADER}.py":
            (folder / path).parent.mkdir(parents=True, exist_ok=True)
            (folder / path).write_text(text, encoding="utf-8")
    lines = "\n".join(f"    {name!r}: {data!r}," for name, data in sorted(assets.for_device(root).items()))
    (folder / f"{build.LOADER}.py").write_text(_ASSETS.format(lines=lines), encoding="utf-8")
    (folder / "main.py").write_text(_MAIN, encoding="utf-8")
    (folder / "gobelet_board.py").write_text(board_file, encoding="utf-8")


def target(board: str, root: Path = ROOT) -> str:
    """What MicroPython calls the Pico of a board. FrozenError if it has none."""
    constants = build.constants(board, root)
    key = (str(constants.get("MCU")), bool(constants.get("WIRELESS")))
    if key not in _TARGETS:
        raise FrozenError(
            f"boards/{board}.py is for a {key[0]}; only the RP2040 has been tried with frozen code."
        )
    return _TARGETS[key]


def check_tools() -> None:
    """FrozenError names what MicroPython's build needs and this computer lacks."""
    missing = [f"{name} ({what})" for name, what in _TOOLS.items() if shutil.which(name) is None]
    if missing:
        raise FrozenError(
            f"This computer lacks {', '.join(missing)}. On Debian: apt install make cmake gcc gcc-arm-none-eabi "
            "libnewlib-arm-none-eabi libstdc++-arm-none-eabi-newlib."
        )


def _environment() -> dict[str, str]:
    """The SDK would fetch and build a tool to write UF2 files; this project writes its own. MicroPython's makefile adds
    to CMAKE_ARGS only if they come from the environment.
    """
    return {**os.environ, "CMAKE_ARGS": f"{os.environ.get('CMAKE_ARGS', '')} -DPICO_NO_PICOTOOL=1"}


def make(micropython: Path, board: str, out: Path) -> int:
    """Build MicroPython with what `write` wrote; returns the bytes of the flash that it takes."""
    port = micropython / "ports" / "rp2"
    if not (port / "Makefile").is_file():
        raise FrozenError(
            f"{micropython} holds no sources of MicroPython (ports/rp2 is missing). "
            "Get them with: git clone --recurse-submodules https://github.com/micropython/micropython"
        )
    name = target(board)
    check_tools()
    with tempfile.TemporaryDirectory(prefix="gobelet-uf2-") as folder:
        pico = Path(folder) / name
        shutil.copytree(port / "boards" / name, pico)
        with (pico / "mpconfigboard.h").open("a", encoding="utf-8") as settings:
            settings.write(_STORAGE.format(bytes=STORAGE))
        with (pico / "mpconfigboard.cmake").open("a", encoding="utf-8") as settings:
            settings.write(_ALIGNED)
        made = Path(folder) / "made"
        for words in (
            ["make", "-C", str(micropython / "mpy-cross")],
            [
                *("make", "-C", str(port), f"BOARD={name}", f"BOARD_DIR={pico}"),
                *(f"BUILD={made}", f"FROZEN_MANIFEST={MANIFEST}"),
            ],
        ):
            ran = subprocess.run(
                words, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, text=True, env=_environment()
            )
            if ran.returncode:
                tail = "\n".join(ran.stdout.splitlines()[-15:])
                raise FrozenError(f"{' '.join(words)} failed:\n{tail}")
        flash = (made / "firmware.bin").read_bytes()
    room = uf2_blocks.FLASH_BYTES - STORAGE
    if len(flash) > room:
        raise FrozenError(f"MicroPython with Gobelet takes {len(flash)} bytes; there is room for {room}.")
    out.parent.mkdir(parents=True, exist_ok=True)
    out.write_bytes(uf2_blocks.write(flash))
    return len(flash)


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m host_tools.building.frozen", description=__doc__.partition("\n")[0]
    )
    parser.add_argument("micropython", type=Path, help="folder of MicroPython's sources")
    parser.add_argument("--board", default=build.DEFAULT_BOARD, help=", ".join(build.boards()))
    parser.add_argument("--out", type=Path, default=ROOT / "build" / "gobelet.uf2")
    options = parser.parse_args(argv)
    try:
        write(options.board)
        size = make(options.micropython, options.board, options.out)
    except (FrozenError, build.BuildError) as fault:
        print(fault, file=sys.stderr)
        return 1
    print(f"{options.out}: MicroPython with Gobelet, {size} bytes of flash")
    return 0


if __name__ == "__main__":
    run_main(main)
