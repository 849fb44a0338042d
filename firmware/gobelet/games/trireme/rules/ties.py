"""Trirème: what two ships have to do with each other: a row of its own Sheet for each pair.

A row stays as long as the two hang together, or as something was rolled between them this turn.
"""

from gobelet.core.refused import Refused

from .sheets import APART, GRAPPLED, TIES

FIELDS = ("first", "second", "how", "rolled", "eased", "lost_first", "lost_second")  # as in `sheets`

# Bits of "rolled", for a roll of the first ship; twice it for one of the second.
GRAPPLE = 1
BOARDING = 4
DETACHMENT = 16

# What a roll between two ships counts as. In the Fleet game one roll is the fight of both.
COUNTS = {
    "fleet_grapple": GRAPPLE,
    "fleet_boarding": 3 * BOARDING,
    "ship_grapple": GRAPPLE,
    "ship_boarding": BOARDING,
    "ship_detachment": DETACHMENT,
}


class Tie:
    """One row, as it is: `row` in the Sheet, `ships` the rows of the two, the lower one first; `how` they hang
    together, `eased` who may grapple more easily, `lost` how many men each lost in their boarding of this turn.
    """

    def __init__(self, row, values):
        first, second, self.how, self.rolled, self.eased, lost, other = values
        self.row = row
        self.ships = first - 1, second - 1
        self.lost = lost, other

    def other(self, ship):
        """The one that it hangs together with."""
        return self.ships[ship == self.ships[0]]

    def has_rolled(self, ship, what):
        """Whether a ship has had its roll: GRAPPLE, BOARDING or DETACHMENT."""
        return bool(self.rolled & what << self.ships.index(ship))

    def may(self, ship):
        """Whether a ship was made easier to grapple for this one."""
        return bool(self.eased & 1 << self.ships.index(ship))


def read(state):
    """All rows that are in use, as a list of Tie."""
    values = state.sheets[state.place["tie"]]
    wide = len(FIELDS)
    return [Tie(row, values[row * wide : row * wide + wide]) for row in range(TIES) if values[row * wide]]


def _bits(name, side):
    """Bits of "rolled" that a roll of the first ship (side 0) or of the second (1) sets; 0 for none."""
    what = COUNTS.get(name, 0)
    return what if what == 3 * BOARDING else what << side


def rolled_by(tie, name, ship):
    """Whether a ship has had its roll with the Procedure `name` against the other one this turn."""
    return bool(tie.rolled & _bits(name, tie.ships.index(ship)))


def between(ties, one, other):
    """The Tie of two ships, None if there is none."""
    for tie in ties:
        if one in tie.ships and other in tie.ships:
            return tie
    return None


def put(state, one, other, **values):
    """Changes that give the row of two ships these `values`; "first" and "second" are known.

    TRI-E08 if a new row is needed and all are in use.
    """
    tie = between(read(state), one, other)
    if tie is not None:
        return _set(state, tie.row, values)
    row = 0
    while state.get("tie", row, "first"):
        row += 1
        if row == TIES:
            raise Refused("TRI-E08", n=TIES)
    values["first"] = min(one, other) + 1
    values["second"] = max(one, other) + 1
    return _set(state, row, values)


def _set(state, row, values):
    """Changes that give a row these values; one that has nothing left to keep is free again."""
    after = [values.get(field, state.get("tie", row, field)) for field in FIELDS]
    if not any(after[2:5]):
        after = [0] * len(FIELDS)
    return [("tie", row, FIELDS[at], after[at]) for at in range(len(FIELDS))]


def mans(state, ship, other):
    """Whether a ship has men, by its sheet. Where no men were entered for either of two, nothing says that it has
    none.
    """
    return bool(state.get("ship", ship, "men")) or not state.get("ship", other, "men")


def cut(state, ship):
    """Changes that free a ship from all others; what was rolled this turn stays."""
    found = []
    for tie in read(state):
        if tie.how and ship in tie.ships:
            found += _set(state, tie.row, {"how": APART})
    return found


def forgotten(state, ship):
    """Changes that leave nothing between a ship and the others."""
    return [("tie", tie.row, field, 0) for tie in read(state) if ship in tie.ships for field in FIELDS]


def over(state):
    """Changes that end what held for one turn."""
    found = []
    for tie in read(state):
        found += _set(state, tie.row, {"rolled": 0, "eased": 0, "lost_first": 0, "lost_second": 0})
    return found


def settled(state, name, rows, key, changes):
    """`changes` with what a roll with the Procedure `name` makes of the two ships in `rows`, in the place of what it
    says of each of them: whom it is grappled with. key is that of its outcome.
    """
    found = [change for change in changes if change[2] != "grappled"]
    if len(rows) < 2 or min(rows) < 0:
        return found
    acts, suffers = rows
    tie = between(read(state), acts, suffers)
    side = int(acts > suffers)
    values = {}
    for _, row, field, value in changes:
        if field == "grappled":
            held = tie is not None and tie.how
            values["how"] = (held or GRAPPLED) if value else APART
        elif field == "eased" and name.startswith("ship_"):
            may = side if row == suffers else 1 - side
            values["eased"] = values.get("eased", tie.eased if tie else 0) | 1 << may
    if name in COUNTS:
        if name == "ship_boarding":
            lost = list(tie.lost) if tie else [0, 0]
            lost[1 - side] = key if mans(state, suffers, acts) else 0
            values["lost_first"], values["lost_second"] = lost
        values["rolled"] = (tie.rolled if tie else 0) | _bits(name, side)
    return found + put(state, acts, suffers, **values) if values else found
