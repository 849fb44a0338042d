// Scenes of the page of own games.

import assert from "node:assert/strict";
import { AGREE, Cable, downloaded, PATIENCE, pressed, reach, SERIAL, started, until, violations, words } from "./scenes.mjs";

// Opens the page, and waits for its first picture and the check of its text.
async function opened(context, url) {
    const page = await context.newPage();
    await page.goto(url);
    await started(page);
    await verdict(page, /8192/);
    return page;
}

// Opens the page without the Gobelet beside the form. The Gobelet would start again for each text, which
// takes half of the scene's processor time.
async function edited(context, url) {
    const page = await alone(context);
    await page.goto(url);
    await verdict(page, /8192/);
    return page;
}

async function alone(context) {
    const page = await context.newPage();
    await page.addInitScript(() => {
        // A worker that reports no files.
        const NOBODY = "onmessage = ({ data }) => data.type === 'files' && postMessage({ type: 'files', files: new Map() })";
        globalThis.Worker = class extends Worker {
            constructor(address, options) {
                super(/own\.html/.test(location) && /\/worker\.mjs$/.test(address) ? `data:text/javascript,${NOBODY}` : address, options);
            }
        };
    });
    return page;
}

async function verdict(page, wanted) {
    try {
        await until(page, (wanted) => new RegExp(wanted).test(document.getElementById("verdict").textContent),
            wanted.source);
    } catch {
        const [told, faults] = [await page.textContent("#verdict"), await page.textContent("#faults")];
        assert.fail(`the verdict is: ${told} ${faults}\n${await page.inputValue("#text")}`);
    }
}

// Waits until the text of the game fulfils the condition `test`.
async function written(page, test, what) {
    try {
        await until(page, ({ test }) => new Function("text", `return ${test}`)(document.getElementById("text").value),
            { test }, PATIENCE / 2);
    } catch {
        assert.fail(`${what}: the text is\n${await page.inputValue("#text")}`);
    }
    return page.inputValue("#text");
}

const field = (path) => `#form [data-place='${JSON.stringify(path)}']`;

// Replaces the text on its tab, then returns to the form.
async function typed(page, text) {
    await page.click("#towritten");
    await page.fill("#text", text);
    await page.click("#toformed");
}

export async function own_look(context, { url, sizes, shots, text }) {
    const page = await opened(context, url);
    if (text) {
        await typed(page, text);
        await page.waitForTimeout(1500);
    }
    for (const [at, [width, height]] of sizes.entries()) {
        await page.setViewportSize({ width, height });
        await page.waitForTimeout(300);
        await page.screenshot({ path: shots[at], fullPage: true });
    }
    return [await page.textContent("#verdict"), await page.textContent("#faults"), await page.textContent("#words")];
}
own_look.drawn = true;

// Starts at the first page: each click, each filled field, and each key of the Gobelet is a step.
export async function own_newcomer(context, { url, texts }) {
    const page = await context.newPage();
    await page.goto(url);
    await started(page);
    let steps = 0;
    const click = (what) => {
        steps += 1;
        return page.click(what);
    };
    const fill = (path, value, part = "") => {
        steps += 1;
        return page.fill(part ? `#form [data-place='${JSON.stringify(path)} ${part}']` : field(path), value);
    };
    await click("#makeown");
    await started(page);
    await verdict(page, /8192/);
    await fill(["game", "title"], texts[0]);
    await fill(["roll", 0, "name"], texts[1]);
    for (const [at, text] of texts.slice(2).entries()) {
        await fill(["roll", 0, "rows", at], text, "text");
    }
    await written(page, `text.includes(${JSON.stringify(texts.at(-1))})`, "what was typed");
    await verdict(page, /8192/);
    await words(page, texts[0]);
    await words(page, `▶ ${texts[1]}`);
    await click("#ok"); // opens the form of the roll
    await words(page, "OK lancer");
    await click("#ok"); // rolls
    await until(page, (texts) => texts.some((each) => document.getElementById("words").textContent.includes(each)),
        texts.slice(2));
    return { steps, words: await page.textContent("#words"), odds: await page.textContent("#odds") };
}

