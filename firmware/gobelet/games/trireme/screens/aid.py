"""Trirème: the printed tables of the player aid, one for each roll. The row and the column of the moment are lit, and
so are the modifiers that count.

Texts: "aid.<roll>" has the words of the modifiers, see `modifiers`; "help.<roll>.text" what else there is to say.
"""

from gobelet.modules import GAMES, load
from gobelet.ui.chances import Odds
from gobelet.ui.numbers import signed

from ..rules import modifiers
from . import common
from .grid import Grid, lit

CREWS = ("expert", "ordinaire", "debutant", "esclave")
BLOCKS = ((0, 4), (4, 8), (8, 11), (11, 14), (14, 17))  # columns of the table of rams that stand side by side
RATIOS = "≤−11|−10/9|−8/7|−6/5|−4|−3|−2|−1|0|+1|+2|+3|+4|+5/6|+7/8|+9/10|≥+11"


class Aid(Grid):
    """A printed table as it counts now; OK shows the chances, if they are known."""

    def __init__(self, app, proc, v, odds, questions):
        Grid.__init__(self, app, common.title(app, proc), body(app, proc, v), 8)
        self.proc = proc
        self.odds = odds
        self.asked = questions
        if odds is not None:
            self.keys = ("k.scroll", "aid.odds")

    def ok(self):
        if self.odds is None:
            Grid.ok(self)
        else:
            self.app.push(Odds(self.app, self.proc, self.odds, self.asked))


def body(app, proc, v=None, dice=0):
    """The lines of a page for a Procedure; v are its values before the roll, if they are known, dice the sum
    that was rolled on a table of two.
    """
    t = app.t
    found = []
    if proc.name in TABLES:
        found = TABLES[proc.name](app, _rules(app, proc), v, dice)
    words = app.texts.get("aid." + proc.name)
    listed = modifiers.listed(proc.name)
    for at in range(len(listed)):
        which, amount = listed[at]
        word = words.split("|")[at]
        if which == "_":
            found.append(word)
            continue
        if which == "equipment" and load(GAMES + "trireme.screens.kept", "read")(app).params.get("gear"):
            amount = -amount  # as the owner's file has it
        on = v is not None and modifiers.counts(proc, v, which, amount)
        found.append((lit(signed(amount) if amount else "+0", on), lit(word, on)))
    more = app.texts.get("help." + proc.name + ".text")
    return found + (more.split("|") if more else [])


def _rules(app, proc):
    """What gives the constants of the module that a Procedure is in."""
    for name, module in app.session.listed:
        if name == proc.name:
            return lambda constant: load(GAMES + "trireme.rules." + module, constant)


def _row(cells, on=False, columns=()):
    """A row of cells, all of them lit if `on`, else those in `columns`."""
    return tuple([lit(cells[at], on or at in columns) for at in range(len(cells))])


def _range(text):
    """Dice as the rules write them, such as "3-" or "6+"."""
    if text[-1] in "+-":
        return ("≥ " if text[-1] == "+" else "≤ ") + text[:-1]
    return text


def _fleet_clearance(app, rules, v, dice):
    t = app.t
    found = [(t("aid.die"), t("aid.result"))]
    for row in rules("CLEARANCE"):
        number = row.split()[0]
        found.append((_range(number), t("fleet_clearance." + number[0])))
    return [found]


def _fleet_fatigue(app, rules, v, dice):
    t = app.t
    found = [(t("help.tired"), t("o.yes"), t("o.no"))]
    for at in range(len(CREWS)):
        cells = rules("FATIGUE")[at].replace("-", "–").split()
        found.append(_row([t("o." + cells[0])] + cells[1:], v is not None and v["quality"] == at))
    return [found]


def _fleet_sail(app, rules, v, dice):
    t = app.t
    columns = (3 - v["sail"],) if v else ()
    found = [
        _row(
            (t("fleet_sail.bearing"), t("fleet_sail.sail.grand_voile"), t("fleet_sail.sail.voile")),
            False,
            columns,
        )
    ]
    for at in range(4):
        found.append(_row(rules("SAIL")[at].split(), v is not None and v["bearing"] == at, columns))
    return [found]


