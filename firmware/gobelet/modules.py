"""Modules: which of the firmware are in memory.

What the list of games needs is always there. A game's modules come when it is opened, or one by one before that
while nothing is pressed, and they go when another game takes their place. Nothing that stays may hold a function
or a class of a game: it would keep the whole module.
"""

import gc
import sys

OURS = "gobelet."
GAMES = "gobelet.games."
NO_GAME = ""
ENOUGH = 68 * 1024  # bytes that are to be free while a game is played: of a Pico, 176 KB are then in use
SOME = 12  # modules that a screen may need: fewer would only come again
SCARCE = (
    40 * 1024
)  # bytes: with fewer that are free, modules make room before another one is imported for a key
AHEAD = 80 * 1024  # bytes that must be free for a module to be brought in before it is wanted
LARGEST = 12 * 1024  # bytes: no module takes more


# What is called before a module is imported for a key, so that there is room for it; the App sets it.
make_room = None


def load(path, name):
    """The attribute `name` of the module at `path`, imported when it is asked for."""
    if make_room is not None and path not in sys.modules and path.startswith(GAMES):
        make_room()
    return getattr(__import__(path, None, None, (name,)), name)


def newer(before):
    """Paths of the firmware's modules in memory that are not in `before`."""
    return [path for path in sys.modules if path.startswith(OURS) and path not in before]


def drop(paths):
    """Drop modules: both places that hold one must let go, and their memory comes back with the next collection.

    A place that MicroPython frees in a dict keeps its value until it is used again: so that is overwritten first.
    """
    for path in paths:
        parent, _, last = path.rpartition(".")
        if parent in sys.modules and hasattr(sys.modules[parent], last):
            setattr(sys.modules[parent], last, None)
            delattr(sys.modules[parent], last)
        if path in sys.modules:
            sys.modules[path] = None
            del sys.modules[path]


def free():
    """Bytes of memory that are free, garbage not counted; None where the interpreter does not say."""
    return gc.mem_free() if hasattr(gc, "mem_free") else None


def needs(assets, game):
    """Paths of the modules that a game needs, each behind those that it imports itself; none if nothing tells them.

    The asset "<game>.needs" has two bytes of length, the low one first, and a line for each without "gobelet.".
    """
    try:
        file = assets(game + ".needs")
    except OSError:
        return []
    size = file.read(2)
    lines = str(file.read(size[0] | size[1] << 8), "utf-8")
    return [OURS + line for line in lines.split("\n")]


class Keeper:
    """Keeps the modules of one game at a time.

    listed(game) -> as `needs`
    free() -> as above

    game   whose modules are in memory, or on their way; NO_GAME for none
    """

    def __init__(self, listed, free=free):
        self.listed = listed
        self.free = free
        self.game = NO_GAME
        self._resident = []
        self._waiting = []
        self._room_for = 0  # modules for which there is room without another look

    def settle(self):
        """What is in memory now stays for ever: all that the list of games needs, and no game."""
        self._resident = list(sys.modules)

    def keep(self, game):
        """From now on the modules of `game` are kept, and those of another one go. Returns whether that is news."""
        if game == self.game:
            return False
        self.game = game
        self._waiting = list(self.listed(game)) if game else []
        self._waiting.reverse()
        self._room_for = 0
        drop(newer(self._resident))
        return True

    def bring(self):
        """Import one module of the game that is not there yet. Returns whether it did."""
        while self._waiting:
            path = self._waiting.pop()
            if path not in sys.modules:
                if not self._room_for and not self._look():
                    self.rest()
                    return False
                self._room_for -= 1
                __import__(path)
                return True
        return False

    def _look(self):
        """Whether there is room for a module more. To count what is free takes 8 ms."""
        room = self.free()
        self._room_for = 1 if room is None else max(0, (room - AHEAD) // LARGEST + 1)
        return self._room_for > 0

    def rest(self):
        """Bring nothing more."""
        del self._waiting[:]

    def shed(self):
        """Let the modules of the game go, but for those that its first screen needs: they come first in its list, and
        none of them holds another. No screen may be made that does. Returns whether there were enough to be worth it.
        """
        self.rest()
        listed = self.listed(self.game)
        first = OURS + "games." + self.game + ".screens.home"
        begin = listed.index(first) + 1 if first in listed else len(listed)
        there = [path for path in listed[begin:] if path in sys.modules]
        if len(there) < SOME:
            return False
        drop(there)
        return True
