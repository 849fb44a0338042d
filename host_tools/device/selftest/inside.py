"""MicroPython code that the self-test runs on the device through mpremote.

The code prints each answer as a line `@ (name, value)`. The code is sent for each test, so the firmware needs no
code for the self-test.
"""

from __future__ import annotations

from host_tools.device.snippets import BOARD, DROP, ENTER, FREED, MEASURE, SAY

# The self-test renames the player's data folder to this name, and restores the folder also after a failure.
ASIDE = "data.aside"
# Rename the player's data folder back. If no folder was set aside and %(ours)r is true, remove the data of the
# self-test.
PUT_BACK = (
    DROP
    + f"""
if '{ASIDE}' in l:
    if 'data' in l:
        drop('/data')
    os.rename('/{ASIDE}', '/data')
elif %(ours)r and 'data' in l:
    drop('/data')
"""
)
_NEW = """
os.mkdir('/data')
for n, c in %(files)r:
    with open('/data/' + n, 'wb') as f:
        f.write(c)
"""
SET_ASIDE = DROP + f"if 'data' in l:\n    os.rename('/data', '/{ASIDE}')\n" + _NEW
FRESH = DROP + "if 'data' in l:\n    drop('/data')\n" + _NEW

FACTS = (
    SAY
    + MEASURE
    + """
import machine
f = machine.freq()
say('hertz', f[0] if isinstance(f, tuple) else f)
"""
    + BOARD
    + """
try:
    from gobelet_build import BUILD
    say('build', BUILD.split()[-1])
except ImportError:
    pass
try:
    with open('/%(ready)s', 'rb') as f:
        say('build', str(f.read(100), 'ascii'))
except OSError:
    pass
"""
)

BUS = (
    SAY
    + FREED
    + """
def held(b):
    found = []
    for n in ('SDA', 'SCL'):
        p = machine.Pin(b[n], machine.Pin.IN, machine.Pin.PULL_UP)
        time.sleep_ms(2)
        if not p():
            found.append(n)
    return found
b = %(board)r
low = held(b)
if 'SDA' in low:
    freed(b)
    low = held(b)
say('low', low)
def scan(b):
    i = machine.I2C(b['I2C'], sda=machine.Pin(b['SDA']), scl=machine.Pin(b['SCL']), freq=b['FREQ'])
    found = []
    for a in (0x3c, 0x3d):
        try:
            i.writeto(a, b'\\x00\\xe3')  # no operation
            found.append(a)
        except OSError:
            pass
    machine.Pin(b['SDA'], machine.Pin.IN)
    machine.Pin(b['SCL'], machine.Pin.IN)
    return found
if not low:
    say('found', scan(b))
for n, o in %(others)r:
    if o['SDA'] != b['SDA'] and not held(o) and scan(o):
        say('elsewhere', n)
k = [machine.Pin(b[n], machine.Pin.IN, machine.Pin.PULL_UP) for n in ('UP', 'DOWN', 'OK', 'BACK')]
time.sleep_ms(5)
say('down', [n for n, p in zip(('UP', 'DOWN', 'OK', 'BACK'), k) if not p()])
"""
)

# Draw a test picture with the firmware's driver for the panel.
PICTURE = (
    SAY
    + """
import gobelet_board as b
from gobelet.device import pico
from gobelet.device.panel import Panel
import framebuf
p = Panel(pico.open_bus(b), b.CHIP, b.ADDRESS, getattr(b, 'PANEL', ''))
f = framebuf.FrameBuffer(p.buffer, 128, 64, framebuf.MONO_VLSB)
if %(which)r == 'frame':
    f.rect(0, 0, 128, 64, 1)
    f.hline(52, 32, 24, 1)
    f.vline(64, 20, 24, 1)
elif %(which)r == 'lines':
    for x in range(0, 128, 32):
        f.fill_rect(x, 0, 16, 64, 1)
else:
    f.fill(1)
# The bus may refuse once after a scan for an absent address.
say('ok', bool(p.start() or p.start()))
"""
)

# Record the device keys until all have been released for 600 ms. At each edge of a pin, the code stores the bits
# of the keys that are down, and the time.
WATCH = (
    SAY
    + """
import gobelet_board as b, machine, time
from array import array
names = ('UP', 'DOWN', 'OK', 'BACK')
u, d, o, k = [machine.Pin(getattr(b, n), machine.Pin.IN, machine.Pin.PULL_UP) for n in names]
t = array('i', [0] * 400)
m = bytearray(400)
def watch():
    n = 0
    now = time.ticks_ms
    last = mask = 15
    end = time.ticks_add(now(), 20000)
    while n < 400 and time.ticks_diff(end, now()) > 0:
        mask = u() | d() << 1 | o() << 2 | k() << 3
        if mask != last:
            t[n] = time.ticks_us()
            m[n] = mask ^ 15
            n += 1
            last = mask
            end = time.ticks_add(now(), 600 if mask == 15 else 6000)
    return n
time.sleep_ms(20)
print('@ press', %(key)r)
n = watch()
say('edges', [(m[i], time.ticks_diff(t[i], t[0])) for i in range(n)])
"""
)

