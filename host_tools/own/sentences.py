"""All messages about games written as text, in French and in English.

`format_message` replaces {0}, {1}... by values. A value may also be another message: a tuple of that message's code
and values.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Any

LANGUAGES = ("fr", "en")
SENTENCES = {
    "line": ("ligne {0} : {1}", "line {0}: {1}"),
    "none": ("aucun", "none"),
    "and": ("{0}, {1}", "{0}, {1}"),
    "run": ("{0} à {1}", "{0} to {1}"),
    "more": ("{0} et d’autres", "{0} and more"),
    "no-fault": ("{0} / {1} : {2} octets sur {3}, sans faute.", "{0} / {1}: {2} bytes of {3}, no fault."),
    "set-aside": (
        "Mis de côté, car ce texte ne les a plus : {0}. Un texte qui les a les rend.",
        "Set aside, for this text has them no more: {0}. A text that has them gives them back.",
    ),
    "narrowed": (
        "{0} va de {1} à {2} seulement ; ce qui dépasse est mis de côté.",
        "{0} goes from {1} to {2} only; what is beyond is set aside.",
    ),
    "send-it": ("L’envoyer ? [o/N]", "Send it? [y/N]"),
    "say-yes": ("Rien n’a changé ; dites oui avec --yes.", "Nothing was changed; say yes with --yes."),
    "unchanged": ("Rien n’a changé.", "Nothing was changed."),
    "ids-full": (
        "Trop d’ids sont venus et partis dans ce jeu : donnez-lui un autre id.",
        "Too many ids came and went in this game: give it another id.",
    ),
    # Faults in the syntax of a game's text
    "key-one-line": (
        "Une clé tient sur une ligne, entre guillemets simples de sa sorte.",
        "A key stands on one line, between single quotes of its kind.",
    ),
    "key-wanted": (
        "Il faut ici une clé : lettres, chiffres, _ ou -, ou un texte entre guillemets.",
        "A key must stand here: letters, digits, _ or -, or a text in quotes.",
    ),
    "key-accents": (
        "Une clé n’a pas d’accents : écrivez sieges, des, resultats.",
        "A key has no accents: write sieges, des, resultats.",
    ),
    "text-open": ("Le texte n’est pas fermé par {0}.", "The text is not closed with {0}."),
    "no-letter": ("\\u{0} n’est pas une lettre.", "\\u{0} is no letter."),
    "no-escape": (
        "\\{0} ne veut rien dire dans un texte ; écrivez \\\\ pour le signe lui-même.",
        "\\{0} means nothing in a text; write \\\\ for the sign itself.",
    ),
    "too-deep": (
        "Trop de listes et de tables les unes dans les autres.",
        "Lists and tables stand too deep in one another.",
    ),
    "missing-list": ("{0} manque après une liste.", "{0} is missing after a list."),
    "missing-braces": (
        "{0} manque entre ce qui est dans {{ }}, le tout sur une seule ligne.",
        "{0} is missing between what stands in {{ }}, all of it on one line.",
    ),
    "missing-key": ("{0} manque après {1}.", "{0} is missing after {1}."),
    "missing-head": (
        "{0} manque après le nom d’une table.",
        "{0} is missing after the name of a table.",
    ),
    "no-value": (
        "{0} n’est pas une valeur : écrivez un texte entre guillemets ou un nombre entier.",
        "{0} is no value: write a text in quotes or a whole number.",
    ),
    "has-value": ("{0} a déjà une valeur.", "{0} has a value already."),
    "twice": ("{0} est ici deux fois.", "{0} stands here twice."),
    "in-value": (
        "{0} ne peut pas être dans ce qui a une valeur.",
        "{0} cannot stand in what has a value.",
    ),
    "head-of-value": (
        "[[{0}]] est là où {1} a déjà une valeur.",
        "[[{0}]] stands where {1} has a value already.",
    ),
    "head-twice": ("[{0}] est ici deux fois.", "[{0}] stands here twice."),
    "unseen-sign": ("Le signe {0} ne se voit pas : ôtez-le.", "The sign {0} cannot be seen: take it out."),
    "behind-value": (
        "Quelque chose suit la valeur ; chacune a sa ligne.",
        "Something stands behind the value; each has a line of its own.",
    ),
    "not-utf8": (
        "Le fichier n’est pas en UTF-8 à l’octet {0}.",
        "The file is not UTF-8 at byte {0}.",
    ),
    # Tables of other programs that cannot be converted
    "several-files": (
        "Plusieurs fichiers font un jeu quand tous sont des tables de Foundry (.json, .db).",
        "Several files are one game where all are tables of Foundry (.json, .db).",
    ),
    "owner-file": ("Le fichier de tables de Trirème : {0}", "The owner's file of Trirème: {0}"),
    "no-json": ("Ce n’est pas du JSON.", "It is no JSON."),
    "no-rolltable": (
        "Ce n’est pas une RollTable de Foundry : il y manque 'results'.",
        "It is no RollTable of Foundry: its 'results' are missing.",
    ),
    "no-results": ("{0} n’a pas de résultats.", "{0} has no results."),
    "no-result-range": ("Un résultat de {0} n’a pas d’intervalle.", "A result of {0} has no range."),
    "results-apart": (
        "Les résultats de {0} sont dans d’autres fichiers : donnez-les avec lui, ou exportez la table de Foundry.",
        "The results of {0} stand in other files: give these with it, or export the table from Foundry.",
    ),
    "no-row": (
        "La ligne {0} n’est pas un intervalle et un texte.",
        "Line {0} is no range and a text.",
    ),
    "no-rows": (
        "Il faut au moins deux lignes d’un intervalle et d’un texte.",
        "There are no rows of a range and a text.",
    ),
    "folder": (
        "{0} tables sur {1} deviennent un jeu ; {2} autres fichiers ne sont pas des tables.",
        "{0} of {1} tables become a game; {2} other files are no tables.",
    ),
    "list-mixed": (
        "Des lignes commencent par un nombre sans former une suite d’intervalles : écrivez '1-2 | ' devant chacune,"
        " ou ôtez les nombres.",
        "Some lines begin with a number, but they are no ranges that follow each other: write '1-2 | ' before each, or"
        " take the numbers out.",
    ),
    "list-head": (
        "La première ligne nomme {0}, et {1} lignes la suivent : donnez un intervalle à chacune.",
        "The first line names {0}, and {1} lines follow it: give each a range.",
    ),
    "die-sides": (
        "{0} a {1} nombres : un dé a de 2 à 100 faces, et deux dés n’en font pas autant de pareils.",
        "{0} has {1} numbers: a die has 2 to 100 sides, and no two dice make so many alike.",
    ),
    "import-cut": (
        "Un jeu a {0} octets au plus : ce qui n’a pas de place à l’écran n’y est plus en entier.",
        "A game has {0} bytes at most: what has no room on the screen is not here as a whole.",
    ),
    # Faults in keys and values
    "no-key-near": ("Il n’y a pas de {0} ici ; {1}, peut-être ?", "There is no {0} here; {1} is meant?"),
    "no-key": ("Il n’y a pas de {0} ici. Possible : {1}.", "There is no {0} here. Possible: {1}."),
    "whole-number": (
        "{0} est un nombre entier de {1} à {2}.",
        "{0} is a whole number from {1} to {2}.",
    ),
    "list": ("{0} est une liste : mettez-la entre [ ].", "{0} is a list: put it into [ ]."),
    "each-in-braces": ("Chaque élément de {0} est entre {{ }}.", "Each of {0} stands in {{ }}."),
    "id-letters": (
        "{0} a de 1 à 12 lettres minuscules sans accent, chiffres ou _.",
        "{0} is 1 to 12 small letters, digits or _.",
    ),
    "id-taken": (
        "Il y a déjà {0} ; choisissez un autre id.",
        "There is a {0} already; choose another id.",
    ),
    "no-such-near": ("Il n’y a pas de {0} ; {1}, peut-être ?", "There is no {0}; {1} is meant?"),
    "no-such": ("Il n’y a pas de {0}. Possible : {1}.", "There is no {0}. Possible: {1}."),
    "text": (
        'Un texte est "..." ou {{ fr = "...", en = "..." }}.',
        'A text is "..." or {{ fr = "...", en = "..." }}.',
    ),
    "reserved": (
        "L’appareil dit déjà quelque chose sous le nom {0} ; choisissez un autre id.",
        "The device itself says something by the name {0}; choose another id.",
    ),
    "text-empty": ("Ce texte est vide.", "This text is empty."),
    "no-braces": (
        "L’écran ne peut pas montrer {{ ou }} de {0}.",
        "The panel cannot show {{ or }} of {0}.",
    ),
    "cannot-show": ("L’écran ne peut pas montrer {0} de {1}.", "The panel cannot show {0} of {1}."),
    "too-wide": (
        "{0} est trop large : il prend {1} lignes de {2} colonnes, il y a de la place pour {3}.",
        "{0} is too wide: it takes {1} lines of {2} columns, there is room for {3}.",
    ),
    "no-compare": (
        "{0} ne se compare pas ici. Possible : {1}.",
        "{0} cannot be compared here. Possible: {1}.",
    ),
    "condition": (
        'Une condition s’écrit "nom >= 3" ; les signes sont {0}.',
        'A condition is written "name >= 3"; the signs are {0}.',
    ),
    "table-wanted": ("{0} est une table : écrivez [{1}].", "{0} is a table: write [{1}]."),
    # Faults in the game as a whole
    "no-game": (
        "Un jeu commence par [jeu] ou [game], son id et son titre.",
        "A game begins with [game], its id and its title.",
    ),
    "game-id": (
        "L’id d’un jeu a au plus 10 lettres.",
        "The id of a game has 10 letters at most.",
    ),
    "rolls-24": ("Un jeu a au plus 24 jets.", "A game has 24 rolls at most."),
    "nothing": (
        "Un jeu a au moins un jet, [[jet]] ou [[roll]], ou un compteur, [[compteur]] ou [[counter]].",
        "A game has a [[roll]] or a [[counter]] at least.",
    ),
    "no-seats": (
        "Ce jeu n’a pas de sièges : ses compteurs sont ceux de la table.",
        "This game has no seats: its counters are those of the table.",
    ),
    "counters-16": ("Un jeu a au plus 16 compteurs.", "A game has 16 counters at most."),
    "loop": ("Ce qui peut suivre {0} y ramène.", "What may follow {0} leads back to it."),
    "steps-32": ("Un tour a au plus 32 étapes.", "A turn has 32 steps at most."),
    "page": ("Une page a un titre et un texte.", "A page has a title and a text."),
    "preset": ("Une présélection nomme un jet.", "A preset names a roll."),
    "preset-value": ("{0} va de {1} à {2}.", "{0} goes from {1} to {2}."),
    "too-large": (
        "Le jeu prend {0} octets ; un appareil en prend {1} au plus.",
        "The game takes {0} bytes; a device takes {1} at most.",
    ),
    "refused": (
        "L’appareil refuserait ce jeu ({0}).",
        "The device would refuse this game ({0}).",
    ),
    "odds-not-1": (
        "Les chances de {0} ne font pas 1 en tout.",
        "The odds of {0} do not add up to 1.",
    ),
    "eight": (
        "Il y a déjà huit jeux en texte sur l’appareil ; ôtez-en un.",
        "There are eight games as text on the device already; remove one.",
    ),
    # Faults in a roll
    "rows-and-table": (
        "Un jet a des lignes, ou une table qui en a, et pas les deux.",
        "A roll has rows, or a table that has them, and not both.",
    ),
    "equal": (
        "Seuls les deux dés de |a-b|, sans autre dé, peuvent être égaux.",
        "Only the two dice of |a-b|, alone, can be equal.",
    ),
    "unused-result": (
        "Aucune ligne ne mène au résultat {0}.",
        "No row leads to the result {0}.",
    ),
    "nobody-rolls": (
        "Ce jeu n’a pas de sièges : personne ne peut lancer.",
        "This game has no seats: nobody can roll.",
    ),
    "two-seats": (
        "Une cible est un autre siège : il en faut deux.",
        "A target is another seat: this game needs two.",
    ),
    "seat-rolls": (
        "Il change ou lit ce qu’a un siège : c’est donc un siège qui lance.",
        "It changes or reads what a seat has: then a seat rolls.",
    ),
    "dice": (
        '{0} donne des dés comme on les écrit, par exemple "2d6+1".',
        '{0} is dice as they are written, such as "2d6+1".',
    ),
    "no-dice": (
        "{0} ne sont pas des dés, signe {1} : {2}.",
        "{0} are no dice, at sign {1}: {2}.",
    ),
    "explode-often": (
        "Ces dés explosent plus souvent que non : écrivez combien de fois au plus, comme dans 'd6!3'.",
        "These dice explode more often than not: write how many times at most, as in 'd6!3'.",
    ),
    "added-most": (
        "Ce qui s’ajoute aux dés est de {0} au plus.",
        "What is added to the dice is {0} at most.",
    ),
    "dice-work": (
        "Les chances de ces dés sont trop longues à calculer pour un Pico : prenez-en moins, ou de plus petits.",
        "The odds of these dice are too much work for a Pico: take fewer or smaller ones.",
    ),
    "die-lanes": (
        "'dé1' et 'dé2' sont les deux dés de |a-b|, seuls.",
        "'die1' and 'die2' are the two dice of |a-b|, alone.",
    ),
    "dice-most": ("Un jet a au plus {0} dés.", "A roll has {0} dice at most."),
    "option-twice": ("Le choix a deux fois {}.", "The choice has {} twice."),
    "two-options": ("Un choix a au moins deux options.", "A choice has two options at least."),
    "mods": (
        "{0} est une liste de {1} nombres entiers, un par valeur.",
        "{0} is a list of {1} whole numbers, one a value.",
    ),
    "mod-values": (
        "{0} vaut pour 100 valeurs au plus ; ceci va de {1} à {2}.",
        "{0} is for 100 values at most; this goes from {1} to {2}.",
    ),
    "mod-most": ("Cela change le jet de plus de {0}.", "This changes the roll by more than {0}."),
    "divides": (
        "Ce qui divise est au moins 1 : donnez-lui un low de 1.",
        "What divides is 1 at least: give it a low of 1.",
    ),
    # Faults in a dice notation: "no-dice-" and the code of NotationError in games/dice/rules/notation.py
    "no-dice-end": (
        "le texte s’arrête trop tôt",
        "it stops too early",
    ),
    "no-dice-die": (
        "il faut ici un dé, comme d6, ou un nombre",
        "a die such as d6, or a number, must stand here",
    ),
    "no-dice-op": (
        "il faut ici +, -, *, / ou un modificateur : kh, kl, dh, dl, !, x, r, min, max, m, >=, <=",
        "+, -, *, / or a modifier must stand here: kh, kl, dh, dl, !, x, r, min, max, m, >=, <=",
    ),
    "no-dice-count": (
        "de 1 à 60 dés en tout",
        "1 to 60 dice in all",
    ),
    "no-dice-sides": (
        "un dé a de 2 à 100 faces ; d66 et d666 sont des chiffres",
        "a die has 2 to 100 sides; d66 and d666 are digits",
    ),
    "no-dice-number": (
        "un nombre ajouté va de -999 à 999",
        "a constant goes from -999 to 999",
    ),
    "no-dice-limit": (
        "un dé explose de 1 à 20 fois au plus, comme dans d6!3",
        "an explosion limit goes from 1 to 20, as in d6!3",
    ),
    "no-dice-reroll": (
        "une relance est r1 à r et une face de moins que le dé, ro<= de même, rr<= jusqu’à la moitié des faces",
        "a reroll is r1 to r and one less than the sides, ro<= the same, rr<= up to half of the sides",
    ),
    "no-dice-keep": (
        "kh, kl, dh ou dl avec moins que tous les dés",
        "kh, kl, dh or dl with fewer than all dice",
    ),
    "no-dice-goal": (
        "un succès est >=1 à >=200, ou <=1 à <=200 : écrivez le signe entier",
        "a success is >=1 to >=200, or <=1 to <=200: write the whole sign",
    ),
    "no-dice-twice": (
        "ce modificateur est déjà là ; kh, kl, >= et <= ne vont pas ensemble",
        "this modifier was given already; kh, kl, >= and <= exclude each other",
    ),
    "no-dice-group": (
        "un modificateur suit des dés simples joints par +, (2d6+d8)kh1 ; trois niveaux de parenthèses au plus",
        "a modifier behind parentheses is of plain dice joined by +, (2d6+d8)kh1; three levels at most",
    ),
    "no-dice-bars": (
        "une différence est |dA-dB|",
        "a difference is |dA-dB|",
    ),
    "no-dice-double": (
        "ce qui compte double est >=8>>10, ou <=12<<3, triple >=6>>8>>>10 : chaque nombre plus exigeant, 200 au plus",
        "what counts twice is >=8>>10, or <=12<<3, three times >=6>>8>>>10: each number no easier, and at most 200",
    ),
    "no-dice-min": (
        "min va de 2 aux faces du dé",
        "min goes from 2 to the sides",
    ),
    "no-dice-max": (
        "max va de min, ou 1, à une face de moins que le dé, qui n’explose pas",
        "max goes from min, or 1, to one less than the sides, of dice that do not explode",
    ),
    "no-dice-values": (
        "des faces à soi sont de 2 à 10 nombres de -20 à 99, comme d{{0,1,1,2}}, ou d{{1..66}} pour toutes jusque-là",
        "faces of its own are 2 to 10 numbers from -20 to 99, as in d{{0,1,1,2}}, or d{{1..66}} for all up to there",
    ),
    "no-dice-own": (
        "des dés aux faces à soi sont seuls, et seuls kh, kl, dh, dl, >= ou <= les suivent",
        "dice with faces of their own stand alone, and only kh, kl, dh, dl, >= or <= may follow them",
    ),
    "no-dice-burst": (
        "un dé explose à partir d’une face de sa moitié haute : x>=9 pour un d10, tous les dés pareils",
        "a die explodes from a face of its upper half on: x>=9 of a d10, all dice being equal",
    ),
    "no-dice-until": (
        "r<=2 veut dire deux choses selon les programmes : écrivez ro<=2 (une fois) ou rr<=2 (jusqu’au-dessus)",
        "r<=2 and rr2 mean different things elsewhere: write ro<=2 (once) or rr<=2 (until it is above)",
    ),
    "no-dice-kinds": (
        "d’un bloc et -1 à la fois n’existe pas : écrivez !! ou !p",
        "compounding and penetrating together is not offered: write !! or !p",
    ),
    "no-dice-middle": (
        "ôter des deux côtés ne va pas avec des dés qui explosent sans fin : donnez une limite, comme !3",
        "dropping both ends is not offered of dice that explode without limit: give one, as in !3",
    ),
    "no-dice-digits": (
        "d66 est deux d6 lus comme des chiffres, sans modificateur ni groupe ; le dé de 66 faces est d{{1..66}}",
        "d66 is two d6 read as digits, without modifier or group; a die of 66 sides is d{{1..66}}",
    ),
    "no-dice-match": (
        "m (le plus grand ensemble de dés égaux) et km (le plus haut, +1 par égal) sont seuls et demandent deux dés",
        "m (the largest set of equal dice) and km (the highest, +1 for each equal) stand alone and take two dice",
    ),
    "no-dice-implode": (
        "i, un 1 dont un autre jet s’ôte, va sans succès, !! ni !p",
        "i, a 1 whose second throw is taken away, goes without success, !! and !p",
    ),
    "no-dice-cancel": (
        "f1 ou f<=2, ce qui ôte un succès, suit >=8, est plus bas, et plus bas que ce qui explose",
        "f1 or f<=2, which takes a success away, goes with >=8, is lower, and lower than what explodes",
    ),
    "no-dice-early": (
        "kh avant ! garde d’abord : des dés pareils, sans r, min ni i ; sinon écrivez !kh",
        "kh before ! keeps first: of equal dice, without r, min or i; else write !kh",
    ),
    "no-dice-scale": (
        "on multiplie ou divise par 1 à 100 ; seul un terme, avec un nombre, se divise, (2d6+3)/2, une fois",
        "the number is 1 to 100; only one term, with a number beside it, is divided, (2d6+3)/2, and once",
    ),
    # Warnings of dice notations with another meaning in other programs
    "elsewhere-limit": (
        "!{0} explose {0} fois au plus ; Roll20 explose sur un {0} seul : ici x>={0} est à partir de {0}.",
        "!{0} explodes {0} times at most; Roll20 explodes on just {0}: here x>={0} is from {0} on.",
    ),
    "elsewhere-reroll": (
        "r{0} relance {0} ou moins, une fois ; ailleurs {0} seul, et sans fin dans Roll20 et rpg-dice-roller : rr<=.",
        "r{0} rerolls {0} or less, once; elsewhere just {0}, and in Roll20 and rpg-dice-roller until it is gone: rr<=.",
    ),
    "elsewhere-goal": (
        "!>={0} explose sur la plus haute face et compte dès {0} ; ailleurs il explose dès {0} : x>={0}.",
        "!>={0} explodes on the highest face and counts {0} or more; elsewhere it explodes from {0} on: x>={0}.",
    ),
    "elsewhere-over": (
        "/{0} laisse tomber le reste ; ailleurs les fractions restent.",
        "/{0} drops what is left over; elsewhere fractions stay.",
    ),
    "elsewhere-match": (
        "m est la taille du plus grand ensemble ; dans Roll20 il montre seulement les dés égaux.",
        "m is the size of the largest set; in Roll20 it only marks equal dice.",
    ),
    "elsewhere-digits": (
        "d66 est deux d6 lus comme des chiffres, 11 à 66 ; ailleurs un dé de 66 faces : d{{1..66}}.",
        "d66 is two d6 read as digits, 11 to 66; elsewhere a die of 66 sides: d{{1..66}}.",
    ),
    "elsewhere-kept-first": (
        "kh avant ! garde d’abord, puis explose, comme Foundry ; rpg-dice-roller explose d’abord : !kh.",
        "kh before ! keeps first, then explodes, as in Foundry; rpg-dice-roller explodes first: !kh.",
    ),
    "elsewhere-kept-last": (
        "!kh garde un dé avec tous ses jets ; ailleurs chaque jet est un dé à part.",
        "!kh keeps a die with all its throws; elsewhere each throw is a die of its own.",
    ),
    # Faults in the results and table rows of a roll
    "effect": (
        'Un effet s’écrit "compteur -1", "target.compteur -net" ou "compteur = 3".',
        'An effect is written "counter -1", "target.counter -net" or "counter = 3".',
    ),
    "nobody": (
        "{0} n’est personne : écrivez me ou target, moi ou cible.",
        "{0} is nobody: write me or target.",
    ),
    "amount-most": ("Un montant est de {0} au plus.", "An amount is {0} at most."),
    "no-amount": (
        "{0} n’est pas un montant : un nombre entier, result, given ou net.",
        "{0} is no amount: a whole number, result, given or net.",
    ),
    "no-result": ("Il n’y a pas de résultat {0}. Possible : {1}.", "There is no result {0}. Possible: {1}."),
    "results-most": (
        "{0} a {1} résultats différents ; un jet en a {2} au plus.",
        "{0} has {1} different results; a roll has {2} at most.",
    ),
    "cell-most": (
        "Un nombre dans une table est de {0} au plus.",
        "A number in a table is {0} at most.",
    ),
    "column-input": (
        "Une table à colonnes a besoin de {0} : la saisie qui dit laquelle compte.",
        "A table with columns needs {0}: the input that says which one counts.",
    ),
    "columns": (
        "Il y a {0} colonnes, mais {1} a {2} valeurs.",
        "There are {0} columns, but {1} has {2} values.",
    ),
    "row": (
        'Une ligne s’écrit "2-4: ce qui en vient".',
        'A row is written "2-4: what comes of it".',
    ),
    "no-range": (
        '{0} n’est pas un intervalle : écrivez "3", "2-4", "-2..5", "..4" ou "5..".',
        '{0} is no range: write "3", "2-4", "-2..5", "..4" or "5..".',
    ),
    "cells": ("Il faut {0} cellules dans cette ligne.", "This row needs {0} cells."),
    "range-back": (
        "Cet intervalle finit avant de commencer : {0} à {1}.",
        "This range ends before it begins: {0} to {1}.",
    ),
    "no-way-here": (
        "Rien de ce que {0} peut donner ne mène à cette ligne.",
        "Nothing that {0} can give leads to this row.",
    ),
    "in-row": (
        "{0} est déjà dans la ligne {1} du texte.",
        "{0} is in the row of line {1} already.",
    ),
    "gap": (
        "{0} peut donner {1}, et aucune ligne ne l’a.",
        "{0} can give {1}, and no row has it.",
    ),
    "chance": (
        "Une chance dit de quels résultats ({0}), ou à partir de quel nombre ({1}).",
        "A chance says of which results ({0}), or from which number on ({1}).",
    ),
    "chances-4": ("Un jet a au plus 4 chances.", "A roll has 4 chances at most."),
    "need": ("Une exigence dit ce qu’il faut ({0}).", "A need says what must hold ({0})."),
    "decide-most": (
        "Une décision a {0} : la saisie qui dit combien au plus.",
        "A decision has {0}: the input that says how much at most.",
    ),
}


def format_message(language: str, code: str, *values: Any) -> str:
    """Return the message with this code in "fr" or "en", with its values inserted."""
    filled = [format_message(language, *each) if isinstance(each, tuple) else each for each in values]
    return SENTENCES[code][LANGUAGES.index(language)].format(*filled)
