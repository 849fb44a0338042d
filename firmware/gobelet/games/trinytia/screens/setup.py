"""Tri'Nytia: the screens before the first turn.

The first screen asks for the number of players. After this screen, each printed step of the set-up has a screen.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gobelet.rules.refused import Refused
from gobelet.rules.walk import index, is_applicable, next_index, previous_index
from gobelet.ui.drawing.widgets import draw_large, list_rows, pointer, position_bar, rows, top
from gobelet.ui.screens.casting import ask_dice, carry_on, from_cup
from gobelet.ui.screens.menu import Picker
from gobelet.ui.screens.stack import Screen
from gobelet.words.wording import with_real_dice

from ..rules import setup, tables, turn
from ..rules.setup import AGAIN, DUEL, NORMAL, TRICORNE
from ..rules.sheets import SETUP
from ..rules.walks import SETUP as WALK
from ..rules.walks import step_index, stored_number

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from gobelet.rules.types import Change, Faces, Row
    from gobelet.ui.drawing.canvas import Canvas
    from gobelet.ui.drawing.types import Pixels
    from gobelet.ui.screens.types import Arguments, Context, Steps


GODS = ("", "solaire", "lunaire")
SCREENS = ("placement", "gold", "life", "first")  # steps with a screen of their own
ROLLS = ("placement", "gold", "tie_roll", "first_chooser")  # rolls that the device applies at once
OK_TEXTS = {"placement": "k.roll", "gold": "k.roll", "life": "k.open", "start": "setup.go"}
CHOSEN = "chosen"  # the result of `First` if its last key press has stored the first player


class NewGame(Screen):
    """The choice of a mode by the number of players, from 2 to 10.

    UP and DOWN change the number, OK begins the set-up.
    """

    keys = ("new.players", "k.next")
    holds = "?"

    def __init__(self, context: Context, index: int = 2) -> None:
        Screen.__init__(self, context)
        # The choice: 0 is Duel Astral, 1 is Tricorne, and n from 2 on is column n - 1 of the table of factions.
        self.at = index

    def arguments(self) -> Arguments:
        return (self.at,)

    def choice(self) -> tuple[int, int, int]:
        """Return the choice on the screen as (players, mode, column)."""
        if self.at < 2:
            return self.at + 2, TRICORNE if self.at else DUEL, 0
        return int(tables.COLUMNS[0].split()[self.at - 1]), NORMAL, self.at - 1

    def draw(self, c: Canvas) -> None:
        t = self.context.t
        players, mode, column = self.choice()
        same = tables.columns(players)
        top(c, t("new"), t("new.variant", same.index(column) + 1, len(same)) if same[1:] else "")
        draw_large(c, str(players), 8, 48, 0, 54 if column else 46)
        if mode == NORMAL:
            draw_counts(self.context, c, column)
        else:
            try:
                setup.check_players(players)
            except Refused as refused:  # the message of the refusal names the mode to play
                draw_large(c, self.context.messages.refusal(refused), 8, 48, 48, 76)
        position_bar(c, self.at, 15)
        self.strip(c)

    def on_step(self, by: Steps) -> None:
        self.at = max(0, min(self.at + by, 14))

    def on_ok(self) -> None:
        if self.context.change(setup.start_game(*self.choice())):
            self.context.replace("trinytia.setup")

    def on_hold_ok(self) -> None:
        key = "mode." + tables.MODES[self.choice()[1]]
        self.context.dialogs.show_page(self.context.t(key), self.context.t(key + ".help"))


def draw_counts(context: Context, c: Canvas, column: int) -> None:
    """Draw the number of characters of each faction at the right of the screen."""
    numbers = tables.column(column)
    for number in range(3):
        c.text(60, 8 + 16 * number, context.t("faction." + tables.FACTIONS[number + 1]), 16)
        c.align_right(128, 8 + 16 * number, str(numbers[number]), 16)


class Rolls(Screen):
    """The base class of the screens of set-up.

    A roll on these screens needs no form: one press rolls the dice, stores the roll and applies the effects.
    """

    holds = "?"

    def __init__(self, context: Context, row: Row = -1, *faces: int) -> None:
        Screen.__init__(self, context)
        self.row = row  # the row of the character who rolled last, or about whom the screen asks
        self.faces = faces
        self.join = 0  # whether the next roll is part of the last transaction

    def is_valid(self) -> bool:
        return self.get("players") > 0 and self.get("part") == SETUP

    def on_show(self) -> None:
        if self.is_valid():
            resolution = self.context.session.untouched_roll()
            # After a power cut between a roll and its effects, the effects are applied here.
            if resolution is not None and resolution.proc.name in ROLLS:
                self.context.change(
                    self.context.session.outcome_changes(resolution.proc, resolution.rows, resolution.now)
                )

    def get(self, field: str) -> int:
        return self.context.session.get("game", 0, field)

    def index(self) -> int:
        return step_index(self.get("step"))

    def step(self) -> str:
        return WALK[self.index()][0]

    def text(self, name: str) -> str:
        """Return the text of a step; some modes have texts of their own."""
        texts = self.context.t
        return texts.get("setup.%s.%s" % (name, tables.MODES[self.get("mode")])) or texts("setup." + name)

    def on_hold_ok(self) -> None:
        self.context.dialogs.show_page(self.context.t("setup"), self.text(self.step() + ".help"))

    def seats(self) -> list[str]:
        """Return the names of the characters in all rows in use."""
        return [self.context.seat(row) for row in range(turn.seats(self.context.session.state))]

    def draw_band(self, c: Canvas, title: str, right: str = "") -> None:
        top(
            c,
            self.context.t(title),
            with_real_dice(self.context, right) if self.context.dice.by_hand else right,
        )

    def roll_dice(self, name: str, row: Row) -> None:
        """Roll the dice of the Procedure `name` for `row`, or ask for real dice."""
        session = self.context.session
        number = session.procedure_index(name)
        proc = session.procedure(number)
        self.row = row
        self.resolution = session.create_resolution(
            number, [row][: len(proc.roles)], {}, self.context.dice.by_hand
        )
        if self.resolution.is_waiting_for_dice():
            ask_dice(
                self.context, self.resolution, self.context.seat(row) if proc.roles else self.context.t(name)
            )
        else:
            from_cup(self.context, self.cast)

    def cast(self, *faces: Faces) -> None:
        carry_on(self.context, self.resolution, *faces, applied=True, join=self.join)
        self.faces = self.resolution.path[0]

    def on_result(self, result: Any) -> None:
        if isinstance(result, tuple):
            self.cast(result)


class Secret(Picker):
    """The choice whether the PV (life points) stay secret or are entered now.

    The result of the screen is True if the PV stay secret, "known" if the players enter the PV.
    """

    holds = "?"

    def choose(self, index: int) -> None:
        self.context.close("known" if index else True)

    def on_hold_ok(self) -> None:
        self.context.dialogs.show_page(self.context.t("setup"), self.context.t("setup.life.help"))


class Setup(Rolls):
    """The present step of set-up, whose number the game stores.

    OK performs the step or shows the next step, UP and DOWN select another step, OK held explains the step.
    """

    def draw(self, c: Canvas) -> None:
        context = self.context
        t = context.t
        get = self.get
        step = self.step()
        text = self.text(step)
        seats = self.seats()
        steps = [each[0] for each in WALK if is_applicable(each, context.session.state)]
        done = OK_TEXTS.get(step, "k.next")
        if step == "deal":
            draw_large(c, text, 8, 48, 0, 56)
            draw_counts(context, c, get("column"))
        elif step == "seats" and get("mode") == DUEL:
            for index in (0, 3):
                draw_large(c, t("god.%d" % (1 + index // 3)), 8 + 8 * index, 8)
                draw_large(c, " ".join(seats[index : index + 3]), 16 + 8 * index, 16)
        elif step == "seats":
            c.centre(8, text, 16)
            draw_large(c, " → ".join(seats), 24, 32)
        elif get("god") and step in ("chooser", "start"):
            draw_large(c, t("first_chooser." + GODS[get("god")]), 8, 32)
            draw_large(c, t("setup.chooses" if step == "chooser" else "setup.starts"), 40, 16)
        elif step == "passing":
            giver = max(get("first"), 0)
            draw_large(c, "%s → %s → …" % (seats[giver], seats[(giver + 1) % len(seats)]), 8, 16)
            draw_large(c, text, 24, 32)
        elif step == "start" and get("first") >= 0:
            draw_large(c, seats[get("first")], 8, 32)
            draw_large(c, t("setup.starts"), 40, 16)
        else:
            draw_large(c, text)
            if step == "chooser":
                done = "k.roll"
        top(c, t("setup"), "%d/%d" % (steps.index(step) + 1, len(steps)))
        self.keys = ("setup.step", done)
        self.strip(c)

    def go_to_step(self, to: int, join: int = 0, also: Sequence[Change] = ()) -> bool:
        """Store the step with the index `to` in WALK, and apply the changes `also`.

        If `join` is set, all changes become part of the last transaction. Return whether they were applied; for a
        negative `to` the result is False.
        """
        return to >= 0 and self.context.change([("game", 0, "step", stored_number(to))] + list(also), join)

    def on_up(self, n: Steps) -> None:
        state = self.context.session.state
        to = previous_index(WALK, self.index(), state)
        # On the first step UP selects the last step, so experienced players can skip the others.
        self.go_to_step(to if to >= 0 else previous_index(WALK, len(WALK), state))

    def on_down(self, n: Steps) -> None:
        self.go_to_step(next_index(WALK, self.index(), self.context.session.state))

    def go_on(self, join: int = 0, also: Sequence[Change] = ()) -> None:
        """Store the next step, and open the screen of this step if there is one."""
        if self.go_to_step(next_index(WALK, self.index(), self.context.session.state), join, also):
            if self.step() in SCREENS:
                self.on_ok()

    def on_ok(self) -> None:
        context = self.context
        step = self.step()
        if step == "first":
            context.open("trinytia.first")
        elif step == "life":
            labels = [context.t("setup.secret"), context.t("setup.known")]
            context.push(Secret(context, context.t("setup.life"), labels, int(self.get("mode") == DUEL)))
        elif step in SCREENS:
            context.open("trinytia.placement", int(step == "gold"))
        elif step == "chooser" and not self.get("god"):
            self.roll_dice("first_chooser", -1)
        elif step == "start":
            self.begin_game()
        else:
            self.go_on()

    def ask_life(self, row: Row) -> None:
        """Ask for the PV (life points) of the character `row`."""
        self.row = row
        title = self.context.t("setup.pv", self.context.seat(row))
        get = self.context.session.get
        self.context.dialogs.ask_number(title, get("char", row, "pv") or get("life", 0, "usual"), 0, 99)

    def begin_game(self) -> None:
        """Begin the first turn, or show the step that chooses the first player."""
        duel = self.get("mode") == DUEL
        if self.get("god") if duel else self.get("first") >= 0:
            if self.context.change(turn.begin_first_turn(self.context.session.state)):
                self.context.replace("trinytia.turn")
        elif self.go_to_step(index(WALK, "chooser" if duel else "first")):
            self.on_ok()

    def on_result(self, result: Any) -> None:
        if result is True or result == CHOSEN:
            self.go_on(result == CHOSEN)
        elif result == "known":
            self.ask_life(0)
        elif isinstance(result, int):
            changes = [("char", self.row, "pv", result), ("life", 0, "usual", result)]
            if self.row + 1 == turn.seats(self.context.session.state):
                self.go_on(0, changes)  # one transaction, so that one undo reverts the whole key press
            else:
                self.context.change(changes)
                self.ask_life(self.row + 1)
        else:
            Rolls.on_result(self, result)


class Placement(Rolls):
    """The rolls of all players in turn, for a Lieu (place) or for gold.

    UP and DOWN open the list of all rolls. In this list, a player can roll again or choose real dice.
    """

    def __init__(self, context: Context, gold: int = 0, row: Row = -1, *faces: int) -> None:
        Rolls.__init__(self, context, row, *faces)
        self.gold = gold
        self.cursor = -1  # index of the selected line of the list; -1 while the screen shows the last roll
        self.first = 0

    def arguments(self) -> Arguments:
        return (self.gold, self.row) + self.faces

    def values(self) -> list[str]:
        """List the roll of each character as text; "?" stands for a missing roll."""
        found = []
        for row in range(turn.seats(self.context.session.state)):
            value = self.context.session.get("char", row, "gold" if self.gold else "lieu")
            found.append(str(value) if value >= self.gold else "?")
        return found

    def large_texts(self) -> Sequence[tuple[str, Pixels]]:
        shown = self.cursor < 0 <= self.row
        value = self.values()[self.row] if shown else "?"
        return () if value == "?" else ((value, 32),)

    def draw(self, c: Canvas) -> None:
        context = self.context
        t = context.t
        seats = self.seats()
        found = self.values()
        count = len(found)
        left = found.count("?")
        name = "gold" if self.gold else "placement"
        self.draw_band(c, name, "%d/%d" % (count - left, count))
        if self.cursor >= 0:
            lines = [(seats[row], found[row]) for row in range(count)]
            lines.append((t("hand"), t("yes") if context.dice.by_hand else t("no")))
            self.first = list_rows(self.first, self.cursor, count + 1)
            rows(c, lines, self.cursor, self.first)
            self.keys = ("k.move", "k.roll" if self.cursor < count else "k.turn")
        else:
            self.keys = ("setup.list", "k.roll" if left else "k.next")
            if self.row < 0 or found[self.row] == "?":
                draw_large(c, t("setup." + name), 8, 32)
                wide = 128
            else:
                draw_large(c, seats[self.row], 8, 16, 0, 72)
                if self.faces[1:]:
                    c.centre(25, "%d + %d" % self.faces, 16, 0, 72)
                draw_large(c, found[self.row], 8, 48, 74, 54)
                wide = 72
            if left:
                pointer(c, 0, 40, wide)
                c.text(9, 40, c.shorten(seats[found.index("?")], wide - 9, 16), 16)
        self.strip(c)

    def on_up(self, n: Steps) -> None:
        self.move_cursor(-1)

    def on_down(self, n: Steps) -> None:
        self.move_cursor(1)

    def move_cursor(self, by: int) -> None:
        lines = len(self.values()) + 1
        self.cursor = 0 if self.cursor < 0 < by else (max(self.cursor, 0) + by) % lines

    def on_ok(self) -> None:
        context = self.context
        found = self.values()
        row = self.cursor
        if row == len(found):
            context.dice.use_real_dice(not context.dice.by_hand)
        elif row >= 0 or "?" in found:
            self.cursor = -1
            self.roll_dice("gold" if self.gold else "placement", row if row >= 0 else found.index("?"))
        else:
            context.close(True)

    def on_back(self) -> None:
        if self.cursor >= 0:
            self.cursor = -1
        else:
            self.context.close()


def score_text(score: int) -> str:
    """Return the roll of a character as text; "?" stands for a missing roll."""
    return "?" if score == AGAIN else str(score)


class First(Rolls):
    """The search for the first player, whose character has the highest Lieu (place).

    Tied players roll again until only one player has the highest roll (L99).
    """

    def scores(self) -> dict[Row, int]:
        """Return the score of each row whose character can still be first."""
        found = {}
        for row in range(turn.seats(self.context.session.state)):
            score = self.context.session.get("char", row, "score")
            if score:
                found[row] = score
        return found

    def leaders(self) -> list[Row]:
        """Return the row of the first player or the tied rows; [] before the first roll.

        While tied players must still roll again, the result has the rows of all tied players.
        """
        scores = self.scores()
        if self.get("first") >= 0:
            return [self.get("first")]
        if not scores:
            return []
        if AGAIN in scores.values():
            return sorted(scores)
        return setup.first_player(self.context.session.state)

    def large_texts(self) -> Sequence[tuple[str, Pixels]]:
        found = self.leaders()
        return ((self.seats()[found[0]], 12),) if len(found) == 1 else ()

    def draw(self, c: Canvas) -> None:
        t = self.context.t
        found = self.leaders()
        scores = self.scores()
        seats = self.seats()
        done = "k.next"
        word = ""
        line = t("setup.starts")
        if not found:
            word = t("setup.first")
            line = ""
            done = "k.open"
        elif found[1:] or 1 < len(scores) < len(seats):
            # After a tie, the screen shows the tied players' new rolls, which decide instead of the Lieux (places).
            rolled = found if found[1:] else sorted(scores)
            line = "  ".join(["%s\u00a0%s" % (seats[row], score_text(scores[row])) for row in rolled])
        if found[1:]:
            word = t("setup.tie")
            done = "do.again"
        h = 48 if not line else 32 if len(line) < 40 else 16
        draw_large(c, word or seats[found[0]], 8, h)
        draw_large(c, line, 8 + h, 48 - h)
        self.draw_band(c, "setup.who")
        self.keys = ("", done)
        self.strip(c)

    def on_ok(self) -> None:
        context = self.context
        found = self.leaders()
        scores = self.scores()
        if found[1:]:
            self.join = int(AGAIN not in scores.values())
            if self.join:
                context.change(setup.tie_break(found))
            self.roll_next()
        elif not found:
            context.push(Picker(context, context.t("setup.who"), self.seats()))
        elif self.get("first") >= 0:
            context.close(True)
        else:
            self.on_result(found[0])

    def roll_next(self) -> None:
        """Roll for the first of the tied players who must still roll again."""
        scores = self.scores()
        for row in sorted(scores):
            if scores[row] == AGAIN:
                self.roll_dice("tie_roll", row)
                return

    def cast(self, *faces: Faces) -> None:
        Rolls.cast(self, *faces)
        # Without real dice, one press rolls for all tied players, as one transaction.
        self.join = int(not self.context.dice.by_hand)
        self.roll_next()

    def on_result(self, result: Any) -> None:
        if isinstance(result, int):
            if self.context.change(setup.store_first_player(result)):
                self.context.close(CHOSEN)
        else:
            Rolls.on_result(self, result)
