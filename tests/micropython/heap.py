"""What is asked of MicroPython's heap while the firmware runs: session.py without its telling, and figures.

The store is in files, as on the device: in a dict it would count as the firmware's memory.
"""

import gc
import os
import sys
import time

import session
from session import *  # noqa: F403

FOLDER = "/data"


class Files(session.WithoutStrips):
    """Not the firmware's FileStore: the error numbers of this filesystem are not those of the Pico."""

    cut_in = None

    def __init__(self):
        if FOLDER[1:] not in os.listdir("/"):
            os.mkdir(FOLDER)

    def names(self):
        return sorted([name.replace("+", "/") for name in os.listdir(FOLDER)])

    def read(self, name):
        name = name.replace("/", "+")  # one folder holds them all
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
    """The portions it was handed, then bytes of a small generator."""

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
    """Holds plain functions, as DeviceClock does: a method would be bound, and allocated, at every use."""

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
    """From now on the App is told what a heap of so many bytes would have free, the test's own parts left out."""
    world = session.world
    own = gc.mem_alloc()
    world.free = lambda: heap + own - gc.mem_alloc()


def begin():
    """Make the parts ready."""
    import gobelet_board

    from gobelet.device.assets import asset

    world = Quiet(gobelet_board, asset, sys.print_exception, Files())
    world.entropy = Dice()
    world.clock = Clock()
    session.setup(world)


def boot(now):
    """As session.boot, with nothing of the firmware in memory: a restart of the device forgets all modules."""
    session.world.app = None
    for name in list(sys.modules):
        if name.startswith("gobelet."):
            forget(name)
    gc.collect()
    # What is in memory there besides the App.
    import gobelet.device.pico
    import gobelet.start.boot  # noqa: F401

    session.boot(now)


def forget(name):
    """Take a module out of sys.modules: its place would keep it until it is used again."""
    sys.modules[name] = None
    del sys.modules[name]


def load(name):
    """Import a module."""
    __import__(name)


def modules():
    """Print the firmware's modules that are in memory."""
    for name in sys.modules:
        if name.startswith("gobelet."):
            print(name)


def collect():
    # Pointers that the calls before left on this interpreter's stack keep garbage alive until others stand there.
    cover(20)
    gc.collect()


def cover(depth):
    """Use the stack as deep as the firmware does, for nothing."""
    a = b = c = d = e = f = g = h = depth
    if depth:
        "".join([str(at) for at in (a, b, c, d, e, f, g, h)])
        cover(depth - 1)


def allocated():
    return gc.mem_alloc()


def where():
    """Print which screen is on top."""
    stack = session.world.app.stack
    print(stack.ids[-1] or type(stack.top()).__name__)


def idle(ticks, passes):
    """Passes without a key, and the bytes that they allocated: nothing is collected within a call."""
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
    """A leak: from now on the App keeps so many bytes at each press, which only a restart of it would free."""
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
    """Bytes that these passes allocate, times and key masks by turns: nothing is collected within a call."""
    before = gc.mem_alloc()
    for at in range(0, len(steps), 2):
        step(steps[at], steps[at + 1])  # noqa: F405
    return gc.mem_alloc() - before
