// The connection to one Gobelet (firmware/gobelet/link/README.md lists its messages), by one of three ways: a
// cable by Web Serial, another tab of this browser, and `python -m host_tools.link --serve`.

import { Outbox } from "./table_outbox.mjs";
import { fits, mended, read } from "./table_shapes.mjs";

const MOST = 200; // limit of the stored rolls and codes
export const ALIVE_MS = 5000, STALE_MS = 12000; // time of two missing answers
const CHANNEL = "gobelet link";

const alike = (one, other) => JSON.stringify(one) === JSON.stringify(other);

// Tells whether one of two lists is a prefix of the other.
const begins = (some, others) => some.slice(0, others.length).every((each, at) => alike(each, others[at]));

// Tells whether two rolls belong to one key press and so to one code. Such rolls share code and number, and
// their dice are consecutive.
const isOnePress = (one, other) => ["at", "number", "secret"].every((name) => one[name] === other[name]) && begins(one.dice, other.dice);

// Tells whether `told` repeats the roll `known`, or is a later step of it. An equal position does not
// suffice: another Gobelet can have it, and so can the same one after its journal was erased or restored.
function isSameRoll(known, told) {
    if (known.game !== told.game || known.of !== told.of) return false;
    if (known.proof && told.proof) {
        return ["at", "code", "number", "secret", "dice"].every((name) => alike(known.proof[name], told.proof[name]));
    }
    const [some, others] = [known, told].map((roll) => (roll.dice ?? []).map((die) => die.slice(0, 2)));
    return begins(some, others);
}

const VERSION = 1; // version of the stored format

// table: the last hello, game and matching state, the rolls, the codes of verifiable rolls, oldest first, and
// whether it is stale. `read` has validated the messages.
export class Talk {
    // id: "usb 0", "tab" or "desk 0"; kept: the stored data of this id; marks and keep: those of the Outbox.
    constructor(id, kept, marks, keep) {
        this.id = id;
        const { name, role, agreed, table, version = VERSION } = kept ?? {};
        this.name = typeof name === "string" ? name : "";
        this.role = typeof role === "string" ? role : "team"; // or "seat", or the id of the Gobelet that leads the same game
        this.agreed = Array.isArray(agreed) && version === VERSION ? agreed.filter(Array.isArray) : [];
        this.table = { ...mended(version === VERSION ? table ?? {} : {}), stale: true };
        this.outbox = new Outbox(marks, keep, id);
        this.seq = null;
        this.heard = 0;
        this.send = null; // (request) => {}, while connected
    }

    get kept() {
        const { name, role, agreed, table } = this;
        return { version: VERSION, name, role, agreed, table };
    }

    // Processes a message. Returns {missed: whether an earlier message was lost, given: the new rolls}.
    take(message) {
        const { table } = this;
        const { type } = message;
        this.heard = Date.now();
        if (type === "stale") {
            table.stale = message.stale !== false;
            return { missed: false, given: [] };
        }
        const missed = this.seq !== null && type !== "hello" && message.seq !== this.seq + 1;
        this.seq = message.seq;
        table.stale = false;
        if (type === "state") {
            if (fits(table.game, message)) table.state = message;
        } else if (["hello", "game"].includes(type)) {
            table[type] = message;
            if (type === "game" && table.state && !fits(message, table.state)) table.state = undefined;
        } else if (type === "commit") {
            if (!table.codes.includes(message.code)) table.codes.push(message.code);
            table.codes.splice(0, table.codes.length - MOST);
        } else if (type === "roll") {
            this.takeRoll({ ...message, game: table.game?.game });
        } else if (type === "undo" && message.what === "roll") {
            const of = table.rolls.findLast((roll) => roll.game === table.game?.game && [roll.at, roll.of].includes(message.of));
            if (of) of.undone = true;
        }
        return { missed, given: this.outbox.take(message) };
    }

    // Adds a roll, or replaces its earlier version, as host_tools/link/table.py does.
    takeRoll({ announced, undone, checked, ...roll }) { // the page itself adds these fields
        const { rolls, codes } = this.table;
        const at = rolls.findLastIndex((each) => isSameRoll(each, roll));
        const known = rolls[at];
        if (known && (roll.at < known.at || (known.proof && !roll.proof))) return;
        roll.when = known?.when ?? roll.when ?? Date.now() / 1000;
        known ? rolls.splice(at, 1, roll) : rolls.push(roll);
        if (roll.proof) {
            const { code } = roll.proof;
            const others = rolls.filter((each) => each !== roll && each.proof?.code === code);
            roll.announced = known?.announced ?? (codes.includes(code) && others.every(({ proof }) => isOnePress(proof, roll.proof)));
        }
        for (const { proof } of rolls.splice(0, rolls.length - MOST)) {
            if (codes.includes(proof?.code)) codes.splice(codes.indexOf(proof.code), 1);
        }
    }

