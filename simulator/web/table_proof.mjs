// Verifiable rolls (firmware/PROOF.md) on the table page: their codes before the roll, and their secrets
// after it.

import { check } from "./proof.mjs";

// Tells whether all of some dice are among others.
function among(some, others) {
    const left = [...others];
    return some.every((die) => left.includes(die) && left.splice(left.indexOf(die), 1));
}

// Checks the unchecked rolls: `checked` becomes "bound" if the page saw the code before, "fits", or "wrong".
// Returns whether any roll was unchecked.
export async function verify(rolls) {
    let found = false;
    for (const roll of rolls) {
        if (!roll.proof || roll.checked || !globalThis.crypto?.subtle) continue;
        const { at, code, number, secret, dice } = roll.proof;
        const { fit, shown } = await check({ game: roll.game, position: at, number, secret, dice }, code);
        // The dice are compared as text. One press may make several rolls, and a roll may include dice that this press did
        // not roll.
        const [told, proven] = [roll.dice ?? [], dice].map((some) => some.map(([sides, face]) => `d${sides} ${face}`));
        const right = fit !== false && shown && (among(told, proven) || among(proven, told));
        roll.checked = !right ? "wrong" : roll.announced ? "bound" : "fits";
        found = true;
    }
    return found;
}

// Returns {next: the code of the coming roll, never: earlier codes that no roll has used}.
export function open({ codes, rolls }) {
    const rolled = rolls.map(({ proof }) => proof?.code);
    const waiting = codes.filter((code) => !rolled.includes(code));
    const next = waiting.includes(codes.at(-1)) ? codes.at(-1) : null;
    return { next, never: waiting.filter((code) => code !== next) };
}
