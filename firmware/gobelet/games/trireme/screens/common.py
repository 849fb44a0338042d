"""Trirème: functions that several screens use."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gobelet.rules.procedure import lane
from gobelet.rules.refused import Refused
from gobelet.ui.drawing.numbers import signed_text
from gobelet.ui.drawing.widgets import ROW_ROOM
from gobelet.words.wording import with_real_dice

from ..rules.sheets import FLEET, NOTED, SHIPS, SIDE, SUNK
from ..rules.ships import Ships, check_roll, has_order, is_noted, side_of

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from gobelet.game.session import Session
    from gobelet.rules.procedure import Procedure
    from gobelet.rules.types import Row, Values
    from gobelet.ui.screens.stack import Screen
    from gobelet.ui.screens.types import Context


ODDS = "odds"  # result of the screen with a printed table, if OK asks for the chances
# Signs for a ship that is immobilised, tied to another ship, or sunk, where a text is too wide.
HELD = "⚓"
GRAPPLED = "⚔"
GONE = "☠"
# Fields of a ship with the value 0 or 1. If the value is 1, the name of the field describes the state of the ship.
YES_FIELDS = ("immobilised", "captured", "slowed", "tired")
MAYBE_UNKNOWN = NOTED + ("size", "order")  # fields of a ship whose value may be unknown, see `field_value`


def position(session: Session) -> int:
    """Return the byte offset of the end of the game's journal.

    As long as this byte offset is the same, the values of all Sheets are the same.
    """
    return session.journal.position


def ships(context: Context) -> Ships:
    """Return the ships of the present battle.

    The ships are in a cache until the next record of the journal is written.
    """
    session = context.session
    now = position(session)
    found = session.cache.get("ships")
    if found is None or found[0] != now:
        found = session.cache["ships"] = now, Ships(session.state)
    return found[1]


def game(context: Context) -> int:
    """Return the game of the present battle, FLEET or SHIPS; NONE without a battle."""
    return context.session.get("game", 0, "game")


def names(context: Context) -> list[str]:
    """Return the names that ships may have, in the present language."""
    return _name_cache(context)[1]


def _name_cache(context: Context) -> tuple[str, list[str], dict[tuple[bool, int, int], str]]:
    """Return (language, names of ships, cache of names with the sign of a side).

    The cache's keys are (whether the ship began on the second side, whether the ship is captured, index of its name).
    """
    cache = context.session.cache
    if "names" not in cache or cache["names"][0] != context.t.language:
        cache["names"] = context.t.language, context.t("ship.names").split("|"), {}
    return cache["names"]


def name(context: Context, row: Row) -> str:
    """Return the name of a ship with the sign of the side that owns the ship now.

    A captured ship belongs to the side of its captor.
    """
    return _name_with_sign(context, row, context.session.get("ship", row, "captured"))


def seat(context: Context, row: Row) -> str:
    """Return the name of a ship with the sign of the side with which the ship began.

    The fleets of both sides have the same names, so a name needs a sign. The history uses the name with this sign,
    because a line of the history may be older than the capture of the ship.
    """
    return _name_with_sign(context, row, 0)


def _name_with_sign(context: Context, row: Row, captured: int) -> str:
    _, listed, signed = _name_cache(context)
    sign = row >= SIDE, captured, context.session.get("ship", row, "name") % len(listed)
    if sign not in signed:
        key = "side.taken.%d" if sign[1] else "side.sign.%d"
        signed[sign] = context.t(key % sign[0], listed[sign[2]])
    return signed[sign]


def are_in_battle(context: Context, rows: Sequence[Row]) -> bool:
    """Tell whether all ships in `rows`, except -1, are still in the battle."""
    return all([row < 0 or context.session.get("ship", row, "used") for row in rows])


def are_friends(context: Context, one: Row, other: Row) -> bool:
    """Tell whether two ships belong to the same side now.

    The result is False if one of the rows is -1, which stands for an unknown ship.
    """
    state = context.session.state
    return min(one, other) >= 0 and side_of(state, one) == side_of(state, other)


def can_board(context: Context, one: Row, other: Row) -> bool:
    """Tell whether two ships may board each other.

    Two ships of the same side cannot board each other. In the Fleet game, at least one of the two ships must have a
    boarding value that counts [A22]. An immobilised ship has none, unless the ship is slowed, or the owner's file says
    otherwise.
    """
    get = context.session.get
    if are_friends(context, one, other):
        return False
    if game(context) != FLEET or min(one, other) < 0:
        return True
    for row in (one, other):
        if not get("ship", row, "immobilised") or get("ship", row, "slowed"):
            return True
    from .owner_data import owner_corrections  # imported only here, because the module is large

    return bool(owner_corrections(context).params.get("held_factor"))


def shared_inputs(context: Context, proc: Procedure, rows: Sequence[Row]) -> Values:
    """Return the values of inputs that depend on the Sheet "game", or on both ships.

    The result lacks a value that depends on an unknown ship, or on an unknown full speed. The form then asks the
    players for this value.
    """
    found = {}
    get = context.session.get
    both = len(rows) == 2 and min(rows) >= 0
    for i in proc.inputs:
        if i.name == "tide":
            if game(context) == SHIPS:
                found["tide"] = get("game", 0, "tide")
        elif i.name == "friendly" and both:
            found["friendly"] = int(are_friends(context, *rows))
        elif i.name == "faster" and both:
            mine, other = [field_value(context, row, "pv") for row in rows]
            if "?" not in (mine, other):
                found["faster"] = int(other > mine)
    return found


def find_refusal(context: Context, proc: Procedure, rows: Sequence[Row]) -> Refused | None:
    """Return the Refused that says why the ships in `rows` cannot have a roll.

    The result is None if the roll is possible.
    """
    if proc.name.endswith("_boarding") and game(context) and not can_board(context, *rows):
        return Refused("TRI-E12")
    try:
        check_roll(context.session.state, ships(context), proc.name, rows)
    except Refused as refused:
        return refused
    return None


def is_in_battle(screen: Screen) -> bool:
    """Tell whether a battle is under way.

    Screens about a battle use this function as `is_valid`.
    """
    return bool(game(screen.context))


def is_ship_in_battle(screen: Any) -> bool:
    """Tell whether the ship of a screen is in the battle.

    Screens about a ship use this function as `is_valid`. The result is True if the screen has no ship (row -1).
    """
    return are_in_battle(screen.context, (screen.row,))


def pair_name(context: Context, first: Row, second: Row) -> str:
    """Return the names of two ships, the name of the acting ship first."""
    return "%s→%s" % (name(context, first), name(context, second))


def field_value(context: Context, row: Row, field: str) -> Any:
    """Return the value of a ship's field; "?" if the value is unknown."""
    state = context.session.state
    found = has_order(state, row) if field == "order" else is_noted(state, row, field)
    return state.get("ship", row, field) if found else "?"


