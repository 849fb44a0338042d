"""The damage of a blow, and the three lines of life (RULES 4.1, 4.8, 4.10)."""

from __future__ import annotations

import pytest

from gobelet.games.trinites.rules import damage
from gobelet.games.trinites.rules.damage import DEAD, SORE, UNCONSCIOUS, UNHURT, WOUNDED
from gobelet.rules.refused import Refused

# RULES 4.1: the last ticked box of each state, for a human and for an Adam'.
LAST = (
    (UNHURT, 0, 0),
    (SORE, 4, 8),
    (WOUNDED, 8, 16),
    (UNCONSCIOUS, 12, 24),
)


@pytest.mark.parametrize(("line", "column"), [(4, 1), (8, 2)])
def test_each_line_is_a_state(line: int, column: int) -> None:
    found = [damage.health_state(boxes, line) for boxes in range(3 * line + 1)]
    expected = [next(row[0] for row in LAST if boxes <= row[column]) for boxes in range(3 * line + 1)]
    assert found == expected


@pytest.mark.parametrize("line", [4, 8])
def test_every_wound_of_every_size(line: int) -> None:
    """For each box, check its line, and whether the line has it."""
    for boxes in range(3 * line + 1):
        for points in range(3 * line + 3):
            ticked = list(range(boxes + 1, boxes + points + 1))
            after, state, pain, faints = damage.after_wound(boxes, line, points)
            if any(box > 3 * line for box in ticked):
                assert (after, state, pain, faints) == (3 * line, DEAD, 0, False)
                continue
            assert after == boxes + points
            assert pain == (3 if any(line < box <= 2 * line for box in ticked) else 0)
            assert faints == (boxes <= 2 * line and any(box > 2 * line for box in ticked))
            assert (state == UNCONSCIOUS) == (after > 2 * line)


@pytest.mark.parametrize("line", [4, 8])
def test_a_blow_that_is_not_lethal_leaves_the_last_box(line: int) -> None:
    for boxes in range(3 * line + 1):
        for points in range(3 * line + 3):
            after, state, _, _ = damage.after_wound(boxes, line, points, True)
            assert state != DEAD
            assert after == boxes or after < 3 * line
            assert after == max(boxes, min(boxes + points, 3 * line - 1))


# Standard damage, operation on it, protection -> damage, effective protection, life points lost.
BLOWS = (
    # the sword of the text (L279)
    (4, {}, 0, (4, 0, 4)),
    (4, {"double": True}, 0, (8, 0, 8)),
    (5, {"double": True, "grave": 1}, 0, (15, 0, 15)),  # doubled first; the other order would give 16
    (5, {"grave": 1}, 0, (8, 0, 8)),
    (5, {"grave": 2}, 0, (10, 0, 10)),
    (5, {"grave": 3}, 0, (13, 0, 13)),
    (5, {"light": 1}, 1, (3, 1, 2)),
    (5, {"light": 2}, 0, (2, 0, 2)),
    (4, {"grave": 1, "light": 1}, 0, (4, 0, 4)),
    (5, {"grave": 2, "light": 1}, 0, (8, 0, 8)),  # a pair of dice that cancel each other
    (3, {"missed": True}, 1, (2, 1, 1)),
    (5, {"light": 1, "missed": True}, 0, (2, 0, 2)),
    (4, {"precise": True}, 3, (4, 2, 2)),
    (2, {}, 5, (2, 5, 0)),
    (0, {"double": True, "grave": 1}, 0, (0, 0, 0)),
)


@pytest.mark.parametrize(("standard", "how", "protection", "expected"), BLOWS)
def test_the_order_of_the_corrections(standard, how, protection, expected) -> None:
    assert damage.blow_damage(standard, protection=protection, **how) == expected


# L523-534.
POINTS = (1, 2, 3, 4, 6, 8, 12, 24)
PROTECTIONS = ((0, 1), (1, 2), (2, 3), (3, 4), (4, 5))


def test_objects_have_the_printed_points_and_protections() -> None:
    assert [damage.life(at) for at in range(len(damage.OBJECTS))] == list(POINTS)
    found = [(damage.protection(at), damage.protection(at, True)) for at in range(len(damage.MATERIALS))]
    assert found == list(PROTECTIONS)


def test_a_sword_never_harms_a_sword_but_a_grave_blow_does() -> None:
    """E-TR20: damage 4 against protection 5 has no effect.

    A Blessure grave does 6 - 5 = 1, so the fourth hit breaks the sword.
    """
    assert damage.strike_object(4, 4, 5) == (0, 4)
    points = 4
    hits = 0
    while points:
        lost, points = damage.strike_object(points, damage.blow_damage(4, grave=1)[0], 5)
        assert lost == 1
        hits += 1
    assert hits == 4


@pytest.mark.parametrize(
    ("code", "call"),
    [
        ("TR-E06", lambda: damage.health_state(3, 5)),
        ("TR-E07", lambda: damage.health_state(-1, 4)),
        ("TR-E07", lambda: damage.after_wound(0, 4, -1)),
        ("TR-E07", lambda: damage.blow_damage(-1)),
        ("TR-E07", lambda: damage.blow_damage(4, protection=-1)),
        ("TR-E07", lambda: damage.strike_object(4, -1, 0)),
    ],
)
def test_what_makes_no_sense_is_refused(code, call) -> None:
    with pytest.raises(Refused) as refused:
        call()
    assert refused.value.code == code
