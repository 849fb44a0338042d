"""Open the form of a preset, or of the last roll.

The form opens only if the game's menus offer the same roll now, according to its function `form_for`. This module also
has `MainList`, the base class of the main menus of games, which offer the last roll again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...rules.refused import Refused
from ...words.wording import arguments
from .dial import Confirm
from .menu import Menu

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from ...game.resolution import Resolution
    from ..drawing.canvas import Canvas
    from .types import Context


def open_form(context: Context, listed: Sequence[int], allowed: Sequence[str] = ()) -> bool:
    """Open the screen before a roll.

    `listed` has the arguments of the roll's form. The function `form_for` of the game first checks whether the game's
    menus offer this roll now. If a text "allow.<code>" exists, the players may ignore a refusal with this code.
    `allowed` has the codes of the refusals that they ignore.

    Return whether OK on the opened screen makes exactly this roll.
    """
    try:
        short, given = _screen_before(context, listed, allowed)
    except Refused as refused:
        if _may_be_allowed(context, refused):
            context.push(Allowing(context, listed, allowed, refused))
        else:
            context.dialogs.show_refusal(refused)
        return False
    context.open(context.session.name + "." + short, *given)
    screen = context.navigation.top()
    if not screen.is_valid():
        context.close()
        context.dialogs.show_refusal(Refused("PRESET-GONE"))
        return False
    if short != "form":
        return True
    # all inputs count as set by the player, because a player has set them for the former roll
    screen.accept_values([each.name for each in screen.proc.inputs])
    return not screen.ask_anew()


def is_offered(context: Context) -> bool:
    """Tell whether the game or its players can allow the last roll again.

    If there is no last roll, return True.
    """
    roll = context.session.last_roll()
    if roll is None:
        return True
    try:
        _screen_before(context, _form_arguments(roll), ())
    except Refused as refused:
        return _may_be_allowed(context, refused)
    return True


def _screen_before(
    context: Context, listed: Sequence[int], allowed: Sequence[str]
) -> tuple[str, Sequence[int]]:
    """Return (name of the screen before a roll, arguments of that screen).

    The name is the part of the screen's id after the dot.

    Raise Refused if the menus of the game do not offer this roll now.
    """
    screens = context.messages.game_screens()
    if hasattr(screens, "form_for"):
        return screens.form_for(context, listed, allowed)
    return "form", listed


def _may_be_allowed(context: Context, refused: Refused) -> bool:
    """Tell whether the players may ignore the refusal of a roll."""
    return bool(context.t.has_text("allow." + refused.code))


def _form_arguments(roll: Resolution) -> list[int]:
    """Return the arguments of the form for a past roll."""
    return [roll.number] + arguments(roll.proc, roll.rows, roll.values)


def roll_again(context: Context) -> None:
    """Repeat the last roll with the present values of the Sheets.

    If a rule refuses the roll, show the reason.
    """
    roll = context.session.last_roll()
    if roll is None:
        context.dialogs.show_notice(context.t("preset.none"))
    elif open_form(context, _form_arguments(roll)):
        context.navigation.top().on_ok()


class Allowing(Confirm):
    """The question whether to make a refused roll.

    The players may answer yes if, for example, a card allows the roll. A yes opens the form of the roll.
    """

    def __init__(
        self, context: Context, listed: Sequence[int], allowed: Sequence[str], refused: Refused
    ) -> None:
        self.listed = listed
        self.allowed = tuple(allowed) + (refused.code,)
        Confirm.__init__(
            self, context, "%s. %s" % (context.messages.refusal(refused), context.t("allow." + refused.code))
        )

    def on_ok(self) -> None:
        self.context.close()
        if self.yes:
            open_form(self.context, self.listed, self.allowed)


class MainList(Menu):
    """The base class of the main menu of a game with forms.

    OK on the entry "again" repeats the last roll at once, without its form.

    offered  the name of each entry, such as "again". The method `choose` of the subclass acts on this name.
    """

    keys = ("k.move", "k.open")
    offered: Sequence[Any] = ()

    def head(self) -> tuple[str, str]:
        return self.context.t("title"), self.context.messages.charge()

    def draw(self, c: Canvas) -> None:
        self.keys = ("k.move", "k.roll" if self.offered[self.cursor] == "again" else "k.open")
        Menu.draw(self, c)
