"""The web page as another board: virtual parts around the firmware's App.

The page's worker runs this module under MicroPython. The script machine.mjs prepares the files of device and player,
runs this module, and calls its functions. JavaScript provides the module `page`, with these functions:

page.wire(address, hex)    sends a transaction on the bus; returns whether a device answered.
page.entropy(n)            returns n random bytes, in hexadecimal.
page.changed(name, hex)    stores the new content of a file; if `hex` is None, deletes the file.
page.say(line)             writes a line to the browser's console.
page.buzz(on)              switches the buzzer; optional.
page.hour()                returns the hour of the day; optional.
page.told(text)            receives the output of the serial link; optional. Without `told` the device has no link.
"""

import sys
from binascii import hexlify, unhexlify

import gobelet_board
import page
from recorder import Words, recording

from gobelet.device.assets import open_asset
from gobelet.device.hardware import Hardware
from gobelet.device.store import extend
from gobelet.shell.app import App
from gobelet.ui.drawing.canvas import Canvas

WELCOME = "system.welcome"  # id of the screen on which a player chooses the language at the first start


class Bus:
    """The I2C bus, which passes each transaction to the page."""

    def writeto(self, address, data):
        if not page.wire(address, str(hexlify(data), "ascii")):
            raise OSError(5)
        return len(data)


class Keys:
    """The four keys, with the key changes that the App has not read yet.

    now   bits of the keys that are down now.
    mask  bits of the keys that were down after the last change that `fetch_change` fetched.
    time  tick count of the last change that `fetch_change` fetched.
    """

    def __init__(self):
        self.mask = self.time = self.now = 0
        self.waiting = []

    def read(self):
        return self.now

    def fetch_change(self):
        if not self.waiting:
            return False
        self.mask, self.time = self.waiting.pop(0)
        return True


class Clock:
    """The clock of the device; `step` sets its tick count before each pass."""

    now = 0

    def ticks(self):
        """Return the current tick count."""
        return self.now

    def diff(self, a, b):
        return (a - b + (1 << 29)) % (1 << 30) - (1 << 29)


class Entropy:
    """The random bytes of the device, which the browser generates."""

    def read(self, n):
        return unhexlify(page.entropy(n))


class Supply:
    """The power supply of the device, which is always USB."""

    def millivolts(self):
        """Return the voltage of USB, in millivolts."""
        return 5000

    def has_usb_power(self):
        """Tell whether USB powers the device: always."""
        return True


class Store:
    """The files of the device in a dict; the page stores each change.

    The store creates no strips: strips are files of flash memory, to which appends are fast. See
    gobelet/device/store.py.
    """

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

    def write_strip(self, name, data):
        self.replace(name, data)

    def write_value(self, name, data):
        self.replace(name, data)

    def prepare_append(self, name):
        return False

    def write_pieces(self, name, pieces):
        data = bytearray()
        for piece in pieces:
            data += piece
        self.replace(name, data)

    def make_buffer(self, size):
        return bytearray(size)


class Serial:
    """A serial link to another tab of the browser, instead of the USB port."""

    def __init__(self):
        self.typed = b""
        self.taken = 0

    def has_input(self):
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
    """The Hardware that the page provides."""

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
        """Return None, because the heap in a browser grows on demand."""
        return None


def file(name, content):
    """Add a file to the store before the start; `content` is hexadecimal."""
    store.files[name] = unhexlify(content)


def boot(ticks, language):
    """Power on.

    On a first start `language` is the page's language, so that the device does not ask for a language. On a later start
    `language` is "".
    """
    global app
    if language:
        store.replace("settings", b"language=" + language.encode() + b"\n")
    clock.now = ticks
    app = App(Page(), gobelet_board, open_asset, recording(Canvas, words))
    app.start()
    if app.stack.ids[-1] == WELCOME:
        app.context.replace("system.lesson")


def set_keys(mask, at):
    """Record that the pressed keys are those of `mask` since the tick count `at`."""
    keys.now = mask
    keys.waiting.append((mask, at))


def step(ticks):
    """Run one pass of the App; return the milliseconds until the next pass is due."""
    clock.now = ticks
    return app.step()


def read_out():
    """Return the words on the screen, in reading order."""
    return words.as_read()


def open_game(game, line):
    """Open the first screen of a game, without the lesson about the keys.

    `line` is "", or free dice such as "3d8+2" to select in the game "dice". If `line` is invalid, returns False, and
    the selected dice stay the same.
    """
    app.device.settings.choose("taught", 1)
    app.context.navigation.home()
    app.context.open(game + ".home")
    if not line:
        return True
    taken = take_in_hand(line)
    app.context.navigation.home()
    app.context.open(game + ".home")
    return taken


def take_in_hand(line):
    """Select the free dice in `line`, such as "3d8+2"; return False if invalid."""
    from gobelet.games.dice.screens import throw

    try:
        throw.take_line(app.context, line)
    except ValueError:
        return False
    return True


def set_language(language):
    """Set the language that the device uses from its next start on."""
    app.device.settings.choose("language", ("fr", "en").index(language))


def add_input(text):
    """Append text from another tab to the input of the serial link."""
    serial.typed = serial.typed[serial.taken :] + text.encode()
    serial.taken = 0


def set_sound(on):
    """Turn the sounds on or off.

    If some sounds are on already, a call with 1 keeps the player's choice of sounds.
    """
    if on != (app.device.settings["sound"] != "no"):
        app.device.settings.choose("sound", on)
        app.apply_settings()
