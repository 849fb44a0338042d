// The page on which a visitor writes own games. From the text of the open game the page derives the form, the faults,
// the odds, and a preview on a Gobelet. The page also has the list of all own games.

import { ask } from "./ask.mjs";
import { download, language, languageIndex, switchLanguage, takeFile, translate } from "./here.mjs";
import { Editor } from "./own_editor.mjs";
import { placeFaults, sentenceOf } from "./own_faults.mjs";
import { Form } from "./own_form.mjs";
import * as games from "./own_games.mjs";
import * as give from "./own_give.mjs";
import { BEGINNING, say } from "./own_messages.mjs";
import { newColumn, pastedRows } from "./own_new.mjs";
import * as odds from "./own_odds.mjs";
import { askTable } from "./own_paste.mjs";
import { isRunning, preview } from "./own_preview.mjs";
import { hex, onFault, python, words } from "./own_python.mjs";
import * as store from "./own_store.mjs";
import { changeText, Parts } from "./own_text.mjs";
import { unzip, zip } from "./zip.mjs";

const CHECK_MS = 250; // time from the last edit to the check of the text
const KEEP_MS = 300; // time from the last edit until the text is stored
const VERSION_MS = 600000; // minimum time between two previous texts that are stored while the visitor edits
const $ = (id) => document.getElementById(id);
const $said = $("said");

translate();
onFault((sentence) => { $("verdict").textContent = sentence; });

function tell(sentence, button) {
    $said.replaceChildren(sentence, ...button ? [" ", button] : []);
}

// The open game

// `key`: the storage key of the open game, or null if the game is not stored yet.
// `base`: the text of the game when the game was opened.
// `kept`: the text in the browser's storage.
// `noted`: the time at which a previous text was last stored.
let open = { key: null, base: "", kept: "", noted: 0 };
const editor = new Editor(() => {
    look();
    clearTimeout(keeping);
    keeping = setTimeout(keep, KEEP_MS);
});

let keeping;
function keep() {
    clearTimeout(keeping);
    const { now } = editor;
    if (now === open.kept || open.key === null && (now === open.base || !now.trim())) {
        return;
    }
    const isNew = open.key === null;
    const key = open.key ?? store.newKey();
    const there = store.get(key)?.text;
    if (there !== undefined && there !== open.kept && there !== now) { // another tab has stored a different text
        store.keepText(key, there);
        editor.aside(there);
        tell(say("otherTab"));
    }
    if (!isNew && Date.now() - open.noted > VERSION_MS) {
        store.keepText(key, open.kept);
        open.noted = Date.now();
    }
    const isKept = store.write(key, now, games.titleOf(now));
    $("unkept").textContent = isKept ? "" : say("draftNotKept");
    if (isKept) {
        Object.assign(open, { key, kept: now });
        if (isNew) {
            place(key);
        }
        games.draw();
    }
}
addEventListener("pagehide", keep);

// Puts the storage key of the game into the page's address. So a reload, or a second tab with this address, opens the
// same game.
function place(key) {
    history.replaceState(null, "", key === null ? location.pathname + location.search : `#g=${key}`);
    $("guest").hidden = true;
    if (key !== null) {
        store.opened.set(key);
    }
}

// Tells whether the present text would be lost if the page were closed.
const isLost = () => $("unkept").textContent !== "" && editor.now !== open.kept && editor.now !== open.base;
addEventListener("beforeunload", (event) => isLost() && event.preventDefault());

// If another tab stores a new text of the open game, this tab shows the new text, unless this tab has an unsaved text.
addEventListener("storage", (event) => {
    const there = store.keyOf(event) === open.key && open.key !== null && store.get(open.key)?.text;
    if (typeof there === "string" && there !== editor.now && editor.now === open.kept) {
        open.kept = there;
        editor.write(there);
        tell(say("otherTab"));
    }
});

// Returns whether another text may be loaded in place of the present text. The visitor is asked only if the present
// text would be lost.
async function mayLeave() {
    keep();
    if (!isLost()) {
        return true;
    }
    const what = await ask(say("replaceDraft", games.titleOf(editor.now)), [["save", say("saveFirst")], ["drop", say("dropDraft")], ["", say("cancel")]]);
    if (what === "save") {
        give.saveText(editor.now, store.idOf(editor.now) || "jeu");
    }
    return what !== null;
}

