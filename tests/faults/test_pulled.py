"""The power is cut after some keys of whole sessions; `make survive` cuts it after every key."""

from __future__ import annotations

import pytest

from tests.faults import pulled
from tests.faults.cuts import SESSIONS
from tests.sweep import sample_cases

MOST = 12  # maximum number of moments of a session that are cut
MARKED = (
    "counters_play",
    "mystria_initiation",
)  # sessions in which a mark beside a number shows an undo or a redo


@pytest.mark.sweep
@pytest.mark.parametrize("name", sample_cases([path.stem for path in SESSIONS], 4))
def test_what_was_shown_comes_back_and_the_next_key_does_what_it_says(name: str) -> None:
    recording = pulled.Recording(SESSIONS[0].with_name(f"{name}.txt"))
    count = pulled.check_moments(recording, pulled.choose_moments(recording.moments, MOST))
    print(name, dict(count))
    assert count[pulled.NOTED] and count[pulled.ANSWERED]
    assert count["next keys"]


@pytest.mark.parametrize("name", MARKED)
def test_what_an_undo_gave_back_is_there_without_its_mark(name: str) -> None:
    recording = pulled.Recording(SESSIONS[0].with_name(f"{name}.txt"))
    marked = [moment for moment in recording.moments if "↶" in moment.words or "↷" in moment.words]
    assert {moment.kind for moment in marked} == {pulled.NOTED, pulled.ANSWERED}
    assert pulled.check_moments(recording, marked)["the same"] == len(marked)
