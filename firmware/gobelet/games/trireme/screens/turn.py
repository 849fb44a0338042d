"""Trirème: the turn, step by step [Séquence de jeu]."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gobelet.ui.screens.menu import Lines

from ..rules import walks
from ..rules.sheets import whose
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


# Steps at which OK on a ship opens its roll, and steps at which the ship rams. At other steps OK asks for an
# order, or shows the card.
ROLLS = ("clearances", "fire", "morale")
RAMS = ("rams", "moves")
ALONE = ("moves", "drift", "fire")  # steps at which the players choose the ship of a roll
DONE = "✓ "  # sign of a ship that has rammed
# Steps that only propose ships; the players may leave them at any time.
TOLD = RAMS + ("first", "second", "fire", "infantry")
# The field of a ship in the list, at steps at which it is more important than the strength.
SIGNS = {"first": "pv", "second": "pv", "rams": "size"}


class Turn(Ruled):
    """The present step: the ships that must still act, their rolls, and other steps.

    Lines lead to the next step and to the step before.
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
        self.choices: list[tuple[str, Any]] = []  # for each line: (kind, and a ship, a pair or a step)
        self.made_for = [
            turn,
            step,
            pulse,
        ]  # the step of the list; at another step the cursor moves to its start
        self.left = left  # number of ships that still had to act when the cursor was set
        self.who = who  # row of the ship at the cursor; below -1 a line counted from the end, which is -2
        self.ended = ended  # whether a side had no ship left at that time, 0 or 1
        # 1 + the last roll at the time when the ship at the cursor began its ram; -1 for no ram
        self.aimed = aimed

    def arguments(self) -> Arguments:
        if self.cursor < len(self.choices):
            what, who = self.choices[self.cursor]
            self.who = who if what == "ship" else -1
            if what in ("orders", "roll", "before"):  # ships above the cursor may leave the list
                self.who = self.cursor - len(self.choices) - 1
        return [self.cursor] + self.made_for + [self.left, self.who, self.ended, self.aimed]

    def now(self) -> list[int]:
        """List the turn, the step and the pulse."""
        return [self.context.session.get("game", 0, field) for field in ("turn", "step", "pulse")]

    def step(self) -> Any:
        """The present step, see `walks.step`; this screen is shown only if there is one."""
        return walks.step(self.context.session.state)

    def is_valid(self) -> bool:
        """Tell whether there is still a battle."""
        return self.step() is not None

    def on_show(self) -> None:
        if self.is_valid():  # without a battle there is no step
            Ruled.on_show(self)

    def head(self) -> tuple[str, str]:
        context = self.context
        count = len(walks.steps(context.session.state))
        turn, step, pulse = self.now()
        title = context.t("turn." + walks.steps(context.session.state)[step][0])
        if pulse:
            title += " " + context.t("turn.pulse", pulse)
        for side, left in enumerate(common.ships(context).sides):
            if not left:  # the player aid does not say which side wins, only that a side has no ship
                title = context.t("turn.none", context.t("side.%d" % side))
        where = context.t("turn.head", turn, step + 1, count)
        if context.canvas.width(title) + context.canvas.width(where) > 122:
            where = context.t("turn.new", turn)
        return title, where

    def refresh(self) -> None:
        now = self.now()
        begins = now != self.made_for
        self.made_for = now
        before = self.ended
        self.ended = int(not all(common.ships(self.context).sides))
        Ruled.refresh(self)
        if begins:
            # At the step of rams OK must open a ram, not skip the whole step.
            rams = self.step()[0] == "rams"
            self.cursor = int(rams and self.is_ram(*self.choices[1]))
        if self.ended > before:
            self.cursor = 0

    def entries(self) -> Entries:
        """The ships and pairs that must still act.

        If no ship or pair must act, the next step comes first.
        """
        state = self.context.session.state
        name, _, rolls = self.step()
        self.arguments()  # updates `who`, the ship at the cursor
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
        self.left = 0 if name in TOLD else len(found)
        if self.left < left and self.cursor >= self.left:
            self.cursor = 0  # the last ship has acted, so the cursor moves to the first line
        onward = ("next", 0)
        if not found or name in TOLD:
            found.insert(0, onward)
        if self.ended:
            found.insert(0, ("over", 0))
        # find the ship again, because a sunk ship may have moved the lines
        if name in TOLD and self.who >= 0:
            row = self.after_ram(now.afloat) if name == "rams" else self.who
            self.cursor = found.index(("ship", row)) if ("ship", row) in found else 0
        if name == "weather":
            found.append(("tide", 0))
        if whose(state) >= 0:
            found.append(("starts", 0))
        if name in ("orders", "moves"):
            found.append(("orders", 0))
        for roll in rolls:
            if roll != "ship_steps" and name != "rams":  # at those steps each ship has a line of its own
                found.append(("roll", self.context.session.procedure_index(roll)))
        if onward not in found:
            found.append(onward)
        if walks.backward_changes(state, common.ships(self.context)):
            found.append(("before", 0))
        if name in TOLD and self.who < -1:
            self.cursor = len(found) + 1 + self.who
        return Lines(found, self.line)

    def after_ram(self, rows: Sequence[Row]) -> int:
        """Row of the ship that gets the cursor after a ram; -1 after the last one.

        This ship is the next of `rows` that was not the target.
        """
        session = self.context.session
        aimed, self.aimed = self.aimed, -1
        if aimed < 0 or aimed == session.roll_position() + 1 or not session.is_applied():
            return self.who
        roll = session.last_roll()
        target = roll.rows[-1] if roll else -1
        return min([row for row in rows if row > self.who and row != target] or [-1])

    def on_result(self, passed: Any) -> None:
        """Continue after the orders were entered, or left unchanged."""
        if passed and ("next", 0) in self.choices:
            self.cursor = self.choices.index(("next", 0))
            self.context.redraw()

    def is_ram(self, what: str, who: Any) -> bool:
        """Tell whether OK on a line opens a ram: a ship, at a step of rams, with an enemy left."""
        state = self.context.session.state
        return (
            what == "ship"
            and self.step()[0] in RAMS
            and bool(common.ships(self.context).sides[1 - side_of(state, who)])
        )

    def draw(self, c: Canvas) -> None:
        rams = self.cursor < len(self.choices) and self.is_ram(*self.choices[self.cursor])
        what = self.choices[self.cursor][0] if self.cursor < len(self.choices) else ""
        self.keys = ("k.move", "turn.ram" if rams else "do.fleet_grapple" if what == "hook" else "k.ok")
        Ruled.draw(self, c)

    def line(self, entry: tuple[str, Any]) -> tuple[str, str]:
        """Label and value of a line."""
        context = self.context
        t = context.t
        what, who = entry
        if what == "ship":
            step = self.step()[0]
            if step in ("orders", "moves"):
                return common.name(context, who), order_words(context, who)
            rammed = step == "rams" and is_done(context.session.state, who, RAMMING)
            return common.ship_line(context, who, SIGNS.get(step), DONE if rammed else "")
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
        """Name of the next step."""
        for _, _, field, value in walks.forward_changes(
            self.context.session.state, common.ships(self.context)
        ):
            if field == "pulse":
                return self.context.t("turn.pulse", value)
            if field == "step":
                return self.context.t("turn." + walks.steps(self.context.session.state)[value][0])
        return ""

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
        elif what == "roll" and name in ALONE and len(context.session.procedure(who).roles) == 1:
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
            open_form(
                context, context.session.procedure_index(rolls[0]), -1, who
            )  # a ship that is easier to grapple, while the grappling ship is unknown
        elif name in ROLLS:
            open_form(context, context.session.procedure_index(rolls[0]), who)
        else:
            context.open("trireme.card", who)
        if changes:
            context.change(changes)
            self.refresh()

    def topic(self, index: int) -> str:
        """The page about the roll of a line; "" for a line whose page is the printed sequence."""
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
        """Show the page about a line, or the printed sequence with the present step."""
        if self.topic(index):
            Ruled.about(self, index)
            return
        context = self.context
        context.dialogs.page(
            context.t("home.turn"), step_lines(context, walks.steps(context.session.state), self.made_for[1])
        )
        context.navigation.top().place_cursor(0, self.made_for[1] - 1)
