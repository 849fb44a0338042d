// Functions that several pages use: the visitor's settings, the language, and files to load and to save.

import { speaker } from "./messages.mjs";

const $ = (id) => document.getElementById(id);

export const chosen = choices();

// Returns functions that read and write the visitor's settings in the browser's storage. If the browser forbids
// storage, `get` always returns null. `set` returns whether the browser has stored the value.
function choices() {
    let store = null;
    try {
        store = localStorage;
    } catch {
        // The browser forbids storage.
    }
    return {
        get: (name) => store?.getItem(`gobelet.${name}`) ?? null,
        set(name, value) {
            try {
                store?.setItem(`gobelet.${name}`, value);
                return store !== null;
            } catch {
                return false; // the storage is full
            }
        },
        remove(name) {
            try {
                store?.removeItem(`gobelet.${name}`);
            } catch {
                // If the browser refuses the removal, the value remains.
            }
        },
        // Returns the names of all settings that start with the prefix `begin`.
        names: (begin) => Object.keys(store ?? {}).filter((name) => name.startsWith(`gobelet.${begin}`))
            .map((name) => name.slice("gobelet.".length)),
    };
}

// Language

let spoken = chosen.get("language") ?? (navigator.languages.find((code) => /^(fr|en)\b/.test(code)) ?? "en").slice(0, 2);
export const language = () => spoken;
export const say = speaker(language);

// Returns the index of the present language in a pair [French text, English text].
export const languageIndex = () => spoken === "fr" ? 0 : 1;

// Shows the page in the present language. The HTML has the French text, and for each text an attribute with the English
// text.
export function translate() {
    document.documentElement.lang = spoken;
    for (const element of document.querySelectorAll("[data-en]")) {
        element.dataset.fr ??= element.innerHTML;
        element.innerHTML = element.dataset[spoken];
    }
    for (const element of document.querySelectorAll("[data-en-label]")) {
        element.dataset.frLabel ??= element.getAttribute("aria-label");
        element.setAttribute("aria-label", spoken === "fr" ? element.dataset.frLabel : element.dataset.enLabel);
    }
    for (const element of document.querySelectorAll("[data-en-alt]")) {
        element.dataset.frAlt ??= element.alt;
        element.alt = element.dataset[`${spoken}Alt`];
    }
    if ($("language")) { // the table page of the desk tool has no header, and therefore no language button
        $("language").textContent = spoken === "fr" ? "English" : "Français";
        $("language").lang = spoken === "fr" ? "en" : "fr";
    }
}

// Creates an HTML element. `aria` has the values of aria attributes, and `data` has the values of data attributes. All
// other properties are set on the element. A child is an element, a text, or null for no child.
export function element(name, { aria = {}, data = {}, ...properties } = {}, ...children) {
    const made = Object.assign(document.createElement(name), properties);
    Object.entries(aria).forEach(([key, value]) => made.setAttribute(`aria-${key}`, value));
    Object.assign(made.dataset, data);
    made.append(...children.filter((each) => each !== null));
    return made;
}

// Switches to the other language.
export function switchLanguage() {
    spoken = spoken === "fr" ? "en" : "fr";
    chosen.set("language", spoken);
}

// Calls take(file) for each file that the user chooses with the input element `id`, one after the other. After an error
// the element `where` shows the message of the error, and the remaining files are skipped.
export function takeFile(id, where, take) {
    $(id).addEventListener("change", async () => {
        const files = [...$(id).files];
        $(id).value = ""; // so that a second choice of the same file raises an event too
        for (const file of files) {
            try {
                await take(file);
            } catch (error) {
                $(where).textContent = error.message;
                return;
            }
        }
    });
}

export function download(blob, name) {
    const link = document.createElement("a");
    link.href = URL.createObjectURL(blob);
    link.download = name;
    link.click();
    setTimeout(() => URL.revokeObjectURL(link.href), 60000);
}

// Returns the present local time as text for a file name, such as "20251130-201500".
export function moment() {
    const [day, time] = new Date(Date.now() - new Date().getTimezoneOffset() * 60000).toISOString().split("T");
    return `${day.replaceAll("-", "")}-${time.slice(0, 8).replaceAll(":", "")}`;
}
