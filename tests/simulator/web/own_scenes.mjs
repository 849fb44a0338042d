// Scenes of the page of own games.

import assert from "node:assert/strict";
import { AGREE, Cable, downloaded, PATIENCE, pressed, reach, SERIAL, started, until, violations, words } from "./scenes.mjs";

// The page with its first picture, and its text checked.
async function opened(context, url) {
    const page = await context.newPage();
    await page.goto(url);
    await started(page);
    await verdict(page, /8192/);
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

// Wait until the text of the game is so.
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

async function typed(page, text) {
    await page.fill("#text", text);
}

export async function own_look(context, { url, sizes, shots, text }) {
    const page = await opened(context, url);
    if (text) {
        await page.fill("#text", text);
        await page.waitForTimeout(1500);
    }
    for (const [at, [width, height]] of sizes.entries()) {
        await page.setViewportSize({ width, height });
        await page.waitForTimeout(300);
        await page.screenshot({ path: shots[at], fullPage: true });
    }
    return [await page.textContent("#verdict"), await page.textContent("#faults"), await page.textContent("#words")];
}

// From the first page on: each click, each field typed into, and each key of the Gobelet is a step.
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
    await click("#ok"); // the form of the roll
    await words(page, "OK lancer");
    await click("#ok"); // it rolls
    await until(page, (texts) => texts.some((each) => document.getElementById("words").textContent.includes(each)),
        texts.slice(2));
    return { steps, words: await page.textContent("#words"), odds: await page.textContent("#odds") };
}

// What the form does to the text, and the text to the form.
export async function own_edits(context, { url, text, invalid, french }) {
    const page = await opened(context, url);
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
    await page.locator(`#form [data-place='${JSON.stringify(["roll", 0, "rows"])} add']`).click();
    await written(page, "/\"4: /.test(text)", "a new row");
    await page.locator(`#form [data-place='${JSON.stringify(["roll", 0, "rows", 2])} remove']`).click();
    await written(page, "!/\"4: /.test(text)", "a row that is removed");
    await page.click("#form [data-place='add counter']");
    await written(page, "text.includes('id = \"c3\"')", "a new counter");
    await page.click(`#form [data-place='${JSON.stringify(["roll", 0, "inputs"])} add']`);
    await written(page, "text.includes('inputs = [')", "a new input");
    found.text = await page.inputValue("#text");
    await verdict(page, /Une faute/); // it adds 1 to a die, and no row has 7
    // The other way round
    await typed(page, found.text.replace("Santé \\\"forte\\\"", "Vie"));
    await until(page, (field) => document.querySelector(field)?.value === "Vie", field(["counter", 0, "name"]));
    // What the form does right behind that goes back by itself, and so does what it does right behind going back.
    found.apart = [];
    for (const name of ["Force", "Foi"]) {
        await page.fill(field(["counter", 0, "name"]), name);
        await written(page, `text.includes('"${name}"')`, "a name behind what was typed");
        await page.click("#goback");
        found.apart.push(await page.inputValue("#text"));
    }
    // Without what the form did
    const begun = "document.querySelector('#text').value.startsWith('[jeu]')";
    while (!(await page.evaluate(begun))) {
        // It may be off for a moment, while a text is read.
        await until(page, `!document.querySelector("#goback").disabled || ${begun}`);
        // As one step: a click that waited for the button would wait for ever, were it off by then for good.
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

// Changes of every value of each example, in turn: what the text is then.
export async function own_parts(context, { url }) {
    const page = await opened(context, url);
    return page.evaluate(async () => {
        const [{ Parts, changed }, bundle] = await Promise.all([import("./own_text.mjs"), fetch("own.json").then((reply) => reply.json())]);
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
                done.set = changed(text, parts.set(english, 'a "b"\nc'));
                done.without = changed(text, item ? parts.withoutItem(english) : parts.set(english, undefined));
                if (value?.[0] === "list") {
                    done.more = changed(text, parts.addItem(english, '"zz"'));
                } else if (value?.[0] === "table") {
                    done.more = changed(text, parts.add(english, "zz", "1"));
                }
                found.push([text, done]);
            }
            for (const { path, english } of parts.heads) {
                found.push([text, { path, without: changed(text, parts.withoutSection(english)), more: changed(text, parts.add(english, "zz", "1")) }]);
            }
        }
        const { FIELDS } = await import("./own_fields.mjs");
        const fields = Object.fromEntries(Object.entries(FIELDS).map(([kind, listed]) => [kind, listed.map(([key]) => key)]));
        return { changes: found, messages, fields };
    });
}

// The Gobelet and the odds go with the text; the draft, a link and the page's own games.
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
    await words(page, "Atteindre"); // at the screen that it was at
    found.still = await page.textContent("#words");
    await typed(page, text);
    await verdict(page, /8192/);
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
    // A file, and another text, for which the draft would go
    await typed(page, `${text}# mine\n`);
    await page.click("#new");
    found.asked = await page.textContent("#asked");
    found.file = await downloaded(page, () => page.locator("#answers button").first().click());
    await written(page, "text.includes('monjeu')", "a new game");
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
    await page.waitForSelector("#play", { timeout: PATIENCE });
    await typed(page, other);
    await verdict(page, /8192/);
    await page.click("#here");
    await page.locator("#answers button").last().click({ timeout: PATIENCE });
    found.left = await until(page, () => document.getElementById("gave").textContent)
        .then((handle) => handle.jsonValue());
    await page.click("#here");
    await page.locator("#answers button").first().click({ timeout: PATIENCE });
    await page.click("#play", { timeout: PATIENCE });
    await started(page);
    found.played = await words(page, "Frapper");
    return found;
}

