// The worker that checks texts of own games, with own_check.py and host_tools/own under MicroPython. A request is
// {number, what, given}: the number of the request, the name of a function in own_check.py, and the function's
// arguments. The answer is {number, found}, with the same number and the function's result. Before all answers the
// worker sends {examples, french}: the example games by name, and the English TOML key for each French TOML key.

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
