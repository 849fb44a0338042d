"""Trinités: why a blow does what it does; see `why`."""

from gobelet.core.procedure import lane

from .acting import won
from .trial import read
from .victim import lost
from .why import sides


def blow(proc, v, path):
    rolled = [n for n, _ in read(path)] + [0]
    lines = sides(proc, v, path)
    missed = not won(v, rolled, lane(proc, v, "roll"), lane(proc, v, "react"))
    if missed and not v.get("area"):
        return lines
    gross, less = lost(v, missed)
    return lines + [("why.gross", (gross, v["armour"], less))]
