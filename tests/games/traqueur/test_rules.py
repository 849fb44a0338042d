"""Traqueur: strikes, purchases, chances and names, compared with the tables of RULES.md."""

from __future__ import annotations

from fractions import Fraction as F
from functools import cache
from itertools import combinations, permutations

import pytest

from gobelet.game.session import explain
from gobelet.games.traqueur.rules import draws, fights, game, tables
from gobelet.games.traqueur.rules.sheets import END, KINDS, NEEDED, OVER, STEPS, UNREAD, mending_changes
from gobelet.rules.odds import procedure_odds
from gobelet.rules.procedure import Refused, values
from gobelet.rules.sheet import State

FEROCE, RUSE, TENACE = 1, 2, 3


def test_who_has_no_life_left_is_down():
    known = {"attack": 2, "type": RUSE, "target": RUSE, "own": 1}
    assert fights.strike.step(values(fights.strike, {**known, "life": 2}), None).word == "down"
    assert fights.strike.step(values(fights.strike, {**known, "life": 4}), None).word is None
    for life, word in ((2, "dead"), (4, None)):
        assert fights.weapon.step(values(fights.weapon, {"attack": 2, "life": life}), None).word == word


def parse_table(text: str) -> list[list[str]]:
    return [[cell.strip() for cell in line.split("|")] for line in text.strip().splitlines()]


def refusal_of(call, *args, **named):
    with pytest.raises(Refused) as raised:
        call(*args, **named)
    return raised.value


# Strikes.

# RULES 8.1: Life, then the number of strikes for Attack and advantage of 1 to 8.
STRIKES = parse_table("""
1  | 1  | 1 | 1 | 1 | 1 | 1 | 1 | 1
2  | 2  | 1 | 1 | 1 | 1 | 1 | 1 | 1
3  | 3  | 2 | 1 | 1 | 1 | 1 | 1 | 1
4  | 4  | 2 | 2 | 1 | 1 | 1 | 1 | 1
5  | 5  | 3 | 2 | 2 | 1 | 1 | 1 | 1
6  | 6  | 3 | 2 | 2 | 2 | 1 | 1 | 1
7  | 7  | 4 | 3 | 2 | 2 | 2 | 1 | 1
8  | 8  | 4 | 3 | 2 | 2 | 2 | 2 | 1
9  | 9  | 5 | 3 | 3 | 2 | 2 | 2 | 2
10 | 10 | 5 | 4 | 3 | 2 | 2 | 2 | 2
11 | 11 | 6 | 4 | 3 | 3 | 2 | 2 | 2
12 | 12 | 6 | 4 | 3 | 3 | 2 | 2 | 2
""")

# RULES 8.2: the weapon's Attack, the Life left of 10 after 1 to 5 strikes, the number of strikes that
# eliminate.
WEAPONS = parse_table("""
1  | 9, 8, 7, 6, 5 | 10
2  | 8, 6, 4, 2, 0 | 5
3  | 7, 4, 1, 0, 0 | 4
4  | 6, 2, 0, 0, 0 | 3
5  | 5, 0, 0, 0, 0 | 2
6  | 4, 0, 0, 0, 0 | 2
7  | 3, 0, 0, 0, 0 | 2
8  | 2, 0, 0, 0, 0 | 2
9  | 1, 0, 0, 0, 0 | 2
10 | 0, 0, 0, 0, 0 | 1
""")


@pytest.mark.parametrize("row", STRIKES, ids=lambda row: row[0])
def test_strikes_needed(row):
    life = int(row[0])
    assert [fights.strikes_needed(life, force) for force in range(1, 9)] == [int(cell) for cell in row[1:]]
    # The fight with each Attack whose sum with the advantage is this force.
    for force in range(1, 9):
        assert fights.strikes_needed(life, fights.strike_force(force - 1, FEROCE, RUSE)) == int(row[force])


@pytest.mark.parametrize("row", WEAPONS, ids=lambda row: row[0])
def test_a_players_life_against_a_weapon(row):
    attack = int(row[0])
    life = 10
    left = []
    for _ in range(5):
        life = fights.weapon.step(values(fights.weapon, {"attack": attack, "life": life}), None).key
        left.append(str(life))
    assert ", ".join(left) == row[1]
    assert fights.strikes_needed(10, attack) == int(row[2])


