"""Navigation: the stack of screens, and the ways from one to another."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..game.by_name import load, package
from ..ui.screens.stack import Gone, Stack, Suspended
from .snapshot import HOME

if TYPE_CHECKING:
    from typing import Any

    from ..ui.screens.stack import Screen
    from ..ui.types import Arguments, Id
    from .app import App


class Pending:
    """The screen that a key has led to: it is made once no function of a screen runs any more.

    opened  whether it was opened; else one above it was closed
    entered  whether its game was opened with it
    size  how many screens there must be then for it to get the result, else it gets None; 0: it gets nothing
    """

    def __init__(self, opened: bool, entered: bool = False, size: int = 0, result: Any = None) -> None:
        self.opened = opened
        self.entered = entered
        self.size = size
        self.result = result


class Navigation:
    """stack  the screens that are open
    acting  whether a screen acts on a key, or on what it put off: then the screen that it leads to is made by `finish`
    pending  what is to be made then
    over     what comes on top of that: (screen, its id)

    A screen that leads to another one does that last of all. The other one is made when its functions have returned,
    so memory never has to hold both.
    """

    def __init__(self, app: App) -> None:
        self.app = app
        self.stack = Stack()
        self.acting = False
        self.pending: Pending | None = None
        self.over: list[tuple[Screen, Id | None]] = []

    def begin(self) -> None:
        """A screen begins to act."""
        self.acting = True

    def abandon(self) -> None:
        """What acted has raised an error: nothing of it runs any more."""
        self.acting = False

    def open(self, name: Id, *args: Any) -> None:
        """Open a screen by its id, "<game>.<screen>" or "system.<screen>", with integers as arguments.

        This is the only way to open a screen that a restart can bring back. A screen of another game than
        the present one opens that game first.
        """
        self.settle()
        entered = False
        if not self._is_open(name):
            self.app.games.open(name.partition(".")[0])
            entered = self.app.started
        self.stack.suspend()
        self.stack.push(Suspended(args, is_known=True), name)
        self.pending = Pending(True, entered)
        if not self.acting:
            self.settle()

    def settle(self) -> None:
        """Make the screen on top, if that is pending."""
        if self.pending is not None:
            self._make_pending()
            if self.over:
                self._cover()

    def finish(self) -> None:
        """No function of a screen runs any more: make the one on top, if pending, and those that it leads to."""
        while self.pending is not None:
            self._make_pending()
        self.acting = False
        if self.over:
            self._cover()

    def _make_pending(self) -> None:
        # Of what was opened here, not in a function below: the stack of a Pico bears some 25 calls.
        pending: Pending = self.pending  # type: ignore[assignment]
        self.pending = None
        if pending.opened:
            stack = self.stack
            try:
                args = stack.screens[-1].arguments
                stack.screens[-1] = screen = self.make(stack.ids[-1], args)  # type: ignore[arg-type]
            except Exception:
                stack.pop()
                raise
            screen.on_show()
            self._show_change()
        else:
            self.remake()
        if pending.entered:
            # A roll may come before the snapshot is saved, and the battery go before it is seen.
            self.app.snapshot.save()
        if pending.size:
            self.top().on_result(pending.result if len(self.stack.ids) == pending.size else None)

    def _cover(self) -> None:
        """Put on top what was pushed while the screen below it was pending."""
        while self.over and self.pending is None:
            self.push(*self.over.pop(0))

    def _show_change(self) -> None:
        """Another screen is on top: draw it, and save which ones are open."""
        self.app.redraw()
        self.app.request_snapshot()

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
        if self.acting and self.pending is not None:  # else something was raised there
            self.over.append((screen, name))
            return
        self.settle()
        self.stack.push(screen, name)
        screen.on_show()
        self._show_change()

    def remake(self) -> None:
        """Show the screen on top, after another one was closed, say; one that was suspended is made again. One whose
        reason is gone closes, unless it leads elsewhere by what it defers.
        """
        app = self.app
        stack = self.stack
        deferred = len(app.deferred)
        while isinstance(stack.top(), Suspended):
            suspended = stack.top()
            try:
                stack.screens[-1] = screen = self.make(stack.ids[-1], suspended.arguments)  # type: ignore[arg-type]
                if suspended.cursor is not None:
                    screen.cursor = suspended.cursor
                    screen.first = suspended.first
                screen.on_show()
                self._show_change()
                break
            except Exception as error:
                if not isinstance(error, Gone):
                    if suspended.is_known:
                        raise
                    app.hardware.report(error)
                stack.pop()
                if not stack.ids:
                    self.home()
                    return
        else:
            stack.top().on_show()
            self._show_change()
        if len(app.deferred) == deferred and len(stack.ids) > 1 and not stack.top().is_valid():
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
        self.pending = Pending(False, False, size, result)
        if not self.acting:
            self.settle()

    def replace(self, name: Id, *args: Any) -> None:
        """Open a screen instead of the one on top."""
        self.settle()
        self.stack.pop()
        self.open(name, *args)

    def home(self) -> None:
        """Close everything and show the list of games."""
        self.forget()
        self.stack.clear()
        self.open(HOME)

    def forget(self) -> None:
        """Let go of what is pending: behind a fault its worth is unknown."""
        self.pending = None
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
