// Operations on a Pico at a USB cable, with the device scripts of host_tools/device. In all functions `kit` is the
// content of install.json, and say(name, ...values) returns a message in the player's language.

import { Refused } from "./repl.mjs";
import { crc32, isOurs, OF_A_GAME, sha256 } from "./zip.mjs";

const BOARD_FILE = "gobelet_board.py";

// Formats a value as Python source.
const python = (value) => Array.isArray(value) ? `[${value.map(python).join(", ")}]` : JSON.stringify(value);

// Returns a device script with `values` in place of its placeholders %r and %s.
function filled(script, ...values) {
    return script.replace(/%[rs]/g, (place) => place === "%r" ? python(values.shift()) : values.shift());
}

function rows(said) {
    return said.split(/\r?\n/).filter((line) => line.startsWith("@ ")).map((line) => line.slice(2));
}

// Parses a Python tuple as Python prints it, with strings, numbers, lists and tuples inside.
function literal(text) {
    const json = text.replace(/'((?:[^'\\]|\\.)*)'|"((?:[^"\\]|\\.)*)"|\bTrue\b|\bFalse\b|\bNone\b|\(|,?\s*\)|,\s*\]/g,
        (found, single, double) => {
            const inside = single ?? double;
            if (inside !== undefined) {
                return JSON.stringify(inside.replace(/\\x([0-9a-f]{2})/g, (_, code) =>
                    String.fromCharCode(parseInt(code, 16))).replace(/\\(['"\\])/g, "$1"));
            }
            return { True: "true", False: "false", None: "null", "(": "[" }[found] ?? "]";
        });
    return JSON.parse(json);
}

// Parses the output of a self-test script. Each row of the output is a Python tuple (name, value).
export const facts = (said) => Object.fromEntries(rows(said).filter((row) => row.startsWith("(")).map(literal));

const kilobytes = (size, say) => say("kilobytes", Math.ceil(size / 1024));

export async function identify(repl, kit, say) {
    try {
        const [name, major, minor, machine, mpy] = literal(rows(await repl.exec(kit.scripts.identify)).at(-1));
        return { name, version: [major, minor], machine, mpy };
    } catch (error) {
        throw error instanceof Refused || error instanceof SyntaxError || error instanceof TypeError
            ? new Error(say("noMicroPythonThere")) : error;
    }
}

// Tells whether the machine name that a device reports matches a board. `others` has the machine names of models with
// other pads, which do not match.
function fits(found, { mcu, wireless, others = [] }) {
    if (others.some((name) => found.machine.startsWith(name))) {
        return false;
    }
    return found.machine.includes(mcu) && ` ${found.machine} `.includes(" W ") === wireless;
}

export function refuseOld(found, kit, say) {
    const [major, minor] = found.version;
    const oldest = kit.oldest.join(".");
    if (found.name !== "micropython" && found.name !== kit.inside) {
        throw new Error(say("runsOther", found.name, oldest));
    }
    if (major < kit.oldest[0] || major === kit.oldest[0] && minor < kit.oldest[1]) {
        throw new Error(say("runsOld", `${major}.${minor}`, oldest));
    }
}

export function refuseWrongBoard(found, board, kit, say) {
    refuseOld(found, kit, say);
    if (!fits(found, board)) {
        throw new Error(say("wrongBoard", board.name, found.machine));
    }
}

const toBytes = (text) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));

export async function survey(repl, kit, names = kit.ours) {
    const there = { files: new Map(), folders: new Set(), block: 4096, free: 0 };
    for (const row of rows(await repl.exec(filled(kit.scripts.survey, names)))) {
        const [, kind, first, second, path] = /^(\S+) (\S+) (\S+) (.*)$/.exec(row);
        if (kind === "F") {
            there.files.set(path.slice(1), [Number(first), second]);
        } else if (kind === "D") {
            there.folders.add(path.slice(1));
        } else {
            [there.block, there.free] = [Number(first), Number(second)];
        }
    }
    return there;
}

