// Scenes that Chromium plays. Each scene gets a browser context, the data of its test, and a function that
// makes further contexts. A scene that looks at the drawn page is marked `drawn`, see browser.mjs.

import assert from "node:assert/strict";
import { createHash } from "node:crypto";
import { once } from "node:events";
import { constants, openSync, readFileSync, writeFileSync, writeSync } from "node:fs";
import { createRequire } from "node:module";
import { resolve } from "node:path";
import { ReadStream } from "node:tty";

const { WebSocketServer } = createRequire(`${resolve(process.argv[2])}/`)("ws");

export const PATIENCE = 60000; // ms; no act takes that long, so a busy machine fails no test

// Appended to the page's worker: dice that show the requested faces.
const LOADED_DICE = `
const faces = [];
const fair = crypto.getRandomValues.bind(crypto);
crypto.getRandomValues = (bytes) => faces.length ? Uint8Array.of(faces.shift() - 1) : fair(bytes).subarray(0, 1);
const dice = new BroadcastChannel("test");
dice.onmessage = ({ data }) => {
    faces.push(...data);
    dice.postMessage("heard");
};
`;

// Sends data to the changed worker, and waits for its confirmation.
function tell(page, data) {
    return page.evaluate((data) => new Promise((heard) => {
        const channel = new BroadcastChannel("test");
        channel.onmessage = heard;
        channel.postMessage(data);
    }), data);
}

// Waits until a condition is true on the page, and polls by time. Playwright's default looks at each frame
// and makes the browser draw them all; five seconds of this cost as much as opening the page.
export function until(page, test, given = null, timeout = PATIENCE) {
    return page.waitForFunction(test, given, { timeout, polling: 50 });
}

// Presses a button, and waits until its act is over. An observer is needed because the button may be disabled
// only between two polls.
export async function pressed(page, button, timeout) {
    await page.evaluate((id) => {
        const pressed = document.getElementById(id);
        globalThis.over = false;
        new MutationObserver((_, observer) => {
            if (!pressed.disabled) {
                globalThis.over = true;
                observer.disconnect();
            }
        }).observe(pressed, { attributeFilter: ["disabled"] });
    }, button);
    await page.click(`#${button}`);
    await until(page, () => globalThis.over, null, timeout);
}

// Opens the page, and waits for its first picture.
async function opened(context, url) {
    const page = await context.newPage();
    await page.goto(url);
    await started(page);
    return page;
}

export async function started(page) {
    try {
        await page.waitForSelector("html[data-started]");
    } catch {
        assert.fail(`no picture came; the page says: ${await page.textContent("#status")} ${await page.textContent("#innards")}`);
    }
    // a first visitor sees the film until the first key
    await page.evaluate(() => document.documentElement.classList.remove("film"));
    if (await page.$("#pitch")) {
        await page.waitForSelector("html[data-whole]"); // parts of the page that load after the first picture
    }
}

// Opens the page with more code after that of its worker. A later assignment to globalThis.more on the page changes the
// code of new workers. A route would be simpler, but lets Node see each request, and the browser cache none.
async function openedWith(context, url, more) {
    const page = await context.newPage();
    await page.addInitScript((more) => {
        globalThis.more = more;
        globalThis.Worker = class extends Worker {
            constructor(address, options) {
                const code = `import ${JSON.stringify(String(address))};\n${globalThis.more}`;
                super(URL.createObjectURL(new Blob([code], { type: "text/javascript" })), options);
            }
        };
    }, more);
    await page.goto(url);
    await started(page);
    return page;
}

// Returns the canvas in the layout of the panel, in hexadecimal.
function picture(page) {
    return page.evaluate(() => {
        const { data } = document.getElementById("screen").getContext("2d").getImageData(0, 0, 128, 64);
        let hex = "";
        for (let at = 0; at < 1024; at++) {
            let byte = 0;
            for (let bit = 0; bit < 8; bit++) {
                byte |= (data[4 * (((at >> 7) * 8 + bit) * 128 + at % 128) + 1] > 60) << bit;
            }
            hex += byte.toString(16).padStart(2, "0");
        }
        return hex;
    });
}

function drawn(hex) {
    const bit = (x, y) => (parseInt(hex.substr(2 * ((y >> 3) * 128 + x), 2), 16) >> (y & 7)) & 1;
    const rows = Array.from({ length: 32 }, (_, row) => Array.from({ length: 128 },
        (_, x) => " ▀▄█"[bit(x, 2 * row) + 2 * bit(x, 2 * row + 1)]).join(""));
    return rows.join("\n");
}

// Waits until the canvas shows this picture.
async function shows(page, wanted, where) {
    const end = Date.now() + PATIENCE;
    let seen = await picture(page);
    while (seen !== wanted) {
        if (Date.now() > end) {
            assert.fail(`${where}: the page shows\n${drawn(seen)}\ninstead of\n${drawn(wanted)}`);
        }
        await page.waitForTimeout(30);
        seen = await picture(page);
    }
}

export async function words(page, wanted) {
    try {
        await until(page, (wanted) => document.getElementById("words").textContent.includes(wanted), wanted);
    } catch {
        assert.fail(`not read out: ${wanted}, but: ${await page.textContent("#words")}`);
    }
    return page.textContent("#words");
}

// Fingers that hold keys for a time.
class Fingers {
    static async of(context, page) {
        const fingers = new Fingers();
        fingers.page = page;
        fingers.session = await context.newCDPSession(page);
        fingers.points = new Map();
        return fingers;
    }

    // Returns the present place of a key: a message above the keys may have appeared or disappeared since the
    // last look.
    look(key) {
        return this.page.locator(`#${key}`).boundingBox();
    }

    async down(key, id = 0) {
        await this.touch(await this.look(key), id);
    }

    // `timestamp` is the time of the event in seconds since 1970.
    async touch(box, id = 0, timestamp = Date.now() / 1000) {
        this.points.set(id, { x: box.x + box.width / 2, y: box.y + box.height / 2, id });
        const touchPoints = [...this.points.values()];
        await this.session.send("Input.dispatchTouchEvent", { type: "touchStart", touchPoints, timestamp });
    }

    async up(id = 0, timestamp = Date.now() / 1000) {
        const touchPoints = [this.points.get(id)]; // Chromium expects the points of the lifted fingers
        this.points.delete(id);
        await this.session.send("Input.dispatchTouchEvent", { type: "touchEnd", touchPoints, timestamp });
    }

    // Sends press and release together with times that are 50 ms apart, or a busy machine would make a hold of them.
    async tap(key) {
        const box = await this.look(key);
        const now = Date.now() / 1000;
        await Promise.all([this.touch(box, 0, now), this.up(0, now + 0.05)]);
        await this.page.waitForTimeout(50);
    }

    async hold(key, ms) {
        await this.down(key);
        await this.page.waitForTimeout(ms);
        await this.up();
        await this.page.waitForTimeout(50);
    }
}

// Waits until the canvas has not changed for this time.
async function settled(page, ms) {
    let seen = "";
    for (let since = Date.now(); Date.now() - since < ms;) {
        const now = await picture(page);
        if (now !== seen) {
            [seen, since] = [now, Date.now()];
        }
        await page.waitForTimeout(150);
    }
}

// Acts, and waits for the file that the page then saves.
export async function downloaded(page, act) {
    const [download] = await Promise.all([page.waitForEvent("download"), act()]);
    return { name: download.suggestedFilename(), bytes: readFileSync(await download.path()).toString("base64") };
}

// Clicks the first answer to a question of the page.
function answered(page) {
    return page.locator("#answers button").first().click();
}

// Clicks the first answer to every later question.
export const AGREE = () => addEventListener("DOMContentLoaded", () => {
    const question = document.getElementById("question");
    new MutationObserver(() => question.open && question.querySelector("button").click())
        .observe(question, { attributeFilter: ["open"] });
});

async function give(page, name, zip) {
    await offer(page, name, zip);
    await answered(page);
}

async function offer(page, name, zip) {
    await page.setInputFiles("#file", { name, mimeType: "application/zip", buffer: Buffer.from(zip, "base64") });
}

async function save(page) {
    const { name, bytes } = await downloaded(page, () => page.evaluate(() => document.getElementById("save").click()));
    return { name, zip: bytes };
}

export async function look(context, { url, shot, full }) {
    const page = await opened(context, url);
    await page.waitForTimeout(500);
    await page.screenshot({ path: shot, fullPage: full });
    return page.textContent("#words");
}
look.drawn = true;

// Steps of plays.py, by touch.
export async function touch(context, { url, game, zip, steps }) {
    const page = await openedWith(context, url, LOADED_DICE);
    await give(page, `${game}.zip`, zip);
    await until(page, () => document.getElementById("status").textContent);
    const said = await page.textContent("#status");
    const fingers = await Fingers.of(context, page);
    for (const [at, step] of steps.entries()) {
        const where = `step ${at}, ${step.do} ${step.key ?? step.words ?? ""}`;
        if (step.do === "dice") {
            await tell(page, step.faces);
        } else if (step.do === "press") {
            await fingers.tap(step.key);
        } else if (step.do === "hold") {
            await fingers.hold(step.key, 700);
        } else if (step.do === "wait") {
            await page.waitForTimeout(step.ms);
        } else if (step.do === "reload") {
            await page.reload();
            await started(page);
        }
        if (step.picture) {
            await shows(page, step.picture, where);
        }
    }
    return said;
}

const STEPS = ["2/6", "3/6", "4/6", "5/6", "6/6", "Dés libres", "Compteurs"];
const RUN = 4; // the lines of the second step ask for a held key, or for a number of presses

// Plays the lesson, then moves a line down; `act` gets the name of a key and the duration of its press.
async function lesson(page, act) {
    const found = [];
    const keys = [["down", 0], ["down", 0, RUN], ["ok", 0], ["ok", 1], ["back", 1], ["ok", 0], ["down", 0]];
    for (const [at, [key, long, times = 1]] of keys.entries()) {
        for (let number = 0; number < times; number++) {
            await act(key, long);
            await page.waitForTimeout(times > 1 ? 150 : 0); // counts as a separate press
        }
        await words(page, at < 6 ? STEPS[at] : "▶ Compteurs");
        found.push(STEPS[at]);
    }
    return found;
}

export async function keyboard(context, { url }) {
    const page = await opened(context, url);
    const names = { down: "ArrowDown", ok: "Enter", back: "Escape" };
    return lesson(page, async (key, long) => {
        const down = page.keyboard.down(names[key]);
        if (long) {
            await page.waitForTimeout(800);
        }
        await Promise.all([down, page.keyboard.up(names[key])]);
    });
}

// A screen reader clicks without a finger; buttons replace held keys.
export async function reader(context, { url }) {
    const page = await opened(context, url);
    return lesson(page, (key, long) => page.evaluate((id) => document.getElementById(id).click(),
        long ? { ok: "why", back: "undo" }[key] : key));
}

