"""Trinités: the dice and chances of a confrontation (RULES 3.4, L79-99).

The progress of a confrontation is a pair of natural results (see `natural`): that of the actor, then that of
the opponent. Side a is the actor, side b is the opponent.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gobelet.rules.odds import Odds
from gobelet.rules.procedure import ME, OPPONENT

from .natural import ACTOR, EQUAL, NOBODY, OPPOSER, TARGET, next_natural, next_roll_of_side, tail

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gobelet.rules.procedure import Ask, Roll
    from gobelet.rules.types import Progress, Result, Values


def winner(
    final_a: int, final_b: int, failed_a: bool = False, failed_b: bool = False, same: int = False
) -> int:
    """Return the winner (L87-90): ACTOR, OPPOSER, EQUAL or NOBODY.

    - final_a, final_b    the final results of the actor and of the opponent;
    - failed_a, failed_b  whether that side has failed by a natural 1, whatever its final result is (L64);
    - same                whether both sides have the same aim, so that a tie is EQUAL. If not, the opponent
                          opposes the actor's aim, and wins a tie.
    """
    a_wins = not failed_a and final_a >= TARGET
    b_wins = not failed_b and final_b >= TARGET
    if a_wins and b_wins:
        return ACTOR if final_a > final_b else EQUAL if final_a == final_b and same else OPPOSER
    return ACTOR if a_wins else OPPOSER if b_wins else NOBODY


# Chances. A 1 on the first die of a side is a natural 1 and fails. A 1 after a 12 does not fail.

_DIE = (1,) * 12  # weights of the faces of one die
_CHOSEN = tuple(range(1, 24, 2))  # weights of the higher face of a Trinité's two dice, in 144ths


def weights(mod_a: int, mod_b: int, adam_a: int, adam_b: int) -> tuple[list[int], int]:
    """Return the exact weights of a confrontation, and their total.

    The list has the weights of [nobody, actor, opponent, equal]. If both sides roll a 12, both roll again, with
    12 more on each side. After some throws the sums are so high that every face succeeds. All further throws
    have equal weights, and each leads to the next throw with the chance 1/144. The sum of this geometric series
    is the weight of one throw times 144/143.
    """
    again = 1
    while min(mod_a, mod_b) + 12 * again < TARGET - 1:
        again += 1
    # `unit` is the total of the weights. Its powers of 12 and factor 143 make every weight a whole number.
    unit = 143 * 12 ** (2 * again + 8 + (abs(mod_a) + abs(mod_b) + abs(mod_a - mod_b)) // 12)
    found = _throw_weights(mod_a + 12 * again, mod_b + 12 * again, _DIE, _DIE, 1, unit)
    found = [weight * 144 // 143 for weight in found]
    while again:
        again -= 1
        first = again == 0
        faces_a = _CHOSEN if first and adam_a else _DIE
        faces_b = _CHOSEN if first and adam_b else _DIE
        now = _throw_weights(mod_a + 12 * again, mod_b + 12 * again, faces_a, faces_b, 1 + first, unit)
        for index in range(4):
            now[index] += found[index] * faces_a[11] * faces_b[11] // (sum(faces_a) * sum(faces_b))
        found = now
    return found, unit


def _throw_weights(
    mod_a: int, mod_b: int, faces_a: Sequence[int], faces_b: Sequence[int], least: int, unit: int
) -> list[int]:
    """Return the weights of the winners in one throw, without the throw of two 12s.

    The list has the weights of [nobody, actor, opponent, equal]. Sums of weights replace 143 calls of `winner`,
    which would take too long. A face below `least` fails, whatever the modifier is.
    """
    found = [0] * 4
    each = unit // (sum(faces_a) * sum(faces_b))
    first_a = _first_success(mod_a, least)
    first_b = _first_success(mod_b, least)
    fails_a = sum(faces_a[: first_a - 1])
    fails_b = sum(faces_b[: first_b - 1])
    wins_b = sum(faces_b[first_b - 1 : 11])
    found[NOBODY] = fails_a * fails_b * each
    found[OPPOSER] = fails_a * wins_b * each
    for face_a in range(first_a, 12):
        weight = faces_a[face_a - 1] * each
        same = mod_a + face_a - mod_b  # the face of side b that makes both final results equal
        lower = sum(faces_b[first_b - 1 : _nearest_face(same, first_b) - 1])
        equal = faces_b[same - 1] if first_b <= same < 12 else 0
        found[ACTOR] += weight * (fails_b + lower)
        found[EQUAL] += weight * equal
        found[OPPOSER] += weight * (wins_b - lower - equal)
    _add_rerolls(found, faces_a[11] * each, mod_a + 12, mod_b, faces_b, first_b, ACTOR, OPPOSER)
    _add_rerolls(found, faces_b[11] * each, mod_b + 12, mod_a, faces_a, first_a, OPPOSER, ACTOR)
    return found


def _first_success(modifier: int, least: int) -> int:
    """Return the lowest face that succeeds, or 12 if no lower face does."""
    return _nearest_face(TARGET - modifier, least)


def _nearest_face(face: int, first: int) -> int:
    """Return the face from `first` to 12 that is nearest to `face`."""
    return min(max(face, first), 12)


def _add_rerolls(
    found: list[int],
    each: int,
    modifier: int,
    other: int,
    faces: Sequence[int],
    first: int,
    mine: int,
    his: int,
) -> None:
    """Add to `found` the weights of throws in which one side rolls a 12.

    Only the side with the 12 rolls again. The opponent's face is below 12.

    - each        the weight of the 12 together with one unit of `faces`;
    - modifier    the modifier of the side that rolls again, its 12 included;
    - other       the modifier of the opponent;
    - faces       the weights of the faces of the opponent's die;
    - first       the lowest face with which the opponent succeeds;
    - mine, his   the index in `found` for a win of the side that rolls again, and for a win of the opponent.
    """
    need = TARGET - modifier
    fails = sum(faces[: first - 1]) * each
    wins = _share_at_least(fails, need)
    found[mine] += wins
    found[NOBODY] += fails - wins
    # The opponent loses with any face below `passed`, whatever the further dice show.
    passed = _nearest_face(modifier - other + 1, first)
    found[mine] += sum(faces[first - 1 : passed - 1]) * each
    for face in range(passed, 12):
        weight = faces[face - 1] * each
        same = other + face - modifier
        equal = _share_at_least(weight, same)
        wins = _share_at_least(weight, same + 1)
        found[mine] += wins
        found[EQUAL] += equal - wins
        found[his] += weight - equal


def _share_at_least(weight: int, needed: int) -> int:
    """Return the part of `weight` with a natural result of `needed` or more."""
    num, den = tail(needed)
    return weight * num // den


def odds(mod_a: int, mod_b: int, adam_a: int, adam_b: int, same: int) -> Odds:
    """Return the odds of a direct confrontation.

    An outcome key is a result of `winner`.
    """
    found, unit = weights(mod_a, mod_b, adam_a, adam_b)
    if not same:
        found[OPPOSER] += found[EQUAL]
        found[EQUAL] = 0
    return Odds({key: found[key] for key in range(4) if found[key]}, unit, 0, 0, 0)


# Dice


_BEGIN = (0, 0)


def _fold_a(values: Values, progress: Progress, result: Result) -> tuple[int, int]:
    side_a, side_b = progress or _BEGIN
    return next_natural(side_a, result), side_b


def _fold_b(values: Values, progress: Progress, result: Result) -> tuple[int, int]:
    side_a, side_b = progress
    return side_a, next_natural(side_b, result)


def next_roll_of_two(values: Values, progress: Progress) -> Roll | Ask | None:
    """Return the next Roll or Ask of two sides, or None after the last one.

    The inputs "adam_a" and "adam_b" are 1 for a Trinité, who rolls two dice. `progress` is None at the start,
    and later the pair of natural results.
    """
    progress = progress or _BEGIN
    return next_roll_of_side(progress[0], values["adam_a"], ME, _fold_a, "die_a") or next_roll_of_side(
        progress[1], values["adam_b"], OPPONENT, _fold_b, "die_b"
    )
