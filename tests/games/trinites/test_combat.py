"""The actions of a combat as Procedures: chances, what they do, announcing, the grip (RULES 4.6-4.10)."""

from __future__ import annotations

import random
from fractions import Fraction

import pytest

from gobelet.games.trinites.rules import (
    combat,
    combat_actions,
    combat_blows,
    combat_destroy,
    combat_grip,
    combat_move,
    combat_rounds,
    combat_tables,
    combat_wounds,
    confrontation,
    engagement,
    health,
    initiative,
    natural,
    primes,
    reactions,
    roster,
    skill_test,
    why,
)
from gobelet.games.trinites.rules.confrontation import duel, note, oppose
from gobelet.games.trinites.rules.sheets import (
    ACTION,
    FAILED,
    FEU,
    INITIATIVE,
    KINDS,
    REACTION,
    RETRAIT,
    WAITS,
)
from gobelet.rules.odds import enumerate_odds
from gobelet.rules.procedure import Outcome, lane, resolve, values
from gobelet.rules.refused import Refused
from gobelet.rules.sheet import State

BLOWS = [combat_blows.strike, combat_blows.shoot, combat_wounds.dodge]
DEEDS = [
    combat_move.move,
    combat_actions.draw,
    combat_actions.feint,
    combat_actions.encourage,
    combat_actions.dislodge,
    combat_actions.disarm,
    combat_actions.seize,
    combat_destroy.destroy,
    combat_actions.hide,
    combat_actions.spot,
    combat_actions.break_free,
    initiative.initiative,
    initiative.alert,
    reactions.react,
    reactions.notice,
]
TAIL = 1e-5  # the chance beyond eight throws


def some_values(proc, seed: int) -> dict:
    """Values at random that are not refused."""
    dice = random.Random(f"{proc.name} {seed}")
    for _ in range(500):
        known = {}
        for i in proc.inputs:
            wide = i.name in ("plan", "more", "t_more", "high", "far")
            known[i.name] = i.start if wide and dice.random() < 0.7 else dice.randint(i.low, i.high)
            if i.name in ("already", "dead", "unaware", "surprised"):
                known[i.name] = 0
        known["prime"] = known["penalty"] = 0
        try:
            return values(
                proc, {name: known[name] for name in known if name in {i.name for i in proc.inputs}}
            )
        except Refused:
            continue
    raise AssertionError(proc.name)


@pytest.mark.parametrize("proc", BLOWS + DEEDS, ids=lambda proc: proc.name)
def test_the_chances_are_those_of_the_dice(proc) -> None:
    """A throw by throw enumeration has the same result."""
    for seed in range(6):
        v = some_values(proc, seed)
        mine = proc.odds(v)
        theirs = enumerate_odds(proc, v)
        assert theirs.tail / theirs.total < TAIL
        assert sum(mine.weights) == mine.total
        found = dict(zip(theirs.keys, theirs.weights, strict=True))
        for key, w in zip(mine.keys, mine.weights, strict=True):
            assert abs(w / mine.total - found.pop(key, 0) / theirs.total) < TAIL
        assert sum(found.values()) / theirs.total < TAIL


# The outcome of an action. The faces come in order; the pale die is chosen.


def play_procedure(proc, given: dict, *faces: int) -> Outcome:
    left = list(faces)
    outcome, _ = resolve(proc, values(proc, given), lambda sides: left.pop(0), lambda ask, s: ask.options[0])
    assert not left
    return outcome


def chance_of(proc, given: dict, question: str) -> Fraction:
    v = values(proc, given)
    test = dict(proc.questions)[question]
    return Fraction(*proc.odds(v).chance_of(lambda key: test(v, key)))


def effects_on(outcome: Outcome, role: str) -> dict[str, int]:
    return {field: amount for who, field, _, amount in outcome.effects if who == role}


HURT = {"skill": 1, "weapon": 4, "sword": 1, "score": 6, "t_init": 7, "t_zone": FEU}


def test_a_sword_on_a_trinite_does_eight() -> None:
    assert play_procedure(combat_blows.strike, {**HURT, "adam_b": 1}, 8).key == 8
    assert (
        play_procedure(combat_blows.strike, {**HURT, "adam_b": 1, "skill": 0}, 8).key == 4
    )  # with bare hands
    assert play_procedure(combat_blows.strike, HURT, 8).key == 4
    assert play_procedure(combat_blows.strike, {**HURT, "armour": 3}, 8).key == 1
    assert play_procedure(combat_blows.strike, HURT, 5).key == combat.MISS
    assert play_procedure(combat_blows.strike, HURT, 1).key == combat.MISS


def test_the_target_prevails_with_an_equal_result() -> None:
    against = {**HURT, "reaction": 1, "t_score": 6}
    assert play_procedure(combat_blows.strike, against, 9, 9).key == combat.MISS
    assert play_procedure(combat_blows.strike, against, 9, 8).key == 4
    assert (
        play_procedure(combat_blows.strike, {**against, "crowd": 3}, 9, 9).key == 4
    )  # -3 for three engaged opponents


# Rolls without an entry in the table of actions that may have primes, and the end of the names of their
# actors.
BESIDE = [(skill_test.test, ""), (health.care, ""), (note, ""), (oppose, ""), (duel, "_a")]


def in_turn(proc, end: str, **more: int) -> dict:
    given = {"boxes": 3, "kind": 2} if proc is health.care else {"score_b": 6} if proc is duel else {}
    return {**given, "acting": 1, "plan": 1, "score" + end: 6, **more}


@pytest.mark.parametrize("proc, end", BESIDE)
def test_any_action_of_a_turn_may_have_a_prime_and_a_penalty(proc, end) -> None:
    """L702-768: on success the initiative rises by 3 at the end of the turn, and less for a slower action."""
    faces = (8,) if proc is not duel else (8, 3)
    lost = (2,) if proc is not duel else (2, 9)
    fast = in_turn(proc, end, prime=primes.FASTER, penalty=primes.DANGER)
    found = effects_on(play_procedure(proc, fast, *faces), "me")
    assert (found["delta"], found["danger"]) == (3, 1)
    assert "delta" not in effects_on(play_procedure(proc, fast, *lost), "me")
    slow = in_turn(proc, end, prime=primes.PRUDENCE, penalty=primes.SLOWER)
    found = effects_on(play_procedure(proc, slow, *lost), "me")
    assert (found["delta"], found["prudence"]) == (-3, 1)
    where = "a" if end else "roll"
    for given, modifier in ((primes.EFFECTIVE, 3), (primes.PRUDENCE, 0)):
        known = values(proc, in_turn(proc, end, prime=given, penalty=primes.SLOWER))
        assert lane(proc, known, where) - lane(proc, values(proc, in_turn(proc, end)), where) == modifier
    for code, wrong in (
        ("TR-E24", {"prime": primes.FASTER}),
        ("TR-POS", {"prime": primes.FASTER, "penalty": primes.ABANDON}),
    ):
        with pytest.raises(Refused) as refused:
            values(proc, in_turn(proc, end, **wrong))
        assert refused.value.code == code
    values(proc, in_turn(proc, end, prime=primes.FASTER, bonus=1))
    gone = effects_on(
        play_procedure(proc, in_turn(proc, end, penalty=primes.ABANDON, hidden=14, feint=9), *faces), "me"
    )
    assert (gone["cover"], gone["hidden"], gone["feint"]) == (0, 0, 0)


