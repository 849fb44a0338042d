"""Trirème, Ship game: the rolls between two ships side by side (RULES 2).

The rolls are grappling [Agrippement], L244-256; boarding combat, L258-267; surrender [Reddition], L292-300;
and detachment [Détachement], L283-290.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gobelet.rules.procedure import Outcome, Procedure, Roll, choice, flag, lane, number

from .inputs import BOTH, DICE, SHIP, YES, compare_crews, crew_input, flag_input, grapple_effects, held_input
from .sheets import SURRENDERED

if TYPE_CHECKING:
    from gobelet.rules.types import Face, Next, Progress, Step, Values

# Boarding combat [Table du combat d'abordage]. Each line has a face of the attacker's die, then the men that the target
# loses for each boarding factor in FACTORS.
FACTORS = (1, 2, 3, 4, 5, 10, 15, 20, 25)
BOARDING = (
    "1  0 0 0 0 1 1 2 3 4",
    "2  0 0 0 1 1 2 3 4 5",
    "3  0 0 1 1 1 2 3 5 6",
    "4  0 0 1 1 1 3 4 5 7",
    "5  0 1 1 1 2 3 5 6 8",
    "6  1 1 1 2 2 4 5 7 8",
)

# Three readings of a boarding factor that is not in FACTORS [A6].
GREEDY = 0  # the factor is split into the largest possible FACTORS, with one die for all parts
SEPARATE = 1  # the factor is split as with GREEDY, with a separate die for each part
LOWER = 2  # the next lower factor in FACTORS replaces the factor

# Surrender after a lost boarding combat. Each line has the quality of a crew, then each sum of two dice with which the
# crew surrenders.
SURRENDER = (
    "expert     9 10",
    "ordinaire  8 9 11",
    "debutant   8 9 10 11",
    "esclave    7 8 9 10 11 12",
)
BREACHED = (3, 4, 5)  # sums with which any crew surrenders if its ship has a breach
MINORITY = 10  # the sum with which a crew does not surrender if its slaves are in a minority

NEED = 9  # the least total of dice and modifiers with which a grapple or a detachment succeeds

CREWS = (
    crew_input("crew", "attacker"),
    crew_input(
        "other_crew", "target", "roll", lambda values: compare_crews(values["crew"], values["other_crew"])
    ),
)


def _grapple(values: Values, progress: Progress) -> Step:
    if progress is None:
        return DICE
    if progress + lane(ship_grapple, values, "roll") < NEED:
        return Outcome(0)
    return Outcome(1, grapple_effects(True), (("ship_boarding", {}),))


ship_grapple = Procedure(
    "ship_grapple",
    (
        flag_input("made_easier", "target", "eased", "roll", 3),
        flag("friendly", 3, "roll"),
        flag("collision", 1, "roll"),
        held_input("target_immobilised", "target", "roll", 1),
        flag("target_full_speed", -1, "roll", when=lambda values: not values["collision"]),
        flag("oarsmen_only", -1, "roll"),
        held_input("immobilised", "attacker", "roll", -1),
        flag_input("iron_hands", "attacker", "iron", "roll", 2),
    )
    + CREWS,
    _grapple,
    questions=YES,
    explain="total_and_need",
    roles=BOTH,
)


def printed_factors(factor: int, how: int) -> list[int]:
    """Return the printed factors that replace `factor`; [] if `factor` is 0.

    `how` is GREEDY, SEPARATE or LOWER [A6].
    """
    parts = []
    while factor:
        part = max([printed for printed in FACTORS if printed <= factor])
        parts.append(part)
        factor = 0 if how == LOWER else factor - part
    return parts


def men_lost(factor: int, die: Face) -> int:
    """Return the men that the target loses, for a factor in FACTORS and a face."""
    return int(BOARDING[die - 1].split()[1 + FACTORS.index(factor)])


def _boarding(values: Values, progress: Progress) -> Step:
    """Resolve the attacker's roll in a boarding combat.

    The outcome key is the number of men that the target loses. If each factor has its own die (SEPARATE), the progress
    is the number of men lost so far, plus 100 for each die rolled so far.
    """
    parts = printed_factors(values["factor"], values["split"])
    if not parts:
        return Outcome(0, word="none")
    rolled, amount = divmod(progress or 0, 100)
    if values["split"] == SEPARATE and rolled < len(parts):
        return Roll(
            (6,), lambda values, progress, faces: (progress or 0) + 100 + men_lost(parts[rolled], faces[0])
        )
    if progress is None:
        return Roll((6,), lambda values, progress, faces: sum([men_lost(part, faces[0]) for part in parts]))
    then: tuple[Next, ...] = (("ship_boarding", {"attacker": "target", "target": "attacker"}),)
    if amount:  # if the target loses men, a surrender or a detachment may follow
        then += (("ship_surrender", {"ship": "target"}), ("ship_detachment", {"won_boarding": 1}))
    return Outcome(amount, (("target", "men", "=", max(values["men"] - amount, 0)),), then)


ship_boarding = Procedure(
    "ship_boarding",
    (
        number("factor", 0, 99, 1, role="attacker", field="factor"),
        number("men", 0, 99, role="target", field="men", asked=False),
        choice("split", ("greedy", "separate", "lower"), role="param", field="split", asked=False),
    ),
    _boarding,
    explain="ship_boarding",
    roles=BOTH,
)


def is_surrendering(quality: int, breached: object, minority: object, roll: int) -> bool:
    """Tell whether a crew surrenders if `roll` is the sum of its two dice."""
    if breached and roll in BREACHED:
        return True
    if minority and quality == 3 and roll == MINORITY:
        return False
    return str(roll) in SURRENDER[quality].split()


def _surrender(values: Values, progress: Progress) -> Step:
    if progress is None:
        return DICE
    if is_surrendering(values["quality"], values["breaches"] > 0, values["minority"], progress):
        return Outcome(1, (("ship", "fate", "=", SURRENDERED),))
    return Outcome(0)


ship_surrender = Procedure(
    "ship_surrender",
    (
        crew_input(),
        number("breaches", 0, 9, role="ship", field="breaches"),
        flag("minority", when=lambda values: values["quality"] == 3),
    ),
    _surrender,
    questions=YES,
    explain="ship_surrender",
    roles=SHIP,
)


def _detachment(values: Values, progress: Progress) -> Step:
    if progress is None:
        return DICE
    if progress + lane(ship_detachment, values, "roll") < NEED:
        return Outcome(0)
    return Outcome(1, grapple_effects(False))


ship_detachment = Procedure(
    "ship_detachment",
    (
        flag("friendly", 3, "roll"),
        flag("won_boarding", 2, "roll"),
        flag("enemy_corvus", -3, "roll"),
    )
    + CREWS,
    _detachment,
    questions=YES,
    explain="total_and_need",
    roles=BOTH,
)
