// Shows the exact odds of an own game's rolls, for the input values that the visitor chooses. The odds are the chance
// of exactly, at least or at most each outcome. The page also compares two rolls.

import { element, languageIndex } from "./here.mjs";
import { say } from "./own_messages.mjs";
import { python } from "./own_python.mjs";

const WAIT_MS = 250; // time from the last typed letter to the comparison of two rolls
const PER_PERCENT = 10000; // number of millionths in a percent; own_check.py returns shares in millionths
// The modes of the odds. A bar, as own_check.py returns it, is a list with a percent and a share for each mode. The
// value of the mode is the index of its percent in this list.
const EXACTLY = 1, AT_LEAST = 3, AT_MOST = 5;
const MODES = [[EXACTLY, "exactly"], [AT_LEAST, "orMore"], [AT_MOST, "orLess"]];
const $ = (id) => document.getElementById(id);

let inputs = {}; // the input values that the visitor has chosen, by the roll's id, then by the input's name
let modes = {}; // the mode that the visitor has chosen for each roll, by the roll's id
let rolls = [];
let cells = {}; // the chance of each table cell in percent, by the roll's id, row and column
let drawn = () => {};

// Registers the function then(cells), which is called after each update of the odds.
export function begin(then) {
    drawn = then;
    for (const id of ["one", "other"]) {
        $(id).addEventListener("input", compareSoon);
    }
}

// Forgets the chosen input values and modes, before another game is opened.
export function forget() {
    inputs = {};
    modes = {};
}

// Shows the odds of the rolls `now`, which belong to the game that was checked last.
export async function show(now) {
    rolls = now;
    const all = await Promise.all(now.map(async (roll, number) => {
        const given = Object.fromEntries(roll.inputs.map(([name, , low, high, start]) => {
            const value = inputs[roll.id]?.[name] ?? start;
            return [name, value >= low && value <= high ? value : start];
        }));
        return [roll, given, await python("odds", number, JSON.stringify(given))];
    }));
    if (rolls !== now || all.some(([, , found]) => !found)) {
        return;
    }
    const focused = document.activeElement?.closest("#odds") && document.activeElement.id;
    $("odds").replaceChildren(...all.map(([roll, given, found]) => section(roll, given, found)));
    if (!all.length) {
        $("odds").textContent = say("noRolls");
    }
    if (focused) {
        $(focused)?.focus({ preventScroll: true });
    }
    cells = Object.fromEntries(all.map(([roll, , found]) => [roll.id, found.cells ?? []]));
    drawn(cells);
    beginComparing();
}

function section(roll, given, found) {
    const dice = roll.dice[languageIndex()].replaceAll("(", "{").replaceAll(")", "}");
    const box = element("section", { className: "roll", ariaLabel: roll.name[languageIndex()] },
        element("h4", {}, `${roll.name[languageIndex()]} `, element("small", { textContent: dice })));
    const asked = element("div", { className: "fields" });
    roll.inputs.forEach((input, number) => asked.append(inputOf(roll, input, given, `o${roll.id}${number}`)));
    box.append(asked);
    if (found.refused) {
        box.append(element("p", { textContent: found.refused[languageIndex()] }));
        return box;
    }
    const mode = modes[roll.id] ?? EXACTLY;
    box.append(element("div", { className: "mode" }, modeOf(roll, mode),
        element("span", { className: "mean", textContent: found.mean ? say("mean", found.mean[languageIndex()]) : "" })));
    box.append(element("ul", { className: "bars" },
        ...found.chances.map((each) => bar(each, EXACTLY, "chance")), ...found.rows.map((each) => bar(each, mode, ""))));
    return box;
}

function bar(each, mode, kind) {
    const [percent, share] = each[mode] ? [each[mode], each[mode + 1]] : [["", ""], 0];
    const item = element("li", { className: kind }, ...[each[0][languageIndex()], percent[languageIndex()]].map((text) => element("span", { textContent: `${text} ` })));
    item.style.setProperty("--part", `${share / PER_PERCENT}%`);
    return item;
}