export async function fingers(context, { url }) {
    const page = await context.newPage();
    await page.addInitScript(() => {
        globalThis.masks = [];
        const post = Worker.prototype.postMessage;
        Worker.prototype.postMessage = function (message) {
            message.type === "key" && globalThis.masks.push(message.mask);
            globalThis.device = this;
            return post.call(this, message);
        };
    });
    await page.goto(url);
    await started(page);
    const hand = await Fingers.of(context, page);
    await hand.down("down", 1);
    await hand.down("ok", 2);
    await hand.up(1);
    await hand.up(2);
    const masks = await page.evaluate(() => globalThis.masks.splice(0));
    await hand.tap("back"); // leaves the lesson
    const home = await words(page, "Dés libres");
    // A tap on a busy computer: press and release arrive 900 ms late, and one after the other.
    await page.waitForTimeout(1000); // the tap must be later than the keys before it
    await page.evaluate(async () => {
        const at = performance.timeOrigin + performance.now() - 900;
        globalThis.device.postMessage({ type: "key", mask: 4, at });
        await new Promise((resolve) => setTimeout(resolve, 30));
        globalThis.device.postMessage({ type: "key", mask: 0, at: at + 50 });
    });
    await until(page, (home) => document.getElementById("words").textContent !== home, home);
    const late = await page.textContent("#words");
    await hand.tap("back");
    await words(page, "Dés libres");
    // A held key repeats at the machine's speed; waits until the cursor has passed four more lines.
    const seen = new Set([await picture(page)]);
    await hand.down("down");
    for (const end = Date.now() + PATIENCE; seen.size < 5 && Date.now() < end;) {
        await page.waitForTimeout(30);
        seen.add(await picture(page));
    }
    await hand.up();
    return { masks, late, pictures: seen.size };
}

// The language of the page and of its device, and the stored language after a switch.
export async function language(context, { url, switches }) {
    const page = await opened(context, url);
    const found = { words: await words(page, "1/6"), lang: await page.getAttribute("html", "lang") };
    if (!switches) {
        return found;
    }
    await page.click("#language");
    await page.reload();
    await started(page);
    return { ...found, other: await page.getAttribute("html", "lang") };
}

// Opens an address, then each of `steps`: [a link, "" for none or the game of a card; the words that must come]. Returns
// the words on the screen after each.
export async function linked(context, { url, steps }) {
    const page = await opened(context, url);
    const said = [];
    for (const [next, wanted] of steps) {
        if (next.startsWith("#")) {
            await page.evaluate((next) => { location.hash = next; }, next);
        } else if (next) {
            await page.click(`#games [data-game=${next}]`);
        }
        said.push(await words(page, wanted));
    }
    return said;
}

// Opens each of these addresses by a change of the address, and those of `direct` directly too. Returns [address, the
// page's message] of each; the game still plays. `quiet` has the addresses without a message.
export async function addresses(context, { url, hashes, direct, quiet }) {
    const page = await opened(context, url);
    const said = [];
    for (const hash of hashes) {
        const change = () => page.evaluate((hash) => { location.hash = hash; }, hash);
        const begin = async () => {
            await page.goto("about:blank");
            await page.goto(`${url}#${hash}`);
            await started(page);
        };
        for (const go of direct.includes(hash) ? [change, begin] : [change]) {
            await page.evaluate(() => { document.getElementById("status").textContent = ""; });
            await go();
            if (quiet.includes(hash)) {
                await page.evaluate(() => new Promise((done) => setTimeout(done, 100)));
            } else {
                await until(page, () => document.getElementById("status").textContent);
            }
            await page.keyboard.press("ArrowDown");
            said.push([hash, await page.textContent("#status")]);
        }
    }
    return said;
}

// Throws free dice, and reloads at random moments. Several players run at once, since each spends most of the
// time waiting.
export async function reloads(context, { url, seeds, reloads }, fresh) {
    return (await Promise.all(seeds.map(async (seed) => reloaded(await fresh(), url, seed, reloads)))).flat();
}

async function reloaded(context, url, seed, reloads) {
    let state = seed * 7919 + 17;
    const random = (n) => {
        state = (state * 1103515245 + 12345) % 2147483648;
        return Math.floor(state / 65536) % n;
    };
    const page = await opened(context, url);
    const hand = await Fingers.of(context, page);
    const found = [];
    for (let at = 0; at < reloads; at++) {
        await page.goto(url.split("#")[0]);
        await started(page);
        for (let presses = random(4); presses > 0; presses--) {
            await hand.tap(["ok", "ok", "down", "back"][random(4)]);
        }
        await hand.tap("ok");
        const seen = at % 2 === 1;
        // the die may not have landed yet
        await (seen ? settled(page, 2600) : page.waitForTimeout(random(120)));
        const before = await page.textContent("#words");
        await page.reload();
        await started(page);
        await settled(page, 2600); // messages have disappeared, and the place is stored
        const after = await page.textContent("#words");
        found.push({ before, after, seen, picture: await picture(page), ...await save(page) });
    }
    return found;
}

export async function saved(context, { url, zip }) {
    const page = await opened(context, url);
    await give(page, "evening.zip", zip);
    await until(page, () => document.getElementById("status").textContent);
    return save(page);
}

// Returns the page's message for each of these files, [name, bytes in base64].
export async function refused(context, { url, zips }) {
    const page = await opened(context, url);
    const said = [];
    for (const [name, zip] of zips) {
        await page.evaluate(() => { document.getElementById("status").textContent = ""; });
        await page.setInputFiles("#file", { name, mimeType: "application/zip", buffer: Buffer.from(zip, "base64") });
        await until(page, () => document.getElementById("status").textContent);
        said.push(await page.textContent("#status"));
    }
    return said;
}

// The page has a game; then the browser's storage has a file that is too large for the memory. Returns the
// state before this, twice after it, and after a return to the game.
export async function fails(context, { url, bytes }) {
    const page = await opened(context, `${url}#counters`);
    const shown = () => page.textContent("#words");
    const offered = () => page.isVisible("#goodback");
    await words(page, "Compteurs");
    await page.reload(); // a start with files
    await started(page);
    await words(page, "Compteurs");
    // The page stores the files of a good start after the first picture.
    await until(page, async () => {
        if (!(await indexedDB.databases()).some(({ name }) => name === "gobelet good")) {
            return false;
        }
        return new Promise((resolve, reject) => {
            const request = indexedDB.open("gobelet good");
            request.onerror = reject;
            request.onsuccess = () => {
                const files = request.result.transaction("files").objectStore("files");
                files.count().onsuccess = ({ target }) => resolve(target.result > 0);
                request.result.close(); // takes effect after the transaction
            };
        });
    });
    const found = { before: await shown(), offered_before: await offered() };
    await page.evaluate((bytes) => new Promise((resolve, reject) => {
        const request = indexedDB.open("gobelet", 1);
        request.onsuccess = () => {
            const change = request.result.transaction("files", "readwrite");
            change.objectStore("files").put(new Uint8Array(bytes), "counters/6");
            change.oncomplete = resolve;
            change.onabort = reject;
        };
    }), bytes);
    for (const name of ["offered", "offered_again"]) {
        await page.reload();
        await page.waitForSelector("#goodback", { state: "visible" });
        found[name] = await offered();
    }
    found.fault = await page.textContent("#status");
    found.file = await downloaded(page, () => page.click("#goodback"));
    await words(page, "Compteurs");
    await until(page, () => document.getElementById("status").textContent);
    Object.assign(found, { said: await page.textContent("#status"), after: await shown(), offered_after: await offered() });
    return found;
}

// The messages on the link while a text is tried, and while a game is played.
export async function unlinked(context, { url }) {
    const listener = await context.newPage();
    await listener.goto(`${url}device.json`);
    await listener.evaluate(() => {
        globalThis.told = [];
        globalThis.link = new BroadcastChannel("gobelet link");
        link.onmessage = ({ data }) => data.from && told.push(data);
    });
    const said = async () => {
        await listener.evaluate(() => link.postMessage({ to: null, text: '\n{"hello":1}\n' }));
        await listener.waitForTimeout(1500);
        return listener.evaluate(() => told.splice(0));
    };
    const page = await context.newPage();
    await page.goto(`${url}own.html`);
    await started(page);
    const found = { own: await said() };
    await page.close();
    await opened(context, `${url}#dice`);
    found.game = await said();
    return found;
}

// The number of screen pixels for a panel pixel, and the colour of a lit pixel.
export async function crisp(context, { url }) {
    const page = await opened(context, url);
    const scale = await page.evaluate(() => document.getElementById("screen").getBoundingClientRect().width * devicePixelRatio / 128);
    await page.evaluate(() => { document.querySelector("details").open = true; });
    const colours = {};
    for (const colour of ["blue", "white", "yellow"]) {
        await page.selectOption("#colour", colour);
        colours[colour] = await page.evaluate(() => {
            const { data } = document.getElementById("screen").getContext("2d").getImageData(0, 0, 128, 64);
            const bright = (at) => data[at] + data[at + 1] + data[at + 2];
            let most = 0;
            for (let at = 0; at < data.length; at += 4) {
                most = bright(at) > bright(most) ? at : most;
            }
            return [...data.slice(most, most + 3)];
        });
    }
    return { scale: Math.round(scale * 1000) / 1000, colours };
}

// How often a key made a sound and a vibration, with the setting off and on.
export async function senses(context, { url }) {
    const page = await context.newPage();
    await page.addInitScript(() => {
        globalThis.felt = [0, 0];
        const start = AudioScheduledSourceNode.prototype.start;
        AudioScheduledSourceNode.prototype.start = function (...all) {
            globalThis.felt[0]++;
            return start.apply(this, all);
        };
        navigator.vibrate = () => { globalThis.felt[1]++; };
    });
    await page.goto(url);
    await started(page);
    const found = [];
    for (const wished of [false, true]) {
        await page.evaluate(() => { document.querySelector("details").open = true; });
        await page.setChecked("#click", wished);
        await page.setChecked("#buzz", wished);
        await page.click("#ok");
        found.push(await page.evaluate(() => globalThis.felt.splice(0, 2, 0, 0)));
    }
    return found;
}

// The actions of the page's buzzer when a turn is passed: before the setting is on, with it, and after it is
// off.
export async function buzzer(context, { url }) {
    const page = await context.newPage();
    await page.goto(`${url}device.json`); // a page of the site without a running device
    return page.evaluate(async () => {
        const { Machine, parts } = await import("/machine.mjs");
        const loaded = await parts(new URL("/", location.href));
        const heard = [];
        const entropy = (n) => new Uint8Array(n);
        const machine = await Machine.load(loaded, { entropy, say: () => {}, buzz: (on) => heard.push(Boolean(on)) });
        machine.put(await loaded.games());
        machine.boot(0, "fr");
        machine.open("counters");
        let ticks = 0;
        const found = [];
        for (const on of [null, 1, 0]) {
            if (on !== null) {
                machine.setSound(on);
            }
            machine.python.runPython(`app.context.change([("table", 0, "turn", ${1 + found.length})])`);
            for (const end = ticks + 600; ticks < end; ticks += 10) {
                machine.step(ticks);
            }
            found.push(heard.splice(0));
        }
        return found;
    });
}