const byText = (a, b) => a < b ? -1 : a > b ? 1 : 0;

// Reads the player's files on a device. Throws an error if a file does not have the checksum that the device computed.
export async function readData(repl, kit, say) {
    const all = new Map();
    const unreadable = [];
    const folders = []; // the paths of all folders in the folder of the player's files
    let parts = [];
    for (const row of rows(await repl.exec(kit.scripts.read))) {
        const [, kind, rest] = /^(\S+) ?(.*)$/.exec(row);
        if (kind === "+") {
            parts.push(...Uint8Array.from(atob(rest), (letter) => letter.charCodeAt(0)));
            continue;
        }
        if (kind === "F") {
            const [, digest, name] = /^(\S+) (.*)$/.exec(rest);
            const content = Uint8Array.from(parts);
            if (await sha256(content) !== digest) {
                throw new Error(say("arrivedWrong", name));
            }
            if (!name.endsWith(".tmp")) {
                all.set(name, content);
            }
        } else if (kind === "X") {
            unreadable.push(rest);
        } else if (kind === "D") {
            folders.push(rest);
        }
        parts = [];
    }
    return ours(all, unreadable, folders);
}

// Separates folders that belong to no game, as host_tools/device/data.py does. Returns the player's files, the paths of
// unreadable files, and the names of these folders. The first two exclude what is in these folders.
function ours(all, unreadable, folders) {
    const top = (path) => path.split("/")[0];
    const foreign = new Set(folders.filter((path) => path.includes("/")).map(top));
    for (const path of [...all.keys(), ...unreadable]) {
        const at = path.lastIndexOf("/");
        if (at >= 0 && !OF_A_GAME.test(path.slice(at + 1))) {
            foreign.add(top(path));
        }
    }
    const known = [...all].filter(([path]) => !foreign.has(top(path)));
    return {
        files: new Map(known.filter(([path]) => isOurs(path))),
        unreadable: [
            ...unreadable.filter((path) => !foreign.has(top(path))),
            // A file with a name that Gobelet never uses counts as unreadable.
            ...known.map(([path]) => path).filter((path) => !isOurs(path)),
        ],
        folders: [...foreign].sort(byText),
    };
}

// Replaces the player's files on a device by `files`. The new files are first written into a second folder. So after an
// interruption at any moment, the old files or the new files are complete.
export async function writeData(repl, files, kit, { say, progress }) {
    const { data, new: fresh } = kit.names;
    await repl.exec(kit.scripts.prepare);
    const whole = [...files.values()].reduce((sum, bytes) => sum + bytes.length, 0);
    let sent = 0;
    try {
        const folders = new Set([...files.keys()].filter((name) => name.includes("/")).map((name) => name.split("/")[0]));
        for (const folder of folders) {
            await repl.exec(`import os\nos.mkdir(${python(`/${fresh}/${folder}`)})`);
        }
        for (const [name, bytes] of files) {
            await repl.put(`/${fresh}/${name}`, bytes, (part) => progress((sent += part) / whole));
        }
        const there = await survey(repl, kit, [fresh]);
        for (const [name, bytes] of files) {
            if (there.files.get(`${fresh}/${name}`)?.[1] !== await sha256(bytes)) {
                throw new Error(say("notWhole"));
            }
        }
    } catch (error) {
        await repl.exec(kit.scripts.giveUp).catch(() => {});
        throw error;
    }
    await repl.exec(kit.scripts.swap);
    return data;
}

// Writes one of the player's files on a device. The file has a temporary name until it is complete.
export async function putData(repl, name, bytes, kit, say) {
    const { data } = kit.names;
    const beside = `${data}/${name}.tmp`;
    await repl.exec(`import os\nif '${data}' not in os.listdir('/'):\n os.mkdir('/${data}')`);
    await repl.put(`/${beside}`, bytes);
    if ((await survey(repl, kit, [data])).files.get(beside)?.[1] !== await sha256(bytes)) {
        throw new Error(say("notWhole"));
    }
    await repl.exec(`import os\nos.rename('/${beside}', '/${data}/${name}')`);
}

