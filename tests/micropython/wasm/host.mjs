// MicroPython behind a pipe: one JSON request a line, one JSON reply a line. See wasm.py for the other end.
//
// usage: node host.mjs micropython.mjs HEAP_BYTES
//
// Garbage goes only when the outermost call from JavaScript returns, so each call of a request is one of
// its own: what a call leaves behind is gone before the next.

import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const { loadMicroPython } = await import(pathToFileURL(process.argv[2]));

const PICO_MEMORY = 0x20000000;

// The collector takes any four bytes for a pointer. At WebAssembly's low addresses every small number is one, and
// keeps garbage alive; at those of the Pico's memory hardly any is. So the heap is put there: MicroPython makes
// room for a ROM file system before it does for the heap, and this one is said to be as large as all that lies
// below, and is empty.
let asked = 0;
const below = { get length() { return asked++ ? 0 : PICO_MEMORY; } };

// The JavaScript that Emscripten made asks the table of functions before each call whether its own copy of it is right,
// which takes a third of all time. Nothing is linked while it runs, so the table stays as it is.
const look = WebAssembly.Table.prototype.get;
const listed = [];
WebAssembly.Table.prototype.get = function (at) {
    return listed[at] ??= look.call(this, at);
};

let printed = [];
const mp = await loadMicroPython({
    romfs: below,
    heapsize: Number(process.argv[3]),
    stdout: (line) => printed.push(line),
    stderr: (line) => printed.push(line),
});

function taken() {
    const lines = printed;
    printed = [];
    return lines;
}

// A function of the main module is looked up once: each look-up would make another proxy on Python's heap.
const functions = new Map();

function call(name, parameters) {
    if (!functions.has(name)) {
        functions.set(name, mp.globals.get(name));
    }
    return functions.get(name)(...parameters);
}

const actions = {
    put({ path, data }) {
        mp.FS.mkdirTree(path.slice(0, path.lastIndexOf("/")) || "/");
        mp.FS.writeFile(path, Buffer.from(data, "base64"));
    },
    read({ path }, reply) {
        reply.value = Buffer.from(mp.FS.readFile(path)).toString("base64");
    },
    run({ source }) {
        mp.runPython(source);
    },
    // What was done before an exception is part of the reply.
    calls({ calls }, reply) {
        reply.value = [];
        for (const [name, ...parameters] of calls) {
            reply.value.push([call(name, parameters), taken()]);
        }
    },
};

for await (const line of createInterface({ input: process.stdin })) {
    const request = JSON.parse(line);
    const reply = {};
    try {
        actions[request.action](request, reply);
    } catch (error) {
        reply.error = error.name === "PythonError" ? error.message : String(error.stack);
    }
    reply.printed = taken();
    process.stdout.write(JSON.stringify(reply) + "\n");
}
