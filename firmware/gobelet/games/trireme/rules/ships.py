"""Trirème: the ships of a battle, their sides, and the ties between two of them.

A tie is the connection of two ships that are grappled, stuck or held by a corvus (boarding bridge). A pair of ships
has a row in the Sheet "tie" while the two ships are tied together. The pair also has a row in a turn in which one of
its ships rolls against the other. Functions here also tell which ships have had their roll, or their order, at a step
of the turn.

An order or a roll that the rules forbid raises Refused with one of these codes:
    TRI-E07  an order above the full speed of the ship, which is {n}
    TRI-E08  more than {n} pairs of ships at a time
    TRI-E09  a roll of a ship, or against a ship, that is sunk, wrecked, abandoned or has surrendered
    TRI-E10  a boarding by a ship without men
    TRI-E11  a roll that the ship, or the pair of ships, has already had this turn
    TRI-E12  a boarding between friends, or between ships that cannot fight, see screens.common.can_board
    TRI-E13  a boarding by a ship without an entered boarding value
    TRI-E14  the steps of movement of a ship without an order
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

# Fates that end all ties of a ship.
LOST = (SUNK, WRECKED)

# The fields of a row of "tie", in the order of `sheets`.
FIELDS = ("first", "second", "how", "rolled", "eased", "lost_first", "lost_second")

# Bits of the field "rolled": each of these bits is 1 if the first ship of the pair has had this roll this turn. The
# next higher bit is 1 if the second ship has had the roll.
GRAPPLE = 1
BOARDING = 4
DETACHMENT = 16

# The bit in "rolled" of each Procedure that a ship may roll once a turn against another ship. In the Fleet game one
# boarding counts for both ships, so "fleet_boarding" has the bits of the first and of the second ship.
COUNTS = {
    "fleet_grapple": GRAPPLE,
    "fleet_boarding": 3 * BOARDING,
    "ship_grapple": GRAPPLE,
    "ship_boarding": BOARDING,
    "ship_detachment": DETACHMENT,
}

# For each Procedure of boarding, the number of ships that need a boarding value: both ships, or only the attacker.
BOARDERS = {"fleet_boarding": 2, "ship_boarding": 1}

# For each Procedure that a single ship rolls once a turn, the index of its step in the turn.
RESOLVED = {
    "fleet_clearance": 0,
    "fleet_fatigue": 1,  # 1 stands for both steps 1 and 2, because a ship rolls only when its side moves
    "ship_surrender": 7,
    "ship_clearance": 10,
}

# For each Procedure after which another one may follow at a later step: (index of the Procedure's own step, name of the
# following Procedure).
LATER = {
    "fleet_ram": (3, "fleet_grapple"),
    "ship_ram": (2, "ship_grapple"),
    "ship_rake": (2, "ship_grapple"),
    "ship_grapple": (5, "ship_boarding"),
    "ship_boarding": (6, "ship_surrender"),
}

# The index of the step of the Fleet game at which ships ram.
RAMMING = 3

# The index of the step of the Ship game at which each ship gets an order.
ORDERS = 1


# The ships of a battle.


def fleet(state: State, side: Side | None = None) -> list[Row]:
    """Return the rows of all ships of a side, 0 or 1, or of both sides.

    The list includes sunk and other lost ships. A captured ship counts for the side with which it began the battle.
    """
    low, high = (0, 2 * SIDE) if side is None else (SIDE * side, SIDE * side + SIDE)
    return [row for row in range(low, high) if state.get("ship", row, "used")]


def side_of(state: State, row: Row) -> Side:
    """Return the side that owns a ship now; a captured ship has changed its side."""
    return (row >= SIDE) ^ state.get("ship", row, "captured")


# Known values of a ship. A value of 0 is known if a player entered it, or if it results from a roll.


def is_noted(state: State, row: Row, field: Field) -> bool:
    """Tell whether a ship's value in a field of NOTED, or its size, is known."""
    get = state.get
    if get("ship", row, field):
        return True
    if field not in NOTED:
        return False
    bits = get("ship", row, "noted")
    if bits:
        return bool(bits & 2 << NOTED.index(field))
    # An older version of Gobelet, without the field "noted", has saved this ship. If the ship is of the average class,
    # a 0 results from a roll, so it is known. If it is not, the rule of that version applies: a stored full speed of 0
    # means "unknown". A number of men or a factor of 0 is known if the full speed or the size is known.
    if get("ship", row, "house"):
        return True
    return field != "pv" and bool(get("ship", row, "pv") or get("ship", row, "size"))


def note_change(state: State, row: Row, fields: Sequence[Field] = ()) -> Change:
    """Return the change of the field "noted" that marks `fields` as known.

    `fields` are some of the fields in NOTED. Fields that are known already stay known.
    """
    bits = 1
    for index in range(len(NOTED)):
        if NOTED[index] in fields or is_noted(state, row, NOTED[index]):
            bits |= 2 << index
    return ("ship", row, "noted", bits)


