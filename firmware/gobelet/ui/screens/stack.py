"""The base class of screens, and the stack of open screens.

A screen draws the game's Sheets and a few fields of its own. It has a method for each event of a key:
`on_up(n)` and `on_down(n)`, or `on_step` for both keys; `on_ok`, `on_back`, `on_hold_ok` and `on_hold_back`. The step n
is 1, or 5 or 10 while UP or DOWN is held.
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
    """The error of a screen whose ship, player or roll was removed."""


class Screen:
    """The base class of all screens.

    context         the parts of the program that a screen may use, see types.py.
    keys            text keys of the two texts in the key strip: the act of UP and DOWN, and the act of OK.
    holds           "?" if OK held shows more, otherwise "". The key strip shows this sign to the players.
    cursor          index of the selected line.
    first           index of the first visible line.
    entering        True if the player enters a value, such as a name, for the screen below. A screen that enters
                    a value belongs to no game and to no location, and an undo closes the screen.
    keeps_panel_on  True if the panel may dim but not switch off, because players watch the screen.
    committed       (byte offset in the journal, code) of a verifiable roll that may follow, sent over USB.
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
        """Return the signs in the key strip for device keys that have an act when held."""
        return self.holds

    def draw(self, c: Canvas) -> None:
        """Draw the whole screen on the cleared canvas `c`."""

    def large_texts(self) -> Sequence[tuple[str, Pixels]]:
        """Return the texts that players read from their seats, each with its height.

        An item is (text, minimum height in pixels). The height is 12, 16, 24 or 32. A text of a single sign, such as
        "%", stands for every text that ends with this sign. Only tools on a computer call this method, so the build
        for the device omits the method.
        """
        return ()

    def arguments(self) -> Any:
        """Return the integers that recreate this screen after a restart.

        These integers are the last arguments of `Context.open`.
        """
        return ()

    def is_valid(self) -> bool:
        """Tell whether the ship, player or roll of this screen still exists.

        An invalid screen closes before the next key.
        """
        return True

    def on_result(self, result: Any) -> None:
        """Handle the result of a screen that was open above this screen.

        The result is None if the player pressed BACK.
        """

    def on_show(self) -> None:
        """Update the screen when it becomes the top screen.

        The Sheets may have changed since the last drawing.
        """

    def on_undo(self, by: dict[tuple[str, Row, str], int], mark: str) -> bool:
        """Show an undo or redo, whose sign is `mark`.

        `by` maps (kind, row, field) to the change of that field. Return whether the screen shows the undo or redo. If
        the result is False, a toast shows the undo or redo.
        """
        return False

    def on_resume(self) -> None:
        """Finish the act of a key press whose change was written just before a restart."""

    def likely_next(self) -> str | Sequence[str] | None:
        """Return the screens that will most likely be opened next.

        The App loads these screens in idle moments. In the list of games the result is the name of a game, "" for
        none. In a game the result is a list of ids of screens and names of Procedures, the most likely first. None
        stands for the form and the result screen.
        """
        return None

    def prepare(self) -> bool:
        """Do a small piece of work in advance, in an idle moment.

        Return whether more work may be left.
        """
        return False

    def on_tick(self, now: Ticks) -> Milliseconds | None:
        """Act at the time `now`. The App calls this method in each pass.

        Return the number of milliseconds until the next call must be made. None means that any time is early enough.
        """
        return None

    def on_up(self, n: Steps) -> None:
        """Handle UP; `n` is the step."""
        self.on_step(n)

    def on_down(self, n: Steps) -> None:
        """Handle DOWN; `n` is the step."""
        self.on_step(-n)

    def on_step(self, by: Steps) -> None:
        """Handle UP (`by` above 0) and DOWN (`by` below 0).

        Screens on which UP and DOWN are opposite acts override this method.
        """

    def on_ok(self) -> None:
        """Handle OK."""

    def on_back(self) -> None:
        """Handle BACK: close this screen."""
        self.context.close()

    def on_hold_ok(self) -> None:
        """Handle OK held: explain or show more."""

    def on_hold_back(self) -> None:
        """Handle BACK held: undo the last change.

        Only the lesson about the keys, and screens that enter a value, override this method.
        """
        self.context.undo()


class Suspended:
    """The values that recreate a screen which is open but not in memory.

    arguments  integers with which the screen's class is called.
    cursor     index of the selected line, None for the default of the screen.
    first      index of the first visible line.
    is_known   False for a screen from a snapshot, because this version may fail to create that screen.
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
    """The open screens, the visible screen last.

    `ids` has the id of each screen, or None for a screen without an id.

    Only the highest screen with an id is in memory. The other screens with an id are `Suspended`. A suspended screen
    that becomes the top screen is recreated from the present values of the Sheets.
    """

    def __init__(self) -> None:
        self.screens: list[Any] = []
        self.ids: list[Id | None] = []

    def push(self, screen: Screen | Suspended, name: Id | None = None) -> None:
        self.screens.append(screen)
        self.ids.append(name)

    def pop(self, index: int = -1) -> None:
        """Remove the screen at `index`, by default the top screen."""
        self.ids.pop(index)
        self.screens.pop(index)

    def truncate(self, size: int) -> None:
        """Remove all screens above the lowest `size` screens."""
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
        """Return the `Suspended` of the screen at `index`; the screen must have an id."""
        screen = self.screens[index]
        if isinstance(screen, Suspended):
            return screen
        return Suspended(screen.arguments(), screen.cursor, screen.first, True)

    def top(self) -> Any:
        return self.screens[-1] if self.screens else None
