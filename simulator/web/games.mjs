// Summaries of the player's files: the names of the games, and the date of a backup.

import { madeAt } from "./zip.mjs";

// Returns a text that names the games in `files`, such as "2 jeux : Trirème, Mystria".
export function contents(files, say) {
    const folders = [...new Set([...files.keys()].filter((name) => name.includes("/")).map((name) => name.split("/")[0]))];
    const titles = folders.map((game) =>
        document.querySelector(`#games [data-game="${CSS.escape(game)}"]`)?.textContent ?? game);
    return titles.length === 1 ? say("oneGame", titles[0])
        : titles.length ? say("someGames", titles.length, titles.join(", ")) : say("noGames");
}

// Returns {id, titles, bytes} of each own game (a game that the user has written) in the files of a Gobelet.
export function ownOf(files) {
    const lines = new TextDecoder().decode(files.get("own") ?? new Uint8Array()).split("\n");
    return lines.map((line) => line.split("\t")).filter(([name]) => files.has(`${name}.game`))
        .map(([name, ...titles]) => ({ id: name.replace(/^own-/, ""), titles, bytes: files.get(`${name}.game`) }));
}

// Returns the date and time at which a backup was made, formatted for a language.
export async function date(file, language) {
    const made = madeAt(new Uint8Array(await file.slice(0, 30).arrayBuffer()));
    // A backup from an older version of the page contains no date, so the date of the file is used.
    const known = made.getFullYear() > 1980 ? made : new Date(file.lastModified);
    return known.toLocaleString(language, { dateStyle: "long", timeStyle: "short" });
}
