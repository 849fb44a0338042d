"""Traqueur: the main list, the choice of players, the history and the chances."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gobelet.rules.odds import procedure_odds
from gobelet.rules.procedure import values
from gobelet.rules.refused import Refused
from gobelet.ui.drawing.numbers import percent
from gobelet.ui.drawing.widgets import draw_large, list_rows, rows, top
from gobelet.ui.screens import history
from gobelet.ui.screens.menu import Lines, Menu
from gobelet.ui.screens.stack import Screen

from ..rules import game
from .common import Asking, last_strike, player_name, short_name, stage_name

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gobelet.rules.types import Chance, Field, Path
    from gobelet.ui.drawing.canvas import Canvas
    from gobelet.ui.drawing.types import Pixels
    from gobelet.ui.screens.history import Line
    from gobelet.ui.screens.types import Arguments, Context, Entries, Steps

KEPT = ("option",)  # names of the Kinds whose values stay when a new game begins

# The rule page that opens when OK is held, by the name of the selected line.
RULED = {name: name for name in ("table", "spells", "prepare", "combat", "over")}
# The questions about chances, as (name of the Procedure, fields of the Kind "game" for the Procedure's inputs).
QUESTIONS = (("exotic", ("common", "exotic")), ("draw", ("deck", "copies", "cards")))


class Home(Asking):
    """The main list. During a game the first list line continues the game."""

    keys = ("k.move", "k.open")
    offered: Sequence[str] = ()  # names of the list lines

    def __init__(self, context: Context, cursor: int = 0, part: int = -1) -> None:
        Asking.__init__(self, context, cursor)
        # The part of the game that the first list line opens. When the part changes, the cursor moves to the
        # first line.
        self.part = part

    def arguments(self) -> Arguments:
        return (self.cursor, self.part)

    def refresh(self) -> None:
        part = self.get("part") if self.get("players") else -1
        if part != self.part:
            self.part = part
            self.cursor = 0
        Asking.refresh(self)

    def head(self) -> tuple[str, str]:
        return self.context.t("title"), self.context.messages.charge()

    def draw(self, c: Canvas) -> None:
        again = self.offered[self.cursor] == "again"
        self.keys = ("k.move", "strike.strikes" if again else "k.open")
        Asking.draw(self, c)

    def names(self) -> list[str]:
        """Return the names of the list lines.

        The text key of a line is "home.<name>"; only the line "again" has the text key "again". A line opens the
        screen whose short name is the line's name, except for the lines with an act in `choose`.
        """
        found = []
        if self.get("players"):
            found = [stage_name(self.context.session), "table", "spells"]
            if self.context.session.clock:
                found.append("clock")
        found += ["new", "chances", "help", "options", "history", "redo"]
        if self.context.session.has_archive():
            found.append("recall")
        if self.get("players") and last_strike(self.context):
            # The line repeats the last strike. It is the last line, which UP on the first line selects.
            found.append("again")
        return found

    def entries(self) -> Entries:
        self.offered = self.names()
        return Lines(self.offered, self.line)

    def line(self, name: str) -> tuple[str, str]:
        if name != "again":
            return self.context.t("home." + name), ""
        found = last_strike(self.context)
        return self.context.t(name), short_name(self.context, found[1]) if found else ""

    def topic(self, index: int) -> str:
        return RULED.get(self.offered[index], "")

    def choose(self, index: int) -> None:
        context = self.context
        name = self.offered[index]
        if name == "redo":
            context.redo()
            self.refresh()
        elif name == "again":
            found = last_strike(context)
            context.open("traqueur.combat")
            if found:
                context.open("traqueur.strike", found[0])
                context.navigation.top().on_ok()
        elif name == "recall":
            self.confirm(context.t("recall.sure"), self.restore_game)
        elif name == "new" and self.get("players"):
            self.confirm(context.t("new.sure"), self.begin_new)
        else:
            context.open("traqueur." + name)

    def restore_game(self) -> None:
        if not self.context.session.restore_archive():
            self.context.dialogs.show_notice(self.context.t("recall.damaged"))

    def begin_new(self) -> None:
        self.context.session.restart(KEPT)
        self.context.open("traqueur.new")


class NewGame(Screen):
    """The choice of three or four players (L191)."""

    keys = ("new.players", "k.next")

    def __init__(self, context: Context, players: int = 4) -> None:
        Screen.__init__(self, context)
        self.players = players

    def arguments(self) -> Arguments:
        return (self.players,)

    def draw(self, c: Canvas) -> None:
        t = self.context.t
        top(c, t("home.new"))
        draw_large(c, str(self.players), 8, 48, 0, 40)
        draw_large(
            c, " ".join([player_name(self.context, row) for row in range(self.players)]), 8, 48, 42, 86
        )
        self.strip(c)

    def on_step(self, by: Steps) -> None:
        self.players = 4 if by > 0 else 3

    def on_ok(self) -> None:
        context = self.context
        if context.session.get("game", 0, "players"):
            context.session.restart(KEPT)
        if context.change(game.start_game(self.players)):
            context.replace("traqueur.setup")


class History(history.History):
    """The history. The line about the draw of the first player has the player's name."""

    def roll_line(self, number: int, flags: int, listed: Sequence[int], path: Path, note: bytes) -> Line:
        return self.context.t("starter"), "", player_name(self.context, path[0][0] - 1)