export async function offline(context, { url }) {
    const page = await opened(context, url);
    await page.evaluate(() => navigator.serviceWorker.ready);
    await context.setOffline(true);
    await page.reload();
    await started(page);
    await page.click("#games [data-game=trireme]");
    const read = await words(page, "Trirème");
    const shown = await page.evaluate(() => document.getElementById("wiring").decode().then(() => true));
    assert(shown);
    return read;
}

// The names of the caches after a first visit; other caches existed before, the last one of an earlier
// version.
export async function caches(context, { url, before }) {
    const page = await context.newPage();
    await page.goto(`${url}style.css`);
    await page.evaluate(async ({ url, before }) => {
        for (const name of before) {
            await globalThis.caches.open(name);
        }
        await (await globalThis.caches.open(before.at(-1))).put(url, new Response("the page"));
    }, { url, before });
    await page.goto(url);
    await until(page, () => navigator.serviceWorker.controller);
    return page.evaluate(() => globalThis.caches.keys());
}

// The states of the service worker.
export async function installed(context, { url }) {
    const page = await context.newPage();
    // a page of the site without a running device: the device's page would register the worker itself
    await page.goto(`${url}device.json`);
    return page.evaluate(async () => {
        const registration = await navigator.serviceWorker.register("offline.js");
        const worker = registration.installing ?? registration.waiting ?? registration.active;
        const over = () => !worker || ["redundant", "activated"].includes(worker.state);
        await new Promise((done) => {
            const look = () => over() && done();
            worker?.addEventListener("statechange", look);
            look();
        });
        return worker?.state ?? "redundant";
    });
}

export async function tabs(context, { url }) {
    const first = await opened(context, url);
    await first.keyboard.press("ArrowDown");
    await words(first, "2/6");
    const second = await context.newPage();
    await second.goto(url);
    await until(second, () => document.getElementById("status").textContent);
    const waiting = await second.textContent("#status");
    for (let number = 0; number < RUN; number++) {
        await first.keyboard.press("ArrowDown");
        await first.waitForTimeout(150); // counts as a separate press
    }
    await words(first, "3/6");
    await first.close();
    await started(second);
    return { waiting, words: await words(second, "/6") };
}

export async function forbidden(context, { url }) {
    const page = await openedWith(context, url,
        "Object.defineProperty(self, 'indexedDB', { get() { throw new DOMException('no', 'SecurityError'); } });");
    await page.keyboard.press("ArrowDown");
    return { words: await words(page, "2/6"), status: await page.textContent("#status") };
}

export async function full(context, { url, zip }) {
    const worker = (roomy) => `
        const put = IDBObjectStore.prototype.put;
        let room = ${roomy};
        IDBObjectStore.prototype.put = function (...all) {
            if (!room) { this.transaction.abort(); throw new DOMException("no room", "QuotaExceededError"); }
            return put.apply(this, all);
        };
        const channel = new BroadcastChannel("test");
        channel.onmessage = ({ data }) => {
            room = data;
            channel.postMessage("heard");
        };`;
    const page = await openedWith(context, url, worker(true));
    const setRoom = async (roomy) => { // for this worker, and for those to come
        await page.evaluate((more) => { globalThis.more = more; }, worker(roomy));
        await tell(page, roomy);
    };
    await settled(page, 2500); // the place is stored
    await setRoom(false);
    await page.keyboard.press("Enter");
    await words(page, "OK relancer");
    await until(page, () => document.getElementById("status").textContent);
    const status = await page.textContent("#status");
    await page.evaluate(() => { document.querySelector("details").open = true; });
    const kept = await page.innerText("#kept");
    await settled(page, 2500);
    const rolled = await page.textContent("#words");
    const saved = await save(page);
    await page.click("#language"); // another worker continues with the data in memory
    const english = await words(page, "OK roll again");
    const told = [await page.textContent("#status"), await page.innerText("#kept")];
    await page.click("#language");
    await words(page, "OK relancer");
    await offer(page, "evening.zip", zip);
    await downloaded(page, () => answered(page));
    await until(page, () => document.getElementById("status").textContent.includes("evening.zip"));
    const replaced = await page.textContent("#status");
    await page.click("#games [data-game=dice]");
    await words(page, "Dés libres");
    await setRoom(true);
    await page.keyboard.press("Enter");
    await until(page, () => document.getElementById("status").textContent.includes("de nouveau"));
    await settled(page, 2500);
    const before = await page.textContent("#words");
    await page.reload();
    await started(page);
    await settled(page, 2500);
    return {
        status, kept, rolled, saved, english, told, replaced, before, after: await page.textContent("#words"),
        files: (await save(page)).zip,
    };
}

export async function requests(context, { url }) {
    const page = await context.newPage();
    const hosts = new Set();
    const missing = [];
    const sizes = new Map(); // records by address: the browser requests a preloaded file once more
    context.on("request", (request) => hosts.add(new URL(request.url()).host));
    context.on("response", async (response) => {
        if (response.status() !== 200) {
            missing.push(response.url());
        }
        sizes.set(response.url(), Number(response.headers()["content-length"] ?? 0));
    });
    // The page loads the files of games after its first picture; here they wait until the picture is checked.
    let shown;
    const seen = new Promise((resolve) => { shown = resolve; });
    await page.route(/device\/(?!first)/, async (route) => {
        await seen;
        await route.continue();
    });
    await page.goto(url);
    await started(page);
    const first = [...sizes.values()].reduce((sum, size) => sum + size, 0);
    const lit = /[1-9a-f]/.test(await picture(page));
    shown();
    // leaves the lesson once the files have loaded
    await Promise.all([page.keyboard.down("Escape"), page.keyboard.up("Escape")]);
    await words(page, "Dés libres");
    await page.evaluate(() => {
        const wiring = document.getElementById("wiring");
        wiring.scrollIntoView();
        return wiring.decode();
    });
    return { hosts: [...hosts], bytes: first, lit, missing };
}
requests.alone = true;

// The faults that axe finds, by all its rules or by one. The scene omits the passed checks, so axe does not report them
// and the browser does not send them.
export async function violations(page, rule = null) {
    assert.equal(await page.evaluate(() => getComputedStyle(document.documentElement).opacity), "1", "the scene is `drawn`");
    const found = await page.evaluate(async (rule) =>
        (await globalThis.axe.run({ resultTypes: ["violations"], ...rule && { runOnly: [rule] } })).violations, rule);
    return found.map(({ id, help, nodes }) => `${id}: ${help}: ${nodes.map(({ html }) => html).slice(0, 6).join(" ")}`);
}

// The faults in both languages.
export async function axe(context, { url, axe }) {
    const page = await opened(context, url);
    await page.evaluate(() => { document.querySelector("details").open = true; });
    await page.addScriptTag({ path: axe });
    const found = {};
    for (const lang of ["fr", "en"]) {
        await page.waitForSelector(`html[lang=${lang}]`);
        found[lang] = await violations(page);
        await page.click("#language");
    }
    return found;
}
axe.drawn = true;

// Runs calls of tests/micropython/session.py on the page's machine. Returns the picture's checksum after
// each.
export async function replay(context, { url, calls }) {
    const page = await context.newPage();
    await page.goto(`${url}device.json`); // a page of the site without a running device
    return page.evaluate(async (calls) => {
        const [{ Machine, parts, fromHex }, { crc32 }] = await Promise.all([import("/machine.mjs"), import("/zip.mjs")]);
        const base = new URL("/", location.href);
        const loaded = await parts(base);
        const games = await loaded.games();
        const portions = [];
        const printed = [];
        let machine;
        let kept = new Map();
        // The recordings of the desk assume a battery, and the page assumes USB power.
        const onBattery = (mv, usb) => machine.python.runPython(
            `Supply.millivolts = lambda self: ${mv}\nSupply.has_usb_power = lambda self: ${usb ? "True" : "False"}`);
        const noWelcome = "WELCOME = ''";
        const entropy = () => fromHex(portions.shift());
        const load = async () => {
            machine = await Machine.load(loaded, { entropy, say: (line) => printed.push(line) });
            machine.put(games);
            onBattery(3900, 0);
            machine.python.runPython(noWelcome);
        };
        const keep = () => {
            machine.changed.forEach((bytes, name) => bytes === null ? kept.delete(name) : kept.set(name, bytes));
            machine.changed.clear();
        };
        const python = (name) => (...values) =>
            machine.python.runPython(`app.${name}(${values.map((value) => JSON.stringify(value)).join(", ")})`);
        const actions = {
            boot(ticks) {
                machine.panel = new machine.panel.constructor();
                machine.python.runPython("store.files.clear()");
                kept.forEach((bytes, name) => machine.file(name, bytes));
                machine.setKeys(0, ticks);
                machine.boot(ticks);
            },
            step(ticks, mask) {
                machine.python.runPython(`keys.now = ${mask}`);
                machine.step(ticks);
            },
            rest(ticks, mask, wait, passes) {
                machine.python.runPython(`keys.now = ${mask}`);
                for (let pass = 0; pass < passes; pass++) {
                    machine.step(ticks + pass * wait);
                }
            },
            give: (given) => portions.push(...given.split(" ")),
            forget: () => { kept = new Map(); machine.python.runPython("store.files.clear()"); },
            file: (name, content) => { kept.set(name, fromHex(content)); machine.file(name, fromHex(content)); },
            files: () => {},
            open_screen: python("context.open"),
            home: python("navigation.home"),
            apply_settings: python("apply_settings"),
            choose: python("device.settings.choose"),
            change(...flat) {
                const changes = [];
                for (let at = 0; at < flat.length; at += 4) {
                    const [kind, row, field, value] = flat.slice(at, at + 4);
                    changes.push(`("${kind}", ${row}, "${field}", ${value})`);
                }
                machine.python.runPython(`app.context.change([${changes.join(", ")}])`);
            },
            plug: (plugged) => { machine.plugged = Boolean(plugged); },
            supply: onBattery,
        };
        await load();
        const sums = [];
        for (const [name, ...values] of calls) {
            actions[name](...values);
            keep();
            sums.push(crc32(machine.panel.picture()));
            if (printed.some((line) => line.startsWith("Traceback"))) {
                throw new Error(`in ${name} ${values}:\n${printed.join("\n")}`);
            }
        }
        return sums;
    }, calls);
}