def test_each_type_beats_exactly_one():
    """L27: féroce > rusé > tenace > féroce.

    An unknown type has no advantage, and no type has an advantage over it.
    """
    beats = {(FEROCE, RUSE), (RUSE, TENACE), (TENACE, FEROCE)}
    for kind in range(4):
        for target in range(4):
            assert fights.advantage(kind, target) == ((kind, target) in beats)
    assert [tables.type_number(name) for name in ("feroce", "ruse", "tenace")] == [FEROCE, RUSE, TENACE]
    assert (
        refusal_of(tables.type_number, "unknown").code == refusal_of(tables.type_number, "x").code == "TQ-E04"
    )


def test_a_strike_stops_at_nothing_left():
    assert fights.life_after(3, 4) == 0
    assert fights.strikes_needed(5, 0) is None and fights.strikes_needed(0, 0) == 0
    assert refusal_of(values, fights.strike, {"life": 0}).code == "TQ-E06"
    down = refusal_of(values, fights.strike, {"own": 0})
    assert (down.code, down.fields) == ("TQ-E05", {"name": "f.familiar"})
    assert refusal_of(fights.strike_force, -1, 1, 1).code == "TQ-E03"
    assert refusal_of(fights.check_life, 11).code == refusal_of(fights.check_life, -1).code == "TQ-E02"


def test_neighbours_of_three_and_four():
    for seat in range(3):
        assert fights.neighbours(3, seat, []) == [other for other in range(3) if other != seat]
    for seat in range(4):
        assert fights.neighbours(4, seat, []) == sorted([(seat + 1) % 4, (seat + 3) % 4])


def test_whoever_is_out_is_skipped_and_two_that_are_left_are_always_adjacent():
    for seats in (3, 4):
        for left in combinations(range(seats), 2):
            out = [seat for seat in range(seats) if seat not in left]
            assert fights.neighbours(seats, left[0], out) == [left[1]]
            assert fights.neighbours(seats, left[1], out) == [left[0]]
    assert fights.neighbours(4, 0, [1]) == [2, 3]
    assert fights.neighbours(3, 0, [1, 2]) == []


# Purchases.


def test_the_whole_cost_is_paid_before_the_refund():
    assert fights.buy_for(5, 5, 0, True) == (0, 0, False)
    assert fights.buy_for(2, 2, 1, False) == (0, 0, True), "a weapon of Cost 1 gives nothing back"
    short = refusal_of(fights.buy_for, 2, 4, 3, False)
    assert (short.code, short.fields) == ("TQ-E10", {"n": 4, "m": 2})
    assert fights.buy_for(2, 4, 3, False, net=True) == (0, 2, True)
    assert refusal_of(fights.buy_for, 1, 4, 3, False, net=True).fields == {"n": 2, "m": 1}
    assert refusal_of(fights.buy_for, 5, -1, 0, True).code == "TQ-E03"
    assert refusal_of(fights.buy_for, 5, 2, 0, True, first=True).code == "TQ-E08"


def test_coins_and_cost_fall_by_one_with_each_weapon_replaced():
    """The rule is E-TQ02; the test makes all series of purchases that 5 coins can pay."""
    paid = 0
    for costs in [row for n in (1, 2, 3) for row in permutations((1, 1, 2, 2, 3, 4, 5), n)]:
        try:
            found = fights.wealth(list(costs))
        except Refused:
            continue
        paid += 1
        assert found == [5 - at for at in range(len(costs))]
    assert paid > 20
    assert refusal_of(fights.wealth, [6]).code == "TQ-E10", "nobody can ever own a weapon above 5"


def test_taming_at_the_limit_and_beside_an_exotic_one():
    assert fights.leaving_familiars([], False) == fights.leaving_familiars([True], False) == []
    assert fights.leaving_familiars([False, False], False) == [0, 1]
    assert fights.leaving_familiars([False, False], False, 3) == []
    assert fights.leaving_familiars([False, True, False], False, 3) == [0, 1, 2]
    assert (
        fights.leaving_familiars([False, True], True)
        == fights.leaving_familiars([False, True], True, 3)
        == [1]
    )
    assert refusal_of(fights.leaving_familiars, [], False, 4).code == "TQ-E11"
    assert refusal_of(fights.check_exotics, [True, False, True]).code == "TQ-E15"


# Draws.

# RULES 8.4: numbers of common and exotic cards, chances of no exotic among three, and of at least one.
EXOTIC = parse_table("""
20 | 5  | 57/115   | 58/115
30 | 10 | 203/494  | 291/494
40 | 10 | 247/490  | 243/490
40 | 20 | 494/1711 | 1217/1711
""")


def procedure_chances(proc, **known):
    odds = procedure_odds(proc, values(proc, known))
    assert odds.tail == odds.unknown == 0
    return F(*odds.exactly(0)), F(*odds.exactly(1))


