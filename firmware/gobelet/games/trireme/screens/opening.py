"""Trirème: opening the form of a roll, with its likeliest ships and values."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gobelet.words.wording import arguments

from ..rules.sheets import CORVUS, SHIPS, whose
from ..rules.ships import boarding_loser, side_of
from . import common, recent

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gobelet.rules.procedure import Procedure
    from gobelet.rules.types import Row, Values
    from gobelet.ui.screens.types import Context


MADE = ("TRI-E11", "TRI-E12")  # refusals for two ships that have had the roll, or that cannot fight
HOSTILE = ("ram", "rake", "boarding")  # rolls whose target is probably no captured ship of the same side

ORDERED = (
    "not_full_speed",
    "target_full_speed",
    "stationary",
)  # inputs that depend on the orders, which are valid for one turn
# A form never takes these inputs from the last roll, because they may have changed. "facing_larger" compares
# the sizes of two ships; a roll of one ship does not know the other one.
OF_THEN = ORDERED + ("facing_larger",)


def rows_for(context: Context, number: int, row: Row = -1, other: Row = -1) -> list[Row]:
    """Rows for the roles of a Procedure.

    The rows are the given ones, else the last used ships in play. Outside a battle the rows are -1.
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
            # The pair has had this roll, so the players choose the next two ships.
            return [-1, -1] if refused is not None and refused.code in MADE else [first, second]
        if row < 0:
            return [-1, other]
        if other < 0:  # a ship tied to the acting one, an enemy first; else the opponent of the last roll
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
        side = whose(state)
        if side >= 0:  # take a ship of the moving player
            ours = common.ships(context).sides[side]
            row = row if row in ours else (ours or [-1])[0]
    return [row]


def inputs_now(context: Context, proc: Procedure, rows: Sequence[Row]) -> Values:
    """The inputs of a roll whose present values the Sheets have.

    These values come from the orders of the ships, and from their earlier rolls this turn. rows: the rows of
    the roll's roles.
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
        elif name in ORDERED:
            found[name] = i.start  # without an order, the input has its start value
            row = rows[name != "not_full_speed"]
            order, pv = common.field_value(context, row, "order"), common.field_value(context, row, "pv")
            if order == "?":
                pass
            elif name == "stationary":
                found[name] = int(order == 0)
            elif pv != "?" or not order:
                # A ship that does not move is not at full speed, whatever its PV [A25].
                at_full_speed = order > 0 and order >= pv
                found[name] = int(at_full_speed == (name == "target_full_speed"))
    return found


def first_values(context: Context, number: int, rows: Sequence[Row]) -> Values:
    """The first values of a form: those of the last roll for the same ships.

    The form itself adds the present values of the Sheets.
    """
    proc = context.session.procedure(number)
    given = recent.last_values(context.session, number, rows)
    for i in proc.inputs:
        if i.name in OF_THEN:
            given[i.name] = i.start
    return given


def open_and_ask(context: Context, number: int, row: Row = -1) -> None:
    """Open the form of a roll for the acting ship.

    The form begins with questions for unknown ships, and for values that only the players know.
    """
    context.open("trireme.form", number, *(row, -1)[: len(context.session.procedure(number).roles)])
    context.navigation.top().ask(True)


def open_form(context: Context, number: int, row: Row = -1, other: Row = -1) -> None:
    """Open the form of a Procedure for ships, see `first_values`.

    The form does not repeat questions that the players have answered for the same ships.
    """
    rows = rows_for(context, number, row, other)
    given = first_values(context, number, rows)
    context.open("trireme.form", number, *arguments(context.session.procedure(number), rows, given))
    context.navigation.top().accept_values(given if min(rows) >= 0 else ())
