"""Trirème: one ship: its card and its record sheet [feuille de bord]."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gobelet.rules.refused import Refused
from gobelet.ui.drawing.widgets import one_of, top
from gobelet.ui.screens.menu import Lines, Picker
from gobelet.ui.screens.stack import Screen

from ..rules import battle, counters, walks
from ..rules.sheets import APART, CLASS, CORVUS, FLEET, GRAPPLED, NOTED, SIDE, STUCK
from ..rules.ships import fleet, note, ordered, put, released, side_of
from . import common, owner_data
from .counters import keep
from .lists import Ruled, on_field, sequence
from .ships import Choose

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from gobelet.rules.types import Row
    from gobelet.ui.drawing.canvas import Canvas
    from gobelet.ui.types import App, Arguments, Entries, Steps


class Card(Screen):
    """The card of a ship: all that counts at a glance. UP and DOWN turn to the ships beside it."""

    keys = ("card.other", "card.sheet")
    holds = "?"
    is_valid = common.of_ship

    def __init__(self, app: App, row: Row) -> None:
        Screen.__init__(self, app)
        self.row = row

    def arguments(self) -> Arguments:
        return (self.row,)

    def draw(self, c: Canvas) -> None:
        app = self.app
        get = app.session.get
        t = app.t
        row = self.row
        kind = get("ship", row, "kind")
        top(
            c,
            common.name(app, row),
            t("f.kind.%d" % kind) if kind else t("side.%d" % side_of(app.session.state, row)),
        )
        c.text(0, 8, t("card.size", common.field_value(app, row, "size")), 16)
        c.right(123, 8, t("sign.pv", common.field_value(app, row, "pv")), 16)
        if common.game(app) == FLEET:
            c.text(0, 24, t("card.factor", common.field_value(app, row, "factor")), 16)
            sail = get("ship", row, "sail")
            more = t("f.sail.%d" % sail) if sail else ""
        else:
            c.text(0, 24, common.count_words(app, "card.men", common.field_value(app, row, "men")), 16)
            order = common.field_value(app, row, "order")
            more = "" if order == "?" else t("card.order", order)
        c.right(123, 24, t("f.crew"))
        c.right(123, 32, t("f.crew.%d" % get("ship", row, "crew")))
        words = ", ".join(([more] if more else []) + common.states(app, row)) or t("card.well")
        if c.width(words, 16) <= 123:
            c.text(0, 40, words, 16)
        else:
            y = 40
            for line in list(c.wrap(words, 123, 8))[:2]:
                c.text(0, y, line)
                y += 8
        rows = fleet(app.session.state)
        one_of(c, rows.index(row), len(rows))
        self.strip(c)

    def up(self, n: Steps) -> None:
        self.turn(-1)

    def down(self, n: Steps) -> None:
        self.turn(1)

    def turn(self, by: int) -> None:
        """Show the card of the ship beside this one."""
        rows = fleet(self.app.session.state)
        if self.row in rows:
            self.row = rows[(rows.index(self.row) + by) % len(rows)]
            self.app.redraw()

    def ok(self) -> None:
        self.app.open("trireme.sheet", FATE, self.row)

    def why(self) -> None:
        common.states_page(self.app, self.row)


# Fields of the record sheet of a ship, by game; those of CHOICES are words, others numbers, of which a 0 or 1 turns.
# Fields that change in a battle stand first, then those printed on its counter. The cursor begins on its fate.
FLEET_FIELDS = (
    "factor",
    "slowed",
    "bonus",
    "tired",
    "grappled",
    "eased",
    "sail",
    "infantry",
    "captured",
    "pv",
    "size",
    "crew",
    "iron",
)
SHIP_FIELDS = (
    "men",
    "breaches",
    "pv",
    "grappled",
    "eased",
    "order",
    "infantry",
    "captured",
    "factor",
    "size",
    "crew",
    "iron",
    "corvus",
    "towers",
    "engines",
)
FATE = 1
IN_FLEETS = {"iron": "gear", "eased": "rammed"}  # fields that the Fleet game calls otherwise
ACTIONS = ("keep", "copy", "add", "remove")  # that are no fields
GEAR = ("corvus", "towers", "engines")  # each serves one table only: OK held says which
CHOICES = ("crew", "sail", "immobilised", "kind", "fate")


class Sheet(Ruled):
    """The record sheet [feuille de bord] of a ship, line by line."""

    is_valid = common.of_ship

    def __init__(self, app: App, cursor: int = 0, row: Row = 0, field: int = -1) -> None:
        Ruled.__init__(self, app, cursor)
        self.row = row
        if field >= 0:  # of the Kind: the line to begin at
            self.cursor = self.names().index(app.session.state.kind("ship").fields[field])
        self.asked: Sequence[Row] = ()  # rows offered for a ship that is being chosen
        self.tied = -1  # of "grappled": the one of them that is meant, once it was chosen

    def arguments(self) -> Arguments:
        return (self.cursor, self.row)

    def head(self) -> tuple[str, str]:
        return common.name(self.app, self.row), common.signs(self.app, self.row)

    def draw(self, c: Canvas) -> None:
        name = self.names()[self.cursor]
        self.keys = ("k.move", "k.ok" if name in ACTIONS + ("rolls",) else "k.turn")
        self.holds = "?" if name in GEAR else ""
        Ruled.draw(self, c)

    def names(self) -> tuple[str, ...]:
        """The fields, and what else can be done."""
        game = common.game(self.app)
        fields = FLEET_FIELDS if game == FLEET else SHIP_FIELDS
        return ("rolls", "fate", "immobilised") + fields + ("kind", "name") + ACTIONS

    def entries(self) -> Entries:
        return Lines(self.names(), self.line)

    def given_back(self, by: dict[tuple[str, Row, str], int]) -> Sequence[int]:
        return self.of_fields(by, "ship", self.row, self.names())

    def line(self, name: str) -> tuple[str, str]:
        """A field with its value."""
        fleet = common.game(self.app) == FLEET
        return self.app.t("f." + (IN_FLEETS.get(name, name) if fleet else name)), self.value(name)

    def value(self, name: str) -> str:
        """A field in words."""
        app = self.app
        if name == "rolls" or name in ACTIONS:
            return ""
        if name == "grappled":
            return ", ".join([common.name(app, row) for row in common.ships(app).partners(self.row)]) or "—"
        value = app.session.get("ship", self.row, name)
        if name in CHOICES:
            return app.t("f.%s.%d" % (name, value))
        if name == "name":
            return common.names(app)[value % battle.NAMES]
        if self.bounds(name)[1] == 1:
            return app.t("yes" if value else "no")
        return str(common.field_value(app, self.row, name) if name in common.ENTERED else value)

    def choose(self, index: int) -> None:
        app = self.app
        name = self.names()[index]
        title = app.t("f." + name)
        if name == "rolls":
            app.open("trireme.rolls", 0, common.game(app), self.row)
        elif name == "add":
            self.add()
        elif name == "remove":
            app.confirm(app.t("remove.sure", common.name(app, self.row)))
        elif name == "grappled":
            self.tie()
        elif name == "keep":
            self.keep()
        elif name == "copy":
            self.choose_ship(title, [row for row in fleet(app.session.state) if row != self.row])
        else:
            value = app.session.get("ship", self.row, name)
            low, high = self.bounds(name)
            if name in CHOICES or name == "name":
                app.push(Picker(app, title, self.options(name), value))
            elif high == 1:
                self.set(name, 1 - value)
            else:
                app.dial(title, value, low, high)

    def choose_ship(self, title: str, rows: Sequence[Row]) -> None:
        """Ask for one of `rows`, if there are any."""
        self.asked = rows
        if rows:
            self.app.push(Choose(self.app, title, rows, 0))

    # Ships that it hangs together with: which ship, then how

    def tie(self) -> None:
        """Ask which ship: those that it hangs together with come first, then the other side."""
        ships = common.ships(self.app)
        side = side_of(self.app.session.state, self.row)
        rows = ships.partners(self.row)
        for row in ships.sides[1 - side] + ships.sides[side]:
            if row != self.row and row not in rows:
                rows.append(row)
        self.tied = -1
        self.choose_ship(self.app.t("f.grappled"), rows)

    def tie_choices(self) -> tuple[int, int, int, int, int]:
        """List how it may hang together with `tied`: values of the Sheet, in the order in which they are offered."""
        mine = int(self.row > self.tied)
        return (APART, GRAPPLED, STUCK, CORVUS + mine, CORVUS + 1 - mine)

    def tie_chosen(self, result: int) -> None:
        """Go on with the ship that was chosen, then with how."""
        app = self.app
        if self.tied >= 0:
            self.bind(self.tied, self.tie_choices()[result])
            return
        self.tied = self.asked[result]
        tie = common.ships(app).tie(self.row, self.tied)
        now = self.tie_choices().index(tie.how) if tie is not None and tie.how else 1
        app.push(
            Picker(app, common.name(app, self.tied), [app.t("tie.%d" % index) for index in range(5)], now)
        )

    def bind(self, other: Row, how: int) -> None:
        """Write down how two ships hang together."""
        app = self.app
        try:
            changes = put(app.session.state, self.row, other, how=how)
        except Refused as refused:
            app.refuse(refused)
            return
        if app.change(changes):
            self.refresh()

    def topic(self, index: int) -> str:
        game = common.game(self.app)
        name = self.names()[index]
        return sequence(game) if name == "rolls" else on_field(game, name)

    def about(self, index: int) -> None:
        name = self.names()[index]
        if name in GEAR:
            self.app.page(self.app.t("f." + name), self.app.t("f.%s.help" % name))
        else:
            Ruled.about(self, index)

    def is_blank(self) -> bool:
        """Whether nothing was entered that a counter shows."""
        return not counters.entered(self.app.session.state, self.row)

    def keep(self, confirmed: bool = False) -> None:
        """Put this ship into the counter panel, over what is there only if that is wanted."""
        app = self.app
        for field in CLASS[: counters.GIVEN]:
            if field in common.ENTERED and common.field_value(app, self.row, field) == "?":
                app.notice(app.t("keep.missing", app.t("f." + field)))
                return
        index = app.session.get("ship", self.row, "name")
        values = counters.of(app.session.state, self.row)
        there = owner_data.read(app).ships.get(index, values)
        if there != values and not confirmed:
            app.confirm(app.t("keep.sure", common.names(app)[index]))
        elif owner_data.read(app).ships.get(index) != values:
            keep(app, index, values)

    def copy(self, confirmed: bool = False) -> None:
        """Make this ship as `source`; what was entered is overwritten only if that is wanted."""
        app = self.app
        names = common.name(app, self.source), common.name(app, self.row)
        if not (confirmed or self.is_blank()):
            app.confirm(app.t("copy.sure", *names))
        elif app.change(battle.copied(app.session.state, self.source, self.row)):
            app.toast(app.t("copied", *names))
            self.refresh()

    def add(self) -> None:
        """Add a ship on the side of this one, and show its sheet."""
        app = self.app
        changes = battle.joined(app.session.state, self.row // SIDE, owner_data.read(app).ships)
        if not changes:
            app.notice(app.t("side.full", SIDE))
        elif app.change(changes):
            app.replace("trireme.sheet", 0, changes[0][1])

    def options(self, name: str) -> list[str]:
        """List all that a choice may be."""
        if name == "name":
            return common.names(self.app)
        return [self.app.t("f.%s.%d" % (name, index)) for index in range(self.bounds(name)[1] + 1)]

    def bounds(self, name: str) -> tuple[int, int]:
        """Lowest and highest value of a field."""
        kind = self.app.session.state.kind("ship")
        return kind.field(kind.fields.index(name))[1:3]

    def set(self, name: str, value: int) -> None:
        """Change a field."""
        state = self.app.session.state
        changes = [("ship", self.row, name, value)]
        if name == "order":
            try:
                changes = ordered(state, self.row, value)
            except Refused as refused:
                self.app.refuse(refused)
                return
        if name in NOTED:
            changes.append(note(state, self.row, (name,)))
        if name in CLASS:
            changes.append(("ship", self.row, "house", 0))
        changes += walks.scenario(state, changes)
        if name == "name" and self.is_blank():
            changes += counters.printed(owner_data.read(self.app).ships, value, self.row)
        if self.app.change(changes + released(state, changes)):
            self.refresh()

    def on_result(self, result: Any) -> None:
        if result is None or result is False:
            return
        app = self.app
        name = self.names()[self.cursor]
        if name == "remove":
            if app.change(battle.removed(app.session.state, self.row)):
                app.close()
        elif name == "keep":
            self.keep(True)
        elif name == "copy":
            confirmed = result is True
            if not confirmed:
                self.source = self.asked[result]
            self.copy(confirmed)
        elif name == "grappled":
            self.tie_chosen(result)
        else:
            self.set(name, result)