@pytest.mark.parametrize("proc, end", BESIDE)
def test_outside_the_own_turn_nothing_is_martial(proc, end) -> None:
    for outside in ({"acting": 0}, {"plan": 0}):
        given = in_turn(
            proc, end, prime=primes.FASTER, penalty=primes.DIFFICULT, hidden=14, feint=9, **outside
        )
        known = values(proc, given)
        assert (known["prime"], known["penalty"]) == (0, 0)
        assert {"delta", "feint", "hidden"}.isdisjoint(
            effects_on(play_procedure(proc, given, *((8,) if not end else (8, 3))), "me")
        )


@pytest.mark.parametrize("proc, end", [each for each in BESIDE if each[0] not in (oppose, duel)])
def test_a_failure_with_risque_is_an_incident_in_any_test(proc, end) -> None:
    given = in_turn(proc, end, prime=primes.FASTER, penalty=primes.RISK)
    assert play_procedure(proc, given, 2).key == primes.INCIDENT
    assert play_procedure(proc, given, 8).key == primes.DONE
    assert play_procedure(proc, {**given, "penalty": primes.DANGER}, 2).key == primes.FAILED
    odds = proc.odds(values(proc, given))
    assert odds.keys == [primes.INCIDENT, primes.DONE]


def test_only_a_confrontation_presses_an_opponent() -> None:
    """L727, L755; Facilité fits no action that nobody reacts to (L735)."""
    for prime, penalty, modifier in (
        (primes.OVERWHELM, primes.DANGER, 3),
        (primes.FASTER, primes.EASY, 9),
        (primes.OVERWHELM, primes.EASY, 6),
    ):
        assert lane(duel, values(duel, in_turn(duel, "_a", prime=prime, penalty=penalty)), "b") == modifier
    for proc, end in BESIDE[:4]:
        with pytest.raises(Refused) as refused:
            values(proc, in_turn(proc, end, prime=primes.FASTER, penalty=primes.EASY))
        assert refused.value.code == "TR-E26"


def test_a_blow_that_ticks_the_second_line_hurts_the_initiative_too() -> None:
    found = effects_on(play_procedure(combat_blows.strike, {**HURT, "boxes": 3}, 8), "target")
    assert (found["boxes"], found["zone"], found["init"]) == (7, FEU, 4)
    found = effects_on(play_procedure(combat_blows.strike, {**HURT, "boxes": 6, "round": 2}, 8), "target")
    assert (found["boxes"], found["zone"], found["init"], found["fainted"]) == (10, RETRAIT, 4, 2)


def test_a_shot_that_only_the_cover_stops_hits_the_cover() -> None:
    """TR-135, TR-137: 14 without the human shield, 10 with it; 10 without it."""
    covered = {"score": 5, "weapon": 3, "t_cover": combat_blows.SHIELD}
    outcome = play_procedure(combat_blows.shoot, covered, 9)
    assert outcome.key == combat_blows.COVERED
    assert [name for name, _ in outcome.then] == ["suffer"]  # the hostage suffers the blow
    assert play_procedure(combat_blows.shoot, covered, 5).key == combat.MISS
    assert play_procedure(combat_blows.shoot, covered, 11).key == 3


def test_an_area_weapon_that_misses_does_half() -> None:
    outcome = play_procedure(combat_blows.shoot, {"weapon": 5, "area": 1}, 3)
    assert outcome.key == combat.HALF - 3
    assert effects_on(outcome, "target")["boxes"] == 3


LAMPPOST = 3
AREA = {"score": 3, "weapon": 5, "area": 1, "armour": 1}


def test_an_area_weapon_that_hits_the_cover_does_half_as_well() -> None:
    """13 without the cover, 10 or 9 with it: half of 5 is 3, less 1 (L666-667) [A-TR32]."""
    for cover in (combat_blows.SHIELD, LAMPPOST):
        given = {**AREA, "t_cover": cover}
        outcome = play_procedure(combat_blows.shoot, given, 10)
        assert outcome.key == combat.HALF - 2
        assert effects_on(outcome, "target")["boxes"] == 2
        assert [name for name, _ in outcome.then] == ["suffer"] * (cover == combat_blows.SHIELD)
        other = play_procedure(combat_blows.shoot, {**given, "stopped": 1}, 10)
        assert (other.key, effects_on(other, "target")) == (combat_blows.COVERED, {})
    assert play_procedure(combat_blows.shoot, {**AREA, "t_cover": LAMPPOST}, 4).key == combat.HALF - 2
    lethal = {**AREA, "boxes": 12, "prime": primes.NONLETHAL, "penalty": primes.SLOWER}
    assert "dead" not in effects_on(play_procedure(combat_blows.shoot, lethal, 2), "target")


RISKY = {"prime": primes.FASTER, "penalty": primes.RISK}


def test_every_failure_with_risque_is_an_incident() -> None:
    """L763: also if half the damage is done, if the cover is hit, and if a character is in the way."""
    half = play_procedure(combat_blows.shoot, {**AREA, **RISKY}, 2)
    assert half.key == combat.HALF_INCIDENT - 2
    assert effects_on(half, "target")["boxes"] == 2
    assert combat_blows.shoot.label(half.key) == "2 (½) incident"
    assert (
        play_procedure(combat_blows.shoot, {**AREA, **RISKY, "t_cover": LAMPPOST}, 9).key
        == combat.HALF_INCIDENT - 2
    )
    covered = {"score": 5, "weapon": 3, "t_cover": LAMPPOST, **RISKY}
    assert play_procedure(combat_blows.shoot, covered, 9).key == combat_blows.COVERED_INCIDENT
    assert play_procedure(combat_blows.shoot, covered, 5).key == combat_blows.INCIDENT
    assert play_procedure(combat_blows.shoot, covered, 10).key == 3
    for risk in (RISKY, {"risky": 1}):
        barred = play_procedure(combat_move.move, {"score": 5, "reaction": 1, "t_score": 5, **risk}, 8, 9)
        assert barred.key == combat_move.STOPPED_INCIDENT
        assert ("target", "engaged", "+", 1) in barred.effects
    for proc in (combat_blows.shoot, combat_move.move):
        questions = dict(proc.questions)
        assert not questions.get("hit", questions.get("win"))({}, combat_blows.COVERED_INCIDENT)
    assert dict(combat_move.move.questions)["stopped"]({}, combat_move.STOPPED_INCIDENT)


