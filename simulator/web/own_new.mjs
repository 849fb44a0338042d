// The changes that the "+" buttons of the form make in the text of a game. A button adds a section or an item with
// valid content, so that a valid game stays valid. A change is {from, to, insert}, see own_text.mjs, or a list of such
// changes. A function that refuses a change returns the reason as a string. Throughout, `reach` has the possible totals
// of each roll, by the roll's id.

import { say } from "./own_messages.mjs";

const FAR = 9999; // the bound in place of a missing bound, as in the open range "4.."
const MOST_CHANCES = 4;

// Returns an id that consists of `letter` and a number, and is not in the list `ids`.
function freeId(letter, ids) {
    let number = ids.length + 1;
    while (ids.includes(`${letter}${number}`)) {
        number += 1;
    }
    return `${letter}${number}`;
}

function idsAt(parts, path) {
    return Array.from({ length: parts.count(path) }, (_, at) => parts.value([...path, at, "id"]));
}

// Parses the range of a table row, as host_tools/own does. Returns [low, high], or null if the text is no range.
export function span(text) {
    const plain = text.replaceAll(" ", "").replace(/[−–—]/g, "-");
    const found = /^(-?\d+)?(?:(\.\.)(-?\d+)?|(\+)|-(-?\d+))?$/.exec(plain);
    if (plain === "*") {
        return [-FAR, FAR];
    }
    if (!found || !plain || plain === "+") {
        return null;
    }
    const [, low, open, high, up, to] = found;
    if (open) {
        return [low === undefined ? -FAR : Number(low), high === undefined ? FAR : Number(high)];
    }
    return low === undefined ? null : [Number(low), up ? FAR : Number(to ?? low)];
}

// Formats a range: as "2-4", or as "2..4" if `dash` is "..".
export function formatRange([low, high], dash = "-") {
    return low === high ? String(low) : low <= -FAR ? high >= FAR ? "*" : `..${high}` : high >= FAR ? `${low}..`
        : `${low}${low < 0 || high < 0 ? ".." : dash}${high}`;
}

// Returns the table rows of a list, without those that have no valid range. A table row is such as "2-4: result". Each
// returned row has these properties:
//
// `at`: the index of the row in the list.
// `path`: the path of the value that contains the range.
// `low` and `high`: the bounds of the range.
// `dash`: the sign between the bounds.
// `rest`: the text after the range.
function rowsOf(parts, list) {
    return Array.from({ length: parts.count(list) }, (_, at) => {
        const value = parts.value([...list, at]);
        const isText = typeof value === "string";
        const on = isText ? value.split(":")[0] : String(parts.value([...list, at, "on"]) ?? "");
        const range = span(on);
        return range && { at, path: isText ? [...list, at] : [...list, at, "on"], low: range[0], high: range[1],
            dash: on.includes("..") ? ".." : "-", rest: isText ? value.slice(on.length) : "" };
    }).filter(Boolean);
}

const withRange = (parts, row, range) => parts.set(row.path, formatRange(range, row.dash) + row.rest);

// Returns the path of a roll's table rows. The rows are in the section of the roll, or in the table section that the
// roll names.
function listOf(parts, roll) {
    const name = parts.value([...roll, "table"]);
    const table = name === undefined ? -1 : idsAt(parts, ["table"]).indexOf(name);
    return table < 0 ? [...roll, "rows"] : ["table", table, "rows"];
}

// Returns the possible totals of the roll that uses the table rows at the path `list`. If several rolls use these rows,
// returns the totals of the first such roll. Returns undefined if the totals are unknown.
function reachOf(parts, list, reach) {
    const [kind, number] = list;
    const rolls = Array.from({ length: parts.count(["roll"]) }, (_, at) => ["roll", at]);
    const roll = kind === "roll" ? ["roll", number] : rolls.find((each) => listOf(parts, each)[1] === number && listOf(parts, each)[0] === "table");
    return roll && reach[parts.value([...roll, "id"])];
}