// Returns the picture on the device's panel as 1024 bytes. Returns null if the device does not run Gobelet, or is just
// drawing a picture.
export async function look(repl, kit) {
    const [said = "none"] = rows(await repl.exec(kit.scripts.look)).slice(-1);
    if (said === "none" || said === "torn") {
        return null;
    }
    const [inverted, frame] = said.split(" ");
    if (!/^[0-9a-f]{2048}$/.test(frame)) {
        throw new TypeError("no picture");
    }
    const flip = inverted === "yes" ? 0xff : 0;
    return Uint8Array.from({ length: 1024 }, (_, at) => parseInt(frame.substr(2 * at, 2), 16) ^ flip);
}

// Examines a device. Returns [finding, remedy or ""] for each examined part: MicroPython, memory, storage, panel, keys,
// the player's files, the firmware.
export async function examine(repl, kit, board, say) {
    const found = await identify(repl, kit, say);
    const there = await survey(repl, kit);
    const [, digest] = there.files.get(BOARD_FILE) ?? [];
    const known = Object.values(kit.boards).find((each) => each.digest === digest);
    const own = known ?? board;
    const asked = {
        ready: kit.names.ready, folder: kit.names.folder, keys: ["UP", "DOWN", "OK", "BACK"], board: own.constants,
    };
    const script = kit.scripts.examine.replace(/%\((\w+)\)([rs])/g, (_, name, how) =>
        how === "r" ? python(asked[name]) : asked[name]);
    const facts = { board: own.constants };
    for (const row of rows(await repl.exec(script))) {
        if (row.startsWith("(")) {
            const [name, value] = literal(row.replace(/\{(.*)\}/, (_, inside) => `[${inside.replaceAll(": ", ", ")}]`));
            facts[name] = name === "board"
                ? Object.fromEntries(value.flatMap((each, at) => at % 2 ? [] : [[each, value[at + 1]]])) : value;
        }
    }
    const lines = [];
    const add = (what, remedy = "") => lines.push([what, remedy]);
    const at = (name) => {
        const [printed, pad] = own.pads[facts.board[name]] ?? [`GP${facts.board[name]}`, "?"];
        return pad === null ? printed : `${printed}, ${say("pad", pad)}`;
    };
    let remedy = "";
    try {
        refuseWrongBoard(found, own, kit, say);
    } catch (error) {
        remedy = error.message;
    }
    const inside = found.name === kit.inside;
    add(say(inside ? "isGobelet" : "isMicroPython", found.version.join("."), found.machine), remedy);
    if (facts.board_fault) {
        add(say("boardFault", facts.board_fault), say("installAgain"));
    }
    const heap = Math.floor(facts.heap / 1024);
    add(say("memory", heap), heap < kit.limits.heap ? say("needsMemory", kit.limits.heap) : "");
    const [free, whole] = facts.storage.map((size) => Math.floor(size / 1024));
    const strange = facts.root.filter(([name]) => !kit.known.includes(name)).sort(([, a], [, b]) => b - a)
        .slice(0, 5).map(([name, size]) => `${name} (${kilobytes(size, say)})`).join(", ");
    add(say("storage", free, whole),
        free < kit.limits.storage ? strange ? say("removeStrange", strange) : say("startAnew") : "");
    panelLine(facts, at, add, say);
    add(facts.down.length ? say("keysDown", facts.down.map((name) => `${name} (${at(name)})`).join(", ")) : say("keysUp"),
        facts.down.length ? say("keysRemedy") : "");
    dataLine(facts, add, say);
    if (facts.crash) {
        const [version, kind, ...rest] = [...facts.crash.split("\n"), "?"].slice(0, 6);
        add(say("crashed", kind, version, rest.slice(0, -1).join(" / ")), say("sendCrash"));
    }
    if (inside) {
        add(say("firmwareInside"));
    } else {
        firmwareLine(facts, there, kit, add, say);
    }
    return lines;
}