def test_the_hostage_has_what_the_shot_was() -> None:
    shot = {
        "score": 5,
        "weapon": 3,
        "t_cover": combat_blows.SHIELD,
        "prime": primes.PRECISE,
        "penalty": primes.SLOWER,
    }
    assert play_procedure(combat_blows.shoot, shot, 9).then == (
        ("suffer", {"gross": 3, "sword": 0, "twice": 3, "precise": 1, "nonlethal": 0}),
    )


# Prime, penalty, success; the changes for the actor. 1 to 8 are the primes, 1 to 7 the penalties of `acting`.
NOTED = (
    (primes.FASTER, primes.DANGER, True, {"done": 1, "delta": 3, "danger": 1}),
    (primes.FASTER, primes.SLOWER, True, {"done": 1}),
    (primes.FASTER, primes.SLOWER, False, {"done": 1, "delta": -3}),
    (primes.PRUDENCE, primes.SLOWER, False, {"done": 1, "delta": -3, "prudence": 1}),
    (primes.EFFECTIVE, primes.ABANDON, True, {"done": 1, "cover": 0, "hidden": 0}),
)


@pytest.mark.parametrize(("prime", "penalty", "success", "expected"), NOTED)
def test_primes_and_penalties_are_noted(prime, penalty, success, expected) -> None:
    given = {"prime": prime, "penalty": penalty, "plan": 1, "cover": 1, "score": 6, "adam_a": 0}
    outcome = play_procedure(combat_actions.feint, given, 11 if success else 2)
    found = effects_on(outcome, "me")
    found.pop("feint", None)
    assert found == expected


def test_numbers_of_primes_and_penalties() -> None:
    """8 + 3 is a failure, with Efficacité +3 a success, with Difficulté not; a second free action costs 3."""
    assert play_procedure(combat_actions.assess, {"score": 3}, 8).key == primes.FAILED
    assert (
        play_procedure(
            combat_actions.assess, {"score": 3, "prime": primes.EFFECTIVE, "penalty": primes.RISK}, 8
        ).key
        == primes.DONE
    )
    both = {"score": 3, "prime": primes.EFFECTIVE, "penalty": primes.DIFFICULT}
    assert play_procedure(combat_actions.assess, both, 8).key == primes.FAILED
    assert play_procedure(combat_actions.assess, {"score": 4, "plan": 1}, 8).key == primes.DONE
    assert play_procedure(combat_actions.assess, {"score": 4, "plan": 2}, 8).key == primes.FAILED
    assert play_procedure(combat_actions.assess, {"score": 7, "plan": 2}, 8).key == primes.DONE
    risky = {"score": 0, "prime": primes.FASTER, "penalty": primes.RISK}
    assert play_procedure(combat_actions.assess, risky, 8).key == primes.INCIDENT


def test_what_is_pending_counts_once() -> None:
    outcome = play_procedure(combat_actions.assess, {"score": 1, "spurred": ACTION}, 8)
    assert outcome.key == primes.DONE
    assert effects_on(outcome, "me") == {"spurred": 0}
    assert effects_on(play_procedure(combat_actions.assess, {"score": 4, "spurred": REACTION}, 8), "me") == {}
    against = {"score": 6, "reaction": 1, "t_score": 6, "t_cowed": REACTION, "danger": 2}
    outcome = play_procedure(combat_actions.assess, against, 7, 9)
    assert outcome.key == primes.DONE  # the sum 13 reaches 15 - 6
    assert effects_on(outcome, "target") == {"cowed": 0, "danger": 1}
    for score, key in ((9, primes.DONE), (10, primes.FAILED)):  # 13 against 18 - 6, then 19 - 6
        assert play_procedure(combat_actions.assess, {**against, "t_score": score}, 7, 9).key == key


REFUSALS = (
    ("TR-E08", combat_blows.strike, {"dead": 1}),
    ("TR-E23", combat_blows.strike, {"unaware": 1, "reaction": 1}),
    ("TR-E24", combat_blows.strike, {"prime": primes.GRAVE}),
    ("TR-POS", combat_blows.strike, {"prime": primes.GRAVE, "penalty": primes.ABANDON}),
    ("TR-POS", combat_actions.seize, {"imposed": primes.ABANDON}),
    ("TR-OBJ", combat_destroy.destroy, {"weapon": 9}),
    ("TR-E24", combat_destroy.destroy, {"weapon": 9, "pv": 4, "prime": primes.GRAVE}),
    ("TR-E26", combat_actions.encourage, {"prime": primes.FASTER, "penalty": primes.EASY}),
    ("TR-E27", combat_actions.encourage, {"already": INITIATIVE}),
    ("TR-E27", combat_actions.intimidate, {"already": ACTION}),
    ("TR-ADV", combat_actions.disarm, {"imposed": 0}),
    ("TR-FAR", combat_blows.shoot, {"span": combat_blows.BEYOND}),
    ("TR-HID", combat_blows.shoot, {"t_cover": combat.HIDDEN}),
)


@pytest.mark.parametrize("reaction", [True, False])
def test_each_prime_and_penalty_goes_with_the_actions_of_its_row(reaction: bool) -> None:
    """Facilité, in either table, fits no action that nobody can react to (L695-770)."""

    def refusal_of(action: str, primes: list[int], penalties: list[int]) -> bool:
        try:
            combat_tables.check_primes(action, primes, penalties, reaction, 1)
        except Refused as fault:
            assert fault.code == "TR-E26"
            return True
        return False

    seen = set()
    for action in [row.split()[0] for row in combat_tables.ACTIONS]:
        for index, row in enumerate(combat_tables.PRIMES):
            mine = combat_tables.is_allowed(combat_tables.PRIMES, index, action)
            assert refusal_of(action, [index], []) == (
                not mine or (row.split()[0] == "easy" and not reaction)
            )
            seen.add((row.split()[0] == "easy", mine))
        for index, row in enumerate(combat_tables.PENALTIES):
            mine = combat_tables.is_allowed(combat_tables.PENALTIES, index, action)
            assert refusal_of(action, [], [index]) == (
                not mine or (row.split()[0] == "easy" and not reaction)
            )
            seen.add((row.split()[0] == "easy", mine))
    assert {(False, True), (False, False), (True, True)} <= seen


