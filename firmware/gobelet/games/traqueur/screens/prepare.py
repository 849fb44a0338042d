"""Traqueur: the screens of the preparation phase and of a purchase.

Each player has three actions in a preparation phase.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gobelet.rules.refused import Refused
from gobelet.ui.screens.menu import Picker

from ..rules import game
from ..rules.fights import strikes_needed
from ..rules.sheets import PREPARE
from .common import (
    FAMILIAR,
    WEAPON,
    Entry,
    Plan,
    SheetScreen,
    Stage,
    card_line,
    player_name,
    type_name,
    weapon_line,
)

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence

    from gobelet.rules.types import Row
    from gobelet.ui.screens.types import Arguments, Context, Entries


class Prepare(Stage):
    """The preparation phase: the list of the acts that the active player can do.

    The top band has the number of actions that the player has left. If OK is held, the rule page about the selected
    line opens.
    """

    part = PREPARE
    keys = ("k.move", "k.ok")

    def __init__(self, context: Context, cursor: int = 0, offered: int = -1) -> None:
        Stage.__init__(self, context, cursor)
        self.offered = offered  # number of actions left at the last call of `refresh`; -1 before the first

    def arguments(self) -> Arguments:
        return (self.cursor, self.offered)

    def refresh(self) -> None:
        """Update the list from the Sheets.

        When the last action is used, the cursor moves to the first line, which then ends the preparation.
        """
        left = self.get("left")
        if self.offered > 0 and left == 0:
            self.cursor = 0
        self.offered = left
        Stage.refresh(self)

    def head(self) -> tuple[str, str]:
        t = self.context.t
        left = "∞" if self.context.session.get("option", 0, "free") else self.get("left")
        row = self.get("active")
        coins = self.context.session.get("player", row, "coins")
        return t("prepare.who", player_name(self.context, row), coins), t("prepare.left", left)

    def names(self) -> list[str]:
        """Return the names of the list lines; "prepare.<name>" is the text key of a line.

        Each of the two rows of the shop has a list line. The line "buy" buys the weapon in the row. If the row is
        empty, the line is "stock", which asks for a new weapon.
        """
        # The last line, "done", ends the preparation. UP on the first line moves the cursor to the last line.
        found = ["buy", "buy", "refresh", "tame", "table", "card", "spells", "done"]
        there = [self.context.session.get("shop", row, "there") for row in (0, 1)]
        for row in (0, 1):
            if not there[row]:
                found[row] = "stock"
        if not any(there):
            found.remove("refresh")
        if not self.get("left") and not self.context.session.get("option", 0, "free"):
            found.remove("done")
            found.insert(0, "done")
        return found

    def shop_row(self, index: int) -> Row:
        """Return the row of the shop to which the list line `index` belongs."""
        return len([name for name in self.names()[:index] if name in ("buy", "stock")])

    def entries(self) -> Entries:
        names = self.names()
        return [self.line(names[index], index) for index in range(len(names))]

    def line(self, name: str, index: int) -> tuple[str, str]:
        context = self.context
        if name == "buy":
            row = self.shop_row(index)
            found = coins_of_purchase(context, self.get("active"), row)
            value = "✗" if isinstance(found, Refused) else "●%d→%d" % found
            return weapon_line(context, "shop", row), value
        if name == "stock":
            return context.t("prepare.stock", self.shop_row(index) + 1), ""
        if name == "tame":
            owned = game.familiars(context.session.state, self.get("active"))
            return context.t("prepare.tame"), "%d/%d" % (
                len(owned),
                context.session.get("player", self.get("active"), "limit"),
            )
        if name == "card":
            return context.t("prepare.card"), weapon_line(context, "player", self.get("active"))
        return context.t("prepare." + name), ""

    def choose(self, index: int) -> None:
        context = self.context
        name = self.names()[index]
        if name == "done":
            if self.apply_changes(game.end_preparation(context.session.state)):
                self.cursor = 0
                self.on_show()
        elif name == "stock":
            self.ask_weapon(self.shop_row(index), self.stock_shop)
        elif name == "table":
            context.open("traqueur.table", 1)
        elif name == "card":
            context.open("traqueur.card", self.get("active"))
        elif name == "spells":
            context.open("traqueur.spells", self.get("active"))
        else:
            try:
                game.use_action(context.session.state)
            except Refused as refused:
                self.ask_effect(refused, self.begin_action, name, index)
                return
            self.begin_action(name, index)

    def begin_action(self, name: str, index: int) -> None:
        """Begin a purchase, the replacement of a shop weapon, or the taming of a familiar."""
        context = self.context
        if name == "buy":
            context.open("traqueur.buy", self.shop_row(index))
        elif name == "refresh":
            there = [row for row in (0, 1) if context.session.get("shop", row, "there")]
            labels = [weapon_line(context, "shop", row) for row in there]
            self.ask(Picker(context, context.t("refresh.instead"), labels), self.replace_weapon, there)
        else:
            labels = [context.t("tame.take"), context.t("tame.leave")]
            self.ask(Picker(context, context.t("prepare.tame"), labels), self.decide_on_familiar)

    def ask_weapon(self, row: Row, then: Callable[..., object]) -> None:
        """Ask for the weapon that the players have put into a row of the shop.

        After the answer, then(answer, row) is called. If the players have no weapon left, they close the form, and the
        row stays empty.
        """
        self.ask(Entry(self.context, self.context.t("shop.new", row + 1), WEAPON), then, row)

    def stock_shop(self, answer: Sequence[int], row: Row) -> None:
        if self.apply_changes(game.stock_weapon(row, *answer)):
            self.skip_unaffordable()

    def skip_unaffordable(self) -> None:
        """Move the cursor from an unaffordable weapon to the first line that can be used.

        The first line that can be used has an affordable weapon, or another act. So the next press of OK continues the
        preparation.
        """
        names = self.names()
        active = self.get("active")
        if names[self.cursor] != "buy":
            return
        if not isinstance(coins_of_purchase(self.context, active, self.shop_row(self.cursor)), Refused):
            return
        for index in range(len(names)):
            if names[index] == "stock":
                continue
            if names[index] != "buy" or not isinstance(
                coins_of_purchase(self.context, active, self.shop_row(index)), Refused
            ):
                self.cursor = index
                self.on_show()
                return

    def replace_weapon(self, index: int, there: Sequence[Row]) -> None:
        self.ask_weapon(there[index], self.refresh_weapon)

    def refresh_weapon(self, answer: Sequence[int], row: Row) -> None:
        self.apply_changes(
            game.use_action_if_left(self.context.session.state) + game.stock_weapon(row, *answer)
        )

    def decide_on_familiar(self, index: int) -> None:
        if index:
            # The player discards the revealed familiar, so only the used action changes the Sheets.
            self.apply_changes(game.use_action_if_left(self.context.session.state))
        else:
            self.ask(Entry(self.context, self.context.t("prepare.tame"), FAMILIAR), self.ask_leaving)

    def ask_leaving(self, answer: tuple[int, ...]) -> None:
        context = self.context
        row = self.get("active")
        leaves = self.allow(game.leaving_rows, row, answer[1])
        if leaves is None:
            return
        if leaves:
            title = context.t("tame.exotic" if len(leaves) == 1 and answer[1] else "tame.instead")
            labels = ["%s %s" % (type_name(context, index), card_line(context, index)) for index in leaves]
            self.ask(Picker(context, title, labels), self.take_instead, row, answer, leaves)
        else:
            self.take_familiar(row, answer, -1)

    def take_instead(self, index: int, row: Row, answer: tuple[int, ...], leaves: Sequence[Row]) -> None:
        self.take_familiar(row, answer, leaves[index])

    def take_familiar(self, row: Row, answer: tuple[int, ...], instead: Row) -> None:
        changes = self.allow(game.take_familiar, row, *(answer + (instead,)))
        if changes is not None:
            self.apply_changes(game.use_action_if_left(self.context.session.state) + changes)

    def about(self, index: int) -> None:
        name = self.names()[index]
        self.open_page("shop" if name == "stock" else "table" if name == "card" else name)


def purchase(context: Context, row: Row, ware: Row) -> Plan:
    """Return the Plan of a purchase.

    `row` is the row of the buyer, `ware` the shop row with the weapon. Raises Refused if the rules forbid the purchase.
    """
    return Plan(context, "buy", [row, ware], {"net": context.session.get("option", 0, "net")})


def coins_of_purchase(context: Context, row: Row, ware: Row) -> tuple[int, int] | Refused:
    """Return the buyer's (coins now, coins after the purchase), or the refusal."""
    try:
        plan = purchase(context, row, ware)
    except Refused as refused:
        return refused
    return plan.values["coins"], plan.outcome.key