// Returns the change that adds a table row with the text `cell` in each column. The range of the new row is the lowest
// totals that no row contains. If each total is in a row, the new row takes the highest total from a row with several
// totals.
function newRow(parts, list, reach, cell) {
    const rows = rowsOf(parts, list);
    const numbers = reachOf(parts, list, reach);
    const cells = (rows[0]?.rest ?? "").split("|").fill(cell).join(" | ");
    const add = (range) => parts.addItem(list, JSON.stringify(`${formatRange(range)}: ${cells}`));
    if (!numbers?.length) {
        const last = rows.at(-1);
        return add(!last ? [-FAR, FAR] : last.high < FAR ? [last.high + 1, last.high + 1] : [last.low - 1, last.low - 1]);
    }
    const gap = numbers.filter((n) => !rows.some(({ low, high }) => low <= n && n <= high));
    if (gap.length) {
        let end = gap[0];
        while (gap.includes(end + 1)) {
            end += 1;
        }
        return add([gap[0], end]);
    }
    const inside = ({ low, high }) => numbers.filter((n) => low <= n && n <= high);
    const wide = rows.filter((row) => inside(row).length > 1);
    if (!wide.length) {
        return say("noRoomForRow");
    }
    const row = wide.at(-1) === rows.at(-1) ? wide.at(-1) : wide.toSorted((a, b) => inside(b).length - inside(a).length)[0];
    const top = inside(row).at(-1), next = inside(row).at(-2);
    return [withRange(parts, row, [row.low, next]), add([top, row.high >= FAR ? FAR : top])];
}

// Returns the changes that make the highest table row open-ended, such as "6.." in place of "6". So this row also
// contains the higher totals that a new input with a modifier makes possible.
function opened(parts, roll, reach) {
    const list = listOf(parts, roll);
    const most = reachOf(parts, list, reach)?.at(-1);
    const row = rowsOf(parts, list).find(({ high }) => high < FAR && high === most);
    return row ? [withRange(parts, row, [row.low, FAR])] : [];
}

function newInput(parts, roll, reach, number = false) {
    const id = freeId("i", idsAt(parts, [...roll, "inputs"]));
    const rest = number ? `low = 0, high = 3` : `${parts.word("mod")} = 1`;
    const inside = number ? rest.replace("low", parts.word("low")).replace("high", parts.word("high")) : rest;
    return { id, changes: [...opened(parts, roll, reach),
        parts.addItem([...roll, "inputs"], `{ id = "${id}", ${parts.word("name")} = "${say(number ? "newNumber" : "newInput")}", ${inside} }`)] };
}

// Returns the id of an input of the roll, and the changes that add an input if the roll has none. If `number` is true,
// an input whose values are numbers is preferred.
function anInput(parts, roll, reach, number) {
    const listed = Array.from({ length: parts.count([...roll, "inputs"]) }, (_, at) => [...roll, "inputs", at]);
    const found = number && listed.find((each) => parts.at([...each, "counter"]) || parts.at([...each, "high"])) || listed[0];
    return found ? { id: parts.value([...found, "id"]), changes: [] } : newInput(parts, roll, reach, number);
}

