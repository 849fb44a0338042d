"""The parts around the App in plain Python, and the acts of a session.

The parts print all output of the App, one line each, in order:

    wire HEX       a transaction on the bus; "lost" instead if no device acknowledges.
    draw N HEX     bytes of entropy.
    put NAME HEX   a file replaced; "add NAME HEX" appended to, "drop NAME" removed.
    say TEXT       a line for the USB console.
    fault NAME     an exception that a screen raised; its trace follows.
    cut            the power failed.

Two runs with the same lines for the same calls have shown the same pictures and kept the same files. The same
wrappers enclose the simulator's parts when a session is recorded, see recording.py.
"""

from binascii import hexlify, unhexlify

TOLD = ("wire", "lost", "draw", "put", "add", "drop", "say", "fault", "cut", "file")


class Silent:
    """A serial port without a reader."""

    def has_input(self):
        return False

    def read(self, buffer, begin):
        return begin

    def write(self, data, begin):
        return begin


class PowerCut(BaseException):
    """The battery was pulled. The exception is a BaseException, so that no handler in the firmware catches it."""


# Wrappers that print each call.


def plain(data):
    return str(hexlify(data), "ascii")


class TellingBus:
    def __init__(self, bus):
        self.bus = bus

    def writeto(self, address, data):
        try:
            sent = self.bus.writeto(address, data)
        except OSError:
            print("lost")
            raise
        print("wire", plain(data))
        return sent


class TellingEntropy:
    def __init__(self, entropy):
        self.entropy = entropy

    def read(self, n):
        data = self.entropy.read(n)
        print("draw", n, plain(data))
        return data


class WithoutStrips:
    """Strip operations, for a store without strips of erased flash."""

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


class TellingStore(WithoutStrips):
    def __init__(self, store):
        self.store = store
        self.read = store.read
        self.names = store.names

    def replace(self, name, data):
        self.store.replace(name, data)
        print("put", name, plain(data))

    def append(self, name, data):
        self.store.append(name, data)
        print("add", name, plain(data))

    def remove(self, name):
        self.store.remove(name)
        print("drop", name)


def say(text):
    print("say", text)


# The parts.


class Bus:
    """A bus with one device at one address; a test can unplug the device."""

    def __init__(self, address):
        self.address = address
        self.plugged = True

    def writeto(self, address, data):
        if not self.plugged or address != self.address:
            raise OSError(5)
        return len(data)


class Keys:
    def __init__(self):
        self.mask = 0

    def read(self):
        return self.mask

    def fetch_change(self):
        return False


class Clock:
    def __init__(self):
        self.now = 0

    def ticks(self):
        return self.now

    def diff(self, a, b):
        return (a - b + (1 << 29)) % (1 << 30) - (1 << 29)


class Entropy:
    """Recorded portions of entropy; each read returns the next one."""

    def __init__(self):
        self.portions = []

    def read(self, n):
        if not self.portions:
            raise ValueError("more entropy is drawn than was recorded")
        return self.portions.pop(0)


class Gauge:
    def __init__(self):
        self.mv = 3900
        self.usb = 0

    def millivolts(self):
        return self.mv

    def has_usb_power(self):
        return bool(self.usb)


class Store(WithoutStrips):
    """Files in a dict.

    `cut_in` is the number of write steps before the power fails, as in the simulator's store.
    """

    def __init__(self):
        self.files = {}
        self.cut_in = None

    def read(self, name):
        return self.files.get(name)

    def replace(self, name, data):
        self._step()
        self.files[name + ".tmp"] = bytes(data)
        self._step()
        self.files[name] = self.files.pop(name + ".tmp")

    def append(self, name, data):
        self._step()
        self.files[name] = self.files.get(name, b"") + bytes(data)

    def remove(self, name):
        self._step()
        self.files.pop(name, None)

    def names(self):
        return sorted([name for name in self.files if not name.endswith(".tmp")])

    def clear(self):
        self.files.clear()

    def _step(self):
        if self.cut_in is not None:
            self.cut_in -= 1
            if self.cut_in <= 0:
                self.cut_in = None
                raise PowerCut


