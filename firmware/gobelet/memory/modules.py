"""Modules: which of the firmware are in memory.

What the list of games needs is always there. A game's modules come when it is opened, or one by one before that
while nothing is pressed, and they go when another game takes their place. Nothing that stays may hold a function
or a class of a game: it would keep the whole module.
"""

from __future__ import annotations

import gc
import sys
from binascii import crc32
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable, Collection, Iterable, Sequence
    from typing import Any

    Position = int  # of a module in the list of those that a game needs
    Set = bytes | bytearray  # of such modules, a bit for each

OURS = "gobelet."
GAMES = "gobelet.games."
LIST_OF_GAMES = "gobelet.system.home"
NO_GAME = ""
# Of a Pico's heap of 240 KB a game may use PLAYED. What is reckoned is a little less than what comes to be used: names
# that a module brings stay for ever, and the journal and what is kept for a screen grow. Bytes:
PLAYED = 176 * 1024
ENOUGH = (
    64 * 1024
)  # that are to stay free while a game is played: else modules go. Less where the heap is smaller
# The same where nothing is used in the flash, and a module takes twice as much: with more free each press would have to
# bring back what the one before has let go.
COPIED = 28 * 1024
# That are freed beyond these, so that not every key has to; what comes unasked leaves them free. With three times as
# much the screens of a boarding did not fit together, and each key brought one of them back.
SPARE = 4 * 1024
# Below this the game's first screen goes too while others are open above it: where nothing is used in the flash.
LEAST = 40 * 1024
# And what nobody expects next leaves so many more: with full memory each object takes longer to find room, and a press
# would soon have to let modules go.
UNASKED = 24 * 1024
BROUGHT = 6 * 1024  # of modules that come unasked before garbage goes, so that what stays lies close together
RECKONED = 16 * 1024  # of modules that may come before what is free is counted again
_OURS = OURS.encode()
_DOT = 46
REST = "_rest"  # behind the path of a module, that of its second part: see `import_rest`
UNIT = 64  # of the sizes in the table of a game

OWN_MARK = "-"


def package(game: str) -> str:
    """Path of the package of a game. Games that are text, "own-doom", share one: "own"."""
    return GAMES + game.partition(OWN_MARK)[0]


_asked: Callable[[str], None] | None = None
_full: Callable[[], None] | None = None


def on_load(asked: Callable[[str], None] | None, full: Callable[[], None] | None = None) -> None:
    """From now on `asked` is called with the path of each module that is wanted, and `full` where a second part finds
    no room.
    """
    global _asked, _full
    _asked = asked
    _full = full


def load(path: str, name: str) -> Any:
    """The attribute `name` of the module at `path`, imported when it is asked for."""
    if _asked is not None:
        _asked(path)
    # One that is there is not asked for again: MicroPython takes 1 ms for that.
    return getattr(sys.modules.get(path) or __import__(path, None, None, (name,)), name)


# Modules of the build that have a second part which has not come yet: paths of these parts.
incomplete: list[str] = []


def import_rest(path: str, thing: Any, name: str) -> Any:
    """An attribute that its class lacks: import the second part of its module, which brings it. What the build parts
    calls this (host_tools/building/split.py).
    """
    try:
        _import_whole(path)
    except MemoryError:
        if _full is not None:
            _full()
        _import_whole(path)
    return getattr(thing, name)


def complete_next() -> str:
    """Import a second part that has not come yet. Returns its path, "" if there is none. One that cannot be imported is
    left to those who call something of it.
    """
    while incomplete:
        path = incomplete.pop()
        if path not in sys.modules and path[: -len(REST)] in sys.modules:
            _import_whole(path)
            return path
    return ""


def _import_whole(path: str) -> None:
    """What could not be imported to its end is not there: MicroPython would take it for the whole."""
    try:
        __import__(path)
    except (ImportError, MemoryError):
        drop((path,))
        raise


def newer(before: Collection[str]) -> list[str]:
    """Paths of the firmware's modules in memory that are not in `before`, nor the second parts of such."""
    return [
        path
        for path in sys.modules
        if path.startswith(OURS)
        and path not in before
        and not (path.endswith(REST) and path[: -len(REST)] in before)
    ]