BATTERY = (
    SAY
    + """
import gobelet_board as b, machine
from gobelet.device import pico
from gobelet.device.power import Gauge
g = Gauge(pico._vsys(machine, b), b.VSYS_DIVIDER, b.VSYS_DROP, lambda: False)
say('millivolts', sorted([g.millivolts() for _ in range(15)])[7])
"""
)

BUZZ = """
import gobelet_board as b, time
from gobelet.device import pico
s = pico.buzzer(b)
for _ in range(3):
    s(1)
    time.sleep_ms(150)
    s(0)
    time.sleep_ms(150)
"""

ROLLS = (
    SAY
    + """
from gobelet.device.entropy import DeviceEntropy
from gobelet.rules.shaker import Shaker
s = Shaker(DeviceEntropy().read)
c = [0] * 6
for _ in range(%(rolls)d):
    c[s.roll(6) - 1] += 1
say('counts', c)
"""
)

# Read each block of the file system twice. Report the checksums, and the number of blocks that differed.
BLOCKS = (
    SAY
    + """
import rp2, binascii
f = rp2.Flash()
n = f.ioctl(4, 0)
b = bytearray(f.ioctl(5, 0))
bad = 0
s = []
for i in range(n):
    f.readblocks(i, b)
    c = binascii.crc32(b)
    f.readblocks(i, b)
    if binascii.crc32(b) != c:
        bad += 1
    s.append(c)
    if len(s) == 32:
        say('sums', s)
        s = []
say('sums', s)
say('bad', bad)
"""
)

TICKS = SAY + "import time\nsay('ticks', time.ticks_ms())\n"

# A class that returns the same pseudo-random bytes on the device and in the simulator, so that both roll the same
# faces.
SEEDED = """
class Seeded:
    def __init__(self, seed):
        self.x = seed * 7919 + 1
    def read(self, n):
        out = bytearray(n)
        x = self.x
        for i in range(n):
            x ^= x << 7 & 0xffff
            x ^= x >> 9
            x ^= x << 8 & 0xffff
            out[i] = x & 0xff
        self.x = x
        return bytes(out)
"""

# Beginning of each code that runs between two passes of Gobelet's main loop, see ENTER in snippets.py.
INSIDE = SAY + ENTER + "    print('@ here')\n"

SAME_DICE = (
    SEEDED
    + """
from gobelet.rules.shaker import Shaker
a.dice.use_shaker(Shaker(Seeded(%(seed)d).read))
"""
)

MEMORY = """
import gc, micropython
gc.collect()
say('free', gc.mem_free())
micropython.mem_info()
"""

# Measure the time from the edge of a device key to the last byte sent to the panel, by the device's clock.
TIMES = """
import time
class Timed:
    def __init__(self, bus):
        self.bus = bus
        self.at = 0
    def writeto(self, address, data):
        n = self.bus.writeto(address, data)
        self.at = time.ticks_us()
        return n
def calm():
    quiet = time.ticks_ms()
    end = quiet
    while time.ticks_diff(time.ticks_ms(), quiet) < 120 and time.ticks_diff(time.ticks_ms(), end) < 3000:
        if a.step() < 10:
            quiet = time.ticks_ms()
def timed(key):
    calm()
    k = a.device.hardware.keys
    wires = a.device.panel._bus = Timed(bus)
    now = time.ticks_ms()
    began = time.ticks_us()
    if key > 2:
        k.add_mask(key, time.ticks_add(now, -60))
        k.add_mask(0, now)
    else:
        k.add_mask(key, now)
    calm()
    a.device.panel._bus = bus
    return time.ticks_diff(wires.at, began) // 100 / 10 if wires.at else -1
bus = a.device.panel._bus
try:
    say('times', [timed(key) for key in %(keys)r])
finally:
    a.device.panel._bus = bus
"""

# Press a device key, and reset the chip by the watchdog %(ms)d milliseconds later, as abruptly as a power cut.
CUT = """
import machine
import gobelet.start.boot
a = gobelet.start.boot.app
a.device.heard.append((%(key)d, 1, 1))
a.device.heard.append((%(key)d, 2, 1))
machine.WDT(timeout=%(ms)d)
"""
