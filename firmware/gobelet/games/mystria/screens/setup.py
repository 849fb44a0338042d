"""Mystria: the set-up, with one screen for each step.

The steps are the first player, the stacks, the values of the colours, and the objectives.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gobelet.rules.procedure import values
from gobelet.rules.walk import following, index, preceding
from gobelet.ui.drawing.amounts import two_players
from gobelet.ui.drawing.widgets import big, top
from gobelet.ui.screens.casting import carry_on, from_cup
from gobelet.ui.screens.menu import Menu, Picker
from gobelet.ui.screens.stack import Screen

from ..rules import draws, turn, walks
from ..rules.sheets import CELLS, COLOURS, DROPS, FACES, MAJORITY, SETUP, VALUE, VERSIONS
from . import words

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from gobelet.game.resolution import Resolution
    from gobelet.rules.procedure import Outcome
    from gobelet.rules.types import Row, Walk
    from gobelet.ui.drawing.canvas import Canvas
    from gobelet.ui.drawing.types import Pixels
    from gobelet.ui.screens.types import Arguments, Context, Entries, Steps

SHOWN = 3  # stacks on one screen; one press deals them
GIVER = 60  # width of the player's name, which is before the values
SOME = 16  # number of cells that the screen proposes before the player enters one
DEALS = ("coin", "stack", "objectives")  # draws that the device applies at once
SCREEN = "mystria.setup"


def draw_lots(context: Context, name: str, rows: list[Row], given: dict[str, int], join: int = 0) -> Outcome:
    """Draw or deal, and apply the result at once. If `join` is set, the change is part of the last transaction."""
    session = context.session
    number = session.procedure_index(name)
    proc = session.procedure(number)
    session.fill_inputs(proc, rows, given)
    resolution = session.create_resolution(number, rows, values(proc, given))
    carry_on(context, resolution, applied=True, join=join)
    return resolution.now


def land(context: Context, resolution: Resolution) -> None:
    """Apply a deal that was drawn, but not applied because of a power cut."""
    context.change(context.session.outcome_changes(resolution.proc, resolution.rows, resolution.now))


def finish(context: Context) -> None:
    """Continue the set-up after a screen has done its step.

    The function also works if an undo has opened that screen alone.
    """
    if words.part(context) == SETUP and SCREEN not in context.navigation.stack.ids:
        context.replace(SCREEN)
        context.navigation.top().on_result(True)
    else:
        context.close(True)


class Step(words.Reasoned):
    """Base of the screens of the set-up.

    A class lists this base before `Menu` or `Screen` among its bases.
    """

    def is_valid(self) -> bool:
        return words.part(self.context) == SETUP

    def on_show(self) -> None:
        resolution = self.context.session.untouched_roll()
        if (
            resolution is not None and resolution.proc.name in DEALS and self.is_valid()
        ):  # the power was cut between the draw and its result
            land(self.context, resolution)
            self.show_deal()
        words.Reasoned.on_show(self)

    def show_deal(self) -> None:
        """Show a deal that a power cut has hidden; each screen with a deal defines this."""

    def get(self, field: str) -> int:
        return self.context.session.get("game", 0, field)


class Setup(Step, Screen):
    """The step of set-up that the game stores.

    OK does the step or continues, UP and DOWN turn the pages, OK held explains.
    """

    def refresh(self) -> None:
        self.context.redraw()

    def walk(self) -> Walk:
        return walks.setup(self.get("version"))

    def step(self) -> str:
        walk = self.walk()
        return walk[min(self.get("step"), len(walk) - 1)][0]

    def is_done(self, step: str) -> bool:
        """Tell whether a step has all values that it needs."""
        if step == "first":
            return self.get("first") >= 0
        if step == "values":
            return not turn.bare(self.context.session.state)
        if step == "objectives":
            return all([self.context.session.get("player", row, "chosen") for row in (0, 1)])
        return step != "stacks" or self.get("dealt") > 0

    def draw(self, c: Canvas) -> None:
        if not self.is_valid():
            return  # the screen is about to close
        context = self.context
        t = context.t
        step = self.step()
        walk = self.walk()
        done = "k.next"
        if not self.is_done(step):
            looking = (
                "k.look" if self.get("objectives") else "k.deal"
            )  # the objectives stay dealt as long as no player has looked at a tile
            done = {"first": "k.draw", "stacks": "k.deal", "objectives": looking}.get(step, "k.open")
        if step == "start":
            done = "setup.go"
        elif step == "stacks" and 0 < self.get("dealt") < context.session.get("table", 0, "cells"):
            done = "k.go"
        self._draw_step(c, step)
        title = t("setup.energy" if step == "drops" else "version." + VERSIONS[self.get("version")])
        top(c, title, "%d/%d" % (self.get("step") + 1, len(walk)))
        self.keys = ("setup.step", done)
        self.strip(c)

    def _draw_step(self, c: Canvas, step: str) -> None:
        """Draw the result of a step, or the task that the step gives to the players."""
        context = self.context
        t = context.t
        names = words.seats(context)
        version = self.get("version")
        if self.get("first") >= 0 and step in ("first", "start"):
            big(c, names[self.get("first")], 8, 32)
            c.centre(40, t("setup.begins"), 16)
        elif step == "drops" and self.get("first") >= 0:
            drops = [context.session.get("player", row, "drops") for row in (0, 1)]
            sides = [(names[row], drops[row], drops[row], DROPS, "") for row in (0, 1)]
            two_players(c, sides[0], sides[1], self.get("first"))
        elif step == "stacks" and self.is_done(step):
            big(c, t("setup.dealt", self.get("dealt"), context.session.get("table", 0, "cells")))
        elif step == "values":
            big(c, FACES[version], 8, 16)
            big(c, t("setup.values.done" if self.is_done(step) else "setup.values"), 24, 32)
        elif step == "majority":
            c.text(0, 8, str(MAJORITY[version]), 48)
            big(c, t("setup.majority"), 8, 48, 34, 94)
        else:
            big(c, t("setup." + step))

    def large_texts(self) -> Sequence[tuple[str, Pixels]]:
        """Return the player who starts and the drops of both, or the points of the Majority token."""
        first = self.get("first")
        step = self.step()
        if step == "majority":
            return ((str(MAJORITY[self.get("version")]), 32),)
        if first < 0 or step not in ("first", "drops", "start"):
            return ()
        if step != "drops":
            return ((words.seats(self.context)[first], 12),)
        return [(str(self.context.session.get("player", row, "drops")), 32) for row in (0, 1)]

    def why(self) -> None:
        if self.is_valid():
            words.page(self.context, "setup." + self.step())

    # Keys

    def go(self, to: int, join: int = 0) -> bool:
        return to >= 0 and self.context.change([("game", 0, "step", to)], join)

    def up(self, n: Steps) -> None:
        if self.is_valid():
            self.go(preceding(self.walk(), self.get("step"), self.context.session.state))

    def down(self, n: Steps) -> None:
        if self.is_valid():
            self.next()

    def next(self, join: int = 0) -> None:
        self.go(following(self.walk(), self.get("step"), self.context.session.state), join)

    def advance(self, join: int = 0) -> None:
        """Go to the next step, and ask for the values at once if it needs them.

        `join` says whether the step joins the last transaction.
        """
        self.next(join)
        if self.step() == "values" and not self.is_done("values"):
            self.ok()

    def ok(self) -> None:
        context = self.context
        if not self.is_valid():
            return
        step = self.step()
        if step == "start":
            self.start()
        elif step == "stacks" and self.get("dealt"):
            if self.get("dealt") < context.session.get("table", 0, "cells"):
                context.open("mystria.stacks", self.get("dealt") - 1)
            else:
                self.advance()
        elif self.is_done(step):
            self.advance()
        elif step == "first":
            context.push(
                Picker(
                    context, context.t("setup.first"), [context.t("setup.coin")] + list(words.seats(context))
                )
            )
        elif step == "stacks":
            context.push(
                Picker(
                    context,
                    context.t("setup.stacks.how"),
                    [context.t("setup.here"), context.t("setup.there")],
                )
            )
        elif step == "values":
            context.open("mystria.values")
        else:
            self.deal_objectives()

    def deal_objectives(self) -> None:
        """Deal the tiles unless they are dealt; then each player looks at two.

        The first player looks first. The draw has no proof, because a proof would reveal the tiles.
        """
        context = self.context
        if not self.get("objectives"):
            draw_lots(context, "objectives", [0, 1], {"tile": 1})
        first = max(self.get("first"), 0)
        for row in (first, 1 - first):
            if not context.session.get("player", row, "chosen"):
                context.open("mystria.look", row)
                return

    def start(self) -> None:
        """Begin the first turn, or show the first step that is not done yet."""
        context = self.context
        walk = self.walk()
        for name in ("first", "values"):
            if not self.is_done(name):
                self.go(index(walk, name))
                self.ok()
                return
        if context.change(turn.opening(context.session.state)):
            context.replace("mystria.turn")

    def on_result(self, result: Any) -> None:
        """Store the player's choice for the step; True means that a screen has stored it."""
        if result is None or not self.is_valid():
            return
        step = self.step()
        if step == "objectives":
            if self.is_done(step):
                self.advance(1)
            else:
                self.deal_objectives()
        elif result is True:
            self.advance(step == "values")
        elif step == "first" and result:
            self.context.change(turn.begins(result - 1))
        elif step == "first":
            from_cup(self.context, draw_lots, self.context, "coin", [0, 1], {})
        elif result:
            self.advance()
        else:
            self.context.open("mystria.stacks")


