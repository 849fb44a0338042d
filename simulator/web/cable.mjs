// What the pages do at a Pico's cable: the port, what is told on the way, and one action after the other.

import { say } from "./here.mjs";
import { choose, Lost, Refused, Repl } from "./repl.mjs";

const DOUBT_MS = 2500; // a device with MicroPython answers within this time, unless it is busy
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/gu; // a device may send any character
const HELP = ["noport", "nomicropython"];
const buttons = []; // the buttons of all actions
const $ = (id) => document.getElementById(id);

export async function get(path) {
    const reply = await fetch(new URL(path, import.meta.url)).catch(() => null);
    if (!reply?.ok) {
        throw new Error(say("notFetched", path));
    }
    return new Uint8Array(await reply.arrayBuffer());
}

let kit; // install.json, once it was needed
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
    // The device's answer does not have the format that the request expects.
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
    // the browser's own message is in English
    return error instanceof DOMException ? say("browserRefused", error.name) : error.message;
}

// Returns the port that the player chooses from the browser's list. If none is chosen, shows help and returns
// null.
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

// Opens the raw REPL of a port. A device that does not answer soon usually has no MicroPython.
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

// The page warns before a reload while an action on a device runs.
const { dataset } = document.documentElement;
addEventListener("beforeunload", (event) => "busy" in dataset && event.preventDefault());

// Registers one action with a device. `first` runs before the choice of the device; if it returns undefined,
// the action ends. Then the player chooses the device, and work(repl, kit, known) runs. At the end the
// device's program is restarted, except with `alive` or `leaves`. The browser shows the list of ports only
// just after a click, so `first` must end with a click or take no time. The same is true of the code before
// again(), which returns the REPL of the restarted device, or null if the player chooses none.
let begun; // the last action that began: an old browser does not report that the player has chosen no file
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