function modeOf(roll, mode) {
    const select = element("select", { id: `m${roll.id}`, ariaLabel: say("oddsOf", roll.name[languageIndex()]) },
        ...MODES.map(([value, name]) => element("option", { value, textContent: say(name), selected: value === mode })));
    select.addEventListener("change", () => {
        modes[roll.id] = Number(select.value);
        show(rolls);
    });
    return select;
}

function inputOf(roll, [name, label, low, high, , options], given, id) {
    let input;
    if (options.length) {
        input = element("select", {}, ...options.map((option, number) => element("option", { value: number, textContent: option[languageIndex()] })));
        input.value = given[name];
    } else if (low === 0 && high === 1) {
        input = element("input", { type: "checkbox", checked: given[name] === 1 });
    } else {
        input = element("input", { type: "number", min: low, max: high, value: given[name] });
    }
    input.id = id;
    input.addEventListener("change", () => {
        const value = input.type === "checkbox" ? Number(input.checked) : Math.max(low, Math.min(high, Math.round(Number(input.value)) || 0));
        inputs[roll.id] = { ...inputs[roll.id], [name]: value };
        show(rolls);
    });
    return element("div", { className: `field ${input.type === "checkbox" ? "flag" : ""}` },
        element("label", { htmlFor: id, textContent: label[languageIndex()] }), input);
}

// Comparison of two rolls

// Fills the two fields of the comparison with the dice of the game's first two rolls. A field that the visitor has
// changed stays unchanged.
function beginComparing() {
    const dice = rolls.map((roll) => roll.dice[1]).filter((each) => each && !each.includes(" / "));
    const begun = [dice[0] ?? "2d6", dice[1] ?? `${dice[0] ?? "2d6"}+1`];
    ["one", "other"].forEach((id, number) => {
        if ($(id).dataset.begun === undefined || $(id).value === $(id).dataset.begun) {
            $(id).value = $(id).dataset.begun = begun[number].replaceAll("−", "-").replaceAll("×", "*").replaceAll("≥", ">=").replaceAll("≤", "<=");
        }
    });
    compareSoon();
}

let waiting;
function compareSoon() {
    clearTimeout(waiting);
    waiting = setTimeout(() => compare().catch((error) => console.error(error)), WAIT_MS);
}

async function compare() {
    const both = [$("one").value.trim(), $("other").value.trim()];
    const found = await python("compare_rolls", ...both);
    if (both.some((each, number) => each !== $(["one", "other"][number]).value.trim())) {
        return;
    }
    ["one", "other"].forEach((id, number) => {
        const fault = found.faults?.find(([which]) => which === number);
        $(id).ariaInvalid = String(Boolean(fault));
        $(`${id}fault`).textContent = fault ? fault[2 + languageIndex()] : "";
    });
    if (found.faults) {
        $("compared").replaceChildren();
        return;
    }
    const line = (name, [percent, share]) => bar([[say(name, both[0], both[1]), say(name, both[0], both[1])], percent, share], EXACTLY, "chance");
    const means = found.means.map((mean) => mean ? mean[languageIndex()] : "–");
    const rows = found.rows.map(([number, one, other]) => element("tr", {}, element("th", { scope: "row", textContent: `≥ ${number}` }),
        ...[one, other].map(([percent, share]) => {
            const cell = element("td", { textContent: percent[languageIndex()] });
            cell.style.setProperty("--part", `${share / PER_PERCENT}%`);
            return cell;
        })));
    $("compared").replaceChildren(
        element("ul", { className: "bars" }, line("oneMore", found.more), line("oneSame", found.same), line("oneLess", found.less)),
        element("table", {}, element("caption", { textContent: say("leastOfEach") }),
            element("thead", {}, element("tr", {}, element("td"), ...both.map((each) => element("th", { scope: "col", textContent: each })))),
            element("tbody", {}, element("tr", {}, element("th", { scope: "row", textContent: say("means") }),
                ...means.map((each) => element("td", { textContent: each }))), ...rows)));
}
