// What is wrong with a text, at its place, and once a cause: {line, from, to: the part of it, text: the line, path: of
// what is wrong, its code, said: in French and in English}.

import { languageIndex } from "./here.mjs";
import { REMEDIES } from "./own_remedies.mjs";

export function sentenceOf({ said, code }) {
    return REMEDIES[code] ? `${said[languageIndex()]} ${REMEDIES[code][languageIndex()]}` : said[languageIndex()];
}

const isWithin = (inner, outer) => outer.length <= inner.length && outer.every((each, at) => each === inner[at]);

// faults: [line, French, English, path, code], as own_check.py has them. A list is not said to be wrong beside its item, nor an
// item beside its part: that is what comes of it.
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

// The part of a line that a sentence quotes; else what stands behind its key; else all that is no space.
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
