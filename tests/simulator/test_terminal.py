"""The terminal front end: its layout, and a user on a real pseudo-terminal."""

from __future__ import annotations

import asyncio
import itertools
import os
import signal
from collections.abc import Callable, Iterator

import pytest
from prompt_toolkit.application import create_app_session
from prompt_toolkit.input import create_pipe_input
from prompt_toolkit.output import DummyOutput

from simulator import picture, terminal
from simulator.clock import HostClock
from simulator.keys import BACK, DOWN, OK, UP
from tests.simulator.fake import fake_board
from tests.simulator.typist import Typist

PIXELS = bytes(range(256)) * 4

# The fake App in real time, in the program's terminal. The last line shows the App's actions; DOWN breaks the
# App.
PROGRAM = """
from simulator import paths, terminal
from simulator.clock import HostClock
paths.install()
from tests.simulator.fake import fake_board

board = fake_board(clock=HostClock())
step, roll = board.app.step, board.app.shaker.roll
rolls = []
board.app.shaker.roll = lambda sides: rolls.append(sides) or roll(sides)

def told():
    wait = step()
    kept = int(board.store.read("count") or -1)
    board.said[:] = [f"count {board.app.count} rolls {len(rolls)} kept {kept} backs {len(board.faults)}"]
    if board.app.count == -1:
        raise ZeroDivisionError
    return wait

board.app.step = told
terminal.run(board)
print("left with", board.said[-1])
"""


class TestLayout:
    def test_large_terminal(self) -> None:
        lines = terminal.layout(PIXELS, "hello", 130, 36)
        assert lines[1:33] == [f"│{line}│" for line in picture.half_blocks(PIXELS)]
        assert "undo" in lines[34]
        assert lines[35] == " hello"

    def test_small_terminal(self) -> None:
        lines = terminal.layout(PIXELS, "hello", 80, 24)
        assert lines[1:17] == [f"│{line}│" for line in picture.braille(PIXELS)]
        assert any("quit" in line for line in lines)

    def test_smallest_terminal(self) -> None:
        assert terminal.layout(PIXELS, "hello", 64, 16) == picture.braille(PIXELS)

    def test_too_small(self) -> None:
        assert terminal.layout(PIXELS, "hello", 50, 12) == [
            "Gobelet needs 64 columns and 16 rows, and here are",
            "50 and 12: enlarge the window.",
        ]

    def test_never_beyond_the_terminal(self) -> None:
        for width, height in itertools.product(range(1, 140, 7), range(1, 40, 3)):
            lines = terminal.layout(PIXELS, "hello " * 50, width, height)
            assert len(lines) <= height
            assert all(len(line) <= width for line in lines)

    def test_every_key_can_be_pressed_and_held(self) -> None:
        assert set(terminal.KEYBOARD.values()) == {
            (k, h) for k in (UP, DOWN, OK, BACK) for h in (False, True)
        }


def panel_lines(count: int, lines: Callable[[bytes], list[str]] = picture.half_blocks) -> list[str]:
    """Return the lines of the fake App at this count."""
    return picture.add_border(lines(bytes([count & 0xFF]) * 1024)).split("\n")


@pytest.fixture
def typist() -> Iterator[Typist]:
    with Typist("-c", PROGRAM) as made:
        made.wait(lambda lines: lines[:34] == panel_lines(0) and "quit" in lines[34])
        yield made


def check_left(typist: Typist) -> None:
    """Check that the program has ended and has restored the terminal."""
    assert typist.leave() == 0
    assert typist.settings() == typist.before


def test_the_terminal_is_its_own(typist: Typist) -> None:
    assert typist.settings() != typist.before
    assert typist.screen.cursor.hidden
    assert typist.screen.buffer[0][0].bg != "default"


