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
    """Open the form of a Procedure.

    `rows` has a row for each role of the Procedure; -1 is an unknown character.
    """
    context.open("trinytia.form", context.session.procedure_index(name), *rows)


def status(context: Context, row: Row, with_lieu: bool = True) -> str:
    """Return a character's wounds, PV (life points), armour and Lieu (place) as text."""
    get = context.session.get
    pv = get("char", row, "pv")
    wounds = get("char", row, "wounds")
    line = "💧%d/%d" % (wounds, pv) if pv else "💧%d" % wounds
    if get("char", row, "armour"):
        line += " 🛡%d" % get("char", row, "armour")
    lieu = get("char", row, "lieu")
    return line + " L%d" % lieu if with_lieu and lieu >= 0 else line


def is_playing(state: State) -> bool:
    """Tell whether the game is between its set-up and its end."""
    return state.get("game", 0, "part") == PLAY


def is_acting(state: State, row: Row) -> bool:
    """Tell whether the character `row` is alive and has the turn.

    Without a game, and for an unknown character (-1), the result is True.
    """
    if row < 0 or not state.get("game", 0, "players"):
        return True
    return is_playing(state) and state.get("game", 0, "active") == row and turn.life_flags(state)[row]


def next_turn(context: Context, join: bool = False) -> None:
    """End the turn and begin the next turn.

    TN-E28 refuses a player with too many cards. If `join` is set, the changes become part of the last transaction.
    """
    state = context.session.state
    duel = state.get("game", 0, "mode") == DUEL
    context.session.change(modes.pass_turn(state) if duel else turn.pass_turn(state), join)


def show_if_decided(context: Context, show: Callable[..., object] | None = None) -> bool:
    """Show the victory if the game is decided; return whether it is shown.

    `show` opens a screen by its id. If `show` is None, the victory opens on top of the present screen.

    The victory joins the transaction that decided the game, so one undo reverts both. If a power cut separated the two,
    an undo reverts only the victory. After an undo this function shows nothing, because such a victory would return
    after each undo.
    """
    state = context.session.state
    if not is_playing(state) or not turn.winners(state) or context.session.journal.undone:
        return False
    context.session.change([("game", 0, "part", OVER)], True)
    (show or context.open)("trinytia.over")
    return True


def go_on_after_death(context: Context, row: Row, show: Callable[..., object]) -> bool:
    """Continue after the death of `row`; return whether there is a victory.

    Without a victory, the next turn begins if the active character died. One undo reverts the death together with the
    victory or the change of turn.
    """
    state = context.session.state
    if show_if_decided(context, show):
        return True
    if is_playing(state) and state.get("game", 0, "active") == row:
        next_turn(context, True)
    return False


def ask_left(context: Context, row: Row, wounds: int) -> None:
    """Ask how many wounds the character `row` has after an arcane prevented its death.

    This number is printed on the arcane (a card), and is below the PV (life points). The question first shows `wounds`,
    the number of wounds without the arcane.
    """
    pv = context.session.get("char", row, "pv")
    context.dialogs.ask_number(context.t("death.left", context.seat(row)), wounds, 0, pv - 1 if pv else 199)


def healing(values: Values) -> tuple[str, str]:
    """Return (text about the effect of healing, sign of the changed value).

    The text has the wounds before and after the healing, or the armour before and after it.
    """
    after, armour = values_after_healing(values)
    if armour > values["armour"]:
        return "%d→%d" % (values["armour"], armour), "🛡"
    return "%d→%d" % (values["wounds"], after), "💧"