// Web Serial for the page, connected to a stand-in board whose other end is in Node. A shared worker
// transfers the bytes, because Playwright does not follow its web socket: an event for each message takes
// longer than sending it.
export const SERIAL = (cable) => {
    let arrived;
    let gone = false;
    const lost = () => new Error("The device has been lost.");
    const { port: socket } = new SharedWorker(URL.createObjectURL(new Blob([`
        onconnect = ({ ports: [page] }) => {
            const socket = new WebSocket(${JSON.stringify(cable)});
            socket.binaryType = "arraybuffer";
            socket.onopen = () => page.postMessage("open");
            socket.onclose = () => page.postMessage("close");
            socket.onmessage = ({ data }) => page.postMessage(data, [data]);
            page.onmessage = ({ data }) => socket.send(data);
        };`])));
    let open;
    const joined = new Promise((resolve) => { open = resolve; });
    socket.onmessage = ({ data }) => {
        if (data === "open") {
            open();
        } else if (data === "close") {
            gone = true;
            try { arrived?.error(lost()); } catch { /* closed */ }
        } else {
            try {
                arrived?.enqueue(new Uint8Array(data));
            } catch {
                // No reader is left.
            }
        }
    };
    const port = {
        async open() {
            await joined;
            this.readable = new ReadableStream({ start(controller) { arrived = controller; }, cancel() { arrived = null; } });
            this.writable = new WritableStream({
                write(bytes) {
                    if (gone) {
                        throw lost();
                    }
                    socket.postMessage(bytes);
                },
            });
        },
        async close() {},
    };
    // The browser's list of ports: it opens only just after a click, and the player needs time for the
    // choice.
    const requestPort = async () => {
        const { strict, slow } = globalThis.chooser ?? {};
        if (strict && !navigator.userActivation.isActive) {
            throw new DOMException("Must be handling a user gesture to show a permission request.", "SecurityError");
        }
        await new Promise((resolve) => setTimeout(resolve, slow ?? 0));
        return port;
    };
    Object.defineProperty(navigator, "serial", { value: { requestPort }, configurable: true });
};

// A link between a port of this computer and a page, by a web socket. One Playwright call per part of a file
// costs ten times as much.
export class Cable {
    static async to(port) {
        const cable = new Cable();
        cable.server = new WebSocketServer({ host: "127.0.0.1", port: 0, perMessageDeflate: false });
        cable.descriptor = openSync(port, constants.O_RDWR | constants.O_NOCTTY | constants.O_NONBLOCK);
        cable.listened = new ReadStream(cable.descriptor);
        cable.written = Promise.resolve();
        cable.out = false;
        cable.server.on("connection", (socket) => {
            cable.page = socket;
            socket.on("message", (bytes) => { cable.written = cable.written.then(() => cable.write(bytes)); });
        });
        cable.listened.on("data", (bytes) => cable.page?.send(bytes));
        for (const end of ["error", "end"]) {
            cable.listened.on(end, () => cable.lost());
        }
        await once(cable.server, "listening");
        cable.url = `ws://127.0.0.1:${cable.server.address().port}`;
        return cable;
    }

    async write(bytes) {
        for (let at = 0; at < bytes.length && !this.out;) {
            try {
                at += writeSync(this.descriptor, bytes, at);
            } catch (error) {
                if (error.code !== "EAGAIN") {
                    this.lost();
                    return;
                }
                await new Promise((resolve) => setTimeout(resolve, 5));
            }
        }
    }

    // Disconnects the device, and informs the page.
    lost() {
        this.out = true;
        this.page?.close();
    }

    pull() {
        this.out = true;
        this.page?.terminate();
        this.server.close();
        this.listened.destroy();
    }
}

// `answers` lists the answers to click, in order, if they are not the first of each question.
export async function serial(context, { url, port, buttons, zip, damaged, chooser, answers, select, files }) {
    const page = await context.newPage();
    if (chooser) {
        await page.addInitScript((chooser) => { globalThis.chooser = chooser; }, chooser);
    }
    if (damaged) { // damages the file during its transfer
        await page.route(`**/${damaged}`, async (route) => {
            const reply = await route.fetch();
            const body = await reply.body();
            body[body.length >> 1] ^= 1;
            await route.fulfill({ response: reply, body });
        });
    }
    const cable = await Cable.to(port);
    page.on("close", () => cable.pull()); // closes after a failed scene too: Node waits for its servers
    await page.addInitScript(SERIAL, cable.url);
    if (!answers) {
        await page.addInitScript(AGREE);
    }
    await page.goto(url);
    await started(page);
    if (select) {
        await page.selectOption("#board", select);
    }
    if (files) {
        await offer(page, "page.zip", files);
        await until(page, () => document.getElementById("status").textContent);
        await started(page);
    }
    const questions = [];
    const downloads = [];
    page.on("download", (file) => {
        const arrived = file.path().then((path) => [file.suggestedFilename(), readFileSync(path).toString("base64")]);
        arrived.catch(() => {}); // the waiting call gets the error, if there is one
        downloads.push(arrived);
    });
    await page.evaluate(() => {
        globalThis.bar = [];
        new MutationObserver(() => globalThis.bar.push(document.getElementById("progress").value))
            .observe(document.getElementById("progress"), { attributeFilter: ["value"] });
    });
    const log = [];
    let download = null;
    page.on("filechooser", (chooser) =>
        chooser.setFiles({ name: "evening.zip", mimeType: "application/zip", buffer: Buffer.from(zip, "base64") }));
    for (const button of buttons) {
        // never resolves if the page closed
        const arriving = page.waitForEvent("download", { timeout: 0 }).catch(() => null);
        const over = pressed(page, button, 4 * PATIENCE);
        for (const answer of answers?.splice(0) ?? []) {
            await page.locator("#answers button").nth(answer).waitFor({ timeout: 2 * PATIENCE });
            questions.push(await page.textContent("#asked"));
            await page.locator("#answers button").nth(answer).click();
        }
        await over;
        const said = await page.locator("#log p").allTextContents();
        log.push(...said);
        if (/gobelet-(selftest-)?[\d-]+\.(zip|png|json)/.test(said.at(-1))) {
            const file = await arriving;
            download = { name: file.suggestedFilename(), bytes: readFileSync(await file.path()).toString("base64") };
        }
    }
    const bar = await page.evaluate(() => globalThis.bar);
    const chosen = await page.inputValue("#board");
    const kept = await Promise.all(downloads); // a closed page cancels its pending downloads
    await page.close();
    return { log, download, downloads: kept, bar, questions, chosen };
}
serial.alone = ({ damaged }) => damaged;

// A port that speaks the raw REPL up to call number `after`, and then misbehaves as `kind` says.
const HOSTILE = () => {
    const READY = "raw REPL; CTRL-B to exit\r\n>";
    const TRUE = [
        ["sys.implementation", "@ ('micropython', 1, 28, 'Raspberry Pi Pico with RP2040', 4870)\r\n"],
        ["statvfs('/')\nprint('@ S'", "@ S 4096 300 /\r\n"],
        ["mem_free", "@ ('heap', 230000)\r\n@ ('storage', (9, 9))\r\n@ ('root', [('a', 9)])\r\n@ ('down', [])\r\n@ ('found', [60])\r\n"],
    ];
    const open = () => {
        const { kind, after, rows } = globalThis.hostile;
        let speak;
        let calls = 0;
        let code = null;
        let flooding = false;
        const say = (text) => {
            try {
                speak.enqueue(Uint8Array.from(text, (letter) => letter.charCodeAt(0)));
            } catch {
                // No reader is left.
            }
        };
        const noise = () => Array.from({ length: 40 }, () =>
            `@ ${Array.from(crypto.getRandomValues(new Uint8Array(60)), (n) => String.fromCharCode(n)).join("")}`).join("\r\n");
        const acts = {
            gone: () => speak.error(new Error("The device has been lost.")),
            silent: () => {},
            flood: () => {
                flooding = true;
                say("x");
            },
            raising: () => say(`OK\x04Traceback\r\nOSError: \x1b[2J${"x".repeat(9000)}\x04>`),
            noise: () => say(`OK${noise().replaceAll("\x04", "4")}\x04\x04>`),
            rows: () => say(`OK${rows.map((row) => `@ ${row}\r\n`).join("")}\x04\x04>`),
        };
        const hear = (bytes) => {
            const text = String.fromCharCode(...bytes);
            if (text.endsWith("\r\x01")) {
                say(READY);
            } else if (text === "\x05A\x01") {
                say("R\x00");
                code = "";
            } else if (text === "\x04" && code === null) {
                say(`OK\r\nMPY: soft reboot\r\n${READY}`);
            } else if (text === "\x04") {
                const asked = code;
                code = null;
                if (++calls > after) {
                    acts[kind]();
                } else {
                    say(`OK${TRUE.find(([words]) => asked.includes(words))?.[1] ?? ""}\x04\x04>`);
                }
            } else if (code !== null) {
                code += text;
            }
        };
        return {
            readable: new ReadableStream({
                start(given) { speak = given; },
                pull: () => flooding && say("x".repeat(50000)),
            }),
            writable: new WritableStream({ write: hear }),
        };
    };
    const port = { async open() { Object.assign(this, open()); }, async close() {} };
    Object.defineProperty(navigator, "serial", { value: { requestPort: async () => port }, configurable: true });
};

// The last message of the page for each try, [button, kind, after, rows].
export async function hostile(context, { url, tries, zip }) {
    // Shorter timeouts, and less storage.
    await context.route(/(repl|install)\.mjs$/, async (route) => {
        const reply = await route.fetch();
        const body = await reply.text();
        const less = body.replace(/(?<=\b[A-Z]+_MS = )\d+|\b10000\b/g, "400").replace("16 << 20", "1 << 18");
        assert(less !== body);
        await route.fulfill({ response: reply, body: less });
    });
    const page = await context.newPage();
    await page.addInitScript(HOSTILE);
    await page.addInitScript(AGREE);
    await page.goto(url);
    await started(page);
    page.on("filechooser", (chooser) =>
        chooser.setFiles({ name: "evening.zip", mimeType: "application/zip", buffer: Buffer.from(zip, "base64") }));
    const said = [];
    for (const [button, kind, after, rows] of tries) {
        await page.evaluate((hostile) => { globalThis.hostile = hostile; }, { kind, after, rows });
        await pressed(page, button, PATIENCE);
        said.push((await page.locator("#log p").allTextContents()).at(-1) ?? "");
    }
    return said;
}
hostile.alone = true;

// Returns for each board the offered file or null, and the message in its place or null.
export async function whole(context, { url, boards }) {
    const page = await opened(context, url);
    const found = [];
    for (const board of boards) {
        await page.selectOption("#board", board);
        found.push([
            await page.isVisible("#inside") ? await page.getAttribute("#inside", "href") : null,
            await page.isVisible("#nowhole") ? await page.textContent("#nowhole") : null,
        ]);
    }
    return found;
}

