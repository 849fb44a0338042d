"""A new game of `new_game`: it can be played at once, and passes every test."""

from __future__ import annotations

import os
import pickle
import re
import shutil
import subprocess
import sys
from collections.abc import Iterator
from pathlib import Path

import pytest

from host_tools.building import build, new_game, texts
from simulator import pictures
from simulator.board import VirtualBoard
from simulator.script import Script
from simulator.store import MemoryStore
from tests.once import make_once
from tests.simulator.conftest import draw_albums
from tests.toy_game.plugin import TAUGHT, only_game

ROOT = texts.ROOT
LIST = "firmware/gobelet/games/__init__.py"
FOLDER = "firmware/gobelet/games/test_lantern"
NEEDED = (
    LIST,
    "firmware/main.py",
    "firmware/gobelet/system/fr.txt",
    "firmware/gobelet/system/en.txt",
    "boards",
)

PLAYED = """
expect Lantern
hold OK
expect A game to begin with
press BACK
press OK
expect Red
# the form of the first player, its odds, its inputs
press OK
expect Search
expect Find some
expect 67%
hold OK
expect Nothing
expect 33.3%
press BACK
press DOWN
expect Lamp
press OK
expect yes +1
press UP
expect 83%
# a roll, the battery out in the middle, why
dice 2
press OK
expect 1
restart
expect 1
hold OK
expect d6 = 2
expect Lamp +1 (roll)
expect Row 3: 1 gold
press BACK
# its effect, and that taken back
press OK
expect Blue
hold BACK
expect Undone → Red Gold 0
wait 2500
expect OK apply
press BACK 2
# another player, whose gold stays
press DOWN
press OK
expect Blue
dice 6
press OK
expect 3
press OK
wait 2000
restart
# all of it is in the history
press DOWN 3
press OK
expect History
expect Blue Gold 0→3
expect Search 3
press DOWN 3
expect Search 1
press BACK
expect Yellow
"""


def tree_of(root: Path) -> dict[str, bytes]:
    return {str(path.relative_to(root)): path.read_bytes() for path in root.rglob("*") if path.is_file()}


def copy_project(root: Path, names: tuple[str, ...], compiled: bool = False) -> None:
    """Copy a part of the project; `compiled` also copies Python's compiled modules."""
    ignored = None if compiled else shutil.ignore_patterns("__pycache__")
    for name in names:
        source, target = ROOT / name, root / name
        target.parent.mkdir(parents=True, exist_ok=True)
        if source.is_dir():
            shutil.copytree(source, target, ignore=ignored)
        else:
            shutil.copy2(source, target)


@pytest.fixture
def root(tmp_path: Path) -> Path:
    """The parts of a project that new_game reads."""
    copy_project(tmp_path, NEEDED)
    return tmp_path


@pytest.fixture
def lantern(root: Path) -> Iterator[Path]:
    """The new game, on every device that a test makes."""
    new_game.write_game("test_lantern", "Lantern", root)
    with only_game(root / FOLDER):
        yield root


def make_device() -> VirtualBoard:
    board = VirtualBoard(store=MemoryStore(TAUGHT))
    board.choose_language("en")
    return board


# The written files.


def test_a_game_and_its_line_and_what_to_do_next(root: Path, capsys: pytest.CaptureFixture[str]) -> None:
    games = texts.listed_games(root)
    assert new_game.main(["test_lantern", "--title", "Lantern"], root) == 0
    assert texts.listed_games(root) == (*games, "test_lantern")
    said = capsys.readouterr().out
    assert f"Lantern is written: 10 files in {FOLDER}, and its line in {LIST}." in said
    for target in re.findall(r"make (\w+)", said):
        assert re.search(rf"^{target}:", (ROOT / "Makefile").read_text(), re.MULTILINE)
    for file in re.findall(r"tests/\S+\.py", said):
        assert (ROOT / file).is_file()
    assert "## Add a game\n" in (ROOT / "firmware/gobelet/games/README.md").read_text()


