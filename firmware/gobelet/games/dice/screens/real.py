"""Free dice: the faces of real ones."""

from gobelet.core.dice import Missing, by_hand, dice_needed
from gobelet.core.notation import write
from gobelet.ui.byhand import ByHand

from .throw import show, thrown_from


class Real(ByHand):
    """Faces of real dice; explosions and rerolls ask for more dice as they fall due."""

    def __init__(self, app, pool, before, locked):
        self.pool = pool
        self.before = before
        self.locked = locked
        dice = []
        for sides in dice_needed(pool):
            if not locked & 1:
                dice.append(sides)
            locked >>= 1
        self.needed = len(dice)
        ByHand.__init__(self, app, write(pool), dice)

    def _turn(self, by):
        # what was asked after this die was asked because of it
        keep = max(self.needed, self.at + 1)
        del self.dice[keep:]
        del self.faces[keep:]
        ByHand._turn(self, by)

    def ok(self):
        if self.at + 1 < len(self.dice):
            self.at += 1
            return
        try:
            thrown_from(self.pool, self.before, self.locked, by_hand(self.faces))
        except Missing as missing:
            self.dice.append(missing.args[0])
            self.faces.append(1)
            self.at += 1
            return
        app = self.app
        app.close()
        show(app, self.pool, self.before, self.locked, self.faces)
