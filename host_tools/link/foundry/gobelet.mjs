// A module of Foundry that receives the rolls of a Gobelet and puts them into Foundry.
//
// The rolls come from `python -m host_tools.link --serve --foundry` on the same computer. The module requests no
// rolls until the user enables it in its settings, for this browser only. README.md lists the parts of Foundry's
// interface that the module uses.

const ID = "gobelet";
// Name, in the browser's storage, of a list with the fields `key` of handled rolls. A roll in this list is not used
// again after a reload or in a second tab.
const HANDLED = "gobelet handled";
const MOST = 50;
const ADDRESS = "http://127.0.0.1:8017";

let events = null;

const kept = () => {
    try {
        return JSON.parse(localStorage.getItem(HANDLED)) ?? [];
    } catch {
        return [];
    }
};

// Tells whether the roll with this `key` is new, and marks it as handled. A lock prevents two tabs from doing this
// at the same time.
const first = (key) => navigator.locks.request(HANDLED, () => {
    const keys = kept();
    if (keys.includes(key)) {
        return false;
    }
    localStorage.setItem(HANDLED, JSON.stringify([...keys, key].slice(-MOST)));
    return true;
});

// Passes each die to a roll of Foundry that waits for it, and returns the number of dice that Foundry accepted.
// Foundry waits if the user chose Gobelet or manual input for this kind of die.
export function fulfillDice({ dice }) {
    return dice.filter(([sides, face]) => [ID, "manual"].some((method) => Roll.registerResult(method, `d${sides}`, face) === true)).length;
}

// Builds Foundry's object of an evaluated roll from a roll of free dice. The object has a term for each die, and
// one for the difference between the total and the sum of the faces.
export function evaluateRoll({ dice, total }) {
    const terms = [];
    const add = (term, sign = "+") => {
        if (terms.length || sign === "-") terms.push({ class: "OperatorTerm", options: {}, evaluated: true, operator: sign });
        terms.push({ options: {}, evaluated: true, ...term });
    };
    let sum = 0;
    for (const [sides, face, counts] of dice) {
        const result = counts ? { result: face, active: true } : { result: face, active: false, discarded: true };
        add({ class: "Die", number: 1, faces: sides, modifiers: [], results: [result] });
        sum += counts ? face : 0;
    }
    if (total !== sum) add({ class: "NumericTerm", number: Math.abs(total - sum) }, total > sum ? "+" : "-");
    const formula = terms.map((term) => term.operator ?? (term.class === "Die" ? `1d${term.faces}` : term.number)).join(" ");
    return Roll.fromData({ class: "Roll", options: {}, dice: [], formula, terms, total, evaluated: true });
}

const safe = (text) => text.replace(/[&<>"']/g, (letter) => `&#${letter.charCodeAt(0)};`);

// Posts a roll to Foundry's chat. A roll of free dice becomes a roll of Foundry. The result of a game's Procedure
// becomes a text, because the result is not the sum of the dice.
async function say(roll) {
    const note = roll.hand ? ` (${game.i18n.lang === "fr" ? "dés réels" : "real dice"})` : "";
    const flavor = safe(`Gobelet: ${roll.words}${note}`);
    if (roll.inputs === undefined) {
        await evaluateRoll(roll).toMessage({ flavor });
    } else {
        await ChatMessage.create({ flavor, content: safe(roll.shown) });
    }
}

export async function take(roll) {
    if (!await first(roll.key)) return;
    if (fulfillDice(roll) < roll.dice.length) await say(roll);
}

function listen() {
    events?.close();
    events = null;
    if (!game.settings.get(ID, "enabled")) return;
    const url = new URL("rolls", `${game.settings.get(ID, "address").replace(/\/+$/, "")}/`);
    const last = kept().at(-1);
    if (last) url.searchParams.set("after", last);
    let queue = Promise.resolve(); // rolls are handled one after the other
    events = new EventSource(url);
    events.onmessage = ({ data }) => {
        const roll = JSON.parse(data);
        if (roll.key) queue = queue.then(() => take(roll)).catch((fault) => ui.notifications.error(`Gobelet: ${fault.message}`));
    };
}

Hooks.once("init", () => {
    const french = game.i18n.lang === "fr";
    CONFIG.Dice.fulfillment.methods[ID] = { label: "Gobelet", icon: "<i class=\"fas fa-dice\"></i>", interactive: true };
    game.settings.register(ID, "enabled", {
        name: french ? "Prendre les jets d’un Gobelet" : "Take the rolls of a Gobelet",
        hint: french ? "Dans ce navigateur seulement, depuis l’outil du bureau sur cet ordinateur." : "In this browser alone, from the desk tool on this computer.",
        scope: "client", config: true, type: Boolean, default: false, onChange: listen,
    });
    game.settings.register(ID, "address", {
        name: french ? "Adresse de l’outil du bureau" : "Address of the desk tool",
        hint: french ? "Ce que `python -m host_tools.link --serve` affiche." : "What `python -m host_tools.link --serve` prints.",
        scope: "client", config: true, type: String, default: ADDRESS, onChange: listen,
    });
});
Hooks.once("ready", listen);
