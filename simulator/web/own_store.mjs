// A visitor's own games in the browser's storage. Each game has a text and previous texts. Each game also has its own
// storage key, so that two tabs can write two games without conflict. In this file, `key` is such a storage key.

import { chosen } from "./here.mjs";

const GAME = "own.game.", PAST = "own.past.", GONE = "own.gone", OPEN = "own.open";
const DRAFT = "own.draft"; // the storage key under which an earlier version of the page stored its only text
const MOST_PAST = 20; // maximum number of previous texts of a game
const LONGEST_PAST = 200000; // maximum number of letters in all previous texts of a game together
const MOST_GONE = 5; // maximum number of removed games that can be restored

function parsed(text, otherwise) {
    try {
        return JSON.parse(text) ?? otherwise;
    } catch {
        return otherwise;
    }
}

const isGame = (found) => typeof found?.text === "string";

// Returns the id of a game, or "" if the text has no id. A search in the text finds the id even in invalid TOML.
export const idOf = (text) => /^id *= *"([a-z0-9_]{1,12})"/m.exec(text)?.[1] ?? "";

// Stores a value. While the storage is full, deletes the previous texts of a game, of the game with the longest ones
// first. If no game has previous texts, deletes the removed games. Returns whether the value is stored.
function put(name, value) {
    const written = JSON.stringify(value);
    while (!chosen.set(name, written)) {
        const [longest] = chosen.names(PAST).filter((each) => each !== name)
            .sort((a, b) => chosen.get(b).length - chosen.get(a).length);
        const spare = longest ?? (name !== GONE && chosen.get(GONE) ? GONE : null);
        if (!spare) {
            return false;
        }
        chosen.remove(spare);
    }
    return true;
}

// Returns {key, text, name, when: the time of the last write} of a game, or null if the storage has no game with the
// key.
export function get(key) {
    const found = parsed(chosen.get(GAME + key), null);
    return isGame(found) ? { ...found, key } : null;
}

// Returns all games, the most recently written game first.
export function all() {
    return chosen.names(GAME).map((name) => get(name.slice(GAME.length))).filter(Boolean).sort((a, b) => b.when - a.when);
}

// Stores the text and the name of a game. Returns whether the browser has stored the game.
export function write(key, text, name) {
    return put(GAME + key, { text, name, when: Date.now() });
}

// Returns a random storage key for a new game.
export function newKey() {
    return Math.random().toString(36).slice(2, 10) || newKey();
}

// Returns {text, when} of each previous text of a game, the newest first.
export function pastTexts(key) {
    const found = parsed(chosen.get(PAST + key), []);
    return Array.isArray(found) ? found.filter(isGame) : [];
}

// Adds a text to the previous texts of a game, which the visitor can restore.
export function keepText(key, text) {
    const before = pastTexts(key);
    if (!text.trim() || before[0]?.text === text) {
        return;
    }
    const kept = [{ text, when: Date.now() }, ...before.filter((each) => each.text !== text)].slice(0, MOST_PAST);
    while (kept.length > 1 && kept.reduce((sum, each) => sum + each.text.length, 0) > LONGEST_PAST) {
        kept.pop();
    }
    put(PAST + key, kept);
}

// Removes a game, which `restore` can bring back.
export function remove(key) {
    const game = get(key);
    const its = pastTexts(key);
    [PAST, GAME].forEach((kind) => chosen.remove(kind + key));
    put(GONE, [{ ...game, past: its }, ...removedGames()].slice(0, MOST_GONE)) || put(GONE, [game]);
}

export function removedGames() {
    const found = parsed(chosen.get(GONE), []);
    return Array.isArray(found) ? found.filter(isGame) : [];
}

// Restores a removed game; returns whether the browser has stored the game.
export function restore(key) {
    const game = removedGames().find((each) => each.key === key);
    if (!game || !write(key, game.text, game.name)) {
        return false;
    }
    (game.past ?? []).toReversed().forEach(({ text }) => keepText(key, text));
    put(GONE, removedGames().filter((each) => each.key !== key));
    return true;
}

// Reads and writes the storage key of the game that was opened last.
export const opened = { get: () => chosen.get(OPEN), set: (key) => chosen.set(OPEN, key) };

// Returns the storage key of the game that another tab has changed, from the browser's storage event. Returns null if
// the event concerns no game.
export function keyOf({ key }) {
    const begin = `gobelet.${GAME}`;
    return key?.startsWith(begin) ? key.slice(begin.length) : null;
}

// Converts the only text that an earlier version of the page has stored into a game. nameOf(text) returns the name of
// the game. A text that equals one of `beginnings`, or the text of a stored game, is deleted.
export function takeDraft(nameOf, beginnings) {
    const draft = chosen.get(DRAFT);
    if (draft === null) {
        return;
    }
    const isNew = draft.trim() && !beginnings.includes(draft) && !all().some(({ text }) => text === draft);
    const key = newKey();
    if (!isNew || write(key, draft, nameOf(draft))) {
        isNew && opened.set(key);
        [DRAFT, "own.filed"].forEach(chosen.remove);
    }
}
