// Sends rolls to a dddice room, as https://docs.dddice.com describes `roll.create`; see
// host_tools/link/dddice.py. This browser alone stores the user's settings. Nothing is sent before `on` is
// set.

const ADDRESS = "https://dddice.com/api/1.0/roll";
const CHOSEN = "gobelet dddice", SENT = "gobelet dddice sent", MOST = 50;
const FULL = "localStorage"; // the error for a roll while the browser stores nothing
const SHAPES = [2, 4, 6, 8, 10, 12, 16, 20]; // numbers of sides that dddice has dice for

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
// Returns whether the settings are stored.
export const choose = (values) => write(CHOSEN, values);

// Converts a roll to a dddice request.
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

// Sends a roll, if sending is on and no other tab has sent the roll. Returns null, the number of an HTTP
// error, or the error text. After an error the roll may have arrived, so it is not sent again.
export async function send(roll) {
    const to = chosen();
    if (!to.on) return null;
    const mine = await navigator.locks.request(SENT, () => {
        const sent = read(SENT, []);
        const keys = Array.isArray(sent) ? sent : [];
        return !keys.includes(roll.key) && (write(SENT, [...keys, roll.key].slice(-MOST)) || FULL);
    });
    if (mine === FULL) return FULL; // another tab, or the next load, would send it again
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