@pytest.mark.parametrize("row", EXOTIC, ids=lambda row: "+".join(row[:2]))
def test_an_exotic_one_among_three(row):
    assert procedure_chances(draws.exotic, common=int(row[0]), exotic=int(row[1])) == (F(row[2]), F(row[3]))


def none_by_counting(deck, copies, cards):
    """Count every hand of a small deck, without the formula of RULES 8.5."""
    hands = list(combinations(range(deck), cards))
    return F(sum(1 for hand in hands if min(hand) >= copies), len(hands))


@pytest.mark.parametrize("deck", range(1, 9))
def test_a_card_among_those_drawn(deck):
    for copies in range(deck + 1):
        for cards in range(1, deck + 1):
            none, some = procedure_chances(draws.draw, deck=deck, copies=copies, cards=cards)
            assert none == none_by_counting(deck, copies, cards)
            assert none + some == 1


def test_why_an_exotic_one_is_as_likely_names_the_whole_deck():
    known = values(draws.exotic, {"common": 20, "exotic": 5})
    assert explain("traqueur", draws.exotic, known, []) == [("why.deck", (25, 5, 3))]


def test_both_questions_have_one_answer():
    for common, exotic in ((3, 0), (20, 5), (0, 9)):
        assert procedure_chances(draws.exotic, common=common, exotic=exotic) == procedure_chances(
            draws.draw, deck=common + exotic, copies=exotic, cards=3
        )


def test_a_deck_cannot_give_more_than_it_has():
    assert refusal_of(values, draws.draw, {"deck": 4, "copies": 2, "cards": 5}).fields["name"] == "f.cards"
    assert refusal_of(values, draws.draw, {"deck": 1, "copies": 2, "cards": 1}).fields["name"] == "f.copies"
    assert refusal_of(values, draws.draw, {"deck": 0, "copies": 2}).fields["name"] == "f.game.deck"
    for common, exotic in ((1, 1), (0, 0)):
        few = refusal_of(values, draws.exotic, {"common": common, "exotic": exotic})
        assert few.fields == {"name": "f.game.deck", "low": 3, "high": 240}


def test_chances_of_one_to_ten_cards_also_of_those_that_are_all_gone():
    assert procedure_chances(draws.draw, deck=5, copies=0, cards=3) == (1, 0)
    for cards in (1, 10):
        assert values(draws.draw, {"cards": cards})["cards"] == cards
    for cards in (0, 11):
        assert refusal_of(values, draws.draw, {"cards": cards}).code == "RANGE"
    state = State(KINDS)
    state.apply(state.effects([("game", 0, "copies", 0), ("game", 0, "cards", 10)]))


@pytest.mark.parametrize("players", [3, 4])
def test_each_player_begins_as_often(players):
    odds = procedure_odds(draws.starter, values(draws.starter, {"players": players}))
    assert [F(*odds.exactly(face)) for face in range(1, players + 1)] == [F(1, players)] * players


@pytest.mark.parametrize("face", [1, 2, 3, 4])
def test_the_die_says_who_begins(face):
    """Face 1 means the first player."""
    outcome = draws.starter.step(values(draws.starter, {"players": 4}), face)
    assert outcome.effects == (("game", "first", "=", face - 1),)


# Names.


def test_the_twenty_spells_and_who_interacts_with_them():
    """The spells are those of L65-187."""
    counts = {family: len(tables.spells(family)) for family in tables.families()}
    assert counts == {"aspect": 6, "piege": 4, "fleche": 2, "piqure": 2, "morsure": 3, "tir": 3}
    every = [spell for family in counts for spell in tables.spells(family)]
    assert len(set(every)) == 20
    found = {name: tables.families_of(name) for name in ("renard", "ours", "molosse", "rongeur")}
    assert found == {
        "renard": ["aspect"],
        "ours": ["piege"],
        "molosse": ["fleche", "tir"],
        "rongeur": ["piqure", "morsure"],
    }
    assert refusal_of(tables.families_of, "loup").code == "TQ-E14"
    with pytest.raises(KeyError):
        tables.spells("loup")


def test_a_trap_goes_into_a_hand_as_often_as_there_are_players():
    for players in (3, 4):
        count, into = 0, []
        for _ in range(players + 2):
            goes, count = fights.count_trap(count, players)
            into.append(goes)
        assert into == [True] * players + [False] * 2 and count == players
    assert refusal_of(fights.check_aspect, 3).code == "TQ-E13"


