// The editor's checks, in a thread of its own: host_tools/own under MicroPython (own_check.py). It is asked
// {number, what, given}, `what` being a function there, and answers {number, found}; before that it says once
// {examples, french}: the worked examples by name, and the English word for each French key.

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
    python.globals.get("start")(bundle.letters, JSON.stringify(bundle.reserved));
}

let last = ready.catch((error) => postMessage({ missing: error.message }));
addEventListener("message", ({ data: { number, what, given } }) => {
    last = last.then(() => {
        postMessage({ number, found: JSON.parse(python.globals.get(what)(...given)) });
    }).catch((error) => postMessage({ number, fault: String(error.message ?? error) }));
});
