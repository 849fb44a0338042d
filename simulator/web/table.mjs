// The table page, which shows the players' values and rolls large enough for a room. The page can also send a few
// requests to a Gobelet, for example to name a seat.

import { language, switchLanguage, translate } from "./here.mjs";
import { inFours } from "./proof.mjs";
import * as dddice from "./table_dddice.mjs";
import { luck } from "./table_luck.mjs";
import { open, verify } from "./table_proof.mjs";
import { SameGame } from "./table_same.mjs";
import { Talk, callTab, follow, plug } from "./table_talk.mjs";

const french = language() === "fr";
const percent = (part) => `${Math.round(part)}${french ? "\u00a0" : ""}%`;
const say = french ? {
    stale: "Plus rien n’arrive : ce qui suit est l’état d’avant.", connect: "Brancher un Gobelet", gear: "Noms, voix, dddice", open: "Ouvrir un jeu", history: "Les jets", title: "Gobelet, la table",
    empty: "Ouvrez un jeu dans un autre onglet, ou branchez un Gobelet : la table le suit.", emptyTab: "Ouvrez un jeu dans un autre onglet : la table le suit.", seat: "Siège", name: "Nom",
    naming: "Nommer ce siège", preset: "Garder ces dés", dice: "Dés", label: "Leur nom", speak: "Dire les jets", hand: "dés réels",
    chance: (part) => `${percent(part)} de chances`, none: "Pas encore de jet", refused: "Refusé : ", which: "Quel Gobelet",
    forgets: "Ce navigateur ne garde rien : page fermée, cette table est oubliée.",
    taken: "Ce port est pris par un autre programme, ou a été débranché.",
    luck: "Chance de la soirée", high: ({ height, dice, low, high }) => `${dice} dés, à ${percent(height)} de leur hauteur ; le hasard laisse entre ${percent(low)} et ${percent(high)}`,
    rarest: "Le plus rare", team: "équipe", oneSeat: "un siège", forget: (name) => `Oublier ${name}`, same: (name) => `même partie que ${name}`, conflict: "Changé des deux côtés, le premier compte : ",
    on: "Envoyer les jets", key: "Clé", room: "Salon", theme: "Dés", sends: (room) => `Les jets partent chez dddice, salon ${room}`, lost: (why) => `dddice n’a pas pris un jet (${why})`,
    code: "Code du jet qui vient : ", never: (code) => `code ${code} : montré, jamais lancé`, from: ({ number, secret }) => `Nombre ${number}, secret ${inFours(secret)}`,
    proof: {
        bound: "Vérifié : le code vu ici avant le jet engageait l’appareil.", fits: "Les faces viennent du secret et du nombre ; le code n’a pas été vu ici avant.",
        wrong: "FAUX : ces faces ne viennent pas de ce secret et de ce nombre.",
    },
} : {
    stale: "Nothing is heard any more: this is how it was.", connect: "Connect a Gobelet", gear: "Names, voice, dddice", open: "Open a game", history: "The rolls", title: "Gobelet, the table",
    empty: "Open a game in another tab, or plug a Gobelet in: the table follows it.", emptyTab: "Open a game in another tab: the table follows it.", seat: "Seat", name: "Name",
    naming: "Name this seat", preset: "Keep these dice", dice: "Dice", label: "Their name", speak: "Say the rolls", hand: "real dice",
    chance: (part) => `${percent(part)} chance`, none: "No roll yet", refused: "Refused: ", which: "Which Gobelet",
    forgets: "This browser keeps nothing: once closed, this table is forgotten.",
    taken: "Another program has this port, or it was unplugged.",
    luck: "Luck of the evening", high: ({ height, dice, low, high }) => `${dice} dice, at ${percent(height)} of their height; chance leaves it between ${percent(low)} and ${percent(high)}`,
    rarest: "Least likely", team: "a team", oneSeat: "a seat", forget: (name) => `Forget ${name}`, same: (name) => `same game as ${name}`, conflict: "Changed on both, the first one counts: ",
    on: "Send the rolls", key: "Key", room: "Room", theme: "Dice", sends: (room) => `Rolls go to dddice, room ${room}`, lost: (why) => `dddice did not take a roll (${why})`,
    code: "Code of the roll to come: ", never: (code) => `code ${code}: shown, never rolled`, from: ({ number, secret }) => `Number ${number}, secret ${inFours(secret)}`,
    proof: {
        bound: "Verified: the code seen here before the roll bound the device.", fits: "The faces come from the secret and the number; the code was not seen here before.",
        wrong: "WRONG: these faces do not come from this secret and this number.",
    },
};
const KEPT = "gobelet table", MARKS = "gobelet table marks", NOTE_MS = 8000, PICO = 0x2e8a;
const $ = (id) => document.getElementById(id);

