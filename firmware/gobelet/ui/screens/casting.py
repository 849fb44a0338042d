"""Throw the dice of a Procedure, or ask for real ones, and write the faces before a screen shows them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...rules.procedure import Roll

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from ...game.resolution import Resolution
    from ...rules.types import Result
    from .types import Context


def carry_on(
    context: Context, resolution: Resolution, *given: Result, applied: bool = False, join: int = 0
) -> None:
    """Continue a Resolution with the results `given`, then with dice from the cup, and write it.

    The function stops at a decision, at real dice to enter, or at the end. All steps are written as one
    record. given: the faces of real dice, or the chosen option. applied: write its effects too, without a
    confirmation; with `join`, as part of the last transaction. Raise OSError if the record cannot be
    written; then nothing has changed.
    """
    before = resolution.savepoint()
    shaker = context.dice.shaker
    if resolution.proof:  # the dice of all steps of a verifiable roll come from one secret
        from ...rules.proof import shaker_of

        shaker = shaker_of(context.session.name, resolution.proof) or shaker
    try:
        for result in given:
            resolution.add_result(result)
        while isinstance(resolution.now, Roll) and not resolution.hand:
            resolution.add_result(tuple([shaker.roll(sides) for sides in resolution.now.dice]))
        context.session.write_roll(resolution, shaker.proof, applied, join)
    except OSError:
        resolution.restore(before)
        raise
    context.device.signal_throw(resolution.thrown_dice())


def from_cup(context: Context, act: Callable[..., object], *args: Any) -> None:
    """Call `act(*args)`, which throws dice of the cup.

    For a verifiable roll, a player first enters a number, which the faces depend on. All dice thrown by one
    call use the same number.
    """
    if context.device.settings.yes("proof") and not context.dice.shaker.proof:
        from .proof import Commitment

        context.push(Commitment(context, act, args))
    else:
        act(*args)


def ask_dice(context: Context, resolution: Resolution, title: str | None = None) -> None:
    """Ask for the faces of the real dice of the next step; the top screen gets them in `on_result`.

    The title is the first of these that exists: the result of the game's `thrower`, the argument, the text
    "<procedure>.roll.<number>" with a number from 0, the name of the procedure.
    """
    screens = context.messages.game_screens()
    if hasattr(screens, "thrower"):
        title = screens.thrower(context, resolution)
    name = resolution.proc.name
    title = title or context.t.get("%s.roll.%d" % (name, len(resolution.rolls))) or context.t(name)
    context.dialogs.faces(title, resolution.now.dice)
