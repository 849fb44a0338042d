"""Games that move between device, desk and page, see travel.py."""

from __future__ import annotations

import re
from itertools import product
from pathlib import Path

import pytest

from gobelet.ui.screens import preset_lines
from host_tools.device import backup, data
from simulator import paths
from simulator.board import VirtualBoard
from tests.faults import travel
from tests.faults.travel import DESK, DEVICE, GAMES, PAGE, WAYS
from tests.sweep import sample_cases

# Some short logs of each way of each game, and some full logs and rings.
YOUNG = [
    (game, source, target, "young", number % 2 > 0)
    for number, (game, (source, target)) in enumerate(product(GAMES, WAYS))
]
EVERY = [
    (game, source, target, filled, idle)
    for game, (source, target), filled, idle in product(GAMES, WAYS, travel.FILLED, (False, True))
]


@pytest.mark.sweep
@pytest.mark.parametrize(
    ("game", "source", "target", "filled", "idle"),
    [*sample_cases(YOUNG, 10), *sample_cases(sorted({*EVERY} - {*YOUNG}), 5)],
)
def test_what_is_played_after_a_move_is_kept(
    game: str, source: str, target: str, filled: str, idle: bool
) -> None:
    assert travel.check_travel(game, source, target, filled, idle) > 2


@pytest.mark.parametrize("game", GAMES)
def test_a_moved_device_shows_what_one_that_stays_shows(game: str) -> None:
    script = travel.SCRIPTS[game]
    pictures, files = travel.by_keys((DEVICE,) * 4, script)
    there, found = travel.by_keys((DEVICE, DESK, PAGE, DEVICE), script)
    assert there == pictures
    for each in GAMES:
        with travel.store_at(DEVICE, files) as store:
            stays = travel.session_values(travel.open_session(each, store))
        with travel.store_at(DEVICE, found) as store:
            assert travel.session_values(travel.open_session(each, store)) == stays


def test_presets_go_with_a_backup_and_on_to_the_page_and_back(tmp_path: Path) -> None:
    """The presets keep their names.

    An undo still reverts the last change of a preset.
    """
    files: travel.Files = {}
    lines: list[str] = []
    for place in (DEVICE, DESK, PAGE, DEVICE):
        with travel.store_at(place, files) as store:
            board = VirtualBoard(store=store)  # type: ignore[arg-type]
            app = board.app
            app.context.open("trinytia.home")
            if not files:
                proc = app.context.session.procedure(app.context.session.procedure_index("move"))
                inputs = {each.name: each.start for each in proc.inputs}
                lines = [preset_lines.line_of(app.context, proc, [-1] * len(proc.roles), inputs, "VITE")]
                preset_lines.store_lines(app.context, lines)
            assert preset_lines.stored_lines(app.context) == lines
            app.context.navigation.home()
            app.context.open("trinytia.home")
            board.run(50)
            assert board.words.has_text("VITE"), "on the first screen of the game"
            app.context.open("trinytia.presets")
            board.run(50)
            assert board.words.has_text("VITE")
            app.context.undo()
            assert preset_lines.stored_lines(app.context) == []
            app.context.redo()
            assert preset_lines.stored_lines(app.context) == lines
            assert not board.faults
            files = travel.files_of(store)
        backup.write(tmp_path / "kept.zip", files, True)
        assert (
            backup.unpack((tmp_path / "kept.zip").read_bytes(), "kept.zip")["trinytia/presets"]
            == files["trinytia/presets"]
        )


def test_the_page_takes_the_files_that_a_backup_takes() -> None:
    """The page must know each file of a game, because it leaves out unknown files without a message."""
    page = (paths.ROOT / "simulator/web/zip.mjs").read_text(encoding="utf-8")
    pattern = re.search(r"OF_A_GAME = /\^(.*)\$/;", page)
    assert pattern and pattern[1] == data.OF_A_GAME.pattern
    for name in ("presets", "old", "old2.bad", "0"):
        assert data.is_ours("trinytia/" + name)
