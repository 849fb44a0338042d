"""Tri'Nytia: the screens of the two modes for few players.

In Tricorne the Corsaires (pirates) bet gold. In Duel Astral the players choose a champion for each turn.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gobelet.rules.procedure import values
from gobelet.rules.refused import Refused
from gobelet.ui.drawing.widgets import draw_large, top
from gobelet.ui.screens.casting import ask_dice, carry_on, from_cup
from gobelet.ui.screens.menu import Menu

from ..rules import bets, modes, turn
from .common import is_playing, status

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from gobelet.rules.types import Faces, Row, Values
    from gobelet.ui.drawing.canvas import Canvas
    from gobelet.ui.drawing.types import Pixels
    from gobelet.ui.screens.types import Arguments, Context, Entries


CORSAIRS = [0, 1, 2]


class Bet(Menu):
    """The stakes, the rolls, and the pot for the highest roll.

    Tied characters roll again (L224).
    """

    title = "bet"
    holds = "?"

    def __init__(self, context: Context, cursor: int = 0) -> None:
        Menu.__init__(self, context, cursor)
        self.number = context.session.procedure_index("bet")
        self.proc = context.session.procedure(self.number)

    def on_show(self) -> None:
        """Show the last bet of the journal if its pot is not paid, even after a restart."""
        resolution = self.context.session.pending_roll()
        self.bet: Any = (
            resolution
            if resolution is not None and resolution.number == self.number and resolution.rows == CORSAIRS
            else None
        )
        self.keys = ("k.move", "k.ok")
        Menu.on_show(self)

    def char(self, row: Row, field: str) -> int:
        return self.context.session.get("char", row, field)

    def entries(self) -> Entries:
        t = self.context.t
        found = []
        pot = 0
        for row in CORSAIRS:
            stake = self.char(row, "stake")
            pot += stake
            label = "%s L%d" % (self.context.seat(row), self.char(row, "lieu"))
            value = t("bet.of", stake, self.char(row, "gold"))
            found.append((label, value) if self.char(row, "lieu") >= 0 else (self.context.seat(row), "☠"))
        found.append((t("bet.roll"), t("bet.pot", pot)))
        return found

    def large_texts(self) -> Sequence[tuple[str, Pixels]]:
        winner = -1 if self.bet is None else self.bet.now.key - 1
        return ((self.winner_text(winner), 12),) if winner >= 0 else ()

    def winner_text(self, winner: int) -> str:
        """Return the name of the winner and the gained gold as text."""
        stakes = bets.stakes(self.bet.values)
        return "%s +%d" % (self.context.seat(winner), sum(stakes) - stakes[winner])

    def draw(self, c: Canvas) -> None:
        if self.bet is None:
            Menu.draw(self, c)
            return
        values, path, outcome = self.bet.values, self.bet.path, self.bet.now
        context = self.context
        top(c, context.t("bet"))
        rolled = []
        for index, row in enumerate(bets.rolling_rows(values)):
            rolled.append("%s\u00a0%d" % (context.seat(row), sum(path[index])))
        winner = outcome.key - 1
        draw_large(c, self.winner_text(winner) if winner >= 0 else context.t("setup.tie"), 8, 32)
        draw_large(c, "  ".join(rolled), 40, 16)
        self.keys = ("", "do.again" if winner < 0 else "bet.keep")
        self.strip(c)

    def choose(self, index: int) -> None:
        context = self.context
        state = context.session.state
        try:
            if self.bet is not None:
                outcome = self.bet.now
                if outcome.then:
                    self.begin_bet(outcome.then[0][1])
                elif context.change(context.session.outcome_changes(self.proc, CORSAIRS, outcome)):
                    context.close()
            elif index < 3:
                stake, gold = self.char(index, "stake"), self.char(index, "gold")
                # a player may take back a stake even if the Corsaires are on different Lieux (places)
                if not stake:
                    modes.check_stakes(state, index)
                context.dialogs.ask_number(
                    context.t("bet.stake", context.seat(index)), min(stake, gold), 0, gold
                )
            else:
                modes.check_stakes(state)
                given = {}
                for row in CORSAIRS:
                    given["stake%d" % (row + 1)] = self.char(row, "stake")
                self.begin_bet(given)
        except Refused as refused:
            context.dialogs.show_refusal(refused)

    def begin_bet(self, given: Values) -> None:
        """Begin the rolls of the Corsaires (pirates) who bet a stake.

        TN-E20 refuses fewer than two stakes.
        """
        self.resolution = self.context.session.create_resolution(
            self.number, CORSAIRS, values(self.proc, given), self.context.dice.by_hand
        )
        self.roll_dice()

    def roll_dice(self, *faces: Faces) -> None:
        """Throw the dice of each character in turn, or ask for real dice.

        After the dice of the last character, the bet is stored and shown.
        """
        context = self.context
        resolution = self.resolution
        if resolution.hand:
            for given in faces:
                resolution.add_result(given)
            if resolution.is_waiting_for_dice():
                ask_dice(
                    context,
                    resolution,
                    context.seat(bets.rolling_rows(resolution.values)[len(resolution.path)]),
                )
            else:
                self.cast()
        else:
            from_cup(context, self.cast)

    def cast(self) -> None:
        carry_on(self.context, self.resolution)
        self.on_show()

    def on_result(self, result: Any) -> None:
        if isinstance(result, tuple):
            self.roll_dice(result)
        elif result is not None and self.context.change([("char", self.cursor, "stake", result)]):
            self.cursor += 1
            self.refresh()

    def on_hold_ok(self) -> None:
        self.context.dialogs.show_page(self.context.t("bet"), self.context.t("bet.help"))


class Champions(Menu):
    """The champions of the god whose turn it is, in Duel Astral (L240-241).

    The player chooses which of the three champions plays.
    """

    keys = ("k.move", "setup.go")
    holds = "?"

    def __init__(self, context: Context, cursor: int = 0, god: int = 0) -> None:
        Menu.__init__(self, context, cursor)
        self.god = god  # the god whose champions are on the screen: 1 or 2, 0 for none

    def arguments(self) -> Arguments:
        return (self.cursor, self.god)

    def get(self, field: str) -> int:
        return self.context.session.get("game", 0, field)

    def playable_rows(self, god: int) -> list[Row]:
        """Return the rows of the champions that `god` may play now."""
        return modes.may_play(self.context.session.state, god)

    def is_valid(self) -> bool:
        return is_playing(self.context.session.state) and self.get("active") < 0

    def on_show(self) -> None:
        if not self.is_valid():
            return
        god = self.get("god")
        may = self.playable_rows(god)
        if god != self.god or modes.rows_of(god)[self.cursor] not in may:
            self.god = god
            self.cursor = may[0] % 3 if may else 0
        Menu.on_show(self)

    def head(self) -> tuple[str, str]:
        t = self.context.t
        god = self.get("god")
        if self.playable_rows(3 - god):
            return t("god.%d" % god), t("champions.round", self.get("cycle"))
        return t("god.%d" % god), t("champions.passes")

    def entries(self) -> Entries:
        context = self.context
        alive = turn.life_flags(context.session.state)  # a damaged game may have fewer rows than champions
        may = self.playable_rows(self.get("god"))
        found = []
        for row in modes.rows_of(self.get("god")):
            value = status(context, row) if row in may else "✓" if True in alive[row : row + 1] else "☠"
            found.append((context.seat(row), value))
        return found

    def choose(self, index: int) -> None:
        context = self.context
        row = modes.rows_of(self.get("god"))[index]
        if row not in self.playable_rows(self.get("god")):
            context.dialogs.show_notice(context.t("champions.played", context.seat(row)))
        elif context.change(modes.begin_turn(row)):
            context.close()

    def on_back(self) -> None:
        self.context.navigation.back_to("trinytia.home")

    def on_hold_ok(self) -> None:
        self.context.dialogs.show_page(
            self.context.t("god.%d" % self.get("god")), self.context.t("champions.help")
        )
