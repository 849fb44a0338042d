"""Mystria: the main list, the choice of a version, corrections and the history."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gobelet.rules.procedure import dealt_indexes
from gobelet.ui.screens import history
from gobelet.ui.screens.menu import Lines, Menu

from ..rules import draws, turn
from ..rules.sheets import COLOURS, DROPS, GAVE_UP, PLAY, TURNS, VALUE, VERSIONS
from . import words

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from gobelet.rules.procedure import Procedure
    from gobelet.rules.types import Change, Path, Row
    from gobelet.ui.screens.history import Line
    from gobelet.ui.screens.types import Arguments, Context, Entries

KEPT = ("table",)  # Kinds whose values stay when a new game begins
# The page of the rules that OK held opens, by the name of the line in the main list. All other lines open the page
# "game".
PAGES = {"giveup": "loss", "bag": "bag", "table": "groups", "score": "total"}


class Home(Menu):
    """The main list. During a game, its first line continues the game."""

    keys = ("k.move", "k.open")
    holds = "?"
    asked: str | None = None  # the name of the line whose yes-or-no question is open; None without a question

    def __init__(self, context: Context, cursor: int = 0, part: int = -1) -> None:
        Menu.__init__(self, context, cursor)
        # The part of the game for which the list was made, such as SETUP. When the part changes, the cursor returns to
        # the first line.
        self.part = part

    def arguments(self) -> Arguments:
        return (self.cursor, self.part)

    def refresh(self) -> None:
        if self.part != words.game_part(self.context):
            self.part = words.game_part(self.context)
            self.cursor = 0
        Menu.refresh(self)

    def head(self) -> tuple[str, str]:
        return self.context.t("title"), self.context.messages.charge()

    def lines(self) -> list[str]:
        """Return the names of the lines.

        The text key of a line is "home.<name>". Most names are also the short name of the screen that the line opens.
        """
        found = [words.ON[self.part]] if self.part else []
        if self.part >= PLAY:
            found += ["score", "table", "correct"]
        if self.part == PLAY:
            found.append("giveup")
        if self.part:
            found.append("bag")
            if self.context.session.clock:
                found.append("clock")
        found += ["new", "help", "history", "redo"]
        if self.context.session.has_archive():
            found.append("recall")
        return found

    def entries(self) -> Entries:
        self.offered = self.lines()
        return Lines(self.offered, lambda name: (self.context.t("home." + name), ""))

    def choose(self, index: int) -> None:
        context = self.context
        name = self.offered[index]
        if name == "redo":
            context.redo()
        elif name == "giveup":
            self.ask_yes_no(name, context.seat(context.session.get("game", 0, "active")))
        elif name == "recall" or (name == "new" and words.game_part(context)):
            self.ask_yes_no(name)
        else:
            context.open("mystria." + name)

    def ask_yes_no(self, name: str, *args: Any) -> None:
        self.asked = name
        self.context.dialogs.confirm(self.context.t(name + ".sure", *args))

    def on_result(self, result: Any) -> None:
        context = self.context
        asked = self.asked
        self.asked = None
        if result is not True or asked is None:
            return  # the result comes from another screen, such as a step of the set-up that has closed
        if asked == "giveup":
            if context.change(
                turn.lose_game(context.session.state, context.session.get("game", 0, "active"), GAVE_UP)
            ):
                context.open("mystria.over")
        elif asked == "new":
            context.session.restart(KEPT)
            context.open("mystria.new")
        elif context.session.restore_archive():
            self.refresh()
        else:
            context.dialogs.show_notice(context.t("recall.damaged"))

    def about(self, index: int) -> None:
        words.open_page(self.context, PAGES.get(self.offered[index], "game"))


class New(words.GameScreen, Menu):
    """The choice of a version. OK begins the set-up of this version."""

    title = "home.new"
    keys = ("k.move", "k.next")

    def is_valid(self) -> bool:
        return not words.game_part(self.context)  # a redo may have restored a game

    def entries(self) -> Entries:
        return [(self.context.t("version." + name), "") for name in VERSIONS]

    def choose(self, index: int) -> None:
        context = self.context
        if context.change(turn.start_game(index)):
            context.replace("mystria.setup")

    def about(self, index: int) -> None:
        words.open_page(self.context, VERSIONS[index])


# The names of the values that a player can correct here. The screen "table" corrects the largest groups, and the screen
# "score" the points of the objectives.
LINES = ("drops", "turn", "active", "values")
# For each name in LINES, the name of the page of the rules about the value.
RULED = {"drops": "drops", "turn": "turns", "active": "turns", "values": "values"}


class Correct(words.GameScreen, Menu):
    """The list of values that a player can correct after a mistake.

    Each correction is one transaction.
    """

    title = "home.correct"
    first_part = PLAY
    keys = ("k.move", "k.turn")

    def get(self, field: str) -> int:
        return self.context.session.get("game", 0, field)

    def entries(self) -> Entries:
        return [(self.context.t("correct." + name), self.value(name)) for name in LINES]

    def value(self, name: str) -> str:
        """Return the text of the value on a line."""
        context = self.context
        if name == "drops":
            return "%d–%d" % tuple([context.session.get("player", row, "drops") for row in (0, 1)])
        if name == "turn":
            return "%d/%d" % (self.get("turn"), TURNS)
        if name == "active":
            return context.seat(self.get("active"))
        return " ".join([str(self.get(field) or "?") for field in VALUE])

    def choose(self, index: int) -> None:
        context = self.context
        name = LINES[index]
        if name == "drops":
            now = context.session.get("player", 0, "drops")
            context.dialogs.ask_number(context.t("correct.of", context.seat(0)), now, 0, DROPS)
        elif name == "turn":
            context.dialogs.ask_number(context.t("correct.turn"), self.get("turn"), 1, TURNS)
        elif name == "values":
            context.open("mystria.values")
        elif self.get("active") >= 0:
            # The turn of the other player begins, without actions and without a taken token.
            self.apply_changes(
                [
                    ("game", 0, "active", 1 - self.get("active")),
                    ("game", 0, "acted", 0),
                    ("game", 0, "taken", 0),
                ]
            )

    def apply_changes(self, changes: Sequence[Change]) -> None:
        if self.context.change(changes):
            self.refresh()

    def on_result(self, result: Any) -> None:
        if result is None or result is True or not self.is_valid():
            return  # True: the screen "values" has closed, and has already stored the values
        if LINES[self.cursor] == "turn":
            self.apply_changes([("game", 0, "turn", result)])
        else:
            self.apply_changes([("player", 0, "drops", result), ("player", 1, "drops", DROPS - result)])

    def about(self, index: int) -> None:
        words.open_page(self.context, RULED[LINES[index]])


class History(history.History):
    """The history, with dealt objectives hidden and the colours of stacks named."""

    def roll_line(self, number: int, flags: int, listed: Sequence[int], path: Path, note: bytes) -> Line:
        context = self.context
        name = context.session.listed[number][0] if number < len(context.session.listed) else ""
        if name == "objectives":
            return context.t(name), "", context.t("history.secret")
        if name == "coin" and path:
            return context.t(name), "", context.seat(path[0][0] - 1)
        label, faces, answer = history.History.roll_line(self, number, flags, listed, path, note)
        if name == "stack" and path:
            # A stored roll begins with the row of the dealt stack. The number of tokens of each colour in the bag
            # follows.
            counts = listed[1 : 1 + len(COLOURS)]
            drawn = [draws.colour_at(counts, index) for index in dealt_indexes(sum(counts), path[0])]
            answer = " ".join([words.colour_name(context, index) for index in drawn])
            faces = ""
        return label, faces, answer

    def players_of(self, proc: Procedure, rows: Sequence[Row]) -> str:
        return "" if proc.name == "stack" else history.History.players_of(self, proc, rows)
