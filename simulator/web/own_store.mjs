// A visitor's own games, as the browser keeps them: each with its text and the texts that it had before. Each is under a
// key of its own, so two tabs that write two games do not meet.

import { chosen } from "./here.mjs";

const GAME = "own.game.", PAST = "own.past.", GONE = "own.gone", OPEN = "own.open";
const DRAFT = "own.draft"; // of earlier pages, which kept one text
const MOST_PAST = 20; // texts that a game had before
const LONGEST_PAST = 200000; // letters of them
const MOST_GONE = 5;

function parsed(text, otherwise) {
    try {
        return JSON.parse(text) ?? otherwise;
    } catch {
        return otherwise;
    }
}

const isGame = (found) => typeof found?.text === "string";

// The id of a game, without reading all of its text; "" if it has none.
export const idOf = (text) => /^id *= *"([a-z0-9_]{1,12})"/m.exec(text)?.[1] ?? "";

// Put a value, in the place of the oldest of what is only history if there is no room. Whether it is kept.
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

// {key, text, name, when} of a game; null if there is none.
export function get(key) {
    const found = parsed(chosen.get(GAME + key), null);
    return isGame(found) ? { ...found, key } : null;
}

// All games, the one that was written last first.
export function all() {
    return chosen.names(GAME).map((name) => get(name.slice(GAME.length))).filter(Boolean).sort((a, b) => b.when - a.when);
}

// Write a game. Whether the browser keeps it.
export function write(key, text, name) {
    return put(GAME + key, { text, name, when: Date.now() });
}

// A key that no game has.
export function newKey() {
    return Math.random().toString(36).slice(2, 10) || newKey();
}

// The texts that a game had before, the last one first: {text, when}.
export function past(key) {
    const found = parsed(chosen.get(PAST + key), []);
    return Array.isArray(found) ? found.filter(isGame) : [];
}

// Note a text that a game has or had, to go back to.
export function note(key, text) {
    const before = past(key);
    if (!text.trim() || before[0]?.text === text) {
        return;
    }
    const kept = [{ text, when: Date.now() }, ...before.filter((each) => each.text !== text)].slice(0, MOST_PAST);
    while (kept.length > 1 && kept.reduce((sum, each) => sum + each.text.length, 0) > LONGEST_PAST) {
        kept.pop();
    }
    put(PAST + key, kept);
}

// Remove a game; `restore` brings it back.
export function remove(key) {
    const game = get(key);
    const its = past(key);
    [PAST, GAME].forEach((kind) => chosen.remove(kind + key));
    put(GONE, [{ ...game, past: its }, ...gone()].slice(0, MOST_GONE)) || put(GONE, [game]);
}

export function gone() {
    const found = parsed(chosen.get(GONE), []);
    return Array.isArray(found) ? found.filter(isGame) : [];
}

// Whether the browser keeps it again.
export function restore(key) {
    const game = gone().find((each) => each.key === key);
    if (!game || !write(key, game.text, game.name)) {
        return false;
    }
    (game.past ?? []).toReversed().forEach(({ text }) => note(key, text));
    put(GONE, gone().filter((each) => each.key !== key));
    return true;
}

// The game that was open last.
export const opened = { get: () => chosen.get(OPEN), set: (key) => chosen.set(OPEN, key) };

// The key of the game that another tab changed, by a storage event; null if it is about something else.
export function keyOf({ key }) {
    const begin = `gobelet.${GAME}`;
    return key?.startsWith(begin) ? key.slice(begin.length) : null;
}

// What an earlier page kept becomes a game.
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
