// Validates each message that a Gobelet sends. The module host_tools/link/shapes.py validates the same messages on a
// computer, and describes the notation of the shapes. A test compares the two modules.

const ID = /^[\w-]{1,64}$/;
const DIE = ["int", "int", "int|bool"];

export const SHAPES = {
    hello: { session: "id", "version?": "text", "board?": "text", "language?": "text", "game?": "id|null" },
    game: {
        game: "id", title: "text",
        kinds: { "*": { rows: "count", fields: [["text", "text|null", "int", "int|text", "int", { "?": ["text|null"] }]] } },
    },
    state: {
        session: "id", game: "id|null", at: "int", "seats?": ["text"], "turn?": "int",
        "values?": { "*": { "*": ["int|null"] } }, "names?": { "*": { "*": "text" } },
        "seen?": [{ row: "int", name: "text", values: [["text", "int|text"]] }],
    },
    roll: {
        at: "int", of: "int", words: "text", shown: "text", "answer?": "text", "when?": "number", "what?": "text", "title?": "text", "done?": "bool",
        "who?": { "*": ["int", "text"] }, "inputs?": { "*": "any" }, "modifiers?": [["text", "int"]], "dice?": [DIE],
        "odds?": ["number", "number"],
        "proof?": { at: "int", code: "id", number: "int", secret: "id", dice: [["sides", "int"]] },
    },
    commit: { at: "int", code: "id" },
    undo: { at: "int", what: "text", of: "int" },
    frame: { data: "text" },
    odds: { what: "text" },
    ok: {},
    refused: { why: "text" },
    stale: { "stale?": "bool" },
    unread: { why: "text" },
};

const KINDS = {
    any: () => true,
    null: (value) => value === null,
    bool: (value) => typeof value === "boolean",
    text: (value) => typeof value === "string",
    id: (value) => typeof value === "string" && ID.test(value),
    number: (value) => Number.isFinite(value),
    int: (value) => Number.isSafeInteger(value),
    count: (value) => Number.isSafeInteger(value) && value >= 0 && value < 4096,
    sides: (value) => Number.isSafeInteger(value) && value >= 2 && value <= 100,
};
const isObject = (value) => typeof value === "object" && value !== null && !Array.isArray(value);

// Returns the path of the first value that does not match its shape, such as ".dice.0.1". Returns null if all match.
function look(shape, value, where) {
    if (typeof shape === "string") return shape.split("|").some((kind) => KINDS[kind](value)) ? null : where;
    if (Array.isArray(shape)) return lookList(shape, value, where);
    if (!isObject(value)) return where;
    const parts = "*" in shape ? Object.keys(value).map((name) => [name, shape["*"]])
        : Object.entries(shape).filter(([name]) => !name.endsWith("?") || (value[name.slice(0, -1)] ?? null) !== null)
            .map(([name, each]) => [name.replace(/\?$/, ""), each]);
    for (const [name, each] of parts) {
        const found = Object.hasOwn(value, name) ? look(each, value[name], `${where}.${name}`) : `${where}.${name}`;
        if (found !== null) return found;
    }
    return null;
}

function lookList(shape, value, where) {
    if (!Array.isArray(value)) return where;
    const maybe = shape.at(-1)["?"];
    const least = shape.length === 1 ? 0 : shape.length - (maybe ? 1 : 0);
    if (value.length < least) return where;
    const shapeOf = (at) => shape.length === 1 ? shape[0] : at < least ? shape[at] : at === least ? maybe : undefined;
    for (const [at, part] of value.entries()) {
        const found = shapeOf(at) === undefined ? null : look(shapeOf(at), part, `${where}.${at}`);
        if (found !== null) return found;
    }
    return null;
}

// Returns the path of the first fault in a message. Returns null if the message is valid or has an unknown type.
export function fault(message) {
    const { type, done, dice, inputs, total } = message;
    const where = look(Object.hasOwn(SHAPES, type) ? SHAPES[type] : {}, message, "");
    // A complete roll of free dice must have a total, because dddice and the page show it.
    const isSum = type === "roll" && done && dice !== undefined && inputs === undefined;
    return where ?? (isSum && !KINDS.int(total) ? "total" : null);
}

// Returns the message in a line, or null if the line is no message, such as console output. An invalid message is
// replaced by a message of the type "unread" with the same sequence number. Without it the page would report a lost
// message.
export function read(line) {
    let found;
    try {
        found = JSON.parse(line);
    } catch {
        return null;
    }
    if (!isObject(found) || typeof found.type !== "string") return null;
    const { type, seq } = found;
    if (type !== "stale" && !KINDS.int(seq)) return null;
    const where = fault(found);
    if (where === null) return found;
    return type === "stale" ? null : { type: "unread", seq, why: `${type}: ${where}` };
}

// Returns whether a state message matches a game message: the game must have each row, field and name of the state. A
// state without a game matches any game.
export function fits(game, state) {
    if (state.game === null) return true;
    if (game?.game !== state.game) return false;
    const values = state.values ?? {};
    for (const [name, rows] of Object.entries(values)) {
        if (!Object.hasOwn(game.kinds, name)) return false;
        const kind = game.kinds[name];
        for (const [row, cells] of Object.entries(rows)) {
            const isRow = /^(0|[1-9][0-9]{0,3})$/.test(row) && Number(row) < kind.rows;
            if (!isRow || cells.length !== kind.fields.length) return false;
        }
    }
    return Object.entries(state.names ?? {}).every(([name, rows]) =>
        Object.keys(rows).every((row) => Object.hasOwn(values, name) && Object.hasOwn(values[name], row)));
}

// Returns the stored data of a Talk without the invalid parts.
export function repairTable({ hello, game, state, rolls, codes, stale } = {}) {
    const right = (type, message) => isObject(message) && fault({ ...message, type }) === null ? message : undefined;
    const itsGame = right("game", game);
    const itsState = right("state", state);
    return {
        hello: right("hello", hello), game: itsGame, state: itsState && fits(itsGame, itsState) ? itsState : undefined,
        rolls: (Array.isArray(rolls) ? rolls : []).filter((roll) => right("roll", roll) && typeof roll.game === "string"),
        codes: (Array.isArray(codes) ? codes : []).filter(KINDS.id),
        stale: stale !== false,
    };
}
