"""The page as another board: the parts round the App, under MicroPython in the page's worker.

machine.mjs puts the files of device and player in place, runs this, and calls its functions; the module `page` is
what it offers:

    page.wire(address, hex)    a transaction on the bus; whether somebody answered
    page.entropy(n)            n random bytes, in hexadecimal
    page.changed(name, hex)    a file of the store has this content now; hex is None: it is gone
    page.say(line)             for whoever opens the browser's console
    page.buzz(on)              the buzzer is switched on or off; a page may go without
    page.hour()                hour of the day
    page.told(text)            what the link tells; without it there is no link
"""

import sys
from binascii import hexlify, unhexlify

import gobelet_board
import page
from recorder import Words, recording

from gobelet.device.assets import asset
from gobelet.device.hardware import Hardware
from gobelet.device.store import extend
from gobelet.shell.app import App
from gobelet.ui.drawing.canvas import Canvas

WELCOME = "system.welcome"  # asks for the language


class Bus:
    def writeto(self, address, data):
        if not page.wire(address, str(hexlify(data), "ascii")):
            raise OSError(5)
        return len(data)


class Keys:
    """What the fingers did since the App looked, each with its time, and what they do now."""

    def __init__(self):
        self.mask = self.time = self.now = 0
        self.waiting = []

    def read(self):
        return self.now

    def next(self):
        if not self.waiting:
            return False
        self.mask, self.time = self.waiting.pop(0)
        return True


class Clock:
    now = 0

    def ticks(self):
        return self.now

    def diff(self, a, b):
        return (a - b + (1 << 29)) % (1 << 30) - (1 << 29)


class Entropy:
    def read(self, n):
        return unhexlify(page.entropy(n))


class Supply:
    """A phone or a desk feeds it."""

    def millivolts(self):
        return 5000

    def external(self):
        return True


class Store:
    """Files in a dict; the page keeps them. No strips are made: see device/store.py."""

    def __init__(self):
        self.files = {}

    def read(self, name):
        return self.files.get(name)

    def replace(self, name, data):
        self.files[name] = bytes(data)
        page.changed(name, str(hexlify(data), "ascii"))

    def append(self, name, data):
        self.replace(name, extend(self.files.get(name, b""), bytes(data)))

    def remove(self, name):
        if self.files.pop(name, None) is not None:
            page.changed(name, None)

    def names(self):
        return sorted(self.files)

    def reserve(self, name, data):
        self.replace(name, data)

    def note(self, name, data):
        self.replace(name, data)

    def rest(self, name):
        return False

    def assemble(self, name, pieces):
        data = bytearray()
        for piece in pieces:
            data += piece
        self.replace(name, data)

    def room(self, size):
        return bytearray(size)


class Serial:
    """Another tab, at the place of the port over USB."""

    def __init__(self):
        self.typed = b""
        self.taken = 0

    def waits(self):
        return self.taken < len(self.typed)

    def read(self, buffer, begin):
        end = begin
        while end < len(buffer) and self.taken < len(self.typed):
            byte = buffer[end] = self.typed[self.taken]
            self.taken += 1
            end += 1
            if byte in b"\r\n":
                break
        return end

    def write(self, data, begin):
        page.told(str(bytes(data[begin:]), "utf-8"))
        return len(data)


clock = Clock()
keys = Keys()
serial = Serial()
store = Store()
words = Words()
app = None


class Page(Hardware):
    """What the page offers as a device."""

    def __init__(self):
        Hardware.__init__(self, Bus(), keys, clock, Entropy(), store)
        self.gauge = Supply()
        self.say = page.say
        self.report = sys.print_exception
        self.buzz = getattr(page, "buzz", None)
        if hasattr(page, "hour"):
            self.hour = page.hour
        if hasattr(page, "told"):
            self.open_serial = lambda: serial

    def free_bytes(self):
        """A heap that grows with the page says nothing."""
        return None


def file(name, content):
    """Put a file into the store, before the start."""
    store.files[name] = unhexlify(content)


def boot(ticks, language):
    """Power on. On a first start `language` is chosen; it is not asked for, since the page knows it."""
    global app
    if language:
        store.replace("settings", b"language=" + language.encode() + b"\n")
    clock.now = ticks
    app = App(Page(), gobelet_board, asset, recording(Canvas, words))
    app.start()
    if app.stack.ids[-1] == WELCOME:
        app.replace("system.lesson")


def key(mask, at):
    """The keys that are down, from the tick count `at` on."""
    keys.now = mask
    keys.waiting.append((mask, at))


def step(ticks):
    """One pass of the App. Returns the milliseconds it may sleep."""
    clock.now = ticks
    return app.step()


def read_out():
    """The words on the screen, from left to right and from top to bottom."""
    return words.as_read()


def open_game(game, line):
    """Show the first screen of a game, with the free dice of a line such as "3d8+2" in hand. Who comes for it is spared
    the lesson. Returns False where there are no such dice: those of before are in hand.
    """
    app.settings.choose("taught", 1)
    app.home()
    app.open(game + ".home")
    if not line:
        return True
    taken = take_in_hand(line)
    app.home()
    app.open(game + ".home")
    return taken


def take_in_hand(line):
    from gobelet.games.dice.screens import throw

    try:
        throw.take_line(app, line)
    except ValueError:
        return False
    return True


def speak(language):
    """The device speaks this language from its next start on."""
    app.settings.choose("language", ("fr", "en").index(language))


def listen(text):
    """What another tab types on the link."""
    serial.typed = serial.typed[serial.taken :] + text.encode()
    serial.taken = 0


def audible(on):
    """Let the buzzer tell of events, or of nothing; what was chosen among the settings of the device stays."""
    if on != (app.settings["sound"] != "no"):
        app.settings.choose("sound", on)
        app.configure()
