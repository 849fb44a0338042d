// The page of a game of one's own: its text, which is the truth; the form, the faults, the odds and the Gobelet that come
// of it; and where it goes.

import { ask } from "./ask.mjs";
import { act } from "./cable.mjs";
import * as device from "./device.mjs";
import { Files } from "./files.mjs";
import { chosen, download, language, switchLanguage, takeFile, translate } from "./here.mjs";
import { KEYS, Keys } from "./keys.mjs";
import { BEGINNING, say } from "./own_messages.mjs";
import { Form } from "./own_form.mjs";
import { changed, Parts } from "./own_text.mjs";
import { Screen, speak } from "./screen.mjs";

const CHECK_MS = 250; // after the last letter
const KEEP_MS = 300;
const MOST_LETTERS = 60000; // of a text; a game has 8 KB
const LONG_LINK = 2000; // letters that each messenger leaves whole
const SUFFIX = ".gobelet.toml";
const $ = (id) => document.getElementById(id);
const text = $("text");

translate();

// The checks, in their worker

const checker = new Worker(new URL("own_check.mjs", import.meta.url), { type: "module" });
const waiting = new Map();
let asked = 0;
let examples = {};
let english = {}; // the English word for each French key
checker.addEventListener("message", ({ data }) => {
    if (data.examples) {
        ({ examples, french: english } = data);
        offerExamples();
    } else if (data.missing) {
        $("verdict").textContent = say("notThere", data.missing);
    } else {
        const { resolve, reject } = waiting.get(data.number);
        waiting.delete(data.number);
        data.fault === undefined ? resolve(data.found) : reject(new Error(data.fault));
    }
});
checker.addEventListener("error", (event) => { $("verdict").textContent = say("checkFault", event.message); });

function python(what, ...given) {
    return new Promise((resolve, reject) => {
        waiting.set(++asked, { resolve, reject });
        checker.postMessage({ number: asked, what, given });
    }).catch((error) => {
        $("verdict").textContent = say("checkFault", error.message);
        throw error;
    });
}

// The text, and what was there before

// The draft, as the browser keeps it; and the text as it was opened or given to a file last, which may be lost.
const DRAFT = "own.draft", FILED = "own.filed";
let drafted = chosen.get(DRAFT) ?? "";
let filed = drafted && (chosen.get(FILED) ?? "");
const before = [];
const after = [];
let told = "";

// A new text. What the same hand, the text's or the form's, does in a moment is undone together; all else by itself.
function write(now, by = Symbol()) {
    now = now.replaceAll("\r\n", "\n");
    if (now === told) {
        return;
    }
    if (by !== write.by || performance.now() - write.at > 600) {
        before.push(told);
    }
    write.by = by;
    write.at = performance.now();
    after.length = 0;
    set(now);
}

function set(now) {
    told = now;
    if (text.value !== now) {
        const { selectionStart, selectionEnd, scrollTop } = text;
        text.value = now;
        if (document.activeElement !== text) {
            text.setSelectionRange(Math.min(selectionStart, now.length), Math.min(selectionEnd, now.length));
        }
        text.scrollTop = scrollTop;
    }
    $("goback").disabled = !before.length;
    $("goagain").disabled = !after.length;
    number();
    look();
    clearTimeout(keeping);
    keeping = setTimeout(keep, KEEP_MS);
}

let keeping;
function keep() {
    clearTimeout(keeping);
    const there = chosen.get(DRAFT) ?? "";
    if (told === drafted) {
        return; // another tab may have written since
    }
    if (there !== drafted && there !== told) {
        setAside(there);
    }
    const isKept = chosen.set(DRAFT, told);
    $("unkept").textContent = isKept ? "" : say("draftNotKept");
    drafted = isKept ? told : drafted;
}
addEventListener("pagehide", keep);

// What another tab has written, where undo finds it.
function setAside(text) {
    before.push(text);
    $("goback").disabled = false;
    $("said").textContent = say("otherTab");
}

// Another tab writes: this one follows, unless it has something of its own, which is newer.
addEventListener("storage", ({ key, newValue }) => {
    if (key === `gobelet.${FILED}`) {
        filed = newValue ?? "";
    } else if (key === `gobelet.${DRAFT}` && newValue !== null && newValue !== told && told === drafted) {
        drafted = newValue;
        write(newValue);
        $("said").textContent = say("otherTab");
    }
});

// Who leaves a text that is nowhere is asked by the browser.
addEventListener("beforeunload", (event) => $("unkept").textContent && isMine() && event.preventDefault());