def drop(paths: Iterable[str]) -> None:
    """Drop modules: `sys.modules` and the package that holds one must both let go, and its memory comes back with the
    next collection.

    A slot that MicroPython frees in a dict keeps its value until it is used again: so that is overwritten first.
    """
    modules = sys.modules
    for path in paths:
        if path + REST in modules:  # it belongs to classes that go
            drop((path + REST,))
        parent, _, last = path.rpartition(".")
        if parent in modules and hasattr(modules[parent], last):
            setattr(modules[parent], last, None)
            delattr(modules[parent], last)
        if path in modules:
            modules[path] = None  # type: ignore[assignment]
            del modules[path]


def free() -> int | None:
    """Bytes of memory that are free, garbage not counted; None where the interpreter does not say."""
    return gc.mem_free() if hasattr(gc, "mem_free") else None


def needs(assets: Callable[[str], Any], game: str) -> Needs | None:
    """The `Needs` of a game, None if nothing tells them."""
    try:
        return Needs(assets(game.partition(OWN_MARK)[0] + ".needs"), package(game))
    except OSError:
        return None


class Needs:
    """The modules that a game needs, each behind those that it imports itself: the asset "<game>.needs".

        u8    how many modules
        u8    how many of them the first screen needs: they come first, and stay while the game is open
        u32   of each the crc32 of its path; this and all that follows with the low byte first
        u8    of each how long its path is in what follows
        paths without "gobelet."; of the game's own without what stands before "."
        u8    the size of each in memory, in units
        bits  for each as many as there are modules, the lowest first: those that it needs, and itself

    A set of modules are the bytes of such bits: to shift an integer of so many would take memory for each.
    """

    def __init__(self, file: Any, game: str) -> None:
        self._begins = game.encode()
        head = file.read(2)
        self.count = count = head[0]
        self._sums = file.read(4 * count)
        self._lengths = file.read(count)
        self._paths = file.read(sum(self._lengths))
        self._sizes = file.read(count)
        self.width = (count + 7) // 8
        self._sets = file.read(count * self.width)
        self.first = self._up_to(head[1])
        # What stays while the game is open: all before its first screen's own.
        self.opens = self._up_to(min(self.position(game + ".screens") + 1 or head[1], head[1]))

    def empty(self) -> bytearray:
        """An empty set."""
        return bytearray(self.width)

    def _up_to(self, count: int) -> bytearray:
        found = self.empty()
        for index in range(count):
            found[index >> 3] |= 1 << (index & 7)
        return found

    def path(self, index: Position) -> str:
        """The path of a module."""
        begin = sum(self._lengths[:index])
        path = self._paths[begin : begin + self._lengths[index]]
        # Each string is looked up among all names (50 µs): so there is one.
        return str((self._begins if path[0] == _DOT else _OURS) + path, "utf-8")

    def position(self, path: str) -> Position:
        """The position of the module at `path`; -1 if it is not of the game."""
        wanted = crc32(path.encode()).to_bytes(4, "little")
        found = self._sums.find(wanted)
        while found > 0 and found & 3:
            found = self._sums.find(wanted, found + 1)
        return found >> 2

    def size(self, index: Position) -> int:
        """Bytes that a module takes in memory."""
        return self._sizes[index] * UNIT

    def of(self, index: Position) -> Set:
        """The set of modules that one needs."""
        return self._sets[index * self.width : (index + 1) * self.width]


def positions(some: Set, but: Set) -> list[Position]:
    """Positions of the modules that are in the one set and not in the other, ascending."""
    found = []
    for byte in range(len(some)):
        bits = some[byte] & ~but[byte]
        index = 8 * byte
        while bits:
            if bits & 1:
                found.append(index)
            bits >>= 1
            index += 1
    return found


def _add(some: bytearray, more: Set) -> None:
    for byte in range(len(some)):
        some[byte] |= more[byte]


