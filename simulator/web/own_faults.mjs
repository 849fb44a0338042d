// The faults of an own game's text, reduced to one fault for each cause. A fault has these properties:
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

// Converts the faults [line, French, English, path, code] of own_check.py to faults with the properties above. If an
// item of a list has a fault, the faults of the whole list are dropped, because the item's fault is the cause. If a
// value in an item has a fault, the faults of the whole item are dropped. Of several faults with the same path only the
// first stays.
export function placeFaults(faults, text) {
    const lines = text.split("\n");
    const isCause = ([, , , path], at) => !faults.some(([, , , other], number) => number !== at && path.length > 0
        && (other.length > path.length && isWithin(other, path) && (typeof other[path.length] === "number" || typeof path.at(-1) === "number")
            || number < at && path.length === other.length && isWithin(other, path)));
    return faults.filter(isCause).map(([line, french, english, path, code]) => {
        const whole = lines[line - 1] ?? "";
        return { line, path, code, said: [french, english], text: whole, ...part(whole, `${french} ${english}`) };
    });
}

// Returns the range of the characters of a line that the message `sentence` quotes. If the message quotes none, returns
// the range of the value after the TOML key. For a line without a TOML key, returns the whole line without outer
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
