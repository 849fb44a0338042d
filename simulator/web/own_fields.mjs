// The fields of each kind of section in the form of an own game. A field is [TOML key, kind, French label, English
// label, options]. The form always shows a field with the option `basic`. It shows any other field under "more" while
// the field is empty. The kinds of fields are:
//
// `line`: a text on one line.
// `number`: a number.
// `flag`: a boolean, as a checkbox.
// `words` and `long`: a text in one or two languages; `long` has several lines.
// `choice`: one of the values in the option `of`, a list of [value, French label, English label].
// `ref`: the id of a section or item of the kind in the option `to`.
// `strings` and `numbers`: a list on one line, separated by commas.
// `rows`: a list of table rows such as "2-4: result".
// `items`: a list of items; the option `as` names the fields of an item.
// `part`: a single item; the option `as` names its fields.
// `values`: a value for each input of a preset's roll.

const basic = true;

export const SECTIONS = [
    ["counter", "Ce qui se compte", "What is counted", true],
    ["roll", "Tous les jets, et ce qui se demande avant", "All rolls, and what is asked before", true],
    ["table", "Tables", "Tables", true],
    ["turn", "Le tour", "The turn", false],
    ["page", "Pages", "Pages", true],
    ["preset", "Préréglages", "Presets", true],
    ["game", "Sièges, à propos, id", "Seats, about, id", false],
];

const THEN = ["then", "ref", "Puis on lance", "Then roll", { to: "roll" }];
const EFFECTS = ["effects", "strings", "Effets", "Effects", { hint: ["pv -1, cible.pv = 3", "hp -1, target.hp = 3"] }];
const IF = ["if", "line", "Seulement si", "Only if", { hint: ["dos = 1", "back = 1"] }];

export const FIELDS = {
    game: [
        ["title", "words", "Titre", "Title", { basic }],
        ["seats", "number", "Sièges, 0 à 8", "Seats, 0 to 8", { basic }],
        ["about", "long", "À propos", "About"],
        ["id", "line", "id, 10 lettres", "id, 10 letters"],
    ],
    counter: [
        ["name", "words", "Nom", "Name", { basic }],
        ["low", "number", "De", "From", { basic }],
        ["high", "number", "À", "To", { basic }],
        ["start", "number", "Au début", "At the start", { basic }],
        ["per", "choice", "À qui", "Whose", { of: [["seat", "un par siège", "one a seat"], ["table", "un pour tous", "one for all"]] }],
        ["step", "number", "Pas", "Step"],
        ["zero", "words", "Dit au plus bas", "Said at its lowest"],
        ["id", "line", "id", "id"],
    ],
    roll: [
        ["name", "words", "Nom", "Name", { basic }],
        ["dice", "line", "Dés", "Dice", { basic, hint: ["2d6+1", "2d6+1"] }],
        ["against", "line", "Contre les dés", "Against the dice"],
        ["rows", "rows", "Ce qui en vient", "What comes of it", { basic }],
        ["results", "items", "Résultats nommés", "Named results", { as: "result" }],
        ["inputs", "items", "Avant de lancer", "Before the roll", { as: "input", basic }],
        ["chances", "items", "Chances montrées", "Chances shown", { as: "chance" }],
        ["table", "ref", "Lignes de la table", "Rows of the table", { to: "table" }],
        ["column", "ref", "Colonne selon", "Column by", { to: "input" }],
        ["columns", "strings", "Colonnes", "Columns"],
        ["equal", "ref", "Si les deux dés sont égaux", "If both dice are equal", { to: "result" }],
        ["decide", "part", "Une décision", "A decision", { as: "decide" }],
        ["needs", "items", "Exigences", "Needs", { as: "need" }],
        ["who", "choice", "Qui lance", "Who rolls", { of: [["seat", "un siège", "a seat"], ["table", "la table", "the table"]] }],
        ["id", "line", "id", "id"],
    ],
    table: [
        ["rows", "rows", "Lignes", "Rows", { basic }],
        ["results", "items", "Résultats nommés", "Named results", { as: "result" }],
        ["columns", "strings", "Colonnes", "Columns"],
        ["id", "line", "id", "id"],
    ],
    turn: [["steps", "items", "Étapes", "Steps", { as: "step", basic }]],
    page: [
        ["title", "words", "Titre", "Title", { basic }],
        ["text", "long", "Texte", "Text", { basic }],
        ["id", "line", "id", "id"],
    ],
    preset: [
        ["name", "words", "Nom", "Name", { basic }],
        ["roll", "ref", "Jet", "Roll", { to: "roll", basic }],
        ["values", "values", "Valeurs", "Values", { basic }],
        ["id", "line", "id", "id"],
    ],
    input: [
        ["name", "words", "Nom", "Name", { basic }],
        ["mod", "number", "Ajoute", "Adds", { basic }],
        ["options", "strings", "Choix", "Options", { hint: ["Couteau, Arc long", "Knife, Long bow"] }],
        ["mods", "numbers", "Ajoutent", "They add", { hint: ["0, 2", "0, 2"] }],
        ["low", "number", "De", "From"],
        ["high", "number", "À", "To"],
        ["start", "number", "Au début", "At the start"],
        ["counter", "ref", "Le compteur", "The counter", { to: "counter" }],
        ["role", "choice", "De qui", "Of whom", { of: [["me", "moi", "me"], ["target", "la cible", "the target"]] }],
        ["lane", "choice", "Où il compte", "Where it counts", { of: [
            ["roll", "au jet", "on the roll"], ["other", "contre", "against"], ["die1", "1er dé", "1st die"],
            ["die2", "2e dé", "2nd die"], ["times", "multiplie", "multiplies"], ["after", "à la fin", "at the end"],
            ["under", "compétence, à ne pas dépasser", "a skill, not to exceed"],
        ] }],
        ["divides", "flag", "Divise", "Divides"],
        IF,
        ["id", "line", "id", "id"],
    ],
    result: [
        ["text", "words", "Texte", "Text", { basic }],
        EFFECTS,
        THEN,
        ["id", "line", "id", "id"],
    ],
    row: [
        ["on", "line", "De à", "From to", { basic }],
        ["text", "words", "Texte", "Text", { basic }],
        EFFECTS,
        THEN,
    ],
    chance: [
        ["name", "words", "Nom", "Name", { basic }],
        ["least", "number", "À partir de", "From", { basic }],
        ["of", "strings", "Résultats", "Results"],
    ],
    need: [["if", "line", "Il faut", "What must hold", { basic }], ["text", "words", "Sinon", "Else", { basic }]],
    decide: [
        ["text", "words", "Question", "Question", { basic }],
        ["most", "ref", "Au plus", "At most", { to: "input", basic }],
        ["who", "choice", "Qui décide", "Who decides", { of: [["me", "moi", "me"], ["opponent", "l’adversaire", "the opponent"]] }],
        ["id", "line", "id", "id"],
    ],
    step: [
        ["name", "words", "Nom", "Name", { basic }],
        ["roll", "ref", "Jet", "Roll", { to: "roll", basic }],
        ["each", "flag", "Chaque siège à son tour", "Each seat in turn"],
        IF,
        ["id", "line", "id", "id"],
    ],
};