// Writes the file onto a drive, which is a folder of the browser's own file system. Each of `tries` has:
// note, INFO_UF2.TXT or none; model, the Pico chosen by its picture; bytes, the file on the site in base 64;
// fails, the write at which the drive disappears, or "end". Returns the message and the content of the drive
// for each.
export async function drive(context, { url, tries }) {
    const page = await context.newPage();
    let bytes = "";
    await page.route("**/uf2/*.uf2*", (route) => route.fulfill({ body: Buffer.from(bytes, "base64") }));
    await page.addInitScript(() => {
        globalThis.showDirectoryPicker = async () => {
            const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle("RPI-RP2", { create: true });
            for await (const name of folder.keys()) {
                await folder.removeEntry(name);
            }
            const { note, fails } = globalThis.drive;
            FileSystemFileHandle.prototype.createWritable = globalThis.create ?? FileSystemFileHandle.prototype.createWritable;
            if (note) {
                const file = await (await folder.getFileHandle("INFO_UF2.TXT", { create: true })).createWritable();
                await file.write(note);
                await file.close();
            }
            const { createWritable } = FileSystemFileHandle.prototype;
            globalThis.create ??= createWritable;
            FileSystemFileHandle.prototype.createWritable = async function () {
                const file = await globalThis.create.call(this);
                let writes = 0;
                const gone = () => { throw new DOMException("gone", "NotFoundError"); };
                return { write: async (part) => writes++ === fails ? gone() : file.write(part), abort: () => file.abort(),
                    close: async () => { await file.close(); fails === "end" && gone(); } };
            };
            return folder;
        };
    });
    await page.goto(url);
    await started(page);
    const said = [];
    for (const each of tries) {
        ({ bytes } = each);
        await page.evaluate((each) => { globalThis.drive = each; }, each);
        await page.locator(`#models input[value=${each.model}]`).check({ force: true });
        await page.evaluate(() => { document.getElementById("written").textContent = ""; });
        await page.click("#writeuf2");
        await until(page, () => document.getElementById("written").textContent);
        const there = await page.evaluate(async () => {
            const folder = await (await navigator.storage.getDirectory()).getDirectoryHandle("RPI-RP2");
            const found = {};
            for await (const [name, file] of folder.entries()) {
                found[name] = (await file.getFile()).size;
            }
            return found;
        });
        said.push([await page.textContent("#written"), await page.inputValue("#board"), there]);
    }
    return said;
}
drive.alone = true;

// The texts of the three steps in a less capable browser, and for each Pico that the user chooses by its
// picture.
export async function steps(context, { url, lacks }) {
    const page = await context.newPage();
    await page.addInitScript((lacks) => {
        for (const name of lacks) {
            delete globalThis[name];
            delete Navigator.prototype[name];
        }
    }, lacks);
    await page.goto(url);
    await started(page);
    const found = { writes: await page.isVisible("#writeuf2"), updates: await page.isVisible("#update"), file: await page.isVisible("#inside"), boards: [] };
    await page.selectOption("#board", "pico_sh1106");
    for (const model of await page.locator("#models input").evaluateAll((all) => all.map(({ value }) => value))) {
        await page.locator(`#models input[value=${model}]`).check({ force: true });
        found.boards.push(await page.inputValue("#board"));
    }
    await page.selectOption("#board", "xiao_rp2040_ssd1306");
    found.other = await page.locator("#models :checked").count();
    await page.click("#remedies > summary");
    found.remedies = await page.textContent("#remedies dl");
    return found;
}

// The film of a first visitor and its ends: a key, which the device does not get, or a link. A returning
// visitor sees no film.
export async function film(context, { url }) {
    const page = await context.newPage();
    await page.goto(url);
    await page.waitForSelector("html[data-started]");
    const look = () => page.evaluate(() => ({
        film: document.getElementById("film").checkVisibility() && document.getElementById("film").naturalWidth,
        screen: getComputedStyle(document.getElementById("screen")).visibility, says: document.getElementById("filmsays").innerText,
    }));
    const found = { first: await look() };
    await page.click("#down"); // ends the film
    found.after = await look();
    found.lesson = await words(page, "Les touches");
    await page.click("#down");
    found.next = await words(page, "2/6");
    const still = await context.newPage();
    await still.emulateMedia({ reducedMotion: "reduce" });
    await still.goto(url);
    await until(still, () => document.getElementById("film").currentSrc);
    found.still = await still.evaluate(() => document.getElementById("film").currentSrc.split("/").at(-1));
    const link = await context.newPage(); // a new page: the open page removes the fragment after reading it
    await link.goto(`${url}#dice`);
    found.linked = await link.evaluate(() => document.documentElement.classList.contains("film"));
    await page.evaluate(() => localStorage.setItem("gobelet.taught", "yes"));
    await page.reload();
    found.known = await page.evaluate(() => document.documentElement.classList.contains("film"));
    return found;
}
film.drawn = true;
film.alone = true;

// The visible part of the page at each size: the sentence, the three ways, the device's glass and its width,
// and the row of game pictures.
export async function fold(context, { url, sizes }) {
    const page = await opened(context, url);
    const found = [];
    for (const [width, height] of sizes) {
        await page.setViewportSize({ width, height });
        await page.waitForTimeout(200);
        found.push(await page.evaluate(() => {
            const box = (what) => document.querySelector(what).getBoundingClientRect();
            const seen = (what) => box(what).top >= 0 && box(what).bottom <= innerHeight;
            const tops = [...document.querySelectorAll("#games > li")].map((each) => each.getBoundingClientRect().top);
            return { said: seen("#pitch h2"), ways: seen("#pitch .actions"), glass: box("#screen").width, seen: seen("#case"),
                columns: tops.filter((top) => top === tops[0]).length, whole: [...document.querySelectorAll("#games img")].every((each) => {
                    const [inner, outer] = [each.getBoundingClientRect(), each.closest("li").getBoundingClientRect()];
                    return inner.left >= outer.left && inner.right <= outer.right;
                }), keys: box("#keys").bottom / innerHeight };
        }));
    }
    return found;
}

// The four pages: the faults of axe at each size and language, the contrast of the dark pages at the sizes `dark`, their
// widths, and whether they share a header and a stored language.
export async function family(context, { url, axe, pages, sizes, dark }) {
    const page = await context.newPage();
    const found = { violations: [], wide: [], links: [], languages: [] };
    for (const name of pages) {
        await page.goto(`${url}${name}`);
        if (["index.html", "own.html"].includes(name)) {
            await started(page);
        }
        await page.evaluate(() => document.querySelectorAll("details").forEach((each) => { each.open = true; }));
        await page.addScriptTag({ path: axe });
        for (const [width, height] of sizes) {
            await page.setViewportSize({ width, height });
            found.violations.push(...(await violations(page)).map((each) => `${name} ${width}: ${each}`));
            for (const size of ["100%", "200%"]) {
                const [wide, over] = await page.evaluate(async (size) => {
                    document.documentElement.style.fontSize = size;
                    await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
                    const wide = document.documentElement.scrollWidth - innerWidth;
                    return [wide, [...document.querySelectorAll("body *")].filter((each) => each.getBoundingClientRect().right > innerWidth + 1)
                        .map((each) => `${each.localName}#${each.id}`).slice(0, 8)];
                }, size);
                wide > 0 && found.wide.push([name, width, size, wide, over]);
            }
            await page.evaluate(() => { document.documentElement.style.fontSize = ""; });
        }
        await page.emulateMedia({ colorScheme: "dark" });
        for (const [width, height] of dark) {
            await page.setViewportSize({ width, height });
            found.violations.push(...(await violations(page, "color-contrast")).map((each) => `${name} dark ${width}: ${each}`));
        }
        await page.emulateMedia({ colorScheme: "light" });
        found.links.push(await page.locator("header nav a").evaluateAll((all) => all.map((each) => each.getAttribute("href"))));
        found.languages.push(await page.evaluate(() => document.documentElement.lang));
    }
    await page.goto(`${url}verify.html`);
    await page.click("#language");
    for (const name of pages) {
        await page.goto(`${url}${name}`);
        await until(page, () => document.documentElement.lang === "en");
        found.languages.push(await page.evaluate(() => document.documentElement.lang));
        await page.addScriptTag({ path: axe });
        found.violations.push(...(await violations(page)).map((each) => `${name} en: ${each}`));
    }
    return found;
}
family.drawn = true;
family.alone = true;
family.expected = /404/; // the table page checks whether the desk tool runs

// The violations of a strict server's content policy on the four pages; the list is empty if the pages need
// nothing else.
export async function policy(context, { url, pages, policy }) {
    const said = [];
    await context.route("**/*", async (route) => {
        const response = await route.fetch();
        await route.fulfill({ response, headers: { ...response.headers(), "Content-Security-Policy": policy,
            "Cross-Origin-Opener-Policy": "same-origin", "Cross-Origin-Embedder-Policy": "require-corp" } });
    });
    await context.exposeFunction("forbidden", (what) => said.push(what));
    await context.addInitScript(() => addEventListener("securitypolicyviolation",
        ({ violatedDirective, blockedURI }) => globalThis.forbidden(`${violatedDirective} ${blockedURI}`)));
    const page = await context.newPage();
    for (const name of pages) {
        await page.goto(`${url}${name}`);
        if (["index.html", "own.html"].includes(name)) {
            await started(page);
        }
        await page.waitForTimeout(300);
    }
    return said;
}
policy.alone = true;
policy.expected = /404/;

// Seconds until the table page follows a game after a reload of its tab, and the table's text without a game.
export async function reloadedTab(context, { url }) {
    const page = await context.newPage();
    await page.goto(`${url}table.html`);
    const found = { empty: await page.textContent("#emptysays"), opens: await page.getAttribute("#opengame", "href"), connects: await page.isVisible("#another") };
    const game = await opened(context, `${url}#dice=2d6`);
    await until(page, () => document.getElementById("title").textContent);
    found.hidden = await page.isHidden("#empty");
    await game.keyboard.press("Enter");
    await until(page, () => document.querySelectorAll("#history li").length === 1);
    found.what = await page.textContent("#what");
    found.total = await page.textContent("#total");
    await game.reload();
    await started(game);
    await words(game, "2d6");
    const began = performance.now();
    await game.keyboard.press("Enter");
    await until(page, () => document.querySelectorAll("#history li").length === 2);
    found.seconds = (performance.now() - began) / 1000;
    return found;
}
reloadedTab.alone = true;
reloadedTab.expected = /404/;

export async function without_serial(context, { url }) {
    const page = await context.newPage();
    await page.addInitScript(() => { delete Navigator.prototype.serial; });
    await page.goto(url);
    await started(page);
    assert(!await page.isVisible("#update") && !await page.isVisible("#nocable") && !await page.isVisible("#insecure"));
    return page.innerText("#noserial");
}

