"""Build MicroPython with Gobelet frozen in, as a UF2 file.

A module is frozen if the firmware contains its compiled code, instead of a file on the device. A copy of the UF2
file onto a device does not change the player's data.

    make uf2                                 for any board with the Pico's chip; fetches MicroPython's sources
    make uf2 BOARD=pico_w                    for a Pico W; or pico2, pico2_w, or `all` for all four
    make uf2 MICROPYTHON=DIR                 DIR holds MicroPython's sources, with its submodules for the Pico.
    python -m host_tools.building.frozen [DIR] [--board pico] [--out build/uf2/gobelet-pico.uf2]

This tool writes the modules to freeze: the sources of firmware/ without types, with names and line numbers kept
for tracebacks. MicroPython's own build then freezes the modules that boards/manifest.py lists. The user copies
the UF2 file onto the drive that a Pico opens when it is started with BOOTSEL held. One UF2 file fits all boards
with the same chip, and all panels. At the first start the device detects the board or asks the user for it, and
stores the answer (firmware/gobelet_frozen.py).
"""

from __future__ import annotations

import argparse
import os
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Mapping, Sequence
from dataclasses import dataclass
from pathlib import Path

import platformdirs

from host_tools.building import assets, build, fonts, models, strip_types, uf2_blocks
from host_tools.building.models import Model
from host_tools.entry_point import run_main

ROOT = build.ROOT
FROZEN = ROOT / "build" / "frozen"  # boards/manifest.py freezes the modules in this folder
MANIFEST = ROOT / "boards" / "manifest.py"
OUT = ROOT / "build" / "uf2"
START = "gobelet_frozen"  # name of the module in firmware/ that starts a frozen Gobelet
# Name of the module with the build id. The flash tool searches the UF2 file for BUILT, which precedes the id.
BUILD = "gobelet_build"
BUILT = "gobelet build "
_BOARDS = "gobelet_boards"


@dataclass(frozen=True)
class Target:
    """One kind of Pico to build a UF2 file for.

    machine   the name of the board's folder in MicroPython's sources.
    model     the board model, with the size of its flash.
    family    the id of the chip in UF2 files.
    radio     whether the board has a radio; the radio's code is left out of the build.
    """

    machine: str
    model: Model
    family: int
    radio: bool = False


def _target(name: str, family: int, radio: bool = False) -> Target:
    model = next(model for model in models.MODELS if model.name == name)
    return Target(model.download, model, family, radio)


# The targets by name. The user passes a target's name as BOARD to `make uf2`. The names of the board files for the
# target's model begin with this name.
TARGETS = {
    "pico": _target("Pico", uf2_blocks.RP2040),
    "pico_w": _target("Pico W", uf2_blocks.RP2040, radio=True),
    "pico2": _target("Pico 2", uf2_blocks.RP2350),
    "pico2_w": _target("Pico 2 W", uf2_blocks.RP2350, radio=True),
}

