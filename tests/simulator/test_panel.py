"""The virtual panel, compared with an independent driver and with the limits of the data sheets."""

from __future__ import annotations

import random
import sys
from typing import Any

import pytest

from simulator.board import definition
from simulator.bus import Bus
from simulator.panel import CHIPS, Panel, PanelError, Sh1106, Sh1107, Ssd1306, Ssd1309
from tests.blinka import BlinkaBus

ADDRESS = 0x3C
START_SSD1306 = bytes.fromhex("00 AE 20 00 40 A1 A8 3F C8 D3 00 DA 12 D5 80 D9 F1 DB 30 81 FF A4 A6 8D 14 AF")
START_SH1106 = bytes.fromhex("00 AE 40 A1 A8 3F C8 D3 00 DA 12 D5 80 D9 F1 DB 30 81 FF A4 A6 AD 8B AF")
WHOLE = bytes.fromhex("00 21 00 7F 22 00 07")


def pixel(picture: bytes, x: int, y: int) -> int:
    return picture[(y // 8) * 128 + x] >> (y % 8) & 1


def turn_picture(picture: bytes) -> bytes:
    """Return the picture turned by half a turn: the last pixel first."""
    return bytes(int(f"{byte:08b}"[::-1], 2) for byte in reversed(picture))


def some_frame(seed: int = 1) -> bytes:
    return random.Random(seed).randbytes(1024)


def send_sh1106(panel: Panel, frame: bytes) -> None:
    for page in range(8):
        panel.receive(bytes([0x00, 0xB0 + page, 0x02, 0x10]))
        panel.receive(b"\x40" + frame[page * 128 : page * 128 + 128])


def start_panel(chip: type[Panel], **options: bool) -> Panel:
    panel = chip(**options)
    panel.receive(START_SSD1306 if chip is Ssd1306 else START_SH1106)
    return panel


def send_frame(panel: Panel, frame: bytes) -> None:
    if isinstance(panel, Sh1106):
        send_sh1106(panel, frame)
    else:
        panel.receive(WHOLE)
        panel.receive(b"\x40" + frame)


@pytest.fixture
def driver(monkeypatch: pytest.MonkeyPatch) -> Any:
    """Return adafruit_ssd1306 on a virtual panel; it draws with its own framebuf, not with ours."""
    monkeypatch.setitem(sys.modules, "framebuf", None)
    monkeypatch.delitem(sys.modules, "adafruit_ssd1306", raising=False)
    import adafruit_ssd1306

    bus = Bus()
    panel = Ssd1306()
    bus.attach(ADDRESS, panel)
    made = adafruit_ssd1306.SSD1306_I2C(128, 64, BlinkaBus(bus), addr=ADDRESS)
    made.panel, made.virtual_bus = panel, bus
    monkeypatch.delitem(sys.modules, "adafruit_ssd1306", raising=False)
    return made


class TestIndependentDriver:
    def test_shows_what_it_drew(self, driver: Any) -> None:
        driver.fill(0)
        driver.pixel(0, 0, 1)
        driver.pixel(127, 63, 1)
        driver.hline(10, 20, 30, 1)
        driver.show()
        lit = {(x, y) for x in range(128) for y in range(64) if pixel(driver.panel.picture(), x, y)}
        assert lit == {(0, 0), (127, 63)} | {(x, 20) for x in range(10, 40)}

    def test_every_frame_arrives_bit_for_bit(self, driver: Any) -> None:
        chance = random.Random(4)
        for _ in range(20):
            for _ in range(30):
                shape = [chance.randrange(128), chance.randrange(64), chance.randrange(1, 40)]
                driver.rect(*shape, chance.randrange(1, 40), chance.randrange(2))
                driver.line(*shape[:2], chance.randrange(128), chance.randrange(64), 1)
            driver.show()
            assert driver.panel.picture() == bytes(driver.buffer[1:])

    def test_baseline_on_the_wire(self, driver: Any) -> None:
        before = driver.virtual_bus.transactions, driver.virtual_bus.sent
        driver.show()
        assert driver.virtual_bus.transactions - before[0] == 7
        assert driver.virtual_bus.sent - before[1] == 1037

    def test_power_contrast_and_inverse(self, driver: Any) -> None:
        driver.fill(0)
        driver.show()
        driver.contrast(77)
        assert driver.panel.contrast == 77
        driver.invert(True)
        assert driver.panel.picture() == b"\xff" * 1024
        driver.poweroff()
        assert driver.panel.is_dark
        assert driver.panel.picture() == bytes(1024)
        driver.poweron()
        assert not driver.panel.is_dark

    def test_half_a_turn(self, driver: Any) -> None:
        driver.fill(0)
        driver.rect(3, 5, 20, 9, 1)
        driver.show()
        upright = driver.panel.picture()
        driver.rotate(False)
        driver.show()
        assert driver.panel.picture() == turn_picture(upright)


class TestPicture:
    @pytest.mark.parametrize("chip", [Ssd1306, Sh1106])
    def test_upright(self, chip: type[Panel]) -> None:
        panel = start_panel(chip)
        send_frame(panel, some_frame())
        assert panel.picture() == some_frame()

    @pytest.mark.parametrize("chip", [Ssd1306, Sh1106])
    def test_flipped_by_the_driver_on_a_module_built_in_upside_down(self, chip: type[Panel]) -> None:
        panel = start_panel(chip, turned=True)
        panel.receive(b"\x00\xa0\xc0")
        send_frame(panel, some_frame())
        assert panel.picture() == some_frame()

    def test_ssd1306_remap_leaves_what_is_in_ram(self) -> None:
        panel = start_panel(Ssd1306)
        send_frame(panel, some_frame())
        panel.receive(b"\x00\xa0")
        assert panel.picture() == some_frame()
        send_frame(panel, some_frame())
        assert panel.picture() != some_frame()

    def test_sh1106_remap_acts_on_what_is_shown(self) -> None:
        panel = start_panel(Sh1106)
        send_frame(panel, some_frame())
        panel.receive(b"\x00\xa0\xc0")
        assert panel.picture() == turn_picture(some_frame())

    @pytest.mark.parametrize("chip", [Ssd1306, Sh1106])
    def test_memory_is_not_cleared_by_power(self, chip: type[Panel]) -> None:
        assert any(start_panel(chip).picture())

    @pytest.mark.parametrize(
        ("commands", "row"), [(b"\x00\x4a", 10), (b"\x00\xd3\x05", 5), (b"\x00\x7f\xd3\x02", 1)]
    )
    def test_start_line_and_offset(self, commands: bytes, row: int) -> None:
        panel = start_panel(Ssd1306)
        send_frame(panel, some_frame())
        panel.receive(commands)
        seen = panel.picture()
        assert all(
            pixel(seen, x, y) == pixel(some_frame(), x, (y + row) % 64)
            for x in range(0, 128, 9)
            for y in range(64)
        )

    def test_whole_panel_lit(self) -> None:
        panel = start_panel(Ssd1306)
        panel.receive(b"\x00\xa5")
        assert panel.picture() == b"\xff" * 1024

    def test_dark_without_its_charge_pump(self) -> None:
        panel = Ssd1306()
        panel.receive(b"\x00\xaf")
        assert panel.is_dark
        panel.receive(b"\x00\x8d\x14")
        assert not panel.is_dark


class TestAddressing:
    def test_horizontal_window(self) -> None:
        panel = start_panel(Ssd1306)
        send_frame(panel, bytes(1024))
        panel.receive(bytes([0, 0x21, 10, 12, 0x22, 2, 3]))
        panel.receive(b"\x40" + bytes([1, 2, 3, 4]))
        panel.receive(b"\x40" + bytes([5, 6]))
        seen = panel.picture()
        assert seen[2 * 128 + 10 : 2 * 128 + 13] == bytes([1, 2, 3])
        assert seen[3 * 128 + 10 : 3 * 128 + 13] == bytes([4, 5, 6])
        assert sum(1 for byte in seen if byte) == 6

    def test_a_full_window_starts_again_with_the_next_run(self) -> None:
        panel = start_panel(Ssd1306)
        send_frame(panel, some_frame(1))
        panel.receive(b"\x40" + some_frame(2))
        assert panel.picture() == some_frame(2)

    def test_vertical_window(self) -> None:
        panel = start_panel(Ssd1306)
        send_frame(panel, bytes(1024))
        panel.receive(bytes([0, 0x20, 1, 0x21, 5, 6, 0x22, 0, 1]))
        panel.receive(b"\x40" + bytes([1, 2, 3, 4]))
        seen = panel.picture()
        assert [seen[5], seen[128 + 5], seen[6], seen[128 + 6]] == [1, 2, 3, 4]

    @pytest.mark.parametrize("chip", [Ssd1306, Sh1106])
    def test_page_addressing(self, chip: type[Panel]) -> None:
        panel = start_panel(chip)
        send_frame(panel, bytes(1024))
        if chip is Ssd1306:
            panel.receive(b"\x00\x20\x02")
        column = 100 if chip is Ssd1306 else 102
        panel.receive(bytes([0, 0xB3, column & 15, 0x10 | column >> 4]))
        panel.receive(b"\x40\x07\x09")
        seen = panel.picture()
        assert seen[3 * 128 + 100 : 3 * 128 + 102] == b"\x07\x09"
        assert sum(1 for byte in seen if byte) == 2

    def test_single_bytes_with_a_control_byte_each(self) -> None:
        panel = start_panel(Ssd1306)
        panel.receive(bytes([0x80, 0x81, 0x80, 0x2A, 0x40, 0x55]))
        assert panel.contrast == 0x2A

    def test_arguments_may_come_in_the_next_transaction(self) -> None:
        panel = start_panel(Ssd1306)
        panel.receive(b"\x80\x81")
        panel.receive(b"\x80\x11")
        assert panel.contrast == 0x11


@pytest.mark.parametrize(
    ("chip", "payload", "reason"),
    [
        (Ssd1306, "01 AE", "control byte"),
        (Ssd1306, "00", "nothing after"),
        (Ssd1306, "80 AE 40", "nothing after"),
        (Ssd1306, "00 2F", "no command"),
        (Ssd1306, "00 32", "no command"),
        (Sh1106, "00 20 00", "no command"),
        (Sh1106, "00 21 00 7F", "no command"),
        (Sh1106, "00 8D 14", "no command"),
        (Ssd1306, "00 20 03", "addressing mode"),
        (Ssd1306, "00 20 10", "addressing mode"),
        (Ssd1306, "00 21 00 80", "column window"),
        (Ssd1306, "00 21 09 08", "column window"),
        (Ssd1306, "00 22 00 08", "page window"),
        (Ssd1306, "00 20 02 21 00 7F", "column window is for"),
        (Ssd1306, "00 B0", "page addressing mode"),
        (Ssd1306, "00 A8 1F", "multiplex"),
        (Ssd1306, "00 DA 02", "COM pins"),
        (Ssd1306, "00 D3 40", "offset"),
        (Ssd1306, "00 D9 F0", "pre-charge"),
        (Ssd1306, "00 8D 00", "charge pump"),
        (Sh1106, "00 AD 8B", "while the display is off"),
        (Ssd1306, "80 81 40 01", "in the middle of the command 'contrast'"),
    ],
)
def test_what_the_data_sheet_forbids(chip: type[Panel], payload: str, reason: str) -> None:
    with pytest.raises(PanelError, match=reason):
        start_panel(chip).receive(bytes.fromhex(payload))


@pytest.mark.parametrize(
    ("commands", "room", "reason"),
    [
        ("00 21 00 01 22 00 00", 2, "window"),
        ("00 21 05 06 22 03 05", 6, "window"),
        ("00 20 01 21 05 06 22 03 05", 6, "window"),
        ("00 20 02 B0 0E 17", 2, "page"),
    ],
)
def test_a_run_of_data_must_not_leave_its_window(commands: str, room: int, reason: str) -> None:
    panel = start_panel(Ssd1306)
    panel.receive(bytes.fromhex(commands))
    panel.receive(b"\x40" + bytes(room))
    panel.receive(bytes.fromhex(commands))
    with pytest.raises(PanelError, match=f"runs off its {reason}"):
        panel.receive(b"\x40" + bytes(room + 1))


def test_sh1106_data_beyond_its_columns() -> None:
    panel = start_panel(Sh1106)
    panel.receive(b"\x00\xb0\x03\x18")
    panel.receive(b"\x40\x01")
    with pytest.raises(PanelError, match="column 132"):
        panel.receive(b"\x40\x01")


class TestBus:
    def test_nobody_there(self) -> None:
        with pytest.raises(OSError, match="0x3c"):
            Bus().writeto(ADDRESS, b"\x00\xae")

    def test_a_lost_transaction_does_not_reach_the_panel(self) -> None:
        bus, panel = Bus(), start_panel(Ssd1306)
        bus.attach(ADDRESS, panel)
        bus.fail_at(2)
        bus.writeto(ADDRESS, b"\x00\x81\x01")
        with pytest.raises(OSError):
            bus.writevto(ADDRESS, [b"\x00", b"\x81\x02"])
        assert panel.contrast == 1
        bus.writevto(ADDRESS, [b"\x00", bytearray(b"\x81"), memoryview(b"\x03")])
        assert panel.contrast == 3
        assert (bus.transactions, bus.sent) == (2, 6)

    def test_pulled_off_and_put_back(self) -> None:
        bus, panel = Bus(), Ssd1306()
        bus.attach(ADDRESS, panel)
        bus.detach(ADDRESS)
        with pytest.raises(OSError):
            bus.writeto(ADDRESS, b"")
        bus.attach(ADDRESS, panel)
        assert bus.writeto(ADDRESS, b"") == 0

    def test_only_bytes(self) -> None:
        bus = Bus()
        bus.attach(ADDRESS, Ssd1306())
        with pytest.raises(TypeError):
            bus.writeto(ADDRESS, "\x00")  # type: ignore[arg-type]


# Chips that a board file configures


@pytest.mark.parametrize("board", ["pico_ssd1309", "pico_sh1107"])
def test_a_chip_that_its_board_file_sets_up(board: str) -> None:
    from gobelet.device.panel import Panel as Driver

    facts = definition(board)
    for flipped in (False, True):
        bus, chip = Bus(), CHIPS[facts.CHIP](turned=flipped)
        bus.attach(facts.ADDRESS, chip)
        driver = Driver(bus, facts.CHIP, facts.ADDRESS, facts.PANEL)
        driver.buffer[:] = some_frame()
        driver.flip(flipped)
        assert driver.start()
        assert chip.picture() == some_frame()
        driver.buffer[777] ^= 0xFF
        driver.show()
        assert chip.picture() == bytes(driver.buffer)


def test_the_square_glass_is_dark_above_and_below() -> None:
    panel = Sh1107()
    panel.receive(bytes.fromhex("00 AE DC 00 20 A8 7F D3 00 AD 8B D5 50 D9 22 DB 35 A4 A1 C8 AF"))
    with pytest.raises(PanelError, match="above or below the middle"):
        panel.picture()  # noise: the RAM content at power-on


@pytest.mark.parametrize(
    ("chip", "commands", "sentence"),
    [
        (Ssd1309, "8D 14", "ssd1309 has no command 0x8d"),
        (Ssd1309, "FD 16", "only 0x12 lets commands through"),
        (Sh1107, "40", "sh1107 has no command 0x40"),
        (Sh1107, "A8 3F", "multiplex ratio 0x3f does not suit"),
        (Sh1107, "DC 20", "start line 0x20 does not suit"),
    ],
)
def test_what_these_chips_do_not_take(chip: type[Panel], commands: str, sentence: str) -> None:
    with pytest.raises(PanelError, match=sentence):
        chip().receive(bytes.fromhex("00" + commands))
