"""App: one pass from keys to panel.

`step` reads the keys, lets the screen on top act, writes what is due, draws if something changed, sends what
changed, and returns how many milliseconds it may sleep. It never blocks. The device, the terminal, a script
and a test differ only in who calls it and how they sleep.
"""

import gc
import sys

from . import VERSION
from .core.procedure import Refused
from .core.shaker import Shaker
from .device.keys import BACK, DOWN, HOLD, OK, PRESS, RELEASE, REPEAT, UP, Keys
from .device.panel import Panel
from .device.power import OFF, Battery, Power
from .session import Session, leave_game, load
from .settings import Settings
from .texts import Texts
from .ui.canvas import Canvas
from .ui.notice import Notice
from .ui.stack import Stack
from .ui.widgets import pressed, toast

PLACE = "place"  # file that says which screens to open again
NAMES = "names.txt"  # names of the seats, sent from the desk, one a line
COLOURS = "colours"  # colour of each seat, one byte each
TOAST_MS = 2000
PLACE_MS = 1500  # the screens are noted after this long without a key
RETRY_MS = 5000  # so often a panel is asked whether it is there
CHARGE_MS = 60000
SEATS = 10
LETTERS = 12  # of a seat's name that are kept: it stands beside a title
FULL = 28  # ENOSPC
REPEATS = {"slow": 250, "normal": 150, "fast": 90}


class Heard:
    """The store, and before the first write that a key causes `heard()`: the key is answered, then comes the wait."""

    def __init__(self, store, heard):
        self._store = store
        self._heard = heard

    def read(self, name):
        return self._store.read(name)

    def names(self):
        return self._store.names()

    def replace(self, name, data):
        self._heard()
        self._store.replace(name, data)

    def append(self, name, data):
        self._heard()
        self._store.append(name, data)

    def remove(self, name):
        self._heard()
        self._store.remove(name)