// The effects of the form on the text, and of the text on the form.
export async function own_edits(context, { url, text, invalid, french }) {
    const page = await edited(context, url);
    const found = {};
    await typed(page, text);
    await verdict(page, /8192/);
    await page.waitForSelector(field(["counter", 1, "name"]), { state: "attached" });
    await page.click("#form .section:nth-child(2) > summary");
    await page.fill(field(["counter", 0, "name"]), "Santé \"forte\"");
    await written(page, "text.includes('Santé')", "a name");
    await page.fill(field(["counter", 0, "start"]), "");
    await written(page, "!text.includes('start = 8')", "a field that is emptied");
    await page.locator(`#form [data-place='more ${JSON.stringify(["counter", 1])}']`).click();
    await page.fill(field(["counter", 1, "step"]), "2");
    await written(page, "text.includes('step = 2')", "a new key");
    await page.locator(`#form [data-place='${JSON.stringify(["roll", 0, "rows", 1])} up']`).click();
    await written(page, "text.indexOf('4..6') < text.indexOf('1..3')", "a row that is moved");
    await page.waitForTimeout(700); // an undo of the form reverts the next edit alone
    await page.locator(`#form [data-place='${JSON.stringify(["roll", 0, "rows"])} add']`).click();
    found.row = await written(page, "/\"3: /.test(text)", "a new row, for the highest number of the last one");
    await page.click("#goback");
    await written(page, "!/\"3: /.test(text)", "a row that is taken back");
    await page.click("#form [data-place='add counter']");
    await written(page, "text.includes('id = \"c3\"')", "a new counter");
    await page.click("#form [data-place='section roll']");
    await page.click(`#form [data-place='${JSON.stringify(["roll", 0, "inputs"])} add']`);
    await written(page, "text.includes('inputs = [')", "a new input");
    found.text = await page.inputValue("#text");
    await verdict(page, /8192/); // the edit adds 1 to a die, and a row includes 7 too
    // From the text to the form
    await typed(page, found.text.replace("Santé \\\"forte\\\"", "Vie"));
    await until(page, (field) => document.querySelector(field)?.value === "Vie", field(["counter", 0, "name"]));
    // A later edit of the form is undone separately, and so is an edit after an undo.
    found.apart = [];
    for (const name of ["Force", "Foi"]) {
        await page.fill(field(["counter", 0, "name"]), name);
        await written(page, `text.includes('"${name}"')`, "a name behind what was typed");
        await page.click("#goback");
        found.apart.push(await page.inputValue("#text"));
    }
    // Undoes the edits of the form
    const begun = "document.querySelector('#text').value.startsWith('[jeu]')";
    while (!(await page.evaluate(begun))) {
        // The button may be disabled for a moment, while the page reads a text.
        await until(page, `!document.querySelector("#goback").disabled || ${begun}`);
        // A click in the page is immediate; a click of Playwright would wait for ever if the button was
        // disabled for good.
        await page.evaluate(() => document.querySelector("#goback").click());
    }
    found.undone = await page.inputValue("#text");
    // Faults
    await typed(page, text);
    await verdict(page, /8192/);
    await typed(page, invalid);
    await verdict(page, /^(Une|\d+) faute/);
    found.fault = await page.textContent("#faults");
    found.marked = await page.locator("#lines .wrong").allTextContents();
    const beside = page.locator("#form [aria-invalid]");
    found.beside = [await beside.inputValue(), await page.textContent(`#${await beside.getAttribute("aria-describedby")}`)];
    await page.click("#language");
    await page.waitForSelector("html[lang=en]");
    found.english = await page.textContent("#faults");
    await page.click("#language");
    await typed(page, `${invalid}\nx`);
    await until(page, () => document.getElementById("form").inert);
    found.waits = await page.isVisible("#waits");
    await typed(page, french);
    await verdict(page, /8192/);
    await page.click("#form [data-place='add counter']");
    found.french = await written(page, "text.includes('[[compteur]]')", "a section of a text with French keys");
    return found;
}

// Changes each value of each example in turn, and returns the text after each change.
export async function own_parts(context, { url }) {
    const page = await edited(context, url);
    return page.evaluate(async () => {
        const [{ Parts, changeText }, bundle] = await Promise.all([import("./own_text.mjs"), fetch("own.json").then((reply) => reply.json())]);
        const words = Object.fromEntries(Object.entries(bundle.french).map(([french, english]) => [english, french]));
        const worker = new Worker("own_check.mjs", { type: "module" });
        const python = (what, ...given) => new Promise((resolve, reject) => {
            worker.addEventListener("message", function hear({ data }) {
                if (data.number === 1) {
                    worker.removeEventListener("message", hear);
                    data.fault ? reject(new Error(data.fault)) : resolve(data.found);
                }
            });
            worker.postMessage({ number: 1, what, given });
        });
        const { OWN_MESSAGES: messages } = await import("./own_messages.mjs");
        const found = [];
        for (const text of Object.values(bundle.examples)) {
            const parts = new Parts(text, await python("parts", text), words);
            for (const { path, english, value } of parts.values) {
                const item = typeof english.at(-1) === "number";
                const done = { path };
                done.set = changeText(text, parts.set(english, 'a "b"\nc'));
                done.without = changeText(text, item ? parts.withoutItem(english) : parts.set(english, undefined));
                if (value?.[0] === "list") {
                    done.more = changeText(text, parts.addItem(english, '"zz"'));
                } else if (value?.[0] === "table") {
                    done.more = changeText(text, parts.add(english, "zz", "1"));
                }
                found.push([text, done]);
            }
            for (const { path, english } of parts.heads) {
                found.push([text, { path, without: changeText(text, parts.withoutSection(english)), more: changeText(text, parts.add(english, "zz", "1")) }]);
            }
        }
        const { FIELDS } = await import("./own_fields.mjs");
        const fields = Object.fromEntries(Object.entries(FIELDS).map(([kind, listed]) => [kind, listed.map(([key]) => key)]));
        return { changes: found, messages, fields };
    });
}

