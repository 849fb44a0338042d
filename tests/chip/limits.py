"""Every limit of `make chip`, as the tables of MEASURED.md show them.

Milliseconds of the chip's time, from the edge of a key to the last byte on the wire if not said otherwise. `before`
is what a first measurement gave, when games were imported screen by screen; rows without it came later. The emulator
of then let a computer send an empty USB packet whenever the chip was ready for one, and had a
flash cache of four ways to make up for it: keys took some 10 % longer in it than in today's.
"""

from __future__ import annotations

from dataclasses import dataclass

KB = 1024


@dataclass(frozen=True)
class Time:
    """A row: the keys with one of these tags in one of these scenarios. None: no limit."""

    what: str
    scenarios: str
    tags: str
    median: float | None
    worst: float | None = None
    before: tuple[float, float] | None = None  # median, worst


TIMES = (
    Time("reset to home, with data", "home", "start", 400, None, (857, 857)),
    Time("restart into the dice", "dice", "start", 800, None, (1428, 1428)),
    Time("restart into the counters", "counter", "start", 800, None, (1643, 1643)),
    Time("restart into Tri'Nytia", "attack", "start", 800, None, (1704, 1704)),
    Time("restart into Trirème", "boarding", "start", 800, None, (2484, 2484)),
    Time("restart into Mystria", "mystria", "start", 800),
    Time("restart into Traqueur", "hunt", "start", 800),
    Time("restart into Trinités", "trial", "start", 800),
    Time("restart into Tri'Nytia, its journal full", "full_trinytia", "start", 800),
    Time("restart into Trirème, its journal full", "full_trireme", "start", 800),
    Time("restart into Trinités, its journal full", "full_trinites", "start", 800),
    Time("restart into a result of Tri'Nytia", "start_attack_result", "start", 700),
    Time("restart into a result of Trinités", "start_trial_result", "start", 700),
    Time("restart into the form of a blow", "start_strike_form", "start", 800),
    # With the printed tables, of which its odds are worked out: as any screen.
    Time("restart into the choice of a ram", "start_ram_target", "start", 800),
    Time("restart into the form of a ram", "start_ram_form", "start", 800),
    Time("restart into the question of a ram", "start_ram_question", "start", 800),
    Time("restart into a game as text", "own", "start", 800),
    Time("restart into the largest game as text", "own_large", "start", 800),
    Time("a line down: home", "home", "home.move", 40, 60, (65, 79)),
    Time("a line down: a game's menu", "home dice", "menu.move", 45, 60, (76, 106)),
    Time("a line down: a hunter's turn", "hunt", "turn.move", 45, 60),
    Time("a line down: whom to strike", "hunt", "strike.move", 60, 90),
    Time("a line down: a form", "attack boarding ram trial", "form.move", 60, 90, (110, 227)),
    Time("the dice open", "home full", "enter.dice", 400, 600, (893, 893)),
    Time("the counters open", "home", "enter.counters", 400, 600, (980, 980)),
    Time("Tri'Nytia opens", "home full", "enter.trinytia", 500, 600, (985, 985)),
    Time("Trirème opens", "home full", "enter.trireme", 600, None, (2027, 2027)),
    Time("Traqueur opens", "home", "enter.traqueur", 500, 600),
    Time("a game as text opens", "own", "enter.own", 300, 400),
    Time("leaving a game", "home", "leave", 120, None, (171, 171)),
    Time("a form opens: attack", "attack undo", "attack.open", 150, None, (536, 536)),
    Time("a form opens: boarding", "boarding", "boarding.open", 200, None, (1289, 1289)),
    Time("a form opens: ram", "ram", "ram.open", 200, None, (1075, 1075)),
    Time("whom to strike", "hunt", "strike.open", 150, None),
    Time("everybody's numbers open", "hunt", "table.open", 150, None),
    Time("the next number of the table", "hunt", "table.move", 45, 60),
    Time("a form opens: a test", "trial", "trial.open", 150),
    Time("a form opens: a game as text", "own", "own.open", 150),
    Time("a form opens: the largest game as text", "own_large", "own.open", 150),
    Time("a wound opens", "melee", "wound.open", 150),
    Time("OK to the value: 2d6", "dice", "dice.roll", 120, 300, (335, 335)),
    Time("OK to the value: attack", "attack undo", "attack.roll", 150, 300, (551, 740)),
    Time("OK to the value: boarding", "boarding", "boarding.roll", 150, 300, (617, 617)),
    Time("OK to the value: ram", "ram", "ram.roll", 200, 300, (1022, 1274)),
    Time("OK to the value: a test", "trial", "trial.roll", 150, 300),
    Time("OK to the value: a game as text", "own", "own.roll", 150, 300),
    Time("OK to the value: the largest game as text", "own_large", "own.roll", 150, 300),
    Time("again: 2d6", "dice", "dice.again", 90, 250, (136, 209)),
    Time("again: attack", "attack", "attack.again", 120, 250, (170, 170)),
    Time("again: boarding", "boarding", "boarding.again", 120, 250, (693, 693)),
    Time("again: a test", "trial", "trial.again", 120, 250),
    Time("again: a game as text", "own", "own.again", 120, 250),
    Time("BACK from a result: a game as text", "own", "own.back", 120),
    Time("BACK from a result: attack", "attack", "attack.back", 120, None, (541, 541)),
    Time("BACK from a result: boarding", "boarding", "boarding.back", 150, None, (1151, 1151)),
    Time("a counter +1", "counter", "counter.up", 40, 60, (147, 220)),
    Time("a counter +1: a game as text", "own", "own.up", 40, 60),
    Time("undo, after the hold: a game as text", "own", "own.undo", 100),
    # The last that is drawn may be the next second of the clock: no worst is held.
    Time("a number +1, the clock of the turn running", "turn", "turn.up", 60),
    Time("the turn passes, and its clock", "turn", "turn.pass", 100),
    Time("undo, after the hold: a turn, its clock running", "turn", "turn.undo", 100),
    # It is there at once; this is until all dice of an evening are counted.
    Time("the luck of a full journal is counted", "luck", "luck.open", 1200, 1400),
    Time("a line down: the luck", "luck", "luck.move", 45, 60),
    # Its forty lines are read again.
    Time("BACK from the luck to the end of the history", "luck", "luck.back", 350),
    Time("a drop given", "mystria", "mystria.act", 60, 90),
    Time("a token taken", "mystria", "mystria.take", 100, 150),
    Time("a token placed", "mystria", "mystria.place", 120, 200),
    Time("a group +1", "mystria", "mystria.change", 60, 90),
    Time("a stack dealt", "mystria_deal", "mystria.deal", 150, 300),
    Time("a number of the table −1", "hunt", "table.down", 40, 60),
    Time("the effects of a strike", "hunt", "strike.done", 150, 300),
    Time("BACK from whom to strike", "hunt", "strike.back", 120, None),
    Time("undo, after the hold: counter", "counter", "counter.undo", 100, None, (175, 175)),
    Time("undo, after the hold: attack", "undo", "attack.undo", 150, None, (246, 347)),
    Time("the effects of an attack", "undo", "attack.apply", None, None, (382, 460)),
    Time("BACK from a result: a test", "trial", "trial.back", 120),
    Time("the next to act", "melee", "memo.next", 150),
    Time("a wound is made", "melee", "wound.set", 150),
    Time("a page opens", "page", "page.open", 150),
    Time("a line down: a page", "page", "page.move", 60, 90),
    Time("a roll's receipt opens as a QR code", "receipt", "code.open", 500),
    Time("the initiative opens", "order", "order.open", 150),
    Time("the initiative is rolled", "order", "order.roll", 150, 300),
    Time("a code opens before the dice", "proof", "proof.open", 150),
    Time("a player's number +1", "proof", "proof.number", 45, 60),
    Time("OK to the value: 2d6, verifiable", "proof", "proof.roll", 120, 300),
    Time("a form opens: a roll kept by name", "preset", "preset.open", 150),
    Time("rolled again from the list of games: 2d6", "encore", "encore.roll", 400, 600),
    Time("with a listener, a form opens: attack", "linked", "attack.open", 150),
    Time("with a listener, a line down: a form", "linked", "form.move", 60, 90),
    Time("with a listener, OK to the value: attack", "linked", "attack.roll", 150, 300),
    Time("with a listener, again: attack", "linked", "attack.again", 120, 250),
    Time("with a listener, BACK from a result: attack", "linked", "attack.back", 120),
    Time("why, after the hold", "attack", "why.open", None, None, (241, 253)),
)

