// The list of a visitor's own games. Buttons open, copy, rename and delete a game, and restore an earlier version of
// the game. The list also shows own games whose text exists only on a Gobelet.

import { element, language, languageIndex } from "./here.mjs";
import { ownHere } from "./own_give.mjs";
import { say } from "./own_messages.mjs";
import { python, hex, words } from "./own_python.mjs";
import * as store from "./own_store.mjs";
import { changeText, Parts } from "./own_text.mjs";

const ID_LETTERS = 10; // maximum number of letters in the id of a game
const $ = (id) => document.getElementById(id);
const glances = new Map(); // the result of `glance` for each text
let onPico = []; // the own games on the Pico from which the page has last read the games
let acts; // the functions that the page has passed to `begin`

// Returns the title of a game in the language `code`. A search in the text finds the title even in invalid TOML.
export function titleOf(text, code = language()) {
    const found = new RegExp(`^tit(?:le|re) *= *(?:"((?:[^"\\\\]|\\\\.)*)"|.*?\\b${code} *= *"((?:[^"\\\\]|\\\\.)*)")`, "m").exec(text);
    return found?.slice(1).find(Boolean)?.replace(/\\(.)/g, "$1") ?? say("unnamed");
}

export async function glance(text) {
    if (!glances.has(text)) {
        glances.set(text, await python("glance", text));
    }
    return glances.get(text);
}

// Returns an id that no game in `texts` has: `id` itself, or `id` with a number at its end.
export function freeGameId(id, texts = store.all().map(({ text }) => text)) {
    const taken = texts.map(store.idOf);
    let found = id || "jeu";
    for (let number = 2; taken.includes(found); number++) {
        found = `${id.replace(/\d+$/, "").slice(0, ID_LETTERS - String(number).length)}${number}`;
    }
    return found;
}

// Returns the text of a game with a new title, a new id, or both. A text that cannot be parsed is returned unchanged.
export async function renameGame(text, { title, id }) {
    const [found, { french }] = await Promise.all([python("parts", text), words]);
    if (!found) {
        return text;
    }
    const parts = new Parts(text, found, french);
    const both = parts.isTable(["game", "title"]);
    return changeText(text, [
        title === undefined ? null : parts.set(both ? ["game", "title", language()] : ["game", "title"], title),
        id === undefined ? null : parts.set(["game", "id"], id),
    ]);
}

function button(label, act, description = label) {
    const made = element("button", { type: "button", className: "tool", textContent: label, title: description, ariaLabel: description });
    made.addEventListener("click", act);
    return made;
}

function ago(when) {
    const minutes = Math.round((Date.now() - when) / 60000);
    const relative = new Intl.RelativeTimeFormat(language(), { numeric: "auto" });
    return minutes < 1 ? say("justNow") : minutes < 60 ? relative.format(-minutes, "minute")
        : minutes < 1440 ? relative.format(-Math.round(minutes / 60), "hour")
            : new Date(when).toLocaleDateString(language(), { dateStyle: "medium" });
}

// Draws one game of the list. `current` is the storage key of the open game, `glanced` the result of `glance`, and
// `here` has the games on the page's Gobelet.
function item(game, current, glanced, here) {
    const name = titleOf(game.text);
    const isOpen = game.key === current;
    const where = [here.some(({ bytes }) => hex(bytes) === glanced?.file) && say("isHere"),
        onPico.some(({ bytes }) => hex(bytes) === glanced?.file) && say("isOnPico")].filter(Boolean);
    const told = [ago(game.when), glanced ? glanced.faults ? say("hasFaults") : say("bytes", glanced.size) : "", ...where].filter(Boolean);
    const open = element("button", { type: "button", className: "name", textContent: name });
    open.addEventListener("click", () => acts.open(game.key));
    if (isOpen) {
        open.setAttribute("aria-current", "true");
    }
    return element("li", { className: isOpen ? "open" : "" }, open, element("small", { textContent: told.join(" · ") }),
        element("span", { className: "do" }, button(say("copyIt"), () => copy(game), say("copyOf", name)),
            button(say("renameIt"), (event) => rename(game, event.target.closest("li")), say("renameOf", name)),
            store.pastTexts(game.key).length ? button(say("versions"), () => versions(game), say("versionsOf", name)) : null,
            button(say("deleteIt"), () => remove(game), say("deleteOf", name))));
}

// Draws a game that exists only on a Gobelet. `where` is the name of the message that says on which one.
function stranger({ id, titles, bytes }, where) {
    const title = titles[languageIndex()] ?? titles[0] ?? id;
    const back = button(say("readBack"), async () => {
        const [text] = await python("read_back", hex(bytes), id, languageIndex() === 0 ? 1 : 0);
        text === undefined ? acts.tell(say("notReadBack", title)) : acts.take(text, title);
    }, say("readBackOf", title));
    return element("li", { className: "there" }, element("b", { textContent: title }), element("small", { textContent: say(where) }), element("span", { className: "do" }, back));
}