// Returns the change that adds an item of the kind `as` to the list at `path`.
export function newItem(as, parts, path, reach) {
    const word = (key) => parts.word(key);
    const [kind, number, key] = path;
    const section = [kind, number];
    const id = freeId(as[0], idsAt(parts, path));
    if (as === "row") {
        return newRow(parts, kind === "roll" ? listOf(parts, section) : path, reach, say("newResult"));
    }
    if (as === "result") {
        const rows = kind === "roll" ? listOf(parts, section) : [...section, "rows"];
        const list = [...rows.slice(0, 2), key]; // the path of the results, in the section that has the table rows
        const result = freeId("r", idsAt(parts, list));
        const row = newRow(parts, rows, reach, result);
        return typeof row === "string" ? row
            : [parts.addItem(list, `{ id = "${result}", ${word("text")} = "${say("newResult")}" }`), ...[row].flat()];
    }
    if (as === "input") {
        return newInput(parts, section, reach).changes;
    }
    if (as === "chance") {
        return parts.count(path) >= MOST_CHANCES ? say("noMoreChances")
            : parts.addItem(path, `{ ${word("name")} = "${say("newChance")}", ${word("least")} = 4 }`);
    }
    if (as === "need") {
        const input = anInput(parts, section, reach, false);
        return [...input.changes, parts.addItem(path, `{ ${word("if")} = "${input.id} >= 0", ${word("text")} = "${say("newNeed")}" }`)];
    }
    if (as === "decide") {
        const input = anInput(parts, section, reach, true);
        const taken = idsAt(parts, [...section, "inputs"]);
        return [...input.changes, parts.add(section, key,
            `{ id = "${freeId("d", taken)}", ${word("text")} = "${say("newDecision")}", ${word("most")} = "${input.id}" }`)];
    }
    // The only remaining kind is a step of the turn.
    return parts.addItem(path, `{ id = "${id}", ${word("name")} = "${say("newStep")}" }`);
}

const two = (parts) => `${parts.word("rows")} = [\n  "..3: ${say("newLow")}",\n  "4..: ${say("newHigh")}",\n]`;
const BODIES = {
    counter: (parts) => `${parts.word("name")} = "${say("newCounter")}"`,
    roll: (parts) => `${parts.word("name")} = "${say("newRoll")}"\n${parts.word("dice")} = "d6"\n${two(parts)}`,
    table: (parts) => two(parts),
    page: (parts) => `${parts.word("title")} = "${say("newPage")}"\n${parts.word("text")} = "${say("newText")}"`,
    preset: (parts, roll) => `${parts.word("name")} = "${say("newPreset")}"\n${parts.word("roll")} = "${roll}"`,
};

// Returns the change that adds a section of the kind `kind`.
export function newSection(kind, parts) {
    if (kind === "turn") {
        return parts.section("turn", `${parts.word("steps")} = [\n  { id = "s1", ${parts.word("name")} = "${say("newStep")}" },\n]`, false);
    }
    const roll = parts.value(["roll", 0, "id"]);
    if (kind === "preset" && roll === undefined) {
        return say("needsRoll");
    }
    return parts.section(kind, `id = "${freeId(kind[0], idsAt(parts, [kind]))}"\n${BODIES[kind](parts, roll)}`);
}

// Returns the changes that spread the table rows of a roll evenly over its possible totals. Returns null if the rows
// fit: each total is in exactly one row, and each row contains a total. Returns null too if there are more rows than
// totals, no rows, or a row without a valid range.
export function spreadRows(parts, roll, reach) {
    const list = listOf(parts, roll);
    const numbers = reachOf(parts, list, reach) ?? [];
    const rows = rowsOf(parts, list);
    const fits = rows.every(({ low, high }) => numbers.some((n) => low <= n && n <= high))
        && numbers.every((n) => rows.filter(({ low, high }) => low <= n && n <= high).length === 1);
    if (fits || !rows.length || rows.length !== parts.count(list) || numbers.length < rows.length) {
        return null;
    }
    return rows.map((row, at) => {
        const [from, to] = [at, at + 1].map((part) => Math.floor(part * numbers.length / rows.length));
        return withRange(parts, row, [at === 0 ? -FAR : numbers[from], at === rows.length - 1 ? FAR : numbers[to - 1]]);
    });
}

