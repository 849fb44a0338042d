// The page: the playable Gobelet, its settings, its files.

import { ask } from "./ask.mjs";
import { contents, date } from "./games.mjs";
import { chosen, download, language, moment, say, switchLanguage, takeFile, translate } from "./here.mjs";
import { KEYS, Keys } from "./keys.mjs";
import { Screen, speak } from "./screen.mjs";
import { keep } from "./update.mjs";
import { pack, unpack } from "./zip.mjs";

// the longest time for which the other parts of the page wait for the device's first picture
const LATER_MS = 15000;
const $ = (id) => document.getElementById(id);

// The film on the glass for a first visitor, until a key press or the choice of a game.
const { classList } = document.documentElement;
const isFilm = () => classList.contains("film");
function endFilm() {
    classList.remove("film");
    $("film").removeAttribute("src");
}

// Language

function translated() {
    translate();
    if ("whole" in document.documentElement.dataset) {
        showGames();
    }
    if (isFilm()) {
        for (const picture of document.querySelectorAll("[data-film]")) {
            picture[picture.localName === "img" ? "src" : "srcset"] = `${picture.dataset.film}.${language()}.png`;
        }
    }
}

function showGames() {
    for (const picture of document.querySelectorAll("#games img")) {
        picture.src = `games/${picture.dataset.picture}.${language()}.png`;
    }
}

// The device uses the page's language from its next start on. The device restarts at once, and returns to the
// same screen.
$("language").addEventListener("click", async () => {
    switchLanguage();
    translated();
    later.then(({ drawOwn }) => drawOwn());
    tellKept();
    $("status").textContent = worker ? unkept ? say(unkept) : "" : say("elsewhere");
    if (worker) {
        worker.postMessage({ type: "speak", language: language() });
        start({ files: (await reply("kept")).files });
    }
});

// Loads the parts that the first picture does not need, once the picture is there or has failed.
let beginLater;
const later = new Promise((resolve) => { beginLater = resolve; }).then(async () => {
    showGames();
    const [cards] = await Promise.all([import("./own_cards.mjs"), import("./install.mjs")]);
    cards.drawOwn();
    addEventListener("pageshow", cards.drawOwn); // for a visitor who returns from the editor
    document.documentElement.dataset.whole = "";
    return cards;
});
setTimeout(beginLater, LATER_MS);

translated();

// The device

const screen = new Screen($("screen"));
let read = () => ""; // the words on the screen
let worker; // exists as long as this tab owns the game

function told(name, ...values) {
    $("status").textContent = say(name, ...values);
    $("innards").textContent = name === "fault" ? values[0] : "";
    if (["fault", "notFetched"].includes(name)) {
        document.documentElement.dataset.fault = "";
        beginLater();
        endFilm();
    }
}

const heard = {
    picture({ pixels, contrast, on, words }) {
        screen.show(pixels, contrast);
        read = () => on ? words : say("asleep");
        speak($("words"), read);
        $("asleep").hidden = on;
        if (!("started" in document.documentElement.dataset)) {
            document.documentElement.dataset.started = "";
            beginLater();
            // The service worker starts only now, because it fetches all files.
            keep(() => "busy" in document.documentElement.dataset);
            persist();
        }
    },
    buzz({ on }) {
        if ($("click").checked) {
            tone(on);
        }
        if ($("buzz").checked) {
            navigator.vibrate?.(on ? 1000 : 0); // runs until a message stops it
        }
    },
    settings({ text }) {
        if (/^taught=yes$/m.test(text)) {
            chosen.set("taught", "yes");
        }
        $("keys").style.setProperty("--hold", `${/^hold=(\d+)$/m.exec(text)?.[1] ?? 600}ms`);
    },
    failed() {
        $("goodback").hidden = false;
    },
    trouble({ what, why }) {
        if (what === "keptAgain") {
            unkept = null;
        } else if (UNKEPT.includes(what)) {
            unkept = what;
        }
        told(what, why);
        tellKept();
    },
};

// The memory of the page's Gobelet for files, in bytes; a real one has less storage.
const ROOM = 4 << 20, ROOM_OF_A_FILE = 256 << 10;
const UNKEPT = ["forbidden", "full", "emptied"];
let unkept = null; // the reason why the browser does not store the game: a key of these messages
let promised = false;

// Requests persistent storage, so that the browser does not delete the games when space is short.
async function persist() {
    promised = await navigator.storage?.persist?.().catch(() => false);
    tellKept();
}

function tellKept() {
    $("kept").hidden = !isSecureContext; // #insecure explains the other possibilities there
    $("kept").textContent = say(unkept ?? (promised ? "persists" : "persistsNot"));
}

// files: those that the browser has not stored, if the browser lacks some.
function start({ files = null } = {}) {
    worker?.terminate();
    $("goodback").hidden = true;
    worker = new Worker(new URL("worker.mjs", import.meta.url), { type: "module" });
    worker.addEventListener("message", ({ data }) => heard[data.type]?.(data));
    worker.addEventListener("error", (event) => told("fault", event.message));
    worker.postMessage({ type: "start", language: language(), ...linked(), files, audible: audible() });
}

