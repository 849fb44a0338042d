"""Traqueur: the screens of the printed set-up and of the draw of the first player."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gobelet.rules.walk import index, next_index, previous_index
from gobelet.ui.drawing.widgets import draw_large, top
from gobelet.ui.screens import result
from gobelet.ui.screens.casting import ask_dice, carry_on, from_cup
from gobelet.ui.screens.menu import Picker

from ..rules import game
from ..rules.sheets import SETUP
from ..rules.walks import SETUP as WALK
from .common import FIRST, WEAPON, Entry, Stage, familiar_line, player_name, type_name, weapon_line

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gobelet.rules.types import Row
    from gobelet.ui.drawing.canvas import Canvas
    from gobelet.ui.screens.types import Steps

OK_TEXTS = {"familiar": "setup.note", "shop": "setup.note", "grass": "k.open", "start": "setup.go"}


class Setup(Stage):
    """The present step of the set-up.

    OK begins the act of the step, or shows the next step if the step has no act. UP and DOWN select another step. If OK
    is held, the rule page about the step opens.
    """

    part = SETUP

    def step(self) -> str:
        return WALK[self.get("step")][0]

    def waiting_row(self) -> Row:
        """Return the row of the first player without a familiar; -1 if all have one."""
        state = self.context.session.state
        for row in range(self.get("players")):
            if not game.familiars(state, row):
                return row
        return -1

    def empty_row(self) -> Row:
        """Return the first row of the shop without a weapon; -1 if both rows have one."""
        get = self.context.session.get
        for row in (0, 1):
            if not get("shop", row, "there"):
                return row
        return -1

    def status(self) -> str:
        """Return a text about the progress of the present step, or ""."""
        context = self.context
        step = self.step()
        if step == "familiar":
            row = self.waiting_row()
            if row >= 0:
                return "▶ " + player_name(context, row) if row else ""
            last = self.get("players") - 1
            index = game.familiars(context.session.state, last)[0]
            return "%s %s %s" % (
                player_name(context, last),
                type_name(context, index),
                familiar_line(context, index),
            )
        if step == "shop":
            there = [row for row in (0, 1) if context.session.get("shop", row, "there")]
            return "   ".join([weapon_line(context, "shop", row) for row in there])
        if step in ("grass", "start") and self.get("first") >= 0:
            return context.t("setup.starts", player_name(context, self.get("first")))
        return ""

    def draw_content(self, c: Canvas) -> None:
        t = self.context.t
        status = self.status()
        top(c, t("home.setup"), "%d/%d" % (self.get("step") + 1, len(WALK)))
        draw_large(c, t("setup." + self.step()), 8, 32 if status else 48)
        if status:
            draw_large(c, status, 40, 16)
        self.keys = ("setup.step", OK_TEXTS.get(self.step(), "k.next"))
        self.strip(c)

    def go_to_step(self, to: int, join: int = 0) -> None:
        if to >= 0:
            self.context.change([("game", 0, "step", to)], join)

    def on_up(self, n: Steps) -> None:
        state = self.context.session.state
        to = previous_index(WALK, self.get("step"), state)
        # On the first step, UP selects the last step, so that experienced players can skip the set-up.
        self.go_to_step(to if to >= 0 else len(WALK) - 1)

    def on_down(self, n: Steps, join: int = 0) -> None:
        self.go_to_step(next_index(WALK, self.get("step"), self.context.session.state), join)

    def on_ok(self) -> None:
        context = self.context
        step = self.step()
        if (step == "familiar" and self.waiting_row() >= 0) or (step == "shop" and self.empty_row() >= 0):
            labels = [context.t("setup.later." + step), context.t("setup.now")]
            self.ask(Picker(context, context.t("setup.cards." + step), labels), self.ask_cards)
        elif step == "grass":
            labels = [player_name(context, row) for row in range(self.get("players"))] + [
                context.t("starter")
            ]
            self.ask(
                Picker(context, context.t("setup.grass.who"), labels, max(0, self.get("first"))),
                self.begin_with,
            )
        elif step == "start":
            self.begin_game()
        else:
            self.on_down(1)

    def ask_cards(self, now: int) -> None:
        """Ask for the cards of the present step if `now` is 1, else show the next step.

        If `now` is 0, the players enter each card later, when a rule requires the numbers on the card.
        """
        if now:
            self.ask_card()
        else:
            self.on_down(1)

    def ask_card(self) -> None:
        """Ask for the next card of this step; after the last card, show the next step."""
        context = self.context
        familiar = self.step() == "familiar"
        row = self.waiting_row() if familiar else self.empty_row()
        if row < 0:
            # The change to the next step joins the transaction that has stored the last card.
            self.on_down(1, 1)
        elif familiar:
            self.ask(
                Entry(context, context.t("setup.familiar.of", player_name(context, row)), FIRST),
                self.take_familiar,
                row,
            )
        else:
            self.ask(Entry(context, context.t("shop.weapon", row + 1), WEAPON), self.stock_shop, row)

    def take_familiar(self, answer: Sequence[int], row: Row) -> None:
        kind, attack, pv = answer
        if row == self.waiting_row() and self.apply_changes(
            game.take_familiar(self.context.session.state, row, kind, 0, attack, pv)
        ):
            self.ask_card()

    def stock_shop(self, answer: Sequence[int], row: Row) -> None:
        if self.apply_changes(game.stock_weapon(row, *answer)):
            self.ask_card()

    def begin_with(self, index: int) -> None:
        if index < self.get("players"):
            if self.apply_changes([("game", 0, "first", index)]):
                self.on_down(1, 1)
        else:
            self.draw_lots()

    def draw_lots(self) -> None:
        """Choose the first player by the device's dice, or ask for the face of a real die."""
        context = self.context
        number = context.session.procedure_index("starter")
        self.resolution = context.session.create_resolution(
            number, (), {"players": self.get("players")}, context.dice.by_hand
        )
        if self.resolution.is_waiting_for_dice():
            self.ask_die()
        else:
            from_cup(context, self.show_draw)

    def ask_die(self) -> None:
        self.expect(self.show_draw)
        ask_dice(self.context, self.resolution)

    def show_draw(self, *faces: Result) -> None:
        carry_on(self.context, self.resolution, *faces)
        self.context.open("traqueur.result")

    def begin_game(self) -> None:
        """Begin the first combat, or show the step that chooses the first player."""
        step = game.missing_step(self.context.session.state)
        if step:
            self.go_to_step(index(WALK, step))
            self.on_ok()
        elif self.apply_changes(game.end_setup(self.context.session.state)):
            self.on_show()

    def on_hold_ok(self) -> None:
        self.open_page("setup." + self.step())


class Result(result.Result):
    """The result of the draw: the name of the player who begins the first combat."""

    def answer_text(self) -> str:
        return player_name(self.context, self.outcome.key - 1)

    def is_valid(self) -> bool:
        # An undo may have removed the game and its players.
        return result.Result.is_valid(self) and self.context.session.get("game", 0, "players") > 0

    def on_show(self) -> None:
        if self.is_valid():
            result.Result.on_show(self)

    def finish(self) -> None:
        """Close the result; if the set-up is at the step "grass", show the next step."""
        self.leave()
        top = self.context.navigation.top()
        if self.context.navigation.stack.ids[-1] == "traqueur.setup" and top.step() == "grass":
            top.on_down(1, 1)
