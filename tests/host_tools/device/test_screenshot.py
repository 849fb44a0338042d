"""A picture of a device that continues to run."""

from __future__ import annotations

import time
from collections.abc import Callable
from pathlib import Path

import pytest
from PIL import Image

from host_tools.device import screenshot, snippets
from host_tools.drawing import png
from simulator import keys
from simulator.board import VirtualBoard
from tests.host_tools.conftest import Flashed
from tests.host_tools.pty_board import PtyBoard

UP, DOWN, OK, BACK = 10, 11, 12, 13  # pins, see boards/pico_ssd1306.py
QUIET_SECONDS = 0.3
Plugged = Callable[..., PtyBoard]


def press_pin(board: PtyBoard, pin: int, then: bytes) -> None:
    """Press a key until the panel answers, and wait until it shows the picture and the device is idle.

    A device restarts if the tool interrupts it during a pass with changes. The wires do not show the end of
    its work after the release of the key, so the test waits for QUIET_SECONDS.
    """
    before = len(board.sent())
    board.pin(pin, 0)
    board.wait(lambda: len(board.sent()) > before)
    board.pin(pin, 1)
    board.wait(lambda: board.picture() == then)
    time.sleep(QUIET_SECONDS)


@pytest.fixture
def running(plugged: Plugged, flashed: Flashed) -> PtyBoard:
    board = plugged(image=flashed.image)
    board.wait(lambda: board.picture() == flashed.started)
    return board


@pytest.fixture
def second() -> bytes:
    """The picture after DOWN was pressed."""
    simulated = VirtualBoard()
    simulated.run(500)
    simulated.press(keys.DOWN)
    return simulated.picture()


def test_it_is_what_the_panel_shows_and_the_device_goes_on(
    running: PtyBoard, flashed: Flashed, second: bytes, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    assert second != flashed.started
    press_pin(running, DOWN, second)
    path = tmp_path / "deep" / "shot.png"
    assert screenshot.main([str(path), "--port", running.port]) == 0
    assert capsys.readouterr().out == f"{path}\n"
    with Image.open(path) as found:
        assert found.convert("RGB").tobytes() == png.image(second, 4).tobytes()
    # The cursor, which no file stores, did not move: UP shows the first picture.
    assert running.starts == 1
    assert running.picture() == second
    press_pin(running, UP, flashed.started)
    # The command can be repeated any number of times.
    assert screenshot.take_frame(running.port) == flashed.started
    press_pin(running, DOWN, second)
    assert screenshot.take_frame(running.port) == second
    assert running.starts == 1


def test_an_inverted_picture(running: PtyBoard, flashed: Flashed) -> None:
    board = screenshot.Remote(running.port, alive=True)
    board.exec(
        "import gobelet.start.boot as b\nb.app.device.settings.choose('invert', 1)\nb.app.apply_settings()"
    )
    board.exec_detached(snippets.GO_ON)
    shot = screenshot.take_frame(running.port)
    assert shot == bytes(byte ^ 0xFF for byte in flashed.started)
    running.wait(lambda: running.picture() == shot)


def test_caught_in_the_middle_of_a_change_it_starts_again(
    running: PtyBoard, flashed: Flashed, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(screenshot, "START_SECONDS", 1.0)
    board = screenshot.Remote(running.port, alive=True)
    # Passes with work to do, one after the other without a sleep.
    board.exec_detached(
        "import time, gobelet.start.boot as b\n"
        "s = b.app.step\n"
        "passes = []\n"
        "def slow():\n s()\n passes or print('in between')\n passes[:] = [1]\n time.sleep_ms(300)\n return 0\n"
        "b.app.step = slow\n"
        "b.sleep = lambda ms: None\n"
        "b.run()"
    )
    # otherwise the tool interrupts the code before it runs
    running.wait(lambda: b"in between" in running.said)
    starts = running.starts
    assert screenshot.take_frame(running.port) == flashed.started
    assert running.starts > starts


def test_a_board_that_runs_something_else(
    plugged: Plugged, tmp_path: Path, complaint: Callable[[], str]
) -> None:
    board = plugged()
    assert screenshot.main([str(tmp_path / "x.png"), "--port", board.port]) == 1
    assert complaint() == (
        f"The board at {board.port} was not running this Gobelet and was started again; "
        "if it shows nothing, ask `make doctor`."
    )
    assert not (tmp_path / "x.png").exists()


def test_other_faults(
    plugged: Plugged, tmp_path: Path, complaint: Callable[[], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    assert screenshot.main(["x.jpg", "--port", "/dev/pts/4095"]) == 1
    assert complaint() == "The picture is a PNG: name it x.png."
    assert screenshot.main([str(tmp_path / "x.png"), "--port", "/dev/pts/4095"]) == 1
    assert complaint() == "There is no /dev/pts/4095: is the board plugged in?"
    monkeypatch.setattr(screenshot, "take_frame", lambda port, program: bytes(1024))
    (tmp_path / "file").write_text("")
    assert screenshot.main([str(tmp_path / "file" / "x.png"), "--port", "p"]) == 1
    assert complaint().startswith(f"{tmp_path}/file/x.png cannot be written: ")
