"""Asking: a menu that asks questions on further screens."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...rules.refused import Refused
from .menu import Menu

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from .stack import Screen


class Asking(Menu):
    """A menu that asks questions on further screens.

    Each method that asks a question has the arguments `then` and `args`. After the answer, the menu calls then(answer,
    *args).
    """

    # `then` and `args` of the open question; None if no question is open
    asked: tuple[Callable[..., object], tuple[Any, ...]] | None = None

    def get(self, field: str) -> int:
        """Return the value of a field of the Sheet "game"."""
        return self.context.session.get("game", 0, field)

    def expect(self, then: Callable[..., object], *args: Any) -> None:
        """Register a callback for the result of the next screen.

        When that screen closes with a result, the menu calls then(result, *args).
        """
        self.asked = (then, args)

    def ask(self, screen: Screen, then: Callable[..., object], *args: Any) -> None:
        """Open `screen`, and register a callback for its result, see `expect`."""
        self.expect(then, *args)
        self.context.push(screen)

    def ask_yes_no(self, question: str, then: Callable[..., object], *args: Any) -> None:
        """Ask a question of yes or no. After the answer, call then(True or False, *args)."""
        self.expect(then, *args)
        self.context.dialogs.confirm(question)

    def confirm(self, question: str, then: Callable[..., object], *args: Any) -> None:
        """Ask a question of yes or no. After a yes, call then(*args)."""
        self.ask_yes_no(question, _on_confirm, then, args)

    def ask_number(
        self, title: str, now: int, low: int, high: int, then: Callable[..., object], *args: Any
    ) -> None:
        """Ask for a number, `low` to `high`. After the answer, call then(number, *args)."""
        self.expect(then, *args)
        self.context.dialogs.ask_number(title, now, low, high)

    def on_result(self, result: Any) -> None:
        asked = self.asked
        self.asked = None
        if asked is not None and result is not None:
            asked[0](result, *asked[1])

    def allow(self, rule: Callable[..., Any], *args: Any) -> Any:
        """Call `rule` with the State of the game and `args`, and return its result.

        If the rule raises a Refused, show the refusal and return None.
        """
        try:
            return rule(self.context.session.state, *args)
        except Refused as refused:
            self.context.dialogs.show_refusal(refused)
            return None


def _on_confirm(yes: bool, then: Callable[..., object], args: tuple[Any, ...]) -> None:
    if yes:
        then(*args)