# RULES 8.3: players, Attack of all weapons, least and greatest number of rounds of a game without effects.
ROUNDS = parse_table("""
3 | 2 | 5  | 9
3 | 3 | 4  | 7
3 | 4 | 3  | 5
3 | 5 | 2  | 3
4 | 2 | 10 | 14
4 | 3 | 8  | 11
4 | 4 | 6  | 8
4 | 5 | 4  | 5
""")


@pytest.mark.parametrize("row", ROUNDS, ids=lambda row: " ".join(row[:2]))
def test_fewest_and_most_rounds(row):
    """Play every course of a game.

    In each round any living player may win, whose weapon then strikes.
    """
    players, attack = int(row[0]), int(row[1])
    state = State(KINDS)

    @cache
    def remaining_rounds(lives):
        found = []
        for winner in range(players):
            if not lives[winner]:
                continue
            changes = [("game", 0, "players", players), ("game", 0, "part", END)]
            for at in range(players):
                order = [other for other in range(players) if other != winner]
                changes.append(("player", at, "life", lives[at]))
                changes.append(("player", at, "attack", attack))
                changes.append(("player", at, "fell", order.index(at) + 1 if at in order else 0))
            state.apply(state.effects(changes))
            state.apply(state.effects(game.use_weapon(state)))
            if state.get("game", 0, "part") == OVER:
                found.append((1, 1))
            else:
                after = tuple(state.get("player", at, "life") for at in range(players))
                few, most = remaining_rounds(after)
                found.append((few + 1, most + 1))
        return min(few for few, _ in found), max(most for _, most in found)

    assert remaining_rounds((10,) * players) == (int(row[2]), int(row[3]))


# Questions, refusals and corrections.

# The values before a player has entered any.
STARTS = {
    draws.exotic: {"common": 20, "exotic": 5},
    draws.draw: {"deck": 20, "copies": 2, "cards": 1},
    draws.starter: {"players": 4},
    fights.buy: {"price": 3, "attack": 3, "coins": 5, "basic": 1, "cost": 0},
}


@pytest.mark.parametrize("proc", STARTS, ids=lambda proc: proc.name)
def test_what_is_asked_begins_with(proc):
    given = values(proc, {})
    assert {name: given[name] for name in STARTS[proc]} == STARTS[proc]


@pytest.mark.parametrize("proc", [draws.exotic, draws.draw], ids=lambda proc: proc.name)
def test_a_deck_has_no_fewer_cards_than_none(proc):
    for i in proc.inputs:
        assert i.low == (1 if i.name == "cards" else 0)


def test_what_a_deck_cannot_give_is_refused_with_its_bounds():
    few = {"deck": 3, "copies": 4, "cards": 1}
    many = {"deck": 3, "copies": 1, "cards": 4}
    for given, name, low in ((few, "f.copies", 0), (many, "f.cards", 1)):
        raised = refusal_of(draws.draw.check, given)
        assert (raised.code, raised.fields) == ("RANGE", {"name": name, "low": low, "high": 3})


def test_nobody_follows_where_nobody_is_left():
    state = State(KINDS)
    state.apply(state.effects([("game", 0, "players", 4)]))
    assert game.next_row(state, 2, []) == -1
    assert [game.next_row(state, row, [2]) for row in range(4)] == [2, 2, 2, 2]
    assert game.next_row(state, 3, [1, 3]) == 1


def test_a_step_beyond_the_last_is_mended_to_it():
    for step in (STEPS - 1, STEPS, STEPS + 1):
        state = State(KINDS)
        state.apply(state.effects([("game", 0, "players", 3), ("game", 0, "step", step)]))
        assert [change for change in mending_changes(state) if change[2] == "step"] == (
            [] if step < STEPS else [("game", 0, "step", STEPS - 1)]
        )


def test_two_players_are_mended_to_three():
    for players in (1, 2):
        state = State(KINDS)
        state.apply(state.effects([("game", 0, "players", players)]))
        assert ("game", 0, "players", 3) in mending_changes(state)


@pytest.mark.parametrize("field", ["active", "prep", "first"])
def test_nobody_in_a_phase_that_needs_somebody_becomes_the_first_player(field):
    for part in sorted(NEEDED[field]):
        state = State(KINDS)
        state.apply(state.effects([("game", 0, "players", 3), ("game", 0, "part", part)]))
        changes = mending_changes(state)
        assert ("game", 0, field, 0) in changes
        state.apply(state.effects(changes))
        assert mending_changes(state) == []


@pytest.mark.parametrize("side", ["type", "target"])
def test_a_card_that_is_not_told_yet_neither_strikes_nor_is_struck(side):
    given = {"attack": 2, "life": 4, "own": 1, side: UNREAD}
    assert refusal_of(values, fights.strike, given).code == "TQ-E04"
