"""The base class of screens, and the stack of open screens.

A screen draws the game's Sheets and a few fields of its own. It has a method for each key: `up(n)` and
`down(n)`, or `shift` for both; `ok`, `back`, and `why` for OK held. The step n is 1, and 5 or 10 while the key
is held. BACK held is undo on all screens.
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
    """The error of a screen whose ship, player or roll no longer exists."""


class Screen:
    """The base class of all screens.

    context         the parts of the program that a screen may use, see types.py.
    keys            keys of the texts in the key strip: for UP and DOWN, and for OK.
    holds           "?" if OK held shows more. The key strip shows the sign, for players find no hidden act.
    cursor          index of the selected line.
    first           index of the first visible line.
    entering        True if the screen enters a value, such as a name, for the screen below. Such a screen
                    belongs to no game and to no location, and an undo closes it.
    keeps_panel_on  True if the panel may dim but not switch off, because players watch it.
    committed       (position in the journal, code) of a verifiable roll that may follow, sent over USB.
    """

    keys = ("k.move", "k.ok")
    holds = ""
    cursor = 0
    first = 0
    entering = False
    keeps_panel_on = False
    committed: tuple[int, str] | None = None

    def __init__(self, context: Context) -> None:
        self.context = context

    def place_cursor(self, cursor: int, first: int = 0) -> None:
        """Select the line `cursor`, and show the line `first` at the top."""
        self.cursor = cursor
        self.first = first

    def strip(self, c: Canvas) -> None:
        """Draw the key strip."""
        t = self.context.t
        move, act = self.keys
        widgets.strip(c, t(move) if move else "", t(act) if act else "", holds=self.held_signs())

    def held_signs(self) -> str:
        """Return the signs for held keys that have an act now."""
        return self.holds

    def draw(self, c: Canvas) -> None:
        """Draw the whole screen on the cleared canvas `c`."""

    def large_texts(self) -> Sequence[tuple[str, Pixels]]:
        """Return the texts that players read from their seats, each with its height.

        An item is (text, minimum height), and the height is 12, 16, 24 or 32. A single sign such as "%" stands
        for every text that ends with it. Only the desk calls this method, so the build for the device leaves it
        out.
        """
        return ()

    def arguments(self) -> Any:
        """Return the integers that recreate this screen after a restart.

        They are arguments of `Context.open`.
        """
        return ()

    def is_valid(self) -> bool:
        """Tell whether the ship, player or roll of this screen still exists.

        An invalid screen closes before the next key.
        """
        return True

    def on_result(self, result: Any) -> None:
        """Handle the result of a screen that was opened on top of this one.

        The result is None after BACK.
        """

    def on_show(self) -> None:
        """Update the screen when it becomes the top one.

        The Sheets may have changed.
        """

    def on_undo(self, by: dict[tuple[str, Row, str], int], mark: str) -> bool:
        """Show an undo or redo, whose sign is `mark`.

        `by` has the change of each (kind, row, field). Return whether the screen shows it; if not, a toast
        does.
        """
        return False

    def on_resume(self) -> None:
        """Continue a key that a restart has interrupted after its change was written."""

    def likely_next(self) -> str | Sequence[str] | None:
        """Return the screens that will most likely be opened next.

        Idle moments load them. In the list of games the result is the name of a game, "" for none. In a game it has ids
        of screens and names of Procedures, the most likely first. None means the default: the form and the result.
        """
        return None

    def prepare(self) -> bool:
        """Do a small piece of work in advance, in an idle moment.

        Return whether more may be left.
        """
        return False

    def tick(self, now: Ticks) -> Milliseconds | None:
        """Act on the time, at each pass.

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
        """Handle UP (`by` above 0) and DOWN (`by` below 0).

        Screens on which both are opposite acts override this.
        """

    def ok(self) -> None:
        """Handle OK."""

    def back(self) -> None:
        """Handle BACK: close this screen."""
        self.context.close()

    def why(self) -> None:
        """Handle OK held, which explains or shows more."""

    def undo(self) -> None:
        """Handle BACK held. It undoes on all screens, except in the lesson about the keys."""
        self.context.undo()


class Suspended:
    """The values that recreate a screen which is open but not in memory.

    arguments  integers for its class.
    cursor     index of the selected line, None for the default of the screen.
    first      index of the first visible line.
    is_known   False for a screen from a snapshot, which this version may fail to open.
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
    """The open screens, the visible one last.

    `ids` has for each the id with which it was opened, or None.

    Only the top one of the screens with an id is in memory. The others are `Suspended`. A screen that becomes
    the top one is recreated from the present values of the Sheets.
    """

    def __init__(self) -> None:
        self.screens: list[Any] = []
        self.ids: list[Id | None] = []

    def push(self, screen: Screen | Suspended, name: Id | None = None) -> None:
        self.screens.append(screen)
        self.ids.append(name)

    def pop(self, index: int = -1) -> None:
        """Remove the screen at `index`, by default the top one."""
        self.ids.pop(index)
        self.screens.pop(index)

    def truncate(self, size: int) -> None:
        """Keep the lowest `size` screens, and remove the others."""
        del self.screens[size:]
        del self.ids[size:]

    def clear(self) -> None:
        self.truncate(0)

    def suspend(self) -> None:
        """Suspend all screens with an id. Screens without an id stay in memory."""
        for index in range(len(self.screens)):
            if self.ids[index]:
                self.screens[index] = self.suspended_screen(index)

    def suspended_screen(self, index: int) -> Suspended:
        """Return the suspended form of the screen at `index`, which has an id."""
        screen = self.screens[index]
        if isinstance(screen, Suspended):
            return screen
        return Suspended(screen.arguments(), screen.cursor, screen.first, True)

    def top(self) -> Any:
        return self.screens[-1] if self.screens else None
