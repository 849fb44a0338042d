// Prints SVG pictures as PDFs of one A4 page each, with the Chromium that `make .venv/.chromium` installs.
//
// usage: node pdf.mjs CHROMIUM FOLDER SVG...
// CHROMIUM is the folder where `make` has installed Chromium. FOLDER is the folder to write the PDFs into.

import { mkdirSync, readFileSync } from "node:fs";
import { createRequire } from "node:module";
import { basename, resolve } from "node:path";

const [chromiumFolder, out, ...pictures] = process.argv.slice(2).map((path) => resolve(path));
const unpacked = `${chromiumFolder}/unpacked`;
process.env.HOME = unpacked; // Playwright and Chromium write into the home folder; the user's home folder must not change
const { chromium } = createRequire(`${chromiumFolder}/`)("playwright-core");
mkdirSync(out, { recursive: true });
const browser = await chromium.launch({
    executablePath: `${unpacked}/chromium`,
    args: ["--no-sandbox", "--no-zygote", "--disable-gpu"],
    env: {
        ...process.env, LD_LIBRARY_PATH: `${unpacked}/al2023/lib`, FONTCONFIG_PATH: `${unpacked}/fonts`,
        LC_ALL: "C.UTF-8", // lets Chromium store files under names with accents
    },
});
const page = await browser.newPage();
for (const picture of pictures) {
    const svg = readFileSync(picture, "utf8");
    await page.setContent(`<!doctype html><style>@page { size: A4; margin: 0 } body { margin: 0 } svg { display: block }</style>${svg}`);
    const path = `${out}/${basename(picture, ".svg")}.pdf`;
    await page.pdf({ path, preferCSSPageSize: true, pageRanges: "1", printBackground: true });
    console.log(path);
}
await browser.close();