const read = (name) => {
    try {
        // Any stored value becomes an object here. A missing value becomes an object too, because it raises an error.
        return Object.fromEntries(Object.entries(JSON.parse(localStorage.getItem(name))));
    } catch {
        return {};
    }
};
let forgets = false; // whether the page has warned that this browser stores nothing
const write = (name, value) => {
    try {
        localStorage.setItem(name, JSON.stringify(value));
    } catch {
        if (!forgets) note(say.forgets);
        forgets = true;
    }
};
const before = read(KEPT); // the data of each Talk that the last visit of the page has stored, by the id of the Talk
const marks = read(MARKS); // for each journal the position from which on rolls are new, see Outbox
const talks = new Map(); // the Talk to each Gobelet, by the id of the Talk
const mirrors = new Map(); // {of: the leader's id, same: a SameGame}, by the id of the follower's Talk
const plugged = new Set(); // the numbers of the connected USB cables
let held = false; // whether the desk tool serves this page; it then has all data, and sends the rolls to dddice
let noted = null;

function note(text) {
    $("note").textContent = text;
    clearTimeout(noted);
    noted = setTimeout(() => { $("note").textContent = ""; }, NOTE_MS);
}

function talkOf(id) {
    if (!talks.has(id)) {
        talks.set(id, new Talk(id, before[id], marks, (all) => write(MARKS, all)));
        mirror();
    }
    return talks.get(id);
}

const names = (talk) => talk.name || `Gobelet ${[...talks.keys()].indexOf(talk.id) + 1}`;
const shown = () => [...talks.values()].filter((talk) => !talks.has(talk.role) || talk.role === talk.id);

// Starts and ends the mirroring of games between Gobelets. If the role of a Gobelet is the id of another Gobelet, that
// other Gobelet is its leader.
function mirror() {
    for (const [id, { of }] of mirrors) {
        if (talks.get(id)?.role !== of || !talks.has(of)) mirrors.delete(id);
    }
    for (const talk of talks.values()) {
        const leader = talks.get(talk.role);
        if (!leader || leader === talk || mirrors.has(talk.id)) continue;
        const same = new SameGame((request) => leader.send?.(request), (request) => talk.send?.(request),
            (cells, why) => note(`${say.conflict}${cells.join(", ")} (${why})`));
        same.agreed = new Map(talk.agreed);
        mirrors.set(talk.id, { of: leader.id, same });
        for (const [end, { table }] of [[same.leader, leader], [same.follower, talk]]) {
            for (const message of [table.game, table.state]) message && !table.stale && same.heard(end, message);
        }
    }
}

function hear(talk, messages) {
    let missed = false;
    for (const message of messages) {
        const found = talk.take(message);
        missed ||= found.missed;
        for (const [id, { of, same }] of mirrors) {
            if ([id, of].includes(talk.id)) same.heard(of === talk.id ? same.leader : same.follower, message);
            if (id === talk.id) talk.agreed = [...same.agreed];
        }
        if (message.type === "refused" && typeof message.to !== "number") note(say.refused + message.why);
        for (const roll of found.given) {
            if ($("speak").checked) speechSynthesis.speak(Object.assign(new SpeechSynthesisUtterance(roll.words), { lang: talk.table.hello?.language ?? "" }));
            if (!held) dddice.send(roll).then((why) => why && note(say.lost(why)));
        }
    }
    const show = () => {
        draw();
        keep();
    };
    show();
    verify(talk.table.rolls).then((found) => found && show());
    if (missed) talk.greet();
}

function keep() {
    write(KEPT, { ...before, ...Object.fromEntries([...talks].map(([id, { kept }]) => [id, kept])) });
}

