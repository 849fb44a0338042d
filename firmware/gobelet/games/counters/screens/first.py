"""Counters: who begins (qui commence), drawn like a die: written before it is shown."""

from gobelet.ui.stack import Screen
from gobelet.ui.widgets import big, top

from . import running, words

FRAME_MS = 60
FRAMES = 5
ACTIONS = ("begin", "again")


def draw_lots(app):
    """Draw among the players, or ask for the face of a real die."""
    players = app.session.get("table", 0, "players")
    if players < 2:
        app.notice(app.t("first.alone"))
    elif app.by_hand:
        from gobelet.ui.byhand import ByHand

        app.push(ByHand(app, app.t("first"), (players,)))
    else:
        app.defer(_throw, app, players)


def _throw(app, players):
    drawn(app, app.shaker.roll(players), False)


def drawn(app, face, by_hand):
    """Write the draw, then show it."""
    v = {"players": app.session.get("table", 0, "players")}
    app.session.rolled(0, (), v, [(face,)], by_hand)
    if app.stack.ids[-1] == "counters.result":
        app.stack.pop()
    app.open("counters.result", 0 if by_hand else 1)


class First(Screen):
    """The last draw. `fresh`: names pass by before it, until any key."""

    holds = "?"

    def __init__(self, app, fresh=0):
        Screen.__init__(self, app)
        self.roll = app.session.pending()
        self.frame = 0 if fresh and app.settings.yes("animation") else FRAMES
        self.began = app.now()
        self.cursor = 0

    def shown(self):
        if self.roll is None:
            self.app.defer(self.app.close)  # a change after it took its place

    def tick(self, now):
        if self.frame < FRAMES:
            frame = self.app.since(self.began) // FRAME_MS
            if frame > self.frame:
                self.frame = min(frame, FRAMES)
                self.app.dirty = True

    def draw(self, c):
        if self.roll is None:
            return
        t = self.app.t
        players, face = self.roll[2]["players"], self.roll[3][0][0]
        top(c, t("first"), t("hand.short") if self.roll[4] else "")
        name = words.player(self.app, (face - 1 + FRAMES - self.frame) % players)
        big(c, name, 8, 32)
        if self.frame == FRAMES:
            c.centre(40, t("first.word"), 16)
            self.keys = ("k.move", "do." + ACTIONS[self.cursor])
            self.strip(c)

    def _skip(self):
        """Any key ends the animation and does nothing else."""
        moving = self.frame < FRAMES
        self.frame = FRAMES
        return moving

    def up(self, n):
        if not self._skip():
            self.cursor = 1 - self.cursor

    down = up

    def ok(self):
        app = self.app
        if self._skip() or self.roll is None:
            return
        if self.cursor:
            draw_lots(app)
            return
        row = self.roll[3][0][0] - 1
        running.keep(app, running.memo(app)[0] is not None, row)
        app.replace("counters.play", 0, row)

    def returned(self, result):
        if result is not None:
            drawn(self.app, result[0], True)

    def back(self):
        if not self._skip():
            self.app.close()

    def why(self):
        if not self._skip() and self.roll is not None:
            app = self.app
            players = self.roll[2]["players"]
            app.page(app.t("why"), app.t("first.why", players, self.roll[3][0][0]))
