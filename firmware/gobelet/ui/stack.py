"""Screens and the stack that holds them.

A screen draws from the game's Sheets and its own few fields. It gets one method call per key action:
`up(n)` and `down(n)` (n is the step: 1, and 5 or 10 while the key is held), `ok`, `back` and `why` (OK held).
Holding BACK is undo everywhere.
"""

from . import widgets


class Screen:
    """Base of all screens. `app` is the App; see its public methods.

    keys is what the key strip says: (what UP and DOWN do, what OK does), as names of texts.
    """

    keys = ("k.move", "k.ok")
    holds = ""  # "?" where holding OK tells more: a gesture that nobody shows is not found
    lit = False  # True while the panel may dim but not go off: there is something to watch

    def __init__(self, app):
        self.app = app

    def strip(self, c):
        """Draw the key strip."""
        t = self.app.t
        move, act = self.keys
        widgets.strip(c, t(move) if move else "", t(act), holds=self.holds)

    def draw(self, c):
        """Draw the whole screen on the cleared canvas `c`."""

    def place(self):
        """Integers that `App.open` needs to bring this screen back after a restart."""
        return ()

    def returned(self, result):
        """A screen opened on top of this one closed with `result` (None if it was left with BACK)."""

    def shown(self):
        """This screen is on top again, or for the first time: the Sheets may have changed meanwhile."""

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
    """The screens that are open, the one shown last. Each has the id it was opened by, or None, and a mark:
    how many modules of the game it found in memory, its own included.
    """

    def __init__(self):
        self.screens = []
        self.ids = []
        self.marks = []

    def push(self, screen, name=None, mark=0):
        self.screens.append(screen)
        self.ids.append(name)
        self.marks.append(mark)
        screen.shown()

    def pop(self):
        self.ids.pop()
        self.marks.pop()
        return self.screens.pop()

    def clear(self):
        del self.screens[:]
        del self.ids[:]
        del self.marks[:]

    def top(self):
        return self.screens[-1] if self.screens else None

    def places(self):
        """[(id, place)...] of the screens that a restart can open again, up to the first that it cannot."""
        found = []
        for at in range(len(self.screens)):
            if self.ids[at] is None:
                break
            found.append((self.ids[at], self.screens[at].place()))
        return found
