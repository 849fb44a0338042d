"""Wokwi projects: all parts and pins exist in Wokwi, and the wires match the board file."""

from __future__ import annotations

import json
import tomllib
from pathlib import Path

import pytest

from host_tools import wokwi
from host_tools.building import build, frozen
from host_tools.drawing import wiring

# Sources: board.json of boards/pi-pico, pi-pico-w, pi-pico-2 and ssd1306 in
# https://github.com/wokwi/wokwi-boards at f5e1364eaa; src/pushbutton-element.ts of
# https://github.com/wokwi/wokwi-elements at 53cec973e2. From https://github.com/wokwi/wokwi-docs at
# 32af05243c: attributes of docs/parts/board-ssd1306.md and wokwi-pushbutton.md; fields of
# docs/diagram-format.md and docs/vscode/project-config.md.
PICO_PINS = {
    *(f"GP{number}" for number in (*range(23), 26, 27, 28)),
    *(f"GND.{number}" for number in range(1, 9)),
    "3V3", "3V3_EN", "ADC_VREF", "RUN", "VBUS", "VSYS", "TP4", "TP5",
}  # fmt: skip
PINS = {
    "wokwi-pi-pico": PICO_PINS,
    "board-pi-pico-w": PICO_PINS,
    "board-pi-pico-2": PICO_PINS,
    "board-ssd1306": {"GND", "VCC", "SCL", "SDA"},
    "wokwi-pushbutton": {"1.l", "1.r", "2.l", "2.r"},
    # boards/grove-oled-sh1107/board.json at 81046a2bdb; the page in the documentation does not have the
    # numbers.
    "board-grove-oled-sh1107": {"GND.1", "VCC", "SDA", "SCL.1"},
    "wokwi-buzzer": {"1", "2"},  # docs/parts/wokwi-buzzer.md: 1 is the negative pin
}
ATTRIBUTES = {
    "board-ssd1306": {"i2cAddress"},
    "wokwi-pushbutton": {"color", "xray", "label", "key", "bounce"},
    "wokwi-buzzer": {"mode", "volume"},
}
FIELDS = {"id": str, "type": str, "left": int, "top": int, "attrs": dict, "rotate": int, "hide": bool}
GROUND_PADS = dict(zip((3, 8, 13, 18, 23, 28, 33, 38), range(1, 9), strict=True))
THERE = [
    board for board in build.boards() if "_ssd1306" in board and board.startswith(("pico", "rp2040_plus"))
]


@pytest.mark.parametrize("board", THERE)
def test_a_diagram_has_parts_and_pins_that_wokwi_has(board: str) -> None:
    drawn = wokwi.diagram(board)
    assert (drawn["version"], drawn["editor"]) == (1, "wokwi")
    types = {part["id"]: part["type"] for part in drawn["parts"]}
    assert len(types) == len(drawn["parts"]) == 6 + ("buzzer" in types)
    assert ("buzzer" in types) is hasattr(build.board_module(board), "BUZZER")
    for part in drawn["parts"]:
        assert {"id", "type"} <= part.keys() <= FIELDS.keys()
        assert all(isinstance(value, FIELDS[name]) for name, value in part.items())
        assert part["attrs"].keys() <= ATTRIBUTES.get(part["type"], set())
        assert all(isinstance(value, str) for value in part["attrs"].values())
    for connection in drawn["connections"]:
        source, target, colour, places = connection
        assert isinstance(colour, str) and places == []
        for end in (source, target):
            part, _, pin = end.partition(":")
            assert pin in ({"RX", "TX"} if part == "$serialMonitor" else PINS[types[part]]), end


@pytest.mark.parametrize("board", THERE)
def test_a_diagram_is_wired_as_the_board_file_says(board: str) -> None:
    module = build.board_module(board)
    ends = {
        source: target
        for source, target, *_ in wokwi.diagram(board)["connections"]
        if not source.startswith("pico:")
    }
    assert {name: ends[f"{name.lower()}:1.r"] for name in wokwi.SHORTCUTS} == {
        name: f"pico:GP{getattr(module, name)}" for name in wokwi.SHORTCUTS
    }
    for name in ("GND", "SCL"):
        if f"panel:{name}.1" in ends:
            ends[f"panel:{name}"] = ends.pop(f"panel:{name}.1")
    assert ends["panel:SDA"] == f"pico:GP{module.SDA}" and ends["panel:SCL"] == f"pico:GP{module.SCL}"
    assert ends["panel:VCC"] == "pico:3V3"
    grounds = {wire.part: wire.pad for wire in wiring.wires(module) if wire.terminal == "GND"}
    assert ends["panel:GND"] == f"pico:GND.{GROUND_PADS[grounds['panel']]}"
    assert {ends[f"{name.lower()}:2.r"] for name in wokwi.SHORTCUTS} == {
        f"pico:GND.{GROUND_PADS[grounds['keys']]}"
    }
    if hasattr(module, "BUZZER"):
        assert ends.pop("buzzer:2") == f"pico:GP{module.BUZZER}"
        assert ends.pop("buzzer:1").startswith("pico:GND.")
    assert len(ends) == 12


def test_a_project_is_written_whole(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    words = ["--uf2", str(tmp_path), "--out"]
    assert wokwi.main([*words, str(tmp_path / "a")]) == 0
    assert "`make uf2 BOARD=pico`, then" in capsys.readouterr().out
    assert json.loads((tmp_path / "a/diagram.json").read_text()) == wokwi.diagram("pico_ssd1306")
    toml = tomllib.loads((tmp_path / "a/wokwi.toml").read_text())
    assert toml == {"wokwi": {"version": 1, "firmware": "gobelet.uf2"}}
    (tmp_path / frozen.file_name("pico")).write_bytes(b"Gobelet")
    assert wokwi.main([*words, str(tmp_path / "b")]) == 0
    assert (tmp_path / "b/gobelet.uf2").read_bytes() == b"Gobelet"
    assert wokwi.uf2_path_of("pico2_w_ssd1306").name == "gobelet-pico2_w.uf2"


@pytest.mark.parametrize(
    ("words", "sentence"),
    [
        (["--board", "xiao_rp2040_ssd1306"], "Wokwi has no XIAO RP2040; play pico_ssd1306 there"),
        (["--board", "pico_sh1106"], "Wokwi has no panel with an SH1106; name a board with an SSD1306"),
        (["--board", "mine"], "There is no board 'mine'"),
    ],
)
def test_what_there_is_no_project_for(
    words: list[str], sentence: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert wokwi.main([*words, "--out", str(tmp_path / "out")]) == 1
    assert capsys.readouterr().err.startswith(sentence)
    assert not (tmp_path / "out").exists()
