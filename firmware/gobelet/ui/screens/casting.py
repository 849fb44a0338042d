"""Throws the dice of a Procedure, from the cup or the table, and writes them before they are shown."""

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
    """Continue a Resolution with the results `given`, then with dice from the cup, and write it.

    It stops at a decision, at real dice to enter, or at the end. All steps make one record. given: the faces
    of real dice, or the chosen option. applied: write its effects too, without a confirmation; with join as
    part of the last transaction. OSError if it cannot be written; then nothing has changed.
    """
    before = resolution.savepoint()
    shaker = app.shaker
    if resolution.proof:  # the dice of all its steps come from one secret
        from ...rules.proof import shaker_of

        shaker = shaker_of(app.session.name, resolution.proof) or shaker
    try:
        for result in given:
            resolution.add_result(result)
        while isinstance(resolution.now, Roll) and not resolution.hand:
            resolution.add_result(tuple([shaker.roll(sides) for sides in resolution.now.dice]))
        app.session.write(resolution, shaker.proof, applied, join)
    except OSError:
        resolution.restore(before)
        raise
    app.cast(resolution.thrown_dice())


def from_cup(app: App, act: Callable[..., object], *args: Any) -> None:
    """Call `act(*args)`, which throws dice of the cup.

    For verifiable rolls a player first enters a number, from which the faces follow too; all dice thrown by
    one call use the same.
    """
    if app.settings.yes("proof") and not app.shaker.proof:
        from .proof import Commitment

        app.push(Commitment(app, act, args))
    else:
        act(*args)


def ask_dice(app: App, resolution: Resolution, title: str | None = None) -> None:
    """Ask for the faces of the real dice of the next step; the top screen gets them in `on_result`.

    The title is that of the game's `thrower`, or the argument, or the text "<procedure>.roll.<number>" from
    0, or the name of the procedure.
    """
    screens = app.telling.game_screens()
    if hasattr(screens, "thrower"):
        title = screens.thrower(app, resolution)
    name = resolution.proc.name
    title = title or app.texts.get("%s.roll.%d" % (name, len(resolution.rolls))) or app.t(name)
    app.faces(title, resolution.now.dice)
