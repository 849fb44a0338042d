// The part of the page that puts Gobelet onto a Pico: by the cable, or as one file to drag.

import * as device from "./device.mjs";
import { download, moment, say } from "./page.mjs";
import { choose, Lost, Refused, Repl } from "./repl.mjs";
import { join } from "./uf2.mjs";
import { pack, unpack } from "./zip.mjs";

const TRIES = 4;
const START_MS = 2000; // from its reset until the device has opened its screens; each time more
const UNSEEN = /[\p{Cc}\p{Cf}\p{Cs}\p{Co}\p{Cn}\p{Zl}\p{Zp}]/gu; // a device may say anything
const $ = (id) => document.getElementById(id);
const BUTTONS = ["install", "doctor", "backup", "restore", "screenshot"];

async function get(path) {
    const reply = await fetch(new URL(path, import.meta.url));
    if (!reply.ok) {
        throw new Error(say("notFetched", path));
    }
    return new Uint8Array(await reply.arrayBuffer());
}

let kit; // install.json, when it was needed
async function ready() {
    kit ??= JSON.parse(new TextDecoder().decode(await get("install.json")));
    return kit.boards[$("board").value];
}

// What is told

function tell(sentence, remedy = "") {
    const line = document.createElement("p");
    line.textContent = (remedy ? `⚠ ${sentence} → ${remedy}` : sentence).replace(UNSEEN, "?");
    $("log").append(line);
    $("log").scrollTop = $("log").scrollHeight;
}

function progress(part) {
    $("progress").hidden = false;
    $("progress").value = part;
}

function meaning(error) {
    if (error instanceof Refused) {
        return /ENOSPC|OSError: 28\b/.test(error.message) ? say("storageFull")
            : say("boardRefused", error.message.trim().split("\n").at(-1).slice(0, 200));
    }
    // What it said could not be read as what it was asked.
    if ([TypeError, SyntaxError, RangeError].some((kind) => error instanceof kind) || error.name === "InvalidCharacterError") {
        return say("garbled");
    }
    if (error instanceof Lost) {
        return say("broke");
    }
    return error.name === "NetworkError" || error.name === "InvalidStateError" ? say("portBusy") : error.message;
}

// One action with a device: choose it, do it, and start its program again, but for `alive`.
function act(id, work, alive = false) {
    $(id).addEventListener("click", async () => {
        let port;
        try {
            port = await choose();
        } catch {
            return; // nothing was chosen
        }
        $("log").textContent = "";
        BUTTONS.forEach((name) => { $(name).disabled = true; });
        let repl;
        try {
            const board = await ready();
            repl = await Repl.open(port);
            await repl.enter(alive);
            const last = await work(repl, board);
            if (!alive) {
                await repl.restart();
            }
            if (last) {
                tell(last);
            }
        } catch (error) {
            tell(meaning(error));
            if (repl && !alive && !(error instanceof Lost)) {
                await repl.restart().catch(() => {});
            }
        } finally {
            await repl?.close();
            $("progress").hidden = true;
            BUTTONS.forEach((name) => { $(name).disabled = false; });
        }
    });
}

act("install", async (repl, board) => {
    const found = await device.identify(repl, kit, say);
    device.refuseWrongBoard(found, board, kit, say);
    tell(say("found", found.machine, found.version.join(".")));
    const made = device.buildFor(found, board, kit);
    await device.flash(repl, made, kit, { get, say, tell, progress });
    return say("installed", made.id);
});

act("doctor", async (repl, board) => {
    const lines = await device.examine(repl, kit, board, say);
    lines.forEach(([what, remedy]) => tell(what, remedy));
    const troubles = lines.filter(([, remedy]) => remedy).length;
    return troubles ? say("troubles", troubles) : say("allWell");
});

act("backup", async (repl) => {
    const { files, unreadable, folders } = await device.readData(repl, kit, say);
    unreadable.forEach((name) => tell(say("unreadable", name)));
    folders.forEach((name) => tell(say("notOurs", name)));
    if (!files.size) {
        return say("nothingThere");
    }
    const name = `gobelet-${moment()}.zip`;
    download(await pack(files), name);
    return say("backedUp", files.size, name);
});

let chosen; // resolves with the file that is to be restored
act("restore", async (repl) => {
    const file = await new Promise((resolve) => {
        chosen = resolve;
        $("restored").value = "";
        $("restored").click();
    });
    if (!file) {
        return "";
    }
    const files = await unpack(file, say);
    const there = await device.readData(repl, kit, say);
    if (there.folders.length) {
        throw new Error(say("foreignFolder", there.folders[0]));
    }
    if ((there.files.size || there.unreadable.length) && !confirm(say("replaceThere", there.files.size, file.name))) {
        return "";
    }
    await device.writeData(repl, files, kit, { say, progress });
    return say("restored", files.size);
});
$("restored").addEventListener("change", () => chosen?.($("restored").files[0]));
$("restored").addEventListener("cancel", () => chosen?.(undefined));

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
}, true);

const serial = "serial" in navigator;
$("nocable").hidden = isSecureContext;
$("noserial").hidden = serial || !isSecureContext;
$("cable").querySelector(".actions").hidden = !serial;

// The wiring, and the one file to drag

$("board").addEventListener("change", () => { $("wiring").src = `wiring/${$("board").value}.svg`; });

$("uf2").addEventListener("change", async () => {
    const [file] = $("uf2").files;
    if (!file) {
        return;
    }
    $("made").textContent = say("making");
    try {
        const board = await ready();
        const joined = await join(new Uint8Array(await file.arrayBuffer()), board, kit.oldest, get, say);
        download(new Blob([joined]), "gobelet.uf2");
        $("made").textContent = say("made");
    } catch (error) {
        $("made").textContent = error.message;
    }
    $("uf2").value = "";
});
