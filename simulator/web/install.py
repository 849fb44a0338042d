"""Data for the part of the web page that installs and checks Gobelet on a Pico.

The data are the properties of each board, and the device scripts and limits of host_tools.device.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

from host_tools.building import build, models, texts
from host_tools.device import (
    board_file,
    copy_plain,
    copy_uf2,
    data,
    doctor,
    identity,
    screenshot,
    snippets,
    survey,
)
from host_tools.device.selftest import hardware, inside, sentences


def write_boards(out: Path) -> dict[str, Any]:
    """Write all board files into the folder of the page; return the data."""
    (out / "boards").mkdir()
    return {"boards": {name: _board(name, out) for name in build.boards()}, **_shared_data()}


def _board(name: str, out: Path) -> dict[str, Any]:
    """Write the board file of a board, and return the board's properties."""
    source = build.board_source(name).encode()
    (out / "boards" / f"{name}.py").write_bytes(source)
    constants = build.constants(name)
    model = models.model_of(constants)
    return {
        "name": constants["NAME"],
        "mcu": constants["MCU"],
        "wireless": bool(constants["WIRELESS"]),
        "constants": {
            each: constants[each] for each in (*snippets.KEYS, "SDA", "SCL", "I2C", "FREQ", "ADDRESS")
        },
        "file": name,
        "others": others(name),
        "pads": {
            gpio: [printed, model.pad_of(gpio) if model.numbered else None]
            for printed, gpio in model.gpios.items()
        },
        "digest": build.digest(source),
    }


def _shared_data() -> dict[str, Any]:
    """Return the data that is the same for all boards."""
    return {
        "oldest": identity.OLDEST,
        "inside": identity.INSIDE,
        "ours": [*copy_plain.OURS, *copy_plain.STRAY],
        "known": sorted({*copy_plain.OURS, data.FOLDER, inside.ASIDE, copy_plain.KEPT_MAIN}),
        "games": texts.listed_games(),
        "names": {"folder": build.PACKAGE, "ready": build.READY, "data": data.FOLDER, "new": data.NEW},
        "selftest": selftest(),
        "limits": {"heap": doctor.HEAP_KB, "storage": doctor.STORAGE_KB},
        "scripts": {
            "identify": identity.IDENTIFY, "survey": survey.SURVEY, "board": board_file.READ,
            "examine": doctor.EXAMINE, "read": data.READ % (data.FOLDER, data.FOLDER), "prepare": data.PREPARE,
            "swap": data.SWAP, "giveUp": data.GIVE_UP, "look": screenshot.LOOK, "goOn": snippets.GO_ON,
            "bootsel": copy_uf2.BOOTSEL,
        },
    }  # fmt: skip


def selftest() -> dict[str, Any]:
    """Return the data of the button *Check this Gobelet*.

    The data are the scripts, limits and sentences of the self-test.
    """
    return {
        "scripts": {
            "facts": inside.FACTS, "bus": inside.BUS, "picture": inside.PICTURE, "watch": inside.WATCH,
            "rolls": inside.ROLLS,
        },
        "limits": {
            "hertz": hardware.LEAST_HERTZ, "heap": hardware.LEAST_HEAP_KB, "storage": hardware.LEAST_STORAGE_KB,
            "apart": hardware.APART_MS, "bounce": hardware.BOUNCE_MS, "held": hardware.HELD_MS,
            "rolls": hardware.ROLLS, "chi": hardware.MOST_CHI,
        },
        "sentences": {".".join(key): both for key, both in sentences.SENTENCES.items()},
        "why": sentences.WHY, "names": sentences.NAMES, "of": sentences.OF, "asked": sentences.ASKED,
    }  # fmt: skip


def others(board: str) -> list[str]:
    """Return the machine names of models whose pads differ from those of `board`.

    MicroPython for a Pico also runs on these models. So the page refuses a device that reports one of the names.
    """
    ours = models.model_of(build.constants(board))
    return [each.machine for each in models.MODELS if each.pads != ours.pads and not each.numbered]
