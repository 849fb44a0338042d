"""Error handler: shows an unexpected exception to the player.

The player reads a message, and the program continues. A fault is an exception that no screen raises on purpose: any
exception in a drawing, and outside of drawings any exception except Refused and OSError. The plain page is a picture
in MicroPython's own font, and needs neither canvas nor screens.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .. import VERSION
from ..device.keys import OK, RELEASE
from ..device.panel import plain_page
from ..rules.refused import Refused
from ..rules.shaker import BROKEN
from ..ui.screens.notice import Notice
from .recovery import can_recover, restart

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..device.types import Milliseconds
    from ..ui.screens.types import Id
    from .app import App
    from .context import Context

CRASH = "crash.txt"  # file with the last fault: version, type and arguments of the exception, open screens
CRASH_LINE = 200  # maximum length of a line in this file
FAULTS = 4  # maximum number of fault reports between two starts of the program
FULL = 28  # error number ENOSPC: the flash has no space left


def error_words(context: Context, error: Exception) -> str:
    """Return the text that explains an error to the player."""
    if isinstance(error, OSError):
        number = error.args[0] if error.args else 0
        return context.t({FULL: "store.full", BROKEN: "dice.fault"}.get(number, "store.fault"))
    if isinstance(error, Refused):
        return context.messages.refusal(error)
    if isinstance(error, MemoryError):
        return context.t("crash.memory")
    return context.t("crash.program" if isinstance(error, ImportError) else "crash.fault")


class ErrorHandler:
    """The handler of exceptions that no screen has caught.

    After an exception the program continues with a message, the list of games, or the plain page.

    The handler uses the App itself, and not only the Context, because the handler may close all screens and restart
    the program.
    """

    def __init__(self, app: App) -> None:
        self.app = app
        self._notice: object = None  # the message that `_fail` has shown over the list of games
        self._reported: list[list[str]] = []  # the faults reported since the program started

    def handle(self, error: Exception, drawing: bool) -> None:
        """Handle an exception, and show a message about it.

        A handler, a deferred act, a drawing or a start has raised the exception. `drawing` is True for a drawing and
        for a start.
        """
        app = self.app
        if drawing:
            self._fail(error)
            return
        app.navigation.drop_deferred()
        try:
            if isinstance(error, Refused):
                app.context.dialogs.show_refusal(error)
                return
            if isinstance(error, OSError):
                # only the store and the random source raise OSError, and they do so before any value changes
                app.device.hardware.report(error)
                app.context.dialogs.show_notice(error_words(app.context, error))
                return
        except Exception as worse:
            error = worse
        self._fail(error)

    def _fail(self, error: Exception) -> None:
        """Restart the program at the same screen.

        If a restart is impossible, show a message over the list of games; the journal still has the whole game. If
        this message is already shown or cannot be shown, show the plain page.
        """
        app = self.app
        navigation = app.navigation
        open_screens = app.stack.ids[:]
        again = self._notice is not None and app.stack.top() is self._notice
        try:
            app.close_all()
            app.stack.push(Notice(app.context, error_words(app.context, error)))
            app.device.hardware.report(error)
            self._keep_report(error, open_screens)
            if app.started and can_recover(app.context, app.snapshot):
                app.navigation.defer(restart, app.context, app.snapshot)
                app.skip_drawing()
                return
            if again:
                self.show_plain()
                return
            navigation.home()
            app.snapshot.save()
            app.context.dialogs.show_notice(error_words(app.context, error))
            self._notice = app.stack.top()
        except Exception as worse:
            self.show_plain(worse)

    def _keep_report(self, error: Exception, open_screens: Sequence[Id | None]) -> None:
        """Write a report of a fault to CRASH, which `make doctor` reads.

        The method writes one report for equal faults, and at most FAULTS reports between two starts of the program.
        So a repeated fault does not wear the flash.
        """
        lines = [VERSION, type(error).__name__] + [str(part) for part in error.args[:2]]
        if len(self._reported) == FAULTS or lines in self._reported:
            return
        self._reported.append(lines)
        lines = lines + [" ".join([name or "?" for name in open_screens])]
        try:
            self.app.device.store.replace(CRASH, "\n".join([line[:CRASH_LINE] for line in lines]).encode())
        except OSError:
            pass  # the console has printed the fault, and the player sees a message

    def show_plain(self, error: Exception | None = None) -> None:
        """Show the plain page, on which OK restarts the program."""
        app = self.app
        app.show_plain()
        app.stack.clear()
        # a first screen without an id, because then no snapshot is written
        app.stack.push(Notice(app.context, ""))
        if error is not None:
            app.device.hardware.report(error)
        plain_page(app.device.panel.buffer, "Ecran en panne", "Screen trouble", "OK: restart")
        app.device.panel.show()

    def plain_pass(self) -> Milliseconds:
        """Run one pass while the plain page is shown; a released OK key restarts.

        The pass leaves out all other work, because other work might raise an exception.
        """
        app = self.app
        now = app.device.clock.ticks()
        try:
            app.device.listen()
            while app.device.heard:
                key, kind, _ = app.device.next_key()
                if key == OK and kind == RELEASE:
                    self._start_anew()
                    return 0
            change = app.device.power.update_state(now, app.device.clock.diff, False)
            if change is not None:
                app.device.light_panel(change)
            elif not app.device.panel.ok and app.device.panel.check_connection(
                now, app.device.clock.diff, True
            ):
                app.device.report_panel()
        except Exception as error:
            app.device.hardware.report(error)
            return 500
        return 10

    def _start_anew(self) -> None:
        if self.app.device.hardware.restart is not None:
            self.app.device.hardware.restart()
        self._notice = None
        self.app.navigation.home()
        self.app.leave_plain()
