// The parts of the table page that need no page: from standard input {outbox, tables, bodies, lucks, sends}, to the output
// what came of each. What a browser has beside is stood in for.
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
const { Talk } = await import("../../../simulator/web/table_talk.mjs");
const dddice = await import("../../../simulator/web/table_dddice.mjs");

const given = JSON.parse(readFileSync(0, "utf8"));
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
    bodies: given.bodies.map(([roll, room]) => dddice.body(roll, room)),
    lucks: given.lucks.map(luck),
    sends: [],
};
for (const [what, value] of given.sends) {
    if (what === "choose") dddice.choose(value);
    else found.sends.push(await dddice.send(value));
}
console.log(JSON.stringify({ ...found, posted, chosen: dddice.chosen() }));
