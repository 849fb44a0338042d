"""Tri'Nytia: the packs of cards, and the stack of arcanes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..rules import hand, tables
from .asking import Asking

if TYPE_CHECKING:
    from typing import Any

    from gobelet.rules.types import Row
    from gobelet.ui.screens.types import Entries


class Packs(Asking):
    """The five packs, and the Lieux (places) 0 and 1, which only a card can activate."""

    title = "cards.packs"
    keys = ("k.move", "k.turn")

    def head(self) -> tuple[str, str]:
        t = self.context.t
        return t(self.title), t("pack.both") if hand.is_counted(self.context.session.state) else ""

    def entries(self) -> Entries:
        t = self.context.t
        get = self.context.session.get
        count = hand.is_counted(self.context.session.state)
        found = []
        for pack in range(5):
            on = get("pack", pack, "active")
            value = t("pack.on") if on else t("pack.off")
            if count and on:
                value = "%d · %d" % (get("pack", pack, "left"), get("pack", pack, "discarded"))
            found.append((t("pack." + tables.PACKS[pack]), value))
        for lieu in (0, 1):
            found.append(("Lieu %d" % lieu, t("pack.on") if self.get("lieux") >> lieu & 1 else t("pack.off")))
        return found + [(t("pack.count"), t("yes") if count else t("no"))]

    def topic(self, index: int) -> str:
        return "lieu1" if index in (5, 6) else "packs"

    def choose(self, index: int) -> None:
        state = self.context.session.state
        count = hand.is_counted(state)
        if index == 7:
            self.apply_changes(hand.set_counting, not count)
        elif index > 4:
            self.set_field("game", 0, "lieux", self.get("lieux") ^ 1 << index - 5)
        elif state.get("pack", index, "active"):
            names = ("left", "discarded", "shuffle", "out") if count else ("out",)
            self.pick("pack." + tables.PACKS[index], "pack.", names, self.change_pack, index)
        else:
            self.set_field("pack", index, "active", 1)

    def set_field(self, *change: Any) -> None:
        self.apply_changes(lambda state: [change])

    def change_pack(self, name: str, pack: int) -> None:
        if name == "shuffle":
            self.apply_changes(hand.shuffle, pack)
        elif name == "out":
            self.set_field("pack", pack, "active", 0)
        else:
            now = self.context.session.get("pack", pack, name)
            title = self.context.t("pack." + name)
            self.ask_number(title, now, 0, tables.PACK_SIZES[pack], self.set_count, pack, name)

    def set_count(self, n: int, pack: int, name: str) -> None:
        self.set_field("pack", pack, name, n)


class Arcanes(Asking):
    """The stack of arcanes (cards) that are activated but not applied yet.

    The last activated arcane applies first (L196).
    """

    title = "cards.arcanes"

    def entries(self) -> Entries:
        t = self.context.t
        found: list[tuple[str, str]] = []
        for row in hand.owners(self.context.session.state):
            found.append((self.context.seat(row), "%d" % (len(found) + 1) if found else t("arcanes.first")))
        return found + [(t("arcanes.add"), "")]

    def topic(self, index: int) -> str:
        return "arcane"

    def choose(self, index: int) -> None:
        if index == len(self.list) - 1:
            self.pick_seat("arcanes.add", self.choose_source)
        elif index:
            self.confirm(self.context.t("arcanes.cancel"), self.apply_changes, hand.unstack, index)
        else:
            self.apply_changes(hand.unstack)

    def choose_source(self, row: Row) -> None:
        """Ask whether the arcane of `row` is a face-down card or a champion's capacity.

        A character without face-down cards can only use a capacity, so the method does not ask.
        """
        if self.context.session.get("char", row, "down"):
            self.pick("arcanes.add", "arcanes.", ("card", "capacity"), self.add_arcane, row)
        else:
            self.add_arcane("", row)

    def add_arcane(self, what: str, row: Row) -> None:
        self.cursor = 0  # the line of the arcane that applies next
        if what == "card":
            self.apply_changes(hand.activate_card, row, "arcane")
        else:
            self.apply_changes(hand.stack, row)
