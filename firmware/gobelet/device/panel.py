"""Panel: the driver of a 128x64 OLED on I2C. It sends only the bytes that changed.

The chip is an SSD1306, an SH1106, or another chip whose setup commands are in the board file. The driver uses page
addressing mode, the only mode that all these chips have. A page is a band of 8 pixel rows. Each byte of a page has
the 8 pixels of one column.

A span is a sequence of adjacent columns of one page, sent in one transfer. A span costs 5 bytes more than its data:
the transfer `00 low high page`, which sets the address, and the byte `40` before the data. A second span of the
same page costs only 4 bytes more than its data, because it needs no page command. The driver does not use the
address windows (rectangles) of the SSD1306: a window costs 8 bytes and includes unchanged columns.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

import micropython

if TYPE_CHECKING:
    from typing import Any

    from .types import Bus, Data, Diff, Ticks

WIDTH = 128
PAGES = 8
PROBE_MS = 5000  # time between two probes by `check_connection` while the panel answers
# time between two calls of `start` while no panel answers, because some panels answer late after power-on
ABSENT_MS = 1000

# Values from the data sheets (Solomon SSD1306 rev 1.1, Sino Wealth SH1106 v2.3) for the usual 128x64 module:
# 64 lines, COM pins wired alternately, charge pump from the 3.3 V supply.
_SSD1306 = (
    b"\x00"  # control byte: commands follow
    b"\xae"  # display off during the setup
    b"\xd5\x80"  # display clock: divide by 1, the frequency that the chip has after a reset
    b"\xa8\x3f"  # 64 lines
    b"\xd3\x00\x40"  # no vertical offset, start at line 0
    b"\x8d\x14"  # switch the charge pump on
    b"\x20\x02"  # page addressing mode
    b"\x2e"  # stop scrolling, which may still be active: a restart of the Pico does not reset the panel
    b"\xda\x12"  # COM pins alternate, left and right are not swapped
    b"\xd9\xf1"  # precharge that the data sheet recommends
    b"\xdb\x40"  # deselect level of COM: with this level a low contrast is really dim
    b"\xa4"  # show the RAM; 0xa5 would light all pixels
)
_SH1106 = (
    b"\x00"
    b"\xae"
    b"\xd5\x80"
    b"\xa8\x3f"
    b"\xd3\x00\x40"
    b"\xad\x8b"  # switch the DC-DC converter on
    b"\x32"  # output of the converter: 8 V
    b"\xda\x12"
    b"\xd9\x1f"
    b"\xdb\x40"
    b"\xa4"
)
# For each chip, its setup commands and its first visible column: the SH1106 has 132 columns and shows the
# middle 128.
_CHIPS = {"ssd1306": (_SSD1306, 0), "sh1106": (_SH1106, 2)}


def ptr8(data: Data) -> Any:
    """Return `data` itself: desktop Python has no pointer type like viper's.

    MicroPython's viper compiler has a type `ptr8` of its own and does not call this function.
    """
    return data


@micropython.viper
def copy_changed_span(new, old, start, every, left, location, data) -> int:  # type: ignore[no-untyped-def]
    """Copy the first span in which the page `new` differs from the page `old`.

    A page has 128 bytes. The search begins at column `start`. If `every` is not 0, the span is the whole page. The
    function copies the span from `new` into `old`, and into `data` from index 1 on. Into `location` the function
    writes the column address, which is the span's first column plus `left`.

    A gap of 4 equal columns costs as much to send as to skip, so a span ends before 5 equal columns.

    Return 0 if no column differs, else 256 * (number of bytes to send from `data`) + (column after the span).
    """
    fresh = ptr8(new)
    shown = ptr8(old)
    where = ptr8(location)
    out = ptr8(data)
    first = int(start)
    end = 128
    if not int(every):
        while first < 128 and fresh[first] == shown[first]:
            first += 1
        if first == 128:
            return 0
        end = first
        offset = first
        while offset < 128 and offset < end + 5:
            if fresh[offset] != shown[offset]:
                end = offset + 1
            offset += 1
    column = first + int(left)
    where[1] = column & 0x0F
    where[2] = 0x10 | column >> 4
    offset = first
    while offset < end:
        out[offset - first + 1] = fresh[offset]
        shown[offset] = fresh[offset]
        offset += 1
    return (1 + end - first) << 8 | end


def plain_page(buffer: bytearray, first: str, second: str, last: str) -> None:
    """Draw three lines of at most 16 ASCII characters on a cleared frame.

    The function uses MicroPython's built-in font. Callers use it where the font files of the program may be
    missing or broken.
    """
    import framebuf

    frame = framebuf.FrameBuffer(buffer, WIDTH, 8 * PAGES, framebuf.MONO_VLSB)
    frame.fill(0)
    frame.text(first, 0, 8)
    frame.text(second, 0, 24)
    frame.text(last, (WIDTH - 8 * len(last)) // 2, 44)


class Panel:
    """The panel and its frame.

    bus   the I2C bus, see types.Bus.
    chip  "ssd1306" or "sh1106". Another chip without `own` raises ValueError.
    own   the constant PANEL of a board file, for another chip: first visible column, first visible page, setup
          commands in hexadecimal. A chip with more than 8 pages has equally many invisible pages above the
          visible pages and below them.
    address  the panel's address on the bus: 0x3C, or 0x3D on some modules.

    buffer  the frame to draw in: 1024 bytes in the format framebuf.MONO_VLSB.
    ok      False before `start`, and after a transfer that the panel did not answer.
    lit     whether the pixels are switched on.

    No method raises an exception when the panel is missing or fails: `ok` becomes False, and the methods send
    no more bytes. The App calls `check_connection` at every pass to find the panel again; on a dead bus this
    call may take 50 ms. Contrast, inversion, flip and power may be set at any time; the panel gets them when it
    answers.
    """

    def __init__(self, bus: Bus, chip: str, address: int = 0x3C, own: str = "") -> None:
        self._bus = bus
        self._address = address
        self._top = 0
        if own:
            left, top, commands = own.split(" ", 2)
            self._setup, self._left, self._top = bytes.fromhex("00" + commands), int(left), int(top)
        elif chip in _CHIPS:
            self._setup, self._left = _CHIPS[chip]
        else:
            raise ValueError("panel chip " + chip)
        self.ok = False
        self.lit = True
        self._probed_at: Ticks | None = None  # time of the last probe or start by `check_connection`
        self._reported: bool | None = None  # the value of `ok` when `check_connection` last returned True
        self.buffer = bytearray(PAGES * WIDTH)
        # A copy of the chip's RAM. If bit n of `_stale` is set, the copy of page n is not valid.
        self._shadow = bytearray(PAGES * WIDTH)
        self._stale = 0xFF
        # These views are made once, so that show() allocates nothing if no byte changed.
        new = memoryview(self.buffer)
        old = memoryview(self._shadow)
        self._new = [new[page * WIDTH : (page + 1) * WIDTH] for page in range(PAGES)]
        self._old = [old[page * WIDTH : (page + 1) * WIDTH] for page in range(PAGES)]
        self._data = memoryview(bytearray(1 + WIDTH))
        self._data[0] = 0x40  # control byte: display bytes follow
        # control byte 00, low and high half of the column address, page command
        self._location = memoryview(bytearray(4))
        self._column = self._location[:3]
        # The panel's settings as commands: contrast (2 bytes), inversion, column direction, line direction, power.
        self._set = bytearray(b"\x81\x80\xa6\xa1\xc8\xaf")

    def start(self) -> bool:
        """Set the chip up, send the whole frame, and return `ok`.

        If `ok` is True before the call, the panel stays lit during the setup.
        """
        setup = b"\x00" + self._setup[2:] if self.ok else self._setup
        self.ok = True
        self._stale = 0xFF
        self._send(setup)
        self._command(0, 5)
        for page in range(self._top):
            for dark in (page, PAGES + 2 * self._top - 1 - page):
                self._send(bytes((0, 0, 0x10, 0xB0 | dark)))
                self._send(b"\x40" + bytes(WIDTH))
        self.show()
        # the panel lights up last, so that the player does not see the noise in the RAM at power-on
        self._command(5, 6)
        return self.ok

    def probe(self) -> None:
        """Send a harmless command, to find out whether the panel still answers."""
        self._send(self._location)

    def check_connection(self, now: Ticks, diff: Diff, anew: bool) -> bool:
        """Probe or start the panel every few seconds.

        Return whether `ok` changed since the last call.

        If `anew` is True, the method starts the panel even if `ok` is True. The panel may have been disconnected
        and connected again between two probes, and then it has lost its setup.
        """
        if self._probed_at is not None and diff(now, self._probed_at) >= (PROBE_MS if self.ok else ABSENT_MS):
            self._probed_at = now
            if self.ok and not anew:
                self.probe()
            else:
                self.start()
        if self.ok == self._reported:
            return False
        self._reported = self.ok
        self._probed_at = now
        return True

    def show(self) -> int:
        """Send the bytes that changed since the last call.

        Return the number of bytes in all transfers.
        """
        sent = 0
        data = self._data
        for page in range(PAGES if self.ok else 0):
            new = self._new[page]
            old = self._old[page]
            every = self._stale >> page & 1
            if not every and new == old:
                continue
            location = self._location
            location[3] = 0xB0 | page + self._top
            span = copy_changed_span(new, old, 0, every, self._left, location, data)
            while span:
                sent += self._send(location) + self._send(data[: span >> 8])
                location = self._column  # the previous span has set the chip's page: send the column only
                span = copy_changed_span(new, old, span & 0xFF, 0, self._left, location, data)
            if not self.ok:
                break
            self._stale &= ~(1 << page)
        return sent

    def set_contrast(self, level: int) -> None:
        """Set the brightness, 0 (dim, still readable in a dark room) to 255."""
        self._change(1, level & 0xFF, 0)

    def invert(self, on: bool) -> None:
        """Swap lit and dark pixels on the panel. The bytes of the frame do not change."""
        self._change(2, 0xA7 if on else 0xA6)

    def flip(self, on: bool) -> None:
        """Turn the picture by 180 degrees."""
        if self._change(4, 0xC0 if on else 0xC8):
            self._change(3, 0xA0 if on else 0xA1)
            self._stale = 0xFF
            # send the frame again: the chip applies the column direction only to bytes that it receives afterwards
            self.show()

    def set_power(self, on: bool) -> None:
        """Switch the pixels on or off.

        While the pixels are off, the chip keeps its RAM, and `show` still sends changes.
        """
        self.lit = on
        self._change(5, 0xAF if on else 0xAE)

    def _change(self, offset: int, value: int, start: int | None = None) -> bool:
        """Change the byte at index `offset` of `_set` to `value`, and send its command.

        `start` is the index of the command's first byte; None means `offset`. Return whether the byte changed.
        """
        if self._set[offset] == value:
            return False
        self._set[offset] = value
        self._command(offset if start is None else start, offset + 1)
        return True

    def _command(self, start: int, end: int) -> None:
        self._send(b"\x00" + self._set[start:end])

    def _send(self, data: Data) -> int:
        """Send one transfer. Return its length; 0 if this or an earlier transfer failed."""
        if not self.ok:
            return 0
        try:
            # a panel that fails in the middle of a transfer acknowledges fewer bytes than were sent
            if self._bus.writeto(self._address, data) == len(data):
                return len(data)
        except OSError:
            pass
        self.ok = False  # the panel may have lost its supply and RAM: `start` sends the whole frame again
        return 0