// The effects of a new text: on the Gobelet, the odds, the draft, a link and the page's own games.
export async function own_kept(context, { url, text, changed: other, long, foundry }, fresh) {
    const page = await opened(context, `${url}own.html`);
    const found = {};
    await typed(page, text);
    await verdict(page, /8192/);
    await words(page, "Fer et cuir");
    await page.click("#down"); // from "Tour" to the roll
    await page.click("#ok");
    await words(page, "%");
    found.screen = await page.textContent("#words");
    await typed(page, text.replace("Toucher", "Atteindre"));
    await words(page, "Atteindre"); // shows the same screen as before
    found.still = await page.textContent("#words");
    await typed(page, text);
    await words(page, "Toucher"); // the page has checked this text, so it draws the odds no more
    await page.waitForSelector("#odds .bars li");
    found.odds = await page.locator("#odds .chance").allTextContents();
    await page.check("#odds input[type=checkbox] >> nth=0");
    await until(page, (before) => document.querySelector("#odds .chance").textContent !== before, found.odds[0]);
    found.changed = await page.locator("#odds .chance").allTextContents();
    // The draft
    await page.reload();
    await started(page);
    found.draft = await page.inputValue("#text");
    await page.context().grantPermissions(["clipboard-read", "clipboard-write"]);
    await page.click("#tolink");
    await until(page, () => document.getElementById("gave").textContent);
    found.said = await page.textContent("#gave");
    const link = await page.evaluate(() => navigator.clipboard.readText());
    const another = await fresh();
    const second = await another.newPage();
    await second.goto(link);
    await until(second, (text) => document.getElementById("text").value === text, text);
    found.linked = await second.inputValue("#text");
    await second.goto(`${url}own.html#t=AAAA`);
    await until(second, () => document.getElementById("said").textContent);
    found.broken = await second.textContent("#said");
    await typed(page, text + long);
    await verdict(page, /8192/);
    await page.click("#tolink");
    await until(page, (said) => document.getElementById("gave").textContent !== said, found.said);
    found.long = await page.textContent("#gave");
    await typed(page, text);
    // A file; then another text, which deletes nothing
    await typed(page, `${text}# mine\n`);
    found.file = await downloaded(page, () => page.click("#tofile"));
    await page.click("#new");
    await written(page, "text.includes('monjeu')", "a new game");
    found.listed = await page.locator("#mylist .name").allTextContents();
    await page.selectOption("#example", "ruine");
    await written(page, "text.includes('ruine')", "an example");
    await page.setInputFiles("#gamefile", { name: "meteo.json", mimeType: "application/json", buffer: Buffer.from(foundry) });
    found.imported = await written(page, "text.includes('meteo_du_col')", "a table of Foundry");
    await page.setInputFiles("#gamefile", { name: "x.csv", mimeType: "text/csv", buffer: Buffer.from("1,A\nx,B\n") });
    await until(page, () => document.getElementById("said").textContent.includes("x.csv"));
    found.refused = await page.textContent("#said");
    // Among the games of the page
    await page.setInputFiles("#gamefile", { name: "fer.gobelet.toml", mimeType: "text/plain", buffer: Buffer.from(text) });
    await written(page, "text.includes('Fer et cuir')", "a file");
    await page.click("#here");
    await page.waitForSelector("#play");
    await typed(page, other);
    await verdict(page, /8192/);
    await page.click("#here");
    await page.locator("#answers button").last().click();
    found.left = await until(page, () => document.getElementById("gave").textContent)
        .then((handle) => handle.jsonValue());
    await page.click("#here");
    await page.locator("#answers button").first().click();
    await page.click("#play");
    await started(page);
    found.played = await words(page, "Frapper");
    return found;
}

