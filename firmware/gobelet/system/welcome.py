"""Welcome: the screens of the first start.

On these two screens, the player chooses a language, and learns the device's keys in an interactive lesson.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..ui.drawing.widgets import strip, top
from ..ui.screens.menu import Menu
from ..ui.screens.stack import Screen

if TYPE_CHECKING:
    from ..ui.drawing.canvas import Canvas
    from ..ui.screens.types import Arguments, Context, Entries, Steps

LANGUAGES = ("Français", "English")


class Language(Menu):
    """The screen on which the player chooses a language; the lesson follows."""

    keys = ("k.move", "k.ok")

    def __init__(self, context: Context) -> None:
        Menu.__init__(self, context, context.device.settings.index("language"))

    def arguments(self) -> Arguments:
        return ()

    def head(self) -> tuple[str, str]:
        return "Gobelet", ""

    def entries(self) -> Entries:
        return [(name, "") for name in LANGUAGES]

    def choose(self, index: int) -> None:
        # open the lesson before the setting is stored, so that a store that fails does not stop the player here
        self.context.replace("system.lesson")
        self.context.device.settings.choose("language", index)
        self.context.apply_settings()

    def on_back(self) -> None:
        pass


# the steps of the lesson; the text of a step has the text key "lesson.<step>"
STEPS = ("move", "run", "ok", "why", "undo", "end")
RUN = 4  # number of list lines that a held UP or DOWN must move by to complete the step "run"


class Lesson(Screen):
    """The lesson about the device's keys, in several steps.

    Each step ends when the player presses the key that this step teaches. BACK leaves the lesson.
    """

    def __init__(self, context: Context) -> None:
        Screen.__init__(self, context)
        self.index = 0
        self.run = 0
        self.last = context.now()  # time of the last key event of UP or DOWN

    def draw(self, c: Canvas) -> None:
        t = self.context.t
        top(c, t("lesson"), "%d/%d" % (self.index + 1, len(STEPS)))
        y = 10
        for line in c.wrap(t("lesson." + STEPS[self.index]), 126, 16):
            c.text(0, y, line, 16)
            y += 15
        last = STEPS[self.index] == "end"
        strip(c, "", t("k.ok") if last else "", "" if last else t("k.skip"))

    def on_hold_back(self) -> None:
        self._step_done("undo")

    def _step_done(self, step: str) -> None:
        if STEPS[self.index] == step:
            self.index += 1
            if self.index == len(STEPS):
                self._end()
        else:
            self.context.dialogs.show_toast(self.context.t("lesson.other"))

    def _end(self) -> None:
        self.context.navigation.home()
        self.context.device.settings.choose("taught", 1)

    def on_up(self, n: Steps) -> None:
        step = STEPS[self.index]
        if step == "run":
            self.run += n
            if self.run >= RUN:
                self._step_done(step)
        # After the step "run", UP or DOWN is still held. The lesson ignores further events of these keys
        # until a pause of 500 ms.
        elif STEPS[self.index - 1] != "run" or self.context.ms_since(self.last) > 500:
            self._step_done("move")
        self.last = self.context.now()

    on_down = on_up

    def on_ok(self) -> None:
        if STEPS[self.index] == "end":
            self._end()
        else:
            self._step_done("ok")

    def on_hold_ok(self) -> None:
        self._step_done("why")

    def on_back(self) -> None:
        self._end()
