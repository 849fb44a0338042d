"""Trirème: the form of a roll.

The rolls use the printed tables with the corrections of the owner's file. Modules that a form does not always need are
imported within functions, to save memory.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gobelet.rules.procedure import Outcome, sums
from gobelet.ui.drawing.numbers import signed_text
from gobelet.ui.screens import form
from gobelet.ui.screens.menu import Picker

from ..rules.ships import has_had_roll, has_rolled_against, side_of
from . import common, owner_data

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from gobelet.rules.procedure import Input
    from gobelet.rules.types import Row, Values
    from gobelet.ui.drawing.canvas import Canvas
    from gobelet.ui.screens.stack import Screen
    from gobelet.ui.screens.types import Context


RAMS = ("fleet_ram", "ship_ram")  # Procedures of a ram: the attacker is called rammer [éperonneur]
# Fields of a ship whose value may make a roll impossible.
NEEDED = ("size", "sail", "factor", "order", "immobilised")
# {input that depends on both ships: field of a ship on which the input depends}, see `common.shared_inputs`.
SHARED_FIELDS = {"faster": "pv", "friendly": "captured"}
# Named chances that depend on no cell in doubt and no unknown parameter, so the form shows them without "≥".
EXACT_CHANCES = ("sunk", "lost")
# The aims of a ram in the Fleet game, as (value of the input "against", value of the input "part"). The player chooses
# an aim in one list, which sets both inputs. The text key "fleet_ram.aims" has the names of the aims in this order.
AIMS = ((1, 0), (1, 1), (1, 2), (2, 0), (0, 0))


class Form(form.Form):
    """The form of a roll, for the Fleet game and the Ship game.

    The owner's file provides the values of some inputs: parameters, and corrected cells of the printed tables. The form
    does not ask for these inputs.
    """

    alone = (
        "quality",
        "crew",
        "kind",
        "tide",
        "flank",
        "stronger",
        "immobilised",
        "rammer_crew",
        "raker_crew",
    )

    def __init__(self, context: Context, number: int, *given: int) -> None:
        form.Form.__init__(self, context, number, *given)
        self.fill_single_roles()
        if -1 in self.rows and self.candidates(self.rows.index(-1)):
            chosen = [index for index in range(self.rows.index(-1)) if len(self.candidates(index)) > 1]
            self.cursor = len(chosen) + 1  # the lines of the roles follow the line of the roll

    def missing_roles(self) -> list[Any]:
        """Return [index of the first role without a ship], or [].

        The result is [] if all roles have a ship, or if no ship can have the first empty role.
        """
        if -1 in self.rows and self.candidates(self.rows.index(-1)):
            return [self.rows.index(-1)]
        return []

    def pending_lines(self) -> list[Any]:
        # OK on the line of the roll asks for inputs but not for ships, because the dice can be rolled without ships.
        return self.unset_inputs()

    def fill_single_roles(self) -> None:
        """Fill in each role that only one ship can have."""
        for index in range(len(self.rows)):
            if self.rows[index] < 0:
                found = self.candidates(index)
                if len(found) == 1:
                    self.rows[index] = found[0]

    def on_show(self) -> None:
        for index in range(len(self.rows)):  # a player may have removed a ship from the battle
            if not common.are_in_battle(self.context, self.rows[index : index + 1]):
                self.rows[index] = -1
        form.Form.on_show(self)

    def is_valid(self) -> bool:
        """Tell whether the ships of this screen are still in the battle."""
        return common.are_in_battle(self.context, self.rows)

    def refresh(self) -> None:
        cursor = self.cursor
        form.Form.refresh(self)
        self.error = common.find_refusal(self.context, self.proc, self.rows) or self.error
        self.list += self.modifiers()
        self.cursor = min(cursor, self.last_line())

    def from_sheets(self) -> Values:
        # imported only here, because a form without ships does not need the module
        from .opening import inputs_now

        return inputs_now(self.context, self.proc, self.rows) if min(self.rows) >= 0 else {}

    def complete(self) -> None:
        said = common.shared_inputs(self.context, self.proc, self.rows)
        self.given.update(said)
        self.filled = list(self.filled) + list(said)
        self.given.update(owner_data.inputs_from_file(self.context, self.proc, self.unchecked_values()))

    def modifiers(self) -> list[Input]:
        """Return the inputs that the form adds at the end of its list.

        If the ships' rows lack values that the roll needs, the result is the inputs for these values. If no value is
        missing, the result is the inputs whose values from Sheets influence the roll. OK on such an input opens the
        ship's sheet.
        """
        if self.error is not None and self.lacking_inputs():
            return self.lacking_inputs()
        if self.values is None:
            return []
        return [
            each
            for each in self.proc.inputs
            if each.name in self.filled
            and each not in self.list
            and (
                each.modifier(self.values)
                or each.field == "sail"
                or each.name == "tide"
                or self.is_voiding(each)
            )
        ]

    def is_voiding(self, input: Input) -> bool:
        """Tell whether an input reduces the boarding value of its ship to 0."""
        if self.proc.name != "fleet_boarding":
            return False
        from ..rules.fleet_boarding import voiding_inputs  # the roll has already loaded this module

        return input.name in voiding_inputs(self.values)

    def lacking_inputs(self) -> list[Input]:
        """Return the inputs that the roll needs and whose values the ships' rows lack."""
        return [
            each
            for each in self.proc.inputs
            if each.field in NEEDED and each.name in self.filled and each.start and self.is_lacking(each)
        ]

    def is_lacking(self, input: Input) -> bool:
        """Tell whether the value of an input is missing in the ship's row.

        A value that makes the roll impossible counts as missing.
        """
        if input.field in ("factor", "order") and self.values is not None:
            return self.is_unknown(input)
        return not self.given.get(input.name)

    def is_unknown(self, input: Input) -> bool:
        """Tell whether the ship's row has an unknown number for an input."""
        if input.field not in common.MAYBE_UNKNOWN or input.name not in self.filled:
            return False
        row = self.context.session.row_of_role(self.proc, self.rows, input.role or "")
        return common.field_value(self.context, row, input.field) == "?"

    def edit(self, line: Any) -> None:
        if isinstance(line, int) or line.name not in self.filled:
            form.Form.edit(self, line)
            return
        if line.name == "tide":  # the tide is the same for all ships
            self.context.change([("game", 0, "tide", 1 - self.values["tide"])])
            self.refresh()
            return
        row = (
            self.rows[-1]
            if line.role is None
            else self.context.session.row_of_role(self.proc, self.rows, line.role)
        )
        kind = self.context.session.state.kind("ship")
        self.context.open("trireme.sheet", 0, row, kind.index[line.field or SHARED_FIELDS[line.name]])

    def picker(self, index: int, offered: Sequence[Row]) -> Screen:
        first = len(offered)
        # the ships of the opposite side are first in the list
        if len(self.rows) == 2 and self.rows[1 - index] >= 0:
            first = len(
                [row for row in offered if not common.are_friends(self.context, row, self.rows[1 - index])]
            )
        from .ships import Choose

        found = Choose(self.context, self.label(index), offered, first)
        if self.proc.name in RAMS:
            found.show_size()
        row = self.rows[index]
        if row < 0 and found.row < 0 and self.rows[index - 1] >= 0:
            from . import recent

            row = recent.last_opponent(self.context.session, self.rows[index - 1], offered[:first])
        elif row < 0 and index == 0 and len(self.rows) == 2:  # propose the ship after the last attacker
            from . import recent

            last = recent.last_pair(self.context.session)[1]
            row = ([each for each in offered if each > last >= 0] + [-1])[0]
        if row in offered[:first]:
            found.begin_on(row)
        return found

    def set_row(self, index: int, row: Row) -> None:
        self.rows[index] = row
        self.entered = []
        self.fill_single_roles()
        from .opening import first_values

        self.given.update(first_values(self.context, self.number, self.rows))
        self.refresh()
        # The cursor selects the line of the first role without a ship. If all roles have ships, the cursor selects the
        # line of the roll.
        missing = self.rows.index(-1) if -1 in self.rows else -1
        self.cursor = 1 + self.list.index(missing) if missing in self.list else 0

    def on_ok(self) -> None:
        if self.cursor == 0 and self.error is not None and self.lacking_inputs():
            self.edit(self.lacking_inputs()[0])
        else:
            form.Form.on_ok(self)

    def ok_key(self) -> str:
        if self.error is None:
            return "k.next" if self.is_sum_only() else form.Form.ok_key(self)
        return "k.turn" if self.lacking_inputs() else form.Form.ok_key(self)

    def topic(self) -> str:
        """Return the name of the page about the form, which is a printed table."""
        return self.proc.name

    def on_hold_ok(self) -> None:
        """Show the help text of the input at the cursor, or the printed table.

        An input without a help text has the printed table, in which the present values of the form are highlighted.
        """
        if self.help():
            form.Form.on_hold_ok(self)
        else:
            common.open_table(self.context, self.number, 0, *self.arguments()[1:])

    def on_result(self, result: Any) -> None:
        if self.asking and self.editing is not None and result is not None:
            if getattr(self.editing[0], "name", "") == "against":
                result, self.given["part"] = AIMS[result]
        if result == common.ODDS and self.resolution is None:
            return  # the rules refuse the values, so the roll has no odds; the form shows the reason
        if result == common.ODDS:
            from gobelet.ui.screens.chances import Odds

            self.odds = self.resolution.odds()
            self.context.push(Odds(self.context, self.proc, self.odds, self.questions()))
        else:
            form.Form.on_result(self, result)

    def least_sign(self, name: str) -> str:
        return "" if name in EXACT_CHANCES else form.Form.least_sign(self, name)

    def open_question(self, line: Any) -> None:
        if isinstance(line, int) or line.name != "against":
            form.Form.open_question(self, line)
            return
        self.editing = (line, None)
        self.context.push(
            Picker(self.context, self.question(line), self.context.t("fleet_ram.aims").split("|"), self.aim())
        )

    def aim(self) -> int:
        """Return the index in AIMS of the aim that the player has chosen for the ram."""
        against = self.given.get("against", 1)
        return AIMS.index((against, self.given.get("part", 0) if against == 1 else 0))

    def is_sum_only(self) -> bool:
        """Tell whether the device only adds the modifiers, without a roll.

        The device cannot roll if the number to reach is unknown.
        """
        return isinstance(self.now, Outcome) and self.now.word == "sum"

    def preview(self) -> tuple[str, str]:
        if self.is_sum_only():
            return common.sum_text(self.context, self.proc, self.values), ""
        if self.proc.name == "ship_steps" and self.values["speed"]:
            # imported here, because only this Procedure uses the function
            from ..rules.walks import movement_pattern

            return movement_pattern(self.values["speed"]), ""
        return form.Form.preview(self)

    def label(self, line: Input | int) -> str:
        if line == 0 and self.proc.name in RAMS:
            return self.context.t("role.rammer")
        return form.Form.label(self, line)

    def value(self, line: Input | int) -> str:
        if isinstance(line, int):
            return common.name(self.context, self.rows[line]) if self.rows[line] >= 0 else "?"
        return "?" if self.is_unknown(line) else form.Form.value(self, line)

    def lanes(self) -> str:
        """Return the sums of the modifiers by lane in one line, such as "rapport +1".

        For a boarding, return the boarding values of the ships instead. For incendiary missiles, return the number of
        shots.
        """
        if self.error is not None:
            return ""  # the rules refuse the values, so the sums may be impossible
        if self.summed is None and self.values:
            if self.proc.name == "ship_incendiary":
                shots = self.values["shots"]
                self.summed = "×%d" % shots if shots > 1 else ""
            elif self.proc.name == "fleet_boarding":
                from ..rules.fleet_boarding import effective_values  # the roll has already loaded this module

                self.summed = self.context.t("fleet_boarding.values", *effective_values(self.values))
            elif self.proc.name == "ship_boarding":
                self.summed = "%s %d" % (self.context.t("f.factor"), self.values["factor"])
        if self.summed is None:
            lanes = sums(self.proc, self.values) if self.values else {}
            named = [name for name in sorted(lanes) if lanes[name]]
            self.summed = "  ".join(
                [self.context.t("lane." + name) + " " + signed_text(lanes[name]) for name in named]
            )
        return self.summed

    def draw_dice(self, c: Canvas, dice: str) -> None:
        """Draw the dice; for a ram of the Fleet game, draw the aim and two sums instead.

        Rammer and target have a sum each: the size of the ship and its modifiers, without dice.
        """
        if self.proc.name != "fleet_ram":
            form.Form.draw_dice(self, c, dice)
            return
        lanes = sums(self.proc, self.values)
        aim = self.context.t("fleet_ram.aims").split("|")[self.aim()]
        end = c.text(2, 9, aim, 16)
        total = self.context.t("versus", lanes["rammer"], lanes["target"])
        if c.width(total, 16) <= 118 - end:
            c.align_right(124, 9, total, 16)

    def has_dice(self) -> bool:
        return self.proc.name != "fleet_sail" and form.Form.has_dice(self)

    def title(self) -> str:
        # The title has the ship's bearing to the wind, because the movement points depend on it.
        if self.proc.name == "fleet_sail" and self.values:
            return "%s %s" % (self.context.t("fleet_sail.bearing"), "ABCD"[self.values["bearing"]])
        # The title has the tide, because the chances of the roll depend on it.
        if self.proc.name == "ship_reef" and self.values:
            tide = self.context.t("f.tide.%d" % self.values["tide"])
            return "%s %s" % (self.context.t("ship_reef.tide"), tide)
        return common.title(self.context, self.proc)

    def subject(self) -> str:
        return common.subject(self.context, self.rows, self.context.dice.by_hand, self.title)

    def candidates(self, index: int) -> Sequence[Row]:
        """Return the rows of the ships that may have the role `index`.

        If the other role has a ship, the ships of the opposite side are first.
        """
        state = self.context.session.state
        game = common.game(self.context)
        if not game or not self.proc.name.startswith(common.name_prefix(game)):
            return ()
        ships = common.ships(self.context)
        name = self.proc.name
        if len(self.rows) < 2:
            return [row for row in ships.afloat if not has_had_roll(state, name, [row])] or ships.afloat
        other = self.rows[1 - index]
        if other < 0:
            return ships.afloat
        side = side_of(state, other)
        # Abandoned or surrendered ships that are tied to the ship `other`.
        held = [row for row in ships.partners(other) if row not in ships.afloat]
        rows = ships.sides[1 - side] + [row for row in ships.sides[side] if row != other] + held
        # Ships that have already had this roll together with the ship `other` this turn.
        made = [
            tie.other_ship(other)
            for tie in ships.ties
            if other in tie.ships and has_rolled_against(tie, name, other if index else tie.other_ship(other))
        ]
        return [row for row in rows if row not in made] or rows
