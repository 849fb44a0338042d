"""The screen of the turn in a game as text: the present step and the next step."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gobelet.ui.screens.menu import Menu

from .. import rules
from ..rules.procedures import is_met
from .common import KINDS, form_arguments, seated_rows

if TYPE_CHECKING:
    from gobelet.ui.screens.types import Context, Entries


def present_step(context: Context) -> tuple[int, int, int]:
    """Return (index of the present step, number of the round, seat in turn).

    If the present text lacks the stored step, the present step is the step with the next greater number, or the last
    step. If the stored seat has no player, the seat in turn is the next seat with a player.
    """
    get = context.session.get
    number = get("table", 0, "step")
    later = [each for each in rules.STEPS if each >= number]
    step = rules.STEPS.index(min(later)) if later else len(rules.STEPS) - 1
    seat = get("table", 0, "turn")
    seats = seated_rows(context) or [seat]
    return step, get("table", 0, "round"), min([row for row in seats if row >= seat] or seats)


def does_apply(context: Context, step: int, seat: int) -> bool:
    """Tell whether a seat meets the condition of the step at index `step`."""
    condition = rules.DECLARED["t"][step][2]
    if not condition:
        return True
    for name, _, _, _, _, owner, _ in rules.DECLARED["k"]:
        if name == condition[0]:
            return is_met(condition, context.session.get(KINDS[owner], seat if owner else 0, name))
    return True


def next_step(context: Context) -> tuple[int, int, int]:
    """Return (index of the next step, number of its round, seat that does the step).

    In a sequence of steps that each seat does, the first seat does all steps of the sequence, then the next seat, and
    so on. A step whose condition is not met is skipped. If no step can be next, the result is the present step.
    """
    steps = rules.DECLARED["t"]
    here = step, turn, seat = present_step(context)
    seats = seated_rows(context) or [0]
    for _ in range((len(steps) + 1) * (len(seats) + 1)):
        each = steps[step][3]
        begin = step
        while each and begin and steps[begin - 1][3]:
            begin -= 1
        step += 1
        if each and (step == len(steps) or not steps[step][3]):
            later = [row for row in seats if row > seat]
            seat = later[0] if later else seats[0]
            if later:
                step = begin
        if step == len(steps):
            step, turn, seat = 0, min(turn + 1, 999), seats[0]
        if does_apply(context, step, seat):
            return step, turn, seat
    return here


def title(context: Context) -> str:
    """Return the name of the present step.

    If each seat does the step, the result is the name of the step and the name of the seat in turn.
    """
    step, _, seat = present_step(context)
    name = context.t("step." + rules.DECLARED["t"][step][0])
    return (
        name + " " + context.seat(seat) if rules.DECLARED["t"][step][3] and rules.DECLARED["s"] > 1 else name
    )


class Turn(Menu):
    """The screen of the present step: a list with its roll and the next step."""

    keys = ("k.move", "k.ok")

    def head(self) -> tuple[str, str]:
        return title(self.context), self.context.t("turn", present_step(self.context)[1])

    def entries(self) -> Entries:
        t = self.context.t
        steps = rules.DECLARED["t"]
        step, turn, seat = present_step(self.context)
        roll = steps[step][1]
        after = next_step(self.context)
        lines = [(t(rules.PROCEDURES[rules.ROLLS[roll]][0]), "")] if roll >= 0 else []
        said = t("turn.next", t("step." + steps[after[0]][0]))
        if after[2] != seat:
            said += " " + self.context.seat(after[2])
        return lines + [(t("turn.end") if after[1] != turn else said, "")]

    def choose(self, index: int) -> None:
        context = self.context
        step, _, seat = present_step(context)
        if index + 1 < len(self.list):
            roll = rules.DECLARED["t"][step][1]
            context.open(context.session.name + ".form", *form_arguments(context, roll, [seat, -1]))
            return
        step, turn, seat = next_step(context)
        after = rules.STEPS[step], turn, seat
        names = ("step", "round", "turn")
        if context.change([("table", 0, names[index], after[index]) for index in range(3)]):
            self.cursor = 0
            self.refresh()
