"""Counters: who begins (qui commence), drawn like a die: written before it is shown."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gobelet.ui.drawing.widgets import big, one_of, top
from gobelet.ui.screens.casting import ask_dice, carry_on, from_cup
from gobelet.ui.screens.stack import Gone, Screen

from . import running, words

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from gobelet.device.types import Milliseconds, Ticks
    from gobelet.rules.types import Faces
    from gobelet.ui.drawing.canvas import Canvas
    from gobelet.ui.types import App, Pixels, Steps


FRAME_MS = 60
FRAMES = 5
ACTIONS = ("begin", "again")


def draw_lots(app: App) -> None:
    """Draw among the players, or ask for the face of a real die: the screen on top gives it to `write_draw`."""
    players = app.session.get("table", 0, "players")
    if players < 2:
        app.notice(app.t("first.alone"))
        return
    resolution = app.session.begin(0, (), {"players": players}, app.by_hand)
    if resolution.wants_dice():
        ask_dice(app, resolution, app.t("first"))
    else:
        from_cup(app, write_draw, app)


def write_draw(app: App, *faces: Faces) -> None:
    """Draw and write it, then show it."""
    resolution = app.session.begin(0, (), {"players": app.session.get("table", 0, "players")}, bool(faces))
    carry_on(app, resolution, *faces)
    if app.stack.ids[-1] == "counters.result":
        app.stack.pop()
    app.open("counters.result", 0 if resolution.hand else 1)


class First(Screen):
    """The last draw. `fresh`: names pass by before it, until any key."""

    holds = "?"

    def __init__(self, app: App, fresh: int = 0) -> None:
        Screen.__init__(self, app)
        roll = app.session.pending_roll()
        if roll is None:
            raise Gone  # a change after it replaced it
        self.roll: Any = roll  # its step is an Outcome
        self.frame = 0 if fresh and app.settings.yes("animation") else FRAMES
        self.began = app.now()
        self.cursor = 0

    def tick(self, now: Ticks) -> Milliseconds | None:
        if self.frame == FRAMES:
            return None
        passed = self.app.since(self.began)
        frame = passed // FRAME_MS
        if frame > self.frame:
            self.frame = min(frame, FRAMES)
            self.app.redraw()
        return FRAME_MS - passed % FRAME_MS

    def draw(self, c: Canvas) -> None:
        t = self.app.t
        players, face = self.roll.values["players"], self.roll.now.key
        top(c, t("first"), t("hand").lower() if self.roll.hand else "")
        name = words.player(self.app, (face - 1 + FRAMES - self.frame) % players)
        big(c, name, 8, 32)
        if self.frame == FRAMES:
            c.centre(40, t("first.word"), 16)
            self.keys = ("k.move", "do." + ACTIONS[self.cursor])
            one_of(c, self.cursor, len(ACTIONS))
            self.strip(c)

    def large_texts(self) -> Sequence[tuple[str, Pixels]]:
        return ((words.player(self.app, self.roll.now.key - 1), 12),) if self.frame == FRAMES else ()

    def _skip(self) -> bool:
        """End the animation, whatever key was pressed; returns whether there was one."""
        moving = self.frame < FRAMES
        self.frame = FRAMES
        return moving

    def up(self, n: Steps) -> None:
        if not self._skip():
            self.cursor = 1 - self.cursor

    down = up

    def ok(self) -> None:
        app = self.app
        if self._skip():
            return
        if self.cursor:
            draw_lots(app)
            return
        row = self.roll.now.key - 1
        running.keep(app, running.memo(app)[0] is not None, row)
        app.replace("counters.play", 0, row)

    def on_result(self, result: Any) -> None:
        if result is not None:
            write_draw(self.app, result)

    def back(self) -> None:
        if not self._skip():
            self.app.close()

    def why(self) -> None:
        if not self._skip():
            app = self.app
            app.page(app.t("why"), app.t("first.why", self.roll.values["players"], self.roll.now.key))
