"""The erases of a few evenings; `make survive` counts those of a year."""

from __future__ import annotations

import pytest

from tests.faults import wear
from tests.sweep import case_count


@pytest.mark.sweep
def test_a_hundred_actions_cost_few_erases_and_no_block_more_than_others() -> None:
    """The erases include those for the screens saved after each pause.

    The saved screens cost more erases than the journal does.
    """
    worn = wear.play_evenings(case_count(2, 8), 400, ("trinytia", "counters"))
    print(worn, f"{worn.in_100:.1f} in 100")
    assert worn.actions > 60 * worn.evenings
    assert (
        worn.in_100 <= 5
        # The number was 4.3 before. Forms store the player's entries, and a repeated roll asks first, so keys
        # make fewer actions.
    )
    assert worn.most <= 5
