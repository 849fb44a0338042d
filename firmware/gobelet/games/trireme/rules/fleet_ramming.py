"""Trirème, Fleet game: ramming.

See RULES 1, `fleet_ram_modifiers` and `fleet_ram_effects`. The player aid (the printed summary of the rules) has the
modifiers and the effects. It lacks the dice and the number to which the modifiers are added. By reading [A1], the
total of each ship is the sum of the ship's size, one die and the ship's modifiers. `param` lines of the owner's file
may change the number of dice, or leave out the size. The difference is the target's total minus the rammer's total
[A14].
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gobelet.rules.procedure import (
    SHEET,
    Ask,
    Outcome,
    Procedure,
    Roll,
    ask_first,
    choice,
    flag,
    number,
    sums,
)

from .inputs import BOTH, check_sizes, crew_input, held_input, size_input
from .sheets import SUNK

if TYPE_CHECKING:
    from collections.abc import Callable

    from gobelet.rules.types import Consequence, Progress, Step, Values

# Modifiers [Modificateurs aux éperonnements], L92-110. The crew quality is a modifier of both ships [A13]. A ram on a
# side of the target's bow or stern also counts as a ram on a side [A20].
QUALITY = (3, 2, 1, 0)  # modifier of the crew quality: expert, ordinaire, débutant, esclave
AGAINST = (0, 5, 2)  # modifier of the rammer for a ram against the bow, a side, the stern
SIDE = (0, 3, 1)  # modifier of the target for a ram on its side amidships, at the bow, at the stern

# Effects [Effets d'éperonnement], L119-125. Each line has the lowest difference, the highest difference, and the result
# for the target. 99 and -99 mean no limit. The result "parity" means "immobilised" if a total is even, else "none".
EFFECTS = (
    "  3  99  none",
    " -2   2  parity",
    " -6  -3  immobilised",
    "-99  -7  sunk",
)
RESULTS = ("none", "immobilised", "sunk")  # names of the results; the index of a name is the outcome key

# Values of the input "parity" choose the total that must be even [A2]. If the value is 0, the device asks the players.
DICE = 1  # the sum of all dice
TOTALS = 2  # the sum of the totals of both ships
# The progress after the rammer's dice is _TARGET plus the sum of these dice. The progress after the target's dice is
# the difference.
_TARGET = 1000
_ANSWERED = 500  # the progress after the question about parity is _ANSWERED plus the answer


def effect_name(difference: int) -> str:
    """Return the result in EFFECTS for a difference; the result may be "parity"."""
    for row in EFFECTS:
        low, high, name = row.split()
        if int(low) <= min(max(difference, -99), 99) <= int(high):
            break
    return name


def side_totals(values: Values) -> tuple[int, int]:
    """Return (rammer's, target's) sum of the ship's size and modifiers, without dice."""
    lanes = sums(fleet_ram, values)
    return lanes["rammer"], lanes["target"]


def net_difference(values: Values) -> int:
    """Return the target's sum minus the rammer's sum, see `side_totals`."""
    rammer, target = side_totals(values)
    return target - rammer


def is_even(values: Values, difference: int) -> bool | None:
    """Tell whether the total that decides at the result "parity" is even.

    At this result the effect depends on a total. The player aid does not say which total must be even [A2]: the sum of
    both ships' totals, or the sum of the dice.
    The sum of both totals is even exactly if their difference is even. The result is None if the two readings differ
    and the owner's file chooses neither.
    """
    totals = difference % 2 == 0
    dice = (difference - net_difference(values)) % 2 == 0
    if values["parity"] == TOTALS or not values["ram_dice"] or totals == dice:
        return totals
    return dice if values["parity"] == DICE else None


def _ram(values: Values, progress: Progress) -> Step:
    if values["ram_dice"]:
        dice = (6,) * values["ram_dice"]
        if progress is None:
            return Roll(dice, lambda values, progress, faces: _TARGET + sum(faces))
        if progress > _TARGET:
            base = net_difference(values) + _TARGET - progress
            return Roll(dice, lambda values, progress, faces: base + sum(faces))
    elif progress is None:
        progress = net_difference(values)
    if progress >= _ANSWERED:
        key = progress - _ANSWERED
    else:
        name = effect_name(progress)
        if name == "parity":
            key = is_even(values, progress)
            if key is None:
                return Ask(SHEET, "even", (0, 1), lambda values, progress, option: _ANSWERED + option)
            key = int(key)
        else:
            key = RESULTS.index(name)
    if key == 2:
        return Outcome(2, (("target", "fate", "=", SUNK),))
    effects: tuple[Consequence, ...] = (("target", "eased", "=", 1),)
    if key:
        effects += (("target", "immobilised", "=", max(1, values["target_immobilised"])),)
    return Outcome(key, effects, (("fleet_grapple", {"target_rammed": 1}),))


def _size(name: str) -> Callable[[Values], int]:
    return lambda values: values[name] if values["ram_size"] else 0


fleet_ram = Procedure(
    "fleet_ram",
    (
        # A form asks for "against" and "part" in one question. The input "part" counts only for a ram on a side.
        ask_first(choice("against", ("bow", "side", "stern"), 1, "rammer", AGAINST)),
        choice(
            "part", ("middle", "bow", "stern"), 0, "target", SIDE, when=lambda values: values["against"] == 1
        ),
        flag("cruise", -1, "rammer"),
        flag("faster", 1, "target"),
        size_input("rammer_size", "attacker", "rammer", _size("rammer_size")),
        size_input("target_size", "target", "target", _size("target_size")),
        crew_input("rammer_quality", "attacker", "rammer", QUALITY),
        crew_input("target_quality", "target", "target", QUALITY),
        held_input("rammer_immobilised", "attacker", "rammer", -2),
        held_input("target_immobilised", "target", "target", -2),
        number("ram_dice", 0, 3, 1, role="param", field="ram_dice", asked=False),
        number("ram_size", 0, 1, 1, role="param", field="ram_size", asked=False),
        choice("parity", ("ask", "dice", "totals"), role="param", field="parity", asked=False),
    ),
    _ram,
    check=lambda values: check_sizes(values) if values["ram_size"] else None,
    questions=(("hit", lambda values, key: key > 0), ("sunk", lambda values, key: key == 2)),
    explain="fleet_ram",
    roles=BOTH,
)
