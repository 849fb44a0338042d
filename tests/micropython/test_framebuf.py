"""The desk's framebuf against MicroPython's own: the same random calls, a checksum after each."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import framebuf
import pytest

from tests.micropython.wasm import Wasm
from tests.sweep import case_count

SCRIPT = Path(__file__).resolve().with_name("framebuf_calls.py")
STAND_INS = SCRIPT.parents[2] / "simulator" / "stand_ins"

SEQUENCES = case_count(100, 1500) // 10 * 10
CALLS = 60
PORTION = 10  # number of sequences


@pytest.fixture(scope="module")
def simulator_output() -> list[str]:
    """Return the output of the simulator's framebuf."""
    return subprocess.run(
        [sys.executable, str(SCRIPT), str(SEQUENCES), str(CALLS)],
        env={**os.environ, "PYTHONPATH": str(STAND_INS)},
        capture_output=True,
        text=True,
        check=True,
    ).stdout.splitlines()


@pytest.mark.sweep
def test_same_pixels_after_every_call(simulator_output: list[str], micropython: Callable[..., str]) -> None:
    compare_calls(simulator_output, micropython(SCRIPT, str(SEQUENCES), str(CALLS)).splitlines())


@pytest.mark.sweep
def test_same_pixels_with_words_of_32_bits(simulator_output: list[str], wasm_package: None) -> None:
    with Wasm() as python:
        python.run("import sys\nsys.argv[:] = ['']")
        python.run(SCRIPT.read_text(encoding="utf-8"))
        # The calls are in portions, because garbage is freed only after a call, and that of all sequences
        # exceeds the memory.
        done = python.calls([["play", PORTION, CALLS]] * (SEQUENCES // PORTION))
    compare_calls(simulator_output, [line for _, lines in done for line in lines])


def compare_calls(ours: list[str], theirs: list[str]) -> None:
    assert len(theirs) == SEQUENCES * (1 + CALLS)
    for number, (their, our) in enumerate(zip(theirs, ours, strict=True)):
        assert our == their, f"call {number}, after {theirs[number - 1]}"


@pytest.mark.parametrize(
    ("size", "arguments"),
    [
        (1023, (128, 64, framebuf.MONO_VLSB)),
        (1024, (0, 64, framebuf.MONO_VLSB)),
        (1024, (128, 64, framebuf.MONO_VLSB, 127)),
        (1024, (128, 64, 99)),
        (7, (9, 4, framebuf.MONO_HLSB)),
    ],
)
def test_impossible_surfaces_are_refused_by_both(
    size: int, arguments: tuple[int, ...], micropython: Callable[..., str]
) -> None:
    with pytest.raises(ValueError):
        framebuf.FrameBuffer(bytearray(size), *arguments)
    source = f"""
import framebuf
try:
    framebuf.FrameBuffer(bytearray({size}), *{arguments})
except ValueError:
    print("refused")
"""
    assert micropython(source) == "refused\n"


def test_a_picture_drawn_on_itself_is_taken_pixel_by_pixel(micropython: Callable[..., str]) -> None:
    buffer = bytearray(b"\x01\x02\x03\x04\x05\x06\x07\x08")
    fb = framebuf.FrameBuffer(buffer, 8, 8, framebuf.MONO_VLSB)
    fb.blit(fb, 2, 0)
    assert buffer == b"\x01\x02\x01\x02\x01\x02\x01\x02"
    source = """
import framebuf
buffer = bytearray(b"\\x01\\x02\\x03\\x04\\x05\\x06\\x07\\x08")
fb = framebuf.FrameBuffer(buffer, 8, 8, framebuf.MONO_VLSB)
fb.blit(fb, 2, 0)
print(buffer)
"""
    assert micropython(source).strip() == repr(buffer)