# The acts of a session, which other processes call. Parameters are integers and strings.


class World:
    """The App, and the parts that survive a restart of the App."""

    def __init__(self, board, assets, report, store):
        self.board = board
        self.assets = assets
        self.report = report
        self.bus = Bus(board.ADDRESS)
        self.clock = Clock()
        self.entropy = Entropy()
        self.store = store
        self.gauge = Gauge()
        self.keys = Keys()
        self.free = None  # a function with which the App asks for the free memory; None: unknown
        self.app = None

    def made(self, app):
        """Hook for a new App."""
        import_nothing_ahead(app)

    def outside(self):
        """Return bus, entropy and store for the App."""
        return TellingBus(self.bus), TellingEntropy(self.entropy), TellingStore(self.store)


world = None


def setup(made):
    """Use a World for the following calls."""
    global world
    world = made


class Parts:
    """The hardware, with the interface of device/hardware.py; it imports no module of the firmware."""

    restart = start_anew = set_speed = buzz = None
    open_serial = Silent

    def __init__(self, world):
        self.bus, self.entropy, self.store = world.outside()
        self.keys = world.keys
        self.clock = world.clock
        self.gauge = world.gauge
        self._world = world

    def say(self, line):
        say(line)

    def report(self, error):
        print("fault", type(error).__name__)
        self._world.report(error)

    def hour(self):
        return None

    def can_sleep(self):
        return not self.gauge.has_usb_power()

    def free_bytes(self):
        """Return None by default: the heap of the desk says nothing about the device's."""
        return self._world.free() if self._world.free else None


def import_nothing_ahead(app):
    """Stop the App from importing modules before a key needs them.

    On the desk all modules are in memory.
    """
    app.games.likely_modules = list
    app.games.switch_to_likely_game = bool  # returns False, so that the App unloads no game either
    return app


def boot(ticks):
    from gobelet.shell.app import App

    world.app = None
    world.clock.now = ticks
    world.keys.mask = 0
    try:
        app = App(Parts(world), world.board, world.assets)
        app.start()
        world.app = app
        world.made(app)
    except PowerCut:
        print("cut")


def step(ticks, mask):
    """Run one pass of the App.

    Return the milliseconds that it may sleep, or -1 if the power failed.
    """
    world.clock.now = ticks
    world.keys.mask = mask
    try:
        return world.app.step()
    except PowerCut:
        print("cut")
        return -1


def rest(ticks, mask, wait, passes):
    """Run passes without activity while each asks for the same sleep.

    Return the number of passes.
    """
    for done in range(passes):
        if step(ticks, mask) != wait:
            return done
        ticks = (ticks + wait) & ((1 << 30) - 1)
    return passes


def open_screen(name, *numbers):
    world.app.context.open(name, *numbers)


def change(*flat):
    changes = []
    for at in range(0, len(flat), 4):
        changes.append(tuple(flat[at : at + 4]))
    return world.app.context.change(changes)


def choose(name, index):
    world.app.device.settings.choose(name, index)


def home():
    world.app.context.navigation.home()


def apply_settings():
    world.app.apply_settings()


def plug(plugged):
    world.bus.plugged = bool(plugged)


def supply(millivolts, usb):
    world.gauge.mv = millivolts
    world.gauge.usb = usb


def cut(steps):
    world.store.cut_in = None if steps < 0 else steps


def give(portions):
    """Add bytes for the next reads of entropy."""
    for portion in portions.split(" "):
        world.entropy.portions.append(unhexlify(portion))


def forget():
    """Empty the store."""
    world.store.clear()


def file(name, content):
    """Put a file into the store from outside."""
    world.store.replace(name, unhexlify(content))


def files():
    """Print every file of the store."""
    for name in world.store.names():
        print("file", name, plain(world.store.read(name)))