@pytest.mark.parametrize(("code", "proc", "given"), REFUSALS)
def test_what_may_not_be_done(code, proc, given) -> None:
    with pytest.raises(Refused) as refused:
        values(proc, given)
    assert refused.value.code == code


def test_a_released_hostage_gives_a_prime_without_a_penalty() -> None:
    values(combat_blows.strike, {"prime": primes.GRAVE, "bonus": 1})


def test_abandon_is_paid_from_any_higher_place() -> None:
    """Cover, a hiding place, or above the target (L738)."""
    for place in ({"cover": 1}, {"hidden": 14}, {"above": 1}):
        values(combat_blows.strike, {"prime": primes.GRAVE, "penalty": primes.ABANDON, **place})


def test_hiding_and_being_found() -> None:
    outcome = play_procedure(combat_actions.hide, {"score": 6}, 9)
    assert effects_on(outcome, "me") == {"hidden": 15}
    assert play_procedure(combat_actions.spot, {"score": 6, "noted": 15}, 8).key == primes.FAILED
    assert (
        play_procedure(combat_actions.spot, {"score": 6, "noted": 15}, 9).key == primes.DONE
    )  # who opposes wins a tie (L430, L89)
    # faces 9 to 12 win
    assert chance_of(combat_actions.spot, {"score": 12, "noted": 21}, "win") == Fraction(4, 12)


def test_each_outcome_of_a_duel_has_its_question() -> None:
    keys = {
        "a": natural.ACTOR,
        "b": natural.OPPOSER,
        "nobody": natural.NOBODY,
        "equal": natural.EQUAL,
    }
    assert {
        (name, key) for name, holds in confrontation.duel.questions for key in keys.values() if holds({}, key)
    } == set(keys.items())


@pytest.mark.parametrize("proc", [confrontation.oppose, confrontation.duel])
def test_of_nobody_who_wins_asks_one_question(proc) -> None:
    holds = dict(proc.questions)["nobody"]
    keys = (natural.ACTOR, natural.OPPOSER, natural.NOBODY)
    assert [key for key in keys if holds({}, key)] == [natural.NOBODY]


def test_why_of_who_opposes_tells_a_natural_one_that_waited() -> None:
    for pending in (WAITS, FAILED):
        v = values(confrontation.oppose, {"pending": pending, "result": 9})
        lines = why.oppose(confrontation.oppose, v, [(8,)])
        assert lines[0] == ("why.waited", (9,))
        assert (("why.one", ()) in lines) == (pending == FAILED)


@pytest.mark.parametrize("boxes", [0, 4, 8, 11])
def test_a_blow_kills_beyond_the_last_box_and_makes_faint_before(boxes: int) -> None:
    v = values(combat_blows.strike, {**HURT, "boxes": boxes})
    line = 4
    for key in range(14):
        assert combat.is_kill(v, key) == (boxes + key > 3 * line)
        assert combat.is_faint(v, key) == (boxes <= 2 * line < boxes + key or boxes + key > 3 * line)


def test_a_tie_is_decided_as_in_any_deferred_confrontation() -> None:
    assert combat_actions.spot.roles == ("me", "target")
    assert combat_actions.break_free.roles == ("me",), "from whom does not matter: the result is noted"
    for score, face in ((7, 8), (9, 3), (3, 11)):
        opposed = play_procedure(
            confrontation.oppose, {"score": score, "result": score + face, "pending": 1}, face
        )
        for act in (combat_actions.spot, combat_actions.break_free):
            found = play_procedure(act, {"score": score, "noted": score + face}, face)
            assert (found.key == primes.DONE) == (opposed.key == natural.OPPOSER)


def test_seizing_and_breaking_free() -> None:
    outcome = play_procedure(combat_actions.seize, {"score": 8}, 7)
    assert ("target", "grip", "=", 15) in outcome.effects
    assert ("target", "held", "=", "me") in outcome.effects
    assert play_procedure(combat_actions.break_free, {"score": 8, "noted": 15}, 6).key == primes.FAILED
    outcome = play_procedure(combat_actions.break_free, {"score": 8, "noted": 15}, 7)
    assert outcome.key == primes.DONE
    assert set(effects_on(outcome, "me").values()) == {0}


# A move: what is known, faces, key.
MOVES = (
    ({"short": 1}, (), primes.DONE),  # the first short move
    (
        {"short": 1, "prime": primes.PRUDENCE, "penalty": primes.RISK},
        (3,),
        primes.INCIDENT,
    ),  # a prime needs a roll
    ({"short": 1, "moved": 1, "score": 5}, (3,), primes.FAILED),
    ({"short": 1, "moved": 1, "score": 5}, (4,), primes.DONE),
    ({"short": 1, "climb": 1, "score": 5}, (6,), primes.FAILED),
    ({"score": 5, "far": 4, "long": 1}, (11,), primes.FAILED),  # -7
    ({"short": 1, "score": 5, "far": 4}, (3,), primes.FAILED),  # a jump needs a roll,
    ({"short": 1, "score": 5, "high": 4}, (3,), primes.FAILED),  # far or high
    ({"score": 5, "reaction": 1, "t_score": 5}, (8, 9), combat_move.STOPPED),
    ({"score": 5, "reaction": 1, "t_score": 5}, (9, 8), primes.DONE),
    # the other character steps aside
    ({"score": 5, "reaction": 2, "t_score": 5, "to": 1}, (8, 9), primes.FAILED),
    ({"score": 5, "risky": 1}, (3,), primes.INCIDENT),
)


@pytest.mark.parametrize(("given", "faces", "key"), MOVES)
def test_moves(given, faces, key) -> None:
    outcome = play_procedure(combat_move.move, given, *faces)
    assert outcome.key == key
    if key in (primes.FAILED, combat_move.STOPPED):
        assert ("me", "moved", "=", 1) in outcome.effects  # the first short move is spent
    if key == combat_move.STOPPED:
        assert ("me", "engaged", "+", 1) in outcome.effects
        assert ("target", "engaged", "+", 1) in outcome.effects


def test_who_runs_into_a_wall_is_hurt() -> None:
    names = [row.split()[0] for row in combat_actions.OBSTACLES]
    for name, points in (("nothing", 0), ("glass", 1), ("wall", 2)):
        found = effects_on(
            play_procedure(combat_actions.dislodge, {"score": 8, "into": names.index(name)}, 8), "target"
        )
        assert found.get("boxes", 0) == points
    stairs = {"score": 8, "into": names.index("stairs"), "metres": 7, "armour": 1}
    assert (
        effects_on(play_procedure(combat_actions.dislodge, stairs, 8), "target")["boxes"] == 1
    )  # 2 for 7 m, less the armour
    given = {"score": 8, "into": names.index("wall"), "boxes": 8}
    assert effects_on(play_procedure(combat_actions.dislodge, given, 8), "target")["coma"] == 0, (
        "it is no blow with a fist"
    )


