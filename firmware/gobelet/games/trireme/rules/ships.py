"""Trirème: the ships of a battle, their sides, and the ties between two of them.

The module also stores which ships have had their roll, or their order, at a step of the turn. A pair of ships
has a row in the Sheet "tie" while the two are tied together. The pair also has a row in a turn with a roll
between the two.

A rule that may not be applied to these ships is Refused with one of these codes:
    TRI-E07  an order above full speed, {n};
    TRI-E08  more than {n} pairs at a time;
    TRI-E09  a ship that is sunk, wrecked, abandoned or has surrendered;
    TRI-E10  a ship without men cannot board;
    TRI-E11  a roll that a ship, or a pair of ships, has had this turn;
    TRI-E12  friends, or two ships that cannot fight, see `common.can_board`;
    TRI-E13  a boarding value that was not entered;
    TRI-E14  a ship without an order.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gobelet.rules.refused import Refused

from .sheets import APART, FLEET, GRAPPLED, NOTED, SIDE, SUNK, TIES, WRECKED

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gobelet.rules.sheet import State
    from gobelet.rules.types import Change, Field, Key, Row

    from .types import Pair, Side

# Fates after which a ship no longer holds another one.
LOST = (SUNK, WRECKED)

FIELDS = (
    "first",
    "second",
    "how",
    "rolled",
    "eased",
    "lost_first",
    "lost_second",
)  # the fields of a tie, as in `sheets`

# Bits of "rolled" for a roll of the first ship. The next higher bit is for a roll of the second ship.
GRAPPLE = 1
BOARDING = 4
DETACHMENT = 16

# Bits for a roll between two ships. In the Fleet game one roll counts for both ships.
COUNTS = {
    "fleet_grapple": GRAPPLE,
    "fleet_boarding": 3 * BOARDING,
    "ship_grapple": GRAPPLE,
    "ship_boarding": BOARDING,
    "ship_detachment": DETACHMENT,
}

# The number of ships in a roll, from the first, that need a boarding value.
BOARDERS = {"fleet_boarding": 2, "ship_boarding": 1}

# For each Procedure with one ship, the step of the game's walk to which it belongs.
RESOLVED = {
    "fleet_clearance": 0,
    "fleet_fatigue": 1,  # the step belongs to either player: only the moving player rolls
    "ship_surrender": 7,
    "ship_clearance": 10,
}

# Procedures after which another one belongs to a later step of the walk: own step, and the other Procedure.
LATER = {
    "fleet_ram": (3, "fleet_grapple"),
    "ship_ram": (2, "ship_grapple"),
    "ship_rake": (2, "ship_grapple"),
    "ship_grapple": (5, "ship_boarding"),
    "ship_boarding": (6, "ship_surrender"),
}

# The step of the Fleet game's walk at which ships ram.
RAMMING = 3

# The step of the Ship game's walk at which each ship gets an order.
ORDERS = 1


# The ships of a battle.


def fleet(state: State, side: Side | None = None) -> list[Row]:
    """Rows of all ships of a side (0, 1) or of both sides, afloat or not."""
    low, high = (0, 2 * SIDE) if side is None else (SIDE * side, SIDE * side + SIDE)
    return [row for row in range(low, high) if state.get("ship", row, "used")]


def side_of(state: State, row: Row) -> Side:
    """The side, 0 or 1, that owns a ship now; a captured ship has changed its side."""
    return (row >= SIDE) ^ state.get("ship", row, "captured")


# Known fields of a ship: a 0 is a value if it was entered, or results from a roll.


def is_noted(state: State, row: Row, field: Field) -> bool:
    """Tell whether one of NOTED, or the size, was entered for a ship."""
    get = state.get
    if get("ship", row, field):
        return True
    if field not in NOTED:
        return False
    bits = get("ship", row, "noted")
    if bits:
        return bool(bits & 2 << NOTED.index(field))
    # The row is older than the field "noted". A 0 of the average class results from a roll. For any other 0,
    # earlier versions had this rule: a PV is not entered, men and factor are if the PV or the size was.
    if get("ship", row, "house"):
        return True
    return field != "pv" and bool(get("ship", row, "pv") or get("ship", row, "size"))


def note_change(state: State, row: Row, fields: Sequence[Field] = ()) -> Change:
    """The change that marks `fields`, some of NOTED, as entered.

    Earlier marks stay.
    """
    bits = 1
    for index in range(len(NOTED)):
        if NOTED[index] in fields or is_noted(state, row, NOTED[index]):
            bits |= 2 << index
    return ("ship", row, "noted", bits)


def mark_zeros(state: State, changes: Sequence[Change]) -> list[Change]:
    """Return `changes` of a roll, with a mark for each value that becomes 0.

    A marked 0 counts as a known value.
    """
    found = list(changes)
    for row in sorted({row for kind, row, field, value in changes if field in NOTED and not value}):
        change = note_change(state, row)
        if change[3] != state.get("ship", row, "noted"):
            found.append(change)
    return found


class Ships:
    """The ships of a State, read once, because a screen uses them many times.

    afloat  rows of the ships in play
    sides   the same rows as two lists, by present side
    ties    the ties between two ships in play
    """

    def __init__(self, state: State) -> None:
        kind = state.kind("ship")
        values = state.sheets[state.index["ship"]]
        used, fate, captured = [kind.fields.index(field) for field in ("used", "fate", "captured")]
        width = len(kind.fields)
        self.afloat: list[Row] = []
        self.sides: tuple[list[Row], list[Row]] = ([], [])
        there = set()
        begin = -width
        for row in range(2 * SIDE):
            begin += width
            if not values[begin + used] or values[begin + fate] in LOST:
                continue
            there.add(row)
            if not values[begin + fate]:
                self.afloat.append(row)
                self.sides[(row >= SIDE) ^ values[begin + captured]].append(row)
        self.ties = [tie for tie in ties(state) if tie.ships[0] in there and tie.ships[1] in there]

    def partners(self, row: Row) -> list[Row]:
        """Rows of the ships that are tied to this one."""
        return sorted([tie.other_ship(row) for tie in self.ties if tie.how and row in tie.ships])

    def tie_between(self, one: Row, other: Row) -> Tie | None:
        """The Tie of two ships; None if they have no row."""
        return find_tie(self.ties, one, other)


def release_changes(state: State, changes: Sequence[Change]) -> list[Change]:
    """The changes that free ships from those that `changes` sink or remove."""
    found = []
    for kind, row, field, value in changes:
        if kind == "ship" and field == "fate" and value in LOST:
            found += untie_changes(state, row)
    return found


# Ties between two ships.


class Tie:
    """A row of the Sheet "tie".

    `row` is the number of the row in the Sheet, `ships` the rows of the two ships, the lower one first. `how`
    is the kind of tie. `eased` says which ship may grapple more easily, `lost` how many men each ship lost in
    the boarding of this turn.
    """

    def __init__(self, row: Row, values: Sequence[int]) -> None:
        first, second, self.how, self.rolled, self.eased, lost, other = values
        self.row = row
        self.ships = first - 1, second - 1
        self.lost = lost, other

    def other_ship(self, ship: Row) -> Row:
        """The other of the two ships."""
        return self.ships[ship == self.ships[0]]

    def has_rolled(self, ship: Row, what: int) -> bool:
        """Tell whether a ship has had its roll `what`: GRAPPLE, BOARDING or DETACHMENT."""
        return bool(self.rolled & what << self.ships.index(ship))

    def may_grapple(self, ship: Row) -> bool:
        """Tell whether this ship may grapple the other one more easily, after a ram."""
        return bool(self.eased & 1 << self.ships.index(ship))


def ties(state: State) -> list[Tie]:
    """All ties in use."""
    values = state.sheets[state.index["tie"]]
    width = len(FIELDS)
    return [Tie(row, values[row * width : row * width + width]) for row in range(TIES) if values[row * width]]


def _bits(name: str, side: int) -> int:
    """The bits of "rolled" for a roll of the first ship (side 0) or the second (1).

    The value is 0 for a Procedure without such bits.
    """
    what = COUNTS.get(name, 0)
    return what if what == 3 * BOARDING else what << side


def has_rolled_against(tie: Tie, name: str, ship: Row) -> bool:
    """Tell whether a ship has had this roll against the other ship in this turn.

    `name` is the name of the Procedure.
    """
    return bool(tie.rolled & _bits(name, tie.ships.index(ship)))


def find_tie(listed: Sequence[Tie], one: Row, other: Row) -> Tie | None:
    """The Tie of two ships in `listed`; None if there is none."""
    for tie in listed:
        if one in tie.ships and other in tie.ships:
            return tie
    return None


def is_full(state: State, tie: Tie | None) -> bool:
    """Tell whether a pair of ships has no Tie yet, and all rows are in use."""
    return tie is None and len(ties(state)) == TIES


def tie_changes(state: State, one: Row, other: Row, **values: int) -> list[Change]:
    """The changes that set `values` in the tie of two ships.

    Raises TRI-E08 if a new row is needed and all rows are used.
    """
    tie = find_tie(ties(state), one, other)
    if tie is not None:
        return _row_changes(state, tie.row, values)
    row = 0
    while state.get("tie", row, "first"):
        row += 1
        if row == TIES:
            raise Refused("TRI-E08", n=TIES)
    values["first"] = min(one, other) + 1
    values["second"] = max(one, other) + 1
    return _row_changes(state, row, values)


def _row_changes(state: State, row: Row, values: dict[Field, int]) -> list[Change]:
    """The changes that set these values in a row.

    A row that ends without values becomes free.
    """
    after = [values.get(field, state.get("tie", row, field)) for field in FIELDS]
    if not any(after[2:5]):
        after = [0] * len(FIELDS)
    return [("tie", row, FIELDS[index], after[index]) for index in range(len(FIELDS))]


def has_men(state: State, ship: Row, other: Row) -> bool:
    """Tell whether a ship has men for a boarding.

    A ship without an entered number of men counts as having some.
    """
    get = state.get
    if get("ship", ship, "men"):
        return True
    if get("ship", ship, "noted") or get("ship", ship, "house"):
        return not is_noted(state, ship, "men")
    return not get("ship", other, "men")  # the rule of versions before the field "noted"


def untie_changes(state: State, ship: Row) -> list[Change]:
    """The changes that free a ship from all others; the marks of this turn's rolls stay."""
    found = []
    for tie in ties(state):
        if tie.how and ship in tie.ships:
            found += _row_changes(state, tie.row, {"how": APART})
    return found


