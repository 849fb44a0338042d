"""Tri'Nytia: all characters at once, and the wounds of each under the keys."""

from gobelet.ui.amounts import bubble
from gobelet.ui.numbers import signed
from gobelet.ui.stack import Screen
from gobelet.ui.widgets import strip, top

from ..rules import turn
from ..rules.sheets import ALIVE, DEAD
from .common import playing, status

BUBBLE_MS = 4000
LOST = ("?", "G", "O", "L")  # a faction in a letter


class Table(Screen):
    """UP and DOWN change the wounds of the one who is marked, OK goes to the next one, OK held opens its sheet.

    What is pressed for one of them in a row is one transaction; its sum stands beside it for four seconds.
    """

    holds = "?"

    def __init__(self, app, row=0):
        Screen.__init__(self, app)
        self.row = row
        self.sum = 0
        self.joins = False  # whether there is a transaction that more may join
        self.pressed = 0

    def place(self):
        return (self.row,)

    def stands(self):
        return turn.seats(self.app.session.state) > 0

    def shown(self):
        if self.stands():
            self.seats = turn.seats(self.app.session.state)
            self.row = min(self.row, self.seats - 1)
            self.end()

    def end(self):
        """What is pressed from here on is a new transaction."""
        self.sum = 0
        self.joins = False
        self.app.dirty = True

    def tick(self, now):
        if self.joins and self.app.since(self.pressed) >= BUBBLE_MS:
            self.end()

    def get(self, row, field):
        return self.app.session.get("char", row, field)

    # Drawing

    def draw(self, c):
        app = self.app
        t = app.t
        if not self.stands():
            return
        top(c, t("turn.table"), self.dead())
        self.large(c)
        across = 1 if self.seats <= 4 else 2
        y = 24 if self.seats <= 8 else 16
        wide = 128 // across
        for row in range(self.seats):
            self.cell(c, row, row % across * wide, y + row // across * 8, wide - 2)
        following = app.seat((self.row + 1) % self.seats)
        step = t("table.step")
        strip(c, step, c.shorten(t("table.next", following), 112 - c.width(step)), holds=self.holds)

    def dead(self):
        """How many of each faction are dead, of those that the game holds."""
        state = self.app.session.state
        counts = turn.column(state)
        if counts is None:
            return ""
        dead = turn.dead(state)
        return "☠ " + " ".join(["%s%d/%d" % (LOST[f + 1], dead[f], counts[f]) for f in range(3) if counts[f]])

    def large(self, c):
        """The one who is marked, as large as the others leave room."""
        text = self.words(self.row)
        if self.get(self.row, "seat") == ALIVE:
            text = status(self.app, self.row)
        h = 16 if self.seats <= 8 else 8
        end = 127
        if self.sum:
            end = bubble(c, end, 4 + h // 2, signed(self.sum)) - 2
        size = c.fit(text, 90, (h, 8))
        end = c.right(end, 8 + (h - size) // 2, text, size) - 4
        name = self.app.seat(self.row)
        size = c.fit(name, end, (h, 8))
        c.text(0, 8 + (h - size) // 2, c.shorten(name, end, size), size)

    def cell(self, c, row, x, y, w):
        """One of all, in small letters; dark on light for the one who is marked."""
        ink = 1
        if row == self.row:
            c.fill(x, y, w, 8)
            ink = 0
        text = self.words(row)
        if c.width(text) > w - 24:
            text = self.words(row, False)
        at = x + w - c.width(text) - 1
        c.text(at, y, text, 8, ink)
        c.text(x + 1, y, c.shorten(self.app.seat(row), at - x - 3, 8), 8, ink)

    def words(self, row, full=True):
        """A character in a few signs: wounds of PV, armour, Lieu; or dead, and of which faction."""
        if self.get(row, "seat") == DEAD:
            return "☠" + (LOST[self.get(row, "faction")] if turn.column(self.app.session.state) else "")
        pv = full and self.get(row, "pv")
        text = "%d/%d" % (self.get(row, "wounds"), pv) if pv else "%d" % self.get(row, "wounds")
        if self.get(row, "armour"):
            text += "+%d" % self.get(row, "armour")
        lieu = self.get(row, "lieu")
        return text if lieu < 0 else text + " L%d" % lieu

    # Keys

    def up(self, n):
        self.hurt(n)

    def down(self, n):
        self.hurt(-n)

    def hurt(self, by):
        """More wounds or fewer. What they come to is suffered in this turn; to heal takes nothing of that away."""
        if self.get(self.row, "seat") != ALIVE:
            return
        now = self.get(self.row, "wounds")
        after = max(0, min(199, now + by))
        total = self.sum + after - now
        felt = self.get(self.row, "unabsorbed") + max(0, total) - max(0, self.sum)
        changes = [("char", self.row, "wounds", after), ("char", self.row, "unabsorbed", felt)]
        if after != now and self.app.change(changes, self.joins):
            self.sum = total
            self.joins = True
            self.pressed = self.app.now()

    def ok(self):
        if self.settled():
            self.row = (self.row + 1) % self.seats
            self.end()

    def back(self):
        if self.settled():
            self.app.close()

    def settled(self):
        """Whether the one who is marked lives on; otherwise its death is shown, once."""
        state = self.app.session.state
        if self.joins and playing(state) and self.row in turn.doomed(state):
            self.end()
            self.app.open("trinytia.death", self.row)
            return False
        return True

    def why(self):
        self.end()
        self.app.open("trinytia.sheet", self.row)
