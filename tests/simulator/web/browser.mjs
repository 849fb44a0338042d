// Chromium behind a pipe: one JSON request a line, one JSON reply a line. See browser.py for the other end.
//
// usage: node browser.mjs FOLDER    where `make` installed Chromium
//
// A request names a scene of scenes.mjs and has its data. Each scene gets a browser context of its own, so nothing is
// kept from one to the next, and fails with whatever went wrong on its pages.

import { createRequire } from "node:module";
import { createInterface } from "node:readline";
import { resolve } from "node:path";
import * as own from "./own_scenes.mjs";
import * as first from "./scenes.mjs";

const scenes = { ...first, ...own };

const folder = resolve(process.argv[2]);
const { chromium } = createRequire(`${folder}/`)("playwright-core");
const unpacked = `${folder}/unpacked`;

const browser = await chromium.launch({
    executablePath: `${unpacked}/chromium`,
    args: [
        "--no-sandbox", "--no-zygote", "--disable-gpu", "--disable-background-networking", "--disable-component-update",
        "--disable-sync", "--no-first-run", "--js-flags=--no-wasm-tier-up",
    ],
    env: {
        ...process.env, LD_LIBRARY_PATH: `${unpacked}/al2023/lib`, FONTCONFIG_PATH: `${unpacked}/fonts`, HOME: unpacked,
    },
});

// What a scene does not wait for must not end those behind it.
process.on("unhandledRejection", (fault) => console.error(String(fault?.stack ?? fault)));

for await (const line of createInterface({ input: process.stdin })) {
    const { scene, options, data } = JSON.parse(line);
    const faults = [];
    const contexts = [];
    const fresh = async () => {
        const context = await browser.newContext(options);
        contexts.push(context);
        context.on("weberror", (error) => faults.push(String(error.error().stack)));
        context.on("console", (message) => message.type() === "error" && faults.push(message.text()));
        return context;
    };
    const reply = {};
    try {
        reply.value = await scenes[scene](await fresh(), data, fresh) ?? null;
        const strange = faults.filter((fault) => !scenes[scene].expected?.test(fault));
        if (strange.length) {
            reply.error = `on the page: ${strange.join("\n")}`;
        }
    } catch (error) {
        reply.error = [error.stack, ...faults].join("\n");
    }
    await Promise.all(contexts.map((context) => context.close()));
    process.stdout.write(JSON.stringify(reply) + "\n");
}
await browser.close();
