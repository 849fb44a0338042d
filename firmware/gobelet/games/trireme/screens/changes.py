"""Trirème: a change in a few words, for undo and for the history."""

from ..rules.sheets import FLEET
from ..rules.walks import ORDERS, steps
from .common import game, names, seat

# Fields of a ship whose change only comes with another one, which is told as it is, see `App.what`.
BESIDE = ("bonus", "eased")


def _tied(app, effects, tie, row):
    """Names of the two ships of a tie, which may just have come or gone."""
    found = []
    for field in ("first", "second"):
        ship = app.session.get("tie", row, field)
        for k, at, f, old, new in effects:
            if (k, at) == (tie, row) and app.session.state.kinds[k].fields[f] == field:
                ship = new or old
        found.append(seat(app, ship - 1) if ship else "?")
    return found


def what(app, effects):
    """A few words for a change: a new battle, the step of the turn, a name; or the effects that speak for all of it."""
    state = app.session.state
    t = app.t
    done = None
    spoken = []
    for k, row, f, _, new in effects:
        field = state.kinds[k].fields[f]
        if field == "battle":
            return t("home.new")
        if field == "used":
            done = t("what.used" if new else "what.gone", seat(app, row))
    if done:
        return done
    for effect in effects:
        k, row, f, old, new = effect
        kind = state.kinds[k]
        field = kind.fields[f]
        if kind.name == "ship":
            if field == "fate":
                return [effect]
            if field == "name":
                done = "%s → %s" % (names(app)[old], names(app)[new])
            elif field == "done":
                order = game(app) != FLEET and old ^ new == 1 << ORDERS
                done = done or t("what.ordered" if order else "what.done", seat(app, row))
            elif field == "eased" and game(app) == FLEET:
                done = done or t("what.rammed", seat(app, row))
            elif field not in BESIDE and old != new:
                spoken.append(effect)
        elif kind.name == "tie":
            if field == "how":
                done = t("what.tied" if new else "what.free", *_tied(app, effects, k, row))
            elif field == "rolled":
                done = done or t("what.rolled", *_tied(app, effects, k, row))
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