class Stacks(Step, Screen):
    """The number of cells with a stack, then the stacks, three on a screen.

    OK deals the next stacks, UP and DOWN show earlier ones.
    """

    def __init__(self, context: Context, index: int = 0, cells: int = 0, dealt: int = -1) -> None:
        Screen.__init__(self, context)
        self.cursor = index
        self.cells = cells or context.session.get("table", 0, "cells") or SOME
        self.dealt = self.get("dealt") if dealt < 0 else dealt

    again = -1  # the reason why the last stack was dealt again, an index in `draws.AGAIN`; -1 for none

    def arguments(self) -> Arguments:
        return (self.cursor, self.cells, self.dealt)

    def refresh(self) -> None:
        if self.get("dealt") > self.dealt:  # the screen was created again, on the present stack
            self.cursor = self.get("dealt") - 1
        self.dealt = self.get("dealt")
        if self.dealt:
            self.cells = max(self.context.session.get("table", 0, "cells"), self.dealt)
        self.cursor = max(min(self.cursor, self.dealt - 1), 0)
        self.context.redraw()

    def show_deal(self) -> None:
        self.cursor = self.get("dealt") - 1

    def draw(self, c: Canvas) -> None:
        if not self.is_valid():
            return  # the screen is about to close
        t = self.context.t
        if not self.dealt:
            top(c, t("stacks.count"))
            big(c, str(self.cells), 8, 48, 0, 54)
            big(c, t("stacks.cells"), 8, 48, 56, 72)
            self.keys = ("k.change", "k.deal")
        else:
            begin = self.cursor - self.cursor % SHOWN
            end = min(begin + SHOWN, self.dealt)
            last = end == self.dealt
            part = "%d/%d" % (end, self.cells)
            if last and self.again >= 0:
                title = t("stack.%d" % self.again)
                if end > begin + 1:
                    part = t("range", begin + 1, part)
            elif end == begin + 1:
                title = t("stacks.cell", end)
            else:
                title = t("stacks.some", begin + 1, end)
            top(c, title, part)
            for row in range(begin, end):
                x = 43 * (row - begin)
                if x:
                    c.fill(x - 2, 10, 1, 44)
                y = 8
                for index in draws.tokens(self.context.session.get("stack", row, "tokens")):
                    c.text(x + 1, y, words.colour(self.context, index), 16)
                    y += 16
            self.keys = ("stacks.look", "k.next" if not last or self.dealt == self.cells else "k.deal")
        self.strip(c)

    def large_texts(self) -> Sequence[tuple[str, Pixels]]:
        return () if self.dealt else ((str(self.cells), 32),)

    def shift(self, by: Steps) -> None:
        """Change the number of cells, or show another stack."""
        if self.dealt:
            self.cursor = max(min(self.cursor - by * SHOWN, self.dealt - 1), 0)
        else:
            self.cells = max(min(self.cells + by, CELLS), 1)

    def ok(self) -> None:
        if not self.is_valid():
            return
        if self.cursor // SHOWN < (self.dealt - 1) // SHOWN:
            self.shift(-1)
        elif self.dealt == self.cells:
            finish(self.context)
        else:
            from_cup(self.context, self.deal)

    def deal(self) -> None:
        """Deal until the screen is full, as one transaction.

        A forbidden stack is dealt again. The journal has each deal.
        """
        context = self.context
        join = 0
        if not self.dealt and self.cells != context.session.get("table", 0, "cells"):
            context.change([("table", 0, "cells", self.cells)])
            join = 1
        self.again = -1
        left = min(SHOWN - self.dealt % SHOWN, self.cells - self.dealt)
        while left:
            dealt = self.get("dealt")
            found = draw_lots(context, "stack", [dealt], {"left": self.cells - dealt - 1}, join).key
            if found in draws.AGAIN:
                self.again = found
            else:
                left -= 1
                join = 1
        self.cursor = self.get("dealt") - 1
        self.refresh()

    def why(self) -> None:
        words.page(self.context, "setup.stacks")


