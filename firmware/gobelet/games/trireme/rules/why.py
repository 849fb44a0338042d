"""Trirème: the why-chains, imported when one is asked for.

Each function takes the values and the path of a resolution and gives [(text key, arguments)...]. The screen
names the faces and the modifiers by itself; these lines say what becomes of them.
"""

from gobelet.core.procedure import lane

from . import cells, clearing, passing, ramming
from .boarding import LOWER, loss, split, surrenders
from .breach import STAYS, sinks
from .damage import codes, row
from .fleet import CLEARANCE, FATIGUE, SAIL, cleared
from .fleet import fleet_clearance as _fleet_clearance
from .fleet_fights import BOARDING, boarding_cell, boarding_row, counted
from .fleet_fights import fleet_grapple as _fleet_grapple
from .fleet_ram import effect, even, sides
from .grappling import ship_detachment as _detachment
from .grappling import ship_grapple as _ship_grapple
from .passing import REEF, need
from .raking import ship_rake as _rake
from .raking import where as rake_column
from .tables import CLEARED, RAKE, RAM


def _total(v, path, proc):
    """The dice with the modifiers of the lane "roll"."""
    mod = lane(proc, v, "roll")
    if not path:
        return [("why.sum", (mod,))]
    dice = sum(path[0])
    if not mod:
        return []
    return [("why.total" + (".minus" if mod < 0 else ".plus"), (dice, abs(mod), dice + mod))]


def _needed(v, path, proc):
    """The same, and the number to reach."""
    number = v.get("need", 9)
    return _total(v, path, proc) + ([("why.need", (number,))] if number else [])


def fleet_grapple(v, path):
    return _needed(v, path, _fleet_grapple)


def ship_grapple(v, path):
    return _needed(v, path, _ship_grapple)


def ship_detachment(v, path):
    return _needed(v, path, _detachment)


def fleet_clearance(v, path):
    row = cleared(sum(path[0]) + lane(_fleet_clearance, v, "roll"))
    return _total(v, path, _fleet_clearance) + [("why.row", (CLEARANCE[row - 1].split()[0],))]


def fatigue(v, path):
    return [("why.tired", (FATIGUE[v["quality"]].split()[1],))]


def sail(v, path):
    row = SAIL[v["bearing"]].split()
    text = row[1 if v["sail"] == 2 else 2]
    return [("why.sail", (row[0], text))] + ([("why.star", ())] if text[-1] == "*" else [])


def reef(v, path):
    at = min(max(sum(path[0]) + lane(passing.ship_reef, v, "roll"), 3), 6)
    return _total(v, path, passing.ship_reef) + [
        ("why.row", (REEF[at - 3].split()[0],)),
        ("f.tide.%d" % v["tide"], ()),
    ]


def steps(v, path):
    return [("why.steps", (v["speed"], passing.steps(v["speed"])))]


def incendiary(v, path):
    return [("why.need", (need(v["from_tower"]),))]


def fleet_ram(v, path):
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


def fleet_boarding(v, path):
    a, b = counted(v)
    row = boarding_row(a, b)
    letter = boarding_cell(row, path[0][0])
    return ([("why.held", ())] if (a, b) != (v["value"], v["target_value"]) else []) + [
        ("why." + BOARDING[row].split()[0], (max(a, b), min(a, b))),
        ("why.stalemate" if letter == "-" else "why.stronger" if letter == "F" else "why.weaker", ()),
    ]


def _cell(row, text, mark, corrected):
    """What the table says, and how far it can be trusted."""
    lines = [("why.cell", (row, text + ("", "~", "?")[mark]))]
    if corrected or mark:
        lines.append(("why.owner" if not mark else "why.check" if mark == 1 else "why.doubt", ()))
    return lines


def ship_ram(v, path):
    ratio = lane(ramming.ship_ram, v, "column")
    lines = [("why.ratio", ("%+d" % ratio if ratio else "0",))]
    return lines + _damage(v, path, ramming.ship_ram, RAM, ramming.where(v))


def ship_rake(v, path):
    return _damage(v, path, _rake, RAKE, rake_column(v))


def _damage(v, path, proc, table, column):
    lines = _total(v, path, proc)
    at = row(sum(path[0]) + lane(proc, v, "roll"))
    code, mark = codes(v, table, column)[at]
    lines += _cell(at, cells.write(code), mark, cells.corrected(v, at, cells.COLUMN))
    for result in path[1:]:
        if mark:
            lines.append(("why.read", (cells.write(result),)))
            mark = 0
        else:
            lines.append(("why.side" if result else "why.no_side", ()))
    return lines


def breach(v, path):
    lines = [("why.breach", (v["breaches"] + 1,))]
    if path[1:]:
        lines.append(("why.stays" if path[1] == STAYS else "why.loses", ()))
    if sinks(v, path[0][0]):
        lines.append(("why.second" if v["breaches"] else "why.small", (v["size"],)))
    return lines


def boarding(v, path):
    parts = split(v["factor"], v["split"])
    lines = []
    for at in range(len(parts)):
        die = path[min(at, len(path) - 1)][0]
        lines.append(("why.part", (parts[at], die, loss(parts[at], die))))
    if not parts:
        lines.append(("why.none", ()))
    elif v["split"] == LOWER and parts != [v["factor"]]:
        lines.append(("why.lower", (v["factor"], parts[0])))
    elif parts != [v["factor"]]:
        lines.append(("why.split", (v["factor"],)))
    return lines


def surrender(v, path):
    numbers = [n for n in range(2, 13) if surrenders(v["quality"], v["breaches"], v["minority"], n)]
    return [("why.set", (sum(path[0]), " ".join([str(n) for n in numbers])))]


def clearance(v, path):
    roll = sum(path[0])
    code, mark = clearing.codes(v)[roll - 2]
    return _cell(roll, CLEARED[code], mark, cells.corrected(v, roll - 2, cells.CLEARANCE))
