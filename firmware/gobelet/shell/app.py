"""App: the main loop of the program, from the device's keys to its panel.

One call of `step` is a pass. A pass polls the keys, and lets the top screen handle one key event. If the picture may
have changed, the pass draws it again and sends the changed bytes to the panel. `step` returns the milliseconds that
its caller may sleep. No pass blocks: a pressed key waits for at most one small piece of other work. On a device, in a
terminal, in a script and in a test, only the caller of `step` differs.

A deferred act is a function call that a screen postpones to a later pass, before the next key event.

The App creates these objects, and the screens see only some of them, through the Context:

    device       panel, keys, power, battery, settings and files.
    canvas       draws into the frame of the panel.
    context      the parts of the program that screens may use, with the open game.
    navigation   opens and closes screens; its `stack` has the open screens.
    snapshot     writes the file from which a restart opens the same screens.
    locations    records the screens on which each change is made, for undo.
    games        opens and leaves a game, with its modules.
    modules      the loaded modules of games.
    dice         the source of dice: the dice cup, or real dice.
    idle         the work of passes without a key event; imported at the first such pass.
    port         the link over USB; None without a USB port.
"""

from __future__ import annotations

import gc
from typing import TYPE_CHECKING

from ..device.device import Device
from ..device.keys import BACK, DOWN, OK, PRESS, RELEASE, REPEAT, UP
from ..device.power import LOW, OFF, SHIFTS
from ..game.dice import Dice
from ..memory.modules import ModuleCache
from ..rules.shaker import Shaker
from ..ui.drawing.canvas import Canvas
from ..ui.drawing.widgets import mark_key, toast
from ..words.texts import Texts
from .context import Context
from .games import Games
from .locations import Locations
from .navigation import Navigation
from .resume import start
from .snapshot import Snapshot

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from ..device.hardware import Hardware
    from ..device.types import Board, Milliseconds, Ticks
    from ..link.port import Port
    from ..memory.idle import Idle
    from ..rules.types import Position
    from ..ui.drawing.types import Assets
    from .error_screen import ErrorHandler

POLL_MS = 10  # longest sleep between two passes while a key is down or USB is connected
REST_MS = 1000  # longest sleep without key, USB, clock or toast; each pass also checks power and panel
CLOCK_MS = 100  # longest sleep with a running clock or toast
QUIET_MS = 100  # time without a key event before idle work begins


class ReportErrors:
    """A context manager that passes exceptions to the function `handle`.

    This class replaces try/except, because MicroPython allocates memory at each call of a function with
    `except … as`.
    """

    def __init__(self, handle: Callable[[Exception, bool], None]) -> None:
        self._handle = handle

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> bool:
        caught = isinstance(error, Exception)
        if caught:
            self._handle(error, False)  # type: ignore[arg-type]
        return caught


