"""Tri'Nytia: a turn, a death, the end of the game."""

from gobelet.core.refused import Refused
from gobelet.ui.dial import Confirm
from gobelet.ui.menu import Menu
from gobelet.ui.stack import Screen
from gobelet.ui.widgets import big, list_rows, rows, top

from ..rules import tables, turn, walks
from ..rules.setup import TRICORNE
from ..rules.sheets import PLAY
from .common import in_range, next_turn, open_form, playing, settle, status

# What a turn offers besides moving and fighting, which come first while they are to be done. Each is a text.
REST = ("end", "players", "suffer", "heal", "arrive", "cards", "exchange")


class Turn(Menu):
    """The active character and what it may do. What is not done yet comes first."""

    holds = "?"

    def __init__(self, app, cursor=0, offered=-1):
        Menu.__init__(self, app, cursor)
        self.offered = offered  # what was offered when the cursor was set, see `done`; -1: nothing yet
        if self.unsettled():
            app.defer(self.settle)

    def place(self):
        return (self.cursor, self.offered)

    def done(self):
        """What is done of this turn: bit 0 the move, bit 1 the fight."""
        row = self.active()
        get = self.app.session.get
        return (get("char", row, "moved") > 0) + 2 * (get("char", row, "fought") > 0)

    def unsettled(self):
        """The power may have gone between a blow that kills and the death, or between that and the victory."""
        state = self.app.session.state
        return playing(state) and (turn.doomed(state) or turn.winners(state))

    def settle(self):
        app = self.app
        if app.stack.top() is self and self.unsettled() and not settle(app):
            app.open("trinytia.death", turn.doomed(app.session.state)[0])

    def head(self):
        app = self.app
        get = app.session.get
        t = app.t
        turn_text = t("turn.head", get("game", 0, "turn"), get("game", 0, "cycle"))
        return app.seat(self.active()), turn_text

    def active(self):
        return self.app.session.get("game", 0, "active")

    def shown(self):
        state = self.app.session.state
        if not playing(state):
            # An undo led back to the set-up, or out of the end of the game.
            self.app.defer(self._go, self.app.back_to, "trinytia.home")
        elif self.active() < 0:
            self.app.defer(self._go, self.app.open, "trinytia.champions")
        else:
            done = self.done()
            if self.offered not in (-1, done):
                self.cursor = 0
            self.offered = done
            Menu.shown(self)

    def _go(self, to, name):
        if self.app.stack.top() is self:  # after a restart the screen that follows may lie on top already
            to(name)

    def names(self):
        """Names of what can be chosen, the most likely first."""
        get = self.app.session.get
        row = self.active()
        found = []
        late = []
        (late if get("char", row, "moved") else found).append("move")
        (late if get("char", row, "fought") else found).extend(("attack", "defend"))
        if get("game", 0, "mode") == TRICORNE:
            late.append("bet")
        return found + list(REST[:1]) + late + list(REST[1:])

    def entries(self):
        get = self.app.session.get
        row = self.active()
        found = []
        for name in self.names():
            value = ""
            if name == "move" and get("char", row, "fixed"):
                value = self.app.t("turn.fixed")
            elif (name == "move" and get("char", row, "moved")) or (
                name in ("attack", "defend") and get("char", row, "fought")
            ):
                value = "✓"
            elif name == "attack":
                value = self.app.t("turn.targets", len(in_range(self.app.session.state, row)))
            found.append((self.app.t("turn." + name), value))
        return found

    def draw(self, c):
        if self.active() < 0:
            return  # about to go elsewhere, see `shown`
        left, right = self.head()
        top(c, left, right)
        c.text(0, 9, status(self.app, self.active()), 16)
        self.first = list_rows(self.first, self.cursor, len(self.list), 2)
        rows(c, self.list, self.cursor, self.first, 24, 2)
        self.strip(c)

    def choose(self, at):
        name = self.names()[at]
        get = self.app.session.get
        row = self.active()
        try:
            if name in ("move", "attack", "defend"):
                turn.action(name, get("char", row, "moved"), get("char", row, "fought"))
        except Refused as refused:
            # A card may allow it once more: the players know.
            self.app.push(Confirm(self.app, self.app.words(refused) + ". " + self.app.t("turn.card")))
            return
        self.start(name)

    def returned(self, result):
        if result is True:
            self.start(self.names()[self.cursor])

    def start(self, name):
        """Do what the entry `name` says."""
        app = self.app
        row = self.active()
        if name == "attack":
            inside = in_range(app.session.state, row)
            if not inside:
                app.notice(app.t("turn.nobody"))
                return
            open_form(app, "attack", row, inside[0])
        elif name in ("move", "defend", "arrive"):
            open_form(app, name, row)
        elif name in ("suffer", "heal"):
            open_form(app, name, row)
            app.stack.top().ask("amount")
        elif name == "end":
            self.finish()
        else:
            app.open("trinytia." + name)

    def finish(self):
        """End the turn: limits of cards, the optional rule, the next player."""
        try:
            next_turn(self.app)
        except Refused as refused:
            self.app.refuse(refused)
            return
        self.cursor = 0
        self.shown()

    def about(self, at):
        """The printed sequence of a turn, and where we are in it."""
        app = self.app
        lines = []
        for name, when in walks.TURN:
            if when is None or when(app.session.state):
                lines.append("• " + app.t("step." + name))
        app.page(app.t("turn"), "|".join(lines))