// A choice typed into the form as a person writes it; returns the game's file in base 16 once the page has
// it.
export async function own_choice(context, { url, text, typed: choice }) {
    const page = await edited(context, `${url}own.html`);
    await typed(page, text);
    await verdict(page, /8192/);
    await page.click("#form [data-place='section roll']");
    await page.fill(field(["roll", 0, "inputs", 0, "options"]), choice);
    const written = await until(page, (text) => document.getElementById("text").value !== text && document.getElementById("text").value, text)
        .then((handle) => handle.jsonValue());
    await verdict(page, /8192/);
    await page.click("#here");
    await page.waitForSelector("#play");
    const options = await page.locator("#odds .fields select option").allTextContents();
    const made = await page.evaluate(() => new Promise((resolve) => {
        indexedDB.open("gobelet", 1).onsuccess = ({ target }) => {
            target.result.transaction("files").objectStore("files").get("own-arms.game").onsuccess = ({ target }) =>
                resolve(Array.from(target.result, (byte) => byte.toString(16).padStart(2, "0")).join(""));
        };
    }));
    return { text: written, options, made };
}

const kept = (page, text) => until(page, (text) => Object.keys(localStorage).some((name) => name.startsWith("gobelet.own.game.")
    && JSON.parse(localStorage.getItem(name)).text === text), text);
const listed = (page) => page.evaluate(() => Object.keys(localStorage).filter((name) => name.startsWith("gobelet.own.game."))
    .map((name) => JSON.parse(localStorage.getItem(name)).text).sort());
const packed = (page, text) => page.evaluate(async (text) => {
    const stream = new Blob([text]).stream().pipeThrough(new CompressionStream("deflate-raw"));
    const bytes = new Uint8Array(await new Response(stream).arrayBuffer());
    return btoa(String.fromCharCode(...bytes)).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
}, text);
const full = (page) => page.evaluate(() => { Storage.prototype.setItem = () => { throw new DOMException("full", "QuotaExceededError"); }; });

// A text that is in no file. The text survives a reload, a new game, an example and a link, two tabs, and a
// browser without storage. A link may also contain a text.
export async function own_draft(context, { url, text, other, draft }) {
    const found = {};
    const page = await alone(context);
    await page.addInitScript((draft) => { // the storage of an earlier page, which stored one text
        if (!localStorage.getItem("once")) {
            localStorage.setItem("once", "1");
            localStorage.setItem("gobelet.own.draft", draft);
        }
    }, draft);
    await page.goto(`${url}own.html`);
    await verdict(page, /./);
    found.earlier = await page.inputValue("#text");
    await page.click("#new");
    await written(page, "text.includes('monjeu')", "a new game");
    found.untouched = await listed(page);
    await typed(page, text);
    await kept(page, text);
    // A reload, and the acts that replace the text
    await page.reload();
    found.reloaded = await page.inputValue("#text");
    found.places = [];
    for (const act of [
        () => page.click("#new"), () => page.selectOption("#example", "ruine"),
        async () => { const link = await packed(page, other); await page.evaluate((link) => { location.hash = `t=${link}`; }, link); },
    ]) {
        const before = await page.inputValue("#text");
        await page.waitForSelector("#example option:nth-child(2)", { state: "attached" });
        await act();
        await written(page, `text !== ${JSON.stringify(before)}`, "another text");
        found.places.push([await page.isVisible("#question"), await page.isVisible("#guest"), await listed(page)]);
    }
    // The link again: after a reload, and when its game is among the user's games
    await page.reload();
    await written(page, `text === ${JSON.stringify(other)}`, "the text of the link");
    found.guest = [await page.isVisible("#guest"), (await listed(page)).length];
    await page.click("#adopt");
    await until(page, () => location.hash.startsWith("#g="));
    found.adopted = [await page.isVisible("#guest"), (await listed(page)).length];
    await page.goto(`${url}own.html#t=${await packed(page, other)}`);
    await until(page, () => location.hash.startsWith("#g=")); // the game is in the list already
    found.twice = (await listed(page)).length;
    // Two tabs: the tab without an edit does not overwrite the other tab's text.
    const address = page.url();
    const second = await edited(context, address);
    await typed(second, `${other}# two\n`);
    await kept(second, `${other}# two\n`);
    found.followed = await written(page, "text.endsWith('# two\\n')", "the other tab's text");
    found.told = await page.textContent("#said");
    await second.close({ runBeforeUnload: true });
    await page.reload();
    found.after = await page.inputValue("#text");
    // If both tabs write, neither text is lost.
    await page.evaluate(() => { // a tab gets no event for its own write
        const name = `gobelet.own.game.${location.hash.slice(3)}`;
        localStorage.setItem(name, JSON.stringify({ text: "# of the other tab", name: "x", when: 1 }));
    });
    await typed(page, `${other}# one\n`);
    await kept(page, `${other}# one\n`);
    found.past = await page.evaluate(() => JSON.parse(localStorage.getItem(`gobelet.own.past.${location.hash.slice(3)}`)).map(({ text }) => text));
    await page.click("#goback");
    found.aside = await page.inputValue("#text");
    await page.click("#goagain");
    found.again = await page.inputValue("#text");
    // The browser has no storage: the page warns, and asks before another text replaces the present one.
    await full(page);
    await typed(page, `${other}# full\n`);
    await until(page, () => document.getElementById("unkept").textContent);
    found.full = await page.textContent("#unkept");
    found.asked = [];
    const link = await packed(page, text);
    for (const act of [() => page.click("#new"), () => page.selectOption("#example", "ruine"),
        () => page.evaluate((link) => { location.hash = `t=${link}`; }, link), () => page.locator("#mylist .name").last().click()]) {
        await page.evaluate(() => { document.getElementById("mine").open = true; });
        await act();
        await page.waitForSelector("#question[open]");
        found.asked.push(await page.textContent("#asked"));
        await page.locator("#answers button").last().click(); // answers no
    }
    found.still = await page.inputValue("#text");
    const leaving = page.waitForEvent("dialog");
    page.close({ runBeforeUnload: true });
    const dialog = await leaving;
    found.leaves = dialog.type();
    await dialog.dismiss();
    await page.click("#new");
    await page.waitForSelector("#question[open]");
    found.saved = await downloaded(page, () => page.locator("#answers button").first().click());
    return found;
}

