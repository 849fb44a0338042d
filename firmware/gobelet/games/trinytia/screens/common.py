"""Tri'Nytia: what several of its screens need."""

from gobelet.core.refused import Refused

from ..rules import combat, modes, turn
from ..rules.healing import healed
from ..rules.setup import DUEL
from ..rules.sheets import OVER, PLAY


def open_form(app, name, *rows):
    """Open the form of a procedure for the given Sheet rows of its roles, -1 for "not known"."""
    app.open("trinytia.form", app.session.number(name), *rows)


def in_range(state, me):
    """Rows that `me` may attack: alive, another, on its island or in its range."""
    lieux = [state.get("char", row, "lieu") for row in range(turn.seats(state))]
    try:
        return combat.targets(me, lieux, turn.living(state), state.get("char", me, "range"))
    except Refused:
        return []  # on Lieu 0 or 1, which belong to no island


def status(app, row):
    """One line about a character: wounds of PV, armour, Lieu."""
    get = app.session.get
    pv = get("char", row, "pv")
    wounds = get("char", row, "wounds")
    line = "💧%d/%d" % (wounds, pv) if pv else "💧%d" % wounds
    if get("char", row, "armour"):
        line += " 🛡%d" % get("char", row, "armour")
    lieu = get("char", row, "lieu")
    return line if lieu < 0 else line + " L%d" % lieu


def playing(state):
    """Whether turns are being played."""
    return state.get("game", 0, "part") == PLAY


def next_turn(app):
    """End the turn and begin the next. Refused TN-E28 over a limit of cards."""
    state = app.session.state
    mode = modes if state.get("game", 0, "mode") == DUEL else turn
    app.session.change(mode.finish(state))


def settle(app, show=None):
    """After a change that may decide the game: show the victory. Returns whether there is one.

    show(id) opens its screen (None: on top of the present one).

    It is one with that change, so that one undo takes both back.
    """
    state = app.session.state
    if not playing(state) or not turn.winners(state):
        return False
    app.session.change([("game", 0, "part", OVER)], True)
    (show or app.open)("trinytia.over")
    return True


def healing(v):
    """What healing does, and its sign: wounds before and after, or armour."""
    after, armour = healed(v)
    if armour > v["armour"]:
        return "%d→%d" % (v["armour"], armour), "🛡"
    return "%d→%d" % (v["wounds"], after), "💧"