let drawing = 0;
export async function draw() {
    const mine = ++drawing;
    const games = store.all();
    $("minetitle").textContent = games.length ? say("myGames", games.length) : say("myGamesNone");
    $("exportall").hidden = !games.length;
    const [here, ...glanced] = await Promise.all([ownHere(), ...games.map(({ text }) => glance(text).catch(() => null))]);
    if (mine !== drawing || $("mylist").querySelector("input")) {
        return; // a later call draws the list, or the visitor is editing a name in the list
    }
    const files = glanced.map((each) => each?.file);
    const strange = (listed, only, other) => listed.filter(({ bytes }) => !files.includes(hex(bytes)))
        .map((each) => stranger(each, games.some(({ text }) => store.idOf(text) === each.id) ? other : only));
    const focused = $("mylist").contains(document.activeElement) && document.activeElement.getAttribute("aria-label");
    $("mylist").replaceChildren(...games.map((game, number) => item(game, acts.current(), glanced[number], here)),
        ...strange(here, "onlyHere", "otherHere"), ...strange(onPico, "onlyOnPico", "otherOnPico"));
    const gone = store.removedGames();
    $("gone").replaceChildren(...gone.length ? [`${say("goneGames")} `, ...gone.map((game) =>
        button(titleOf(game.text), () => restore(game.key), say("restoreOf", titleOf(game.text))))] : []);
    if (focused) {
        [...$("mylist").querySelectorAll("button")].find((each) => each.getAttribute("aria-label") === focused)?.focus();
    }
}

async function copy({ text }) {
    const made = await renameGame(text, { title: say("copyTitle", titleOf(text)), id: freeGameId(store.idOf(text)) });
    const key = store.newKey();
    acts.tell(store.write(key, made, titleOf(made)) ? say("copiedGame", titleOf(text)) : say("draftNotKept"));
    draw();
}

// Replaces the name of a game in the list by a text field. Enter or a click outside the field stores the edited name;
// Escape restores the old name.
function rename(game, place) {
    const before = titleOf(game.text);
    const input = element("input", { type: "text", value: before, maxLength: 60, ariaLabel: say("renameOf", before) });
    let done = false;
    const end = async (isMeant) => {
        if (done) {
            return;
        }
        done = true;
        input.remove();
        const title = input.value.trim();
        if (isMeant && title && title !== before) {
            const { text } = store.get(game.key) ?? game;
            const now = await renameGame(text, { title });
            now === text ? acts.tell(say("cannotRename")) : acts.rewrite(game.key, now);
        }
        draw();
    };
    input.addEventListener("keydown", (event) => {
        if (event.key === "Enter" || event.key === "Escape") {
            event.preventDefault();
            end(event.key === "Enter");
        }
    });
    input.addEventListener("blur", () => end(true));
    place.querySelector(".name").replaceWith(input);
    input.select();
}

function remove(game) {
    store.remove(game.key);
    acts.removed(game.key);
    acts.tell(say("deleted", titleOf(game.text)), button(say("undoIt"), () => restore(game.key)));
    draw();
}

function restore(key) {
    const done = store.restore(key);
    acts.tell(done ? say("restoredGame", titleOf(store.get(key).text)) : say("draftNotKept"));
    draw();
    if (done) {
        acts.open(key);
    }
}

function versions(game) {
    $("pastlist").replaceChildren(...store.pastTexts(game.key).map(({ text, when }) => element("li", {},
        element("span", { textContent: `${new Date(when).toLocaleString(language(), { dateStyle: "medium", timeStyle: "short" })}, ${say("letters", text.length)}` }),
        button(say("takeVersion"), () => {
            $("past").close();
            acts.version(game.key, text);
        }))));
    $("pasttitle").textContent = say("versionsOf", titleOf(game.text));
    $("past").showModal();
}

// Adds the own games that were found on a Pico to the list.
export function found(games) {
    onPico = games;
    draw();
}

// Draws the list. The argument has functions of the page, which the buttons of the list call; `key` is the storage key
// of a game:
//
// `open(key)` opens a game.
// `take(text, name)` adds a game.
// `rewrite(key, text)` changes the text of a game.
// `version(key, text)` changes the text of a game; the previous text becomes a version.
// `removed(key)` is called after a game was removed.
// `current()` returns the key of the open game.
// `tell(sentence, button)` shows a message.
export function begin(given) {
    acts = given;
    addEventListener("storage", (event) => store.keyOf(event) !== null && draw());
    draw();
}
