"""Screens, and the stack that holds them.

A screen draws from the game's Sheets and its own few fields. A screen has one method per key: `up(n)` and
`down(n)`, or `shift` for both (n is the step: 1, and 5 or 10 while the key is held); `ok`, `back` and `why`
(OK held). BACK held is undo on all screens.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..drawing import widgets

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from ...device.types import Milliseconds, Ticks
    from ...rules.types import Row
    from ..drawing.canvas import Canvas
    from ..drawing.types import Pixels
    from .types import Arguments, Context, Id, Steps


class Gone(Exception):
    """Raised if the ship, player or roll that a screen is about no longer exists."""


class Screen:
    """Base class of all screens. `context` is what a screen may use, see types.py.

    keys: the texts of the key strip, by name, for UP and DOWN, and for OK.
    """

    keys = ("k.move", "k.ok")
    holds = ""  # "?" if holding OK shows more; players find an act of a held key only if a sign shows it
    cursor = 0  # the selected line, and the first visible one
    first = 0
    # True if it enters a value for the screen below, a name for example. Such a screen belongs to the device.
    # The screen counts as no location, and an undo closes it.
    entering = False
    keeps_panel_on = False  # True if the panel may dim but not switch off, because players watch it
    # the commitment to a roll, (position in the journal, code): sent over the link
    committed: tuple[int, str] | None = None

    def __init__(self, context: Context) -> None:
        self.context = context

    def place_cursor(self, cursor: int, first: int = 0) -> None:
        """Select a line, with the line `first` at the top."""
        self.cursor = cursor
        self.first = first

    def strip(self, c: Canvas) -> None:
        """Draw the key strip."""
        t = self.context.t
        move, act = self.keys
        widgets.strip(c, t(move) if move else "", t(act) if act else "", holds=self.held_signs())

    def held_signs(self) -> str:
        """Return the signs of held keys that do something now."""
        return self.holds

    def draw(self, c: Canvas) -> None:
        """Draw the whole screen on the cleared canvas `c`."""

    def large_texts(self) -> Sequence[tuple[str, Pixels]]:
        """Return the texts that all players read from their seats, each with its minimum height: 12, 16, 24 or 32.

        A sign ("%") means every text that ends with it. Only the desk calls this, so the build leaves it out.
        """
        return ()

    def arguments(self) -> Any:
        """Return the integers with which `Context.open` recreates this screen after a restart."""
        return ()

    def is_valid(self) -> bool:
        """Tell whether the Sheets still have what this screen is about.

        An invalid one closes before the next key.
        """
        return True

    def on_result(self, result: Any) -> None:
        """Handle the result of a screen opened on top of this one (None after BACK)."""

    def on_show(self) -> None:
        """Update when this screen becomes the top one: the Sheets may have changed."""

    def on_undo(self, by: dict[tuple[str, Row, str], int], mark: str) -> bool:
        """Show an undo or redo that changed each (kind, row, field) by this amount; `mark` is its sign.

        Return whether the screen shows it beside the numbers; otherwise a toast does.
        """
        return False

    def on_resume(self) -> None:
        """Continue after a restart that interrupted a key whose change was written."""

    def likely_next(self) -> str | Sequence[str] | None:
        """Return the screens that will most likely be opened from here, or None for the default.

        In the list of games the result is the name of a game, "" for none. In a game the result has ids of
        screens and names of Procedures, the likeliest first; the default is a form and its result.
        """
        return None

    def prepare(self) -> bool:
        """Do a small piece of work for a later key, in an idle moment.

        Return whether more work may be left.
        """
        return False

    def tick(self, now: Ticks) -> Milliseconds | None:
        """Act as time passes, at every pass.

        Return the milliseconds until the next call, None for any time.
        """
        return None

    def up(self, n: Steps) -> None:
        """Handle UP; `n` is the step."""
        self.shift(n)

    def down(self, n: Steps) -> None:
        """Handle DOWN; `n` is the step."""
        self.shift(-n)

    def shift(self, by: Steps) -> None:
        """Handle UP (a step above 0) and DOWN (below 0), for screens on which they are opposite."""

    def ok(self) -> None:
        """Handle OK."""

    def back(self) -> None:
        """Handle BACK: close this screen."""
        self.context.close()

    def why(self) -> None:
        """Handle OK held: show more."""

    def undo(self) -> None:
        """Handle BACK held, which undoes on all screens except the lesson of the keys."""
        self.context.undo()


class Suspended:
    """A screen that is not in memory, with the values to recreate it.

    arguments  integers for its class.
    cursor  the selected line; None: the screen's default.
    first  first visible line.
    is_known  whether this program made the screen; one from an older snapshot may fail to open.
    """

    committed = None  # see `Screen`

    def __init__(
        self, arguments: Arguments, cursor: int | None = None, first: int = 0, is_known: bool = False
    ) -> None:
        self.arguments = arguments
        self.cursor = cursor
        self.first = first
        self.is_known = is_known


class Stack:
    """The open screens, the visible one last. Each screen has the id with which it was opened, or None.

    Only the top one of the screens with an id exists. The others are `Suspended`: a screen that gets to the top
    is recreated from the present values of the Sheets.
    """

    def __init__(self) -> None:
        self.screens: list[Any] = []
        self.ids: list[Id | None] = []

    def push(self, screen: Screen | Suspended, name: Id | None = None) -> None:
        self.screens.append(screen)
        self.ids.append(name)

    def pop(self, index: int = -1) -> None:
        """Drop one screen, the top one if none is named."""
        self.ids.pop(index)
        self.screens.pop(index)

    def truncate(self, size: int) -> None:
        """Drop the screens above the lowest `size`."""
        del self.screens[size:]
        del self.ids[size:]

    def clear(self) -> None:
        self.truncate(0)

    def suspend(self) -> None:
        """Suspend all screens with an id; those without one stay."""
        for index in range(len(self.screens)):
            if self.ids[index]:
                self.screens[index] = self.suspended_screen(index)

    def suspended_screen(self, index: int) -> Suspended:
        """Return a screen with an id, in suspended form."""
        screen = self.screens[index]
        if isinstance(screen, Suspended):
            return screen
        return Suspended(screen.arguments(), screen.cursor, screen.first, True)

    def top(self) -> Any:
        return self.screens[-1] if self.screens else None
