"""The models of boards: their pads as published, and how a tool distinguishes them."""

from __future__ import annotations

import pytest

from host_tools.building import build, models

# The names of the pads, from pins.csv of ports/rp2/boards in https://github.com/micropython/micropython at
# 1c3c201149.
PUBLISHED = {
    "XIAO RP2040": {  # SEEED_XIAO_RP2040
        "D0": 26, "D1": 27, "D2": 28, "D3": 29, "D4": 6, "D5": 7, "D6": 0, "D7": 1, "D8": 2, "D9": 4, "D10": 3,
    },
    "Pico": {f"GP{number}": number for number in (*range(23), 26, 27, 28)},  # RPI_PICO, without its LED
    # PIMORONI_TINY2040 has the names GP0 to GP7 and GP26 to GP29; Zephyr's page has the printed ones
    "Tiny 2040": {
        **{str(number): number for number in range(8)}, "A0": 26, "A1": 27, "A2": 28, "A3": 29,
    },
    # the pads at the edges of the board
    "RP2040-Zero": {f"GP{number}": number for number in (*range(16), 26, 27, 28, 29)},
}  # fmt: skip


@pytest.mark.parametrize("model", models.MODELS, ids=lambda model: model.name)
def test_pads_are_as_published(model: models.Model) -> None:
    name = "Pico" if model.numbered else model.name
    assert dict(model.gpios) == PUBLISHED[name]
    assert set(model.gpios) <= set(model.pads.values())
    for printed, gpio in model.gpios.items():
        assert model.pads[model.pad_of(gpio)] == printed
    assert {"3V3", "GND"} <= set(model.pads.values())
    assert model.pinout.startswith("https://")


def test_the_pads_of_a_pico_are_numbered() -> None:
    pico = models.model_of({"NAME": "Pico + SSD1306"})
    assert (pico.pads[1], pico.pads[40], len(pico.pads)) == ("GP0", "VBUS", 40)
    assert [pad for pad, name in pico.pads.items() if name == "GND"] == [3, 8, 13, 18, 23, 28, 38]
    assert pico.pad_label(20) == "GP20, pad 26"
    assert pico.pad_label(25) == "GP25"
    assert models.model_of({"NAME": "XIAO RP2040 + SSD1306"}).pad_label(6) == "D4"
    assert models.model_of({"NAME": "mine"}) == models.GENERIC


@pytest.mark.parametrize(
    ("machine", "name"),
    [
        ("Raspberry Pi Pico with RP2040", "Pico"),
        ("Raspberry Pi Pico W with RP2040", "Pico W"),
        ("Raspberry Pi Pico2 with RP2350", "Pico 2"),
        ("Raspberry Pi Pico 2 W with RP2350", "Pico 2 W"),
        ("Waveshare RP2040-Plus 16MB with RP2040", "RP2040-Plus"),
        ("Waveshare RP2040-Zero with RP2040", "RP2040-Zero"),
        ("Seeed Studio XIAO RP2040 with RP2040", "XIAO RP2040"),
        ("Pimoroni Tiny 2040 2MB with RP2040", "Tiny 2040"),
        ("Arduino Nano RP2040 Connect with RP2040", None),
    ],
)
def test_a_machine_is_known_by_what_it_calls_itself(machine: str, name: str | None) -> None:
    found = models.model_named(machine)
    assert (found and found.name) == name


def test_each_board_file_names_its_model() -> None:
    for board in build.boards():
        facts = build.constants(board)
        model = models.model_of(facts)
        assert str(facts["NAME"]).startswith(f"{model.name} + ")
        assert facts["MCU"] == ("RP2350" if model.name.startswith("Pico 2") else "RP2040")


def test_the_table_of_boards_says_what_is_known_of_each_model() -> None:
    """From this table a player chooses the file to download, and learns its storage."""
    text = (build.ROOT / "boards/README.md").read_text(encoding="utf-8")
    for model in models.MODELS:
        assert f"| {model.name} | {model.download} | {model.storage // models.KB} |" in text
