// Verifiable rolls (firmware/PROOF.md) on the table page. The device sends a roll's code before the roll, and the
// roll's secret after it.

import { check } from "./proof.mjs";

// Returns whether the list `others` contains all dice of the list `some`; equal dice count as often as they occur.
function among(some, others) {
    const left = [...others];
    return some.every((die) => left.includes(die) && left.splice(left.indexOf(die), 1));
}

// Checks each verifiable roll that has no property `checked` yet. The property becomes "wrong", "bound" if the page
// received the code before the roll, or "fits" otherwise. Returns whether any roll was checked.
export async function verify(rolls) {
    let found = false;
    for (const roll of rolls) {
        if (!roll.proof || roll.checked || !globalThis.crypto?.subtle) continue;
        const { at, code, number, secret, dice } = roll.proof;
        const { fit, shown } = await check({ game: roll.game, position: at, number, secret, dice }, code);
        // The dice are compared as text. The proof has the dice of one key press. This press may make several rolls,
        // and a roll may include dice of an earlier press.
        const [told, proven] = [roll.dice ?? [], dice].map((some) => some.map(([sides, face]) => `d${sides} ${face}`));
        const right = fit !== false && shown && (among(told, proven) || among(proven, told));
        roll.checked = !right ? "wrong" : roll.announced ? "bound" : "fits";
        found = true;
    }
    return found;
}

// Returns {next, never}: the code of the coming roll or null, and the earlier codes that no roll has used.
export function open({ codes, rolls }) {
    const rolled = rolls.map(({ proof }) => proof?.code);
    const waiting = codes.filter((code) => !rolled.includes(code));
    const next = waiting.includes(codes.at(-1)) ? codes.at(-1) : null;
    return { next, never: waiting.filter((code) => code !== next) };
}
