"""The classes of presses."""

from __future__ import annotations

import pytest

from tests.chip import presses
from tests.chip.presses import Place

STORED = frozenset({"toy"})
HOME = Place(None, ("home",), -1, STORED)
EMPTY = Place(None, ("home",), -1)
GAME = Place("toy", ("home", "toy.home"), 3, STORED)
FORM = Place("toy", ("home", "toy.home", "toy.form"), 3, STORED)
NEW = Place("toy", ("home", "toy.home", "toy.form"), -1)
RESULT = Place("toy", ("home", "toy.home", "toy.result"), 9, STORED)
AGAIN = Place("toy", ("home", "toy.home", "toy.result"), 12, STORED)


@pytest.mark.parametrize(
    ("key", "held", "before", "after", "kind"),
    [
        ("DOWN", False, HOME, HOME, presses.LINE),
        ("UP", True, FORM, FORM, presses.LINE),
        ("OK", False, HOME, GAME, presses.GAME),
        ("OK", False, HOME, RESULT, presses.AGAIN_FROM_LIST),
        ("OK", False, GAME, FORM, presses.OPENS),
        ("OK", False, FORM, RESULT, presses.VALUE),
        ("OK", False, NEW, RESULT, presses.FIRST_CHANGE),
        ("UP", False, NEW, FORM, presses.FIRST_CHANGE),
        ("OK", False, EMPTY, RESULT, presses.FIRST_CHANGE),
        ("UP", False, NEW, NEW, presses.LINE),
        ("OK", False, RESULT, AGAIN, presses.AGAIN),
        ("OK", False, FORM, FORM, presses.STAYS),
        ("OK", False, FORM, HOME, presses.LEAVES),
        ("BACK", False, FORM, GAME, presses.BACK),
        ("BACK", False, GAME, HOME, presses.BACK),
        ("BACK", True, AGAIN, RESULT, presses.UNDO),
        ("OK", True, RESULT, FORM, presses.WHY),
    ],
)
def test_the_kind_of_a_press(key: str, held: bool, before: Place, after: Place, kind: str) -> None:
    assert presses.kind_of_press(key, held, before, after) == kind
    assert kind in presses.LIMITS
