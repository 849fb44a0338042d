// What the pages do at a Pico's cable: the port, what is told on the way, and one action after the other.

import { say } from "./here.mjs";
import { choose, Lost, Refused, Repl } from "./repl.mjs";

const DOUBT_MS = 2500; // who has MicroPython answers within this, but for a busy one
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/gu; // a device may say anything
const HELP = ["noport", "nomicropython"];
const buttons = []; // of all actions
const $ = (id) => document.getElementById(id);

export async function get(path) {
    const reply = await fetch(new URL(path, import.meta.url)).catch(() => null);
    if (!reply?.ok) {
        throw new Error(say("notFetched", path));
    }
    return new Uint8Array(await reply.arrayBuffer());
}

let kit; // install.json, when it was needed
export async function ready() {
    kit ??= JSON.parse(new TextDecoder().decode(await get("install.json")));
    return kit;
}

// What is told

export function tell(sentence, remedy = "") {
    const line = document.createElement("p");
    line.textContent = (remedy ? `⚠ ${sentence} → ${remedy}` : sentence).replace(UNSEEN, "?");
    $("log").append(line);
    $("log").scrollTop = $("log").scrollHeight;
    $("copy").hidden = false;
}

export function progress(part) {
    $("progress").hidden = false;
    $("progress").value = part;
}

function meaning(error) {
    if (error instanceof Refused) {
        return /ENOSPC|OSError: 28\b/.test(error.message) ? say("storageFull")
            : say("boardRefused", error.message.trim().split("\n").at(-1).slice(0, 200));
    }
    // What it said could not be read as what it was asked.
    if ([TypeError, SyntaxError, RangeError].some((kind) => error instanceof kind) || error.name === "InvalidCharacterError") {
        return say("garbled");
    }
    if (error instanceof Lost) {
        return say("broke");
    }
    if (error.name === "NetworkError") {
        return say(/Linux|CrOS/.test(navigator.userAgent) ? "portForbidden" : "portBusy");
    }
    if (error.name === "InvalidStateError") {
        return say("portBusy");
    }
    return error instanceof DOMException ? say("browserRefused", error.name) : error.message; // the browser's are in English
}

// The port that the player takes from the browser's list; null, and help, if it was none.
async function port() {
    try {
        return await choose();
    } catch (error) {
        if (error.name !== "NotFoundError") {
            throw error;
        }
        tell(say("noPort"));
        $("noport").hidden = false;
        return null;
    }
}

// The raw REPL of a port. Who does not answer soon has no MicroPython, most of the time.
async function connected(chosenPort, alive) {
    const repl = await Repl.open(chosenPort);
    const doubt = setTimeout(() => {
        tell(say("silent"));
        $("nomicropython").hidden = false;
    }, DOUBT_MS);
    try {
        await repl.enter(alive);
        $("nomicropython").hidden = true;
    } catch (error) {
        await repl.close();
        $("nomicropython").hidden = false;
        throw error instanceof Lost ? new Error(say("noMicroPythonThere")) : error;
    } finally {
        clearTimeout(doubt);
    }
    return repl;
}

// While a device is worked at, nothing reloads the page.
const { dataset } = document.documentElement;
addEventListener("beforeunload", (event) => "busy" in dataset && event.preventDefault());

// One action with a device. `first` is what has to be known before it is stopped, undefined if that is not to be; then
// the device is chosen, work(repl, kit, known) is done, and its program is started again, however that ended, but for
// `alive`, and for one that `leaves` by itself. The browser opens a list of ports only right after a click: `first` ends with one, or takes no time. So does
// whatever comes before again(), which gives work() the REPL of a device that has started anew; null if none was chosen.
let begun; // the action that was begun last: an old browser does not tell that no file was chosen
export function act(id, work, { first = () => null, alive = false, leaves = false } = {}) {
    buttons.push(id);
    $(id).addEventListener("click", async () => {
        $("log").textContent = "";
        HELP.forEach((name) => { $(name).hidden = true; });
        const mine = begun = Symbol();
        let repl;
        try {
            const known = await first();
            if (known === undefined || begun !== mine) {
                return;
            }
            buttons.forEach((name) => { $(name).disabled = true; });
            const taken = await port();
            if (!taken) {
                return;
            }
            dataset.busy = "";
            const kit = await ready();
            repl = await connected(taken, alive);
            const last = await work(repl, kit, known, async () => {
                await repl?.close();
                repl = null;
                const next = await port();
                repl = next && await connected(next, alive);
                return repl;
            });
            if (!alive && !leaves) {
                await repl.restart();
            }
            if (last) {
                tell(last);
            }
        } catch (error) {
            tell(meaning(error));
            if (repl) {
                await (error instanceof Lost ? repl.wake() : repl.restart()).catch(() => {});
            }
        } finally {
            await repl?.close();
            delete dataset.busy;
            $("progress").hidden = true;
            buttons.forEach((name) => { $(name).disabled = false; });
        }
    });
}
