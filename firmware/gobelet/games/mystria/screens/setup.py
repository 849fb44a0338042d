"""Mystria: the screens of the set-up.

On these screens the device draws the first player, and deals the stacks and the objective tiles. The second player
assigns the values of the score board to the colours.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gobelet.rules.procedure import values
from gobelet.rules.walk import index, next_index, previous_index
from gobelet.ui.drawing.amounts import two_players
from gobelet.ui.drawing.widgets import draw_large, top
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

# maximum number of stacks that the screen shows, and that one press deals
SHOWN = 3
GIVER = 60  # width in pixels of the space for the name of the player who assigns the values
SOME = 16  # proposed number of cells, if no game has stored one
DEALS = ("coin", "stack", "objectives")  # Procedures whose result the device applies without a question
SCREEN = "mystria.setup"  # id of the screen with the steps of the set-up


def draw_and_apply(
    context: Context, name: str, rows: list[Row], given: dict[str, int], join: int = 0
) -> Outcome:
    """Roll the Procedure `name`, apply its result at once, and return the Outcome.

    `rows` are the rows of the roles, `given` the values of inputs. If `join` is set, the changes become part of the
    last transaction.
    """
    session = context.session
    number = session.procedure_index(name)
    proc = session.procedure(number)
    session.fill_inputs(proc, rows, given)
    resolution = session.create_resolution(number, rows, values(proc, given))
    carry_on(context, resolution, applied=True, join=join)
    return resolution.now


def apply_deal(context: Context, resolution: Resolution) -> None:
    """Apply a deal whose effects are missing, because of a power cut after the deal."""
    context.change(context.session.outcome_changes(resolution.proc, resolution.rows, resolution.now))


def close_step(context: Context) -> None:
    """Close the top screen, whose step of the set-up is done.

    After an undo, the screen Setup may be missing below the top screen. In this case Setup replaces the top screen.
    """
    if words.game_part(context) == SETUP and SCREEN not in context.navigation.stack.ids:
        context.replace(SCREEN)
        context.navigation.top().on_result(True)
    else:
        context.close(True)


class Step(words.GameScreen):
    """The base of the screens of the set-up.

    A screen's class lists this base before `Menu` or `Screen`.
    """

    def is_valid(self) -> bool:
        return words.game_part(self.context) == SETUP

    def on_show(self) -> None:
        resolution = self.context.session.untouched_roll()
        # apply the deal if a power cut after it has prevented its effects
        if resolution is not None and resolution.proc.name in DEALS and self.is_valid():
            apply_deal(self.context, resolution)
            self.show_deal()
        words.GameScreen.on_show(self)

    def show_deal(self) -> None:
        """Show a deal that `on_show` has applied after a power cut.

        The base does nothing; a screen that shows dealt stacks overrides this method.
        """

    def get(self, field: str) -> int:
        return self.context.session.get("game", 0, field)


class Setup(Step, Screen):
    """The screen with the present step of the set-up.

    The field "step" of the Sheet "game" stores the index of the step. OK performs the step or, if the step is done,
    shows the next step. UP and DOWN select another step. OK held explains the step.
    """

    def refresh(self) -> None:
        self.context.redraw()

    def walk(self) -> Walk:
        return walks.setup_walk(self.get("version"))

    def step(self) -> str:
        walk = self.walk()
        return walk[min(self.get("step"), len(walk) - 1)][0]

    def is_done(self, step: str) -> bool:
        """Tell whether the Sheets already have all values of the step."""
        if step == "first":
            return self.get("first") >= 0
        if step == "values":
            return not turn.colours_without_value(self.context.session.state)
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
            # the tiles may be dealt before both players have chosen one
            looking = "k.look" if self.get("objectives") else "k.deal"
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
        """Draw the result of a step or, before the step is done, its task for the players."""
        context = self.context
        t = context.t
        names = words.seat_names(context)
        version = self.get("version")
        if self.get("first") >= 0 and step in ("first", "start"):
            draw_large(c, names[self.get("first")], 8, 32)
            c.centre(40, t("setup.begins"), 16)
        elif step == "drops" and self.get("first") >= 0:
            drops = [context.session.get("player", row, "drops") for row in (0, 1)]
            sides = [(names[row], drops[row], drops[row], DROPS, "") for row in (0, 1)]
            two_players(c, sides[0], sides[1], self.get("first"))
        elif step == "stacks" and self.is_done(step):
            draw_large(c, t("setup.dealt", self.get("dealt"), context.session.get("table", 0, "cells")))
        elif step == "values":
            draw_large(c, FACES[version], 8, 16)
            draw_large(c, t("setup.values.done" if self.is_done(step) else "setup.values"), 24, 32)
        elif step == "majority":
            c.text(0, 8, str(MAJORITY[version]), 48)
            draw_large(c, t("setup.majority"), 8, 48, 34, 94)
        else:
            draw_large(c, t("setup." + step))

    def large_texts(self) -> Sequence[tuple[str, Pixels]]:
        """Return the texts on the screen that must be large, with their heights.

        Depending on the step, a text is the first player's name, a number of drops, or the points of the Majority
        token.
        """
        first = self.get("first")
        step = self.step()
        if step == "majority":
            return ((str(MAJORITY[self.get("version")]), 32),)
        if first < 0 or step not in ("first", "drops", "start"):
            return ()
        if step != "drops":
            return ((words.seat_names(self.context)[first], 12),)
        return [(str(self.context.session.get("player", row, "drops")), 32) for row in (0, 1)]

    def on_hold_ok(self) -> None:
        if self.is_valid():
            words.open_page(self.context, "setup." + self.step())

    # Keys

    def go_to_step(self, to: int, join: int = 0) -> bool:
        return to >= 0 and self.context.change([("game", 0, "step", to)], join)

    def on_up(self, n: Steps) -> None:
        if self.is_valid():
            self.go_to_step(previous_index(self.walk(), self.get("step"), self.context.session.state))

    def on_down(self, n: Steps) -> None:
        if self.is_valid():
            self.go_on()

    def go_on(self, join: int = 0) -> None:
        self.go_to_step(next_index(self.walk(), self.get("step"), self.context.session.state), join)

    def show_next_step(self, join: int = 0) -> None:
        """Show the next step. At the step "values", open the screen of the values at once.

        If `join` is set, the change of the step becomes part of the last transaction.
        """
        self.go_on(join)
        if self.step() == "values" and not self.is_done("values"):
            self.on_ok()

    def on_ok(self) -> None:
        context = self.context
        if not self.is_valid():
            return
        step = self.step()
        if step == "start":
            self.begin_game()
        elif step == "stacks" and self.get("dealt"):
            if self.get("dealt") < context.session.get("table", 0, "cells"):
                context.open("mystria.stacks", self.get("dealt") - 1)
            else:
                self.show_next_step()
        elif self.is_done(step):
            self.show_next_step()
        elif step == "first":
            context.push(
                Picker(
                    context,
                    context.t("setup.first"),
                    [context.t("setup.coin")] + list(words.seat_names(context)),
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
        """Deal the tiles unless they are dealt; open a player's choice between two tiles.

        The first player chooses before the second. The deal has no proof, because a proof would reveal the tiles.
        """
        context = self.context
        if not self.get("objectives"):
            draw_and_apply(context, "objectives", [0, 1], {"tile": 1})
        first = max(self.get("first"), 0)
        for row in (first, 1 - first):
            if not context.session.get("player", row, "chosen"):
                context.open("mystria.look", row)
                return

    def begin_game(self) -> None:
        """Begin the first turn, or show the step whose first player or values are missing."""
        context = self.context
        walk = self.walk()
        for name in ("first", "values"):
            if not self.is_done(name):
                self.go_to_step(index(walk, name))
                self.on_ok()
                return
        if context.change(turn.begin_first_turn(context.session.state)):
            context.replace("mystria.turn")

    def on_result(self, result: Any) -> None:
        """Handle the player's choice for the step.

        A `result` of True means that another screen has already stored the choice.
        """
        if result is None or not self.is_valid():
            return
        step = self.step()
        if step == "objectives":
            if self.is_done(step):
                self.show_next_step(1)
            else:
                self.deal_objectives()
        elif result is True:
            self.show_next_step(step == "values")
        elif step == "first" and result:
            self.context.change(turn.set_first_player(result - 1))
        elif step == "first":
            from_cup(self.context, draw_and_apply, self.context, "coin", [0, 1], {})
        elif result:
            self.show_next_step()
        else:
            self.context.open("mystria.stacks")


class Stacks(Step, Screen):
    """The screen that deals the stacks, and shows up to three of them.

    Before the first deal the screen asks for the number of cells with a stack. OK deals the next stacks. After the
    first deal, UP and DOWN show other stacks.
    """

    def __init__(self, context: Context, index: int = 0, cells: int = 0, dealt: int = -1) -> None:
        Screen.__init__(self, context)
        self.cursor = index
        self.cells = cells or context.session.get("table", 0, "cells") or SOME
        self.dealt = self.get("dealt") if dealt < 0 else dealt

    # The reason for which the last press of OK dealt a stack again, as an outcome key in `draws.AGAIN`. The value is -1
    # if no stack was dealt again.
    again = -1

    def arguments(self) -> Arguments:
        return (self.cursor, self.cells, self.dealt)

    def refresh(self) -> None:
        if self.get("dealt") > self.dealt:  # after a deal or a redo, the screen shows the last stack
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
            draw_large(c, str(self.cells), 8, 48, 0, 54)
            draw_large(c, t("stacks.cells"), 8, 48, 56, 72)
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
                for index in draws.decode_stack(self.context.session.get("stack", row, "tokens")):
                    c.text(x + 1, y, words.colour_name(self.context, index), 16)
                    y += 16
            self.keys = ("stacks.look", "k.next" if not last or self.dealt == self.cells else "k.deal")
        self.strip(c)

    def large_texts(self) -> Sequence[tuple[str, Pixels]]:
        return () if self.dealt else ((str(self.cells), 32),)

    def on_step(self, by: Steps) -> None:
        """Change the number of cells before the first deal; show other stacks after it."""
        if self.dealt:
            self.cursor = max(min(self.cursor - by * SHOWN, self.dealt - 1), 0)
        else:
            self.cells = max(min(self.cells + by, CELLS), 1)

    def on_ok(self) -> None:
        if not self.is_valid():
            return
        if self.cursor // SHOWN < (self.dealt - 1) // SHOWN:
            self.on_step(-1)
        elif self.dealt == self.cells:
            close_step(self.context)
        else:
            from_cup(self.context, self.deal_stacks)

    def deal_stacks(self) -> None:
        """Deal stacks until the screen is full, as one transaction.

        A stack whose outcome key is in `draws.AGAIN` is dealt again. The journal stores every deal.
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
            found = draw_and_apply(context, "stack", [dealt], {"left": self.cells - dealt - 1}, join).key
            if found in draws.AGAIN:
                self.again = found
            else:
                left -= 1
                join = 1
        self.cursor = self.get("dealt") - 1
        self.refresh()

    def on_hold_ok(self) -> None:
        words.open_page(self.context, "setup.stacks")


