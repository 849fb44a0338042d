// What is done to a Pico at its cable: the same plans as host_tools/device, with the same scripts on the device. `kit`
// is install.json, `say` gives sentences, `tell` takes those that are told on the way.

import { Refused } from "./repl.mjs";
import { crc32, isOurs, OF_A_GAME, sha256 } from "./zip.mjs";

const BOARD_FILE = "gobelet_board.py";

// A value as Python writes it.
const python = (value) => Array.isArray(value) ? `[${value.map(python).join(", ")}]` : JSON.stringify(value);

// A script of the kit, its places filled in.
function filled(script, ...values) {
    return script.replace(/%[rs]/g, (place) => place === "%r" ? python(values.shift()) : values.shift());
}

function rows(said) {
    return said.split(/\r?\n/).filter((line) => line.startsWith("@ ")).map((line) => line.slice(2));
}

// A tuple of strings, numbers, lists and tuples, as `repr` writes it.
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

// Whether what a device calls itself can be a board; `others` are models with other pads.
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

// A Gobelet inside MicroPython is updated by dragging a file.
export function refuseInside(found, kit, say) {
    if (found.name === kit.inside) {
        throw new Error(say("isInside"));
    }
}

export function refuseWrongBoard(found, board, kit, say) {
    refuseOld(found, kit, say);
    const [major, minor] = found.version;
    if (!fits(found, board)) {
        throw new Error(say("wrongBoard", board.name, found.machine));
    }
    if ((found.mpy & 0xff) !== Number(kit.mpy.split(".")[0])) {
        throw new Error(say("otherMpy", `${major}.${minor}`, kit.release));
    }
}

