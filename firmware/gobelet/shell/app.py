"""App: one pass from keys to panel.

`step` listens to the keys, answers one and lets the screen on top act on it, draws if something changed, sends what
changed, and returns how many milliseconds it may sleep. It never blocks: a press waits for one small piece of work
at most. The device, the terminal, a script and a test differ only in who calls it and how they sleep.

The App holds what the rest is done with, and is none of it:

    navigation   the screens that are open, and the ways from one to another
    snapshot     which of them a restart opens again
    locations    where in a game something is done
    games        opens and leaves a game, with its modules
    telling      the words for what happens, and for those who play, and the short message over a screen
    trouble      what was raised that should not have been; imported when there is some
    idle         what is done while nothing is pressed; imported when that is for the first time
    modules      which modules of games are in memory
    port         who listens over USB is told of the game; None without such a port
    session      the game that is open, or None

What screens may use of it stands in `App` of ui/types.py.
"""

from __future__ import annotations

import gc
from typing import TYPE_CHECKING

from .. import PAGE, VERSION
from ..device import apply_settings
from ..device.apply_settings import power_changed, tell_panel
from ..device.keys import BACK, DOWN, OK, PRESS, RELEASE, REPEAT, UP, Keys
from ..device.panel import Panel
from ..device.power import LOW, OFF, Battery, Power
from ..device.settings import Settings
from ..memory.modules import ModuleCache
from ..rules.refused import Refused
from ..rules.shaker import Shaker
from ..ui.drawing.canvas import Canvas
from ..ui.drawing.numbers import hundredths
from ..ui.drawing.widgets import pressed, toast
from ..ui.screens.notice import Notice
from ..words.messages import Telling
from ..words.texts import Texts
from .games import Games
from .locations import Locations
from .navigation import Navigation
from .resume import start
from .snapshot import Snapshot

if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Sequence
    from typing import Any

    from ..device.hardware import Hardware
    from ..device.signals import Signals
    from ..device.types import Board, Event, Mask, Milliseconds, Ticks
    from ..game.session import Session
    from ..link.port import Port
    from ..memory.idle import Idle
    from ..rules.types import Change, Position, Sides
    from ..ui.types import Assets
    from .error_screen import Trouble

POLL_MS = 10  # between two passes while a key is down, or USB is there
REST_MS = 1000  # between two passes where nothing is due: power and panel are looked at
CLOCK_MS = 100  # the same while a clock or a message is shown
QUIET_MS = 100  # after this long without a key there is time for what the next one will find done


class Caught:
    """`with` it: what is raised is told to the player. A pass goes through it and has no `except`, whose names would
    make it one of the functions that MicroPython takes memory for at every call.
    """

    def __init__(self, raised: Callable[[Exception, bool], None]) -> None:
        self._raised = raised

    def __enter__(self) -> None:
        pass

    def __exit__(self, kind: object, error: BaseException | None, trace: object) -> bool:
        caught = isinstance(error, Exception)
        if caught:
            self._raised(error, False)  # type: ignore[arg-type]
        return caught


