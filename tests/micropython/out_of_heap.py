"""A player on a device whose heap has few bytes left.

The module uses the unix build with a heap of fixed size. The words of that build are twice as long as the
Pico's, so the sizes have no meaning; the result must be right at every size.
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
import gobelet_board
import session
from heap import Dice, Quiet
import gobelet.device.assets
gobelet.device.assets.FOLDER = here + "/build/gobelet/media/"
os.chdir("/")

said = []
faults = []
world = Quiet(gobelet_board, gobelet.device.assets.open_asset, faults.append, session.Store())
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
    app.context.open("counters.home")
    passes(10)

passes(30)
enter()
app.context.change([("player", 1, "v0", 7)])
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

told = []
report = world.report

def reported(error):
    global hoard
    hoard = None  # what is said of it needs room
    report(error)

world.report = reported
for key in (4, 4, 8, 2, 4, 8, 1, 4):
    before = len(faults)
    fill()  # also what the App has let go
    passes(6, key)
    passes(8)
    if len(faults) > before:
        told.append(app.plain or getattr(app.stack.top(), "text", "") == app.context.t("crash.memory"))
hoard = None
gc.collect()
passes(5)
for _ in range(3):
    passes(6, 4)
    passes(8)
app.navigation.home()
passes(5)
enter()
kept = [app.context.session.get("player", 1, "v0"), app.context.session.loaded]
print(json.dumps([len(app.stack.screens), kept, told, [type(each).__name__ for each in faults], len(said)]))
"""


def survived(firmware: Path, spare: int) -> int:
    """Return the number of times that memory ran out with `spare` bytes left.

    Raises AssertionError if a message was missing, or if the device lost the game.
    """
    script = SCRIPT.format(spare=spare, taught=b"taught=yes\n".hex())
    printed = unix.run_script(script, files={"build": firmware}, heap=600_000)
    screens, kept, told, faults, said = json.loads(printed.splitlines()[-1])
    assert told == [True] * len(told)
    assert (screens, kept) == (2, [7, "ok"])
    assert faults == ["MemoryError"] * len(faults)
    assert said == 1  # one line on the console reports that the panel was found
    return len(told)