class App:
    """The program on one device.

    hardware, board   see `Device`.
    assets    a function that opens a font, or a file of texts, by its name.
    canvas    the class of the object that draws.
    """

    def __init__(
        self,
        hardware: Hardware,
        board: Board,
        assets: Assets,
        canvas: Callable[[bytearray, Assets], Canvas] = Canvas,
    ) -> None:
        self.device = device = Device(hardware, board)
        self.canvas = canvas(device.panel.buffer, assets)
        self.dirty = True  # whether the next pass draws
        self.started = False  # whether a picture was shown since the program started
        self._acknowledged = True  # whether the panel shows that the last key event was noticed
        # the undo or redo to run after the method that handles the key
        self._pending_undo: Callable[[Context], None] | None = None
        self._report_errors = ReportErrors(self._handle_error)
        self._stuck = 0  # mask of the stuck keys (one bit for each key) that a message has reported
        self.modules = ModuleCache(hardware.free_bytes)
        self.idle: Idle | None = None
        self.port: Port | None = None  # the link over USB, opened in the first pass with idle work
        self._error_handler: ErrorHandler | None = None
        # whether the plain page of error_screen.py is shown, because no screen can be drawn
        self.plain = False
        self.context = context = Context(device, self.canvas, Texts(assets, device.settings["language"]))
        self.snapshot = Snapshot(context)
        self.locations = Locations(context)
        self.games = Games(context, self.modules)
        self.navigation = navigation = Navigation(context, self.games, self.snapshot, self.redraw)
        self.dice = Dice(
            Shaker(hardware.entropy.read), device.settings, self.snapshot.forget_keys, self.announce
        )
        self.stack = navigation.stack
        context.add_app_members(self)

    def start(self) -> None:
        """Open the screens that were open at the last stop, and show the top screen."""
        self.apply_settings()
        device = self.device
        pins = device.hardware.keys
        device.keys.poll(pins.read(), device.key_at, device.clock.diff)  # the first poll detects stuck keys
        self._open_first()
        device.panel.start()  # after the first drawing, because sending an empty frame first would take 27 ms
        # ignore keys that were pressed before the player saw a screen
        device.keys.swallow(pins, device.clock)

    def _open_first(self) -> None:
        """Open the screens of the snapshot, and draw the top one."""
        try:
            start(self.context, self.games, self.snapshot)
        except ImportError:
            raise  # a module that every start of the program needs is damaged; boot.py shows this error
        except Exception as error:
            self._handle_error(error, True)
        if self.device.settings.bad:
            self.context.dialogs.show_toast(self.context.t("settings.bad"))
        if not self.plain:
            self.draw()
        if not self.started and not self.plain:
            # remove the partial picture of a screen that failed to draw
            self.device.panel.buffer[:] = bytes(len(self.device.panel.buffer))

    # Members of the Context

    def acknowledge_key(self) -> None:
        """Show on the panel that the pressed key was noticed, once for each key event.

        Callers use this method before slow work.
        """
        if not self._acknowledged:
            self._acknowledge_key()

    def undo(self, stays: bool = False) -> None:
        """Undo the last change of the game, and show the screen on which it was made.

        If `stays` is True, the top screen stays open instead.
        """
        from .undo import take_back, undo

        if stays:
            take_back(self.context)
        else:
            self._request_undo(undo)

    def redo(self) -> None:
        """Redo the last undone change of the game."""
        from .undo import redo

        self._request_undo(redo)

    def _request_undo(self, act: Callable[[Context], None]) -> None:
        """Call `act`, an undo or redo, after the running handler has returned.

        If no handler is running, call `act` at once. `act` may close any screen, even the screen of the handler.
        """
        if self.navigation.acting:
            self._pending_undo = act
        else:
            act(self.context)

    def redraw(self) -> None:
        """Request a drawing before the next key event."""
        self.dirty = True

    def skip_drawing(self) -> None:
        """Cancel the requested drawing; the next deferred act then runs at once."""
        self.dirty = False

    def apply_settings(self) -> None:
        """Apply all settings to the device, the canvas and the texts."""
        self.snapshot.forget_keys()
        self.device.follow_settings()
        settings = self.device.settings
        self.canvas.turn_half(settings.index("half") - 1)
        if self.context.t.language != settings["language"]:
            self.context.t.switch(settings["language"])
            if self.stack.screens:
                self.navigation.top().on_show()
        self.redraw()

    # One pass

    def step(self) -> Milliseconds:
        """Run one pass, and return the milliseconds that the caller may sleep."""
        now = self.device.clock.ticks()
        if self.device.signals is not None:
            self.device.signals.tick(now, self.device.clock.diff)
        if self.plain:
            return self.error_handler().plain_pass()
        wait = 0
        with self._report_errors:
            wait = self._pass(now)
        # draw only when no further key event or deferred act waits
        if self.dirty and not self.device.heard and not self.navigation.deferred and not self.plain:
            self.draw()
            wait = 0
        return wait

    def _pass(self, now: Ticks) -> Milliseconds:
        """Do all work of a pass except the final drawing."""
        self.device.listen()
        if self.device.keys.stuck != self._stuck:
            self._show_stuck()
        navigation = self.navigation
        if navigation.deferred:  # deferred acts run before the next key event
            if self.dirty:
                self.draw()
            navigation.run_deferred()
            # If a deferred act has deferred a further act, `dirty` keeps the value that the first act has set.
            if not navigation.deferred:
                self.dirty = True
        elif self.device.heard:
            self._handle_key(*self.device.next_key())
        elif not self.dirty:
            return self._work(now)
        return 0

    def _show_stuck(self) -> None:
        self._stuck = stuck = self.device.keys.stuck
        if stuck:
            names = [self.context.t("key.%d" % key) for key in (UP, DOWN, OK, BACK) if stuck & key]
            self.context.dialogs.show_toast(self.context.t("key.stuck", " ".join(names)))

    def _handle_key(self, key: int, kind: int, n: int) -> None:
        """Let the top screen handle a key event."""
        if self.idle is not None:
            self.idle.on_key()
        self._acknowledged = False
        if self.context.dialogs.message is not None and kind == PRESS:
            self.context.dialogs.hide_toast()
        moves = key == UP or key == DOWN
        # UP and DOWN act on PRESS and REPEAT, OK and BACK act on RELEASE and HOLD
        if moves != (kind == PRESS or kind == REPEAT):
            return
        navigation = self.navigation
        navigation.begin_handler()
        self.snapshot.note_key((key, kind, n))
        if not moves:
            self._acknowledge_key()
        # The calls of the screen's methods are here and not in another function, because the call stack of a Pico has
        # only some 25 levels.
        top: Any = self.stack.top()
        if key == UP:
            top.on_up(n)
        elif key == DOWN:
            top.on_down(n)
        elif key == OK:
            if kind == RELEASE:
                top.on_ok()
            else:
                top.on_hold_ok()
        elif kind == RELEASE:
            top.on_back()
        else:
            top.on_hold_back()
        navigation.finish_handler()
        if self._pending_undo is not None:
            revert, self._pending_undo = self._pending_undo, None
            revert(self.context)
            navigation.finish_handler()
        self.snapshot.request_save()
        self.dirty = True

    def _acknowledge_key(self) -> None:
        """Show that a key press was noticed, before a screen handles the key."""
        self._acknowledged = True
        mark_key(self.canvas)
        self.device.panel.show()

    def _work(self, now: Ticks) -> Milliseconds:
        """Do the work of a pass without a key event, such as clocks, power and USB."""
        # This function has few local variables, because MicroPython allocates memory at each call of a function that
        # has many of them.
        top = self.stack.top()
        wait: Milliseconds | None = top.on_tick(now)
        if wait is None:
            wait = REST_MS
        elif wait < 1:
            wait = 1
        # the toast about a stuck key stays until another key is pressed
        if self.context.dialogs.message is not None and not self._stuck:
            self.context.dialogs.expire_toast(now)
        if self.canvas.turn is not None and self.context.session.clock.is_due():  # type: ignore[union-attr]
            self.dirty = True
        change = self.device.power.update_state(now, self.device.clock.diff, top.keeps_panel_on)
        if change is not None:
            self.device.light_panel(change)
            if change == OFF:
                self.snapshot.save()
        if self.port is not None and self.port.step():
            wait = 0
        if self.device.power.state == OFF:
            return REST_MS if self._is_silent() else min(wait, POLL_MS)
        # `Device.light_panel` sends the setup of the panel again when the panel dims. If the panel never dims, only
        # this call sends the setup again.
        if self.device.panel.check_connection(now, self.device.clock.diff, self.device.power.dim_ms is None):
            self.device.report_panel()
        if self.device.keys.down != self.device.keys.stuck or self.dirty:
            return min(wait, POLL_MS)
        return self._work_at_rest(now, wait)

    def _work_at_rest(self, now: Ticks, wait: Milliseconds) -> Milliseconds:
        """Do one piece of work while no key is down and no drawing is requested."""
        if self.device.power.shift_picture(now, self.device.clock.diff):
            self.dirty = True
        if self.device.signals is not None:
            if not self.device.signals.silent:
                # no idle work during a signal of the buzzer, because one piece of idle work would prolong the signal
                # audibly
                return min(wait, POLL_MS)
            if self.device.signals.is_over(now, self.device.clock.diff):
                self.device.settings.choose("quiet", 0)
                self.apply_settings()
        if self.device.battery is not None:
            self._check_battery(now)
        if self.snapshot.is_due:
            # save without waiting for QUIET_MS, so that a start after a power cut opens this screen
            self.snapshot.save()
        elif self.idle is not None and self.idle.done:
            return self._sleep_limit(wait)
        elif self.device.clock.diff(now, self.device.key_at) >= QUIET_MS:
            if self.idle is None:
                self._begin_idle()
                return 0
            self.idle.step()
            if not self.idle.done:
                return 0
        return min(wait, POLL_MS)

    def _sleep_limit(self, wait: Milliseconds) -> Milliseconds:
        """Return the longest sleep in milliseconds when no idle work is left.

        `wait` is the longest sleep that the top screen allows.
        """
        if self.device.keys.settling or not self.device.hardware.can_sleep():
            return min(wait, POLL_MS)
        return min(
            wait, REST_MS if self.context.dialogs.message is None and self.canvas.turn is None else CLOCK_MS
        )

    def _begin_idle(self) -> None:
        from ..memory.idle import Idle

        idle = Idle(self.context, self.games, self.modules)
        if self.device.hardware.open_serial is not None:
            from ..link.port import Port

            serial = self.device.hardware.open_serial()
            self.port = Port(self.context, serial, idle.request_work, ReportErrors)
        self.idle = idle

    def announce(self, committed: tuple[Position, str]) -> None:
        """Send the code of a verifiable roll over the link, before the roll.

        `committed` is (position in the journal, code). The code is a hash of the secret from which the faces are
        computed, see rules/proof.py.
        """
        if self.port is not None and self.port.link is not None:
            self.port.link.announce(committed)

    def _is_silent(self) -> bool:
        """Tell whether no buzzer signal is in progress and no computer uses the link."""
        if self.port is not None and self.port.link is not None:
            return False
        return self.device.signals is None or self.device.signals.silent

    def _check_battery(self, now: Ticks) -> None:
        """Show the charge of a low battery, or stop the game if the battery is empty.

        The App calls this method only while no key is down and no work is in progress.
        """
        battery = self.device.battery
        percent = battery.recent_percent(now, self.device.clock.diff)  # type: ignore[union-attr]
        if battery.take_reading():  # type: ignore[union-attr]
            if self.canvas.gauge or (percent is not None and percent < LOW):
                from .low_battery import on_charge

                on_charge(self.context, self.snapshot, percent)

    def draw(self) -> None:
        """Draw the top screen, and send the changed bytes."""
        self.dirty = False
        if self.idle is not None:
            self.idle.on_draw()
        top = self.stack.top()
        session = self.context.session
        self.canvas.show_turn(
            None if session is None or session.clock is None else session.clock.band_texts()
        )
        try:
            self._draw(top)
            self.started = True
        except Exception as error:
            self._handle_error(error, True)

    def _draw(self, top: Any) -> None:
        self.canvas.clear()
        top.draw(self.canvas)
        if self.context.dialogs.message is not None:
            toast(self.canvas, self.context.dialogs.message)
        if self.device.power.shift:
            self.canvas.shift(*SHIFTS[self.device.power.shift])
        self.device.panel.show()

    # Errors

    def _handle_error(self, error: Exception, drawing: bool) -> None:
        """Handle an exception, and continue.

        `drawing` is True for an exception in a drawing, and for one in a start that was opening the screens.
        """
        self.navigation.abandon_handler()
        self._pending_undo = None
        if isinstance(error, MemoryError):
            self.close_all()  # close the screens first, because the error message needs memory
        self.error_handler().handle(error, drawing)

    def close_all(self) -> None:
        """Close all screens and the game, because their state is unknown after a fault."""
        self.navigation.forget()
        self.stack.clear()
        self.games.leave()
        self.device.drop_keys()  # ignore keys that were pressed before the player sees the next screen
        gc.collect()  # collect garbage before anything is allocated, because memory may be full
        self.modules.switch_game("")
        gc.collect()

    def show_plain(self) -> None:
        """Stop all drawing by screens, because the panel shows the plain page."""
        self.plain = True
        self.context.dialogs.hide_toast()
        self.dirty = False
        del self.device.heard[:]
        self.navigation.drop_deferred()

    def leave_plain(self) -> None:
        """Show screens again instead of the plain page."""
        self.plain = False

    def error_handler(self) -> ErrorHandler:
        """Return the error handler, which is created at the first error.

        If the module error_screen is damaged, boot.py catches the ImportError and shows it.
        """
        if self._error_handler is None:
            from .error_screen import ErrorHandler

            self._error_handler = ErrorHandler(self)
        return self._error_handler