def tie_removal_changes(state: State, ship: Row) -> list[Change]:
    """The changes that remove all ties of a ship."""
    return [("tie", tie.row, field, 0) for tie in ties(state) if ship in tie.ships for field in FIELDS]


def turn_end_changes(state: State) -> list[Change]:
    """The changes that clear the values of one turn in all ties."""
    found = []
    for tie in ties(state):
        found += _row_changes(state, tie.row, {"rolled": 0, "eased": 0, "lost_first": 0, "lost_second": 0})
    return found


def roll_changes(
    state: State, name: str, rows: Sequence[Row], key: Key, changes: Sequence[Change]
) -> list[Change]:
    """The changes of a roll between two ships, with its effects on their tie.

    The changes of the tie replace those of "grappled" on each ship. name: the name of the Procedure. rows:
    the two ships. key: the key of the outcome.
    """
    found = [change for change in changes if change[2] != "grappled"]
    if len(rows) < 2 or min(rows) < 0:
        return found
    acts, suffers = rows
    tie = find_tie(ties(state), acts, suffers)
    side = int(acts > suffers)
    values = {}
    for _, row, field, value in changes:
        if field == "grappled":
            held = tie is not None and tie.how
            values["how"] = (held or GRAPPLED) if value else APART
        elif field == "eased":
            may = side if row == suffers else 1 - side
            values["eased"] = values.get("eased", tie.eased if tie else 0) | 1 << may
    if name in COUNTS:
        if name == "ship_boarding":
            lost = list(tie.lost) if tie else [0, 0]
            lost[1 - side] = key if has_men(state, suffers, acts) else 0
            values["lost_first"], values["lost_second"] = lost
        values["rolled"] = (tie.rolled if tie else 0) | _bits(name, side)
    if values and (name in COUNTS or not is_full(state, tie)):
        found += tie_changes(state, acts, suffers, **values)
    return found  # the effects of a ram count, even if no row is free for the pair


