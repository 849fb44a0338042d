"""Mystria: the main list of the game, a new game, corrections, and the history."""

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

KEPT = ("table",)  # Kinds that stay when a new game begins
# The page of the rules that explains a line; lines without an entry have the page "game".
PAGES = {"giveup": "loss", "bag": "bag", "table": "groups", "score": "total"}


class Home(Menu):
    """The main list; while a game is under way, continuing it comes first."""

    keys = ("k.move", "k.open")
    holds = "?"
    asked: str | None = None  # the entry that has asked a question, while the question is open

    def __init__(self, context: Context, cursor: int = 0, part: int = -1) -> None:
        Menu.__init__(self, context, cursor)
        # the part of the game that the list belongs to; a new part moves the cursor to the first entry
        self.part = part

    def arguments(self) -> Arguments:
        return (self.cursor, self.part)

    def refresh(self) -> None:
        if self.part != words.part(self.context):
            self.part = words.part(self.context)
            self.cursor = 0
        Menu.refresh(self)

    def head(self) -> tuple[str, str]:
        return self.context.t("title"), self.context.messages.charge()

    def lines(self) -> list[str]:
        """Return the names of the entries: each is a text and, except those below, a screen."""
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
            self.ask(name, context.seat(context.session.get("game", 0, "active")))
        elif name == "recall" or (name == "new" and words.part(context)):
            self.ask(name)
        else:
            context.open("mystria." + name)

    def ask(self, name: str, *args: Any) -> None:
        self.asked = name
        self.context.dialogs.confirm(self.context.t(name + ".sure", *args))

    def on_result(self, result: Any) -> None:
        context = self.context
        asked = self.asked
        self.asked = None
        if result is not True or asked is None:
            return  # another screen has closed, such as a step of the set-up that an undo had opened on top
        if asked == "giveup":
            if context.change(
                turn.lose(context.session.state, context.session.get("game", 0, "active"), GAVE_UP)
            ):
                context.open("mystria.over")
        elif asked == "new":
            context.session.restart(KEPT)
            context.open("mystria.new")
        elif context.session.restore_archive():
            self.refresh()
        else:
            context.dialogs.notice(context.t("recall.damaged"))

    def about(self, index: int) -> None:
        words.page(self.context, PAGES.get(self.offered[index], "game"))


class New(words.Reasoned, Menu):
    """Choice of the version: OK begins its set-up."""

    title = "home.new"
    keys = ("k.move", "k.next")

    def is_valid(self) -> bool:
        return not words.part(self.context)  # False after a redo that has restored a game

    def entries(self) -> Entries:
        return [(self.context.t("version." + name), "") for name in VERSIONS]

    def choose(self, index: int) -> None:
        context = self.context
        if context.change(turn.start(index)):
            context.replace("mystria.setup")

    def about(self, index: int) -> None:
        words.page(self.context, VERSIONS[index])


# Numbers that a player can correct, each with a line and a page. The table corrects the largest groups, the
# score corrects the objectives.
LINES = ("drops", "turn", "active", "values")
RULED = {"drops": "drops", "turn": "turns", "active": "turns", "values": "values"}


class Correct(words.Reasoned, Menu):
    """Numbers that may be wrong after a slip; each correction is one transaction."""

    title = "home.correct"
    since = PLAY
    keys = ("k.move", "k.turn")

    def get(self, field: str) -> int:
        return self.context.session.get("game", 0, field)

    def entries(self) -> Entries:
        return [(self.context.t("correct." + name), self.value(name)) for name in LINES]

    def value(self, name: str) -> str:
        """Return the value in the line called `name`."""
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
            context.dialogs.dial(context.t("correct.of", context.seat(0)), now, 0, DROPS)
        elif name == "turn":
            context.dialogs.dial(context.t("correct.turn"), self.get("turn"), 1, TURNS)
        elif name == "values":
            context.open("mystria.values")
        elif self.get("active") >= 0:
            # The turn of the other player then begins: no actions yet, and no taken token.
            self.change(
                [
                    ("game", 0, "active", 1 - self.get("active")),
                    ("game", 0, "acted", 0),
                    ("game", 0, "taken", 0),
                ]
            )

    def change(self, changes: Sequence[Change]) -> None:
        if self.context.change(changes):
            self.refresh()

    def on_result(self, result: Any) -> None:
        if result is None or result is True or not self.is_valid():
            return  # True means that the player has chosen the values again; they are already written
        if LINES[self.cursor] == "turn":
            self.change([("game", 0, "turn", result)])
        else:
            self.change([("player", 0, "drops", result), ("player", 1, "drops", DROPS - result)])

    def about(self, index: int) -> None:
        words.page(self.context, RULED[LINES[index]])


class History(history.History):
    """The history, without the dealt objectives, and with the colours of the stacks."""

    def roll_line(self, number: int, flags: int, listed: Sequence[int], path: Path, note: bytes) -> Line:
        context = self.context
        name = context.session.listed[number][0] if number < len(context.session.listed) else ""
        if name == "objectives":
            return context.t(name), "", context.t("history.secret")
        if name == "coin" and path:
            return context.t(name), "", context.seat(path[0][0] - 1)
        label, faces, answer = history.History.roll_line(self, number, flags, listed, path, note)
        if name == "stack" and path:
            # The inputs of the ROLL are the row of the role, then the bag.
            counts = listed[1 : 1 + len(COLOURS)]
            drawn = [draws.colour(counts, index) for index in dealt_indexes(sum(counts), path[0])]
            answer = " ".join([words.colour(context, index) for index in drawn])
            faces = ""
        return label, faces, answer

    def players_of(self, proc: Procedure, rows: Sequence[Row]) -> str:
        return "" if proc.name == "stack" else history.History.players_of(self, proc, rows)
