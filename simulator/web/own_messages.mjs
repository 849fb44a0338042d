// What the page of own games says by itself, as messages.mjs has it for both pages. What is wrong with a game is said
// by host_tools/own/sentences.py.

import { language } from "./here.mjs";
import { MESSAGES, speaker } from "./messages.mjs";

export const OWN_MESSAGES = {
    more: ["plus", "more"],
    remove: ["ôter", "remove"],
    up: ["monter", "move up"],
    inText: ["écrit dans le texte", "written in the text"],
    bothLanguages: ["en deux langues", "in both languages"],
    rowOn: ["de à", "from to"],
    rowText: ["ce qui en vient", "what comes of it"],
    add_counter: ["+ un compteur", "+ a counter"],
    add_roll: ["+ un jet", "+ a roll"],
    add_table: ["+ une table", "+ a table"],
    add_page: ["+ une page", "+ a page"],
    add_preset: ["+ une présélection", "+ a preset"],
    add_input: ["+ une question", "+ a question"],
    add_result: ["+ un résultat", "+ a result"],
    add_row: ["+ une ligne", "+ a row"],
    add_chance: ["+ une chance", "+ a chance"],
    add_need: ["+ une exigence", "+ a need"],
    add_step: ["+ une étape", "+ a step"],
    one_counter: ["Compteur", "Counter"],
    one_roll: ["Jet", "Roll"],
    one_table: ["Table", "Table"],
    one_page: ["Page", "Page"],
    one_preset: ["Présélection", "Preset"],
    one_input: ["Question", "Question"],
    one_result: ["Résultat", "Result"],
    one_row: ["Ligne", "Row"],
    one_chance: ["Chance", "Chance"],
    one_need: ["Exigence", "Need"],
    one_step: ["Étape", "Step"],
    newCounter: ["Compteur", "Counter"],
    newRoll: ["Jet", "Roll"],
    newLow: ["Raté", "Missed"],
    newHigh: ["Réussi", "Done"],
    newPage: ["Règles", "Rules"],
    newText: ["Quelques lignes à lire.", "Some lines to read."],
    newPreset: ["D’un coup", "At once"],
    newInput: ["Avantage", "Advantage"],
    newResult: ["Résultat", "Result"],
    newChance: ["4 ou plus", "4 or more"],
    newNeed: ["Ce n’est pas possible", "This cannot be done"],
    newStep: ["Étape", "Step"],
    newDecision: ["Combien ?", "How much?"],
    onLine: ["ligne {0} : {1}", "line {0}: {1}"],
    noFault: ["Aucune faute : {0} octets sur 8192.", "No fault: {0} bytes of 8192."],
    oneFault: ["Une faute.", "One fault."],
    someFaults: ["{0} fautes.", "{0} faults."],
    asBefore: ["Le Gobelet montre encore le jeu d’avant la faute.", "The Gobelet still shows the game from before the fault."],
    noRolls: ["Ce jeu n’a pas de jet.", "This game has no roll."],
    draftNotKept: [
        "Ce navigateur ne garde pas ce texte : il finira avec la page. Enregistrez-le « En fichier ».",
        "This browser does not keep this text: it ends with the page. Save it “As a file”.",
    ],
    otherTab: [
        "Un autre onglet écrit ce jeu aussi : « Défaire » rend l’autre texte.",
        "Another tab writes this game too: “Undo” brings the other text back.",
    ],
    replaceDraft: [
        "Votre jeu « {0} » est changé et n’est dans aucun fichier. Que faire ?",
        "Your game “{0}” was changed and is in no file. What now?",
    ],
    saveFirst: ["L’enregistrer, puis ouvrir", "Save it, then open"],
    dropDraft: ["Ouvrir sans l’enregistrer", "Open without saving it"],
    opened: ["{0} est ouvert.", "{0} is open."],
    notText: ["{0} n’est pas un texte en UTF-8.", "{0} is no text in UTF-8."],
    tooLong: ["{0} est trop long pour un jeu.", "{0} is too long for a game."],
    badLink: ["Ce lien est coupé ou abîmé : redemandez-le, ou demandez le fichier.", "This link is cut or damaged: ask for it again, or for the file."],
    linkCopied: ["Le lien est copié : {0} signes.", "The link is copied: {0} characters."],
    longLink: [
        "Le lien est copié, mais il a {0} signes : certaines messageries le couperont. Un fichier est plus sûr.",
        "The link is copied, but it has {0} characters: some messengers will cut it. A file is safer.",
    ],
    linkHere: ["Copiez ce lien :", "Copy this link:"],
    mendFirst: ["Corrigez d’abord ce qui est marqué.", "First mend what is marked."],
    replaceHere: [
        "« {0} » est déjà dans le Gobelet de cette page, sous le même id et autrement. Le remplacer ? Ce qui y a été joué reste.",
        "“{0}” is in this page’s Gobelet already, by the same id and different. Replace it? What was played of it stays.",
    ],
    replaceOnPico: [
        "« {0} » est déjà sur le Pico, sous le même id et autrement. Le remplacer ? Ce qui y a été joué reste.",
        "“{0}” is on the Pico already, by the same id and different. Replace it? What was played of it stays.",
    ],
    replaceGame: ["Remplacer", "Replace"],
    keptHere: ["C’est dans la liste des jeux de cette page.", "It stands in the list of games of this page."],
    playIt: ["Y jouer", "Play it"],
    elsewhereOwn: [
        "Gobelet est ouvert dans un autre onglet, qui a les parties : fermez-le d’abord.",
        "Gobelet is open in another tab, which has the games: close it first.",
    ],
    keepsNothing: ["Ce navigateur ne permet rien de garder ici.", "This browser lets nothing be kept here."],
    listFull: [
        "Il y a déjà huit jeux à vous : ôtez-en un d’abord, au bout de sa liste.",
        "There are eight games of your own already: remove one first, at the end of its list.",
    ],
    onPico: ["C’est sur le Pico, dans la liste des jeux.", "It is on the Pico, in the list of games."],
    sameOnPico: ["Le Pico a déjà ce jeu, tel quel.", "The Pico has this game already, as it is."],
    picoOlder: [
        "Ce Pico n’a pas encore un Gobelet qui lit de tels jeux : installez-le d’abord, depuis la première page.",
        "This Pico has no Gobelet yet that reads such games: install it first, from the first page.",
    ],
    notThere: ["{0} n’arrive pas ; y a-t-il un réseau ?", "{0} does not arrive; is there a network?"],
    checkFault: ["La vérification s’est arrêtée : {0}. Rechargez la page ; le texte est gardé.", "Checking has stopped: {0}. Reload the page; the text is kept."],
    newGame: ["Un jeu nouveau", "A new game"],
};

export const say = speaker(language, { ...MESSAGES, ...OWN_MESSAGES });

// A small game that works, to begin with, in the language of the page.
export const BEGINNING = {
    fr: `[jeu]
id = "monjeu"
titre = "Mon jeu"
sieges = 1

[[compteur]]
id = "c1"
nom = "Points"
high = 20

[[jet]]
id = "j1"
nom = "Jet"
des = "2d6"
lignes = [
  "2-6: Raté",
  "7-9: Réussi de peu",
  "10-12: Réussi [c1 +1]",
]
`,
    en: `[game]
id = "mygame"
title = "My game"
seats = 1

[[counter]]
id = "c1"
name = "Points"
high = 20

[[roll]]
id = "r1"
name = "Roll"
dice = "2d6"
rows = [
  "2-6: Missed",
  "7-9: Just done",
  "10-12: Done [c1 +1]",
]
`,
};