function begin(text, key) {
    tell("");
    odds.forget();
    parts = null;
    $("unkept").textContent = "";
    open = { key, base: text, kept: key === null ? "" : text, noted: 0 };
    editor.begin(text);
    place(key);
    games.draw();
}

async function openGame(key, label = "") {
    const game = store.get(key);
    if (game && (key === open.key || await mayLeave())) {
        if (key !== open.key || game.text !== editor.now) {
            begin(game.text, key);
        } else {
            place(key);
        }
        tell(label ? say("opened", label) : "");
    }
}

function beginning() {
    const text = BEGINNING[language()];
    const id = store.idOf(text);
    return text.replace(`"${id}"`, `"${games.freeGameId(id)}"`);
}

async function newGame() {
    if (await mayLeave()) {
        begin(beginning(), null);
        tell("");
        $("form").querySelector("input")?.focus();
    }
}

// Adds the text of a game to the list, and opens the game. If the list has the same game already, only opens that game.
// If the list has another game with the same id, the visitor chooses whether the new game replaces that game.
async function take(text, label) {
    text = text.replaceAll("\r\n", "\n");
    if (!await mayLeave()) {
        return;
    }
    const mine = store.all();
    const its = await games.glance(text);
    const rival = mine.find((each) => each.text === text) ?? mine.find((each) => its.id && store.idOf(each.text) === its.id);
    if (rival) {
        const same = rival.text === text || its.file !== "" && (await games.glance(rival.text)).file === its.file;
        const what = same ? "open" : await ask(say("sameId", games.titleOf(text), games.titleOf(rival.text)),
            [["beside", say("takeBeside")], ["replace", say("takeInstead")], ["", say("cancel")]]);
        if (what === "replace") {
            version(rival.key, text);
        } else if (what === "open") {
            await openGame(rival.key, label);
        }
        if (what !== "beside") {
            return;
        }
        text = await games.renameGame(text, { id: games.freeGameId(its.id) });
    }
    const key = store.newKey();
    const isKept = store.write(key, text, games.titleOf(text));
    begin(text, isKept ? key : null);
    if (!isKept) {
        open.base = "";
        $("unkept").textContent = say("draftNotKept");
    }
    tell(say("opened", label));
}

// Replaces the text of a game in the list, and stores the previous text as one that the visitor can restore.
function version(key, text) {
    keep();
    store.keepText(key, store.get(key)?.text ?? "");
    if (key === open.key) {
        editor.write(text);
        keep();
    } else if (store.write(key, text, games.titleOf(text))) {
        openGame(key);
    }
}

games.begin({
    open: openGame, take, tell, version,
    current: () => open.key,
    rewrite(key, text) {
        key === open.key ? editor.write(text) : store.write(key, text, games.titleOf(text));
        keep();
    },
    removed(key) {
        if (key === open.key) {
            open.key = null;
            open.base = open.kept = editor.now;
            const [next] = store.all();
            next ? begin(next.text, next.key) : begin(beginning(), null);
        }
    },
});

// The form

let parts = null;
let reading = Promise.resolve();
const form = new Form($("form"), { change, paste, column });
$("form").addEventListener("submit", (event) => event.preventDefault());

// Returns the Parts of the present text, or null if the text cannot be parsed.
async function read() {
    const { french } = await words;
    while (!parts || parts.text !== editor.now) {
        const of = editor.now;
        const found = await python("parts", of);
        if (of !== editor.now) {
            continue;
        }
        if (!found) {
            return null;
        }
        parts = new Parts(of, found, french);
    }
    return parts;
}

// The number of changes by the form that are not complete yet. The changes run one after the other, and the form is
// redrawn after the last one.
let changes = 0;
function change(make, isChecked = false) {
    changes += 1;
    reading = reading.then(async () => {
        if (isChecked && $("verdict").ariaBusy === "true") {
            clearTimeout(looking);
            await check();
        }
        const found = await read();
        const made = found && make(found);
        if (typeof made === "string") {
            tell(made);
        } else if (made) {
            editor.write(changeText(editor.now, made), "form");
        }
    }).catch((error) => console.error(error)).finally(() => {
        changes -= 1;
        draw();
    });
}

