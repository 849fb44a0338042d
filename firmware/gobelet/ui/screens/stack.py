"""Screens and the stack that holds them.

A screen draws from the game's Sheets and its own few fields. It gets one method call per key action:
`up(n)` and `down(n)` (n is the step: 1, and 5 or 10 while the key is held), or for both `shift`; `ok`, `back` and `why`
(OK held).
Holding BACK is undo everywhere.
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
    from ..types import App, Arguments, Id, Pixels, Steps


class Gone(Exception):
    """What a screen is made for is not there any more."""


class Screen:
    """Base of all screens. `app` is the App; see its public methods.

    keys is what the key strip says: (what UP and DOWN do, what OK does), as names of texts.
    """

    keys = ("k.move", "k.ok")
    holds = ""  # "?" where holding OK tells more: a gesture that nobody shows is not found
    cursor = 0  # what is chosen, and the first line that is seen of what is longer than the screen
    first = 0
    # True where something is entered for the screen below, a name say: it is no location of its own, and what shows
    # another one, an undo say, closes it. Such a screen is of the device.
    entering = False
    lit = False  # True while the panel may dim but not go off: there is something to watch
    # What the device has bound itself to before a roll, (position in the journal, code): told over the link.
    committed: tuple[int, str] | None = None

    def __init__(self, app: App) -> None:
        self.app = app

    def strip(self, c: Canvas) -> None:
        """Draw the key strip."""
        t = self.app.t
        move, act = self.keys
        widgets.strip(c, t(move) if move else "", t(act) if act else "", holds=self.held())

    def held(self) -> str:
        """The signs of what holding a key gives at this moment."""
        return self.holds

    def draw(self, c: Canvas) -> None:
        """Draw the whole screen on the cleared canvas `c`."""

    def large_texts(self) -> Sequence[tuple[str, Pixels]]:
        """What everybody at the table reads from where they sit: texts, each with the rows that it has at least, 12,
        16, 24 or 32. A sign ("%") stands for every text that ends with it. Only the desk asks for this, so the build
        leaves it out.
        """
        return ()

    def arguments(self) -> Any:
        """Integers that `App.open` needs to bring this screen back after a restart."""
        return ()

    def is_valid(self) -> bool:
        """Whether there is still a reason for this screen, by what the Sheets say now. One without is closed before a
        key can be pressed on it.
        """
        return True

    def on_result(self, result: Any) -> None:
        """A screen opened on top of this one closed with `result` (None if it was left with BACK)."""

    def on_show(self) -> None:
        """This screen is on top again, or for the first time: the Sheets may have changed meanwhile."""

    def on_undo(self, by: dict[tuple[str, Row, str], int], mark: str) -> bool:
        """An undo or a redo led here, which changed each (kind, row, field) by so much; `mark` is its sign. Returns
        whether the screen shows that where the numbers stand; else a toast says it.
        """
        return False

    def on_resume(self) -> None:
        """It was open when the power went, right after a key whose change is kept: do what that would have led to."""

    def ahead(self) -> str | Sequence[str] | None:
        """What will most likely be opened from here: a game, "" for none; within a game ids of screens and names of
        Procedures, the likeliest first. None if this says nothing of it: within a game a form and its result.
        """
        return None

    def prepare(self) -> bool:
        """A small piece of what a later key will find done, while nothing is pressed. Returns whether there may be
        more.
        """
        return False

    def tick(self, now: Ticks) -> Milliseconds | None:
        """Act as time passes, at every pass. Returns the milliseconds until it must be called again; None: it need not
        be.
        """
        return None

    def up(self, n: Steps) -> None:
        self.shift(n)

    def down(self, n: Steps) -> None:
        self.shift(-n)

    def shift(self, by: Steps) -> None:
        """UP was pressed for a step above 0, DOWN for one below it, where the one does the reverse of the other."""

    def ok(self) -> None:
        pass

    def back(self) -> None:
        self.app.close()

    def why(self) -> None:
        pass

    def undo(self) -> None:
        """BACK held: the same everywhere; only the lesson of the keys looks at it."""
        self.app.undo()


class Suspended:
    """A screen that is not in memory, as it is made again.

    arguments  integers that its class is called with
    cursor  what is chosen on it; None: as the screen itself begins
    first  first line that is seen
    is_known  whether this program made it, since the start: what another one wrote may not open any more
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
    """The screens that are open, the one shown last. Each has the id it was opened by, or None.

    Of the screens with an id only the one on top is made: the others are `Suspended`, and are made again when they come
    to the top, from what the Sheets say then.
    """

    def __init__(self) -> None:
        self.screens: list[Any] = []
        self.ids: list[Id | None] = []

    def push(self, screen: Screen | Suspended, name: Id | None = None) -> None:
        self.screens.append(screen)
        self.ids.append(name)

    def pop(self, index: int = -1) -> None:
        self.ids.pop(index)
        self.screens.pop(index)

    def cut(self, size: int) -> None:
        """Let go of the screens above the lowest `size`."""
        del self.screens[size:]
        del self.ids[size:]

    def clear(self) -> None:
        self.cut(0)

    def suspend(self) -> None:
        """Suspend all screens that have an id; what was pushed without one stays."""
        for index in range(len(self.screens)):
            if self.ids[index]:
                self.screens[index] = self.suspended(index)

    def suspended(self, index: int) -> Suspended:
        """A screen that has an id, as it is made again."""
        screen = self.screens[index]
        if isinstance(screen, Suspended):
            return screen
        return Suspended(screen.arguments(), screen.cursor, screen.first, True)

    def top(self) -> Any:
        return self.screens[-1] if self.screens else None
