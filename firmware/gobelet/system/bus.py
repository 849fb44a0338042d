"""The trial of a new speed for the bus between chip and panel.

The trial sends a picture at the new speed, and asks the player whether the picture is whole.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..device.settings import SPEEDS
from ..ui.screens.notice import Notice

if TYPE_CHECKING:
    from ..device.types import Milliseconds, Ticks
    from ..ui.drawing.canvas import Canvas
    from ..ui.screens.types import Context

PATIENCE_MS = (
    10000  # after this time without a key press the trial ends, because the player probably sees no picture
)


class Trial(Notice):
    """The screen of the trial, which passes no result to the screen below.

    OK keeps the new speed. BACK, ten seconds without a key press, or a panel that does not answer restore the old
    speed. `index` is the index of the new speed in the values of the setting "speed".
    """

    keys = ("", "k.keep")

    def __init__(self, context: Context, index: int) -> None:
        name = ("usual", "fast", "slow")[index]
        Notice.__init__(self, context, context.t("speed.test", context.t("s.speed." + name)))
        self._index = index
        self._began_at = context.now()
        context.device.change_speed(SPEEDS[name])
        if not context.device.panel.ok:
            context.device.panel.start()  # the panel may answer only at this speed

    def draw(self, c: Canvas) -> None:
        Notice.draw(self, c)
        # draw small blocks at the top edge, because a lost byte would visibly shift these blocks
        for x in range(0, 128, 4):
            c.invert(x, x & 4, 2, 4)

    def on_tick(self, now: Ticks) -> Milliseconds | None:
        left = PATIENCE_MS - self.context.ms_since(self._began_at)
        if left <= 0 or not self.context.device.panel.ok:
            self.on_back()
        return left

    def on_ok(self) -> None:
        self.context.device.settings.choose("speed", self._index)
        self.context.close()

    def on_back(self) -> None:
        self.context.device.change_speed(
            SPEEDS.get(self.context.device.settings["speed"], self.context.device.board.FREQ)
        )
        self.context.close()
