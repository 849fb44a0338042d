// What is played in Chromium. Each scene gets a browser context, the data of its test, and the list of what went wrong
// on its pages.

import assert from "node:assert/strict";

// The page with its first picture.
async function opened(context, url) {
    const page = await context.newPage();
    await page.goto(url);
    await page.waitForSelector("html[data-started]", { timeout: 15000 });
    return page;
}

export async function look(context, { url, shot, full }) {
    const page = await opened(context, url);
    await page.waitForTimeout(500);
    await page.screenshot({ path: shot, fullPage: full });
    return page.textContent("#words");
}

// Calls of tests/micropython/session.py, done to the page's machine. Returns the checksum of the picture after each.
export async function replay(context, { url, calls }) {
    const page = await context.newPage();
    await page.goto(`${url}device.json`); // a page of the site where nothing runs yet
    return page.evaluate(async (calls) => {
        const [{ Machine, parts, fromHex }, { crc32 }] = await Promise.all([import("/machine.mjs"), import("/zip.mjs")]);
        const base = new URL("/", location.href);
        const loaded = await parts(base);
        const portions = [];
        const printed = [];
        let machine;
        let kept = new Map();
        // What the desk's recordings suppose, where the page supposes otherwise.
        const onBattery = (mv, usb) => machine.python.runPython(
            `Supply.millivolts = lambda self: ${mv}\nSupply.external = lambda self: ${usb ? "True" : "False"}`);
        const noNeeds = [
            "asset = gobelet_packs.asset", "def without(name):", "    if name.endswith('.needs'): raise OSError(2)",
            "    return asset(name)", "gobelet_packs.asset = without",
        ].join("\n");
        const entropy = () => fromHex(portions.shift());
        const load = async () => {
            machine = await Machine.load(loaded, { entropy, say: (line) => printed.push(line) });
            onBattery(3900, 0);
            machine.python.runPython(noNeeds);
        };
        const keep = () => {
            machine.changed.forEach((bytes, name) => bytes === null ? kept.delete(name) : kept.set(name, bytes));
            machine.changed.clear();
        };
        const python = (name) => (...values) =>
            machine.python.runPython(`app.${name}(${values.map((value) => JSON.stringify(value)).join(", ")})`);
        const actions = {
            boot(ticks) {
                machine.panel = new machine.panel.constructor();
                machine.python.runPython("store.files.clear()");
                kept.forEach((bytes, name) => machine.file(name, bytes));
                machine.key(0, ticks);
                machine.boot(ticks);
            },
            step(ticks, mask) {
                machine.python.runPython(`keys.now = ${mask}`);
                machine.step(ticks);
            },
            rest(ticks, mask, wait, passes) {
                machine.python.runPython(`keys.now = ${mask}`);
                for (let pass = 0; pass < passes; pass++) {
                    machine.step(ticks + pass * wait);
                }
            },
            give: (portion) => portions.push(portion),
            forget: () => { kept = new Map(); machine.python.runPython("store.files.clear()"); },
            file: (name, content) => { kept.set(name, fromHex(content)); machine.file(name, fromHex(content)); },
            files: () => {},
            open_screen: python("open"),
            home: python("home"),
            configure: python("configure"),
            choose: python("settings.choose"),
            change(...flat) {
                const changes = [];
                for (let at = 0; at < flat.length; at += 4) {
                    const [kind, row, field, value] = flat.slice(at, at + 4);
                    changes.push(`("${kind}", ${row}, "${field}", ${value})`);
                }
                machine.python.runPython(`app.change([${changes.join(", ")}])`);
            },
            plug: (plugged) => { machine.plugged = Boolean(plugged); },
            supply: onBattery,
        };
        await load();
        const sums = [];
        for (const [name, ...values] of calls) {
            actions[name](...values);
            keep();
            sums.push(crc32(machine.panel.picture()));
            if (printed.some((line) => line.startsWith("Traceback"))) {
                throw new Error(`in ${name} ${values}:\n${printed.join("\n")}`);
            }
        }
        return sums;
    }, calls);
}