def line_signs(context: Context, row: Row, field: str | None = None) -> str:
    """Return the text beside a ship's name in a list: a value, and signs.

    The value is that of the field that `list_field` returns for `field`. The signs are those of `trouble_signs`. For a
    ship that is not afloat, the text is only its fate.
    """
    get = context.session.get
    fate = get("ship", row, "fate")
    if fate:
        return GONE if fate == SUNK else context.t("f.fate.%d" % fate)
    field = list_field(context, field)
    value = field_value(context, row, field)
    return count_words(context, "sign." + field, value) + trouble_signs(context, row)


def list_field(context: Context, field: str | None) -> str:
    """Return the name of the field whose value a list shows for each ship.

    The result is `field`, unless it is None. If `field` is None, the result is "factor" (boarding value) in the Fleet
    game, and "men" in the Ship game.
    """
    return field or ("factor" if game(context) == FLEET else "men")


def trouble_signs(context: Context, row: Row) -> str:
    """Return the signs for a ship that is immobilised or tied to another ship."""
    found = HELD if context.session.get("ship", row, "immobilised") else ""
    return found + GRAPPLED if ships(context).partners(row) else found


def ship_line(context: Context, row: Row, field: str | None = None, mark: str = "") -> tuple[str, str]:
    """Return (name of a ship, text beside the name) for a list.

    If name and text do not fit in large letters, the text is only a number and the signs of `trouble_signs`, or these
    signs alone. `mark` is put before the text.
    """
    label = name(context, row)
    width = context.canvas.width
    room = ROW_ROOM - width(label, 16)
    value = mark + line_signs(context, row, field)
    if width(value, 16) > room and not context.session.get("ship", row, "fate"):
        number = str(field_value(context, row, list_field(context, field)))
        value = mark + number + trouble_signs(context, row)
        if width(value, 16) > room:
            value = mark + trouble_signs(context, row)
    return label, value