def test_nothing_of_the_template_is_left_in_it(root: Path) -> None:
    files = new_game.write_game("test_lantern", "L’or du Nord", root)
    for path in files:
        assert "template" not in path.read_text(encoding="utf-8").lower(), path
        assert "template" not in str(path.relative_to(root))
    assert texts.load(root / FOLDER)["fr"]["title"] == "L’or du Nord"


@pytest.mark.parametrize("name", ["ox", "a_lantern_in_fog"])
def test_it_is_in_the_form_that_lint_asks_for(root: Path, name: str) -> None:
    new_game.write_game(name, "Lantern", root)
    files = [str(root / "firmware" / "gobelet" / "games")]
    for check in (["check"], ["format", "--check"]):
        command = [sys.executable, "-m", "ruff", *check, "--config", str(ROOT / "pyproject.toml"), *files]
        ran = subprocess.run(command, capture_output=True, text=True, check=False)
        assert ran.returncode == 0, ran.stdout + ran.stderr


def test_it_goes_on_the_device(tmp_path: Path) -> None:
    copy_project(tmp_path, ("boards", "firmware"))
    files = new_game.write_game("test_lantern", "Lantern", tmp_path)
    made = build.build(tmp_path / "out", root=tmp_path, games=["test_lantern"])
    code = {
        path.relative_to(tmp_path / "firmware").with_suffix(".mpy").as_posix()
        for path in files
        # the __init__.py only describes the folder
        if path.suffix == ".py" and path.parent.name != "test_lantern"
    }
    texts_there = {f"gobelet/media/test_lantern.{language}" for language in texts.LANGUAGES}
    assert code | texts_there <= {entry.path for entry in made.entries}


# Refusals.


@pytest.mark.parametrize(
    ("words", "said"),
    [
        (
            ["Lantern"],
            "'Lantern' cannot be a game's name: it has 2 to 16 small letters, digits and _, a letter first.",
        ),
        (["my-game"], "'my-game' cannot be"),
        (["7th"], "'7th' cannot be"),
        (["../test_lantern"], "'../test_lantern' cannot be"),
        (["épée"], "'épée' cannot be"),
        (["x"], "'x' cannot be"),
        (["a_lantern_in_fogs"], "'a_lantern_in_fogs' cannot be"),
        (["lambda"], "'lambda' is a word of Python, choose another name."),
        (["settings"], "'settings' is a file of the device, choose another name."),
        (["system"], "There is a 'system' already, choose another name."),
        (["trireme"], "There is a 'trireme' already, choose another name."),
        (
            ["test_lantern", "--title", "A lantern in the fog"],
            "A title has 1 to 16 letters; 'A lantern in the fog' has 20.",
        ),
        (["test_lantern", "--title", "  "], "A title has 1 to 16 letters; '' has 0."),
        (["test_lantern", "--title", "ランタン"], "A title cannot have 'ラ': 'ランタン'."),
        (["test_lantern", "--title", "{0}"], "A title cannot have '{ or }': '{0}'."),
    ],
)
def test_what_cannot_be_is_refused_in_a_sentence_and_nothing_is_written(
    root: Path, capsys: pytest.CaptureFixture[str], words: list[str], said: str
) -> None:
    (root / "firmware" / "gobelet" / "games" / "trireme").mkdir()
    before = tree_of(root)
    assert new_game.main(words, root) == 1
    told = capsys.readouterr()
    assert told.out == ""
    assert told.err.startswith(said)
    assert told.err.count("\n") == 1
    assert tree_of(root) == before


def test_no_game_can_take_the_place_of_a_file_of_the_device() -> None:
    """The game's folder could not be made, or the settings could not be stored."""
    from gobelet.device import settings
    from gobelet.shell import snapshot
    from gobelet.words import messages

    assert {settings.FILE, snapshot.SNAPSHOT, messages.COLOURS} <= set(new_game.TAKEN)


# Playing the game.


def test_it_can_be_played(lantern: Path) -> None:
    """The test makes odds, a form, a roll with a power cut, an explanation, effects, undo and another roll."""
    board = make_device()
    Script(board).play_text(PLAYED, Path("played"))
    assert board.context.session.get("player", 0, "gold") == 0
    assert board.context.session.get("player", 1, "gold") == 3
    assert board.context.t.missing == 0


