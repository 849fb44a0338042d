"""Trirème: which ships there are, whose they are, and which hold each other."""

from . import ties
from .sheets import SIDE, SUNK, WRECKED

# Fates of a ship that is no more there to hold another.
LOST = (SUNK, WRECKED)


def fleet(state, side=None):
    """Rows of all ships of a side (0, 1) or of both, whatever became of them."""
    low, high = (0, 2 * SIDE) if side is None else (SIDE * side, SIDE * side + SIDE)
    return [row for row in range(low, high) if state.get("ship", row, "used")]


def side_of(state, row):
    """0 or 1: whose ship it is now. A captured one is the other side's."""
    return (row >= SIDE) ^ state.get("ship", row, "captured")


class Ships:
    """The ships as a State has them, read off its Sheets in one go: a screen asks for them many times.

    afloat  rows of those in play
    sides   the same as two lists: those of each side now
    ties    what there is between two ships, of which none is gone
    """

    def __init__(self, state):
        kind = state.kind("ship")
        values = state.sheets[state.place["ship"]]
        used, fate, captured = [kind.fields.index(field) for field in ("used", "fate", "captured")]
        wide = len(kind.fields)
        self.afloat = []
        self.sides = ([], [])
        there = set()
        at = -wide
        for row in range(2 * SIDE):
            at += wide
            if not values[at + used] or values[at + fate] in LOST:
                continue
            there.add(row)
            if not values[at + fate]:
                self.afloat.append(row)
                self.sides[(row >= SIDE) ^ values[at + captured]].append(row)
        self.ties = [tie for tie in ties.read(state) if tie.ships[0] in there and tie.ships[1] in there]

    def partners(self, row):
        """Rows of the ships that this one hangs together with."""
        return sorted([tie.other(row) for tie in self.ties if tie.how and row in tie.ships])

    def tie(self, one, other):
        """The Tie of two ships, None if there is none."""
        return ties.between(self.ties, one, other)


def released(state, changes):
    """Changes that free the ships which `changes` make an end of."""
    found = []
    for kind, row, field, value in changes:
        if kind == "ship" and field == "fate" and value in LOST:
            found += ties.cut(state, row)
    return found
