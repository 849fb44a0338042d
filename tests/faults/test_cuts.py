"""Power cuts at the flash operations of whole sessions; `make survive` tries all of them."""

from __future__ import annotations

import pytest

from tests.faults import cuts
from tests.sweep import sample_cases

# Short sessions of each game. Each operation is cut in one way, and one restart in 40 is cut too.
SHORT = (
    "counters_first", "dice_roll", "mystria_initiation", "traqueur_four", "trinites_evening", "trinytia_again",
    "trinytia_secret", "trinytia_why", "trireme_undo",
)  # fmt: skip
EACH = 40


@pytest.mark.sweep
@pytest.mark.parametrize("name", sample_cases(SHORT, 4))
def test_what_a_cut_leaves_is_from_before_or_after(name: str) -> None:
    session = cuts.Recording(cuts.SESSIONS[0].with_name(name + ".txt"))
    step = max(1, len(session.ops) // 20)
    count = cuts.check_cuts(session, step, lambda number: (cuts.HOWS[number // step % len(cuts.HOWS)],), EACH)
    print(
        name,
        f"{count.cuts} cuts, {count.again} in the restart after one, {count.reopened} results shown again",
    )
    assert count.cuts > 5


@pytest.mark.sweep
def test_what_is_cut_in_the_restart_after_a_cut_rolls_nothing_anew() -> None:
    """After a cut around a roll, and after another cut in the restart, the faces are the same.

    The test takes a sample of the cuts around the rolls of a session, and every cut in each restart.
    """
    session = cuts.Recording(cuts.SESSIONS[0].with_name("trinytia_why.txt"))
    every = {at + by for at in range(len(session.ops)) if session.shown[at] for by in (-1, 0, 1)} | {11}
    around = sample_cases(sorted(every), 4)
    count = cuts.check_cuts(session, 1, lambda number: cuts.HOWS if number in around else ())
    assert count.cuts == len(around) * len(cuts.HOWS)
    assert min(count.again, count.reopened) >= len(around)