def test_drawing_takes_no_dice_but_in_reach_of_an_adversary() -> None:
    assert play_procedure(combat_actions.draw, {"engaged": 0}).key == primes.DONE
    assert play_procedure(combat_actions.draw, {"engaged": 1, "score": 8}, 8).key == primes.DONE


def test_why_a_side_has_its_final_result() -> None:
    v = values(combat_actions.dislodge, {"score": 6, "reaction": 1, "t_score": 4})
    assert why.sides(combat_actions.dislodge, v, [(8,), (3,)]) == [
        ("why.action", (8, 14)),
        ("why.reaction", (3, 7)),
    ]


def test_destroying() -> None:
    """E-TR20: a grave blow takes one point of a metal sword."""
    sword = {"score": 8, "weapon": 4, "material": 5, "arms": 1, "pv": 4}
    assert play_procedure(combat_destroy.destroy, sword, 8).key == 0
    grave = play_procedure(
        combat_destroy.destroy, {**sword, "prime": primes.GRAVE, "penalty": primes.RISK}, 8
    )
    assert grave.key == 1
    assert effects_on(grave, "object") == {"pv": 3}
    for prime in (primes.PRECISE, primes.SEVERAL):
        other = play_procedure(
            combat_destroy.destroy, {**sword, "weapon": 10, "prime": prime, "penalty": primes.RISK}, 8
        )
        assert effects_on(other, "object") == {"pv": {primes.PRECISE: 0, primes.SEVERAL: 4}[prime]}
    faster = {**sword, "prime": primes.FASTER, "penalty": primes.RISK, "plan": 1}
    assert effects_on(play_procedure(combat_destroy.destroy, faster, 8), "me") == {"done": 1, "delta": 3}
    assert effects_on(play_procedure(combat_destroy.destroy, faster, 2), "me") == {"done": 1}, (
        "a miss is no faster"
    )
    ground = play_procedure(combat_destroy.destroy, {"score": 8, "aim": 1}, 8)
    assert effects_on(ground, "combat") == {"ground": 1}
    position = play_procedure(combat_destroy.destroy, {"score": 8, "aim": 2}, 8)
    assert effects_on(position, "target") == {"cover": 0, "hidden": 0}
    area = play_procedure(combat_destroy.destroy, {"score": 8, "aim": 3, "weapon": 3}, 8)
    name, known = area.then[0]
    assert (name, known["result"], known["gross"]) == ("dodge", 16, 3)
    assert effects_on(play_procedure(combat_wounds.dodge, known, 2), "target") == {
        "boxes": 3,
        "aided": 0,
        "engaged": 0,
    }  # after an attack on an area, all stand apart


def test_another_target_of_the_same_attack_reacts_to_its_result() -> None:
    hit = {"score": 6, "result": 14, "gross": 3}
    assert (
        play_procedure(combat_wounds.dodge, hit, 8).key == combat.MISS
    )  # a tie: the side that prevents wins
    assert play_procedure(combat_wounds.dodge, hit, 7).key == 3
    outcome = play_procedure(
        combat_blows.strike, {**HURT, "prime": primes.SEVERAL, "penalty": primes.RISK}, 8
    )
    assert outcome.key == 2
    known = {"result": 14, "gross": 2, "sword": 1, "twice": 4, "pressure": 0, "attack": 2}
    assert outcome.then == (("dodge", known),)


# Modifiers of the Sheets and of the attack for the reaction of a further target. Engagement with two enemies
# hinders a strike only.
REACTS = (
    ({"prudence": 1}, 3),
    ({"danger": 2}, -3),
    ({"prudence": 1, "danger": 1}, 0),
    ({"t_spurred": REACTION}, 3),
    ({"t_spurred": ACTION}, 0),
    ({"t_cowed": REACTION}, -3),
    ({"pressure": 3}, 3),
    ({"attack": 1, "crowd": 2}, -2),
    ({"attack": 2, "crowd": 1}, 0),
    ({"attack": combat.SHOT, "crowd": 3}, 0),
    ({"crowd": 3}, 0),
)


@pytest.mark.parametrize("more, modifier", REACTS)
def test_a_further_target_reacts_by_the_rules_of_any_reaction(more: dict, modifier: int) -> None:
    """L563, L731, L747, L755, L541, L579."""
    hit = {"score": 5, "result": 12, "gross": 3, **more}
    needed = 12 - 5 - modifier
    assert play_procedure(combat_wounds.dodge, hit, needed).key == combat.MISS
    assert play_procedure(combat_wounds.dodge, hit, needed - 1).key == 3
    assert chance_of(combat_wounds.dodge, hit, "dodge") == Fraction(13 - needed, 12)


@pytest.mark.parametrize("faces", [(2,), (11,)])
def test_a_reaction_of_a_further_target_uses_up_what_helped_it(faces: tuple[int, ...]) -> None:
    hit = {"score": 5, "result": 14, "gross": 0, "prudence": 2, "danger": 1, "t_cowed": REACTION}
    found = effects_on(play_procedure(combat_wounds.dodge, hit, *faces), "target")
    assert found == {"prudence": 1, "danger": 1, "cowed": 0}
    unmoved = effects_on(play_procedure(combat_wounds.dodge, {**hit, "reaction": 0}), "target")
    assert unmoved == {}


def test_a_further_target_that_does_not_react_is_hit_without_dice() -> None:
    hit = {"score": 9, "result": 14, "gross": 3, "reaction": 0}
    assert play_procedure(combat_wounds.dodge, hit).key == 3
    assert chance_of(combat_wounds.dodge, hit, "dodge") == 0
    assert effects_on(play_procedure(combat_wounds.dodge, {**hit, "unaware": 1}), "target")["surprised"] == 0
    with pytest.raises(Refused) as refused:
        values(combat_wounds.dodge, {**hit, "reaction": 1, "unaware": 1})
    assert refused.value.code == "TR-E23"
    for attack, code in ((0, "TR-SAM"), (1, None), (2, None), (combat.SHOT, "TR-SAM")):
        given = {**hit, "reaction": 2, "attack": attack}
        if code is None:
            values(combat_wounds.dodge, given)
            continue
        with pytest.raises(Refused) as refused:
            values(combat_wounds.dodge, given)
        assert refused.value.code == code


