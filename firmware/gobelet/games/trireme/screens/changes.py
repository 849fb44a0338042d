"""Trirème: a change in a few words, for undo and for the history."""

from .common import name, names

# Fields whose change is told as it is, see `App.what`; the first of these in a change speaks for all of it.
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
    "fate",
    "breaches",
    "order",
)


def what(app, effects):
    """A few words for a change: a new battle, the step of the turn, a name; None for what needs no words of its own."""
    state = app.session.state
    t = app.t
    done = None
    for k, _, f, _, _ in effects:
        if state.kinds[k].fields[f] == "battle":
            return t("home.new")
    for k, row, f, old, new in effects:
        kind = state.kinds[k]
        field = kind.fields[f]
        if kind.name == "ship":
            if field in PLAIN:
                return None  # "<ship> <field> <old>→<new>"
            if field == "grappled":
                done = t("what.free", name(app, row))
                if new:
                    return t("what.grappled", name(app, row), name(app, new - 1))
            elif field == "name":
                done = "%s → %s" % (names(app)[old], names(app)[new])
            elif field == "used":
                return t("what.used" if new else "what.gone", name(app, row))
            elif field == "done":
                done = done or t("what.done", name(app, row))
        elif field == "turn":
            return t("turn.new", new)
        elif field == "pulse":
            done = t("turn.pulse", new) if new else done
        elif field == "step":
            from ..rules.walks import steps

            return t("turn." + steps(state)[new][0]) if 0 <= new < len(steps(state)) else None
    return done