class Keeper:
    """Keeps the modules of one game at a time, as many of them as there is room for.

    listed(game) -> its Needs, or None
    free() -> bytes that are free, or None, as `free` above
    forget() lets go of what holds modules without need
    size() -> bytes of the whole heap; without it a Pico's is meant

    game   whose modules are in memory, or on their way; NO_GAME for none
    room   bytes that are free once the garbage is gone, as reckoned since it was counted (which takes 8 ms); None if
           nobody has counted yet
    came   called with the path of each module that has come, if not None: nothing of it is under way yet
    after_collection  where nothing is used in the flash: `Heap.postpone`, for when garbage has gone in a press; else
                      None. To be set before the first `evict_unneeded`
    """

    def __init__(
        self,
        listed: Callable[[str], Needs | None],
        free: Callable[[], int | None],
        forget: Callable[[], None],
        size: Callable[[], int] | None = None,
    ) -> None:
        self._size = size  # None once it was asked
        self._enough = ENOUGH
        self.listed = listed
        self.free = free
        self.forget = forget
        self.came: Callable[[str], object] | None = None
        self.after_collection: Callable[[int], object] | None = None
        self._since = 0  # bytes of the modules that came since it was counted
        self._resident: tuple[str, ...] = ()
        self._keep_none()

    def _keep_none(self) -> None:
        self.game = NO_GAME
        self.room: int | None = None
        self._needs: Needs | None = None
        self._next = 0  # position of the module that is brought next
        self._ahead: list[Position] = []  # those that are brought before that, the first one last
        self._stays = (
            bytearray()
        )  # the set of those that are resident: dropped, they would come a second time
        self._loaded = bytearray()  # the set of those in memory
        # How many modules there would be if none had come but by `_bring`: to look which there are takes 15 ms.
        self._known = 0
        self._used: list[Position] = []  # those that were asked for, the last one last
        self._open: list[Position] = []  # those that the screen that is open has asked for
        self._before: list[Position] = []  # and those of the screens before it whose functions still run

    def settle(self, later: tuple[str, ...] = ()) -> None:
        """What is in memory now stays for ever: all that the list of games needs, and no game. So do the modules at the
        paths `later`, once they come.
        """
        self._resident = tuple(sys.modules) + later

    def keep(self, game: str) -> bool:
        """From now on the modules of `game` are kept, and those of another one go. Returns whether that is news."""
        if game == self.game:
            return False
        self._keep_none()
        drop(newer(self._resident))
        if game:
            found = self.listed(game)  # where its pack is damaged, this raises
            if found:
                self._stays = found.empty()
                for path in self._resident:
                    index = found.position(path) if path.startswith(OURS) else -1
                    if index >= 0:
                        self._stays[index >> 3] |= 1 << (index & 7)
                self._loaded = self._stays[:]
                self._needs = found  # last of all: memory may be full for what comes before
        self.game = game
        return True

    def made(self) -> None:
        """A screen is made in the place of the one before, which has called for it."""
        self._before += self._open
        self._open = []

    def pressed(self) -> None:
        """A key comes: nothing that a screen before has begun runs any more."""
        del self._before[:]

    def ask(self, path: str) -> None:
        """The module at `path` is wanted now: if it has to be imported, make room for it and for what it needs."""
        needs = self._needs
        if needs is None:
            return
        position = needs.position(path)
        if position < 0:
            return
        if position in self._used:
            self._used.remove(position)
        self._used.append(position)
        if position not in self._open:
            self._open.append(position)
        if path in sys.modules:
            return
        wanted = positions(needs.of(position), self._loaded)
        if self.room is None:  # of what is garbage now enough will be left
            self.room = self.free()
        if self._since > RECKONED and self.room < self._enough + 2 * RECKONED:  # type: ignore[operator]
            gc.collect()
            self.room = self.free()
            self._since = 0
        if self.room is not None:
            taken = 0
            for index in wanted:
                taken += needs.size(index)
            self.room -= taken
            self._since += taken
            if self._evict():
                self.forget()
                gc.collect()
                if self.after_collection is not None:
                    self._since = 0
                    self.after_collection(-1)
        # One by one, each behind those that it imports itself: one within the other they would take more of the stack
        # than a Pico has.
        for index in wanted:
            self._import(needs, index)

    def _import(self, needs: Needs, index: Position) -> None:
        """As `_bring`, with all room made where there is none."""
        try:
            self._bring(needs, index)
        except MemoryError:
            drop((needs.path(index),))
            self.spare()
            gc.collect()
            self._bring(needs, index)

    def _bring(self, needs: Needs, index: Position) -> None:
        path = needs.path(index)
        news = path not in sys.modules
        before = len(sys.modules)
        __import__(path)
        self._known += len(sys.modules) - before
        if news and self.came is not None:
            self.came(path)
        self._loaded[index >> 3] |= 1 << (index & 7)  # not if that found no room

    def short(self) -> bool:
        """Whether less is free than should be, as far as that is reckoned."""
        return self.room is not None and self.room < self._enough

    def evict_unneeded(self) -> bool:
        """After a collection, while nothing is pressed: where too little is free, evict modules. Returns whether some
        went.
        """
        if self._needs is None:
            return False
        self.room = self.free()
        self._since = 0
        if self._size is not None:
            if self.after_collection is None:
                self._enough = max(LEAST, min(ENOUGH, self._size() - PLAYED))
            else:
                self._enough = COPIED
            self._size = None
        if not self.short():
            return False
        self.pressed()
        evicted = self._evict()
        if evicted:
            self.forget()
        return evicted

    def spare(self) -> bool:
        """Memory is full: evict all modules that the screens that are open do without. Returns whether some went."""
        self.room = 0
        evicted = self._evict(True)
        self.room = None
        self.forget()
        return evicted

    def _evict(self, everything: bool = False) -> bool:
        """Where too little is free, evict modules: first those that nobody asked for yet, then those that were asked
        for longest ago, none that the first screen or those that are open need; last the first screen's own, where it
        is not open and there is least. everything: even where enough is free then. Returns whether some went.
        """
        needs = self._needs
        room = self.room
        if needs is None or room is None or room >= self._enough:
            return False
        loaded = self._loaded
        if len(sys.modules) != self._known:  # a function imports without asking; what it brought holds others
            for path in newer(self._resident):
                index = needs.position(path)
                if index >= 0:
                    loaded[index >> 3] |= 1 << (index & 7)
        held = needs.opens[:]
        _add(held, self._stays)
        lately = []
        for position in reversed(self._used):
            if position in self._open or position in self._before:
                _add(held, needs.of(position))
            else:
                lately.append(needs.of(position))
        # What goes last comes first; what imports another goes before that.
        going = [index for index in positions(needs.first, held) if loaded[index >> 3] >> (index & 7) & 1]
        last = len(going)
        _add(held, needs.first)
        for each in lately:
            going += [index for index in positions(each, held) if loaded[index >> 3] >> (index & 7) & 1]
            _add(held, each)
        going += positions(loaded, held)
        while going and (everything or room < (self._enough + SPARE if len(going) > last else LEAST)):
            index = going.pop()
            loaded[index >> 3] &= ~(1 << (index & 7))
            drop((needs.path(index),))
            room += needs.size(index)
        self._known = len(sys.modules)
        if self.room == room:
            return False
        self.room = room
        self.stop_bringing()
        return True

    def bring(self) -> str:
        """Import one module of the game that is not there yet. Returns its path; "" if there is none, or if it waits
        for what is free to be counted (see `evict_unneeded`).
        """
        needs = self._needs
        ahead = self._ahead
        while needs is not None and (ahead or self._next < needs.count):
            index = ahead[-1] if ahead else self._next
            path = needs.path(index)
            if not self._loaded[index >> 3] >> (index & 7) & 1:
                if path not in sys.modules:
                    if self.room is None:
                        self.room = self.free()
                    if self.room is not None:
                        room = self.room - needs.size(index)
                        if self._since > BROUGHT or room < self._enough + SPARE + (0 if ahead else UNASKED):
                            if not self._since:
                                self.stop_bringing()
                            return ""
                        self._since += self.room - room
                        self.room = room
                    self._bring(needs, index)
                    return path
                self._loaded[index >> 3] |= 1 << (index & 7)  # it came as the package of another one
            if ahead:
                ahead.pop()
            else:
                self._next += 1
        return ""

    def expect(self, paths: Sequence[str]) -> None:
        """The modules that are most likely wanted next: they are brought before all others."""
        needs = self._needs
        del self._ahead[:]
        for path in reversed(paths):
            if needs is not None and path not in sys.modules:
                index = needs.position(path)
                if index >= 0:
                    self._ahead += reversed(positions(needs.of(index), self._loaded))

    def stop_bringing(self) -> None:
        """Bring nothing more, but what is expected from now on."""
        del self._ahead[:]
        if self._needs is not None:
            self._next = self._needs.count
