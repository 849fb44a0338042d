"""Trirème: the why-chain of a ram of two fleets; see `why`."""

from .fleet_ram import effect, even, sides


def ram(proc, v, path):
    dice = [sum(result) for result in path if not isinstance(result, int)] or (0, 0)
    rammer, target = sides(v)
    rammer += dice[0]
    target += dice[1]
    lines = [("why.sides", (target, rammer, target - rammer))]
    if v["ram_dice"] == 1 and v["ram_size"]:
        lines.insert(0, ("why.assumed", ()))
    if effect(target - rammer) == "parity":
        lines.append(("why.parities", (target - rammer, sum(dice))))
        said = even(v, target - rammer)
        if said is not None:
            lines.append(("why.even" if said else "why.odd", ()))
    return lines
