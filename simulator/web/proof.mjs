// Checks verifiable rolls, as firmware/PROOF.md defines them, with the browser's SHA-256. The page verify.html contains
// this script, and the table page imports it.
//
// A secret is a random text from which the faces of a roll are computed. A code is a hash of the secret, which the
// device shows before the roll. A receipt is a line of text about a roll, by which others can check the roll.

const TAG = "gobelet 1";
const LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
// Letters that no secret and no code contains. If a player types such a letter, it is read as the digit that looks
// alike.
const ALIKE = { O: "0", I: "1", L: "1" };
const MOST = 1000; // maximum number of dice in a receipt
const DIGITS = 16; // number of hexadecimal digits in a code
const LINE = /^G1 ([a-z0-9_-]+) (\d{1,10}) (\d{1,3}) ((?:[0-9A-Z]{4} ?){3}[0-9A-Z]{4})(?: (.*?))? ?(\.?)$/i;
const BEGUN = /^G(1( [a-z0-9_-]+( \d{1,10}( \d{1,3}( ([0-9A-Z] ?){0,15})?)?)?)?)?$/i;
const DICE = /^(\d{1,3})(?::(\d{1,3}(?:,\d{1,3})*)|x(\d{1,3}))$/i;
// The pattern of the last dice in a receipt whose end is missing.
const BEGUN_DICE = /^(\d{1,3})(x|:((?:\d{1,3},)*)(\d{0,3}))?$/i;

const bytes = (text) => new TextEncoder().encode(text);

const meant = (text) => text.toUpperCase().replace(/[OIL]/g, (letter) => ALIKE[letter]);

// Parses a receipt. Returns {wrong, word} for an invalid receipt: the name of the fault, and the faulty part. For a
// valid receipt returns {game, position, number, secret, dice, whole, last}:
//
// `position`: the number of bytes in the device's journal when the code was shown.
// `number`: the number from 0 to 999 that a player has entered before the roll.
// `dice`: [sides, face or null] of each die.
// `whole`: whether the receipt ends with a full stop. Without it the last dice may be missing.
// `last`: the present digits of the last face, if further digits may be missing; otherwise "".
export function parse(line) {
    const text = line.trim().replace(/\s+/g, " ");
    const found = LINE.exec(text);
    if (!found) return { wrong: BEGUN.test(text) ? "cut" : "receipt" };
    const secret = meant(found[4].replaceAll(" ", ""));
    const stranger = [...secret].find((letter) => !LETTERS.includes(letter));
    if (stranger) return { wrong: "letter", word: stranger };
    const words = (found[5] ?? "").split(" ").filter(Boolean);
    const begun = found[6] ? null : BEGUN_DICE.exec(words.at(-1) ?? "");
    const dice = [];
    let last = "";
    for (const word of begun ? words.slice(0, -1) : words) {
        const { wrong, some } = group(word);
        if (wrong) return { wrong, word };
        dice.push(...some);
    }
    if (begun) {
        const [word, sides, what, faces] = begun;
        last = begun[4] ?? "";
        if (what ? Number(sides) < 2 || Number(sides) > 100 : Number(sides) > 100) return { wrong: "dice", word };
        for (const part of [faces?.slice(0, -1), last]) {
            const { wrong, some } = part ? group(`${sides}:${part}`) : { some: [] };
            if (wrong) return { wrong, word };
            dice.push(...some);
        }
        if (last) dice.at(-1)[1] = null;
    }
    if (dice.length > MOST) return { wrong: "many" };
    return { game: found[1].toLowerCase(), position: Number(found[2]), number: Number(found[3]), secret, dice, whole: found[6] === ".", last };
}

// Parses dice with the same number of sides, such as 6:3,5 (two d6 that show 3 and 5) or 6x2 (two d6 without faces).
// Returns {some: the dice}, or {wrong: the name of the fault}.
function group(word) {
    const [, sides, faces, count] = (DICE.exec(word) ?? []).map((each, at) => at === 1 ? Number(each) : each);
    if (!(sides >= 2 && sides <= 100)) return { wrong: "dice" };
    if (!faces) return { some: Array.from({ length: Number(count) }, () => [sides, null]) };
    const some = faces.split(",").map((face) => [sides, Number(face)]);
    return some.every(([, face]) => face >= 1 && face <= sides) ? { some } : { wrong: "face" };
}

// Computes the code that the device must have shown before the roll of a receipt.
export async function codeOf({ secret, game, position }) {
    const sum = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes(`${TAG} code|${secret}|${game}|${position}`)));
    return [...sum.slice(0, 8)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

// Computes the faces that the dice of a receipt must have shown.
export async function facesOf({ game, position, number, secret, dice }) {
    const key = await crypto.subtle.importKey("raw", bytes(secret), { name: "HMAC", hash: "SHA-256" }, false, ["sign"]);
    const found = [];
    let block = [], at = 0, count = 0;
    for (const [sides] of dice) {
        for (;;) {
            if (at === block.length) {
                const text = `${TAG} dice|${game}|${position}|${number}|${count++}`;
                block = new Uint8Array(await crypto.subtle.sign("HMAC", key, bytes(text)));
                at = 0;
            }
            const byte = block[at++];
            if (byte < 256 - 256 % sides) {
                found.push(1 + byte % sides);
                break;
            }
        }
    }
    return found;
}

// Checks a receipt, and the code `seen` that a player has noted before the roll. Returns:
//
// `code` and `faces`: the computed code and faces.
// `fit`: whether the faces in the receipt equal the computed faces; null if some are missing and the others are equal.
// `shown`: whether the noted code equals the computed code; null if the noted code is incomplete.
// `digits`: the number of digits in the noted code; NaN if the noted code is too long or contains other characters.
export async function check(receipt, seen) {
    const { dice, whole = true, last = "" } = receipt;
    const code = await codeOf(receipt);
    const faces = await facesOf(receipt);
    const other = dice.some(([, face], at) => face !== null && face !== faces[at]) || !String(faces.at(-1)).startsWith(last);
    const told = whole && faces.length > 0 && dice.every(([, face]) => face !== null);
    const digits = meant((seen ?? "").replace(/[^\p{L}\p{N}]/gu, "")).toLowerCase();
    const read = /^[0-9a-f]*$/.test(digits) && digits.length <= DIGITS; // whether the noted code can be a code
    return {
        code, faces, fit: other ? false : told ? true : null,
        shown: read && digits.length === DIGITS ? digits === code : null, digits: read ? digits.length : NaN,
    };
}

// Returns the name of a verdict on a roll, from the receipt and the result of `check`. verify.html has a text for each
// name. "bad" and "other_code" mean that the roll is wrong. "open", "no_dice", "half_code" and "no_code" mean that the
// input is incomplete, so that the roll cannot be judged.
export function finding({ dice, whole }, { fit, shown, digits }) {
    if (fit === false) return "bad";
    if (shown === false) return "other_code";
    if (!dice.length) return "no_dice";
    if (!whole) return "open";
    if (!shown && digits !== 0) return digits ? "half_code" : "no_code";
    return fit ? (shown ? "good" : "fits") : (shown ? "bound" : "compare");
}

export const inFours = (text) => text.replace(/(.{4})(?=.)/g, "$1 ");
