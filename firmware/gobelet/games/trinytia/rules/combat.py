"""Tri'Nytia: the arithmetic of combat.

The module covers attacks, defences, range, wounds, armour and healing.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gobelet.rules.refused import Refused

from . import tables

if TYPE_CHECKING:
    from collections.abc import Sequence


def factor(multipliers: Sequence[int]) -> int:
    """Return the highest of several factors, the only one that counts (L166-167)."""
    best = 1
    for m in multipliers:
        best = max(best, m)
    return best


def divisor(divisors: Sequence[int]) -> int:
    """Return the product of several divisors [A-TN19].

    One division by the product rounds only once.
    """
    product = 1
    for d in divisors:
        product *= d
    return product


def result(
    attack: bool,
    d4: int,
    d6: int,
    mod4: int = 0,
    mod6: int = 0,
    times: int = 1,
    by: int = 1,
    flat: int = 0,
    natural: int = False,
) -> tuple[int, bool, int]:
    """Return (difference of the dice, whether the attack misses, result) of a roll.

    `mod4` and `mod6` modify the dice before the subtraction (L158). The difference is multiplied by `times`, divided
    by `by`, rounded up, and increased by `flat` (L156, L248). The result is never below 0 [A-TN05].

    An attack with equal dice misses (L134), and its result is 0 without `flat` [A-TN04]. The modified dice are
    compared, or the faces without modifiers if `natural` is set [A-TN03].
    """
    base = abs(d4 + mod4 - d6 - mod6)
    if attack and (d4 == d6 if natural else base == 0):
        return base, True, 0
    return base, False, max(0, -(-(base * times) // by) + flat)


def lieux_in_range(lieu: int, extra: int = 0) -> int:
    """Return the mask of the Lieux (places) in range of a character on `lieu`.

    These are the Lieux on the same island, and the Lieux of the mask `extra`, which cards add. Lieux 0 and 1 are on no
    island: TN-E12 refuses them if `extra` is 0, and the players decide about the range [A-TN23].
    """
    if lieu in (0, 1) and extra:
        return extra
    return tables.ISLANDS[tables.island(lieu)] | extra


def targets(me: int, lieux: Sequence[int], alive: Sequence[bool], extra: int = 0) -> list[int]:
    """Return the rows of the living characters in range of the character `me`.

    `me` is not among them. `lieux` and `alive` have an entry for each row. `extra` is the mask of the Lieux (places)
    that cards add to the range of `me`.
    """
    mask = lieux_in_range(lieux[me], extra)
    found = []
    for row in range(len(lieux)):
        if row != me and alive[row] and lieux[row] >= 0 and mask >> lieux[row] & 1:
            found.append(row)
    return found


def check_target(me: int, target: int, lieux: Sequence[int], alive: Sequence[bool], extra: int = 0) -> None:
    """Refuse an attack of the character `me` on `target` that the rules forbid.

    TN-E10 refuses a dead attacker or target, TN-E26 an attack on oneself, TN-E25 a target out of range. TN-E12 refuses
    an attacker without an island; see `lieux_in_range`.
    """
    check_alive(me, alive[me])
    if me == target:
        raise Refused("TN-E26")
    check_alive(target, alive[target])
    if not lieux_in_range(lieux[me], extra) >> lieux[target] & 1:
        raise Refused("TN-E25")


def check_alive(name: int, alive: bool) -> None:
    """Raise Refused(TN-E10) for a dead character; `name` is the row of the character."""
    if not alive:
        raise Refused("TN-E10", name=name)


def check_amounts(*amounts: int) -> None:
    """Raise Refused(TN-E07) for a negative amount of wounds, healing, armour or gold."""
    for n in amounts:
        if n < 0:
            raise Refused("TN-E07")


def wounds(wounds: int, armour: int, pv: int, x: int, absorb: int) -> tuple[int, int, int, bool]:
    """Return (wounds, armour, new wounds, dead) of a character who suffers `x` wounds.

    The armour absorbs `absorb` of these wounds, a number that the owner of the armour chooses (L150). A character
    whose wounds reach the PV (life points) dies (L153); `pv` 0 means that the PV are unknown. TN-E07 refuses negative
    numbers. TN-E08 refuses more absorbed wounds than armour, TN-E09 more absorbed than suffered wounds.
    """
    check_amounts(wounds, armour, x, absorb)
    if absorb > armour:
        raise Refused("TN-E08", n=armour)
    if absorb > x:
        raise Refused("TN-E09", n=x)
    net = x - absorb
    return wounds + net, armour - absorb, net, 0 < pv <= wounds + net


def heal(wounds: int, armour: int, x: int, spill: int = False) -> tuple[int, int]:
    """Return (wounds, armour) of a character after a healing of `x` wounds.

    A character without wounds gets `x` armour instead (L148) [A-TN20]. If `x` is more than the wounds, the rest is
    lost, or becomes armour if `spill` is set [A-TN06].
    """
    check_amounts(wounds, armour, x)
    if wounds == 0 or (spill and x > wounds):
        return 0, armour + x - wounds
    return max(0, wounds - x), armour