// Plain http from another computer; the host name makes Chromium treat the page as insecure.
export async function insecure(context, { url }) {
    await context.route("http://table.example/**", async (route) =>
        route.fulfill({ response: await route.fetch({ url: route.request().url().replace("http://table.example/", url) }) }));
    const page = await opened(context, "http://table.example/");
    assert(!await page.isVisible("#update") && !await page.isVisible("#noserial"));
    await page.evaluate(() => { document.querySelector("details").open = true; });
    await page.keyboard.press("ArrowDown");
    const played = await words(page, "2/6");
    await page.click("#save");
    return [
        played, await page.innerText("#insecure"), await page.innerText("#nocable"), await page.textContent("#status"),
    ];
}
insecure.alone = true;

export async function messages(context, { url }) {
    const page = await opened(context, url);
    return page.evaluate(async () => (await import("/messages.mjs")).MESSAGES);
}

// Seconds to the first picture.
export async function first_picture(context, { url }) {
    const page = await context.newPage();
    const began = performance.now();
    await page.goto(url, { waitUntil: "commit" });
    await page.waitForSelector("html[data-started]");
    return (performance.now() - began) / 1000;
}
first_picture.drawn = true;
first_picture.alone = true;

// Seconds on a slow line to the text of the page, to the first content of the glass and to the first picture
// of the device. Returns the bytes until then too, and the glass that a returning visitor sees.
export async function slow(context, { url, kilobits, latency, processor }) {
    const page = await context.newPage();
    const session = await context.newCDPSession(page);
    await session.send("Network.enable");
    await session.send("Network.emulateNetworkConditions", {
        offline: false, latency, downloadThroughput: kilobits * 125, uploadThroughput: kilobits * 125, connectionType: "cellular3g",
    });
    await session.send("Emulation.setCPUThrottlingRate", { rate: processor });
    let bytes = 0;
    session.on("Network.loadingFinished", ({ encodedDataLength }) => { bytes += encodedDataLength; });
    const began = performance.now();
    const seconds = () => (performance.now() - began) / 1000;
    await page.goto(url, { waitUntil: "commit" });
    const found = {};
    const first = async (name, what) => {
        await until(page, what);
        found[name] = seconds();
    };
    await Promise.all([
        first("words", () => document.querySelector("#pitch h2")?.checkVisibility() && document.styleSheets.length > 0),
        first("glass", () => document.getElementById("film")?.complete && document.getElementById("film").naturalWidth > 0),
        first("device", () => "started" in (document.documentElement?.dataset ?? {})),
    ]);
    found.bytes = bytes;
    await page.evaluate(() => localStorage.setItem("gobelet.taught", "yes"));
    await page.reload({ waitUntil: "commit" });
    await until(page, () => document.getAnimations().some(({ animationName }) => animationName === "comes"));
    found.dots = await page.evaluate(() => getComputedStyle(document.getElementById("glass"), "::after").content);
    return found;
}
slow.drawn = true;
slow.alone = true;

// The message and the help when the browser offers no port, or one that does not open or respond.
export async function first_faults(context, { url, faults }) {
    const page = await context.newPage();
    await page.addInitScript(() => {
        const port = () => ({
            async open() {
                if (globalThis.fault.startsWith("open ")) {
                    throw new DOMException("Failed to open serial port.", globalThis.fault.slice(5));
                }
                this.readable = new ReadableStream({});
                this.writable = new WritableStream({});
            },
            async close() {},
        });
        const requestPort = async () => {
            if (globalThis.fault === "none") {
                throw new DOMException("No port selected by the user.", "NotFoundError");
            }
            if (globalThis.fault.startsWith("list ")) {
                throw new DOMException("No list of ports.", globalThis.fault.slice(5));
            }
            return port();
        };
        Object.defineProperty(navigator, "serial", { value: { requestPort }, configurable: true });
    });
    await page.goto(url);
    await started(page);
    const found = [];
    for (const fault of faults) {
        await page.evaluate((fault) => { globalThis.fault = fault; }, fault);
        await page.click("#doctor");
        await page.waitForSelector("#log p");
        const early = await page.locator("#log p").allTextContents();
        await until(page, () => !document.getElementById("doctor").disabled);
        found.push({
            fault, early, log: await page.locator("#log p").allTextContents(),
            noport: await page.isVisible("#noport svg"), nomicropython: await page.isVisible("#nomicropython svg"),
        });
    }
    return found;
}

// The server gets a newer version of the page while this one is open.
export async function newer(context, { url, folder }) {
    const page = await opened(context, url);
    await page.evaluate(() => navigator.serviceWorker.ready);
    const quiet = !await page.isVisible("#newer");
    const before = await page.getAttribute("html", "data-build");
    const sum = (text) => createHash("sha256").update(text).digest("base64");
    const html = readFileSync(`${folder}/index.html`, "utf8");
    const newer = html.replaceAll(before, "0123456789abcdef");
    writeFileSync(`${folder}/index.html`, newer);
    const worker = readFileSync(`${folder}/offline.js`, "utf8").replaceAll(before, "0123456789abcdef");
    writeFileSync(`${folder}/offline.js`, worker.replaceAll(sum(html), sum(newer)));
    await page.reload(); // the reload keeps the old version as long as the page is open
    await started(page);
    await page.waitForSelector("#newer:not([hidden])");
    const still = await page.getAttribute("html", "data-build");
    await Promise.all([page.waitForEvent("load"), page.click("#reload")]);
    await started(page);
    return {
        quiet, before, still, after: await page.getAttribute("html", "data-build"),
        shown: await page.textContent("footer"), over: !await page.isVisible("#newer"),
    };
}

// Every write fails, from the first one on.
export async function full_at_first(context, { url }) {
    const page = await openedWith(context, url, `
        IDBObjectStore.prototype.put = function () {
            this.transaction.abort();
            throw new DOMException("no room", "QuotaExceededError");
        };`);
    await until(page, () => document.getElementById("status").textContent.includes("finira"));
    await page.keyboard.press("ArrowDown");
    const lesson = await words(page, "2/6");
    await page.click("#games [data-game=dice]");
    await words(page, "Dés libres");
    await page.keyboard.press("Enter");
    return { lesson, status: await page.textContent("#status"), rolled: await words(page, "OK relancer") };
}

// The browser or the player clears the stored data while the page is open.
export async function emptied(context, { url }) {
    const page = await opened(context, url);
    await settled(page, 2500);
    const session = await context.newCDPSession(page);
    await session.send("Storage.clearDataForOrigin", { origin: new URL(url).origin, storageTypes: "indexeddb" });
    await page.keyboard.press("Enter");
    const rolled = await words(page, "OK relancer");
    await until(page, () => document.getElementById("status").textContent);
    const status = await page.textContent("#status");
    return { rolled, status, zip: (await save(page)).zip };
}

// Locks that fail, as with blocked site data; and the message about persistent storage.
export async function no_locks(context, { url, promise }) {
    const page = await context.newPage();
    await page.addInitScript((promise) => {
        navigator.locks.request = async () => { throw new DOMException("denied", "SecurityError"); };
        globalThis.persisted = 0;
        navigator.storage.persist = async () => { globalThis.persisted++; return promise; };
    }, promise);
    await page.goto(url);
    await started(page);
    await page.keyboard.press("ArrowDown");
    await words(page, "2/6");
    return [await page.evaluate(() => globalThis.persisted), await page.textContent("#kept")];
}

// Loads another file of games: the page's question, and the result.
export async function replaced(context, { url, zip }) {
    const page = await opened(context, `${url}#dice`);
    await words(page, "Dés libres");
    await page.keyboard.press("Enter");
    await words(page, "OK relancer");
    await page.setInputFiles("#file", { name: "evening.zip", mimeType: "application/zip", buffer: Buffer.from(zip, "base64") });
    await page.locator("#answers button").first().waitFor();
    const asked = await page.textContent("#asked");
    const before = await downloaded(page, () => answered(page));
    await until(page, () => document.getElementById("status").textContent);
    return { asked, before, status: await page.textContent("#status") };
}

export async function takeover(context, { url }) {
    const first = await opened(context, url);
    await first.keyboard.press("ArrowDown");
    await words(first, "2/6");
    const second = await context.newPage();
    await second.goto(url);
    await second.click("#takeover");
    await started(second);
    await until(first, () => document.getElementById("status").textContent);
    await second.keyboard.press("ArrowDown");
    return { words: await words(second, "2/6"), first: await first.textContent("#status") };
}

// The keyboard works after clicks on other elements; the device takes the page's language.
export async function plays_on(context, { url }) {
    const page = await opened(context, url);
    await page.click("#games [data-game=trireme]");
    await words(page, "Trirème");
    await page.evaluate(() => document.getElementById("device").scrollIntoView());
    await page.keyboard.press("Escape");
    await words(page, "▶ Dés libres");
    await page.click("summary");
    await page.click("summary");
    await page.keyboard.press("ArrowDown");
    await words(page, "▶ Compteurs");
    await page.click("#language");
    await words(page, "Free dice");
    await page.keyboard.press("ArrowDown");
    return words(page, "choose");
}

// The extent of the page and of the device at this size, and whether all keys are visible with the screen.
export async function fits(context, { url, sizes }) {
    const page = await opened(context, url);
    const found = [];
    for (const [width, height] of sizes) {
        await page.setViewportSize({ width, height });
        found.push([await reach(page, "100%"), await reach(page, "200%")]);
    }
    return found;
}

// Returns the extent with this text size.
export function reach(page, text) {
    return page.evaluate(async (text) => {
        document.documentElement.style.fontSize = text;
        // The page adapts its layout by the second frame.
        await new Promise((done) => requestAnimationFrame(() => requestAnimationFrame(done)));
        const boxes = ["glass", "up", "down", "ok", "back", "undo", "why"].map((id) => document.getElementById(id).getBoundingClientRect());
        const box = (id) => document.getElementById(id).getBoundingClientRect();
        return {
            wide: document.documentElement.scrollWidth, window: innerWidth,
            over: [...document.querySelectorAll("body *")].filter((each) => each.getBoundingClientRect().right > innerWidth + 1)
                .map((each) => `${each.localName}#${each.id}.${each.textContent.trim().slice(0, 20)}`).slice(0, 12),
            inside: Math.max(...boxes.map(({ right }) => right)) <= box("case").right,
            top: Math.min(...boxes.map(({ top }) => top)), bottom: Math.max(...boxes.map(({ bottom }) => bottom)), height: innerHeight,
            under: box("why").top >= box("ok").bottom - 2 && box("undo").top >= box("back").bottom - 2
                && Math.abs(box("why").left - box("ok").left) < 2 && Math.abs(box("undo").left - box("back").left) < 2,
        };
    }, text);
}

// Whether the introduction is visible at a first visit, and after the lesson.
export async function folds(context, { url }) {
    const page = await opened(context, url);
    const first = await page.isVisible("#pitch h2");
    await page.keyboard.press("Escape"); // leaves the lesson
    await words(page, "Dés libres");
    await until(page, () => localStorage.getItem("gobelet.taught"));
    await page.reload();
    await started(page);
    return [first, await page.isVisible("#pitch h2")];
}

