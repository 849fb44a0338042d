"""Undo: undoes and redoes changes of the open game.

After an undo or redo, the player sees the screen on which the change was made, and a message in words.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..ui.drawing.widgets import ARROW
from ..words.messages import reverse

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..rules.types import Effect, Row
    from .context import Context


def undo(context: Context) -> None:
    """Take back a roll whose effects are not applied, or undo the last change."""
    if _revert_other(context, False):
        return
    session = context.session
    if session is not None:
        shown = session.name + ".result" in context.navigation.stack.ids
        taken = session.pending_roll() if shown else session.untouched_roll()
        if taken is not None:
            context.locations.show(session.take_back(), taken)
            context.dialogs.show_toast(
                context.t("undone.roll" if taken.path else "undone", context.t(taken.proc.name))
            )
            return
    _revert_change(context, "undone", "undo.none", False, False)


def redo(context: Context) -> None:
    """Redo the last undone change."""
    if not _revert_other(context, True):
        _revert_change(context, "redone", "redo.none", True, False)


def take_back(context: Context) -> None:
    """Undo the last change, and keep the top screen open."""
    _revert_change(context, "undone", "undo.none", False, True)


def _revert_other(context: Context, forward: bool) -> bool:
    """Undo or redo a change outside of the Sheets, such as a change of a preset.

    Return False if the next change to undo or redo is a change of the Sheets.
    """
    session = context.session
    if session is not None and session.presets is not False:
        from ..ui.screens.preset_lines import revert

        if revert(context, forward):
            return True
    screens = context.messages.game_screens()
    return (
        screens is not None
        and hasattr(screens, "revert_outside")
        and screens.revert_outside(context, forward)
    )


def _revert_change(context: Context, done: str, nothing: str, forward: bool, stays: bool) -> None:
    """Undo or redo a change of the Sheets, and show a message.

    `done` is the text key of the message. If there is no change to undo or redo, `nothing` is its text key. If `stays`
    is True, the top screen stays open.
    """
    session = context.session
    reverted = session and (session.redo() if forward else session.undo())
    if not reverted:
        context.dialogs.show_toast(context.t(nothing))
        return
    effects, location = reverted
    there = session.known_effects(effects)
    what = context.messages.describe(there)
    if not there:
        what = context.t("undo.gone")
    elif not forward:
        # describe the restored values, unless this description equals that of the undone change
        now = context.messages.describe(reverse(there))
        if now != what:
            what = now
            done = "undone.back"
            before, arrow, after = now.rpartition(ARROW)
            if arrow:
                what = before.rpartition(" ")[0] + " " + after
            else:
                # the message does not end with a value, so a no-break space keeps its last two words in one line
                what = "\xa0".join(now.rsplit(" ", 1))
    message = context.t(done, what)
    # remove spaces or a colon at the end; MicroPython's `rstrip` compares bytes, not characters
    while message[-1] in " \xa0:":
        message = message[:-1]
    if not stays:
        context.locations.show(location)
    if stays or not context.navigation.stack.top().on_undo(
        _sums_by_field(context, there, forward), "↷" if forward else "↶"
    ):
        context.dialogs.show_toast(message)


def _sums_by_field(
    context: Context, effects: Sequence[Effect], forward: bool
) -> dict[tuple[str, Row, str], int]:
    """Return the amount by which an undo of `effects` changes each (kind, row, field).

    If `forward` is True, return the amounts for a redo. The changes of several effects on one field are
    added up.
    """
    found: dict[tuple[str, Row, str], int] = {}
    for number, row, field, old, new in effects:
        kind = context.session.state.kinds[number]
        name = (kind.name, row, kind.fields[field])
        found[name] = found.get(name, 0) + (new - old if forward else old - new)
    return found
