"""Dice that are thrown in rounds: results and odds are those of the free dice."""

from __future__ import annotations

import random
from typing import Any

import pytest

from host_tools.own import compiler
from tests.games.own.rolling import roll_by_chance

from gobelet.rules.dice import DROPPED, EXPLODED, FIRST, HIT, KEPT, MINUS, REROLLED, by_hand, throw  # isort: skip
from gobelet.rules.odds import enumerate_odds, procedure_odds  # isort: skip
from gobelet.rules.pools import pool_odds  # isort: skip
from gobelet.rules.procedure import Outcome, resolve, values  # isort: skip
from gobelet.games.dice.rules import notation  # isort: skip
from gobelet.games.own.rules import declaration, pools, rolls  # isort: skip

# Pools all of whose faces a test can enumerate.
LIMITED = [
    "d6!1",
    "2d4!2",
    "3d4r1kh2",
    "d6!p2",
    "2d6!!2>=9",
    "3d4min2",
    "2d8max5",
    "2d4r1!1",
    "3d4!1>=3>>4",
    "d4!2-d6",
    "d66+d4",
    "3d6<=3<<1",
    "(2d4+d6)dh1dl1",
    "4d4m",
    "(2d4+3)/2",
    "3-d6*2",
    "2d6x1>=5",
    "3d4!!1x>=3>=4",
]
ENDLESS = [
    "d6!",
    "3d6!kh2",
    "2d8!p",
    "6d10!>=8",
    "4d6!!>=9",
    "(d4+d6)!kl1",
    "-d6!+20",
    "2d10x>=9",
    "2d6rr<=3",
    "3d6rr<=2>=5",
    "d6!*2",
]


def procedure_of(dice: str, more: str = "") -> Any:
    text = f'[game]\nid = "g"\ntitle = "G"\n[[roll]]\nid = "r"\ndice = "{dice}"\n{more}'
    declaration.load_game(compiler.compile_text(text)[1])
    return rolls.r  # type: ignore[attr-defined]


def pool_of(proc: Any) -> Any:
    return proc.declared.pool


@pytest.mark.parametrize("dice", LIMITED + ENDLESS)
def test_a_roll_has_the_odds_of_the_free_dice(dice: str) -> None:
    mine = procedure_odds(proc := procedure_of(dice), values(proc))
    free = pool_odds(notation.parse(dice))
    assert (mine.keys, mine.weights, mine.total, mine.tail) == (
        free.keys,
        free.weights,
        free.total,
        free.tail,
    )
    assert not mine.tail or dice in ENDLESS
    if free.tail and dice[0] != "-":
        assert mine.tail_low == free.tail_low


@pytest.mark.parametrize("dice", LIMITED)
def test_the_odds_are_those_of_all_faces(dice: str) -> None:
    proc = procedure_of(dice)
    odds, every = procedure_odds(proc, values(proc)), enumerate_odds(proc, values(proc))
    assert [odds.exactly(key) for key in odds.keys] == [every.exactly(key) for key in every.keys]
    assert odds.keys == every.keys


@pytest.mark.parametrize("dice", LIMITED + ENDLESS)
def test_what_falls_in_rounds_comes_to_what_falls_die_by_die(dice: str) -> None:
    proc = procedure_of(dice)
    chance = random.Random(7)
    for _ in range(40):
        known = values(proc)
        outcome, path = resolve(
            proc, known, lambda sides: chance.choice((1, sides, chance.randint(1, sides))), None
        )  # type: ignore[arg-type]
        chains: Any = None
        for faces in path:
            chains = pools.lengthen_chains(pool_of(proc), chains, faces)
        ordered = [faces[0] for faces in chains] + [face for faces in chains for face in faces[1:]]
        wanted = throw(notation.parse(dice), by_hand(ordered))
        assert outcome.key == wanted.total
        assert len(ordered) == len(wanted.dice) == len(proc.declared.shown_dice(path))
        assert proc.declared.base(known, path) == wanted.total


