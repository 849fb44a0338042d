// The worker of the page's Gobelet: the virtual machine with real time, real random bytes and the browser's storage.
//
// Messages from the page:
//
// `start` {language, game, line, files, audible, scratch}: starts the device; with `scratch` nothing is stored, and the
//     serial link is off.
// `key` {mask, at}: the held device keys have changed.
// `open` {game, line}: opens a game.
// `speak` {language}: sets the language, and ends this worker.
// `audible` {on}: switches the sounds on or off.
// `files` {}: asks for all files.
// `replace` {files}: replaces all files, and ends this worker.
// `back` {}: restores the files of the last successful start, and ends this worker.
//
// Messages to the page:
//
// `picture` {pixels, contrast, on, words}: the picture of the panel and its text have changed.
// `settings` {text}: the file of the device's settings has changed.
// `buzz` {on}: the buzzer starts or stops.
// `files` {files}: the answer to the message `files`.
// `kept` {files}: this worker has ended. `files` has the files for the next worker, or null if the browser has stored
//     all files.
// `trouble` {what, why}: the name of a message for the player, and a detail for its placeholder.
// `failed` {}: this start has failed, and the files of an earlier successful start exist.

import { Files } from "./files.mjs";
import { Machine, Missing, parts, toHex } from "./machine.mjs";

const now = () => performance.timeOrigin + performance.now();
const began = now();
const ticks = (at = now()) => Math.max(0, Math.round(at - began));

const loading = parts(import.meta.url);
const LATE_MS = 100; // a key event that arrives later than this shows that the computer is busy
const LINK = "gobelet link"; // name of the BroadcastChannel to the table page in another tab, see table_talk.mjs
const ID = toHex(random(4)); // the id of this tab on the channel
const GOOD = "gobelet good"; // name of the database with the files of the last successful start
let machine;
let files;
let timer;
let written = Promise.resolve(); // resolves when all earlier writes are stored
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
        // An error is ignored, because the browser may lack space for this second copy of the files.
        goodFiles().then((good) => good?.replaceAll(files.kept)).catch(() => {});
    }
}

// Returns the Files of the last successful start, or null if the browser forbids storage.
function goodFiles() {
    return Files.open(GOOD).catch(() => null);
}

async function boot({ language, game: wanted, line, files: given, audible, scratch }) {
    try {
        files = scratch ? new Files() : await Files.open();
    } catch (error) {
        files = new Files(); // without a database, so the files are in memory only
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
    const games = known && site.games(); // at a first visit these files are loaded only after the first picture
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
        machine.setSound(1);
    }
    open(wanted, line);
    if (link) {
        link.onmessage = ({ data: { to, text } }) => {
            if (text !== undefined && (to === null || to === ID) && !ended) {
                machine.addInput(text);
                pass();
            }
        };
        link.postMessage({ from: ID }); // announces this tab to a table page
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

// Opens a game. For the game "dice", `line` has the free dice to select. If the game does not exist, or if `line` is
// invalid, sends the page a message.
function open(game, line) {
    if (!isThere(game)) {
        trouble("noLink", game);
    } else if (game && !machine.open(game, line)) {
        trouble("noDice", line.slice(0, 40));
    }
}

// Returns whether a game exists. An own game exists if the player's files contain it.
function isThere(game) {
    return !game.startsWith("own-") || files.kept.has(`${game}.game`);
}

// Runs passes of the firmware, at most ten, until the firmware can sleep. Then plans the next call of `pass`.
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

// Stops the device, and waits until all writes are stored. The page then starts a new worker.
async function end() {
    ended = true;
    clearTimeout(timer);
    await written;
}

// Calls act(), which stores files. If the browser fails to store the files, the device continues. The worker reports
// the first failure to the page, and then the first success after the failure.
async function keep(act) {
    const { behind } = files;
    try {
        await act();
        if (behind && !files.behind) {
            trouble("keptAgain");
        }
    } catch (error) {
        const full = error?.name === "QuotaExceededError";
        if (!full) { // any other error means that the browser or the player has deleted the database
            files.database = null;
        }
        if (!behind) {
            trouble(full ? "full" : "emptied", error);
        }
    }
}

// Stores the changed files, then sends the changed picture to the page. The picture is sent only when all earlier
// writes are stored, so that a roll that a player has seen is never lost.
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
    // On a busy computer a press can arrive after the time of a HOLD, and its release directly after it. The pass waits
    // for the release then, or a tap would become a HOLD.
    key({ mask, at }) {
        machine.setKeys(mask, ticks(at));
        if (now() - at < LATE_MS) {
            pass();
        } else {
            clearTimeout(timer);
            timer = setTimeout(pass, LATE_MS);
        }
    },
    open({ game, line }) {
        open(game, line);
        pass();
    },
    audible({ on }) {
        machine.setSound(on ? 1 : 0);
        pass();
    },
    async speak({ language }) {
        machine.setLanguage(language);
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

let last = Promise.resolve(); // resolves when all earlier messages are processed
addEventListener("message", ({ data }) => {
    last = last.then(() => ended && data.type !== "files" ? undefined : actions[data.type](data))
        .catch((error) => trouble(error instanceof Missing ? "notFetched" : "fault", error));
});
