// A dialog into which the visitor pastes a table from a spreadsheet or a list. The dialog shows the parsed table,
// before the table replaces the rows of a roll.

import { languageIndex } from "./here.mjs";
import { say } from "./own_messages.mjs";
import { python } from "./own_python.mjs";

const SHOWN = 12; // maximum number of table rows that the dialog shows
const $ = (id) => document.getElementById(id);
let found = null;

function row(cells, name) {
    const made = document.createElement("tr");
    made.append(...cells.map((text) => Object.assign(document.createElement(name), { textContent: text })));
    return made;
}

// Returns the pasted table. If the visitor has chosen one column, the cells of each row are joined.
function taken() {
    return !found?.heads.length || $("pastewide").checked ? found
        : { ...found, heads: [], rows: found.rows.map(([range, cells]) => [range, [cells.join(" – ")]]) };
}

async function look() {
    const of = $("pasted").value;
    const read = of.trim() ? await python("pasted_rows", of) : null;
    if (of !== $("pasted").value) {
        return;
    }
    found = read?.rows ? read : null;
    $("pastewhy").textContent = read?.why?.[languageIndex()] ?? (found ? say("pasteFound", found.rows.length, found.dice) : "");
    $("pastewideline").hidden = !found?.heads.length;
    $("pasteyes").disabled = !found;
    draw();
}

function draw() {
    const { heads = [], rows = [] } = taken() ?? {};
    $("pastelook").replaceChildren(...heads.length ? [row(["", ...heads], "th")] : [],
        ...rows.slice(0, SHOWN).map(([range, cells]) => row([range, ...cells], "td")), ...rows.length > SHOWN ? [row(["…"], "td")] : []);
}

$("pasted").addEventListener("input", () => look().catch((error) => console.error(error)));
$("pastewide").addEventListener("change", draw);

// Opens the dialog, with `text` in its field. Returns the table {dice, heads: the column names, rows}, or null if the
// visitor cancels.
export async function askTable(text = "") {
    $("pasted").value = text;
    $("pastewide").checked = true;
    found = null;
    $("paste").returnValue = "";
    $("paste").showModal();
    await look();
    return new Promise((resolve) => {
        $("paste").addEventListener("close", () => resolve($("paste").returnValue === "yes" ? taken() : null), { once: true });
    });
}
