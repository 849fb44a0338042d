"""A game defined by a text runs alike under MicroPython and on the desk."""

from __future__ import annotations

from pathlib import Path

from host_tools.own import compiler
from simulator import paths
from tests.games.own import test_ids
from tests.micropython.recording import RecordedBoard, Recorder, replay_recording
from tests.simulator.explorer import Explorer
from tests.sweep import case_count

PRESSES = case_count(120, 400)
EXAMPLE = paths.ROOT / "simulator" / "own" / "sauvegarde.gobelet.toml"


def test_a_walk_through_a_game_as_text_goes_alike(firmware: Path) -> None:
    recorder = Recorder()
    recorder.where = "start"
    board = RecordedBoard(recorder)
    board.choose_language("fr")
    board.choose_setting("taught", "yes")
    board.store.files.update(compiler.from_file(EXAMPLE, compiler.files))  # type: ignore[attr-defined]
    explorer = Explorer(board)
    for number, screen in enumerate(explorer.walk("own-seuil", PRESSES)):
        assert not board.faults
        recorder.where = f"press {number + 1}, after {explorer.trail[-1]} on {screen}"
    board.context.navigation.home()
    board.run(100)
    session = recorder.recording()
    assert session.frames > PRESSES // 2
    replay_recording(session, firmware)


def test_a_walk_through_a_game_whose_text_was_changed_goes_alike(firmware: Path) -> None:
    """The changed text has lower bounds, another order, and one entry less.

    Then the first text is sent again.
    """
    changed = test_ids.game_text(
        ["first", "doom", "mana"], ["first", "strike", "wait"], ["new", "bow", "axe"], high=30
    )
    files = test_ids.send_game(test_ids.played_files(), changed)
    for text in (changed, test_ids.game_text()):
        recorder = Recorder()
        recorder.where = "start"
        board = RecordedBoard(recorder)
        board.store.files.update(test_ids.send_game(files, text))  # type: ignore[attr-defined]
        board.choose_setting("taught", "yes")
        explorer = Explorer(board)
        for number, screen in enumerate(explorer.walk(test_ids.GAME, 40)):
            assert not board.faults
            recorder.where = f"press {number + 1}, after {explorer.trail[-1]} on {screen}"
        files = dict(board.store.files)  # type: ignore[attr-defined]
        replay_recording(recorder.recording(), firmware)
