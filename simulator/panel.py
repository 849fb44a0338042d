"""A virtual OLED module, which decodes I2C transactions and renders the picture.

The firmware's real driver sends its bytes to this virtual module. The virtual module is stricter than a chip. A
command that the data sheet forbids raises `PanelError`. Data beyond the end of the window or page raises `PanelError`
too, because a chip would overwrite earlier data. A window is the range of columns and pages that the driver has chosen.

Four chips are supported. The glass is the visible area of pixels, and a page is eight pixel rows:

SSD1306   128 columns of RAM, windows, three addressing modes.
SSD1309   an SSD1306 without a charge pump, and with a command lock.
SH1106    132 columns, of which the glass uses the middle 128; page addressing only.
SH1107    a square glass of 128 rows; `picture` is the middle 64 rows, and the other rows must stay dark.

The glass is mounted as on common modules. An upright module requires the commands A1 (segment remap) and C8 (COM
direction). A module that is upside down requires the commands A0 and C0.
"""

from __future__ import annotations

from collections.abc import Callable

WIDTH, HEIGHT = 128, 64
PAGES = HEIGHT // 8
HORIZONTAL, VERTICAL, PAGE = range(3)

Handler = Callable[..., None]

# Table of 256 bytes: each byte value with its bits reversed, for a page seen upside down.
_MIRRORED = bytes(int(f"{value:08b}"[::-1], 2) for value in range(256))
# The pattern in the RAM after power-on, by page: 16 pages of 132 columns, enough for each of the four chips.
_AT_POWER_ON = [bytes((x * 73 + page * 41) & 0xFF for x in range(132)) for page in range(2 * PAGES)]


class PanelError(Exception):
    """A command or data that the chip's data sheet forbids."""


