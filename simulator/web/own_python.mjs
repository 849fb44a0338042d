// Calls the Python functions of own_check.py, which run in the worker own_check.mjs.

import { say } from "./own_messages.mjs";

const waiting = new Map();
let asked = 0;
let told = () => {};
let begun;

// Sets the function tell(sentence), which shows a message if a Python function fails.
export function onFault(tell) {
    told = tell;
}

// A promise that resolves when the worker has loaded its data: {examples: the example games by name, french: the French
// TOML key for each English TOML key}.
export const words = new Promise((resolve) => { begun = resolve; });

const checker = new Worker(new URL("own_check.mjs", import.meta.url), { type: "module" });
checker.addEventListener("message", ({ data }) => {
    if (data.examples) {
        begun({ examples: data.examples, french: Object.fromEntries(Object.entries(data.french).map(([key, english]) => [english, key])) });
    } else if (data.missing) {
        told(say("notThere", data.missing));
    } else {
        const { resolve, reject } = waiting.get(data.number);
        waiting.delete(data.number);
        data.fault === undefined ? resolve(data.found) : reject(new Error(data.fault));
    }
});
checker.addEventListener("error", (event) => told(say("checkFault", event.message)));

// Calls the function `what` of own_check.py with the arguments `given`, and returns its result.
export function python(what, ...given) {
    return new Promise((resolve, reject) => {
        waiting.set(++asked, { resolve, reject });
        checker.postMessage({ number: asked, what, given });
    }).catch((error) => {
        told(say("checkFault", error.message));
        throw error;
    });
}

export const hex = (bytes) => Array.from(bytes, (byte) => byte.toString(16).padStart(2, "0")).join("");
export const bytesOf = (digits) => Uint8Array.from({ length: digits.length / 2 }, (_, at) => parseInt(digits.substr(2 * at, 2), 16));
