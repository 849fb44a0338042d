"""Trouble: what the player is told when something was raised that should not have been, and how the device goes on."""

from __future__ import annotations

from typing import TYPE_CHECKING

from .. import VERSION
from ..device.apply_settings import power_changed, tell_panel
from ..device.keys import OK, RELEASE
from ..device.panel import plain_page
from ..rules.refused import Refused
from ..rules.shaker import BROKEN
from ..ui.screens.notice import Notice
from .recovery import can_recover, restart

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..device.types import Milliseconds
    from ..ui.types import Id
    from .app import App

CRASH = "crash.txt"  # file that says what a screen raised last: version, kind, what it says, screens that were open
CRASH_LINE = 200
FAULTS = 4  # of one start that are kept
FULL = 28  # ENOSPC


class Trouble:
    """What goes on where a screen could not: a message, the list of games, or the page that needs no screen."""

    def __init__(self, app: App) -> None:
        self.app = app
        self._notice: object = None  # the message that says that a screen could not go on
        self._reported: list[list[str]] = []  # the faults of this start that were kept

    def handle(self, error: Exception, drawing: bool) -> None:
        """Something was raised by a key or by what it began, or while drawing: tell the player in plain words."""
        app = self.app
        if drawing:
            self._fail(error)
            return
        del app.deferred[:]
        try:
            if isinstance(error, Refused):
                app.refuse(error)
                return
            if isinstance(error, OSError):
                # Only the store and the entropy raise it, and what could not be written was not done.
                app.hardware.report(error)
                app.notice(self.words(error))
                return
        except Exception as worse:
            error = worse
        self._fail(error)

    def words(self, error: Exception) -> str:
        """What is said of an error in plain words."""
        texts = self.app.texts
        if isinstance(error, OSError):
            number = error.args[0] if error.args else 0
            return texts({FULL: "store.full", BROKEN: "dice.fault"}.get(number, "store.fault"))
        if isinstance(error, Refused):
            return self.app.words(error)
        if isinstance(error, MemoryError):
            return texts("crash.memory")
        return texts("crash.program" if isinstance(error, ImportError) else "crash.fault")

    def _fail(self, error: Exception) -> None:
        """A screen cannot go on: start anew where it was. Where that is no way, say so in plain words and go home; the
        journal has the game. Where that was said already, or cannot be, the plain page is all that is left.
        """
        app = self.app
        navigation = app.navigation
        open_screens = app.stack.ids[:]
        again = self._notice is not None and app.stack.top() is self._notice
        try:
            app.close_all()
            app.stack.push(Notice(app, self.words(error)))
            app.hardware.report(error)
            self._keep_report(error, open_screens)
            if can_recover(app):
                app.defer(restart, app)
                app.dirty = False
                return
            if again:
                self.show_plain()
                return
            navigation.home()
            app.snapshot.save()
            app.notice(self.words(error))
            self._notice = app.stack.top()
        except Exception as worse:
            self.show_plain(worse)

    def _keep_report(self, error: Exception, open_screens: Sequence[Id | None]) -> None:
        """Keep for `make doctor` what a screen has raised, each fault once in a start and no more than a few: one that
        comes again and again must not wear the flash.
        """
        lines = [VERSION, type(error).__name__] + [str(part) for part in error.args[:2]]
        if len(self._reported) == FAULTS or lines in self._reported:
            return
        self._reported.append(lines)
        lines = lines + [" ".join([name or "?" for name in open_screens])]
        try:
            self.app.store.replace(CRASH, "\n".join([line[:CRASH_LINE] for line in lines]).encode())
        except OSError:
            pass  # the console had it, and the player is told

    def show_plain(self, error: Exception | None = None) -> None:
        """Show the page that needs neither the canvas nor a screen. OK starts anew."""
        app = self.app
        app.show_plain()
        app.stack.clear()
        app.stack.push(Notice(app, ""))  # no screen of a game; and which were open is not saved
        if error is not None:
            app.hardware.report(error)
        plain_page(app.panel.buffer, "Ecran en panne", "Screen trouble", "OK: restart")
        app.panel.show()

    def plain_pass(self) -> Milliseconds:
        """One pass while the plain page is shown: OK, let go, starts anew. Nothing else is called that may raise."""
        app = self.app
        now = app.clock.ticks()
        try:
            app.listen()
            while app.heard:
                key, kind, _ = app.heard.pop(0)
                if key == OK and kind == RELEASE:
                    self._start_anew()
                    return 0
            change = app.power.idle(now, app.clock.diff, False)
            if change is not None:
                power_changed(app, change)
            elif not app.panel.ok and app.panel.check(now, app.clock.diff, True):
                tell_panel(app)
        except Exception as error:
            app.hardware.report(error)
            return 500
        return 10

    def _start_anew(self) -> None:
        if self.app.hardware.restart is not None:
            self.app.hardware.restart()
        self._notice = None
        self.app.home()
        self.app.leave_plain()
