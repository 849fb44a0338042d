// The page: the playable Gobelet, its settings, its files.

import { KEYS, Keys } from "./keys.mjs";
import { speaker } from "./messages.mjs";
import { Screen } from "./screen.mjs";
import { pack, unpack } from "./zip.mjs";

const SPOKEN_MS = 250; // words that change faster are not read out
const $ = (id) => document.getElementById(id);
const chosen = choices();

// What the player chose for the page, where the browser lets it be kept.
function choices() {
    let store = null;
    try {
        store = localStorage;
    } catch {
        // Forbidden: the page does without.
    }
    return {
        get: (name) => store?.getItem(`gobelet.${name}`) ?? null,
        set(name, value) {
            try {
                store?.setItem(`gobelet.${name}`, value);
            } catch {
                // Full: it is chosen again next time.
            }
        },
    };
}

// Language

let language = chosen.get("language") ?? (navigator.languages.find((code) => /^(fr|en)\b/.test(code)) ?? "en").slice(0, 2);
export const say = speaker(() => language);

// The French stands in the page; the English in its attributes.
function translate() {
    document.documentElement.lang = language;
    for (const element of document.querySelectorAll("[data-en]")) {
        element.dataset.fr ??= element.innerHTML;
        element.innerHTML = element.dataset[language];
    }
    for (const element of document.querySelectorAll("[data-en-label]")) {
        element.dataset.frLabel ??= element.getAttribute("aria-label");
        element.setAttribute("aria-label", language === "fr" ? element.dataset.frLabel : element.dataset.enLabel);
    }
    for (const element of document.querySelectorAll("[data-en-alt]")) {
        element.dataset.frAlt ??= element.alt;
        element.alt = element.dataset[`${language}Alt`];
    }
    $("language").textContent = language === "fr" ? "English" : "Français";
    $("language").lang = language === "fr" ? "en" : "fr";
}

$("language").addEventListener("click", () => {
    language = language === "fr" ? "en" : "fr";
    chosen.set("language", language);
    translate();
});
translate();

// The device

const screen = new Screen($("screen"));
let worker;
let speaking;

function told(name, ...values) {
    $("status").textContent = say(name, ...values);
}

const heard = {
    picture({ pixels, contrast, on, words }) {
        screen.show(pixels, contrast);
        clearTimeout(speaking);
        speaking = setTimeout(() => { $("words").textContent = on ? words : say("asleep"); }, SPOKEN_MS);
        $("asleep").hidden = on;
        if (!("started" in document.documentElement.dataset)) {
            document.documentElement.dataset.started = "";
            navigator.serviceWorker?.register(new URL("offline.js", import.meta.url)); // not before: it fetches everything
        }
    },
    trouble({ what, why }) {
        told(what, why);
        if (what === "full") {
            start({ full: true }); // with what was kept last
        }
    },
};

function start({ full = false } = {}) {
    worker?.terminate();
    worker = new Worker(new URL("worker.mjs", import.meta.url), { type: "module" });
    worker.addEventListener("message", ({ data }) => heard[data.type]?.(data));
    worker.addEventListener("error", (event) => told("fault", event.message));
    worker.postMessage({ type: "start", language, game: linked(), full });
}

// The next message of a kind.
function reply(type) {
    return new Promise((resolve) => {
        const port = worker;
        port.addEventListener("message", function hear({ data }) {
            if (data.type === type) {
                port.removeEventListener("message", hear);
                resolve(data);
            }
        });
    });
}

// A link to #trireme opens that game, once: a reload goes on where the player is.
function linked() {
    const game = location.hash.slice(1);
    if (!document.querySelector(`[data-game="${CSS.escape(game)}"]`)) {
        return "";
    }
    history.replaceState(null, "", location.pathname + location.search);
    return game;
}

addEventListener("hashchange", () => {
    const game = linked();
    if (game) {
        worker?.postMessage({ type: "open", game });
        $("device").scrollIntoView();
    }
});

function press(mask, at) {
    if (mask && $("buzz").checked) {
        navigator.vibrate?.(12);
    }
    if (mask && $("click").checked) {
        click();
    }
    worker?.postMessage({ type: "key", mask, at: performance.timeOrigin + at });
}

let audio;
function click() {
    audio ??= new AudioContext();
    const [tone, volume] = [audio.createOscillator(), audio.createGain()];
    tone.frequency.value = 1800;
    volume.gain.setValueAtTime(0.08, audio.currentTime);
    volume.gain.exponentialRampToValueAtTime(0.001, audio.currentTime + 0.03);
    tone.connect(volume).connect(audio.destination);
    tone.start();
    tone.stop(audio.currentTime + 0.03);
}

// The keyboard is the device's while most of it can be seen and nothing else is in use.
let seen = true;
new IntersectionObserver(([entry]) => { seen = entry.intersectionRatio > 0.5; }, { threshold: [0.5] }).observe($("device"));
const keys = new Keys(press, (target) =>
    seen && (target.deviceKey || target === document.body || target === $("device")));
for (const [name, key] of Object.entries(KEYS)) {
    keys.button($(name), key);
}
keys.holder($("why"), KEYS.ok);
keys.holder($("undo"), KEYS.back);

// Settings of the page

for (const name of ["click", "buzz"]) {
    $(name).checked = chosen.get(name) === "yes";
    $(name).addEventListener("change", () => chosen.set(name, $(name).checked ? "yes" : "no"));
}
$("buzz").closest("label").hidden = !navigator.vibrate;
$("colour").value = chosen.get("colour") ?? "blue";
screen.paint($("colour").value);
$("colour").addEventListener("change", () => {
    chosen.set("colour", $("colour").value);
    screen.paint($("colour").value);
});

// The player's files

export function download(blob, name) {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(blob);
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60000);
}

// "20251130-201500", as in the names that the desk's tools give.
export function moment() {
    const [day, time] = new Date(Date.now() - new Date().getTimezoneOffset() * 60000).toISOString().split("T");
    return `${day.replaceAll("-", "")}-${time.slice(0, 8).replaceAll(":", "")}`;
}

$("save").addEventListener("click", async () => {
    if (!crypto.subtle) {
        return told("needsHttps");
    }
    worker.postMessage({ type: "files" });
    const { files } = await reply("files");
    if (!files.size) {
        return told("nothingToSave");
    }
    const name = `gobelet-${moment()}.zip`;
    download(await pack(files), name);
    told("saved", name);
});

$("load").addEventListener("click", () => crypto.subtle ? $("file").click() : told("needsHttps"));
$("file").addEventListener("change", async () => {
    const [file] = $("file").files;
    $("file").value = "";
    if (!file) {
        return;
    }
    try {
        const files = await unpack(file, say);
        if (confirm(say("replace", file.name))) {
            worker.postMessage({ type: "replace", files });
            await reply("replaced");
            start();
            told("loaded", file.name);
        }
    } catch (error) {
        $("status").textContent = error.message;
    }
});

// One tab has the game; another waits for it. Without locks (plain http) nobody watches.
async function begin() {
    if (!navigator.locks) {
        return start();
    }
    const forEver = () => {
        $("status").textContent = "";
        start();
        return new Promise(() => {});
    };
    const had = await navigator.locks.request("gobelet", { ifAvailable: true }, (lock) => {
        if (lock) {
            return forEver();
        }
        told("elsewhere");
        return false;
    });
    return had === false && navigator.locks.request("gobelet", forEver);
}

$("insecure").hidden = isSecureContext;
begin();
