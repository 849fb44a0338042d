"""Trirème: functions that open the form of a roll with likely ships and values."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gobelet.words.wording import arguments

from ..rules.sheets import CORVUS, SHIPS, row_in_turn
from ..rules.ships import boarding_loser, side_of
from . import common, recent

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gobelet.rules.procedure import Procedure
    from gobelet.rules.types import Row, Values
    from gobelet.ui.screens.types import Context


# Codes of the Refused for two ships that have already had this roll, or that cannot fight each other.
ROLLED_OR_FRIENDS = ("TRI-E11", "TRI-E12")
HOSTILE = ("ram", "rake", "boarding")  # rolls whose target is probably a ship of the other side

# Inputs that depend on the orders of the ships. An order is valid for one turn.
FROM_ORDERS = ("not_full_speed", "target_full_speed", "stationary")
# Inputs whose values a form never copies from the last roll, because these values may have changed. "facing_larger"
# compares the ship of a breach roll with the other ship of the ram, for which the breach roll has no role.
NEVER_REPEATED = FROM_ORDERS + ("facing_larger",)


def rows_for(context: Context, number: int, row: Row = -1, other: Row = -1) -> list[Row]:
    """Return the rows of the ships for the roles of a Procedure.

    If `row` or `other` is -1, the function chooses a likely ship, such as the last ship in this role. If no ship is
    likely, the result has -1 for the role.
    """
    session = context.session
    state = session.state
    if len(session.procedure(number).roles) == 2:
        kind = session.listed[number][0].split("_")[1]
        _, first, second = recent.last_pair(session, common.ships(context) if kind == "grapple" else None)
        if row < 0 and other < 0:
            if kind in HOSTILE and common.are_friends(context, first, second):
                second = -1
            refused = common.find_refusal(context, session.procedure(number), [first, second])
            # If these two ships cannot have this roll, the players choose two ships.
            return [-1, -1] if refused is not None and refused.code in ROLLED_OR_FRIENDS else [first, second]
        if row < 0:
            return [-1, other]
        # propose a ship tied to the acting ship, an enemy if possible; without a tie, the last opponent
        if other < 0:
            mine = side_of(state, row)
            held = common.ships(context).partners(row)
            if held:
                other = min(held, key=lambda each: side_of(state, each) == mine)
            elif row == first:
                other = second
        return [row, other]
    if row < 0:
        row = (
            [each for each in recent.last_ships(session) if not session.get("ship", each, "fate")] or [-1]
        )[0]
        side = row_in_turn(state)
        if side >= 0:  # propose a ship of the moving side
            ours = common.ships(context).sides[side]
            row = row if row in ours else (ours or [-1])[0]
    return [row]


def inputs_now(context: Context, proc: Procedure, rows: Sequence[Row]) -> Values:
    """Return the values of the inputs that depend on orders, ties and equipment.

    `rows` are the rows of the ships in the roles of the Procedure. The result is {} outside the Ship game, or if a ship
    is unknown.
    """
    session = context.session
    found: Values = {}
    if common.game(context) != SHIPS or min(rows) < 0:
        return found
    get = session.get
    tie = common.ships(context).tie_between(*rows) if len(rows) == 2 else None
    for i in proc.inputs:
        name = i.name
        if name == "won_boarding":
            found[name] = int(tie is not None and boarding_loser(session.state, tie) == rows[1])
        elif name == "enemy_corvus":
            found[name] = int(tie is not None and tie.how == CORVUS + tie.ships.index(rows[1]))
        elif name == "from_tower":
            found[name] = get("ship", rows[0], "towers")
        elif name == "weapon":
            found[name] = get("ship", rows[0], "engines")
        elif name in FROM_ORDERS:
            found[name] = i.start  # the input of a ship without an order has its start value
            row = rows[name != "not_full_speed"]
            order, pv = common.field_value(context, row, "order"), common.field_value(context, row, "pv")
            if order == "?":
                pass
            elif name == "stationary":
                found[name] = int(order == 0)
            elif pv != "?" or not order:
                # A ship that does not move is never at full speed, even if its full speed is 0 [A25].
                at_full_speed = order > 0 and order >= pv
                found[name] = int(at_full_speed == (name == "target_full_speed"))
    return found


def first_values(context: Context, number: int, rows: Sequence[Row]) -> Values:
    """Return the values with which a form opens.

    The result has the values of the last roll of this Procedure for the same ships. The inputs in NEVER_REPEATED have
    their start values. The form itself adds the present values of the Sheets.
    """
    proc = context.session.procedure(number)
    given = recent.last_values(context.session, number, rows)
    for i in proc.inputs:
        if i.name in NEVER_REPEATED:
            given[i.name] = i.start
    return given


def open_and_ask(context: Context, number: int, row: Row = -1) -> None:
    """Open the form of a roll for the acting ship, and ask for unknown values.

    The form asks for the other ship, and for values that only the players know.
    """
    context.open("trireme.form", number, *(row, -1)[: len(context.session.procedure(number).roles)])
    context.navigation.top().ask(True)


def open_form(context: Context, number: int, row: Row = -1, other: Row = -1) -> None:
    """Open a Procedure's form for the ships `row` and `other`, or for likely ships.

    `rows_for` chooses the likely ships. The form does not repeat questions that the players have already answered for
    the same ships.
    """
    rows = rows_for(context, number, row, other)
    given = first_values(context, number, rows)
    context.open("trireme.form", number, *arguments(context.session.procedure(number), rows, given))
    context.navigation.top().accept_values(given if min(rows) >= 0 else ())
