"""Throw the dice of a Procedure, or ask for the faces of real dice.

The faces are written to the journal before a screen shows them.
"""

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
    """Continue a Resolution with `given` and dice from the cup, and write its record.

    The function stops at a decision, at real dice to enter, or at the outcome. The record has all steps so far.

    given    results of the next steps: each is the faces of real dice, or the chosen option.
    applied  True writes the effects of the outcome too, without a confirmation by the player.
    join     1 makes these effects a part of the last transaction.

    Raise OSError if the record cannot be written; nothing has changed in this case.
    """
    before = resolution.savepoint()
    shaker = context.dice.shaker
    if resolution.proof:  # one secret determines the dice of all steps of a verifiable roll
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
    """Call `act(*args)`, which throws dice from the cup.

    If the setting "proof" makes rolls verifiable, a screen first asks a player for a number. The faces of all dice
    that `act` throws depend on this number.
    """
    if context.device.settings.is_on("proof") and not context.dice.shaker.proof:
        from .proof import Commitment

        context.push(Commitment(context, act, args))
    else:
        act(*args)


def ask_dice(context: Context, resolution: Resolution, title: str | None = None) -> None:
    """Ask for the faces of the real dice of the next step.

    The method `on_result` of the present top screen receives the faces.

    If the game has a function `thrower`, its result replaces `title`. Without a title, the title is the text
    "<procedure>.roll.<number>", where number counts the rolls from 0. If there is no such text, the title is the text
    for the name of the Procedure.
    """
    screens = context.messages.game_screens()
    if hasattr(screens, "thrower"):
        title = screens.thrower(context, resolution)
    name = resolution.proc.name
    title = title or context.t.get("%s.roll.%d" % (name, len(resolution.rolls))) or context.t(name)
    context.dialogs.ask_faces(title, resolution.now.dice)
