"""Make a project for Wokwi, a circuit simulator, from a board file.

    python -m host_tools.wokwi [--board pico_ssd1306] [--uf2 build/uf2] [--out FOLDER]

The tool writes diagram.json (the circuit) and wokwi.toml (the name of the firmware file). Their formats are
described at https://docs.wokwi.com/diagram-format and https://docs.wokwi.com/vscode/project-config. If
`make uf2` has built the firmware of the board, the tool copies it as gobelet.uf2. Open the folder with Wokwi
for VS Code.
"""

from __future__ import annotations

import argparse
import json
import shutil
import sys
from collections.abc import Sequence
from pathlib import Path
from types import ModuleType
from typing import Any

from host_tools.building import build, frozen
from host_tools.building.models import Model
from host_tools.drawing import wiring
from host_tools.entry_point import run_main

FIRMWARE = "gobelet.uf2"
# Wokwi's part for each model of board, see https://github.com/wokwi/wokwi-boards and
# https://github.com/wokwi/wokwi-elements. Wokwi's Pico 2 replaces the Pico 2 W, because Gobelet does not use the radio.
PARTS = {
    "Pico": "wokwi-pi-pico",
    "Pico W": "board-pi-pico-w",
    "Pico 2": "board-pi-pico-2",
    "Pico 2 W": "board-pi-pico-2",
    "RP2040-Plus": "wokwi-pi-pico",  # pin-compatible with the Pico
}
PANELS = {"ssd1306": "board-ssd1306", "sh1107": "board-grove-oled-sh1107"}
# For each panel chip: the terminals that have another name in Wokwi, each with Wokwi's name.
_CALLED = {"sh1107": {"GND": "GND.1", "SCL": "SCL.1"}}
BUTTON = "wokwi-pushbutton"
BUZZER = "wokwi-buzzer"
# For each device key, the key of the computer's keyboard that presses it, as in the terminal simulator.
SHORTCUTS = {"UP": "ArrowUp", "DOWN": "ArrowDown", "OK": "Enter", "BACK": "Escape"}
_GROUNDS = (3, 8, 13, 18, 23, 28, 33, 38)  # numbers of the pads that Wokwi names GND.1 to GND.8
_COLOURS = {
    "VCC": "red", "GND": "black", "SCL": "gold", "SDA": "blue",
    "UP": "green", "DOWN": "purple", "OK": "orange", "BACK": "magenta",
}  # fmt: skip


class WokwiError(Exception):
    """The reason why a board has no Wokwi project, as one sentence."""


def refuse(board: str, facts: dict[str, object], model: Model) -> None:
    """Raise WokwiError if Wokwi has no part for the board model or the panel chip."""
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
    """Return the content of diagram.json. Raises WokwiError if Wokwi lacks a part."""
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
    """Return Wokwi's name for a pad of a Pico. `pad` is the printed number of the pad."""
    return f"GND.{_GROUNDS.index(pad) + 1}" if pad in _GROUNDS else model.pads[pad]


def project(board: str) -> str:
    """Return the content of wokwi.toml."""
    return f"# Gobelet on a {board}: made by `make wokwi`\n[wokwi]\nversion = 1\nfirmware = '{FIRMWARE}'\n"


def uf2_path_of(board: str, uf2: Path = frozen.OUT) -> Path:
    """Return the path of a board's UF2 file in `uf2`, the output folder of `make uf2`."""
    return uf2 / frozen.file_name(frozen.target_of(build.constants(board)))


def write_project(board: str, out: Path, firmware: Path) -> list[str]:
    """Write the project into `out`, and return the names of all files in `out`.

    Raises WokwiError or BuildError.
    """
    drawn = diagram(board)
    out.mkdir(parents=True, exist_ok=True)
    (out / "diagram.json").write_text(json.dumps(drawn, indent=2) + "\n", encoding="utf-8")
    (out / "wokwi.toml").write_text(project(board), encoding="utf-8")
    if firmware.is_file():
        shutil.copyfile(firmware, out / FIRMWARE)
    return sorted(path.name for path in out.iterdir())


def main(argv: Sequence[str] | None = None) -> int:
    """Make the Wokwi project that the command line asks for; return the exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m host_tools.wokwi", description="Make a Wokwi project of a board."
    )
    parser.add_argument("--board", default=build.DEFAULT_BOARD, help=", ".join(build.boards()))
    parser.add_argument("--uf2", type=Path, default=frozen.OUT, help="folder of `make uf2` (build/uf2)")
    parser.add_argument("--out", type=Path, help="folder to write into (build/wokwi/<board>)")
    options = parser.parse_args(argv)
    out = options.out or build.ROOT / "build" / "wokwi" / options.board
    try:
        firmware = uf2_path_of(options.board, options.uf2)
        names = write_project(options.board, out, firmware)
    except (WokwiError, build.BuildError) as fault:
        print(fault, file=sys.stderr)
        return 1
    except OSError as fault:
        print(f"{fault.filename}: {fault.strerror}.", file=sys.stderr)
        return 1
    print(f"{out}: {', '.join(names)}")
    if FIRMWARE not in names:
        target = frozen.target_of(build.constants(options.board))
        print(f"{FIRMWARE} is not there yet: `make uf2 BOARD={target}`, then this once more.")
    return 0


if __name__ == "__main__":
    run_main(main)
