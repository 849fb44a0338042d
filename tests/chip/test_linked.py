"""A game with a link client: the step at which the client connects, and faults in its messages."""

from __future__ import annotations

from typing import Any

import pytest

from tests.chip import games, linked
from tests.chip.chip import Answer
from tests.chip.linked import Played, Recording, exceeded_limits, find_faults, with_listener
from tests.chip.presses import LIMITS, VALUE


@pytest.fixture(scope="module")
def recording() -> Recording:
    found = Recording()
    found.play(games.SCRIPTS / "trinytia_why.txt")
    return found


def test_the_listener_greets_before_the_first_key_and_says_that_it_is_there(recording: Recording) -> None:
    for part in recording.parts:
        steps, at = with_listener(part.steps)
        typed = [step["type"] for step in steps if "type" in step and step["until"] == linked.ANSWERED]
        assert typed[0] == linked.GREETING[0]["type"] and typed.count(typed[0]) == 1
        assert [steps[at[number + 1] - 1] for number in range(len(part.steps))] == part.steps


def hear_recording(recording: Recording) -> Played:
    told: list[dict[str, Any]] = [{"type": "hello"}]
    told += [{"type": "roll", "at": at} for at in sorted(recording.rolls)] + [recording.state()]
    return Played(heard=[{**message, "seq": number} for number, message in enumerate(told, 1)])


def test_what_is_missing_or_wrong_is_told(recording: Recording) -> None:
    assert recording.rolls and {step.get("tag") for part in recording.parts for step in part.steps} >= {VALUE}
    whole = hear_recording(recording)
    assert not list(find_faults(recording, whole))
    del whole.heard[1]
    assert [line.partition(" ")[0] for line in find_faults(recording, whole)] == ["message", "1"]
    whole = hear_recording(recording)
    whole.heard[-1] |= {"at": 1}
    whole.wrong.append("a line")
    assert list(find_faults(recording, whole)) == [
        "another picture after a line",
        "the last state is not that of the desk",
    ]


def test_what_exceeds_a_limit_with_a_listener_alone() -> None:
    most = LIMITS[VALUE].median
    assert most is not None

    def play_with_time(ms: float) -> Played:
        return Played([Answer(VALUE, "OK", False, True, 5.0, ms, 1, 0, 0.0)])

    assert exceeded_limits(play_with_time(20), play_with_time(most)) == {}
    assert exceeded_limits(play_with_time(20), play_with_time(most + 1)) == {VALUE: False}
    assert exceeded_limits(play_with_time(most + 9), play_with_time(most + 1)) == {VALUE: True}
