// MicroPython behind a pipe: one JSON request a line, one JSON reply a line. See wasm.py for the other end.
//
// usage: node host.mjs micropython.mjs HEAP_BYTES
//
// Garbage is freed only when the outermost call from JavaScript returns. So each call of a request is a call
// of its own, whose garbage is freed before the next one.

import { createInterface } from "node:readline";
import { pathToFileURL } from "node:url";

const { loadMicroPython } = await import(pathToFileURL(process.argv[2]));

const PICO_MEMORY = 0x20000000;

// The collector treats any four bytes as a pointer. At WebAssembly's low addresses every small number looks
// like one and keeps garbage alive; at addresses like those of the Pico's memory hardly any does. So the heap
// is moved up. MicroPython allocates a ROM file system before the heap. That file system is as large as all
// memory below, and empty.
let asked = 0;
const below = { get length() { return asked++ ? 0 : PICO_MEMORY; } };

// Emscripten's JavaScript checks before each call whether its copy of the table of functions is right, which
// takes a third of all time. No module is linked at run time, so the table does not change.
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

// Each function of the main module is looked up once, because each look-up makes another proxy on Python's
// heap.
const functions = new Map();

function call(name, parameters) {
    if (!functions.has(name)) {
        functions.set(name, mp.globals.get(name));
    }
    return functions.get(name)(...parameters);
}

const actions = {
    put({ files }) {
        const folders = new Set(files.map(([path]) => path.slice(0, path.lastIndexOf("/")) || "/"));
        folders.forEach((folder) => mp.FS.mkdirTree(folder));
        for (const [path, data] of files) {
            mp.FS.writeFile(path, Buffer.from(data, "base64"));
        }
    },
    read({ path }, reply) {
        reply.value = Buffer.from(mp.FS.readFile(path)).toString("base64");
    },
    run({ source }) {
        mp.runPython(source);
    },
    // The results before an exception are part of the reply.
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
