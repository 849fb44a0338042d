"""Free dice: the pool in hand with its odds; below it everything else."""

from gobelet.core.notation import write
from gobelet.ui.amounts import bars
from gobelet.ui.chances import Odds
from gobelet.ui.menu import Lines, Menu
from gobelet.ui.widgets import top

from ..rules import effort
from ..rules.pools import of_pool
from . import throw

WORKED_OUT = "odds"  # in the session's cache: a pool and its odds, which may have taken a while
SCREENS = ("build", "presets", "odds", "history", "hand", "fair", "redo")


class Home(Menu):
    """OK on the first line rolls."""

    def __init__(self, app, cursor=0):
        Menu.__init__(self, app, cursor)
        self.pool = None
        self.odds = None

    def refresh(self):
        pool = throw.in_hand(self.app)
        if pool != self.pool:
            self.pool = pool
            known, odds = self.app.session.cache.get(WORKED_OUT, (None, None))
            self.odds = odds if known == pool else None
        Menu.refresh(self)

    def head(self):
        app = self.app
        return app.t("title"), app.t("hand.short") if app.by_hand else app.charge()

    def entries(self):
        return Lines((self.pool,) + SCREENS, self.line)

    def line(self, what):
        """The pool in hand, or what a screen is called."""
        t = self.app.t
        if what is self.pool:
            return write(what) if what[1] else t("pool.none"), ""
        value = ""
        if what == "hand":
            value = t("yes") if self.app.by_hand else t("no")
        return t("redo" if what == "redo" else "home." + what), value

    def draw(self, c):
        self.keys = ("k.move", "k.ok" if self.cursor else "k.roll")
        self.holds = "" if self.cursor else "?"
        if self.cursor:
            Menu.draw(self, c)
            return
        t = self.app.t
        top(c, *self.head())
        throw.headline(c, self.list[0][0], 9)
        if self.odds is None and self.pool[1] and effort.of_odds(self.pool) <= effort.AT_ONCE:
            self.odds = of_pool(self.pool)
        if self.odds is not None:
            keys = self.odds.keys
            c.text(0, 26, t("mean", throw.mean(self.odds, t("decimal"))))
            high = "∞" if self.odds.tail else str(keys[-1])
            c.right(128, 26, t("range", keys[0], high))
            bars(c, self.odds, 34, 22)
        self.strip(c)

    def choose(self, at):
        if at == 0:
            throw.roll(self.app, self.pool)
            return
        name = SCREENS[at - 1]
        if name == "odds":
            self._ask_odds()
        elif name == "hand":
            self.app.by_hand = not self.app.by_hand
            self.refresh()
        elif name == "redo":
            self.app.redo()
        else:
            self.app.open("dice." + name)

    def about(self, at):
        if at == 0:
            self._ask_odds()

    def _ask_odds(self):
        if not self.pool[1]:
            self.app.notice(self.app.t("pool.empty"))
        elif effort.of_odds(self.pool) > effort.MOST:
            self.app.notice(self.app.t("odds.heavy"))
        else:
            if self.odds is None:
                self.app.toast(self.app.t("odds.wait"))
            self.app.defer(self._odds)

    def _odds(self):
        app = self.app
        app.message = None
        if self.odds is None:
            try:
                self.odds = of_pool(self.pool)
            except MemoryError:
                app.notice(app.t("odds.heavy"))
                return
            app.session.cache[WORKED_OUT] = self.pool, self.odds
        title = "%s  %s" % (write(self.pool), app.t("mean", throw.mean(self.odds, app.t("decimal"))))
        screen = Odds(app, None, self.odds, (), title)
        screen.cursor = self.odds.weights.index(max(self.odds.weights))
        app.push(screen)
