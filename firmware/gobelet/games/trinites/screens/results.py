"""Trinités: the result screen, which also opens the forms of the next rolls."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gobelet.rules.procedure import Ask, Outcome, lane
from gobelet.ui.drawing.dice_row import dice_row, dice_width
from gobelet.ui.drawing.numbers import signed_text
from gobelet.ui.drawing.widgets import number_text
from gobelet.ui.screens import result
from gobelet.words.wording import figure, key_label, split_at_colon

from ..rules import party
from ..rules.combat_move import STOPPED, STOPPED_INCIDENT
from ..rules.damage import DEAD, UNCONSCIOUS
from ..rules.natural import ACTOR, OPPOSER, TARGET, is_success, read_sides
from ..rules.primes import ABANDON, DONE, RISK, penalties
from ..rules.sheets import FAILED
from ..rules.tables import COMBAT
from . import common
from .common import ACCOUNTS, LIVES, pv_words

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from gobelet.game.resolution import Resolution
    from gobelet.rules.types import Change, Name, Option, Path, Row, Thrown, Values
    from gobelet.ui.drawing.canvas import Canvas
    from gobelet.ui.drawing.types import Column, Pixels
    from gobelet.ui.screens.types import Context

    from ..rules.natural import Natural

# Procedures whose outcome key is the number of lost PV (life points), each with the role of the wounded character.
WOUNDS = {"aggression": "me", "fall": "me", "fire": "me"}
# Procedures with the dice of one character, who succeeds or fails.
TESTS = ("test", "note", "care", "weekly")
# Procedures that `combat_tables.ACTIONS` lacks, but that count as an action if the list of actions has opened
# the form.
UNLISTED_ACTIONS = ("test", "care", "spend", "regen", "duel", "note", "oppose")
# For each Ask in which a player chooses a die, the roles that may own the dice. The owner is the first of these
# roles that the Procedure has.
DIE_OWNERS = {"die": ("me", "target"), "die_a": ("me",), "die_b": ("other", "target")}
# For each of the two dice of a Trinité, first PALE, then DARK, the sign and the spirit that owns the die.
DICE = (("○", "deva"), ("●", "archonte"))
DUELS = ("duel", "oppose")  # confrontations, whose result screen shows two final results
OFTEN_REPEATED = ("test", "note") + DUELS  # Procedures that players often repeat with the same values
STOPS = (STOPPED, STOPPED_INCIDENT)  # outcome keys of a move that a character in the way has stopped
# For each reaction of a third character, the input with the final result that the reaction must reach.
OPPOSED_INPUTS = {"react": "result", "notice": "noted"}
UNBEATEN = 999  # a final result that no action reaches


class Deed:
    """The roll whose effects the result screen applies.

    The deed is usually the roll that the screen shows. If the screen shows a third character's reaction to an
    action, the deed is the action.
    """

    def __init__(self, resolution: Resolution, outcome: Outcome) -> None:
        self.resolution = resolution
        self.proc = resolution.proc
        self.rows = resolution.rows
        self.values = resolution.values
        self.path = resolution.path
        self.outcome = outcome

    def row(self, role: Name) -> Row:
        """Return the row of a role, or -1 if the role is unknown or missing."""
        return self.rows[self.proc.roles.index(role)] if role in self.proc.roles else -1

    def opposed_by(self, final: int) -> Deed:
        """Return this action with the outcome after a third character's reaction.

        `final` is the final result of the reaction, and 0 if the reaction fails.
        """
        if not final:
            return self
        progress = tuple(self.resolution.progress[:2]) + (final,)
        # The step returns the new outcome, because the third item of the progress is the opposing final result.
        return Deed(self.resolution, self.proc.step(self.values, progress))  # type: ignore[arg-type]


def is_opposable_action(roll: Resolution) -> bool:
    """Tell whether a roll is an action with dice, which a third character may oppose."""
    proc = roll.proc
    return proc.name in COMBAT and "me" in proc.roles and "reaction" in roll.values and len(roll.path) > 0


def action_result(roll: Resolution) -> int:
    """Return the final result of the actor, at most 99, in an action with dice."""
    return min(roll.progress[0] + lane(roll.proc, roll.values, "roll"), 99)


def reaction_result(roll: Resolution) -> int:
    """Return the final result of a third character's reaction.

    The result is 0 if the reaction fails.
    """
    natural = read_sides(roll.path)[0][0]
    modifier = lane(roll.proc, roll.values, "roll")
    return natural + modifier if is_success(natural, modifier) else 0


class Result(result.Result):
    """The result screen of a roll.

    For a test the screen shows the final result and its margin over 12. For a confrontation the screen shows both
    final results.
    """

    deed: Deed  # the roll whose effects the screen applies

    def read_step(self) -> None:
        result.Result.read_step(self)
        self.deed = None  # type: ignore[assignment]  # no code reads `deed` before the outcome is known
        if self.outcome is not None:
            self.deed = self.opposed_deed() or Deed(self.resolution, self.outcome)

    def opposed_deed(self) -> Deed | None:
        """Return the action that the shown roll opposes, or None.

        The shown roll must be a third character's reaction to an action whose effects are not applied yet.
        """
        # The newest reaction of each further third character to the same action.
        self.others: list[Resolution] = []
        if self.proc.name != "react" or not self.values["chained"]:
            return None
        best = reaction_result(self.resolution)
        for roll in self.context.session.earlier_rolls():
            if roll.proc.name in COMBAT:
                waits = is_opposable_action(roll) and action_result(roll) == self.values["result"]
                return Deed(roll, roll.now).opposed_by(best) if waits else None
            if roll.proc.name != "react":
                break
            known = [self.rows[0]] + [each.rows[0] for each in self.others]
            if isinstance(roll.now, Outcome) and roll.rows[0] not in known:
                self.others.append(roll)
                best = max(best, reaction_result(roll))
        return None

    # Texts of the screen

    def title(self) -> str:
        if self.proc.name == "test":
            return common.test_words(self.context, self.values)
        title = result.Result.title(self)
        before = self._answer_parts()[0] if self.outcome is not None else ""
        return "%s, %s" % (title, before[0].lower() + before[1:]) if before else title

    def _answer_parts(self) -> tuple[str, str]:
        """Return the text of the outcome as (before its colon, after its colon).

        The title shows the part before the colon: a failure with an incident, or a stopped move. The text of any
        other outcome has no colon, and its first part is "".
        """
        answer = self.answer_text()
        key = self.outcome.key
        if not isinstance(key, int) or (key > -2 and self.proc.name != "move"):
            return "", answer
        return split_at_colon(answer)

    def subject(self) -> str:
        return common.subject(self.context, self.proc, self.rows, self.hand, self.values)

    def question(self, name: str) -> str:
        """Return the question that asks for one of two dice, with the dice owner's name."""
        row = self.chooser(self.ask.name, self.resolution)
        if row >= 0:
            return self.context.t(
                "die.of", self.context.canvas.shorten(common.name(self.context, row), 66, 16)
            )
        return self.context.t("ask." + self.ask.name)

    def chooser(self, which: Name, roll: Resolution) -> Row:
        """Return the row of the character who chooses a die, or -1 if unknown.

        `which` is the name of the Ask.
        """
        for role in DIE_OWNERS.get(which, ()):
            if role in roll.proc.roles:
                return roll.rows[roll.proc.roles.index(role)]
        return -1

    def has_explanation(self) -> bool:
        """Tell whether the screen asks for one of two dice.

        OK held then explains the signs of the dice.
        """
        return self.ask is not None and self.ask.name.startswith("die")

    def option_text(self, name: str, option: Option) -> str:
        """Return the sign and the face of one of the two dice to choose from."""
        if not self.ask.name.startswith("die"):
            return result.Result.option_text(self, name, option)
        return "%s %d" % (DICE[option][0], self.path[-1][option])

    def shown_dice(self) -> Sequence[tuple[int, ...]]:
        """Return the dice to draw.

        While the player chooses one of two dice, the screen draws only these two dice.
        """
        if self.has_explanation():
            return [(12, face) for face in self.path[-1]]
        return result.Result.shown_dice(self)

    def sides(self) -> list[tuple[Natural, list[Thrown]]]:
        """Return the result of `read_sides`, which is called once for each path."""
        if self.dice_read[0] is not self.path:
            self.dice_read = self.path, read_sides(self.path)
        return self.dice_read[1]

    dice_read: tuple[Path | None, list[tuple[Natural, list[Thrown]]]] = None, []

    def draw(self, c: Canvas) -> None:
        result.Result.draw(self, c)
        if self.has_explanation():  # draw texts about the spirit whose die is at the cursor
            spirit = DICE[self.ask.options[self.cursor]][1]
            c.centre(8, self.context.t("die." + spirit), 8, 75, 124)
            c.centre(48, self.context.t("spirit." + spirit), 8, 75, 124)

    def draw_outcome(self, c: Canvas, room: Pixels) -> None:
        if not self.path:
            result.Result.draw_outcome(self, c, room)
            if self.proc.name == "buy":
                from .purchase import draw_bought

                draw_bought(c, self.context, self.values)
            return
        room = 124
        if self.proc.name in TESTS:
            self._draw_test(c)
        elif self.proc.name in DUELS:
            room = self._draw_duel(c)
        else:
            figure(c, 8, 34, self._answer_parts()[1], self.sign(), 124)
            if self.proc.name == "initiative":
                room = self._draw_half(c)
            elif self.is_fight() or self.proc.name in OPPOSED_INPUTS:
                room = self._draw_finals(c)
        if room:
            dice_row(c, [die for _, dice in self.sides() for die in dice], 43, room=room)

    def large_texts(self) -> tuple[tuple[str, Pixels], ...]:
        if self.outcome is None or not self.path or self.proc.name not in TESTS + DUELS:
            if self.outcome is not None and self.ask is None and self._answer_parts()[0]:
                return ((self._answer_parts()[1], 12),)
            return result.Result.large_texts(self)
        if self.proc.name in DUELS:
            finals = [number_text(final) + "!" * failed for final, failed in self.finals()]
            return ((self.verdict(), 12),) + tuple([(final, 16) for final in finals])
        final = self.sides()[0][0] + lane(self.proc, self.values, "roll")
        return (number_text(final), 32), (key_label(self.context, self.proc, self.outcome.key), 12)

    def _draw_half(self, c: Canvas) -> Column:
        """Draw the final result and "÷ 2"; return the pixel column left of this text.

        The score of initiative is half of the final result.
        """
        final = self.sides()[0][0] + lane(self.proc, self.values, "roll")
        return c.align_right(124, 41, number_text(final) + " ÷ 2", 16) - 4

    def _draw_finals(self, c: Canvas) -> Pixels:
        """Draw the names and final results of the actor and of the target who reacts.

        If there is room, the dice of a character are drawn between the name and the final result, and the method
        returns 0. If not, the method draws no dice, and returns the width that is left for the dice.
        """
        rolled = [n for n, _ in self.sides()]
        finals = [
            number_text(rolled[index] + lane(self.proc, self.values, ("roll", "react")[index]))
            for index in range(len(rolled))
        ]
        if self.proc.name in OPPOSED_INPUTS:  # add the final result that the reaction opposes
            finals.append(number_text(self.values[OPPOSED_INPUTS[self.proc.name]]))
        rows = self.fighters()[: len(finals)]
        short = common.short_names(self.context, rows)
        shown: list[str] = []
        dice: list[Any] = []
        wide: list[Pixels] = []
        between = False
        room = 124 - sum([c.width(final, 16) + 4 for final in finals]) - 8 * (len(finals) - 1)
        for whole in (True, False):  # if not all dice fit, draw one die for each natural result
            if not between:
                dice = [each if whole else [(12, natural)] for natural, each in self.sides()]
                dice += [[]] * (len(finals) - len(dice))
                wide = [dice_width(c, each, False) + 4 if each else 0 for each in dice]
                shown = [common.name(self.context, row) if row >= 0 else "" for row in rows]
                between = common.shorten_longest(c, shown, short, room - sum(wide)) and len(finals) > 1
        x = 124 - sum([c.width(shown[index]) + c.width(finals[index], 16) for index in range(len(finals))])
        x = first = x - 4 * len(finals) - 8 * (len(finals) - 1) - (sum(wide) if between else 0)
        for index in range(len(finals)):
            x = c.text(x, 45, shown[index]) + 2
            if between and wide[index]:
                dice_row(c, dice[index], 43, x + wide[index], x)
                x += wide[index]
            x = c.text(x, 41, finals[index], 16) + 8
        return 0 if between else first - 4

    def fighters(self) -> list[Row]:
        """Return the rows of the actor and of the target, or -1 if unknown."""
        return [
            self.context.session.row_of_role(self.proc, self.rows, role)
            for role in ("me", "target")
            if role in self.proc.roles
        ]

    def _draw_test(self, c: Canvas) -> None:
        final = self.sides()[0][0] + lane(self.proc, self.values, "roll")
        text = number_text(final)
        size = c.fitting_size(text, 58, (32, 16))
        c.centre(9 + (32 - size) // 2, text, size, 0, 58)
        word = key_label(self.context, self.proc, self.outcome.key)
        c.centre(9, word, c.fitting_size(word, 64, (16, 8)), 60, 124)
        margin = self.context.t("test.margin", signed_text(final - TARGET))
        c.centre(25, margin, c.fitting_size(margin, 64, (16, 8)), 60, 124)

    def finals(self) -> Sequence[tuple[int, bool]]:
        """List (final result, whether the natural result is 1), the actor first."""
        rolled = [n for n, _ in self.sides()]
        if self.proc.name == "oppose":
            first = (self.values["result"], self.values["pending"] == FAILED)
            return first, (rolled[0] + lane(self.proc, self.values, "roll"), rolled[0] == 1)
        return [
            (rolled[index] + lane(self.proc, self.values, "ab"[index]), rolled[index] == 1)
            for index in (0, 1)
        ]

    def opponents(self) -> list[str]:
        """Return the names of the actor and of the opponent."""
        rows = self.rows if self.proc.name == "duel" else [self.rows[1], self.rows[0]]
        t = self.context.t
        unknown = (t("role.me"), t("role.other"))
        return [
            common.name(self.context, rows[index]) if rows[index] >= 0 else unknown[index] for index in (0, 1)
        ]

    def verdict(self) -> str:
        """Return the text that names the winner.

        A long name is shortened, so that the text fits in large letters.
        """
        key = self.outcome.key
        t = self.context.t
        if key != (ACTOR if self.proc.name == "duel" else OPPOSER) and RISK in penalties(self.values):
            who = self.opponents()[key - 1] if key in (ACTOR, OPPOSER) else ""
            return t("duel.incident", t("duel.wins", who) if who else t("duel.%d" % key))
        if key not in (ACTOR, OPPOSER):
            return t("duel.%d" % key)
        c = self.context.canvas
        return t("duel.wins", c.shorten(self.opponents()[key - 1], 125 - c.width(t("duel.wins", ""), 16), 16))

    def _draw_duel(self, c: Canvas) -> Pixels:
        """Draw both final results, each above the dice of its side if there is room.

        Return the width in pixels that is left for the dice, or 0 if the method has drawn the dice.
        """
        names = self.opponents()
        word = self.verdict()
        c.centre(9, word, c.fitting_size(word, 125, (16, 8)), 0, 125)
        for index in (0, 1):
            final, failed = self.finals()[index]
            left = 66 * index
            text = number_text(final) + ("!" if failed else "")
            room = min(36, 60 - c.width(text, 17))
            name = names[index]
            if c.width(name) > room and name == self.context.t("role." + ("me", "other")[index]):
                # draw the short label of the lane in place of the long label for an unknown character
                name = self.context.t("lane." + "ab"[index])
            end = c.text(left, 30, c.shorten(name, room, 8))
            c.text(max(end + 3, left + 22), 26, text, 17)
        dice = [each for _, each in self.sides()]
        if max([dice_width(c, each, False) for each in dice]) > 60:
            return 124
        for index in range(len(dice)):  # draw the dice of each side below its name
            side = index if len(dice) > 1 else 1
            dice_row(c, dice[index], 43, 58 + 66 * side, 66 * side)
        return 0

    def answer_text(self) -> str:
        # If a third character's reaction fails, the text also has the outcome of the action.
        if self.deed.resolution is not self.resolution and not self.outcome.key:
            deed = self.deed
            label = key_label(self.context, deed.proc, deed.outcome.key)
            more = (
                label + " " + self.context.t("unit.pv")
                if deed.outcome.key >= 0 and label.isdigit()
                else label
            )
            return self.context.t("react.so", more)
        if self.proc.name in LIVES and self.outcome.word is None:
            return pv_words(self.values, self.outcome.key)
        if self.proc.name in ACCOUNTS:
            return ACCOUNTS[self.proc.name](self.context, self.values, self.outcome.key)
        answer = result.Result.answer_text(self)
        lost = answer.isdigit() and answer != "0" and (self.is_fight() or self.proc.name in WOUNDS)
        return "−" + answer if lost else answer  # a minus sign shows that PV are lost

    def sign(self) -> str:
        if self.proc.name == "initiative":
            return self.context.t("memo.zone.%d" % (self.outcome.key // 20))
        if self.outcome.key < 0 and self.is_fight():
            return ""  # the text of a miss has no unit
        return "♥" if self.proc.name in LIVES and self.outcome.word is None else result.Result.sign(self)

    # Effects and further rolls

    def is_fight(self) -> bool:
        """Tell whether the roll is an action of a combat, or follows an action."""
        return self.proc.name in COMBAT

    def changes(self) -> list[Change]:
        found = result.Result.changes(self)
        state = self.context.session.state
        deed = self.deed
        for roll in self.rolls()[1:]:
            outcome = deed.outcome if roll is deed.resolution else roll.now
            found += self.context.session.outcome_changes(roll.proc, roll.rows, outcome)
        # Engage each character who has stopped the move with the mover.
        if deed.proc.name == "move" and deed.outcome.key in STOPS:
            found += [("char", row, "engaged", 1) for row in self.stopper_rows()]
        role = WOUNDS.get(self.proc.name)
        if role is not None:
            row = self.context.session.row_of_role(self.proc, self.rows, role)
            if row >= 0 and self.outcome.key and not state.get("char", row, "dead"):
                from ..rules.combat_rounds import wound_changes

                found += wound_changes(state, row, self.outcome.key)
        scores = {field: value for _, _, field, value in found if field in ("deva", "archonte")}
        if scores:
            found += party.karma_changes(
                state, self.context.session.row_of_role(self.proc, self.rows, "adam"), scores
            )
        if "penalty" in deed.values and deed.rows[0] >= 0:
            found += self.shield_changes(deed.rows[0])
        # Store the target, because the form of the next attack proposes this character first.
        if deed.row("target") >= 0 and deed.proc.name in COMBAT:
            found.append(("combat", 0, "target", deed.row("target")))
        if found:
            from ..rules.engagement import with_linked_changes

            found = with_linked_changes(state, found)
        return found + self.action_changes() + self.pick_changes()

    def stopper_rows(self) -> list[Row]:
        """Return the rows of third characters who have stopped a move.

        The final result of their reaction is at least that of the mover (L626).
        """
        action = self.deed.resolution
        rolls = [roll for roll in self.rolls() if roll is not action]
        return [
            roll.rows[0]
            for roll in rolls
            if reaction_result(roll) >= action_result(action) and roll.rows[0] >= 0
        ]

    def shield_changes(self, holder: Row) -> list[Change]:
        """Return the changes of the victims whom the character in the row `holder` holds.

        The penalty Abandon [give ground] ends the use of hostages as cover, like any advantageous position (L739).
        An actor who moves and drags no victim along releases all victims.
        """
        from ..rules import engagement

        state = self.context.session.state
        deed = self.deed
        if ABANDON in penalties(deed.values):
            return engagement.shield_end_changes(state, holder)
        if deed.proc.name == "move" and deed.outcome.key == DONE and not deed.values["dragging"]:
            return engagement.release_all_changes(state, holder)
        return []

    def action_changes(self) -> list[Change]:
        """Return the changes that count the shown roll as an action of the turn.

        The Procedure must be one of UNLISTED_ACTIONS, and the players must have opened its form from the list of
        actions.
        """
        context = self.context
        state = context.session.state
        row = state.get("combat", 0, "active")
        if (
            self.proc.name not in UNLISTED_ACTIONS
            or "trinites.acts" not in context.navigation.stack.ids
            or self.rows[0] != row
        ):
            return []
        from ..rules import combat_rounds

        return (
            combat_rounds.action_count_changes(state, row) if combat_rounds.actions_left(state, row) else []
        )

    def pick_changes(self) -> list[Change]:
        """Return the changes that count the dice that each player has chosen.

        The list is empty if the option "picks" is off.
        """
        state = self.context.session.state
        if not state.get("option", 0, "picks"):
            return []
        found = []
        for roll in self.rolls():
            again = self.context.session.create_resolution(roll.number, roll.rows, roll.values)
            for each in roll.path:
                row = self.chooser(again.now.name, roll) if isinstance(again.now, Ask) else -1
                if row >= 0:
                    field = ("pale", "dark")[each]
                    found.append(("char", row, field, min(state.get("char", row, field) + 1, 999)))
                again.add_result(each)
        return found

    def rolls(self) -> list[Resolution]:
        """Return the rolls whose effects the screen applies together.

        The first is the shown roll. If the shown roll is a reaction to an action, the action and the other
        reactions to the action follow.
        """
        if self.deed.resolution is self.resolution:
            return [self.resolution]
        return [self.resolution, self.deed.resolution] + self.others

    def actions(self) -> list[str]:
        found = result.Result.actions(self)
        name = self.proc.name
        deed = self.deed
        if name in ("test", "care") and self.outcome.key != DONE and (self.trying or not self.applied):
            # A second attempt is offered after the first failure, unless the attempt counts as an action.
            if ("me", "tries", "=", 1) in self.outcome.effects and not self.action_changes():
                found.insert(0, "retry")
            elif "apply" not in found:
                found.insert(0, "leave")
        last = found.pop()
        if deed.resolution is not self.resolution:
            found += [then for then, _ in deed.outcome.then]
        if "apply" in found and self.is_opposable():
            found.append("react")
        if self.is_hidden():
            found.append("notice")
        found.append(last)
        if "dodge" in found and self.has_hit_all():
            found.remove("dodge")
        if found[0] == "again" and (self.applied or not self.is_repeated()):
            found.insert(0, "leave")  # "leave" is before "again", because players seldom repeat this roll
        return found

    def is_opposable(self) -> bool:
        """Tell whether a third character's reaction can change the outcome (L428).

        The deed must be an action with dice. The caller checks that the effects are not applied yet.
        """
        deed = self.deed
        if not is_opposable_action(deed.resolution) or (
            deed.proc.name == "move" and deed.outcome.key != DONE
        ):
            return False
        return deed.opposed_by(UNBEATEN).outcome.key != deed.outcome.key

    def is_hidden(self) -> bool:
        """Tell whether other characters may test whether they notice the actor (L659).

        The actor must be hidden. The test is possible after the action is applied, and after another character's
        failed test.
        """
        row = self.hidden_actor()
        if row < 0 or not self.context.session.get("char", row, "hidden"):
            return False
        return self.applied or (self.proc.name == "notice" and not self.outcome.key)

    def hidden_actor(self) -> Row:
        """Return the row of the actor who was hidden during the action, or -1.

        The result is -1 for the action "hide", because the target of "hide" reacts in the same roll.
        """
        deed = self.deed
        if deed.proc.name == "notice":
            return deed.row("target")
        return deed.row("me") if deed.values.get("hidden") and deed.proc.name != "hide" else -1

    def is_repeated(self) -> bool:
        """Tell whether players often repeat a roll like the shown one.

        Players often repeat a test, a confrontation, an action, and a roll without a known character.
        """
        if self.proc.name == "weekly" and not self.outcome.key:
            return False  # a character makes this test only once a week
        if max(self.rows) < 0 or self.proc.name in OFTEN_REPEATED:
            return True
        return self.is_fight() and "me" in self.proc.roles

    def do_act(self, action: str) -> None:
        if action == "retry":
            self.retry()
        else:
            result.Result.do_act(self, action)

    def open_next(self, *to: Any) -> None:
        """Open the form of the next roll, with the character who makes the roll.

        A "dodge" is the reaction of the next target of an attack on several targets. A "suffer" is the wound of
        the hostage who serves the target as cover. A "react" or "notice" is the roll of the likely next character.
        """
        name = self.context.session.listed[to[1]][0]
        if name == "dodge":
            to = to[:2] + (self.next_target(),) + to[3:]
        elif name == "suffer":  # the attack hits the hostage in place of the target (L667)
            from .suggestions import hostage

            to = to[:2] + (hostage(self.context, self.deed.row("target")),) + to[3:]
        elif name in ("react", "notice"):
            acts = self.deed.row("me") if name == "react" else self.hidden_actor()
            to = to[:2] + (self.next_other(name, acts), acts) + to[4:]
        if name == "react":  # the result screen of the action stays open below the form of the reaction
            self.context.open(*to)
        else:
            result.Result.open_next(self, *to)

    def known_values(self, name: str) -> list[dict[str, Any]]:
        """Return the known input values of the next rolls with the Procedure `name`.

        The list has one dict for each roll. A third character's reaction has values that result from the action.
        """
        if name == "react":
            return [self.reaction_values()]
        if name == "notice":
            return [{}]
        found = [known for then, known in self.deed.outcome.then if then == name]
        return [self.further_values(known) for known in found] if name == "dodge" else found

    def next_other(self, name: Name, acts: Row) -> Row:
        """Return the row of the character who probably reacts next, or -1.

        `acts` is the row of the actor. The result is -1 if no further character may react.
        """
        from .suggestions import other_reactors

        tried = [roll.rows[0] for roll in self.rolls() if roll.proc.name == name]
        if name == "react":
            tried.append(self.deed.row("target"))
        elif self.proc.name == name:
            tried += range(self.rows[0] + 1)  # this row and all lower rows have tested
        return ([row for row in other_reactors(self.context.session.state, acts) if row not in tried] + [-1])[
            0
        ]

    def reaction_values(self) -> Values:
        """Return the known input values of a third character's reaction."""
        from ..rules.primes import pressure
        from ..rules.reactions import SKILLS

        deed = self.deed
        skill = ""
        for each in deed.proc.inputs:
            if each.name == "reaction" and each.options:
                skill = common.skill_of_option(deed.proc, deed.values, each.options[1])
        return {
            "result": action_result(deed.resolution),
            "skill": SKILLS.index(skill) if skill in SKILLS else 0,
            "close": int(deed.proc.name == "strike"),
            "pressure": pressure(deed.values),
            "chained": 1,
        }

    def further_values(self, known: Values) -> Values:
        """Return the known input values of a further target's reaction to the attack."""
        from .suggestions import with_hit

        deed = self.deed
        by = deed.values["by"] - 1 if deed.proc.name == "dodge" else deed.row("me")
        # The action Détruire [destroy], aimed at an area, has not attacked any character yet (L522).
        return with_hit(known, by, -1 if deed.proc.name == "destroy" else deed.row("target"))

    def has_hit_all(self) -> bool:
        """Tell whether every possible target of the attack has reacted.

        The result is False for an attack on an area and for an attack without a known target, because any
        character may be a target.
        """
        deed = self.deed
        row = deed.row("target")
        area = deed.proc.name == "destroy" or deed.values.get("apart")
        return not area and row >= 0 and self.next_target() < 0

    def next_target(self) -> Row:
        """Return the row of the next target of the attack.

        The result is -1 if there is no further target, or if the next target is unknown.
        """
        from .suggestions import next_target

        row = self.deed.row("target")
        if row < 0 or self.deed.proc.name == "destroy":
            return row
        return next_target(self.context, row, self.known_values("dodge")[0])

    def leave(self, *to: Any) -> None:
        """Close the screen. For a reaction, close the screens of the action too."""
        stack = self.context.navigation.stack
        while self.proc.name == "react" and stack.ids[-2] in ("trinites.form", "trinites.result"):
            stack.pop(-2)
        result.Result.leave(self, *to)

    def retry(self) -> None:
        """Store the failure, then roll the same test again as a further attempt."""
        changes = [] if self.applied else self.changes()
        if changes and not self.context.change(changes):
            return
        self.applied = self.trying = True
        self.refresh()
        self.roll_again()

    # Whether the next roll is a further attempt at the same task. The value stays True while the players enter
    # the faces of real dice, until `show_roll` shows the new roll.
    trying = False

    def show_roll(self, resolution: Resolution) -> None:
        self.trying = False
        result.Result.show_roll(self, resolution)

    def complete(self, given: Values) -> None:
        if self.proc.name == "test" and self.trying:
            given["attempt"] += 1
        elif self.proc.name == "test" and self.applied:
            given["attempt"] = common.next_attempt(self.context.session, self.proc, self.rows[0], given)
        common.fill_unstored_values(self.context, self.proc, self.rows, given)

    def on_hold_ok(self) -> None:
        """Open an explanation of the result.

        For the choice of a die, and for a Procedure without dice, the explanation is a page of the rules.
        """
        if self.outcome is None and self.has_explanation():
            common.open_page(self.context, "trinite")
        elif not common.open_page(self.context, common.RULE_PAGES.get(self.proc.name, "")):
            result.Result.on_hold_ok(self)

    def apply_outcome(self) -> None:
        """Apply the effects, then show a message about each character who faints or dies."""
        state = self.context.session.state
        rows = [row for row in (self.deed.row("me"), self.deed.row("target")) if row >= 0]
        before = [party.condition(state, row) for row in rows]
        result.Result.apply_outcome(self)
        for row, was in zip(rows, before):
            now = party.condition(state, row)
            if now > was and now in (UNCONSCIOUS, DEAD):
                self.context.dialogs.show_notice(
                    self.context.t("wound.%d" % now, common.name(self.context, row))
                )


def thrower(context: Context, resolution: Resolution) -> str | None:
    """Return the text that names the character who throws the next real dice.

    The text has the names of the character and of the Procedure. The result is None if the character is unknown.
    """
    proc = resolution.proc
    first = len(read_sides(resolution.path + [resolution.now.dice])) < 2
    role = "me" if first and "me" in proc.roles else "other" if "other" in proc.roles else "target"
    row = context.session.row_of_role(proc, resolution.rows, role)
    return (
        context.t("history.who", common.name(context, row), common.without_french_term(context.t(proc.name)))
        if row >= 0
        else None
    )
