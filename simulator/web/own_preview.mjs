// The preview: a Gobelet beside the editor. Its only game is the open game, and the browser does not store its files.

import { chosen, language } from "./here.mjs";
import { KEYS, Keys } from "./keys.mjs";
import { say } from "./own_messages.mjs";
import { hex } from "./own_python.mjs";
import { Screen, speak } from "./screen.mjs";

const LATE_MS = 3000;
const $ = (id) => document.getElementById(id);

const screen = new Screen($("screen"));
screen.paint(chosen.get("colour") ?? "blue");
let worker;
let shown = ""; // the language and the files of the previewed game, as JSON
let last = Promise.resolve();

const heard = {
    picture({ pixels, contrast, on, words }) {
        screen.show(pixels, contrast);
        speak($("words"), () => on ? words : say("asleep"));
        $("asleep").hidden = on;
        $("status").textContent = "";
        document.documentElement.dataset.started = "";
    },
    trouble({ what, why }) {
        $("status").textContent = say(what, why);
    },
};

export const isRunning = () => worker !== undefined;

// Shows the game with the id `id`. files() returns [name, bytes] of each file of the game, or null if there are none.
// A call waits until earlier calls are complete.
export function preview(id, files) {
    last = last.then(() => show(id, files)).catch((error) => console.error(error));
    return last;
}

async function show(id, files) {
    const made = await files();
    const now = made && JSON.stringify([language(), ...made.map(([name, bytes]) => [name, hex(bytes)])]);
    if (!made || now === shown) {
        return;
    }
    // If only the text of the game has changed, the preview keeps the saved values of the game.
    const same = worker && document.documentElement.dataset.own === id;
    const kept = same ? await keptFiles() : new Map();
    kept.set("settings", new TextEncoder().encode(`language=${language()}\ntaught=yes\n`));
    made.forEach(([name, bytes]) => kept.set(name, bytes));
    shown = now;
    document.documentElement.dataset.own = id;
    worker?.terminate();
    worker = new Worker(new URL("worker.mjs", import.meta.url), { type: "module" });
    worker.addEventListener("message", ({ data }) => heard[data.type]?.(data));
    worker.addEventListener("error", (event) => heard.trouble({ what: "fault", why: event.message }));
    worker.postMessage({ type: "start", scratch: true, language: language(), game: same ? "" : `own-${id}`, line: "", files: kept, audible: false });
}

function keptFiles() {
    return new Promise((resolve) => {
        const late = setTimeout(() => resolve(new Map()), LATE_MS);
        worker.addEventListener("message", ({ data }) => {
            if (data.type === "files") {
                clearTimeout(late);
                resolve(data.files);
            }
        });
        worker.postMessage({ type: "files" });
    });
}

let seen = false;
new IntersectionObserver(([entry]) => { seen = entry.intersectionRatio > 0.5; }, { threshold: [0.5] }).observe($("device"));
const keys = new Keys((mask, at) => worker?.postMessage({ type: "key", mask, at: performance.timeOrigin + at }),
    (target) => seen && !document.querySelector("dialog[open]") && $("device").contains(target));
for (const [name, key] of Object.entries(KEYS)) {
    keys.button($(name), key);
}
keys.holder($("why"), KEYS.ok);
keys.holder($("undo"), KEYS.back);
