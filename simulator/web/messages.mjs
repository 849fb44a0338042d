// What the page says by itself, in French and in English; {0}, {1}... are filled in. What is always on the page stands
// in index.html.

export const MESSAGES = {
    loading: ["Gobelet démarre…", "Gobelet is starting…"],
    playing: ["Gobelet est prêt.", "Gobelet is ready."],
    asleep: ["L’écran est en veille : une touche le réveille.", "The screen is asleep: any key wakes it."],
    elsewhere: [
        "Gobelet est ouvert dans un autre onglet, qui a la partie. Fermez-le, et elle continue ici.",
        "Gobelet is open in another tab, which has the game. Close that one, and it goes on here.",
    ],
    forbidden: [
        "Ce navigateur ne permet rien de garder ici (navigation privée ?) : vous pouvez jouer, mais la partie finira avec la page.",
        "This browser lets nothing be kept here (a private window?): you can play, but the game ends with the page.",
    ],
    full: [
        "Le navigateur n’a plus de place pour la partie. Elle en est où elle a été gardée en dernier ; copiez-la dans un fichier, puis libérez de la place.",
        "The browser has no room left for the game. It stands where it was last kept; save it to a file, then make room.",
    ],
    fault: [
        "Gobelet s’est arrêté ({0}). Rechargez la page : la partie continue où elle en était.",
        "Gobelet has stopped ({0}). Reload the page: the game goes on where it was.",
    ],
    saved: ["Partie enregistrée dans {0}.", "Game saved to {0}."],
    nothingToSave: ["Il n’y a encore rien à enregistrer.", "There is nothing to save yet."],
    replace: [
        "Remplacer les parties de cette page par celles de {0} ?",
        "Replace the games of this page by those of {0}?",
    ],
    loaded: ["Les parties de {0} sont là.", "The games of {0} are here."],
    noBackup: [
        "{0} n’est pas une sauvegarde de Gobelet, ou est abîmé.", "{0} is no backup of Gobelet, or it is damaged.",
    ],
    newerBackup: [
        "{0} vient d’un Gobelet plus récent ; rechargez cette page.",
        "{0} was made by a newer Gobelet; reload this page.",
    ],
    damagedBackup: [
        "{0} est abîmé : {1} n’est pas comme il était.", "{0} is damaged: {1} is not as it was.",
    ],
    needsHttps: [
        "Pour cela, la page doit venir d’une adresse en https.", "For this the page must come from an https address.",
    ],
};

// say(name, ...values) in a language.
export function speaker(language) {
    return (name, ...values) =>
        MESSAGES[name][language() === "fr" ? 0 : 1].replace(/\{(\d)\}/g, (_, at) => values[at]);
}
