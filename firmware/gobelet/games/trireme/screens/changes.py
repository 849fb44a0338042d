"""Trirème: a change in a few words, for undo and for the history."""

from ..rules.walks import steps
from .common import name, names

# Fields whose change is told as it is, see `App.what`; a fate speaks before the others.
PLAIN = (
    "size",
    "crew",
    "kind",
    "pv",
    "men",
    "factor",
    "sail",
    "immobilised",
    "slowed",
    "tired",
    "infantry",
    "captured",
    "breaches",
    "order",
)


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
            done = t("what.used" if new else "what.gone", name(app, row))
    if done:
        return done
    for effect in effects:
        k, row, f, old, new = effect
        kind = state.kinds[k]
        field = kind.fields[f]
        if kind.name == "ship":
            if field == "fate":
                return [effect]
            if field in PLAIN:
                spoken.append(effect)
            elif field == "grappled":
                if new:
                    done = t("what.grappled", name(app, row), name(app, new - 1))
                elif done is None:
                    done = t("what.free", name(app, row))
            elif field == "name":
                done = "%s → %s" % (names(app)[old], names(app)[new])
            elif field == "done":
                done = done or t("what.done", name(app, row))
        elif field == "turn":
            return t("turn.new", new)
        elif field == "pulse":
            done = t("turn.pulse", new) if new else done
        elif field == "step":
            return t("turn." + steps(state)[new][0]) if 0 <= new < len(steps(state)) else None
    return spoken or done
