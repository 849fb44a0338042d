// Sends an own game to the page's Gobelet, to a Pico at a USB cable, into a file or into a link. Reads own games from a
// Pico, a file or a link.

import { ask } from "./ask.mjs";
import { act } from "./cable.mjs";
import * as device from "./device.mjs";
import { Files } from "./files.mjs";
import { ownOf } from "./games.mjs";
import { download, language, languageIndex } from "./here.mjs";
import { say } from "./own_messages.mjs";
import { bytesOf, hex, python } from "./own_python.mjs";

const MOST_LETTERS = 60000; // maximum number of bytes in the text of a game; the compiled file has 8 KB at most
const LONG_LINK = 2000; // number of characters above which some messengers shorten a link
export const SUFFIX = ".gobelet.toml";
const $ = (id) => document.getElementById(id);

// Returns [name, bytes] of each device file for the game that was checked last. `index` is the content of the device's
// present list of own games. Returns null if this list is full.
export async function filesOf(index = new Uint8Array()) {
    const made = await python("files", hex(index));
    return made && Object.entries(made).map(([name, digits]) => [name, bytesOf(digits)]).sort(([a], [b]) => (a === "own") - (b === "own"));
}

// Returns {id, titles, bytes} of each own game on the page's Gobelet.
export async function ownHere() {
    const files = await Files.open().catch(() => null);
    files?.database.close();
    return files ? ownOf(files.kept) : [];
}

// Checks whether a game may replace the device's present game with the same id. `there` has the device's files, and
// `made` the new game's files. If the present game differs from the new game, the visitor is asked. The question lists
// the data that the device will set aside. Returns the files to write, in the necessary order, or a message if the game
// must not be replaced.
async function replacing(there, made, question, title) {
    const [[name, bytes]] = made;
    const own = name.replace(/\.game$/, "");
    const files = Object.fromEntries([...there].filter(([path]) => path.startsWith(`${own}.`) || path.startsWith(`${own}/`))
        .map(([path, content]) => [path, path.includes("/") ? "" : hex(content)]));
    const { told, ids, full } = await python("list_consequences", JSON.stringify(files));
    const said = told.map((each) => each[languageIndex()]);
    if (full) {
        return said[0];
    }
    const same = !there.has(name) || hex(there.get(name)) === hex(bytes);
    if ((!same || said.length)
        && await ask([...said, say(question, title)].join(" "), [["yes", say("replaceGame")], ["", say("cancel")]]) === null) {
        return say("nothingChanged");
    }
    return ids === null ? made : [[`${own}.ids`, bytesOf(ids)], ...made];
}

async function putHere(lock, game) {
    if (lock === null) {
        return say("elsewhereOwn");
    }
    const files = await Files.open().catch(() => null);
    if (!files) {
        return say("keepsNothing");
    }
    const made = await filesOf(files.kept.get("own"));
    if (!made) {
        return say("listFull");
    }
    const all = await replacing(files.kept, made, "replaceHere", game.titles[languageIndex()]);
    if (typeof all === "string") {
        return all;
    }
    const first = files.kept.has("settings") ? [] : [["settings", new TextEncoder().encode(`language=${language()}\ntaught=yes\n`)]];
    try {
        await files.write(new Map([...first, ...all]));
    } catch {
        return say("noRoomHere");
    } finally {
        files.database.close();
    }
    return null;
}

async function squeezed(bytes, stream) {
    return new Uint8Array(await new Response(new Blob([bytes]).stream().pipeThrough(stream)).arrayBuffer());
}

// Returns a link to this page that contains the compressed text of a game after "#t=".
async function linkOf(text) {
    const packed = await squeezed(new TextEncoder().encode(text), new CompressionStream("deflate-raw"));
    const letters = btoa(String.fromCharCode(...packed)).replaceAll("+", "-").replaceAll("/", "_").replace(/=+$/, "");
    return `${location.href.split("#")[0]}#t=${letters}`;
}

export const isLink = (hash) => /^#t=[\w-]+$/.test(hash);

// Returns the text of a game from `hash`, the part "#t=..." of a link. Throws an error if this part is damaged.
export async function textOf(hash) {
    const packed = Uint8Array.from(atob(hash.slice(3).replaceAll("-", "+").replaceAll("_", "/")), (letter) => letter.charCodeAt(0));
    const bytes = await squeezed(packed, new DecompressionStream("deflate-raw"));
    if (bytes.length > MOST_LETTERS) {
        throw new Error("too long");
    }
    return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
}