function element(name, text, className) {
    const made = document.createElement(name);
    if (text !== undefined) made.textContent = text;
    if (className) made.className = className;
    return made;
}

const minus = (value) => String(value).replace("-", "−");
const result = (roll) => (roll?.done && Number.isInteger(roll.total) && !roll.verdict ? minus(roll.total) : roll?.answer ?? roll?.words ?? "");

// Returns {row, name, values} of each player. If the device sends a list of visible values, returns this list.
// Otherwise the values are up to five fields that have a name, and differ from their start value for some player. In an
// own game they are the first five fields that have a name. If the rows of no Kind are players, returns only the names
// of the seats.
function players({ state, game }) {
    if (state?.seen) return state.seen;
    const known = game && state?.values ? whose(state, game) : [];
    if (!known.length) {
        return (state?.seats ?? []).map((name, row) => ({ row, name, values: [] })).filter(({ name }) => name);
    }
    return known.flatMap(([kind, rows]) => {
        const { fields } = game.kinds[kind];
        const starts = fields.map((field) => field[4]);
        const all = Object.entries(rows).map(([row, name]) => ({ row: Number(row), name, its: state.values[kind]?.[row] ?? starts }));
        const moved = (index) => isOwn(game) || all.some(({ its }) => its[index] !== starts[index]);
        return all.map(({ row, name, its }) => ({ row, name, values: fields.map(([, words, least, , , told], index) =>
            [words, told?.[its[index] - least] ?? its[index], words && its[index] !== null && moved(index)])
            .filter(([, , shown]) => shown).slice(0, 5) }));
    });
}

const isOwn = ({ game }) => game.startsWith("own-");

// Returns [Kind, {row: name}] of each Kind whose rows are players. For an own game all seats are returned, even those
// whose values have not changed since the start.
function whose(state, game) {
    if (!isOwn(game)) {
        return Object.entries(state.names ?? {});
    }
    return Object.entries(game.kinds).filter(([, { rows, fields }]) => rows > 1 && fields.some(([, words]) => words))
        .map(([kind, { rows }]) => [kind, Object.fromEntries(Array.from({ length: rows }, (_, row) =>
            [row, state.names?.[kind]?.[row] ?? state.seats?.[row] ?? String(row + 1)]))]);
}

function card({ name, values, out }, turn) {
    const item = element("li", undefined, `${turn ? "turn" : ""} ${out ? "out" : ""}`.trim());
    item.append(element("b", name));
    for (const [at, [words, value]] of values.entries()) {
        const line = element("span", `${words} `, at === 0 && minus(value).length < 5 ? "first" : "");
        line.append(element("em", minus(value)));
        item.append(line);
    }
    return item;
}

// Draws a Gobelet as one seat: the name and the last roll of the Gobelet, and the values of its first player.
function seat(talk) {
    const last = talk.table.rolls.at(-1);
    return card({ name: names(talk), values: [...last ? [[last.title ?? last.what ?? "", result(last)]] : [], ...players(talk.table)[0]?.values ?? []] }, false);
}

function groups() {
    const there = shown();
    const several = there.length > 1;
    const seats = several ? there.filter(({ role }) => role === "seat") : [];
    const teams = there.filter((talk) => !seats.includes(talk));
    const made = teams.map((talk) => {
        const group = element("section", undefined, "group");
        if (several) group.append(element("h2", names(talk)));
        const list = element("ul", undefined, "players");
        list.append(...players(talk.table).map((player) => card(player, player.turn ?? player.row === talk.table.state?.turn)));
        group.append(list);
        return group;
    });
    if (seats.length) {
        const list = element("ul", undefined, "players");
        list.append(...seats.map(seat));
        made.push(list);
    }
    return made;
}

function devices() {
    const all = [...talks.values()];
    if (all.length < 2) return [];
    return all.map((talk) => {
        const line = element("span");
        const name = element("input");
        Object.assign(name, { value: talk.name, placeholder: names(talk), size: 9, ariaLabel: say.which });
        name.onchange = () => { talk.name = name.value.trim(); keep(); draw(); };
        const role = element("select");
        for (const [value, words] of [["team", say.team], ["seat", say.oneSeat], ...all.filter((other) => other !== talk).map((other) => [other.id, say.same(names(other))])]) {
            role.append(Object.assign(element("option", words), { value, selected: value === talk.role }));
        }
        role.onchange = () => { Object.assign(talk, { role: role.value, agreed: [] }); mirror(); keep(); draw(); };
        line.append(name, " ", role);
        if (!talk.send) line.append(" ", forget(talk));
        return line;
    });
}

