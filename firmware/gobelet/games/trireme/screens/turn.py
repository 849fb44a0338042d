"""Trirème: the turn, step by step [Séquence de jeu]."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gobelet.ui.screens.menu import Lines

from ..rules import walks
from ..rules.sheets import row_in_turn
from ..rules.ships import RAMMING, is_done, side_of
from . import common, recent
from .lists import Ruled, step_lines
from .opening import open_and_ask, open_form
from .orders import order_words

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from gobelet.rules.types import Change, Row
    from gobelet.ui.drawing.canvas import Canvas
    from gobelet.ui.screens.types import Arguments, Context, Entries


# Steps at which OK on a ship opens the roll of this ship.
ROLL_STEPS = ("clearances", "fire", "morale")
# Steps at which OK on a ship begins a ram by this ship. At steps in neither RAM_STEPS nor ROLL_STEPS, OK opens the
# ship's order or card, or the form of a grapple.
RAM_STEPS = ("rams", "moves")
CHOSEN_SHIP = ("moves", "drift", "fire")  # steps at which OK on a roll asks which ship rolls
RAMMED_SIGN = "✓ "  # sign of a ship that has rammed this turn
# Steps at which no ship must act, so that the players may begin the next step at any time.
OPTIONAL = RAM_STEPS + ("first", "second", "fire", "infantry")
# For some steps, the field of a ship that the list shows instead of its strength, see `list_field`.
LIST_FIELDS = {"first": "pv", "second": "pv", "rams": "size"}


class Turn(Ruled):
    """The list of the ships and rolls at the present step of the turn.

    The list begins with the ships and pairs that must still act. Other rolls of the step follow. OK on one of the last
    lines begins the next step, or returns to the previous step.
    """

    holds = "?"

    def __init__(
        self,
        context: Context,
        cursor: int = 0,
        turn: int = 0,
        step: int = -1,
        pulse: int = 0,
        left: int = 0,
        who: int = -1,
        ended: int = 0,
        aimed: int = -1,
    ) -> None:
        Ruled.__init__(self, context, cursor)
        # For each line: (kind of the line, value). The value is the row of the line's ship, a pair of rows, the number
        # of a Procedure, or 0.
        self.choices: list[tuple[str, Any]] = []
        # The turn, step and pulse for which the list was made. When the turn, step or pulse changes, the cursor returns
        # to the first line.
        self.made_for = [turn, step, pulse]
        self.left = left  # number of ships and pairs that had to act when the list was made
        # The row of the ship at the cursor, -1 if the line has no ship. A value below -1 means a line near the end of
        # the list: -2 is the last line, -3 the line before it.
        self.who = who
        self.ended = ended  # 1 if a side had no ship afloat when the list was made, else 0
        # 1 + the byte offset in the journal of the last roll before the ship at the cursor began a ram; -1 without a
        # ram.
        self.aimed = aimed

    def arguments(self) -> Arguments:
        if self.cursor < len(self.choices):
            what, who = self.choices[self.cursor]
            self.who = who if what == "ship" else -1
            # Ships above the cursor may leave the list, so the index of this line is counted from the end of the list.
            if what in ("orders", "roll", "before"):
                self.who = self.cursor - len(self.choices) - 1
        return [self.cursor] + self.made_for + [self.left, self.who, self.ended, self.aimed]

    def turn_numbers(self) -> list[int]:
        """Return the numbers of the present turn, step and pulse (step of movement)."""
        return [self.context.session.get("game", 0, field) for field in ("turn", "step", "pulse")]

    def step(self) -> Any:
        """Return the present step of the turn; None without a battle, see `walks.step`."""
        return walks.step(self.context.session.state)

    def is_valid(self) -> bool:
        """Tell whether a battle is still under way."""
        return self.step() is not None

    def on_show(self) -> None:
        if self.is_valid():  # without a battle the list has no step to show
            Ruled.on_show(self)

    def head(self) -> tuple[str, str]:
        context = self.context
        count = len(walks.steps(context.session.state))
        turn, step, pulse = self.turn_numbers()
        title = context.t("turn." + walks.steps(context.session.state)[step][0])
        if pulse:
            title += " " + context.t("turn.pulse", pulse)
        for side, left in enumerate(common.ships(context).sides):
            # The title does not name a winner, because the player aid does not say which side wins.
            if not left:
                title = context.t("turn.none", context.t("side.%d" % side))
        where = context.t("turn.head", turn, step + 1, count)
        if context.canvas.width(title) + context.canvas.width(where) > 122:
            where = context.t("turn.new", turn)
        return title, where

    def refresh(self) -> None:
        now = self.turn_numbers()
        begins = now != self.made_for
        self.made_for = now
        before = self.ended
        self.ended = int(not all(common.ships(self.context).sides))
        Ruled.refresh(self)
        if begins:
            # At the step of rams, line 0 begins the next step. So the cursor begins on line 1, which is the first ship.
            rams = self.step()[0] == "rams"
            self.cursor = int(rams and self.is_ram(*self.choices[1]))
        if self.ended > before:
            self.cursor = 0

    def entries(self) -> Entries:
        """Make the lines, and keep the cursor on its ship, whose line may have moved.

        If no ship or pair must act, the first line begins the next step.
        """
        state = self.context.session.state
        name, _, rolls = self.step()
        self.arguments()  # updates `self.who`, the ship at the cursor
        found = self.choices = []
        now = common.ships(self.context)
        hooks = walks.eased_pairs(state, now) if name == "boardings" and len(rolls) > 1 else ()
        for who in walks.ships_to_act(state, name, now):
            pair = isinstance(who, tuple)
            if who in hooks:
                found.append(("hook", who))
                continue
            if not pair or name != "boardings" or common.can_board(self.context, *who):
                found.append(("pair" if pair else "ship", who))
        left = self.left
        self.left = 0 if name in OPTIONAL else len(found)
        if self.left < left and self.cursor >= self.left:
            self.cursor = 0  # the last ship of the list has acted, so the cursor returns to the first line
        onward = ("next", 0)
        if not found or name in OPTIONAL:
            found.insert(0, onward)
        if self.ended:
            found.insert(0, ("over", 0))
        # Put the cursor on its ship again, whose line moves if a ship above sinks.
        if name in OPTIONAL and self.who >= 0:
            row = self.after_ram(now.afloat) if name == "rams" else self.who
            self.cursor = found.index(("ship", row)) if ("ship", row) in found else 0
        if name == "weather":
            found.append(("tide", 0))
        if row_in_turn(state) >= 0:
            found.append(("starts", 0))
        if name in ("orders", "moves"):
            found.append(("orders", 0))
        for roll in rolls:
            # At the steps of orders and rams, OK on a ship's line opens this roll, so the list has no line for the roll
            # itself.
            if roll != "ship_steps" and name != "rams":
                found.append(("roll", self.context.session.procedure_index(roll)))
        if onward not in found:
            found.append(onward)
        if walks.backward_changes(state, common.ships(self.context)):
            found.append(("before", 0))
        if name in OPTIONAL and self.who < -1:
            self.cursor = len(found) + 1 + self.who
        return Lines(found, self.line)

    def after_ram(self, rows: Sequence[Row]) -> int:
        """Return the row of the ship to select after a ram; -1 after the last ship.

        The ship to select is the next ship of `rows` that is not the target of the ram. If the players have applied no
        ram, the same ship stays selected.
        """
        session = self.context.session
        aimed, self.aimed = self.aimed, -1
        if aimed < 0 or aimed == session.roll_position() + 1 or not session.is_applied():
            return self.who
        roll = session.last_roll()
        target = roll.rows[-1] if roll else -1
        return min([row for row in rows if row > self.who and row != target] or [-1])

    def on_result(self, passed: Any) -> None:
        """Select the line of the next step after the players have entered all orders.

        `passed` is set if the players have closed the list of orders by OK on its last line.
        """
        if passed and ("next", 0) in self.choices:
            self.cursor = self.choices.index(("next", 0))
            self.context.redraw()

    def is_ram(self, what: str, who: Any) -> bool:
        """Tell whether OK on a line begins a ram.

        OK begins a ram at a step in RAM_STEPS, on the line of a ship, while the other side has a ship afloat.
        """
        state = self.context.session.state
        return (
            what == "ship"
            and self.step()[0] in RAM_STEPS
            and bool(common.ships(self.context).sides[1 - side_of(state, who)])
        )

    def draw(self, c: Canvas) -> None:
        rams = self.cursor < len(self.choices) and self.is_ram(*self.choices[self.cursor])
        what = self.choices[self.cursor][0] if self.cursor < len(self.choices) else ""
        self.keys = ("k.move", "turn.ram" if rams else "do.fleet_grapple" if what == "hook" else "k.ok")
        Ruled.draw(self, c)

    def line(self, entry: tuple[str, Any]) -> tuple[str, str]:
        """Return (label, value) of a line."""
        context = self.context
        t = context.t
        what, who = entry
        if what == "ship":
            step = self.step()[0]
            if step in ("orders", "moves"):
                return common.name(context, who), order_words(context, who)
            rammed = step == "rams" and is_done(context.session.state, who, RAMMING)
            return common.ship_line(context, who, LIST_FIELDS.get(step), RAMMED_SIGN if rammed else "")
        if what in ("pair", "hook"):
            return common.pair_name(context, *who), ""
        if what == "next":
            return t("turn.next"), self.next_step_name()
        if what == "tide":
            return t("ship_reef.tide"), t("f.tide.%d" % context.session.get("game", 0, "tide"))
        if what == "starts":
            return t("turn.first"), t("side.%d" % context.session.get("game", 0, what))
        if what == "roll":
            return t(context.session.listed[who][0]), ""
        return t({"orders": "turn.all", "over": "over"}.get(what, "turn.before")), ""

    def next_step_name(self) -> str:
        """Return the name of the next step of the turn, or of the next pulse.

        At the last step, the result is the name of the first step of the new turn.
        """
        state = self.context.session.state
        changed = {
            field: value for _, _, field, value in walks.forward_changes(state, common.ships(self.context))
        }
        if "step" not in changed:
            return self.context.t("turn.pulse", changed["pulse"])
        return self.context.t("turn." + walks.steps(state)[changed["step"]][0])

    def likely_next(self) -> str | Sequence[str] | None:
        name, _, rolls = self.step() or ("", None, ())
        if name == "orders":
            return ("trireme.orders",)
        return rolls[:1] + ("trireme.form", "trireme.result") + rolls[1:]

    def prepare(self) -> bool:
        return recent.prepare(self.context.session)

    def choose(self, index: int) -> None:
        context = self.context
        what, who = self.choices[index]
        state = context.session.state
        name, _, rolls = self.step()
        changes: Sequence[Change] = ()
        if what == "next":
            changes = walks.forward_changes(state, common.ships(context))
        elif what == "before":
            changes = walks.backward_changes(state, common.ships(context))
        elif what in ("tide", "starts"):
            changes = [("game", 0, what, 1 - state.get("game", 0, what))]
        elif what in ("orders", "over"):
            context.open("trireme." + what)
        elif what == "roll" and context.session.listed[who][0] == "fleet_fatigue":
            context.open("trireme.fatigue")
        elif what == "roll" and name in CHOSEN_SHIP and len(context.session.procedure(who).roles) == 1:
            open_and_ask(context, who)
        elif what == "roll":
            open_form(context, who)
            context.navigation.top().ask()
        elif what in ("pair", "hook"):
            open_form(context, context.session.procedure_index(rolls[-1 if what == "pair" else 0]), *who)
        elif name == "orders":
            context.open("trireme.orders", 0, who)
        elif self.is_ram(what, who):
            self.aimed = context.session.roll_position() + 1
            open_and_ask(context, context.session.procedure_index(rolls[0]), who)
        elif name == "grapples":
            # The ship `who` is the target of the grapple. The form asks for the ship that grapples it.
            open_form(context, context.session.procedure_index(rolls[0]), -1, who)
        elif name in ROLL_STEPS:
            open_form(context, context.session.procedure_index(rolls[0]), who)
        else:
            context.open("trireme.card", who)
        if changes:
            context.change(changes)
            self.refresh()

    def topic(self, index: int) -> str:
        """Return the name of the page about the roll of a line; "" without a roll."""
        what, who = self.choices[index]
        name, _, rolls = self.step()
        if what == "roll":
            return self.context.session.listed[who][0]
        if what == "orders":
            return "ship_steps"
        if what == "tide":
            return "ship_reef"
        if what in ("pair", "hook"):
            return rolls[-1 if what == "pair" else 0]
        return rolls[0] if what == "ship" and rolls and name not in ("first", "second") else ""

    def about(self, index: int) -> None:
        """Show the page about the roll of a line; without a roll, the printed sequence.

        An arrow marks the present step in the printed sequence of the turn.
        """
        if self.topic(index):
            Ruled.about(self, index)
            return
        context = self.context
        context.dialogs.show_page(
            context.t("home.turn"), step_lines(context, walks.steps(context.session.state), self.made_for[1])
        )
        context.navigation.top().place_cursor(0, self.made_for[1] - 1)
