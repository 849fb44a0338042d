// The connection of the table page to one Gobelet. The file firmware/gobelet/link/README.md lists the messages. The
// connection is a USB cable (Web Serial), another tab of this browser, or the desk tool: `python -m host_tools.link
// --serve` on a computer.

import { Outbox } from "./table_outbox.mjs";
import { fits, repairTable, read } from "./table_shapes.mjs";

const MOST = 200; // maximum number of stored rolls, and of stored codes
// ALIVE_MS is the time between two signs of life, each of which a Gobelet answers. After a silence of STALE_MS the
// Gobelet has missed two answers.
export const ALIVE_MS = 5000, STALE_MS = 12000;
const CHANNEL = "gobelet link";

const alike = (one, other) => JSON.stringify(one) === JSON.stringify(other);

// Returns whether the shorter of two lists is the beginning of the longer one.
const begins = (some, others) => some.slice(0, others.length).every((each, at) => alike(each, others[at]));

// Returns whether two proofs belong to rolls that one key press has made, with one code. Such proofs have the same
// position, number and secret, and the dice of one proof are the first dice of the other.
const isOnePress = (one, other) => ["at", "number", "secret"].every((name) => one[name] === other[name]) && begins(one.dice, other.dice);

// Returns whether the messages `known` and `told` are about the same roll; `told` may have more dice. An equal journal
// position does not prove that, because another Gobelet, or a restored backup, may have another roll at this position.
function isSameRoll(known, told) {
    if (known.game !== told.game || known.of !== told.of) return false;
    if (known.proof && told.proof) {
        return ["at", "code", "number", "secret", "dice"].every((name) => alike(known.proof[name], told.proof[name]));
    }
    const [some, others] = [known, told].map((roll) => (roll.dice ?? []).map((die) => die.slice(0, 2)));
    return begins(some, others);
}

const VERSION = 1; // version of the format in which the browser stores the data of a Talk

// Processes the messages from and to one Gobelet. The property `table` has the data of the Gobelet:
//
// `hello`, `game` and `state`: the last message of each type; the state matches the game.
// `rolls` and `codes`: the rolls, and the codes of verifiable rolls, oldest first.
// `stale`: whether the data may be out of date, because the Gobelet is silent.
export class Talk {
    // `id`: the id of the connection, such as "usb 0", "tab" or "desk 0".
    // `kept`: the data that the browser has stored for this id.
    // `marks` and `keep`: arguments of the Outbox.
    constructor(id, kept, marks, keep) {
        this.id = id;
        const { name, role, agreed, table, version = VERSION } = kept ?? {};
        this.name = typeof name === "string" ? name : "";
        this.role = typeof role === "string" ? role : "team"; // "team", "seat", or the id of the Gobelet's leader
        this.agreed = Array.isArray(agreed) && version === VERSION ? agreed.filter(Array.isArray) : [];
        this.table = { ...repairTable(version === VERSION ? table ?? {} : {}), stale: true };
        this.outbox = new Outbox(marks, keep, id);
        this.seq = null;
        this.heard = 0;
        this.send = null; // a function that sends a request; null while the Gobelet is not connected
    }

    get kept() {
        const { name, role, agreed, table } = this;
        return { version: VERSION, name, role, agreed, table };
    }

    // Processes a valid message. Returns {missed, given}: whether an earlier message was lost, and the new rolls.
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

    // Adds a roll, or replaces an earlier message about the same roll, as host_tools/link/table.py does. The properties
    // `announced`, `undone` and `checked` of a message are dropped, because only the page sets them.
    takeRoll({ announced, undone, checked, ...roll }) {
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

    // Replaces `table` by the data `whole` of the desk tool, and processes the last messages in that data.
    hold(whole) {
        const { hello, game, state, ...told } = repairTable(whole);
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

    // Sends a sign of life to the Gobelet, or a greeting if the Gobelet has been silent for more than STALE_MS. Returns
    // whether the Gobelet is silent. This method is called every ALIVE_MS.
    alive() {
        const silent = Date.now() - this.heard > STALE_MS;
        silent ? this.greet() : this.send?.({ alive: 1 });
        return silent;
    }
}

// Yields the messages in a piece of received text. `left` stores an unfinished line until the next piece. A line that
// is no message is skipped.
export function* messages(left, text) {
    const lines = (left.text + text).split("\n");
    left.text = lines.pop().slice(-(1 << 18));
    for (const line of lines) {
        const message = read(line);
        if (message) yield message;
    }
}

// Connects a Talk to a Gobelet on a serial port, until the cable is disconnected. hear(messages) is called with the
// received messages. Rejects if the port cannot be opened.
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

// Connects to a Gobelet in another tab of this browser, as soon as such a tab exists. found() returns the Talk of that
// Gobelet.
export function callTab(found, hear) {
    const channel = new BroadcastChannel(CHANNEL);
    const say = (to, request) => channel.postMessage({ to, text: `\n${JSON.stringify(request)}\n` });
    let voice = null; // the id of the connected tab; a reopened tab has another id
    let left = { text: "" };
    let talk = null;
    channel.onmessage = ({ data: { from, text } }) => {
        if (!from) return; // another table page has sent the message
        if (from !== voice) {
            // A new tab announces itself by a message without text, or by the answer "hello" to a greeting. While one
            // tab is connected, all other messages of further tabs are ignored.
            if (voice && text !== undefined && !text.includes('"type":"hello"')) return;
            voice = from;
            left = { text: "" };
            talk ??= found();
            talk.send = (request) => say(voice, request);
        }
        if (text === undefined) talk.greet(); // the Gobelet in the other tab has just started
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

// Connects to the desk tool, which has the data of all Gobelets. found(device) returns the Talk of a Gobelet.
export function follow(found, hear) {
    const events = new EventSource("events");
    const talks = new Map();
    events.onmessage = ({ data }) => {
        const { device, ...message } = JSON.parse(data);
        if (!message.type) return; // a message without a type is a sign of life of the desk tool
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