// The list of games: name, copy, delete, undo, versions, export of all games, import, and return from the
// page's Gobelet.
export async function own_list(context, { url, text, other }, fresh) {
    const found = {};
    const page = await edited(context, `${url}own.html`);
    const act = (name, what) => page.locator(`#mylist button[aria-label="${what} ${name}"]`).click();
    await page.click("#mine > summary");
    found.none = await page.textContent("#minetitle");
    await typed(page, text);
    await kept(page, text);
    await act("Fer et cuir", "Renommer");
    await page.fill("#mylist input", "Acier");
    await page.keyboard.press("Enter");
    found.renamed = await written(page, "text.includes('Acier')", "another name");
    await act("Acier", "Copier");
    await page.locator("#mylist .name", { hasText: "Acier, copie" }).click();
    found.copy = await written(page, "text.includes('Acier, copie')", "the copy");
    await act("Acier, copie", "Supprimer");
    await until(page, () => document.querySelectorAll("#mylist .name").length === 1);
    found.deleted = [await page.textContent("#said"), await page.inputValue("#text")];
    await page.locator("#said button").click();
    await written(page, "text.includes('Acier, copie')", "the copy, taken back");
    await act("Acier, copie", "Supprimer");
    await until(page, () => document.querySelectorAll("#mylist .name").length === 1);
    await page.reload();
    await verdict(page, /8192/);
    await page.evaluate(() => { document.getElementById("mine").open = true; });
    await page.locator("#gone button").click(); // the name is the same after a reload
    await written(page, "text.includes('Acier, copie')", "the copy, taken back once more");
    // Versions
    await page.locator("#mylist .name").last().click();
    await written(page, "!text.includes('copie')", "the first one");
    const before = await page.inputValue("#text");
    await page.click("#tofile"); // the page stores a version
    await typed(page, before.replace("start = 8", "start = 9"));
    await kept(page, before.replace("start = 8", "start = 9"));
    await act("Acier", "Versions de");
    await page.locator("#pastlist button").first().click();
    found.back = await written(page, "text.includes('start = 8')", "the version");
    await page.click("#goback");
    found.forth = await page.inputValue("#text");
    // Into the Gobelet, and back without the list
    await verdict(page, /8192/);
    await page.click("#here");
    await page.waitForSelector("#play");
    await until(page, () => document.getElementById("mylist").textContent.includes("dans le Gobelet de cette page"));
    found.zip = await downloaded(page, () => page.click("#exportall"));
    await page.evaluate(() => localStorage.clear());
    await page.goto(`${url}own.html`);
    await page.click("#mine > summary");
    await page.locator("#mylist .there button").click();
    found.readback = await written(page, "text.includes('Acier')", "what was read back");
    await page.goto(url);
    await started(page);
    await page.waitForSelector("#games .own");
    found.cards = await page.locator("#games .own").allTextContents();
    await page.locator("#games .own a[data-game]").click();
    found.played = await words(page, "Acier");
    // Another browser context imports the file
    const elsewhere = await (await fresh()).newPage();
    await elsewhere.goto(`${url}own.html`);
    await verdict(elsewhere, /8192/);
    await elsewhere.setInputFiles("#gamefile", { name: "jeux.zip", mimeType: "application/zip", buffer: Buffer.from(found.zip.bytes, "base64") });
    await until(elsewhere, () => document.getElementById("said").textContent.includes("jeux.zip"));
    found.imported = [await listed(elsewhere), await elsewhere.textContent("#said")];
    // Another game with the same id
    await elsewhere.setInputFiles("#gamefile", { name: "x.toml", mimeType: "text/plain", buffer: Buffer.from(other) });
    await elsewhere.waitForSelector("#question[open]");
    found.rival = await elsewhere.textContent("#asked");
    await elsewhere.locator("#answers button").first().click();
    found.beside = await written(elsewhere, "text.includes('start = 7')", "the other one, beside it");
    return found;
}

