// The part of the first page about building a Gobelet, with the buttons for actions on a Pico at a USB cable.

import { ask } from "./ask.mjs";
import { act as cable, get, progress, ready, tell } from "./cable.mjs";
import * as device from "./device.mjs";
import { contents, date } from "./games.mjs";
import { chosen, download, language, languageIndex, moment, say } from "./here.mjs";
import * as drive from "./drive.mjs";
import { player } from "./page.mjs";
import { Lost } from "./repl.mjs";
import * as selftest from "./selftest.mjs";
import { pack, unpack } from "./zip.mjs";

const TRIES = 4;
// Milliseconds from a reset until the device has opened its screens. The picture of the device is read up to TRIES
// times, and the wait before the n-th retry is n times START_MS.
const START_MS = 2000;
const $ = (id) => document.getElementById(id);
let kit; // the content of install.json, undefined before the first action
const { dataset } = document.documentElement;

// Registers an action on a device for the button `id`, see `act` in cable.mjs. The action calls
// work(repl, board, known, again), where `board` is the board that the player has chosen on the page.
function act(id, work, options) {
    cable(id, (repl, given, known, again) => {
        kit = given;
        return work(repl, kit.boards[$("board").value], known, again);
    }, options);
}

// Downloads the device's games as a file, before an action that could lose the games.
async function saved(there) {
    const name = `gobelet-${moment()}.zip`;
    download(await pack(there.files), name);
    tell(say("savedBefore", contents(there.files, say), name));
}

act("doctor", async (repl, board) => {
    const lines = await device.examine(repl, kit, board, say);
    lines.forEach(([what, remedy]) => tell(what, remedy));
    const troubles = lines.filter(([, remedy]) => remedy).length;
    return troubles ? say("troubles", troubles) : say("allWell");
});

// Tests board, panel, keys and chip. Downloads a report, which the player can send to the developers.
act("selftest", async (repl, board) => {
    const choices = [["yes", say("yes")], ["", say("no")]];
    const known = await device.identify(repl, kit, say);
    const report = await selftest.check(repl, kit, board, {
        known, at: languageIndex(), tell, facts_of: device.facts,
        hands: { says: tell, yes: async (question) => await ask(question, choices) === "yes" },
    });
    const name = `gobelet-selftest-${moment()}.json`;
    download(new Blob([JSON.stringify(report, null, 1)], { type: "application/json" }), name);
    return `${selftest.verdict(kit, report, languageIndex())} ${say("reported", name)}`;
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

// Replaces the games on a device by `files`. If the device has games, the player is asked first, and the present games
// are downloaded.
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

// Called with the backup file that the player has chosen, or with undefined if the player has cancelled the choice.
let given;
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

// Downloads the games as a file, then starts the bootloader, onto whose drive the player copies a newer UF2 file.
act("update", async (repl) => {
    const there = await device.readData(repl, kit, say);
    there.unreadable.forEach((name) => tell(say("unreadable", name)));
    if (there.files.size) {
        await saved(there);
    }
    // The bootloader may close the serial port before the device confirms the call.
    await repl.start(kit.scripts.bootsel).catch((error) => {
        if (!(error instanceof Lost)) {
            throw error;
        }
    });
    return say("driveOpens");
}, { leaves: true });

// Games from the page's Gobelet to a device, and back

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

$("updates").hidden = !serial;

// Writing the file onto the drive

$("writes").hidden = !drive.canWrite;
$("writeuf2").addEventListener("click", async () => {
    const { whole } = $("board").selectedOptions[0].dataset;
    const tellHere = (name, ...values) => { $("written").textContent = say(name, ...values); };
    $("written").textContent = "";
    try {
        const folder = await drive.choose();
        if (!folder) {
            return;
        }
        $("writeuf2").disabled = true;
        dataset.busy = "";
        kit = await ready();
        const chip = await drive.chipOf(folder);
        const { mcu, name } = kit.boards[$("board").value];
        if (chip !== mcu) {
            throw new drive.DriveError("otherChip", chip, name);
        }
        const bytes = await get(whole);
        if (!drive.isUf2(bytes)) {
            throw new drive.DriveError("noUf2", fileOf(whole));
        }
        $("writing").hidden = false;
        await drive.write(folder, fileOf(whole), bytes, (part) => { $("writing").value = part; });
        tellHere("driveWritten");
    } catch (error) {
        error instanceof drive.DriveError ? tellHere(error.message, ...error.values)
            : $("written").textContent = error instanceof DOMException ? say("browserRefused", error.name) : error.message;
    } finally {
        $("writeuf2").disabled = false;
        $("writing").hidden = true;
        delete dataset.busy;
    }
});

// The board, its wiring, and its file

const fileOf = (whole) => whole.split("/").at(-1).split("?")[0];

function takeBoard(name) {
    chosen.set("board", name);
    $("board").value = name;
    showBoard(name);
}

function showBoard(name) {
    $("wiring").src = `wiring/${name}.svg`;
    const { whole } = $("board").selectedOptions[0].dataset;
    $("whole").hidden = !whole;
    $("nowhole").hidden = Boolean(whole);
    $("inside").href = whole || "#";
    $("inside").textContent = whole ? fileOf(whole) : "";
    $("insidefor").textContent = $("board").selectedOptions[0].textContent;
    const { model } = $("board").selectedOptions[0].dataset;
    document.getElementsByName("model").forEach((each) => { each.checked = each.value === model; });
}

if ($("board").querySelector(`[value="${CSS.escape(chosen.get("board") ?? "")}"]`)) {
    takeBoard(chosen.get("board"));
} else {
    showBoard($("board").value);
}
$("board").addEventListener("change", () => takeBoard($("board").value));

// A click on the picture of a Pico chooses the board with this Pico and with the panel chip of the present board. If no
// board has both, the first board with this Pico is chosen.
document.getElementsByName("model").forEach((each) => each.addEventListener("change", () => {
    const chip = $("board").value.split("_").at(-1);
    const boards = [...$("board").options].filter(({ dataset: { model } }) => model === each.value).map(({ value }) => value);
    takeBoard(boards.find((name) => name === `${each.value}_${chip}`) ?? boards[0]);
}));