class Death(Menu):
    """A character's wounds reached its PV: arcanes first, then its faction is revealed (seed L153-154)."""

    keys = ("k.move", "k.ok")

    def __init__(self, app, row):
        Menu.__init__(self, app)
        self.row = row

    def place(self):
        return (self.row,)

    def head(self):
        return self.app.t("death.who", self.app.seat(self.row)), ""

    def factions(self):
        """Numbers of the factions it may turn out to be."""
        state = self.app.session.state
        counts = turn.column(state)
        known = state.get("char", self.row, "faction")
        if known or counts is None:
            return [known]
        return [f for f in (1, 2, 3) if turn.known(state, f) < counts[f - 1]]

    def entries(self):
        t = self.app.t
        found = []
        for f in self.factions():
            # Tricorne and Duel Astral deal no factions: there it is only a yes.
            found.append((t("death.is", t("faction." + tables.FACTIONS[f])) if f else t("death.yes"), ""))
        found.append((t("death.arcane"), ""))
        return found

    def choose(self, at):
        factions = self.factions()
        if at == len(factions):
            self.app.close()
            return
        app = self.app
        state = app.session.state
        # Then a victory, or the turn of the next player if the active one died.
        if app.change(turn.death(state, self.row, factions[at])) and not settle(app, app.replace):
            if playing(state) and state.get("game", 0, "active") == self.row:
                next_turn(app)
            app.close()


class Over(Screen):
    """Who has won. An arcane may still change it (seed L118): undo, or correct a sheet, and the game goes on."""

    keys = ("", "k.ok")

    def shown(self):
        app = self.app
        if playing(app.session.state):
            app.defer(app.back_to, "trinytia.home")  # the decisive change was undone
        elif not turn.winners(app.session.state):
            app.change([("game", 0, "part", PLAY)])
            app.defer(app.replace, "trinytia.turn")

    def draw(self, c):
        t = self.app.t
        top(c, t("over"))
        won = [t(name, self.app.seat(row)).split("|") for name, row in turn.winners(self.app.session.state)]
        if len(won) == 1:
            big(c, won[0][0], 8, 32)
            big(c, won[0][1], 40, 16)
        else:
            for at in range(len(won)):
                big(c, " ".join(won[at]), 8 + at * 48 // len(won), 48 // len(won))
        self.strip(c)

    def ok(self):
        self.app.back_to("trinytia.home")

    def back(self):
        self.ok()