export async function as_a_file(context, { url }) {
    const page = await context.newPage();
    await page.goto(url);
    return [await page.innerText("#asfile"), await page.isVisible("#device")];
}
// the browser then blocks the download of the program
as_a_file.expected = /^Access to|^Failed to load resource/;

// The page cannot download the program.
export async function without_wasm(context, { url }) {
    await context.route("**/micropython.wasm", (route) => route.fulfill({ status: 404 }));
    const page = await context.newPage();
    await page.goto(url);
    await until(page, () => document.getElementById("status").textContent);
    return page.textContent("#status");
}
without_wasm.alone = true;
without_wasm.expected = /./;

// The data that the phone's share sheet gets, and the page's message after a share, a cancel and a refusal.
export async function shared(context, { url }) {
    const page = await context.newPage();
    await page.addInitScript(() => {
        globalThis.given = [];
        navigator.canShare = ({ files }) => files.length === 1;
        navigator.share = async ({ files: [file] }) => {
            const bytes = new Uint8Array(await file.arrayBuffer());
            globalThis.given.push([file.name, file.type, btoa(String.fromCharCode(...bytes))]);
            if (globalThis.sheet) {
                throw new DOMException("not shared", globalThis.sheet);
            }
        };
    });
    await page.goto(url);
    await started(page);
    const shared = async (button, sheet) => {
        await page.evaluate(([button, sheet]) => {
            Object.assign(globalThis, { sheet, given: [] });
            document.getElementById("status").textContent = "";
            document.getElementById(button).click();
        }, [button, sheet]);
        await until(page, () => globalThis.given.length);
        const [[name, type, bytes]] = await page.evaluate(() => globalThis.given);
        return { name, type, bytes, said: await page.textContent("#status") };
    };
    const left = await shared("save", "AbortError");
    const refused = await downloaded(page, () => shared("save", "NotAllowedError"));
    const done = await shared("save", "");
    await until(page, () => document.getElementById("status").textContent);
    return {
        left, refused, done, said: await page.textContent("#status"), picture: await shared("picture", ""),
    };
}

// The number of requested wake locks after two presses at once, one after a pause, and one after the browser
// released the lock. Tells too whether the page released the first lock in the pause.
export async function awake(context, { url }) {
    const page = await context.newPage();
    await page.addInitScript(() => {
        globalThis.locks = [];
        const request = async () => {
            const lock = { released: false, async release() { this.released = true; } };
            globalThis.locks.push(lock);
            return lock;
        };
        Object.defineProperty(navigator, "wakeLock", { value: { request } });
        const later = globalThis.setTimeout;
        globalThis.setTimeout = (act, ms, ...values) => { // the scene makes minutes pass
            if (ms > 60000) {
                globalThis.pause = act;
                return 0;
            }
            return later(act, ms, ...values);
        };
    });
    await page.goto(url);
    await started(page);
    const before = await page.evaluate(() => globalThis.locks.length);
    const asked = async () => {
        await page.keyboard.press("ArrowDown");
        await page.keyboard.press("ArrowUp");
        return page.evaluate(() => globalThis.locks.length);
    };
    const first = await asked();
    const slept = await page.evaluate(() => {
        globalThis.pause();
        return globalThis.locks[0].released;
    });
    const second = await asked();
    await page.evaluate(() => { globalThis.locks[1].released = true; });
    return { before, first, slept, second, third: await asked() };
}

// The offer to install the page, which the browser makes at a time of its choice.
export async function offered(context, { url }) {
    const page = await opened(context, url);
    await page.evaluate(() => { document.querySelector("details").open = true; });
    const before = await page.isVisible("#add");
    const prevented = await page.evaluate(() => {
        const event = new Event("beforeinstallprompt", { cancelable: true });
        event.prompt = () => { globalThis.prompted = (globalThis.prompted ?? 0) + 1; };
        dispatchEvent(event);
        return event.defaultPrevented;
    });
    const then = await page.isVisible("#add");
    await page.click("#add");
    const session = await context.newCDPSession(page);
    const { errors, data } = await session.send("Page.getAppManifest");
    return {
        before, prevented, then, prompted: await page.evaluate(() => globalThis.prompted), after: await page.isVisible("#add"),
        errors, manifest: JSON.parse(data),
    };
}

// The ring round a key: its angle in degrees at the press, later and when full. Returns the visible part of
// the ring at these times and after the release.
export async function ring(context, { url }) {
    const page = await opened(context, url);
    const hand = await Fingers.of(context, page);
    const look = (key) => page.evaluate((key) => {
        const style = getComputedStyle(document.getElementById(key), "::before");
        return [parseFloat(style.getPropertyValue("--turn")), Number(style.opacity), style.transitionDuration];
    }, key);
    const found = {};
    for (const key of ["ok", "back"]) {
        const before = await look(key);
        await hand.down(key);
        await until(page, (key) => document.getElementById(key).classList.contains("down"), key);
        const began = await look(key);
        await until(page, (key) =>
            parseFloat(getComputedStyle(document.getElementById(key), "::before").getPropertyValue("--turn")) === 360,
        key);
        const full = await look(key);
        await hand.up();
        await until(page, (key) => !document.getElementById(key).classList.contains("down"), key);
        found[key] = { before, began, full, after: await look(key) };
    }
    return found;
}

// The content of a printed sheet, and the number of sheets.
export async function printed(context, { url, board, shot }) {
    const page = await opened(context, url);
    await page.evaluate(() => { globalThis.print = () => { globalThis.wasPrinted = true; }; });
    await page.selectOption("#board", board);
    await page.click("#print");
    await page.evaluate(() => document.getElementById("wiring").decode());
    const asked = await page.evaluate(() => globalThis.wasPrinted);
    await page.emulateMedia({ media: "print" });
    const seen = await page.evaluate(() => [...document.querySelectorAll("h1, h2, h3, h4, img, canvas, button, select, footer")]
        .filter((each) => each.checkVisibility()).map((each) => each.id || each.textContent.trim()));
    const wiring = await page.getAttribute("#wiring", "src");
    if (shot) {
        await page.screenshot({ path: shot, fullPage: true });
    }
    const pdf = (await page.pdf({ preferCSSPageSize: true })).toString("latin1");
    return {
        asked, seen, wiring, pages: pdf.match(/\/Type\s*\/Page\b/g).length, size: /\/MediaBox\s*\[([^\]]*)\]/.exec(pdf)[1],
    };
}
printed.drawn = true;

// The wiring diagram enlarged by a tap: its content, its factor, and whether it closes.
export async function enlarged(context, { url, board }) {
    const page = await opened(context, url);
    await page.selectOption("#board", board);
    const small = await page.evaluate(() => document.getElementById("wiring").getBoundingClientRect().width);
    await page.tap("#enlarge");
    await page.waitForSelector("#large[open]");
    const found = await page.evaluate(async () => {
        const picture = document.querySelector("#large img");
        await picture.decode();
        const frame = picture.parentElement;
        frame.scrollLeft = 10000;
        return { src: picture.src, large: picture.getBoundingClientRect().width, scrolled: frame.scrollLeft };
    });
    await page.tap("#large button");
    return { ...found, small, left: !await page.isVisible("#large") };
}

// The device uses the full screen, and leaves it again.
export async function whole_screen(context, { url }) {
    const page = await opened(context, url);
    // Most of the device is outside the window, and the key press comes before the full screen.
    await page.evaluate(() => {
        document.querySelector("details").open = true;
        document.getElementById("full").scrollIntoView();
    });
    await until(page, () => {
        const { bottom, height } = document.getElementById("device").getBoundingClientRect();
        return bottom < height / 2;
    });
    await page.waitForTimeout(100); // the page gets the event with a later frame
    await page.click("#full");
    await page.keyboard.press("ArrowDown");
    await until(page, () => document.fullscreenElement);
    const element = await page.evaluate(() => document.fullscreenElement.id);
    return { element, words: await words(page, "2/6"), settings: await page.isVisible("summary") };
}

// A tab that waits for the game offers none to a Pico; returns its message.
export async function games_elsewhere(context, { url }) {
    await opened(context, url);
    const second = await context.newPage();
    await second.goto(url);
    await until(second, () => document.getElementById("status").textContent);
    await until(second, () => document.documentElement.dataset.whole !== undefined); // the buttons act from now on
    const said = [];
    for (const button of ["give", "take"]) {
        await second.evaluate((id) => {
            document.getElementById("log").textContent = "";
            document.getElementById(id).click();
        }, button);
        await until(second, () => document.getElementById("log").textContent);
        said.push(await second.textContent("#log"));
    }
    return said;
}

// The content of the table page.
const onTable = (page) => page.evaluate(() => ({
    total: document.getElementById("total").textContent,
    dice: [...document.querySelectorAll("#dice i")].map((die) => die.firstChild.textContent),
    players: [...document.querySelectorAll(".players li")].map((item) => item.textContent),
    groups: [...document.querySelectorAll(".group h2")].map((item) => item.textContent),
    turn: document.querySelector(".players .turn b")?.textContent ?? "",
    rolls: document.querySelectorAll("#history li").length,
    luck: document.getElementById("luck").innerText,
    stale: document.getElementById("stale").textContent,
    sends: document.getElementById("sends").textContent,
    commit: document.getElementById("commit").textContent,
    proof: document.getElementById("proof").textContent,
    spoken: globalThis.spoken,
}));

// A browser without a voice, which records the words to speak.
const voice = () => {
    globalThis.spoken = [];
    globalThis.SpeechSynthesisUtterance = class { constructor(text) { this.text = text; } };
    Object.defineProperty(globalThis, "speechSynthesis", { value: { speak: ({ text, lang }) => globalThis.spoken.push(`${lang}: ${text}`) } });
};

