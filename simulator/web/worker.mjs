// The Gobelet of the page, in a thread of its own: the machine, real time, real dice, and the browser's storage.
//
// From the page: start {language, game, full}, key {mask, at}, open {game}, files {}, replace {files}. To it:
// picture {pixels, contrast, on, words}, files {files}, replaced {}, trouble {what, why}.

import { Files } from "./files.mjs";
import { Machine, parts } from "./machine.mjs";

const now = () => performance.timeOrigin + performance.now();
const began = now();
const ticks = (at = now()) => Math.max(0, Math.round(at - began));

const loading = parts(import.meta.url);
let machine;
let files;
let timer;
let written = Promise.resolve(); // when all that was written is kept
let broken = false;

function trouble(what, error) {
    postMessage({ type: "trouble", what, why: String(error?.message ?? error ?? "") });
}

function random(n) {
    return crypto.getRandomValues(new Uint8Array(n));
}

async function start({ language, game, full }) {
    try {
        files = await Files.open();
    } catch (error) {
        files = Files.inMemory();
        trouble("forbidden", error);
    }
    const site = await loading;
    const known = files.kept.size || game;
    const games = known && site.games(); // who comes for the first time sees something before they are fetched
    machine = await Machine.load(site, { entropy: random, say: (line) => console.log(line) });
    for (const [name, bytes] of files.kept) {
        machine.file(name, bytes);
    }
    if (full) {
        machine.full();
    }
    if (known) {
        machine.put(await games);
    }
    machine.boot(ticks(), files.kept.size ? "" : language);
    if (game) {
        machine.open(game);
    }
    if (!known) {
        do {
            machine.step(ticks());
        } while (!machine.wired);
        keepAndShow();
        machine.put(await site.games());
    }
    pass();
}

// Passes of the firmware until it has nothing to do for a while.
function pass() {
    clearTimeout(timer);
    let wait = 0;
    for (let passes = 0; wait === 0 && passes < 10; passes++) {
        wait = machine.step(ticks());
    }
    keepAndShow();
    timer = setTimeout(pass, wait);
}

// A picture is shown when what was written before it is kept: a die that was seen to fall stays fallen.
function keepAndShow() {
    if (machine.changed.size) {
        const changes = machine.changed;
        machine.changed = new Map();
        written = written.then(() => files.write(changes)).catch((error) => {
            if (!broken) {
                broken = true;
                clearTimeout(timer);
                trouble("full", error);
            }
        });
    }
    if (machine.wired) {
        machine.wired = false;
        const { panel } = machine;
        const shown = {
            type: "picture", pixels: panel.picture(), contrast: panel.contrast, on: panel.on, words: machine.read(),
        };
        written.then(() => broken || postMessage(shown));
    }
}

const actions = {
    start,
    key({ mask, at }) {
        machine.key(mask, ticks(at));
        pass();
    },
    open({ game }) {
        machine.open(game);
        pass();
    },
    async files() {
        await written;
        postMessage({ type: "files", files: files.kept });
    },
    // The page starts another worker afterwards, as one puts the battery back.
    async replace(message) {
        broken = true;
        clearTimeout(timer);
        await written;
        await files.replaceAll(message.files);
        postMessage({ type: "replaced" });
    },
};

let last = Promise.resolve(); // one message after the other, the start first
addEventListener("message", ({ data }) => {
    last = last.then(() => broken && data.type !== "files" ? undefined : actions[data.type](data))
        .catch((error) => trouble("fault", error));
});
