// Writes a file onto the drive of a Pico's bootloader. The computer shows this drive if the Pico starts while its
// button BOOTSEL is held. The browser must support File System Access.

const NOTE = "INFO_UF2.TXT"; // name of the file with the chip's name, on every bootloader drive
const PART = 64 << 10;
const BLOCK = 512;
const MAGIC = [0x0a324655, 0x9e5d5157]; // the first two 32-bit words of each UF2 block

export const canWrite = "showDirectoryPicker" in globalThis;

// An error before the file is completely written. `message` is the name of a message for the player, `values` are the
// values of its placeholders.
export class DriveError extends Error {
    constructor(name, ...values) {
        super(name);
        this.values = values;
    }
}

// Returns the folder that the player chooses, or null if the player cancels.
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

// Returns the chip of a bootloader drive, RP2040 or RP2350. Throws DriveError if the folder is no bootloader drive.
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

// Tells whether the bytes are a complete UF2 file, by their length and by the first and the last block.
export function isUf2(bytes) {
    const view = new DataView(bytes.buffer, bytes.byteOffset, bytes.length);
    return bytes.length > 0 && bytes.length % BLOCK === 0
        && MAGIC.every((word, at) => [0, bytes.length - BLOCK].every((block) => view.getUint32(block + 4 * at, true) === word));
}

// Writes a file into the folder. Calls told(fraction) after each part, with the written fraction of the file from 0 to
// 1. After the last block the Pico restarts and removes its drive, so an error after the last block is ignored. Throws
// DriveError if the drive is full, or disappears before the last block.
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
