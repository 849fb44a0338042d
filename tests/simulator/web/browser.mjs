// Chromium behind a pipe: one JSON request a line, one JSON reply a line. See browser.py for the other end.
//
// usage: node browser.mjs FOLDER    where `make` installed Chromium
//
// A request names a scene of scenes.mjs and has its data. Each scene gets a browser context without data of another scene.
// A scene fails if any of its pages has an error.

import { statfsSync } from "node:fs";
import { createRequire } from "node:module";
import { createInterface } from "node:readline";
import { resolve } from "node:path";
import * as own from "./own_scenes.mjs";
import * as readme from "./readme_scenes.mjs";
import * as first from "./scenes.mjs";

const scenes = { ...first, ...own, ...readme };

const folder = resolve(process.argv[2]);
const unpacked = `${folder}/unpacked`;
process.env.HOME = unpacked; // Playwright and Chromium need a home folder; this one is not the user's
const { chromium } = createRequire(`${folder}/`)("playwright-core");

// Tells whether a folder has this much free space: if /dev/shm has, Chromium's processes use it as shared
// memory.
function roomy(folder, bytes) {
    try {
        const { bavail, bsize } = statfsSync(folder);
        return bavail * bsize > bytes;
    } catch {
        return false;
    }
}

const browser = await chromium.launch({
    executablePath: `${unpacked}/chromium`,
    args: [
        "--no-sandbox", "--no-zygote", "--disable-gpu", "--disable-background-networking", "--disable-component-update",
        "--disable-sync", "--no-first-run", "--js-flags=--no-wasm-tier-up", "--process-per-site",
        "--renderer-process-limit=1", // or each new page would have a process of its own until its first address
    ],
    ignoreDefaultArgs: roomy("/dev/shm", 1 << 30) ? ["--disable-dev-shm-usage"] : [],
    env: {
        ...process.env, LD_LIBRARY_PATH: `${unpacked}/al2023/lib`, FONTCONFIG_PATH: `${unpacked}/fonts`,
        LC_ALL: "C.UTF-8", // lets Chromium store files under names with accents
    },
});

// Opens a browser context. Its pages are drawn only for a scene that looks at them: drawing takes a tenth of a start of
// the page, and a third of a scene with many changes. A page without it has the same layout, canvas and clicks.
async function opened(options, isDrawn) {
    const context = await browser.newContext(options);
    context.setDefaultTimeout(first.PATIENCE);
    if (!isDrawn) {
        await context.addInitScript(() => {
            const style = new CSSStyleSheet();
            style.replaceSync("html { opacity: 0; }");
            document.adoptedStyleSheets = [style];
        });
    }
    return context;
}

// A browser context for successive scenes with the same options. The shared context saves a quarter of the
// processor time: an idle page keeps the renderer process and the compiled WebAssembly alive.
class Shared {
    static known = new Map(); // by options

    // Returns a context from the second scene with these options on: many options belong to one scene only.
    static async of(options, isDrawn, url) {
        const key = JSON.stringify([options, isDrawn]);
        if (!Shared.known.has(key)) {
            Shared.known.set(key, null);
            return null;
        }
        const shared = Shared.known.get(key) ?? await new Shared().open(key, options, isDrawn, url);
        Shared.known.set(key, shared);
        return shared;
    }

    async open(key, options, isDrawn, url) {
        this.key = key;
        this.context = await opened(options, isDrawn);
        this.idle = await this.context.newPage();
        await this.idle.goto(new URL("/style.css", url).href);
        await this.idle.evaluate(async () => {
            const reply = await fetch("/micropython.wasm");
            globalThis.compiled = reply.ok && await WebAssembly.compileStreaming(reply);
        });
        this.session = await this.context.newCDPSession(this.idle);
        return this;
    }

    // Removes the traces of a scene: pages, locks, stored data, permissions and replaced files.
    async empty(url) {
        const pages = this.context.pages().filter((page) => page !== this.idle);
        const origins = new Set([url, ...pages.map((page) => page.url())].map((each) => new URL(each).origin));
        await Promise.all(pages.map((page) => page.close()));
        await this.context.unrouteAll();
        await this.context.clearPermissions();
        for (const origin of origins) {
            if (origin !== "null") {
                await this.session.send("Storage.clearDataForOrigin", { origin, storageTypes: "all" });
            }
        }
        await this.idle.evaluate(async () => {
            const held = async () => {
                const { held, pending } = await navigator.locks.query();
                return held.length + pending.length;
            };
            while (await held()) {
                await new Promise((resolve) => setTimeout(resolve, 5));
            }
        });
    }

    async close() {
        Shared.known.set(this.key, null);
        await this.context.close();
    }
}

// Tells whether a scene may use a shared context. A scene needs its own context if it uses service workers or
// another server's files, or is a first visit.
function shares(scene, options, data) {
    const alone = scene.alone?.call ? scene.alone(data) : scene.alone;
    return !alone && options.serviceWorkers === "block" && data.url.startsWith("http://localhost:");
}

// An error of a scene that has ended must not end the scenes after it.
process.on("unhandledRejection", (fault) => console.error(String(fault?.stack ?? fault)));

for await (const line of createInterface({ input: process.stdin })) {
    const { scene: name, options, data } = JSON.parse(line);
    const scene = scenes[name];
    const faults = [];
    const contexts = [];
    const watched = (context) => {
        const thrown = (error) => faults.push(String(error.error().stack));
        const printed = (message) => message.type() === "error" && faults.push(message.text());
        context.on("weberror", thrown);
        context.on("console", printed);
        return () => context.off("weberror", thrown).off("console", printed);
    };
    const fresh = async () => {
        const context = await opened(options, scene.drawn);
        contexts.push(context);
        watched(context);
        return context;
    };
    const shared = shares(scene, options, data) ? await Shared.of(options, scene.drawn, data.url) : null;
    const unwatched = shared ? watched(shared.context) : () => {};
    const reply = {};
    try {
        reply.value = await scene(shared?.context ?? await fresh(), data, fresh) ?? null;
        const strange = faults.filter((fault) => !scene.expected?.test(fault));
        if (strange.length) {
            reply.error = `on the page: ${strange.join("\n")}`;
        }
    } catch (error) {
        reply.error = [error.stack, ...faults].join("\n");
    }
    unwatched();
    await Promise.all(contexts.map((context) => context.close()));
    await (reply.error ? shared?.close() : shared?.empty(data.url));
    process.stdout.write(JSON.stringify(reply) + "\n");
}
await browser.close();