    // Takes over all data of the desk tool. The last messages of the desk tool count as new.
    hold(whole) {
        const { hello, game, state, ...told } = mended(whole);
        this.table = told;
        for (const message of [hello, game, state]) {
            if (message) this.take(message);
        }
        this.table.stale = told.stale;
        this.seq = null;
    }

    greet() {
        const { state } = this.table;
        this.send?.(state?.game ? { hello: 1, game: state.game, since: state.at } : { hello: 1 });
    }

    // Called at intervals: tells the Gobelet that the page listens. Returns whether the Gobelet has been
    // silent for too long.
    alive() {
        const silent = Date.now() - this.heard > STALE_MS;
        silent ? this.greet() : this.send?.({ alive: 1 });
        return silent;
    }
}

// Yields the messages of a text that arrives in pieces; other lines are console output.
export function* messages(left, text) {
    const lines = (left.text + text).split("\n");
    left.text = lines.pop().slice(-(1 << 18));
    for (const line of lines) {
        const message = read(line);
        if (message) yield message;
    }
}

// Connects by a cable until it is disconnected. hear(messages) gets the messages. Rejects if the port cannot
// be opened.
export async function plug(port, talk, hear) {
    await port.open({ baudRate: 115200 });
    const writer = port.writable.getWriter();
    const text = new TextEncoder();
    talk.send = (request) => writer.write(text.encode(`\n${JSON.stringify(request)}\n`)).catch(() => {});
    talk.greet();
    const timer = setInterval(() => talk.alive() && !talk.table.stale && hear([{ type: "stale" }]), ALIVE_MS);
    const left = { text: "" };
    const decoder = new TextDecoder();
    const reader = port.readable.getReader();
    const pulled = { done: true };
    for (;;) {
        const { done, value } = await reader.read().catch(() => pulled);
        if (done) break;
        hear([...messages(left, decoder.decode(value, { stream: true }))]);
    }
    reader.releaseLock();
    clearInterval(timer);
    talk.send = null;
    hear([{ type: "stale" }]);
}

// Connects to the Gobelet in another tab, as soon as there is one. found() returns its talk.
export function callTab(found, hear) {
    const channel = new BroadcastChannel(CHANNEL);
    const say = (to, request) => channel.postMessage({ to, text: `\n${JSON.stringify(request)}\n` });
    let voice = null; // the tab of the last hello: a reopened tab counts as another one
    let left = { text: "" };
    let talk = null;
    channel.onmessage = ({ data: { from, text } }) => {
        if (!from) return; // a message of another table page
        if (from !== voice) {
            // the first message of a new tab has no text
            if (voice && text !== undefined && !text.includes('"type":"hello"')) return;
            voice = from;
            left = { text: "" };
            talk ??= found();
            talk.send = (request) => say(voice, request);
        }
        if (text === undefined) talk.greet(); // the tab has just started
        else hear(talk, [...messages(left, text)]);
    };
    say(null, { hello: 1 });
    setInterval(() => {
        if (!talk) say(null, { hello: 1 });
        else if (talk.alive()) {
            voice = null;
            say(null, { hello: 1 });
            if (!talk.table.stale) hear(talk, [{ type: "stale" }]);
        }
    }, ALIVE_MS);
}

// Connects to the desk tool, which has all data. found(device) returns the talk of a device.
export function follow(found, hear) {
    const events = new EventSource("events");
    const talks = new Map();
    events.onmessage = ({ data }) => {
        const { device, ...message } = JSON.parse(data);
        if (!message.type) return; // a sign of life only
        if (!talks.has(device)) {
            const talk = found(device);
            talk.send = (request) => fetch("ask", {
                method: "POST", headers: { "Content-Type": "application/json" }, body: JSON.stringify({ ...request, device }),
            }).catch(() => {});
            talks.set(device, talk);
        }
        if (message.type === "table") talks.get(device).hold(message);
        hear(talks.get(device), message.type === "table" ? [] : [message]);
    };
    events.onerror = () => talks.forEach((talk) => hear(talk, [{ type: "stale" }]));
}