// The constants of a board file: `NAME = value` each in a line, as Python writes strings, numbers, True, False and None.
export function constants(text) {
    const found = {};
    for (const [, name, value] of text.matchAll(/^([A-Z][A-Z0-9_]*) = ("[^"\n]*"|'[^'\n]*'|[\w-]+) *(?:#.*)?\r?$/gm)) {
        const word = { True: true, False: false, None: null };
        found[name] = value in word ? word[value] : /^["']/.test(value) ? value.slice(1, -1) : Number(value.replaceAll("_", ""));
    }
    return found;
}

// The games that a board file names, none for all of them; and the same file for some games.
export const gamesOf = (text) => /^GAMES = ["']([\w ]*)["']/m.exec(text)?.[1].split(" ").filter(Boolean) ?? [];
const withoutGames = (text) => text.replace(/^GAMES = .*\r?\n?/gm, "");
const forGames = (text, games) => withoutGames(text) + (games.length ? `GAMES = "${games.join(" ")}"\n` : "");

const toText = (bytes) => String.fromCharCode(...bytes);
const toBytes = (text) => Uint8Array.from(text, (letter) => letter.charCodeAt(0));

const listed = (facts) => JSON.stringify(Object.entries(facts).sort());

// The board file that a device has, if it can be that device's; else null. `known` names the board of the kit that says
// the same; one that was edited has none, and `name` is then what it calls itself.
export async function boardFile(repl, there, found, kit) {
    const [size, digest] = there.files.get(BOARD_FILE) ?? [];
    if (!digest) {
        return null;
    }
    const text = atob(rows(await repl.exec(kit.scripts.board)).at(-1));
    const { GAMES, ...facts } = constants(text);
    const every = Object.values(kit.boards);
    const needed = Object.keys(every[0].facts).filter((name) => every.every((board) => name in board.facts));
    const known = Object.keys(kit.boards).find((name) => listed(kit.boards[name].facts) === listed(facts));
    return needed.every((name) => name in facts) && fits(found, { mcu: facts.MCU, wireless: facts.WIRELESS })
        ? { size, digest, text, known, name: known ? kit.boards[known].name : String(facts.NAME ?? "?"), facts } : null;
}

// The games that a device names in its board file.
export async function gamesThere(repl, there, kit) {
    return there.files.has(BOARD_FILE) ? gamesOf(atob(rows(await repl.exec(kit.scripts.board)).at(-1))) : [];
}

// The build with a board file of the device's own.
export async function withBoardFile(made, { size, digest }) {
    const files = made.files.map((file) => file[0] === BOARD_FILE ? [file[0], file[1], size, digest] : file);
    const lines = files.map(([path, , , sum]) => `${path} ${sum}\n`).join("");
    return { id: (await sha256(new TextEncoder().encode(lines))).slice(0, 16), files };
}

// The build with some games only; `text` is its board file. The packs of the others go.
export async function withGames(made, text, games, kit) {
    if (!games.length && !gamesOf(text).length) {
        return made;
    }
    const bytes = toBytes(forGames(text, games));
    const left = kit.games.filter((game) => games.length && !games.includes(game)).map((game) => `${kit.names.packs}/${game}.pack`);
    const site = `data:text/plain;base64,${btoa(toText(bytes))}`;
    const files = made.files.filter(([path]) => !left.includes(path)).map((file) => file[0] === BOARD_FILE
        ? [BOARD_FILE, site, null, null] : file);
    return await withBoardFile({ files }, { size: bytes.length, digest: await sha256(bytes) });
}

// The build for a device: with machine code if it takes it.
export function buildFor(found, board, kit) {
    const [version, minor, processor] = [found.mpy & 0xff, found.mpy >> 8 & 3, found.mpy >> 10 & 0x3f];
    const native = kit.mpy === `${version}.${minor}` && kit.native.includes(processor);
    return board.builds[native ? "native" : "plain"];
}

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

export function plan(made, there, kit) {
    const wanted = new Set(made.files.map(([path]) => path));
    const rank = (path) => kit.first.includes(path) ? kit.first.indexOf(path) : kit.first.length;
    const { packs, ready, main } = kit.names;
    const todo = {
        copy: made.files.filter(([path, , , digest]) => there.files.get(path)?.[1] !== digest)
            .sort(([a], [b]) => rank(a) - rank(b) || byText(a, b)),
        remove: [...there.files.keys()].filter((path) => !wanted.has(path) && path !== ready).sort(byText),
        removeFolders: [...there.folders].filter((path) => path !== packs).sort(byText).reverse(),
        makeFolder: !there.folders.has(packs),
        keepMain: there.files.has(main) && !there.folders.size,
    };
    todo.some = Boolean(todo.copy.length || todo.remove.length || todo.removeFolders.length || todo.makeFolder);
    return todo;
}

const SPARE = 1; // blocks that stay free: littlefs renames a file by writing its folder anew, into a free block

// As `rooms` of host_tools/device/flash.py: how many bytes of room are lacking, what is to be copied, and the files that
// must make room before a file of it comes.
export function rooms(todo, made, there, kit) {
    const bits = (number) => number.toString(2).replaceAll("0", "").length;
    // Block n of a file begins with a pointer of 4 bytes for each power of two that divides n (littlefs, SPEC.md).
    const needs = (size) => {
        let last = Math.max(0, Math.ceil(size / there.block) - 1);
        while ((last + 1) * there.block - 4 * (2 * last - bits(last)) < size) {
            last += 1;
        }
        return last + 1;
    };
    const gives = (path) => {
        const [size] = there.files.get(path) ?? [0];
        return size > Math.floor(there.block / 8) ? needs(size) : 0;
    };
    const copy = [...todo.copy];
    // Games that give so many blocks, those that are copied anyway before others; none if all give fewer.
    const others = (lacks) => {
        const found = [];
        const anew = (game) => !copy.includes(game);
        const games = made.files.filter(([path]) => !kit.first.includes(path) && gives(path));
        for (const game of games.sort((a, b) => anew(a) - anew(b) || gives(b[0]) - gives(a[0]) || byText(a[0], b[0]))) {
            if (lacks > 0) {
                found.push(game);
                lacks -= gives(game[0]);
            }
        }
        return lacks <= 0 ? found : [];
    };
    let free = there.free - SPARE + todo.remove.reduce((sum, path) => sum + gives(path), 0);
    free -= 2 * todo.makeFolder + !there.files.has(kit.names.ready);
    let lacking = 0;
    const gone = new Map();
    for (const [path, , size] of copy) { // games are added behind it
        const stays = todo.keepMain && path === kit.names.main;
        const given = stays || [...gone.values()].some((paths) => paths.includes(path)) ? 0 : gives(path);
        if (given && free < needs(size)) {
            const games = path === kit.first.at(-1) ? others(needs(size) - free) : [];
            gone.set(path, games.length ? games.map(([each]) => each) : [path]);
            copy.push(...games.filter((game) => !copy.includes(game)));
            free += games.reduce((sum, [each]) => sum + gives(each), 0);
        }
        free += given - needs(size);
        lacking = Math.max(lacking, -free);
    }
    return { lacking: lacking * there.block, copy, gone };
}

// What a build takes, as a sum: what all games share, and each game.
function sum(made, kit, say) {
    const games = made.files.filter(([path]) => kit.games.some((game) => path === `${kit.names.packs}/${game}.pack`));
    const size = (files) => files.reduce((all, [, , each]) => all + each, 0);
    const parts = games.map((file) => `${file[0].split(/[/.]/)[1]} ${kilobytes(file[2], say)}`);
    const shared = kilobytes(size(made.files) - size(games), say);
    return `${[`Gobelet ${shared}`, ...parts].join(" + ")} = ${kilobytes(size(made.files), say)}`;
}

// Bring the device to the state of a build. `there` is what is on it, get(path) gives a file of the site, before() is
// called when something is to be changed, progress(part) takes 0 to 1. Whether anything was changed.
export async function flash(repl, made, there, kit, { get, say, tell, before, progress }) {
    const todo = plan(made, there, kit);
    const { lacking, copy, gone } = rooms(todo, made, there, kit);
    const { packs, ready } = kit.names;
    if (lacking) {
        throw new Error(say("tooFull", kilobytes(lacking, say), kilobytes(there.free * there.block, say), sum(made, kit, say)));
    }
    const mark = await sha256(new TextEncoder().encode(made.id));
    if (!todo.some && there.files.get(ready)?.[1] === mark) {
        tell(say("nothingToCopy"));
        return;
    }
    await before();
    const contents = new Map(); // before anything is changed: the network may be gone
    for (const [path, site] of copy) {
        contents.set(path, await get(site));
    }
    if (there.files.has(ready)) {
        await repl.exec(`import os\nos.remove('/${ready}')`);
    }
    await prepare(repl, todo, kit, say, tell);
    const whole = copy.reduce((sum, [, , size]) => sum + size, 0);
    let sent = 0;
    for (const [at, [path, , size]] of copy.entries()) {
        tell(say("copy", path, kilobytes(size, say), `${at + 1}/${copy.length}`));
        for (const old of gone.get(path) ?? []) {
            await repl.exec(`import os\nos.remove('/${old}')`);
        }
        const beside = `/${path.split(".")[0]}.new`;
        await repl.put(beside, contents.get(path), (bytes) => progress((sent += bytes) / whole));
        await repl.exec(`import os\nos.rename('${beside}', '/${path}')`);
    }
    const left = plan(made, await survey(repl, kit), kit);
    const wrong = [...left.copy.map(([path]) => path), ...left.remove];
    if (wrong.length) {
        throw new Error(say("filesDiffer", wrong.length, wrong[0]));
    }
    await repl.exec(filled(kit.scripts.mark, ready, made.id));
    if ((await survey(repl, kit, [packs])).files.get(ready)?.[1] !== mark) {
        throw new Error(say("markNotKept"));
    }
}

async function prepare(repl, todo, kit, say, tell) {
    const { packs, kept } = kit.names;
    if (todo.keepMain) {
        tell(say("keptMain", kept));
    }
    if (todo.remove.length) {
        tell(say("removed", todo.remove.length, todo.remove[0]));
    }
    const work = [
        todo.remove.map((path) => `/${path}`), todo.removeFolders.map((path) => `/${path}`),
        todo.makeFolder ? [`/${packs}`] : [], todo.keepMain ? [["/main.py", `/${kept}`]] : [],
    ];
    if (work.some((each) => each.length)) {
        await repl.exec(filled(kit.scripts.work, ...work));
    }
}

// On a device that was never started: the language of its screens, which is asked otherwise, and whether its keys were
// tried already.
export async function chooseFirst(repl, language, taught, kit) {
    const { data } = kit.names;
    const lines = `language=${language}\n${taught ? "taught=yes\n" : ""}`;
    await repl.exec(`import os\nif '${data}' not in os.listdir('/'):\n os.mkdir('/${data}')\n`
        + ` f = open('/${data}/settings', 'w')\n f.write(${python(lines)})\n f.close()`);
}

// The player's files on a device, each compared with the checksum that the device worked out.
export async function readData(repl, kit, say) {
    const all = new Map();
    const unreadable = [];
    const folders = []; // with all that are in them
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

// Leave the folders out that are not the games', as host_tools/device/data.py does.
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
            ...known.map(([path]) => path).filter((path) => !isOurs(path)), // nobody's name
        ],
        folders: [...foreign].sort(byText),
    };
}

// What has to be there again after another MicroPython: the games, the board file, null if there is none; and what else
// would go.
export async function keep(repl, kit, say) {
    const data = await readData(repl, kit, say);
    const names = rows(await repl.exec(kit.scripts.root));
    const board = names.includes(BOARD_FILE) ? toBytes(atob(rows(await repl.exec(kit.scripts.board)).at(-1))) : null;
    const others = names.filter((name) => !kit.own.includes(name) && !name.startsWith("gobelet_board."));
    return { data, board, others: [...others, ...data.folders.map((name) => `${kit.names.data}/${name}`)] };
}

// Put what was kept onto a device. fresh: its file system is made anew first.
export async function putBack(repl, { data, board }, fresh, kit, { say, progress }) {
    if (fresh) {
        await repl.exec(kit.scripts.format);
    }
    if (board && !rows(await repl.exec(kit.scripts.root)).includes(BOARD_FILE)) {
        await repl.put("/gobelet_board.new", board);
        await repl.exec(`import os\nos.rename('/gobelet_board.new', '/${BOARD_FILE}')`);
    }
    if (!data.files.size) {
        return;
    }
    await writeData(repl, data.files, kit, { say, progress });
    const there = (await readData(repl, kit, say)).files;
    for (const [name, bytes] of data.files) {
        if (there.size !== data.files.size || await sha256(bytes) !== await sha256(there.get(name) ?? toBytes(""))) {
            throw new Error(say("notWhole"));
        }
    }
}

// Make these the player's files, and no others: by way of a second folder, so the old or the new are there, whole.
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

// One file beside the others, whole or not at all: it has its name when it has arrived.
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

// What the device shows now, as 1024 bytes; null if it was caught in a change, or shows nothing of ours.
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

// How the device is: [what, what to do about it or ""] for each thing.
export async function examine(repl, kit, board, say) {
    const found = await identify(repl, kit, say);
    const there = await survey(repl, kit);
    const [size, digest] = there.files.get(BOARD_FILE) ?? [];
    let known = Object.values(kit.boards).find((each) => each.digest === digest);
    let games = [];
    let text = "";
    if (digest && !known) {
        text = atob(rows(await repl.exec(kit.scripts.board)).at(-1));
        games = gamesOf(text).filter((game) => kit.games.includes(game));
        const whole = await sha256(toBytes(withoutGames(text)));
        known = Object.values(kit.boards).find((each) => each.digest === whole);
    }
    const own = known ?? board;
    const asked = {
        ready: kit.names.ready, folder: kit.names.packs, keys: ["UP", "DOWN", "OK", "BACK"],
        board: own.constants, head: null,
    };
    const head = `b'${[...atob(kit.names.head)].map((c) => `\\x${c.charCodeAt(0).toString(16).padStart(2, "0")}`).join("")}'`;
    const script = kit.scripts.examine.replace(/%\((\w+)\)([rs])/g, (_, name, how) =>
        name === "head" ? head : how === "r" ? python(asked[name]) : asked[name]);
    const facts = { packs: [], board: own.constants };
    for (const row of rows(await repl.exec(script))) {
        if (row.startsWith("(")) {
            const [name, value] = literal(row.replace(/\{(.*)\}/, (_, inside) => `[${inside.replaceAll(": ", ", ")}]`));
            if (name === "packs") {
                facts.packs.push(value);
            } else {
                facts[name] = name === "board"
                    ? Object.fromEntries(value.flatMap((each, at) => at % 2 ? [] : [[each, value[at + 1]]])) : value;
            }
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
    if (facts["board fault"]) {
        add(say("boardFault", facts["board fault"]), say("installAgain"));
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
        return lines;
    }
    const made = await withGames(buildFor(found, own, kit), text, games, kit);
    firmwareLine(facts, there, known || !digest ? made : await withBoardFile(made, { size, digest }), known || !digest,
        kit, add, say);
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

function firmwareLine(facts, there, made, known, kit, add, say) {
    if (facts.packs.length) {
        const damaged = facts.packs.filter(([, , whole]) => !whole).map(([name]) => name).join(", ");
        add(say("packs", facts.packs.map(([name, size]) => `${name.split(".")[0]} ${kilobytes(size, say)}`).join(", "))
            + (damaged ? ` ${say("damagedPacks", damaged)}` : ""), damaged ? say("installAgain") : "");
        if (damaged) {
            return;
        }
    }
    const todo = plan(made, there, kit);
    if (!there.folders.has(kit.names.packs)) {
        add(say("noGobelet"), say("installNow"));
    } else if (facts.ready === undefined) {
        add(say("copyCut"), say("installAgain"));
    } else if (facts.ready === made.id && todo.some) {
        add(say("filesChanged", todo.copy.length + todo.remove.length), say("installAgain"));
    } else if (facts.fault) {
        add(say("doesNotStart", facts.fault), say("installAgain"));
    } else if (facts.ready === made.id) {
        add(say("sameFirmware", facts.version));
    } else if (!known) {
        add(say("unknownBoard", facts.version), say("chooseBoard"));
    } else {
        add(say("otherFirmware", facts.version), say("installNow"));
    }
}

// A picture of 1024 bytes as a PNG with `scale` pixels for each.
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