class Panel:
    """The features that all chips share.

    `receive` processes one transaction, and `picture` returns the visible frame.

    turned   whether the module is mounted upside down
    """

    chip = ""
    columns = WIDTH
    pages = PAGES

    def __init__(self, turned: bool = False) -> None:
        self.turned = turned
        # Power-on does not clear a chip's RAM. A driver that does not overwrite the RAM shows this pattern.
        self.ram = [bytearray(pattern[: self.columns]) for pattern in _AT_POWER_ON[: self.pages]]
        self.on = False
        self.pumped = False  # whether the charge pump, which powers the pixels, is on
        self.contrast = 0x7F
        self.inverted = False
        self.all_lit = False
        self.remapped = False  # whether command A1 has reversed the order of the columns
        self.scan_down = False  # whether command C8 has reversed the order of the rows
        self.start_line = 0
        self.offset = 0
        self.mode = PAGE
        self.page = self.column = 0
        self._arguments: list[int] = []
        self._awaited: tuple[str, int, Handler] | None = None
        self._commands = {
            code: (name, wanted, handler)
            for first, last, name, wanted, handler in reversed(self._command_table())
            for code in range(first, last + 1)
        }

    # Transactions

    def receive(self, payload: bytes) -> None:
        """Process the bytes of one transaction that follow the address.

        These bytes are control bytes, each followed by its command or data. Raises PanelError if the data sheet forbids
        the bytes.
        """
        at = 0
        while at < len(payload):
            control = payload[at]
            if control & 0x3F:
                raise PanelError(f"control byte {control:#04x}: its low six bits must be 0")
            alone, data = control & 0x80, control & 0x40
            end = at + 2 if alone else len(payload)
            if at + 1 >= len(payload):
                raise PanelError(f"control byte {control:#04x} with nothing after it")
            part = payload[at + 1 : end]
            if data:
                self._take_data(part)
            else:
                for byte in part:
                    self._take_command(byte)
            at = end

    def _take_command(self, byte: int) -> None:
        if self._awaited is not None:
            _, wanted, handler = self._awaited
            self._arguments.append(byte)
            if len(self._arguments) == wanted:
                arguments, self._arguments, self._awaited = self._arguments, [], None
                handler(*arguments)
            return
        command = self._commands.get(byte)
        if command is None:
            raise PanelError(f"{self.chip} has no command {byte:#04x}")
        if command[1]:
            self._awaited = command
        else:
            command[2](byte)

    def _take_data(self, data: bytes) -> None:
        if self._awaited is not None:
            raise PanelError(f"data in the middle of the command '{self._awaited[0]}'")
        for byte in data:
            self._store(byte)

    def _store(self, byte: int) -> None:
        raise NotImplementedError

    # Commands of all chips: (first code, last code, name, number of arguments, handler). The handler receives the
    # arguments, or the code of a command without arguments.

    def _command_table(self) -> list[tuple[int, int, str, int, Handler]]:
        return [
            (0x00, 0x0F, "lower column", 0, lambda c: self._point(column=self.column & 0xF0 | c & 0x0F)),
            (
                0x10,
                0x1F,
                "higher column",
                0,
                lambda c: self._point(column=self.column & 0x0F | (c & 0x0F) << 4),
            ),
            (0x40, 0x7F, "start line", 0, lambda c: self._set_attribute("start_line", c & 0x3F)),
            (0x81, 0x81, "contrast", 1, lambda value: self._set_attribute("contrast", value)),
            (0xA0, 0xA1, "segment remap", 0, lambda c: self._set_attribute("remapped", bool(c & 1))),
            (0xA4, 0xA5, "whole panel lit", 0, lambda c: self._set_attribute("all_lit", bool(c & 1))),
            (0xA6, 0xA7, "inverse", 0, lambda c: self._set_attribute("inverted", bool(c & 1))),
            (0xA8, 0xA8, "multiplex ratio", 1, lambda v: self._require("multiplex ratio", v, (HEIGHT - 1,))),
            (0xAE, 0xAF, "display on", 0, lambda c: self._set_attribute("on", bool(c & 1))),
            (0xB0, 0xB7, "page", 0, lambda c: self._point(page=c & 7)),
            (0xC0, 0xCF, "COM direction", 0, lambda c: self._set_attribute("scan_down", bool(c & 8))),
            (0xD3, 0xD3, "display offset", 1, self._set_offset),
            (0xD5, 0xD5, "clock", 1, lambda value: None),
            (0xD9, 0xD9, "pre-charge", 1, self._set_precharge),
            # The rows of this glass are wired in the alternative order of COM pins. The sequential order would mix the
            # rows of the picture.
            (0xDA, 0xDA, "COM pins", 1, lambda v: self._require("COM pins", v, (0x12,))),
            (0xDB, 0xDB, "VCOM level", 1, lambda value: None),
            (0xE3, 0xE3, "no operation", 0, lambda c: None),
        ]

    def _set_attribute(self, name: str, value: int) -> None:
        setattr(self, name, value)

    def _require(self, name: str, value: int, allowed: tuple[int, ...]) -> None:
        if value not in allowed:
            raise PanelError(f"{name} {value:#04x} does not suit a {WIDTH}x{HEIGHT} glass")

    def _set_offset(self, value: int) -> None:
        if value >= HEIGHT:
            raise PanelError(f"display offset {value} is beyond {HEIGHT - 1}")
        self.offset = value

    def _set_precharge(self, value: int) -> None:
        if not value & 0x0F or not value & 0xF0:
            raise PanelError(f"pre-charge {value:#04x}: no phase may be 0")

    def _point(self, column: int | None = None, page: int | None = None) -> None:
        """Set the column or the page at which the next data is written.

        Raises PanelError if the chip is not in page addressing mode.
        """
        if self.mode != PAGE:
            raise PanelError("page addressing commands are for page addressing mode")
        # Two commands set the low and the high half of the column number, so its range is checked later, when data is
        # written.
        self.column = self.column if column is None else column
        self.page = self.page if page is None else page

    # The visible picture

    @property
    def is_dark(self) -> bool:
        """Tell whether the display or the supply of its pixels is off."""
        return not (self.on and self.pumped)

    def picture(self) -> bytes:
        """Return the visible frame: 1024 bytes of MONO_VLSB, where 1 is a lit pixel."""
        if self.is_dark:
            return bytes(WIDTH * PAGES)
        if self.all_lit:
            return b"\xff" * (WIDTH * PAGES)
        pages = self._seen_columns()
        shift = (self.start_line + self.offset) % HEIGHT
        if shift:
            pages = _rotate_rows(pages, shift)
        if not self.scan_down:
            pages = [page.translate(_MIRRORED) for page in reversed(pages)]
        if self.turned:
            pages = [page[::-1].translate(_MIRRORED) for page in reversed(pages)]
        flat = b"".join(pages)
        return bytes(byte ^ 0xFF for byte in flat) if self.inverted else flat

    def _seen_columns(self) -> list[bytes]:
        """Return the bytes of each page for the visible columns, from left to right."""
        raise NotImplementedError


