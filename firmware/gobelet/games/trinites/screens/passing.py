"""Trinités: the list of times that can pass for all characters.

The times are a period of rest, dawn, dusk, and the end of a scenario.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gobelet.ui.screens.menu import Menu

from ..rules import health, karma, party
from ..rules.damage import UNCONSCIOUS
from ..rules.sheets import FULL
from . import common

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from gobelet.rules.types import Change, Row
    from gobelet.ui.screens.types import Entries

# The times that can pass: an hour, a day, a day with care, or a week of rest; dawn and dusk; the end of a
# scenario, when the characters receive experience.
TIMES = ("hour", "day", "cared", "week", "dawn", "dusk", "scenario")
# ENDS has, for each time, the continuous aggressions whose period ends with this time.
DAILY = (health.ILLNESS,)
ENDS = {"hour": (health.HEAT, health.FATIGUE, health.COLD), "day": DAILY, "cared": DAILY, "week": DAILY}
CARED = ("cared", "week")  # times of rest with daily care
UNIT = {"hour": 0, "day": 1, "cared": 1, "week": 2}  # for each time of rest, its index in `health.HALVES`


class Time(Menu):
    """The list of times that can pass for all characters."""

    title = "home.time"
    keys = ("k.move", "k.ok")

    def entries(self) -> Entries:
        return [(self.context.t("time." + name), "") for name in TIMES]

    def topic(self, index: int) -> str:
        return {"dawn": "dawn", "dusk": "dawn", "scenario": "awards"}.get(TIMES[index], "recovery")

    def choose(self, index: int) -> None:
        """Let the chosen time pass, after a question about each danger.

        The two dangers are a coma that would end in death, and a wounded character without a carer.
        """
        if TIMES[index] == "scenario":
            self.context.dialogs.ask_number(self.context.t("time.scenario"), 1, 1, 99, self.context.t("f.xp"))
            return
        self.yes_count = 0
        self.ask_next()

    yes_count = 0  # number of questions about dangers that the player has answered with yes

    def ask_next(self) -> None:
        """Ask the next question, or let the time pass after the last one."""
        context = self.context
        name = TIMES[self.cursor]
        changes = self.changes(name)
        state = context.session.state
        dying = [row for _, row, field, _ in changes if field == "dead"]
        alone = [
            row for row in party.living_rows(state) if name in CARED and health.is_without_carer(state, row)
        ]
        asked = [(text, rows) for text, rows in (("time.sure", dying), ("time.alone", alone)) if rows]
        if self.yes_count < len(asked):
            text, rows = asked[self.yes_count]
            context.dialogs.confirm(
                context.t(
                    text, ", ".join([common.name(context, row) for row in rows[:2]]) + "…" * (len(rows) > 2)
                )
            )
        else:
            self.pass_time(changes)

    def on_result(self, result: Any) -> None:
        if result is True:
            self.yes_count += 1
            self.ask_next()
        # At the end of a scenario `result` is the XP that each character with a full sheet receives.
        elif result:
            state = self.context.session.state
            rows = [row for row in party.playing_rows(state) if row < FULL]
            self.pass_time(
                [("adam", row, "xp", min(state.get("adam", row, "xp") + result, 9999)) for row in rows],
                self.context.t("time.xp", result),
            )

    def changes(self, name: str) -> list[Change]:
        """Return the changes of all characters when the time `name` passes."""
        state = self.context.session.state
        changes = []
        for row in party.playing_rows(state):
            if name in ("dawn", "dusk"):
                if row < FULL and state.get("char", row, "adam"):
                    changes += karma.refill_changes(state, row, TIMES.index(name) - TIMES.index("dawn"))
            else:
                changes += health.time_changes(state, row, health.HALVES[UNIT[name]], name in CARED)
        from ..rules.engagement import with_linked_changes

        return with_linked_changes(state, changes)

    def pass_time(self, changes: Sequence[Change], done: str = "") -> None:
        """Store the changes, then show the changed characters and the tests due.

        If there is nothing to show, a message shows the text `done`.
        """
        context = self.context
        name = TIMES[self.cursor]
        changed = sorted({row for kind, row, _, _ in changes if kind == "char"})
        if not context.change(changes):
            return
        due = self.due_lines(name, changed)
        if due:
            context.dialogs.show_page(context.t("time." + name), due)
        else:
            context.dialogs.show_toast(done or context.t("time.done"))

    def due_lines(self, name: str, changed: Sequence[Row]) -> list[str]:
        """Return lines with the health of the `changed` characters, then due tests.

        The due tests are tests against continuous aggressions, and weekly tests for unconscious characters.
        """
        context = self.context
        get = context.session.get
        found = ["%s %s" % (common.name(context, row), common.status(context, row)) for row in changed]
        for row in party.living_rows(context.session.state):
            for index in ENDS.get(name, ()):
                if get("char", row, "exposed") >> index & 1:
                    what = context.t("o." + health.KINDS[index])
                    # Add the hours of this period of fatigue, because periods differ in length.
                    if index == health.FATIGUE:
                        what += " %d\u00a0h" % health.fatigue_hours(get("char", row, "periods") + 1)
                    found.append(context.t("time.due", common.name(context, row), what))
            asleep = party.condition(context.session.state, row) == UNCONSCIOUS
            if name == "week" and asleep and get("char", row, "coma"):
                # The watch [soins de veille] halves the time between weekly tests [A-TR24], so two tests are due.
                twice = " ×2" if get("char", row, "watched") else ""
                found.append(
                    context.t("time.due", common.name(context, row), common.list_label(context, "weekly"))
                    + twice
                )
        return found
