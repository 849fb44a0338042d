"""Navigation: what is open. The stack of screens, the game that they belong to, and where in it something is done."""

from __future__ import annotations

import gc
from typing import TYPE_CHECKING

from ..game.by_name import load, package
from ..ui.screens.stack import Gone, Stack
from .snapshot import HOME, SYSTEM, line_of, save, screen_of

if TYPE_CHECKING:
    from typing import Any

    from ..device.types import Event, Milliseconds
    from ..game.resolution import Resolution
    from ..ui.screens.stack import Screen
    from ..ui.types import Arguments, Id, Location
    from .app import App

PRESSED = 24  # keys
LIST = "home"  # the list of a game
FORM = "form"  # the screen of a game before a roll
LIST_OF_GAMES = "gobelet.system.home"
CASTING = "gobelet.ui.screens.casting"  # throws the dice of every game
PROOF = "gobelet.ui.screens.proof"  # the same for rolls that can be proven
RESULT = "result"  # the screen of a game that shows the last roll
# The same in a location. It is made of bytes: MicroPython looks each string up among all names, 0.1 ms.
_LIST = LIST.encode()
_FORM = FORM.encode()
_RESULT = RESULT.encode()


class Navigation:
    """stack  the screens that are open
    saved  what the file of the snapshot says, as it was last written or read; None if nobody knows
    pressed  the keys since all that was open was saved, at most PRESSED, for them to act once more behind a fault; none
             if that was not saved
    recovers  whether this start follows a fault, and the player has pressed no key since
    replays  how many keys are still to act once more
    acting  whether a screen acts on a key, or on what it put off: then the screen that it leads to is made by `finish`
    waiting  what is to be made then: (whether it was opened, whether its game was, how many screens there must be then
             for it to get the result, else None; 0 if it gets nothing; the result); None for nothing
    over     what comes on top of that: (screen, its id)

    A screen that leads to another one does that last of all. The other one is made when its functions have returned,
    so memory never has to hold both.
    """

    def __init__(self, app: App) -> None:
        self.app = app
        self.stack = Stack()
        self.saved: bytes | None = None
        self.pressed: list[Event] = []
        self.recovers = False
        self.replays = 0
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
        while self.waiting is not None:
            waiting = self.waiting
            self.waiting = None
            self._show(waiting[0])
            self._arrive(waiting)
        self.acting = False
        if self.over:
            self._cover()

    def _cover(self) -> None:
        """What waits for the screen on top to be made comes on top of it."""
        while self.over and self.waiting is None:
            self.push(*self.over.pop(0))

    def _show(self, opened: bool) -> None:
        """Make the screen on top, which rests. opened: else one above it was closed."""
        if not opened:
            self.remake()
            return
        stack = self.stack
        try:
            stack.screens[-1] = screen = self.make(stack.ids[-1], stack.screens[-1][0])  # type: ignore[arg-type]
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
                    if known:
                        raise
                    app.hardware.report(error)
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

    def note_key(self, event: Event) -> None:
        """Note a key before it acts."""
        self.acting = True
        if self.replays:
            self.replays -= 1
            return
        self.recovers = False
        if None not in self.stack.ids:
            self.pressed = [event] if self.saved and not self.app.snapshot_due else []
        elif self.pressed:  # on a list above a form, say
            self.pressed.append(event)
            if len(self.pressed) > PRESSED or self.stack.top().committed:  # another code would come of them
                self.pressed = []

    def close_all(self) -> None:
        """Let go of all screens and of the game: behind a fault nobody knows what they are worth."""
        self._forget_waiting()
        self.stack.clear()
        self.leave_game()
        del self.app.heard[:]  # nobody has seen what they would do
        self.app.keys.swallow()
        gc.collect()  # before anything is allocated: memory may be full
        self.app.modules.switch_game("")
        gc.collect()

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
        """Let go of the game that is open. Its modules stay until another one is wanted: see `ModuleCache`. Only the
        home screen may do this, for a screen of the game would be left without its Sheets.
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
        """Write a file of what no journal has. The key that has changed it acts once, even if a fault follows."""
        self.app.store.replace(name, data)
        self.pressed = []

    def open_game(self, game: str) -> None:
        from ..game.session import Session

        app = self.app
        self.leave_game()
        app.modules.switch_game(package(game))
        try:
            app.session = Session(game, app.store, self.location)
            app.session.lost = game in self._left
            app.texts.open(app.session.catalogue)
            app.texts.own = app.session.own_texts
            if app.settings.yes("clock") and "time" in app.session.state.index:
                from ..ui.screens.turn_clock import TurnClock

                ms, lost = self._left.get(game, (0, 1))
                app.session.clock = TurnClock(app, ms, lost)
        except Exception:
            self.leave_game()
            raise
        app.modules.pin()
        if app.session.loaded == "damaged":
            app.toast(app.texts("journal.damaged"))
        if app.session.aside:
            gone = [(app.texts.get(name) or name) + more for name, more in app.session.aside]
            app.defer(app.notice, app.t("ids.gone", ", ".join(gone)))

    # Modules

    def evict_modules(self) -> bool:
        """While nothing is pressed, after a collection: where memory is low, unload what no open screen needs. Returns
        whether modules went.
        """
        app = self.app
        modules = app.modules
        # A screen without an id cannot be made again.
        if app.session is None or None in self.stack.ids or not (modules.has_unneeded() and modules.is_low()):
            return False
        self.stack.rest()
        app.session.forget()
        modules.evict()
        gc.collect()
        self.remake()
        modules.note_needed()
        return True

    def switch_to_likely_game(self) -> bool:
        """On the list of games: let the modules of the game before go, if another line is marked. Returns whether some
        went.
        """
        ahead = self.stack.top().ahead() if self.app.session is None else None
        return ahead is not None and self.app.modules.switch_game(package(ahead) if ahead else "")

    def likely_modules(self) -> list[str]:
        """Paths of the modules that the next key most likely needs, by what the top screen expects, the likeliest
        last.
        """
        app = self.app
        ahead = self.stack.top().ahead()
        if app.session is not None:
            if ahead is None:
                ahead = self._screens_of_a_roll()
            found = app.session.paths(self.screen_at, ahead)
            found.append(PROOF if app.settings.yes("proof") else CASTING)
            found.reverse()
            # Last the list of games, without which a start into a game does.
            return [LIST_OF_GAMES] + found
        if not ahead:
            return []
        path = package(ahead)
        return [path + ".screens.home", path + ".screens", path + ".rules.sheets"]

    def _screens_of_a_roll(self) -> list[Id]:
        """Ids of the form and the result of the open game, those that it has."""
        own = self.app.session.name
        screens = load(package(own) + ".screens", "SCREENS")
        return [own + "." + name for name in (FORM, RESULT) if name in screens]

    # The snapshot

    def save_snapshot(self) -> None:
        """Write which screens are open, for a restart."""
        self.app.snapshot_due = False
        if self.stack.ids[0] is None:  # behind a fault: what was saved is to be shown again
            return
        before = self.saved
        save(self.app)
        if self.saved is not before or None not in self.stack.ids:
            self.pressed = []
