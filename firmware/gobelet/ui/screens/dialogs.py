"""Dialogs: open a screen with a question or a text above the present screen.

This module also has the toast, a short message over the screen.
"""

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
    """The methods that show messages and texts, and ask questions.

    The method `on_result` of the screen below a question receives the answer, or None after BACK.

    message  text of the visible toast, None if no toast is visible.
    """

    def __init__(self, context: Context) -> None:
        self.context = context
        self.message: str | None = None
        self._message_since: Ticks = 0

    def show_toast(self, text: str) -> None:
        """Show a short message over the screen for two seconds, or until a key is pressed."""
        self.message = text
        self._message_since = self.context.now()
        self.context.redraw()

    def hide_toast(self) -> None:
        """Remove the toast."""
        self.message = None
        self.context.redraw()

    def expire_toast(self, now: Ticks) -> None:
        """Remove the toast if TOAST_MS have passed."""
        if self.context.device.clock.diff(now, self._message_since) >= TOAST_MS:
            self.hide_toast()

    def show_notice(self, text: str) -> None:
        """Show a message until a key is pressed."""
        self.context.push(Notice(self.context, text))

    def show_refusal(self, refused: Refused) -> None:
        """Show the message about a refusal until a key is pressed."""
        self.show_notice(self.context.messages.refusal(refused))

    def show_page(self, title: str, body: str | Sequence[str], code: str = "") -> None:
        """Show a text to read, or a list of lines.

        OK held shows `code` as a QR code, unless it is "".
        """
        from .page import Page

        self.context.push(Page(self.context, title, body, code))

    def show_rule(self, name: str, *args: Any) -> None:
        """Show a page of the game's rules: the text "page.<name>", filled in with `args`.

        The title of the page ends at the first "|" of the text. Each further "|" separates two lines. If the page is a
        reading of an unclear rule, its name, such as "A-TN01", precedes the title.
        """
        title, _, body = self.context.t("page." + name, *args).partition("|")
        self.show_page(name + " " + title if "-" in name else title, body)

    def ask_faces(self, title: str, dice: Sequence[Sides]) -> None:
        """Ask for the faces of real dice."""
        from .byhand import ByHand

        self.context.push(ByHand(self.context, title, dice))

    def ask_number(self, title: str, value: int, low: int, high: int, unit: str = "") -> None:
        """Ask for a number from `low` to `high`."""
        from .dial import Dial

        self.context.push(Dial(self.context, title, value, low, high, unit))

    def confirm(self, question: str, yes: bool = False) -> None:
        """Ask a question of yes or no. The answer is True or False.

        The cursor starts on "no", or on "yes" if `yes` is set.
        """
        from .dial import Confirm

        self.context.push(Confirm(self.context, question, yes))

    def ask_letters(self, title: str, name: str = "") -> None:
        """Ask for a name. The answer may be "", and is None if the name was not changed.

        If the device restarts before the answer, the screen that asks is recreated from its `arguments`. So these must
        store which question is open.
        """
        from .wheel import open_wheel

        open_wheel(self.context, title, name)