// Returns the columns of a roll's table: {input: the index of the input that chooses the column, names: the names of
// the columns}. Returns null if the table has one column.
export function columnsOf(parts, roll) {
    const id = parts.value([...roll, "column"]);
    const input = id === undefined ? -1 : idsAt(parts, [...roll, "inputs"]).indexOf(id);
    if (input < 0) {
        return null;
    }
    const options = [...roll, "inputs", input, "options"];
    return { input, names: Array.from({ length: parts.count(options) }, (_, at) => parts.value([...options, at])) };
}

// Returns the changes that add a column to a roll's table, with the content of the last column. If the table has only
// one column, an input that chooses the column is added too.
export function newColumn(parts, roll) {
    const list = [...roll, "rows"];
    const rows = Array.from({ length: parts.count(list) }, (_, at) => parts.value([...list, at]));
    const there = columnsOf(parts, roll);
    if (rows.some((row) => typeof row !== "string") || there?.names.some((name) => typeof name !== "string")) {
        return say("inTextOnly");
    }
    const wider = rows.map((row, at) => parts.set([...list, at], `${row} | ${row.slice(row.indexOf(":") + 1).split("|").at(-1).trim()}`));
    if (there) {
        const options = [...roll, "inputs", there.input, "options"];
        const name = String.fromCharCode("A".charCodeAt(0) + there.names.length);
        const more = [["columns"], ["inputs", there.input, "mods"]].map((path) => [...roll, ...path]).filter((path) => parts.at(path));
        return [parts.addItem(options, JSON.stringify(name)), ...wider,
            ...more.map((path) => parts.addItem(path, path.at(-1) === "mods" ? "0" : JSON.stringify(name)))];
    }
    const id = freeId("k", idsAt(parts, [...roll, "inputs"]));
    return [choice(parts, roll, id, say("newColumn"), ["A", "B"]), parts.add(roll, "column", JSON.stringify(id)), ...wider];
}

function choice(parts, roll, id, name, options) {
    return parts.addItem([...roll, "inputs"], `{ id = "${id}", ${parts.word("name")} = ${JSON.stringify(name)}, ${parts.word("options")} = ${JSON.stringify(options).replaceAll('","', '", "')} }`);
}

// Returns the changes that replace the table rows of a roll by a pasted table. The pasted table is {dice, heads: the
// column names, rows: [range, cells] of each row}.
export function pastedRows(parts, roll, { dice, heads, rows }) {
    const list = listOf(parts, roll);
    const there = columnsOf(parts, roll);
    const moving = parts.count([...roll, "inputs"]) > (there ? 1 : 0);
    const ranges = rows.map(([range]) => range);
    if (moving) { // open-ended first and last rows also contain the totals that a modifier makes possible
        ranges[0] = ranges[0].replace(/^-?\d+(-|\.\.)(-?\d+)$/, "..$2").replace(/^(-?\d+)$/, "..$1");
        ranges.push(ranges.pop().replace(/^(-?\d+)((-|\.\.)-?\d+)?$/, "$1.."));
    }
    const written = `[\n${rows.map(([, cells], at) => `  ${JSON.stringify(`${ranges[at]}: ${cells.join(" | ")}`)},\n`).join("")}]`;
    const changes = [
        parts.at(list) ? parts.set(list, { raw: written }) : parts.add(list.slice(0, -1), "rows", written),
        parts.set([...roll, "dice"], dice), parts.set([...list.slice(0, -1), "results"], undefined),
    ];
    if (heads.length > 1 && there) {
        changes.push(parts.set([...roll, "inputs", there.input, "options"], heads), parts.set([...roll, "columns"], undefined),
            parts.set([...roll, "inputs", there.input, "mods"], undefined));
    } else if (heads.length > 1) {
        const id = freeId("k", idsAt(parts, [...roll, "inputs"]));
        changes.push(choice(parts, roll, id, say("newColumn"), heads), parts.add(roll, "column", JSON.stringify(id)));
    } else if (there) {
        changes.push(parts.set([...roll, "column"], undefined), parts.set([...roll, "columns"], undefined));
    }
    return changes;
}
