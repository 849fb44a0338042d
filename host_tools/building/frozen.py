"""A MicroPython with Gobelet inside: one file to put on a Pico, which leaves what was played there.

    make uf2                                 for a Pico, and any board with its chip; fetches MicroPython's sources
    make uf2 BOARD=pico_w                    or pico2, pico2_w; all: each of them
    make uf2 MICROPYTHON=DIR                 DIR holds MicroPython's sources, with its submodules for the Pico
    python -m host_tools.building.frozen [DIR] [--board pico] [--out build/uf2/gobelet-pico.uf2]

MicroPython's own build freezes what boards/manifest.py names; here it is written where that looks for it: the sources
of firmware/ without their types, so that a traceback has their names and lines. The file is then copied onto the drive
of a Pico that was started with BOOTSEL held. One file does for every board with the chip and every panel, which the
first start finds and asks for and which are kept in the file system (firmware/gobelet_frozen.py).
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
FROZEN = ROOT / "build" / "frozen"  # boards/manifest.py names it
MANIFEST = ROOT / "boards" / "manifest.py"
OUT = ROOT / "build" / "uf2"
START = "gobelet_frozen"  # the module of firmware/ that only a frozen Gobelet has
BUILD = (
    "gobelet_build"  # the module that says of which sources they are, in a text that is found in a UF2 file
)
BUILT = "gobelet build "
_BOARDS = "gobelet_boards"


@dataclass(frozen=True)
class Target:
    """What is built for one kind of Pico.

    machine   what MicroPython calls it; radio: whether it has one, which stays off and is left out
    model     its flash, and how much of it MicroPython leaves for files
    family    for which chip its UF2 files are
    """

    machine: str
    model: Model
    family: int
    radio: bool = False


def _target(name: str, family: int, radio: bool = False) -> Target:
    model = next(model for model in models.MODELS if model.name == name)
    return Target(model.download, model, family, radio)


# By the first word of the names of their board files.
TARGETS = {
    "pico": _target("Pico", uf2_blocks.RP2040),
    "pico_w": _target("Pico W", uf2_blocks.RP2040, radio=True),
    "pico2": _target("Pico 2", uf2_blocks.RP2350),
    "pico2_w": _target("Pico 2 W", uf2_blocks.RP2350, radio=True),
}

# So much of the flash is for the code: the file system begins behind it, at the same address in every version, or an
# update would lose what was played.
CODE = 1200 * 1024
_STORAGE = """
#undef MICROPY_HW_FLASH_STORAGE_BYTES
#define MICROPY_HW_FLASH_STORAGE_BYTES ({bytes})
"""
# From MicroPython 1.29 on its linker is told, too.
_STORAGE_LINKED = """
set(MICROPY_HW_FLASH_STORAGE_BYTES {bytes})
"""
# The radio is not used, and its code would leave no room for ours in 2 MB.
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

# MicroPython's freezer lays machine code for this processor at even addresses, but the constants in it have to lie at
# multiples of four: the chip would stop.
_ALIGNED = """
set_source_files_properties(${CMAKE_BINARY_DIR}/frozen_content.c PROPERTIES
    COMPILE_OPTIONS "-Daligned(n)=aligned((n) < 4 ? 4 : (n))")
