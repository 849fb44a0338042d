// Backups of the player's files with checksums, as zip files in the format of `make backup`. The module
// host_tools/device/backup.py describes the format.

const LIST = "gobelet.json";
const INSIDE = "data/";
const FORMAT = 1;
// The limits of a backup, as in host_tools/device/data.py: bytes of the zip, bytes of all files in it, and number of
// files. LARGEST is the limit for both numbers of bytes.
const LARGEST = 16 << 20;
const MOST = 2000;
// The valid names of files in a game's folder, as in host_tools/device/data.py.
export const OF_A_GAME = /^([0-6a-h]|old2?|presets)(\.bad)?(\.tmp)?$/;
const LOCAL = 0x04034b50;
const CENTRAL = 0x02014b50;
const END = 0x06054b50;
const DEFLATED = 8;
const UTF8 = 0x800;

const CRC = Uint32Array.from({ length: 256 }, (_, byte) => {
    for (let bit = 0; bit < 8; bit++) {
        byte = byte & 1 ? (byte >>> 1) ^ 0xedb88320 : byte >>> 1;
    }
    return byte;
});

export function crc32(bytes) {
    return ~bytes.reduce((sum, byte) => CRC[(sum ^ byte) & 0xff] ^ (sum >>> 8), -1) >>> 0;
}

export async function sha256(bytes) {
    const sum = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes));
    return Array.from(sum, (byte) => byte.toString(16).padStart(2, "0")).join("");
}

async function through(stream, bytes) {
    return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());
}

function numbers(...pairs) {
    const view = new DataView(new ArrayBuffer(pairs.reduce((size, [width]) => size + width, 0)));
    let at = 0;
    for (const [width, value] of pairs) {
        (width === 2 ? view.setUint16 : view.setUint32).call(view, at, value, true);
        at += width;
    }
    return new Uint8Array(view.buffer);
}

// Returns a date and time in the format of zip files, which has a resolution of two seconds.
function dosTime(date) {
    return ((date.getFullYear() - 1980) << 25 | (date.getMonth() + 1) << 21 | date.getDate() << 16
        | date.getHours() << 11 | date.getMinutes() << 5 | date.getSeconds() >> 1) >>> 0;
}

// Returns the time stamp of the first file in a zip, from the first 30 bytes of the zip.
export function madeAt(bytes) {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    const at = view.getUint32(10, true);
    return new Date(1980 + (at >>> 25), (at >>> 21 & 15) - 1, at >>> 16 & 31, at >>> 11 & 31, at >>> 5 & 63, (at & 31) * 2);
}

export async function zip(files) {
    const made = dosTime(new Date());
    const parts = [];
    const listed = [];
    let at = 0;
    for (const [name, bytes] of files) {
        const path = new TextEncoder().encode(name);
        const small = await through(new CompressionStream("deflate-raw"), bytes);
        const head = numbers([2, 20], [2, UTF8], [2, DEFLATED], [4, made], [4, crc32(bytes)],
            [4, small.length], [4, bytes.length], [2, path.length], [2, 0]);
        parts.push(numbers([4, LOCAL]), head, path, small);
        listed.push(numbers([4, CENTRAL], [2, 20]), head, numbers([2, 0], [2, 0], [2, 0], [4, 0], [4, at]), path);
        at += 4 + head.length + path.length + small.length;
    }
    const size = listed.reduce((sum, part) => sum + part.length, 0);
    const end = numbers([4, END], [2, 0], [2, 0], [2, files.length], [2, files.length], [4, size], [4, at], [2, 0]);
    return new Blob([...parts, ...listed, end], { type: "application/zip" });
}

// Decompresses `bytes`. Throws an error if the result exceeds `most` bytes.
async function inflated(bytes, most) {
    const parts = [];
    let size = 0;
    const reader = new Blob([bytes]).stream().pipeThrough(new DecompressionStream("deflate-raw")).getReader();
    for (let { value, done } = await reader.read(); !done; { value, done } = await reader.read()) {
        parts.push(value);
        size += value.length;
        if (size > most) {
            await reader.cancel();
            throw new Error("a bomb");
        }
    }
    return new Uint8Array(await new Blob(parts).arrayBuffer());
}