// Whether the text would be lost with the draft.
function isMine() {
    return told !== filed && told.trim() !== "" && !Object.values(BEGINNING).includes(told);
}

function file() {
    filed = told;
    chosen.set(FILED, told);
}

function travel(from, to) {
    if (from.length) {
        write.by = null; // what comes next goes back to here
        to.push(told);
        const now = from.pop();
        set(now);
    }
}
$("goback").addEventListener("click", () => travel(before, after));
$("goagain").addEventListener("click", () => travel(after, before));
text.addEventListener("input", () => write(text.value, "text"));
text.addEventListener("keydown", (event) => {
    if ((event.ctrlKey || event.metaKey) && !event.altKey && ["z", "y", "Z"].includes(event.key)) {
        event.preventDefault();
        event.key === "z" ? travel(before, after) : travel(after, before);
    }
});

// The numbers of the lines, those with a fault marked
let faults = [];
let remarks = []; // of what is right, and means another thing in other programs
function number() {
    const count = told.split("\n").length;
    const wrong = new Set(faults.map(([line]) => line));
    const lines = $("lines");
    while (lines.children.length > count) {
        lines.lastChild.remove();
    }
    for (let at = lines.children.length; at < count; at++) {
        lines.append(Object.assign(document.createElement("div"), { textContent: at + 1 }));
    }
    [...lines.children].forEach((line, at) => line.classList.toggle("wrong", wrong.has(at + 1)));
    lines.scrollTop = text.scrollTop;
}
text.addEventListener("scroll", () => { $("lines").scrollTop = text.scrollTop; });

function toLine(line) {
    const at = told.split("\n").slice(0, line - 1).join("\n").length + (line > 1);
    text.focus();
    text.setSelectionRange(at, at + told.split("\n")[line - 1].length);
    text.scrollTop = (line - 4) * parseFloat(getComputedStyle(text).lineHeight);
}

// The form

let parts = null;
let reading = Promise.resolve();
const form = new Form($("form"), change);
$("form").addEventListener("submit", (event) => event.preventDefault());

// Where everything stands in the text as it is now; null if it cannot be read.
async function read() {
    while (!parts || parts.text !== told) {
        const of = told;
        const found = await python("parts", of);
        if (of !== told) {
            continue;
        }
        if (!found) {
            return null;
        }
        const words = Object.fromEntries(Object.entries(english).map(([french, each]) => [each, french]));
        parts = new Parts(of, found, words);
    }
    return parts;
}

// One change of the form after the other; the form is drawn when none waits any more.
let changes = 0;
function change(make) {
    changes += 1;
    reading = reading.then(async () => {
        const found = await read();
        const made = found && make(found);
        if (made) {
            write(changed(told, made), "form");
        }
    }).catch((error) => console.error(error)).finally(() => {
        changes -= 1;
        draw();
    });
}

async function draw() {
    if (!changes) {
        const of = told;
        const found = await read().catch(() => null);
        if (of === told && !changes) {
            form.show(found);
        }
    }
}

// What is wrong, the odds and the Gobelet

let game = null; // what the text says, if it has no fault: {id, titles, size, rolls}
let looking;
let checked = Promise.resolve(); // when the text as it was last is checked
function look() {
    if (changes === 0) {
        draw();
    }
    clearTimeout(looking);
    checked = new Promise((resolve) => {
        looking = setTimeout(() => resolve(check()), CHECK_MS);
    });
}

async function check() {
    const of = told;
    const found = await python("check", of);
    if (of !== told) {
        return;
    }
    ({ faults, remarks } = found);
    game = faults.length ? null : found;
    tell();
    if (game) {
        await Promise.all([odds(), preview()]);
    }
}

// Now, for what goes by the text as it is.
async function whole() {
    clearTimeout(looking);
    await check();
    if (!game) {
        $("gave").textContent = say("mendFirst");
    }
    return game;
}

function sentenceOf([, french, english]) {
    return language() === "fr" ? french : english;
}

function tell() {
    number();
    $("verdict").textContent = !faults.length ? say("noFault", game.size)
        : `${faults.length === 1 ? say("oneFault") : say("someFaults", faults.length)} ${worker ? say("asBefore") : ""}`;
    $("faults").replaceChildren(...[...faults, ...remarks].map((fault, at) => {
        const item = document.createElement("li");
        const className = at < faults.length ? "" : "remark";
        const button = Object.assign(document.createElement("button"), { className, textContent: say("onLine", fault[0], sentenceOf(fault)) });
        button.addEventListener("click", () => toLine(fault[0]));
        item.append(button);
        return item;
    }));
    form.mark(faults.map((fault) => [fault[3], sentenceOf(fault)]));
}