// Another text of a game that was played in the page and has its files, in base 16. Returns the page's
// questions, and the new files after the answer.
export async function own_replaced(context, { url, text, files }) {
    const page = await edited(context, url);
    await page.evaluate((files) => new Promise((resolve, reject) => {
        const request = indexedDB.open("gobelet", 1);
        request.onupgradeneeded = () => request.result.createObjectStore("files");
        request.onsuccess = () => {
            const transaction = request.result.transaction("files", "readwrite");
            for (const [name, digits] of Object.entries(files)) {
                transaction.objectStore("files").put(Uint8Array.from(digits.match(/../g) ?? [], (each) => parseInt(each, 16)), name);
            }
            transaction.oncomplete = () => { request.result.close(); resolve(); };
            transaction.onabort = reject;
        };
    }), files);
    await typed(page, text);
    await verdict(page, /8192/);
    await page.click("#here");
    await page.locator("#answers button").first().waitFor();
    const asked = await page.textContent("#asked");
    await page.locator("#answers button").first().click();
    await page.waitForSelector("#play");
    const ids = await page.evaluate(() => new Promise((resolve) => {
        const request = indexedDB.open("gobelet", 1);
        request.onsuccess = () => {
            const got = request.result.transaction("files").objectStore("files").get("own-duel.ids");
            got.onsuccess = () => resolve(got.result && new TextDecoder().decode(got.result));
        };
    }));
    return { asked, ids };
}

// Sends games to a stand-in board, one after the other. `answers` has the answer to click, or -1 if the page
// asks nothing. By default the scene clicks the first answer of a question.
export async function own_serial(context, { url, port, texts, answers }) {
    const page = await alone(context);
    const cable = await Cable.to(port);
    page.on("close", () => cable.pull());
    await page.addInitScript(SERIAL, cable.url);
    if (!answers) {
        await page.addInitScript(AGREE);
    }
    await page.goto(url);
    await verdict(page, /8192/);
    const log = [];
    for (const [at, text] of texts.entries()) {
        await typed(page, text);
        await verdict(page, /8192/);
        const over = pressed(page, "topico", 4 * PATIENCE);
        if (answers?.[at] >= 0) {
            await page.locator("#answers button").nth(answers[at]).click({ timeout: 2 * PATIENCE });
        }
        await over;
        log.push((await page.locator("#log p").allTextContents()).at(-1));
    }
    await page.close();
    return log;
}

// The faults that axe finds in both languages, with a fault in the text, and the width of the page at each
// size.
export async function own_axe(context, { url, axe, text, sizes }) {
    const page = await opened(context, url);
    await typed(page, text);
    await verdict(page, /^(Une|\d+) faute/);
    await page.evaluate(() => document.querySelectorAll("details").forEach((each) => { each.open = true; }));
    await page.addScriptTag({ path: axe });
    const found = { wide: [], glass: [] };
    for (const lang of ["fr", "en"]) {
        await page.waitForSelector(`html[lang=${lang}]`);
        found[lang] = await violations(page);
        await page.click("#language");
    }
    for (const [width, height] of sizes) {
        await page.setViewportSize({ width, height });
        for (const size of ["100%", "200%"]) {
            const { wide, window, over } = await reach(page, size);
            found.wide.push([wide, window, over]);
            found.glass.push(await page.evaluate(() => document.getElementById("screen").getBoundingClientRect().width));
        }
    }
    return found;
}
own_axe.drawn = true;

