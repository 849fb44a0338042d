"""Trirème: which ships there are, whose they are, and which hold each other."""

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
    """The ships as a State has them, read off its Sheet in one go: a screen asks for them many times.

    afloat  rows of those in play
    sides   the same as two lists: those of each side now
    """

    def __init__(self, state):
        kind = state.kind("ship")
        values = state.sheets[state.place["ship"]]
        used, fate, captured, grappled = [
            kind.fields.index(field) for field in ("used", "fate", "captured", "grappled")
        ]
        wide = len(kind.fields)
        self.afloat = []
        self.sides = ([], [])
        self._held = {}
        tied = []
        gone = []
        at = -wide
        for row in range(2 * SIDE):
            at += wide
            if not values[at + used]:
                continue
            if values[at + fate]:
                if values[at + fate] in LOST:
                    gone.append(row)
            else:
                self.afloat.append(row)
                self.sides[(row >= SIDE) ^ values[at + captured]].append(row)
            if values[at + grappled]:
                tied.append((row, values[at + grappled] - 1))
        for row, other in tied:
            self._hold(row, other, state, gone)
            self._hold(other, row, state, gone)

    def _hold(self, row, other, state, gone):
        if row != other and state.get("ship", other, "used") and other not in gone:
            held = self._held.setdefault(row, [])
            if other not in held:
                held.append(other)
                held.sort()

    def partners(self, row):
        """Rows of the ships that are grappled with this one. Of several, each points at it or it at them."""
        return self._held.get(row, [])


def let_go(state, row):
    """Changes that free a ship from all others."""
    changes = [("ship", row, "grappled", 0)] if state.get("ship", row, "grappled") else []
    for other in fleet(state):
        if state.get("ship", other, "grappled") == row + 1:
            changes.append(("ship", other, "grappled", 0))
    return changes


def released(state, changes):
    """Changes that free the ships which `changes` make an end of."""
    found = []
    for _, row, field, value in changes:
        if field == "fate" and value in LOST:
            found += let_go(state, row)
    return found
