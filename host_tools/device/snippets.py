"""Code snippets for programs that run on a device over mpremote.

Each tool joins the snippets that it needs. Each fact is a separate line `@ (name, value)`, so that a later
fault does not lose it.

Each tool replaces `%(board)r` by the board file constants that it needs.
"""

KEYS = ("UP", "DOWN", "OK", "BACK")
PANELS = (0x3C, 0x3D)  # possible I2C addresses of an SSD1306 or SH1106

SAY = """
def say(n, v):
    print('@', repr((n, v)))
"""

# `drop(path)` removes a folder with its content. The list `l` has the names in the root folder.
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

# MicroPython's statvfs counts the two blocks of each folder twice, so the free space can be negative.
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

# Nine clocks and a stop condition end an I2C transfer that a reset interrupted.
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

# Interrupt the running program between two passes of its main loop; `a` is its App. The tool's code follows in
# the `else` block, and GO_ON after it. After an interrupted pass, the App draws the whole frame and writes a snapshot.
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
        a.context.request_snapshot()
"""
GO_ON = "import gobelet.start.boot\ngobelet.start.boot.run()"
