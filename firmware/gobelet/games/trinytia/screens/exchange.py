"""Tri'Nytia: the exchange of a card."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gobelet.ui.screens.menu import Picker

from ..rules import cards, hand, turn
from .asking import Asking, active_row, cards_of

if TYPE_CHECKING:
    from gobelet.rules.sheet import State
    from gobelet.rules.types import Row
    from gobelet.ui.screens.types import Context, Entries


class Exchange(Asking):
    """The list of characters with whom the active character may exchange a card.

    These characters are on the Lieu (place) of the active character. The sign ✓ marks a character who has exchanged a
    card in this turn.
    """

    title = "turn.exchange"

    def __init__(self, context: Context, cursor: int = 0, other: Row = -1) -> None:
        Asking.__init__(self, context, cursor)
        others = self.other_rows()
        if other in others:
            self.cursor = others.index(other)

    def other_rows(self) -> list[Row]:
        return turn.neighbours(self.context.session.state, active_row(self.context))

    def entries(self) -> Entries:
        get = self.context.session.get
        found = []
        for row in self.other_rows():
            value = "L%d" % get("char", row, "lieu")
            found.append((self.context.seat(row), "✓ " + value if get("char", row, "exchanged") else value))
        return found or [(self.context.t("exchange.nobody"), "")]

    def is_allowed(self, other: Row, agree: bool, again: bool) -> bool:
        get = self.context.session.get
        me = active_row(self.context)
        same = get("char", other, "lieu") == get("char", me, "lieu") >= 0
        done = [get("char", row, "exchanged") for row in (me, other)]

        def check(state: State) -> bool:
            cards.check_exchange(same, agree, done[0], done[1], again)
            return True

        return self.allow(check) is not None

    def topic(self, index: int) -> str:
        return "exchange"

    def choose(self, index: int) -> None:
        others = self.other_rows()
        if not others or not self.is_allowed(others[index], True, False):
            return
        context = self.context
        ways = []
        labels = []
        for giver, taker, word in (
            (active_row(context), others[index], "give"),
            (others[index], active_row(context), "take"),
        ):
            for card, name, _ in cards_of(context, giver, "exchange."):
                ways.append((giver, taker, card))
                labels.append(context.t("exchange." + word, name))
        if ways:
            self.ask(
                Picker(context, context.seat(others[index]), labels),
                self.call_with_choice,
                ways,
                self.ask_agreement,
                others[index],
            )
        else:
            context.dialogs.show_notice(context.t("exchange.nothing"))

    def ask_agreement(self, way: tuple[Row, Row, str], other: Row) -> None:
        self.ask_yes_no(
            self.context.t("exchange.agree", self.context.seat(other)), self.on_agreed, way, other
        )

    def on_agreed(self, yes: bool, way: tuple[Row, Row, str], other: Row) -> None:
        if not self.is_allowed(other, yes, False):
            return
        if self.get("exchanges"):
            # The device does not know single cards, so only the players know whether this card was exchanged
            # before.
            self.ask_yes_no(self.context.t("exchange.again"), self.exchange_card, way, other)
        else:
            self.exchange_card(False, way, other)

    def exchange_card(self, again: bool, way: tuple[Row, Row, str], other: Row) -> None:
        if self.is_allowed(other, True, again):
            self.apply_changes(hand.exchange_card, *way)
