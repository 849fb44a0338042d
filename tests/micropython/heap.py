"""Measure MicroPython's heap while the firmware runs: session.py without its output.

The store uses files, as on the device: a dict would count as memory of the firmware.
"""

import gc
import os
import sys
import time

import session
from session import *  # noqa: F403

FOLDER = "/data"


class Files(session.WithoutStrips):
    """A store in files.

    FileStore cannot be used, because this file system has other error numbers than the Pico's.
    """

    cut_in = None

    def __init__(self):
        if FOLDER[1:] not in os.listdir("/"):
            os.mkdir(FOLDER)

    def names(self):
        return sorted([name.replace("+", "/") for name in os.listdir(FOLDER)])

    def read(self, name):
        name = name.replace("/", "+")  # One folder holds all files
        if name not in os.listdir(FOLDER):
            return None
        with open(FOLDER + "/" + name, "rb") as file:
            return file.read()

    def replace(self, name, data):
        self._write(name, data, "wb")

    def append(self, name, data):
        self._write(name, data, "ab")

    def remove(self, name):
        name = name.replace("/", "+")
        if name in os.listdir(FOLDER):
            os.remove(FOLDER + "/" + name)

    def clear(self):
        for name in os.listdir(FOLDER):
            os.remove(FOLDER + "/" + name)

    def _write(self, name, data, mode):
        with open(FOLDER + "/" + name.replace("/", "+"), mode) as file:
            file.write(data)


class Dice:
    """Recorded portions of entropy, then bytes of a small generator."""

    def __init__(self):
        self.portions = []
        self.state = 1

    def read(self, n):
        if self.portions:
            return self.portions.pop(0)
        data = bytearray(n)
        for at in range(n):
            self.state = (self.state * 1103515245 + 12345) & 0x3FFFFFFF
            data[at] = self.state >> 16 & 255
        return bytes(data)


def ticks():
    return session.world.clock.now


class Clock:
    """A clock of plain functions, like DeviceClock.

    A bound method would be allocated at every use.
    """

    def __init__(self):
        self.now = 0
        self.ticks = ticks
        self.diff = time.ticks_diff


class Quiet(session.World):
    def made(self, app):
        pass

    def outside(self):
        return self.bus, self.entropy, self.store


def room(heap):
    """Report free bytes to the App from now on, as on a heap of this size.

    The test's own memory is subtracted.
    """
    world = session.world
    own = gc.mem_alloc()
    world.free = lambda: heap + own - gc.mem_alloc()


def begin():
    """Prepare the parts of the device."""
    import gobelet_board

    from gobelet.device.assets import open_asset

    world = Quiet(gobelet_board, open_asset, sys.print_exception, Files())
    world.entropy = Dice()
    world.clock = Clock()
    session.setup(world)


def boot(now):
    """Start as session.boot does, after all modules of the firmware were removed.

    A restart of the device removes them too.
    """
    session.world.app = None
    for name in list(sys.modules):
        if name.startswith("gobelet."):
            forget(name)
    gc.collect()
    # On the device these modules are in memory besides the App.
    import gobelet.device.pico
    import gobelet.start.boot  # noqa: F401

    session.boot(now)


def forget(name):
    """Remove a module from sys.modules.

    Only an overwritten entry releases the module, because a deleted entry keeps its pointer.
    """
    sys.modules[name] = None
    del sys.modules[name]


def load(name):
    __import__(name)


def modules():
    """Print the firmware's modules that are in memory."""
    for name in sys.modules:
        if name.startswith("gobelet."):
            print(name)


def collect():
    # Stale pointers of earlier calls on this interpreter's stack keep garbage alive until they are
    # overwritten.
    cover(20)
    gc.collect()


def cover(depth):
    """Overwrite the stack down to the depth that the firmware uses."""
    a = b = c = d = e = f = g = h = depth
    if depth:
        "".join([str(at) for at in (a, b, c, d, e, f, g, h)])
        cover(depth - 1)


def allocated():
    return gc.mem_alloc()


def where():
    """Print the name of the top screen."""
    stack = session.world.app.stack
    print(stack.ids[-1] or type(stack.top()).__name__)


def idle(ticks, passes):
    """Run passes without a key and return the bytes that they allocate.

    Inside the call no garbage is collected.
    """
    world = session.world
    step = world.app.step
    clock = world.clock
    before = gc.mem_alloc()
    for _ in range(passes):
        clock.now = ticks
        ticks += 10
        step()
    return gc.mem_alloc() - before


def plant(size):
    """Plant a leak: the App keeps `size` bytes at each press, and only a restart of it frees them."""
    world = session.world
    app = world.app
    step = app.step
    kept = []
    down = 0

    def leaking():
        nonlocal down
        mask = world.keys.mask
        if mask & ~down:
            kept.append(bytearray(size))
        down = mask
        return step()

    app.step = leaking


def spent(*steps):
    """Return the bytes that these passes allocate; `steps` are times and key masks in turn."""
    before = gc.mem_alloc()
    for at in range(0, len(steps), 2):
        step(steps[at], steps[at + 1])  # noqa: F405
    return gc.mem_alloc() - before
