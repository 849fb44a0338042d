// Rolls into a room of dddice, as https://docs.dddice.com describes `roll.create`: host_tools/link/dddice.py says more.
// What the user chose is kept in this browser alone; nothing is sent before `on`.

const ADDRESS = "https://dddice.com/api/1.0/roll";
const CHOSEN = "gobelet dddice", SENT = "gobelet dddice sent", MOST = 50;
const FULL = "localStorage"; // why a roll is not sent, where the browser keeps nothing
const SHAPES = [2, 4, 6, 8, 10, 12, 16, 20]; // sides of the dice that it has

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

// {on, key, room, theme}
export const chosen = () => ({ on: false, key: "", room: "", theme: "dddice-standard", ...read(CHOSEN, {}) });
// Whether that could be kept.
export const choose = (values) => write(CHOSEN, values);

// A roll as dddice takes it.
export function body(roll, { room, theme }) {
    const dice = [];
    for (const [sides, face, counts] of roll.dice) {
        if (SHAPES.includes(sides)) dice.push({ type: `d${sides}`, theme, value: face, ...!counts && { is_dropped: true } });
        else if (counts) dice.push({ type: "mod", value: face, label: `d${sides}` });
    }
    if (roll.inputs === undefined) { // free dice: the total is a number
        const beyond = roll.total - roll.dice.reduce((sum, [, face, counts]) => sum + (counts ? face : 0), 0);
        if (beyond) dice.push({ type: "mod", value: beyond });
    }
    return { dice, room, label: roll.words, external_id: roll.key };
}

// Send a roll, if it is switched on and no tab has done so. Returns null, or the number that it answered with, or the
// words of the fault: then it may have arrived all the same, and is not sent again.
export async function send(roll) {
    const to = chosen();
    if (!to.on) return null;
    const mine = await navigator.locks.request(SENT, () => {
        const sent = read(SENT, []);
        const keys = Array.isArray(sent) ? sent : [];
        return !keys.includes(roll.key) && (write(SENT, [...keys, roll.key].slice(-MOST)) || FULL);
    });
    if (mine === FULL) return FULL; // another tab, or the next load, would send it once more
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