def mark_zeros(state: State, changes: Sequence[Change]) -> list[Change]:
    """Return `changes`, plus changes that mark values as known before they become 0.

    So a known value stays known when it becomes 0.
    """
    found = list(changes)
    for row in sorted({row for kind, row, field, value in changes if field in NOTED and not value}):
        change = note_change(state, row)
        if change[3] != state.get("ship", row, "noted"):
            found.append(change)
    return found


class Ships:
    """The ships of a State, read once, because a screen uses them many times.

    afloat  rows of the ships that are not sunk, wrecked, abandoned or surrendered
    sides   the rows in `afloat` as two lists: ships that side 0 owns now, ships that side 1 owns now
    ties    the Tie of each pair of ships of which neither is sunk or wrecked
    """

    def __init__(self, state: State) -> None:
        kind = state.kind("ship")
        values = state.sheets[state.index["ship"]]
        used, fate, captured = [kind.fields.index(field) for field in ("used", "fate", "captured")]
        width = len(kind.fields)
        self.afloat: list[Row] = []
        self.sides: tuple[list[Row], list[Row]] = ([], [])
        present = set()
        begin = -width
        for row in range(2 * SIDE):
            begin += width
            if not values[begin + used] or values[begin + fate] in LOST:
                continue
            present.add(row)
            if not values[begin + fate]:
                self.afloat.append(row)
                self.sides[(row >= SIDE) ^ values[begin + captured]].append(row)
        self.ties = [tie for tie in ties(state) if tie.ships[0] in present and tie.ships[1] in present]

    def partners(self, row: Row) -> list[Row]:
        """Return the rows of the ships that are tied to the ship `row`."""
        return sorted([tie.other_ship(row) for tie in self.ties if tie.how and row in tie.ships])

    def tie_between(self, ship: Row, other: Row) -> Tie | None:
        """Return the Tie of two ships; None if the pair has no row in "tie"."""
        return find_tie(self.ties, ship, other)


def release_changes(state: State, changes: Sequence[Change]) -> list[Change]:
    """Return the changes that untie each ship whose fate in `changes` is in LOST."""
    found = []
    for kind, row, field, value in changes:
        if kind == "ship" and field == "fate" and value in LOST:
            found += untie_changes(state, row)
    return found


# Ties between two ships.


class Tie:
    """A row of the Sheet "tie", see `sheets` for its fields.

    row    the index of the row in the Sheet "tie"
    ships  the rows of the two ships in the Sheet "ship", the lower row first
    how    the kind of tie, such as GRAPPLED; APART if the ships are not tied
    lost   the number of men that each of the two ships has lost in the boarding of this turn
    """

    def __init__(self, row: Row, values: Sequence[int]) -> None:
        first, second, self.how, self.rolled, self.eased, lost, other = values
        self.row = row
        self.ships = first - 1, second - 1
        self.lost = lost, other

    def other_ship(self, ship: Row) -> Row:
        """Return the row of the ship that this Tie pairs with `ship`."""
        return self.ships[ship == self.ships[0]]

    def has_rolled(self, ship: Row, what: int) -> bool:
        """Tell whether a ship has had its GRAPPLE, BOARDING or DETACHMENT this turn.

        `what` is one of these three bits.
        """
        return bool(self.rolled & what << self.ships.index(ship))

    def may_grapple(self, ship: Row) -> bool:
        """Tell whether `ship` may grapple its partner more easily, after a ram this turn."""
        return bool(self.eased & 1 << self.ships.index(ship))


def ties(state: State) -> list[Tie]:
    """Return a Tie for each row of "tie" that is in use."""
    values = state.sheets[state.index["tie"]]
    width = len(FIELDS)
    return [Tie(row, values[row * width : row * width + width]) for row in range(TIES) if values[row * width]]


def _bits(name: str, side: int) -> int:
    """Return the bits of a Procedure in the field "rolled"; 0 if COUNTS lacks it.

    `side` is 0 if the first ship of the tie rolls, 1 if the second ship rolls.
    """
    what = COUNTS.get(name, 0)
    return what if what == 3 * BOARDING else what << side


def has_rolled_against(tie: Tie, name: str, ship: Row) -> bool:
    """Tell whether a ship of a Tie has rolled the Procedure `name` this turn.

    The target of this roll is the other ship of the Tie.
    """
    return bool(tie.rolled & _bits(name, tie.ships.index(ship)))


def find_tie(ties: Sequence[Tie], ship: Row, other: Row) -> Tie | None:
    """Return the Tie of two ships in `ties`; None if the two have no Tie."""
    for tie in ties:
        if ship in tie.ships and other in tie.ships:
            return tie
    return None


