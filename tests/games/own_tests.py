"""The games that have tests of their own."""

from pathlib import Path

from host_tools.building import texts

FOLDER = Path(__file__).parent


def with_tests() -> list[str]:
    """Return the listed games with tests in a folder here.

    Tests that need data for each game use this list, because a new game has no such data yet. A folder that
    has only records of file formats does not count.
    """
    return [game for game in texts.listed_games() if any((FOLDER / game).glob("test_*.py"))]