// Returns the content of each file in a zip, by name. Throws an error if the bytes are no zip, if the zip is damaged,
// or if a name occurs twice.
export async function unzip(bytes) {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    let end = bytes.length - 22;
    while (view.getUint32(end, true) !== END) {
        end--;
    }
    const files = new Map();
    let room = LARGEST;
    let packedRoom = LARGEST; // bytes still allowed for compressed files, because files in a bad zip may overlap
    let at = view.getUint32(end + 16, true);
    const entries = view.getUint16(end + 10, true);
    if (entries > MOST) {
        throw new Error("too many");
    }
    for (let left = entries; left > 0; left--) {
        if (view.getUint32(at, true) !== CENTRAL) {
            throw new Error("no entry");
        }
        const [named, more, comment] = [28, 30, 32].map((place) => view.getUint16(at + place, true));
        const name = new TextDecoder().decode(bytes.subarray(at + 46, at + 46 + named));
        const local = view.getUint32(at + 42, true);
        const begin = local + 30 + view.getUint16(local + 26, true) + view.getUint16(local + 28, true);
        packedRoom -= view.getUint32(at + 20, true);
        if (packedRoom < 0) {
            throw new Error("too large");
        }
        const packed = bytes.subarray(begin, begin + view.getUint32(at + 20, true));
        const content = view.getUint16(at + 10, true) === DEFLATED ? await inflated(packed, room) : packed.slice();
        room -= content.length;
        if (crc32(content) !== view.getUint32(at + 16, true) || files.has(name) || room < 0) {
            throw new Error("wrong sum, or twice");
        }
        files.set(name, content);
        at += 46 + named + more + comment;
    }
    return files;
}

// Returns a backup of `files` as a Blob; `files` maps names to bytes.
export async function pack(files) {
    const names = [...files.keys()].sort();
    const sums = {};
    for (const name of names) {
        sums[name] = await sha256(files.get(name));
    }
    const list = JSON.stringify({ "gobelet-backup": FORMAT, sha256: sums }, null, 1) + "\n";
    return zip([
        [LIST, new TextEncoder().encode(list)], ...names.map((name) => [INSIDE + name, files.get(name)]),
    ]);
}

// Returns the files in a backup, by name. If `file` is no valid backup, throws an error with a message for the player.
export async function unpack(file, say) {
    const { name } = file;
    let version;
    let sums;
    const files = new Map();
    try {
        if (file.size > LARGEST) {
            throw new Error("too large");
        }
        const found = await unzip(new Uint8Array(await file.arrayBuffer()));
        ({ "gobelet-backup": version, sha256: sums } = JSON.parse(new TextDecoder().decode(found.get(LIST))));
        for (const each of Object.keys(sums)) {
            files.set(each, found.get(INSIDE + each));
        }
        if (!files.size) {
            throw new Error("nothing in it");
        }
    } catch {
        throw new Error(say("noBackup", name));
    }
    if (version !== FORMAT) {
        throw new Error(say("newerBackup", name));
    }
    for (const [each, content] of files) {
        if (!content || !isOurs(each) || await sha256(content) !== sums[each]) {
            throw new Error(say("damagedBackup", name, each));
        }
    }
    return files;
}

// Returns whether a path is valid for a file of the player. A valid path is a name without a folder, or a folder and a
// name that OF_A_GAME allows.
export function isOurs(path) {
    const [name, folder, ...more] = path.split("/").reverse();
    const odd = ["", ".", ".."];
    return !odd.includes(name) && !more.length && !/[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}\\:]/u.test(path)
        && (folder === undefined || !odd.includes(folder) && OF_A_GAME.test(name));
}
