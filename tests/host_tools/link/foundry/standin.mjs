// A stand-in for Foundry, written from what https://foundryvtt.com/api says of the parts that the module uses, round the
// module: one command a line on stdin, and what came of it on stdout.
//
//   start [SETTINGS, STORED]  load the module as a page does; SETTINGS of the user, STORED as the browser has it
//   wait ["d20", ...]         a roll is made whose dice the user configured to be fulfilled by "gobelet", or "manual:d20"
//   set [NAME, VALUE]         the user changes a setting
//   take [ROLL, ...]          what the desk tool sends
//   end                       {fulfilled, chat, settings, stored, urls, methods}

import { createInterface } from "node:readline";

const stored = new Map();
const seen = { fulfilled: [], chat: [], urls: [] };
const hooks = {};
const settings = new Map();
let waiting = [];
let source = null;

globalThis.localStorage = { getItem: (name) => stored.get(name) ?? null, setItem: (name, text) => stored.set(name, text) };
Object.defineProperty(globalThis, "navigator", { value: { locks: { request: async (name, act) => act() } } });
globalThis.EventSource = class {
    constructor(url) {
        seen.urls.push(String(url));
        source = this;
    }
    close() {
        source = null;
    }
};
globalThis.CONFIG = { Dice: { fulfillment: { methods: { manual: { label: "Manual" } } } } };
globalThis.Hooks = { once: (name, act) => { hooks[name] = act; } };
globalThis.ui = { notifications: { error: (text) => seen.chat.push({ error: text }) } };
globalThis.game = {
    i18n: { lang: "en" },
    settings: {
        register: (id, name, { default: value, onChange, scope, config }) => {
            if (scope !== "client" || !config) throw new Error("a setting that the user does not see");
            const kept = settings.get(name);
            settings.set(name, { value: kept ?? value, onChange });
        },
        get: (id, name) => settings.get(name).value,
    },
};
globalThis.ChatMessage = { create: async (data) => { seen.chat.push(data); } };
globalThis.Roll = class Roll {
    // Whether the result was used; undefined if no resolver is open.
    static registerResult(method, denomination, result) {
        if (!waiting.length) return undefined;
        const at = waiting.indexOf(method === "gobelet" ? denomination : `${method}:${denomination}`);
        if (at < 0) return false;
        waiting.splice(at, 1);
        seen.fulfilled.push([method, denomination, result]);
        return true;
    }
    static fromData(data) {
        if (data.class !== "Roll" || !data.evaluated || !data.terms.every((term) => term.evaluated)) throw new Error("no data of an evaluated roll");
        return Object.assign(new Roll(), data);
    }
    // Foundry computes the total again from the terms, if some code evaluates the roll.
    get worth() {
        let sum = 0, sign = 1;
        for (const term of this.terms) {
            if (term.class === "OperatorTerm") sign = term.operator === "-" ? -1 : 1;
            else sum += sign * (term.class === "Die" ? term.results.filter(({ active }) => active).reduce((all, { result }) => all + result, 0) : term.number);
        }
        return sum;
    }
    async toMessage(data) {
        seen.chat.push({ ...data, formula: this.formula, total: this.total, worth: this.worth, dice: this.terms.filter((term) => term.class === "Die").length });
    }
};

const commands = {
    async start([chosen, known]) {
        for (const [name, value] of Object.entries(chosen)) settings.set(name, value);
        for (const [name, text] of Object.entries(known)) stored.set(name, text);
        await import("../../../../host_tools/link/foundry/gobelet.mjs");
        hooks.init();
        hooks.ready();
    },
    wait: (dice) => { waiting = dice; },
    set([name, value]) {
        settings.get(name).value = value;
        settings.get(name).onChange(value);
    },
    async take(rolls) {
        for (const roll of rolls) source?.onmessage({ data: JSON.stringify(roll) });
        await new Promise((done) => setTimeout(done, 5));
    },
    end: () => process.stdout.write(JSON.stringify({
        ...seen, settings: Object.fromEntries([...settings].map(([name, { value }]) => [name, value])),
        stored: Object.fromEntries(stored), methods: Object.keys(CONFIG.Dice.fulfillment.methods),
    })),
};
for await (const line of createInterface({ input: process.stdin })) {
    const [name, given] = JSON.parse(line);
    await commands[name](given);
}
