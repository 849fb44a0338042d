// The form in which the visitor edits an own game. The form is drawn from the Parts (own_text.mjs) of the game's text.
// An edit of a field changes only the value of this field in the text; all other text is unchanged.

import { element, language, languageIndex } from "./here.mjs";
import { sentenceOf } from "./own_faults.mjs";
import { FIELDS, SECTIONS } from "./own_fields.mjs";
import { say } from "./own_messages.mjs";
import { columnsOf, newItem, newSection, spreadRows } from "./own_new.mjs";
import { keyOf } from "./own_text.mjs";

const START = ["name", "dice", "rows"]; // TOML keys of the first roll's fields at the top of the form
const UP = "";
const ARROW = '<svg class="arrow" viewBox="0 0 24 24" aria-hidden="true"><path d="M12 21V4M4 12l8-8 8 8"/></svg>';
const $ = (id) => document.getElementById(id);
const told = (french, english) => language() === "fr" ? french : english;

export class Form {
    // `change(make, isChecked)` changes the text. It calls make(parts) with the Parts of the present text; `make`
    // returns
    //     a change, a reason for a refusal, or null. If isChecked is true, the text is checked before, so that `reach`
    //     belongs to the same text.
    // `paste(roll, text)` opens a dialog for a table, which replaces the rows of a roll. The dialog shows `text` first.
    // `column(roll)` adds a column to the rows of a roll.
    constructor(root, { change, paste, column }) {
        Object.assign(this, { root, change, paste, column });
        this.faults = [];
        this.reach = {}; // the possible totals of each roll, by the roll's id
        this.cells = {}; // the chance of each table cell in percent, by the roll's id, row and column
        this.opened = new Set(); // the names of the collapsible parts that the user has opened or closed
    }

    // Draws the form from the Parts of the text. If the text cannot be parsed, `parts` is null, and the form is locked.
    show(parts) {
        this.root.inert = !parts;
        $("waits").hidden = Boolean(parts);
        if (!parts) {
            return;
        }
        this.parts = parts;
        this.number = 0;
        const made = [this.start(), ...SECTIONS.map(([kind, french, english, many]) => this.section(kind, told(french, english), many))];
        if (!this.taken(made)) {
            this.replace(made);
        }
        this.mark(this.faults);
        this.showChances(this.cells);
    }

    // Draws the top of the form: the title of the game, and the dice and rows of its first roll.
    start() {
        const roll = ["roll", 0];
        const box = element("section", { className: "start", aria: { label: say("whatRoll") } }, element("h3", {}, say("whatRoll")));
        const fields = element("div", { className: "fields" }, this.field(FIELDS.game[0], ["game", "title"]));
        if (this.parts.count(["roll"])) {
            fields.append(...FIELDS.roll.filter(([key]) => START.includes(key)).map((field) => this.field(field, [...roll, field[0]])));
        } else {
            fields.append(this.button("start roll", say("add_roll"), () => this.change((parts) => newSection("roll", parts)), "add"));
        }
        box.append(fields);
        return box;
    }

    // Tries to update the present form by the newly drawn form `made`, so that the user can go on typing. If both have
    // the same fields, copies the values and labels that differ, and returns true. Otherwise returns false.
    taken(made) {
        const all = (roots, what) => roots.flatMap((each) => [...each.querySelectorAll(what)]);
        const [before, after] = [all([this.root], "[data-place]"), all(made, "[data-place]")];
        const kind = (each) => `${each.localName} ${each.type} ${each.disabled} ${each.dataset.place}`;
        if (before.length !== after.length || before.some((each, at) => kind(each) !== kind(after[at]))) {
            return false;
        }
        before.forEach((each, at) => {
            if (each.localName === "select") {
                each.replaceChildren(...after[at].children);
            }
            if (each === document.activeElement && each.localName !== "select") {
                return;
            }
            for (const property of ["value", "checked"]) {
                if (property in each && each.localName !== "button" && each[property] !== after[at][property]) {
                    each[property] = after[at][property];
                }
            }
        });
        const labels = all(made, "legend, summary, label, h4, button");
        all([this.root], "legend, summary, label, h4, button").forEach((each, at) => {
            if (labels[at].textContent && each.textContent !== labels[at].textContent) {
                each.textContent = labels[at].textContent;
            }
            ["aria-label", "title"].forEach((name) => labels[at].hasAttribute(name) && each.setAttribute(name, labels[at].getAttribute(name)));
        });
        return true;
    }

