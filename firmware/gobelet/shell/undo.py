"""Undo and redo changes: show the screen where a change was made, with a message in words."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..ui.drawing.widgets import ARROW
from ..words.messages import reverse

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..rules.types import Effect, Row
    from .app import App


def undo(app: App) -> None:
    """Take back a pending roll, or undo the last change."""
    if _revert_other(app, False):
        return
    session = app.context.session
    if session is not None:
        shown = session.name + ".result" in app.stack.ids
        taken = session.pending_roll() if shown else session.untouched_roll()
        if taken is not None:
            app.locations.show(session.take_back(), taken)
            app.context.dialogs.toast(
                app.context.t("undone.roll" if taken.path else "undone", app.context.t(taken.proc.name))
            )
            return
    _revert_change(app, "undone", "undo.none", False, False)


def redo(app: App) -> None:
    """Redo the last undone change."""
    if not _revert_other(app, True):
        _revert_change(app, "redone", "redo.none", True, False)


def take_back(app: App) -> None:
    """Undo the last change; the top screen stays."""
    _revert_change(app, "undone", "undo.none", False, True)


def _revert_other(app: App, forward: bool) -> bool:
    """Undo or redo changes that a game keeps outside of its Sheets.

    Returns whether the next step was such a change.
    """
    session = app.context.session
    if session is not None and session.presets is not False:
        from ..ui.screens.preset_lines import revert

        if revert(app.context, forward):
            return True
    screens = app.context.messages.game_screens()
    return screens is not None and hasattr(screens, "outside") and screens.outside(app.context, forward)


def _revert_change(app: App, done: str, nothing: str, forward: bool, stays: bool) -> None:
    """Undo or redo a change with the message `done`, or show `nothing` if there is none.

    stays: keep the top screen.
    """
    session = app.context.session
    reverted = session and (session.redo() if forward else session.undo())
    if not reverted:
        app.context.dialogs.toast(app.context.t(nothing))
        return
    effects, location = reverted
    there = session.known_effects(effects)
    what = app.context.messages.what(there)
    if not there:
        what = app.context.t("undo.gone")
    elif not forward:
        # describe the restored state; if no words name that, describe the undone change
        now = app.context.messages.what(reverse(there))
        if now != what:
            what = now
            done = "undone.back"
            before, arrow, after = now.rpartition(ARROW)
            if arrow:
                what = before.rpartition(" ")[0] + " " + after
            else:  # the words end without a value: a no-break space keeps the last two words in one line
                what = "\xa0".join(now.rsplit(" ", 1))
    said = app.context.t(done, what)
    # remove the space or colon before an empty text; MicroPython's `rstrip` only works on bytes
    while said[-1] in " \xa0:":
        said = said[:-1]
    if not stays:
        app.locations.show(location)
    if stays or not app.stack.top().on_undo(_sums_by_field(app, there, forward), "↷" if forward else "↶"):
        app.context.dialogs.toast(said)


def _sums_by_field(app: App, effects: Sequence[Effect], forward: bool) -> dict[tuple[str, Row, str], int]:
    """The change of each (kind, row, field) by an undo of `effects`, or with `forward` by a redo."""
    found: dict[tuple[str, Row, str], int] = {}
    for number, row, field, old, new in effects:
        kind = app.context.session.state.kinds[number]
        name = (kind.name, row, kind.fields[field])
        found[name] = found.get(name, 0) + (new - old if forward else old - new)
    return found
