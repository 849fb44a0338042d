"""Dialogs: ready-made screens that open on top of a screen, and the toast, a short message."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .notice import Notice

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from ...device.types import Ticks
    from ...rules.refused import Refused
    from ...rules.types import Sides
    from .types import Context

TOAST_MS = 2000


class Dialogs:
    """Messages, texts to read, and questions: the screen below gets an answer in `on_result`, None after BACK.

    message  the visible toast: a short message over the screen.
    """

    def __init__(self, context: Context) -> None:
        self.context = context
        self.message: str | None = None
        self._message_since: Ticks = 0

    def toast(self, text: str) -> None:
        """Show a short message over the screen for two seconds, or until the next key."""
        self.message = text
        self._message_since = self.context.now()
        self.context.redraw()

    def hide_toast(self) -> None:
        """Remove the toast."""
        self.message = None
        self.context.redraw()

    def expire_toast(self, now: Ticks) -> None:
        """Remove the toast after TOAST_MS."""
        if self.context.device.clock.diff(now, self._message_since) >= TOAST_MS:
            self.hide_toast()

    def notice(self, text: str) -> None:
        """Show a message until a key is pressed."""
        self.context.push(Notice(self.context, text))

    def refuse(self, refused: Refused) -> None:
        """Show in words why a rule may not be applied."""
        self.notice(self.context.messages.refusal(refused))

    def page(self, title: str, body: str | Sequence[str], code: str = "") -> None:
        """Show a text to read, or a list of lines; holding OK shows `code` as a QR code."""
        from .page import Page

        self.context.push(Page(self.context, title, body, code))

    def rule(self, name: str, *args: Any) -> None:
        """Show the text "page.<name>" of the game, filled in: its title up to the first "|", then its lines.

        A name with "-", the number of a reading, precedes the title.
        """
        title, _, body = self.context.t("page." + name, *args).partition("|")
        self.page(name + " " + title if "-" in name else title, body)

    def faces(self, title: str, dice: Sequence[Sides]) -> None:
        """Ask for the faces of real dice."""
        from .byhand import ByHand

        self.context.push(ByHand(self.context, title, dice))

    def dial(self, title: str, value: int, low: int, high: int, unit: str = "") -> None:
        """Ask for a number from low to high."""
        from .dial import Dial

        self.context.push(Dial(self.context, title, value, low, high, unit))

    def confirm(self, question: str, yes: bool = False) -> None:
        """Ask a question of yes or no: the answer is True or False.

        The cursor begins on yes if `yes` is set.
        """
        from .dial import Confirm

        self.context.push(Confirm(self.context, question, yes))

    def letters(self, title: str, name: str = "") -> None:
        """Ask for a name: the answer may be "", and is None if the name was not changed.

        The screen that asks may be recreated before the answer, even by a restart. So the screen's
        `arguments` must identify the question.
        """
        from .wheel import open_wheel

        open_wheel(self.context, title, name)
