"""Which games have tests of their own."""

from pathlib import Path

from host_tools.building import texts

FOLDER = Path(__file__).parent


def with_tests() -> list[str]:
    """The games of the list that have a folder here. What is recorded or written down for each game is asked of these:
    one that has just been begun has nothing of it yet.
    """
    return [game for game in texts.listed() if (FOLDER / game).is_dir()]