class App:
    """The program on one device.

    hardware  parts of the device, see device/hardware.py
    board     module of boards/: panel chip and address, pins, kind of battery
    assets    opens a text or font by its name
    canvas    class to draw with
    """

    def __init__(
        self,
        hardware: Hardware,
        board: Board,
        assets: Assets,
        canvas: Callable[[bytearray, Assets], Canvas] = Canvas,
    ) -> None:
        self.hardware = hardware
        self.panel = Panel(hardware.bus, board.CHIP, board.ADDRESS, getattr(board, "PANEL", ""))
        self.canvas = canvas(self.panel.buffer, assets)
        self.clock = clock = hardware.clock
        self.store = hardware.store
        self.board = board
        self.hertz = board.FREQ
        self.signals: Signals | None = None  # while the player wants them
        self.version = VERSION
        self.address = PAGE
        self.key_at = clock.ticks()
        self.keys = Keys()
        self.heard: list[Event] = []  # that wait for their turn
        self.power = Power()
        self.battery = Battery(hardware.gauge, board.BATTERY) if hardware.gauge is not None else None
        self.shaker = Shaker(hardware.entropy.read)
        self.settings = Settings(self.store)
        self.texts = Texts(assets, self.settings["language"])
        self.session: Session = None  # type: ignore[assignment]  # outside of games
        self.dirty = True  # whether another picture is to be drawn
        self.deferred: list[tuple[Callable[..., object], tuple[Any, ...]]] = []
        self.started = False  # whether a picture was shown
        self._answered = True  # whether the panel has shown that the last key was heard
        self._reverts: Callable[[App], None] | None = None  # what the key does besides, of undo.py
        self.caught = Caught
        self._caught = Caught(self._raised)
        self._stuck = 0  # keys that the player knows to be stuck
        self.modules = ModuleCache(hardware.free_bytes)
        self.idle: Idle | None = None
        self.port: Port | None = None  # until there is time
        self.trouble: Trouble | None = None
        self.plain = False  # whether the plain page is shown: no screen can be drawn, nor the list of games
        self.navigation = navigation = Navigation(self)
        self.snapshot = Snapshot(self)
        self.locations = Locations(self)
        self.games = Games(self)
        self.telling = telling = Telling(self)
        # What screens use most of these is called without a step between.
        self.stack = navigation.stack
        self.open = navigation.open
        self.push = navigation.push
        self.replace = navigation.replace
        self.close = navigation.close
        self.back_to = navigation.back_to
        self.home = navigation.home
        self.top = navigation.top
        self.t = self.texts
        self.words = telling.words
        self.seat = telling.seat
        self.toast = telling.toast

    def start(self) -> None:
        """Open the screens that were open, and show the one on top."""
        self.configure()
        pins = self.hardware.keys
        self.keys.poll(pins.read(), self.key_at, self.clock.diff)  # finds the keys that are stuck
        self._open_first()
        self.panel.start()  # with the first picture, not with an empty one before it: that takes 27 ms
        self.keys.swallow(pins, self.clock)  # the player has not seen what they would do

    def _open_first(self) -> None:
        """Open what was open, and draw it."""
        try:
            start(self)
        except ImportError:
            raise  # what every start needs is damaged
        except Exception as error:
            self._raised(error, True)
        if self.settings.bad:
            self.toast(self.texts("settings.bad"))
        if not self.plain:
            self.draw()
        if not self.started and not self.plain:
            self.panel.buffer[:] = bytes(len(self.panel.buffer))  # what was drawn of it

    # What screens use, besides what is bound above

    def now(self) -> Ticks:
        """Ticks of the clock, which wrap: see `since`."""
        return self.clock.ticks()

    def since(self, then: Ticks) -> Milliseconds:
        """Milliseconds since the tick count `then`."""
        return self.clock.diff(self.clock.ticks(), then)

    def charge(self) -> str:
        """Battery charge as text, "" on USB or without a gauge. Measured once a minute."""
        battery = self.battery
        percent = None if battery is None else battery.recent(self.now(), self.clock.diff)
        return "" if percent is None else hundredths(percent, self.texts("decimal"))

    def charge_lasts(self) -> str:
        """How long the battery lasts until the device stops, as text, "" where nobody knows."""
        from .low_battery import charge_lasts

        return charge_lasts(self)

    def notice(self, text: str) -> None:
        """Show a message that stays until a key is pressed."""
        self.push(Notice(self, text))

    def page(self, title: str, body: str | Sequence[str], code: str = "") -> None:
        """Show a text to read, or a list of lines; see `Page`."""
        from ..ui.screens.page import Page

        self.push(Page(self, title, body, code))

    def rule(self, name: str, *args: Any) -> None:
        """Show the text "page.<name>" of the game, filled in: its title up to the first "|", then its lines. A number,
        as of a reading, stands before the title.
        """
        title, _, body = self.texts("page." + name, *args).partition("|")
        self.page(name + " " + title if "-" in name else title, body)

    def faces(self, title: str, dice: Sequence[Sides]) -> None:
        """Ask for the faces of real dice; see `ByHand`."""
        from ..ui.screens.byhand import ByHand

        self.push(ByHand(self, title, dice))

    def dial(self, title: str, value: int, low: int, high: int, unit: str = "") -> None:
        """Ask for a number; see `Dial`."""
        from ..ui.screens.dial import Dial

        self.push(Dial(self, title, value, low, high, unit))

    def confirm(self, question: str, yes: bool = False) -> None:
        """Ask a question of yes or no; see `Confirm`."""
        from ..ui.screens.dial import Confirm

        self.push(Confirm(self, question, yes))

    def letters(self, title: str, name: str = "") -> None:
        """Ask for a name; see `Wheel`."""
        from ..ui.screens.wheel import ask

        ask(self, title, name)

    def refuse(self, refused: Refused) -> None:
        """Tell the player, in words, that a rule may not be applied."""
        self.notice(self.words(refused))

    def defer(self, act: Callable[..., object], *args: Any) -> None:
        """Do `act(*args)` before the next key: where something must come to its end first, or the screen is to be
        drawn before a long piece of work, by setting `dirty`.
        """
        self.deferred.append((act, args))

    def answer(self) -> None:
        """Let the panel show that the key was heard, if it does not yet: before work that takes its time."""
        if not self._answered:
            self._answer()

    def change(self, changes: Iterable[Change], join: int = 0) -> bool:
        """Change the Sheets of the game; a refusal is shown. Returns whether it was done."""
        self.answer()
        self.navigation.settle()
        try:
            self.session.change(changes, join)
        except Refused as refused:
            self.refuse(refused)
            return False
        self.dirty = True
        if self.signals is not None:
            self._tell_changes(changes)
        return True

    def undo(self) -> None:
        """Take back what was done last in the game, and show where that was: see undo.py."""
        from .undo import undo

        self._revert(undo)

    def redo(self) -> None:
        """Make the last undone change again."""
        from .undo import redo

        self._revert(redo)

    def _revert(self, act: Callable[[App], None]) -> None:
        """By a key, once no function of the screen runs any more: it may lead anywhere."""
        if self.navigation.acting:
            self._reverts = act
        else:
            act(self)

    def take_back(self) -> None:
        """Take the last change of the game back, in words too; the screen on top stays, and goes on from there."""
        from .undo import take_back

        take_back(self)

    @property
    def by_hand(self) -> bool:
        """Whether real dice are used; a setting, so it is the same after a power cut."""
        return self.settings.yes("hand")

    def use_real_dice(self, on: bool) -> None:
        """Ask for the faces of real dice from now on, or throw those of the device again."""
        self.settings.choose("hand", 1 if on else 0)
        self.snapshot.forget_keys()

    def keep(self, name: str, data: bytes) -> None:
        """Write a file of what no journal has."""
        self.store.replace(name, data)
        self.snapshot.forget_keys()

    def use_shaker(self, shaker: Shaker) -> Shaker:
        """Throw all dice with this one from now on. Returns the one before."""
        before, self.shaker = self.shaker, shaker
        return before

    def redraw(self) -> None:
        """Draw another picture before the next key."""
        self.dirty = True

    def request_snapshot(self) -> None:
        """Save which screens are open, as soon as a key can be waited for."""
        self.snapshot.is_due = True

    def switch_session(self, session: Session | None) -> None:
        """Take another game, with its words; None: none is open."""
        self.session = session  # type: ignore[assignment]
        if session is None:
            del self.deferred[:]
            self.texts.close()
        else:
            self.texts.open(session.catalogue)
            self.texts.own = session.own_texts

    def signal(self, name: str) -> None:
        """Let the buzzer, or the motor, tell of something: a name of `signals.KINDS`."""
        if self.signals is not None:
            self.signals.give(name, self.now(), self.clock.diff)

    def cast(self, dice: Sequence[Sequence[int]]) -> None:
        """Dice have fallen, each (sides, face...)."""
        if self.signals is not None:
            from ..device.signals import critical

            if critical(dice):
                self.signal("critical")

    def _tell_changes(self, changes: Iterable[Change]) -> None:
        from ..device.signals import of_changes

        name = of_changes(getattr(self.telling.game_screens(), "SIGNALS", ""), changes)
        if name:
            self.signal(name)

    # See apply_settings.py
    configure = apply_settings.follow_settings
    panel_speed = apply_settings.change_speed

    # One pass

    def step(self) -> Milliseconds:
        """One pass; returns the milliseconds it may sleep."""
        now = self.clock.ticks()
        if self.signals is not None:
            self.signals.tick(now, self.clock.diff)
        if self.plain:
            return self.make_trouble().plain_pass()
        wait = 0
        with self._caught:
            wait = self._pass(now)
        # While presses wait, the frames between may be left out.
        if self.dirty and not self.heard and not self.deferred and not self.plain:
            self.draw()
            wait = 0
        return wait

    def _pass(self, now: Ticks) -> Milliseconds:
        """All of a pass but the picture."""
        self.listen()
        if self.deferred:  # what one key asked for is done before the next is looked at
            if self.dirty:
                self.draw()
            self._run_deferred()
        elif self.heard:
            self._key(*self.heard.pop(0))
        elif not self.dirty:
            return self._work(now)
        return 0

    def listen(self) -> None:
        """Take in what the keys did since the last pass, each at its time."""
        pins = self.hardware.keys
        while pins.next():
            self._poll(pins.mask, pins.time)
        mask = pins.read()
        keys = self.keys
        if not mask == keys.down == keys.stuck or keys.settling:  # else there is nothing to be heard
            self._poll(mask, self.clock.ticks())
        if keys.stuck != self._stuck:
            self._tell_stuck()

    def _poll(self, mask: Mask, time: Ticks) -> None:
        for event in self.keys.poll(mask, time, self.clock.diff):
            if self.power.touch(time, self.clock.diff):
                self.heard.append(event)
                if self.signals is not None and self.signals.keys and event[1] == PRESS:
                    self.signal("key")
            else:
                self.keys.swallow()

    def _tell_stuck(self) -> None:
        self._stuck = stuck = self.keys.stuck
        if stuck:
            names = [self.texts("key.%d" % key) for key in (UP, DOWN, OK, BACK) if stuck & key]
            self.toast(self.texts("key.stuck", " ".join(names)))

    def _key(self, key: int, kind: int, n: int) -> None:
        self.key_at = self.clock.ticks()
        if self.idle is not None:
            self.idle.on_key()
        self._answered = False
        if self.telling.message is not None and kind == PRESS:
            self.telling.hide()
        moves = key == UP or key == DOWN
        if moves != (kind == PRESS or kind == REPEAT):  # OK and BACK act on RELEASE and HOLD
            return
        navigation = self.navigation
        navigation.begin()
        self.snapshot.note_key((key, kind, n))
        if not moves:
            self._answer()
        # Here, not in a function below: the stack of a Pico bears some 25 calls.
        top: Any = self.stack.top()
        if key == UP:
            top.up(n)
        elif key == DOWN:
            top.down(n)
        elif key == OK:
            if kind == RELEASE:
                top.ok()
            else:
                top.why()
        elif kind == RELEASE:
            top.back()
        else:
            top.undo()
        navigation.finish()
        if self._reverts is not None:
            revert, self._reverts = self._reverts, None
            revert(self)
            navigation.finish()
        self.snapshot.is_due = True
        self.dirty = True

    def _answer(self) -> None:
        """Answer the key in the frame that is shown, before anything else: what it asked for may take its time."""
        self._answered = True
        pressed(self.canvas)
        self.panel.show()

    def _run_deferred(self) -> None:
        deferred = self.deferred
        self.deferred = []
        while deferred:
            act, args = deferred.pop(0)
            self.navigation.begin()
            act(*args)
            self.navigation.finish()
        if not self.deferred:  # else what follows says whether the screen is to be drawn before it
            self.dirty = True

    def _work(self, now: Ticks) -> Milliseconds:
        """What is due without a key: the screen's clock, power, the snapshot; then what the next key will need."""
        # With few names, for MicroPython takes what a function with more needs from the heap, at every pass.
        top = self.stack.top()
        wait: Milliseconds | None = top.tick(now)
        if wait is None:
            wait = REST_MS
        elif wait < 1:
            wait = 1
        # That a key is stuck stays until another one shows that it was read.
        if self.telling.message is not None and not self._stuck:
            self.telling.expire(now)
        if self.canvas.turn is not None and self.session.clock.due():  # type: ignore[union-attr]
            self.dirty = True
        change = self.power.idle(now, self.clock.diff, top.lit)
        if change is not None:
            power_changed(self, change)
        if self.port is not None and self.port.step():
            wait = 0
        if self.power.state == OFF:
            return REST_MS if self._silent() else min(wait, POLL_MS)
        # One that never dims is not set up anew otherwise: see `power_changed`.
        if self.panel.check(now, self.clock.diff, self.power.dim_ms is None):
            tell_panel(self)
        if self.keys.down != self.keys.stuck or self.dirty:
            return min(wait, POLL_MS)
        return self._at_rest(now, wait)

    def _at_rest(self, now: Ticks, wait: Milliseconds) -> Milliseconds:
        """What is due while no key is down and the picture is drawn, one thing a pass."""
        if self.signals is not None:
            if not self.signals.silent:
                return min(wait, POLL_MS)  # what is done below takes so long that a signal would be drawn out
            if self.signals.over(now, self.clock.diff):
                self.settings.choose("quiet", 0)
                self.configure()
        if self.battery is not None:
            self._look_at_battery(now)
        if self.snapshot.is_due:
            # As soon as a key can be waited for: what a cut brings back must not depend on how fast one plays.
            self.snapshot.save()
        elif self.idle is not None and self.idle.done:
            return self._rest(wait)
        elif self.clock.diff(now, self.key_at) >= QUIET_MS:
            if self.idle is None:
                self._begin_idle()
                return 0
            self.idle.step()
            if not self.idle.done:
                return 0
        return min(wait, POLL_MS)

    def _rest(self, wait: Milliseconds) -> Milliseconds:
        """Milliseconds until something is due, where all is done that the next key needs. wait: of the top screen."""
        if self.keys.settling or not self.hardware.can_sleep():
            return min(wait, POLL_MS)
        return min(wait, REST_MS if self.telling.message is None and self.canvas.turn is None else CLOCK_MS)

    def _begin_idle(self) -> None:
        from ..memory.idle import Idle

        if self.hardware.open_serial is not None:
            from ..link.port import Port

            self.port = Port(self, self.hardware.open_serial())
        self.idle = Idle(self)

    def announce(self, committed: tuple[Position, str]) -> None:
        """The device is bound to a roll, (position, code): who listens is told that before the dice fall."""
        if self.port is not None and self.port.link is not None:
            self.port.link.announce(committed)

    def _silent(self) -> bool:
        """Whether nothing sounds, and nothing listens."""
        if self.port is not None and self.port.link is not None:
            return False
        return self.signals is None or self.signals.silent

    def _look_at_battery(self, now: Ticks) -> None:
        """Here nothing is half done, so this is where a low battery is told of, and an empty one stops the device."""
        battery = self.battery
        percent = battery.recent(now, self.clock.diff)  # type: ignore[union-attr]
        if battery.fresh:  # type: ignore[union-attr]
            battery.fresh = False  # type: ignore[union-attr]
            if self.canvas.gauge or (percent is not None and percent < LOW):
                from .low_battery import measured

                measured(self, percent)

    def draw(self) -> None:
        """Draw the screen on top, and send what has changed."""
        self.dirty = False
        if self.idle is not None:
            self.idle.on_draw()
        top = self.stack.top()
        session = self.session
        self.canvas.turn = None if session is None or session.clock is None else session.clock.shown()
        try:
            self._draw(top)
            self.started = True
        except Exception as error:
            self._raised(error, True)

    def _draw(self, top: Any) -> None:
        self.canvas.clear()
        top.draw(self.canvas)
        if self.telling.message is not None:
            toast(self.canvas, self.telling.message)
        self.panel.show()

    # Trouble

    def _raised(self, error: Exception, drawing: bool) -> None:
        """Something was raised: tell the player, and go on. drawing: a screen could not be drawn, or none be opened."""
        self.navigation.abandon()
        self._reverts = None
        if isinstance(error, MemoryError):
            self.close_all()  # else what tells of it finds no room either
        self.make_trouble().handle(error, drawing)

    def close_all(self) -> None:
        """Let go of all screens and of the game: behind a fault their worth is unknown."""
        self.navigation.forget()
        self.stack.clear()
        self.games.leave()
        del self.heard[:]  # the player has not seen what they would do
        self.keys.swallow()
        gc.collect()  # before anything is allocated: memory may be full
        self.modules.switch_game("")
        gc.collect()

    def show_plain(self) -> None:
        """Show the plain page from now on: neither the canvas nor a screen is used."""
        self.plain = True
        self.telling.hide()
        self.dirty = False
        del self.heard[:], self.deferred[:]

    def leave_plain(self) -> None:
        """Show screens again."""
        self.plain = False

    def make_trouble(self) -> Trouble:
        """Import what tells of trouble. ImportError for a damaged file: boot.py says that then."""
        if self.trouble is None:
            from .error_screen import Trouble

            self.trouble = Trouble(self)
        return self.trouble
