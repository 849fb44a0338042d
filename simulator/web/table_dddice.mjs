// Rolls into a room of dddice, as https://docs.dddice.com describes `roll.create`: host_tools/link/dddice.py says more.
// What the user chose is kept in this browser alone; nothing is sent before `on`.

const ADDRESS = "https://dddice.com/api/1.0/roll";
const CHOSEN = "gobelet dddice", SENT = "gobelet dddice sent", MOST = 50;
const SHAPES = [2, 4, 6, 8, 10, 12, 16, 20]; // sides of the dice that it has

const read = (name, otherwise) => {
    try {
        return JSON.parse(localStorage.getItem(name)) ?? otherwise;
    } catch {
        return otherwise;
    }
};

// {on, key, room, theme}
export const chosen = () => ({ on: false, key: "", room: "", theme: "dddice-standard", ...read(CHOSEN, {}) });
export const choose = (values) => localStorage.setItem(CHOSEN, JSON.stringify(values));

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
        const keys = read(SENT, []);
        if (keys.includes(roll.key)) return false;
        localStorage.setItem(SENT, JSON.stringify([...keys, roll.key].slice(-MOST)));
        return true;
    });
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
