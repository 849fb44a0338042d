"""Tri'Nytia: the screens where a character draws, plays and buys cards."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gobelet.rules.refused import Refused
from gobelet.ui.drawing.widgets import lanes, list_rows, rows, top
from gobelet.ui.screens.menu import Menu, Picker

from ..rules import cards, hand, tables
from .asking import HELD, Asking, active_row, cards_of

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from gobelet.rules.types import Change, Row
    from gobelet.ui.drawing.canvas import Canvas
    from gobelet.ui.screens.types import Arguments, Context, Entries


# The kinds of cards that a character may activate. The last kind, an event, is never a face-down card, because a
# player must activate an event that is drawn (L197).
KINDS = ("ordinary", "equipment", "familiar", "arcane", "premonition", "divination", "event")
RULED = {
    "draw": "draw",
    "choose": "choose",
    "play": "activate",
    "drop": "limits",
    "spend": "gold",
    "arcanes": "arcane",
    "packs": "packs",
}


class Cards(Asking):
    """The numbers of cards of one character, and the actions with them."""

    def __init__(self, context: Context, row: Row = -1, cursor: int = 0) -> None:
        Menu.__init__(self, context, cursor)
        self.row = active_row(context) if row < 0 else row
        if cursor < 0:  # the character has too many cards, so the cursor starts on "drop"
            self.cursor = self.names().index("drop")

    def arguments(self) -> Arguments:
        return (self.row, self.cursor)

    def value(self, field: str) -> int:
        return self.context.session.get("char", self.row, field)

    def names(self) -> list[str]:
        found = ["draw"]
        if self.value("down"):
            found.append("play")
        if [field for field in HELD if self.value(field)]:
            found.append("drop")
        return found + ["choose", "spend", "arcanes", "packs", "other"]

    def entries(self) -> Entries:
        gold = "%d %s" % (self.value("gold"), self.context.t("f.gold").lower())
        values = {"spend": gold, "arcanes": str(self.get("arcanes") or "")}
        return [(self.context.t("cards." + name), values.get(name, "")) for name in self.names()]

    def draw(self, c: Canvas) -> None:
        t = self.context.t
        held = [self.value(name) for name in HELD]
        over = cards.excess(*held)
        found = ["%s %d" % (t("cards." + HELD[index]), over[index]) for index in range(3) if over[index]]
        heading = t("cards.over", ", ".join(found)) if found else t("turn.cards")
        name = self.context.seat(self.row)
        if c.width(heading) + c.width(name) > 120:
            heading = t("cards.over", sum(over))
        top(c, name, heading)
        lanes(c, 8, [(t("cards." + HELD[index]), str(held[index])) for index in range(3)])
        self.first = list_rows(self.first, self.cursor, len(self.list), 2)
        rows(c, self.list, self.cursor, self.first, 24, 2)
        self.strip(c)

    def topic(self, index: int) -> str:
        return RULED.get(self.names()[index], "")

    def choose(self, index: int) -> None:
        name = self.names()[index]
        title = "cards." + name
        if name in ("draw", "choose"):
            self.pick("cards.from", "pack.", tables.PACKS, self.take_from_pack, name == "choose")
        elif name == "play":
            self.pick(title, "card.", KINDS[:6], self.check_kind, False, self.use_card, hand.activate_card)
        elif name == "drop":
            over = cards.excess(*[self.value(field) for field in HELD])
            held = cards_of(self.context, self.row, "f.")
            cursor = 0
            while cursor < len(held) - 1 and not over[held[cursor][2]]:
                cursor += 1  # stop at the first kind of which the character has too many cards
            screen = Picker(
                self.context, self.context.t(title), [each[1] for each in held], cursor if any(over) else 0
            )
            self.ask(
                screen, self.call_with_choice, [each[0] for each in held], self.use_card, hand.discard_card
            )
        elif name == "spend":
            self.ask_number(self.context.t(title), 1, 0, 99, self.pay_gold)
        elif name == "other":
            self.pick_seat(title, self.show_row)
        else:
            self.context.open("trinytia." + name)

    def show_row(self, row: Row) -> None:
        self.row = row
        self.cursor = 0
        self.refresh()

    def pay_gold(self, n: int) -> None:
        self.apply_changes(lambda state: [("char", self.row, "gold", cards.gold_left(self.value("gold"), n))])

    def take_from_pack(self, name: str, chosen: bool) -> None:
        """Let the character draw from a pack, or choose a card in it.

        If the pack is not in play, the screen asks whether a card brings it into play. For a card of the gold pack, the
        screen asks for the price.
        """
        pack = tables.PACKS.index(name)
        try:
            cards.check_pack(pack, hand.active_packs(self.context.session.state))
        except Refused as refused:
            self.confirm(
                self.context.messages.refusal(refused) + ". " + self.context.t("turn.card"),
                self.open_pack,
                pack,
                chosen,
            )
            return
        if pack == hand.GOLD:
            self.ask_number(self.context.t("cards.price"), 1, 0, 99, self.check_price, pack, chosen)
        else:
            self.check_price(0, pack, chosen)

    def open_pack(self, pack: int, chosen: bool) -> None:
        if self.context.change([("pack", pack, "active", 1)]):
            self.take_from_pack(tables.PACKS[pack], chosen)

    def check_price(self, price: int, pack: int, chosen: bool) -> None:
        state = self.context.session.state
        if self.allow(lambda state: cards.gold_left(self.value("gold"), price)) is None:
            return
        piles = hand.piles(state, pack) if chosen else [cards.TOP]
        if piles[1:]:
            self.pick("chosen.where", "chosen.", piles, self.wait_for_card, pack, price)
        else:
            self.wait_for_card(piles[0], pack, price)

    def wait_for_card(self, pile: str, pack: int, price: int) -> None:
        """Open the screen on which a player answers after reading the card."""
        self.ask(Drawn(self.context, pile, pack), self.on_read, pack, price, pile)

    def on_read(self, answer: tuple[str, str], pack: int, price: int, pile: str) -> None:
        """Apply the player's answer (option, kind) for the card just read."""
        option, kind = answer
        if option == "activate" and not kind:
            self.pick("card", "card.", KINDS, self.check_kind, True, self.activate_drawn, pack, price, pile)
        elif self.apply_changes(hand.draw_card, self.row, pack, option, kind, price, pile):
            self.remind_to_shuffle(pack, pile)

    def activate_drawn(self, kind: str, pack: int, price: int, pile: str) -> None:
        if self.apply_to_row(hand.draw_card, pack, "activate", kind, price, pile):
            self.remind_to_shuffle(pack, pile)

    def remind_to_shuffle(self, pack: int, pile: str) -> None:
        """Remind the player to shuffle the pack after choosing a card in it (L183)."""
        if pile != cards.TOP:
            self.context.dialogs.show_toast(
                self.context.t("chosen.shuffle", self.context.t("pack." + tables.PACKS[pack]))
            )

    def check_kind(self, kind: str, drawn: bool, then: Callable[..., object], *args: Any) -> None:
        """Call then(kind, *args) if the rules or the players allow the card now."""
        if kind == "divination" and not (self.value("moved") and self.value("fought")):
            # Only the player knows whether the character gives up the move or the fight of this turn.
            self.ask_yes_no(self.context.t("cards.last"), self.check_activation, kind, drawn, then, *args)
        else:
            self.check_activation(True, kind, drawn, then, *args)

    def check_activation(
        self,
        last: bool,
        kind: str,
        drawn: bool,
        then: Callable[..., object],
        *args: Any,
    ) -> None:
        try:
            cards.check_activation(kind, self.get("active") == self.row, self.get("actions"), not last, drawn)
        except Refused as refused:
            # Only the players know whether another card allows the activation.
            question = self.context.messages.refusal(refused) + ". " + self.context.t("turn.card")
            self.confirm(question, then, kind, *args)
            return
        then(kind, *args)

    def use_card(self, what: str, make: Callable[..., list[Change]]) -> None:
        """Activate or discard a card of the character; `make` returns the changes.

        If the packs are counted, the player first names the pack on whose discard pile the card is laid.
        """
        stays = make == hand.activate_card and what in hand.STAYS
        if stays or not hand.is_counted(self.context.session.state):
            self.apply_to_row(make, what)
        else:
            self.pick("cards.from", "pack.", tables.PACKS, self.use_card_of_pack, make, what)

    def use_card_of_pack(self, pack: str, make: Callable[..., list[Change]], what: str) -> None:
        self.apply_to_row(make, what, tables.PACKS.index(pack))

    def apply_to_row(self, make: Callable[..., list[Change]], *args: Any) -> bool:
        """Apply make(state, row, *args), then ask for the PV of a new familiar.

        PV are life points. Return whether the rules allowed the changes.
        """
        before = self.value("familiar")
        done = self.apply_changes(make, self.row, *args)
        if done and self.value("familiar") > before:
            field = hand.FAMILIARS[min(before, len(hand.FAMILIARS) - 1)][0]
            self.ask_number(self.context.t("f." + field), 1, 0, 99, self.set_life, field)
        return done

    def set_life(self, pv: int, field: str) -> None:
        self.context.change([("char", self.row, field, pv)], True)


class Drawn(Menu):
    """The choice of a player who has taken a card and read it in secret.

    The result of the screen is (option, kind of the card). The kind is "event" if the player has set this switch,
    otherwise "".
    """

    def __init__(self, context: Context, pile: str, pack: int) -> None:
        Menu.__init__(self, context)
        self.heading = "drawn" if pile == cards.TOP else "chosen"
        self.pack = pack
        self.kind = ""

    def head(self) -> tuple[str, str]:
        t = self.context.t
        return t(self.heading), t("drawn.pack", t("pack." + tables.PACKS[self.pack]))

    def entries(self) -> Entries:
        t = self.context.t
        found = [(t("drawn." + option), "") for option in cards.options("")]
        return found + [(t("card.event"), t("yes") if self.kind else t("no"))]

    def choose(self, index: int) -> None:
        if index == 3:
            self.kind = "" if self.kind else "event"
            self.refresh()
            return
        option = cards.options("")[index]
        try:
            cards.check_option(self.kind, option)
        except Refused as refused:
            self.context.dialogs.show_refusal(refused)
            return
        self.context.close((option, self.kind))