async function paste(roll, text) {
    const table = await askTable(text);
    if (table) {
        change((found) => pastedRows(found, roll, table), true);
    }
}

function column(roll) {
    change((found) => newColumn(found, roll), true);
}

async function draw() {
    if (!changes) {
        const of = editor.now;
        const found = await read().catch(() => null);
        if (of === editor.now && !changes) {
            form.show(found);
        }
    }
}

// Faults, odds and the preview on a Gobelet

let faults = []; // the faults of the text, in the format of own_faults.mjs
let remarks = []; // remarks, in the same format: valid dice whose notation has another meaning in other programs
let game = null; // {id, titles, size, rolls} of the checked text, or null if the text has a fault
let looking;
function look() {
    if (changes === 0) {
        draw();
    }
    clearTimeout(looking);
    $("verdict").ariaBusy = "true";
    looking = setTimeout(check, CHECK_MS);
}

async function check() {
    const of = editor.now;
    const found = await python("check_text", of);
    if (of !== editor.now) {
        return;
    }
    faults = placeFaults(found.faults, of);
    remarks = placeFaults(found.remarks, of);
    form.reach = found.reach;
    game = faults.length ? null : found;
    tellFaults();
    if (game) {
        await Promise.all([odds.show(game.rolls), preview(game.id, give.filesOf)]);
    }
}

// Checks the present text at once. Returns the game, or null if the text has a fault.
async function checkedGame() {
    keep();
    clearTimeout(looking);
    await check();
    if (!game) {
        $("gave").textContent = say("mendFirst");
    }
    return game;
}

function tellFaults() {
    editor.mark(faults.map(({ line, from, to, text }) => [line, from, to, text]));
    $("verdict").ariaBusy = "false";
    $("verdict").textContent = game ? say("noFault", game.size)
        : `${faults.length === 1 ? say("oneFault") : say("someFaults", faults.length)} ${isRunning() ? say("asBefore") : ""}`;
    $("faults").replaceChildren(...[...faults, ...remarks].map((fault, at) => {
        const item = document.createElement("li");
        const className = at < faults.length ? "" : "remark";
        const button = Object.assign(document.createElement("button"), { className, textContent: say("onLine", fault.line, sentenceOf(fault)) });
        button.addEventListener("click", () => toFault(fault));
        item.append(button);
        return item;
    }));
    form.mark(faults);
}

// Moves the focus to the field of a fault in the form, or else to the fault's position in the text.
function toFault(fault) {
    if (!$("formed").hidden && form.toFault(fault)) {
        return;
    }
    tab("written");
    editor.show(fault.line, fault.from, fault.to);
}

// Two tabs: the form and the text of the game

function tab(name) {
    for (const each of ["formed", "written"]) {
        $(each).hidden = each !== name;
        $(`to${each}`).ariaSelected = String(each === name);
        $(`to${each}`).tabIndex = each === name ? 0 : -1;
    }
    editor.follow();
}
for (const [name, other] of [["formed", "written"], ["written", "formed"]]) {
    $(`to${name}`).addEventListener("click", () => tab(name));
    $(`to${name}`).addEventListener("keydown", (event) => {
        if (["ArrowLeft", "ArrowRight"].includes(event.key)) {
            event.preventDefault();
            tab(other);
            $(`to${other}`).focus();
        }
    });
}
tab("formed");

// Buttons that load a text: a new game, an example, a pasted table, a file

$("new").addEventListener("click", newGame);

let examples = {};
function offerExamples() {
    $("example").replaceChildren($("example").options[0], ...Object.entries(examples).map(([name, source]) =>
        Object.assign(document.createElement("option"), { value: name, textContent: games.titleOf(source) })));
}
words.then((found) => {
    examples = found.examples;
    offerExamples();
});
$("example").addEventListener("change", async () => {
    const name = $("example").value;
    const label = $("example").selectedOptions[0].textContent;
    $("example").value = "";
    if (name && await mayLeave()) { // an example is added to the list of games when the visitor changes the text
        begin(examples[name], null);
        tell(say("opened", label));
    }
});

$("pastetable").addEventListener("click", async () => {
    const table = await askTable();
    if (table && await mayLeave()) {
        begin(beginning(), null);
        change((found) => pastedRows(found, ["roll", 0], table), true);
    }
});