# Final results of a shot at several, cover of a further target, its reaction; key.
BEHIND = (
    (14, 0, 2, 3),
    (14, LAMPPOST, 2, combat.COVERED),  # 11
    (15, LAMPPOST, 2, 3),
    (15, LAMPPOST, 8, combat.COVERED),  # action 12, reaction 13
    (15, LAMPPOST, 10, combat.MISS),  # action 15, reaction 15
    (15, LAMPPOST, 9, combat.COVERED),
    (16, combat.SHIELD, 2, 3),
    (15, combat.SHIELD, 2, combat.COVERED),
)


@pytest.mark.parametrize("result, cover, face, key", BEHIND)
def test_the_cover_of_a_further_target_counts(result: int, cover: int, face: int, key: int) -> None:
    """L667: each target of the shot has its own cover."""
    given = {"score": 5, "result": result, "gross": 3, "t_cover": cover, "attack": combat.SHOT}
    outcome = play_procedure(combat_wounds.dodge, given, face)
    assert outcome.key == key
    hostage = key == combat.COVERED and cover == combat.SHIELD
    assert [name for name, _ in outcome.then] == ["dodge"] + ["suffer"] * hostage
    if key != 3:
        assert "boxes" not in effects_on(outcome, "target")
    with pytest.raises(Refused) as refused:
        values(combat_wounds.dodge, {**given, "t_cover": combat.HIDDEN})
    assert refused.value.code == "TR-HID"
    assert play_procedure(combat_wounds.dodge, {**given, "attack": 1}, 2).key == 3, "a strike knows no cover"


def test_others_may_react_with_any_skill_that_an_action_is_opposed_with() -> None:
    printed = {row.split()[4] for row in combat_tables.ACTIONS}
    skills = {skill for each in printed for skill in each.split("/")} - {"-", "same", "special"}
    assert skills | {"melee", "corps"} == set(reactions.SKILLS)


# Modifiers of another character's next reaction only. Engaged enemies hinder a strike.
HELPED = (
    ({}, 0, {}),
    ({"prudence": 2}, 3, {"prudence": 1}),
    ({"danger": 1}, -3, {"danger": 1}),
    ({"spurred": REACTION}, 3, {"spurred": 0}),
    ({"spurred": ACTION}, 0, {}),
    ({"cowed": REACTION}, -3, {"cowed": 0}),
)
PRESSED = (({"close": 1, "crowd": 2}, -2), ({"close": 0, "crowd": 2}, 0), ({"pressure": -3}, -3))


@pytest.mark.parametrize("proc, field", [(reactions.react, "result"), (reactions.notice, "noted")])
@pytest.mark.parametrize("more, modifier, used", HELPED)
def test_a_reaction_of_somebody_else_is_one_like_any(
    proc, field: str, more: dict, modifier: int, used: dict
) -> None:
    given = {"score": 7, field: 14, **more}
    needed = 14 - 7 - modifier
    assert play_procedure(proc, given, needed).key == 1  # a tie: the side that prevents wins
    outcome = play_procedure(proc, given, needed - 1)
    assert (outcome.key, effects_on(outcome, "me")) == (0, used)
    assert play_procedure(proc, {**given, "score": 30}, 1).key == 0, "a natural 1"
    assert play_procedure(proc, {"score": 2, field: 3}, 8).key == 0, "below 12 it is no success"
    with pytest.raises(Refused) as refused:
        values(proc, {**given, "surprised": 1})
    assert refused.value.code == "TR-E23"


@pytest.mark.parametrize("more, modifier", PRESSED)
def test_what_the_action_does_to_a_reaction_counts_for_others_too(more: dict, modifier: int) -> None:
    assert lane(reactions.react, values(reactions.react, more), "roll") == modifier


def test_who_is_noticed_is_hidden_no_more() -> None:
    for face, seen in ((9, True), (8, False)):
        outcome = play_procedure(reactions.notice, {"score": 5, "noted": 14}, face)
        assert effects_on(outcome, "target") == ({"hidden": 0} if seen else {})


def test_an_action_that_somebody_else_prevents_has_failed() -> None:
    """L428: with all effects of a failure, for the actor and for the target."""
    strike = {**HURT, "plan": 1, "prime": primes.FASTER, "penalty": primes.RISK}
    known = values(combat_blows.strike, strike)
    for other, key in ((13, 4), (14, primes.INCIDENT), (20, primes.INCIDENT)):
        outcome = combat_blows.strike.step(known, (8, 0, other))  # 14
        assert outcome.key == key
        assert ("delta" in effects_on(outcome, "me")) == (key == 4)
    area = values(combat_blows.shoot, {"weapon": 5, "area": 1, "score": 6})
    assert combat_blows.shoot.step(area, (8, 0, 20)).key == combat.HALF - 3
    covered = values(combat_blows.shoot, {"weapon": 5, "score": 9, "t_cover": LAMPPOST})
    keys = [combat_blows.shoot.step(covered, (8, 0, other)).key for other in (13, 14, 16, 17)]
    assert keys == [5, combat.COVERED, combat.COVERED, combat.MISS]
    moves = values(combat_move.move, {"score": 6, "long": 1})
    barred = combat_move.move.step(moves, (11, 0, 20))
    assert (barred.key, [each for each in barred.effects if each[1] == "engaged"]) == (
        combat_move.STOPPED,
        [("me", "engaged", "+", 1)],
    )
    assert combat_move.move.step(moves, (11, 0, 13)).key == primes.DONE


def test_whoever_stands_behind_something_first_hinders_no_shot_at_the_others() -> None:
    shot = {"score": 5, "weapon": 3, "t_cover": LAMPPOST, "prime": primes.SEVERAL, "penalty": primes.EASY}
    outcome = play_procedure(combat_blows.shoot, shot, 9)
    assert outcome.key == combat.COVERED
    name, known = outcome.then[0]
    assert (name, known["result"], known["attack"], known["pressure"]) == ("dodge", 14, combat.SHOT, 3)
    assert play_procedure(combat_blows.shoot, shot, 6).then == ()


def test_a_sword_is_doubled_for_those_who_are_trinites_only() -> None:
    """L277, doubling first [A-TR10]: 3 halved is 2, 6 halved is 3, whoever was aimed at first."""
    for adam in (0, 1):
        known = {
            **HURT,
            "weapon": 3,
            "sword": 1,
            "adam_b": adam,
            "prime": primes.SEVERAL,
            "penalty": primes.RISK,
        }
        outcome = play_procedure(combat_blows.strike, known, 8)
        name, passed = outcome.then[0]
        assert (name, outcome.key) == ("dodge", 2 + adam)
        for other in (0, 1):
            hit = play_procedure(combat_wounds.dodge, {**passed, "adam_b": other}, 2)
            assert hit.key == 2 + other
            assert dict(hit.then)["dodge"] == {**passed, "apart": 0, "by": 0, "hit_a": 0, "hit_b": 0}
        shot = {"score": 5, "weapon": 3, "sword": 1, "adam_b": adam, "t_cover": combat_blows.SHIELD}
        name, passed = play_procedure(combat_blows.shoot, shot, 8).then[0]
        assert [
            play_procedure(combat_wounds.suffer, {**passed, "adam_b": other}).key for other in (0, 1)
        ] == [3, 6]


