"""The inner loops of drawing: machine code, bytecode and plain Python draw the same.

The device's machine code is that of another processor, made from the same source by the same compiler.
"""

from __future__ import annotations

import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from tests.micropython.wasm import Wasm

SCRIPT = Path(__file__).resolve().with_name("pixel_calls.py")
ROOT = SCRIPT.parents[2]
CALLS = 6000
PORTION = 200  # number of calls between two collections


@pytest.fixture(scope="module")
def desk_output() -> list[str]:
    """Return the output under CPython."""
    return subprocess.run(
        [sys.executable, str(SCRIPT), str(CALLS)],
        env={"PYTHONPATH": f"{ROOT / 'firmware'}:{ROOT / 'simulator' / 'stand_ins'}"},
        capture_output=True,
        text=True,
        check=True,
    ).stdout.splitlines()


def test_machine_code_draws_the_same(desk_output: list[str], micropython: Callable[..., str]) -> None:
    # A function of bytecode prints its name too.
    kinds = micropython("from gobelet.ui.drawing.pixels import *\nprint(lay, double)")
    assert kinds == "<function> <function>\n"
    compare_calls(desk_output, micropython(SCRIPT, str(CALLS)).splitlines())


def test_bytecode_with_words_of_32_bits_draws_the_same(desk_output: list[str], wasm_package: None) -> None:
    with Wasm() as python:
        python.copy_sources(ROOT / "firmware")
        python.run("import sys\nsys.argv[:] = ['']")
        python.run(SCRIPT.read_text(encoding="utf-8"))
        done = python.calls([["play", PORTION]] * (CALLS // PORTION))
    compare_calls(desk_output, [line for _, lines in done for line in lines])


def compare_calls(ours: list[str], theirs: list[str]) -> None:
    assert len(theirs) == CALLS
    for number, (their, our) in enumerate(zip(theirs, ours, strict=True)):
        assert our == their, f"call {number}, after {theirs[number - 1]}"
