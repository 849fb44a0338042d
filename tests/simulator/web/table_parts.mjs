// The parts of the table page that need no page, with stand-ins for the browser's functions. Standard input
// has {outbox, tables, evenings, bodies, lucks, sends}; the output has the result of each.
import { readFileSync } from "node:fs";

const stored = new Map();
globalThis.localStorage = { getItem: (name) => stored.get(name) ?? null, setItem: (name, text) => stored.set(name, text) };
Object.defineProperty(globalThis, "navigator", { value: { locks: { request: async (name, act) => act() } } });
const posted = [];
globalThis.fetch = async (address, { headers, body }) => {
    posted.push({ address, headers, body: JSON.parse(body) });
    return { ok: posted.length !== 2, status: 422 };
};

const { Outbox } = await import("../../../simulator/web/table_outbox.mjs");
const { luck } = await import("../../../simulator/web/table_luck.mjs");
const { open, verify } = await import("../../../simulator/web/table_proof.mjs");
const { SameGame } = await import("../../../simulator/web/table_same.mjs");
const { SHAPES, repairTable, read } = await import("../../../simulator/web/table_shapes.mjs");
const { Talk, messages } = await import("../../../simulator/web/table_talk.mjs");
const dddice = await import("../../../simulator/web/table_dddice.mjs");

const given = JSON.parse(readFileSync(0, "utf8"));

// Processes the lines of an evening as the page does, without drawing. Returns the recognised type of each
// line, and whether the stored table is equal after it is read again.
async function evening(lines) {
    const talk = new Talk("usb 0", null, {}, () => {});
    const same = new SameGame(() => {}, () => {}, () => {});
    for (const message of messages({ text: "" }, `${lines.join("\n")}\n`)) {
        for (const roll of talk.take(message).given) dddice.body(roll, { room: "r", theme: "t" });
        for (const end of [same.leader, same.follower]) same.heard(end, message);
    }
    const { kept } = talk;
    const table = JSON.stringify(repairTable(kept.table));
    await verify(talk.table.rolls);
    open(talk.table);
    luck(talk.table.rolls);
    return { types: lines.map((line) => read(line)?.type ?? null), same: table === JSON.stringify(repairTable(JSON.parse(table))) };
}

const found = {
    outbox: given.outbox.map(({ marks = {}, messages }) => {
        let kept = null;
        const outbox = new Outbox(marks, (all) => { kept = { ...all }; }, 0);
        return { given: messages.flatMap((message) => outbox.take(message)).map(({ key }) => key), kept };
    }),
    tables: given.tables.map(({ messages }) => {
        const talk = new Talk("tab", null, {}, () => {});
        messages.forEach((message) => talk.take(message));
        return talk.table;
    }),
    shapes: SHAPES,
    evenings: await Promise.all(given.evenings.map(evening)),
    kept: given.kept.map((kept) => {
        const { name, role, agreed, table } = new Talk("usb 0", kept, {}, () => {});
        return { name, role, agreed, table };
    }),
    bodies: given.bodies.map(([roll, room]) => dddice.body(roll, room)),
    lucks: given.lucks.map(luck),
    sends: [],
};
for (const [what, value] of given.sends) {
    if (what === "choose") dddice.choose(value);
    else found.sends.push(await dddice.send(value));
}
console.log(JSON.stringify({ ...found, posted, chosen: dddice.chosen() }));