// The table page of the desk tool, with two devices. Returns pictures in each look, the content before and
// after the messages of `asked`, after a reload, and after the tool has ended. `asked` makes the page type a
// name and a preset.
export async function table(context, { url, advance, end, pictures }) {
    const page = await context.newPage();
    await page.addInitScript(voice);
    const post = (data) => fetch(`${url}ask`, { method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify(data) });
    const rolls = (count) => until(page, (count) => document.querySelectorAll("#history li").length === count, count);
    await page.goto(url);
    await page.waitForSelector("#history li");
    const found = { first: await onTable(page), hidden: await page.isHidden("#sending") && await page.isHidden("#connect") };
    await page.click("#gear > summary");
    await page.check("#speak");
    await page.fill("#dice-line", "2d6+3");
    await page.fill("#label", "HACHE");
    await page.click("#preset button");
    await page.fill("#seat", "2");
    await page.fill("#name", "Léo");
    await page.click("#naming button");
    await post(advance);
    await rolls(found.first.rolls + advance.rolls);
    await until(page, (last) => [...document.querySelectorAll(".players li")].some((item) => item.textContent.endsWith(last)),
        advance.last);
    found.later = await onTable(page);
    found.sizes = await page.evaluate(() => Object.fromEntries(["#total", "#what", "#dice i", ".players b", ".players em", "#title", "#history li", "#luck"]
        .map((at) => [at, parseFloat(getComputedStyle(document.querySelector(at)).fontSize) / innerHeight])));
    found.scrolls = await page.evaluate(() => {
        const list = document.getElementById("history");
        list.scrollTop = 1e6;
        return [list.scrollTop > 0, document.documentElement.scrollHeight <= innerHeight, list.scrollTop = 0];
    });
    for (const look of ["light", "dark", "stream"]) {
        await page.evaluate((look) => { location.hash = look; }, look);
        await until(page, (look) => document.documentElement.classList.contains(look), look);
        await page.screenshot({ path: `${pictures}/${look}.png`, omitBackground: true });
    }
    found.clear = await page.evaluate(() => getComputedStyle(document.body).backgroundColor);
    await page.evaluate(() => { location.hash = ""; });
    await post({ commit: 1 });
    await until(page, () => document.getElementById("commit").textContent);
    found.committed = await onTable(page);
    await page.screenshot({ path: `${pictures}/commit.png` });
    await post({ prove: 1 });
    await until(page, () => document.getElementById("proof").textContent);
    found.proven = await onTable(page);
    await page.screenshot({ path: `${pictures}/proof.png` });
    await page.locator("#devices input").last().fill("Zélotes");
    await page.locator("#devices input").last().press("Tab");
    await page.selectOption("#devices span:last-child select", "seat");
    found.seat = await onTable(page);
    await page.screenshot({ path: `${pictures}/seat.png` });
    await page.selectOption("#devices span:last-child select", "desk 0");
    found.same = await onTable(page);
    await page.reload();
    await rolls(found.same.rolls);
    await until(page, () => !document.getElementById("stale").textContent);
    found.reloaded = await onTable(page);
    await post(end);
    await until(page, () => document.getElementById("stale").textContent);
    await page.screenshot({ path: `${pictures}/stale.png` });
    found.end = await onTable(page);
    return found;
}
table.drawn = true;

// The table page at two cables, whose other ends belong to a test; then with the game in another tab. dddice
// is a stand-in.
export async function tableCables(context, { url, talks, more }) {
    const page = await context.newPage();
    const posted = [];
    await context.route("https://dddice.com/**", (route) => {
        const { url, headers, body } = { url: route.request().url(), headers: route.request().headers(), body: route.request().postDataJSON() };
        posted.push({ url, key: headers.authorization, ...body });
        return route.fulfill({ status: 201, json: {}, headers: { "Access-Control-Allow-Origin": "*", "Access-Control-Allow-Headers": "*" } });
    });
    const sent = async (count) => {
        const end = Date.now() + PATIENCE;
        while (posted.length < count && Date.now() < end) await page.waitForTimeout(10);
    };
    await page.addInitScript(voice);
    await page.addInitScript(() => {
        const ports = [0, 1].map(() => {
            const port = { asked: [], open: async () => {
                port.readable = new ReadableStream({ start: (controller) => { port.from = controller; } });
                port.writable = new WritableStream({ write: (bytes) => { port.asked.push(new TextDecoder().decode(bytes)); } });
            } };
            return port;
        });
        globalThis.ports = ports;
        Object.defineProperty(navigator, "serial", { value: { getPorts: async () => ports } });
    });
    const feed = (at, text) => page.evaluate(([at, text]) => ports[at].from.enqueue(new TextEncoder().encode(text)), [at, text]);
    const began = async () => {
        await until(page, () => ports.every(({ asked }) => asked.join("").includes("hello")));
        for (const [at, text] of talks.entries()) {
            const middle = Math.floor(text.length / 2); // in pieces, as a cable delivers it
            await feed(at, `Gobelet\n${text.slice(0, middle)}`);
            await feed(at, text.slice(middle));
        }
        await until(page, (count) => document.querySelectorAll(".players li").length === count, 4);
    };
    await page.goto(`${url}table.html`);
    await began();
    const found = { first: await onTable(page) };
    await page.click("#gear > summary");
    await page.check("#speak");
    await page.evaluate(() => { document.getElementById("sending").open = true; });
    await page.fill("#dddice-key", "secret");
    await page.fill("#dddice-room", "a13Tf6e");
    await page.check("#dddice-on");
    await feed(0, more);
    await until(page, (count) => document.querySelectorAll("#history li").length > count, found.first.rolls);
    found.later = await onTable(page);
    await sent(1); // waits, or the page would close before its roll is sent
    await page.reload();
    await began();
    await feed(0, more);
    await until(page, (count) => document.querySelectorAll("#history li").length > count, found.first.rolls);
    found.reloaded = await onTable(page);
    await page.evaluate(() => ports[0].from.error(new Error("pulled")));
    await until(page, () => document.getElementById("stale").textContent);
    found.pulled = await onTable(page);
    found.asked = await page.evaluate(() => ports.map(({ asked }) => asked));
    const game = await opened(context, `${url}#dice=2d6`);
    await until(page, () => document.querySelectorAll(".group h2").length === 3);
    const kept = (found) => until(page, found);
    // the next rolls are new
    await kept(() => JSON.parse(localStorage.getItem("gobelet table")).tab?.table.state?.game === "dice");
    const before = (await onTable(page)).rolls;
    await game.keyboard.press("Enter");
    await until(page, (before) => document.querySelectorAll("#history li").length > before, before);
    found.tab = await onTable(page);
    await page.click("#gear > summary");
    await page.selectOption("#device", "tab");
    await page.fill("#dice-line", "2d6+3");
    await page.fill("#label", "HACHE");
    await page.click("#preset button");
    await kept(() => JSON.parse(localStorage.getItem("gobelet table")).tab.table.state.values.preset[0]);
    await sent(2);
    found.posted = posted;
    return found;
}
tableCables.alone = true;
tableCables.expected = /404/; // the page checks whether the desk tool runs

// The table page at a cable, with the data `kept` of an earlier page. The page gets `first`; then the Gobelet
// returns with another game, in two pieces. Invalid and valid messages follow, then the browser has no
// storage. Returns the content after each.
export async function tableSurvives(context, { url, kept, first, again, wrong, last, own }) {
    const page = await context.newPage();
    await page.addInitScript((kept) => {
        if (!localStorage.getItem("gobelet table")) localStorage.setItem("gobelet table", kept);
        const port = { open: async () => {
            port.readable = new ReadableStream({ start: (controller) => { port.from = controller; } });
            port.writable = new WritableStream({});
        } };
        globalThis.port = port;
        Object.defineProperty(navigator, "serial", { value: { getPorts: async () => [port] } });
    }, kept);
    const look = () => page.evaluate(() => ({
        title: document.getElementById("title").textContent,
        note: document.getElementById("note").textContent,
        connects: ["connect", "another"].some((id) => document.getElementById(id).checkVisibility()),
        total: document.getElementById("total").textContent,
        players: document.querySelectorAll(".players li").length,
        rolls: document.querySelectorAll("#history li").length,
    }));
    // The page checks a roll's proof after it has drawn the roll.
    const feed = async (text) => {
        await page.evaluate((text) => port.from.enqueue(new TextEncoder().encode(text)), text);
        await page.evaluate(() => new Promise((done) => setTimeout(done, 60)));
        return look();
    };
    const loaded = async () => {
        await until(page, () => globalThis.port?.from);
        return look();
    };
    await page.goto(`${url}table.html`);
    const found = { kept: await loaded(), first: await feed(first), pieces: [] };
    for (const piece of again) found.pieces.push(await feed(piece));
    await page.reload();
    found.reloaded = await loaded();
    for (const lines of wrong) await feed(lines);
    found.wrong = await feed(last);
    await page.reload();
    found.after = await loaded();
    await page.evaluate(() => { Storage.prototype.setItem = () => { throw new DOMException("full", "QuotaExceededError"); }; });
    found.full = await feed(last);
    found.own = await feed(own);
    return found;
}
tableSurvives.alone = true;
tableSurvives.expected = /404/;

// verify.html from a disk: its message in both languages for each typed line and code. The page makes no
// request.
export async function verified(context, { url, typed, pictures }) {
    const page = await context.newPage();
    const asked = [];
    page.on("request", (request) => asked.push(request.url()));
    await page.goto(`${url}#${encodeURIComponent(typed[0].receipt)}`);
    const said = [];
    const read = () => page.evaluate(() => ({
        verdict: document.getElementById("verdict").textContent,
        look: document.getElementById("verdict").className,
        details: [...document.querySelectorAll("#details dd")].map((each) => each.textContent),
        commands: document.getElementById("commands").textContent,
    }));
    await until(page, () => document.querySelector("#details dd"));
    said.push(await read());
    for (const { receipt, seen } of typed) {
        await page.fill("#receipt", receipt);
        await page.fill("#seen", seen);
        await page.evaluate(() => new Promise((done) => setTimeout(done, 20)));
        said.push(await read());
    }
    await page.screenshot({ path: `${pictures}/verify.png`, fullPage: true });
    await page.click("#language");
    await until(page, () => document.documentElement.lang === "en");
    await page.evaluate(() => new Promise((done) => setTimeout(done, 20)));
    said.push(await read());
    return { said, asked };
}
verified.drawn = true;

// The traces of earlier scenes that a scene finds; those scenes left every possible trace.
export async function leaves(context, { url }) {
    const page = await context.newPage();
    await page.goto(`${url}device.json`); // a page of the site without a running device
    const look = () => page.evaluate(async () => ({
        local: Object.keys(localStorage),
        session: Object.keys(sessionStorage),
        cookies: document.cookie,
        databases: (await indexedDB.databases()).map(({ name }) => name),
        caches: await caches.keys(),
        locks: (await navigator.locks.query()).held.length,
        granted: (await navigator.permissions.query({ name: "geolocation" })).state === "granted",
    }));
    const found = await look();
    found.style = await page.evaluate(async () => (await fetch("style.css")).text()) === "another one";
    await context.route("**/style.css",
        (route) => route.fulfill({ body: "another one", headers: { "Cache-Control": "max-age=3600" } }));
    await context.grantPermissions(["geolocation"]);
    await page.evaluate(async () => {
        localStorage.setItem("left", "1");
        sessionStorage.setItem("left", "1");
        document.cookie = "left=1";
        const request = indexedDB.open("left", 1);
        await new Promise((done) => { request.onsuccess = done; });
        await (await caches.open("left")).put("/left", new Response("left"));
        await fetch("style.css");
        navigator.locks.request("left", () => new Promise(() => {}));
    });
    return { found, left: await look() };
}