# Ships that have had a roll of this turn, and ships that may have one.


def is_done(state: State, row: Row, step: int = -1) -> int:
    """1 if a ship has had its roll, or its order, at a step, else 0.

    `step` defaults to the present step.
    """
    if step < 0:
        step = max(state.get("game", 0, "step"), 0)
    return state.get("ship", row, "done") >> step & 1


def done_change(state: State, row: Row, step: int = -1) -> Change:
    """The change that marks the roll of a ship at a step as done."""
    if step < 0:
        step = max(state.get("game", 0, "step"), 0)
    return ("ship", row, "done", state.get("ship", row, "done") | 1 << step)


def has_order(state: State, row: Row) -> bool:
    """Tell whether a ship has its order of this turn, 0 included."""
    return bool(state.get("ship", row, "order") or is_done(state, row, ORDERS))


def order_changes(state: State, row: Row, speed: int) -> list[Change]:
    """The changes that give a ship its order of this turn.

    TRI-E07 refuses an order above a known full speed.
    """
    pv = state.get("ship", row, "pv")
    if speed > pv and is_noted(state, row, "pv"):
        raise Refused("TRI-E07", n=pv, name=row)
    return [("ship", row, "order", speed), done_change(state, row, ORDERS)]


def completed_step(state: State, name: str, rows: Sequence[Row]) -> int:
    """The step of the turn that this roll completes for the ship in `rows`; -1 for none."""
    game = state.get("game", 0, "game")
    if not game or name not in RESOLVED or rows[0] < 0 or name.startswith("fleet_") != (game == FLEET):
        return -1
    return RESOLVED[name]


