"""The question whether the panel keeps up with a faster bus: it is asked on a picture that came over it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..device.settings import FAST
from ..ui.screens.notice import Notice

if TYPE_CHECKING:
    from ..device.types import Milliseconds, Ticks
    from ..ui.drawing.canvas import Canvas
    from ..ui.types import App

PATIENCE_MS = 10000  # a player who sees nothing presses nothing


class Faster(Notice):
    """OK keeps the speed; BACK, ten seconds, or a panel that does not answer take it back. Closes with 1 or 0."""

    keys = ("", "k.keep")

    def __init__(self, app: App) -> None:
        Notice.__init__(self, app, app.t("speed.test"))
        self._since = app.now()
        app.panel_speed(FAST)

    def draw(self, c: Canvas) -> None:
        Notice.draw(self, c)
        for x in range(0, 128, 4):  # lines that a lost byte would shift
            c.invert(x, x & 4, 2, 4)

    def tick(self, now: Ticks) -> Milliseconds | None:
        left = PATIENCE_MS - self.app.since(self._since)
        if left <= 0 or not self.app.panel.ok:
            self.back()
        return left

    def ok(self) -> None:
        self.app.close(1)

    def back(self) -> None:
        self.app.panel_speed(self.app.board.FREQ)
        self.app.close(0)