# Announcing, and the grip, on the Sheets.


def fight_state() -> State:
    state = State(KINDS)
    for row in range(3):
        apply_changes(
            state, [("char", row, "used", 1), ("char", row, "zone", FEU), ("char", row, "init", 9 - row)]
        )
    apply_changes(state, combat_rounds.turn_start_changes(state))
    return state


def apply_changes(state: State, changes: list) -> None:
    state.apply(state.effects(changes))


def test_announcing_ends_what_held_until_the_next_turn() -> None:
    state = fight_state()
    apply_changes(state, [("char", 0, "prudence", 2), ("char", 0, "danger", 1), ("char", 0, "delta", 3)])
    apply_changes(state, combat_rounds.announcement_changes(state, 0, 2))
    assert [state.get("char", 0, field) for field in ("prudence", "danger", "delta", "done")] == [0, 0, 0, 0]
    assert combat_rounds.actions_left(state, 0) == 2


# Plan, done, action, refused with.
ANNOUNCED = (
    (1, 0, "strike", None),
    (1, 1, "strike", "TR-E29"),
    (1, 0, "survey", "TR-E29"),
    (combat_rounds.ONE_UNIQUE, 0, "survey", None),
    (combat_rounds.ONE_UNIQUE, 0, "strike", "TR-E29"),
    (combat_rounds.ONE_UNIQUE, 1, "choke", "TR-E29"),
    (combat_rounds.ONE_UNIQUE, 1, "silence", None),
    (3, 2, "secure", None),
)


def test_a_turn_that_is_passed_ends_what_held_until_it_too() -> None:
    """L731, L747: only before the next own turn, whether anything is announced in that or not."""
    until = ("prudence", "danger", "surprised")
    for plan in (0, 1, combat_rounds.ONE_UNIQUE):
        state = fight_state()
        apply_changes(state, [("char", row, field, 1) for row in (0, 1) for field in until])
        if plan:
            apply_changes(state, combat_rounds.announcement_changes(state, 0, plan))
            apply_changes(state, [("char", 0, "prudence", 1)])  # Prudence from an action of this turn
        apply_changes(state, combat_rounds.turn_end_changes(state, 0))
        assert [state.get("char", 0, field) for field in until] == [abs(plan), 0, 0]
        assert [state.get("char", 1, field) for field in until] == [1, 1, 1]


@pytest.mark.parametrize("end", [combat_rounds.turn_end_changes, combat_rounds.interruption_changes])
def test_nothing_of_a_turn_outlives_it_unless_it_goes_on_later(end) -> None:
    """Plan, first move, feint, and the prime for a released hostage end with the turn (L412, L548, L592, L625)."""
    state = fight_state()
    apply_changes(state, combat_rounds.announcement_changes(state, 0, 3))
    own = {"plan": 3, "done": 1, "moved": 1, "feint": 2, "bonus": 1}
    apply_changes(state, [("char", 0, field, value) for field, value in own.items()])
    apply_changes(state, end(state, 0))
    kept = end is combat_rounds.interruption_changes
    assert [state.get("char", 0, field) for field in own] == [kept * value for value in own.values()]
    assert state.get("char", 0, "event") == kept


@pytest.mark.parametrize(("plan", "played", "name", "code"), ANNOUNCED)
def test_only_what_was_announced(plan, played, name, code) -> None:
    state = fight_state()
    apply_changes(state, [*combat_rounds.announcement_changes(state, 0, plan), ("char", 0, "done", played)])
    if code is None:
        combat_grip.check_announced(state, 0, name)
        return
    with pytest.raises(Refused) as refused:
        combat_grip.check_announced(state, 0, name)
    assert refused.value.code == code


def test_nobody_announces_nothing_nor_the_unconscious_anything() -> None:
    state = fight_state()
    for plan, code in ((0, "TR-E19"), (1, "TR-E32")):
        if plan:
            apply_changes(state, [("char", 0, "boxes", 9)])
        with pytest.raises(Refused) as refused:
            combat_rounds.announcement_changes(state, 0, plan)
        assert refused.value.code == code


def test_what_a_holder_may_do() -> None:
    state = fight_state()
    apply_changes(state, combat_rounds.announcement_changes(state, 0, 3))
    apply_changes(state, [("char", 1, "held", 1), ("char", 1, "grip", 14)])
    assert combat_rounds.victims(state, 0) == [1]
    get = state.get
    apply_changes(state, combat_grip.grip_changes(state, 0, 1, "silence"))
    apply_changes(state, combat_grip.grip_changes(state, 0, 1, "hostage"))
    assert (get("char", 1, "gagged"), get("char", 1, "shield"), get("char", 0, "cover")) == (1, 1, 2)
    assert get("char", 0, "done") == 0
    apply_changes(state, combat_grip.grip_changes(state, 0, 1, "secure"))
    assert (get("char", 1, "grip"), get("char", 0, "done")) == (17, 1)
    with pytest.raises(Refused) as refused:
        combat_grip.grip_changes(state, 0, 1, "secure")
    assert refused.value.code == "TR-E33"
    apply_changes(state, combat_grip.grip_changes(state, 0, 1, "choke"))
    assert get("char", 1, "boxes") == 2
    apply_changes(state, combat_grip.grip_changes(state, 0, 1, "bind"))
    apply_changes(state, combat_grip.grip_changes(state, 0, 1, "release"))
    assert (get("char", 1, "held"), get("char", 1, "tied"), get("char", 1, "grip")) == (0, 1, 17)
    assert (get("char", 0, "cover"), get("char", 0, "bonus")) == (0, 1)


@pytest.mark.parametrize("points, held", [(8, 1), (9, 0), (13, 0)])
def test_who_faints_or_dies_holds_nobody_any_more(points: int, held: int) -> None:
    """A-TR33: the shield is gone with the grip; the bonds stay, with the result that they are broken against."""
    state = fight_state()
    apply_changes(state, [("char", 1, "held", 1), ("char", 1, "grip", 14), ("char", 1, "tied", 1)])
    apply_changes(state, combat_grip.grip_changes(state, 0, 1, "hostage"))
    apply_changes(state, [("combat", 0, "round", 2)])
    apply_changes(state, combat_rounds.wound_changes(state, 0, points))
    found = [state.get("char", 1, field) for field in ("held", "shield", "tied", "grip")]
    assert (found, state.get("char", 0, "cover")) == ([held, held, 1, 14], 2 * held)


