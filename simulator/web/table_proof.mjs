// Verifiable rolls (firmware/PROOF.md) on the table page. Before a roll the device sends the code, a hash of the
// secret. After the roll the device sends the secret, from which the faces were computed.

import { check } from "./proof.mjs";

// Returns whether the list `others` contains all dice of the list `some`, equal dice at least as often.
function among(some, others) {
    const left = [...others];
    return some.every((die) => left.includes(die) && left.splice(left.indexOf(die), 1));
}

// Checks each verifiable roll that has no property `checked` yet. For a wrong roll the property becomes "wrong". For a
// right roll it becomes "bound" if the page received the code before the roll, and "fits" if not. Returns whether any
// roll was checked.
export async function verify(rolls) {
    let found = false;
    for (const roll of rolls) {
        if (!roll.proof || roll.checked || !globalThis.crypto?.subtle) continue;
        const { at, code, number, secret, dice } = roll.proof;
        const { fit, shown } = await check({ game: roll.game, position: at, number, secret, dice }, code);
        // The dice are compared as text. The proof has the dice of one key press. The press may have made several
        // rolls, and the roll may include dice of an earlier press. So one list must contain the other.
        const [told, proven] = [roll.dice ?? [], dice].map((some) => some.map(([sides, face]) => `d${sides} ${face}`));
        const right = fit !== false && shown && (among(told, proven) || among(proven, told));
        roll.checked = !right ? "wrong" : roll.announced ? "bound" : "fits";
        found = true;
    }
    return found;
}

// Returns {next, never}: the code of the next roll or null, and earlier codes for which no roll has followed.
export function open({ codes, rolls }) {
    const rolled = rolls.map(({ proof }) => proof?.code);
    const waiting = codes.filter((code) => !rolled.includes(code));
    const next = waiting.includes(codes.at(-1)) ? codes.at(-1) : null;
    return { next, never: waiting.filter((code) => code !== next) };
}