function drawLuck(rolls) {
    const { all, who, rarest } = luck(rolls);
    const line = (name, text) => {
        const made = element("div");
        made.append(element("b", `${name} `), text);
        return made;
    };
    $("luck").replaceChildren(...all ? [line(say.luck, say.high(all))] : [], ...who.map(({ name, ...its }) => line(name, `${percent(its.height)} (${its.dice})`)),
        ...rarest ? [line(say.rarest, `${rarest.words} · ${say.chance(100 * rarest.odds[0] / rarest.odds[1])}`)] : []);
}

// Returns a button that deletes the data of a disconnected Gobelet.
function forget(talk) {
    const button = Object.assign(element("button", "×"), { ariaLabel: say.forget(names(talk)) });
    button.onclick = () => {
        talks.delete(talk.id);
        delete before[talk.id];
        mirror();
        keep();
        draw();
    };
    return button;
}

const SETTINGS = ["devices", "device"]; // ids of elements that are not redrawn while they have the focus

// Returns the text of a roll without the result at its end, because the page shows the result in large letters.
const withoutResult = (words, total) => words.endsWith(` = ${total}`) ? words.slice(0, -` = ${total}`.length) : words;

function draw() {
    const there = shown();
    const all = [...talks.values()];
    const { table } = there[0] ?? { table: { rolls: [], codes: [] } };
    $("title").textContent = table.game?.title && table.state?.game ? table.game.title : "";
    $("title").hidden = !$("title").textContent;
    const stale = all.filter((talk) => talk.table.stale && (talk.table.hello || talk.table.rolls.length));
    $("stale").textContent = stale.length ? `${all.length > 1 ? `${stale.map(names).join(", ")} · ` : ""}${say.stale}` : "";
    document.body.classList.toggle("stale", stale.length > 0 && stale.length === all.length);
    const rolls = there.flatMap((talk) => talk.table.rolls.map((roll) => ({ ...roll, from: there.length > 1 ? names(talk) : "" })))
        .sort((a, b) => (a.when ?? 0) - (b.when ?? 0));
    const last = rolls.at(-1);
    $("empty").hidden = rolls.length > 0 || all.some(({ table }) => table.state?.game);
    const total = result(last);
    $("what").textContent = last ? [last.from, last.title ?? withoutResult(last.words, total), ...Object.values(last.who ?? {}).map(([, name]) => name)].filter(Boolean).join(" · ") : say.none;
    $("total").textContent = total;
    $("total").className = total.length > 5 ? "word" : "";
    $("dice").replaceChildren(...(last?.dice ?? []).map(([sides, face, counts]) => {
        const die = element("i", face, counts ? "" : "no");
        die.append(element("small", `d${sides}`));
        return die;
    }));
    $("more").textContent = last ? [...(last.modifiers ?? []).map(([name, n]) => `${name} ${n > 0 ? "+" : "−"}${Math.abs(n)}`),
        ...(last.odds ? [say.chance(100 * last.odds[0] / last.odds[1])] : []), ...(last.hand ? [say.hand] : [])].join(" · ") : "";
    const { next, never } = open({ codes: there.flatMap((talk) => talk.table.codes), rolls });
    $("commit").textContent = next ? say.code + inFours(next) : "";
    $("proof").textContent = last?.checked ? `${say.proof[last.checked]} ${say.from(last.proof)}` : "";
    $("proof").className = last?.checked ?? "";
    $("groups").replaceChildren(...groups());
    drawLuck(rolls);
    $("history").replaceChildren(...rolls.toReversed().map((roll) => {
        const item = element("li", [roll.from, roll.words].filter(Boolean).join(" · "), roll.undone ? "undone" : "");
        item.append(element("small", `${roll.shown}${{ bound: " ✓", fits: " (✓)", wrong: " ✗" }[roll.checked] ?? ""}`));
        return item;
    }), ...never.map((code) => element("li", say.never(inFours(code)))));
    $("preset").hidden = !all.some((talk) => talk.table.state?.game === "dice");
    if (!SETTINGS.some((id) => $(id).contains(document.activeElement))) {
        $("devices").replaceChildren(...devices());
        $("device").hidden = all.length < 2;
        $("device").replaceChildren(...all.map((talk) => Object.assign(element("option", names(talk)), { value: talk.id, selected: talk.id === $("device").value })));
    }
    const to = dddice.chosen();
    $("sends").textContent = !held && to.on ? say.sends(to.room) : "";
}

