"""Trirème: a change in a few words, for undo and the history."""

from ..rules.sheets import FLEET
from ..rules.ships import ORDERS
from ..rules.walks import steps
from .common import game, names, seat

# Fields of a ship whose change only comes with another one, which is told as it is, see `App.what`.
BESIDE = ("bonus", "eased", "house")


def _tied(app, effects, tie, row):
    """Names of the two ships of a tie, which may just have come or gone."""
    found = []
    for field in ("first", "second"):
        ship = app.session.get("tie", row, field)
        for number, index, position, old, new in effects:
            if (number, index) == (tie, row) and app.session.state.kinds[number].fields[position] == field:
                ship = new or old
        found.append(seat(app, ship - 1) if ship else "?")
    return found


def _of_all(app, effects):
    """What is said where one effect, or two that come together, tell of all."""
    t = app.t
    done = None
    house = blank = False
    for number, row, position, old, new in effects:
        field = app.session.state.kinds[number].fields[position]
        if field == "battle":
            return t("home.new")
        house = house or field == "house"
        blank = blank or (field == "pv" and not (old and new))
        if field == "used":
            done = t("what.used" if new else "what.gone", seat(app, row))
    return t("have.2") if house and blank else done


def _ordered(app, effect, field):
    """That a ship has done something this turn."""
    _, row, _, old, new = effect
    if field == "eased":
        return app.t("what.rammed", seat(app, row))
    order = game(app) != FLEET and old ^ new == 1 << ORDERS
    return app.t("what.ordered" if order else "what.done", seat(app, row))


def in_words(app, effects):
    """A few words for a change: a new battle, the step of the turn, a name; or the effects that speak for all of it."""
    state = app.session.state
    t = app.t
    done = _of_all(app, effects)
    if done:
        return done
    spoken = []
    for effect in effects:
        number, row, position, old, new = effect
        kind = state.kinds[number]
        field = kind.fields[position]
        if kind.name == "ship":
            if field == "fate":
                return [effect]
            if field == "name":
                done = "%s → %s" % (names(app)[old], names(app)[new])
            elif field == "done" or (field == "eased" and game(app) == FLEET):
                done = done or _ordered(app, effect, field)
            elif field not in BESIDE and old != new:
                spoken.append(effect)
        elif kind.name == "tie":
            if field == "how":
                done = t("what.tied" if new else "what.free", *_tied(app, effects, number, row))
            elif field == "rolled":
                done = done or t("what.rolled", *_tied(app, effects, number, row))
        elif field == "turn":
            return t("turn.new", new)
        elif field == "starts":
            done = "%s %s" % (t("turn.first"), t("side.%d" % new))
        elif field == "pulse":
            done = done or (t("turn.pulse", new) if new else None)
        elif field == "step" and 0 <= new < len(steps(state)):
            # Where a ship is immobilised from the start comes with it, that is told.
            done = t("turn." + steps(state)[new][0])
    return spoken or done
