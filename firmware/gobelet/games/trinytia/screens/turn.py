"""Tri'Nytia: the screens of a turn, of a death, and of the end of the game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gobelet.rules.refused import Refused
from gobelet.ui.drawing.widgets import draw_large, list_rows, rows, top
from gobelet.ui.screens.menu import Menu, Picker
from gobelet.ui.screens.stack import Screen

from ..rules import tables, turn, walks
from ..rules.setup import TRICORNE
from ..rules.sheets import ALIVE, OVER, PLAY
from .common import ask_left, go_on_after_death, is_playing, next_turn, open_form, show_if_decided, status

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from gobelet.rules.types import Row
    from gobelet.ui.drawing.canvas import Canvas
    from gobelet.ui.drawing.types import Pixels
    from gobelet.ui.screens.types import Arguments, Context, Entries


# The lines of a turn, always in this order; the text key of a line is "turn.<name>".
FIRST = ("move", "attack", "defend")
REST = ("end", "table", "suffer", "heal", "dies", "arrive", "cards", "exchange")
# For a line of the turn: the page of the rules about it. A line without a page shows the sequence of a turn.
RULED = {
    "move": "move",
    "attack": "attack",
    "defend": "defend",
    "bet": "A-TN11",
    "suffer": "suffer",
    "heal": "heal",
    "dies": "death",
    "arrive": "pulled",
    "cards": "limits",
    "exchange": "exchange",
    "waiting": "cancelled",
}
# session.chosen[SHOWN] lists the rows of the characters whose death screen was already shown. The players may leave
# the death screen and answer later.
SHOWN = "deaths"


class Turn(Menu):
    """The active character, and the actions of the turn.

    The cursor moves to the next action that the character has not used yet.
    """

    holds = "?"

    def __init__(self, context: Context, cursor: int = 0, offered: int = -1) -> None:
        Menu.__init__(self, context, cursor)
        self.offered = offered  # the value of `parts_done` when the cursor was last placed; -1: never placed
        self.waiting: Any = None  # the roll of this turn that is not applied yet
        self.asking = ""  # the question that the screen on top asks
        self.rows: Sequence[Row] = ()  # the rows of the characters that the open question lists

    def arguments(self) -> Arguments:
        return (self.cursor, self.offered)

    def is_valid(self) -> bool:
        return is_playing(self.context.session.state)

    def parts_done(self) -> int:
        """Return a mask of the used actions of this turn: 1 the move, 2 the fight."""
        row = self.active_row()
        get = self.context.session.get
        return (get("char", row, "moved") > 0) + 2 * (get("char", row, "fought") > 0)

    def doomed_rows(self) -> list[Row]:
        """Return the rows of the living characters whose wounds reach their PV.

        PV are life points. A character whose death screen was already shown is left out.
        """
        shown = self.context.session.chosen.get(SHOWN, [])
        found = turn.doomed_rows(self.context.session.state)
        self.context.session.chosen[SHOWN] = [row for row in shown if row in found]
        return [row for row in found if row not in shown]

    def show_open_end(self) -> None:
        """Show a victory or a death that the players have not seen yet.

        A power cut may have prevented the screen of the victory or death, or another screen may have changed the
        wounds.
        """
        context = self.context
        if context.navigation.stack.top() is not self or not self.is_valid() or show_if_decided(context):
            return
        doomed = self.doomed_rows()
        if doomed:
            context.open("trinytia.death", doomed[0])

    def head(self) -> tuple[str, str]:
        context = self.context
        get = context.session.get
        t = context.t
        turn_text = t("turn.head", get("game", 0, "turn"), get("game", 0, "cycle"))
        return context.seat(self.active_row()), turn_text

    def active_row(self) -> Row:
        return self.context.session.get("game", 0, "active")

    def on_show(self) -> None:
        context = self.context
        state = context.session.state
        if not self.is_valid():
            return
        if self.active_row() < 0:
            context.defer(self._open_champions)
        else:
            done = self.parts_done()
            if self.offered != done:
                self.cursor = (0, 1, 0, 3)[done]
                if done == 1 and not turn.targets(state, self.active_row()):
                    # The character has moved and no target is in range, so the cursor selects the defence.
                    self.cursor = 2
                if done == 3 and state.get("game", 0, "mode") == TRICORNE:
                    self.cursor = 4
            self.offered = self.parts_done()
            Menu.on_show(self)
            if self.doomed_rows() or turn.winners(state):
                context.defer(self.show_open_end)

    def _open_champions(self) -> None:
        if self.context.navigation.stack.top() is self:  # after a restart the next screen may already be open
            self.context.open("trinytia.champions")

    def refresh(self) -> None:
        resolution = self.context.session.pending_roll()
        mine = (
            resolution is not None
            and resolution.proc.name in FIRST
            and resolution.rows[0] == self.active_row()
        )
        self.waiting = resolution if mine else None
        Menu.refresh(self)

    def names(self) -> list[str]:
        """Return the names of the lines.

        The line of a roll that is not applied yet is the last, so that no other line moves.
        """
        found = list(FIRST)
        if self.context.session.get("game", 0, "mode") == TRICORNE:
            found.append("bet")
        found.extend(REST)
        if not turn.neighbours(self.context.session.state, self.active_row()):
            found.remove("exchange")
        if self.waiting:
            found.append("waiting")
        return found

    def entries(self) -> Entries:
        get = self.context.session.get
        row = self.active_row()
        state = self.context.session.state
        doomed = turn.doomed_rows(state)
        found = []
        for name in self.names():
            value = ""
            if name == "move" and get("char", row, "fixed"):
                value = self.context.t("turn.fixed")
            elif name == "move" and get("char", row, "moved"):
                value = "✓"
            elif name in ("attack", "defend") and get("char", row, "fought"):
                value = "—"  # the fight was an attack or a defence; the device does not know which
            elif name == "attack":
                value = self.context.t("turn.targets", len(turn.targets(state, row)))
            elif name == "dies" and doomed:
                value = "☠ " + self.context.seat(doomed[0])
            elif name == "waiting":
                value = self.context.t(self.waiting.proc.name)
            found.append((self.context.t("turn." + name), value))
        return found

    def draw(self, c: Canvas) -> None:
        if self.active_row() < 0:
            return  # `on_show` opens another screen next
        left, right = self.head()
        top(c, left, right)
        where = self.context.session.get("char", self.active_row(), "lieu")
        lieu = " %s %d" % (self.context.t("f.lieu"), where) if where >= 0 else ""
        c.text(0, 9, status(self.context, self.active_row(), False) + lieu, 16)
        self.first = list_rows(self.first, self.cursor, len(self.list), 2)
        rows(c, self.list, self.cursor, self.first, 24, 2)
        self.strip(c)

    def choose(self, index: int) -> None:
        name = self.names()[index]
        get = self.context.session.get
        row = self.active_row()
        self.asking = ""
        try:
            if name in FIRST:
                turn.check_action(name, get("char", row, "moved"), get("char", row, "fought"))
        except Refused as refused:
            # Only the players know whether a card allows a second move or fight.
            self.asking = "card"
            self.context.dialogs.confirm(
                self.context.messages.refusal(refused) + ". " + self.context.t("turn.card")
            )
            return
        self.begin_action(name)

    def on_result(self, result: Any) -> None:
        asking = self.asking
        self.asking = ""
        if asking == "card" and result is True:
            self.begin_action(self.names()[self.cursor])
        elif asking == "beyond" and result is True:
            self.context.open("trinytia.attack", self.active_row(), -2, 0, 1)
        elif asking == "dies" and result is not None:
            row = self.rows[result]
            self.context.open("trinytia.death", row, self.context.session.get("char", row, "wounds"))

    def death_choices(self) -> list[Row]:
        """Return the rows of the living characters, first those who must die.

        A character must die if the wounds reach the PV (life points).
        """
        state = self.context.session.state
        doomed = turn.doomed_rows(state)
        alive = turn.life_flags(state)
        return doomed + [row for row in range(len(alive)) if alive[row] and row not in doomed]

    def begin_action(self, name: str) -> None:
        """Begin the action of the line `name`."""
        context = self.context
        row = self.active_row()
        if name == "attack":
            if turn.targets(context.session.state, row):
                context.open("trinytia.attack", row)
            else:
                self.asking = "beyond"
                context.dialogs.confirm(context.t("turn.nobody") + ". " + context.t("turn.card"))
        elif name in ("move", "defend", "arrive"):
            open_form(context, name, row)
        elif name in ("suffer", "heal"):
            context.open("trinytia.hurt", int(name == "heal"))
        elif name == "dies":
            self.asking = "dies"
            self.rows = self.death_choices()
            context.push(Picker(context, context.t("death.whom"), [context.seat(row) for row in self.rows]))
        elif name == "waiting":
            context.open("trinytia.result")
        elif name == "end":
            self.end_turn()
        else:
            context.open("trinytia." + name)

    def end_turn(self) -> None:
        """End the turn, then begin the next turn.

        The card limits and the optional rule apply at the end of the turn.
        """
        try:
            next_turn(self.context)
        except Refused:
            # The character has too many cards. The next screen lists the cards, and the player discards some of them.
            self.context.open("trinytia.cards", self.active_row(), -1)
            return
        self.offered = -1
        self.on_show()

    def topic(self, index: int) -> str:
        return RULED.get(self.names()[index], "")

    def about(self, index: int) -> None:
        """Show the page of the rules about a line, or the printed sequence of a turn."""
        if self.topic(index):
            self.context.dialogs.show_rule(self.topic(index))
            return
        context = self.context
        lines = []
        for name, when in walks.TURN:
            if when is None or when(context.session.state):
                lines.append("• " + context.t("step." + name))
        context.dialogs.show_page(context.t("turn"), "|".join(lines))


class Death(Menu):
    """The question whether a character dies, and which faction it has (L153-154).

    An arcane (a card) may still prevent the death. `wounds_entered` is the number of wounds if the players announced
    the death, or -1 if the wounds reach the known PV (life points).
    """

    keys = ("k.move", "k.ok")

    def __init__(self, context: Context, row: Row, wounds_entered: int = -1) -> None:
        Menu.__init__(self, context)
        self.row = row
        self.wounds_entered = wounds_entered

    def arguments(self) -> Arguments:
        return (self.row, self.wounds_entered)

    def is_valid(self) -> bool:
        state = self.context.session.state
        if not is_playing(state) or state.get("char", self.row, "seat") != ALIVE:
            return False
        return (
            self.row in turn.doomed_rows(state)
            or state.get("char", self.row, "wounds") == self.wounds_entered
        )

    def on_show(self) -> None:
        if self.is_valid():
            chosen = self.context.session.chosen
            chosen[SHOWN] = chosen.get(SHOWN, []) + [self.row]
            Menu.on_show(self)

    def head(self) -> tuple[str, str]:
        return self.context.t("death.who", self.context.seat(self.row)), ""

    def factions(self) -> list[int]:
        """Return the numbers of the factions that the character may have."""
        return turn.possible_factions(self.context.session.state, self.row)

    def entries(self) -> Entries:
        t = self.context.t
        found = []
        for faction in self.factions():
            # Tricorne and Duel Astral have no factions, so the line only says yes.
            found.append(
                (t("death.is", t("faction." + tables.FACTIONS[faction])) if faction else t("death.yes"), "")
            )
        found.append((t("death.arcane"), ""))
        return found

    def topic(self, index: int) -> str:
        return "A-TN25" if index == len(self.factions()) else "death"

    def choose(self, index: int) -> None:
        context = self.context
        state = context.session.state
        factions = self.factions()
        if index == len(factions):
            ask_left(context, self.row, state.get("char", self.row, "wounds"))
            return
        if context.change(turn.death(state, self.row, factions[index])) and not go_on_after_death(
            context, self.row, context.replace
        ):
            context.close()

    def on_result(self, wounds: Any) -> None:
        if wounds is not None and self.context.change([("char", self.row, "wounds", wounds)]):
            self.context.close()


class Over(Screen):
    """The victory, with the names of the winners.

    An arcane (a card) may still change the victory (L112-114): after an undo, or a correction of a character's values,
    the game continues.
    """

    keys = ("", "k.ok")
    holds = "?"

    def is_valid(self) -> bool:
        return self.context.session.get("game", 0, "part") == OVER

    def on_show(self) -> None:
        context = self.context
        if self.is_valid() and not turn.winners(context.session.state) and not context.session.journal.undone:
            context.change([("game", 0, "part", PLAY)], True)
            context.defer(context.replace, "trinytia.turn")

    def victories(self) -> list[list[str]]:
        """List for each victory its text in two parts; the first part names the winner."""
        winners = turn.winners(self.context.session.state)
        return [self.context.t(name, self.context.seat(row)).split("|") for name, row in winners]

    def large_texts(self) -> Sequence[tuple[str, Pixels]]:
        won = self.victories()
        if len(won) == 1:  # the name of the winner, as large as possible
            return [(won[0][0], 32 if self.context.canvas.width(won[0][0], 32) <= 128 else 12)]
        return [(" ".join(words), 12) for words in won]

    def draw(self, c: Canvas) -> None:
        top(c, self.context.t("over"))
        won = self.victories()
        if len(won) == 1:
            draw_large(c, won[0][0], 8, 32)
            draw_large(c, won[0][1], 40, 16)
        else:
            for index in range(len(won)):
                draw_large(c, " ".join(won[index]), 8 + index * 48 // len(won), 48 // len(won))
        self.strip(c)

    def on_ok(self) -> None:
        self.context.navigation.back_to("trinytia.home")

    def on_hold_ok(self) -> None:
        self.context.dialogs.show_rule("instant")

    def on_back(self) -> None:
        self.on_ok()