def test_a_hostage_is_the_shield_of_one_holder_whoever_else_he_holds() -> None:
    state = fight_state()
    for row in (1, 2):
        apply_changes(state, [("char", row, "held", 1), ("char", row, "grip", 14)])
    apply_changes(state, combat_grip.grip_changes(state, 0, 1, "hostage"))
    apply_changes(state, combat_grip.grip_changes(state, 0, 2, "release"))
    assert (state.get("char", 0, "cover"), state.get("char", 1, "shield")) == (2, 1)


@pytest.mark.parametrize("gone", ["release", "dead", "withdrawn", "free"])
def test_of_two_shields_the_other_stays_and_the_last_one_takes_the_cover(gone: str) -> None:
    """L591: any remaining hostage is the cover, not only the one taken last."""
    state = fight_state()
    ways = {
        "release": lambda row: combat_grip.grip_changes(state, 0, row, "release"),
        "dead": lambda row: combat_rounds.wound_changes(state, row, 13),
        "withdrawn": lambda row: roster.withdrawal_changes(state, row),
        "free": lambda row: engagement.with_linked_changes(state, engagement.release_changes(state, row)),
    }
    for row in (1, 2):
        apply_changes(state, [("char", row, "held", 1), ("char", row, "grip", 14)])
        apply_changes(state, combat_grip.grip_changes(state, 0, row, "hostage"))
    apply_changes(state, ways[gone](2))
    assert (state.get("char", 0, "cover"), engagement.shields(state, 0)) == (2, [1])
    assert state.get("char", 2, "shield") == 0
    apply_changes(state, ways[gone](1))
    assert (state.get("char", 0, "cover"), engagement.shields(state, 0)) == (0, [])


def test_another_cover_outlives_the_shield() -> None:
    state = fight_state()
    apply_changes(state, [("char", 1, "held", 1)])
    apply_changes(state, combat_grip.grip_changes(state, 0, 1, "hostage"))
    apply_changes(state, [("char", 0, "cover", 5)])
    apply_changes(state, combat_grip.grip_changes(state, 0, 1, "release"))
    assert state.get("char", 0, "cover") == 5


def test_a_combat_leaves_no_shield_behind_where_it_leaves_no_cover() -> None:
    state = fight_state()
    apply_changes(state, [("char", 1, "held", 1), ("char", 1, "grip", 14)])
    apply_changes(state, combat_grip.grip_changes(state, 0, 1, "hostage"))
    apply_changes(state, roster.combat_end_changes(state))
    assert (state.get("char", 0, "cover"), state.get("char", 1, "shield")) == (0, 0)
    assert (state.get("char", 1, "held"), state.get("char", 1, "grip")) == (1, 14)


# Fields that no later turn would clear: of a character that dies, is put aside, or leaves the combat by hand.
HELD_UP = {
    "prudence": 2,
    "danger": 1,
    "surprised": 1,
    "event": 1,
    "plan": 2,
    "done": 1,
    "feint": 2,
    "bonus": 1,
}


@pytest.mark.parametrize(
    "leaves",
    [
        lambda state: combat_rounds.wound_changes(state, 0, 13),
        lambda state: roster.withdrawal_changes(state, 0),
    ],
)
def test_whoever_leaves_leaves_nothing_that_only_his_turn_would_clear(leaves) -> None:
    state = fight_state()
    apply_changes(state, combat_rounds.turn_end_changes(state, 0))
    apply_changes(state, [("char", 0, field, value) for field, value in HELD_UP.items()])
    swayed = (("spurred", INITIATIVE), ("spurred_by", 1), ("cowed", REACTION), ("cowed_by", 1))
    apply_changes(state, [("char", 1, field, value) for field, value in swayed] + [("char", 1, "feint", 1)])
    apply_changes(state, leaves(state))
    assert {field: state.get("char", 0, field) for field in HELD_UP} == dict.fromkeys(HELD_UP, 0)
    found = [state.get("char", 1, field) for field, _ in (*swayed, ("feint", 0))]
    assert found == [0, 0, REACTION, 0, 0]


def test_who_dies_in_his_turn_has_its_end() -> None:
    """L382: he acts at the same time as another one; whom he encouraged gains at the end of that turn."""
    state = fight_state()
    apply_changes(state, [("char", 0, "tie", 1), ("char", 0, "delta", 3), ("char", 0, "plan", 2)])
    apply_changes(state, [("char", 1, "spurred", INITIATIVE), ("char", 1, "spurred_by", 1)])
    apply_changes(state, combat_rounds.wound_changes(state, 0, 13))
    assert combat_rounds.is_able(state, 0) and state.get("char", 0, "plan") == 2
    before = state.get("char", 1, "init")
    apply_changes(state, combat_rounds.turn_end_changes(state, 0))
    assert (state.get("char", 1, "spurred"), state.get("char", 1, "init")) == (0, min(before + 3, 12))
    assert [state.get("char", 0, field) for field in ("plan", "delta", "acting")] == [0, 0, 0]


def test_choking_may_spare_the_last_box() -> None:
    state = fight_state()
    apply_changes(state, [("char", 1, "held", 1), ("char", 1, "boxes", 11)])
    apply_changes(state, combat_grip.grip_changes(state, 0, 1, "choke", True))
    assert (state.get("char", 1, "boxes"), state.get("char", 1, "dead")) == (11, 0)
    apply_changes(state, combat_grip.grip_changes(state, 0, 1, "choke"))
    assert state.get("char", 1, "dead") == 1


def test_who_waited_for_an_event_steps_in() -> None:
    state = fight_state()
    apply_changes(state, combat_rounds.announcement_changes(state, 0, 2))
    apply_changes(state, combat_rounds.interruption_changes(state, 0))
    apply_changes(state, combat_rounds.turn_start_changes(state))
    assert state.get("combat", 0, "active") == 1
    apply_changes(state, combat_rounds.step_in_changes(state, 0))
    assert state.get("combat", 0, "active") == 0
    assert combat_rounds.actions_left(state, 0) == 2
    apply_changes(state, combat_rounds.turn_end_changes(state, 0))
    apply_changes(state, combat_rounds.turn_start_changes(state))
    assert state.get("combat", 0, "active") == 1  # the character's turn continues
    assert combat_rounds.step_in_changes(state, 1) == []