// A choice typed into the form as a person writes it; the game's file, in base 16, once it is in the page.
export async function own_choice(context, { url, text, typed: choice }) {
    const page = await opened(context, `${url}own.html`);
    await typed(page, text);
    await verdict(page, /8192/);
    await page.fill(field(["roll", 0, "inputs", 0, "options"]), choice);
    const written = await until(page, (text) => document.getElementById("text").value !== text && document.getElementById("text").value, text)
        .then((handle) => handle.jsonValue());
    await verdict(page, /8192/);
    await page.click("#here");
    await page.waitForSelector("#play", { timeout: PATIENCE });
    const options = await page.locator("#odds select option").allTextContents();
    const made = await page.evaluate(() => new Promise((resolve) => {
        indexedDB.open("gobelet", 1).onsuccess = ({ target }) => {
            target.result.transaction("files").objectStore("files").get("own-arms.game").onsuccess = ({ target }) =>
                resolve(Array.from(target.result, (byte) => byte.toString(16).padStart(2, "0")).join(""));
        };
    }));
    return { text: written, options, made };
}

// A draft that is in no file: after a reload, in two tabs, and where the browser keeps nothing.
export async function own_draft(context, { url, text }) {
    const found = { asked: [] };
    const keeps = (page, text) => until(page, (text) => localStorage.getItem("gobelet.own.draft") === text, text);
    const page = await opened(context, `${url}own.html`);
    await page.click("#new"); // nothing was written yet
    found.fresh = await page.isVisible("#question");
    await typed(page, text);
    await keeps(page, text);
    await page.reload();
    await started(page);
    for (const act of [
        () => page.click("#new"), () => page.selectOption("#example", "ruine"),
        () => page.evaluate(() => { location.hash = "t=S0_NSU1WKC1JLCrRUSqpLEi1UtJRAPIUQJwKIwMjM2UA"; }),
    ]) {
        await page.waitForSelector("#example option:nth-child(2)", { state: "attached" });
        await act();
        await page.waitForSelector("#question[open]");
        found.asked.push(await page.textContent("#asked"));
        await page.locator("#answers button").last().click(); // no
    }
    found.still = await page.inputValue("#text");
    // Two tabs: the one that writes nothing writes nothing over the other.
    const second = await opened(context, `${url}own.html`);
    await typed(second, `${text}# two\n`);
    await keeps(second, `${text}# two\n`);
    found.followed = await written(page, "text.endsWith('# two\\n')", "the other tab's text");
    found.told = await page.textContent("#said");
    await second.close({ runBeforeUnload: true });
    await page.reload();
    await started(page);
    found.after = await page.inputValue("#text");
    // Both write: neither text is lost.
    await page.evaluate(() => localStorage.setItem("gobelet.own.draft", "# of the other tab")); // which tells itself nothing
    await typed(page, `${text}# one\n`);
    await keeps(page, `${text}# one\n`);
    await page.click("#goback");
    found.aside = await page.inputValue("#text");
    await page.click("#goagain");
    found.again = await page.inputValue("#text");
    // Nothing is kept
    await page.evaluate(() => { Storage.prototype.setItem = () => { throw new DOMException("full", "QuotaExceededError"); }; });
    await typed(page, `${text}# full\n`);
    await until(page, () => document.getElementById("unkept").textContent);
    found.full = await page.textContent("#unkept");
    const leaving = page.waitForEvent("dialog");
    page.close({ runBeforeUnload: true });
    const dialog = await leaving;
    found.leaves = dialog.type();
    await dialog.dismiss();
    return found;
}

// Another text of a game that was played in the page, whose files, in base 16, it has by then: what is asked; and once
// that was agreed to, which of the game's files are new.
export async function own_replaced(context, { url, text, files }) {
    const page = await opened(context, url);
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
    await page.locator("#answers button").first().waitFor({ timeout: PATIENCE });
    const asked = await page.textContent("#asked");
    await page.locator("#answers button").first().click();
    await page.waitForSelector("#play", { timeout: PATIENCE });
    const ids = await page.evaluate(() => new Promise((resolve) => {
        const request = indexedDB.open("gobelet", 1);
        request.onsuccess = () => {
            const got = request.result.transaction("files").objectStore("files").get("own-duel.ids");
            got.onsuccess = () => resolve(got.result && new TextDecoder().decode(got.result));
        };
    }));
    return { asked, ids };
}

// Games onto a stand-in board, one after the other. `answers` says which answer is clicked, -1 where nothing is asked;
// without them the first one, if something is.
export async function own_serial(context, { url, port, texts, answers }) {
    const page = await context.newPage();
    const cable = await Cable.to(port);
    page.on("close", () => cable.pull());
    await page.addInitScript(SERIAL, cable.url);
    if (!answers) {
        await page.addInitScript(AGREE);
    }
    await page.goto(url);
    await started(page);
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

// What axe finds, in both languages, with a fault in the text, and how wide the page is at each size.
export async function own_axe(context, { url, axe, text, sizes }) {
    const page = await opened(context, url);
    await typed(page, text);
    await verdict(page, /^(Une|\d+) faute/);
    await page.evaluate(() => document.querySelectorAll("details").forEach((each) => { each.open = true; }));
    await page.addScriptTag({ path: axe });
    const found = { wide: [] };
    for (const lang of ["fr", "en"]) {
        await page.waitForSelector(`html[lang=${lang}]`, { timeout: PATIENCE });
        found[lang] = await violations(page);
        await page.click("#language");
    }
    for (const [width, height] of sizes) {
        await page.setViewportSize({ width, height });
        for (const size of ["100%", "200%"]) {
            const { wide, window, over } = await reach(page, size);
            found.wide.push([wide, window, over]);
        }
    }
    return found;
}