class App:
    """The whole device. The injected objects are described in README, "How it is built".

    bus, keys, clock, entropy, store, assets  the seam to the hardware
    board   a module of boards/: panel chip and address, battery kind
    gauge   millivolts() and external(), or None
    canvas  class to draw with
    say     called with a line for the USB console
    report  called with an exception that a screen raised, before the player is told in plain words
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
    ):
        self.panel = Panel(bus, board.CHIP, board.ADDRESS)
        self.canvas = canvas(self.panel.buffer, assets)
        self.pins = keys
        self.clock = clock
        self.unheard = False  # whether a key acts that nothing on the panel has answered yet
        self.store = store = Heard(store, self._heard)
        self.board = board
        self.say = say
        self.report = report
        self.shaker = Shaker(entropy.read)
        self.settings = Settings(store)
        self.texts = Texts(assets, self.settings["language"])
        self.full = Notice(self, self.texts("crash.memory"))
        self.keys = Keys()
        self.power = Power()
        self.battery = Battery(gauge, board.BATTERY) if gauge is not None else None
        self.stack = Stack()
        self.session = None
        self.resident = None  # paths of the modules that stay when the list of games is shown
        self.version = VERSION
        self.dirty = True
        self.message = None
        self.message_since = 0
        self.deferred = []
        self.key_at = clock.ticks()
        self.started = False
        self.place_due = False
        self.stuck = 0  # keys that the player knows to be stuck
        self.dark = False  # whether the panel was switched off
        self.panel_told = None  # whether the panel answered, as was last said
        self.panel_tried = self.key_at
        self.names = self._read_names()
        self.colours = self._read_colours()
        self.charge_at = None
        self.charge_text = ""
        self.configure()
        self.panel.start()
        self.keys.poll(keys.read(), self.key_at, clock.diff)  # finds the keys that are stuck
        self._start()
        self.started = True

    # What screens use

    def t(self, key, *args, **named):
        """The text of a key in the language chosen, filled in."""
        return self.texts(key, *args, **named)

    def now(self):
        return self.clock.ticks()

    def since(self, then):
        """Milliseconds since the tick count `then`."""
        return self.clock.diff(self.clock.ticks(), then)

    def open(self, name, *args):
        """Open a screen by its id, "<game>.<screen>" or "system.<screen>", with integers as arguments.

        This is the only way to open a screen that a restart can bring back. A screen of another game than
        the present one opens that game first.
        """
        game = name.partition(".")[0]
        entered = False
        if game != "system" and (self.session is None or self.session.name != game):
            self._open_game(game)
            entered = self.started
        self.stack.rest()
        self._shed()
        self.push(self._made(name, args), name)
        if entered:
            # A roll may come before the screens are noted, and the battery go before it is seen.
            self._note_place()

    def _made(self, name, args):
        """A screen by its id."""
        game, _, short = name.partition(".")
        path = "gobelet.system" if game == "system" else "gobelet.games." + game + ".screens"
        module, class_name = load(path, "SCREENS")[short]
        if "." not in module:
            module = path + "." + module
        return load(module, class_name)(self, *args)

    def push(self, screen, name=None):
        """Put a screen on top; with an id (see `open`) it is opened again after a restart."""
        self.stack.push(screen, name, self._mark())
        self._moved()

    def _mark(self):
        return 0 if self.session is None else self.session.mark()

    def _uncover(self):
        """A screen was closed: the one below it is on top now, and comes back if it rested."""
        self._shed()
        stack = self.stack
        resting = stack.resting(-1)
        if resting:
            place, cursor, first = resting
            stack.screens[-1] = screen = self._made(stack.ids[-1], place)
            stack.marks[-1] = self._mark()
            screen.cursor = cursor
            screen.first = first
        stack.top().shown()
        self._moved()

    def close(self, result=None):
        """Leave the screen on top and give `result` to the one below. The last screen stays."""
        if len(self.stack.screens) < 2:
            if self.stack.ids[0] is None:
                self.home()
            return
        self.stack.pop()
        self._uncover()
        self.stack.top().returned(result)

    def replace(self, name, *args):
        """Open a screen in the place of the one on top."""
        self.stack.pop()
        self.open(name, *args)

    def home(self):
        """Close everything and show the list of games."""
        self.stack.clear()
        self.open("system.home")

    def leave_game(self):
        """Let go of the game that is open and of every screen's modules, so that their memory comes back. Only the
        home screen may do this; what is there when it does so first, stays.
        """
        if self.resident is None:
            self.resident = list(sys.modules)
        self.session = None
        del self.deferred[:]
        self.texts.close()
        leave_game(self.resident)

    def title(self, game):
        """Title of a game, which need not be open."""
        return self.texts(game + ".title")

    def charge(self):
        """Battery charge as text, "" on USB or without a gauge. Measured once a minute."""
        if self.battery is None:
            return ""
        if self.charge_at is None or not 0 <= self.since(self.charge_at) < CHARGE_MS:
            self.charge_at = self.now()
            percent = self.battery.percent()
            self.charge_text = "" if percent is None else "%d%%" % percent
        return self.charge_text

    def free(self):
        """Free heap in KB; 0 where the interpreter does not say."""
        gc.collect()
        return gc.mem_free() // 1024 if hasattr(gc, "mem_free") else 0

    def back_to(self, name):
        """Close screens until the one with this id is on top; home if it is not open."""
        if name not in self.stack.ids:
            self.home()
            return
        while self.stack.ids[-1] != name:
            self.stack.pop()
        self._uncover()

    def toast(self, text):
        """Show a short message over the screen for two seconds, or until the next key."""
        self.message = text
        self.message_since = self.now()
        self.dirty = True

    def notice(self, text):
        """Show a message that stays until a key is pressed."""
        self.push(Notice(self, text))

    def page(self, title, body):
        """Show a text to read, or a list of lines; see `Page`."""
        from .ui.page import Page

        self.push(Page(self, title, body))

    def refuse(self, refused):
        """Tell the player, in words, that a rule may not be applied. refused is a `Refused`."""
        self.notice(self.words(refused))

    def words(self, refused):
        """The words for a `Refused`. A field that is the key of a text, a seat or a field's name is put in words."""
        texts = self.texts
        fields = {"code": refused.code}
        for name in refused.fields:
            value = refused.fields[name]
            if isinstance(value, str):
                for key in (value, "f." + value):
                    if texts.has(key):
                        value = texts(key)
                        break
            elif name == "name":
                value = self.seat(value)
            fields[name] = value
        key = "e." + refused.code
        return texts(key if texts.has(key) else "e.refused", **fields)

    def defer(self, act, *args):
        """Do `act(*args)` once the key is answered, and before the next key: an answer first, then the work.

        Where the screen has more to show meanwhile it sets `dirty`, and is drawn before `act`.
        """
        if not self.dirty:
            self._heard()
        self.deferred.append((act, args))

    def change(self, changes, join=False):
        """Change the Sheets of the game; a refusal is shown. Returns whether it was done."""
        try:
            self.session.change(changes, join)
        except Refused as refused:
            self.refuse(refused)
            return False
        self.dirty = True
        return True

    def undo(self):
        """Take back the last change of the game and say which."""
        self._turn("undone", "undo.none", False)

    def redo(self):
        """Make the last undone change again."""
        self._turn("redone", "redo.none", True)

    def what(self, effects):
        """A few words for a transaction: those of the game's own `what`, which may also give a list of the effects
        that speak for all, or None. Then it is the first field that has a name "f.<field>", old -> new, each as
        "f.<field>.<value>" if there is such a text.
        """
        spoken = None
        screens = self._screens()
        if hasattr(screens, "what"):
            spoken = screens.what(self, effects)
            if isinstance(spoken, str):
                return spoken
        state = self.session.state
        for k, row, f, old, new in spoken or effects:
            kind = state.kinds[k]
            key = "f." + kind.fields[f]
            if self.texts.has(key):
                for effect in effects:
                    if effect[:3] == (k, row, f):
                        new = effect[4]  # of all the presses of one transaction
                who = self.seat(row) + " " if kind.rows > 1 else ""
                words = [self._value(key, value) for value in (old, new)]
                return "%s%s %s→%s" % (who, self.texts(key), words[0], words[1])
        return ""

    def _value(self, key, value):
        """A value as the text "<key>.<value>" has it, else its figures."""
        name = "%s.%d" % (key, value)
        return self.texts(name) if self.texts.has(name) else "%d" % value

    def _screens(self):
        """The package of the game's screens, None if it is not in memory."""
        return self.session and sys.modules.get("gobelet.games." + self.session.name + ".screens")

    def seat(self, row):
        """Name of whoever has a row of a Sheet, "" for -1, nobody: as the game's own `seat` says, else that of
        the seat sent from the desk, else its colour.
        """
        if row < 0:
            return ""
        screens = self._screens()
        if hasattr(screens, "seat"):
            return screens.seat(self, row)
        if row < len(self.names) and self.names[row]:
            return self.names[row]
        return self.colour(row)

    def colour(self, row):
        """Name of the colour of a seat."""
        return self.texts("colour.%d" % self.colours[row % SEATS])

    def paint(self, row, number):
        """Give a seat a colour and keep it; the seat that had it gets the other one. OSError changes nothing."""
        colours = bytearray(self.colours)
        for other in range(SEATS):
            if colours[other] == number:
                colours[other] = colours[row]
        colours[row] = number
        self.store.replace(COLOURS, bytes(colours))
        self.colours = colours

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
            self.full.text = self.texts("crash.memory")
            if self.stack.screens:
                self.stack.top().shown()
        self.dirty = True

    # One pass

    def step(self):
        """One pass; returns the milliseconds it may sleep."""
        now = self.clock.ticks()
        try:
            if not self.deferred:  # what one key asked for is done before the next is looked at
                self._keys(now)
            wait = self._work(now)
        except Exception as error:
            self._trouble(error)
            wait = 0
        if self.dirty:
            self._draw()
            wait = 0
        return wait

    def _keys(self, now):
        for key, kind, n in self.keys.poll(self.pins.read(), now, self.clock.diff):
            if self.power.touch(now, self.clock.diff):
                self._key(key, kind, n)
            else:
                self.keys.swallow()
        if self.keys.stuck != self.stuck:
            self._tell_stuck()

    def _tell_stuck(self):
        self.stuck = stuck = self.keys.stuck
        if stuck:
            names = [self.texts("key.%d" % key) for key in (UP, DOWN, OK, BACK) if stuck & key]
            self.toast(self.texts("key.stuck", " ".join(names)))

    def _key(self, key, kind, n):
        self.key_at = self.clock.ticks()
        self.unheard = True
        self.place_due = True
        if self.message is not None and kind == PRESS:
            self.message = None
        top = self.stack.top()
        if key == UP or key == DOWN:
            if kind == PRESS or kind == REPEAT:
                if key == UP:
                    top.up(n)
                else:
                    top.down(n)
        elif key == OK:
            if kind == RELEASE:
                top.ok()
            elif kind == HOLD:
                top.why()
        elif key == BACK:
            if kind == RELEASE:
                top.back()
            elif kind == HOLD:
                top.undo()
        if not self.deferred:
            self.dirty = True

    def _work(self, now):
        """What is due without a key: deferred acts, the screen's clock, power, the place file."""
        if self.dirty:
            return 0
        if self.deferred:
            acts = self.deferred
            self.deferred = []
            for act, args in acts:
                act(*args)
            self.dirty = True
            return 0
        wait = 10
        due = self.stack.top().tick(now)
        if due is not None and due < wait:
            wait = max(due, 1)
        if self.message is not None and self.clock.diff(now, self.message_since) >= TOAST_MS:
            if not self.stuck:  # that stays until another key shows that it was read
                self.message = None
                self.dirty = True
        if self.place_due and self.clock.diff(now, self.key_at) >= PLACE_MS:
            self._note_place()
        change = self.power.idle(now, self.clock.diff, self.stack.top().lit)
        if change is not None:
            self._power_changed(change)
        if self.power.state == OFF:
            wait = 500
        if self.clock.diff(now, self.panel_tried) >= RETRY_MS:
            self.panel_tried = now
            if self.panel.ok:
                self.panel.probe()
            else:
                self.panel.start()
        if self.panel.ok != self.panel_told:
            self._tell_panel(now)
        return wait

    def _heard(self):
        """Answer the key in the frame that is shown: what it asked for is about to take its time."""
        if self.unheard:
            self.unheard = False
            pressed(self.canvas)
            self.panel.show()

    def _draw(self):
        self.dirty = False
        self.unheard = False
        top = self.stack.top()
        self.canvas.clear()
        try:
            top.draw(self.canvas)
            if self.deferred:
                pressed(self.canvas)
            if self.message is not None:
                toast(self.canvas, self.message)
            self.panel.show()
        except Exception as error:
            self._fail(error)
            return
        gc.collect()

    # Games

    def _shed(self):
        """Let go of the modules that only closed or resting screens needed."""
        if self.session is not None and self.stack.marks:
            self.session.shed(max(self.stack.marks))

    def _open_game(self, game):
        self.leave_game()
        self._heard()
        try:
            self.session = Session(game, self.store, self.resident)
            self.texts.open(game)
            self.stack.forget()
        except Exception:
            self.leave_game()
            raise
        if self.session.loaded == "damaged":
            self.toast(self.texts("journal.damaged"))

    def _turn(self, done, nothing, forward):
        if self.session is None:
            self.toast(self.texts(nothing))
            return
        journal = self.session.journal
        effects = journal.redo() if forward else journal.undo()
        if not effects:
            self.toast(self.texts(nothing))
            return
        self.toast(self.texts(done, self.what(effects)).rstrip(" \xa0:"))
        self.stack.top().shown()

    # Start, place, trouble

    def _read_names(self):
        try:
            data = self.store.read(NAMES)
            return [line.strip()[:LETTERS] for line in data.decode().split("\n")[:SEATS]] if data else []
        except (OSError, UnicodeError):
            return []

    def _read_colours(self):
        try:
            data = self.store.read(COLOURS)
        except OSError:
            data = None
        if data is None or len(data) != SEATS or max(data) >= SEATS:
            return bytearray(range(SEATS))
        return bytearray(data)

    def _start(self):
        self.open("system.home")
        if not self.settings.yes("taught"):
            self.open("system.welcome")
        else:
            self._reopen()
        if self.settings.bad:
            self.toast(self.texts("settings.bad"))

    def _reopen(self):
        """Open the screens that were open when the power went, up to the first that cannot be opened."""
        stack = self.stack
        depth = 0
        try:
            lines = (self.store.read(PLACE) or b"").decode().split("\n")
            for line in lines[1:]:
                name, _, rest = line.partition(" ")
                if name == "system.home":
                    stack.clear()
                depth = len(stack.screens)
                self.open(name, *[int(word) for word in rest.split()])
            if self.session is not None and self._position() != lines[0]:
                depth = len(stack.screens)
                self._reopen_roll()
        except Exception as error:
            self.report(error)
            while len(stack.screens) > depth:
                stack.pop()
            if depth < 2:
                self.home()
            else:
                self._uncover()

    def _reopen_roll(self):
        """The journal went on after the screens were noted: if it ends in a roll, show that roll again."""
        name = self.session.name + ".result"
        if name not in self.stack.ids and self.session.unseen():
            self.open(name)

    def _position(self):
        """Where the journal of the game stands, as text; "" without a game."""
        if self.session is None:
            return ""
        return "%d %d" % (self.session.journal.segment, self.session.journal.used)

    def _moved(self):
        self.dirty = True
        self.place_due = True

    def _note_place(self):
        self.place_due = False
        lines = [self._position()]
        for name, place in self.stack.places():
            lines.append(" ".join([name] + [str(number) for number in place]))
        data = "\n".join(lines).encode()
        try:
            if data != self.store.read(PLACE):
                self.store.replace(PLACE, data)
        except OSError as error:
            self.report(error)  # nothing of the game is lost with it

    def _power_changed(self, state):
        if state == OFF:
            self.dark = True
            self.panel.power(False)
            self._note_place()
            return
        if self.dark:
            self.dark = False
            self.panel.power(True)
            self.panel.start()  # it may have been unplugged in the dark
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
                full = error.args and error.args[0] == FULL
                self.notice(self.texts("store.full" if full else "store.fault"))
                return
        except Exception as worse:
            error = worse
        self._fail(error)

    def _fail(self, error):
        """A screen cannot go on: say so in plain words and go home; the journal has the game."""
        self._only_full()
        if isinstance(error, MemoryError):
            return
        self.report(error)
        try:
            self.home()
            self.notice(self.texts("crash.fault"))
        except MemoryError:
            self._only_full()

    def _only_full(self):
        """Let go of everything but the message that was made while there was room for it."""
        self.stack.clear()
        self.push(self.full)
        self.leave_game()


def _ms(seconds):
    return None if seconds is None else seconds * 1000