// The odds of each roll, with what the player changed of its inputs

let inputs = {}; // by roll, then by name
async function odds() {
    const at = language() === "fr" ? 0 : 1;
    const rolls = await Promise.all(game.rolls.map(async (roll, number) => {
        const given = Object.fromEntries(roll.inputs.map(([name, , low, high, start]) => {
            const value = inputs[roll.id]?.[name] ?? start;
            return [name, value >= low && value <= high ? value : start];
        }));
        return [roll, given, await python("odds", number, JSON.stringify(given))];
    }));
    if (!game || rolls.some(([, , found]) => !found)) {
        return;
    }
    const focused = document.activeElement?.closest("#odds") && document.activeElement.id;
    $("odds").replaceChildren(...rolls.map(([roll, given, found]) => {
        const box = document.createElement("section");
        box.className = "roll";
        const head = document.createElement("h4");
        head.textContent = `${roll.name[at]} `;
        const dice = document.createElement("small");
        dice.textContent = roll.dice[at].replaceAll("(", "{").replaceAll(")", "}");
        head.append(dice);
        box.setAttribute("aria-label", roll.name[at]);
        const asked = document.createElement("div");
        asked.className = "fields";
        roll.inputs.forEach((input, number) => asked.append(inputOf(roll, input, given, at, `o${roll.id}${number}`)));
        box.append(head, asked);
        if (found.refused) {
            box.append(Object.assign(document.createElement("p"), { textContent: found.refused[at] }));
        } else {
            const bars = document.createElement("ul");
            bars.className = "bars";
            bars.append(...found.chances.map((each) => bar(each, at, "chance")), ...found.rows.map((each) => bar(each, at, "")));
            box.append(bars);
        }
        return box;
    }));
    if (!rolls.length) {
        $("odds").textContent = say("noRolls");
    }
    if (focused) {
        $(focused)?.focus({ preventScroll: true });
    }
}

function bar([label, percent, millionths], at, kind) {
    const item = document.createElement("li");
    item.className = kind;
    item.style.setProperty("--part", `${millionths / 10000}%`);
    item.append(...[label[at], percent[at]].map((each) => Object.assign(document.createElement("span"), { textContent: `${each} ` })));
    return item;
}

function inputOf(roll, [name, label, low, high, , options], given, at, id) {
    const box = document.createElement("div");
    let input;
    if (options.length) {
        input = document.createElement("select");
        input.append(...options.map((option, number) => Object.assign(document.createElement("option"), { value: number, textContent: option[at] })));
        input.value = given[name];
    } else if (low === 0 && high === 1) {
        input = Object.assign(document.createElement("input"), { type: "checkbox", checked: given[name] === 1 });
    } else {
        input = Object.assign(document.createElement("input"), { type: "number", min: low, max: high, value: given[name] });
    }
    box.className = `field ${input.type === "checkbox" ? "flag" : ""}`;
    input.id = id;
    input.addEventListener("change", () => {
        const value = input.type === "checkbox" ? Number(input.checked) : Math.max(low, Math.min(high, Math.round(Number(input.value)) || 0));
        inputs[roll.id] = { ...inputs[roll.id], [name]: value };
        odds();
    });
    box.append(Object.assign(document.createElement("label"), { htmlFor: id, textContent: label[at] }), input);
    return box;
}

// The Gobelet, with this game alone and nothing that is kept

const screen = new Screen($("screen"));
screen.paint(chosen.get("colour") ?? "blue");
let worker;
let shown = ""; // the game that it has, as its file
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

const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
const bytesOf = (digits) => Uint8Array.from({ length: digits.length / 2 }, (_, at) => parseInt(digits.substr(2 * at, 2), 16));

// The files of the game, beside those that are there: [name, bytes]; null if there are eight games.
async function filesOf(index = new Uint8Array()) {
    const made = await python("files", hex(index));
    return made && Object.entries(made).map(([name, digits]) => [name, bytesOf(digits)]).sort(([a], [b]) => (a === "own") - (b === "own"));
}

let previewing = Promise.resolve();
function preview() {
    previewing = previewing.then(showGame).catch((error) => console.error(error));
    return previewing;
}

