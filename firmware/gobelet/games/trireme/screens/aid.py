"""Trirème: the printed tables of the player aid, one for each roll. The row and the column of the moment are lit, and
so are the modifiers that count.

Texts: "aid.<roll>" has the words of the modifiers, see `modifiers`; "help.<roll>.text" what else there is to say.
"""

from gobelet.core.procedure import values
from gobelet.core.refused import Refused
from gobelet.ui.numbers import signed

from ..rules import modifiers
from . import common
from .grid import Grid, lit
from .kept import read


class Aid(Grid):
    """The printed table of the Procedure `number` as it counts now. dice is the sum that was rolled on a table of two,
    given are the rows and values of a form: OK goes on to its chances. Without them it is a page of the rules. size is
    that of the letters and first the first line to be seen, 0 and -1 for what fits best.
    """

    tables = {}  # what makes the lines of the table of a Procedure: (app, values or None, dice) -> list

    def __init__(self, app, number, dice=0, size=0, first=-1, *given):
        self.of = (number, dice)
        self.given = given
        proc = app.session.procedure(number)
        v = None
        if given:
            known = {}
            for at in range(len(proc.inputs)):
                known[proc.inputs[at].name] = given[len(proc.roles) + at]
            try:
                v = values(proc, known)
            except Refused:
                pass  # nothing counts yet
        self.chances = v is not None and not dice
        if self.chances:
            self.keys = ("k.scroll", "aid.odds")
        title = common.title(app, proc) if given else common.page_title(app, proc.name)
        Grid.__init__(self, app, title, (), size or (8 if given else 0))
        self.first = first
        self.body = self.lines_of(proc, v, dice)

    def place(self):
        return self.of + (self.size, self.first) + self.given

    def ok(self):
        if self.chances:
            self.app.close(common.ODDS)
        else:
            Grid.ok(self)

    def lines_of(self, proc, v, dice):
        """The lines of a page for a Procedure; v are its values before the roll, if they are known, dice the sum
        that was rolled on a table of two.
        """
        app = self.app
        found = []
        if proc.name in self.tables:
            found = self.tables[proc.name](app, v, dice)
        words = app.texts.get("aid." + proc.name)
        listed = modifiers.listed(proc.name)
        for at in range(len(listed)):
            which, amount = listed[at]
            word = words.split("|")[at]
            if which == "_":
                found.append(word)
                continue
            if which == "equipment" and read(app).params.get("gear"):
                amount = -amount  # as the owner's file has it
            on = v is not None and modifiers.counts(proc, v, which, amount)
            found.append((lit(signed(amount) if amount else "+0", on), lit(word, on)))
        more = app.texts.get("help." + proc.name + ".text")
        return found + (more.split("|") if more else [])
