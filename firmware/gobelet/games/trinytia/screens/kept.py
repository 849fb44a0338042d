"""Tri'Nytia: the choice of the screen that opens a stored roll again."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..rules import moment

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gobelet.ui.screens.types import Context


def form_for(context: Context, listed: list[int], allowed: Sequence[str]) -> tuple[str, list[int]]:
    """Return (screen, arguments) for a stored roll; see `GameScreens`.

    If the attacker is a character of the game, an attack opens the screen "attack". All other rolls open "form".
    """
    session = context.session
    proc = session.procedure(listed[0])
    roles = len(proc.roles)
    rows = listed[1 : 1 + roles]
    moment.check_roll(session.state, proc.name, rows, allowed)
    if proc.name != "attack" or rows[0] < 0:
        return "form", listed
    # imported here, because only the attack of a known character needs this module
    from .attack import GIVEN

    values = dict(zip([each.name for each in proc.inputs], listed[1 + roles :]))
    beyond = int("TN-E25" in allowed)
    return "attack", rows + [-1, beyond, 0] + [values.get(name, 0) for name in GIVEN]
