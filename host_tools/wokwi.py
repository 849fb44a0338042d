"""A board as a Wokwi project, drawn from its board file: to be played before anything is bought.

    python -m host_tools.wokwi [--board pico_ssd1306] [--micropython FILE.uf2] [--out FOLDER]

It writes diagram.json (the circuit) and wokwi.toml (what runs on it), in the forms that
https://docs.wokwi.com/diagram-format and https://docs.wokwi.com/vscode/project-config describe; with the MicroPython of
micropython.org/download for the board also gobelet.uf2, which wokwi.toml names. Open the folder with Wokwi for VS Code.
"""

from __future__ import annotations

import argparse
import json
import sys
import tempfile
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

from host_tools import uf2
from host_tools.building import build
from host_tools.building.models import Model
from host_tools.building.uf2_blocks import Uf2Error
from host_tools.drawing import wiring
from host_tools.entry_point import run_main

FIRMWARE = "gobelet.uf2"
# What Wokwi has: https://github.com/wokwi/wokwi-boards and https://github.com/wokwi/wokwi-elements. The radio of a
# Pico 2 W is not used, so a Pico 2 stands for it.
PARTS = {
    "Pico": "wokwi-pi-pico",
    "Pico W": "board-pi-pico-w",
    "Pico 2": "board-pi-pico-2",
    "Pico 2 W": "board-pi-pico-2",
    "RP2040-Plus": "wokwi-pi-pico",  # pad for pad a Pico
}
PANELS = {"ssd1306": "board-ssd1306", "sh1107": "board-grove-oled-sh1107"}
_CALLED = {"sh1107": {"GND": "GND.1", "SCL": "SCL.1"}}  # terminals that have other names there
BUTTON = "wokwi-pushbutton"
BUZZER = "wokwi-buzzer"
# The keys of a desk; those of the simulator in a terminal.
SHORTCUTS = {"UP": "ArrowUp", "DOWN": "ArrowDown", "OK": "Enter", "BACK": "Escape"}
_GROUNDS = (3, 8, 13, 18, 23, 28, 33, 38)  # the pads of GND.1 to GND.8
_COLOURS = {
    "VCC": "red", "GND": "black", "SCL": "gold", "SDA": "blue",
    "UP": "green", "DOWN": "purple", "OK": "orange", "BACK": "magenta",
}  # fmt: skip


class WokwiError(Exception):
    """One sentence: why there is no project for a board."""


def refuse(board: str, facts: dict[str, object], model: Model) -> None:
    """WokwiError for what Wokwi has no part for."""
    if model.name not in PARTS:
        raise WokwiError(
            f"Wokwi has no {model.name}; play {build.DEFAULT_BOARD} there, the program is the same."
        )
    if facts["CHIP"] not in PANELS:
        raise WokwiError(
            f"Wokwi has no panel with an {str(facts['CHIP']).upper()}; name a board with an SSD1306, such as "
            f"{build.DEFAULT_BOARD}."
        )


def diagram(board: str) -> dict[str, Any]:
    """diagram.json of a board. WokwiError if Wokwi lacks a part."""
    module = build.board_module(board)
    model = wiring.model_of(module)
    refuse(board, vars(module), model)
    parts: list[dict[str, Any]] = [
        {"type": PARTS[model.name], "id": "pico", "top": 0, "left": 0, "attrs": {}},
        {
            "type": PANELS[module.CHIP],
            "id": "panel",
            "top": 60,
            "left": 200,
            "attrs": {"i2cAddress": f"0x{module.ADDRESS:02x}"} if module.CHIP == "ssd1306" else {},
        },
    ]
    for row, (key, shortcut) in enumerate(SHORTCUTS.items()):
        attrs = {"label": key, "key": shortcut, "color": _COLOURS[key]}
        parts.append({"type": BUTTON, "id": key.lower(), "top": 60 * row - 20, "left": -180, "attrs": attrs})
    if getattr(module, "BUZZER", None) is not None:
        parts.append({"type": BUZZER, "id": "buzzer", "top": 180, "left": 220, "attrs": {"volume": "0.1"}})
    return {
        "version": 1,
        "author": "Gobelet",
        "editor": "wokwi",
        "parts": parts,
        "connections": _connections(module, model),
        "serialMonitor": {"display": "terminal", "newline": "lf"},
    }