class Buy(SheetScreen):
    """The screen before the purchase of a shop weapon: its price and its strength.

    Each adjacent player has a list line. The line has the number of strikes that reduce this player's Life to 0, with
    the buyer's present weapon and with the weapon in the shop. A weapon strikes once in each round that its owner wins.
    """

    def __init__(self, context: Context, ware: Row, cursor: int = 0) -> None:
        SheetScreen.__init__(self, context, cursor)
        self.ware = ware

    def arguments(self) -> Arguments:
        return (self.ware, self.cursor)

    def is_valid(self) -> bool:
        """Tell whether a preparation is in progress, and the shop still has the weapon."""
        get = self.context.session.get
        return bool(self.get("players") and self.get("part") == PREPARE and get("shop", self.ware, "there"))

    def head(self) -> tuple[str, str]:
        context = self.context
        return "%s %s" % (context.t("prepare.buy"), weapon_line(context, "shop", self.ware)), player_name(
            context, self.get("active")
        )

    def entries(self) -> Entries:
        context = self.context
        get = context.session.get
        row = self.get("active")
        force = get("player", row, "attack"), get("shop", self.ware, "attack")
        try:
            plan = purchase(context, row, self.ware)
            price, coins, left = plan.values["price"], plan.values["coins"], plan.outcome.key
            found = [
                (context.t("prepare.buy"), "●%d→%d" % (coins, left)),
                (context.t("bought.paid", price, price - coins + left), ""),
            ]
            self.keys = ("k.move", "prepare.buys")
        except Refused as refused:
            found = [(context.messages.refusal(refused), "")]
            self.keys = ("k.move", "")
        for other in game.victims(context.session.state, row):
            life = get("player", other, "life")
            need = [strikes_needed(life, attack) for attack in force]
            texts = ["∞" if count is None else str(count) for count in need]
            found.append((player_name(context, other), context.t("bought.strikes", *texts)))
        return found

    def choose(self, index: int) -> None:
        """Buy the weapon, then ask for the new weapon in the same row of the shop."""
        context = self.context
        try:
            plan = purchase(context, self.get("active"), self.ware)
        except Refused as refused:
            context.dialogs.show_refusal(refused)
            return
        if self.apply_changes(plan.changes(context) + game.use_action_if_left(context.session.state)):
            ware = self.ware
            context.close()
            top = context.navigation.top()
            if context.navigation.stack.ids[-1] == "traqueur.prepare":
                top.ask_weapon(ware, top.stock_shop)

    def about(self, index: int) -> None:
        try:
            plan = purchase(self.context, self.get("active"), self.ware)
        except Refused:
            self.open_page("buy")
            return
        if index > 1:
            self.open_page("rounds")
        else:
            self.explain(plan)
