"""Tri'Nytia: the Procedures of an attack, a defence, and wounds without an attack."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gobelet.rules.procedure import OPPONENT, Ask, Outcome, Procedure, Roll, choice, flag, number

from . import combat
from .inputs import ACTED, BOTH, DICE, ME, TARGET, amount, armour, wounds

if TYPE_CHECKING:
    from gobelet.rules.types import Consequence, Faces, Next, Progress, Step, Values

MISS = -1  # the progress of a missed attack; the outcome key of the miss is 0


def factor(values: Values) -> int:
    """Return the factor of an attack: 3 if tripled, 2 if doubled, otherwise 1."""
    return 3 if values["x3"] else 2 if values["x2"] else 1


def result(values: Values, faces: Faces, attack: bool) -> tuple[int, bool, int]:
    """Return (difference, missed, result) of the faces; see `combat.result`."""
    natural = attack and values["natural"]
    by = values["div"] * values["div2"]
    return combat.result(
        attack,
        faces[0],
        faces[1],
        values["mod4"],
        values["mod6"],
        factor(values),
        by,
        values["flat"],
        natural,
    )


def _attack_fold(values: Values, progress: Progress, faces: Faces) -> int:
    _, missed, amount = result(values, faces, True)
    return MISS if missed else amount


_ATTACK = Roll(BOTH, _attack_fold)
_DEFEND = Roll(BOTH, lambda values, progress, faces: result(values, faces, False)[2])


def _attack_step(values: Values, progress: Progress) -> Step:
    if progress is None:
        return _ATTACK
    return _wound_step(values, progress, (("attacker", "fought", "+", 1), ACTED), True)


def _suffer_step(values: Values, progress: Progress) -> Step:
    return _wound_step(values, values["amount"] if progress is None else progress, (), False)


def _wound_step(
    values: Values, progress: Progress, effects: tuple[Consequence, ...], is_attack: bool
) -> Step:
    """Return the next step after the number of wounds is known.

    If the target has armour, the first step is the question how many wounds the armour absorbs. After the answer, or
    without armour, the step is the Outcome. The outcome key of an attack is the number of wounds before the
    absorption. The outcome key of `suffer` is the number of wounds after the absorption.
    """
    if isinstance(progress, tuple):
        amount, absorbed = progress
    else:
        amount, absorbed = max(0, progress), 0
        if amount and values["armour"]:
            return _ask_absorption(amount, min(amount, values["armour"]))
    pv, before = victim(values)
    _, _, net, dead = combat.wounds(before, values["armour"], pv, amount, absorbed)
    word = "miss" if progress == MISS else None
    then: tuple[Next, ...] = ()
    if absorbed:
        effects += (("target", "armour", "-", absorbed),)
    if values["aim"]:
        if dead:
            word = "familiar_dead"
            effects += _familiar_death(values)
        elif net:
            effects += (("target", "fam2_wounds" if values["which"] else "fam_wounds", "+", net),)
    elif net:
        effects += (("target", "wounds", "+", net), ("target", "unabsorbed", "+", net))
        if dead:
            word = "dead"
            then = (("death", {}),)
    return Outcome(amount if is_attack else net, effects, then, word)


def _familiar_death(values: Values) -> tuple[Consequence, ...]:
    """Return the effects of a familiar's death.

    If the first of two familiars dies, the second familiar becomes the first.
    """
    found: tuple[Consequence, ...] = (("target", "familiar", "-", 1),)
    if not values["which"]:
        found += (
            ("target", "fam_pv", "=", values["fam2_pv"]),
            ("target", "fam_wounds", "=", values["fam2_wounds"]),
        )
    return found + (("target", "fam2_pv", "=", 0), ("target", "fam2_wounds", "=", 0))


def _ask_absorption(amount: int, most: int) -> Ask:
    return Ask(
        OPPONENT,
        "absorb",
        tuple(range(most + 1)),
        lambda values, progress, n: (amount, n),
        lambda values, progress: most,
    )


def victim(values: Values) -> tuple[int, int]:
    """Return (PV or life points, wounds) of the target, a character or a familiar."""
    if not values["aim"]:
        return values["pv"], values["wounds"]
    if values["which"]:
        return values["fam2_pv"], values["fam2_wounds"]
    return values["fam_pv"], values["fam_wounds"]


def _is_fatal(values: Values, key: int) -> bool:
    """Tell whether `key` wounds kill a target that uses all its armour.

    The result is False if the PV (life points) of the target are unknown.
    """
    pv, before = victim(values)
    return 0 < pv <= before + max(0, key - values["armour"])


def _is_over_armour(values: Values, key: int) -> bool:
    """Tell whether `key` wounds are more than all armour of the target."""
    return key > values["armour"]


def _is_hit(values: Values, key: int) -> bool:
    return key > 0


def _defend_step(values: Values, progress: Progress) -> Step:
    if progress is None:
        return _DEFEND
    return Outcome(progress, (("me", "armour", "+", progress), ("me", "fought", "+", 1), ACTED))


def _is_familiar_aimed_at(values: Values) -> bool:
    return values["familiar"] > 0 and values["aim"] == 1


def _has_choice_of_familiar(values: Values) -> bool:
    return values["familiar"] > 1 and values["aim"] == 1


# The inputs of an attack or a defence. If the result is tripled, the form does not show the doubling, because only the
# highest factor counts (L166-167). The two divisors are multiplied [A-TN19].
_COMBAT = DICE + (
    flag("x3", 3, "x"),
    flag("x2", 2, "x", when=lambda values: not values["x3"]),
    number("div", 1, 99, start=1),
    number("div2", 1, 9, start=1, when=lambda values: values["div"] > 1),
    number("flat", -50, 50, lane="flat"),
)

# The inputs about the target, which may be a familiar instead of the character (L259). The value 0 of "pv" (life
# points) means unknown.
_VICTIM = (
    number("pv", 0, 99, role="target", field="pv"),
    wounds(),
    armour(),
    number("familiar", 0, 9, role="target", field="familiar"),
    choice("aim", ("character", "familiar"), when=lambda values: values["familiar"] > 0),
    number("fam_pv", 0, 99, when=_is_familiar_aimed_at, role="target", field="fam_pv"),
    number("fam_wounds", 0, 199, when=_is_familiar_aimed_at, role="target", field="fam_wounds"),
)

# The inputs for a target with two familiars. They are the last inputs of a Procedure, because a later version added
# them.
_SECOND = (
    choice("which", ("first", "second"), when=_has_choice_of_familiar),
    number("fam2_pv", 0, 99, when=_has_choice_of_familiar, role="target", field="fam2_pv"),
    number("fam2_wounds", 0, 199, when=_has_choice_of_familiar, role="target", field="fam2_wounds"),
)

attack = Procedure(
    "attack",
    _COMBAT + _VICTIM + (number("natural", 0, 1, role="option", field="natural", asked=False),) + _SECOND,
    _attack_step,
    questions=(("kill", _is_fatal), ("wound", _is_over_armour), ("hit", _is_hit)),
    explain="attack",
    roles=("attacker", "target"),
)
defend = Procedure("defend", _COMBAT, _defend_step, explain="defend", roles=ME)
suffer = Procedure("suffer", (amount(),) + _VICTIM + _SECOND, _suffer_step, explain="suffer", roles=TARGET)
