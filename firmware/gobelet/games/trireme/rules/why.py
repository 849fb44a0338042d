"""Trirème: the explanations of results.

The device imports this module when a player holds OK on a result. Each function receives the Procedure, the values of
its inputs and the path of the roll. The function returns the lines of the explanation as [(text key, arguments)...].
The screen lists the faces and the modifiers; these lines show how the rules combine faces and modifiers. Each function
imports only the rules of its own roll, which are already in memory.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gobelet.rules.procedure import lane

if TYPE_CHECKING:
    from gobelet.rules.procedure import Procedure
    from gobelet.rules.types import Path, Values, Why

    from .types import Code, Mark


def total(procedure: Procedure, values: Values, path: Path) -> Why:
    """Explain the sum of the dice and the modifiers of the lane "roll"."""
    modifier = lane(procedure, values, "roll")
    if not path:
        return [("why.sum", (modifier,))]
    dice = sum(path[0])
    if not modifier:
        return []
    key = "why.total" + (".minus" if modifier < 0 else ".plus")
    return [(key, (dice, abs(modifier), dice + modifier))]


def total_and_need(procedure: Procedure, values: Values, path: Path) -> Why:
    """Explain the sum as `total` does, and the number that the sum must reach."""
    number = values.get("need", 9)
    return total(procedure, values, path) + ([("why.need", (number,))] if number else [])


# Fleet game.


def fleet_clearance(procedure: Procedure, values: Values, path: Path) -> Why:
    from .fleet_movement import CLEARANCE, clearance_result

    row = clearance_result(sum(path[0]) + lane(procedure, values, "roll"))
    return total(procedure, values, path) + [("why.row", (CLEARANCE[row - 1].split()[0],))]


def fleet_fatigue(procedure: Procedure, values: Values, path: Path) -> Why:
    from .fleet_movement import FATIGUE

    return [("why.tired", (int(FATIGUE[values["quality"]].split()[1][-1]),))]


def fleet_sail(procedure: Procedure, values: Values, path: Path) -> Why:
    from .fleet_movement import SAIL

    row = SAIL[values["bearing"]].split()
    text = row[1 if values["sail"] == 2 else 2]
    return [("why.sail", (row[0], text))] + ([("why.star", ())] if text[-1] == "*" else [])


def fleet_ram(procedure: Procedure, values: Values, path: Path) -> Why:
    from .fleet_ramming import effect_name, is_even, side_totals

    dice = [sum(result) for result in path if not isinstance(result, int)] or (0, 0)
    rammer, target = side_totals(values)
    rammer += dice[0]
    target += dice[1]
    lines: Why = [("why.sides", (target, rammer, target - rammer))]
    if values["ram_dice"] == 1 and values["ram_size"]:
        lines.insert(0, ("why.assumed", ()))
    if effect_name(target - rammer) == "parity":
        lines.append(("why.parities", (target - rammer, sum(dice))))
        even = is_even(values, target - rammer)
        if even is not None:
            lines.append(("why.even" if even else "why.odd", ()))
    return lines


def fleet_boarding(procedure: Procedure, values: Values, path: Path) -> Why:
    from .fleet_boarding import BOARDING, boarding_cell, boarding_row, effective_values

    mine, other = effective_values(values)
    row = boarding_row(mine, other)
    letter = boarding_cell(row, path[0][0])
    lines: Why = []
    if (mine, other) != (values["value"], values["target_value"]):
        lines.append(("why.held", ()))
    return lines + [
        ("why." + BOARDING[row].split()[0], (max(mine, other), min(mine, other))),
        ("why.stalemate" if letter == "-" else "why.stronger" if letter == "F" else "why.weaker", ()),
    ]


# Ship game.


def ship_reef(procedure: Procedure, values: Values, path: Path) -> Why:
    from .ship_movement import REEF

    row = min(max(sum(path[0]) + lane(procedure, values, "roll"), 3), 6)
    return total(procedure, values, path) + [
        ("why.row", (REEF[row - 3].split()[0],)),
        ("f.tide.%d" % values["tide"], ()),
    ]


def ship_steps(procedure: Procedure, values: Values, path: Path) -> Why:
    from .walks import movement_pattern

    return [("why.steps", (values["speed"], movement_pattern(values["speed"])))]


def ship_incendiary(procedure: Procedure, values: Values, path: Path) -> Why:
    from .ship_movement import lowest_hit

    return [("why.need", (lowest_hit(values["from_tower"]),))]


def ship_breach(procedure: Procedure, values: Values, path: Path) -> Why:
    from .ship_breach import STAYS, is_sinking

    lines: Why = [("why.breach", (values["breaches"] + 1,))]
    if path[1:]:
        lines.append(("why.stays" if path[1] == STAYS else "why.loses", ()))
    if is_sinking(values, path[0][0]):
        lines.append(("why.second" if values["breaches"] else "why.small", (values["size"],)))
    return lines


def ship_boarding(procedure: Procedure, values: Values, path: Path) -> Why:
    from .ship_boarding import LOWER, men_lost, printed_factors

    parts = printed_factors(values["factor"], values["split"])
    lines: Why = []
    for index in range(len(parts)):
        die = path[min(index, len(path) - 1)][0]
        lines.append(("why.part", (parts[index], die, men_lost(parts[index], die))))
    if not parts:
        lines.append(("why.none", ()))
    elif values["split"] == LOWER and parts != [values["factor"]]:
        lines.append(("why.lower", (values["factor"], parts[0])))
    elif parts != [values["factor"]]:
        lines.append(("why.split", (values["factor"],)))
    return lines


def ship_surrender(procedure: Procedure, values: Values, path: Path) -> Why:
    from .ship_boarding import is_surrendering

    numbers = [
        number
        for number in range(2, 13)
        if is_surrendering(values["quality"], values["breaches"], values["minority"], number)
    ]
    return [("why.set", (sum(path[0]), " ".join([str(number) for number in numbers])))]


def ship_ram(procedure: Procedure, values: Values, path: Path) -> Why:
    ratio = lane(procedure, values, "column")
    lines: Why = [("why.ratio", ("%+d" % ratio if ratio else "0",))]
    return lines + ship_rake(procedure, values, path)


def ship_rake(procedure: Procedure, values: Values, path: Path) -> Why:
    """Explain the table cell of a raking or a ram, and the players' answers about it."""
    from . import tables
    from .ship_ramming import codes

    table, column = tables.column_of(procedure, values) or (0, 0)
    lines = total(procedure, values, path)
    row = tables.damage_row(sum(path[0]) + lane(procedure, values, "roll"))
    code, mark = codes(values, table, column)[row]
    lines += _cell_lines(
        row, tables.damage_text(code), mark, tables.corrected_code(values, row, tables.DAMAGE_INPUTS)
    )
    for result in path[1:]:
        if mark:
            lines.append(("why.read", (tables.damage_text(result),)))
            mark = 0
        else:
            lines.append(("why.side" if result else "why.no_side", ()))
    return lines


def ship_clearance(procedure: Procedure, values: Values, path: Path) -> Why:
    from . import tables
    from .ship_clearance import codes

    roll = sum(path[0])
    code, mark = codes(values)[roll - 2]
    return _cell_lines(
        roll, tables.CLEARED[code], mark, tables.corrected_code(values, roll - 2, tables.CLEARANCE_INPUTS)
    )


def _cell_lines(row: int, text: str, mark: Mark, corrected: Code) -> Why:
    """Explain a table cell and its reliability: corrected, to check, or in doubt."""
    lines: Why = [("why.cell", (row, text + ("", "~", "?")[mark]))]
    if corrected or mark:
        lines.append(("why.owner" if not mark else "why.check" if mark == 1 else "why.doubt", ()))
    return lines
