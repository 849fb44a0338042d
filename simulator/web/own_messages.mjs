// The messages of the page of own games, in the format of messages.mjs. The messages for faults of a game are in
// host_tools/own/sentences.py.

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
    add_preset: ["+ un préréglage", "+ a preset"],
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
    one_preset: ["Préréglage", "Preset"],
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
    newNumber: ["Combien au plus", "How much at most"],
    newResult: ["Résultat", "Result"],
    newChance: ["4 ou plus", "4 or more"],
    newNeed: ["Ce n’est pas possible", "This cannot be done"],
    newStep: ["Étape", "Step"],
    noRoomForRow: [
        "Chaque nombre a déjà sa ligne : changez-en une, ou prenez des dés qui donnent plus de nombres.",
        "Each number has its row already: change one, or take dice that give more numbers.",
    ],
    noMoreChances: ["Un jet montre quatre chances au plus : ôtez-en une.", "A roll shows four chances at most: remove one."],
    needsRoll: ["Un préréglage est celui d’un jet : ajoutez d’abord un jet.", "A preset is that of a roll: add a roll first."],
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
        "Ce navigateur ne garde pas « {0} », et il n’est dans aucun fichier. Que faire ?",
        "This browser does not keep “{0}”, and it is in no file. What now?",
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
    whatRoll: ["Que lancez-vous ?", "What do you roll?"],
    addColumn: ["+ une colonne", "+ a column"],
    columnName: ["colonne", "column"],
    newColumn: ["Colonne", "Column"],
    inTextOnly: ["Ces lignes se changent dans le texte.", "These rows are changed in the text."],
    spreadRows: ["Répartir les lignes sur ces dés", "Spread the rows over these dice"],
    pasteTable: ["Coller un tableau", "Paste a table"],
    pasteFound: ["{0} lignes, pour {1}.", "{0} rows, for {1}."],
    exactly: ["exactement", "exactly"],
    orMore: ["au moins", "at least"],
    orLess: ["au plus", "at most"],
    oddsOf: ["Chances de {0}", "Odds of {0}"],
    mean: ["moyenne {0}", "mean {0}"],
    means: ["moyenne", "mean"],
    oneMore: ["{0} fait plus que {1}", "{0} is more than {1}"],
    oneSame: ["{0} et {1} font autant", "{0} and {1} are equal"],
    oneLess: ["{0} fait moins que {1}", "{0} is less than {1}"],
    leastOfEach: ["Au moins autant", "At least so much"],
    myGames: ["Mes jeux ({0})", "My games ({0})"],
    myGamesNone: ["Mes jeux : aucun encore", "My games: none yet"],
    unnamed: ["Sans nom", "Without a name"],
    justNow: ["à l’instant", "just now"],
    bytes: ["{0} octets", "{0} bytes"],
    hasFaults: ["à corriger", "to mend"],
    isHere: ["dans le Gobelet de cette page", "in this page’s Gobelet"],
    isOnPico: ["sur le Pico", "on the Pico"],
    otherHere: ["autre version, dans le Gobelet de cette page", "another version, in this page’s Gobelet"],
    otherOnPico: ["autre version, sur le Pico", "another version, on the Pico"],
    onlyHere: ["seulement dans le Gobelet de cette page", "only in this page’s Gobelet"],
    onlyOnPico: ["seulement sur le Pico", "only on the Pico"],
    picoHas: ["Sur ce Pico : {0}. Ce qui n’est pas ici est dans la liste de vos jeux.", "On this Pico: {0}. What is not here stands in the list of your games."],
    picoHasNone: ["Ce Pico n’a pas de jeu à vous.", "This Pico has no game of your own."],
    copyIt: ["Copier", "Copy"],
    copyOf: ["Copier {0}", "Copy {0}"],
    copyTitle: ["{0}, copie", "{0}, copy"],
    copiedGame: ["« {0} » est copié, sous un autre id.", "“{0}” is copied, by another id."],
    renameIt: ["Renommer", "Rename"],
    renameOf: ["Renommer {0}", "Rename {0}"],
    cannotRename: ["Ce texte ne peut pas être lu : corrigez-le, ou changez son titre dans le texte.", "This text cannot be read: mend it, or change its title in the text."],
    deleteIt: ["Supprimer", "Delete"],
    deleteOf: ["Supprimer {0}", "Delete {0}"],
    deleted: ["« {0} » est supprimé.", "“{0}” is deleted."],
    undoIt: ["Annuler", "Undo"],
    goneGames: ["Supprimés, à reprendre :", "Deleted, to take back:"],
    restoreOf: ["Reprendre {0}", "Take {0} back"],
    restoredGame: ["« {0} » est de retour.", "“{0}” is back."],
    versions: ["Versions", "Versions"],
    versionsOf: ["Versions de {0}", "Versions of {0}"],
    takeVersion: ["Reprendre", "Take back"],
    letters: ["{0} signes", "{0} letters"],
    readBack: ["Reprendre", "Read back"],
    readBackOf: ["Reprendre {0} dans l’éditeur", "Read {0} back into the editor"],
    notReadBack: ["« {0} » ne peut pas être relu : il vient d’un Gobelet plus récent, ou il est abîmé.", "“{0}” cannot be read back: it is of a newer Gobelet, or damaged."],
    sameId: [
        "« {0} » a le même id que votre jeu « {1} » : sur un Gobelet, l’un prend la place de l’autre. Que faire ?",
        "“{0}” has the same id as your game “{1}”: on a Gobelet one takes the place of the other. What now?",
    ],
    takeBeside: ["Le garder à côté, sous un autre id", "Keep it beside, by another id"],
    takeInstead: ["Remplacer le mien, qui reste dans ses versions", "Replace mine, which stays among its versions"],
    guest: ["On vous a envoyé « {0} ». Essayez-le ici ; il n’est pas encore à vous.", "“{0}” was sent to you. Try it here; it is not yours yet."],
    imported: ["Jeux lus dans {1} : {0}.", "Games read from {1}: {0}."],
    exported: ["Jeux enregistrés : {0}.", "Games saved: {0}."],
    notZip: ["{0} n’est pas un zip, ou est abîmé.", "{0} is no zip, or it is damaged."],
    noRoomHere: ["Le navigateur n’a pas de place pour ce jeu : libérez-en, puis recommencez.", "The browser has no room for this game: make some, then retry."],
};

export const say = speaker(language, { ...MESSAGES, ...OWN_MESSAGES });

// The text of a small valid game, with which a visitor begins, by the language of the page.
export const BEGINNING = {
    fr: `[jeu]
id = "monjeu"
titre = "Mon jeu"
sieges = 1

[[compteur]]
id = "c1"
nom = "Points"
haut = 20

[[jet]]
id = "j1"
nom = "Jet"
des = "2d6"
lignes = [
  "..6: Raté",
  "7-9: Réussi de peu",
  "10..: Réussi [c1 +1]",
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
  "..6: Missed",
  "7-9: Just done",
  "10..: Done [c1 +1]",
]
`,
};