# A start into any screen that can be open: median, worst.
RESTART = (700.0, 800.0)
RESTARTS = {
    "dice": "the dice",
    "counters": "the counters",
    "trinytia": "Tri'Nytia",
    "trireme": "Trirème",
    "mystria": "Mystria",
    "traqueur": "Traqueur",
    "trinites": "Trinités",
}

# The first byte after any edge of a key, in every scenario: median, worst. A key that is down when the power comes is
# no such edge: MicroPython itself takes 63 ms until main.py begins.
FIRST_BYTE = (30.0, 50.0)
# Scenarios in which a clock runs: what is sent after an edge on which a key does nothing is its next second.
TICKING = ("turn",)
HELD_AT_POWER_ON = 200.0  # until the page that says so is there
FIRST_BYTE_BEFORE = (60.0, 1174.0)


# The load of a game's journal by itself, when it is full.
LOADS = {
    "trinytia": "a full journal loads: Tri'Nytia",
    "trireme": "a full journal loads: Trirème",
    "trinites": "a full journal loads: Trinités",
}
LOAD = 100.0


@dataclass(frozen=True)
class Taps:
    """Six taps of 40 ms, 40 ms apart: how many have counted. All must."""

    what: str
    scenario: str
    before: int


TAPS = (
    Taps("six taps on a counter", "taps_counter", 2),
    Taps("six taps in a list", "taps_list", 4),
    Taps("six taps while a form opens", "taps_form", 0),
)


