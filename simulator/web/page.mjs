// The first page of the site: the playable Gobelet, the settings of the page, and the player's files.

import { ask } from "./ask.mjs";
import { contents, date } from "./games.mjs";
import { chosen, download, language, moment, say, switchLanguage, takeFile, translate } from "./here.mjs";
import { KEYS, Keys } from "./keys.mjs";
import { Screen, speak } from "./screen.mjs";
import { keep } from "./update.mjs";
import { pack, unpack } from "./zip.mjs";

// The parts of the page that the device's first picture does not need are loaded after that picture. If the picture is
// late, they are loaded after this time.
const LATER_MS = 15000;
const $ = (id) => document.getElementById(id);

// A first visitor sees a film in place of the device's screen, until the visitor presses a device key or chooses a
// game.
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

// The device changes its language only at a start. So the page restarts the device, which then shows the same screen
// again.
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

// Loads the parts of the page that the device's first picture does not need. A call of beginLater() starts this
// loading: when the first picture is shown, when the start has failed, or after LATER_MS.
let beginLater;
const later = new Promise((resolve) => { beginLater = resolve; }).then(async () => {
    showGames();
    const [cards] = await Promise.all([import("./own_cards.mjs"), import("./install.mjs")]);
    cards.drawOwn();
    addEventListener("pageshow", cards.drawOwn); // the visitor may return from the editor with changed own games
    document.documentElement.dataset.whole = "";
    return cards;
});
setTimeout(beginLater, LATER_MS);

translated();

// The device

const screen = new Screen($("screen"));
let read = () => ""; // returns the text on the device's screen
let worker; // the worker of the device; undefined while another tab owns the player's games

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
            // The service worker starts only after the first picture, because it fetches all files of the page.
            keep(() => "busy" in document.documentElement.dataset);
            persist();
        }
    },
    buzz({ on }) {
        if ($("click").checked) {
            tone(on);
        }
        if ($("buzz").checked) {
            navigator.vibrate?.(on ? 1000 : 0); // the message that the buzzer is off ends the vibration earlier
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

// Limits of the page's Gobelet: bytes of all files together, and bytes of one file. A real device has less storage.
const ROOM = 4 << 20, ROOM_OF_A_FILE = 256 << 10;
const UNKEPT = ["forbidden", "full", "emptied"]; // names of the messages that say why the browser stores no files
let unkept = null; // why the browser stores no files now, a name of UNKEPT; null if it stores them
let promised = false; // whether the browser has promised persistent storage

// Requests persistent storage from the browser, so that the browser does not delete the games when the disk is almost
// full.
async function persist() {
    promised = await navigator.storage?.persist?.().catch(() => false);
    tellKept();
}

function tellKept() {
    $("kept").hidden = !isSecureContext; // over plain http the element #insecure shows an explanation instead
    $("kept").textContent = say(unkept ?? (promised ? "persists" : "persistsNot"));
}

// Starts the device in a new worker. `files` has all files of the player, or null if the browser has stored all of
// them.
function start({ files = null } = {}) {
    worker?.terminate();
    $("goodback").hidden = true;
    worker = new Worker(new URL("worker.mjs", import.meta.url), { type: "module" });
    worker.addEventListener("message", ({ data }) => heard[data.type]?.(data));
    worker.addEventListener("error", (event) => told("fault", event.message));
    worker.postMessage({ type: "start", language: language(), ...linked(), files, audible: audible() });
}

// Returns a promise that resolves with the worker's next message of the type `type`.
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

// Returns the decoded text after the # of the page's address, or the undecoded text if the encoding is invalid.
function fragment() {
    const text = location.hash.slice(1);
    try {
        return decodeURIComponent(text);
    } catch {
        return text;
    }
}

// Reads the page's address, and returns the game to open. In the address, #trireme means the game Trirème, #own-duel
// the own game "duel", and #dice=3d8+2 the free dice 3d8+2. This part is removed from the address, so that a reload
// shows the player's last screen. If the part names neither a game nor an element of the page, the page shows a
// message.
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
    if (worker) { // without a worker `wanted` stays, and the game opens when this tab owns the player's games
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

// Scrolls to the device, and gives it the focus. `seen` tells whether most of the device is visible. It is set at once,
// because the IntersectionObserver below reports the new position only later.
let seen = true;
function play() {
    endFilm();
    seen = true;
    $("device").scrollIntoView({ block: "nearest" });
    $("device").focus({ preventScroll: true });
}

addEventListener("hashchange", open);
document.addEventListener("click", (event) => { // so that a click on the link of the open game works too
    const link = event.target.closest("a[data-game]");
    if (link) {
        event.preventDefault();
        location.hash = link.dataset.game;
    }
});

function press(mask, at) {
    if (isFilm()) { // the first key press ends the film, and a screen reader then reads the device's first screen
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

// The oscillator that produces the sound of the device's buzzer, or null while the buzzer is off.
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

// Returns whether the device shall signal events, such as the end of a turn, by its buzzer. The page plays the signals
// as sound if its setting "click" is on, and as vibration if its setting "buzz" is on.
function audible() {
    return ["click", "buzz"].some((name) => chosen.get(name) === "yes");
}

// The keyboard controls the device while most of the device is visible, unless the focus is in a text field or a list.
// If the visitor has moved the focus to another control by the keyboard, only the arrow keys control the device. Other
// keys, such as Enter, then act on that control.
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

// Functions that read or replace all the player's files in this page. replace() first downloads the present games as a
// file, and returns a message with the name of this file.
export const player = {
    // If another tab owns the player's games, throws an error with a message for the player.
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
    // Replaces all files. If `files` exceed the limits of the page's Gobelet, throws an error and changes nothing.
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

// Saves a file. On a device with a touch screen, offers the apps with which the player can share the file; otherwise
// downloads the file. Returns false if the player cancels the sharing.
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

// After a failed start, downloads the present files, and restores the files of the last successful start.
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

// Full screen for the device. The visitor's screen stays lit for AWAKE_MS after each press of a device key.

$("full").hidden = !document.fullscreenEnabled;
$("full").addEventListener("click", () => {
    play(); // sets the focus at once, because the change to full screen takes time
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

// The printable building instructions

$("print").addEventListener("click", () => print());
$("enlarge").addEventListener("click", () => {
    $("large").querySelector("img").src = $("wiring").src;
    $("large").showModal();
});

const PICTURE_SCALE = 8; // gives a picture of 1024 x 512 pixels, which messengers show large

// Shares or downloads a picture of the device's screen.
$("picture").addEventListener("click", () => {
    screen.enlarged(PICTURE_SCALE).toBlob((blob) => handOver(blob, `gobelet-${moment()}.png`));
});

// Only the tab that holds the lock "gobelet" runs the device. Another tab waits for the lock. If the player presses the
// button "takeover" in that tab, the tab steals the lock. If the browser has no locks, as on plain http, each tab runs
// the device.
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
            elsewhere(); // another tab has stolen the lock
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
