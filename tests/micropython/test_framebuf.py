"""The desk's framebuf against MicroPython's own: the same random calls, a checksum after each."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import framebuf
import pytest

HERE = Path(__file__).resolve().parent
STAND_INS = HERE.parents[1] / "simulator" / "stand_ins"


def test_same_pixels_after_every_call(both_micropythons: Callable[..., str]) -> None:
    script = HERE / "framebuf_calls.py"
    theirs = both_micropythons(script, "80", "60").splitlines()
    ours = subprocess.run(
        [sys.executable, str(script), "80", "60"],
        env={**os.environ, "PYTHONPATH": str(STAND_INS)},
        capture_output=True,
        text=True,
        check=True,
    ).stdout.splitlines()
    assert len(theirs) == 80 * 61
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
