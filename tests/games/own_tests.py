"""Which games have tests of their own."""

from pathlib import Path

from host_tools.building import texts

FOLDER = Path(__file__).parent


def with_tests() -> list[str]:
    """The games of the list that have tests in a folder here. What is written down for each game is asked of these: one
    that has just been begun has nothing of it yet, and records of what it keeps are no tests.
    """
    return [game for game in texts.listed() if any((FOLDER / game).glob("test_*.py"))]
