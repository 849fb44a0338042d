"""Mystria: what can be done with the game; a new one; what the players set right; what has happened."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gobelet.rules.procedure import dealt
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
    from gobelet.ui.types import App, Arguments, Entries

KEPT = ("table",)  # Kinds that a new game leaves alone
PAGES = {"giveup": "loss", "bag": "bag", "table": "groups", "score": "total"}  # of the others "game"


class Home(Menu):
    """Going on comes first while a game is under way."""

    keys = ("k.move", "k.open")
    holds = "?"
    asked: str | None = None  # the entry whose question is open

    def __init__(self, app: App, cursor: int = 0, part: int = -1) -> None:
        Menu.__init__(self, app, cursor)
        self.part = part  # that the list was made for: in another one the cursor begins anew

    def arguments(self) -> Arguments:
        return (self.cursor, self.part)

    def refresh(self) -> None:
        if self.part != words.part(self.app):
            self.part = words.part(self.app)
            self.cursor = 0
        Menu.refresh(self)

    def head(self) -> tuple[str, str]:
        return self.app.t("title"), self.app.charge()

    def lines(self) -> list[str]:
        """Names of the entries, each a text and, but for those below, a screen."""
        found = [words.ON[self.part]] if self.part else []
        if self.part >= PLAY:
            found += ["score", "table", "correct"]
        if self.part == PLAY:
            found.append("giveup")
        if self.part:
            found.append("bag")
            if self.app.session.clock:
                found.append("clock")
        found += ["new", "help", "history", "redo"]
        if self.app.session.has_archive():
            found.append("recall")
        return found

    def entries(self) -> Entries:
        self.offered = self.lines()
        return Lines(self.offered, lambda name: (self.app.t("home." + name), ""))

    def choose(self, index: int) -> None:
        app = self.app
        name = self.offered[index]
        if name == "redo":
            app.redo()
        elif name == "giveup":
            self.ask(name, app.seat(app.session.get("game", 0, "active")))
        elif name == "recall" or (name == "new" and words.part(app)):
            self.ask(name)
        else:
            app.open("mystria." + name)

    def ask(self, name: str, *args: Any) -> None:
        self.asked = name
        self.app.confirm(self.app.t(name + ".sure", *args))

    def on_result(self, result: Any) -> None:
        app = self.app
        asked = self.asked
        self.asked = None
        if result is not True or asked is None:
            return  # of a step of the set-up, say, that an undo had shown on top
        if asked == "giveup":
            if app.change(turn.lose(app.session.state, app.session.get("game", 0, "active"), GAVE_UP)):
                app.open("mystria.over")
        elif asked == "new":
            app.session.restart(KEPT)
            app.open("mystria.new")
        elif app.session.restore_archive():
            self.refresh()
        else:
            app.notice(app.t("recall.damaged"))

    def about(self, index: int) -> None:
        words.page(self.app, PAGES.get(self.offered[index], "game"))


class New(words.Reasoned, Menu):
    """Choice of the version: OK begins its set-up."""

    title = "home.new"
    keys = ("k.move", "k.next")

    def is_valid(self) -> bool:
        return not words.part(self.app)  # else a redo brought a game back

    def entries(self) -> Entries:
        return [(self.app.t("version." + name), "") for name in VERSIONS]

    def choose(self, index: int) -> None:
        app = self.app
        if app.change(turn.start(index)):
            app.replace("mystria.setup")

    def about(self, index: int) -> None:
        words.page(self.app, VERSIONS[index])


# Numbers that can be set right, each a line and a page.
# The largest groups are on the table, the objectives with the score.
LINES = ("drops", "turn", "active", "values")
RULED = {"drops": "drops", "turn": "turns", "active": "turns", "values": "values"}


class Correct(words.Reasoned, Menu):
    """Numbers that a slip has left wrong, each one transaction."""

    title = "home.correct"
    since = PLAY
    keys = ("k.move", "k.turn")

    def get(self, field: str) -> int:
        return self.app.session.get("game", 0, field)

    def entries(self) -> Entries:
        return [(self.app.t("correct." + name), self.value(name)) for name in LINES]

    def value(self, name: str) -> str:
        """Text beside the line called `name`."""
        app = self.app
        if name == "drops":
            return "%d–%d" % tuple([app.session.get("player", row, "drops") for row in (0, 1)])
        if name == "turn":
            return "%d/%d" % (self.get("turn"), TURNS)
        if name == "active":
            return app.seat(self.get("active"))
        return " ".join([str(self.get(field) or "?") for field in VALUE])

    def choose(self, index: int) -> None:
        app = self.app
        name = LINES[index]
        if name == "drops":
            now = app.session.get("player", 0, "drops")
            app.dial(app.t("correct.of", app.seat(0)), now, 0, DROPS)
        elif name == "turn":
            app.dial(app.t("correct.turn"), self.get("turn"), 1, TURNS)
        elif name == "values":
            app.open("mystria.values")
        elif self.get("active") >= 0:
            # A turn begun is another one's then: without its actions, and without a token taken.
            self.change(
                [
                    ("game", 0, "active", 1 - self.get("active")),
                    ("game", 0, "acted", 0),
                    ("game", 0, "taken", 0),
                ]
            )

    def change(self, changes: Sequence[Change]) -> None:
        if self.app.change(changes):
            self.refresh()

    def on_result(self, result: Any) -> None:
        if result is None or result is True or not self.is_valid():
            return  # True: the values were given anew, and are written
        if LINES[self.cursor] == "turn":
            self.change([("game", 0, "turn", result)])
        else:
            self.change([("player", 0, "drops", result), ("player", 1, "drops", DROPS - result)])

    def about(self, index: int) -> None:
        words.page(self.app, RULED[LINES[index]])


class History(history.History):
    """As of any game, but nobody learns from it which objectives were dealt, and stacks are told by their colours."""

    def roll(self, number: int, flags: int, listed: Sequence[int], path: Path, note: bytes) -> Line:
        app = self.app
        name = app.session.listed[number][0] if number < len(app.session.listed) else ""
        if name == "objectives":
            return app.t(name), "", app.t("history.secret")
        if name == "coin" and path:
            return app.t(name), "", app.seat(path[0][0] - 1)
        label, faces, answer = history.History.roll(self, number, flags, listed, path, note)
        if name == "stack" and path:
            # Its inputs are the role's row and then the bag.
            counts = listed[1 : 1 + len(COLOURS)]
            drawn = [draws.colour(counts, index) for index in dealt(sum(counts), path[0])]
            answer = " ".join([words.colour(app, index) for index in drawn])
            faces = ""
        return label, faces, answer

    def who(self, proc: Procedure, rows: Sequence[Row]) -> str:
        return "" if proc.name == "stack" else history.History.who(self, proc, rows)
