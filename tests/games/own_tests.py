"""The games that have tests of their own."""

from pathlib import Path

from host_tools.building import texts

FOLDER = Path(__file__).parent


def with_tests() -> list[str]:
    """Return the listed games with tests in a folder here.

    Tests of data per game use this list: a game that has just been started has no such data yet. A folder
    with records of a game's file formats alone does not count.
    """
    return [game for game in texts.listed() if any((FOLDER / game).glob("test_*.py"))]
