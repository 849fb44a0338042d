// What the pages share: what the player chose for them, the language that they speak, files that they take and give.

import { speaker } from "./messages.mjs";

const $ = (id) => document.getElementById(id);

export const chosen = choices();

// What the player chose for the page, where the browser lets it be kept: `set` returns whether it does.
function choices() {
    let store = null;
    try {
        store = localStorage;
    } catch {
        // Forbidden: the page does without.
    }
    return {
        get: (name) => store?.getItem(`gobelet.${name}`) ?? null,
        set(name, value) {
            try {
                store?.setItem(`gobelet.${name}`, value);
                return store !== null;
            } catch {
                return false; // full: it is chosen again next time
            }
        },
        remove(name) {
            try {
                store?.removeItem(`gobelet.${name}`);
            } catch {
                // It stays.
            }
        },
        // What begins so, whatever stands behind it.
        names: (begin) => Object.keys(store ?? {}).filter((name) => name.startsWith(`gobelet.${begin}`))
            .map((name) => name.slice("gobelet.".length)),
    };
}

// Language

let spoken = chosen.get("language") ?? (navigator.languages.find((code) => /^(fr|en)\b/.test(code)) ?? "en").slice(0, 2);
export const language = () => spoken;
export const say = speaker(language);

// Where a pair of texts, in French and in English, has the one in this language.
export const languageIndex = () => spoken === "fr" ? 0 : 1;

// The French stands in the page; the English in its attributes.
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
    if ($("language")) { // the table on a desk has no header
        $("language").textContent = spoken === "fr" ? "English" : "Français";
        $("language").lang = spoken === "fr" ? "en" : "fr";
    }
}

// An element with properties, `aria` and `data` among them, and what stands in it: elements and texts; null is left out.
export function element(name, { aria = {}, data = {}, ...properties } = {}, ...children) {
    const made = Object.assign(document.createElement(name), properties);
    Object.entries(aria).forEach(([key, value]) => made.setAttribute(`aria-${key}`, value));
    Object.assign(made.dataset, data);
    made.append(...children.filter((each) => each !== null));
    return made;
}

// The other language from now on.
export function switchLanguage() {
    spoken = spoken === "fr" ? "en" : "fr";
    chosen.set("language", spoken);
}

// Whenever files are chosen with the input `id`, take(file), one after the other; what is wrong with one is said in the
// element `where`.
export function takeFile(id, where, take) {
    $(id).addEventListener("change", async () => {
        const files = [...$(id).files];
        $(id).value = ""; // the same one may be chosen again
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

// "20251130-201500", as in the names that the desk's tools give.
export function moment() {
    const [day, time] = new Date(Date.now() - new Date().getTimezoneOffset() * 60000).toISOString().split("T");
    return `${day.replaceAll("-", "")}-${time.slice(0, 8).replaceAll(":", "")}`;
}