def is_full(state: State, tie: Tie | None) -> bool:
    """Tell whether the Sheet "tie" has no room for a pair of ships.

    `tie` is the Tie of the pair, or None. A pair without a Tie needs an unused row.
    """
    return tie is None and len(ties(state)) == TIES


def tie_changes(state: State, ship: Row, other: Row, **values: int) -> list[Change]:
    """Return the changes that set `values` in the row of "tie" for two ships.

    Raise Refused with TRI-E08 if the pair needs a new row and all rows are in use.
    """
    tie = find_tie(ties(state), ship, other)
    if tie is not None:
        return _row_changes(state, tie.row, values)
    row = 0
    while state.get("tie", row, "first"):
        row += 1
        if row == TIES:
            raise Refused("TRI-E08", n=TIES)
    values["first"] = min(ship, other) + 1
    values["second"] = max(ship, other) + 1
    return _row_changes(state, row, values)


def _row_changes(state: State, row: Row, values: dict[Field, int]) -> list[Change]:
    """Return the changes that set `values` in a row of the Sheet "tie".

    If the fields "how", "rolled" and "eased" are all 0 afterwards, the row is cleared, so that another pair may use it.
    """
    after = [values.get(field, state.get("tie", row, field)) for field in FIELDS]
    if not any(after[2:5]):
        after = [0] * len(FIELDS)
    return [("tie", row, FIELDS[index], after[index]) for index in range(len(FIELDS))]


def has_men(state: State, ship: Row, other: Row) -> bool:
    """Tell whether a ship has men for a boarding against `other`.

    A ship with an unknown number of men counts as a ship with men.
    """
    get = state.get
    if get("ship", ship, "men"):
        return True
    if get("ship", ship, "noted") or get("ship", ship, "house"):
        return not is_noted(state, ship, "men")
    # An older version of Gobelet, without the field "noted", has saved this ship. By the rule of that version, a number
    # of 0 men is unknown, and so counts as some men, if both ships have 0 men.
    return not get("ship", other, "men")


def untie_changes(state: State, ship: Row) -> list[Change]:
    """Return the changes that untie a ship from all others.

    The rolls of this turn stay in the field "rolled".
    """
    found = []
    for tie in ties(state):
        if tie.how and ship in tie.ships:
            found += _row_changes(state, tie.row, {"how": APART})
    return found


def tie_removal_changes(state: State, ship: Row) -> list[Change]:
    """Return the changes that clear each row of "tie" with the ship `ship`."""
    return [("tie", tie.row, field, 0) for tie in ties(state) if ship in tie.ships for field in FIELDS]


def turn_end_changes(state: State) -> list[Change]:
    """Return the changes that clear, in all ties, the fields that count for one turn."""
    found = []
    for tie in ties(state):
        found += _row_changes(state, tie.row, {"rolled": 0, "eased": 0, "lost_first": 0, "lost_second": 0})
    return found