// Returns the next message of a kind.
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

// Returns the text after the # of the address, whatever it is.
function fragment() {
    const text = location.hash.slice(1);
    try {
        return decodeURIComponent(text);
    } catch {
        return text;
    }
}

// A link to #trireme opens that game, #own-duel a game of text, and #dice=3d8+2 those dice. The link acts
// once: a reload returns to the player's screen. The page reports a link without a target.
let wanted = { game: "", line: "" };
function linked() {
    const text = fragment();
    const [game, line = ""] = text.split("=");
    if (/^own-\w{1,12}$/.test(game) || document.querySelector(`#games [data-game="${CSS.escape(game)}"]`)) {
        history.replaceState(null, "", location.pathname + location.search);
        wanted = { game, line: game === "dice" ? line : "" };
    } else if (text && !document.getElementById(text)) {
        told("noLink", text.slice(0, 40));
    }
    const found = wanted;
    if (worker) { // a waiting tab opens it once it owns the game
        wanted = { game: "", line: "" };
    }
    return found;
}

function open() {
    const found = linked();
    if (found.game && worker) {
        worker.postMessage({ type: "open", ...found });
        play();
    }
}

// Scrolls to the device, and gives it the keyboard at once: the observer reports the visibility later.
let seen = true;
function play() {
    endFilm();
    seen = true;
    $("device").scrollIntoView({ block: "nearest" });
    $("device").focus({ preventScroll: true });
}

addEventListener("hashchange", open);
document.addEventListener("click", (event) => { // the link of the last opened game too
    const link = event.target.closest("a[data-game]");
    if (link) {
        event.preventDefault();
        location.hash = link.dataset.game;
    }
});

