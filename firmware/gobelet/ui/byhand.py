"""Real dice: their faces are entered one by one."""

from .amounts import dial
from .stack import Screen
from .widgets import top


class ByHand(Screen):
    """Real dice: the faces are entered one by one. Closes with the tuple of faces.

    title is a string, dice a tuple of sides.
    """

    keys = ("k.face", "k.next")

    def __init__(self, app, title, dice):
        Screen.__init__(self, app)
        self.title = title
        self.dice = dice
        self.faces = [1] * len(dice)
        self.at = 0

    def draw(self, c):
        top(c, self.title, "%d/%d" % (self.at + 1, len(self.dice)))
        sides = self.dice[self.at]
        dial(c, self.faces[self.at], 1, sides, self.faces[self.at], "d%d" % sides)
        self.strip(c)

    def _turn(self, by):
        sides = self.dice[self.at]
        self.faces[self.at] = (self.faces[self.at] - 1 + by) % sides + 1

    def up(self, n):
        self._turn(n)

    def down(self, n):
        self._turn(-n)

    def ok(self):
        self.at += 1
        if self.at == len(self.dice):
            self.app.close(tuple(self.faces))

    def back(self):
        if self.at:
            self.at -= 1
        else:
            self.app.close()