@dataclass(frozen=True)
class Heap:
    """What may be in use where the scenarios ask with `heap`; a name is that of a screen, or begins so."""

    what: str
    screens: str
    in_use: int


HEAPS = (
    # The link, waiting for a listener, has 2 of it; and 0.3 let keys act once more where memory was full.
    Heap("no game open", "home", 79 * KB),
    # MicroPython keeps each name that it has read once.
    Heap("no game open, one was made ready", "ready", 90 * KB),
    Heap("no game open, five were", "visited", 100 * KB),
    Heap("the dice", "dice", 176 * KB),
    Heap("the counters", "counters", 176 * KB),
    Heap("Tri'Nytia", "trinytia", 176 * KB),
    Heap("Trirème", "trireme", 176 * KB),
    Heap("Mystria", "mystria", 176 * KB),
    Heap("Traqueur", "traqueur", 176 * KB),
    Heap("Trinités", "trinites", 176 * KB),
    Heap("games as text", "own", 176 * KB),
)
FREE = 56 * KB
# While a game is played nothing asks for more at once, as `--profile` tells: what a module is compared with in the
# flash 6.7 KB, and that goes without it too; a font 4.1; a block of a journal 4, for which one piece is kept besides. A
# game as text, 7.8 KB, is read before a game is open. The design asks for three times as much: after hours of play 67
# KB and more are free, but not in one piece, for MicroPython moves nothing.
BLOCK = 7 * KB

# Of a Pico W's file system so much is left for players, with every game and both languages on it.
LEFT_FOR_PLAYERS = 96 * KB

# What is frozen into MicroPython has limits of its own: rows that begin so, with their median and worst.
FROZEN = {
    "reset to home": (300.0, None),
    "restart into": (600.0, 600.0),
    "OK to the value": (80.0, None),
    "heap in use": (None, 130.0 * KB),
}

# Where nothing is used in the flash each key may take so much longer, and half as much is free.
COPIES = 2

# What a table compares with a firmware that is frozen into MicroPython, and has of one that uses nothing in the flash.
BESIDE = (
    "reset to home, with data",
    "restart into Tri'Nytia",
    "restart into Trirème",
    "a line down: home",
    "a line down: a form",
    "Tri'Nytia opens",
    "Trirème opens",
    "a form opens: attack",
    "a form opens: boarding",
    "OK to the value: attack",
    "OK to the value: boarding",
    "again: attack",
    "a counter +1",
    "undo, after the hold: attack",
    "the first byte, after any edge",
    "heap in use: no game open",
    "heap in use: Trirème",
    "heap free",
    "largest free block",
)
