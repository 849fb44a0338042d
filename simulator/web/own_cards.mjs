// The own games on the first page, which the visitor has written. Some are on the page's Gobelet, the others exist only
// as text.

import { Files } from "./files.mjs";
import { ownOf } from "./games.mjs";
import { element, languageIndex, say } from "./here.mjs";
import { all, idOf } from "./own_store.mjs";

const $ = (id) => document.getElementById(id);

function card(title, link, words, edit) {
    return element("li", { className: "own" }, element("span", { className: "shot" }, element("span", { className: "name", textContent: title })),
        link, element("p", { textContent: words }), ...edit ? [element("a", { className: "edit", href: edit, textContent: say("editOwn") })] : []);
}

// Draws a card for each own game, after the cards of the games that the firmware contains.
export async function drawOwn() {
    const files = await Files.open().catch(() => null);
    files?.database.close();
    const there = files ? ownOf(files.kept) : [];
    const written = all();
    const cards = there.map(({ id, titles }) => {
        const title = titles[languageIndex()] ?? titles[0] ?? id;
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
