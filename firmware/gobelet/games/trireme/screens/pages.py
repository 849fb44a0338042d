"""Trirème: rules to look up, what our source lacks or has damaged, and the readings taken.

The label of a page is "help.<name>", what it says besides its tables "help.<name>.text". The tables are read from
the rules when their page is opened, so that a page cannot disagree with a roll.
"""

from gobelet.ui.menu import Lines, Menu
from gobelet.ui.notice import ROOM
from gobelet.ui.page import Page
from gobelet.ui.widgets import scrollbar, top

from ..rules import breach
from ..rules.boarding import BREACHED, MINORITY, SURRENDER
from ..rules.fleet import FATIGUE, SAIL
from ..rules.passing import PASSED, REEF, REEF_MODIFIERS, STEPS
from ..rules.walks import FLEET_TURN, SHIP_TURN
from . import undoing

PAGES = (
    "fleet",
    "ships",
    "steps",
    "sail",
    "fatigue",
    "reefs",
    "surrender",
    "breaches",
    "errata",
    "missing",
    "damaged",
)
READINGS = 25  # A1 to A25, "help.a<number>"

# Where the columns of a page's table begin.
STOPS = {
    "steps": (0, 38, 55, 72, 89, 106),
    "sail": (0, 40, 96),
    "fatigue": (0, 70, 98),
    "reefs": (0, 34),
}


class Table(Page):
    """A page with rows of cells: tuples among its lines. A row is small where one of its cells is too wide."""

    def __init__(self, app, title, body, stops):
        Page.__init__(self, app, title, body)
        self.stops = stops

    def _fill(self, c):
        self.lines = []
        for part in self.body:
            if isinstance(part, tuple):
                self.lines.append(part)
            else:
                self.lines.extend(c.wrap(part.strip(), 122, self.size))

    def _row(self, c, y, cells):
        size = self.size
        for at in range(len(cells)):
            end = self.stops[at + 1] - 3 if at + 1 < len(cells) else 122
            if c.width(cells[at], size) > end - self.stops[at]:
                size = 8
        y += (self.size - size) // 2
        for at in range(len(cells)):
            c.text(self.stops[at], y, cells[at], size)

    def draw(self, c):
        top(c, self.title)
        if self.lines is None:
            self._fill(c)
        pitch = self._pitch()
        seen = ROOM // pitch
        self.first = max(0, min(self.first, len(self.lines) - seen))
        y = 8
        for line in self.lines[self.first : self.first + seen]:
            if isinstance(line, tuple):
                self._row(c, y, line)
            else:
                c.text(0, y, line, self.size)
            y += pitch
        scrollbar(c, self.first, seen, len(self.lines))
        self.strip(c)


def _walk(t, turn):
    return ["%d. %s" % (at + 1, t("turn." + turn[at][0])) for at in range(len(turn))]


def _fleet(t):
    return _walk(t, FLEET_TURN)


def _ships(t):
    return _walk(t, SHIP_TURN)


def _steps(t):
    head = [(t("ship_steps.speed"), "1", "2", "3", "4", "5")]
    return head + [tuple(row.replace("-", "−").split()) for row in STEPS]


def _sail(t):
    head = [(t("fleet_sail.bearing"), t("fleet_sail.sail.grand_voile"), t("fleet_sail.sail.voile"))]
    return head + [tuple(row.split()) for row in SAIL]


def _fatigue(t):
    lines = [(t("help.tired"), t("o.yes"), t("o.no"))]
    for row in FATIGUE:
        name, yes, no = row.replace("-", "–").split()
        lines.append((t("o." + name), yes, no))
    return lines


def _class(t, ship):
    """A class of ships as in REEF_MODIFIERS, such as "venetian:4"."""
    name, _, sizes = ship.partition(":")
    low, _, high = sizes.partition("-")
    if high:
        return t("help.sizes", low, high)
    return t("help.sized", t("o." + name), low) if low else t("o." + name)


def _reefs(t):
    lines = []
    for column in (1, 2):
        lines.append(t("help.falling" if column == 2 else "help.rising"))
        for row in REEF:
            cells = row.split()
            total = cells[0]
            if total[-1] in "+-":
                total = ("≥ " if total[-1] == "+" else "≤ ") + total[:-1]
            lines.append((total, t("ship_reef.%d" % PASSED.index(cells[column]))))
    lines.append(t("help.modifiers"))
    for row in REEF_MODIFIERS:
        value, ships = row.split(None, 1)
        names = [_class(t, ship) for ship in ships.split()]
        lines.append(t("help.line", value.replace("-", "−"), ", ".join(names)))
    return lines


def _surrender(t):
    lines = []
    for row in SURRENDER:
        cells = row.split()
        lines.append(t("help.line", t("o." + cells[0]), ", ".join(cells[1:])))
    lines.append(t("help.minority", MINORITY))
    lines.append(t("help.breached", ", ".join([str(roll) for roll in BREACHED])))
    return lines


def _breaches(t):
    dice = range(1, len(breach.BREACH) + 1)
    lines = [t("help.line", die, t("ship_breach.%d" % die)) for die in dice]
    lines.append(t("help.larger", ", ".join([str(die) for die in dice if breach.cells(die)[2] == "L"])))
    lines.append(t("help.sunk", ", ".join([str(die) for die in dice if breach.cells(die)[4] == "2"])))
    return lines


TABLES = {
    "fleet": _fleet,
    "ships": _ships,
    "steps": _steps,
    "sail": _sail,
    "fatigue": _fatigue,
    "reefs": _reefs,
    "surrender": _surrender,
    "breaches": _breaches,
}


class Help(Menu):
    """The list of the pages; the readings come last, each with its number."""

    title = "home.help"
    keys = ("k.move", "k.open")
    undo = undoing.undo

    def _name(self, at):
        return PAGES[at] if at < len(PAGES) else "a%d" % (at + 1 - len(PAGES))

    def _label(self, at):
        label = self.app.t("help." + self._name(at))
        return label if at < len(PAGES) else "A%d %s" % (at + 1 - len(PAGES), label)

    def entries(self):
        return Lines(range(len(PAGES) + READINGS), lambda at: (self._label(at), ""))

    def choose(self, at):
        t = self.app.t
        name = self._name(at)
        body = TABLES[name](t) if name in TABLES else []
        body.extend(t("help.%s.text" % name).split("|"))
        if name in STOPS:
            self.app.push(Table(self.app, self._label(at), body, STOPS[name]))
        else:
            self.app.page(self._label(at), body)
