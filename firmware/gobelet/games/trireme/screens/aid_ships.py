"""Trirème: the printed tables of the Ship game. The rules of a roll are in memory when its table is shown:
each function imports its own.
"""

from gobelet.core.procedure import lane
from gobelet.ui.numbers import signed

from ..rules.inputs import QUALITIES
from ..rules.tables import CLEARANCE, COLUMNS, RAKE, RAM, ROWS, column_of, damage_row
from .aid import Aid
from .grid import lit, range_of, row
from .owner_data import read

BLOCKS = ((0, 4), (4, 8), (8, 11), (11, 14), (14, 17))  # columns of the table of rams that stand side by side
RATIOS = "≤−11|−10/9|−8/7|−6/5|−4|−3|−2|−1|0|+1|+2|+3|+4|+5/6|+7/8|+9/10|≥+11"


def _ship_reef(app, v, dice):
    from ..rules import ship_movement

    t = app.t
    columns = (1 + v["tide"],) if v else ()
    found = [row((t("aid.die"), t("ship_reef.tide.rising"), t("ship_reef.tide.falling")), False, columns)]
    for line in ship_movement.REEF:
        cells = line.split()
        words = [t("ship_reef.%d" % ship_movement.PASSED.index(cell)) for cell in cells[1:]]
        found.append(row([range_of(cells[0])] + words, False, columns))
    found = [found, t("help.modifiers")]
    now = ship_movement.reef_modifier(v["kind"], v["size"]) if v else 0
    for line in ship_movement.REEF_MODIFIERS:
        value, ships = line.split(None, 1)
        names = [_class(t, ship) for ship in ships.split()]
        found.append(row((signed(int(value)), ", ".join(names)), now == int(value)))
    return found


def _class(t, ship):
    """A class of ships as in REEF_MODIFIERS, such as "venetian:4"."""
    name, _, sizes = ship.partition(":")
    low, _, high = sizes.partition("-")
    if high:
        return t("help.sizes", low, high)
    return t("help.sized", t("o." + name), low) if low else t("o." + name)


def _ship_steps(app, v, dice):
    from ..rules.walks import STEPS

    found = [(app.t("ship_steps.speed"), "1", "2", "3", "4", "5")]
    for line in STEPS:
        cells = line.replace("-", "−").split()
        found.append(row(cells, v is not None and cells[0] == str(v["speed"])))
    return [found]


def _ship_incendiary(app, v, dice):
    from ..rules import ship_movement

    t = app.t
    found = [(t("ship_incendiary.weapon"), t("ship_incendiary.range"))]
    for at in (0, 1):
        name = t("ship_incendiary.weapon." + ("archers", "engine")[at])
        found.append(
            row((name, t("aid.hexes.%d" % ship_movement.RANGES[at])), v is not None and v["weapon"] == at)
        )
    found = [found]
    for tower in (0, 1):
        line = t("aid.tower" if tower else "aid.hits", ship_movement.need(tower))
        found.append(lit(line, v is not None and v["from_tower"] == tower))
    return found


def _damage(app, table, heads, blocks, column, rolled):
    """The cells of a damage table as they count now: a table for each of the `blocks` of its columns."""
    said = read(app)
    known = {}  # one cell is as the next
    rows = []
    for at in range(ROWS):
        cells = [text + ("", "~", "?")[mark] for text, mark in said.row(table, at)]
        rows.append([known.setdefault(cell, cell) for cell in cells])
    found = []
    for low, high in blocks:
        columns = (column - low + 1,) if low <= column < high else ()
        if column >= 0 and not columns:
            continue
        block = [row([app.t("aid.dice")] + heads[low:high], False, columns)]
        found.append(block)
        for at in range(ROWS):
            block.append(row([str(at)] + rows[at][low:high], rolled == at, columns))
    return found


def _rolled(proc, v, dice):
    """(column, row) of a damage table that a roll is about, -1 for what is not known before it."""
    if not v:
        return -1, -1
    row = damage_row(dice + lane(proc, v, "roll")) if dice else -1
    return column_of(proc, v)[1], row


def _ship_ram(app, v, dice):
    from ..rules.ship_ramming import ship_ram

    return _damage(app, RAM, RATIOS.split("|"), BLOCKS, *_rolled(ship_ram, v, dice))


def _ship_rake(app, v, dice):
    from ..rules.ship_ramming import ship_rake

    heads = [app.t("rake.%d" % at) for at in range(COLUMNS[RAKE])]
    return _damage(app, RAKE, heads, ((0, COLUMNS[RAKE]),), *_rolled(ship_rake, v, dice))


def _ship_breach(app, v, dice):
    from ..rules import ship_breach

    t = app.t
    rows = range(1, len(ship_breach.BREACH) + 1)
    found = [(t("aid.die"), t("aid.result"))]
    found += [(str(die), t("ship_breach.%d" % die)) for die in rows]
    larger = ", ".join([str(die) for die in rows if ship_breach.row_of(die)[2] == "L"])
    sunk = [die for die in rows if ship_breach.row_of(die)[4] == "2"]
    found = [found, lit(t("help.larger", larger), v is not None and v["facing_larger"] == 1)]
    now = v is not None and ship_breach.sinks(v, sunk[0])
    found.append(lit(t("help.sunk", ", ".join([str(die) for die in sunk])), now))
    return found


def _ship_boarding(app, v, dice):
    from ..rules import ship_boarding as boarding

    factors = boarding.FACTORS
    columns = [1 + factors.index(part) for part in boarding.split(v["factor"], v["split"])] if v else ()
    found = [row([app.t("aid.die")] + [str(factor) for factor in factors], False, columns)]
    for line in boarding.BOARDING:
        found.append(row(line.split(), False, columns))
    return [found]


def _ship_clearance(app, v, dice):
    said = read(app)
    columns = (1 + v["quality"],) if v else ()
    rows = [said.row(CLEARANCE, crew) for crew in range(len(QUALITIES))]
    heads = [app.t("o." + crew)[:3] + "." for crew in QUALITIES]
    found = [row([app.t("aid.dice")] + heads, False, columns)]
    for at in range(COLUMNS[CLEARANCE]):
        cells = [
            rows[crew][at][0].replace("-", "−") + ("", "~", "?")[rows[crew][at][1]]
            for crew in range(len(QUALITIES))
        ]
        found.append(row([str(at + 2)] + cells, at + 2 == dice, columns))
    return [found]


def _ship_surrender(app, v, dice):
    from ..rules import ship_boarding as boarding

    t = app.t
    found = [(t("i.quality"), t("ship_surrender.1"))]
    for at in range(len(QUALITIES)):
        cells = boarding.SURRENDER[at].split()
        found.append(row((t("o." + cells[0]), ", ".join(cells[1:])), v is not None and v["quality"] == at))
    minority = v is not None and v["quality"] == 3 and v["minority"] == 1
    found = [found, lit(t("help.minority", boarding.MINORITY), minority)]
    breached = v is not None and v["breaches"] > 0
    found.append(lit(t("help.breached", ", ".join([str(roll) for roll in boarding.BREACHED])), breached))
    return found


class Ships(Aid):
    tables = {
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
