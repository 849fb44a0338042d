"""Trirème: OK held on a line opens the page of the rules on it.

A page is the name of a Procedure, of which it shows the printed table, or another one that `Help` lists.
"""

from gobelet.ui.menu import Menu

from ..rules.sheets import FLEET
from ..rules.walks import FLEET_TURN, SHIP_TURN
from . import common

TURNS = {"fleet": FLEET_TURN, "ships": SHIP_TURN}

# Pages on what a ship's sheet and its counter hold, field by field: in the Fleet game, in the Ship game, or in both.
FIELDS = {
    "fate": "fleet_ram ship_ram",
    "immobilised": "fleet_clearance ship_clearance",
    "factor": "fleet_boarding ship_boarding",
    "slowed": "fleet_clearance",
    "bonus": "a3",
    "tired": "fleet_fatigue",
    "grappled": "fleet_grapple ship_grapple",
    "eased": "fleet_grapple a17",
    "sail": "fleet_sail",
    "captured": "fleet_boarding ship_surrender",
    "pv": "fleet_ram a25",
    "size": "fleet_ram ship_ram",
    "crew": "fleet_ram ship_ram",
    "iron": "fleet_grapple ship_grapple",
    "kind": "fleet_sail ship_reef",
    "men": "a24",
    "breaches": "ship_breach",
    "order": "ship_steps",
    "name": "errata",
}


def sequence(game):
    """The page on the printed sequence of a game."""
    return "fleet" if game == FLEET else "ships"


def on_field(game, name):
    """The page on a field of a ship, "" for none."""
    found = FIELDS.get(name, "").split()
    return found[-1 if game != FLEET else 0] if found else ""


def heading(app, name):
    """What a page is called."""
    if name[1:].isdigit():
        return "A%s %s" % (name[1:], app.t("help." + name))
    return common.page_title(app, name)


def show(app, name):
    """Open a page."""
    if "_" in name:
        common.open_aid(app, app.session.number(name))
        return
    turn = TURNS.get(name, ())
    body = ["%d. %s" % (at + 1, app.t("turn." + turn[at][0])) for at in range(len(turn))]
    app.page(heading(app, name), body + app.t("help.%s.text" % name).split("|"))


class Ruled(Menu):
    """A list of which lines have such a page as their `topic`."""

    def about(self, at):
        name = self.topic(at)
        if name:
            show(self.app, name)