// Presses each "+" of the form twice, each time starting with `text`; returns [button, text]. The scene waits for the
// form only, not for the check and the odds of every text.
export async function own_pluses(context, { url, text }) {
    const page = await edited(context, url);
    await typed(page, text);
    await verdict(page, /8192/);
    return page.evaluate(async ({ text, PATIENCE }) => {
        const [field, said] = ["text", "said"].map((id) => document.getElementById(id));
        const all = (what) => [...document.querySelectorAll(`#form ${what}`)];
        const drawn = () => JSON.stringify(all("[data-place]").map(({ dataset, value, checked }) => [dataset.place, value, checked]));
        const until = async (test, place) => {
            for (const end = Date.now() + PATIENCE; !test(); await new Promise((resolve) => setTimeout(resolve, 10))) {
                if (Date.now() > end) {
                    throw new Error(`nothing comes of ${place}: ${field.value}`);
                }
            }
        };
        await until(() => all(".add").length > 15, "the text");
        const begun = drawn();
        const found = [];
        for (const place of all(".add").map(({ dataset }) => dataset.place)) {
            if (/ (paste|spread)$/.test(place)) { // the other buttons ask first, or belong to a fault
                continue;
            }
            for (let times = 0; times < 2; times++) {
                const [before, seen] = [field.value, drawn()];
                const button = all(".add").find(({ dataset }) => dataset.place === place);
                if (!button) {
                    break; // the form allows one at most
                }
                said.textContent = "";
                button.click();
                await until(() => field.value !== before || said.textContent, place);
                if (field.value === before) {
                    break; // the page told the reason
                }
                found.push([place, field.value]);
                await until(() => drawn() !== seen, place);
            }
            field.value = text;
            field.dispatchEvent(new Event("input", { bubbles: true }));
            await until(() => drawn() === begun, place);
        }
        return found;
    }, { text, PATIENCE });
}

// Pasted tables: the recognised form of each, and the text after the import.
export async function own_paste(context, { url, tables }) {
    const page = await edited(context, `${url}own.html`);
    const found = [];
    for (const table of tables) {
        const before = await page.inputValue("#text");
        await page.click("#pastetable");
        await page.fill("#pasted", table);
        await until(page, () => !document.getElementById("pasteyes").disabled);
        const look = await page.locator("#pastelook tr").allTextContents();
        await page.click("#pasteyes");
        await written(page, `text !== ${JSON.stringify(before)} && !text.includes("Raté")`, "what was pasted");
        await page.waitForSelector("#verdict[aria-busy=false]");
        found.push({ look, text: await page.inputValue("#text"), verdict: await page.textContent("#verdict") });
    }
    // Pastes into a row, as a user may do
    await page.click("#new");
    await written(page, "text.includes('Raté')", "a new game");
    await page.waitForSelector(`#form [data-place='["roll",0,"rows",0] text']`);
    await page.locator(`#form [data-place='["roll",0,"rows",0] text']`).evaluate((input, text) => {
        const data = new DataTransfer();
        data.setData("text/plain", text);
        input.dispatchEvent(new ClipboardEvent("paste", { clipboardData: data, bubbles: true, cancelable: true }));
    }, tables[0]);
    await page.waitForSelector("#paste[open]");
    await until(page, () => !document.getElementById("pasteyes").disabled);
    await page.locator("#paste button").last().click();
    await page.click("#pastetable");
    await page.fill("#pasted", "x 3\n4 y\n");
    await page.waitForTimeout(300);
    const why = await page.textContent("#pastewhy");
    return { found, why, left: await page.inputValue("#text") };
}

// The odds of at least and at most a number, and the comparison of two rolls.
export async function own_compare(context, { url, text, pairs }) {
    const page = await edited(context, `${url}own.html`);
    await typed(page, text);
    await verdict(page, /8192/);
    await until(page, () => document.querySelector("#odds .mean")?.textContent);
    const found = { mean: await page.textContent("#odds .mean"), modes: [], pairs: [] };
    for (const mode of ["1", "3", "5"]) {
        await page.selectOption("#odds .mode select", mode);
        await page.waitForTimeout(300);
        found.modes.push(await page.locator("#odds .bars li").allTextContents());
    }
    await page.click("#comparing > summary");
    for (const [one, other] of pairs) {
        const before = await page.textContent("#compared") + await page.textContent("#otherfault");
        await page.fill("#one", one);
        await page.fill("#other", other);
        await until(page, (before) => document.getElementById("compared").textContent + document.getElementById("otherfault").textContent !== before, before);
        await page.waitForTimeout(400);
        found.pairs.push([await page.locator("#compared .bars li").allTextContents(), await page.locator("#compared tbody tr").allTextContents(),
            await page.textContent("#otherfault")]);
    }
    return found;
}

