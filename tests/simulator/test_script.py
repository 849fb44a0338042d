from __future__ import annotations

from pathlib import Path

import pytest
from PIL import Image

from simulator import script
from simulator.board import VirtualBoard
from simulator.clock import PERIOD
from simulator.script import Script, ScriptError
from simulator.store import MemoryStore
from tests.simulator.fake import fake_board

HERE = Path("play.txt")


def play_script(text: str, board: VirtualBoard | None = None, path: Path = HERE) -> dict[str, bytes]:
    """Run a script on the fake App, and return its pictures."""
    shots: dict[str, bytes] = {}
    Script(board or fake_board(), shots.__setitem__).play_text(text, path)
    return shots


def test_presses_dice_and_words() -> None:
    play_script(
        """
        # a comment
        expect count 0
        press UP 3
        press DOWN
        expect 2
        dice 5 2
        press OK
        expect rolled 5
        press OK
        expect rolled 2
        absent rolled 5
        """
    )


def test_holding_repeats_faster_and_faster() -> None:
    board = fake_board()
    board.run(100)
    board.press(1, 3000)
    assert board.app.count > 40


def test_a_script_takes_no_real_time_and_always_goes_the_same_way() -> None:
    shots = [play_script("press OK\nwait 86400\npress UP\nshot a") for _ in range(2)]
    assert shots[0] == shots[1]


def test_restart_keeps_the_store_and_fresh_does_not() -> None:
    play_script("press UP 2\nhold OK\npress UP\nrestart\nexpect count 2\nfresh\nexpect count 0")


def test_a_power_cut_at_a_write_step() -> None:
    store = MemoryStore()
    play_script("press UP\nhold OK\npress UP\ncut 2\nhold OK\nexpect count 1", fake_board(store=store))
    play_script("expect count 1", fake_board(store=store))


def test_shots_are_what_the_panel_shows() -> None:
    shots = play_script("press UP 5\nshot five\npress UP\nshot six")
    assert shots == {"five": b"\x05" * 1024, "six": b"\x06" * 1024}


def test_panel_pulled_off() -> None:
    board = fake_board()
    play_script("unplug\npress UP\nplug", board)
    assert not board.app.device.panel.ok
    assert board.picture() == bytes(1024)


def test_supply_and_clock() -> None:
    board = fake_board()
    play_script(f"battery 3500\nclock {PERIOD - 20}\npress UP\nexpect count 1", board)
    assert (board.gauge.millivolts(), board.gauge.has_usb_power()) == (3500, False)
    assert board.clock.ticks() < 1000
    play_script("usb", board)
    assert board.gauge.has_usb_power()


def test_include(tmp_path: Path) -> None:
    (tmp_path / "up.txt").write_text("press UP\n")
    main = tmp_path / "main.txt"
    main.write_text("include up.txt\ninclude up.txt\nexpect count 2\n")
    Script(fake_board()).play(main)
    (tmp_path / "up.txt").write_text("include main.txt\n")
    with pytest.raises(ScriptError, match="includes itself"):
        Script(fake_board()).play(main)


def test_another_board_and_chip(tmp_path: Path) -> None:
    from simulator.board import definition

    assert play_script("press UP\nshot a", fake_board(board=definition("pico_sh1106"))) == {
        "a": b"\x01" * 1024
    }
    turned = definition()
    turned.FLIP = True
    assert play_script("press UP\nshot a", fake_board(board=turned)) == {"a": b"\x01" * 1024}


@pytest.mark.parametrize(
    ("line", "reason"),
    [
        ("jump", "no command 'jump'"),
        ("press LEFT", "no key 'LEFT'"),
        ("press UP many", "invalid literal"),
        ("press UP 0", "not within"),
        ("wait -1", "not within"),
        ("expect rolled 7", "not on the screen"),
        ("absent count", "on the screen"),
        ("dice", "which faces"),
        ("dice 0", "faces go from"),
        ("dice 3 4", "dice never rolled: 3 4"),
        ("shot", "name of its own"),
        ("include nowhere.txt", "No such file"),
        ("press BACK", "ZeroDivisionError: this screen"),
    ],
)
def test_errors_name_the_line_and_what_is_on_the_screen(line: str, reason: str) -> None:
    with pytest.raises(ScriptError) as caught:
        play_script(f"press UP\n\n{line}\n")
    message = str(caught.value)
    assert reason in message
    if "include" not in line:
        assert message.startswith(f"play.txt:3: {line}")
        assert "on the screen:\n    count\n    1\n" in message


def test_a_value_that_is_refused_is_told_with_what_the_device_says_of_it() -> None:
    with pytest.raises(ScriptError, match=": refused\n  on the screen:\n    Players: 1 to 8\n"):
        Script(VirtualBoard(store=MemoryStore())).play_text(
            "lang en\nopen counters.play\nset table 0 players 99", HERE
        )


def test_a_shot_keeps_its_name() -> None:
    with pytest.raises(ScriptError, match="of its own"):
        play_script("shot a\nshot a")


def test_pictures_in_a_folder_and_as_text(tmp_path: Path) -> None:
    board = fake_board()
    script.to_folder(tmp_path / "shots", 1)("one", board.picture())
    script.to_folder(tmp_path / "shots")("large", board.picture())
    assert Image.open(tmp_path / "shots" / "one.png").size == (128, 64)
    assert Image.open(tmp_path / "shots" / "large.png").size == (528, 272)
    printed: list[str] = []
    script.to_text(printed.append)("name", b"\x01" * 1024)
    lines = printed[0].split("\n")
    assert lines[0] == "name"
    assert lines[2] == "│" + "▀" * 128 + "│"
    assert lines[3] == "│" + " " * 128 + "│"
