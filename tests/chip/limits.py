"""Every limit of `make chip`, in one list; the tables of MEASURED.md show them.

Times are in milliseconds of the chip's time, for the `make uf2` build on an RP2040. Unless a comment says
otherwise, a time is measured from the edge of a key to the last byte on the wire.
"""

from __future__ import annotations

from dataclasses import dataclass

from host_tools.building import frozen

KB = 1024


@dataclass(frozen=True)
class Limit:
    """Bounds of the median and of the worst value; None means no bound."""

    median: float | None
    worst: float | None = None


NONE = Limit(None)
HOME = Limit(400)  # measured from the reset
SCREEN = Limit(700, 800)  # from the reset to the screen that was open before the restart
GAME = Limit(250, 400)  # a game opens
FORM = Limit(100, 150)  # a form opens, or any other screen within a game
VALUE = Limit(80, 150)  # OK on a form until the value is drawn
AGAIN = Limit(80, 150)
BACK = Limit(90, 150)
UNDO = Limit(130, 230)  # measured after the hold
FIRST_ROLL = Limit(300)  # the first roll of a game makes its files: three erases
DELETED = Limit(350)  # a game as text is put aside and its name is released: three erases
LINE = Limit(40, 60)
COUNTER = Limit(40, 60)
# The first byte after any edge of a key. A key that is down at power-on has no such edge, because MicroPython
# itself takes 63 ms before main.py begins.
FIRST_BYTE = Limit(30, 50)
HELD_AT_POWER_ON = Limit(200)  # measured until the page that reports BACK is drawn
LOAD = Limit(100)  # the time to load a full journal, without the rest of the opening

# The scenarios measure the heap, and so does an evening.
HEAP = 160 * KB  # maximum number of bytes of heap in use with any game open
FREE = 48 * KB
BLOCK = 24 * KB  # least size of the largest free block

# MicroPython with Gobelet, of 2 MB; the other flash is for the players' data
FLASH = Limit(None, frozen.CODE)


@dataclass(frozen=True)
class Time:
    """A row: the keys with one of these tags in one of these scenarios."""

    what: str
    scenarios: str
    tags: str
    limit: Limit
    first: bool = False  # whether only the first picture counts, because idle work may draw a second one