class Values(words.Reasoned, Menu):
    """The values of the score board, which the second player gives to the colours.

    The highest value comes first.
    """

    def head(self) -> tuple[str, str]:
        context = self.context
        first = context.session.get("game", 0, "first")
        left = turn.open_values(context.session.state)
        giver = context.canvas.shorten(context.seat(1 - first), GIVER) if first >= 0 else ""
        if turn.bare(context.session.state) and giver:
            return context.t("values.give", giver, left[0]), ""
        return context.t("values"), giver

    def entries(self) -> Entries:
        context = self.context
        bare = turn.bare(context.session.state)
        self.keys = ("k.move", "k.set" if bare else "k.turn")
        if bare:
            return [(words.colour(context, index), "") for index in bare]
        return [
            (words.colour(context, index), str(context.session.get("game", 0, VALUE[index])))
            for index in range(len(COLOURS))
        ]

    def choose(self, index: int) -> None:
        context = self.context
        state = context.session.state
        bare = turn.bare(state)
        if bare:
            changes = turn.give_value(state, bare[index])
        else:
            changes = [("game", 0, field, 0) for field in VALUE]  # the players choose the values anew
        if context.change(changes):
            if turn.bare(state):
                self.cursor = 0
                self.refresh()
            else:
                finish(context)

    def about(self, index: int) -> None:
        words.page(self.context, "values")


