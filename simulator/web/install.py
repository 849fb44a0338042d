"""What the page needs to put Gobelet onto a Pico: the builds for each board, and what is asked of a device.

The page speaks to the device with the very scripts of host_tools.device, and judges by the same numbers.
"""

from __future__ import annotations

import base64
import dataclasses
import json
import shutil
import tempfile
from collections.abc import Mapping
from pathlib import Path
from typing import Any

from host_tools import uf2
from host_tools.building import build, image, mip, models, packs, texts
from host_tools.building.build import Build, Entry
from host_tools.device import board_file, data, doctor, flash, replace, screenshot, survey

# Where the files of a device lie on the site. Packs without machine code are those that the page plays with.
_NATIVE = "pico"
_LEAST = 64  # bytes of a block of the image that are worth a reference
_POINTERS = range(0, 44, 4)  # bytes before a file's own in its blocks: littlefs chains them


def write(plain: Build, out: Path) -> dict[str, Any]:
    """Put the files of a build with machine code beside those of one without, which are there, and return what
    install.mjs works by.
    """
    with tempfile.TemporaryDirectory() as folder:
        native = build.build(Path(folder) / "native", native=True)
        sites = _placed(plain, native, out)
        boards = {
            name: _board(name, {"plain": plain, "native": native}, sites, out) for name in build.boards()
        }
        write_packages(native, sites, out)
    return {"boards": boards, **_known()}


def _board(
    name: str, builds: Mapping[str, Build], sites: Mapping[str, dict[str, str]], out: Path
) -> dict[str, Any]:
    """What is to be known of a board; its file goes to the others."""
    source = build.board_source(name).encode()
    (out / "boards" / f"{name}.py").write_bytes(source)
    constants = build.constants(name)
    model = models.of(constants)
    made = {kind: _for_board(one, name, source) for kind, one in builds.items()}
    found = {
        "name": constants["NAME"],
        "mcu": constants["MCU"],
        "wireless": bool(constants["WIRELESS"]),
        "constants": {
            each: constants[each] for each in (*doctor.KEYS, "SDA", "SCL", "I2C", "FREQ", "ADDRESS")
        },
        "facts": {each: value for each, value in constants.items() if each != "GAMES"},
        "file": name,
        "others": others(name),
        "pads": {
            gpio: [printed, model.pad_of(gpio) if model.numbered else None]
            for printed, gpio in model.gpios.items()
        },
        "digest": build.digest(source),
        "builds": {kind: _listed(one, sites[kind]) for kind, one in made.items()},
    }
    if uf2.takes(constants):
        blocks = uf2.blocks(model)
        files = image.installed(made["native"], {}, blocks)
        on_site = {path: (out / path).read_bytes() for path in _sites(sites["native"])}
        found["image"] = {
            "start": image.start(blocks),
            "machines": uf2.machines(model),
            "pieces": pieces(files.image, on_site),
        }
    return found


def _known() -> dict[str, Any]:
    """What is the same for all boards."""
    return {
        "oldest": flash.OLDEST,
        "inside": flash.INSIDE,
        "mpy": build.compiler_version(),
        "release": build.compiler_release(),
        "native": list(build.UNDERSTAND),
        "ours": [*flash.OURS, *flash.STRAY],
        "own": sorted(replace.OWN),
        "known": sorted({*flash.OURS, data.FOLDER, flash.KEPT_MAIN}),
        "first": flash.FIRST,
        "games": texts.listed(),
        "names": {
            "packs": build.PACKS, "ready": build.READY, "main": flash.MAIN, "kept": flash.KEPT_MAIN,
            "data": data.FOLDER, "new": data.NEW, "head": base64.b64encode(packs.HEAD).decode(),
        },
        "limits": {"heap": doctor.HEAP_KB, "storage": doctor.STORAGE_KB},
        "scripts": {
            "identify": flash.IDENTIFY, "survey": survey.SURVEY, "board": board_file.READ,
            "work": flash.WORK, "mark": flash.MARK,
            "examine": doctor.EXAMINE, "read": data.READ % (data.FOLDER, data.FOLDER), "prepare": data.PREPARE,
            "bootsel": replace.BOOTSEL, "root": replace.ROOT, "format": replace.FORMAT,
            "swap": data.SWAP, "giveUp": data.GIVE_UP, "look": screenshot.LOOK, "goOn": screenshot.GO_ON,
        },
    }  # fmt: skip


def others(board: str) -> list[str]:
    """How the MicroPython of models with other pads begins what it calls itself; a Pico's runs on all of them."""
    ours = models.of(build.constants(board))
    return [each.machine for each in models.MODELS if each.pads != ours.pads and not each.numbered]


def write_packages(native: Build, sites: dict[str, dict[str, str]], out: Path) -> None:
    """For each board what `mpremote mip install --target / <page>/mip_<board>.json` takes."""
    (out / "mip").mkdir()
    for name in build.boards():
        made = _for_board(native, name, build.board_source(name).encode())
        (out / "mip" / name).write_text(made.id)
        places = sites["native"] | {"gobelet_board.py": f"boards/{name}.py"}
        package = mip.package(made, places, f"mip/{name}")
        (out / f"mip_{name}.json").write_text(json.dumps(package))


def _placed(plain: Build, native: Build, out: Path) -> dict[str, dict[str, str]]:
    """Where the files of the builds lie on the site, by their paths on the device."""
    known = {entry.path: entry.sha256 for entry in plain.entries}
    (out / "boards").mkdir()
    (out / _NATIVE).mkdir()
    shutil.copyfile(plain.folder / "main.py", out / "main.py")
    sites: dict[str, dict[str, str]] = {"plain": {path: path for path in known}, "native": {}}
    for entry in native.entries:
        sites["native"][entry.path] = entry.path
        if entry.sha256 != known[entry.path]:
            place = f"{_NATIVE}/{Path(entry.path).name}"
            shutil.copyfile(native.folder / entry.path, out / place)
            sites["native"][entry.path] = place
    return sites


def _sites(placed: Mapping[str, str]) -> list[str]:
    return [place for path, place in placed.items() if path.endswith(packs.SUFFIX)]


def _for_board(made: Build, board: str, own: bytes) -> Build:
    """The same build for another board: only the board's file differs."""
    (made.folder / "gobelet_board.py").write_bytes(own)
    file = Entry("gobelet_board.py", len(own), build.digest(own))
    return dataclasses.replace(
        made, board=board, entries=tuple(file if each.path == file.path else each for each in made.entries)
    )


def _listed(made: Build, sites: Mapping[str, str]) -> dict[str, Any]:
    def place(path: str) -> str:
        return f"boards/{made.board}.py" if path == "gobelet_board.py" else sites[path]

    return {
        "id": made.id,
        "files": [[each.path, place(each.path), each.size, each.sha256] for each in made.entries],
    }


def pieces(whole: bytes, files: Mapping[str, bytes]) -> list[list[Any]]:
    """What is written in an image: where, and either bytes in base64, or a file, where in it, and how many of its
    bytes. All else is erased.
    """
    found: list[list[Any]] = []
    for at in range(0, len(whole), image.BLOCK):
        block = whole[at : at + image.BLOCK].rstrip(b"\xff")
        for head in _POINTERS:
            body = block[head:]
            name = next((n for n, content in files.items() if len(body) >= _LEAST and body in content), None)
            if name is not None:
                found.append([at + head, name, files[name].index(body), len(body)])
                block = block[:head]
                break
        if block:
            found.append([at, base64.b64encode(block).decode()])
    return found
