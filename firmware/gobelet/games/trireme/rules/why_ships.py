"""Trirème: the why-chains of boarding, surrender and breaches of ships; see `why`."""

from .boarding import LOWER, loss, split, surrenders
from .breach import STAYS, sinks


def breach(proc, v, path):
    lines = [("why.breach", (v["breaches"] + 1,))]
    if path[1:]:
        lines.append(("why.stays" if path[1] == STAYS else "why.loses", ()))
    if sinks(v, path[0][0]):
        lines.append(("why.second" if v["breaches"] else "why.small", (v["size"],)))
    return lines


def boarding(proc, v, path):
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


def surrender(proc, v, path):
    numbers = [n for n in range(2, 13) if surrenders(v["quality"], v["breaches"], v["minority"], n)]
    return [("why.set", (sum(path[0]), " ".join([str(n) for n in numbers])))]
