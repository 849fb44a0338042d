"""Equal dice and a bonus on one line: how many, which, plus what. The last OK rolls them."""

from gobelet.core.refused import Refused
from gobelet.ui.menu import Picker
from gobelet.ui.numbers import signed
from gobelet.ui.stack import Screen
from gobelet.ui.widgets import strip, top

from ..rules import edit, effort
from ..rules.notation import parse, write
from ..rules.pools import of_pool
from . import throw

COUNT = 0
SIDES = 1
BONUS = 2
GAP = 3  # pixels between two fields


class Line(Screen):
    """UP and DOWN change the field in brackets, OK goes to the next, BACK to the one before it. OK held: which of the
    dice count.

    Each change is made in the pool in hand; those of one field are one transaction. A pool that is no such line stays
    as it is until the first change, which makes another one of it.
    """

    holds = "?"

    def __init__(self, app, field=COUNT):
        Screen.__init__(self, app)
        self.field = field
        self.pool = None
        self.odds = None
        self.joins = False  # whether a transaction of this field is under way
        self.kept = ()  # what the list above offers to keep

    def place(self):
        return (self.field,)

    def shown(self):
        self.joins = False
        self.take(throw.in_hand(self.app))

    def take(self, pool):
        """Show a pool."""
        pool = pool if edit.in_a_line(pool) else parse("2d6")
        if pool != self.pool:
            self.pool = pool
            self.odds = of_pool(pool) if effort.of_odds(pool) <= effort.AT_ONCE else None
        self.app.dirty = True

    def put(self, pool):
        """Change the pool in hand."""
        if throw.take(self.app, pool, self.joins):
            self.joins = True
            self.take(pool)

    # Drawing

    def draw(self, c):
        app = self.app
        t = app.t
        top(c, t("home.line"), t("hand.short") if app.by_hand else "")
        words = self.words()
        size = 16
        if sum([c.width(word, 16) + 2 * GAP for word in words]) > 128:
            size = 8
            words[SIDES] = c.shorten(words[SIDES], 128 - 6 * GAP - c.width(words[COUNT] + words[BONUS]) - 1)
        x = max(0, (128 - sum([c.width(word, size) + 2 * GAP for word in words])) // 2)
        for at in range(len(words)):
            wide = c.width(words[at], size) + 2 * GAP
            c.text(x + GAP, 9 + (16 - size) // 2, words[at], size)
            if at == self.field:
                for edge, inside in ((x, x), (x + wide - 1, x + wide - 3)):
                    c.vline(edge, 9, 16)
                    c.hline(inside, 9, 3)
                    c.hline(inside, 24, 3)
            x += wide
        if self.odds is not None:
            throw.odds_under(app, c, self.odds)
        strip(c, t("k.change"), t("k.roll" if self.field == BONUS else "k.next"), holds=self.holds)

    def words(self):
        """The three fields; what else there is of the dice stands with their sides."""
        n = len(self.pool[1][0][edit.DICE])
        single = throw.told(self.app, write((0, self.pool[1])))
        sides = single[len(str(n)) if n > 1 else 0 :]
        return [str(n), sides, signed(self.pool[0]) if self.pool[0] else "+0"]

    # Keys

    def up(self, n):
        self.turn(n)

    def down(self, n):
        self.turn(-n)

    def turn(self, by):
        pool = self.pool
        dice = pool[1][0][edit.DICE]
        try:
            if self.field == COUNT:
                pool = edit.count(pool, 0, 0, max(1, min(edit.MOST_DICE, len(dice) + by)))
            elif self.field == SIDES:
                pool = edit.resize(pool, 0, 0, _next(dice[0], by))
            else:
                pool = edit.with_constant(pool, max(-999, min(999, pool[0] + by)))
        except Refused as refused:
            self.app.refuse(refused)
            return
        self.put(pool)

    def ok(self):
        if self.field < BONUS:
            self.field += 1
            self.joins = False
            return
        app = self.app
        pool = self.pool
        if pool == throw.in_hand(app) or throw.take(app, pool):
            app.close()
            throw.roll(app, pool)

    def back(self):
        if self.field:
            self.field -= 1
            self.joins = False
        else:
            self.app.close()

    def why(self):
        """Which of the dice count: the highest or lowest of them, or what only a pool that is built can have."""
        app = self.app
        term = self.pool[1][0]
        n = len(term[edit.DICE])
        self.kept = [0] + list(range(n - 1, 0, -1)) + list(range(1 - n, 0))
        labels = [throw.keep_words(app, keep) for keep in self.kept] + [app.t("line.more")]
        here = self.kept.index(term[edit.KEEP])
        # Who comes for the first time wants another than the one that is: the next.
        app.push(Picker(app, throw.told(app, write(self.pool)), labels, here or min(1, n - 1)))

    def returned(self, result):
        if result is None:
            return
        self.joins = False
        if result < len(self.kept):
            self.put(edit.put(self.pool, 0, edit.KEEP, self.kept[result]))
            self.joins = False
        elif self.pool == throw.in_hand(self.app) or throw.take(self.app, self.pool):
            self.app.open("dice.build")


def _next(sides, by):
    """The size after `sides` (before it for a negative `by`) in edit.SIZES; at the ends it stays."""
    if by > 0:
        return min([size for size in edit.SIZES if size > sides] or [sides])
    return max([size for size in edit.SIZES if size < sides] or [sides])