// A newcomer's three games, made by the form alone. Returns the faults that the page shows after each act.
export async function own_three(context, { url }) {
    const page = await edited(context, `${url}own.html`);
    const games = {};
    let faults = 0;
    const done = async () => {
        await page.waitForTimeout(60);
        await page.waitForSelector("#verdict[aria-busy=false]");
        faults += await page.locator("#faults li").count();
    };
    const place = (path) => page.locator(typeof path === "string" ? `#form [data-place='${path}']` : field(path));
    const open = () => page.evaluate(() => document.querySelectorAll("#form details").forEach((each) => { each.open = true; }));
    const fill = async (path, value) => {
        await place(path).fill(value);
        await done();
    };
    const press = async (name) => {
        await place(name).first().click();
        await done();
        await open();
    };
    const row = (at, part = "text") => `["roll",0,"rows",${at}] ${part}`;
    const begin = async () => {
        await page.click("#new");
        await done();
        await open();
    };
    const end = async (name) => {
        games[name] = { text: await page.inputValue("#text"), faults, odds: await page.locator("#odds .bars li").allTextContents() };
        faults = 0;
    };
    await open();
    // Opposed rolls: who pulls the rope, with a bonus
    await fill(["game", "title"], "La corde");
    await fill(["roll", 0, "dice"], "d6"); // replaces the rows of 2d6
    await press('["roll",0,"rows"] spread');
    await fill(["roll", 0, "against"], "d6");
    await fill(row(1, "on"), "0");
    await fill(row(0, "on"), "..-1");
    await fill(row(2, "on"), "1..");
    await fill(row(0), "On glisse [c1 -1]");
    await fill(row(1), "Rien ne bouge");
    await fill(row(2), "On gagne [c1 +1]");
    await press('["roll",0,"inputs"] add');
    await fill(["roll", 0, "inputs", 0, "name"], "Bonnes bottes");
    await end("opposed");
    // A table of two dimensions
    await begin();
    await fill(["game", "title"], "La chasse");
    await press('["roll",0,"rows"] column');
    await fill(["roll", 0, "inputs", 0, "options", 0], "Forêt");
    await fill(["roll", 0, "inputs", 0, "options", 1], "Lac");
    await fill(row(0), "Rien");
    await fill(row(0, "text1"), "Une botte");
    await fill(row(1), "Un lièvre");
    await fill(row(1, "text1"), "Une carpe");
    await fill(row(2), "Un cerf");
    await fill(row(2, "text1"), "Un brochet");
    await press('["roll",0,"rows"] add');
    await end("grid");
    // A track with turns
    await begin();
    await fill(["game", "title"], "Le siège");
    await fill(["game", "seats"], "2");
    await fill(["counter", 0, "name"], "Mur");
    await fill(["counter", 0, "high"], "12");
    await fill(["counter", 0, "start"], "12");
    await place(["counter", 0, "per"]).selectOption("table");
    await done();
    await fill(row(2), "La tour touche [c1 -2]");
    await press("add turn");
    await fill(["turn", "steps", 0, "name"], "Assaut");
    await place(["turn", "steps", 0, "roll"]).selectOption("j1");
    await done();
    await press('["turn","steps"] add');
    await fill(["turn", "steps", 1, "name"], "Repos");
    await end("track");
    return games;
}

// The files of such games on a stand-in board, and the text that the page reads back from the board.
export async function own_from_pico(context, { url, port }) {
    const page = await alone(context);
    const cable = await Cable.to(port);
    page.on("close", () => cable.pull());
    await page.addInitScript(SERIAL, cable.url);
    await page.goto(url);
    await verdict(page, /8192/);
    await page.evaluate(() => { document.getElementById("mine").open = true; });
    await pressed(page, "frompico", 4 * PATIENCE);
    const said = (await page.locator("#log p").allTextContents()).at(-1);
    await page.locator("#mylist .there").first().waitFor();
    const listed = await page.locator("#mylist .there").allTextContents();
    await page.locator("#mylist .there button").click();
    const text = await written(page, "!text.includes('monjeu')", "the game of the Pico");
    // The game is in the user's list, and is no longer marked as stored only on the Pico.
    await until(page, () => !document.querySelector("#mylist .there"));
    const mine = await page.locator("#mylist").textContent();
    await page.close();
    return { said, listed, text, mine };
}
