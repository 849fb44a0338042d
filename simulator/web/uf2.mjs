// One file to drag: the MicroPython that the player downloaded, with the file system of Gobelet behind it. What
// host_tools/uf2.py and host_tools/building/uf2.py do on a desk, byte for byte.

const FLASH_AT = 0x10000000;
const FLASH_BYTES = 2 * 1024 * 1024;
const RP2040 = 0xe48bff56;
const BLOCK = 512;
const PAGE = 256;
const MOST = 476; // bytes in a block
const MAGIC = [0x0a324655, 0x9e5d5157];
const END = 0x0ab16f30;
const NOT_FLASH = 0x1;
const FAMILY = 0x2000;

// What a UF2 file puts into the flash, and where that ends. An exception of `say` for what is none, and for one with
// blocks missing: each block has its number and how many there are, and what they write is one piece.
export function read(file, say) {
    const flash = new Uint8Array(FLASH_BYTES).fill(0xff);
    const view = new DataView(file.buffer, file.byteOffset, file.length);
    const pages = []; // where each begins and ends
    const [numbers, counts] = [new Set(), new Set()];
    if (!file.length || file.length % BLOCK) {
        throw new Error(say("noUf2"));
    }
    for (let at = 0; at < file.length; at += BLOCK) {
        const [one, two, flags, target, size, number, count, family] =
            Array.from({ length: 8 }, (_, word) => view.getUint32(at + 4 * word, true));
        if (one !== MAGIC[0] || two !== MAGIC[1] || view.getUint32(at + BLOCK - 4, true) !== END || size > MOST) {
            throw new Error(say("noUf2"));
        }
        numbers.add(number);
        counts.add(count);
        if (flags & NOT_FLASH) {
            continue;
        }
        const place = target - FLASH_AT;
        if (!(flags & FAMILY) || family !== RP2040) {
            throw new Error(say("otherChip"));
        }
        if (place < 0 || place > FLASH_BYTES - size) {
            throw new Error(say("noUf2"));
        }
        flash.set(file.subarray(at + 32, at + 32 + size), place);
        pages.push([place, place + size]);
    }
    const blocks = Math.max(...counts);
    const missing = blocks - [...numbers].filter((number) => number < blocks).length;
    if (missing || counts.size > 1 || file.length !== blocks * BLOCK) {
        throw new Error(say("holedUf2"));
    }
    let end = 0;
    for (const [begin, after] of pages.sort(([a], [b]) => a - b)) {
        if (begin !== end) {
            throw new Error(say("holedUf2"));
        }
        end = after;
    }
    return { flash, end };
}

export function write(flash) {
    const file = new Uint8Array(flash.length / PAGE * BLOCK);
    const view = new DataView(file.buffer);
    const pages = flash.length / PAGE;
    for (let page = 0; page < pages; page++) {
        const at = page * BLOCK;
        [...MAGIC, FAMILY, FLASH_AT + page * PAGE, PAGE, page, pages, RP2040].forEach(
            (word, place) => view.setUint32(at + 4 * place, word, true));
        file.set(flash.subarray(page * PAGE, (page + 1) * PAGE), at + 32);
        view.setUint32(at + BLOCK - 4, END, true);
    }
    return file;
}

// `board` is one of install.json, get(path) gives a file of the site. An exception of `say` for what does not do.
export async function join(file, board, oldest, get, say) {
    if (!board.image) {
        throw new Error(say("noDrag", board.name));
    }
    const { flash, end } = read(file, say);
    const text = new TextDecoder("latin1").decode(flash.subarray(0, end));
    const version = /MicroPython v(\d+)\.(\d+)/.exec(text);
    const machine = /(?:Raspberry Pi Pico|Seeed Studio XIAO RP2040|Waveshare RP2040-\w+|Pimoroni Tiny 2040)[ \w]* with RP2\d+/.exec(text)?.[0];
    if (!version || !machine) {
        throw new Error(say("noMicroPython"));
    }
    const [major, minor] = version.slice(1).map(Number);
    if (major < oldest[0] || major === oldest[0] && minor < oldest[1]) {
        throw new Error(say("oldMicroPython", `${major}.${minor}`, oldest.join(".")));
    }
    const does = board.image.machines.some((name) => machine.startsWith(`${name} `));
    if (!does || machine.includes(" W ") !== board.wireless) {
        throw new Error(say("otherBoard", machine, board.name));
    }
    const { start, pieces } = board.image;
    if (end > start) {
        throw new Error(say("notAsPublished"));
    }
    const files = new Map();
    for (const [at, what, from, length] of pieces) {
        if (from === undefined) {
            flash.set(Uint8Array.from(atob(what), (letter) => letter.charCodeAt(0)), start + at);
        } else {
            files.set(what, files.get(what) ?? await get(what));
            flash.set(files.get(what).subarray(from, from + length), start + at);
        }
    }
    return write(flash);
}
