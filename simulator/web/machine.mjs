// A virtual Gobelet: the firmware under MicroPython for WebAssembly, with the virtual parts of board.py. The machine
// draws nothing on the page, and has no clock. Its caller, worker.mjs or a test, supplies the keys and the time.

import { Panel } from "./panel.mjs";

const FIRST = "device/first.gz"; // path of the bundle with the files that the device's first picture needs

const PERIOD = 2 ** 30; // number of ticks after which the tick count wraps to 0

export const toHex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
export const fromHex = (hex) => Uint8Array.from({ length: hex.length / 2 }, (_, at) => parseInt(hex.substr(2 * at, 2), 16));

// Starts to fetch the files that `Machine.load` needs. The result has `loadMicroPython` and `wasm`, which start
// MicroPython. It also has `first`, a promise of the files for the start, and `games`, a function that fetches all
// other files. Each file is [path, bytes].
export async function parts(base) {
    const get = async (path) => {
        const reply = await fetch(new URL(path, base)).catch(() => null);
        if (!reply?.ok) {
            throw new Missing(path);
        }
        return new Uint8Array(await reply.arrayBuffer());
    };
    const all = async (paths) => (await Promise.all(paths.map(async ([path, files]) => unbundle(await unpacked(await get(path)), files)))).flat();
    // The requests start before the import of MicroPython, so that the files arrive while the browser compiles it.
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

// Splits a bundle into its files, which are concatenated; `files` has [path, size] of each file.
function unbundle(bytes, files) {
    let end = 0;
    return files.map(([path, size]) => [`/${path}`, bytes.subarray(end, end += size)]);
}

// The error for a file that the server does not deliver; the error message is the path of the file.
export class Missing extends Error {}

// Returns the name of the panel's chip, from the board file among `files`.
function chipOf(files) {
    const [, bytes] = files.find(([path]) => path === "/gobelet_board.py");
    return /^CHIP = "(\w+)"/m.exec(new TextDecoder().decode(bytes))[1];
}

export class Machine {
    // Loads a machine. The first argument is the result of `parts`. The second has the functions that the firmware
    // calls:
    //
    // `entropy(n)` returns n random bytes.
    // `say(line)` receives each printed line.
    // `buzz(on)` switches the buzzer; optional.
    // `tell(text)` receives the output of the serial link; optional.
    //
    // The store of the firmware adds each written file to the map `changed`: the bytes by file name, or null for a
    // deleted file. The caller removes files from the map when it has stored them.
    static async load({ loadMicroPython, wasm, first }, { entropy, say, buzz, tell }) {
        const machine = new Machine();
        machine.changed = new Map();
        machine.wired = false; // whether the panel has received data since the last picture
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
        python.runPython("import os\nos.chdir('/')"); // Python imports modules from the current folder
        python.runPython(new TextDecoder().decode(python.FS.readFile("/board.py")));
        // Each function of board.py is looked up once, because each look-up creates a new proxy on Python's heap.
        for (const name of ["file", "boot", "set_keys", "step", "read_out", "open_game", "set_language", "set_sound", "add_input"]) {
            machine[`_${name}`] = python.globals.get(name);
        }
        return machine;
    }

    // Adds files of the firmware. The files of a game must be added before the game is opened.
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

    setKeys(mask, ticks) {
        this._set_keys(mask, ticks % PERIOD);
    }

    step(ticks) {
        return this._step(ticks % PERIOD);
    }

    // Opens the first screen of a game. `line` is "", or free dice such as 3d8+2 to select in the game "dice". Returns
    // whether `line` is valid.
    open(game, line = "") {
        return this._open_game(game, line);
    }

    setLanguage(language) {
        this._set_language(language);
    }

    // Switches the buzzer's signals on or off.
    setSound(on) {
        this._set_sound(on);
    }

    // Passes text from another tab to the serial link.
    addInput(text) {
        this._add_input(text);
    }

    // Returns the text on the screen.
    read() {
        return this._read_out();
    }
}
