"""Trirème: the card and the record sheet [feuille de bord] of a ship."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gobelet.rules.refused import Refused
from gobelet.ui.drawing.widgets import position_bar, top
from gobelet.ui.screens.menu import Lines, Picker
from gobelet.ui.screens.stack import Screen

from ..rules import battle, counters, walks
from ..rules.sheets import APART, CLASS, CORVUS, FLEET, GRAPPLED, NOTED, SIDE, STUCK
from ..rules.ships import fleet, note_change, order_changes, release_changes, side_of, tie_changes
from . import common, owner_data
from .counters import store_counter
from .lists import Ruled, field_page, sequence_page
from .ships import Choose

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from gobelet.rules.types import Row
    from gobelet.ui.drawing.canvas import Canvas
    from gobelet.ui.screens.types import Arguments, Context, Entries, Steps


class Card(Screen):
    """The card of a ship in large letters; UP and DOWN show other ships."""

    keys = ("card.other", "card.sheet")
    holds = "?"
    is_valid = common.is_ship_in_battle

    def __init__(self, context: Context, row: Row) -> None:
        Screen.__init__(self, context)
        self.row = row

    def arguments(self) -> Arguments:
        return (self.row,)

    def draw(self, c: Canvas) -> None:
        context = self.context
        get = context.session.get
        t = context.t
        row = self.row
        kind = get("ship", row, "kind")
        top(
            c,
            common.name(context, row),
            t("f.kind.%d" % kind) if kind else t("side.%d" % side_of(context.session.state, row)),
        )
        c.text(0, 8, t("card.size", common.field_value(context, row, "size")), 16)
        c.align_right(123, 8, t("sign.pv", common.field_value(context, row, "pv")), 16)
        if common.game(context) == FLEET:
            c.text(0, 24, t("card.factor", common.field_value(context, row, "factor")), 16)
            sail = get("ship", row, "sail")
            more = t("f.sail.%d" % sail) if sail else ""
        else:
            c.text(
                0, 24, common.count_words(context, "card.men", common.field_value(context, row, "men")), 16
            )
            order = common.field_value(context, row, "order")
            more = "" if order == "?" else t("card.order", order)
        c.align_right(123, 24, t("f.crew"))
        c.align_right(123, 32, t("f.crew.%d" % get("ship", row, "crew")))
        words = ", ".join(([more] if more else []) + common.state_words(context, row)) or t("card.well")
        if c.width(words, 16) <= 123:
            c.text(0, 40, words, 16)
        else:
            y = 40
            for line in list(c.wrap(words, 123, 8))[:2]:
                c.text(0, y, line)
                y += 8
        rows = fleet(context.session.state)
        position_bar(c, rows.index(row), len(rows))
        self.strip(c)

    def on_up(self, n: Steps) -> None:
        self.show_next(-1)

    def on_down(self, n: Steps) -> None:
        self.show_next(1)

    def show_next(self, by: int) -> None:
        """Show the card of the next ship if `by` is 1, of the previous ship if `by` is -1."""
        rows = fleet(self.context.session.state)
        if self.row in rows:
            self.row = rows[(rows.index(self.row) + by) % len(rows)]
            self.context.redraw()

    def on_ok(self) -> None:
        self.context.open("trireme.sheet", FATE, self.row)

    def on_hold_ok(self) -> None:
        common.show_states(self.context, self.row)


# The fields on the record sheet of a ship in the Fleet game and in the Ship game. Fields that change during a battle
# are first; fields that are printed on the counter follow.
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
FATE = 1  # index of the line with the field "fate", on which the cursor begins
IN_FLEETS = {"iron": "gear", "eased": "rammed"}  # fields with another text key in the Fleet game
ACTIONS = ("keep", "copy", "add", "remove")  # names of the lines with an action instead of a field
GEAR = ("corvus", "towers", "engines")  # fields with their own help text, which OK held shows
CHOICES = ("crew", "sail", "immobilised", "kind", "fate")  # fields whose values are shown as names


class Sheet(Ruled):
    """The record sheet [feuille de bord] of a ship, with a line for each field.

    OK changes a field.
    """

    is_valid = common.is_ship_in_battle

    def __init__(self, context: Context, cursor: int = 0, row: Row = 0, field: int = -1) -> None:
        Ruled.__init__(self, context, cursor)
        self.row = row
        if field >= 0:  # the cursor begins on the line of the field with this index in the Kind "ship"
            self.cursor = self.names().index(context.session.state.kind("ship").fields[field])
        self.asked: Sequence[Row] = ()  # the rows of the ships from which the player chooses
        # the row of the ship that the player has chosen on the line "grappled"; -1 before a choice
        self.tied = -1

    def arguments(self) -> Arguments:
        return (self.cursor, self.row)

    def head(self) -> tuple[str, str]:
        return common.name(self.context, self.row), common.line_signs(self.context, self.row)

    def draw(self, c: Canvas) -> None:
        name = self.names()[self.cursor]
        self.keys = ("k.move", "k.ok" if name in ACTIONS + ("rolls",) else "k.turn")
        self.holds = "?" if name in GEAR else ""
        Ruled.draw(self, c)

    def names(self) -> tuple[str, ...]:
        """Return the names of the lines: "rolls", which opens a list, fields and actions."""
        game = common.game(self.context)
        fields = FLEET_FIELDS if game == FLEET else SHIP_FIELDS
        return ("rolls", "fate", "immobilised") + fields + ("kind", "name") + ACTIONS

    def entries(self) -> Entries:
        return Lines(self.names(), self.line)

    def restored_entries(self, by: dict[tuple[str, Row, str], int]) -> Sequence[int]:
        return self.indexes_of(by, "ship", self.row, self.names())

    def line(self, name: str) -> tuple[str, str]:
        """Return the label and the value of a line."""
        fleet = common.game(self.context) == FLEET
        return self.context.t("f." + (IN_FLEETS.get(name, name) if fleet else name)), self.value(name)

    def value(self, name: str) -> str:
        """Return the text for the value of a field; "" for an action."""
        context = self.context
        if name == "rolls" or name in ACTIONS:
            return ""
        if name == "grappled":
            return (
                ", ".join([common.name(context, row) for row in common.ships(context).partners(self.row)])
                or "—"
            )
        value = context.session.get("ship", self.row, name)
        if name in CHOICES:
            return context.t("f.%s.%d" % (name, value))
        if name == "name":
            return common.names(context)[value % battle.NAMES]
        if self.bounds(name)[1] == 1:
            return context.t("yes" if value else "no")
        return str(common.field_value(context, self.row, name) if name in common.MAYBE_UNKNOWN else value)

    def choose(self, index: int) -> None:
        context = self.context
        name = self.names()[index]
        title = context.t("f." + name)
        if name == "rolls":
            context.open("trireme.rolls", 0, common.game(context), self.row)
        elif name == "add":
            self.add_ship()
        elif name == "remove":
            context.dialogs.confirm(context.t("remove.sure", common.name(context, self.row)))
        elif name == "grappled":
            self.choose_tie()
        elif name == "keep":
            self.store_ship()
        elif name == "copy":
            self.choose_ship(title, [row for row in fleet(context.session.state) if row != self.row])
        else:
            value = context.session.get("ship", self.row, name)
            low, high = self.bounds(name)
            if name in CHOICES or name == "name":
                context.push(Picker(context, title, self.option_names(name), value))
            elif high == 1:
                self.set_field(name, 1 - value)
            else:
                context.dialogs.ask_number(title, value, low, high)

    def choose_ship(self, title: str, rows: Sequence[Row]) -> None:
        """Ask the player to choose one of `rows`, if there are any."""
        self.asked = rows
        if rows:
            self.context.push(Choose(self.context, title, rows, 0))

    # To tie this ship to another one, the player chooses the other ship and then the kind of tie.

    def choose_tie(self) -> None:
        """Ask for a ship to tie to this ship.

        The list begins with the ships that are tied already. Enemies follow, then ships of the same side.
        """
        ships = common.ships(self.context)
        side = side_of(self.context.session.state, self.row)
        rows = ships.partners(self.row)
        for row in ships.sides[1 - side] + ships.sides[side]:
            if row != self.row and row not in rows:
                rows.append(row)
        self.tied = -1
        self.choose_ship(self.context.t("f.grappled"), rows)

    def tie_choices(self) -> tuple[int, int, int, int, int]:
        """Return the kinds of tie with the ship `self.tied`, in the order of the choice.

        A kind of tie is a value of the field "how".
        """
        mine = int(self.row > self.tied)
        return (APART, GRAPPLED, STUCK, CORVUS + mine, CORVUS + 1 - mine)

    def on_tie_chosen(self, result: int) -> None:
        """Handle the choice of the other ship, or the choice of the kind of tie.

        After the choice of the ship, ask for the kind of tie. After the choice of the kind, store this kind.
        """
        context = self.context
        if self.tied >= 0:
            self.write_tie(self.tied, self.tie_choices()[result])
            return
        self.tied = self.asked[result]
        tie = common.ships(context).tie_between(self.row, self.tied)
        now = self.tie_choices().index(tie.how) if tie is not None and tie.how else 1
        context.push(
            Picker(
                context,
                common.name(context, self.tied),
                [context.t("tie.%d" % index) for index in range(3)]
                + [context.t("tie.3", common.name(context, row)) for row in (self.row, self.tied)],
                now,
            )
        )

    def write_tie(self, other: Row, how: int) -> None:
        """Write the kind of tie between this ship and `other`."""
        context = self.context
        try:
            changes = tie_changes(context.session.state, self.row, other, how=how)
        except Refused as refused:
            context.dialogs.show_refusal(refused)
            return
        if context.change(changes):
            self.refresh()

    def topic(self, index: int) -> str:
        game = common.game(self.context)
        name = self.names()[index]
        return sequence_page(game) if name == "rolls" else field_page(game, name)

    def about(self, index: int) -> None:
        name = self.names()[index]
        if name in GEAR:
            self.context.dialogs.show_page(self.context.t("f." + name), self.context.t("f.%s.help" % name))
        else:
            Ruled.about(self, index)

    def is_blank(self) -> bool:
        """Tell whether the players have entered no value of the ship's counter.

        See `has_entered_values`.
        """
        return not counters.has_entered_values(self.context.session.state, self.row)

    def store_ship(self, confirmed: bool = False) -> None:
        """Store the values of this ship as those of its counter in the owner's file.

        If the owner's file has other values for the counter, the screen first asks the player.
        """
        context = self.context
        for field in CLASS[: counters.GIVEN]:
            if field in common.MAYBE_UNKNOWN and common.field_value(context, self.row, field) == "?":
                context.dialogs.show_notice(context.t("keep.missing", context.t("f." + field)))
                return
        index = context.session.get("ship", self.row, "name")
        values = counters.ship_values(context.session.state, self.row)
        there = owner_data.owner_corrections(context).ships.get(index, values)
        if there != values and not confirmed:
            context.dialogs.confirm(context.t("keep.sure", common.names(context)[index]))
        elif owner_data.owner_corrections(context).ships.get(index) != values:
            store_counter(context, index, values)
        else:
            context.dialogs.show_toast(context.t("kept"))

    def copy_values(self, confirmed: bool = False) -> None:
        """Copy the values of the ship `self.source` to this ship, see `copy_changes`.

        If this ship has entered values, the screen first asks the player.
        """
        context = self.context
        names = common.name(context, self.source), common.name(context, self.row)
        if not (confirmed or self.is_blank()):
            context.dialogs.confirm(context.t("copy.sure", *names))
        elif context.change(battle.copy_changes(context.session.state, self.source, self.row)):
            context.dialogs.show_toast(context.t("copied", *names))
            self.refresh()

    def add_ship(self) -> None:
        """Add a ship to the side of this ship, and show the sheet of the new ship."""
        context = self.context
        changes = battle.joining_changes(
            context.session.state, self.row // SIDE, owner_data.owner_corrections(context).ships
        )
        if not changes:
            context.dialogs.show_notice(context.t("side.full", SIDE))
        elif context.change(changes):
            context.replace("trireme.sheet", 0, changes[0][1])

    def option_names(self, name: str) -> list[str]:
        """Return the names of all values of a field."""
        if name == "name":
            return common.names(self.context)
        return [self.context.t("f.%s.%d" % (name, index)) for index in range(self.bounds(name)[1] + 1)]

    def bounds(self, name: str) -> tuple[int, int]:
        """Return the lowest and the highest value of a field."""
        kind = self.context.session.state.kind("ship")
        return kind.field(kind.fields.index(name))[1:3]

    def set_field(self, name: str, value: int) -> None:
        """Set a field of the ship, with the changes that follow from the new value."""
        state = self.context.session.state
        changes = [("ship", self.row, name, value)]
        if name == "order":
            try:
                changes = order_changes(state, self.row, value)
            except Refused as refused:
                self.context.dialogs.show_refusal(refused)
                return
        if name in NOTED:
            changes.append(note_change(state, self.row, (name,)))
        if name in CLASS:
            changes.append(("ship", self.row, "house", 0))
        changes += walks.return_changes(state, changes)
        if name == "name" and self.is_blank():
            changes += counters.printed_changes(
                owner_data.owner_corrections(self.context).ships, value, self.row
            )
        if self.context.change(changes + release_changes(state, changes)):
            self.refresh()

    def on_result(self, result: Any) -> None:
        if result is None or result is False:
            return
        context = self.context
        name = self.names()[self.cursor]
        if name == "remove":
            if context.change(battle.removal_changes(context.session.state, self.row)):
                context.close()
        elif name == "keep":
            self.store_ship(True)
        elif name == "copy":
            confirmed = result is True
            if not confirmed:
                self.source = self.asked[result]
            self.copy_values(confirmed)
        elif name == "grappled":
            self.on_tie_chosen(result)
        else:
            self.set_field(name, result)