def roll_changes(
    state: State, name: str, rows: Sequence[Row], key: Key, changes: Sequence[Change]
) -> list[Change]:
    """Return the changes of a roll, with its effects on the tie of its two ships.

    `name` is the name of the Procedure. `rows` are the rows of the ships in its roles, -1 for an unknown ship. `key` is
    the outcome key. `changes` are the changes that the effects of the outcome make. Changes of the Sheet "tie" replace
    changes of the field "grappled".
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
            tied = tie is not None and tie.how
            values["how"] = (tied or GRAPPLED) if value else APART
        elif field == "eased":
            bit = side if row == suffers else 1 - side
            values["eased"] = values.get("eased", tie.eased if tie else 0) | 1 << bit
    if name in COUNTS:
        if name == "ship_boarding":
            lost = list(tie.lost) if tie else [0, 0]
            lost[1 - side] = key if has_men(state, suffers, acts) else 0
            values["lost_first"], values["lost_second"] = lost
        values["rolled"] = (tie.rolled if tie else 0) | _bits(name, side)
    if values and (name in COUNTS or not is_full(state, tie)):
        found += tie_changes(state, acts, suffers, **values)
    return found  # a ram has its effects on the ships even if the Sheet "tie" has no row for the pair


# Ships that have had a roll of this turn, and ships that may still roll.


def is_done(state: State, row: Row, step: int = -1) -> int:
    """Return 1 if a ship has had its roll or its order at a step of this turn, else 0.

    `step` is the index of the step, -1 for the present step.
    """
    if step < 0:
        step = max(state.get("game", 0, "step"), 0)
    return state.get("ship", row, "done") >> step & 1


def done_change(state: State, row: Row, step: int = -1) -> Change:
    """Return the change that marks the roll or the order of a ship at a step as done.

    `step` is the index of the step, -1 for the present step.
    """
    if step < 0:
        step = max(state.get("game", 0, "step"), 0)
    return ("ship", row, "done", state.get("ship", row, "done") | 1 << step)


def has_order(state: State, row: Row) -> bool:
    """Tell whether a ship has an order for this turn; a speed of 0 is an order too."""
    return bool(state.get("ship", row, "order") or is_done(state, row, ORDERS))


def order_changes(state: State, row: Row, speed: int) -> list[Change]:
    """Return the changes that set the ordered speed of a ship for this turn.

    Raise Refused with TRI-E07 if `speed` is above the ship's full speed, and the full speed is known.
    """
    pv = state.get("ship", row, "pv")
    if speed > pv and is_noted(state, row, "pv"):
        raise Refused("TRI-E07", n=pv, name=row)
    return [("ship", row, "order", speed), done_change(state, row, ORDERS)]


def completed_step(state: State, name: str, rows: Sequence[Row]) -> int:
    """Return the step that the roll `name` completes for the first ship of `rows`.

    The result is the index of the step. It is -1 if the ship is unknown, or if the roll completes no step of the
    present game.
    """
    game = state.get("game", 0, "game")
    if not game or name not in RESOLVED or rows[0] < 0 or name.startswith("fleet_") != (game == FLEET):
        return -1
    return RESOLVED[name]


def has_had_roll(state: State, name: str, rows: Sequence[Row]) -> bool:
    """Tell whether the first ship of `rows` has rolled the Procedure `name` this turn.

    The result is False for a Procedure that a ship may roll several times a turn.
    """
    step = completed_step(state, name, rows)
    return step >= 0 and bool(is_done(state, rows[0], step))


def done_changes(state: State, name: str, rows: Sequence[Row]) -> list[Change]:
    """Return the changes that mark a roll as done for the first ship of `rows`."""
    step = completed_step(state, name, rows)
    if name == "fleet_ram" and state.get("game", 0, "game") == FLEET and rows[0] >= 0:
        step = RAMMING  # the list of ships marks a ram as done, but the ship may ram again
    return [done_change(state, rows[0], step)] if step >= 0 else []


def later_procedure(state: State, name: str) -> str:
    """Return the Procedure that may follow the roll `name` at a later step.

    The result is "" if no Procedure follows, or if the roll does not belong to the present step.
    """
    game = state.get("game", 0, "game")
    step, other = LATER.get(name, (-1, ""))
    here = game and step == state.get("game", 0, "step") and name.startswith("fleet_") == (game == FLEET)
    return other if here else ""


def may_board(state: State, row: Row, other: Row, tie: Tie | None = None) -> bool:
    """Tell whether the ship `row` may board the ship `other`.

    In the Ship game a ship needs men to board. By the rules both ships of a boarding roll at the same time. So a ship
    that has lost its last men to the roll of `other` still rolls itself. `tie` is the tie between the ships, if any.
    """
    if state.get("game", 0, "game") == FLEET or has_men(state, row, other):
        return True
    return tie is not None and tie.lost[tie.ships.index(row)] > 0


def check_roll(state: State, ships: Ships, name: str, rows: Sequence[Row]) -> None:
    """Raise Refused for an impossible roll: TRI-E08 to TRI-E11, TRI-E13 or TRI-E14.

    `name` is the name of the Procedure. `rows` are the rows of the ships in its roles, -1 for an unknown ship.
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
    """Tell whether a ship of a tie must still roll in this turn's boarding."""
    if state.get("ship", row, "fate") or tie.has_rolled(row, BOARDING):
        return False
    return may_board(state, row, tie.other_ship(row), tie)


def next_boarding(state: State, ships: Ships, tie: Tie) -> Pair | None:
    """Return (row of the rolling ship, row of its target) for the next boarding roll.

    The result is None if neither ship of the tie has a boarding roll left.
    """
    ship, other = tie.ships
    if not (ship in ships.afloat and other in ships.afloat) or side_of(state, ship) == side_of(state, other):
        # No boarding follows if a ship is not afloat, or if one side owns both ships, as after a capture.
        return None
    for row in tie.ships:
        if has_boarding_roll(state, tie, row):
            return row, tie.other_ship(row)
    return None


def boarding_loser(state: State, tie: Tie) -> Row:
    """Return the row of the ship that lost this turn's boarding; -1 if no ship did.

    After the boarding rolls of both ships, the ship that lost more men is the loser.
    """
    if not tie.rolled & 3 * BOARDING or tie.lost[0] == tie.lost[1]:
        return -1
    if any([has_boarding_roll(state, tie, row) for row in tie.ships]):
        return -1
    return tie.ships[tie.lost[1] > tie.lost[0]]
