"""Traqueur: the preparation phase, three actions each, and a purchase with what it does."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gobelet.rules.refused import Refused
from gobelet.ui.screens.menu import Picker

from ..rules import game
from ..rules.fights import strikes
from ..rules.sheets import PREPARE
from .common import FAMILIAR, WEAPON, Entry, Held, Plan, Stage, card_line, player, type_name, weapon_line

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gobelet.rules.types import Row
    from gobelet.ui.types import App, Arguments, Entries


class Prepare(Stage):
    """Actions of the active player, the number of actions left above. OK held on a line opens its rule."""

    part = PREPARE
    keys = ("k.move", "k.ok")

    def __init__(self, app: App, cursor: int = 0, offered: int = -1) -> None:
        Stage.__init__(self, app, cursor)
        self.offered = offered  # actions that were left when the cursor was set, -1: not known

    def arguments(self) -> Arguments:
        return (self.cursor, self.offered)

    def refresh(self) -> None:
        """Put the cursor on the way on once the last action is done."""
        left = self.get("left")
        if self.offered > 0 and left == 0:
            self.cursor = 0
        self.offered = left
        Stage.refresh(self)

    def head(self) -> tuple[str, str]:
        t = self.app.t
        left = "∞" if self.app.session.get("option", 0, "free") else self.get("left")
        row = self.get("active")
        coins = self.app.session.get("player", row, "coins")
        return t("prepare.who", player(self.app, row), coins), t("prepare.left", left)

    def names(self) -> list[str]:
        """The lines, each a text; a purchase or an empty line for each of the two weapons."""
        found = ["buy", "buy", "refresh", "tame", "table", "card", "spells", "done"]  # UP leads to the last
        there = [self.app.session.get("shop", row, "there") for row in (0, 1)]
        for row in (0, 1):
            if not there[row]:
                found[row] = "stock"
        if not any(there):
            found.remove("refresh")
        if not self.get("left") and not self.app.session.get("option", 0, "free"):
            found.remove("done")
            found.insert(0, "done")
        return found

    def shop_row(self, index: int) -> Row:
        """Row in the shop of the weapon on line `index`."""
        return len([name for name in self.names()[:index] if name in ("buy", "stock")])

    def entries(self) -> Entries:
        names = self.names()
        return [self.line(names[index], index) for index in range(len(names))]

    def line(self, name: str, index: int) -> tuple[str, str]:
        app = self.app
        if name == "buy":
            row = self.shop_row(index)
            found = deal(app, self.get("active"), row)
            value = "✗" if isinstance(found, Refused) else "●%d→%d" % found
            return weapon_line(app, "shop", row), value
        if name == "tame":
            owned = game.familiars(app.session.state, self.get("active"))
            return app.t("prepare.tame"), "%d/%d" % (
                len(owned),
                app.session.get("player", self.get("active"), "limit"),
            )
        if name == "card":
            return app.t("prepare.card"), weapon_line(app, "player", self.get("active"))
        return app.t("prepare." + name), ""

    def choose(self, index: int) -> None:
        app = self.app
        name = self.names()[index]
        if name == "done":
            if self.make(game.prepared(app.session.state)):
                self.cursor = 0
                self.on_show()
        elif name == "stock":
            self.restock(self.shop_row(index))
        elif name == "table":
            app.open("traqueur.table", 1)
        elif name == "card":
            app.open("traqueur.card", self.get("active"))
        elif name == "spells":
            app.open("traqueur.spells", self.get("active"))
        else:
            try:
                game.acted(app.session.state)
            except Refused as refused:
                self.unless(refused, self.act, name, index)
                return
            self.act(name, index)

    def act(self, name: str, index: int) -> None:
        """Do one of the three actions."""
        app = self.app
        if name == "buy":
            app.open("traqueur.buy", self.shop_row(index))
        elif name == "refresh":
            there = [row for row in (0, 1) if app.session.get("shop", row, "there")]
            labels = [weapon_line(app, "shop", row) for row in there]
            self.ask(Picker(app, app.t("prepare.refresh"), labels), self.ask_weapon, there)
        else:
            labels = [app.t("tame.take"), app.t("tame.leave")]
            self.ask(Picker(app, app.t("prepare.tame"), labels), self.decide_on_familiar)

    def restock(self, row: Row) -> None:
        """Ask for a weapon to lay out; left where there is none any more, its row stays empty."""
        self.ask(Entry(self.app, self.app.t("shop.new", row + 1), WEAPON), self.stock, row)

    def stock(self, answer: Sequence[int], row: Row) -> None:
        if self.make(game.stocked(row, *answer)):
            self.pass_refused()

    def pass_refused(self) -> None:
        """Move from a weapon that cannot be paid to the first line that can be chosen, so that OK goes on."""
        names = self.names()
        active = self.get("active")
        if names[self.cursor] != "buy":
            return
        if not isinstance(deal(self.app, active, self.shop_row(self.cursor)), Refused):
            return
        for index in range(len(names)):
            if names[index] == "stock":
                continue
            if names[index] != "buy" or not isinstance(deal(self.app, active, self.shop_row(index)), Refused):
                self.cursor = index
                self.on_show()
                return

    def ask_weapon(self, index: int, there: Sequence[Row]) -> None:
        row = there[index]
        self.ask(Entry(self.app, self.app.t("prepare.refresh"), WEAPON), self.renew, row)

    def renew(self, answer: Sequence[int], row: Row) -> None:
        self.make(game.used(self.app.session.state) + game.stocked(row, *answer))

    def decide_on_familiar(self, index: int) -> None:
        if index:
            self.make(game.used(self.app.session.state))  # it goes to the discard: only the action counts
        else:
            self.ask(Entry(self.app, self.app.t("prepare.tame"), FAMILIAR), self.ask_leaving)

    def ask_leaving(self, answer: tuple[int, ...]) -> None:
        app = self.app
        row = self.get("active")
        leaves = self.allow(game.leaving, row, answer[1])
        if leaves is None:
            return
        if leaves:
            title = app.t("tame.exotic" if len(leaves) == 1 and answer[1] else "tame.instead")
            labels = ["%s %s" % (type_name(app, index), card_line(app, index)) for index in leaves]
            self.ask(Picker(app, title, labels), self.take_instead, row, answer, leaves)
        else:
            self.take(row, answer, -1)

    def take_instead(self, index: int, row: Row, answer: tuple[int, ...], leaves: Sequence[Row]) -> None:
        self.take(row, answer, leaves[index])

    def take(self, row: Row, answer: tuple[int, ...], instead: Row) -> None:
        changes = self.allow(game.taken, row, *(answer + (instead,)))
        if changes is not None:
            self.make(game.used(self.app.session.state) + changes)

    def about(self, index: int) -> None:
        name = self.names()[index]
        self.page("shop" if name == "stock" else "table" if name == "card" else name)


def purchase(app: App, row: Row, ware: Row) -> Plan:
    """A purchase. Refused as the rules refuse it."""
    return Plan(app, "buy", [row, ware], {"net": app.session.get("option", 0, "net")})


def deal(app: App, row: Row, ware: Row) -> tuple[int, int] | Refused:
    """(coins now, coins afterwards) of a purchase, or what refuses it."""
    try:
        plan = purchase(app, row, ware)
    except Refused as refused:
        return refused
    return plan.values["coins"], plan.outcome.key


class Buy(Held):
    """A weapon of the shop: what it costs after the refund, and how many won rounds it then takes for each player."""

    def __init__(self, app: App, ware: Row, cursor: int = 0) -> None:
        Held.__init__(self, app, cursor)
        self.ware = ware

    def arguments(self) -> Arguments:
        return (self.ware, self.cursor)

    def is_valid(self) -> bool:
        """Whether the active player may still be shown this weapon."""
        get = self.app.session.get
        return bool(self.get("players") and self.get("part") == PREPARE and get("shop", self.ware, "there"))

    def head(self) -> tuple[str, str]:
        app = self.app
        return "%s %s" % (app.t("prepare.buy"), weapon_line(app, "shop", self.ware)), player(
            app, self.get("active")
        )

    def entries(self) -> Entries:
        app = self.app
        get = app.session.get
        row = self.get("active")
        force = get("player", row, "attack"), get("shop", self.ware, "attack")
        try:
            plan = purchase(app, row, self.ware)
            price, coins, left = plan.values["price"], plan.values["coins"], plan.outcome.key
            found = [
                (app.t("prepare.buy"), "●%d→%d" % (coins, left)),
                (app.t("bought.paid", price, price - coins + left), ""),
            ]
            self.keys = ("k.move", "prepare.buys")
        except Refused as refused:
            found = [(app.words(refused), "")]
            self.keys = ("k.move", "")
        for other in game.victims(app.session.state, row):
            life = get("player", other, "life")
            need = [strikes(life, attack) for attack in force]
            said = ["∞" if count is None else str(count) for count in need]
            found.append((player(app, other), app.t("bought.strikes", *said)))
        return found

    def choose(self, index: int) -> None:
        """Buy it, and lay out the next one."""
        app = self.app
        try:
            plan = purchase(app, self.get("active"), self.ware)
        except Refused as refused:
            app.refuse(refused)
            return
        if self.make(plan.changes(app) + game.used(app.session.state)):
            ware = self.ware
            app.close()
            top = app.top()
            if app.stack.ids[-1] == "traqueur.prepare":
                top.restock(ware)

    def about(self, index: int) -> None:
        try:
            plan = purchase(self.app, self.get("active"), self.ware)
        except Refused:
            self.page("buy")
            return
        if index > 1:
            self.page("rounds")
        else:
            self.explain(plan)
