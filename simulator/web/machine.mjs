// A Gobelet: the firmware under MicroPython's WebAssembly build, with virtual parts round it (board.py). It knows no
// page and no time of its own: whoever owns it says what is pressed and what time it is, so a test can too.

import { Panel } from "./panel.mjs";

const FIRST = "device/first.gz"; // the bundle of what the first picture needs

const PERIOD = 2 ** 30; // ticks go back to 0

export const toHex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
export const fromHex = (hex) => Uint8Array.from({ length: hex.length / 2 }, (_, at) => parseInt(hex.substr(2 * at, 2), 16));

// What `Machine.load` needs of the site: `first`, a promise of the files that it starts with, and `games`, which fetches
// all others; each file as its path and bytes.
export async function parts(base) {
    const get = async (path) => {
        const reply = await fetch(new URL(path, base)).catch(() => null);
        if (!reply?.ok) {
            throw new Missing(path);
        }
        return new Uint8Array(await reply.arrayBuffer());
    };
    const all = async (paths) => (await Promise.all(paths.map(async ([path, files]) => unbundle(await unpacked(await get(path)), files)))).flat();
    // Both at once: the files come while WebAssembly is compiled.
    const list = get("device.json").then((bytes) => Object.entries(JSON.parse(new TextDecoder().decode(bytes))));
    const first = Promise.all([
        list.then((listed) => all(listed.filter(([path]) => path === FIRST))),
        ...["board.py", "recorder.py"].map(async (path) => [[`/${path}`, await get(path)]]),
    ]).then((found) => found.flat());
    const games = async () => all((await list).filter(([path]) => path !== FIRST));
    const { loadMicroPython } = await import(new URL("micropython.mjs", base));
    return { loadMicroPython, wasm: new URL("micropython.wasm", base).href, first, games };
}

async function unpacked(bytes) {
    return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(new DecompressionStream("gzip"))).arrayBuffer());
}

// The files of a bundle, which has them one behind the other: [path, size] of each.
function unbundle(bytes, files) {
    let end = 0;
    return files.map(([path, size]) => [`/${path}`, bytes.subarray(end, end += size)]);
}

// A file of the site that does not arrive; its path is the message.
export class Missing extends Error {}

// The panel's chip, as the board file says.
function chipOf(files) {
    const [, bytes] = files.find(([path]) => path === "/gobelet_board.py");
    return /^CHIP = "(\w+)"/m.exec(new TextDecoder().decode(bytes))[1];
}

export class Machine {
    // entropy(n) gives n random bytes, say(line) takes what is printed, buzz(on) switches the buzzer, tell(text) takes what
    // the link tells; `changed` are the files of the store that are new since somebody took them out: bytes, or null for
    // one that is gone.
    static async load({ loadMicroPython, wasm, first }, { entropy, say, buzz, tell }) {
        const machine = new Machine();
        machine.changed = new Map();
        machine.wired = false; // whether anything was sent to the panel since the last picture
        machine.plugged = true;
        const python = await loadMicroPython({ url: wasm, stdout: say, stderr: say })
            .catch(() => { throw new Missing("micropython.wasm"); });
        machine.python = python;
        const files = await first;
        machine.put(files);
        machine.panel = new Panel(chipOf(files));
        python.registerJsModule("page", {
            wire: (address, hex) => machine.wire(hex),
            entropy: (n) => toHex(entropy(n)),
            changed: (name, hex) => { machine.changed.set(name, hex === null ? null : fromHex(hex)); },
            say,
            ...tell && { told: tell },
            ...buzz && { buzz, hour: () => new Date().getHours() },
        });
        python.runPython("import os\nos.chdir('/')"); // where modules are looked for
        python.runPython(new TextDecoder().decode(python.FS.readFile("/board.py")));
        // Each look-up would make another proxy on Python's heap.
        for (const name of ["file", "boot", "key", "step", "read_out", "open_game", "speak", "audible", "listen"]) {
            machine[`_${name}`] = python.globals.get(name);
        }
        return machine;
    }

    // The program's own files. Those of the games may come later, but before a game is opened.
    put(files) {
        const { FS } = this.python;
        for (const [path, bytes] of files) {
            FS.mkdirTree(path.slice(0, path.lastIndexOf("/")) || "/");
            FS.writeFile(path, bytes);
        }
    }

    wire(hex) {
        if (this.plugged) {
            this.panel.receive(fromHex(hex));
            this.wired = true;
        }
        return this.plugged;
    }

    file(name, bytes) {
        this._file(name, toHex(bytes));
    }

    boot(ticks, language = "") {
        this._boot(ticks % PERIOD, language);
    }

    key(mask, ticks) {
        this._key(mask, ticks % PERIOD);
    }

    step(ticks) {
        return this._step(ticks % PERIOD);
    }

    // line: what is thrown, for the free dice, as 3d8+2; "" for the first screen. Whether there are such dice.
    open(game, line = "") {
        return this._open_game(game, line);
    }

    speak(language) {
        this._speak(language);
    }

    // Whether the buzzer tells of events.
    audible(on) {
        this._audible(on);
    }

    // What another tab types on the link.
    listen(text) {
        this._listen(text);
    }

    // What is on the screen, in words.
    read() {
        return this._read_out();
    }
}