TIMES = (
    Time("reset to home, with data", "home", "start", HOME),
    Time("restart into the dice", "dice", "start", SCREEN),
    Time("restart into the counters", "counter", "start", SCREEN),
    Time("restart into Tri'Nytia", "attack", "start", SCREEN),
    Time("restart into Trirème", "boarding", "start", SCREEN),
    Time("restart into Mystria", "mystria", "start", SCREEN),
    Time("restart into Traqueur", "hunt", "start", SCREEN),
    Time("restart into Trinités", "trial", "start", SCREEN),
    Time("restart into Tri'Nytia, its journal full", "full_trinytia", "start", SCREEN),
    Time("restart into Trirème, its journal full", "full_trireme", "start", SCREEN),
    Time("restart into Trinités, its journal full", "full_trinites", "start", SCREEN),
    Time("restart into a result of Tri'Nytia", "start_attack_result", "start", SCREEN),
    Time("restart into a result of Trinités", "start_trial_result", "start", SCREEN),
    Time("restart into the form of a blow", "start_strike_form", "start", SCREEN),
    Time("restart into the choice of a ram", "start_ram_target", "start", SCREEN),
    Time("restart into the form of a ram", "start_ram_form", "start", SCREEN),
    Time("restart into the question of a ram", "start_ram_question", "start", SCREEN),
    Time("restart into a game as text", "own", "start", SCREEN),
    Time("restart into the largest game as text", "own_large", "start", SCREEN),
    Time("a line down: home", "home", "home.move", LINE),
    Time("a line down: a game's menu", "home dice", "menu.move", LINE),
    Time("a line down: a hunter's turn", "hunt", "turn.move", LINE),
    Time("a line down: whom to strike", "hunt", "strike.move", LINE),
    Time("a line down: a form", "attack boarding ram trial", "form.move", LINE),
    Time("the dice open", "home full", "enter.dice", GAME),
    Time("the counters open", "home", "enter.counters", GAME),
    Time("Tri'Nytia opens", "home full", "enter.trinytia", GAME),
    Time("Trirème opens", "home full", "enter.trireme", GAME),
    Time("Traqueur opens", "home", "enter.traqueur", GAME),
    Time("a game as text opens", "own", "enter.own", GAME),
    Time("the largest game as text opens", "own_large", "enter.own", GAME),
    Time("leaving a game", "home", "leave", BACK),
    Time("a form opens: attack", "attack undo", "attack.open", FORM),
    Time("a form opens: boarding", "boarding", "boarding.open", FORM),
    Time("a form opens: ram", "ram", "ram.open", FORM),
    Time("whom to strike", "hunt", "strike.open", FORM),
    Time("everybody's numbers open", "hunt", "table.open", FORM),
    Time("the next number of the table", "hunt", "table.move", LINE),
    Time("a form opens: a test", "trial", "trial.open", FORM),
    Time("a form opens: a game as text", "own", "own.open", FORM),
    Time("a form opens: the largest game as text", "own_large", "own.open", FORM),
    Time("a wound opens", "melee", "wound.open", FORM),
    Time("a form opens: sixty dice", "pool_large", "pool.open", FORM),
    Time("one die less of sixty", "pool_large", "pool.change", VALUE),
    Time("a setting changes", "settings", "setting.change setting.choose", VALUE),
    Time("a form opens: refused", "refused", "refused.open", FORM, first=True),
    Time("the same, until it says whether OK mends it", "refused", "refused.open", SCREEN),
    Time("OK to the value: 2d6", "dice", "dice.roll", VALUE),
    Time("OK to the value: sixty dice", "pool_large", "pool.roll", VALUE),
    Time("OK to the value: dice that explode, less one each time", "pool_endless", "pool.roll", VALUE),
    Time("OK to the value: attack", "attack undo", "attack.roll", VALUE),
    Time("OK to the value: boarding", "boarding", "boarding.roll", VALUE),
    Time("OK to the value: ram", "ram", "ram.roll", VALUE),
    Time("OK to the value: a test", "trial", "trial.roll", VALUE),
    Time("OK to the value: a game as text", "own", "own.roll", VALUE),
    Time("OK to the value: the largest game as text", "own_large", "own.roll", VALUE),
    Time("the first roll of all: 2d6, verifiable", "proof", "first.roll", FIRST_ROLL),
    Time("the first roll of all: the largest game as text", "own_large", "first.roll", FIRST_ROLL),
    Time("again: 2d6", "dice", "dice.again", AGAIN),
    Time("again: sixty dice", "pool_large", "pool.again", AGAIN),
    Time("again: dice that explode, less one each time", "pool_endless", "pool.again", AGAIN),
    Time("again: attack", "attack", "attack.again", AGAIN),
    Time("again: boarding", "boarding", "boarding.again", AGAIN),
    Time("again: a test", "trial", "trial.again", AGAIN),
    Time("again: a game as text", "own", "own.again", AGAIN),
    Time("BACK from a result: a game as text", "own", "own.back", BACK),
    Time("BACK from a result: attack", "attack", "attack.back", BACK),
    Time("BACK from a result: boarding", "boarding", "boarding.back", BACK),
    Time("a counter +1", "counter", "counter.up", COUNTER),
    Time("a counter +1: a game as text", "own", "own.up", COUNTER),
    Time("undo, after the hold: a game as text", "own", "own.undo", UNDO),
    # The last drawing may be the next second of the clock, so the worst value has no limit.
    Time("a number +1, the clock of the turn running", "turn", "turn.up", Limit(60)),
    Time("the turn passes, and its clock", "turn", "turn.pass", Limit(100)),
    Time("undo, after the hold: a turn, its clock running", "turn", "turn.undo", Limit(100)),
    # The screen is drawn at once; the limit is for counting all dice of an evening.
    Time("the luck of a full journal is counted", "luck", "luck.open", Limit(1200, 1400)),
    Time("a line down: the luck", "luck", "luck.move", LINE),
    # The forty lines of the history are read again.
    Time("BACK from the luck to the end of the history", "luck", "luck.back", Limit(350)),
    Time("a drop given", "mystria", "mystria.act", COUNTER),
    Time("a token taken", "mystria", "mystria.take", VALUE),
    Time("a token placed", "mystria", "mystria.place", VALUE),
    Time("a group +1", "mystria", "mystria.change", COUNTER),
    # Three stacks are dealt at once, and each is written before it is shown.
    Time("a stack dealt", "mystria_deal", "mystria.deal", Limit(100, 150)),
    Time("a number of the table −1", "hunt", "table.down", COUNTER),
    Time("the effects of a strike", "hunt", "strike.done", VALUE),
    Time("BACK from whom to strike", "hunt", "strike.back", BACK),
    Time("undo, after the hold: counter", "counter", "counter.undo", UNDO),
    Time("undo, after the hold: attack", "undo", "attack.undo", UNDO),
    Time("the effects of an attack", "undo", "attack.apply", VALUE),
    Time("BACK from a result: a test", "trial", "trial.back", BACK),
    Time("the next to act", "melee", "memo.next", VALUE),
    Time("a wound is made", "melee", "wound.set", VALUE),
    Time("a page opens", "page", "page.open", FORM),
    Time("a line down: a page", "page", "page.move", LINE),
    Time("a roll's receipt opens as a QR code", "receipt", "code.open", Limit(500)),
    Time("the initiative opens", "order", "order.open", FORM),
    Time("the initiative is rolled", "order", "order.roll", VALUE),
    Time("a code opens before the dice", "proof", "proof.open", FORM),
    Time("a player's number +1", "proof", "proof.number", LINE),
    Time("OK to the value: 2d6, verifiable", "proof", "proof.roll", VALUE),
    Time("a form opens: a roll kept by name", "preset", "preset.open", FORM),
    Time("rolled again from the list of games: 2d6", "encore", "encore.roll", GAME),
    Time("with a listener, a form opens: attack", "linked", "attack.open", FORM),
    Time("with a listener, a line down: a form", "linked", "form.move", LINE),
    Time("with a listener, OK to the value: attack", "linked", "attack.roll", VALUE),
    Time("with a listener, again: attack", "linked", "attack.again", AGAIN),
    Time("with a listener, BACK from a result: attack", "linked", "attack.back", BACK),
    Time("why, after the hold", "attack", "why.open", NONE),
)