# Bytes of flash reserved for MicroPython with Gobelet. The file system begins after these bytes. Every version must
# have the same value: at another address, an update would not find the player's data.
CODE = 1200 * 1024
_STORAGE = """
#undef MICROPY_HW_FLASH_STORAGE_BYTES
#define MICROPY_HW_FLASH_STORAGE_BYTES ({bytes})
"""
# Options of MicroPython that are switched off, because neither Gobelet nor mpremote uses them. This saves 68 KB of
# flash. EMIT_THUMB is a compiler to machine code on the device. Gobelet only loads machine code that mpy-cross
# compiled on a computer.
_UNUSED = (
    "EMIT_INLINE_THUMB",
    "EMIT_THUMB",
    "PY_ASYNCIO",
    "PY_CMATH",
    "PY_CRYPTOLIB",
    "PY_HASHLIB_MD5",
    "PY_HASHLIB_SHA1",
    "PY_HEAPQ",
    "PY_MACHINE_I2C_TARGET",
    "PY_MACHINE_I2S",
    "PY_ONEWIRE",
    "PY_PLATFORM",
    "PY_RE",
    "PY_UCTYPES",
    "PY_WEBSOCKET",
    "VFS_FAT",
)
# MicroPython's port rp2 sets some options of _UNUSED in its header mpconfigport.h, whatever the board's header says.
# A header of the same name in the board's folder overrides these options, because the compiler searches this
# folder first.
_CONFIG = "mpconfigport.h"
_SETTINGS = (
    f"#include_next <{_CONFIG}>\n"
    + "".join(f"#undef MICROPY_{part}\n#define MICROPY_{part} (0)\n" for part in _UNUSED)
    + "#define MICROPY_PERSISTENT_CODE_LOAD_NATIVE (1)\n"
)
# From release 1.29 on, MicroPython's build also passes the size of the file system to the linker.
_STORAGE_LINKED = """
set(MICROPY_HW_FLASH_STORAGE_BYTES {bytes})
"""
# Gobelet does not use the radio, and the radio's code would leave too little of the 2 MB flash for Gobelet.
_NO_RADIO = """
set(MICROPY_PY_LWIP OFF)
set(MICROPY_PY_NETWORK_CYW43 OFF)
set(MICROPY_PY_BLUETOOTH OFF)
set(MICROPY_BLUETOOTH_BTSTACK OFF)
set(MICROPY_PY_BLUETOOTH_CYW43 OFF)
"""
_NO_RADIO_SETTINGS = """
#undef MICROPY_PY_NETWORK
#define MICROPY_PY_NETWORK 0
#undef MICROPY_HW_PIN_EXT_COUNT
#undef MICROPY_HW_PIN_RESERVED
#define MICROPY_HW_PIN_RESERVED(i) (0)
"""

# MicroPython's freezer aligns machine code for armv6m to 2 bytes. The constants in the machine code need an
# alignment of 4 bytes, because a misaligned load halts the chip.
_ALIGNED = """
set_source_files_properties(${CMAKE_BINARY_DIR}/frozen_content.c PROPERTIES
    COMPILE_OPTIONS "-Daligned(n)=aligned((n) < 4 ? 4 : (n))")
"""

# The RP2040 runs at the fastest clock that the SDK supports, 200 MHz instead of 125, and the SDK sets the chip's
# voltage. The device then answers a device key in a third less time. The flash runs at 50 MHz instead of 62.5,
# because a board may have a slow flash chip.
_FASTEST = """
add_compile_definitions(PICO_USE_FASTEST_SUPPORTED_CLOCK=1 PICO_FLASH_SPI_CLKDIV=4)
"""

# The linker script puts the most used code of the interpreter into RAM, because the cache of the flash is small.
# The code takes 24 KB of RAM, and the device answers a device key in a sixth less time. MicroPython's own linker
# script lists three such files. Up to release 1.28, it has the object names of an older SDK, which match no file.
_SCRIPT = "gobelet.ld"
_WISHED = re.compile(r" \*(?:py/)?gc\.c\.\w+ \*(?:py/)?vm\.c\.\w+ \*(?:py/)?parse\.c\.\w+(?=\))")
# Newest MicroPython release whose linker script is known to contain the names that _WISHED matches. Release 1.29
# uses SDK 2.3, which moves these names to another file.
NEWEST = "1.28"
_IN_MEMORY = ("gc", "vm", "map", "obj", "objtype", "objfun", "bc", "runtime")
_LINKED = f"""
set(MICROPY_BOARD_LINKER_SCRIPT ${{MICROPY_BOARD_DIR}}/{_SCRIPT})
"""

# The MicroPython version to fetch, and the submodules that the build for a Pico needs.
VERSION = "v1.28.0"
SOURCES = "https://github.com/micropython/micropython"
_SUBMODULES = ("lib/pico-sdk", "lib/tinyusb", "lib/micropython-lib", "lib/mbedtls")

# The commands that MicroPython's build needs, and the Debian package of each.
_TOOLS = {
    "make": "make",
    "cmake": "cmake",
    "gcc": "gcc",
    "arm-none-eabi-gcc": "gcc-arm-none-eabi",
}
_LIBRARIES = {"nosys.specs": "libnewlib-arm-none-eabi", "libstdc++.a": "libstdc++-arm-none-eabi-newlib"}

_BOOT = f"""\
import {START}

{START}.mount()
"""
_MAIN = f"""\
import {START}

{START}.main()
"""

