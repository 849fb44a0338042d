"""Trirème: the why-chains, imported when one is asked for.

Each function takes the values and the path of a resolution and gives [(text key, arguments)...]. The screen
names the faces and the modifiers by itself; these lines say what becomes of them.
"""

from gobelet.core.procedure import lane

from . import PROCEDURES


def _named(name):
    for known, module in PROCEDURES:
        if known == name:
            return getattr(__import__("gobelet.games.trireme.rules." + module, None, None, (name,)), name)
    raise KeyError(name)


def total(v, path, name):
    """The dice with the modifiers of the lane "roll"."""
    mod = lane(_named(name), v, "roll")
    if not path:
        return [("why.sum", (mod,))]
    dice = sum(path[0])
    if not mod:
        return []
    return [("why.total" + (".minus" if mod < 0 else ".plus"), (dice, abs(mod), dice + mod))]


def needed(v, path, name):
    """The same, and the number to reach."""
    need = v.get("need", 9)
    return total(v, path, name) + ([("why.need", (need,))] if need else [])


def fleet_clearance(v, path):
    from .fleet import CLEARANCE, cleared

    row = cleared(sum(path[0]) + lane(_named("fleet_clearance"), v, "roll"))
    return total(v, path, "fleet_clearance") + [("why.row", (CLEARANCE[row - 1].split()[0],))]


def fatigue(v, path):
    from .fleet import FATIGUE

    return [("why.tired", (FATIGUE[v["quality"]].split()[1],))]


def sail(v, path):
    from .fleet import SAIL

    row = SAIL[v["bearing"]].split()
    text = row[1 if v["sail"] == 2 else 2]
    return [("why.sail", (row[0], text))] + ([("why.star", ())] if text[-1] == "*" else [])


def reef(v, path):
    from .passing import REEF

    at = min(max(sum(path[0]) + lane(_named("ship_reef"), v, "roll"), 3), 6)
    return total(v, path, "ship_reef") + [
        ("why.row", (REEF[at - 3].split()[0],)),
        ("f.tide.%d" % v["tide"], ()),
    ]


def steps(v, path):
    from . import passing

    return [("why.steps", (v["speed"], passing.steps(v["speed"])))]


def incendiary(v, path):
    from .passing import need

    return [("why.need", (need(v["from_tower"]),))]


def fleet_ram(v, path):
    from .fleet_ram import effect, even, sides

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
    from .fleet_fights import BOARDING, boarding_cell, boarding_row

    a = v["value"]
    b = v["target_value"]
    row = boarding_row(a, b)
    letter = boarding_cell(row, path[0][0])
    return [
        ("why." + BOARDING[row].split()[0], (max(a, b), min(a, b))),
        ("why.stalemate" if letter == "-" else "why.stronger" if letter == "F" else "why.weaker", ()),
    ]


def _cell(row, text, mark, corrected):
    """What the table says, and how far it can be trusted."""
    lines = [("why.cell", (row, text + ("", "~", "?")[mark]))]
    if corrected or mark:
        lines.append(("why.owner" if not mark else "why.check" if mark == 1 else "why.doubt", ()))
    return lines


def damage(v, path, name):
    from . import cells
    from .damage import cell, row
    from .tables import RAKE, RAM

    proc = _named(name)
    lines = []
    table = RAKE
    if name == "ship_ram":
        from .ramming import where

        table = RAM
        ratio = lane(proc, v, "column")
        lines.append(("why.ratio", ("%+d" % ratio if ratio else "0",)))
    else:
        from .raking import where
    lines += total(v, path, name)
    at = row(sum(path[0]) + lane(proc, v, "roll"))
    code, mark = cell(v, table, at, where(v))
    lines += _cell(at, cells.write(code), mark, cells.corrected(v, at, cells.COLUMN))
    for result in path[1:]:
        if mark:
            lines.append(("why.read", (cells.write(result),)))
            mark = 0
        else:
            lines.append(("why.side" if result else "why.no_side", ()))
    return lines


def breach(v, path):
    from .breach import STAYS, sinks

    lines = [("why.breach", (v["breaches"] + 1,))]
    if path[1:]:
        lines.append(("why.stays" if path[1] == STAYS else "why.loses", ()))
    if sinks(v, path[0][0]):
        lines.append(("why.second" if v["breaches"] else "why.small", (v["size"],)))
    return lines


def boarding(v, path):
    from .boarding import LOWER, loss, split

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
    from .boarding import surrenders

    numbers = [n for n in range(2, 13) if surrenders(v["quality"], v["breaches"], v["minority"], n)]
    return [("why.set", (sum(path[0]), " ".join([str(n) for n in numbers])))]


def clearance(v, path):
    from . import cells
    from .clearing import cell
    from .tables import CLEARED

    roll = sum(path[0])
    code, mark = cell(v, roll)
    return _cell(roll, CLEARED[code], mark, cells.corrected(v, roll - 2, cells.CLEARANCE))
