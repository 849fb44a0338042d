"""A heap that is exhausted: so many bytes are left of it, and a player goes on.

On the build for this desk's system with a heap of fixed size. Its words are twice those of the Pico, so the
sizes say nothing; that it goes well at every size does.
"""

from __future__ import annotations

import json
from pathlib import Path

from tests.micropython import unix

SCRIPT = """
import gc
import json
import sys
import os
here = os.getcwd()
sys.path[:0] = [here + "/scripts", here + "/build"]  # not the firmware as it is in its sources
import gobelet_board, gobelet_packs
import session
from heap import Dice, Quiet
os.chdir("/")
gobelet_packs.mount(here + "/build/packs/")

said = []
faults = []
world = Quiet(gobelet_board, gobelet_packs.asset, faults.append, session.Store())
world.entropy = Dice()
session.say = said.append
session.setup(world)
session.file("settings", {taught!r})
session.boot(0)
app = world.app
now = 0

def passes(count, mask=0):
    global now
    for _ in range(count):
        now += 10
        session.step(now, mask)

def enter():
    app.open("counters.home")
    passes(10)

passes(30)
enter()
app.change([("player", 1, "v0", 7)])
shown = []
words = []
key = kept = None  # names of its own must find room while there is some
fail = app._raised

def failed(error, drawing):
    global hoard
    fail(error, drawing)
    hoard = None  # what is noted needs room
    shown.append((type(error).__name__, [type(each).__name__ for each in app.stack.screens]))
    words.append(app.stack.top())

app._raised = failed
hoard = None  # a chain: a list would need ever larger pieces itself

def fill():
    # The largest pieces first, until only so much is left.
    global hoard
    gc.collect()
    size = 8192
    while size >= 32:
        try:
            while gc.mem_free() > {spare} + size:
                hoard = (bytearray(size - 32), hoard)
        except MemoryError:
            pass
        size //= 2

for key in (4, 4, 8, 2, 4, 8, 1, 4):
    fill()  # also what the App has let go
    passes(6, key)
    passes(8)
hoard = None
gc.collect()
passes(5)
for _ in range(3):
    passes(6, 8)
    passes(8)
app.home()
passes(5)
enter()
words = [each.text == app.texts("crash.memory") for each in words]
kept = [app.session.get("player", 1, "v0"), app.session.loaded]
print(json.dumps([len(app.stack.screens), kept, shown, words, len(faults), len(said)]))
"""


def survived(firmware: Path, spare: int) -> int:
    """How often memory was full with so many bytes left. AssertionError if it was not told each time, or the game was
    not kept. firmware: as it is built with all its names, for the script looks inside.
    """
    script = SCRIPT.format(spare=spare, taught=b"taught=yes\n".hex())
    printed = unix.run(script, files={"build": firmware}, heap=600_000)
    screens, kept, shown, words, faults, said = json.loads(printed)
    assert shown == [["MemoryError", ["Notice"]]] * len(shown)
    assert words == [True] * len(shown)
    # The key that closes the message opens the list of games, for which there is no room either.
    assert (screens, kept) == (2, [7, "ok"])
    assert (faults, said) == (0, 1)  # the line that the panel was found
    return len(shown)
