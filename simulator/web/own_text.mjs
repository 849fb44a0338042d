// Changes of single values in the TOML text of an own game. All other text, comments included, stays unchanged. A
// change is {from, to, insert}: the range of the replaced text, and the new text.

// The order in which the kinds of sections appear in a text.
const ORDER = ["game", "counter", "table", "roll", "turn", "page", "preset"];

export const keyOf = (path) => JSON.stringify(path);

// Formats a value as TOML. The value is a string, a number, a boolean, a list of such values, or {raw: TOML text}.
export function literal(value) {
    if (value?.raw !== undefined) {
        return value.raw;
    }
    if (Array.isArray(value)) {
        return `[${value.map(literal).join(", ")}]`;
    }
    if (typeof value !== "string") {
        return String(value);
    }
    const escaped = value.replace(/[\\"]/g, "\\$&").replaceAll("\t", "\\t");
    return value.includes("\n") ? `"""${escaped}"""` : `"${escaped}"`;
}

// The values and TOML table headers of a text, with their positions. A path is a list of English TOML keys and list
// indexes.
export class Parts {
    // The second argument is the result of `parts` in own_check.py for `text`.
    constructor(text, { values, heads, french }, words) {
        this.text = text;
        this.french = Boolean(french);
        this.words = words; // the French TOML key for each English TOML key
        const at = places(text);
        this.values = values.map(([path, english, begin, end, key, value]) =>
            ({ path, english, begin: at(begin), end: at(end), key: key < 0 ? -1 : at(key), value }));
        this.heads = heads.map(([begin, path, english]) => ({ begin: at(begin), path, english }));
        this.known = new Map(this.values.map((each) => [keyOf(each.english), each]));
    }

    // Returns the position and content of the value at a path, or undefined if the text has no such value.
    at(path) {
        return this.known.get(keyOf(path));
    }

    isTable(path) {
        return this.at(path)?.value?.[0] === "table" || this.heads.some((head) => keyOf(head.english) === keyOf(path));
    }

    // Returns the number of items in the list at a path. An item is written in a TOML list, or below its own table
    // header such as [[roll]].
    count(path) {
        const depth = path.length;
        const inside = ({ english }) => english.length > depth && keyOf(english.slice(0, depth)) === keyOf(path)
            && typeof english[depth] === "number";
        return Math.max(-1, ...[...this.values, ...this.heads].filter(inside).map(({ english }) => english[depth])) + 1;
    }

    // Returns the value at a path: a string, a number, a boolean, or a list of such values. Returns {fr, en} for a text
    // in two languages, and undefined if the text has no value at the path.
    value(path) {
        const found = this.at(path)?.value;
        if (Array.isArray(found)) {
            const [kind] = found;
            if (kind === "list") {
                return Array.from({ length: this.count(path) }, (_, at) => this.value([...path, at]));
            }
            if (kind === "table") {
                const [fr, en] = ["fr", "en"].map((language) => this.at([...path, language])?.value);
                return fr === undefined && en === undefined ? null : { fr, en };
            }
            return kind === "yes";
        }
        return found;
    }

    // Returns the change that sets the value at a path. If `value` is undefined, the change removes the TOML key.
    set(path, value) {
        const there = this.at(path);
        if (value === undefined) {
            return there ? this.without(there) : null;
        }
        if (there) {
            return { from: there.begin, to: there.end, insert: literal(value) };
        }
        return this.add(path.slice(0, -1), path.at(-1), literal(value));
    }

    word(key) {
        return this.french ? this.words[key] ?? key : key;
    }

    // Returns the change that adds a TOML key to a TOML table. If the table is missing, such as [turn], it is added
    // too.
    add(table, key, written) {
        const line = `${/^[\w-]+$/.test(key) ? this.word(key) : literal(key)} = ${written}`;
        const inline = this.at(table);
        if (inline) {
            const inside = this.text.slice(inline.begin + 1, inline.end - 1);
            const end = inline.begin + 1 + inside.trimEnd().length;
            const more = inside.trim() ? inside.trimEnd().endsWith(",") ? " " : ", " : " ";
            return { from: end, to: inline.end - 1, insert: `${more}${line} ` };
        }
        const head = this.heads.findIndex(({ english }) => keyOf(english) === keyOf(table));
        if (head < 0) {
            return typeof table.at(-1) === "string" ? this.section(table.at(-1), line, false) : null;
        }
        const at = this.lineEnd(this.bodyEnd(head));
        return { from: at, to: at, insert: `\n${line}` };
    }

    // Returns the position after the last value below a TOML table header, or after the header if no value is below it.
    bodyEnd(head) {
        const { begin } = this.heads[head];
        const next = this.heads[head + 1]?.begin ?? this.text.length;
        return Math.max(this.text.indexOf("]", begin) + 1, ...this.values.filter((each) => each.begin > begin && each.begin < next)
            .map(({ end }) => end));
    }

    lineEnd(from) {
        const at = this.text.indexOf("\n", from);
        return at < 0 ? this.text.length : at;
    }

    lineBegin(from) {
        return this.text.lastIndexOf("\n", from - 1) + 1;
    }

    // Returns the change that adds a section. The new section follows the last section of its kind, or, if there is
    // none, the last section of a kind that comes earlier in ORDER.
    section(kind, body, many = true) {
        const rank = ORDER.indexOf(kind);
        let before = -1;
        this.heads.forEach(({ english }, at) => {
            if (ORDER.indexOf(english[0]) <= rank) {
                before = at;
            }
        });
        const name = this.word(kind);
        const written = `${many ? `[[${name}]]` : `[${name}]`}\n${body}`;
        if (before < 0) {
            return { from: 0, to: 0, insert: `${written}\n\n` };
        }
        const at = this.lineEnd(this.bodyEnd(before));
        return { from: at, to: at, insert: `\n\n${written}` };
    }

    // Returns the change that removes a section, including the table headers that belong to the section.
    withoutSection(path) {
        const inside = ({ english }) => keyOf(english.slice(0, path.length)) === keyOf(path);
        const first = this.heads.findIndex(inside);
        if (first < 0) {
            return this.at(path) ? this.withoutItem(path) : null;
        }
        const last = this.heads.findLastIndex(inside);
        const to = this.lineEnd(this.bodyEnd(last));
        const blank = /^(?:[ \t]*\n)*/.exec(this.text.slice(to + 1))[0].length;
        return { from: this.lineBegin(this.heads[first].begin), to: Math.min(this.text.length, to + 1 + blank), insert: "" };
    }

    without(there) {
        const parent = this.at(there.english.slice(0, -1));
        if (parent?.value?.[0] === "table") {
            return this.cut(there.key, there.end);
        }
        return { from: this.lineBegin(there.key), to: Math.min(this.text.length, this.lineEnd(there.end) + 1), insert: "" };
    }

    // Returns the change that removes the text from `begin` to `end`, an item of a TOML list, together with one comma.
    // If nothing else is on the item's lines, the whole lines are removed.
    cut(begin, end) {
        const comma = /^\s*,[ \t]*/.exec(this.text.slice(end))?.[0].length ?? 0;
        const [from, to] = [this.lineBegin(begin), this.lineEnd(end + comma)];
        const alone = !this.text.slice(from, begin).trim() && /^\s*(#.*)?$/.test(this.text.slice(end + comma, to));
        if (alone) {
            return { from, to: Math.min(this.text.length, to + 1), insert: "" };
        }
        if (comma) {
            return { from: begin, to: end + comma, insert: "" };
        }
        return { from: begin - (/\s*,\s*$/.exec(this.text.slice(0, begin))?.[0].length ?? 0), to: end, insert: "" };
    }

    // Returns the change that appends an item to a list.
    addItem(path, written) {
        const list = this.at(path);
        if (!list) {
            const begun = this.heads.some(({ english }) => keyOf(english.slice(0, -1)) === keyOf(path));
            return begun ? null : this.add(path.slice(0, -1), path.at(-1), `[\n  ${written},\n]`);
        }
        const count = this.count(path);
        if (!count) {
            return { from: list.begin, to: list.end, insert: `[\n  ${written},\n]` };
        }
        const last = this.at([...path, count - 1]);
        const first = this.at([...path, 0]);
        const lines = this.text.slice(list.begin, list.end).includes("\n");
        const comma = /^\s*,/.exec(this.text.slice(last.end))?.[0].length ?? 0;
        const behind = last.end + comma;
        const indent = lines ? /^[ \t]*/.exec(this.text.slice(this.lineBegin(first.begin)))[0] : "";
        if (!lines) {
            const at = last.end;
            return { from: at, to: behind, insert: `, ${written}` };
        }
        const end = this.lineEnd(behind);
        // True if nothing but a comment follows the last item on its line.
        const note = /^[ \t]*(#.*)?$/.test(this.text.slice(behind, end));
        if (comma) {
            const at = note ? end : behind;
            return { from: at, to: at, insert: `\n${indent}${written},` };
        }
        return { from: last.end, to: last.end, insert: `,\n${indent}${written}` };
    }

    withoutItem(path) {
        const { begin, end } = this.at(path);
        return this.cut(begin, end);
    }

    // Returns the change that swaps two neighbouring items of a list.
    swap(path, other) {
        const [a, b] = [this.at(path), this.at(other)].sort((one, two) => one.begin - two.begin);
        const { text } = this;
        return {
            from: a.begin, to: b.end,
            insert: text.slice(b.begin, b.end) + text.slice(a.end, b.begin) + text.slice(a.begin, a.end),
        };
    }
}

// Returns a function that converts a position in a text from Python to JavaScript. The positions differ after a
// character above U+FFFF, which JavaScript counts as two.
function places(text) {
    if (!/[\u{10000}-\u{10ffff}]/u.test(text)) {
        return (at) => at;
    }
    const found = [0];
    for (const letter of text) {
        found.push(found.at(-1) + letter.length);
    }
    return (at) => found[at];
}

// Returns the text after one change or several. All positions in the changes refer to the text before them.
export function changeText(text, changes) {
    return [changes].flat().filter(Boolean).sort((a, b) => b.from - a.from)
        .reduce((now, { from, to, insert }) => now.slice(0, from) + insert + now.slice(to), text);
}
