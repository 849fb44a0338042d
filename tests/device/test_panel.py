"""The panel driver against a chip that decodes its bytes."""

import random

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gobelet.device.panel import PAGES, WIDTH, Panel
from simulator.bus import Bus as VirtualBus
from simulator.panel import CHIPS as VIRTUAL
from tests.device.chip import Bus, Chip

CHIPS = ("ssd1306", "sh1106")


def start_panel(kind="ssd1306"):
    chip = Chip(kind)
    bus = Bus(chip)
    panel = Panel(bus, kind)
    assert panel.start()
    bus.sent()
    return panel, bus, chip


@pytest.fixture(params=CHIPS)
def set_up(request):
    return start_panel(request.param)


# Starting.


@pytest.mark.parametrize("kind", CHIPS)
def test_start_sets_the_chip_up_and_never_shows_its_noise(kind):
    chip = Chip(kind)
    panel = Panel(Bus(chip), kind)
    panel.buffer[5] = 0x18
    assert not panel.ok
    assert panel.start()
    assert panel.ok
    assert chip.on
    assert chip.pump
    assert not chip.seen_noise
    assert chip.picture() == bytes(panel.buffer)
    assert chip.settings[0xA8] == (0xA8, 63)


def test_ssd1306_start_bytes():
    bus = Bus(Chip("ssd1306"))
    Panel(bus, "ssd1306").start()
    assert bus.transfers[0].hex() == "00aed580a83fd300408d1420022eda12d9f1db40a4"
    assert bus.transfers[1].hex() == "008180a6a1c8"
    assert bus.transfers[2].hex() == "000010b0"
    assert bus.transfers[3] == b"\x40" + bytes(128)
    assert bus.transfers[-1].hex() == "00af"


def test_sh1106_start_bytes():
    bus = Bus(Chip("sh1106"))
    Panel(bus, "sh1106").start()
    assert bus.transfers[0].hex() == "00aed580a83fd30040ad8b32da12d91fdb40a4"
    # The visible columns begin at 2.
    assert bus.transfers[2].hex() == "000210b0"
    assert bus.transfers[-1].hex() == "00af"


def test_settings_made_before_the_start_are_sent_with_it():
    chip = Chip("ssd1306")
    bus = Bus(chip)
    panel = Panel(bus, "ssd1306")
    panel.set_contrast(7)
    panel.invert(True)
    panel.flip(True)
    assert bus.transfers == []
    panel.start()
    assert chip.settings[0x81] == (0x81, 7)
    assert chip.settings[0xA6] == (0xA7,)
    assert chip.settings[0xA0] == (0xA0,)
    assert chip.settings[0xC0] == (0xC0,)


def test_other_address():
    bus = Bus(Chip("ssd1306"), address=0x3D)
    assert not Panel(bus, "ssd1306").start()
    assert Panel(bus, "ssd1306", 0x3D).start()


def test_unknown_chip_is_refused():
    with pytest.raises(ValueError):
        Panel(Bus(None), "st7565")


# Showing.


def test_nothing_changed_sends_nothing(set_up):
    panel, bus, _chip = set_up
    assert panel.show() == 0
    assert bus.transfers == []


def test_one_byte(set_up):
    panel, bus, chip = set_up
    panel.buffer[3 * WIDTH + 77] = 0xFF
    assert panel.show() == 6
    column = 77 + chip.left
    assert bus.transfers == [
        bytes([0x00, column & 15, 0x10 | column >> 4, 0xB3]),
        b"\x40\xff",
    ]
    assert chip.picture() == bytes(panel.buffer)
    assert panel.show() == 0


def test_a_second_span_of_a_page_is_cheaper_by_the_page_command():
    panel, bus, chip = start_panel()
    panel.buffer[10] = 1
    panel.buffer[90] = 1
    assert panel.show() == 6 + 5
    assert [len(data) for data in bus.transfers] == [4, 2, 3, 2]
    assert chip.picture() == bytes(panel.buffer)


@pytest.mark.parametrize(("gap", "transfers"), [(1, 2), (4, 2), (5, 4), (6, 4)])
def test_a_small_gap_is_sent_along(gap, transfers):
    panel, bus, chip = start_panel()
    panel.buffer[20] = panel.buffer[21 + gap] = 0x55
    panel.show()
    assert len(bus.transfers) == transfers
    assert chip.picture() == bytes(panel.buffer)


@pytest.mark.parametrize("column", [0, 1, 126, 127])
def test_edges_of_a_page(set_up, column):
    panel, bus, chip = set_up
    for page in range(PAGES):
        panel.buffer[page * WIDTH + column] = 0x80 | page
    assert panel.show() == 6 * PAGES
    assert bus.sent() == 6 * PAGES
    assert chip.picture() == bytes(panel.buffer)


drawings = st.lists(
    st.lists(
        st.tuples(st.integers(0, 1023), st.integers(1, 200), st.binary(min_size=1, max_size=4)),
        max_size=6,
    ),
    min_size=1,
    max_size=6,
)


@pytest.mark.parametrize("kind", CHIPS)
@given(frames=drawings)
def test_after_any_drawing_the_chip_shows_the_buffer(kind, frames):
    panel, bus, chip = start_panel(kind)
    for frame in frames:
        for start, length, pattern in frame:
            end = min(start + length, 1024)
            for at in range(start, end):
                panel.buffer[at] = pattern[(at - start) % len(pattern)]
        sent = panel.show()
        assert sent == bus.sent()
        assert chip.picture() == bytes(panel.buffer)