RESTARTS = {
    "dice": "the dice",
    "counters": "the counters",
    "trinytia": "Tri'Nytia",
    "trireme": "Trirème",
    "mystria": "Mystria",
    "traqueur": "Traqueur",
    "trinites": "Trinités",
}

# Scenarios in which a clock runs. After a key without effect, the next second is sent.
TICKING = ("turn",)

# The time to load a full journal of each game, without the rest of the opening.
LOADS = {
    "trinytia": "a full journal loads: Tri'Nytia",
    "trireme": "a full journal loads: Trirème",
    "trinites": "a full journal loads: Trinités",
}


@dataclass(frozen=True)
class Taps:
    """Six taps of 40 ms, 40 ms apart: all six must have an effect."""

    what: str
    scenario: str


TAPS = (
    Taps("six taps on a counter", "taps_counter"),
    Taps("six taps in a list", "taps_list"),
    Taps("six taps while a form opens", "taps_form"),
)


@dataclass(frozen=True)
class Heap:
    """A bound of the heap in use, at each `heap` of a scenario.

    `screens` is the name of a screen, or the beginning of such names.
    """

    what: str
    screens: str


HEAPS = (
    Heap("no game open", "home"),
    Heap("no game open, one was made ready", "ready"),
    Heap("no game open, five were", "visited"),
    Heap("the dice", "dice"),
    Heap("the counters", "counters"),
    Heap("Tri'Nytia", "trinytia"),
    Heap("Trirème", "trireme"),
    Heap("Mystria", "mystria"),
    Heap("Traqueur", "traqueur"),
    Heap("Trinités", "trinites"),
    Heap("games as text", "own"),
)