class Values(words.GameScreen, Menu):
    """The list of the colours, to which the second player assigns the values.

    The values are those of the score board, in the order of `turn.open_values`.
    """

    def head(self) -> tuple[str, str]:
        context = self.context
        first = context.session.get("game", 0, "first")
        left = turn.open_values(context.session.state)
        giver = context.canvas.shorten(context.seat(1 - first), GIVER) if first >= 0 else ""
        if turn.colours_without_value(context.session.state) and giver:
            return context.t("values.give", giver, left[0]), ""
        return context.t("values"), giver

    def entries(self) -> Entries:
        context = self.context
        bare = turn.colours_without_value(context.session.state)
        self.keys = ("k.move", "k.set" if bare else "k.turn")
        if bare:
            return [(words.colour_name(context, index), "") for index in bare]
        return [
            (words.colour_name(context, index), str(context.session.get("game", 0, VALUE[index])))
            for index in range(len(COLOURS))
        ]

    def choose(self, index: int) -> None:
        context = self.context
        state = context.session.state
        bare = turn.colours_without_value(state)
        if bare:
            changes = turn.give_value(state, bare[index])
        else:
            changes = [("game", 0, field, 0) for field in VALUE]  # the players choose the values anew
        if context.change(changes):
            if turn.colours_without_value(state):
                self.cursor = 0
                self.refresh()
            else:
                close_step(context)

    def about(self, index: int) -> None:
        words.open_page(self.context, "values")


