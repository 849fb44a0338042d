// A visitor's own games among the games of the first page: those that its Gobelet has, and those that are only written.

import { Files } from "./files.mjs";
import { ownOf } from "./games.mjs";
import { language, say } from "./here.mjs";
import { all } from "./own_store.mjs";

const $ = (id) => document.getElementById(id);
const idOf = (text) => /^id *= *"([a-z0-9_]{1,12})"/m.exec(text)?.[1];

function element(name, properties = {}, ...children) {
    const made = Object.assign(document.createElement(name), properties);
    made.append(...children);
    return made;
}

function card(title, link, words, edit) {
    return element("li", { className: "own" }, element("span", { className: "shot" }, element("span", { className: "name", textContent: title })),
        link, element("p", { textContent: words }), ...edit ? [element("a", { className: "edit", href: edit, textContent: say("editOwn") })] : []);
}

// Draw them behind the games of the device.
export async function drawOwn() {
    const files = await Files.open().catch(() => null);
    files?.database.close();
    const there = files ? ownOf(files.kept) : [];
    const written = all();
    const at = language() === "fr" ? 0 : 1;
    const cards = there.map(({ id, titles }) => {
        const title = titles[at] ?? titles[0] ?? id;
        const mine = written.find(({ text }) => idOf(text) === id);
        const link = element("a", { href: `#own-${id}`, textContent: title });
        link.dataset.game = `own-${id}`;
        return card(title, link, say("ownGame"), mine ? `own.html#g=${mine.key}` : "own.html");
    });
    const drafts = written.filter(({ text }) => !there.some(({ id }) => idOf(text) === id))
        .map(({ key, name }) => card(name, element("a", { href: `own.html#g=${key}`, textContent: name }), say("ownDraft")));
    $("games").querySelectorAll(".own").forEach((each) => each.remove());
    $("games").append(...cards, ...drafts);
}