@pytest.mark.parametrize(
    ("dice", "path", "drawn"),
    [
        ("3d6kh2-d4", [(2, 5, 3, 4)], [(6, 2, FIRST | DROPPED), (6, 5, FIRST | KEPT), (6, 3, FIRST | KEPT)]),
        ("2d{-1,0,1}", [(1, 3)], [(0, -1, FIRST | KEPT), (0, 1, FIRST | KEPT)]),
        ("d6!", [(6,), (6,), (2,)], [(6, 6, FIRST | KEPT), (6, 6, EXPLODED | KEPT), (6, 2, EXPLODED | KEPT)]),
        ("2d6r1", [(1, 4), (5,)], [(6, 1, FIRST | REROLLED), (6, 5, KEPT), (6, 4, FIRST | KEPT)]),
        ("2d6>=5", [(5, 4)], [(6, 5, FIRST | KEPT | HIT), (6, 4, FIRST | KEPT)]),
    ],
)
def test_dice_are_drawn_as_the_free_ones_are(dice: str, path: Any, drawn: Any) -> None:
    found = procedure_of(dice).declared.shown_dice(path)
    assert found[: len(drawn)] == drawn
    assert found[len(drawn) :] == ([(4, 4, FIRST | KEPT | MINUS)] if "-d4" in dice else [])


def test_the_tail_of_explosions_is_of_the_open_row_that_it_is_in() -> None:
    rows = 'rows = ["..5: Low", "6..: High"]'
    odds = procedure_odds(proc := procedure_of("d6!", rows), values(proc))
    assert (odds.exactly(1000), odds.exactly(1001), odds.tail) == ((5, 6), (1, 6), 0)
    below = procedure_odds(proc := procedure_of("10-d6!", 'rows = ["..3: Low", "4..: High"]'), values(proc))
    assert (below.exactly(1000), below.exactly(1001), below.tail) == ((1, 6), (5, 6), 0)
    both = procedure_odds(proc := procedure_of("d6!-d6!", 'rows = ["..0: Low", "1..: High"]'), values(proc))
    assert 0 < both.tail * 200_000 < both.total  # the odds of a duel have a tail at both ends
    assert sum(both.weights) + both.tail == both.total
    number = procedure_odds(proc := procedure_of("d6!", 'rows = ["..5: Low", "6..: ="]'), values(proc))
    assert 0 < number.tail * 1_000_000 <= number.total


@pytest.mark.parametrize("dice", ["20d2!", "d2!", "20d6!", "20d6r5", "10d4r1!2"])
def test_a_source_that_gives_one_face_for_ever_comes_to_an_end_that_has_room(dice: str) -> None:
    proc = procedure_of(dice)
    for face in ("highest", "lowest"):
        outcome, path = resolve(
            proc, values(proc), lambda sides, face=face: sides if face == "highest" else 1, None
        )  # type: ignore[arg-type, misc]
        assert isinstance(outcome, Outcome) and outcome.key > 0
        assert sum(len(faces) for faces in path) <= pools.FACES
        assert len(path) <= pools.ROUNDS + 1


def test_a_die_that_explodes_to_the_last_round_has_a_one_behind_it_that_is_not_rerolled_for_ever() -> None:
    outcome, path = resolve(proc := procedure_of("d6r1!"), values(proc), lambda sides: sides, None)  # type: ignore[arg-type]
    assert outcome.key == 6 * len(path) + 1


def test_effects_and_results_of_dice_that_explode_are_rolled_by_chance() -> None:
    proc = procedure_of("d6!+d8!", 'against = "d6!"\nrows = ["..0: Low", "1..: High"]')
    odds = procedure_odds(proc, values(proc))
    for seed in range(50):
        roll_by_chance(proc, values(proc), odds, random.Random(seed))


def test_earlier_files_have_no_such_dice_and_later_ones_say_so() -> None:
    for dice, form in (
        ("2d6kh1", b"gobelet-own 1 "),
        ("d6!", b"gobelet-own 2 "),
        ("2d6min2", b"gobelet-own 2 "),
    ):
        text = f'[game]\nid = "g"\ntitle = "G"\n[[roll]]\nid = "r"\ndice = "{dice}"\n'
        assert compiler.compile_text(text)[1].startswith(form)