def test_counting(typist: Typist) -> None:
    for keys, count in (("k", 1), ("\x1b[A", 2), ("\x1bOA", 3), ("j", 2), ("\x1b[B", 1)):
        typist.type(keys)
        typist.wait(lambda lines, count=count: lines[:34] == panel_lines(count))
    typist.type("K")
    typist.wait(
        lambda lines: lines[:34] not in (panel_lines(1), panel_lines(2))
    )  # a held key continues to count
    typist.type("q")
    check_left(typist)


ROLL = ("\r", "l", "\x1b[C", " ")
BACK_KEYS = ("\x1b", "h", "\x1b[D", "\x7f", "\x1b[3~")
# The effect of each key, in order.
TYPED = [
    *((key, f"count 0 rolls {rolls} kept -1 backs 0") for rolls, key in enumerate(ROLL, 1)),
    *((key, f"count 0 rolls 4 kept -1 backs {backs}") for backs, key in enumerate(BACK_KEYS, 1)),
    ("w", "count 0 rolls 4 kept 0 backs 5"),
    # Other input has no effect: letters, function keys, pasted text.
    ("xé\x1b[15~\x1b[1;5A\x1b[200~kkq\x1b[201~k", "count 1 rolls 4 kept 0 backs 5"),
]


def test_keys(typist: Typist) -> None:
    for keys, does in TYPED:
        typist.type(keys)
        typist.wait_for(does)
    typist.type("q")
    check_left(typist)
    typist.wait_for("left with " + TYPED[-1][1])


def test_only_what_changed_is_sent(typist: Typist) -> None:
    typist.wait(lambda lines: lines[:34] == panel_lines(0) and "quit" in lines[34])
    while typist.read(0.5):
        pass  # reads the remaining bytes of the first screen
    typist.screen.dirty.clear()
    typist.type("k")
    typist.wait_for("count 1")
    changed = {row for row in range(34) if panel_lines(0)[row] != panel_lines(1)[row]}
    assert typist.screen.dirty == changed | {35}  # line 35 has the device's message
    assert 0 < len(changed) < 10


def test_another_size(typist: Typist) -> None:
    typist.type("k")
    typist.wait(lambda lines: lines[:34] == panel_lines(1))
    typist.resize(80, 24)
    typist.wait(lambda lines: lines[:18] == panel_lines(1, picture.braille) and "quit" in lines[19])
    typist.resize(40, 10)
    typist.wait_for("Gobelet needs")
    typist.resize(132, 40)
    typist.wait(lambda lines: lines[:34] == panel_lines(1) and "quit" in lines[34])
    typist.type("q")
    check_left(typist)


@pytest.mark.parametrize("how", ["q", "\x03", signal.SIGINT, signal.SIGTERM])
def test_quitting(typist: Typist, how: str | signal.Signals) -> None:
    if isinstance(how, str):
        typist.type(how)
    else:
        os.kill(typist.process.pid, how)
    check_left(typist)
    typist.wait_for("left with count 0")


def test_an_exception() -> None:
    with Typist("-c", PROGRAM) as typist:
        typist.wait_for("quit")
        typist.type("j")
        assert typist.leave() == 1
        assert typist.settings() == typist.before
        typist.wait_for("ZeroDivisionError")


def test_a_buzzer_rings_the_bell_each_time_it_begins() -> None:
    class Terminal(DummyOutput):
        bells = 0

        def bell(self) -> None:
            Terminal.bells += 1

    board = fake_board(clock=HostClock())
    sounds = [False, True, True, False, True, False]

    def step() -> int:
        board.sounding = sounds.pop(0) if sounds else False
        return 5

    board.app.step = step
    with create_pipe_input() as keyboard, create_app_session(keyboard, Terminal()):

        async def play_sounds() -> None:
            playing = asyncio.create_task(terminal.step_until_quit(board))
            while sounds:
                await asyncio.sleep(0.01)
            keyboard.send_text("q")
            await playing

        asyncio.run(play_sounds())
    assert Terminal.bells == 2