    replace(made) {
        const active = this.root.contains(document.activeElement) ? document.activeElement : null;
        const [place, from, to] = [active?.dataset.place, active?.selectionStart, active?.selectionEnd];
        this.root.replaceChildren(...made);
        const again = place && [...this.root.querySelectorAll("[data-place]")].find((each) => each.dataset.place === place);
        if (again) {
            again.focus({ preventScroll: true });
            if (typeof from === "number" && again.setSelectionRange && again.type !== "number") {
                again.setSelectionRange(from, to);
            }
        }
    }

    section(kind, title, many) {
        const count = many ? this.parts.count([kind]) : this.parts.isTable([kind]) ? 1 : 0;
        const name = `section ${kind}`;
        const details = this.details(name, title + (many && count ? ` (${count})` : ""), false);
        details.className = "section";
        for (let at = 0; at < count; at++) {
            const path = many ? [kind, at] : [kind];
            details.append(many ? this.card(kind, path, kind) : this.fields(kind, path));
        }
        if (many) {
            details.append(this.button(`add ${kind}`, say(`add_${kind}`), () => this.change((parts) => newSection(kind, parts)), "add"));
        } else if (kind === "turn" && !count) {
            details.append(this.button("add turn", say("add_step"), () => this.change((parts) => newSection("turn", parts)), "add"));
        }
        return details;
    }

    details(name, title, open) {
        const details = element("details", { open: this.opened.has(name) !== open },
            element("summary", { data: { place: name } }, title));
        details.addEventListener("toggle", () => {
            if (details.open === open) {
                this.opened.delete(name);
            } else {
                this.opened.add(name);
            }
        });
        return details;
    }

    button(place, label, act, className = "", description = label) {
        const made = element("button", { type: "button", className, textContent: label, data: { place } });
        if (label === UP) {
            made.innerHTML = ARROW;
        }
        if (description !== label) {
            made.setAttribute("aria-label", description);
            made.title = description;
        }
        made.addEventListener("click", act);
        return made;
    }

    // Draws one item of a list: its fields, a button to move the item up, and a button to remove the item.
    card(kind, path, place, listed = false) {
        const name = this.nameOf(path);
        const label = `${say(`one_${kind}`)} ${path.at(-1) + 1}${name ? `, ${name}` : ""}`;
        const tools = element("div", { className: "tools" });
        if (listed) {
            tools.append(...this.movers(path, label));
        }
        tools.append(this.button(`${keyOf(path)} remove`, "×", () => this.change((parts) => parts.withoutSection(path)), "tool",
            `${say("remove")} ${label}`));
        return element("fieldset", { className: "card", data: { path: keyOf(path) } },
            element("legend", {}, label), tools, this.fields(kind, path));
    }

    movers(path, label) {
        const [list, at] = [path.slice(0, -1), path.at(-1)];
        return !this.parts.at(path) ? [] : at === 0 ? [element("span", { className: "tool none" })] : [this.button(`${keyOf(path)} up`, UP, () =>
            this.change((parts) => parts.swap(path, [...list, at - 1])), "tool", `${say("up")} ${label}`)];
    }

    nameOf(path) {
        const value = this.parts.value([...path, "name"]) ?? this.parts.value([...path, "title"])
            ?? this.parts.value([...path, "text"]) ?? this.parts.value([...path, "id"]) ?? "";
        return String(value && typeof value === "object" ? value[language()] ?? value.fr ?? value.en ?? "" : value).split("\n")[0];
    }

    fields(kind, path) {
        const box = element("div", { className: "fields" });
        const more = this.details(`more ${keyOf(path)}`, say("more"), false);
        more.className = "more";
        const inside = element("div", { className: "fields" });
        let some = false;
        // `started` has the TOML keys of the fields that the top of the form already shows.
        const started = keyOf(path) === keyOf(["game"]) ? ["title"] : keyOf(path) === keyOf(["roll", 0]) ? START : [];
        for (const field of FIELDS[kind].filter(([key]) => !started.includes(key))) {
            const [key, , , , options = {}] = field;
            const there = this.parts.at([...path, key]) && key !== "id" || this.parts.count([...path, key]) > 0;
            if (options.basic || there) {
                box.append(this.field(field, [...path, key]));
            } else {
                inside.append(this.field(field, [...path, key]));
                some = true;
            }
        }
        if (some) {
            more.append(inside);
            box.append(more);
        }
        return box;
    }

