"""Trirème: the why-chains, imported when one is asked for.

Each function takes the values and the path of a resolution and gives [(text key, arguments)...]. The screen
names the faces and the modifiers by itself; these lines say what becomes of them.
"""

from gobelet.core.procedure import sums


def _total(v, dice, proc):
    """(total of the dice with the lane "roll", lines)."""
    mod = sums(proc, v).get("roll", 0)
    if not mod:
        return dice, []
    sign = ".minus" if mod < 0 else ".plus"
    return dice + mod, [("why.total" + sign, (dice, abs(mod), dice + mod))]


def clearance(v, path):
    from .fleet import cleared, fleet_clearance

    total, lines = _total(v, sum(path[0]), fleet_clearance)
    return lines + [("why.row", (cleared(total),))]


def reef(v, path):
    from .passing import ship_reef

    total, lines = _total(v, sum(path[0]), ship_reef)
    return lines + [("why.row", (min(max(total, 3), 6),))]


def incendiary(v, path):
    from .passing import NEED, NEED_TOWER

    return [("why.need", (NEED_TOWER if v["from_tower"] else NEED,))]


def fleet_ram(v, path):
    from .fleet_ram import effect, even, fleet_ram, net

    lanes = sums(fleet_ram, v)
    dice = [sum(result) for result in path if not isinstance(result, int)] or [0, 0]
    rammer = lanes["rammer"] + dice[0]
    target = lanes["target"] + dice[1]
    difference = target - rammer
    lines = [("why.assumed", ()), ("why.sides", (target, rammer, difference))]
    if effect(difference) == "parity":
        is_even = even(v, difference)
        if is_even is None:
            # Both parities, as the readings differ: of the difference, and of the dice alone.
            both = (difference - net(v)) % 2
            lines.append(("why.parities", (difference, sum(dice))))
            lines.append(("why.dice.odd" if both else "why.dice.even", ()))
        else:
            lines.append(("why.even" if is_even else "why.odd", ()))
    return lines


def fleet_grapple(v, path):
    from .fleet_fights import fleet_grapple

    if not path:
        return [("why.no_need", (sums(fleet_grapple, v)["roll"],))]
    return _total(v, sum(path[0]), fleet_grapple)[1] + [("why.need", (v["need"],))]


def fleet_boarding(v, path):
    from .fleet_fights import BOARDING, boarding_cell, boarding_row

    a, b = v["value"], v["target_value"]
    row = boarding_row(a, b)
    letter = boarding_cell(row, path[0][0])
    return [
        ("why." + BOARDING[row].split()[0], (max(a, b), min(a, b))),
        ("why.stalemate" if letter == "-" else "why.stronger" if letter == "F" else "why.weaker", ()),
    ]


def _damage(v, path, proc, table, column, head):
    from . import cells, damage

    total, lines = _total(v, sum(path[0]), proc)
    row = damage.row(total)
    code, mark = damage.cell(v, table, row, column)
    shown = cells.write(code) + (" ~?"[mark].rstrip())
    lines = head + lines + [("why.cell", (row, shown))]
    if cells.corrected(v, row, cells.COLUMN) and mark == cells.SURE:
        lines.append(("why.owner", ()))
    if mark == cells.DOUBT:
        lines.append(("why.doubt", ()))
    for result in path[1:]:
        if mark:
            lines.append(("why.read", (cells.write(result),)))
            mark = 0
        else:
            lines.append(("why.side" if result else "why.no_side", ()))
    return lines


def ram(v, path):
    from .ramming import ship_ram, where
    from .tables import RAM

    ratio = sums(ship_ram, v)["column"]
    return _damage(v, path, ship_ram, RAM, where(v), [("why.ratio", ("%+d" % ratio if ratio else "0",))])


def rake(v, path):
    from .raking import ship_rake, where
    from .tables import RAKE

    column = where(v)
    return _damage(v, path, ship_rake, RAKE, column, [("why.crew." + ("inf", "egal", "sup")[column], ())])


def breach(v, path):
    from .breach import STAYS, sinks

    die = path[0][0]
    lines = [("why.breach", (v["breaches"] + 1,))]
    if path[1:]:
        lines.append(("why.or.stays" if path[1] == STAYS else "why.or.loses", ()))
    if sinks(v, die):
        lines.append(("why.second" if v["breaches"] else "why.small", (v["size"],)))
    return lines


def grapple(v, path):
    from .grappling import NEED, ship_grapple

    return _total(v, sum(path[0]), ship_grapple)[1] + [("why.need", (NEED,))]


def detachment(v, path):
    from .grappling import NEED, ship_detachment

    return _total(v, sum(path[0]), ship_detachment)[1] + [("why.need", (NEED,))]


def boarding(v, path):
    from .boarding import LOWER, SEPARATE, loss, split

    parts = split(v["factor"], v["split"])
    if not parts:
        return [("why.no_factor", ())]
    lines = []
    for at in range(len(parts)):
        die = path[at if v["split"] == SEPARATE else 0][0]
        lines.append(("why.part", (parts[at], die, loss(parts[at], die))))
    if len(parts) > 1 or (v["split"] == LOWER and parts[0] != v["factor"]):
        lines.append(("why.split", (v["factor"],)))
    return lines


def surrender(v, path):
    from .boarding import BREACHED, MINORITY, SURRENDER

    numbers = SURRENDER[v["quality"]].split()[1:]
    if v["minority"]:
        numbers.remove(str(MINORITY))
    lines = [("why.set", (sum(path[0]), ", ".join(numbers)))]
    if v["breaches"]:
        lines.append(("why.breached", (BREACHED[0], BREACHED[-1])))
    return lines


def ship_clearance(v, path):
    from . import cells, clearing
    from .tables import CLEARED

    roll = sum(path[0])
    code, mark = clearing.cell(v, roll)
    lines = [("why.cell", (roll, CLEARED[code] + " ~?"[mark].rstrip()))]
    if cells.corrected(v, roll - 2, cells.CLEARANCE) and mark == cells.SURE:
        lines.append(("why.owner", ()))
    if mark == cells.DOUBT:
        lines.append(("why.doubt", ()))
    return lines
