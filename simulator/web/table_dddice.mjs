// Sends rolls to a room of dddice, a web service for virtual dice. https://docs.dddice.com describes the request
// `roll.create`. The module host_tools/link/dddice.py does the same on a computer. The user's settings are stored only
// in this browser. The page sends no roll while the setting `on` is false.

const ADDRESS = "https://dddice.com/api/1.0/roll";
const CHOSEN = "gobelet dddice", SENT = "gobelet dddice sent", MOST = 50;
const FULL = "localStorage"; // the error text if a roll is not sent because the browser cannot store its key
const SHAPES = [2, 4, 6, 8, 10, 12, 16, 20]; // numbers of sides of the dice that dddice has

const read = (name, otherwise) => {
    try {
        return JSON.parse(localStorage.getItem(name)) ?? otherwise;
    } catch {
        return otherwise;
    }
};

const write = (name, value) => {
    try {
        localStorage.setItem(name, JSON.stringify(value));
        return true;
    } catch {
        return false;
    }
};

// Returns the settings {on, key, room, theme}; `key` is the user's secret API key of dddice.
export const chosen = () => ({ on: false, key: "", room: "", theme: "dddice-standard", ...read(CHOSEN, {}) });
// Stores the settings. Returns whether the browser has stored them.
export const choose = (values) => write(CHOSEN, values);

// Converts a roll to the body of a dddice request. A die whose number of sides dddice lacks becomes a modifier.
export function body(roll, { room, theme }) {
    const dice = [];
    for (const [sides, face, counts] of roll.dice) {
        if (SHAPES.includes(sides)) dice.push({ type: `d${sides}`, theme, value: face, ...!counts && { is_dropped: true } });
        else if (counts) dice.push({ type: "mod", value: face, label: `d${sides}` });
    }
    if (roll.inputs === undefined) { // a roll of free dice; a constant in the notation becomes a modifier
        const beyond = roll.total - roll.dice.reduce((sum, [, face, counts]) => sum + (counts ? face : 0), 0);
        if (beyond) dice.push({ type: "mod", value: beyond });
    }
    return { dice, room, label: roll.words, external_id: roll.key };
}

// Sends a roll, if the setting `on` is true and no tab has sent the roll before. Returns null, or the number or text of
// an error. After an error the roll is not sent again, because dddice may have received it.
export async function send(roll) {
    const to = chosen();
    if (!to.on) return null;
    const mine = await navigator.locks.request(SENT, () => {
        const sent = read(SENT, []);
        const keys = Array.isArray(sent) ? sent : [];
        return !keys.includes(roll.key) && (write(SENT, [...keys, roll.key].slice(-MOST)) || FULL);
    });
    if (mine === FULL) return FULL; // if the key is not stored, another tab or a reloaded page sends the roll again
    if (!mine) return null;
    try {
        const reply = await fetch(ADDRESS, {
            method: "POST",
            headers: { Authorization: `Bearer ${to.key}`, "Content-Type": "application/json", Accept: "application/json" },
            body: JSON.stringify(body(roll, to)),
        });
        return reply.ok ? null : String(reply.status);
    } catch (fault) {
        return fault.message;
    }
}
