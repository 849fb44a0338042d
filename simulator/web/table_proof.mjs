// Rolls that can be verified (firmware/PROOF.md), as the table saw them: their codes before them, their secrets after them.

import { check } from "./proof.mjs";

// Whether all of some dice are among others.
function among(some, others) {
    const left = [...others];
    return some.every((die) => left.includes(die) && left.splice(left.indexOf(die), 1));
}

// Check the rolls that were not yet: `checked` is "bound" by a code that was seen here before, "fits", or "wrong". Whether
// there was one.
export async function verify(rolls) {
    let found = false;
    for (const roll of rolls) {
        if (!roll.proof || roll.checked || !globalThis.crypto?.subtle) continue;
        const { at, code, number, secret, dice } = roll.proof;
        const { fit, shown } = await check({ game: roll.game, position: at, number, secret, dice }, code);
        // The dice of the roll are told as they are written. One press may throw for several, and dice may be left lying.
        const [told, proven] = [roll.dice ?? [], dice].map((some) => some.map(([sides, face]) => `d${sides} ${face}`));
        const right = fit !== false && shown && (among(told, proven) || among(proven, told));
        roll.checked = !right ? "wrong" : roll.announced ? "bound" : "fits";
        found = true;
    }
    return found;
}

// {next: the code of the roll to come, never: the codes before it that were shown and never rolled}
export function open({ codes, rolls }) {
    const rolled = rolls.map(({ proof }) => proof?.code);
    const waiting = codes.filter((code) => !rolled.includes(code));
    const next = waiting.includes(codes.at(-1)) ? codes.at(-1) : null;
    return { next, never: waiting.filter((code) => code !== next) };
}