def _connections(module: ModuleType, model: Model) -> list[list[Any]]:
    connections: list[list[Any]] = [
        ["pico:GP0", "$serialMonitor:RX", "", []],
        ["pico:GP1", "$serialMonitor:TX", "", []],
    ]
    for wire in wiring.wires(module):
        pad = _pin(model, wire.pad)
        if wire.part == "panel":
            end = _CALLED.get(module.CHIP, {}).get(wire.terminal, wire.terminal)
            connections.append([f"panel:{end}", f"pico:{pad}", _COLOURS[wire.terminal], []])
        elif wire.part == "buzzer":
            end, colour = ("1", "black") if wire.terminal == "GND" else ("2", "red")
            connections.append([f"buzzer:{end}", f"pico:{pad}", colour, []])
        elif wire.part == "keys" and wire.terminal != "GND":
            connections.append([f"{wire.terminal.lower()}:1.r", f"pico:{pad}", _COLOURS[wire.terminal], []])
        elif wire.part == "keys":
            connections += [[f"{key.lower()}:2.r", f"pico:{pad}", "black", []] for key in SHORTCUTS]
    return connections


def _pin(model: Model, pad: int) -> str:
    """What Wokwi calls a pad of a Pico."""
    return f"GND.{_GROUNDS.index(pad) + 1}" if pad in _GROUNDS else model.pads[pad]


def project(board: str) -> str:
    """wokwi.toml."""
    return f"# Gobelet on a {board}: made by `make wokwi`\n[wokwi]\nversion = 1\nfirmware = '{FIRMWARE}'\n"


def write(board: str, out: Path, micropython: Path | None = None) -> list[str]:
    """Write the project; the names of its files. WokwiError, Uf2Error or BuildError say why there is none."""
    drawn = diagram(board)
    firmware = None
    if micropython is not None:
        with tempfile.TemporaryDirectory() as folder, micropython.open("rb") as file:
            made = build.build(Path(folder) / "tree", board, native=True)
            firmware = uf2.join(file.read(uf2.LARGEST), made)
    out.mkdir(parents=True, exist_ok=True)
    (out / "diagram.json").write_text(json.dumps(drawn, indent=2) + "\n", encoding="utf-8")
    (out / "wokwi.toml").write_text(project(board), encoding="utf-8")
    if firmware is not None:
        (out / FIRMWARE).write_bytes(firmware)
    return sorted(path.name for path in out.iterdir())


def main(argv: Sequence[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m host_tools.wokwi", description="Make a Wokwi project of a board."
    )
    parser.add_argument("--board", default=build.DEFAULT_BOARD, help=", ".join(build.boards()))
    parser.add_argument("--micropython", type=Path, help=".uf2 file from micropython.org/download")
    parser.add_argument("--out", type=Path, help="folder to write into (build/wokwi/<board>)")
    options = parser.parse_args(argv)
    out = options.out or build.ROOT / "build" / "wokwi" / options.board
    try:
        names = write(options.board, out, options.micropython)
    except (WokwiError, build.BuildError) as fault:
        print(fault, file=sys.stderr)
        return 1
    except Uf2Error as fault:
        print(f"No project was made: {fault}.", file=sys.stderr)
        return 1
    except OSError as fault:
        print(f"{fault.filename}: {fault.strerror}.", file=sys.stderr)
        return 1
    print(f"{out}: {', '.join(names)}")
    if FIRMWARE not in names:
        print(f"For {FIRMWARE} give it MicroPython: make wokwi MICROPYTHON=RPI_PICO-....uf2")
    return 0


if __name__ == "__main__":
    run_main(main)
