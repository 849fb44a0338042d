"""The depth of calls, counted from a pass of the App.

A Pico's stack has room for 26 functions of the firmware. The emulated chip restarted at 27.
"""

from __future__ import annotations

import sys
from collections.abc import Iterator
from contextlib import contextmanager
from types import FrameType
from typing import Any

import pytest

from simulator import paths
from simulator.board import VirtualBoard
from simulator.keys import OK
from simulator.script import Script, lines
from tests.chip import desk

FIRMWARE = str(paths.ROOT / "firmware" / "gobelet")
DEEPEST = 25
# The scripts with the deepest stack, and the repeat of the last roll from the list of games.
SCRIPTS = ("dice_hand", "dice_presets", "trireme_english", "trinites_first", "traqueur_four")


class Depth:
    """A counter of open firmware functions.

    now, most: the number of open functions, and its maximum. names: the functions at the maximum.
    """

    def __init__(self) -> None:
        self.now: list[str] = []
        self.most: list[str] = []

    def follow(self, frame: FrameType, event: str, _: Any) -> None:
        if event == "call":
            if frame.f_code.co_filename.startswith(FIRMWARE):
                self.now.append(frame.f_code.co_name)
                if len(self.now) > len(self.most):
                    self.most = self.now[:]
        elif event == "return" and self.now and frame.f_code.co_filename.startswith(FIRMWARE):
            self.now.pop()


@contextmanager
def measure_depth() -> Iterator[Depth]:
    depth = Depth()
    sys.setprofile(depth.follow)
    try:
        yield depth
    finally:
        sys.setprofile(None)


@pytest.mark.parametrize("name", SCRIPTS)
def test_a_script(name: str) -> None:
    path = paths.ROOT / "tests" / "scripts" / f"{name}.txt"
    script = Script(VirtualBoard())
    with measure_depth() as depth:
        for line in lines(path.read_text(encoding="utf-8"), path):
            script.run_line(line)
    assert 15 < len(depth.most) <= DEEPEST, " ".join(depth.most)


def test_the_last_roll_again_from_the_list_of_games() -> None:
    board = desk.start_on_usb(desk.state_files("encore"))
    board.run(1000)
    with measure_depth() as depth:
        board.press(OK)
    assert board.app.stack.ids[-1] == "dice.result"
    assert 15 < len(depth.most) <= DEEPEST, " ".join(depth.most)
