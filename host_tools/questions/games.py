"""Access to the games' rules and texts for the desk's tools."""

from __future__ import annotations

import importlib
import sys
from collections.abc import Mapping
from io import BytesIO
from typing import Any

from host_tools.building import texts

# The stand-ins replace modules of MicroPython. Their folder is first in sys.path, because other packages on the
# desk have the same names as some stand-ins.
for folder in (texts.ROOT / "firmware", texts.ROOT / "simulator" / "stand_ins"):
    if str(folder) not in sys.path:
        sys.path.insert(0, str(folder))

from gobelet.game.by_name import OWN_MARK  # noqa: E402
from gobelet.games import GAMES  # noqa: E402
from gobelet.words.messages import refusal_words  # noqa: E402
from gobelet.words.texts import Texts  # noqa: E402


def games_with_rules() -> list[str]:
    """Return the games with rules: those in GAMES, in its order, then the others."""
    folder = texts.ROOT / "firmware" / "gobelet" / "games"
    found = sorted(path.parent.parent.name for path in folder.glob("*/rules/__init__.py"))
    return sorted(found, key=lambda name: GAMES.index(name) if name in GAMES else len(GAMES))


def procedures(game: str) -> dict[str, Any]:
    """Return the Procedures of a game by name."""
    rules = f"gobelet.games.{game}.rules"
    listed = importlib.import_module(rules).PROCEDURES
    return {name: getattr(importlib.import_module(f"{rules}.{module}"), name) for name, module in listed}


# The sequences of steps that rule books print. Each entry has the sequence's name, the sequence's constant in the
# game's rules/walks.py, and the prefix of the text keys of the steps.
_SEQUENCES = {
    "trinytia": (("setup", "SETUP", "setup."), ("turn", "TURN", "step.")),
    "mystria": (
        ("setup_initiation", "INITIATION", "setup."),
        ("setup_complete", "COMPLETE", "setup."),
        ("turn", "TURN", "turn."),
    ),
    "traqueur": (("setup", "SETUP", "setup."), ("round", "ROUND", "round.")),
    "trireme": (("fleet_sequence", "FLEET_TURN", "turn."), ("ship_sequence", "SHIP_TURN", "turn.")),
}


def sequences(game: str) -> dict[str, list[str]]:
    """Return the printed sequences of a game by name, as the text keys of the steps."""
    listed = _SEQUENCES.get(game, ())
    return {name: [prefix + step[0] for step in getattr(_walks(game), walk)] for name, walk, prefix in listed}


def _walks(game: str) -> Any:
    return importlib.import_module(f"gobelet.games.{game}.rules.walks")


class Words:
    """The texts of the system and of `game`, in one language.

    own   the texts of a game that players wrote, by language; see host_tools/own
    """

    def __init__(self, language: str, game: str | None = None, own: Mapping[str, str] | None = None) -> None:
        self.language = language
        self._texts = Texts(self._open_texts, language)
        catalogue = (game or "").partition(OWN_MARK)[0]
        if catalogue in texts.catalogues():
            self._texts.open(catalogue)
            self._texts.own = own or {}

    def _open_texts(self, name: str) -> BytesIO:
        catalogue, _, language = name.rpartition(".")
        found, _ = texts.parse(texts.catalogues()[catalogue] / f"{language}.txt")
        return BytesIO(texts.pack({key: entry.text for key, entry in found.items()}))

    def __call__(self, key: str, *args: object, **named: object) -> str:
        return str(self._texts(key, *args, **named))

    def has_text(self, key: str) -> bool:
        """Tell whether there is a text with this text key; games call this method too."""
        return bool(self._texts.has_text(key))

    def get(self, key: str, fallback: str) -> str:
        """Return the text with this text key, or `fallback` if there is none."""
        return self(key) if self._texts.has_text(key) else fallback

    def refusal(self, refused: Any, of: str) -> str:
        """Return the message to the player for a Refused error of the Procedure `of`."""
        return str(refusal_words(self, refused, str, of))
