"""Translate the TOML keys of a game written as text from French to English.

All other modules use the English keys only.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .alike import with_plain_spaces

if TYPE_CHECKING:
    from typing import Any

FRENCH = {
    "jeu": "game", "titre": "title", "apropos": "about", "sieges": "seats",
    "compteur": "counter", "nom": "name", "debut": "start", "pas": "step", "par": "per",
    "jet": "roll", "des": "dice", "contre": "against", "saisies": "inputs",
    "lignes": "rows", "colonne": "column", "colonnes": "columns", "resultats": "results",
    "chances": "chances", "decision": "decide", "qui": "who", "egal": "equal",
    "exige": "needs", "si": "if", "texte": "text", "effets": "effects", "puis": "then", "sur": "on",
    "compte": "lane", "choix": "options", "modifs": "mods", "modif": "mod", "cellules": "cells", "cellule": "cell",
    "parmi": "of", "plus": "most", "moins": "least", "tour": "turn", "etapes": "steps",
    "chacun": "each", "prereglage": "preset", "valeurs": "values", "divise": "divides",
    "doute": "check", "role": "role", "bas": "low", "haut": "high",
}  # fmt: skip
VALUES = {
    "per": {"siège": "seat", "siege": "seat", "table": "table"},
    "who": {"moi": "me", "adversaire": "opponent", "table": "table", "siège": "seat", "siege": "seat"},
    "role": {"moi": "me", "cible": "target"},
    "lane": {
        "jet": "roll",
        "autre": "other",
        "dé1": "die1",
        "dé2": "die2",
        "fois": "times",
        "après": "after",
        "sous": "under",
    },
}


EARLIER = {"preselection": "preset"}  # French keys of an earlier version of the format, with the English keys
_IN_FRENCH = {FRENCH[key]: key for key in FRENCH}


def in_french(name: str) -> str:
    """Return the French key for an English key."""
    return _IN_FRENCH.get(name, name)


def are_french(lines: dict[Any, int]) -> bool:
    """Tell whether a document has French keys, by the presence of the table `jeu`.

    `lines` has the line number of each value by its path.
    """
    return ("jeu",) in lines


def english_key(key: str, path: tuple[Any, ...]) -> str:
    """Return the English key for a key of the table at `path`.

    In the table `values` of a preset the keys are ids of inputs, which are not translated.
    """
    return key if len(path) > 1 and path[-1] == "values" else FRENCH.get(key, EARLIER.get(key, key))


def english(found: Any, lines: dict[Any, int], path: tuple[Any, ...] = ()) -> tuple[Any, dict[Any, int]]:
    """Return a parsed document and its line numbers, both with English keys.

    found  the document, or a value in it
    lines  the line number of each value by its path
    path   the path of `found`
    """
    told: dict[Any, int] = {}

    def translate(value: Any, before: tuple[Any, ...], after: tuple[Any, ...]) -> Any:
        if before in lines:
            told[after] = lines[before]
        if isinstance(value, dict):
            out = {}
            # A table may have both the French and the English key for the same value. The keys are sorted, so that
            # every interpreter uses the value of the same key.
            for key in sorted(value):
                inner = value[key]
                name = english_key(key, after)
                inner = translate(inner, before + (key,), after + (name,))
                if isinstance(inner, str):
                    inner = VALUES.get(str(name), {}).get(inner, inner)
                out[name] = inner
            return out
        if isinstance(value, list):
            return [
                translate(inner, before + (index,), after + (index,)) for index, inner in enumerate(value)
            ]
        return with_plain_spaces(value) if isinstance(value, str) else value

    return translate(found, path, path), told