def count_words(context: Context, key: str, n: int | str) -> str:
    """Return the text for the number `n` and its noun, such as "3 men".

    The text key is "<key>.<n>" if a text has this key, else "<key>".
    """
    return context.t.get("%s.%s" % (key, n)) or context.t(key, n)


def state_words(context: Context, row: Row) -> list[str]:
    """Return a text for each trouble of a ship, such as a breach."""
    get = context.session.get
    found = []
    for field in ("fate", "immobilised", "captured", "slowed", "tired", "house"):
        value = get("ship", row, field)
        if value:
            named = value == 1 and field in YES_FIELDS
            found.append(context.t("f." + field).lower() if named else context.t("f.%s.%d" % (field, value)))
    if get("ship", row, "breaches"):
        found.append(count_words(context, "card.breaches", get("ship", row, "breaches")))
    held = [name(context, other) for other in ships(context).partners(row)]
    if held:
        found.append(context.t("card.grappled", ", ".join(held)))
    return found


def show_states(context: Context, row: Row) -> None:
    """Show a page with all troubles of a ship.

    The page also explains the signs for these troubles in lists of ships.
    """
    lines = ["• " + line for line in state_words(context, row) or [context.t("card.well")]]
    context.dialogs.show_page(name(context, row), lines + [context.t("sign.all")])


def name_prefix(of: int) -> str:
    """Return the prefix in the names of a game's Procedures; `of` is FLEET or SHIPS."""
    return "fleet_" if of == FLEET else "ship_"


def title(context: Context, proc: Procedure) -> str:
    """Return the short title of a roll, without the French term in brackets.

    The title must be short, because the names of the ships need most of the top band.
    """
    return (context.t.get(proc.name + ".short") or context.t(proc.name)).split(" [")[0]


def page_title(context: Context, name: str) -> str:
    """Return the title of a help page, without the French term in brackets.

    `name` is the name of a Procedure, or of another page in `Help.sections`.
    """
    return context.t.get("help." + name) or context.t(name).split(" [")[0]


def open_table(context: Context, number: int, dice: int = 0, *given: int) -> None:
    """Open the printed table of a Procedure, see `aid.Aid` for the arguments."""
    context.open(
        "trireme.%s_aid" % context.session.listed[number][0].partition("_")[0], number, dice, 0, -1, *given
    )


def subject(context: Context, rows: Sequence[Row], hand: bool, title: Callable[[], str]) -> str:
    """Return the names of the ships of a roll.

    If `hand` is set, a sign for real dice follows the name of a single ship. Each name has the sign of a side. If two
    names do not fit beside `title()`, they have the shorter signs of the sides with which the ships began.
    """
    if len(rows) == 2 and min(rows) >= 0:
        pair = "%s→%s" % (name(context, rows[0]), name(context, rows[1]))
        short = "%s→%s" % (seat(context, rows[0]), seat(context, rows[1]))
        width = context.canvas.width
        return short if pair != short and width(title()) + width(pair) > 122 else pair
    who = "".join([name(context, row) for row in rows if row >= 0])
    return with_real_dice(context, who) if hand else who


def sum_text(context: Context, proc: Procedure, values: Values) -> str:
    """Return a text with the sum of the modifiers.

    The players see this text instead of a roll if the device lacks the number to reach.
    """
    total = lane(proc, values, "roll")
    return context.t(proc.name + ".sum", signed_text(total) if total else "±0")
