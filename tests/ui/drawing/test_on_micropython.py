"""The same pictures under real MicroPython, and their cost there."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from host_tools.building import fonts
from tests.ui.drawing.gallery import new_canvas
from tests.ui.drawing.scenes import SCENES

HERE = Path(__file__).parent


@pytest.fixture(scope="module")
def printed(
    micropython: Callable[..., str], tmp_path_factory: pytest.TempPathFactory
) -> dict[str, list[str]]:
    folder = tmp_path_factory.mktemp("fonts")
    for name, data in fonts.pack_all().items():
        (folder / name).write_bytes(data)
    lines = micropython(HERE / "mp_canvas.py", "fonts", files={"fonts": folder}).splitlines()
    return {name: rest for name, *rest in (line.split() for line in lines)}


@pytest.mark.parametrize("scene", SCENES, ids=lambda scene: scene.__name__)
def test_the_same_picture(scene: Callable[..., None], printed: dict[str, list[str]]) -> None:
    c = new_canvas()
    scene(c)
    counts = [str(number) for number in (c.missing, c.clipped, c.shortened)]
    assert printed[scene.__name__] == [c.buffer.hex(), *counts]


def test_drawing_again_allocates_nothing_and_opens_nothing(printed: dict[str, list[str]]) -> None:
    allocated, opened = (int(word) for word in printed["allocated"])
    assert allocated <= 32  # the slice that clears the frame
    assert opened == 0


def test_the_canvas_stays_small(printed: dict[str, list[str]]) -> None:
    # On a 64-bit machine the letters are 6.1 KB of it, and the panel's buffer is 1 KB.
    assert int(printed["kept"][0]) < 9000
