"""Tri'Nytia: what several of its screens need."""

from ..rules import modes, turn
from ..rules.healing import healed
from ..rules.setup import DUEL
from ..rules.sheets import OVER, PLAY


def open_form(app, name, *rows):
    """Open the form of a procedure for the given Sheet rows of its roles, -1 for "not known"."""
    app.open("trinytia.form", app.session.number(name), *rows)


def status(app, row, with_lieu=True):
    """One line about a character: wounds of PV, armour, Lieu."""
    get = app.session.get
    pv = get("char", row, "pv")
    wounds = get("char", row, "wounds")
    line = "💧%d/%d" % (wounds, pv) if pv else "💧%d" % wounds
    if get("char", row, "armour"):
        line += " 🛡%d" % get("char", row, "armour")
    lieu = get("char", row, "lieu")
    return line + " L%d" % lieu if with_lieu and lieu >= 0 else line


def playing(state):
    """Whether turns are being played."""
    return state.get("game", 0, "part") == PLAY


def acting(state, row):
    """Whether it is the turn of `row`, who lives; without a game, whatever is rolled for nobody's turn."""
    if row < 0 or not state.get("game", 0, "players"):
        return True
    return playing(state) and state.get("game", 0, "active") == row and turn.living(state)[row]


def next_turn(app, join=False):
    """End the turn and begin the next. Refused TN-E28 over a limit of cards. join: as one with the last change."""
    state = app.session.state
    duel = state.get("game", 0, "mode") == DUEL
    app.session.change(modes.finish(state) if duel else turn.finish(state), join)


def settle(app, show=None):
    """After a change that may decide the game: show the victory. Returns whether there is one.

    show(id) opens its screen (None: on top of the present one).

    It is one with that change, so that one undo takes both back. What an undo has led to stays as it is: where the
    power went between the two, it would be undone for nothing, again and again.
    """
    state = app.session.state
    if not playing(state) or not turn.winners(state) or app.session.journal.undone:
        return False
    app.session.change([("game", 0, "part", OVER)], True)
    (show or app.open)("trinytia.over")
    return True


def survived(app, row, show):
    """After the death of `row`: a victory, which `show` opens as in `settle`, or the next player's turn if the active
    one died. One undo takes both back. Returns whether there is a victory.
    """
    state = app.session.state
    if settle(app, show):
        return True
    if playing(state) and state.get("game", 0, "active") == row:
        next_turn(app, True)
    return False


def ask_left(app, row, wounds):
    """Ask how many wounds an arcane leaves `row`, who has so many and would die of them: it is on a card. Fewer than
    the PV.
    """
    pv = app.session.get("char", row, "pv")
    app.dial(app.t("death.left", app.seat(row)), wounds, 0, pv - 1 if pv else 199)


def healing(values):
    """What healing does, and its sign: wounds before and after, or armour."""
    after, armour = healed(values)
    if armour > values["armour"]:
        return "%d→%d" % (values["armour"], armour), "🛡"
    return "%d→%d" % (values["wounds"], after), "💧"