def _fleet_ram(app, rules, v, dice):
    t = app.t
    found = [(t("aid.difference"), t("aid.result"))]
    for row in rules("EFFECTS"):
        low, high, name = row.split()
        if high == "99":
            label = "≥ " + signed(int(low))
        elif low == "-99":
            label = "≤ " + signed(int(high))
        else:
            label = t("aid.to", signed(int(low)), signed(int(high)))
        word = t("aid.parity" if name == "parity" else "fleet_ram.%d" % rules("RESULTS").index(name))
        found.append((label, word))
    return [found]


def _fleet_boarding(app, rules, v, dice):
    at = rules("boarding_row")(*rules("counted")(v)) if v else -1
    found = [tuple([app.t("aid.ratio")] + [str(die) for die in range(1, 7)])]
    labels = ("≥ ×3", "≥ ×2", "< ×2", "=")
    for row in range(len(labels)):
        cells = rules("BOARDING")[row].replace("-", "−").split()
        found.append(_row([labels[row]] + cells[1:], row == at))
    return [found]


def _ship_reef(app, rules, v, dice):
    t = app.t
    columns = (1 + v["tide"],) if v else ()
    found = [_row((t("aid.die"), t("ship_reef.tide.rising"), t("ship_reef.tide.falling")), False, columns)]
    for row in rules("REEF"):
        cells = row.split()
        words = [t("ship_reef.%d" % rules("PASSED").index(cell)) for cell in cells[1:]]
        found.append(_row([_range(cells[0])] + words, False, columns))
    found = [found, t("help.modifiers")]
    now = rules("reef_modifier")(v["kind"], v["size"]) if v else 0
    for row in rules("REEF_MODIFIERS"):
        value, ships = row.split(None, 1)
        names = [_class(t, ship) for ship in ships.split()]
        found.append(_row((signed(int(value)), ", ".join(names)), now == int(value)))
    return found


def _class(t, ship):
    """A class of ships as in REEF_MODIFIERS, such as "venetian:4"."""
    name, _, sizes = ship.partition(":")
    low, _, high = sizes.partition("-")
    if high:
        return t("help.sizes", low, high)
    return t("help.sized", t("o." + name), low) if low else t("o." + name)


def _ship_steps(app, rules, v, dice):
    found = [(app.t("ship_steps.speed"), "1", "2", "3", "4", "5")]
    for row in rules("STEPS"):
        cells = row.replace("-", "−").split()
        found.append(_row(cells, v is not None and cells[0] == str(v["speed"])))
    return [found]


def _ship_incendiary(app, rules, v, dice):
    t = app.t
    found = [(t("ship_incendiary.weapon"), t("ship_incendiary.range"))]
    for at in (0, 1):
        name = t("ship_incendiary.weapon." + ("archers", "engine")[at])
        found.append(
            _row((name, t("aid.hexes.%d" % rules("RANGES")[at])), v is not None and v["weapon"] == at)
        )
    found = [found]
    for tower in (0, 1):
        line = t("aid.tower" if tower else "aid.hits", rules("need")(tower))
        found.append(lit(line, v is not None and v["from_tower"] == tower))
    return found


def _damage(app, table, heads, blocks, column, row):
    """The cells of a damage table as they count now: a table for each of the `blocks` of its columns."""
    said = load(GAMES + "trireme.screens.kept", "read")(app)
    known = {}  # one cell is as the next
    rows = []
    for at in range(15):
        cells = [text + ("", "~", "?")[mark] for text, mark in said.row(table, at)]
        rows.append([known.setdefault(cell, cell) for cell in cells])
    found = []
    for low, high in blocks:
        columns = (column - low + 1,) if low <= column < high else ()
        if column >= 0 and not columns:
            continue
        block = [_row([app.t("aid.dice")] + heads[low:high], False, columns)]
        found.append(block)
        for at in range(15):
            block.append(_row([str(at)] + rows[at][low:high], row == at, columns))
    return found