    field([key, kind, french, english, options = {}], path) {
        const label = told(french, english);
        if (["items", "rows", "part"].includes(kind)) {
            return this.list(key, kind, label, path, options);
        }
        const value = this.parts.value(path);
        const there = this.parts.at(path);
        const box = element("div", { className: `field ${kind}`, data: { path: keyOf(path) } });
        const id = `f${this.number++}`;
        if (kind === "words" || kind === "long") {
            this.words(box, id, label, path, value, kind === "long");
        } else if (kind === "values") {
            this.presetValues(box, label, path);
        } else {
            const input = this.input(kind, value, there, options, path);
            box.append(element("label", { htmlFor: id }, label), Object.assign(input, { id }));
            input.dataset.place = keyOf(path);
            if (!input.disabled) {
                input.addEventListener(kind === "flag" || input.localName === "select" ? "change" : "input",
                    () => this.typed(path, () => read(kind, input)));
            }
        }
        return box;
    }

    typed(path, value) {
        this.change((parts) => {
            const now = value();
            return now instanceof Error ? null : parts.set(path, now);
        });
    }

    input(kind, value, there, options, path) {
        const hint = options.hint ? told(...options.hint) : "";
        if (kind === "flag") {
            return element("input", { type: "checkbox", checked: value === true });
        }
        if (kind === "choice" || kind === "ref") {
            const choices = kind === "choice" ? options.of.map(([id, french, english]) => [id, told(french, english)])
                : this.names(options.to, path);
            const now = this.parts.words[value] ?? value;
            const select = element("select", {}, element("option", { value: "", textContent: "–" }),
                ...choices.map(([id, name]) => element("option", { value: id, textContent: name })));
            const match = choices.find(([id]) => id === value) ?? choices.find(([id]) => MEANT[value] === id);
            if (value !== undefined && !match) {
                select.append(element("option", { value: String(value), textContent: String(now) }));
            }
            select.value = match?.[0] ?? value ?? "";
            return select;
        }
        if (kind === "strings" || kind === "numbers") {
            const plain = value === undefined || Array.isArray(value) && value.every((each) => typeof each !== "object");
            return element("input", {
                type: "text", autocomplete: "off", spellcheck: false, placeholder: hint, disabled: !plain,
                value: value === undefined ? "" : plain ? value.join(", ") : say("inText"),
            });
        }
        return element("input", {
            type: kind === "number" && (value === undefined || typeof value === "number") ? "number" : "text",
            autocomplete: "off", spellcheck: kind === "words", placeholder: hint,
            value: value === undefined ? "" : String(value),
        });
    }

    words(box, id, label, path, value, long) {
        const both = value !== null && typeof value === "object";
        const make = (where, text, name, number) => {
            const input = element(long ? "textarea" : "input", {
                id: `${id}${number}`, value: text ?? "", data: { place: keyOf(where) }, ...long ? { rows: 4 } : { type: "text", autocomplete: "off" },
            });
            input.addEventListener("input", () => this.typed(where, () => input.value));
            return [element("label", { htmlFor: `${id}${number}` }, name), input];
        };
        if (both) {
            box.append(...make([...path, "fr"], value.fr, `${label}, français`, 0), ...make([...path, "en"], value.en, `${label}, English`, 1));
            return;
        }
        box.append(...make(path, value, label, 0));
        if (typeof value === "string" && value) {
            box.append(this.button(`${keyOf(path)} both`, "fr/en", () => this.change((parts) => {
                const now = JSON.stringify(parts.value(path));
                return parts.set(path, { raw: `{ fr = ${now}, en = ${now} }` });
            }), "tool", `fr/en, ${label} ${say("bothLanguages")}`));
        }
    }

    // Draws the input values of a preset: one field for each input of the preset's roll.
    presetValues(box, label, path) {
        const roll = this.parts.value([...path.slice(0, -1), "roll"]);
        const at = Array.from({ length: this.parts.count(["roll"]) }, (_, number) => number)
            .find((number) => this.parts.value(["roll", number, "id"]) === roll);
        const count = at === undefined ? 0 : this.parts.count(["roll", at, "inputs"]);
        for (let number = 0; number < count; number++) {
            const place = ["roll", at, "inputs", number];
            const name = this.parts.value([...place, "id"]);
            const where = [...path, name];
            const value = this.parts.value(where);
            const id = `f${this.number++}`;
            const input = element("input", { id, type: "text", autocomplete: "off", value: value === undefined ? "" : String(value), data: { place: keyOf(where) } });
            input.addEventListener("input", () => this.change((parts) => {
                const said = input.value.trim();
                const now = said === "" ? undefined : /^-?\d+$/.test(said) ? Number(said)
                    : { true: true, false: false }[said] ?? said;
                if (now !== undefined && !parts.isTable(path)) {
                    return parts.add(path.slice(0, -1), "values", `{ ${name} = ${JSON.stringify(now)} }`);
                }
                return parts.set(where, now);
            }));
            box.append(element("label", { htmlFor: id }, `${label} : ${this.nameOf(place)}`), input);
        }
    }

