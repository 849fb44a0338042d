"""Bytes to the panel over scripted play: near the least that could be sent. `make bench` prints the figures."""

from __future__ import annotations

from functools import cache
from pathlib import Path

import pytest

from tests.bench import wire
from tests.bench.panel import ONE_INTERACTION, OVER_SCRIPT, full_frame
from tests.bench.wire import Interaction

MADE_OF = 7 + 6 + 1024  # control bytes and commands of the adafruit driver, and its frame
DIGIT = 2 * 9  # bytes of one of 16 px: on two pages


@cache
def measured(path: Path) -> list[Interaction]:
    return wire.measure(path)


def test_a_whole_game() -> None:
    found = measured(wire.NAMED)
    assert len(found) > 300
    assert sum(each.sent for each in found) <= OVER_SCRIPT * sum(each.changed for each in found)


@pytest.mark.parametrize("path", wire.scripts(), ids=lambda path: path.stem)
def test_no_key_sends_much_more_than_it_changes(path: Path) -> None:
    found = measured(path)
    assert found
    for each in found:
        # A large digit that becomes one much like it, a 6 for a 5: to send its bytes one by one would take more.
        most = max(ONE_INTERACTION * each.changed, DIGIT)
        assert each.changed <= each.sent <= most, each


def test_what_a_driver_of_whole_frames_sends() -> None:
    assert full_frame() == MADE_OF