function panelLine(facts, at, add, say) {
    const address = facts.board.ADDRESS;
    const hex = (number) => `0x${number.toString(16).toUpperCase().padStart(2, "0")}`;
    const wires = say("wires", at("SDA"), at("SCL"));
    const others = (facts.found ?? []).filter((each) => each !== address).map(hex).join(", ");
    const panel = [0x3c, 0x3d].find((each) => facts.found?.includes(each));
    if (!facts.found) {
        add(say("busLow", facts.low.map((name) => `${name} (${at(name)})`).join(", ")), say("checkPower", wires));
    } else if (facts.found.includes(address)) {
        add(say("panel", hex(address)) + (others ? ` ${say("alsoThere", others)}` : ""));
    } else if (!facts.found.length) {
        add(say("noPanel"), say("checkWires", wires));
    } else if (panel) {
        add(say("otherAddress", hex(panel), hex(address)), say("changeAddress", hex(panel)));
    } else {
        add(say("otherDevices", others), say("checkWires", wires));
    }
}

function dataLine(facts, add, say) {
    if (!facts.data) {
        const interrupted = facts.root.some(([name]) => name === "data.old");
        add(interrupted ? say("restoreCut") : say("noData"), interrupted ? say("restoreAgain") : "");
        return;
    }
    const bad = facts.data.filter((name) => name.endsWith(".bad"));
    const size = facts.root.find(([name]) => name === "data")?.[1] ?? 0;
    add(say("data", facts.data.length, kilobytes(size, say)) + (bad.length ? ` ${say("damagedData", bad.join(", "))}` : ""),
        bad.length ? say("keepCopy") : "");
}

// Adds a finding about a firmware of plain files, which `make flash PLAIN=1` has copied from a checkout. The page does
// not check the content of these files, because the page lacks the sources of the checkout.
function firmwareLine(facts, there, kit, add, say) {
    if (!there.folders.has(kit.names.folder)) {
        add(say("noGobelet"), say("installNow"));
    } else if (facts.ready === undefined) {
        add(say("copyCut"), say("installAgain"));
    } else if (facts.fault) {
        add(say("doesNotStart", facts.fault), say("installAgain"));
    } else {
        add(say("plainFirmware", facts.version, facts.ready));
    }
}

// Converts a picture of 1024 bytes to a PNG, in which each pixel of the panel is `scale` pixels wide and high.
export async function png(picture, scale = 4) {
    const [width, height] = [128 * scale, 64 * scale];
    const raw = new Uint8Array((width / 8 + 1) * height);
    for (let y = 0; y < height; y++) {
        for (let x = 0; x < width; x++) {
            const [px, py] = [Math.floor(x / scale), Math.floor(y / scale)];
            raw[y * (width / 8 + 1) + 1 + (x >> 3)] |= (picture[(py >> 3) * 128 + px] >> (py & 7) & 1) << (7 - (x & 7));
        }
    }
    const packed = new Uint8Array(await new Response(
        new Blob([raw]).stream().pipeThrough(new CompressionStream("deflate"))).arrayBuffer());
    const word = (number) => [number >>> 24, number >>> 16 & 255, number >>> 8 & 255, number & 255];
    const chunk = (name, bytes) => {
        const body = [...new TextEncoder().encode(name), ...bytes];
        return [...word(bytes.length), ...body, ...word(crc32(Uint8Array.from(body)))];
    };
    const head = [...word(width), ...word(height), 1, 0, 0, 0, 0];
    return new Blob([Uint8Array.from([
        137, 80, 78, 71, 13, 10, 26, 10, ...chunk("IHDR", head), ...chunk("IDAT", packed), ...chunk("IEND", []),
    ])], { type: "image/png" });
}
