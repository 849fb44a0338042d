// A virtual OLED module, which computes its picture from the bytes of the firmware's driver. The module supports the
// chips of simulator/panel.py, but only page addressing, which the driver uses. Unsupported bytes raise an error.

export const WIDTH = 128;
export const HEIGHT = 64;
const PAGES = HEIGHT / 8;

// The commands of all chips: first code, last code, number of arguments (0 or 1), action. The action receives the panel
// and the argument, or the code of a command without argument.
const COMMON = [
    [0x00, 0x0f, 0, (panel, code) => { panel.column = (panel.column & 0xf0) | code; }],
    [0x10, 0x1f, 0, (panel, code) => { panel.column = (panel.column & 0x0f) | ((code & 0x0f) << 4); }],
    [0x81, 0x81, 1, (panel, level) => { panel.contrast = level; }],
    [0xa0, 0xa1, 0, (panel, code) => { panel.remapped = code === 0xa1; }],
    [0xa4, 0xa4, 0, () => {}], // normal display: the pixels show the RAM
    [0xa6, 0xa7, 0, (panel, code) => { panel.inverted = code === 0xa7; }],
    [0xa8, 0xa8, 1, (panel, lines) => must(lines === 8 * panel.pages - 1, "the glass has another number of lines")],
    [0xae, 0xaf, 0, (panel, code) => { panel.on = code === 0xaf; }],
    [0xb0, 0xbf, 0, (panel, code) => { panel.page = code & 15; }],
    [0xc0, 0xcf, 0, (panel, code) => { panel.scanDown = Boolean(code & 8); }],
    [0xd3, 0xd3, 1, (panel, offset) => must(offset === 0, "no offset is known here")],
    [0xd5, 0xd5, 1, () => {}], // clock
    [0xd9, 0xd9, 1, () => {}], // pre-charge
    [0xdb, 0xdb, 1, () => {}], // deselect level
];
const OF_64_LINES = [
    [0x40, 0x40, 0, () => {}], // the display starts at line 0 of the RAM
    [0xda, 0xda, 1, (panel, pins) => must(pins === 0x12, "the glass has its rows wired alternately")],
];
const SOLOMON = [
    [0x20, 0x20, 1, (panel, mode) => must(mode === 2, "only page addressing is known here")],
    [0x2e, 0x2e, 0, () => {}], // no scrolling
];
const CONVERTER = [0xad, 0xad, 1, (panel, set) => {
    must((set & 0xf0) === 0x80, "the DC-DC converter is set to what nobody knows");
    panel.pumped = Boolean(set & 1);
}];

// The chips:
//
// `columns` and `pages`: size of the RAM.
// `left` and `top`: first visible column and page of the RAM.
// `remapsWritten`: true if the column remap applies when data is written, false if it applies when the RAM is shown.
// `fed`: whether the pixels have power after a reset.
// `commands`: the commands in the format of COMMON.
const CHIPS = {
    ssd1306: { columns: 128, pages: 8, left: 0, top: 0, remapsWritten: true, fed: false, commands: [
        ...COMMON, ...OF_64_LINES, ...SOLOMON, [0x8d, 0x8d, 1, (panel, pump) => { panel.pumped = pump === 0x14; }],
    ] },
    ssd1309: { columns: 128, pages: 8, left: 0, top: 0, remapsWritten: true, fed: true, commands: [
        ...COMMON, ...OF_64_LINES, ...SOLOMON, [0xfd, 0xfd, 1, (panel, lock) => must(lock === 0x12, "commands are locked")],
    ] },
    sh1106: { columns: 132, pages: 8, left: 2, top: 0, remapsWritten: false, fed: true, commands: [
        ...COMMON, ...OF_64_LINES, CONVERTER, [0x30, 0x33, 0, () => {}], // voltage of the DC-DC converter
    ] },
    sh1107: { columns: 128, pages: 16, left: 0, top: 4, remapsWritten: false, fed: true, commands: [
        ...COMMON, CONVERTER, [0x20, 0x20, 0, () => {}], // page addressing
        [0xdc, 0xdc, 1, (panel, line) => must(line === 0, "no start line is known here")],
    ] },
};

function must(right, reason) {
    if (!right) {
        throw new Error(`panel: ${reason}`);
    }
}

function mirrored(byte) {
    let turned = 0;
    for (let bit = 0; bit < 8; bit++) {
        turned |= ((byte >> bit) & 1) << (7 - bit);
    }
    return turned;
}

export class Panel {
    constructor(chip = "ssd1306") {
        must(chip in CHIPS, `no chip ${chip}`);
        Object.assign(this, CHIPS[chip]);
        // Power-on does not clear a chip's RAM. A driver that does not overwrite the RAM shows this pattern.
        this.ram = Uint8Array.from({ length: this.columns * this.pages }, (_, at) => at * 73);
        this.on = this.inverted = this.remapped = this.scanDown = false;
        this.pumped = this.fed;
        this.contrast = 0x7f;
        this.page = this.column = 0;
        this.awaited = null; // the action of a command whose argument has not arrived yet
    }

    // Processes the bytes of one transaction that follow the address: a control byte, then commands or data.
    receive(bytes) {
        must(bytes[0] === 0x00 || bytes[0] === 0x40, `control byte ${bytes[0]}`);
        for (const byte of bytes.subarray(1)) {
            if (bytes[0] === 0x40) {
                this.store(byte);
            } else {
                this.command(byte);
            }
        }
    }

    store(byte) {
        must(this.awaited === null && this.column < this.columns && this.page < this.pages, "data where none may be");
        const x = this.remapsWritten && !this.remapped ? WIDTH - 1 - this.column : this.column;
        this.ram[this.page * this.columns + x] = byte;
        this.column++;
    }

    command(byte) {
        if (this.awaited !== null) {
            const act = this.awaited;
            this.awaited = null;
            act(this, byte);
            return;
        }
        const found = this.commands.find(([first, last]) => first <= byte && byte <= last);
        must(found, `no command ${byte}`);
        const [, , wanted, act] = found;
        if (wanted) {
            this.awaited = act;
        } else {
            act(this, byte);
        }
    }

    // Returns the 1024 bytes of the visible picture. Each byte holds eight pixels of a column, with bit 0 on top; 1 is
    // a lit pixel. The picture is upright after the commands A1 (column remap) and C8 (COM direction). On a square
    // glass the picture is the middle half of the rows, and no pixel may be lit outside.
    picture() {
        const seen = new Uint8Array(WIDTH * PAGES);
        if (!this.on || !this.pumped) {
            return seen;
        }
        const mirrors = !this.remapsWritten && !this.remapped;
        for (let row = 0; row < this.pages; row++) {
            const page = (this.scanDown ? row : this.pages - 1 - row);
            for (let x = 0; x < WIDTH; x++) {
                const stored = this.ram[page * this.columns + this.left + (mirrors ? WIDTH - 1 - x : x)];
                const byte = this.scanDown ? stored : mirrored(stored);
                if (row < this.top || row >= this.top + PAGES) {
                    must(byte === 0, "something is lit outside of the middle of the glass");
                } else {
                    seen[(row - this.top) * WIDTH + x] = this.inverted ? byte ^ 0xff : byte;
                }
            }
        }
        return seen;
    }
}
