// The part of the page that puts Gobelet onto a Pico: by the cable, or as one file to drag.

import { ask } from "./ask.mjs";
import { act as cable, get, progress, ready, tell } from "./cable.mjs";
import * as device from "./device.mjs";
import { contents, date } from "./games.mjs";
import { chosen, download, language, moment, say, takeFile } from "./here.mjs";
import { player } from "./page.mjs";
import { join } from "./uf2.mjs";
import { outdated } from "./update.mjs";
import { pack, unpack } from "./zip.mjs";

const TRIES = 4;
const START_MS = 2000; // from its reset until the device has opened its screens; each time more
const $ = (id) => document.getElementById(id);
let kit; // install.json, from the first action on
const { dataset } = document.documentElement;

// An action with a device: work(repl, board, known), the board being the one that is chosen on the page.
function act(id, work, options) {
    cable(id, (repl, given, known, again) => {
        kit = given;
        return work(repl, kit.boards[$("board").value], known, again);
    }, options);
}

// The board of which the device gets the file, or keeps its own: what is soldered stays what it is.
async function boardOf(there, found, repl) {
    const own = await device.boardFile(repl, there, found, kit);
    const board = kit.boards[$("board").value];
    if (!own || own.known === $("board").value) {
        return { board, own: null };
    }
    const keep = chosen.get("board") === null || (!own.known && own.name === board.name) || await ask(
        say("otherBoardFile", own.known ? own.name : say("edited", own.name), board.name),
        [["keep", say("keepBoardFile", own.name)], ["replace", say("replaceBoardFile", board.name)], ["", say("cancel")]]);
    if (keep === null) {
        throw new Error(say("nothingChanged"));
    }
    if (keep === "replace") {
        if (!own.known) {
            download(new Blob([Uint8Array.from(own.text, (letter) => letter.charCodeAt(0))]), "gobelet_board.py");
            tell(say("boardFileSaved"));
        }
        return { board, own: null };
    }
    tell(say("boardFileStays", own.name));
    if (own.known) {
        takeBoard(own.known);
        return { board: kit.boards[own.known], own: null };
    }
    return { board: { ...board, name: own.name, mcu: own.facts.MCU, wireless: own.facts.WIRELESS }, own };
}

// The games that the device gets, none for all of them: those that are checked; where all are, those that it has, if
// that is wished.
async function gamesFor(there, repl) {
    const boxes = [...document.querySelectorAll("#gamesfor input")];
    const wanted = boxes.filter((box) => box.checked).map((box) => box.value);
    if (!wanted.length) {
        throw new Error(say("noGames"));
    }
    if (wanted.length < boxes.length) {
        return wanted;
    }
    const has = (await device.gamesThere(repl, there, kit)).filter((game) => kit.games.includes(game));
    const keep = has.length && await ask(say("fewerGames", has.join(", ")),
        [["keep", say("keepGames")], ["all", say("allGames")], ["", say("cancel")]]);
    if (keep === null) {
        throw new Error(say("nothingChanged"));
    }
    return keep === "keep" ? has : [];
}

// Games of the device into a file, before they could be lost.
async function saved(there) {
    const name = `gobelet-${moment()}.zip`;
    download(await pack(there.files), name);
    tell(say("savedBefore", contents(there.files, say), name));
}

async function newest() {
    if (await outdated()) {
        tell(say("outdated"));
        return undefined;
    }
    return null;
}

async function install(repl, save = saved) {
    const found = await device.identify(repl, kit, say);
    device.refuseOld(found, kit, say);
    device.refuseInside(found, kit, say);
    const there = await device.survey(repl, kit);
    const { board, own } = await boardOf(there, found, repl);
    device.refuseWrongBoard(found, board, kit, say);
    tell(say("found", found.machine, found.version.join(".")));
    const plain = device.buildFor(found, board, kit);
    const games = await gamesFor(there, repl);
    const text = own ? own.text : games.length ? new TextDecoder().decode(await get(`boards/${board.file}.py`)) : "";
    const made = await device.withGames(own ? await device.withBoardFile(plain, own) : plain, text, games, kit);
    await device.flash(repl, made, there, kit, { get, say, tell, progress, async before() {
        const games = await device.readData(repl, kit, say);
        if (games.files.size) {
            await save(games);
        }
    } });
    await device.chooseFirst(repl, language(), chosen.get("taught") === "yes", kit);
    return say("installed", made.id);
}

act("install", (repl) => install(repl), { first: newest });

// From packs to the MicroPython that has Gobelet inside, or back, as host_tools/device/replace.py does it.
act("move", async (repl, board, known, again) => {
    const found = await device.identify(repl, kit, say);
    device.refuseOld(found, kit, say);
    const inside = found.name === kit.inside;
    const kept = await device.keep(repl, kit, say);
    if (kept.data.unreadable.length) {
        throw new Error(say("unreadable", kept.data.unreadable[0]));
    }
    if (kept.others.length && await ask(say("othersGo", kept.others.join(", ")),
        [["yes", say("letGo")], ["", say("cancel")]]) === null) {
        return say("nothingChanged");
    }
    if (kept.data.files.size) {
        await saved(kept.data);
    }
    if (!inside) {
        $("inside").click();
    }
    await repl.leave(kit.scripts.bootsel).catch(() => {}); // the port goes with it
    await repl.close();
    const file = inside ? $("micropython").textContent : $("inside").pathname.split("/").at(-1);
    let next = null;
    while (!next) {
        if (await ask(say(inside ? "copyPublished" : "copyInside", file), [["yes", say("choosePico")], ["", say("cancel")]]) === null) {
            throw new Error(say("notMoved"));
        }
        next = await again();
        if (next && ((await device.identify(next, kit, say)).name === kit.inside) === inside) {
            tell(say("stillThere"));
            next = null;
        }
    }
    await device.putBack(next, kept, !inside, kit, { say, progress });
    if (kept.data.files.size) {
        tell(say("restored", contents(kept.data.files, say)));
    }
    return inside ? await install(next, () => {}) : say("moved");
}, { first: newest });

