// The worker that checks texts of own games, with own_check.py and host_tools/own under MicroPython. A request is
// {number, what, given}: a number, the name of a function in own_check.py, and its arguments. The answer is {number,
// found}, with the function's result. The first message is {examples, french}: the examples by name, and the English
// TOML key for each French one.

let python;
const ready = load();

async function load() {
    const get = async (path) => {
        const reply = await fetch(new URL(path, import.meta.url)).catch(() => null);
        if (!reply?.ok) {
            throw new Error(path);
        }
        return reply.json();
    };
    const [bundle, { loadMicroPython }] = await Promise.all([get("own.json"), import(new URL("micropython.mjs", import.meta.url))]);
    postMessage({ examples: bundle.examples, french: bundle.french });
    python = await loadMicroPython({
        url: new URL("micropython.wasm", import.meta.url).href, heapsize: 8 << 20, stdout: console.log, stderr: console.log,
    });
    for (const [path, source] of Object.entries(bundle.modules)) {
        python.FS.mkdirTree(`/${path}`.slice(0, path.lastIndexOf("/") + 1) || "/");
        python.FS.writeFile(`/${path}`, source);
    }
    python.runPython("import os\nos.chdir('/')");
    python.runPython(bundle.program);
    python.globals.get("set_device")(bundle.letters, JSON.stringify(bundle.reserved));
}

let last = ready.catch((error) => postMessage({ missing: error.message }));
addEventListener("message", ({ data: { number, what, given } }) => {
    last = last.then(() => {
        postMessage({ number, found: JSON.parse(python.globals.get(what)(...given)) });
    }).catch((error) => postMessage({ number, fault: String(error.message ?? error) }));
});
