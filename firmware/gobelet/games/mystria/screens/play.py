"""Mystria: the screen of a turn, with the eleven drops, and the end of the game."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gobelet.rules.refused import Refused
from gobelet.ui.drawing.amounts import dial, two_players
from gobelet.ui.drawing.numbers import signed_text
from gobelet.ui.drawing.widgets import LOW, draw_large, strip, top
from gobelet.ui.screens.stack import Screen

from ..rules import score, turn
from ..rules.sheets import COLOURS, COMPLETE, DROPS, GROUP, OVER, PLAY, TURNS
from . import words

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from gobelet.device.types import Milliseconds, Ticks
    from gobelet.rules.types import Row
    from gobelet.ui.drawing.canvas import Canvas
    from gobelet.ui.drawing.types import Column, Pixels, Size
    from gobelet.ui.screens.types import Arguments, Context, Steps

    from ..rules.score import Count

BUBBLE_MS = 4000  # milliseconds for which the effect of an undo is shown
FAST_MS = 1000  # milliseconds within which two given drops become one transaction, which one undo reverts


class Turn(words.GameScreen, Screen):
    """The screen of a turn, with the drops of both players.

    OK on the drops records an action: the active player gives a drop to the opponent. UP and DOWN select one of the
    four colours, and OK on a colour takes a token. After that, UP and DOWN set the size of the player's largest group
    of this colour, and OK places the token and ends the turn.
    """

    def __init__(self, context: Context, cursor: int = -1, size: int = -1) -> None:
        Screen.__init__(self, context)
        # selected item: 0 for the drops, 1 to 4 for a colour, -1 before the first choice of the turn
        self.cursor = cursor
        # How each colour was drawn: (name, height of the letters, left edge of the name, left edge of the highlighted
        # area, width of this area). None if the colours must be laid out again.
        self.layout: list[tuple[str, Size, Column, Column, Pixels]] | None = None
        # The selected size of the group while the player places a token; -1 before the first choice.
        self.size = size

    def arguments(self) -> Arguments:
        return (self.cursor, self.size)

    def is_valid(self) -> bool:
        return words.game_part(self.context) == PLAY

    def refresh(self) -> None:
        get = self.context.session.get
        self.me = get("game", 0, "active")
        self.taken = get("game", 0, "taken") - 1
        self.drops = [get("player", row, "drops") for row in (0, 1)]
        self.names = words.seat_names(self.context)
        self.undo_texts: list[str] | None = (
            # for each player, the text of an undo's effect on the drops; None while the screen shows no such effect
            None
        )
        # The time of the last given drop; None if another change was written after this drop.
        self.acted_at: Ticks | None = None
        self.layout = None
        self.head = self.context.t("turn.head", get("game", 0, "turn"), TURNS)
        if self.taken < 0:
            self.size = -1
            if self.cursor < 0:  # a player without drops cannot act, so the cursor begins on the first colour
                self.cursor = 0 if self.drops[self.me] else 1
        else:
            self.cursor = -1
            low, likely, high = turn.group_sizes(self.context.session.state)
            self.size = min(max(self.size, low), high) if self.size >= 0 else likely
        self.count_points()
        self.context.redraw()

    def count_points(self) -> None:
        """Count the points of both players without their drops.

        While the player places a token, the selected size of the group counts.
        """
        found = words.present_count(
            self.context, (self.me, self.taken, self.size) if self.taken >= 0 else None
        )
        # Each drop is one point. `self.points` is the total without the drops, so an action does not change it.
        self.points = found and [found.total[row] - found.drops[row] for row in (0, 1)]

    def points_texts(self) -> list[str]:
        """Return the points of both players as texts; [] if the points are unknown."""
        return [str(self.points[row] + self.drops[row]) for row in (0, 1)] if self.points else []

    def draw(self, c: Canvas) -> None:
        if not self.is_valid():
            return  # the screen is about to close
        t = self.context.t
        points = self.points_texts()
        unit = t("points") if points else ""
        if self.taken >= 0:
            self._draw_placing(c, points, unit)
            return
        # While a colour is selected, the drawn colours cover the number of given drops and the effect of an undo.
        acted = 0 if self.cursor else self.context.session.get("game", 0, "acted")
        undo_texts = None if self.cursor else self.undo_texts
        # If half of the screen is turned towards the opposite player, the colours cover a name. So the top band has the
        # name of the active player.
        top(c, self.head, self.names[self.me] if self.cursor and c.turned >= 0 else "")
        sides = []
        for row in (0, 1):
            given = ""
            if undo_texts:
                given = undo_texts[row]
            elif acted:
                given = "−%d" % acted if row == self.me else "+%d" % acted
            pips = 0 if self.cursor else DROPS
            sides.append((self.names[row], self.drops[row], self.drops[row], pips, given))
        two_players(c, sides[0], sides[1], self.me, points and points + [unit], self.cursor > 0)
        if self.cursor:
            self._draw_colours(c)
            strip(c, t("k.colour"), t("k.take"), holds="?")
        else:
            strip(c, t("k.colour"), t("k.act" if self.drops[self.me] else "k.dry"), holds="?")

    def _draw_placing(self, c: Canvas, points: Sequence[str], unit: str) -> None:
        """Draw the question for the size of the largest group of the taken colour."""
        context = self.context
        t = context.t
        colour = words.colour_name(context, self.taken)
        name = self.names[self.me]
        title = t("place.head", name, colour)
        over = c.width(title) + c.width(unit) - 120
        if over > 0:
            title = t("place.head", c.shorten(name, c.width(name) - over), colour)
        top(c, title, unit)
        c.align_right(122, 8, "–".join(points), 16)
        low, high = self.size_range()
        dial(
            c,
            self.size,
            low,
            high,
            context.session.get("player", self.me, GROUP[self.taken]),
            t("place.unit"),
        )
        c.align_right(122, 24, t("place.largest"))
        strip(c, t("k.group"), t("k.place"), holds="?")

    def large_texts(self) -> Sequence[tuple[str, Pixels]]:
        if self.taken < 0 < self.cursor:
            return [(str(drops), 16) for drops in self.drops] + [
                (words.colour_name(self.context, self.cursor - 1), 12)
            ]
        if self.taken < 0:
            return [(str(drops), 32) for drops in self.drops] + [
                (points, 12) for points in self.points_texts()
            ]
        points = "–".join(self.points_texts())
        return [(str(self.size), 32)] + ([(points, 12)] if points else [])

    def on_undo(self, by: dict[tuple[str, Row, str], int], mark: str) -> bool:
        """Show how an undo changed the drops.

        Return False if the undo changed other fields.
        """
        for _, _, field in by:
            if field not in ("drops", "acted"):
                return False
        self.undo_texts = [mark + signed_text(by.get(("player", row, "drops"), 0)) for row in (0, 1)]
        self.pressed_at = self.context.now()
        return self.taken < 0

    def on_tick(self, now: Ticks) -> Milliseconds | None:
        if not self.undo_texts:
            return None
        left = BUBBLE_MS - self.context.ms_since(self.pressed_at)
        if left <= 0:
            self.undo_texts = None
            self.context.redraw()
        return left

    def _draw_colours(self, c: Canvas) -> None:
        """Draw the four colours in place of the drops.

        The name of the selected colour is large and inverted.
        """
        if self.layout is None:
            names = [words.colour_name(self.context, index) for index in range(len(COLOURS))]
            sizes = [16 if index == self.cursor - 1 else 8 for index in range(len(names))]
            wide = [c.width(names[index], sizes[index]) for index in range(len(names))]
            room = (128 - sum(wide)) // len(names)
            self.layout = []
            x = 0
            for index in range(len(names)):
                self.layout.append((names[index], sizes[index], x + room // 2, x, wide[index] + room))
                x += wide[index] + room
        c.fill(0, LOW - 16, 128, 16, 0)
        for name, size, begin, x, w in self.layout:
            if size == 16:
                c.fill(x, LOW - 16, w, 16)
            c.text(begin, LOW - 8 - size // 2, name, size, int(size == 8))

    def size_range(self) -> tuple[int, int]:
        low, _, high = turn.group_sizes(self.context.session.state)
        return low, high

    # Keys

    def on_step(self, by: Steps) -> None:
        """Select the next act or, when a token is taken, the next size of its group.

        The acts are: spend a drop to move a stack, or take a token of a colour.
        """
        if not self.is_valid():
            return
        if self.taken < 0:
            self.cursor = (self.cursor - (1 if by > 0 else -1)) % (len(COLOURS) + 1)
            self.layout = None
        else:
            low, high = self.size_range()
            self.size = min(max(self.size + by, low), high)
            self.count_points()

    def on_ok(self) -> None:
        context = self.context
        state = context.session.state
        if not self.is_valid():
            return
        try:
            if self.taken >= 0:
                changes = turn.place_token(state, self.size)
            elif self.cursor:
                changes = turn.take_token(state, self.cursor - 1)
            else:
                changes = turn.use_action(state)
        except Refused as refused:
            if refused.code == "MY-E13":
                context.dialogs.confirm(context.t("dry.sure", context.seat(self.me)))
            else:
                context.dialogs.show_refusal(refused)
            return
        self.undo_texts = None
        drop = self.taken < 0 and not self.cursor
        if context.change(
            changes, drop and self.acted_at is not None and context.ms_since(self.acted_at) < FAST_MS
        ):
            if drop:
                self.drops = [state.get("player", row, "drops") for row in (0, 1)]
                self.acted_at = context.now()
            else:
                self.go_on()

    def go_on(self) -> None:
        """Show the next decision of the turn, or the end of the game."""
        if self.is_valid():
            self.refresh()
        else:
            self.context.replace("mystria.over")

    def on_result(self, result: Any) -> None:
        # The only question is whether a player without drops loses. An undo may have restored drops before the answer.
        if result is True and self.is_valid() and not self.drops[self.me] and self.taken < 0:
            if self.context.change(turn.lose_game(self.context.session.state, self.me)):
                self.go_on()

    def on_hold_ok(self) -> None:
        if self.is_valid():
            name = "place" if self.taken >= 0 else "take" if self.cursor else "actions"
            words.open_page(self.context, name if self.drops[self.me] or name != "actions" else "loss")


class Over(words.GameScreen, Screen):
    """The screen at the end of the game.

    The screen first asks for missing values, and then shows the winner. An undo returns to the last turn.
    """

    keys = ("", "k.ok")
    asked = -1  # row of the player about whose objective the open question is; -1 without a question

    def is_valid(self) -> bool:
        return words.game_part(self.context) == OVER

    def refresh(self) -> None:
        context = self.context
        get = context.session.get
        self.loser = get("game", 0, "loser")
        self.found: Count | None = None
        self.fault: Refused | None = None
        self.hidden: list[Row] = []  # rows of the players whose objective is not revealed yet
        if get("game", 0, "version") == COMPLETE:
            self.hidden = [row for row in (0, 1) if get("player", row, "points") < 0]
        if self.loser < 0:
            try:
                self.found = score.count_sheets(context.session.state, True)
            except Refused as refused:
                self.fault = refused
        context.redraw()

    def draw(self, c: Canvas) -> None:
        if not self.is_valid():
            return  # the screen is about to close
        context = self.context
        t = context.t
        names = words.seat_names(context)
        self.keys = ("", "k.next")
        right = ""
        if self.loser >= 0:
            draw_large(c, t("over.wins", names[1 - self.loser]), 8, 32)
            draw_large(c, t("over.how.%d" % context.session.get("game", 0, "how"), names[self.loser]), 40, 16)
            self.keys = ("", "k.ok")
        elif self.fault is not None:
            draw_large(c, context.messages.refusal(self.fault), 8, 32)
            draw_large(c, t("over.right"), 40, 16)
        elif self.hidden:
            row = self.hidden[0]
            draw_large(c, t("over.reveal", names[row]), 8, 32)
            draw_large(c, self.tile(row), 40, 16)
        elif self.found:
            found = self.found
            right = t("over.drops" if found.by_drops else "over.points")
            draw_large(c, t("over.wins", names[found.winner]), 8, 16)
            draw_large(c, "%d–%d" % found.total, 24, 32)
            self.keys = ("", "k.score")
        top(c, t("over"), right)
        self.strip(c)

    def large_texts(self) -> Sequence[tuple[str, Pixels]]:
        won = self.loser < 0 and self.found
        return (("%d–%d" % won.total, 32),) if won and not self.hidden else ()

    def tile(self, row: Row) -> str:
        """Return the text for the objective of a player.

        If the device has dealt the tiles, the text has the number of the kept tile.
        """
        get = self.context.session.get
        kept = get("player", row, "kept")
        return (
            self.context.t("over.tile", get("player", row, "tile%d" % kept))
            if kept
            else self.context.t("over.any")
        )

    def on_ok(self) -> None:
        context = self.context
        if self.loser >= 0:
            context.navigation.back_to("mystria.home")
        elif self.fault is not None:
            context.open("mystria.values" if self.fault.code == "MY-E08" else "mystria.table")
        elif self.hidden:
            self.asked = self.hidden[0]
            context.dialogs.ask_number(
                context.t("objective.of", context.seat(self.asked)), 0, 0, 99, context.t("unit")
            )
        else:
            context.open("mystria.score")

    def on_result(self, result: Any) -> None:
        if result is not None and self.is_valid() and self.asked in self.hidden:
            self.context.change([("player", self.asked, "points", result)])
            self.refresh()

    def on_hold_ok(self) -> None:
        words.open_page(self.context, "loss" if self.loser >= 0 else "objective" if self.hidden else "total")
