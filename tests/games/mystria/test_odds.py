"""Mystria: every chance in RULES.md, compared with the screens and an enumeration."""

from __future__ import annotations

import random
from fractions import Fraction as F
from itertools import combinations, permutations, product

import pytest

from gobelet.games.mystria.rules import draws
from gobelet.games.mystria.rules.sheets import COLOURS
from gobelet.rules.odds import enumerate_odds, procedure_odds
from gobelet.rules.procedure import Outcome, Refused, advance, dealt_indexes, resolve, values
from simulator.board import VirtualBoard
from simulator.keys import OK


def make_bag(*counts: int, left: int = 0) -> dict[str, int]:
    return {**dict(zip(COLOURS, counts, strict=True)), "left": left}


def stack_odds(*counts: int, left: int = 0) -> dict[int, F]:
    odds = procedure_odds(draws.stack, values(draws.stack, make_bag(*counts, left=left)))
    assert sum(odds.weights) == odds.total
    return {key: F(*odds.exactly(key)) for key in odds.keys}


# RULES 8: P(one-colour stack) while the bag empties evenly; c tokens of each colour are left.
EVENLY = {
    16: "5/93",
    14: "26/495",
    12: "55/1081",
    10: "12/247",
    8: "7/155",
    6: "10/253",
    4: "1/35",
    3: "1/55",
}


@pytest.mark.parametrize("left", EVENLY)
def test_three_alike_out_of_a_bag_that_empties_evenly(left: int) -> None:
    share = F(EVENLY[left])
    assert F(*draws.chance_of_one_colour([left] * 4)) == share
    assert stack_odds(*[left] * 4)[draws.ALIKE] == share


def test_the_page_of_the_chances_says_the_same() -> None:
    board = VirtualBoard()
    board.app.device.settings.choose("taught", 1)
    board.context.open("mystria.help", 3, 1)
    board.press(OK)
    page = board.app.stack.top()
    shown = ["5,4", "5,3", "5,1", "4,9", "4,5", "4", "2,9", "1,8"]
    assert page.body.split("|")[1:] == [
        f"{n}\N{NO-BREAK SPACE}: {percent}\N{NARROW NO-BREAK SPACE}% ({share})"
        for (n, share), percent in zip(EVENLY.items(), shown, strict=True)
    ]
    board.context.open("mystria.help", 3, 2)
    board.press(OK)
    told = board.app.stack.top().body
    for share in ("(1/4)", "(1/3)", "(1/6)", "420"):
        assert share in told


@pytest.mark.parametrize("counts", [(2, 2, 1, 0), (3, 1, 1, 0), (3, 3, 0, 0), (4, 0, 1, 2), (5, 1, 0, 1)])
@pytest.mark.parametrize("left", [0, 1])
def test_a_stack_against_all_orders_of_tokens(counts: tuple[int, ...], left: int) -> None:
    """The chances by colours equal those of all dice, and of all ways to draw three tokens."""
    if not draws.has_enough(counts, left + 1):
        with pytest.raises(Refused):
            values(draws.stack, make_bag(*counts, left=left))
        return
    v = values(draws.stack, make_bag(*counts, left=left))
    here, there = procedure_odds(draws.stack, v), enumerate_odds(draws.stack, v)
    assert (here.keys, here.weights, here.total) == (there.keys, there.weights, there.total)
    tokens = [colour for colour in range(4) for _ in range(counts[colour])]
    alike = sum(len(set(drawn)) == 1 for drawn in permutations(tokens, 3))
    assert F(*here.exactly(draws.ALIKE)) == F(alike, len(list(permutations(tokens, 3))))


@pytest.mark.parametrize("stacks", [1, 2])
def test_enough_for_the_stacks_to_come(stacks: int) -> None:
    """Compare with a search through all stacks, for bags of up to eight tokens."""

    def can_place(counts: list[int], stacks: int) -> bool:
        if stacks == 0:
            return True
        for drawn in product(range(4), repeat=3):
            after = [counts[at] - drawn.count(at) for at in range(4)]
            if len(set(drawn)) > 1 and min(after) >= 0 and can_place(after, stacks - 1):
                return True
        return False

    for counts in product(range(5), repeat=4):
        if sum(counts) <= 8:
            assert draws.has_enough(counts, stacks) == can_place(list(counts), stacks), counts


