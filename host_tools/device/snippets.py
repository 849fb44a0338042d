"""Pieces of the programs that the tools run on a device over mpremote; each tool joins those that it needs.

Each fact is a line `@ (name, value)` of its own, so facts after a fault are told too. `%(board)r` stands for the
constants that the tool wants of the board file.
"""

KEYS = ("UP", "DOWN", "OK", "BACK")
PANELS = (0x3C, 0x3D)  # the addresses that an SSD1306 or SH1106 can have

SAY = """
def say(n, v):
    print('@', repr((n, v)))
"""

# `drop(path)` removes a folder with all that is in it; `l` is what lies in the root.
DROP = """
import os
def drop(p):
    for e in list(os.ilistdir(p)):
        q = p + '/' + e[0]
        if e[1] & 0x4000:
            drop(q)
        else:
            os.remove(q)
    os.rmdir(p)
l = os.listdir('/')
"""

# MicroPython's statvfs counts the two blocks of each folder twice; what is free may come out below 0.
MEASURE = """
import gc, os
gc.collect()
say('heap', gc.mem_free())
d = []
def size(p, t):
    if not t & 0x4000:
        return os.stat(p)[6]
    d.append(p)
    return sum([size(p + '/' + e[0], e[1]) for e in os.ilistdir(p)])
say('root', [(e[0], size('/' + e[0], e[1])) for e in os.ilistdir('/')])
s = os.statvfs('/')
say('storage', (s[0] * ((s[3] + 2 * len(d)) & 0xfffffff), s[0] * s[2]))
"""

BOARD = """
b = %(board)r
try:
    import gobelet_board
    for n in b:
        b[n] = getattr(gobelet_board, n, b[n])
    say('board', b)
except ImportError:
    pass
except Exception as e:
    say('board_fault', repr(e))
"""

# Nine clocks and a stop end a transfer that a reset broke off.
FREED = """
import machine, time
def freed(b):
    c = machine.Pin(b['SCL'], machine.Pin.OPEN_DRAIN, value=1)
    d = machine.Pin(b['SDA'], machine.Pin.OPEN_DRAIN, value=1)
    for n in range(9):
        c(0)
        time.sleep_us(10)
        c(1)
        time.sleep_us(10)
    d(0)
    time.sleep_us(10)
    d(1)
    time.sleep_us(10)
"""

# Between two passes of the program that runs, `a` is its App; what follows stands in the `else`, and GO_ON behind it.
# A pass that was cut short may have left half a picture, and something undone.
ENTER = """
import sys
b = sys.modules.get('gobelet.start.boot')
a = getattr(b, 'app', None)
if not a:
    print('@ none')
elif b.torn():
    print('@ torn')
else:
    if b.within:
        a.redraw()
        a.request_snapshot()
"""
GO_ON = "import gobelet.start.boot\ngobelet.start.boot.run()"