$("openfile").addEventListener("click", () => $("gamefile").click());
takeFile("gamefile", "said", async (file) => {
    const bytes = new Uint8Array(await file.arrayBuffer());
    if (!/\.zip$/i.test(file.name)) {
        await takeOne(file.name, bytes);
        return;
    }
    const inside = await unzip(bytes).catch(() => { throw new Error(say("notZip", file.name)); });
    let count = 0;
    for (const [name, content] of inside) {
        const [, id] = /^data\/own-(\w+)\.game$/.exec(name) ?? [];
        const [text] = id ? await python("read_back", hex(content), id, Number(language() === "fr"))
            : /\.toml$/i.test(name) ? [await give.readText(name, content)] : [];
        if (text !== undefined) {
            count += 1;
            await take(text, games.titleOf(text));
        }
    }
    tell(say("imported", count, file.name));
});

async function takeOne(name, bytes) {
    const text = await give.readText(name, bytes);
    if (!/\.(json|db|csv|tsv)$/i.test(name)) {
        return take(text, name);
    }
    const [made, ...why] = await python("import_table", text, name);
    if (!made) {
        throw new Error(`${name} : ${why[languageIndex()]}`);
    }
    return take(made, name);
}

$("exportall").addEventListener("click", async () => {
    keep();
    const names = new Set();
    const files = store.all().map(({ text }) => {
        const name = games.freeGameId(store.idOf(text) || "jeu", [...names].map((each) => `id = "${each}"`));
        names.add(name);
        return [`${name}${give.SUFFIX}`, new TextEncoder().encode(text)];
    });
    download(await zip(files), "gobelet-jeux.zip");
    tell(say("exported", files.length));
});

// Opens the game in the page's address. The part #g= is the storage key of a game in the list, the part #t= is the
// compressed text of a game. Such a text is added to the list when the visitor changes it or presses the button
// "adopt".
async function fromAddress() {
    const [, key] = /^#g=(\w+)$/.exec(location.hash) ?? [];
    if (key && key !== open.key && store.get(key)) {
        await openGame(key);
    }
    if (!give.isLink(location.hash)) {
        return;
    }
    const { hash } = location;
    try {
        const text = await give.textOf(hash);
        const mine = store.all().find((each) => each.text === text);
        if (mine) {
            await openGame(mine.key, mine.name);
        } else if (await mayLeave()) {
            begin(text, null);
            history.replaceState(null, "", hash); // so that a reload opens the same text
            $("guest").hidden = false;
            $("guestname").textContent = say("guest", games.titleOf(text));
        }
    } catch {
        place(open.key);
        tell(say("badLink"));
    }
}
addEventListener("hashchange", fromAddress);
$("adopt").addEventListener("click", () => take(editor.now, games.titleOf(editor.now)));

// Buttons that send the game: to a Gobelet, into a file, into a link

give.begin({
    checked: checkedGame,
    text: () => editor.now,
    found: games.found,
    given() {
        keep();
        if (open.key !== null) {
            store.keepText(open.key, editor.now);
            open.noted = Date.now();
        }
        games.draw();
    },
});

odds.begin((cells) => form.showChances(cells));

$("language").addEventListener("click", () => {
    const isUntouched = open.key === null && editor.now === open.base && Object.values(BEGINNING).some((each) => store.idOf(each) === store.idOf(open.base).replace(/\d+$/, ""));
    switchLanguage();
    translate();
    offerExamples();
    if (isUntouched && $("guest").hidden) {
        begin(beginning(), null);
    }
    parts && form.show(parts);
    games.draw();
    if (game || faults.length) {
        tellFaults();
    }
    look();
});

// At the start the page opens the game in its address, or else the last opened game, any stored game, or a small
// example.

store.takeDraft(games.titleOf, Object.values(BEGINNING));
$("mine").open = store.all().length > 0;
const [first] = [/^#g=(\w+)$/.exec(location.hash)?.[1], store.opened.get(), store.all()[0]?.key].map((key) => key && store.get(key)).filter(Boolean);
const { hash } = location;
first ? begin(first.text, first.key) : begin(beginning(), null);
if (give.isLink(hash)) {
    history.replaceState(null, "", hash);
    fromAddress();
}
