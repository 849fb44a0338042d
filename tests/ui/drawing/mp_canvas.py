"""Draw every scene under real MicroPython, then count the bytes that drawing allocates.

usage: mp_canvas.py FOLDER_WITH_FONTS
"""

import gc
import sys

from scenes import SCENES

from gobelet.ui.drawing.canvas import Canvas

folder = sys.argv[1]
before = 0
opened = 0


def open_asset(name):
    global opened
    opened += 1
    return open(folder + "/" + name, "rb")


for scene in SCENES:
    c = Canvas(bytearray(1024), open_asset)
    scene(c)
    print(scene.__name__, "".join(["%02x" % byte for byte in c.buffer]), c.missing, c.clipped, c.shortened)

# A second drawing of the same text and digits must allocate nothing.
c = Canvas(bytearray(1024), open_asset)


def frame():
    c.clear()
    c.text(0, 0, "Tri’Nytia — été")
    c.text(0, 8, "Immobilisé : ça", 16)
    c.text(0, 24, "Régate", 16, 0)
    c.text(64, 16, "42", 48)
    c.align_right(128, 56, "OK lancer")


frame()
gc.collect()
gc.disable()
opened = 0
before = gc.mem_alloc()
frame()
print("allocated", gc.mem_alloc() - before, opened)
gc.enable()

# The memory of the canvas itself.
del c
gc.collect()
before = gc.mem_alloc()
c = Canvas(bytearray(1024), open_asset)
gc.collect()
print("kept", gc.mem_alloc() - before)