class Look(Step, Screen):
    """The two tiles of one player, which the other player must not see.

    OK asks a question, then shows the tiles; OK again keeps one. After any other screen but the help, the
    tiles are covered again.
    """

    def __init__(self, context: Context, row: Row = 0) -> None:
        Screen.__init__(self, context)
        self.row = row
        self.open = False
        self.reads = False  # whether the page of help is open over the uncovered tiles

    def arguments(self) -> Arguments:
        return (self.row,)

    def is_valid(self) -> bool:
        return bool(Step.is_valid(self) and self.get("objectives"))

    def refresh(self) -> None:
        self.open = self.reads
        self.reads = False
        self.context.redraw()

    def draw(self, c: Canvas) -> None:
        if not self.is_valid():
            return  # the screen is about to close
        context = self.context
        t = context.t
        names = words.seats(context)
        top(c, t("look.place" if self.open else "objectives"), names[self.row])
        if not self.open:
            big(c, t("look.cover", names[self.row], names[1 - self.row]))
            self.keys = ("", "k.look")
        else:
            c.centre(7, t("look.keep"), 16)
            for side in (0, 1):
                x = 64 * side
                big(c, str(context.session.get("player", self.row, "tile%d" % (1 + side))), 21, 32, x, 64)
                if side == self.cursor:
                    c.fill(x + 12, 53, 40, 2)
            self.keys = ("k.move", "k.keep")
        self.strip(c)

    def up(self, n: Steps) -> None:
        self.cursor = 1 - self.cursor

    down = up

    def ok(self) -> None:
        context = self.context
        if not self.is_valid():
            return
        if not self.open:
            context.dialogs.confirm(context.t("look.sure", context.seat(1 - self.row)))
        elif context.change(
            [("player", self.row, "kept", 1 + self.cursor), ("player", self.row, "chosen", 1)]
        ):
            finish(context)

    def on_result(self, result: Any) -> None:
        if not self.open:
            self.open = result is True and self.is_valid()
            self.cursor = 0

    def why(self) -> None:
        self.reads = self.open
        words.page(self.context, "objective")