// Decodes the bytes of a text file. If the file is too long or contains no text, throws an error with a message for the
// visitor.
export async function readText(name, bytes) {
    if (bytes.length > MOST_LETTERS) {
        throw new Error(say("tooLong", name));
    }
    try {
        return new TextDecoder("utf-8", { fatal: true }).decode(bytes);
    } catch {
        throw new Error(say("notText", name));
    }
}

export function saveText(text, id) {
    download(new Blob([text], { type: "text/plain" }), `${id}${SUFFIX}`);
}

// Registers the actions of the buttons. The argument has functions of the page, which the actions call:
//
// `checked()` returns {id, titles} of the open game, or null if its text has a fault.
// `text()` returns the text of the open game.
// `given()` is called after the game was sent to a device, a file or a link.
// `found(games)` receives the own games that were read from a Pico.
export function begin({ checked, text, given, found }) {
    // Only the tab with the lock "gobelet" may write the files of the page's Gobelet. This action acquires the lock.
    $("here").addEventListener("click", async () => {
        $("gave").textContent = "";
        const game = await checked();
        if (!game) {
            return;
        }
        const put = (lock) => putHere(lock, game);
        const why = navigator.locks ? await navigator.locks.request("gobelet", { ifAvailable: true }, put) : await put();
        $("gave").textContent = why ?? `${say("keptHere")} `;
        if (why === null) {
            given();
            $("gave").append(Object.assign(document.createElement("a"), { href: `index.html#own-${game.id}`, textContent: say("playIt"), id: "play" }));
        }
    });

    let game; // the result of checked(), between the two functions of the action "topico"
    act("topico", async (repl, kit) => {
        const there = await gobeletOf(repl, kit);
        const { files } = await device.readData(repl, kit, say);
        const made = await filesOf(files.get("own"));
        if (!made) {
            throw new Error(say("listFull"));
        }
        if (!there) {
            throw new Error(say("picoOlder"));
        }
        found(ownOf(files));
        if (made.every(([name, bytes]) => files.has(name) && hex(files.get(name)) === hex(bytes))) {
            return say("sameOnPico");
        }
        const all = await replacing(files, made, "replaceOnPico", game.titles[languageIndex()]);
        if (typeof all === "string") {
            return all;
        }
        // The list of own games is written last, so that it never names a game whose file is missing. Each write is
        // atomic.
        for (const [name, bytes] of all) {
            await device.putData(repl, name, bytes, kit, say);
        }
        given();
        return say("onPico");
    }, { async first() {
        game = await checked();
        return game ? null : undefined;
    } });

    act("frompico", async (repl, kit) => {
        const { files } = await device.readData(repl, kit, say);
        const games = ownOf(files);
        found(games);
        return games.length ? say("picoHas", games.map(({ titles }) => titles[languageIndex()] ?? titles[0]).join(", ")) : say("picoHasNone");
    });

    $("tofile").addEventListener("click", () => {
        saveText(text(), /^id *= *"([a-z0-9_]{1,10})"/m.exec(text())?.[1] ?? "jeu");
        $("gave").textContent = "";
        given();
    });

    $("tolink").addEventListener("click", async () => {
        const link = await linkOf(text());
        given();
        try {
            await navigator.clipboard.writeText(link);
            $("gave").textContent = say(link.length > LONG_LINK ? "longLink" : "linkCopied", link.length);
        } catch {
            const input = Object.assign(document.createElement("input"), { value: link, readOnly: true, ariaLabel: say("linkHere") });
            $("gave").replaceChildren(`${say("linkHere")} `, input);
            input.select();
        }
    });

    const serial = "serial" in navigator;
    $("nocable").hidden = isSecureContext;
    $("noserial").hidden = serial || !isSecureContext;
    $("topico").hidden = $("frompico").hidden = !serial;
    $("copy").addEventListener("click", async () => {
        await navigator.clipboard.writeText([...$("log").children].map((line) => line.textContent).join("\n"));
    });
}

// Returns whether the firmware of a Pico can play own games.
async function gobeletOf(repl, kit) {
    const found = await device.identify(repl, kit, say);
    device.refuseOld(found, kit, say);
    const there = await device.survey(repl, kit);
    return found.name === kit.inside || there.files.has(`${kit.names.folder}/games/own/rules/declaration.mpy`);
}
