"""Throwing the dice of a Procedure: out of the cup or from the table, written before they are shown."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...rules.procedure import Roll

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from ...game.resolution import Resolution
    from ...rules.types import Result
    from ..types import App


def carry_on(app: App, resolution: Resolution, *given: Result, applied: bool = False, join: int = 0) -> None:
    """Go on with a Resolution: first with what is `given`, the faces of real dice or the option decided for, then out
    of the cup until something has to be decided, or entered, or it is at its end. All of it is one record. applied: so
    is what comes of it, which nobody confirms; with join as part of the last transaction.

    OSError if that could not be written; then nothing has happened.
    """
    before = resolution.mark()
    shaker = app.shaker
    if resolution.proof:  # the dice of all its steps come from one secret
        from ...rules.proof import shaker_of

        shaker = shaker_of(app.session.name, resolution.proof) or shaker
    try:
        for result in given:
            resolution.take(result)
        while isinstance(resolution.now, Roll) and not resolution.hand:
            resolution.take(tuple([shaker.roll(sides) for sides in resolution.now.dice]))
        app.session.write(resolution, shaker.proof, applied, join)
    except OSError:
        resolution.back(before)
        raise
    app.cast(resolution.thrown())


def from_cup(app: App, act: Callable[..., object], *args: Any) -> None:
    """Do `act(*args)`, which throws dice out of the cup: at once, or where rolls are to be proven once a player has
    given the number that the faces come from too. What is thrown by the same press comes from the same.
    """
    if app.settings.yes("proof") and not app.shaker.proof:
        from .proof import Commitment

        app.push(Commitment(app, act, args))
    else:
        act(*args)


def ask_dice(app: App, resolution: Resolution, title: str | None = None) -> None:
    """Ask for the faces of the real dice that come next; the screen on top gets them in `on_result`.

    Without a title it is as the game says, else the text "<procedure>.roll.<number>", from 0, if more than one is made
    and it matters which is which; else the name of the procedure.
    """
    screens = app.telling.game_screens()
    if hasattr(screens, "thrower"):
        title = screens.thrower(app, resolution)
    name = resolution.proc.name
    title = title or app.texts.get("%s.roll.%d" % (name, len(resolution.rolls))) or app.t(name)
    app.faces(title, resolution.now.dice)