async function showGame() {
    const { id } = game ?? {};
    const made = game && await filesOf();
    const now = made && JSON.stringify([language(), ...made.map(([name, bytes]) => [name, hex(bytes)])]);
    if (!made || now === shown) {
        return;
    }
    const same = worker && document.documentElement.dataset.own === id; // it goes on where it is
    const files = same ? await keptFiles() : new Map();
    files.set("settings", new TextEncoder().encode(`language=${language()}\ntaught=yes\n`));
    made.forEach(([name, bytes]) => files.set(name, bytes));
    shown = now;
    document.documentElement.dataset.own = id;
    worker?.terminate();
    worker = new Worker(new URL("worker.mjs", import.meta.url), { type: "module" });
    worker.addEventListener("message", ({ data }) => heard[data.type]?.(data));
    worker.addEventListener("error", (event) => heard.trouble({ what: "fault", why: event.message }));
    worker.postMessage({ type: "start", scratch: true, language: language(), game: same ? "" : `own-${id}`, line: "", files, audible: false });
}

function keptFiles() {
    return new Promise((resolve) => {
        const late = setTimeout(() => resolve(new Map()), 3000);
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

// Where a text comes from

// Another text in the place of this one. One that was changed and is in no file is asked for first.
async function open(now, name) {
    if (isMine()) {
        const title = game?.titles[language() === "fr" ? 0 : 1] ?? say("newGame");
        const what = await ask(say("replaceDraft", title), [["save", say("saveFirst")], ["drop", say("dropDraft")], ["", say("cancel")]]);
        if (what === null) {
            return;
        }
        if (what === "save") {
            saveFile();
        }
    }
    inputs = {};
    write(now);
    file();
    parts = null;
    $("said").textContent = name ? say("opened", name) : "";
}

$("new").addEventListener("click", () => open(BEGINNING[language()], ""));

function offerExamples() {
    const at = language();
    $("example").replaceChildren($("example").options[0], ...Object.entries(examples).map(([name, source]) => {
        const found = new RegExp(`^tit(?:le|re) *= *(?:"([^"]*)"|.*?\\b${at} *= *"([^"]*)")`, "m").exec(source);
        return Object.assign(document.createElement("option"), { value: name, textContent: found?.slice(1).find(Boolean) ?? name });
    }));
}
$("example").addEventListener("change", async () => {
    const name = $("example").value;
    const label = $("example").selectedOptions[0].textContent;
    $("example").value = "";
    if (name) {
        await open(examples[name], label);
    }
});

$("openfile").addEventListener("click", () => $("gamefile").click());
takeFile("gamefile", "said", async (file) => {
    if (file.size > MOST_LETTERS) {
        throw new Error(say("tooLong", file.name));
    }
    const bytes = await file.arrayBuffer();
    let found;
    try {
        found = new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    } catch {
        throw new Error(say("notText", file.name));
    }
    if (!/\.(json|db|csv)$/i.test(file.name)) {
        await open(found, file.name);
        return;
    }
    const [made, ...why] = await python("imported", found, file.name);
    if (!made) {
        throw new Error(`${file.name} : ${why[language() === "fr" ? 0 : 1]}`);
    }
    await open(made, file.name);
});

// Where it goes

function saveFile() {
    const id = game?.id ?? /^id *= *"([a-z0-9_]{1,10})"/m.exec(told)?.[1] ?? "jeu";
    download(new Blob([told], { type: "text/plain" }), `${id}${SUFFIX}`);
    file();
}
$("tofile").addEventListener("click", () => {
    saveFile();
    $("gave").textContent = "";
});

async function squeezed(bytes, stream) {
    return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());
}

$("tolink").addEventListener("click", async () => {
    const packed = await squeezed(new TextEncoder().encode(told), new CompressionStream("deflate-raw"));
    const letters = btoa(String.fromCharCode(...packed)).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
    const link = `${location.href.split("#")[0]}#t=${letters}`;
    try {
        await navigator.clipboard.writeText(link);
        $("gave").textContent = say(link.length > LONG_LINK ? "longLink" : "linkCopied", link.length);
    } catch {
        const input = Object.assign(document.createElement("input"), { value: link, readOnly: true });
        input.setAttribute("aria-label", say("linkHere"));
        $("gave").replaceChildren(`${say("linkHere")} `, input);
        input.select();
    }
});

async function fromLink() {
    const [, letters] = /^#t=([\w-]+)$/.exec(location.hash) ?? [];
    if (!letters) {
        return;
    }
    history.replaceState(null, "", location.pathname + location.search);
    try {
        const packed = Uint8Array.from(atob(letters.replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
        const bytes = await squeezed(packed, new DecompressionStream("deflate-raw"));
        if (bytes.length > MOST_LETTERS) {
            throw new Error("too long");
        }
        await open(new TextDecoder("utf-8", { fatal: true }).decode(bytes), say("newGame"));
    } catch {
        $("said").textContent = say("badLink");
    }
}
addEventListener("hashchange", fromLink);

// Whether a game of this id that is there may go, if it is another one: what is set aside by that is said before. The
// files that are to be written, in their order; else why nothing is.
async function replacing(there, made, question) {
    const [[name, bytes]] = made;
    const own = name.replace(/\.game$/, "");
    const files = Object.fromEntries([...there].filter(([path]) => path.startsWith(`${own}.`) || path.startsWith(`${own}/`))
        .map(([path, content]) => [path, path.includes("/") ? "" : hex(content)]));
    const { told, ids, full } = await python("replaced", JSON.stringify(files));
    const said = told.map((each) => each[language() === "fr" ? 0 : 1]);
    if (full) {
        return said[0];
    }
    const title = game.titles[language() === "fr" ? 0 : 1];
    const same = !there.has(name) || hex(there.get(name)) === hex(bytes);
    if ((!same || said.length)
        && await ask([...said, say(question, title)].join(" "), [["yes", say("replaceGame")], ["", say("cancel")]]) === null) {
        return say("nothingChanged");
    }
    return ids === null ? made : [[`${own}.ids`, bytesOf(ids)], ...made];
}

// Among the games of the page, which no other tab may have.
$("here").addEventListener("click", async () => {
    $("gave").textContent = "";
    if (!await whole()) {
        return;
    }
    const put = async (lock) => {
        if (lock === null) {
            return say("elsewhereOwn");
        }
        const files = await Files.open().catch(() => null);
        if (!files) {
            return say("keepsNothing");
        }
        const made = await filesOf(files.kept.get("own"));
        if (!made) {
            return say("listFull");
        }
        const all = await replacing(files.kept, made, "replaceHere");
        if (typeof all === "string") {
            return all;
        }
        const first = files.kept.has("settings") ? [] : [["settings", new TextEncoder().encode(`language=${language()}\ntaught=yes\n`)]];
        await files.write(new Map([...first, ...all]));
        files.database.close();
        return done;
    };
    const done = say("keptHere");
    const told = navigator.locks ? await navigator.locks.request("gobelet", { ifAvailable: true }, put) : await put();
    $("gave").textContent = `${told} `;
    if (told === done) {
        $("gave").append(Object.assign(document.createElement("a"), { href: `index.html#own-${game.id}`, textContent: say("playIt"), id: "play" }));
    }
});

act("topico", async (repl, kit) => {
    const found = await device.identify(repl, kit, say);
    device.refuseOld(found, kit, say);
    const there = await device.survey(repl, kit);
    if (found.name !== kit.inside && !there.files.has(`${kit.names.folder}/games/own/rules/declaration.mpy`)) {
        throw new Error(say("picoOlder"));
    }
    const { files } = await device.readData(repl, kit, say);
    const made = await filesOf(files.get("own"));
    if (!made) {
        throw new Error(say("listFull"));
    }
    if (made.every(([name, bytes]) => files.has(name) && hex(files.get(name)) === hex(bytes))) {
        return say("sameOnPico");
    }
    const all = await replacing(files, made, "replaceOnPico");
    if (typeof all === "string") {
        return all;
    }
    for (const [name, bytes] of all) { // the ids and the game first, then the list that names it, each whole or not at all
        await device.putData(repl, name, bytes, kit, say);
    }
    return say("onPico");
}, { async first() {
    return await whole() ? null : undefined;
} });

const serial = "serial" in navigator;
$("nocable").hidden = isSecureContext;
$("noserial").hidden = serial || !isSecureContext;
$("topico").hidden = !serial;
$("copy").addEventListener("click", async () => {
    await navigator.clipboard.writeText([...$("log").children].map((line) => line.textContent).join("\n"));
});

$("language").addEventListener("click", () => {
    switchLanguage();
    translate();
    offerExamples();
    parts && form.show(parts);
    if (game || faults.length) {
        tell();
    }
    look();
});

// To begin: the draft of before, or a small game that works

set(drafted || BEGINNING[language()]);
fromLink();