    list(key, kind, label, path, options) {
        const as = kind === "rows" ? "row" : options.as;
        const box = element("div", { className: `field list ${kind}`, data: { path: keyOf(path) } });
        if (kind === "part") {
            if (this.parts.isTable(path)) {
                box.append(element("fieldset", { className: "card" }, element("legend", {}, label), this.fields(as, path)));
            } else {
                box.append(this.button(`${keyOf(path)} add`, `+ ${label}`, () => this.change((parts) =>
                    newItem(as, parts, path, this.reach), true), "add"));
            }
            return box;
        }
        const count = this.parts.count(path);
        box.append(element("h4", {}, label));
        const columns = kind === "rows" && path[0] === "roll" ? columnsOf(this.parts, path.slice(0, 2)) : null;
        if (columns) {
            box.append(this.heads(path.slice(0, 2), columns));
        }
        for (let at = 0; at < count; at++) {
            const where = [...path, at];
            box.append(typeof this.parts.value(where) === "string" && kind === "rows" ? this.row(where, label, columns?.names.length)
                : this.card(as, where, keyOf(where), true));
        }
        box.append(this.button(`${keyOf(path)} add`, say(`add_${as}`), () => this.change((parts) => newItem(as, parts, path, this.reach), true), "add",
            `${say(`add_${as}`)}, ${label}`));
        if (kind === "rows" && path[0] === "roll") {
            const tools = element("div", { className: "actions" }, box.lastChild);
            const roll = path.slice(0, 2);
            if (!this.parts.at([...roll, "table"])) {
                tools.append(this.button(`${keyOf(path)} column`, say("addColumn"), () => this.column(roll), "add", `${say("addColumn")}, ${label}`));
            }
            tools.append(this.button(`${keyOf(path)} spread`, say("spreadRows"), () => this.change((parts) => spreadRows(parts, roll, this.reach), true), "add spread",
                `${say("spreadRows")}, ${label}`));
            tools.append(this.button(`${keyOf(path)} paste`, say("pasteTable"), () => this.paste(roll, ""), "add", `${say("pasteTable")}, ${label}`));
            box.append(tools);
        }
        return box;
    }

    // Draws the names of a table's columns above its rows.
    heads(roll, { input, names }) {
        const heads = names.map((name, at) => {
            const where = [...roll, "inputs", input, "options", at];
            const head = element("input", {
                type: "text", autocomplete: "off", className: "text", value: this.nameOf(where) || String(name), disabled: typeof name !== "string",
                aria: { label: `${say("columnName")} ${at + 1}` }, data: { place: keyOf(where) },
            });
            head.addEventListener("input", () => this.typed(where, () => head.value));
            return head;
        });
        return element("div", { className: "row heads" }, element("span", { className: "on" }), ...heads);
    }

    // Draws a table row such as "2-4: result": a field for the range, and a field for the text in each column.
    row(path, label, wide = 1) {
        const [, on, rest] = /^([^:]*):?\s*(.*)$/s.exec(this.parts.value(path));
        const number = path.at(-1) + 1;
        const cells = wide > 1 ? rest.split("|").map((each) => each.trim()) : [rest];
        const inputs = [[on, "on", `${label}, ${say("rowOn")} ${number}`], ...cells.map((cell, at) =>
            [cell, at ? `text${at}` : "text", `${label}, ${say("rowText")} ${number}${wide > 1 ? `, ${say("columnName")} ${at + 1}` : ""}`])].map(([value, part, name]) => {
            const input = element("input", {
                type: "text", autocomplete: "off", value, className: part.replace(/\d+$/, ""), aria: { label: name }, data: { place: `${keyOf(path)} ${part}` },
            });
            input.addEventListener("input", () => this.typed(path, () => `${inputs[0].value}: ${inputs.slice(1).map((each) => each.value).join(" | ")}`));
            input.addEventListener("paste", (event) => this.pasted(event, path));
            return input;
        });
        const chance = element("span", { className: "percent", data: { chance: keyOf(path) } });
        return element("div", { className: "row", data: { path: keyOf(path) } }, ...inputs, chance, ...this.movers(path, `${label} ${number}`),
            this.button(`${keyOf(path)} remove`, "×", () => this.change((parts) => parts.withoutItem(path)), "tool",
                `${say("remove")} ${label} ${number}`));
    }

