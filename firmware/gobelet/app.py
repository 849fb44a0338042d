"""App: one pass from keys to panel.

`step` listens to the keys, answers one and lets the screen on top act on it, draws if something changed, sends what
changed, and returns how many milliseconds it may sleep. It never blocks: a press waits for one small piece of work
at most. The device, the terminal, a script and a test differ only in who calls it and how they sleep.
"""

import gc

from . import VERSION
from .core.refused import Refused
from .core.shaker import BROKEN, Shaker
from .device.keys import BACK, DOWN, HOLD, OK, PRESS, RELEASE, REPEAT, UP, Keys
from .device.panel import Panel, plain_page
from .device.power import OFF, Battery, Power
from .memory.modules import Keeper, free, heed, needs
from .navigation import Navigation
from .settings import Settings
from .telling import Telling, reverse
from .texts import Texts
from .ui.canvas import Canvas
from .ui.notice import Notice
from .ui.numbers import hundredths
from .ui.stack import Stack
from .ui.widgets import pressed, toast

TOAST_MS = 2000
QUIET_MS = 100  # after this long without a key there is time for what the next one will find done
ALL = 2  # modules that are moved at once: see memory/inplace.py, which is imported when there is time
RETRY_MS = 5000  # so often a panel is asked whether it is there
CHARGE_MS = 60000
CRASH = "crash.txt"  # file that says what a screen raised last: version, kind, what it says, screens that were open
CRASH_LINE = 200
FAULTS = 4  # of one start that are kept
FULL = 28  # ENOSPC
REPEATS = {"slow": 250, "normal": 150, "fast": 90}


