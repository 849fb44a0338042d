"""Traqueur: the preparation phase, three actions each, and a purchase with what it does."""

from gobelet.rules.procedure import values
from gobelet.rules.refused import Refused
from gobelet.ui.screens.menu import Picker

from ..rules import game
from ..rules.fights import strikes
from ..rules.sheets import PREPARE
from .common import FAMILIAR, WEAPON, Entry, Held, Stage, card_line, player, type_name, weapon_line


class Prepare(Stage):
    """What the active player may do, the number of actions left above. OK held on a line opens its rule."""

    part = PREPARE
    keys = ("k.move", "k.ok")

    def __init__(self, app, cursor=0, offered=-1):
        Stage.__init__(self, app, cursor)
        self.offered = offered  # actions that were left when the cursor was set, -1: not known

    def arguments(self):
        return (self.cursor, self.offered)

    def refresh(self):
        """The last action is done: the way on comes first."""
        left = self.get("left")
        if self.offered > 0 and left == 0:
            self.cursor = 0
        self.offered = left
        Stage.refresh(self)

    def head(self):
        t = self.app.t
        left = "∞" if self.app.session.get("option", 0, "free") else self.get("left")
        row = self.get("active")
        coins = self.app.session.get("player", row, "coins")
        return t("prepare.who", player(self.app, row), coins), t("prepare.left", left)

    def names(self):
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

    def shop_row(self, index):
        """Row in the shop of the weapon on line `index`."""
        return len([name for name in self.names()[:index] if name in ("buy", "stock")])

    def entries(self):
        names = self.names()
        return [self.line(names[index], index) for index in range(len(names))]

    def line(self, name, index):
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

    def choose(self, index):
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

    def act(self, name, index):
        """Do one of the three actions."""
        app = self.app
        if name == "buy":
            app.open("traqueur.buy", self.shop_row(index))
        elif name == "refresh":
            there = [row for row in (0, 1) if app.session.get("shop", row, "there")]
            labels = [weapon_line(app, "shop", row) for row in there]
            self.ask(Picker(app, app.t("prepare.refresh"), labels), self.refreshed, there)
        else:
            labels = [app.t("tame.take"), app.t("tame.leave")]
            self.ask(Picker(app, app.t("prepare.tame"), labels), self.revealed)

    def restock(self, row):
        """Lay a weapon out; left where there is none any more, its row stays empty."""
        self.ask(Entry(self.app, self.app.t("shop.new", row + 1), WEAPON), self.stocked, row)

    def stocked(self, answer, row):
        if self.make(game.stocked(row, *answer)):
            self.pass_refused()

    def pass_refused(self):
        """From a weapon that cannot be paid to the first line that can be chosen, so that OK goes on."""
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

    def refreshed(self, index, there):
        row = there[index]
        self.ask(Entry(self.app, self.app.t("prepare.refresh"), WEAPON), self.renewed, row)

    def renewed(self, answer, row):
        self.make(game.used(self.app.session.state) + game.stocked(row, *answer))

    def revealed(self, index):
        if index:
            self.make(game.used(self.app.session.state))  # it goes to the discard: only the action counts
        else:
            self.ask(Entry(self.app, self.app.t("prepare.tame"), FAMILIAR), self.tamed)

    def tamed(self, answer):
        app = self.app
        row = self.get("active")
        leaves = self.allow(game.leaving, row, answer[1])
        if leaves is None:
            return
        if leaves:
            title = app.t("tame.exotic" if len(leaves) == 1 and answer[1] else "tame.instead")
            labels = ["%s %s" % (type_name(app, index), card_line(app, index)) for index in leaves]
            self.ask(Picker(app, title, labels), self.instead, row, answer, leaves)
        else:
            self.take(row, answer, -1)

    def instead(self, index, row, answer, leaves):
        self.take(row, answer, leaves[index])

    def take(self, row, answer, instead):
        changes = self.allow(game.taken, row, *(answer + (instead,)))
        if changes is not None:
            self.make(game.used(self.app.session.state) + changes)

    def about(self, index):
        name = self.names()[index]
        self.page("shop" if name == "stock" else "table" if name == "card" else name)


def known(app, row, ware):
    """(Procedure, its rows, its values) of a purchase. Refused as the rules refuse it."""
    session = app.session
    proc = session.procedure(session.number("buy"))
    given = {"net": session.get("option", 0, "net")}
    rows = [row, ware]
    session.fill(proc, rows, given)
    return proc, rows, values(proc, given)


def deal(app, row, ware):
    """(coins now, coins afterwards) of a purchase, or what refuses it."""
    try:
        proc, _, values = known(app, row, ware)
    except Refused as refused:
        return refused
    return values["coins"], proc.step(values, None).key


class Buy(Held):
    """A weapon of the shop: what it costs after the refund, and how many won rounds it then takes for each player."""

    def __init__(self, app, ware, cursor=0):
        Held.__init__(self, app, cursor)
        self.ware = ware

    def arguments(self):
        return (self.ware, self.cursor)

    def is_valid(self):
        """Whether the active player may still be shown this weapon."""
        get = self.app.session.get
        return bool(self.get("players") and self.get("part") == PREPARE and get("shop", self.ware, "there"))

    def head(self):
        app = self.app
        return "%s %s" % (app.t("prepare.buy"), weapon_line(app, "shop", self.ware)), player(
            app, self.get("active")
        )

    def entries(self):
        app = self.app
        get = app.session.get
        row = self.get("active")
        force = get("player", row, "attack"), get("shop", self.ware, "attack")
        try:
            _, _, values = known(app, row, self.ware)
            paid = values["price"], values["coins"] - deal(app, row, self.ware)[1]
            found = [
                (app.t("prepare.buy"), "●%d→%d" % deal(app, row, self.ware)),
                (app.t("bought.paid", paid[0], paid[0] - paid[1]), ""),
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

    def choose(self, index):
        """Buy it, and lay out the next one."""
        app = self.app
        row = self.get("active")
        try:
            proc, rows, values = known(app, row, self.ware)
        except Refused as refused:
            app.refuse(refused)
            return
        if self.make(
            app.session.changes(proc, rows, proc.step(values, None)) + game.used(self.app.session.state)
        ):
            ware = self.ware
            app.close()
            top = app.top()
            if app.stack.ids[-1] == "traqueur.prepare":
                top.restock(ware)

    def about(self, index):
        try:
            proc, _, values = known(self.app, self.get("active"), self.ware)
        except Refused:
            self.page("buy")
            return
        if index > 1:
            self.page("rounds")
        else:
            self.explain(proc, values, "buy")
