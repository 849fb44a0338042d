// A Gobelet: the firmware under MicroPython's WebAssembly build, with virtual parts round it (board.py). It knows no
// page and no time of its own: whoever owns it says what is pressed and what time it is, so a test can too.

import { Panel } from "./panel.mjs";

const PERIOD = 2 ** 30; // ticks go back to 0

export const toHex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
export const fromHex = (hex) => Uint8Array.from({ length: hex.length / 2 }, (_, at) => parseInt(hex.substr(2 * at, 2), 16));

// What `Machine.load` needs of the site: the list that the build wrote, each file as bytes.
export async function parts(base) {
    const get = async (path) => {
        const reply = await fetch(new URL(path, base));
        if (!reply.ok) {
            throw new Error(`${path}: ${reply.status} ${reply.statusText}`);
        }
        return new Uint8Array(await reply.arrayBuffer());
    };
    const listed = JSON.parse(new TextDecoder().decode(await get("device.json")));
    const [{ loadMicroPython }, ...contents] = await Promise.all([
        import(new URL("micropython.mjs", base)),
        ...listed.map(([from]) => get(from)),
    ]);
    return {
        loadMicroPython,
        wasm: new URL("micropython.wasm", base).href,
        files: listed.map(([, to], at) => [to, contents[at]]),
    };
}

export class Machine {
    // entropy(n) gives n random bytes, say(line) takes what is printed; `changed` are the files of the store that are
    // new since somebody took them out: bytes, or null for one that is gone.
    static async load({ loadMicroPython, wasm, files }, { entropy, say }) {
        const machine = new Machine();
        machine.panel = new Panel();
        machine.changed = new Map();
        machine.wired = false; // whether anything was sent to the panel since the last picture
        machine.plugged = true;
        const python = await loadMicroPython({ url: wasm, stdout: say, stderr: say });
        for (const [path, bytes] of files) {
            python.FS.mkdirTree(path.slice(0, path.lastIndexOf("/")) || "/");
            python.FS.writeFile(path, bytes);
        }
        python.registerJsModule("page", {
            wire: (address, hex) => machine.wire(hex),
            entropy: (n) => toHex(entropy(n)),
            changed: (name, hex) => { machine.changed.set(name, hex === null ? null : fromHex(hex)); },
            say,
        });
        python.runPython("import os\nos.chdir('/')"); // where modules are looked for
        python.runPython(new TextDecoder().decode(python.FS.readFile("/board.py")));
        machine.python = python;
        // Each look-up would make another proxy on Python's heap.
        for (const name of ["file", "full", "boot", "key", "step", "read_out", "open_game"]) {
            machine[`_${name}`] = python.globals.get(name);
        }
        return machine;
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

    full() {
        this._full();
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

    open(game) {
        this._open_game(game);
    }

    // What is on the screen, in words.
    read() {
        return this._read_out();
    }
}
