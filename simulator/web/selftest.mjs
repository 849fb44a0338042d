// The self-test of a Pico at a USB cable: its board, panel, keys and chip. `kit.selftest` has the scripts, limits and
// messages of host_tools/device/selftest. The command `gobelet selftest` on a computer also plays games; the page does
// not.

const KEYS = ["UP", "DOWN", "OK", "BACK"];
const PICTURES = ["frame", "lines", "lit"];
const FORMAT = 1;

const python = (value) => JSON.stringify(value).replace(/\bnull\b/g, "None").replace(/\btrue\b/g, "True")
    .replace(/\bfalse\b/g, "False");

// Returns a device script with `values` in place of its placeholders %(name)r, %(name)s and %(name)d.
function filled(script, values) {
    return script.replace(/%\((\w+)\)([rsd])/g, (_, name, kind) => kind === "r" ? python(values[name]) : values[name]);
}

// Returns a sentence with the values of `words` in place of its placeholders such as "{name}".
function worded(sentence, words) {
    return sentence.replace(/\{(\w+)\}/g, (all, name) => words[name] ?? all);
}

// Returns the sentences [finding, remedy] for a test result, in French if `at` is 0, in English if `at` is 1.
export function told({ selftest }, { name, finding, words }, at) {
    const [group, part = ""] = name.split(".");
    const of = (selftest.of[part] ?? [part, part])[at];
    if (finding in selftest.why && !(`${group}.${finding}` in selftest.sentences)) {
        return [`${selftest.names[group][at]}${of && ` ${of}`}${at ? "" : " "}: ${selftest.why[finding][at]}`, ""];
    }
    return selftest.sentences[`${group}.${finding}`][at].map((text) => worded(text, { ...words, of }));
}

// Returns [duration of the press, longest contact bounce] of a key in milliseconds. `edges` has [is down, time] of each
// change of the key. A change less than `apart` milliseconds after the previous change belongs to the same bounce.
function contact(edges, apart) {
    if (!edges.length) return [0, 0];
    const bursts = [[edges[0][1]]];
    for (let n = 1; n < edges.length; n++) {
        if (edges[n][1] - edges[n - 1][1] < apart) bursts.at(-1).push(edges[n][1]);
        else bursts.push([edges[n][1]]);
    }
    const held = bursts.length > 1 ? edges.at(-1)[1] - edges[0][1] : 0;
    return [held, Math.max(...bursts.map((burst) => burst.at(-1) - burst[0]))];
}

const hexadecimal = (address) => `0x${address.toString(16).toUpperCase()}`;

// One run of the self-test on a device.
class Test {
    constructor(repl, kit, board, { facts_of, hands, at, tell }) {
        Object.assign(this, { repl, kit, board, facts_of, hands, at, tell, ...kit.selftest });
        this.results = [];
    }

    add(name, state, finding = "", words = {}) {
        this.results.push({ name, state, finding, words });
        this.tell(...told(this.kit, this.results.at(-1), this.at));
    }

    judge(name, isGood, finding, words) {
        this.add(name, isGood ? "holds" : "fails", isGood ? "" : finding, words);
    }

    async run(script, values = {}) {
        return this.facts_of(await this.repl.exec(filled(script, values)));
    }

    pin(key) {
        const gpio = this.board.constants[key];
        const [printed, pad] = this.board.pads[gpio] ?? [`GP${gpio}`, null];
        return pad ? `${printed}, ${this.at ? "pad" : "broche"} ${pad}` : printed;
    }

    pins(keys) {
        return keys.map((key) => `${key} (${this.pin(key)})`).join(", ");
    }

    // Checks board file, clock speed, memory and storage. Returns the facts that the device has reported.
    async checkChip() {
        const { board, kit, limits } = this;
        const facts = await this.run(this.scripts.facts,
            { board: { ...board.constants, NAME: board.name }, ready: kit.names.ready });
        if (facts.board_fault) this.add("boardfile", "fails", "unusable", { why: facts.board_fault, board: board.file });
        this.board = { ...board, constants: { ...board.constants, ...facts.board } };
        if (!facts.board_fault) this.add("boardfile", "holds", "", { board: this.board.constants.NAME });
        const mhz = Math.floor(facts.hertz / 1e6);
        this.judge("speed", facts.hertz >= limits.hertz, "slow", { mhz, least: limits.hertz / 1e6 });
        const heap = Math.floor(facts.heap / 1024);
        this.judge("heap", heap >= limits.heap, "low", { free: heap, least: limits.heap });
        const [free, whole] = facts.storage.map((bytes) => Math.floor(bytes / 1024));
        const [largest = "?", size = 0] = facts.root.filter(([name]) => !kit.known.includes(name))
            .sort((a, b) => b[1] - a[1])[0] ?? [];
        this.judge("storage", free >= limits.storage, "full",
            { free, whole, least: limits.storage, largest, size: Math.ceil(size / 1024) });
        return facts;
    }