const asked = () => talks.get($("device").value) ?? [...talks.values()][0];

function colours() {
    for (const name of ["dark", "light", "stream"]) {
        document.documentElement.classList.toggle(name, location.hash.slice(1).split(",").includes(name));
    }
}

async function tryPlug(port) {
    let number = 0;
    while (plugged.has(number)) number += 1;
    plugged.add(number);
    const talk = talkOf(`usb ${number}`);
    await plug(port, talk, (messages) => hear(talk, messages)).catch(() => note(say.taken));
    plugged.delete(number);
}

translate();
document.title = say.title;
$("language")?.addEventListener("click", () => {
    switchLanguage();
    location.reload(); // after the reload the page reads its data from the browser's storage
});
$("connect").textContent = $("another").textContent = say.connect;
$("gearsays").textContent = say.gear;
$("opengame").textContent = say.open;
$("history").ariaLabel = say.history;
$("emptysays").textContent = navigator.serial ? say.empty : say.emptyTab;
$("speak").nextElementSibling.textContent = say.speak;
$("naming").querySelector("button").textContent = say.naming;
$("preset").querySelector("button").textContent = say.preset;
for (const [id, words] of [["device", say.which], ["seat", say.seat], ["name", say.name], ["dice-line", say.dice], ["label", say.label], ["dddice-key", say.key], ["dddice-room", say.room], ["dddice-theme", say.theme]]) {
    $(id).ariaLabel = words;
    if ($(id).type !== "number" && !$(id).placeholder) $(id).placeholder = words;
}
$("naming").onsubmit = (event) => {
    event.preventDefault();
    asked()?.send?.({ name: $("name").value, seat: $("seat").valueAsNumber - 1 });
};
$("preset").onsubmit = (event) => {
    event.preventDefault();
    const talk = [asked(), ...talks.values()].find((each) => each?.table.state?.game === "dice");
    talk?.send?.({ preset: $("dice-line").value, label: $("label").value });
};

$("dddice-on").nextElementSibling.textContent = say.on;
const fields = { on: $("dddice-on"), key: $("dddice-key"), room: $("dddice-room"), theme: $("dddice-theme") };
for (const [name, value] of Object.entries(dddice.chosen())) {
    if (fields[name]) fields[name][name === "on" ? "checked" : "value"] = value;
}
$("sending").onchange = () => {
    const { on, key, room, theme } = fields;
    on.checked &&= Boolean(key.value && room.value);
    const kept = dddice.choose({ on: on.checked, key: key.value.trim(), room: room.value.trim(), theme: theme.value.trim() });
    if (!kept) note(say.forgets);
    draw();
};
$("sending").querySelector("form").onsubmit = (event) => event.preventDefault();

addEventListener("hashchange", colours);
colours();
if (location.port && (await fetch("events", { method: "HEAD" }).catch(() => null))?.headers.get("X-Gobelet-Table")) {
    held = true;
    draw();
    follow((device) => talkOf(`desk ${device}`), hear);
} else {
    $("sending").hidden = false;
    if (navigator.serial) { // the buttons work from here on, even if the code below fails
        for (const id of ["connect", "another"]) {
            $(id).hidden = false;
            $(id).onclick = async () => {
                const port = await navigator.serial.requestPort({ filters: [{ usbVendorId: PICO }] }).catch(() => null);
                if (port) tryPlug(port);
            };
        }
        navigator.serial.onconnect = ({ target }) => tryPlug(target);
    }
    callTab(() => talkOf("tab"), hear);
    for (const id of Object.keys(before)) talkOf(id); // the stored state is shown until a message arrives
    draw();
    for (const port of await navigator.serial?.getPorts() ?? []) tryPlug(port);
}
