"""Navigation: what is open. The stack of screens, the game that they belong to, and where in it something is done."""

from __future__ import annotations

import gc
from typing import TYPE_CHECKING

from .memory.modules import NO_GAME, load, package
from .resume import RESULT, once_more, with_room
from .snapshot import HOME, SYSTEM, line_of, save, screen_of
from .ui.notice import Notice
from .ui.stack import Gone, Stack

if TYPE_CHECKING:
    from typing import Any

    from .app import App
    from .device.types import Event, Milliseconds
    from .resolution import Resolution
    from .ui.stack import Screen
    from .ui.types import Arguments, Id, Location

PRESSED = 24  # keys
LIST = "home"  # the list of a game
FORM = "form"  # the screen of a game before a roll
# The same in a location. It is made of bytes: MicroPython looks each string up among all names, 0.1 ms.
_LIST = LIST.encode()
_FORM = FORM.encode()
_RESULT = RESULT.encode()


class Navigation:
    """stack  the screens that are open
    full   the message that memory is full, made while there is room for it
    saved  what the file of the snapshot says, as it was last written or read; False if memory was full then
    too_large  the snapshot for which memory was full
    retried  1 if what was saved was opened once more because memory was full, in this start or since a key came; more
             by the keys that are still to act once more; else 0
    anew   whether this start is one for which nothing else was left to do, and no other key came since
    pressed  the keys since all that was open was saved, at most PRESSED, for them to act once more should memory be
             full; none if that was not saved
    acting  whether a screen acts on a key, or on what it put off: then the screen that it leads to is made by `finish`
    waiting  what is to be made then: (whether it was opened, whether its game was, how many screens there must be then
             for it to get the result, else None; 0 if it gets nothing; the result); None for nothing
    over     what comes on top of that: (screen, its id)

    A screen that leads to another one does that last of all. While its functions run its modules cannot go, so the
    other one is made when they have returned: there is never room needed for both.
    """

    def __init__(self, app: App) -> None:
        self.app = app
        self.stack = Stack()
        self.full = Notice(app, app.texts("crash.memory"))
        self.saved: bytes | bool | None = None
        self.too_large: bytes | bool | None = None
        self.retried = 0
        self.anew = False
        self.pressed: list[Event] = []
        self.acting = False
        self.waiting: tuple[bool, bool, int, Any] | None = None
        self.over: list[tuple[Screen, Id | None]] = []
        # By game, what had passed of a turn when it was left, and which turns may have lost time, see `TurnClock`.
        self._left: dict[str, tuple[Milliseconds, int]] = {}

    # Screens

    def open(self, name: Id, *args: Any) -> None:
        """Open a screen by its id, "<game>.<screen>" or "system.<screen>", with integers as arguments.

        This is the only way to open a screen that a restart can bring back. A screen of another game than
        the present one opens that game first.
        """
        self.settle()
        entered = False
        if not self._is_open(name):
            self.open_game(name.partition(".")[0])
            entered = self.app.started
        self.stack.rest()
        self.stack.push((args, None, 0, True), name)
        self.waiting = (True, entered, 0, None)
        if not self.acting:
            self.settle()

    def settle(self) -> None:
        """Make the screen on top, if that waits."""
        waiting = self.waiting
        if waiting is not None:
            self.waiting = None
            self._show(waiting[0])
            self._arrive(waiting)
            if self.over:
                self._cover()

    def finish(self) -> None:
        """No function of a screen runs any more: make the one on top, if that waits, and those that this leads to."""
        stack = self.stack
        while self.waiting is not None:
            waiting = self.waiting
            self.waiting = None
            self.let_go()
            ids = stack.ids[:]
            try:
                self._show(waiting[0])
            except MemoryError:
                # Made anew, a screen does not know what it has asked: the keys that have answered do so again.
                if stack.ids != ids or waiting[3] is not None:
                    raise
                self.app.spare()
                stack.rest()
                self.remake()
            self._arrive(waiting)
        self.acting = False
        if self.over:
            self._cover()

    def _cover(self) -> None:
        """What waits for the screen on top to be made comes on top of it."""
        while self.over and self.waiting is None:
            self.push(*self.over.pop(0))

    def let_go(self) -> None:
        """No function of a screen runs any more: where another one is to be made, what the last one has called for may
        go.
        """
        if isinstance(self.stack.top(), tuple):
            self.app.keeper.made()
            self.app.keeper.pressed()

    def _show(self, opened: bool) -> None:
        """Make the screen on top, which rests. opened: else one above it was closed."""
        if not opened:
            self.remake()
            return
        stack = self.stack
        try:
            stack.screens[-1] = screen = self.make(stack.ids[-1], stack.screens[-1][0])  # type: ignore[arg-type]
        except MemoryError:
            raise
        except Exception:
            stack.pop()
            raise
        screen.shown()
        self.app.dirty = self.app.snapshot_due = True

    def _arrive(self, waiting: tuple[bool, bool, int, Any]) -> None:
        """The screen on top was made."""
        _, entered, size, result = waiting
        if entered:
            # A roll may come before the snapshot is saved, and the battery go before it is seen.
            self.save_snapshot()
        if size:
            top = self.top()
            top.returned(result if len(self.stack.ids) == size else None)

    def top(self) -> Any:
        """The screen on top, made."""
        self.settle()
        return self.stack.top()

    def _is_open(self, name: Id) -> bool:
        """Whether this screen is of the device, or of the game that is open."""
        game = name.partition(".")[0]
        session = self.app.session
        return game == "system" or (session is not None and session.name == game)

    def make(self, name: Id, args: Arguments) -> Any:
        """A screen by its id, which is of the device or of the game that is open; else ValueError."""
        if not self._is_open(name):
            raise ValueError(name)
        self.app.keeper.made()
        module, class_name = self.screen_at(name)
        return load(module, class_name)(self.app, *args)

    def screen_at(self, name: Id) -> tuple[str, str]:
        """(path of the module, name of the class) of a screen by its id."""
        game, _, short = name.partition(".")
        path = "gobelet.system" if game == "system" else package(game) + ".screens"
        module, class_name = load(path, "SCREENS")[short]
        return (module if "." in module else path + "." + module), class_name

    def push(self, screen: Screen, name: Id | None = None) -> None:
        """Put a screen on top; with an id (see `open`) it is opened again after a restart."""
        if self.acting and self.waiting is not None:  # else something was raised there
            self.over.append((screen, name))
            return
        self.settle()
        self.stack.push(screen, name)
        screen.shown()
        self.app.dirty = self.app.snapshot_due = True

    def remake(self) -> None:
        """The screen on top is shown, after another one was closed, say; if it rested it is made again. One whose
        reason is gone closes, unless it leads elsewhere by what it defers.
        """
        app = self.app
        stack = self.stack
        deferred = len(app.deferred)
        while isinstance(stack.top(), tuple):
            args, cursor, first, known = stack.top()
            try:
                stack.screens[-1] = screen = self.make(stack.ids[-1], args)  # type: ignore[arg-type]
                if cursor is not None:
                    screen.cursor = cursor
                    screen.first = first
                screen.shown()
                app.dirty = app.snapshot_due = True
                break
            except Exception as error:
                if not isinstance(error, Gone):
                    if known or isinstance(error, MemoryError):
                        raise
                    app.report(error)
                stack.pop()
                if not stack.ids:
                    self.home()
                    return
        else:
            stack.top().shown()
            app.dirty = app.snapshot_due = True
        if len(app.deferred) == deferred and len(stack.ids) > 1 and not stack.top().stands():
            stack.pop()
            self.remake()

    def close(self, result: Any = None) -> None:
        """Leave the screen on top and give `result` to the one below; None, if that has lost its reason, to the one
        that it leads to. The last screen stays.
        """
        self.settle()
        if len(self.stack.screens) < 2:
            if self.stack.ids[0] is None:
                self.app.defer(with_room, self.app)
            return
        self.stack.pop()
        self._shown_again(len(self.stack.ids), result)

    def _shown_again(self, size: int, result: Any = None) -> None:
        """Show the screen that is on top now. size: it gets a result, if there are still so many then."""
        self.waiting = (False, False, size, result)
        if not self.acting:
            self.settle()

    def replace(self, name: Id, *args: Any) -> None:
        """Open a screen instead of the one on top."""
        self.settle()
        self.stack.pop()
        self.open(name, *args)

    def home(self) -> None:
        """Close everything and show the list of games."""
        self._forget_waiting()
        self.stack.clear()
        self.open(HOME)

    def _forget_waiting(self) -> None:
        self.waiting = None
        del self.over[:]

    def back_to(self, name: Id) -> None:
        """Close screens until the one with this id is on top; home if it is not open."""
        self.settle()
        ids = self.stack.ids
        if name not in ids:
            self.home()
            return
        size = len(ids)
        while ids[size - 1] != name:
            size -= 1
        self.stack.cut(size)
        self._shown_again(0)

    def only_full(self) -> None:
        """Memory is full: let go of everything but the message that was made while there was room for it. That is not
        shown before what was saved was opened once more, with room made for it, and the keys since then have acted
        once more; and where that was in vain, before the same behind a start.
        """
        app = self.app
        self._forget_waiting()
        self.stack.clear()
        self.push(self.full)
        self.leave_game()
        app.keeper.keep(NO_GAME)
        gc.collect()
        del app.heard[:]  # nobody has seen what they would do
        if not self.anew:
            if not self.retried:
                app.dirty = False
                app.defer(with_room, app)
            elif self.saved and app.start_anew is not None:
                app.dirty = False
                app.defer(once_more, app)
        self.retried = 1

    def press(self, event: Event) -> None:
        """A key begins to act."""
        self.acting = True
        if self.retried > 1:
            self.retried -= 1
            return
        self.retried = 0
        self.anew = False
        ids = self.stack.ids
        if ids[0] is not None:  # else the message is shown
            self.too_large = None
        if None not in ids:
            self.pressed = [event] if self.saved and not self.app.snapshot_due else []
        elif self.pressed:  # on a list above a form, say
            self.pressed.append(event)
            if len(self.pressed) > PRESSED or self.stack.top().committed:  # another code would come of them
                self.pressed = []

    # Locations: which screens are open above a game's list, where something is done

    def location(self, rolled: bool = False) -> Location:
        """Where something is done now, as bytes: the screens that are open above the game's list, a line each as in the
        snapshot, without the name of the game. rolled: with the result on top, which will show the roll that is made.
        """
        stack = self.stack
        ids = stack.ids
        own = self.app.session.name.encode() + b"."
        path = []
        for index in range(1, len(ids)):
            name = ids[index]
            if name and not (name.startswith(SYSTEM) and self._enters(name)):
                line = line_of(name, stack.rested(index))
                path.append(line[len(own) :] if line.startswith(own) else line)
        if path and path[0].startswith(_LIST):
            path.pop(0)
        if rolled and not (path and path[-1].startswith(_RESULT)):
            path.append(_RESULT)
        if path[1:] and path[-1].startswith(_RESULT) and path[-2].startswith(_FORM):
            # The roll has its rows and values; which of these were said in the form, only the form does.
            words = path[-2].split()
            proc = self.app.session.procedure(int(words[1]))
            path[-2] = b"=".join([_FORM] + words[2 + proc.packed() :])
        return b"\n".join(path) or _LIST

    def show_location(self, location: Location, taken: Resolution | None = None) -> None:
        """Show the screens that were open where something was done which is now taken back, or made again; those that
        are open there stay as they are, and so do the game's own lists below them, wherever they stand. What was being
        entered is forgotten. taken: the roll that is taken back, so that its result goes.
        """
        self.settle()
        try:
            self._lead_to(location, taken)
        except MemoryError:
            self.stack.rest()
            self.let_go()  # what the words of what was taken back have called for
            self.app.spare()
            self._lead_to(location, taken)

    def _lead_to(self, location: Location, taken: Resolution | None) -> None:
        """As `show_location`. Once more it does the same, wherever it has failed."""
        stack = self.stack
        own = self.app.session.name + "."
        while len(stack.ids) > 1 and (stack.ids[-1] is None or self._enters(stack.ids[-1])):
            stack.pop()
        path = self._screens_at(location, taken)
        if taken is not None:
            if path and path.pop()[0] != own + RESULT:
                path = []  # of an earlier version, which noted no location of a roll
            if not path and own + RESULT in stack.ids:
                stack.cut(stack.ids.index(own + RESULT))
        if path:
            self._keep_open(path)
            top = stack.top()
            if stack.ids[-1] == own + RESULT and isinstance(top, tuple):
                stack.screens[-1] = top[:1] + (None, 0, True)  # what can be done with it is another list now
        self.remake()

    def leave_name(self) -> None:
        """Forget the name that is being entered, if one is."""
        name = self.stack.ids[-1]
        if name and self._enters(name):
            self.stack.pop()

    def _enters(self, name: Id) -> bool:
        """Whether something is entered on the screen with this id, see `Screen.entering`."""
        return name.startswith(SYSTEM) and load(*self.screen_at(name)).entering

    def _screens_at(self, location: Location, taken: Resolution | None) -> list[tuple[Id, list[int]]]:
        """(id, arguments) of the screens that a location names, the game's list first; as far as the rolls that they
        show are known.
        """
        session = self.app.session
        own = session.name + "."
        path: list[tuple[Id, list[int]]] = [(own + LIST, [])] if location else []
        for line in location.split(b"\n"):
            name, args = screen_of(line if b"." in line else own.encode() + line)
            form, _, said = line.partition(b"=")
            if form == _FORM:
                roll = taken or session.last_roll()
                if roll is None:  # the journal has let it go: the roll, and what showed it
                    break
                args = [roll.number] + roll.proc.pack(roll.rows, roll.values)
                args += [int(word) for word in said.split()]
                name = own + FORM
            if path and line != _LIST:
                path.append((name, args))
        return path

    def _keep_open(self, path: list[tuple[Id, list[int]]]) -> None:
        """Make these the screens above the list of games. The first ones stay, as far as they are open there."""
        stack = self.stack
        lists = path[0][0]  # the game's own, which stays wherever it stands
        index = 1
        for name, args in path:
            if stack.ids[index : index + 1] != [name] or (
                name != lists and list(stack.rested(index)[0]) != args
            ):
                break
            index += 1
        stack.cut(index)
        stack.rest()
        for name, args in path[index - 1 :]:
            stack.push((args, None, 0, False), name)

    # Games

    def leave_game(self) -> None:
        """Let go of the game that is open. Its modules stay until another one is wanted: see `Keeper`. Only the home
        screen may do this, for a screen of the game would be left without its Sheets.
        """
        session = self.app.session
        if session is not None:
            clock = session.clock
            if clock is not None:
                self._left[session.name] = clock.passed(), clock.lost
            elif session.runs:
                self._left[session.name] = 0, 1
            else:
                self._left.pop(session.name, None)
        self.app.session = None  # type: ignore[assignment]
        del self.app.deferred[:]
        self.app.texts.close()

    def keep(self, name: str, data: bytes) -> None:
        """Write a file of what no journal has. The key that has changed it acts once, even if memory is full then."""
        self.app.store.replace(name, data)
        self.pressed = []

    def know(self, game: str) -> None:
        know, self.app.know = self.app.know, None
        if know is not None:
            know(game)

    def open_game(self, game: str) -> None:
        app = self.app
        self.leave_game()
        if not app.started:
            self.know(package(game).rpartition(".")[2])
        if app.keeper.keep(game) and app.started:
            gc.collect()
        try:
            made = load("gobelet.session", "Session")
            if not app.started and app.heap is not None:
                # What was read so far goes before what stays comes to lie behind it.
                app.heap.begin_game()
            app.session = made(game, app.store, self.location)
            app.session.lost = game in self._left
            app.texts.open(app.session.catalogue)
            app.texts.own = app.session.own_texts
            if app.settings.yes("clock") and "time" in app.session.state.index:
                ms, lost = self._left.get(game, (0, 1))
                app.session.clock = load("gobelet.ui.turn_clock", "TurnClock")(app, ms, lost)
        except Exception:
            self.leave_game()
            raise
        if app.session.loaded in ("damaged", "older"):
            app.toast(app.texts("journal." + app.session.loaded))
        if app.session.aside:
            gone = [(app.texts.get(name) or name) + more for name, more in app.session.aside]
            app.defer(app.notice, app.t("ids.gone", ", ".join(gone)))

    # The snapshot

    def save_snapshot(self) -> None:
        """Write which screens are open, for a restart."""
        self.app.snapshot_due = False
        if self.stack.ids[0] is not None:  # else memory is full: what was saved is to be shown again
            before = self.saved
            save(self.app)
            if self.saved is not before or None not in self.stack.ids:
                self.pressed = []
