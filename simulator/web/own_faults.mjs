// The faults of a text with their positions, one for each cause: {line, from, to: the faulty part, text: the
// line, path, code, said: the message in French and in English}.

import { languageIndex } from "./here.mjs";
import { REMEDIES } from "./own_remedies.mjs";

export function sentenceOf({ said, code }) {
    return REMEDIES[code] ? `${said[languageIndex()]} ${REMEDIES[code][languageIndex()]}` : said[languageIndex()];
}

const isWithin = (inner, outer) => outer.length <= inner.length && outer.every((each, at) => each === inner[at]);

// faults: [line, French, English, path, code] of own_check.py. A fault of a list is dropped if one of its
// items has a fault, because the item's fault is the cause. Likewise, a fault of an item is dropped if one of
// its parts has a fault.
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

// Returns the part of the line that the message quotes; else the value after its key; else the line without
// spaces.
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
