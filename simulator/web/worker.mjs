// The Gobelet of the page, in its own worker: the machine, real time, real dice, and the browser's storage.
//
// Messages from the page:
//
//     start {language, game, line, files, audible, scratch}    scratch: nothing is stored or sent on the link
//     key {mask, at}, open {game, line}, speak {language}, audible {on}, files {}, replace {files}
//     back {}                                                   restores the files of the last successful start
//
// Messages to the page:
//
//     picture {pixels, contrast, on, words}, settings {text}, buzz {on}, files {files}, trouble {what, why}
//     kept {files}    the files for the next worker, null if the browser has stored them
//     failed {}       this start failed, and the files of a successful one exist

import { Files } from "./files.mjs";
import { Machine, Missing, parts, toHex } from "./machine.mjs";

const now = () => performance.timeOrigin + performance.now();
const began = now();
const ticks = (at = now()) => Math.max(0, Math.round(at - began));

const loading = parts(import.meta.url);
const LINK = "gobelet link"; // for the table page in another tab (table_talk.mjs): text in both directions
const ID = toHex(random(4));
const GOOD = "gobelet good"; // the files of the last successful start
let machine;
let files;
let timer;
let written = Promise.resolve(); // resolves once all writes are stored
let ended = false;

function trouble(what, error) {
    postMessage({ type: "trouble", what, why: String(error?.message ?? error ?? "") });
}

function random(n) {
    return crypto.getRandomValues(new Uint8Array(n));
}

async function start(message) {
    try {
        await boot(message);
    } catch (error) {
        const isLost = !(error instanceof Missing) && !message.scratch && (await goodFiles())?.kept.size;
        if (isLost) {
            postMessage({ type: "failed" });
        }
        throw error;
    }
    if (!message.scratch) {
        // the browser lacks space even for the game
        goodFiles().then((good) => good?.replaceAll(files.kept)).catch(() => {});
    }
}

// Returns null if the browser forbids storage.
function goodFiles() {
    return Files.open(GOOD).catch(() => null);
}

async function boot({ language, game: wanted, line, files: given, audible, scratch }) {
    try {
        files = scratch ? new Files() : await Files.open();
    } catch (error) {
        files = new Files(); // works in memory only
        trouble("forbidden", error);
    }
    if (given) {
        files.kept = given;
        files.behind = !scratch;
    }
    const game = isThere(wanted) ? wanted : "";
    const site = await loading;
    const known = files.kept.size || game;
    const link = scratch ? null : new BroadcastChannel(LINK);
    const games = known && site.games(); // a first visitor sees the film before these files are loaded
    machine = await Machine.load(site, { entropy: random, say: (line) => console.log(line),
        buzz: (on) => postMessage({ type: "buzz", on: Boolean(on) }),
        tell: link && ((text) => link.postMessage({ from: ID, text })) });
    for (const [name, bytes] of files.kept) {
        machine.file(name, bytes);
    }
    if (known) {
        machine.put(await games);
    }
    machine.boot(ticks(), files.kept.size ? "" : language);
    tellSettings(files.kept);
    if (audible) {
        machine.audible(1);
    }
    open(wanted, line);
    if (link) {
        link.onmessage = ({ data: { to, text } }) => {
            if (text !== undefined && (to === null || to === ID) && !ended) {
                machine.listen(text);
                pass();
            }
        };
        link.postMessage({ from: ID }); // announces this tab
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

// Opens a game, with these dice in hand; reports one that does not exist.
function open(game, line) {
    if (!isThere(game)) {
        trouble("noLink", game);
    } else if (game && !machine.open(game, line)) {
        trouble("noDice", line.slice(0, 40));
    }
}

// A game of text exists if its file does.
function isThere(game) {
    return !game.startsWith("own-") || files.kept.has(`${game}.game`);
}

// Runs passes of the firmware until it can sleep for a while.
function pass() {
    clearTimeout(timer);
    let wait = 0;
    for (let passes = 0; wait === 0 && passes < 10; passes++) {
        wait = machine.step(ticks());
    }
    keepAndShow();
    timer = setTimeout(pass, wait);
}

function tellSettings(changes) {
    const bytes = changes.get("settings");
    if (bytes) {
        postMessage({ type: "settings", text: new TextDecoder().decode(bytes) });
    }
}

// Ends the game, and waits until all writes are stored. The page then starts another worker.
async function end() {
    ended = true;
    clearTimeout(timer);
    await written;
}

// Stores files by `act`. If the browser fails, the game continues; the worker reports the failure once, and
// likewise the first success after it.
async function keep(act) {
    const { behind } = files;
    try {
        await act();
        if (behind && !files.behind) {
            trouble("keptAgain");
        }
    } catch (error) {
        const full = error?.name === "QuotaExceededError";
        if (!full) { // the browser or the player has deleted the database
            files.database = null;
        }
        if (!behind) {
            trouble(full ? "full" : "emptied", error);
        }
    }
}

// Shows a picture only after all earlier writes are stored, so that a roll that was seen is never lost.
function keepAndShow() {
    if (machine.changed.size) {
        const changes = machine.changed;
        machine.changed = new Map();
        tellSettings(changes);
        written = written.then(() => keep(() => files.write(changes)));
    }
    if (machine.wired) {
        machine.wired = false;
        const { panel } = machine;
        const shown = {
            type: "picture", pixels: panel.picture(), contrast: panel.contrast, on: panel.on, words: machine.read(),
        };
        written.then(() => ended || postMessage(shown));
    }
}

const actions = {
    start,
    key({ mask, at }) {
        machine.key(mask, ticks(at));
        pass();
    },
    open({ game, line }) {
        open(game, line);
        pass();
    },
    audible({ on }) {
        machine.audible(on ? 1 : 0);
        pass();
    },
    async speak({ language }) {
        machine.speak(language);
        keepAndShow();
        await end();
        postMessage({ type: "kept", files: files.unkept });
    },
    async files() {
        await written;
        postMessage({ type: "files", files: files.kept });
    },
    async back() {
        const good = await goodFiles();
        await actions.replace({ files: good.kept });
    },
    async replace(message) {
        await end();
        await keep(() => files.replaceAll(message.files));
        postMessage({ type: "kept", files: files.unkept });
    },
};

let last = Promise.resolve(); // one message after the other, the start first
addEventListener("message", ({ data }) => {
    last = last.then(() => ended && data.type !== "files" ? undefined : actions[data.type](data))
        .catch((error) => trouble(error instanceof Missing ? "notFetched" : "fault", error));
});
