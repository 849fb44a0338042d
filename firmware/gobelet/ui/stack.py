"""Screens and the stack that holds them.

A screen draws from the game's Sheets and its own few fields. It gets one method call per key action:
`up(n)` and `down(n)` (n is the step: 1, and 5 or 10 while the key is held), `ok`, `back` and `why` (OK held).
Holding BACK is undo everywhere.
"""

from . import widgets


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
    lit = False  # True while the panel may dim but not go off: there is something to watch

    def __init__(self, app):
        self.app = app

    def strip(self, c):
        """Draw the key strip."""
        t = self.app.t
        move, act = self.keys
        widgets.strip(c, t(move) if move else "", t(act), holds=self.held())

    def held(self):
        """The signs of what holding a key gives at this moment."""
        return self.holds

    def draw(self, c):
        """Draw the whole screen on the cleared canvas `c`."""

    def place(self):
        """Integers that `App.open` needs to bring this screen back after a restart."""
        return ()

    def stands(self):
        """Whether there is still a reason for this screen, by what the Sheets say now. One without is closed before a
        key can be pressed on it.
        """
        return True

    def returned(self, result):
        """A screen opened on top of this one closed with `result` (None if it was left with BACK)."""

    def shown(self):
        """This screen is on top again, or for the first time: the Sheets may have changed meanwhile."""

    def went_on(self):
        """It was open when the power went, right after a key whose change is kept: do what that would have led to."""

    def ahead(self):
        """What will most likely be opened from here: a game, "" for none; within a game ids of screens and names of
        Procedures, the likeliest first. None if this says nothing of it.
        """
        return None

    def prepare(self):
        """A small piece of what a later key will find done, while nothing is pressed. Returns whether there may be
        more.
        """
        return False

    def tick(self, now):
        """Called at every pass; returns the milliseconds until it wants to be called, or None."""
        return None

    def up(self, n):
        pass

    def down(self, n):
        pass

    def ok(self):
        pass

    def back(self):
        self.app.close()

    def why(self):
        pass

    def undo(self):
        """BACK held: the same everywhere; only the lesson of the keys looks at it."""
        self.app.undo()


class Stack:
    """The screens that are open, the one shown last. Each has the id it was opened by, or None.

    Of the screens with an id only the one on top is made: the others `rest`, as (place, cursor, first, known), and are
    made again when they come to the top, from what the Sheets say then. known: whether it was made by this program,
    since the start; another may have written what cannot be opened any more.
    """

    def __init__(self):
        self.screens = []
        self.ids = []

    def push(self, screen, name=None):
        self.screens.append(screen)
        self.ids.append(name)

    def pop(self, at=-1):
        self.ids.pop(at)
        self.screens.pop(at)

    def cut(self, size):
        """Let go of the screens above the lowest `size`."""
        del self.screens[size:]
        del self.ids[size:]

    def clear(self):
        self.cut(0)

    def rest(self):
        """Let all screens that have an id go; what was pushed without one stays."""
        for at in range(len(self.screens)):
            if self.ids[at]:
                self.screens[at] = self.rested(at)

    def rested(self, at):
        """A screen that has an id as it rests. Its cursor is None: as the screen itself begins."""
        screen = self.screens[at]
        return screen if isinstance(screen, tuple) else (screen.place(), screen.cursor, screen.first, True)

    def top(self):
        return self.screens[-1] if self.screens else None