class Ssd1306(Panel):
    """The SSD1306, with the commands of its data sheet."""

    chip = "ssd1306"

    def __init__(self, turned: bool = False) -> None:
        super().__init__(turned)
        self.window = [0, WIDTH - 1, 0, PAGES - 1]  # first and last column, first and last page of the window
        self._full = False  # whether the data has filled the window; in page addressing mode, the page

    def _command_table(self) -> list[tuple[int, int, str, int, Handler]]:
        return [
            *super()._command_table(),
            (0x20, 0x20, "addressing mode", 1, self._set_mode),
            (0x21, 0x21, "column window", 2, lambda a, b: self._set_window("column", 0, a, b, WIDTH)),
            (0x22, 0x22, "page window", 2, lambda a, b: self._set_window("page", 2, a, b, PAGES)),
            (0x2E, 0x2E, "scrolling off", 0, lambda c: None),
            (0x8D, 0x8D, "charge pump", 1, self._set_pump),
            (0xAD, 0xAD, "current reference", 1, lambda value: None),
        ]

    def _set_mode(self, value: int) -> None:
        if value not in (HORIZONTAL, VERTICAL, PAGE):
            raise PanelError(f"addressing mode {value:#04x} is none of 0, 1, 2")
        self.mode = value

    def _set_window(self, name: str, at: int, first: int, last: int, limit: int) -> None:
        if self.mode == PAGE:
            raise PanelError(f"a {name} window is for horizontal or vertical addressing")
        if not first <= last < limit:
            raise PanelError(f"{name} window {first}..{last} is not within 0..{limit - 1}")
        self.window[at : at + 2] = [first, last]
        setattr(self, name, first)
        self._full = False

    def _set_pump(self, value: int) -> None:
        if value & ~0x95 or not value & 0x10:
            raise PanelError(f"charge pump {value:#04x}")
        self.pumped = bool(value & 0x04)

    def _point(self, column: int | None = None, page: int | None = None) -> None:
        super()._point(column, page)
        self._full = False

    def _take_data(self, data: bytes) -> None:
        # A transaction may begin to write at the start of a full window, as each new frame does. If one transaction
        # fills the window, further data in this transaction is an error.
        self._full = False if self.mode != PAGE else self._full
        end = self.column + len(data)
        if self.mode != PAGE or self._full or end > WIDTH or self._awaited is not None:
            super()._take_data(data)
            return
        # In page addressing mode, data that fits the rest of its page is copied in one slice.
        if self.remapped:
            self.ram[self.page][WIDTH - end : WIDTH - self.column] = data[::-1]
        else:
            self.ram[self.page][self.column : end] = data
        self.column = end % WIDTH
        self._full = end == WIDTH

    def _store(self, byte: int) -> None:
        if self._full or self.column >= WIDTH:
            raise PanelError(f"data runs off its {'page' if self.mode == PAGE else 'window'}")
        # The segment remap applies when data is written; data already in RAM does not move.
        segment = WIDTH - 1 - self.column if self.remapped else self.column
        self.ram[self.page][segment] = byte
        self._advance()

    def _advance(self) -> None:
        first, last, top, bottom = self.window
        if self.mode == PAGE:
            self.column = (self.column + 1) % WIDTH
            self._full = self.column == 0
        elif self.mode == HORIZONTAL:
            self.column += 1
            if self.column > last:
                self.column = first
                self.page = top if self.page == bottom else self.page + 1
                self._full = self.page == top
        else:
            self.page += 1
            if self.page > bottom:
                self.page = top
                self.column = first if self.column == last else self.column + 1
                self._full = self.column == first

    def _seen_columns(self) -> list[bytes]:
        # Segment 0 is at the right edge of the glass as mounted.
        return [bytes(page)[::-1] for page in self.ram]


