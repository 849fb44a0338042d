"""Print a long random series of operations on a journal. CPython and MicroPython must print the same.

Arguments: number of operations, seed, and "measure" to print heap and time instead.
"""

import gc
import sys
from binascii import crc32

from session import WithoutStrips

from gobelet.journal.journal import Journal, pack_roll, unpack_roll
from gobelet.journal.load import load
from gobelet.rules.procedure import Refused
from gobelet.rules.sheet import Kind, State

PLAYER = Kind("player", 6, (("pv", 0, 30, 10), ("wounds", 0, "pv", 0), ("gold", -500, 500, 3)))
SHIP = Kind("ship", 40, tuple([("f%d" % n, -9, 99, n) for n in range(12)]))
TABLE = Kind("table", 1, (("turn", 0, 30000, 1),))
KINDS = (PLAYER, SHIP, TABLE)


class Cut(Exception):
    """The power failed."""


class Store(WithoutStrips):
    """A store in memory. The power fails at write number `cut`, after half of the bytes."""

    def __init__(self):
        self.files = {}
        self.cut = -1

    def read(self, name):
        return self.files.get(name)

    def _cuts(self):
        self.cut -= 1
        return self.cut == 0

    def replace(self, name, data):
        if self._cuts():
            raise Cut
        self.files[name] = bytes(data)

    def append(self, name, data):
        cuts = self._cuts()
        self.files[name] = self.files.get(name, b"") + bytes(data[: len(data) // 2] if cuts else data)
        if cuts:
            raise Cut


class Chance:
    """A generator with the same numbers under CPython and MicroPython."""

    def __init__(self, seed):
        self.state = seed

    def below(self, n):
        self.state = (self.state * 1103515245 + 12345) & 0x3FFFFFFF
        return (self.state >> 8) % n


def opened(store):
    loaded = load(store, "game", State(KINDS))
    return Journal(loaded), loaded.condition


def one(log, chance):
    """Do one operation and return it as text."""
    what = chance.below(20)
    if what < 6:
        v = [chance.below(40) - 10 for _ in range(chance.below(17))]
        if what == 0:
            v.append(-30000)
        faces = tuple([chance.below(6) + 1 for _ in range(chance.below(4))])
        path = [faces, chance.below(300) - 150]
        log.write_roll(what, v, path, what & 1, b"note"[: chance.below(5)])
        assert unpack_roll(pack_roll(1, v, path)) == (1, 0, v, path, b"")
        return "roll"
    if what < 15:
        changes = []
        for _ in range(1 + chance.below(4)):
            kind = KINDS[chance.below(3)]
            field = kind.fields[chance.below(len(kind.fields))]
            changes.append((kind.name, chance.below(kind.rows), field, chance.below(40) - 6))
        if what == 14:
            changes = [("ship", n // 12, "f%d" % (n % 12), chance.below(90)) for n in range(200)]
        try:
            log.change(log.state.effects(changes), what > 11)
        except Refused as refused:
            why = refused.fields
            return "refused %s %d %s %d %d" % (why["kind"], why["row"], why["field"], why["low"], why["high"])
        return "change"
    effects = log.undo() if what < 18 else log.redo()
    return "%s %s" % ("undo" if what < 18 else "redo", effects and effects[0])


def told(log, store):
    """Return the visible state of a journal and its store as text."""
    files = []
    for name in sorted(store.files):
        files.append("%08x" % crc32(store.files[name]))
    total = crc32(" ".join(files).encode())
    values = 0
    for sheet in log.state.sheets:
        values = crc32(bytes(sheet), values)
    pending = log.source_roll()
    return "%d %d %d %08x %08x %s" % (
        log.position,
        len(log.done),
        len(log.undone),
        total,
        values,
        pending and (pending[1][0], pending[1][2], pending[1][3], pending[2]),
    )


def play(count, seed):
    store = Store()
    chance = Chance(seed)
    log, said = opened(store)
    print(said)
    for _ in range(count):
        if chance.below(30) == 0:
            store.cut = 1 + chance.below(4)
        try:
            done = one(log, chance)
        except Cut:
            log, done = opened(store)
        if chance.below(100) == 0 and store.files:
            name = sorted(store.files)[chance.below(len(store.files))]
            data = bytearray(store.files[name])
            if data:
                data[chance.below(len(data))] ^= 1 << chance.below(8)
            store.files[name] = bytes(data)
            log, done = opened(store)
        if chance.below(2):
            try:
                done += " idle %s" % log.do_idle_work()
            except Cut:
                log, done = opened(store)
        print(done, told(log, store))


def measure():
    """Print bytes of heap and milliseconds of the costly calls, for a full journal of long rolls."""
    import time

    store = Store()
    log, _ = opened(store)
    for n in range(800):
        log.write_roll(6, [1] * 17, [(3,), (5, 2), 1])
        log.change(log.state.effects([("table", 0, "turn", 2 + n), ("player", 0, "gold", n % 300)]))
    del log
    gc.collect()
    before = gc.mem_alloc()
    state = State(KINDS)
    start = time.ticks_us()
    loaded = load(store, "game", state)
    taken = time.ticks_diff(time.ticks_us(), start)
    churned = gc.mem_alloc() - before
    log = Journal(loaded)
    del loaded
    gc.collect()
    print("load, journal and 487 values us", taken, "churn", churned, "kept", gc.mem_alloc() - before)
    for name, call in (
        ("roll", lambda: log.write_roll(6, [1] * 17, [(3,), (5, 2), 1])),
        ("change", lambda: log.change(state.effects([("table", 0, "turn", 9)]))),
        ("undo", log.undo),
        ("redo", log.redo),
        ("restart", lambda: log.change(state.effects(state.restart_changes()))),
        ("snapshot", log.packed_values),
        ("settle", state.clamp_rows),
    ):
        gc.collect()
        before = gc.mem_alloc()
        start = time.ticks_us()
        call()
        taken = time.ticks_diff(time.ticks_us(), start)
        churned = gc.mem_alloc() - before
        gc.collect()
        print(name, "us", taken, "churn", churned, "kept", gc.mem_alloc() - before)


if sys.argv[1:2] == ["measure"]:
    measure()
elif len(sys.argv) > 2:
    play(int(sys.argv[1]), int(sys.argv[2]))
