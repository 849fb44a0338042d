"""Trirème: the why-chains of fleets; see `why`."""

from gobelet.core.procedure import lane

from .fleet import CLEARANCE, FATIGUE, SAIL, cleared
from .fleet_fights import BOARDING, boarding_cell, boarding_row, counted
from .why import total


def clearance(proc, v, path):
    row = cleared(sum(path[0]) + lane(proc, v, "roll"))
    return total(proc, v, path) + [("why.row", (CLEARANCE[row - 1].split()[0],))]


def fatigue(proc, v, path):
    return [("why.tired", (FATIGUE[v["quality"]].split()[1],))]


def sail(proc, v, path):
    row = SAIL[v["bearing"]].split()
    text = row[1 if v["sail"] == 2 else 2]
    return [("why.sail", (row[0], text))] + ([("why.star", ())] if text[-1] == "*" else [])


def boarding(proc, v, path):
    a, b = counted(v)
    row = boarding_row(a, b)
    letter = boarding_cell(row, path[0][0])
    return ([("why.held", ())] if (a, b) != (v["value"], v["target_value"]) else []) + [
        ("why." + BOARDING[row].split()[0], (max(a, b), min(a, b))),
        ("why.stalemate" if letter == "-" else "why.stronger" if letter == "F" else "why.weaker", ()),
    ]
