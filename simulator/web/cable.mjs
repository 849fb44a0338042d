// The frame for the pages' actions on a Pico at a USB cable. The player chooses the serial port, the page shows
// messages, and only one action runs at a time.

import { say } from "./here.mjs";
import { choose, Lost, Refused, Repl } from "./repl.mjs";

const DOUBT_MS = 2500; // milliseconds within which an idle device with MicroPython answers
// Invisible characters. A message shows "?" in their place, because text that a device sends may contain them.
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/gu;
const HELP = ["noport", "nomicropython"];
const buttons = []; // the ids of the buttons of all actions
const $ = (id) => document.getElementById(id);

export async function get(path) {
    const reply = await fetch(new URL(path, import.meta.url)).catch(() => null);
    if (!reply?.ok) {
        throw new Error(say("notFetched", path));
    }
    return new Uint8Array(await reply.arrayBuffer());
}

let kit; // the content of install.json, undefined until `ready` has loaded the file
export async function ready() {
    kit ??= JSON.parse(new TextDecoder().decode(await get("install.json")));
    return kit;
}

// Messages to the player

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
    // The code raises these errors for an answer of the device that does not have the expected format.
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
    // The text of a DOMException is always English, so the message contains only the name of the exception.
    return error instanceof DOMException ? say("browserRefused", error.name) : error.message;
}

// Returns the serial port that the player chooses from the browser's list. If the player chooses no port, shows help
// and returns null.
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

// Opens MicroPython's raw REPL on a serial port; `alive` is the option of `act`. If the device does not answer within
// DOUBT_MS, the page shows the hint that the device may have no MicroPython.
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

// While an action on a device runs, the browser warns before a reload.
const { dataset } = document.documentElement;
addEventListener("beforeunload", (event) => "busy" in dataset && event.preventDefault());

// Registers an action on a device for the button `id`.
//
// `first()` runs before the player chooses the device. If first() returns undefined, the action ends.
// `work(repl, kit, known, again)` runs on the chosen device; `known` is the result of `first`. The message that
//     `work` returns is shown. After a restart of the device `work` may call again(), which asks the player to choose
//     the device once more. The result of again() is the new REPL, or null if the player chooses no device.
// `alive`: the REPL keeps the memory of the running program.
// `leaves`: the device leaves the REPL by itself at the end of the action.
//
// If neither `alive` nor `leaves` is set, the device's program is restarted at the end. A browser shows its list of
// ports only just after a click. So `first`, and the code before again(), must end with a click or return at once.
//
// `begun` identifies the action that was started last. In an old browser an earlier action may still wait for a file
// dialog that the player has cancelled; this action must not continue.
let begun;
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
