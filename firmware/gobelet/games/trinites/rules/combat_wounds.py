"""Trinités: further targets of an attack, and wounds outside an attack.

See RULES 4.7 and 4.10, L521, L668.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gobelet.rules.procedure import Outcome, Procedure, choice, flag, lane, number
from gobelet.rules.refused import Refused

from . import combat, combat_tables, damage
from .combat import (
    COVERED,
    MISS,
    SHIELD,
    SHOT,
    VICTIM,
    is_faint,
    is_kill,
    is_reacting,
    refuse_dead,
    wound_effects,
)
from .natural import TARGET, chance, is_success, next_roll
from .sheets import CHARACTERS
from .tables import MOST

if TYPE_CHECKING:
    from typing import Any

    from gobelet.rules.odds import Odds
    from gobelet.rules.types import Consequence, Next, Progress, Step, Values

# Inputs for the attack that a further target reacts to. "result" is the attacker's final result. The target is
# hurt unless its reaction is a success with a final result of at least "result". "gross" is the damage to a human,
# before the protection is subtracted. "apart" is 1 if an attack on an area ends the target's engagements (L522).
_NOTED = (number("result", 0, 99, start=TARGET), number("gross", 0, 99), flag("apart"))
# Inputs for a sword, which does double damage to a Trinité (L277). "sword" is 1 if the weapon is a sword, "twice"
# is the damage to a Trinité.
_SWORD = (number("sword", 0, 1, asked=False), number("twice", 0, 99, when=lambda values: values["sword"]))


def _is_strike_reaction(values: Values) -> bool:
    """Tell whether the target reacts to a strike.

    The target's engaged opponents hinder a reaction to a strike (L563).
    """
    return 0 < values["attack"] < SHOT and is_reacting(values)


# Further inputs for the attack. "attack" is the kind of attack, see `combat.SHOT`. "by" is the attacker's row + 1.
# "hit_a" has one bit for each of the characters in the rows 0 to 9, "hit_b" for each in the rows 10 to 19. The bit
# is 1 if the same attack has already been resolved for the character.
_ATTACK = (
    number("attack", 0, SHOT, asked=False),
    number("pressure", -9, 9, lane="roll", when=is_reacting, asked=False),
    number("by", 0, CHARACTERS, asked=False),
    number("hit_a", 0, 1023, asked=False),
    number("hit_b", 0, 1023, asked=False),
)
_ATTACK_NAMES = ("result", "gross", "apart", "sword", "twice") + tuple([each.name for each in _ATTACK])
_NONE, _DODGES, _SAME = range(3)  # options of the input "reaction"


def _gross_damage(values: Values) -> int:
    """Return the damage to the target, before the target's protection is subtracted."""
    return values["twice"] if values["sword"] and values["adam_b"] else values["gross"]


def _check_dodge(values: Values) -> None:
    """Raise Refused for a dead or hidden target, or for a forbidden reaction.

    Raise TR-E23 if a surprised target reacts. Raise TR-SAM if the target reacts with the skill of the attack,
    but the attack is no strike.
    """
    refuse_dead(values)
    combat.refuse_hidden(values)
    if is_reacting(values) and values["unaware"]:
        raise Refused("TR-E23")
    if values["reaction"] == _SAME and not _is_strike_reaction(values):
        raise Refused("TR-SAM")


def _dodge_step(values: Values, progress: Progress) -> Step:
    now = next_roll(values, progress) if is_reacting(values) else None
    if now is not None:
        return now
    found: list[Consequence] = combat.reaction_effects(values)
    if values["apart"]:
        found.append(("target", "engaged", "=", 0))
    known: dict[str, Any] = {name: values[name] for name in _ATTACK_NAMES}
    then: tuple[Next, ...] = (("dodge", known),)
    final = 0  # final result of the reaction, or 0 without a successful reaction
    if is_reacting(values) and is_success(progress, lane(dodge, values, "roll")):
        final = progress + lane(dodge, values, "roll")
    key = _dodge_key(values, final)
    if key == COVERED and values["t_cover"] == SHIELD:
        then += (("suffer", {name: values[name] for name in ("gross", "sword", "twice")}),)
    return Outcome(key, tuple(found) + wound_effects(values, max(key, 0)), then)


def _dodge_key(values: Values, final: int) -> int:
    """Return the outcome key for `final`, the final result of the reaction.

    `final` is 0 for a failed reaction, or for no reaction. The attack hits the target if the sum of "result" and
    the modifier of the cover exceeds `final`. The attack hits the cover if "result" alone exceeds `final`. In both
    cases the compared number must be at least 12.
    """
    for result, key in (
        (values["result"] + combat.cover_modifier(values), max(0, _gross_damage(values) - values["armour"])),
        (values["result"], COVERED),
    ):
        if result >= TARGET and result > final:
            return key
    return MISS


def _dodge_odds(values: Values) -> Odds:
    """Return the odds of the reaction to an attack.

    A reaction that reaches "result" makes the attack miss. A reaction that only reaches "result" plus the modifier
    of the cover makes the attack hit the cover. The loop begins with the higher of the two numbers.
    """
    mod = lane(dodge, values, "roll")
    found: list[tuple[int, Any]] = []
    before = (0, 1)
    for needed in sorted({values["result"], values["result"] + combat.cover_modifier(values)}, reverse=True):
        num, den = chance(max(TARGET, needed) - mod, values["adam"]) if is_reacting(values) else (0, 1)
        found.append(
            (_dodge_key(values, max(TARGET, needed)), (num * before[1] - before[0] * den, den * before[1]))
        )
        before = num, den
    return combat.odds_from_shares(found + [(_dodge_key(values, 0), None)])


dodge = Procedure(
    "dodge",
    (
        number("score", 0, MOST, lane="roll", when=is_reacting),
        number("more", -30, 30, lane="roll", when=is_reacting),
        number("adam", 0, 1, role="target", field="adam"),
    )
    + _NOTED
    + (number("adam_b", 0, 1, role="target", field="adam"),)
    + VICTIM
    + _SWORD
    + (choice("reaction", ("none", "esquive", "same"), _DODGES), flag("unaware"))
    + combat.target_modifier_inputs("roll")
    + (
        number(
            "crowd",
            0,
            19,
            lane="roll",
            mods=lambda values: combat_tables.crowd_modifier(values["crowd"]),
            when=_is_strike_reaction,
            role="target",
            field="engaged",
            asked=False,
        ),
        combat.cover_input("hit", lambda values: values["attack"] == SHOT),
    )
    + _ATTACK,
    _dodge_step,
    check=_check_dodge,
    questions=(("dodge", lambda values, key: key == MISS), ("faint", is_faint), ("kill", is_kill)),
    explain="dodge",
    roles=("target",),
    odds=_dodge_odds,
)


# A wound without a reaction, such as the wound of a hostage who is hit as cover. The target loses the damage less
# the target's protection.


def _suffer_step(values: Values, progress: Progress) -> Outcome:
    armour = 0 if values["bare"] else values["armour"]
    key = damage.blow_damage(_gross_damage(values), protection=armour, precise=values["precise"])[2]
    return Outcome(key, wound_effects(values, key, values["nonlethal"]))


suffer = Procedure(
    "suffer",
    (
        number("gross", 0, 99),
        flag("bare"),
        flag("precise", when=lambda values: not values["bare"]),
        flag("nonlethal"),
        number("adam_b", 0, 1, role="target", field="adam"),
    )
    + VICTIM
    + _SWORD,
    _suffer_step,
    check=refuse_dead,
    roles=("target",),
)
