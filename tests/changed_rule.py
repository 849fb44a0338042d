"""A paragraph at the end of a test run with failures of a game."""

from __future__ import annotations

import re
from collections.abc import Iterable, Sequence

SECTION = "A rule or a text was changed"
# Files outside the folder of a game whose cases are of one game.
OF_GAMES = (
    "tests/games/",
    "tests/vectors/",
    "tests/simulator/test_scripts.py",
    "tests/simulator/test_golden",
)
PICTURE = re.compile(r"\b([a-z]+)[-_][\w-]*: (?:see|never approved|approved)")


def games_of(failed: Iterable[tuple[str, str]], games: Sequence[str]) -> list[str]:
    """Return the games of failed tests, each given as its id and its message.

    The folder, the first word of the case or a picture in the message names the game.
    """
    found = set()
    for test, message in failed:
        if test.startswith(OF_GAMES):
            found.update(re.findall(r"^tests/games/(\w+)/", test))
            found.update(re.findall(r"\[([a-z]+)", test))
            if "test_golden" in test:
                found.update(PICTURE.findall(message))
    return [game for game in games if game in found]


def failure_paragraph(failed: Iterable[tuple[str, str]], games: Sequence[str]) -> str:
    """Return the sentences for these failures, "" if none is of a game."""
    names = ", ".join(games_of(failed, games))
    return names and (
        f'If a rule or a text of {names} was changed: tests/README.md, "{SECTION}", has the order in which to mend '
        "rules, vectors, odds, scripts and pictures."
    )
