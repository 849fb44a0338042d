"""MicroPython code that the tools run on a device through mpremote.

A tool joins the snippets that it needs into one program. `say(name, value)` prints a fact about the device as a
line `@ (name, value)`. Each fact is printed at once, so that an exception does not lose the earlier facts. A tool
replaces `%(board)r` by a dict of those constants of the board file that the tool needs, with their default values.
"""

KEYS = ("UP", "DOWN", "OK", "BACK")
PANELS = (0x3C, 0x3D)  # the I2C addresses that an SSD1306 or SH1106 panel can have

SAY = """
def say(n, v):
    print('@', repr((n, v)))
"""

# Defines `drop(path)`, which removes a folder with its content, and the list `l` of the names in the root folder.
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

# Reports the free memory, the sizes of the files and folders at the root, and the storage. MicroPython's statvfs
# counts the two blocks of each folder twice, so the code adds two blocks for each folder to the free blocks.
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

# Defines `freed(board)`, which ends an I2C transfer that a reset has interrupted. The function sends nine clock
# pulses on SCL, and a stop condition.
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

# Beginning of a program that runs while mpremote has interrupted Gobelet; `a` is the App. The code of the tool
# follows in the `else` block. ENTER prints "none" if Gobelet does not run, and "torn" if the interrupt stopped a
# change halfway. If the interrupt stopped a pass of the main loop at another point, the App must draw the whole frame
# and write a snapshot. GO_ON resumes the main loop.
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