@given(changes=st.lists(st.booleans(), min_size=WIDTH, max_size=WIDTH))
def test_spans_of_a_page_are_the_cheapest(changes):
    """Compare the sent bytes with the best of all ways to divide a page into spans."""
    panel, _bus, _chip = start_panel()
    for column, change in enumerate(changes):
        if change:
            panel.buffer[column] = 1
    sent = panel.show()
    at = [i for i, change in enumerate(changes) if change]
    # cheapest[i] is the least number of bytes for the first i changed columns. A span costs 4 bytes more than
    # its columns, and the page 1 more.
    cheapest = [0]
    for i in range(1, len(at) + 1):
        cheapest.append(min(cheapest[j] + 4 + at[i - 1] - at[j] + 1 for j in range(i)))
    assert sent == cheapest[-1] + (1 if at else 0)


# Settings.


def test_contrast_invert_power(set_up):
    panel, bus, chip = set_up
    panel.set_contrast(200)
    panel.invert(True)
    panel.set_power(False)
    assert bus.transfers == [b"\x00\x81\xc8", b"\x00\xa7", b"\x00\xae"]
    assert not chip.on
    bus.sent()
    panel.set_contrast(200)
    panel.invert(True)
    panel.set_power(False)
    assert bus.sent() == 0, "the same again is not sent"
    panel.set_power(True)
    panel.invert(False)
    assert bus.transfers == [b"\x00\xaf", b"\x00\xa6"]


def test_drawing_while_dark(set_up):
    panel, _bus, chip = set_up
    panel.set_power(False)
    panel.buffer[100] = 3
    panel.show()
    panel.set_power(True)
    assert chip.picture() == bytes(panel.buffer)


def test_flip_sends_the_frame_anew(set_up):
    """The chip's column direction applies only to bytes that are written afterwards."""
    panel, bus, chip = set_up
    panel.buffer[9] = 9
    panel.flip(True)
    assert chip.settings[0xA0] == (0xA0,)
    assert chip.settings[0xC0] == (0xC0,)
    assert bus.sent() >= 1024
    assert chip.picture() == bytes(panel.buffer)
    panel.flip(True)
    assert bus.sent() == 0
    panel.flip(False)
    assert chip.settings[0xA0] == (0xA1,)


# Faults of the panel.


def test_a_missing_panel_is_left_alone():
    bus = Bus(None)
    panel = Panel(bus, "ssd1306")
    assert not panel.start()
    assert bus.attempts == 1, "the first refusal ends the attempt"
    panel.buffer[0] = 1
    assert panel.show() == 0
    panel.set_contrast(1)
    panel.invert(True)
    panel.flip(True)
    panel.set_power(False)
    assert bus.attempts == 1
    assert not panel.ok


@pytest.mark.parametrize("kind", CHIPS)
@pytest.mark.parametrize("left", [0, 1, 2, 3, 4, 5, 9, 60, 200, 600, 1060])
def test_failure_in_the_middle_of_a_transfer_and_recovery(kind, left):
    panel, bus, chip = start_panel(kind)
    rng = random.Random(left)
    for at in range(1024):
        panel.buffer[at] = rng.randrange(256)
    bus.left = left
    sent = panel.show()
    assert not panel.ok
    assert sent <= left
    attempts = bus.attempts
    panel.buffer[500] ^= 0xFF
    assert panel.show() == 0
    assert bus.attempts == attempts
    panel.set_contrast(33)
    # The panel is still missing; the retry costs one transfer.
    assert not panel.start()
    assert bus.attempts == attempts + 1
    # The panel is back, after a power cut of its own.
    chip.reset()
    bus.left = None
    assert panel.start()
    assert chip.on
    assert chip.settings[0x81] == (0x81, 33)
    assert chip.picture() == bytes(panel.buffer)
    assert panel.show() == 0


@pytest.mark.parametrize("left", [1, 2, 3, 5, 60, 131, 134, 139, 600, 1060])
def test_a_byte_that_is_not_acknowledged_in_the_middle_of_a_frame(left):
    """The Pico's machine.I2C then raises no exception, and returns the number of acknowledged bytes."""
    panel, bus, chip = start_panel()
    panel.buffer[:] = random.Random(left).randbytes(1024)
    bus.left = left
    bus.refused = True
    panel.show()
    assert chip.picture() != bytes(panel.buffer)
    assert not panel.ok
    bus.left = None
    assert panel.start()
    assert chip.picture() == bytes(panel.buffer)


@given(frames=drawings, cuts=st.lists(st.integers(0, 400), max_size=6))
def test_after_any_failures_a_start_brings_the_buffer_back(frames, cuts):
    panel, bus, chip = start_panel()
    for number, frame in enumerate(frames):
        bus.left = cuts[number] if number < len(cuts) else None
        for start, length, pattern in frame:
            for at in range(start, min(start + length, 1024)):
                panel.buffer[at] = pattern[0]
        panel.show()
        if not panel.ok:
            bus.left = None
            panel.start()
        assert chip.picture() == bytes(panel.buffer)


@pytest.mark.parametrize("kind", CHIPS)
@pytest.mark.parametrize("turned", [False, True])
@given(frames=drawings)
def test_another_decoder_sees_the_same(kind, turned, frames):
    """The simulator's virtual module decodes the driver's bytes to the same picture.

    Another test compares the virtual module with another driver. The flip is also tried.
    """
    glass = VIRTUAL[kind](turned)
    bus = VirtualBus()
    bus.attach(0x3C, glass)
    panel = Panel(bus, kind)
    panel.flip(turned)
    panel.start()
    for frame in frames:
        for start, length, pattern in frame:
            for at in range(start, min(start + length, 1024)):
                panel.buffer[at] = pattern[0]
        panel.show()
        assert glass.picture() == bytes(panel.buffer)
