"""Navigation: opens and closes the screens of the stack.

A handler is a method of a screen that acts on a key event. A handler opens a screen as its last act. The new screen
is pending until the handler has returned. Only then Navigation creates the screen object, so that memory never has
the objects of both screens. A screen below the top is suspended: the stack keeps only its arguments and its cursor
(see ui/screens/stack.py).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..game.by_name import load, package
from ..ui.screens.stack import Gone, Stack, Suspended
from .snapshot import HOME

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from ..ui.screens.stack import Screen
    from ..ui.screens.types import Arguments, Id
    from .context import Context
    from .games import Games
    from .snapshot import Snapshot


class Pending:
    """A screen to create after the present handler has returned.

    opened   True if the screen was opened, False if it reappears because the screen above it was closed.
    entered  whether the game of the screen was opened with the screen.
    size     expected number of open screens; 0 if there is no result to pass.
    result   result of the closed screen, passed to the reappearing screen. If another number of screens than `size`
             is open, None is passed.
    """

    def __init__(self, opened: bool, entered: bool = False, size: int = 0, result: Any = None) -> None:
        self.opened = opened
        self.entered = entered
        self.size = size
        self.result = result


class Navigation:
    """The open screens, and the changes of the stack.

    stack     the open screens.
    acting    True while a handler is running. `finish_handler` later creates the screen that this handler opens.
    pending   the screen that `finish_handler` creates.
    overlays  list of (screen, its id), the screens to push on top of `pending`.
    deferred  list of (function, arguments), the acts to call before the next key event.
    """

    def __init__(
        self, context: Context, games: Games, snapshot: Snapshot, redraw: Callable[[], None]
    ) -> None:
        self.context = context
        self._games = games
        self._snapshot = snapshot
        self._redraw = redraw
        self.stack = Stack()
        self.acting = False
        self.pending: Pending | None = None
        self.overlays: list[tuple[Screen, Id | None]] = []
        self.deferred: list[tuple[Callable[..., object], tuple[Any, ...]]] = []

    def begin_handler(self) -> None:
        """Record that a handler starts to run."""
        self.acting = True

    def abandon_handler(self) -> None:
        """Record that the running handler has raised an exception."""
        self.acting = False

    def defer(self, act: Callable[..., object], *args: Any) -> None:
        """Call `act(*args)` after the present handler, before the next key event.

        If a drawing is requested, the App draws the screen before it calls `act`.
        """
        self.deferred.append((act, args))

    def run_deferred(self) -> None:
        """Call the deferred acts, and create the screens that these acts open."""
        deferred = self.deferred
        self.deferred = []
        while deferred:
            act, args = deferred.pop(0)
            self.begin_handler()
            act(*args)
            self.finish_handler()

    def drop_deferred(self) -> None:
        """Drop the deferred acts without calling them."""
        del self.deferred[:]

    def open(self, name: Id, *args: Any) -> None:
        """Open a screen by its id, with integers as arguments.

        The id is "<game>.<screen>" or "system.<screen>". After a restart, only screens with such an id open again. If
        the screen belongs to another game, this method opens that game first.
        """
        self.make_pending()
        entered = False
        if not self._is_open(name):
            self._games.open(name.partition(".")[0])
            entered = True
        self.stack.suspend()
        self.stack.push(Suspended(args, is_known=True), name)
        self.pending = Pending(True, entered)
        if not self.acting:
            self.make_pending()

    def make_pending(self) -> None:
        """Create the pending screen, if there is one."""
        if self.pending is not None:
            self._make_top()
            if self.overlays:
                self._push_overlays()

    def finish_handler(self) -> None:
        """Create the pending screen and the screens that it opens.

        The App calls this method after a handler has returned.
        """
        while self.pending is not None:
            self._make_top()
        self.acting = False
        if self.overlays:
            self._push_overlays()

    def _make_top(self) -> None:
        # this method calls `make` directly, because the call stack of a Pico has only some 25 levels
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
            self.restore_top()
        if pending.entered:
            # save the snapshot at once: the opened screen may write a roll, and then the power may fail
            self._snapshot.save()
        if pending.size:
            self.top().on_result(pending.result if len(self.stack.ids) == pending.size else None)

    def _push_overlays(self) -> None:
        """Push the screens in `overlays` on the stack, as long as no screen is pending."""
        while self.overlays and self.pending is None:
            self.push(*self.overlays.pop(0))

    def _show_change(self) -> None:
        """Request a drawing of the new top screen, and a snapshot of the open screens."""
        self._redraw()
        self._snapshot.request_save()

    def top(self) -> Any:
        """Return the top screen, and create it first if it is pending."""
        self.make_pending()
        return self.stack.top()

    def _is_open(self, name: Id) -> bool:
        """Tell whether a screen belongs to the device or to the open game.

        `name` is the id of the screen.
        """
        game = name.partition(".")[0]
        session = self.context.session
        return game == "system" or (session is not None and session.name == game)

    def make(self, name: Id, args: Arguments) -> Any:
        """Create a screen by its id.

        Raise ValueError if the screen belongs to a game that is not open.
        """
        if not self._is_open(name):
            raise ValueError(name)
        module, class_name = self.screen_at(name)
        return load(module, class_name)(self.context, *args)

    def screen_at(self, name: Id) -> tuple[str, str]:
        """Return (path of the module, name of the class) of a screen, by its id."""
        game, _, short = name.partition(".")
        path = "gobelet.system" if game == "system" else package(game) + ".screens"
        module, class_name = load(path, "SCREENS")[short]
        return (module if "." in module else path + "." + module), class_name

    def push(self, screen: Screen, name: Id | None = None) -> None:
        """Put a screen object on top of the stack.

        If `name` is an id as in `open`, the screen opens again after a restart.
        """
        # While no handler runs, a screen is pending only after an exception.
        if self.acting and self.pending is not None:
            self.overlays.append((screen, name))
            return
        self.make_pending()
        self.stack.push(screen, name)
        screen.on_show()
        self._show_change()

    def restore_top(self) -> None:
        """Show the top screen after a change of the stack.

        If the top screen is suspended, create its object again. If the top screen is no longer valid, close it, unless
        it has deferred an act.
        """
        stack = self.stack
        deferred = len(self.deferred)
        while isinstance(stack.top(), Suspended):
            suspended = stack.top()
            try:
                stack.screens[-1] = screen = self.make(stack.ids[-1], suspended.arguments)  # type: ignore[arg-type]
                if suspended.cursor is not None:
                    screen.place_cursor(suspended.cursor, suspended.first)
                screen.on_show()
                self._show_change()
                break
            except Exception as error:
                if not isinstance(error, Gone):
                    if suspended.is_known:
                        raise
                    self.context.device.hardware.report(error)
                stack.pop()
                if not stack.ids:
                    self.home()
                    return
        else:
            stack.top().on_show()
            self._show_change()
        if len(self.deferred) == deferred and len(stack.ids) > 1 and not stack.top().is_valid():
            stack.pop()
            self.restore_top()

    def close(self, result: Any = None) -> None:
        """Close the top screen, and pass `result` to the screen below.

        If only one screen is open, it stays open. If the screen below is no longer valid, it closes too, and None is
        passed to the next screen below.
        """
        self.make_pending()
        if len(self.stack.screens) < 2:
            return
        self.stack.pop()
        self._show_top(len(self.stack.ids), result)

    def _show_top(self, size: int, result: Any = None) -> None:
        """Show the new top screen, and pass `result` to it.

        `size` is the expected number of screens. If the stack has another number of screens when the top screen is
        created, the method passes None instead of `result`.
        """
        self.pending = Pending(False, False, size, result)
        if not self.acting:
            self.make_pending()

    def replace(self, name: Id, *args: Any) -> None:
        """Close the top screen, and open another screen in its place."""
        self.make_pending()
        self.stack.pop()
        self.open(name, *args)

    def home(self) -> None:
        """Close all screens and show the list of games."""
        self.forget()
        self.stack.clear()
        self.open(HOME)

    def leave_game(self) -> None:
        """Close the open game. Only the list of games calls this method."""
        self._games.leave()

    def forget(self) -> None:
        """Drop the pending screen and the overlays, which may be invalid after a fault."""
        self.pending = None
        del self.overlays[:]

    def back_to(self, name: Id) -> None:
        """Close the screens above the screen with this id.

        If no open screen has this id, show the list of games.
        """
        self.make_pending()
        ids = self.stack.ids
        if name not in ids:
            self.home()
            return
        size = len(ids)
        while ids[size - 1] != name:
            size -= 1
        self.stack.truncate(size)
        self._show_top(0)