def test_a_find_that_is_more_than_a_player_can_have_is_applied_as_far_as_it_goes(lantern: Path) -> None:
    """A player's limit is 99, and a larger find must still be applicable.

    The game is made from the template.
    """
    board = make_device()
    Script(board).play_text(
        "open test_lantern.home\nset player 0 gold 98\npress OK\ndice 6\npress OK\nexpect 3\npress OK",
        Path("played"),
    )
    assert board.context.session.get("player", 0, "gold") == 99


@pytest.mark.parametrize("language", texts.LANGUAGES)
def test_all_its_screens_are_photographed_without_a_script(lantern: Path, language: str) -> None:
    album = pictures.Album(language)
    pictures.photograph("test_lantern", album)
    assert [shot.name for shot in album.shots] == [
        f"test_lantern-{name}" for name in ("home", "form-search", "result-search", "history")
    ]
    assert [shot.faults for shot in album.shots] == [[]] * 4
    assert not [line for line in pictures.missing_pictures(album) if line.startswith("test_lantern.")]


def test_a_screen_of_its_own_needs_a_script(lantern: Path) -> None:
    from gobelet.games.test_lantern import screens

    screens.SCREENS["map"] = ("home", "Home")
    album = pictures.Album("fr")
    pictures.photograph("test_lantern", album)
    assert [line for line in pictures.missing_pictures(album) if line.startswith("test_lantern.")] == [
        "test_lantern.map is in no picture: `open test_lantern.map` and a `shot` belong into "
        "simulator/scripts/pictures/test_lantern.txt"
    ]


COPIED = (
    "boards",
    "firmware",
    "host_tools",
    "simulator",
    "tests",
    "pyproject.toml",
    "README.md",
    "README.fr.md",
)
# The files of tests that run for every listed game. Without the list pytest would collect all other files,
# which takes longest.
ASK_EVERY_GAME = (
    "games/test_applied_once.py",
    "games/test_every_procedure.py",
    "games/test_glossary.py",
    "games/test_playable.py",
    "simulator/test_every_screen.py",
    "simulator/test_frames.py",
    "simulator/test_golden.py",
    "simulator/test_pictures.py",
    "test_house_rules.py",
)


@pytest.mark.slow
@pytest.mark.long
def test_the_tests_of_all_games_take_it(tmp_path: Path, tmp_path_factory: pytest.TempPathFactory) -> None:
    """Run the tests of all games, and the pictures, in a copy of the project that lists the new game.

    This test also draws the pictures of the game's own screens.
    """
    drawn = tmp_path / "drawn"
    drawn.write_bytes(pickle.dumps(make_once(tmp_path_factory, "pictures", draw_albums)))
    copy_project(tmp_path, COPIED, compiled=True)
    new_game.write_game("test_lantern", "Lantern", tmp_path)
    asked = "test_lantern or golden or (test_pictures and not one_game)"
    command = [sys.executable, "-m", "pytest", "-n0", "-rA", "-k", asked]
    command += sorted(f"tests/{path}" for path in ASK_EVERY_GAME)
    ran = subprocess.run(
        command,
        cwd=tmp_path,
        env={name: value for name, value in os.environ.items() if not name.startswith("PYTEST")}
        | {"GOBELET_DRAWN": str(drawn)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert ran.returncode == 0, ran.stdout[-8000:] + ran.stderr[-2000:]
    passed = set(re.findall(r"^PASSED tests/\S+::(\w+)", ran.stdout, re.MULTILINE))
    assert {
        "test_a_game_can_be_explored_with_every_key",
        "test_a_screen_that_rested_is_as_it_was",
        "test_every_screen_of_the_pictures_opens_at_its_place_and_has_its_strip",
        "test_every_picture_is_as_it_was_approved",
        "test_the_gallery_of_the_readme_is_what_is_drawn_now",
        "test_screens_are_where_their_ids_lead_and_no_hook_is_misspelt",
        "test_the_panel_shows_a_procedure_from_form_to_why",
        "test_the_same_frame_again_reads_no_text",
        "test_what_a_procedure_names_is_there",
        "test_what_comes_of_a_procedure_is_in_its_odds",
        "test_what_the_device_does_not_have",
    } <= passed
