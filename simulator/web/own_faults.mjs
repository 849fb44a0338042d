// The faults of an own game's text, one for each cause. A fault has these parts:
//
// `line`: the line number in the text.
// `from` and `to`: the range of the faulty characters in the line.
// `text`: the text of the line.
// `path`: the path of TOML keys and indexes.
// `code`: the code of the message.
// `said`: the message in French and in English.

import { languageIndex } from "./here.mjs";
import { REMEDIES } from "./own_remedies.mjs";

export function sentenceOf({ said, code }) {
    return REMEDIES[code] ? `${said[languageIndex()]} ${REMEDIES[code][languageIndex()]}` : said[languageIndex()];
}

const isWithin = (inner, outer) => outer.length <= inner.length && outer.every((each, at) => each === inner[at]);

// Adds positions to `faults`, which are [line, French, English, path, code] from own_check.py. If an item of a list has
// a fault, the list's own faults are dropped, because the item's fault is the cause. If a part of an item has a fault,
// the item's own faults are dropped.
export function placed(faults, text) {
    const lines = text.split("\n");
    const isCause = ([, , , path], at) => !faults.some(([, , , other], number) => number !== at && path.length > 0
        && (other.length > path.length && isWithin(other, path) && (typeof other[path.length] === "number" || typeof path.at(-1) === "number")
            || number < at && path.length === other.length && isWithin(other, path)));
    return faults.filter(isCause).map(([line, french, english, path, code]) => {
        const whole = lines[line - 1] ?? "";
        return { line, path, code, said: [french, english], text: whole, ...part(whole, `${french} ${english}`) };
    });
}

// Returns the range of the part of a line that the message quotes. If the message quotes no part, the range is that of
// the value after the TOML key. A line without a key is taken whole, without its outer spaces.
function part(line, sentence) {
    const quoted = [...sentence.matchAll(/'([^']+)'|"([^"]+)"/g)].map(([, one, two]) => one ?? two)
        .filter((each) => line.includes(each)).sort((a, b) => b.length - a.length);
    if (quoted.length) {
        const from = line.indexOf(quoted[0]);
        return { from, to: from + quoted[0].length };
    }
    const [begin] = /^\s*(?:[\w-]+\s*=\s*)?/.exec(line);
    const bare = begin.length < line.trimEnd().length ? begin.length : /^\s*/.exec(line)[0].length;
    return { from: bare, to: line.trimEnd().length };
}