def _total(proc, v, dice):
    """Row of the damage table that was rolled, -1 before."""
    if not dice:
        return -1
    lane = load("gobelet.core.procedure", "lane")
    return load(GAMES + "trireme.rules.damage", "row")(dice + lane(proc, v, "roll"))


def _ship_ram(app, rules, v, dice):
    column = rules("where")(v) if v else -1
    return _damage(app, 0, RATIOS.split("|"), BLOCKS, column, _total(rules("ship_ram"), v, dice))


def _ship_rake(app, rules, v, dice):
    column = rules("where")(v) if v else -1
    heads = [app.t("rake.%d" % at) for at in range(3)]
    return _damage(app, 1, heads, ((0, 3),), column, _total(rules("ship_rake"), v, dice))


def _ship_breach(app, rules, v, dice):
    t = app.t
    cells = rules("cells")
    rows = range(1, len(rules("BREACH")) + 1)
    found = [(t("aid.die"), t("aid.result"))]
    found += [(str(die), t("ship_breach.%d" % die)) for die in rows]
    larger = ", ".join([str(die) for die in rows if cells(die)[2] == "L"])
    sunk = [die for die in rows if cells(die)[4] == "2"]
    found = [found, lit(t("help.larger", larger), v is not None and v["facing_larger"] == 1)]
    now = v is not None and rules("sinks")(v, sunk[0])
    found.append(lit(t("help.sunk", ", ".join([str(die) for die in sunk])), now))
    return found


def _ship_boarding(app, rules, v, dice):
    factors = rules("FACTORS")
    columns = [1 + factors.index(part) for part in rules("split")(v["factor"], v["split"])] if v else ()
    found = [_row([app.t("aid.die")] + [str(factor) for factor in factors], False, columns)]
    for row in rules("BOARDING"):
        found.append(_row(row.split(), False, columns))
    return [found]


def _ship_clearance(app, rules, v, dice):
    said = load(GAMES + "trireme.screens.kept", "read")(app)
    columns = (1 + v["quality"],) if v else ()
    rows = [said.row(2, crew) for crew in range(len(CREWS))]
    heads = [app.t("o." + crew)[:3] + "." for crew in CREWS]
    found = [_row([app.t("aid.dice")] + heads, False, columns)]
    for at in range(11):
        cells = [
            rows[crew][at][0].replace("-", "−") + ("", "~", "?")[rows[crew][at][1]]
            for crew in range(len(CREWS))
        ]
        found.append(_row([str(at + 2)] + cells, at + 2 == dice, columns))
    return [found]


def _ship_surrender(app, rules, v, dice):
    t = app.t
    found = [(t("i.quality"), t("ship_surrender.1"))]
    for at in range(len(CREWS)):
        cells = rules("SURRENDER")[at].split()
        found.append(_row((t("o." + cells[0]), ", ".join(cells[1:])), v is not None and v["quality"] == at))
    minority = v is not None and v["quality"] == 3 and v["minority"] == 1
    found = [found, lit(t("help.minority", rules("MINORITY")), minority)]
    breached = v is not None and v["breaches"] > 0
    found.append(lit(t("help.breached", ", ".join([str(roll) for roll in rules("BREACHED")])), breached))
    return found


TABLES = {
    "fleet_clearance": _fleet_clearance,
    "fleet_fatigue": _fleet_fatigue,
    "fleet_sail": _fleet_sail,
    "fleet_ram": _fleet_ram,
    "fleet_boarding": _fleet_boarding,
    "ship_reef": _ship_reef,
    "ship_steps": _ship_steps,
    "ship_incendiary": _ship_incendiary,
    "ship_ram": _ship_ram,
    "ship_rake": _ship_rake,
    "ship_breach": _ship_breach,
    "ship_boarding": _ship_boarding,
    "ship_clearance": _ship_clearance,
    "ship_surrender": _ship_surrender,
}
