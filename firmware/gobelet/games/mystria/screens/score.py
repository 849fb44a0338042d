"""Mystria: the screens of the points, of the largest groups, and of the bag."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gobelet.rules.odds import procedure_odds
from gobelet.rules.procedure import values
from gobelet.rules.refused import Refused
from gobelet.ui.drawing.amounts import bubble
from gobelet.ui.drawing.numbers import percent, signed_text, whole_percent
from gobelet.ui.drawing.widgets import list_rows, pointer, scrollbar, strip, top
from gobelet.ui.screens.menu import Menu
from gobelet.ui.screens.number_screen import NumberScreen

from ..rules import draws, turn
from ..rules.score import check_groups
from ..rules.sheets import (
    BAG,
    COLOURS,
    COMPLETE,
    DROPS,
    GROUP,
    OF_COLOUR,
    PLAY,
    STACK,
    TURNS,
    VALUE,
    values_by_colour,
)
from . import words

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from gobelet.rules.types import Row
    from gobelet.ui.drawing.canvas import Canvas
    from gobelet.ui.drawing.types import Column, Pixels
    from gobelet.ui.screens.types import Arguments, Context, Entries, Steps

SEEN = 3  # number of list lines that fit on the screen
DROPPING = 3  # the value of `editing` while a player corrects the drops
HEAD = 39  # width in pixels of a player's name and points, left of the colours
ROW = 14  # height in pixels of a line, enough for the digits of the 16-pixel font


class Columns(words.GameScreen, Menu):
    """A list whose lines have a label, and several numbers aligned right in columns."""

    ends: tuple[Column, ...] = ()  # for each column of numbers, its right edge in pixels

    def draw(self, c: Canvas) -> None:
        left, right = self.head()
        top(c, left, right)
        self.first = list_rows(self.first, self.cursor, len(self.list))
        scrollbar(c, self.first, SEEN, len(self.list))
        y = 8
        for index in range(self.first, min(self.first + SEEN, len(self.list))):
            cells = self.list[index]
            if index == self.cursor:
                pointer(c, 0, y, 122)
            c.text(9, y, cells[0], 16)
            end = 0
            for column in range(len(self.ends)):
                large = c.width(cells[1 + column], 16) < self.ends[column] - end
                end = self.ends[column]
                c.align_right(end, y if large else y + 4, cells[1 + column], 16 if large else 8)
            y += 16
        self.strip(c)


class Score(Columns):
    """The list of both players' points.

    During a game, the points are those that the players would have if the game ended now. OK on a line opens the
    correction of the value from which these points are computed. OK on the total or on the Majority token opens a page
    of the rules.
    """

    ends = (92, 122)
    first_part = PLAY

    def head(self) -> tuple[str, str]:
        return self.context.t("home.score"), " – ".join(words.seat_names(self.context))

    def draw(self, c: Canvas) -> None:
        told = self.names()[self.cursor] in ("total", "majority")
        self.keys = ("k.move", "k.open" if told else "k.turn")
        Columns.draw(self, c)

    def names(self) -> list[str]:
        """Return the names of the lines: colours, and attributes of Count.

        The text key of an attribute is "score.<name>".
        """
        found = ["total"] + list(COLOURS) + ["majority"]
        if self.context.session.get("game", 0, "version") == COMPLETE:
            found.append("objective")
        return found + ["drops"]

    def entries(self) -> Entries:
        context = self.context
        found = words.present_count(context)
        lines = []
        for name in self.names():
            if name in COLOURS:
                index = COLOURS.index(name)
                label = "%s ×%s" if not context.session.get("game", 0, "version") else "%s %s"
                label %= (
                    words.colour_name(context, index),
                    context.session.get("game", 0, VALUE[index]) or "?",
                )
                pair = found and found.colours[index]
            else:
                label = context.t("score." + name)
                pair = found and getattr(found, name)
            lines.append((label,) + (tuple([str(points) for points in pair]) if pair else ("?", "?")))
        return lines

    def choose(self, index: int) -> None:
        context = self.context
        name = self.names()[index]
        if name in COLOURS:
            context.open("mystria.table", COLOURS.index(name))
        elif name == "drops":
            now = context.session.get("player", 0, "drops")
            context.dialogs.ask_number(context.t("correct.of", context.seat(0)), now, 0, DROPS)
        elif name == "objective":
            self.ask_objective(0)
        else:
            self.about(index)

    def ask_objective(self, row: Row) -> None:
        """Ask for the points of the objective of the player `row`."""
        self.asked = row
        context = self.context
        now = max(context.session.get("player", row, "points"), 0)
        context.dialogs.ask_number(
            context.t("objective.of", context.seat(row)), now, 0, 99, context.t("unit")
        )

    def on_result(self, result: Any) -> None:
        if result is None or not self.is_valid():
            return
        if self.names()[self.cursor] == "drops":
            self.context.change([("player", 0, "drops", result), ("player", 1, "drops", DROPS - result)])
        else:
            self.context.change([("player", self.asked, "points", result)])
            if not self.asked:
                self.ask_objective(1)
        self.refresh()

    def about(self, index: int) -> None:
        name = self.names()[index]
        version = self.context.session.get("game", 0, "version")
        words.open_page(self.context, ("colours.%d" % version) if name in COLOURS else name)


class Table(words.GameScreen, NumberScreen):
    """The screen with all numbers of both players.

    The numbers are the size of the largest group of each colour, and the drops. UP and DOWN select one of the eight
    groups. OK starts a correction, in which UP and DOWN change the number. Each further OK selects the next number to
    correct: the other player's group, then the drops.
    """

    first_part = PLAY

    def __init__(self, context: Context, cell: int = 0, editing: int = 0) -> None:
        NumberScreen.__init__(self, context)
        self.cursor = cell  # index of the selected group: 4 * row of the player + colour
        self.editing = (
            # The number that the player corrects. 0: no number; 1: the selected group; 2: the other player's group; 3:
            # the drops.
            editing
        )

    def arguments(self) -> Arguments:
        return (self.cursor, self.editing)

    def refresh(self) -> None:
        self.groups = [values_by_colour(self.context.session.state, "player", row, GROUP) for row in (0, 1)]
        self.drops = [self.context.session.get("player", row, "drops") for row in (0, 1)]
        self.values = values_by_colour(self.context.session.state, "game", 0, VALUE)
        # In the initiation each token of a group has the value of its colour, so the screen puts "×" before the value.
        self.times = "" if self.context.session.get("game", 0, "version") else "×"
        self.found = words.present_count(self.context)
        self.names = words.seat_names(self.context)
        self.end()

    def on_undo(self, by: dict[tuple[str, Row, str], int], mark: str) -> bool:
        """Show how an undo changed the number that the player is correcting.

        Return False if the undo changed other fields.
        """
        row, index = divmod(self.cursor, len(COLOURS))
        field = "drops" if self.editing == DROPPING else GROUP[index]
        if not self.editing or [1 for _, _, name in by if name != field] or ("player", row, field) not in by:
            return False
        return self.show_undo(by["player", row, field], mark)

    def draw(self, c: Canvas) -> None:
        if not self.is_valid():
            return  # the screen is about to close
        context = self.context
        t = context.t
        dropping = self.editing == DROPPING
        top(c, t("home.table"), "" if dropping else "💧 %d–%d" % tuple(self.drops))
        labels = [words.colour_name(context, index) for index in range(len(COLOURS))]
        wide = [c.width(label) for label in labels]
        gap = (128 - HEAD - sum(wide)) // (len(wide) - 1)
        me, here = divmod(self.cursor, len(COLOURS))
        x = HEAD
        chosen = None
        for index in range(len(COLOURS)):
            end = x + wide[index]
            c.text(x, 8, labels[index])
            for row in (0, 1):
                value = str(self.groups[row][index])
                if row == me and index == here and not dropping:
                    chosen = x, end, 15 + ROW * row, value
                else:
                    c.centre(14 + ROW * row, value, 16, x, end)
            c.centre(14 + 2 * ROW, self.times + str(self.values[index] or "?"), 16, x, end)
            x = end + gap
        if chosen:  # the selected group is drawn last, because its bubble covers the name of the colour
            self._draw_chosen(c, *chosen)
        self._draw_first(c, me if dropping else -1)
        if self.editing:
            to = t("k.drops") if self.editing == DROPPING - 1 else t("k.to", self.names[1 - me])
            strip(c, t("k.by"), c.shorten(to, 70), holds="?")
        else:
            strip(c, t("k.move"), t("k.turn"), holds="?")

    def _draw_chosen(self, c: Canvas, x: Column, end: Column, y: int, value: str) -> None:
        """Draw the number of the selected group between two vertical lines.

        During a correction the number is inverted, and a bubble shows its change.
        """
        if not self.editing:
            c.vline(max(x, (x + end) // 2 - 10), y + 1, ROW - 2)
            c.vline(min(end - 1, (x + end) // 2 + 9), y + 1, ROW - 2)
            c.centre(y - 1, value, 16, x, end)
            return
        left = (x + end - c.width(value, 16)) // 2 - 2
        w = c.width(value, 16) + 4
        if self.sum:
            told = self.sign or signed_text(self.sum)
            c.fill(x, 7, end - x, 9, 0)
            bubble(c, (x + end + c.width(told)) // 2 + 2, 7, told)
        c.fill(left, y, w, ROW - 1)
        c.text(left + 2, y - 1, value, 16, 0)

    def _draw_first(self, c: Canvas, chosen: Row) -> None:
        """Draw the first columns: the name of each player, and the player's points.

        During a correction of the drops, the drops replace the points. `chosen` is the row of the player whose drops
        are inverted, or -1 to invert no number.
        """
        told = [self.first_text(row) for row in (0, 1)]
        room = HEAD - 4 - max([c.width(text, 16) for text in told])
        names = _shorten_pair(c, self.names, room)
        for row in (0, 1):
            y = 15 + ROW * row
            if row == chosen:
                c.fill(0, y, HEAD - 2, ROW - 1)
            ink = int(row != chosen)
            c.text(0, y + 3, names[row], 8, ink)
            c.align_right(HEAD - 2, y - 1, told[row], 16, ink)
        c.text(0, 18 + 2 * ROW, self.context.t("table.worth"))
        if chosen >= 0 and self.sum:
            c.text(0, 8, self.sign + signed_text(self.sum))
        c.align_right(HEAD - 4, 8, self.context.t("points") if chosen < 0 else "💧")

    def large_texts(self) -> Sequence[tuple[str, Pixels]]:
        groups = [str(number) for number in self.groups[0] + self.groups[1]]
        told = groups + [self.times + str(value or "?") for value in self.values]
        return [(number, 12) for number in told] + [(self.first_text(row), 12) for row in (0, 1)]

    def first_text(self, row: Row) -> str:
        """Return the number between a player's name and the sizes of the player's groups.

        The number is the player's points or, during a correction of the drops, the player's drops.
        """
        if self.editing == DROPPING:
            return str(self.drops[row])
        return str(self.found.total[row]) if self.found else "?"

    # Keys

    def on_step(self, by: Steps) -> None:
        if not self.is_valid():
            return
        count = 2 * len(COLOURS)
        if not self.editing:
            self.cursor = (self.cursor - (1 if by > 0 else -1)) % count
            return
        row, index = divmod(self.cursor, len(COLOURS))
        if self.editing == DROPPING:
            by = max(min(by, self.drops[1 - row]), -self.drops[row])
            changes = [
                ("player", each, "drops", self.drops[each] + (by if each == row else -by)) for each in (0, 1)
            ]
        else:
            now = self.groups[row][index]
            by = min(max(now + by, 0), TURNS) - now
            try:
                # Only a larger size is checked. A placed token may have made the sum of the sizes impossible, so a
                # player must be able to lower a size.
                if by > 0:
                    check_groups(self.groups[row][:index] + [now + by] + self.groups[row][index + 1 :], False)
            except Refused as refused:
                self.context.dialogs.show_refusal(refused)
                by = 0
            changes = [("player", row, GROUP[index], now + by)]
        if self.change_number(changes, by):
            if self.editing == DROPPING:
                self.drops = [change[3] for change in changes]
            else:
                self.groups[row][index] += by
            self.found = words.present_count(self.context)

    def on_ok(self) -> None:
        if self.editing in (1, DROPPING):
            self.cursor = (self.cursor + len(COLOURS)) % (2 * len(COLOURS))
        self.editing = self.editing % DROPPING + 1
        self.end()

    def on_back(self) -> None:
        if self.editing:
            self.editing = 0
            self.end()
        else:
            self.context.close()

    def on_hold_ok(self) -> None:
        words.open_page(self.context, "drops" if self.editing == DROPPING else "groups")


def _shorten_pair(c: Canvas, names: Sequence[str], room: Pixels) -> list[str]:
    """Return two names, shortened to fit into a width of `room`.

    If the shortened names would be equal, each name keeps its last two letters, and is shortened before them.
    """
    found = [_shorten(c, name, "", room) for name in names]
    if found[0] == found[1]:
        found = [_shorten(c, name, name[-2:], room) for name in names]
    return found


def _shorten(c: Canvas, name: str, end: str, room: Pixels) -> str:
    if c.width(name) <= room:
        return name
    while name and c.width(name + end) > room:
        name = name[:-1]
    return name + end


class Bag(Columns):
    """The list of the tokens in the bag and on the central board, by colour.

    The last column is the chance that the next token from the bag has the colour.
    """

    ends = (65, 86, 122)

    def draw(self, c: Canvas) -> None:
        self.keys = ("k.move", "k.turn" if self.cursor < len(COLOURS) else "k.open")
        Columns.draw(self, c)

    def head(self) -> tuple[str, str]:
        return self.context.t("home.bag"), self.context.t("bag.columns")

    def entries(self) -> Entries:
        context = self.context
        state = context.session.state
        left = turn.bag_counts(state)
        self.exact: list[str] = []  # lines with the chances as exact fractions, for the help page
        lines = []
        counted = [number for number in left if number is not None]
        whole = len(counted) == len(left)
        odds = None
        if whole and any(counted):
            odds = procedure_odds(draws.token, values(draws.token, dict(zip(COLOURS, counted))))
        for index in range(len(COLOURS)):
            share = whole_percent(odds.exactly(index), context.t("decimal")) if odds else "—"
            board = turn.board_count(state, index)
            there = str(board) if left[index] is not None and board >= 0 else "?"
            lines.append(
                (
                    words.colour_name(context, index),
                    "?" if left[index] is None else str(left[index]),
                    there,
                    share,
                )
            )
            if odds:
                self.exact.append(
                    context.t(
                        "chance",
                        words.colour_name(context, index),
                        words.chance_text(context, odds.exactly(index)),
                    )
                )
        alike = "—"
        if whole and sum(counted) >= STACK:
            chance = draws.chance_of_one_colour(counted)
            alike = percent(chance, context.t("decimal"))
            self.exact.append(context.t("chance", context.t("bag.alike"), words.chance_text(context, chance)))
        lines.append((context.t("bag.alike"), "", "", alike))
        return lines

    def choose(self, index: int) -> None:
        context = self.context
        if index < len(COLOURS):
            now = context.session.get("game", 0, BAG[index])
            context.dialogs.ask_number(
                context.t("bag.of", words.colour_name(context, index)), now, 0, OF_COLOUR
            )
        else:
            self.about(index)

    def on_result(self, result: Any) -> None:
        if result is not None and self.is_valid():
            self.context.change(turn.store_count(self.context.session.state, self.cursor, result))
            self.refresh()

    def about(self, index: int) -> None:
        title, _, body = self.context.t("page.bag").partition("|")
        self.context.dialogs.show_page(title, self.exact + body.split("|"))
