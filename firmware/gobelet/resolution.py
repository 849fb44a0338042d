"""Resolution: a Procedure under way. What comes next is worked out once, for all who roll, show or explain it."""

from .core.odds import of_procedure
from .core.procedure import Roll


class Resolution:
    """number, proc  the Procedure, and its place in its game's list
    rows, v       Sheet rows of its roles (-1: not known), values of its inputs
    hand          whether real dice are used
    path          its results so far: one tuple of faces per roll, one integer per decision
    rolls         of each roll in it [(sides, face)...]
    s, now        the state after them, and the Roll, Ask or Outcome that comes next

    like is another Resolution, whose first step and odds serve again if Procedure and values are the same.
    """

    def __init__(self, number, proc, rows, v, hand=False, like=None):
        self.number = number
        self.proc = proc
        self.rows = rows
        self.v = v
        self.hand = hand
        self.path = []
        self.rolls = []
        self.s = None
        if like is not None and like.proc is proc and like.v == v:
            self.first = like.first
            self._odds = like._odds
        else:
            self.first = proc.step(v, None)
            self._odds = None
        self.now = self.first

    def take(self, result):
        """Go on with faces or an option."""
        now = self.now
        if isinstance(now, Roll):
            self.rolls = self.rolls + [list(zip(now.dice, result))]
        self.path = self.path + [result]
        self.s = now.fold(self.v, self.s, result)
        self.now = self.proc.step(self.v, self.s)

    def mark(self):
        """What `back` needs to come back to here."""
        return self.path, self.rolls, self.s, self.now

    def back(self, mark):
        self.path, self.rolls, self.s, self.now = mark

    def thrown(self):
        """[(sides, face)...] of all dice so far."""
        return [die for roll in self.rolls for die in roll]

    def odds(self):
        """The odds as they are before the first roll."""
        if self._odds is None:
            self._odds = of_procedure(self.proc, self.v, None, self.first)
        return self._odds
