"""Tri'Nytia: functions that several screens use."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..rules import modes, turn
from ..rules.healing import values_after_healing
from ..rules.setup import DUEL
from ..rules.sheets import OVER, PLAY

if TYPE_CHECKING:
    from collections.abc import Callable

    from gobelet.rules.sheet import State
    from gobelet.rules.types import Row, Values
    from gobelet.ui.screens.types import Context


def open_form(context: Context, name: str, *rows: Row) -> None:
    """Open the form of a Procedure with these rows of its roles; -1 is unknown."""
    context.open("trinytia.form", context.session.procedure_index(name), *rows)


def status(context: Context, row: Row, with_lieu: bool = True) -> str:
    """One line about a character: wounds, PV, armour, Lieu."""
    get = context.session.get
    pv = get("char", row, "pv")
    wounds = get("char", row, "wounds")
    line = "💧%d/%d" % (wounds, pv) if pv else "💧%d" % wounds
    if get("char", row, "armour"):
        line += " 🛡%d" % get("char", row, "armour")
    lieu = get("char", row, "lieu")
    return line + " L%d" % lieu if with_lieu and lieu >= 0 else line


def is_playing(state: State) -> bool:
    """Tell whether the game is past its set-up."""
    return state.get("game", 0, "part") == PLAY


def is_acting(state: State, row: Row) -> bool:
    """Tell whether it is the turn of `row`, alive.

    Without a game, or without a row, the result is always true.
    """
    if row < 0 or not state.get("game", 0, "players"):
        return True
    return is_playing(state) and state.get("game", 0, "active") == row and turn.living(state)[row]


def next_turn(context: Context, join: bool = False) -> None:
    """End the turn and begin the next one; TN-E28 refuses too many cards.

    If `join` is set, this joins the last transaction.
    """
    state = context.session.state
    duel = state.get("game", 0, "mode") == DUEL
    context.session.change(modes.finish(state) if duel else turn.finish(state), join)


def show_if_decided(context: Context, show: Callable[..., object] | None = None) -> bool:
    """Show the victory if the game is decided; return whether the game is decided.

    show(id) opens the victory's screen (None: on top of the present one).

    The victory joins the transaction of that change, so that one undo reverts both. After an undo the state
    stays as it is. Else a victory written alone, after a power cut between the two, would return after each
    undo.
    """
    state = context.session.state
    if not is_playing(state) or not turn.winners(state) or context.session.journal.undone:
        return False
    context.session.change([("game", 0, "part", OVER)], True)
    (show or context.open)("trinytia.over")
    return True


def go_on_after_death(context: Context, row: Row, show: Callable[..., object]) -> bool:
    """Continue after the death of `row`: show a victory, or begin the next turn.

    The next turn begins if the active character died. One undo reverts the death and the step after it.
    Returns whether there is a victory.
    """
    state = context.session.state
    if show_if_decided(context, show):
        return True
    if is_playing(state) and state.get("game", 0, "active") == row:
        next_turn(context, True)
    return False


def ask_left(context: Context, row: Row, wounds: int) -> None:
    """Ask how many of its fatal `wounds` an arcane leaves `row`.

    The card has the number, which is below the PV.
    """
    pv = context.session.get("char", row, "pv")
    context.dialogs.dial(context.t("death.left", context.seat(row)), wounds, 0, pv - 1 if pv else 199)


def healing(values: Values) -> tuple[str, str]:
    """Words for the effect of healing, and its sign.

    The words are the wounds before and after, or the armour.
    """
    after, armour = values_after_healing(values)
    if armour > values["armour"]:
        return "%d→%d" % (values["armour"], armour), "🛡"
    return "%d→%d" % (values["wounds"], after), "💧"
