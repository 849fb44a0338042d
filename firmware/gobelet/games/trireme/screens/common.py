"""Trirème: what several of its screens need."""

from ..rules.afloat import side_of
from ..rules.sheets import FLEET, SIDE, SUNK
from . import lately

# What stands for a state where there is no room for words.
HELD = "⚓"
GRAPPLED = "⚔"
GONE = "☠"


class Lines:
    """A list for a menu whose lines are made when they are seen: 40 ships in words take 4 KB.

    who is a list, line(one) the (label, value) of one of it.
    """

    def __init__(self, who, line):
        self.who = who
        self.line = line

    def __len__(self):
        return len(self.who)

    def __getitem__(self, at):
        return self.line(self.who[at])


def names(app):
    """The names that a ship may have."""
    return app.t("ship.names").split("|")


def name(app, row, listed=None):
    """Name of a ship and the sign of its side: both fleets have the same counters. listed: `names`, if at hand."""
    listed = listed or names(app)
    return app.t("side.sign.%d" % (row >= SIDE), listed[app.session.get("ship", row, "name") % len(listed)])


def paired(app, first, second):
    """Two ships, the one that acts first."""
    return "%s → %s" % (name(app, first), name(app, second))


def signs(app, row):
    """What a list says about a ship: its strength, and signs of what ails it."""
    get = app.session.get
    fate = get("ship", row, "fate")
    if fate:
        return GONE if fate == SUNK else app.t("f.fate.%d" % fate)
    strength = "factor" if get("game", 0, "game") == FLEET else "men"
    text = app.t("sign." + strength, get("ship", row, strength))
    if get("ship", row, "immobilised"):
        text += " " + HELD
    if get("ship", row, "grappled"):
        text += " " + GRAPPLED
    return text


def states(app, row):
    """Words for all that ails a ship."""
    get = app.session.get
    found = []
    for field in ("fate", "immobilised", "captured", "slowed", "tired"):
        value = get("ship", row, field)
        if value:
            found.append(app.t("f.%s.%d" % (field, value)))
    if get("ship", row, "breaches"):
        found.append(app.t("card.breaches", get("ship", row, "breaches")))
    if get("ship", row, "grappled"):
        found.append(app.t("card.grappled", name(app, get("ship", row, "grappled") - 1)))
    return found


def prefix(game):
    """How the names of a game's Procedures begin."""
    return "fleet_" if game == FLEET else "ship_"


def rows_for(app, number, row=-1, other=-1):
    """Rows for the roles of a Procedure: those given, else the ships used last; -1 outside a battle."""
    session = app.session
    roles = len(session.procedure(number).roles)
    if roles == 2:
        _, first, second = lately.pair(session)
        if row < 0:
            return [first, second] if other < 0 else [-1, other]
        if other < 0:
            other = session.get("ship", row, "grappled") - 1
        if other < 0 and row == first:
            other = second
        return [row, other]
    if roles and row < 0:
        row = (lately.ships(session) or [-1])[0]
    return [row] * roles


def known(app, proc, rows):
    """Inputs of a roll that follow from its two ships, for a form to begin with: {} if they are not both known."""
    if len(rows) < 2 or min(rows) < 0:
        return {}
    get = app.session.get
    speeds = [get("ship", row, "pv") for row in rows]
    found = {
        "faster": int(speeds[1] > speeds[0] > 0),
        "friendly": int(side_of(app.session.state, rows[0]) == side_of(app.session.state, rows[1])),
    }
    return {i.name: found[i.name] for i in proc.inputs if i.name in found}


def open_form(app, number, row=-1, other=-1):
    """Open the form of a Procedure for ships, with the values of its last roll for them."""
    from gobelet.ui.wording import arguments

    rows = rows_for(app, number, row, other)
    proc = app.session.procedure(number)
    given = lately.values(app.session, number, rows) or known(app, proc, rows)
    app.open("trireme.form", number, *(rows + arguments(proc, given)))


def subject(app, rows, hand):
    """Whom a roll is about, and whether real dice are used."""
    if len(rows) == 2 and min(rows) >= 0:
        who = "%s→%s" % (name(app, rows[0]), name(app, rows[1]))
    else:
        who = "".join([name(app, row) for row in rows if row >= 0])
    return (app.t("hand.short") + " " + who).strip() if hand else who


def what(app, effects):
    """A few words for a change: a new battle, the step of the turn; None for what needs no words of its own."""
    state = app.session.state
    fields = {}
    for k, row, f, _, new in effects:
        fields[(state.kinds[k].name, row, state.kinds[k].fields[f])] = new
    if ("game", 0, "game") in fields:
        return app.t("home.new")
    for field in ("pulse", "step"):
        value = fields.get(("game", 0, field), 0)
        if value:
            return app.t("turn.pulse", value) if field == "pulse" else app.t("turn.what", value + 1)
    if ("game", 0, "turn") in fields:
        return app.t("turn.new", fields[("game", 0, "turn")])
    return None


def bare_sum(app, proc, v):
    """The modifiers of a roll whose number to reach is not known."""
    from gobelet.core.procedure import lane
    from gobelet.ui.numbers import signed

    return app.t(proc.name + ".sum", signed(lane(proc, v, "roll")))