@pytest.mark.parametrize("seed", range(60))
def test_as_many_stacks_as_there_can_be_come_to_their_end(seed: int) -> None:
    """64 tokens make 21 stacks, none of one colour.

    The last stacks are always possible.
    """
    dice = random.Random(seed)
    counts = [16] * 4
    for left in range(20, -1, -1):
        v = values(draws.stack, make_bag(*counts, left=left))
        outcome = Outcome(draws.STUCK)
        while outcome.key in draws.AGAIN:
            outcome, _ = resolve(draws.stack, v, lambda sides: dice.randint(1, sides), lambda ask, s: 0)
        stack = draws.decode_stack(outcome.effects[0][3])
        draws.check_stack(stack)
        assert outcome.key == len(set(stack))
        for colour in stack:
            counts[colour] -= 1
        assert [effect[3] for effect in outcome.effects if effect[1].startswith("bag")] == counts
    assert sum(counts) == 1


def test_the_faces_of_a_deal_are_places_of_those_that_are_left() -> None:
    """Each of the 24 ways to deal three of four tiles follows from one roll of d4, d3, d2."""
    found = [tuple(dealt_indexes(4, faces)) for faces in product(range(1, 5), range(1, 4), range(1, 3))]
    assert sorted(found) == sorted(permutations(range(4), 3))


def test_a_token_out_of_the_bag() -> None:
    odds = procedure_odds(draws.token, values(draws.token, {"violet": 3, "green": 2, "blue": 5, "red": 0}))
    assert [F(*odds.exactly(colour)) for colour in range(4)] == [F(3, 10), F(1, 5), F(1, 2), 0]
    with pytest.raises(Refused):
        values(draws.token, dict.fromkeys(COLOURS, 0))


def test_the_last_token_of_the_bag_is_certain():
    odds = procedure_odds(draws.token, values(draws.token, {"violet": 0, "green": 0, "blue": 1, "red": 0}))
    assert [F(*odds.exactly(colour)) for colour in range(4)] == [0, 0, 1, 0]


@pytest.mark.parametrize("counts", [(1, 1, 1, 0), (2, 1, 0, 0), (1, 0, 0, 1), (0, 0, 0, 0)])
def test_a_stack_needs_more_tokens_than_it_takes(counts: tuple[int, ...]) -> None:
    """A bag with only three tokens is refused, because the stack would have no chance."""
    with pytest.raises(Refused) as refused:
        values(draws.stack, make_bag(*counts))
    assert refused.value.code == "MY-BAG"


def test_who_begins() -> None:
    odds = procedure_odds(draws.coin, {})
    assert [F(*odds.exactly(key)) for key in (1, 2)] == [F(1, 2)] * 2


def test_the_objectives_against_all_1680_deals() -> None:
    """RULES 8: a given tile is mine with 2/8; the opponent then has 420 deals."""
    for tile in range(1, 9):
        v = values(draws.objectives, {"tile": tile})
        odds = procedure_odds(draws.objectives, v)
        found = [
            advance(draws.objectives, v, [faces])
            for faces in product(*(range(1, n + 1) for n in (8, 7, 6, 5)))
        ]
        for key in (0, 1, 2):
            assert F(*odds.exactly(key)) == F(sum(outcome.key == key for outcome in found), 1680)
        assert F(*odds.exactly(1)) == F(1, 4)
        (mine,) = (holds for name, holds in draws.objectives.questions if name == "mine")
        for outcome in found:
            assert mine(v, outcome.key) == (
                ("a", "tile1", "=", tile) in outcome.effects or ("a", "tile2", "=", tile) in outcome.effects
            )
        hands = {tuple(effect[3] for effect in outcome.effects[:4]) for outcome in found}
    assert len(hands) == draws.deal_count() == 420
    pairs = list(combinations(range(1, 9), 2))
    assert hands == {(*mine, *other) for mine in pairs for other in pairs if not set(mine) & set(other)}


def test_what_the_opponent_has_of_the_six_that_i_did_not_see() -> None:
    """RULES 8: the opponent got a tile with 1/3, and keeps it with 1/6."""
    odds = procedure_odds(draws.rival, {})
    assert F(*odds.chance_of(lambda key: key > 0)) == F(1, 3)
    assert F(*odds.exactly(2)) == F(1, 6)