# The source of the frozen module gobelet_media, from which gobelet/device/assets.py reads the fonts and texts.
_ASSETS = '''\
"""Texts and fonts, frozen: they lie in the flash."""

FONTS = {fonts!r}
ASSETS = {{
{lines}
}}
'''


class FrozenError(Exception):
    """The reason why the UF2 file cannot be built, as one sentence."""


def file_name(name: str) -> str:
    """Return the name of the UF2 file for one of TARGETS."""
    return f"gobelet-{name}.uf2"


def storage_size(name: str) -> int:
    """Return the size, in bytes, of the file system on one of TARGETS."""
    return TARGETS[name].model.flash - CODE


def runs_on(name: str, facts: Mapping[str, object]) -> bool:
    """Tell whether the UF2 file for one of TARGETS runs on a board.

    `facts` holds the constants of the board file. The board must have the target's chip. The board must
    have a radio if the target has one, and no radio if the target has none.
    """
    target = TARGETS[name]
    chip = "RP2350" if target.family == uf2_blocks.RP2350 else "RP2040"
    return facts["MCU"] == chip and facts["WIRELESS"] == target.radio


def target_of(facts: Mapping[str, object]) -> str:
    """Return the name in TARGETS whose UF2 file runs on a board.

    `facts` holds the constants of the board file.
    """
    return next(name for name in TARGETS if runs_on(name, facts))


def boards(name: str, root: Path = ROOT) -> list[str]:
    """Return the boards that the first start of one of TARGETS offers to the user.

    The list has one board for each combination of model and panel. Boards of the target's model are first. Among
    boards of one model, SSD1306 panels are first, then SH1106 panels.
    """
    found: dict[tuple[object, ...], str] = {}
    every = {each: build.constants(each, root) for each in build.boards(root)}

    def order(board: str) -> tuple[object, ...]:
        own = models.model_of(every[board]) is TARGETS[name].model
        return (not own, "ssd1306" not in board, "sh1106" not in board, board)

    for board in sorted((each for each, facts in every.items() if runs_on(name, facts)), key=order):
        facts = every[board]
        found.setdefault((models.model_of(facts).name, facts["CHIP"], facts.get("PANEL")), board)
    return list(found.values())


def build_id(name: str, root: Path = ROOT) -> str:
    """Return the build id of the frozen modules for one of TARGETS.

    The id is a hash of the modules' paths and texts.
    """
    said = modules(name, root)[f"{BUILD}.py"]
    return said.split('"')[1].split()[-1]


def write_modules(name: str, folder: Path = FROZEN, root: Path = ROOT) -> None:
    """Write the modules to freeze for one of TARGETS into `folder`.

    The function empties the folder first. Raises build.BuildError if the sources have faults.
    """
    if folder.exists():
        shutil.rmtree(folder)
    for path, text in modules(name, root).items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text, encoding="utf-8")


def modules(name: str, root: Path = ROOT) -> dict[str, str]:
    """Return the texts of the modules to freeze for one of TARGETS, by path.

    Raises build.BuildError if the sources have faults.
    """
    # Each board file is frozen twice, as text and as module. The device copies the text of one board file to its
    # file system. The device imports the module of this board file, which saves compiling the text at each start.
    texts = {f"gobelet_{board}": build.board_source(board, root) for board in boards(name, root)}
    start = (root / "firmware" / f"{START}.py").read_text(encoding="utf-8")
    sources = build.sources(root) | {
        f"{START}.py": strip_types.strip(start),
        f"{_BOARDS}.py": f"BOARDS = {tuple((each, text.encode()) for each, text in texts.items())!r}\n",
    }
    lines = "\n".join(
        f"    {each!r}: {data!r}," for each, data in sorted(assets.build_device_assets(root).items())
    )
    files = sources | {
        "gobelet_media.py": _ASSETS.format(fonts=tuple(fonts.ASSETS), lines=lines),
        "main.py": _MAIN,
        "_boot.py": _BOOT,
        **{f"{each}.py": strip_types.strip(text) for each, text in texts.items()},
    }
    said = "".join(f"{path} {build.digest(text.encode())}\n" for path, text in sorted(files.items()))
    return files | {f"{BUILD}.py": f'BUILD = "{BUILT}{build.digest(said.encode())[:16]}"\n'}


