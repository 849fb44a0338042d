"""Draw lots for the first player, on the screen "Qui commence" (who begins)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gobelet.ui.drawing.widgets import draw_large, position_bar, top
from gobelet.ui.screens.casting import ask_dice, carry_on, from_cup
from gobelet.ui.screens.stack import Gone, Screen

from . import running, words

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from gobelet.device.types import Milliseconds, Ticks
    from gobelet.rules.types import Faces
    from gobelet.ui.drawing.canvas import Canvas
    from gobelet.ui.drawing.types import Pixels
    from gobelet.ui.screens.types import Context, Steps


FRAME_MS = 60
FRAMES = 5
ACTIONS = ("begin", "again")


def draw_lots(context: Context) -> None:
    """Draw the first player from the cup, or ask for the face of a real die.

    The screen that called this function gets the face of a real die as a result, and passes the face to `write_draw`.
    """
    players = context.session.get("table", 0, "players")
    if players < 2:
        context.dialogs.show_notice(context.t("first.alone"))
        return
    resolution = context.session.create_resolution(0, (), {"players": players}, context.dice.by_hand)
    if resolution.is_waiting_for_dice():
        ask_dice(context, resolution, context.t("first"))
    else:
        from_cup(context, write_draw, context)


def write_draw(context: Context, *faces: Faces) -> None:
    """Draw a player, write the draw to the journal, then show the draw.

    `faces` has the face of a real die, or is empty for a roll from the cup.
    """
    resolution = context.session.create_resolution(
        0, (), {"players": context.session.get("table", 0, "players")}, bool(faces)
    )
    carry_on(context, resolution, *faces)
    if context.navigation.stack.ids[-1] == "counters.result":
        context.navigation.stack.pop()
    context.open("counters.result", 0 if resolution.hand else 1)


class First(Screen):
    """The screen of the last draw of a first player.

    If `fresh` is 1, an animation shows several names before the result. Any device key ends the animation.
    """

    holds = "?"

    def __init__(self, context: Context, fresh: int = 0) -> None:
        Screen.__init__(self, context)
        roll = context.session.pending_roll()
        if roll is None:
            raise Gone  # since the draw, the Sheets have changed, so the draw cannot be shown any more
        self.roll: Any = roll  # the Resolution of the draw; `now` is its Outcome
        self.frame = 0 if fresh and context.device.settings.is_on("animation") else FRAMES
        self.began = context.now()
        self.cursor = 0

    def on_tick(self, now: Ticks) -> Milliseconds | None:
        if self.frame == FRAMES:
            return None
        passed = self.context.ms_since(self.began)
        frame = passed // FRAME_MS
        if frame > self.frame:
            self.frame = min(frame, FRAMES)
            self.context.redraw()
        return FRAME_MS - passed % FRAME_MS

    def draw(self, c: Canvas) -> None:
        t = self.context.t
        players, face = self.roll.values["players"], self.roll.now.key
        top(c, t("first"), t("hand").lower() if self.roll.hand else "")
        name = words.player(self.context, (face - 1 + FRAMES - self.frame) % players)
        draw_large(c, name, 8, 32)
        if self.frame == FRAMES:
            c.centre(40, t("first.word"), 16)
            self.keys = ("k.move", "do." + ACTIONS[self.cursor])
            position_bar(c, self.cursor, len(ACTIONS))
            self.strip(c)

    def large_texts(self) -> Sequence[tuple[str, Pixels]]:
        return ((words.player(self.context, self.roll.now.key - 1), 12),) if self.frame == FRAMES else ()

    def _skip(self) -> bool:
        """End the animation. Return whether the animation was running."""
        moving = self.frame < FRAMES
        self.frame = FRAMES
        return moving

    def on_up(self, n: Steps) -> None:
        if not self._skip():
            self.cursor = 1 - self.cursor

    on_down = on_up

    def on_ok(self) -> None:
        context = self.context
        if self._skip():
            return
        if self.cursor:
            draw_lots(context)
            return
        row = self.roll.now.key - 1
        running.write_time(context, running.memo(context)[0] is not None, row)
        context.replace("counters.play", 0, row)

    def on_result(self, result: Any) -> None:
        if result is not None:
            write_draw(self.context, result)

    def on_back(self) -> None:
        if not self._skip():
            self.context.close()

    def on_hold_ok(self) -> None:
        if not self._skip():
            context = self.context
            context.dialogs.show_page(
                context.t("why"), context.t("first.why", self.roll.values["players"], self.roll.now.key)
            )
