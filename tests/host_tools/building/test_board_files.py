"""The board file of a device: a part that all boards share, and a part of its own."""

from __future__ import annotations

from pathlib import Path

import pytest

from host_tools.building import build
from host_tools.building.board_files import BoardFileError, complete, games_of, with_games

COMMON = '''"""Any board."""

NAME = "Any"
WIRELESS = False  # True with a radio

# Keys
UP = 10  # on the left
DOWN = 11
'''


def test_a_board_says_only_what_it_has_otherwise() -> None:
    assert complete('"""Mine, été."""\nDOWN = 2\nWIRELESS = True\nUP = 3  # on the right\n', COMMON) == (
        '"""Mine, été."""\n\nNAME = "Any"\nWIRELESS = True  # True with a radio\n\n'
        "# Keys\nUP = 3  # on the right\nDOWN = 2\n"
    )


def test_what_a_board_may_have_besides_comes_last() -> None:
    options = '"""More."""\nRESET = None  # pulsed\nGAMES = ""  # some\n'
    made = complete("GAMES = 'dice'  # mine\nRESET = 3\n", COMMON, options)
    assert made == COMMON + "GAMES = 'dice'  # mine\nRESET = 3  # pulsed\n"
    assert with_games(made, ("counters", "dice")) == COMMON + 'RESET = 3  # pulsed\nGAMES = "counters dice"\n'
    assert games_of(with_games(made, ("counters", "dice"))) == ("counters", "dice")
    assert games_of(with_games(made, ())) == ()


def test_a_board_that_says_all_stands_for_itself() -> None:
    own = "from machine import ADC\nDOWN = 1\nUP = 2\nWIRELESS = False\nNAME = str(ADC)\nMORE = 1\n"
    assert complete(own, COMMON) == own


@pytest.mark.parametrize("own", ["UP = 1\nUPP = 10\n", "UP = 1\nimport os\n", "UP = 1\nDOWN = (\n    10)\n"])
def test_what_all_boards_do_not_have_is_refused(own: str) -> None:
    with pytest.raises(BoardFileError, match=r"line 2: not a constant of boards/common\.py on one line"):
        complete(own, COMMON)


@pytest.mark.parametrize(
    ("own", "said"),
    [
        ("UPP = 10\n", r"boards/mine\.py, line 1: not a constant of boards/common\.py"),
        ("\nUP = (\n", r"boards/mine\.py, line 2: '\(' was never closed\."),
    ],
)
def test_a_faulty_board_file_is_told_in_a_sentence(tmp_path: Path, own: str, said: str) -> None:
    boards = tmp_path / "boards"
    boards.mkdir()
    (boards / "common.py").write_text(COMMON)
    (boards / "mine.py").write_text(own)
    assert build.boards(tmp_path) == ["mine"]
    with pytest.raises(build.BuildError, match=said):
        build.constants("mine", tmp_path)


@pytest.mark.parametrize("board", build.boards())
def test_the_file_of_a_device_is_complete(board: str) -> None:
    """The file has every line of boards/common.py, with the values of this board.

    The file needs no other file.
    """
    common = (build.ROOT / "boards/common.py").read_text(encoding="utf-8").splitlines()
    made = build.board_source(board).splitlines()
    more = build.constants(board).keys() - build.constants_in("\n".join(common)).keys()
    assert more <= build.constants_in((build.ROOT / "boards/options.py").read_text(encoding="utf-8")).keys()
    assert len(made) == len(common) + len(more)
    shared = [line for line in common[1:] if " = " not in line]
    assert [line for line in made[1:] if " = " not in line] == shared
    assert build.constants(board).keys() >= build.constants_in("\n".join(common)).keys()
    assert vars(build.board_module(board)).items() >= build.constants(board).items()