def elf_path(uf2: Path) -> Path:
    """Return the path of the ELF file that `build_uf2` writes beside a UF2 file.

    The profiler of the emulated chip reads the symbols in the ELF file.
    """
    return uf2.with_suffix(".elf")


def check_tools(*more: str) -> None:
    """Raise FrozenError if this computer lacks a command or library for the build.

    `more` names further commands that must exist.
    """
    needed = _TOOLS | {each: each for each in more}
    missing = {name: package for name, package in needed.items() if shutil.which(name) is None}
    if "arm-none-eabi-gcc" not in missing:
        missing |= {name: package for name, package in _LIBRARIES.items() if not _compiler_has(name)}
    if missing:
        raise FrozenError(
            f"This computer lacks {', '.join(missing)}. On Debian: sudo apt install {' '.join(missing.values())}. "
            "On a Mac: xcode-select --install; brew install cmake; brew install --cask gcc-arm-embedded."
        )


def _compiler_has(name: str) -> bool:
    """Tell whether the cross compiler finds a library file.

    The compiler prints the path of the file, or only its name if the file is missing.
    """
    ran = subprocess.run(["arm-none-eabi-gcc", f"-print-file-name={name}"], capture_output=True, text=True)
    return ran.stdout.strip() != name


def fetch_sources(into: Path | None = None) -> Path:
    """Return the folder of MicroPython's sources, and fetch them if it is missing.

    The folder is `into`; by default it is in the user's cache. Raises FrozenError if the sources cannot be
    fetched.
    """
    into = into or platformdirs.user_cache_path("gobelet", appauthor=False) / f"micropython-{VERSION}"
    if into.is_dir():
        return into
    check_tools("git")
    print(f"Fetching MicroPython {VERSION} into {into}", flush=True)
    into.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory(prefix="fetching-", dir=into.parent) as folder:
        part = Path(folder) / "micropython"
        for words in (
            ["clone", "--quiet", "--depth", "1", "--branch", VERSION, SOURCES, str(part)],
            ["-C", str(part), "submodule", "--quiet", "update", "--init", "--depth", "1", *_SUBMODULES],
        ):
            ran = subprocess.run(
                ["git", "-c", "advice.detachedHead=false", *words], stderr=subprocess.PIPE, text=True
            )
            if ran.returncode:
                said = (ran.stderr.strip().splitlines() or ["git says nothing"])[-1]
                raise FrozenError(
                    f"MicroPython's sources could not be fetched from {SOURCES} ({said}): fetch {VERSION} with its "
                    "submodules where there is a network, and give the folder with `make uf2 MICROPYTHON=DIR`."
                )
        part.rename(into)
    return into


def _environment() -> dict[str, str]:
    """Return the environment variables of MicroPython's build, with picotool disabled.

    The SDK would download and build picotool to write UF2 files, but uf2_blocks.py writes them. CMAKE_ARGS is
    an environment variable, because MicroPython's makefile cannot extend a variable from the command line.
    """
    return {**os.environ, "CMAKE_ARGS": f"{os.environ.get('CMAKE_ARGS', '')} -DPICO_NO_PICOTOOL=1"}


