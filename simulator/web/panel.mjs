// A virtual OLED module with an SSD1306: it takes nothing but the bytes of the firmware's driver, and shows a picture.
// As strict as simulator/panel.py, for the one chip and the one way of addressing that the page needs.

export const WIDTH = 128;
export const HEIGHT = 64;
const PAGES = HEIGHT / 8;

// First and last code of a command, how many arguments follow, and what it does. One without arguments gets its code.
const COMMANDS = [
    [0x00, 0x0f, 0, (panel, code) => { panel.column = (panel.column & 0xf0) | code; }],
    [0x10, 0x1f, 0, (panel, code) => { panel.column = (panel.column & 0x0f) | ((code & 0x0f) << 4); }],
    [0x20, 0x20, 1, (panel, mode) => must(mode === 2, "only page addressing is known here")],
    [0x2e, 0x2e, 0, () => {}], // no scrolling
    [0x40, 0x40, 0, () => {}], // start at line 0
    [0x81, 0x81, 1, (panel, level) => { panel.contrast = level; }],
    [0x8d, 0x8d, 1, (panel, pump) => { panel.pumped = pump === 0x14; }],
    [0xa0, 0xa1, 0, (panel, code) => { panel.remapped = code === 0xa1; }],
    [0xa4, 0xa4, 0, () => {}], // show the RAM
    [0xa6, 0xa7, 0, (panel, code) => { panel.inverted = code === 0xa7; }],
    [0xa8, 0xa8, 1, (panel, lines) => must(lines === HEIGHT - 1, "the glass has 64 lines")],
    [0xae, 0xaf, 0, (panel, code) => { panel.on = code === 0xaf; }],
    [0xb0, 0xb7, 0, (panel, code) => { panel.page = code & 7; }],
    [0xc0, 0xcf, 0, (panel, code) => { panel.scanDown = Boolean(code & 8); }],
    [0xd3, 0xd3, 1, (panel, offset) => must(offset === 0, "no offset is known here")],
    [0xd5, 0xd5, 1, () => {}], // clock
    [0xd9, 0xd9, 1, () => {}], // pre-charge
    [0xda, 0xda, 1, (panel, pins) => must(pins === 0x12, "the glass has its rows wired alternately")],
    [0xdb, 0xdb, 1, () => {}], // deselect level
];

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
    constructor() {
        // RAM is not cleared by power: a driver that forgets to shows this.
        this.ram = Uint8Array.from({ length: WIDTH * PAGES }, (_, at) => (at % WIDTH) * 73 + (at >> 7) * 41);
        this.on = this.pumped = this.inverted = this.remapped = this.scanDown = false;
        this.contrast = 0x7f;
        this.page = this.column = 0;
        this.awaited = null; // the command whose argument comes next
    }

    // One transaction after the address byte: a control byte, then commands or data.
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
        must(this.awaited === null && this.column < WIDTH, "data where none may be");
        // The remap acts when data is written: what is in RAM already stays where it is.
        const x = this.remapped ? this.column : WIDTH - 1 - this.column;
        this.ram[this.page * WIDTH + x] = byte;
        this.column++;
    }

    command(byte) {
        if (this.awaited !== null) {
            const act = this.awaited;
            this.awaited = null;
            act(this, byte);
            return;
        }
        const found = COMMANDS.find(([first, last]) => first <= byte && byte <= last);
        must(found, `no command ${byte}`);
        const [, , wanted, act] = found;
        if (wanted) {
            this.awaited = act;
        } else {
            act(this, byte);
        }
    }

    // The 1024 bytes of what the player sees: a byte is eight rows of a column, bit 0 on top; 1 is a lit pixel. Upright
    // is the glass with the column remap A1 and the direction C8.
    picture() {
        const seen = new Uint8Array(WIDTH * PAGES);
        if (!this.on || !this.pumped) {
            return seen;
        }
        for (let page = 0; page < PAGES; page++) {
            for (let column = 0; column < WIDTH; column++) {
                let byte = this.ram[(this.scanDown ? page : PAGES - 1 - page) * WIDTH + column];
                byte = this.scanDown ? byte : mirrored(byte);
                seen[page * WIDTH + column] = this.inverted ? byte ^ 0xff : byte;
            }
        }
        return seen;
    }
}