class App(Navigation, Telling):
    """The whole device. The injected objects are described in firmware/README.md.

    bus, keys, clock, entropy, store, assets  the seam to the hardware
    board   a module of boards/: panel chip and address, battery kind
    gauge   millivolts() and external(), or None
    canvas  class to draw with
    say     called with a line for the USB console
    report  called with an exception that a screen raised, before the player is told in plain words
    free    () -> bytes of memory that are free, None if nobody knows
    heap    of MicroPython (memory/heap.py), or None
    restart  () starts the whole device anew; without it the list of games is opened anew
    in_place  () -> what lets things stay where they lie in the flash (memory/inplace.py), or None; called when there
              is time
    """

    def __init__(
        self,
        bus,
        keys,
        clock,
        entropy,
        store,
        assets,
        board,
        gauge=None,
        canvas=Canvas,
        say=print,
        report=print,
        free=free,
        heap=None,
        in_place=None,
        restart=None,
    ):
        self.panel = Panel(bus, board.CHIP, board.ADDRESS)
        self.canvas = canvas(self.panel.buffer, assets)
        self.pins = keys
        self.clock = clock
        self.store = store
        self.assets = assets
        self.board = board
        self.say = say
        self.report = report
        self.heap = heap
        self.in_place = in_place
        self.restart = restart
        self.flash = None
        self.making_room = False  # whether all is moved before the next pass
        self.shaker = Shaker(entropy.read)
        self.settings = Settings(store)
        self.texts = Texts(assets, self.settings["language"])
        self.full = Notice(self, self.texts("crash.memory"))
        self.failed = None  # the notice that says that a screen could not go on, while it is shown
        self.plain = (
            False  # whether the plain page is shown: neither a screen nor the list of games can be drawn
        )
        self.noted_faults = []  # what was kept of the faults of this start: the same one is not written again
        self.keys = Keys()
        self.heard = []  # (key, kind, n)... that wait for their turn
        self.power = Power()
        self.battery = Battery(gauge, board.BATTERY) if gauge is not None else None
        self.stack = Stack()
        self.keeper = Keeper(
            lambda game: needs(assets, game), free if heap is None else heap.free, self._forget
        )
        self.version = VERSION
        self.dirty = True
        self.message = None
        self.message_since = 0
        self.deferred = []
        self.key_at = clock.ticks()
        self.started = False
        self.answered = True  # whether the panel has shown that the last key was heard
        self.litter = True  # whether there may be garbage
        self.collected = False  # whether garbage went since it was looked how much is free
        self.moved = False  # whether what is done in idle moments has left garbage
        self.prepared = False  # whether nothing is left to be done before the next key
        self.stuck = 0  # keys that the player knows to be stuck
        self.dark = False  # whether the panel was switched off
        self.panel_told = None  # whether the panel answered, as was last said
        self.panel_tried = self.key_at
        self.charge_at = None
        self.charge_text = ""
        self.read_seats()
        self.begin_navigation()
        heed(self.keeper.ask)
        self.configure()
        self.keys.poll(keys.read(), self.key_at, clock.diff)  # finds the keys that are stuck
        try:
            self.start_screens()
        except ImportError:
            raise  # what every start needs is damaged
        except Exception as error:
            self._fail(error)
        if self.settings.bad:
            self.toast(self.texts("settings.bad"))
        if not self.plain:
            self._draw()
        self.started = True
        if (
            self.stack.top() is self.full and not self.plain
        ):  # before the player sees it there is something to be tried
            self.close()
            self.panel.buffer[:] = bytes(len(self.panel.buffer))
            self.dirty = False
        self.panel.start()  # with the first picture, not with an empty one before it: that takes 27 ms
        self.keys.swallow(keys, clock)  # nobody has seen what they would do

    # What screens use, besides `Navigation` and `Telling`

    def now(self):
        return self.clock.ticks()

    def since(self, then):
        """Milliseconds since the tick count `then`."""
        return self.clock.diff(self.clock.ticks(), then)

    def charge(self):
        """Battery charge as text, "" on USB or without a gauge. Measured once a minute."""
        if self.battery is None:
            return ""
        if self.charge_at is None or not 0 <= self.since(self.charge_at) < CHARGE_MS:
            self.charge_at = self.now()
            percent = self.battery.percent()
            self.charge_text = "" if percent is None else hundredths(percent, self.texts("decimal"))
        return self.charge_text

    def toast(self, text):
        """Show a short message over the screen for two seconds, or until the next key."""
        self.message = text
        self.message_since = self.now()
        self.dirty = True

    def refuse(self, refused):
        """Tell the player, in words, that a rule may not be applied. refused is a `Refused`."""
        self.notice(self.words(refused))

    def defer(self, act, *args):
        """Do `act(*args)` before the next key: where something must come to its end first, or the screen is to be
        drawn before a long piece of work, by setting `dirty`.
        """
        self.deferred.append((act, args))

    def change(self, changes, join=False):
        """Change the Sheets of the game; a refusal is shown. Returns whether it was done."""
        if not self.answered:
            self._answer()
        try:
            self.session.change(changes, join)
        except Refused as refused:
            self.refuse(refused)
            return False
        self.dirty = True
        return True

    def undo(self):
        """Take back what was done last in the game, and show where that was: a roll of which nothing has come yet, else
        the last change.
        """
        session = self.session
        if self._outside(False):
            return
        if session is not None:
            name = session.name + ".result"
            taken = session.pending() if name in self.stack.ids else None
            if taken is not None:
                self.show_where(session.take_back(), taken)
                self.toast(self.texts("undone.roll"))
                return
        self._turn("undone", "undo.none", False)

    def redo(self):
        """Make the last undone change again."""
        if not self._outside(True):
            self._turn("redone", "redo.none", True)

    def take_back(self):
        """Take the last change of the game back, in words too; the screen on top stays, and goes on from there."""
        self._turn("undone", "undo.none", False, True)

    def _outside(self, forward):
        """Undo, or redo, of what a game keeps besides its Sheets, by its `outside`; whether that was next."""
        screens = self._screens() if self.session else None
        return hasattr(screens, "outside") and screens.outside(self, forward)

    def _turn(self, done, nothing, forward, stays=False):
        session = self.session
        turned = session and (session.redo() if forward else session.undo())
        if not turned:
            self.toast(self.texts(nothing))
            return
        effects, where = turned
        what = self.what(effects)
        if not forward:
            # What there is now again, where the words say a state; else what was done, and is not any more.
            now = self.what(reverse(effects))
            if now != what:
                what = now
                done = "undone.back"
                before, arrow, after = now.rpartition("→")
                if arrow:
                    what = before.rpartition(" ")[0] + " " + after
        said = self.texts(done, what)
        while said[-1] in " \xa0:":  # no words for it; MicroPython's `rstrip` knows bytes only
            said = said[:-1]
        if not stays:
            self.show_where(where)
        if stays or not self.stack.top().turned(effects, forward):
            self.toast(said)

    @property
    def by_hand(self):
        """Whether real dice are used; a setting, so it is the same after a power cut."""
        return self.settings.yes("hand")

    @by_hand.setter
    def by_hand(self, on):
        self.settings.choose("hand", 1 if on else 0)

    def configure(self):
        """Bring keys, panel and power in line with the settings."""
        settings = self.settings
        self.keys.hold_ms = settings.number("hold")
        self.keys.repeat_ms = REPEATS[settings["repeat"]]
        self.panel.contrast(settings.number("contrast") * 255 // 100)
        self.panel.invert(settings.yes("invert"))
        self.panel.flip(settings.yes("flip") != bool(self.board.FLIP))
        self.power.dim_ms = _ms(settings.number("dim"))
        self.power.off_ms = _ms(settings.number("off"))
        if self.texts.language != settings["language"]:
            self.texts.switch(settings["language"])
            self.charge_at = None  # its number is written otherwise
            self.full.text = self.texts("crash.memory")
            if self.stack.screens:
                self.stack.top().shown()
        self.dirty = True

    # One pass

    def step(self):
        """One pass; returns the milliseconds it may sleep."""
        if self.plain:
            return self._plain_pass()
        now = self.clock.ticks()
        wait = 0
        try:
            if self.making_room:
                self.making_room = False
                self.heap.collect()
            self._listen()
            if self.deferred:  # what one key asked for is done before the next is looked at
                if self.dirty:
                    self._draw()
                self._act()
            elif self.heard:
                if self.heard[0][0] & (OK | BACK) and self.in_place is not None:
                    # Right after a start: what it has brought fills the memory that the key may want.
                    self._answer()
                    if self.make_room():
                        return 0
                self._key(*self.heard.pop(0))
            elif not self.dirty:
                wait = self._work(now)
        except Exception as error:
            self._trouble(error)
        # While presses wait, the frames between may be left out.
        if self.dirty and not self.heard and not self.deferred and not self.plain:
            self._draw()
            wait = 0
        return wait

    def _listen(self):
        """Take in what the keys did since the last pass, each at its time."""
        pins = self.pins
        while pins.next():
            self._poll(pins.mask, pins.at)
        mask = pins.read()
        keys = self.keys
        if not mask == keys.down == keys.stuck or keys.settling:  # else there is nothing to be heard
            self._poll(mask, self.clock.ticks())
        if keys.stuck != self.stuck:
            self._tell_stuck()

    def _poll(self, mask, at):
        for event in self.keys.poll(mask, at, self.clock.diff):
            if self.power.touch(at, self.clock.diff):
                self.heard.append(event)
            else:
                self.keys.swallow()

    def _tell_stuck(self):
        self.stuck = stuck = self.keys.stuck
        if stuck:
            names = [self.texts("key.%d" % key) for key in (UP, DOWN, OK, BACK) if stuck & key]
            self.toast(self.texts("key.stuck", " ".join(names)))

    def _key(self, key, kind, n):
        self.key_at = self.clock.ticks()
        self.litter = True
        self.prepared = False
        self.answered = False
        self.keeper.pressed()
        if self.message is not None and kind == PRESS:
            self.message = None
            self.dirty = True
        top = self.stack.top()
        if key == UP or key == DOWN:
            if kind != PRESS and kind != REPEAT:
                return
            if key == UP:
                top.up(n)
            else:
                top.down(n)
        else:
            if kind != RELEASE and kind != HOLD:
                return
            self._answer()
            if key == OK:
                if kind == RELEASE:
                    top.ok()
                else:
                    top.why()
            elif kind == RELEASE:
                top.back()
            else:
                top.undo()
        self.place_due = True
        self.dirty = True

    def _answer(self):
        """Answer the key in the frame that is shown, before anything else: what it asked for may take its time."""
        self.answered = True
        pressed(self.canvas)
        self.panel.show()

    def _act(self):
        acts = self.deferred
        self.deferred = []
        for act, args in acts:
            act(*args)
        self.dirty = True

    def _work(self, now):
        """What is due without a key: the screen's clock, power, the place file; then what the next key will need."""
        # With few names, for MicroPython takes what a function with more needs from the heap, at every pass.
        top = self.stack.top()
        wait = top.tick(now)
        if wait is None or wait > 10:
            wait = 10
        elif wait < 1:
            wait = 1
        if self.message is not None and self.clock.diff(now, self.message_since) >= TOAST_MS:
            if not self.stuck:  # that stays until another key shows that it was read
                self.message = None
                self.dirty = True
        change = self.power.idle(now, self.clock.diff, top.lit)
        if change is not None:
            self._power_changed(change)
        if self.power.state == OFF:
            return 500
        if self.clock.diff(now, self.panel_tried) >= RETRY_MS:
            self.panel_tried = now
            if self.panel.ok and self.power.dim_ms is not None:
                self.panel.probe()
            else:
                self.panel.start()  # one that never dims is not set up anew otherwise: see `_power_changed`
        if self.panel.ok != self.panel_told:
            self._tell_panel(now)
        if self.keys.down != self.keys.stuck or self.dirty:
            return wait
        if self.place_due:
            # As soon as a key can be waited for: what a cut brings back must not depend on how fast one plays.
            self.note_place()
        elif not self.prepared and self.clock.diff(now, self.key_at) >= QUIET_MS:
            if self._prepare():
                wait = 0
            else:
                self.prepared = True
        return wait

    def _prepare(self):
        """One small piece of what a later key will find done. Returns whether there may be more."""
        if self.litter:
            # Before anything is imported, so that what stays comes to lie close together.
            self.litter = False
            self.moved = False
            self.collected = True
            self.collect()
            if self.flash is not None:
                self.flash.todo = None
            if self.noted is False:
                self.place_due = True
            return True
        session = self.session
        try:
            # First, for it makes room: right after a start there may be little.
            if self.in_place is not None:
                self.flash = self.in_place()
                self.in_place = None
                return True
            if self.flash is not None:
                if self.flash.waits():
                    self.flash.due = 1  # before the next pass
                    return True
                if self.canvas.settle(self.flash.found):
                    self.moved = True
                    return True
            if session is not None and session.mended:
                session.mended = False
                self.toast(self.texts("journal.mended"))
                return True
            if session is not None and session.journal.idle():
                if session.journal.damaged and session.loaded == "ok":
                    session.loaded = "damaged"  # found only now
                    self.toast(self.texts("journal.damaged"))
                return True
            game = self.stack.top().ahead() if session is None else session.name
            if game is not None and self.keeper.keep(game):
                self.litter = True
                return True
            if self.collected:
                if self.moved:  # what is free is counted once it is
                    self.litter = True
                    return True
                self.collected = False
                self.litter = self.keeper.lighten()
                if session is not None:
                    self.keeper.expect(session.paths(self, self.stack.top().ahead() or ()))
                return True
            if session is not None and self.stack.top().prepare():
                self.moved = True
                return True
            path = self.keeper.bring()
            if path:
                self.moved = True
                if self.flash is not None:
                    self.flash.todo.append(path)
                return True
        except (ImportError, MemoryError) as error:
            self.keeper.rest()  # who opens the game will be told
            self.report(error)
        if self.moved:
            self.litter = True
            return True
        return self.heap is not None and self.heap.fill()

    def collect(self):
        if self.heap is None:
            gc.collect()
        else:
            self.heap.collect()

    def make_room(self):
        """Ask that everything that is there now stays where it lies in the flash. Returns whether that will be so: then
        it is done before the next pass, for here it might move what is under way.
        """
        if self.heap is None:
            return False
        self.heap.collect()
        if self.in_place is not None:
            self.flash = self.in_place()
            self.in_place = None
        if self.flash is None:
            return False
        self.flash.todo = None  # what came is looked for
        self.flash.due = ALL
        self.making_room = True
        return True

    def _forget(self):
        """Let go of what may hold modules of the game, and is found again."""
        if self.session is not None:
            self.session.forget()

    def _draw(self):
        self.dirty = False
        self.prepared = False
        top = self.stack.top()
        try:
            self.canvas.clear()
            top.draw(self.canvas)
            if self.message is not None:
                toast(self.canvas, self.message)
            self.panel.show()
        except Exception as error:
            if top is self.full:
                self._show_plain(error)
            else:
                self._fail(error)

    # Power, panel, trouble

    def _power_changed(self, state):
        if state == OFF:
            self.dark = True
            self.panel.power(False)
            self.note_place()
            return
        if self.dark or self.power.dimmed:
            self.dark = False
            self.panel.power(True)
            self.panel.start()  # it may have been unplugged, too shortly to be missed
        level = 8 if self.power.dimmed else self.settings.number("contrast") * 255 // 100
        self.panel.contrast(level)

    def _tell_panel(self, now):
        self.panel_told = self.panel.ok
        self.panel_tried = now
        if self.panel.ok:
            self.say("Gobelet: panel found")
        else:
            self.say("Gobelet: no panel answers on the I2C bus; check its four wires and its address")

    def _trouble(self, error):
        """Something was raised by a key or by what it began: tell the player in plain words, and go on."""
        del self.deferred[:]
        try:
            if isinstance(error, Refused):
                self.refuse(error)
                return
            if isinstance(error, OSError):
                # Only the store and the entropy raise it, and what could not be written was not done.
                self.report(error)
                self.notice(self.fault(error))
                return
        except Exception as worse:
            error = worse
        self._fail(error)

    def fault(self, error):
        """What is said of an error in plain words."""
        if isinstance(error, OSError):
            why = error.args[0] if error.args else 0
            return self.texts({FULL: "store.full", BROKEN: "dice.fault"}.get(why, "store.fault"))
        return self.texts("crash.program" if isinstance(error, ImportError) else "crash.fault")

    def _fail(self, error):
        """A screen cannot go on: say so in plain words and go home; the journal has the game. Where that was said
        already, or cannot be, the plain page is all that is left.
        """
        stack = self.stack
        where = stack.ids[:]
        again = self.failed is not None and stack.top() is self.failed
        try:
            self.only_full()
            if isinstance(error, MemoryError):
                return
            self.report(error)
            self._keep_report(error, where)
            if again:
                self._show_plain()
                return
            self.home()
            self.note_place()
            self.notice(self.fault(error))
            self.failed = stack.top()
        except MemoryError:
            self.only_full()
        except Exception as worse:
            self._show_plain(worse)

    def _keep_report(self, error, where):
        """Keep for `make doctor` what a screen has raised, each fault once in a start and no more than a few: one that
        comes again and again must not wear the flash.
        """
        lines = [VERSION, type(error).__name__] + [str(part) for part in error.args[:2]]
        known = self.noted_faults
        if len(known) == FAULTS or lines in known:
            return
        known.append(lines)
        lines = lines + [" ".join([name or "?" for name in where])]
        try:
            self.store.replace(CRASH, "\n".join([line[:CRASH_LINE] for line in lines]).encode())
        except OSError:
            pass  # the console had it, and the player is told

    def _show_plain(self, error=None):
        """Show the page that needs neither the canvas nor a screen. OK starts anew."""
        self.plain = True
        self.dirty = False
        self.message = None
        self.stack.clear()
        self.stack.push(self.full)  # no screen of a game; and which were open is not noted
        del self.heard[:], self.deferred[:]
        if error is not None:
            self.report(error)
        plain_page(self.panel.buffer, "Ecran en panne", "Screen trouble", "OK: restart")
        self.panel.show()

    def _plain_pass(self):
        """One pass while the plain page is shown: OK, let go, starts anew. Nothing else is called that may raise."""
        now = self.clock.ticks()
        try:
            self._listen()
            while self.heard:
                key, kind, _ = self.heard.pop(0)
                if key == OK and kind == RELEASE:
                    self._start_anew()
                    return 0
            change = self.power.idle(now, self.clock.diff, False)
            if change is not None:
                self._power_changed(change)
            elif not self.panel.ok and self.clock.diff(now, self.panel_tried) >= RETRY_MS:
                self.panel_tried = now
                self.panel.start()
        except Exception as error:
            self.report(error)
            return 500
        return 10

    def _start_anew(self):
        if self.restart is not None:
            self.restart()
        self.failed = None
        self.home()
        self.plain = False


def _ms(seconds):
    return None if seconds is None else seconds * 1000