class Sh1106(Panel):
    """The SH1106, whose memory is four columns wider than the glass."""

    chip = "sh1106"
    columns = 132
    MARGIN = 2  # number of RAM columns before the first visible column; the glass is wired to segments 2..129

    def __init__(self, turned: bool = False) -> None:
        super().__init__(turned)
        self.pumped = True  # the DC-DC converter, which powers the pixels, is on after a reset

    def _command_table(self) -> list[tuple[int, int, str, int, Handler]]:
        return [
            *super()._command_table(),
            (0x30, 0x33, "pump voltage", 0, lambda c: None),
            (0xAD, 0xAD, "DC-DC converter", 1, self._set_converter),
        ]

    def _set_converter(self, value: int) -> None:
        if value not in (0x8A, 0x8B):
            raise PanelError(f"DC-DC converter {value:#04x} is neither 0x8a nor 0x8b")
        if self.on:
            raise PanelError("the DC-DC converter is switched while the display is off")
        self.pumped = bool(value & 1)

    def _store(self, byte: int) -> None:
        if self.column >= self.columns:
            raise PanelError(f"data runs off its page (column {self.column})")
        self.ram[self.page][self.column] = byte
        self.column += 1

    def _seen_columns(self) -> list[bytes]:
        # On this chip the segment remap applies when the RAM is displayed, not when data is written.
        margin = self.MARGIN
        seen = [bytes(page[margin : margin + WIDTH]) for page in self.ram]
        return seen if self.remapped else [page[::-1] for page in seen]


class Ssd1309(Ssd1306):
    """The SSD1309, an SSD1306 without a charge pump and with a command lock."""

    chip = "ssd1309"

    def __init__(self, turned: bool = False) -> None:
        super().__init__(turned)
        self.pumped = True  # a converter on the module, which no command controls, powers the pixels

    def _command_table(self) -> list[tuple[int, int, str, int, Handler]]:
        known = [entry for entry in super()._command_table() if entry[0] not in (0x8D, 0xAD)]
        return [*known, (0xFD, 0xFD, "command lock", 1, self._set_lock)]

    def _set_lock(self, value: int) -> None:
        if value != 0x12:
            raise PanelError(f"command lock {value:#04x}: only 0x12 lets commands through")


class Sh1107(Sh1106):
    """The SH1107, with 128 columns and 16 pages for a square glass."""

    chip = "sh1107"
    columns = WIDTH
    pages = 2 * PAGES
    MARGIN = 0

    def _command_table(self) -> list[tuple[int, int, str, int, Handler]]:
        other = (0x10, 0x30, 0x40, 0xA8, 0xB0, 0xD3, 0xDA)
        return [
            *(entry for entry in super()._command_table() if entry[0] not in other),
            (
                0x10,
                0x17,
                "higher column",
                0,
                lambda c: self._point(column=self.column & 0x0F | (c & 0x07) << 4),
            ),
            (0x20, 0x20, "page addressing", 0, lambda c: None),
            (
                0xA8,
                0xA8,
                "multiplex ratio",
                1,
                lambda v: self._require("multiplex ratio", v, (2 * HEIGHT - 1,)),
            ),
            (0xB0, 0xBF, "page", 0, lambda c: self._point(page=c & 15)),
            (0xD3, 0xD3, "display offset", 1, lambda v: self._require("display offset", v, (0,))),
            (0xDC, 0xDC, "start line", 1, lambda v: self._require("start line", v, (0,))),
        ]

    def _set_converter(self, value: int) -> None:
        if value & 0xF0 != 0x80:  # bits 1 to 3 set the frequency, bit 0 the power
            raise PanelError(f"DC-DC converter {value:#04x} is not within 0x80..0x8f")
        self.pumped = bool(value & 1)

    def _seen_columns(self) -> list[bytes]:
        seen = super()._seen_columns()
        around = PAGES // 2
        if any(map(any, seen[:around] + seen[-around:])):
            raise PanelError("something is lit above or below the middle of the square glass")
        return seen[around:-around]


CHIPS: dict[str, type[Panel]] = {"ssd1306": Ssd1306, "ssd1309": Ssd1309, "sh1106": Sh1106, "sh1107": Sh1107}


def _rotate_rows(pages: list[bytes], lines: int) -> list[bytes]:
    """Rotate a frame so that its pixel row number `lines` is on top.

    The commands "start line" and "display offset" rotate the picture in this way.
    """
    rolled = [bytearray(WIDTH) for _ in range(PAGES)]
    for x in range(WIDTH):
        column = int.from_bytes(bytes(page[x] for page in pages), "little")
        column = (column >> lines | column << (HEIGHT - lines)) & (1 << HEIGHT) - 1
        for page, byte in enumerate(column.to_bytes(PAGES, "little")):
            rolled[page][x] = byte
    return [bytes(page) for page in rolled]