class Look(Step, Screen):
    """The screen with the two objective tiles of one player.

    The other player must not see these tiles. OK asks whether the other player looks away, and then shows the tiles. A
    second OK keeps the selected tile. Any other screen that opens above this screen hides the tiles again; only the
    help page leaves them visible.
    """

    def __init__(self, context: Context, row: Row = 0) -> None:
        Screen.__init__(self, context)
        self.row = row
        self.is_uncovered = False
        self.is_help_open = False  # whether the help page is open above the visible tiles

    def arguments(self) -> Arguments:
        return (self.row,)

    def is_valid(self) -> bool:
        return bool(Step.is_valid(self) and self.get("objectives"))

    def refresh(self) -> None:
        self.is_uncovered = self.is_help_open
        self.is_help_open = False
        self.context.redraw()

    def draw(self, c: Canvas) -> None:
        if not self.is_valid():
            return  # the screen is about to close
        context = self.context
        t = context.t
        names = words.seat_names(context)
        top(c, t("look.place" if self.is_uncovered else "objectives"), names[self.row])
        if not self.is_uncovered:
            draw_large(c, t("look.cover", names[self.row], names[1 - self.row]))
            self.keys = ("", "k.look")
        else:
            c.centre(7, t("look.keep"), 16)
            for side in (0, 1):
                x = 64 * side
                draw_large(
                    c, str(context.session.get("player", self.row, "tile%d" % (1 + side))), 21, 32, x, 64
                )
                if side == self.cursor:
                    c.fill(x + 12, 53, 40, 2)
            self.keys = ("k.move", "k.keep")
        self.strip(c)

    def on_up(self, n: Steps) -> None:
        self.cursor = 1 - self.cursor

    on_down = on_up

    def on_ok(self) -> None:
        context = self.context
        if not self.is_valid():
            return
        if not self.is_uncovered:
            context.dialogs.confirm(context.t("look.sure", context.seat(1 - self.row)))
        elif context.change(
            [("player", self.row, "kept", 1 + self.cursor), ("player", self.row, "chosen", 1)]
        ):
            close_step(context)

    def on_result(self, result: Any) -> None:
        if not self.is_uncovered:
            self.is_uncovered = result is True and self.is_valid()
            self.cursor = 0

    def on_hold_ok(self) -> None:
        self.is_help_open = self.is_uncovered
        words.open_page(self.context, "objective")