function press(mask, at) {
    if (isFilm()) { // the key starts the device with its lesson, which the page reads out again
        if (mask) {
            endFilm();
            $("words").textContent = "";
            speak($("words"), read);
        }
        return;
    }
    if (mask && $("buzz").checked) {
        navigator.vibrate?.(12);
    }
    if (mask && $("click").checked) {
        click();
    }
    if (mask) {
        stayAwake();
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

// The sound of the device's buzzer, while it is on.
let sounding = null;
function tone(on) {
    audio ??= new AudioContext();
    sounding?.stop();
    sounding = null;
    if (on) {
        const volume = audio.createGain();
        volume.gain.value = 0.05;
        sounding = audio.createOscillator();
        sounding.type = "square";
        sounding.frequency.value = 2700;
        sounding.connect(volume).connect(audio.destination);
        sounding.start();
    }
}

// Tells whether events have a signal: the setting for key sounds applies to them too.
function audible() {
    return ["click", "buzz"].some((name) => chosen.get(name) === "yes");
}

// The device has the keyboard while most of it is visible and no control with its own keys has the focus.
// After a click on another control the arrows still play. Enter and space belong to a control focused by the
// keyboard.
new IntersectionObserver(([entry]) => { seen = entry.intersectionRatio > 0.5; }, { threshold: [0.5] }).observe($("device"));
const keys = new Keys(press, (target, key) => seen && !document.querySelector("dialog[open]")
    && !target.matches?.("select, input, textarea") && (target.deviceKey || target === document.body || target === $("device")
        || key.startsWith("Arrow") || !target.matches?.(":focus-visible")));
for (const [name, key] of Object.entries(KEYS)) {
    keys.button($(name), key);
}
keys.holder($("why"), KEYS.ok);
keys.holder($("undo"), KEYS.back);

// Settings of the page

for (const name of ["click", "buzz"]) {
    $(name).checked = chosen.get(name) === "yes";
    $(name).addEventListener("change", () => {
        chosen.set(name, $(name).checked ? "yes" : "no");
        worker?.postMessage({ type: "audible", on: audible() });
    });
}
$("buzz").closest("label").hidden = !navigator.vibrate;
$("colour").value = chosen.get("colour") ?? "blue";
screen.paint($("colour").value);
$("colour").addEventListener("change", () => {
    chosen.set("colour", $("colour").value);
    screen.paint($("colour").value);
});

// The player's files

// The player's games in this page: reading all of them, and replacing them. replace() first saves the present
// games into a file, and returns its name in a message.
export const player = {
    // Throws an exception with a message if another tab owns the games.
    refuseElsewhere() {
        if (!worker) {
            throw new Error(say("elsewhere"));
        }
    },
    refuseTooMuch(files) {
        const sizes = [...files.values()].map(({ length }) => length);
        const sum = sizes.reduce((sum, size) => sum + size, 0);
        if (sum > ROOM || Math.max(0, ...sizes) > ROOM_OF_A_FILE) {
            throw new Error(say("tooMuch", ...[sum, Math.max(...sizes), ROOM, ROOM_OF_A_FILE].map((size) => Math.ceil(size / 1024))));
        }
    },
    async files() {
        player.refuseElsewhere();
        worker.postMessage({ type: "files" });
        return (await reply("files")).files;
    },
    // Throws an exception, without a change, if these files exceed the memory.
    async replace(files) {
        player.refuseTooMuch(files);
        const before = await player.files();
        const name = `gobelet-${moment()}.zip`;
        if ([...before.keys()].some((path) => path.includes("/"))) {
            download(await pack(before), name);
        }
        worker.postMessage({ type: "replace", files });
        start({ files: (await reply("kept")).files });
        return [
            [...before.keys()].some((path) => path.includes("/")) ? say("keptBefore", name) : "", unkept ? say(unkept) : "",
        ].join(" ").trim();
    },
};

// Passes a file to the share sheet on touch devices, else to the downloads. Returns whether the file was
// passed on: a player may cancel the share sheet.
async function handOver(blob, name) {
    const files = [new File([blob], name, { type: blob.type })];
    if (matchMedia("(pointer: coarse)").matches && navigator.canShare?.({ files })) {
        try {
            await navigator.share({ files });
            return true;
        } catch (error) {
            if (error.name === "AbortError") {
                return false;
            }
        }
    }
    download(blob, name);
    return true;
}

$("save").addEventListener("click", async () => {
    if (!crypto.subtle) {
        return told("needsHttps");
    }
    if (!worker) {
        return told("elsewhere");
    }
    const files = await player.files();
    if (!files.size) {
        return told("nothingToSave");
    }
    const name = `gobelet-${moment()}.zip`;
    if (await handOver(await pack(files), name)) {
        told("saved", name);
    }
});

// Saves the files of the failed start into a file, and restores those of the last good start.
$("goodback").addEventListener("click", async () => {
    $("goodback").hidden = true;
    const name = `gobelet-${moment()}.zip`;
    if (crypto.subtle) {
        download(await pack(await player.files()), name);
    }
    worker.postMessage({ type: "back" });
    start({ files: (await reply("kept")).files });
    $("innards").textContent = "";
    $("status").textContent = crypto.subtle ? say("keptBefore", name) : "";
});

$("load").addEventListener("click", () => !crypto.subtle ? told("needsHttps") : worker ? $("file").click() : told("elsewhere"));
takeFile("file", "status", async (file) => {
    const files = await unpack(file, say);
    player.refuseTooMuch(files);
    const question = say("replace", file.name, await date(file, language()), contents(files, say));
    if (await ask(question, [["yes", say("replaceYes")], ["", say("cancel")]])) {
        const before = await player.replace(files);
        $("status").textContent = `${say("loaded", file.name)} ${before}`.trim();
    }
});

// Full screen for the device, whose screen stays lit while a player uses it.

$("full").hidden = !document.fullscreenEnabled;
$("full").addEventListener("click", () => {
    play(); // full screen takes time, and a key may be pressed before
    $("device").requestFullscreen().catch(() => {});
});

const AWAKE_MS = 600000;
let awake;
let asking = false;
let drowsy;
async function stayAwake() {
    clearTimeout(drowsy);
    drowsy = setTimeout(() => { awake?.release(); }, AWAKE_MS);
    if (!asking && (!awake || awake.released)) {
        asking = true;
        awake = await navigator.wakeLock?.request("screen").catch(() => undefined);
        asking = false;
    }
}

let installer;
addEventListener("beforeinstallprompt", (event) => {
    event.preventDefault();
    installer = event;
    $("add").hidden = false;
});
$("add").addEventListener("click", () => {
    $("add").hidden = true;
    installer.prompt();
});

// The sheet with the building instructions

$("print").addEventListener("click", () => print());
$("enlarge").addEventListener("click", () => {
    $("large").querySelector("img").src = $("wiring").src;
    $("large").showModal();
});

const PICTURE_SCALE = 8; // 1024 x 512 pixels: a messenger shows it large

// A picture of the screen, shared or saved.
$("picture").addEventListener("click", () => {
    screen.enlarged(PICTURE_SCALE).toBlob((blob) => handOver(blob, `gobelet-${moment()}.png`));
});

// One tab owns the game; another one waits for it, or takes it over. Without locks (plain http, or a failure)
// no tab checks this.
async function begin() {
    const forEver = () => {
        $("status").textContent = "";
        $("takeover").hidden = true;
        start();
        return new Promise(() => {});
    };
    const elsewhere = () => {
        endFilm();
        beginLater();
        worker?.terminate();
        worker = undefined;
        told("elsewhere");
        $("takeover").hidden = false;
    };
    const have = (options) => navigator.locks.request("gobelet", options, (lock) => lock ? forEver() : false)
        .catch((error) => {
            if (error.name !== "AbortError") {
                throw error;
            }
            elsewhere(); // another tab took the game over
            return have({});
        });
    $("takeover").addEventListener("click", () => have({ steal: true }));
    try {
        if (await have({ ifAvailable: true }) === false) {
            elsewhere();
            await have({});
        }
    } catch {
        start();
    }
}

$("insecure").hidden = isSecureContext;
begin();