act("doctor", async (repl, board) => {
    const lines = await device.examine(repl, kit, board, say);
    lines.forEach(([what, remedy]) => tell(what, remedy));
    const troubles = lines.filter(([, remedy]) => remedy).length;
    return troubles ? say("troubles", troubles) : say("allWell");
});

async function gamesOf(repl) {
    const there = await device.readData(repl, kit, say);
    there.unreadable.forEach((name) => tell(say("unreadable", name)));
    there.folders.forEach((name) => tell(say("notOurs", name)));
    return there.files;
}

act("backup", async (repl) => {
    const files = await gamesOf(repl);
    if (!files.size) {
        return say("nothingThere");
    }
    const name = `gobelet-${moment()}.zip`;
    download(await pack(files), name);
    return say("backedUp", contents(files, say), name);
});

// Make these the games of the device, after a look at what is there.
async function replaceGames(repl, files) {
    const there = await device.readData(repl, kit, say);
    if (there.folders.length) {
        throw new Error(say("foreignFolder", there.folders[0]));
    }
    if (there.files.size || there.unreadable.length) {
        if (await ask(say("replaceThere", contents(there.files, say)),
            [["yes", say("replaceYes")], ["", say("cancel")]]) === null) {
            return say("nothingChanged");
        }
        if (there.files.size) {
            await saved(there);
        }
    }
    await device.writeData(repl, files, kit, { say, progress });
    return say("restored", contents(files, say));
}

let given; // resolves with the file that is to be restored
act("restore", (repl, board, files) => replaceGames(repl, files), { async first() {
    $("restored").value = "";
    const file = await new Promise((resolve) => {
        given = resolve;
        $("restored").click();
    });
    if (!file) {
        return undefined;
    }
    const files = await unpack(file, say);
    const question = say("restoreThese", file.name, await date(file, language()), contents(files, say));
    return await ask(question, [["yes", say("choosePico")], ["", say("cancel")]]) === null ? undefined : files;
} });
$("restored").addEventListener("change", () => given?.($("restored").files[0]));
$("restored").addEventListener("cancel", () => given?.(undefined));

act("screenshot", async (repl) => {
    for (let tries = 1; tries <= TRIES; tries++) {
        const picture = await device.look(repl, kit);
        if (picture) {
            await repl.leave(kit.scripts.goOn);
            const name = `gobelet-${moment()}.png`;
            download(await device.png(picture), name);
            return say("pictured", name);
        }
        await repl.restart();
        await new Promise((resolve) => setTimeout(resolve, tries * START_MS));
        await repl.enter(true);
    }
    await repl.restart();
    return say("notPictured");
}, { alive: true });

// Between the page and the device

act("give", (repl, board, files) => replaceGames(repl, files), { async first() {
    const files = await player.files();
    if (!files.size) {
        tell(say("nothingToSave"));
        return undefined;
    }
    return await ask(say("giveThese", contents(files, say)),
        [["yes", say("choosePico")], ["", say("cancel")]]) === null ? undefined : files;
} });

act("take", async (repl) => {
    const files = await gamesOf(repl);
    if (!files.size) {
        return say("nothingThere");
    }
    if (await ask(say("takeThese", contents(files, say)), [["yes", say("replaceYes")], ["", say("cancel")]]) === null) {
        return say("nothingChanged");
    }
    const before = await player.replace(files);
    return `${say("taken", contents(files, say))} ${before}`.trim();
}, { async first() {
    player.refuseElsewhere();
    return null;
} });

const serial = "serial" in navigator;
$("nocable").hidden = isSecureContext;
$("noserial").hidden = serial || !isSecureContext;
$("cable").querySelector(".actions").hidden = !serial;
$("copy").addEventListener("click", async () => {
    const lines = [...$("log").children].map((line) => line.textContent);
    const head = `Gobelet ${dataset.build}, ${navigator.userAgent}`;
    await navigator.clipboard.writeText([head, ...lines].join("\n"));
    tell(say("copied"));
});

// The board and its wiring, and the one file to drag

function takeBoard(name) {
    chosen.set("board", name);
    $("board").value = name;
    showBoard(name);
}

function showBoard(name) {
    $("wiring").src = `wiring/${name}.svg`;
    const { micropython, whole } = $("board").selectedOptions[0].dataset;
    $("whole").hidden = !whole;
    $("move").hidden = !whole;
    $("inside").href = whole || "#";
    const place = `micropython.org/download/${micropython}`;
    $("micropython").textContent = place;
    $("micropython").href = `https://${place}/`;
}

if ($("board").querySelector(`[value="${CSS.escape(chosen.get("board") ?? "")}"]`)) {
    takeBoard(chosen.get("board"));
} else {
    showBoard($("board").value);
}
$("board").addEventListener("change", () => takeBoard($("board").value));

$("chooseuf2").addEventListener("click", () => $("uf2").click());
takeFile("uf2", "made", async (file) => {
    $("made").textContent = say("making");
    if (await outdated()) {
        throw new Error(say("outdated"));
    }
    kit = await ready();
    const board = kit.boards[$("board").value];
    const joined = await join(new Uint8Array(await file.arrayBuffer()), board, kit.oldest, get, say);
    download(new Blob([joined]), "gobelet.uf2");
    $("made").textContent = say("made");
});
