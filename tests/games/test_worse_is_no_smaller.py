"""A worse result is never smaller than a better one: as large letters, or more lines of them."""

from __future__ import annotations

import pytest

from host_tools.building import texts
from host_tools.own import compiler

ROOM = 124
BOX = 34  # rows that a word has above its dice
# The rolls of each game, and their words from the worst to the best for the roller.
ORDER = {
    "trinites": {
        **dict.fromkeys(
            (
                "draw", "feint", "encourage", "intimidate", "dislodge", "disarm", "seize", "hide", "spot", "assess",
                "improvise", "survey", "break_free",
            ),
            ("-2", "0", "1"),
        ),
        "move": ("-3", "-2", "0", "1"),
        "strike": ("-2", "-1"),
        "shoot": ("-2", "-1"),
        "destroy": ("-2", "-1"),
        "alert": ("0", "1"),
        "react": ("0", "1"),
        "notice": ("0", "1"),
    },
    "trireme": {
        "fleet_ram": ("0", "1", "2"),
        "fleet_grapple": ("0", "1"),
        "ship_grapple": ("0", "1"),
        "ship_reef": ("2", "1", "0"),
        "ship_surrender": ("1", "0"),
        "ship_clearance": ("1", "2", "3"),
        "ship_detachment": ("0", "1"),
        "fleet_clearance": ("1", "2", "3", "5"),
        "fleet_fatigue": ("1", "0"),
    },
    "trinytia": {"attack": ("miss",)},
}  # fmt: skip
# Results that are smaller than a better one, and the reason.
SMALLER = {
    ("trireme", "fleet_ram", "0"): "nothing has happened: the other two are news",
    ("trireme", "fleet_ram", "1"): "the word of the rules fits no larger",
    ("trireme", "fleet_clearance", "3"): "nothing has happened: the others are news",
}


def rows(word: str) -> int:
    """The rows of letters that `big` gives a word: a miss is above its incident."""
    canvas = compiler.device().canvas
    before, sign, after = word.partition(": ")
    word = after if sign and before else word
    if canvas.width(word, 32) <= ROOM:
        return 32
    return min(BOX // 16, len(list(canvas.wrap(word, ROOM, 16)))) * 16


@pytest.mark.parametrize("language", ["fr", "en"])
@pytest.mark.parametrize("game", ORDER)
def test_what_is_worse_is_as_large_as_what_is_better(game: str, language: str) -> None:
    said = texts.load(texts.catalogues()[game])[language]
    small = []
    for proc, keys in ORDER[game].items():
        sizes = [rows(said[f"{proc}.{key}"]) for key in keys]
        for at, key in enumerate(keys):
            if sizes[at] < max(sizes[at:]) and (game, proc, key) not in SMALLER:
                small.append((proc, said[f"{proc}.{key}"]))
    assert not small
