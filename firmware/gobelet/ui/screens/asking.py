"""Asking: a menu whose choices lead to further questions."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ...rules.refused import Refused
from .menu import Menu

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from .stack import Screen


class Asking(Menu):
    """What a choice asks comes back to who asked: then(answer, *args) is called, unless the question was left."""

    asked: tuple[Callable[..., object], tuple[Any, ...]] | None = None  # (then, args) of the one that is open

    def get(self, field: str) -> int:
        """A field of the Sheet "game"."""
        return self.app.session.get("game", 0, field)

    def expect(self, then: Callable[..., object], *args: Any) -> None:
        """then(answer, *args) gets what the screen closes with that is opened next."""
        self.asked = (then, args)

    def ask(self, screen: Screen, then: Callable[..., object], *args: Any) -> None:
        """Open `screen`, see `expect`."""
        self.expect(then, *args)
        self.app.push(screen)

    def ask_yes_no(self, question: str, then: Callable[..., object], *args: Any) -> None:
        """A question of yes or no: then(True or False, *args)."""
        self.expect(then, *args)
        self.app.confirm(question)

    def confirm(self, question: str, then: Callable[..., object], *args: Any) -> None:
        """A question of yes or no: then(*args) after a yes."""
        self.ask_yes_no(question, _confirmed, then, args)

    def number(
        self, title: str, now: int, low: int, high: int, then: Callable[..., object], *args: Any
    ) -> None:
        """A number from low to high: then(number, *args)."""
        self.expect(then, *args)
        self.app.dial(title, now, low, high)

    def on_result(self, result: Any) -> None:
        asked = self.asked
        self.asked = None
        if asked is not None and result is not None:
            asked[0](result, *asked[1])

    def allow(self, rule: Callable[..., Any], *args: Any) -> Any:
        """What rule(state, *args) gives; None, and the refusal on the screen, if it does not allow it."""
        try:
            return rule(self.app.session.state, *args)
        except Refused as refused:
            self.app.refuse(refused)
            return None


def _confirmed(yes: bool, then: Callable[..., object], args: tuple[Any, ...]) -> None:
    if yes:
        then(*args)
