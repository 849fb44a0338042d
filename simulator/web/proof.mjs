// Rolls that can be verified: what firmware/PROOF.md says, with the browser's own SHA-256. Part of verify.html, and
// used by the table page.

const TAG = "gobelet 1";
const LETTERS = "0123456789ABCDEFGHJKMNPQRSTVWXYZ";
const ALIKE = { O: "0", I: "1", L: "1" }; // letters that no secret has, and what was meant
const MOST = 1000; // dice of a receipt
const LINE = /^G1\s+([a-z0-9-]+)\s+(\d{1,10})\s+(\d{1,3})\s+((?:[0-9A-Z]{4}\s*){4})(?:\s(.*))?$/is;
const DICE = /^(\d{1,3})(?::(\d{1,3}(?:,\d{1,3})*)|x(\d{1,3}))$/i;

const bytes = (text) => new TextEncoder().encode(text);

// {game, position, number, secret, dice: [[sides, face or null]...]} of a line; {wrong, word} of what is no receipt.
export function parse(line) {
    const found = LINE.exec(line.trim());
    if (!found) return { wrong: "receipt" };
    const secret = found[4].replace(/\s/g, "").toUpperCase().replace(/[OIL]/g, (letter) => ALIKE[letter]);
    const stranger = [...secret].find((letter) => !LETTERS.includes(letter));
    if (stranger) return { wrong: "letter", word: stranger };
    const dice = [];
    for (const word of (found[5] ?? "").split(/\s+/).filter(Boolean)) {
        const group = DICE.exec(word);
        const sides = Number(group?.[1]);
        if (!group || sides < 2 || sides > 100) return { wrong: "dice", word };
        const faces = group[2] ? group[2].split(",").map(Number) : Array(Number(group[3])).fill(null);
        if (faces.some((face) => face !== null && (face < 1 || face > sides))) return { wrong: "face", word };
        dice.push(...faces.map((face) => [sides, face]));
    }
    if (dice.length > MOST) return { wrong: "many" };
    return { game: found[1].toLowerCase(), position: Number(found[2]), number: Number(found[3]), secret, dice };
}

// What the device must have shown before the roll.
export async function codeOf({ secret, game, position }) {
    const sum = new Uint8Array(await crypto.subtle.digest("SHA-256", bytes(`${TAG} code|${secret}|${game}|${position}`)));
    return [...sum.slice(0, 8)].map((byte) => byte.toString(16).padStart(2, "0")).join("");
}

// What the dice must have shown.
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

// {code, faces, fit: whether the faces told are these, shown: whether the code seen before is this one}; null for what
// was not told.
export async function check(receipt, seen) {
    const code = await codeOf(receipt);
    const faces = await facesOf(receipt);
    const others = receipt.dice.filter(([, face], index) => face !== null && face !== faces[index]);
    const told = faces.length && receipt.dice.every(([, face]) => face !== null);
    const fit = others.length ? false : told ? true : null;
    const digits = (seen ?? "").replace(/\s/g, "").toLowerCase();
    return { code, faces, fit, shown: digits ? digits === code : null };
}

export const inFours = (text) => text.replace(/(.{4})(?=.)/g, "$1 ");