def build_uf2(micropython: Path, name: str, out: Path) -> int:
    """Build MicroPython with the modules that `write_modules` wrote.

    Write the UF2 file `out`, and return the number of flash bytes that the built MicroPython fills.
    """
    port = micropython / "ports" / "rp2"
    if not (port / "Makefile").is_file():
        raise FrozenError(
            f"{micropython} holds no sources of MicroPython (ports/rp2 is missing): `make uf2` alone fetches them."
        )
    refuse_older(micropython)
    check_tools()
    target = TARGETS[name]
    with tempfile.TemporaryDirectory(prefix="gobelet-uf2-") as folder:
        pico = Path(folder) / target.machine
        made = Path(folder) / "made"
        shutil.copytree(port / "boards" / target.machine, pico)
        configure_board(pico, name, port)
        for words in (
            ["make", "-C", str(micropython / "mpy-cross")],
            [
                *("make", "-C", str(port), f"BOARD={target.machine}", f"BOARD_DIR={pico}"),
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
        if len(flash) > CODE:
            raise FrozenError(f"MicroPython with Gobelet takes {len(flash)} bytes; there is room for {CODE}.")
        out.parent.mkdir(parents=True, exist_ok=True)
        out.write_bytes(uf2_blocks.write_safely(flash, target.family))
        shutil.copyfile(made / "firmware.elf", elf_path(out))
    return len(flash)


def configure_board(pico: Path, name: str, port: Path) -> None:
    """Adapt a copy of a board's folder in MicroPython's sources to one of TARGETS.

    pico   the copy of the board's folder, which the function changes
    port   the folder of MicroPython's port rp2
    """
    chip = "rp2350" if TARGETS[name].family == uf2_blocks.RP2350 else "rp2040"
    place = port / f"memmap_mp_{chip}.ld"
    named = "".join(f" */py/{each}.c.o" for each in _IN_MEMORY)
    script = place.read_text(encoding="utf-8") if place.is_file() else ""
    script, found = _WISHED.subn(named, script)
    if not found:
        raise FrozenError(
            f"This MicroPython does not say in {place} what lies in memory, as {NEWEST} does; take that."
        )
    (pico / _SCRIPT).write_text(script, encoding="utf-8")
    more = {
        "mpconfigboard.h": _STORAGE.format(bytes=storage_size(name)),
        _CONFIG: _SETTINGS,
        "mpconfigboard.cmake": _STORAGE_LINKED.format(bytes=storage_size(name)) + _ALIGNED + _LINKED,
    }
    if TARGETS[name].family == uf2_blocks.RP2040:
        more["mpconfigboard.cmake"] += _FASTEST
    if TARGETS[name].radio:
        more["mpconfigboard.h"] += _NO_RADIO_SETTINGS
        more["mpconfigboard.cmake"] += _NO_RADIO
        # The build leaves out the driver of the radio chip, so its pins must not be listed.
        pins = pico / "pins.csv"
        lines = pins.read_text(encoding="utf-8").splitlines(keepends=True)
        pins.write_text("".join(line for line in lines if "EXT_GPIO" not in line), encoding="utf-8")
    for file, text in more.items():
        with (pico / file).open("a", encoding="utf-8") as settings:
            settings.write(text)


def refuse_older(micropython: Path) -> None:
    """Raise FrozenError if MicroPython's sources are older than Gobelet supports."""
    text = (micropython / "py" / "mpconfig.h").read_text(encoding="utf-8")
    found = tuple(
        int(number) for number in re.findall(r"#define MICROPY_VERSION_(?:MAJOR|MINOR) (\d+)", text)
    )
    oldest = build.oldest()
    if found < oldest:
        raise FrozenError(
            f"{micropython} holds MicroPython {'.'.join(map(str, found))}; "
            f"take {oldest[0]}.{oldest[1]} or newer."
        )


def main(argv: Sequence[str] | None = None) -> int:
    """Build the UF2 files that the command line asks for; return the exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m host_tools.building.frozen", description=__doc__.partition("\n")[0]
    )
    parser.add_argument(
        "micropython", type=Path, nargs="?", help="folder of its sources; else they are fetched"
    )
    parser.add_argument("--board", default="pico", help=f"{', '.join(TARGETS)} or all (pico)")
    parser.add_argument("--out", type=Path, help="file to write (build/uf2/gobelet-BOARD.uf2)")
    options = parser.parse_args(argv)
    names = list(TARGETS) if options.board == "all" else [options.board]
    try:
        if names[0] not in TARGETS:
            raise FrozenError(
                f"There is no {names[0]!r} with Gobelet inside; there are {', '.join(TARGETS)}, "
                "each for every board with its chip and every panel, and all."
            )
        if options.out and len(names) > 1:
            raise FrozenError("Four files cannot be one: leave out --out.")
        sources = options.micropython or fetch_sources()
        for name in names:
            out = options.out or OUT / file_name(name)
            write_modules(name)
            size = build_uf2(sources, name, out)
            print(f"{out}: MicroPython with Gobelet, {size} bytes of flash, of {CODE}", flush=True)
    except (FrozenError, build.BuildError) as fault:
        print(fault, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    run_main(main)