def has_had_roll(state: State, name: str, rows: Sequence[Row]) -> bool:
    """Tell whether the ship in `rows` has had this roll in this turn."""
    step = completed_step(state, name, rows)
    return step >= 0 and bool(is_done(state, rows[0], step))


def done_changes(state: State, name: str, rows: Sequence[Row]) -> list[Change]:
    """The changes that mark this roll as done."""
    step = completed_step(state, name, rows)
    if name == "fleet_ram" and state.get("game", 0, "game") == FLEET and rows[0] >= 0:
        step = RAMMING  # only the list of ships uses the mark of RAMMING, because a ship may ram again
    return [done_change(state, rows[0], step)] if step >= 0 else []


def later_procedure(state: State, name: str) -> str:
    """The Procedure that may follow the roll `name`, but only at a later step.

    "" if the roll does not belong to the present step.
    """
    game = state.get("game", 0, "game")
    step, other = LATER.get(name, (-1, ""))
    here = game and step == state.get("game", 0, "step") and name.startswith("fleet_") == (game == FLEET)
    return other if here else ""


def may_board(state: State, row: Row, other: Row, tie: Tie | None = None) -> bool:
    """Tell whether a ship may board another one: it has men, or lost them in this boarding.

    Both rolls of a boarding happen at the same time: a ship that lost its last men in it still has its own
    roll.
    """
    if state.get("game", 0, "game") == FLEET or has_men(state, row, other):
        return True
    return tie is not None and tie.lost[tie.ships.index(row)] > 0


def check_roll(state: State, ships: Ships, name: str, rows: Sequence[Row]) -> None:
    """Refuse an impossible roll, with TRI-E08 to TRI-E11, TRI-E13 or TRI-E14.

    rows: the ships of the roles (-1: unknown).
    """
    for role in range(len(rows)):
        if rows[role] >= 0:
            fate = state.get("ship", rows[role], "fate")
            if fate in LOST or (fate and role == 0 and len(rows) == 2):
                raise Refused("TRI-E09", name=rows[role])
    tie = ships.tie_between(*rows) if len(rows) == 2 and min(rows) >= 0 else None
    if has_had_roll(state, name, rows) or (tie is not None and has_rolled_against(tie, name, rows[0])):
        raise Refused("TRI-E11", name=rows[0])
    if name in COUNTS and min(rows) >= 0 and is_full(state, tie):
        raise Refused("TRI-E08", n=TIES)
    if name == "ship_boarding" and min(rows) >= 0 and not may_board(state, rows[0], rows[1], tie):
        raise Refused("TRI-E10", name=rows[0])
    for row in rows[: BOARDERS.get(name, 0)]:
        if row >= 0 and not is_noted(state, row, "factor"):
            raise Refused("TRI-E13", name=row)
    if name == "ship_steps" and rows[0] >= 0 and not has_order(state, rows[0]):
        raise Refused("TRI-E14", name=rows[0])


def has_boarding_roll(state: State, tie: Tie, row: Row) -> bool:
    """Tell whether a ship of a tie still has to roll in the boarding of the two ships."""
    if state.get("ship", row, "fate") or tie.has_rolled(row, BOARDING):
        return False
    return may_board(state, row, tie.other_ship(row), tie)


def next_boarding(state: State, ships: Ships, tie: Tie) -> Pair | None:
    """(row, other) of the next roll of a boarding; None if there is none.

    `row` is the ship that rolls.
    """
    one, other = tie.ships
    if not (one in ships.afloat and other in ships.afloat) or side_of(state, one) == side_of(state, other):
        # one ship has surrendered, or both are on the same side, such as a captured ship and its captor
        return None
    for row in tie.ships:
        if has_boarding_roll(state, tie, row):
            return row, tie.other_ship(row)
    return None


def boarding_loser(state: State, tie: Tie) -> Row:
    """Row of the ship that lost the boarding of this turn; -1 for none.

    The ship that lost more men is the loser, after both rolls.
    """
    if not tie.rolled & 3 * BOARDING or tie.lost[0] == tie.lost[1]:
        return -1
    if any([has_boarding_roll(state, tie, row) for row in tie.ships]):
        return -1
    return tie.ships[tie.lost[1] > tie.lost[0]]
