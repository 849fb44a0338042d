"""The main list of free dice.

The list has the pool in hand with its odds, recent rolls, and lines that open the other screens.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gobelet.rules import effort
from gobelet.rules.pools import pool_odds
from gobelet.ui.drawing.widgets import position_bar, top
from gobelet.ui.screens.chances import Odds
from gobelet.ui.screens.menu import Lines, Menu

from ..rules.notation import parse_kept, write
from . import record, throw

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from gobelet.device.types import Milliseconds, Ticks
    from gobelet.rules.odds import Odds as PoolOdds
    from gobelet.rules.types import Pool
    from gobelet.ui.drawing.canvas import Canvas
    from gobelet.ui.screens.types import Arguments, Context, Entries


KNOWN_ODDS = "odds"  # key in Session.cache of (pool, odds), because odds may take long to compute
SCREENS = ("presets", "build", "odds", "history", "hand", "fair", "redo")
EXPLAINED = ("line", "build", "presets")  # entries on which OK held explains the notation
# Indexes in the main list: the pool in hand, the line that opens the screen Line, the first recent roll.
ROLL = 0
LINE = 1
LATELY = 2


class Home(Menu):
    """The main list. OK on the pool in hand, or on a recent roll, throws its dice."""

    def __init__(self, context: Context, cursor: int = 0, listed: int = -1) -> None:
        Menu.__init__(self, context, cursor)
        # The number of recent rolls in the list, which the snapshot stores. If the number differs after a restart, a
        # cursor below these rolls moves, so that the same entry stays selected.
        self.listed = listed
        self.pool: Pool = (0, ())
        self.odds: PoolOdds | None = None
        self.lately: Sequence[str] = ()  # notations of recent rolls

    def arguments(self) -> Arguments:
        return (self.cursor, self.listed)

    def refresh(self) -> None:
        pool = throw.in_hand(self.context)
        if pool != self.pool:
            self.pool = pool
            known, odds = self.context.session.cache.get(KNOWN_ODDS, (None, None))
            self.odds = odds if known == pool else None
        session = self.context.session
        found = record.recent_notations(session) if self.cursor > LINE else session.cache.get(record.LATELY)
        if found is not None:
            mine = write(pool) if pool[1] else ""
            self.lately = [text for text in found if text != mine][: record.MOST_LATELY]
            count = len(self.lately)
            if 0 <= self.listed <= self.cursor - LATELY:
                self.cursor += count - self.listed
            self.listed = count
        Menu.refresh(self)

    def on_tick(self, now: Ticks) -> Milliseconds | None:
        """Read the recent rolls from the journal, after the first drawing of the screen."""
        if record.LATELY not in self.context.session.cache:
            record.recent_notations(self.context.session)
            self.refresh()
        return None

    def head(self) -> tuple[str, str]:
        context = self.context
        return context.t("title"), context.t(
            "hand"
        ).lower() if context.dice.by_hand else context.messages.charge()

    def entries(self) -> Entries:
        return Lines((self.pool, "line") + tuple(self.lately) + SCREENS, self.line)

    def line(self, what: Any) -> tuple[str, str]:
        """Return (label, value) of an entry.

        The entry is the pool in hand, a notation, or the name of a screen.
        """
        t = self.context.t
        if what is self.pool:
            return throw.in_words(self.context, write(what)) if what[1] else t("pool.none"), ""
        if what in self.lately:
            return throw.in_words(self.context, what), ""
        value = ""
        if what == "hand":
            value = t("yes") if self.context.dice.by_hand else t("no")
        return t("redo" if what == "redo" else "home." + what), value

    def name(self, index: int) -> str:
        """Return the name of the entry `index`: "line", or one of SCREENS.

        An entry that rolls a pool has the name "".
        """
        if index == LINE:
            return "line"
        index -= LATELY + len(self.lately)
        return SCREENS[index] if index >= 0 else ""

    def draw(self, c: Canvas) -> None:
        name = self.name(self.cursor)
        self.keys = ("k.move", "k.ok" if name else "k.roll")
        self.holds = "?" if self.cursor == ROLL or name in EXPLAINED else ""
        if self.cursor != ROLL:
            Menu.draw(self, c)
            return
        top(c, *self.head())
        throw.draw_headline(c, self.list[ROLL][0], 9)
        if self.odds is None and self.pool[1] and effort.odds_steps(self.pool) <= effort.AT_ONCE:
            self.odds = pool_odds(self.pool)
        if self.odds is not None:
            throw.odds_under(self.context, c, self.odds)
        position_bar(c, ROLL, len(self.list))
        self.strip(c)

    def choose(self, index: int) -> None:
        if index == ROLL:
            throw.roll_pool(self.context, self.pool)
            return
        name = self.name(index)
        if not name:
            pool = parse_kept(self.lately[index - LATELY])
            if throw.set_pool(self.context, pool):
                throw.roll_pool(self.context, pool)
        elif name == "odds":
            self._ask_odds()
        elif name == "hand":
            self.context.dice.use_real_dice(not self.context.dice.by_hand)
            self.refresh()
        elif name == "redo":
            self.context.redo()
        else:
            self.context.open("dice." + name)

    def about(self, index: int) -> None:
        if index == ROLL:
            self._ask_odds()
        elif self.name(index) in EXPLAINED:
            self.context.dialogs.show_rule("notation")

    def _ask_odds(self) -> None:
        """Open the odds of the pool in hand.

        If the odds must be computed first, show a message meanwhile.
        """
        if not self.pool[1]:
            self.context.dialogs.show_notice(self.context.t("pool.empty"))
        elif effort.odds_steps(self.pool) > effort.MOST:
            self.context.dialogs.show_notice(self.context.t("odds.heavy"))
        else:
            if self.odds is None:
                self.context.dialogs.show_toast(self.context.t("odds.wait"))
            self.context.defer(self._odds)

    def _odds(self) -> None:
        """Open the odds of the pool in hand; compute them first unless they are known."""
        context = self.context
        context.dialogs.hide_toast()
        if self.odds is None:
            try:
                self.odds = pool_odds(self.pool)
            except MemoryError:
                context.dialogs.show_notice(context.t("odds.heavy"))
                return
            context.session.cache[KNOWN_ODDS] = self.pool, self.odds
        mean = context.t("mean", throw.mean_text(self.odds, context.t("decimal")))
        screen = Odds(context, None, self.odds, (), self.list[ROLL][0], mean)
        screen.place_cursor(self.odds.weights.index(max(self.odds.weights)))
        context.push(screen)
