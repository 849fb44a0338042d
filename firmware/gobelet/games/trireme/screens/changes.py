"""Trirème: short texts for a change, in the messages of undo and in the history.

A change consists of effects. An effect is (number of the Kind, row, index of the field, old value, new value).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gobelet.ui.drawing.widgets import ARROW

from ..rules.sheets import FLEET, NOTED
from ..rules.ships import ORDERS
from ..rules.walks import steps
from .common import game, names, seat

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gobelet.rules.types import Effect, Row
    from gobelet.ui.screens.types import Context


# Fields of a ship that change only together with a more important field. The text describes the more important field.
SECONDARY = ("bonus", "eased", "house", "noted")
# Fields that change from 0 if a ship receives the values of the average class, and to 0 if it loses these values.
AVERAGE_FIELDS = ("house", "pv", "size")


def _tied_names(context: Context, effects: Sequence[Effect], tie: int, row: Row) -> list[str]:
    """Return the names of two tied ships, even if `effects` add or remove the tie.

    `tie` is the number of the Kind "tie". `row` is the row of the tie.
    """
    found = []
    for field in ("first", "second"):
        ship = context.session.get("tie", row, field)
        for number, index, position, old, new in effects:
            if (number, index) == (tie, row) and context.session.state.kinds[number].fields[
                position
            ] == field:
                ship = new or old
        found.append(seat(context, ship - 1) if ship else "?")
    return found


def _words_for_all(context: Context, effects: Sequence[Effect]) -> str | None:
    """Return the text for a change that concerns all ships, or a whole ship.

    Such a change begins a battle, adds or removes a ship, or sets or removes the values of the average class. Return
    None for any other change.
    """
    t = context.t
    kinds = context.session.state.kinds
    fields = [kinds[number].fields[position] for number, _, position, _, _ in effects]
    if "battle" in fields:  # the change begins a battle, in which it also adds the ships
        return t("home.new")
    averaged = set()
    for field, (_, row, _, old, new) in zip(fields, effects):
        if field == "used":
            return t("what.used" if new else "what.gone", seat(context, row))
        if field in AVERAGE_FIELDS and not (old and new):
            averaged.add(field)
    return t("have.2") if len(averaged) == len(AVERAGE_FIELDS) else None


def _is_known(context: Context, effects: Sequence[Effect], row: Row, field: str, side: int) -> bool:
    """Tell whether the value 0 in a ship's field means 0, not an unknown value.

    `side` is the index of the value in an effect: 3 for the value before the change, 4 for the value after the change.
    `ships.is_noted` tells the same for the present values.
    """
    if field == "size":
        return False
    if field == "order":
        flag, bit = "done", 1 << ORDERS
    elif field in NOTED:
        flag, bit = "noted", 2 << NOTED.index(field)
    else:
        return True
    for effect in effects:
        kind = context.session.state.kinds[effect[0]]
        if kind.name == "ship" and effect[1] == row and kind.fields[effect[2]] == flag:
            return bool(effect[side] & bit)
    return True  # the change leaves the field `flag` as it was, so the value 0 was and stays known


def _number_words(context: Context, effects: Sequence[Effect], effect: Effect) -> str | None:
    """Return the text for a ship's number that was unknown or becomes unknown.

    The text shows "?" for an unknown number. Return None if the old and the new number are known.
    """
    number, row, position, old, new = effect
    field = context.session.state.kinds[number].fields[position]
    values = [
        str(value) if value or _is_known(context, effects, row, field, side) else "?"
        for value, side in ((old, 3), (new, 4))
    ]
    if "?" not in values:
        return None
    return "%s %s %s" % (seat(context, row), context.t("f." + field), ARROW.join(values))


def _zero_effects(context: Context, effect: Effect) -> list[Effect]:
    """Return an effect with two values of 0 for each 0 that became known or unknown.

    `effect` is a change of the field "noted", which has a bit for each known value of a ship. A change from 0 or to 0
    changes the bits of all values, because older versions of Gobelet stored no bits. In this case, values above 0 are
    skipped.
    """
    number, row, _, old, new = effect
    index = context.session.state.kinds[number].index
    first = not (old and new)
    return [
        (number, row, index[field], 0, 0)
        for field in NOTED
        if (old ^ new) & 2 << NOTED.index(field) and not (first and context.session.get("ship", row, field))
    ]


def _order_words(context: Context, effect: Effect, field: str) -> str:
    """Return the text for a ship that has received an order, rolled or rammed."""
    _, row, _, old, new = effect
    if field == "eased":
        return context.t("what.rammed", seat(context, row))
    order = game(context) != FLEET and old ^ new == 1 << ORDERS
    return context.t("what.ordered" if order else "what.done", seat(context, row))


def describe_change(context: Context, effects: Sequence[Effect]) -> list[Effect] | str | None:
    """Return a text that describes a change, or the effects to describe.

    `effects` are all effects of the change. For example, the result is a text for a new battle, a step of the turn or a
    new name of a ship. If the result is a list, the caller writes the text for the effects in the list. The list has no
    effects on the fields in SECONDARY.
    """
    state = context.session.state
    t = context.t
    done = _words_for_all(context, effects)
    if done:
        return done
    spoken = []
    zeros = []  # effects for entered values of 0
    for effect in effects:
        number, row, position, old, new = effect
        kind = state.kinds[number]
        field = kind.fields[position]
        if kind.name == "ship":
            if field == "fate":
                return [effect]
            if field == "name":
                done = "%s → %s" % (names(context)[old], names(context)[new])
            elif field == "eased" and game(context) == FLEET:
                done = _order_words(context, effect, field)
            elif field == "done":
                done = done or _order_words(context, effect, field)
            elif field not in SECONDARY and old != new:
                spoken.append(effect)
            elif field == "noted":
                zeros += _zero_effects(context, effect)
        elif kind.name == "tie":
            if field == "how":
                pair = _tied_names(context, effects, number, row)
                # If a later change has removed the tie, the names of its ships are unknown here. The history shows
                # these names in the line of the roll.
                done = (
                    t("tie.%d" % (new > 0)) if "?" in pair else t("what.tied" if new else "what.free", *pair)
                )
            elif field == "rolled":
                done = done or t("what.rolled", *_tied_names(context, effects, number, row))
        elif field == "turn":
            return t("turn.new", new)
        elif field == "starts":
            done = "%s %s" % (t("turn.first"), t("side.%d" % new))
        elif field == "pulse":
            done = done or (t("turn.pulse", new) if new else None)
        elif field == "step" and 0 <= new < len(steps(state)):
            # A change that immobilises ships at the start of a battle also changes the step. The result describes these
            # ships, which are in `spoken`.
            done = t("turn." + steps(state)[new][0])
    if not done:
        spoken = spoken or zeros
    return (_number_words(context, effects, spoken[0]) if spoken else None) or spoken or done
