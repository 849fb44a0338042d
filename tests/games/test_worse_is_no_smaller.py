"""The letters of a worse result are never smaller than those of a better one."""

from __future__ import annotations

import pytest

from host_tools.building import texts
from host_tools.own import compiler

ROOM = 124
# The rolls of each game, with their words from the worst to the best for the character who rolls.
ORDER = {
    "trinites": {
        **dict.fromkeys(
            (
                "draw", "feint", "encourage", "intimidate", "dislodge", "disarm", "seize", "hide", "spot", "assess",
                "improvise", "survey", "break_free",
            ),
            ("-2", "0", "1"),
        ),
        "move": ("-3", "-2", "0", "2", "1"),
        "strike": ("-2", "-1"),
        "shoot": ("-2", "-1"),
        "destroy": ("-2", "-1"),
        "alert": ("0", "1"),
        "react": ("0", "1"),
        "notice": ("0", "1"),
    },
    "trireme": {
        "fleet_ram": ("2", "1", "0"),  # the order for the rammed ship
        "fleet_grapple": ("0", "1"),
        "ship_grapple": ("0", "1"),
        "ship_reef": ("2", "1", "0"),
        "ship_surrender": ("1", "0"),
        "ship_clearance": ("1", "2", "4", "3"),
        "ship_detachment": ("0", "1"),
        "fleet_clearance": ("1", "2", "3", "5"),
        "fleet_fatigue": ("1", "0"),
    },
    "trinytia": {"attack": ("miss",)},
}  # fmt: skip


def letter_height(word: str) -> int:
    """The height of the letters with which `draw_large` draws a word; the part before a colon is in the title."""
    before, sign, after = word.partition(": ")
    return 32 if compiler.device().canvas.width(after if sign and before else word, 32) <= ROOM else 16


@pytest.mark.parametrize("language", ["fr", "en"])
@pytest.mark.parametrize("game", ORDER)
def test_what_is_worse_is_as_large_as_what_is_better(game: str, language: str) -> None:
    said = texts.load(texts.catalogues()[game])[language]
    small = []
    for proc, keys in ORDER[game].items():
        sizes = [letter_height(said[f"{proc}.{key}"]) for key in keys]
        for at, key in enumerate(keys):
            if sizes[at] < max(sizes[at:]):
                small.append((proc, said[f"{proc}.{key}"]))
    assert not small


@pytest.mark.parametrize("language", ["fr", "en"])
@pytest.mark.parametrize("game", ["trinites", "trireme"])
def test_what_follows_a_colon_begins_with_a_letter_that_the_device_makes_a_capital(
    game: str, language: str
) -> None:
    said = texts.load(texts.catalogues()[game])[language]
    parted = [said[f"{proc}.{key}"] for proc, keys in ORDER[game].items() for key in keys]
    begins = [text.partition(": ")[2][:1] for text in parted]
    # upper() of MicroPython changes only ASCII letters
    assert any(begins) and all(begin.isascii() for begin in begins)
