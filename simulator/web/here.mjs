// Shared by the pages: the player's settings, the language, and files to load and to save.

import { speaker } from "./messages.mjs";

const $ = (id) => document.getElementById(id);

export const chosen = choices();

// The player's settings for the page, in the browser's storage if allowed: `set` returns whether it stored
// the value.
function choices() {
    let store = null;
    try {
        store = localStorage;
    } catch {
        // Storage is forbidden: the page has no stored settings.
    }
    return {
        get: (name) => store?.getItem(`gobelet.${name}`) ?? null,
        set(name, value) {
            try {
                store?.setItem(`gobelet.${name}`, value);
                return store !== null;
            } catch {
                return false; // no space: the player must choose again next time
            }
        },
        remove(name) {
            try {
                store?.removeItem(`gobelet.${name}`);
            } catch {
                // The value remains.
            }
        },
        // Returns the names with this prefix.
        names: (begin) => Object.keys(store ?? {}).filter((name) => name.startsWith(`gobelet.${begin}`))
            .map((name) => name.slice("gobelet.".length)),
    };
}

// Language

let spoken = chosen.get("language") ?? (navigator.languages.find((code) => /^(fr|en)\b/.test(code)) ?? "en").slice(0, 2);
export const language = () => spoken;
export const say = speaker(language);

// Index of the present language in a pair of texts, French and English.
export const languageIndex = () => spoken === "fr" ? 0 : 1;

// The page's own text is French; attributes have the English text.
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
    if ($("language")) { // the table page of the desk tool has no header
        $("language").textContent = spoken === "fr" ? "English" : "Français";
        $("language").lang = spoken === "fr" ? "en" : "fr";
    }
}

// Creates an element with properties, among them `aria` and `data`, and children: elements and texts; null is
// skipped.
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

// Calls take(file) for each file that the player chooses with the input `id`, one after the other. The
// element `where` shows errors.
export function takeFile(id, where, take) {
    $(id).addEventListener("change", async () => {
        const files = [...$(id).files];
        $(id).value = ""; // lets the player choose the same file again
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

// Returns a time such as "20251130-201500", as in the file names of the desk's tools.
export function moment() {
    const [day, time] = new Date(Date.now() - new Date().getTimezoneOffset() * 60000).toISOString().split("T");
    return `${day.replaceAll("-", "")}-${time.slice(0, 8).replaceAll(":", "")}`;
}