    // Checks the wires and the pictures of the panel. Returns the names of keys that are down though nobody presses
    // them.
    async checkPanel() {
        const { constants } = this.board;
        const { low, found, down } = await this.run(this.scripts.bus, { board: constants, others: [] });
        this.judge("bus", !low.length, "low", { low: this.pins(low) });
        const [there] = found ?? [];
        const address = hexadecimal(constants.ADDRESS);
        const answers = (found ?? []).includes(constants.ADDRESS);
        if (answers) this.add("panel", "holds", "", { address });
        else if (there) this.add("panel", "fails", "address", { there: hexadecimal(there), address });
        else this.add("panel", "fails", "absent", { sda: this.pin("SDA"), scl: this.pin("SCL") });
        for (const which of PICTURES) {
            if (answers) await this.checkPicture(which);
            else this.add(`picture.${which}`, "skipped", "panel");
        }
        return down;
    }

    async checkPicture(which) {
        const { ok } = await this.run(this.scripts.picture, { which });
        const isRight = ok && await this.hands.yes(this.asked[which][this.at].replace(/ \[.*/, ""));
        this.judge(`picture.${which}`, isRight, which === "lit" ? "lines" : "shifted", { chip: this.board.constants.CHIP ?? "" });
    }

    async checkKey(key, number) {
        const { limits, of, at } = this;
        this.hands.says(worded(this.asked.key[at], { key: of[key][at] }));
        const { edges } = await this.run(this.scripts.watch, { key });
        const bit = 1 << number;
        const seen = edges.reduce((mask, [each]) => mask | each, 0);
        const other = KEYS.filter((_, n) => seen & ~bit & 1 << n).join(", ");
        const [held, bounce] = contact(edges.map(([mask, micros]) => [Boolean(mask & bit), micros / 1000]), limits.apart);
        const words = { held: Math.round(held), bounce: Math.round(10 * bounce) / 10, edges: edges.length };
        const finding = !seen ? "dead" : !(seen & bit) ? "other" : other ? "together" : bounce > limits.bounce ? "bounces"
            : held < limits.held ? "short" : "";
        this.judge(`key.${key}`, !finding, finding, { ...words, pin: this.pin(key), other, least: limits.bounce });
    }

    async checkDice() {
        const { limits } = this;
        const { counts } = await this.run(this.scripts.rolls, { rolls: limits.rolls });
        const expected = limits.rolls / counts.length;
        const chi = Math.round(10 * counts.reduce((sum, count) => sum + (count - expected) ** 2 / expected, 0)) / 10;
        this.judge("entropy", chi <= limits.chi, "biased", { rolls: limits.rolls, chi, most: limits.chi });
    }
}

// Runs the self-test and returns its report. `known` is the result of `identify` in device.mjs. `given` has these
// properties:
//
// `hands`: the functions yes(question), which resolves with the player's answer, and says(sentence), which shows an
//     instruction.
// `at`: 0 for French, 1 for English.
// `tell`: a function that shows a finding and its remedy.
// `facts_of`: the function `facts` of device.mjs.
export async function check(repl, kit, board, { known, ...given }) {
    const test = new Test(repl, kit, board, given);
    test.add("micropython", "holds", "", { version: known.version.join("."), machine: known.machine });
    const { build = "" } = await test.checkChip();
    const down = await test.checkPanel();
    test.judge("down", !down.length, "held", { keys: test.pins(down) });
    for (const [number, key] of KEYS.entries()) {
        await test.checkKey(key, number);
    }
    await test.checkDice();
    return { "gobelet-selftest": FORMAT, made: new Date().toISOString().slice(0, 10), machine: known.machine,
        board: board.file, build, results: test.results };
}

// Returns a sentence that summarizes a report, in French if `at` is 0, in English if `at` is 1.
export function verdict({ selftest }, { results }, at) {
    const failing = results.filter((each) => each.state === "fails").length;
    const count = results.filter((each) => each.state !== "skipped").length;
    return worded(selftest.asked[failing ? "some" : "all"][at], { count, failing }).replace(/\s*:$/, ".");
}
