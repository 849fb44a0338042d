"""The keys of the format in English and in French.

The parsing code uses the English keys only.
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


EARLIER = {"preselection": "preset"}  # keys of earlier versions
_IN_FRENCH = {FRENCH[key]: key for key in FRENCH}


def in_french(name: str) -> str:
    """Return the French word for a key."""
    return _IN_FRENCH.get(name, name)


def are_french(lines: dict[Any, int]) -> bool:
    """Tell whether a text has French keys: whether it has a table `jeu`."""
    return ("jeu",) in lines


def english_key(key: str, path: tuple[Any, ...]) -> str:
    """Translate a key to English.

    The keys of a preset's values are ids of inputs, so they are not translated.
    """
    return key if len(path) > 1 and path[-1] == "values" else FRENCH.get(key, EARLIER.get(key, key))


def english(found: Any, lines: dict[Any, int], path: tuple[Any, ...] = ()) -> tuple[Any, dict[Any, int]]:
    """Translate the keys of a parsed text to English.

    The paths of its lines are translated too.
    """
    told: dict[Any, int] = {}

    def translate(value: Any, before: tuple[Any, ...], after: tuple[Any, ...]) -> Any:
        if before in lines:
            told[after] = lines[before]
        if isinstance(value, dict):
            out = {}
            # sorted, so that the same one of two synonymous keys always takes effect
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