"""

# What runs all the time lies in memory, for the flash cache holds little: a key takes a sixth less, for 24 KB. It is
# MicroPython's own wish for some of it, until 1.28 by names that objects had in earlier versions of the SDK.
_SCRIPT = "gobelet.ld"
_WISHED = re.compile(r" \*(?:py/)?gc\.c\.\w+ \*(?:py/)?vm\.c\.\w+ \*(?:py/)?parse\.c\.\w+(?=\))")
NEWEST = (
    "1.28"  # that is known to say it there; with the SDK 2.3, which 1.29 takes, it stands in files of its own
)
_IN_MEMORY = ("gc", "vm", "map", "obj", "objtype", "objfun", "bc", "runtime")
_LINKED = f"""
set(MICROPY_BOARD_LINKER_SCRIPT ${{MICROPY_BOARD_DIR}}/{_SCRIPT})
"""

# Which sources are fetched, and what of them the build for a Pico needs.
VERSION = "v1.28.0"
SOURCES = "https://github.com/micropython/micropython"
_SUBMODULES = ("lib/pico-sdk", "lib/tinyusb", "lib/micropython-lib", "lib/mbedtls")

# What MicroPython's build needs of the computer: the Debian package of each program, and of each file of a compiler.
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

# What gobelet/device/assets.py reads.
_ASSETS = '''\
"""Texts and fonts, frozen: they lie in the flash."""

FONTS = {fonts!r}
ASSETS = {{
{lines}
}}
'''


class FrozenError(Exception):
    """There will be no UF2 file. The message is a sentence."""


def file_name(name: str) -> str:
    """Of the file for one of TARGETS."""
    return f"gobelet-{name}.uf2"


def storage(name: str) -> int:
    """Bytes of the file system of one of TARGETS."""
    return TARGETS[name].model.flash - CODE


def runs_on(name: str, facts: Mapping[str, object]) -> bool:
    """Whether one of TARGETS is for a board of these constants: it has the same chip, with a radio or without."""
    target = TARGETS[name]
    chip = "RP2350" if target.family == uf2_blocks.RP2350 else "RP2040"
    return facts["MCU"] == chip and facts["WIRELESS"] == target.radio


def target_of(facts: Mapping[str, object]) -> str:
    """The one of TARGETS that is for a board of these constants."""
    return next(name for name in TARGETS if runs_on(name, facts))


def boards(name: str, root: Path = ROOT) -> list[str]:
    """Of the boards of boards/ those that one of TARGETS offers at its first start: one for each panel of each model,
    its own model first, and the usual panels.
    """
    found: dict[tuple[object, ...], str] = {}
    every = {each: build.constants(each, root) for each in build.boards(root)}

    def order(board: str) -> tuple[object, ...]:
        own = models.of(every[board]) is TARGETS[name].model
        return (not own, "ssd1306" not in board, "sh1106" not in board, board)

    for board in sorted((each for each, facts in every.items() if runs_on(name, facts)), key=order):
        facts = every[board]
        found.setdefault((models.of(facts).name, facts["CHIP"], facts.get("PANEL")), board)
    return list(found.values())


def build_id(name: str, root: Path = ROOT) -> str:
    """The same for the same modules: what is frozen for one of TARGETS."""
    said = modules(name, root)[f"{BUILD}.py"]
    return said.split('"')[1].split()[-1]


def write(name: str, folder: Path = FROZEN, root: Path = ROOT) -> None:
    """Write what is to be frozen for one of TARGETS. build.BuildError if the sources have faults."""
    if folder.exists():
        shutil.rmtree(folder)
    for path, text in modules(name, root).items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text, encoding="utf-8")


def modules(name: str, root: Path = ROOT) -> dict[str, str]:
    """What is to be frozen for one of TARGETS, by its path. build.BuildError if the sources have faults."""
    # As texts for the file system, and as modules, so that no start has to compile what was chosen.
    texts = {f"gobelet_{board}": build.board_source(board, root) for board in boards(name, root)}
    start = (root / "firmware" / f"{START}.py").read_text(encoding="utf-8")
    sources = build.sources(root) | {
        f"{START}.py": strip_types.stripped(start),
        f"{_BOARDS}.py": f"BOARDS = {tuple((each, text.encode()) for each, text in texts.items())!r}\n",
    }
    lines = "\n".join(f"    {each!r}: {data!r}," for each, data in sorted(assets.for_device(root).items()))
    files = sources | {
        "gobelet_media.py": _ASSETS.format(fonts=tuple(fonts.ASSETS), lines=lines),
        "main.py": _MAIN,
        "_boot.py": _BOOT,
        **{f"{each}.py": strip_types.stripped(text) for each, text in texts.items()},
    }
    said = "".join(f"{path} {build.digest(text.encode())}\n" for path, text in sorted(files.items()))
    return files | {f"{BUILD}.py": f'BUILD = "{BUILT}{build.digest(said.encode())[:16]}"\n'}


def elf_path(uf2: Path) -> Path:
    """Beside such a file: where its functions are, for the profiler of the emulated chip."""
    return uf2.with_suffix(".elf")


def check_tools(*more: str) -> None:
    """FrozenError names what MicroPython's build, and `more` programs, need and this computer lacks."""
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
    """Whether the compiler for the chip finds a file of its libraries: of one that it does not, it says the name."""
    ran = subprocess.run(["arm-none-eabi-gcc", f"-print-file-name={name}"], capture_output=True, text=True)
    return ran.stdout.strip() != name


def fetched(into: Path | None = None) -> Path:
    """The folder of MicroPython's sources in the user's cache, where they are fetched to once. FrozenError if they
    cannot be.
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
    """The SDK would fetch and build a tool to write UF2 files; this project writes its own. MicroPython's makefile adds
    to CMAKE_ARGS only if they come from the environment.
    """
    return {**os.environ, "CMAKE_ARGS": f"{os.environ.get('CMAKE_ARGS', '')} -DPICO_NO_PICOTOOL=1"}


def make(micropython: Path, name: str, out: Path) -> int:
    """Build MicroPython with what `write` wrote for one of TARGETS; returns the bytes of the flash that it takes."""
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
        settle(pico, name, port)
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


def settle(pico: Path, name: str, port: Path) -> None:
    """Change a copy of MicroPython's folder of a Pico to what one of TARGETS needs. port: what all of them are in."""
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
        "mpconfigboard.h": _STORAGE.format(bytes=storage(name)),
        "mpconfigboard.cmake": _STORAGE_LINKED.format(bytes=storage(name)) + _ALIGNED + _LINKED,
    }
    if TARGETS[name].radio:
        more["mpconfigboard.h"] += _NO_RADIO_SETTINGS
        more["mpconfigboard.cmake"] += _NO_RADIO
        # The radio's own pins are there no more.
        pins = pico / "pins.csv"
        lines = pins.read_text(encoding="utf-8").splitlines(keepends=True)
        pins.write_text("".join(line for line in lines if "EXT_GPIO" not in line), encoding="utf-8")
    for file, text in more.items():
        with (pico / file).open("a", encoding="utf-8") as settings:
            settings.write(text)


def refuse_older(micropython: Path) -> None:
    """FrozenError if these sources are of a MicroPython that Gobelet does not start on."""
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
        sources = options.micropython or fetched()
        for name in names:
            out = options.out or OUT / file_name(name)
            write(name)
            size = make(sources, name, out)
            print(f"{out}: MicroPython with Gobelet, {size} bytes of flash, of {CODE}", flush=True)
    except (FrozenError, build.BuildError) as fault:
        print(fault, file=sys.stderr)
        return 1
    return 0


if __name__ == "__main__":
    run_main(main)
