// A file for the drive that a Pico opens with BOOTSEL held, written there by the browser where it can (File System Access).

const NOTE = "INFO_UF2.TXT"; // what each such drive has
const PART = 64 << 10;
const BLOCK = 512;
const MAGIC = [0x0a324655, 0x9e5d5157]; // how each block of a UF2 begins

export const canWrite = "showDirectoryPicker" in globalThis;

// Why nothing was written: the name of a sentence, and its values.
export class DriveError extends Error {
    constructor(name, ...values) {
        super(name);
        this.values = values;
    }
}

// The folder that the player chooses; null if none is.
export async function choose() {
    try {
        return await showDirectoryPicker({ id: "pico", mode: "readwrite" });
    } catch (error) {
        if (error.name === "AbortError") {
            return null;
        }
        throw error;
    }
}

// The chip whose bootloader a drive is of, RP2040 or RP2350. DriveError for another folder.
export async function chipOf(folder) {
    let note;
    try {
        note = await (await (await folder.getFileHandle(NOTE)).getFile()).text();
    } catch {
        throw new DriveError("noDrive", folder.name);
    }
    const [, board = ""] = /^Board-ID:\s*(\S+)/m.exec(note) ?? [];
    if (!/^(RPI-RP2|RP2350)/.test(board)) {
        throw new DriveError("strangeDrive", folder.name, board || "?");
    }
    return board.startsWith("RP2350") ? "RP2350" : "RP2040";
}

// Whether these bytes are blocks of a UF2 file, whole.
export function isUf2(bytes) {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    return bytes.length > 0 && bytes.length % BLOCK === 0
        && MAGIC.every((word, at) => [0, bytes.length - BLOCK].every((block) => view.getUint32(block + 4 * at, true) === word));
}

// Write a file into the folder; told(part) on the way. The Pico restarts with the last block and takes its drive away: what
// the browser says of it then is no fault. DriveError if the drive is gone before.
export async function write(folder, name, bytes, told) {
    let at = 0;
    let file;
    try {
        file = await (await folder.getFileHandle(name, { create: true })).createWritable();
        for (; at < bytes.length; at += PART) {
            await file.write(bytes.subarray(at, at + PART));
            told(Math.min(1, (at + PART) / bytes.length));
        }
        await file.close();
    } catch (error) {
        if (at < bytes.length) {
            await file?.abort().catch(() => {});
            throw error.name === "QuotaExceededError" ? new DriveError("driveFull", folder.name) : new DriveError("driveGone");
        }
    }
}