class Chances(Asking):
    """The chance to draw a wanted card from a deck.

    A wanted card is a card that the player hopes to draw. Each list line has a number of cards, such as the number of
    cards in the deck. OK changes the number.
    """

    title = "home.chances"
    keys = ("k.move", "k.turn")
    holds = "?"

    def lines(self) -> list[tuple[int, Field]]:
        """Return (index in QUESTIONS, field of the Kind "game") for each list line."""
        return [(index, field) for index in range(len(QUESTIONS)) for field in QUESTIONS[index][1]]

    def entries(self) -> Entries:
        return Lines(self.lines(), lambda line: (self.context.t("f.game." + line[1]), str(self.get(line[1]))))

    def question_index(self) -> int:
        """Return the index in QUESTIONS to which the selected line belongs."""
        return self.lines()[self.cursor][0]

    def compute_chances(self, number: int) -> tuple[Chance, Chance] | Refused:
        """Return (chance of a wanted card, chance of no wanted card), or the refusal.

        `number` is the index in QUESTIONS. The result is a refusal if the numbers of cards contradict each other.
        """
        name, fields = QUESTIONS[number]
        proc = self.context.session.procedure(self.context.session.procedure_index(name))
        try:
            odds = procedure_odds(proc, values(proc, {field: self.get(field) for field in fields}))
        except Refused as refused:
            return refused
        return odds.exactly(1), odds.exactly(0)

    def refresh(self) -> None:
        self.known_chances: dict[int, tuple[Chance, Chance] | Refused] = {}
        Menu.refresh(self)

    def current_chances(self) -> tuple[Chance, Chance] | Refused:
        """Return the chances for the selected line; they are computed once per question."""
        number = self.question_index()
        if number not in self.known_chances:
            self.known_chances[number] = self.compute_chances(number)
        return self.known_chances[number]

    def large_texts(self) -> Sequence[tuple[str, Pixels]]:
        found = self.current_chances()
        return () if isinstance(found, Refused) else ((percent(found[0], self.context.t("decimal")), 12),)

    def draw(self, c: Canvas) -> None:
        t = self.context.t
        name = QUESTIONS[self.question_index()][0]
        found = self.current_chances()
        top(c, t(name), "" if isinstance(found, Refused) else "%d/%d" % found[0])
        draw_large(c, "?" if isinstance(found, Refused) else percent(found[0], t("decimal")), 8, 32)
        self.first = list_rows(self.first, self.cursor, len(self.list), 1)
        rows(c, self.list, self.cursor, self.first, 40, 1)
        self.strip(c)

    def choose(self, index: int) -> None:
        field = self.lines()[index][1]
        kind = self.context.session.state.kind("game")
        _, low, high, _ = kind.field(kind.index[field])
        self.ask_number(self.context.t("f.game." + field), self.get(field), low, high, self.set_field, field)

    def set_field(self, value: int, field: Field) -> None:
        self.apply_changes([("game", 0, field, value)])

    def about(self, index: int) -> None:
        t = self.context.t
        name = QUESTIONS[self.question_index()][0]
        found = self.current_chances()
        lines = t("page." + name).partition("|")[2]
        if isinstance(found, Refused):
            lines = "%s|%s" % (self.context.messages.refusal(found), lines)
        else:
            some, none = found
            dot = t("decimal")
            text = t("chance.said", "%d/%d" % some, percent(some, dot), "%d/%d" % none, percent(none, dot))
            lines = "%s|%s" % (text, lines)
        self.context.dialogs.show_page(t(name), lines)
