// The first half of the self-test, by the cable of the page: the board, its panel, its keys, its chip. Scripts, limits
// and sentences are those of host_tools/device/selftest, in `kit.selftest`; games are played by `gobelet selftest` alone.

const KEYS = ["UP", "DOWN", "OK", "BACK"];
const PICTURES = ["frame", "lines", "lit"];
const FORMAT = 1;

const python = (value) => JSON.stringify(value).replace(/\bnull\b/g, "None").replace(/\btrue\b/g, "True")
    .replace(/\bfalse\b/g, "False");

// A script with its places filled in: %(name)r, %(name)s, %(name)d.
function filled(script, values) {
    return script.replace(/%\((\w+)\)([rsd])/g, (_, name, kind) => kind === "r" ? python(values[name]) : values[name]);
}

// "{name}" of a sentence.
function worded(sentence, words) {
    return sentence.replace(/\{(\w+)\}/g, (all, name) => words[name] ?? all);
}

// [what was found, what to do] of a result.
export function told({ selftest }, { name, finding, words }, at) {
    const [group, part = ""] = name.split(".");
    const of = (selftest.of[part] ?? [part, part])[at];
    if (finding in selftest.why && !(`${group}.${finding}` in selftest.sentences)) {
        return [`${selftest.names[group][at]}${of && ` ${of}`}${at ? "" : " "}: ${selftest.why[finding][at]}`, ""];
    }
    return selftest.sentences[`${group}.${finding}`][at].map((text) => worded(text, { ...words, of }));
}

// [for how long a key was held, the longest that its contact bounced], in milliseconds, of [down, at] for each edge.
export function contact(edges, apart) {
    if (!edges.length) return [0, 0];
    const bursts = [[edges[0][1]]];
    for (let n = 1; n < edges.length; n++) {
        if (edges[n][1] - edges[n - 1][1] < apart) bursts.at(-1).push(edges[n][1]);
        else bursts.push([edges[n][1]]);
    }
    const held = bursts.length > 1 ? edges.at(-1)[1] - edges[0][1] : 0;
    return [held, Math.max(...bursts.map((burst) => burst.at(-1) - burst[0]))];
}

// hands: {yes(question) -> whether the player says so, says(sentence)}. known: what device.mjs says of the chip.
export async function check(repl, kit, board, { facts_of, known, hands, at, tell }) {
    const { scripts, limits, asked } = kit.selftest;
    const results = [];
    const add = (name, state, finding = "", words = {}) => {
        results.push({ name, state, finding, words });
        tell(...told(kit, results.at(-1), at));
    };
    const judge = (name, good, finding, words) => add(name, good ? "holds" : "fails", good ? "" : finding, words);
    const run = async (script, values = {}) => facts_of(await repl.exec(filled(script, values)));
    const pin = (key) => {
        const [printed, pad] = board.pads[board.constants[key]] ?? [`GP${board.constants[key]}`, null];
        return pad ? `${printed}, ${at ? "pad" : "broche"} ${pad}` : printed;
    };

    add("micropython", "holds", "", { version: known.version.join("."), machine: known.machine });
    const facts = await run(scripts.facts, { board: { ...board.constants, NAME: board.name }, ready: kit.names.ready });
    if (facts.board_fault) add("boardfile", "fails", "unusable", { why: facts.board_fault, board: board.file });
    const constants = { ...board.constants, ...facts.board };
    board = { ...board, constants };
    if (!facts.board_fault) add("boardfile", "holds", "", { board: constants.NAME });
    const mhz = Math.floor(facts.hertz / 1e6);
    judge("speed", facts.hertz >= limits.hertz, "slow", { mhz, least: limits.hertz / 1e6 });
    const heap = Math.floor(facts.heap / 1024);
    judge("heap", heap >= limits.heap, "low", { free: heap, least: limits.heap });
    const [free, whole] = facts.storage.map((bytes) => Math.floor(bytes / 1024));
    const [largest = "?", size = 0] = facts.root.filter(([name]) => !kit.known.includes(name)).sort((a, b) => b[1] - a[1])[0]
        ?? [];
    judge("storage", free >= limits.storage, "full",
        { free, whole, least: limits.storage, largest, size: Math.ceil(size / 1024) });

    const bus = await run(scripts.bus, { board: constants, others: [] });
    judge("bus", !bus.low.length, "low", { low: bus.low.map((name) => `${name} (${pin(name)})`).join(", ") });
    const there = (bus.found ?? [])[0];
    const hexadecimal = (address) => `0x${address.toString(16).toUpperCase()}`;
    const answers = (bus.found ?? []).includes(constants.ADDRESS);
    if (answers) add("panel", "holds", "", { address: hexadecimal(constants.ADDRESS) });
    else if (there) add("panel", "fails", "address", { there: hexadecimal(there), address: hexadecimal(constants.ADDRESS) });
    else add("panel", "fails", "absent", { sda: pin("SDA"), scl: pin("SCL") });
    for (const which of PICTURES) {
        if (!answers) add(`picture.${which}`, "skipped", "panel");
        else {
            const shown = (await run(scripts.picture, { which })).ok;
            judge(`picture.${which}`, shown && await hands.yes(asked[which][at].replace(/ \[.*/, "")),
                which === "lit" ? "lines" : "shifted", { chip: constants.CHIP ?? "" });
        }
    }

    judge("down", !bus.down.length, "held", { keys: bus.down.map((key) => `${key} (${pin(key)})`).join(", ") });
    for (const [number, key] of KEYS.entries()) {
        hands.says(worded(asked.key[at], { key: kit.selftest.of[key][at] }));
        const { edges } = await run(scripts.watch, { key });
        const bit = 1 << number;
        const seen = edges.reduce((mask, [each]) => mask | each, 0);
        const other = KEYS.filter((_, n) => seen & ~bit & 1 << n).join(", ");
        const [held, bounce] = contact(edges.map(([mask, micros]) => [Boolean(mask & bit), micros / 1000]), limits.apart);
        const words = { held: Math.round(held), bounce: Math.round(10 * bounce) / 10, edges: edges.length };
        const finding = !seen ? "dead" : !(seen & bit) ? "other" : other ? "together" : bounce > limits.bounce ? "bounces"
            : held < limits.held ? "short" : "";
        judge(`key.${key}`, !finding, finding, { ...words, pin: pin(key), other, least: limits.bounce });
    }

    const { counts } = await run(scripts.rolls, { rolls: limits.rolls });
    const expected = limits.rolls / counts.length;
    const chi = Math.round(10 * counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0)) / 10;
    judge("entropy", chi <= limits.chi, "biased", { rolls: limits.rolls, chi, most: limits.chi });
    const { build = "" } = facts;
    return { "gobelet-selftest": FORMAT, made: new Date().toISOString().slice(0, 10), machine: known.machine,
        board: board.file, build, results };
}

// The end in words.
export function verdict({ selftest }, { results }, at) {
    const failing = results.filter((each) => each.state === "fails").length;
    const count = results.filter((each) => each.state !== "skipped").length;
    return worded(selftest.asked[failing ? "some" : "all"][at], { count, failing }).replace(/\s*:$/, ".");
}
