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
    """The five packs, and the two Lieux that only a card can activate."""

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
            self.do(hand.counting, not count)
        elif index > 4:
            self.set("game", 0, "lieux", self.get("lieux") ^ 1 << index - 5)
        elif state.get("pack", index, "active"):
            names = ("left", "discarded", "shuffle", "out") if count else ("out",)
            self.pick("pack." + tables.PACKS[index], "pack.", names, self.turn, index)
        else:
            self.set("pack", index, "active", 1)

    def set(self, *change: Any) -> None:
        self.do(lambda state: [change])  # a Change

    def turn(self, name: str, pack: int) -> None:
        if name == "shuffle":
            self.do(hand.shuffle, pack)
        elif name == "out":
            self.set("pack", pack, "active", 0)
        else:
            now = self.context.session.get("pack", pack, name)
            title = self.context.t("pack." + name)
            self.ask_number(title, now, 0, tables.PACK_SIZES[pack], self.count, pack, name)

    def count(self, n: int, pack: int, name: str) -> None:
        self.set("pack", pack, name, n)


class Arcanes(Asking):
    """Arcanes that were activated but not applied yet; the last one applies first (L196)."""

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
            self.pick_seat("arcanes.add", self.add_of)
        elif index:
            self.confirm(self.context.t("arcanes.cancel"), self.do, hand.unstack, index)
        else:
            self.do(hand.unstack)

    def add_of(self, row: Row) -> None:
        """Add an arcane of `row`: a face-down card, or the capacity of a champion."""
        if self.context.session.get("char", row, "down"):
            self.pick("arcanes.add", "arcanes.", ("card", "capacity"), self.add, row)
        else:
            self.add("", row)

    def add(self, what: str, row: Row) -> None:
        self.cursor = 0  # put the cursor on the next arcane to apply
        if what == "card":
            self.do(hand.play, row, "arcane")
        else:
            self.do(hand.stack, row)
