"""Trirème: a side has no ship left: what each still has afloat, and the end of the battle."""

from gobelet.ui.drawing.amounts import split
from gobelet.ui.drawing.widgets import top
from gobelet.ui.screens.stack import Screen

from ..rules.ships import fleet
from . import common


class Over(Screen):
    """The ships of both sides; the aid does not say who wins. OK ends the battle, after a question."""

    keys = ("", "over.end")
    holds = "?"

    def is_valid(self):
        return common.in_battle(self) and not all(self.sides())

    def sides(self):
        """Ships that each side has afloat, prizes among them."""
        return [len(rows) for rows in common.ships(self.app).sides]

    def draw(self, c):
        app = self.app
        t = app.t
        top(c, t("over.afloat"), t("turn.new", app.session.get("game", 0, "turn")))
        afloat = self.sides()
        begun = len(fleet(app.session.state))
        first, second = [(t("side.%d" % side), afloat[side], afloat[side], begun, "") for side in (0, 1)]
        left = [side for side in (0, 1) if afloat[side]]
        split(c, first, second, left[0] if len(left) == 1 else None)
        self.strip(c)

    def large_texts(self):
        return [(str(count), 32) for count in self.sides()]

    def ok(self):
        self.app.confirm(self.app.t("new.sure"))

    def on_result(self, result):
        if result is True:
            self.app.back_to("trireme.home")
            self.app.open("trireme.new")

    def why(self):
        self.app.page(self.app.t("over"), self.app.t("over.help"))