    // If the user pastes several cells or lines into a field of a table row, opens the dialog for a pasted table.
    pasted(event, path) {
        const text = event.clipboardData.getData("text/plain");
        if (path[0] === "roll" && /[\t\n]./.test(text.trim())) {
            event.preventDefault();
            this.paste(path.slice(0, 2), text);
        }
    }

    // Shows beside each table row the chances of its cells. `cells` has these chances in percent, by the roll's id, row
    // and column.
    showChances(cells) {
        this.cells = cells;
        for (const each of this.root.querySelectorAll("[data-chance]")) {
            const [kind, number, , row] = JSON.parse(each.dataset.chance);
            const its = kind === "roll" ? cells[this.parts?.value(["roll", number, "id"])]?.[row] : null;
            each.textContent = its?.filter(Boolean).map((percent) => percent[languageIndex()]).join(" | ") ?? "";
        }
    }

    // Returns [id, label] of each choice for a field of the kind "ref", such as a roll, an input or a result.
    names(sort, path) {
        const lists = sort === "input" ? [[...path.slice(0, 2), "inputs"]]
            : sort === "result" ? [[...path.slice(0, 2), "results"]] : [[sort]];
        return lists.flatMap((list) => Array.from({ length: this.parts.count(list) }, (_, at) => {
            const id = this.parts.value([...list, at, "id"]);
            return [id, this.nameOf([...list, at]) || id];
        })).filter(([id]) => typeof id === "string");
    }

    // For each roll, shows or hides the button that spreads the table rows evenly over the totals of the dice. The
    // button is hidden if the rows fit the totals already.
    offerSpreading() {
        for (const button of this.root.querySelectorAll(".spread")) {
            const [kind, number] = JSON.parse(button.dataset.place.replace(/ spread$/, ""));
            button.hidden = !this.parts || !spreadRows(this.parts, [kind, number], this.reach);
        }
    }

    // Shows each fault at its field. A fault that belongs to no field of the form is not shown.
    mark(faults) {
        this.faults = faults;
        this.offerSpreading();
        this.root.querySelectorAll(".fault").forEach((each) => each.remove());
        this.root.querySelectorAll("[aria-invalid]").forEach((each) => {
            each.removeAttribute("aria-invalid");
            each.removeAttribute("aria-describedby");
        });
        faults.forEach((fault, number) => {
            const box = this.boxOf(fault);
            if (!box) {
                return;
            }
            const id = `fault${number}`;
            box.append(element("p", { className: "fault", id, textContent: sentenceOf(fault) }));
            const input = box.matches(".card") ? null : box.querySelector("input, select, textarea");
            input?.setAttribute("aria-invalid", "true");
            input?.setAttribute("aria-describedby", id);
            for (let outer = box.closest("details"); outer && !outer.open; outer = outer.parentElement.closest("details")) {
                outer.open = true;
            }
        });
    }

    // Returns the innermost element of the form for the path of a fault, or null.
    boxOf({ path }) {
        const boxes = new Map([...this.root.querySelectorAll("[data-path]")].map((each) => [each.dataset.path, each]));
        for (let long = path.length; long; long--) {
            const box = boxes.get(keyOf(path.slice(0, long)));
            if (box) {
                return box;
            }
        }
        return null;
    }

    // Moves the focus to the field of a fault. Returns false if the form has no field for the fault.
    toFault(fault) {
        const field = this.boxOf(fault)?.querySelector("input, select, textarea, button");
        field?.focus();
        return Boolean(field);
    }
}

// The English word for each French word that a field of the kind "choice" may contain.
const MEANT = {
    "siège": "seat", siege: "seat", moi: "me", cible: "target", adversaire: "opponent", jet: "roll", autre: "other",
    "dé1": "die1", "dé2": "die2", fois: "times", "après": "after", sous: "under",
};

// Returns the value of the field `input`. Returns undefined for an empty field. Returns an Error if the field requires
// a number, and the typed text is not a number yet.
function read(kind, input) {
    if (kind === "flag") {
        return input.checked;
    }
    const text = input.value;
    if (kind === "strings") {
        return text.trim() ? text.split(",").map((each) => each.trim()).filter(Boolean) : undefined;
    }
    if (kind === "numbers") {
        const numbers = text.split(",").map((each) => each.trim()).filter(Boolean);
        return !numbers.length ? undefined : numbers.every((each) => /^-?\d+$/.test(each)) ? numbers.map(Number) : new Error(text);
    }
    if (kind === "number") {
        return text.trim() === "" ? undefined : /^-?\d+$/.test(text.trim()) ? Number(text) : new Error(text);
    }
    return text === "" ? undefined : text;
}
