"""Trinités: the lists of skills, of all Procedures and of confrontations."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gobelet.ui.screens.menu import Lines, Menu, Picker

from ..rules import party
from ..rules.natural import ACTOR
from ..rules.opposed_dice import winner
from ..rules.sheets import FAILED, FULL
from ..rules.tables import MOST
from . import common, opening

if TYPE_CHECKING:
    from typing import Any

    from gobelet.rules.types import Row
    from gobelet.ui.drawing.canvas import Canvas
    from gobelet.ui.screens.types import Arguments, Context, Entries

    from ..rules.party import Skill

# The values that the player can change for a skill: the score, or the zodiac bonus in the score (L59).
PARTS = ("score", "zodiac")


class Skills(common.OfOne):
    """The list of a character's skills that have a score.

    OK opens a test of the skill, OK held changes its score. OK on the last line chooses a skill without a score.
    The player enters the score, which the sheet stores, and the test opens. OK held on the last line opens the
    page about skills.
    """

    keys = ("k.move", "k.open")
    holds = "?"

    def __init__(self, context: Context, cursor: int = -1, row: Row = 0) -> None:
        common.OfOne.__init__(self, context, cursor, row)
        self.rating = -1  # index of the skill whose score the player changes, -1 for none
        self.part = -1  # index in PARTS of the value that the player changes, -1 for none
        # Whether the player enters the first score of a skill. After this entry, a test of the skill opens.
        self.is_new = False

    def entries(self) -> Entries:
        self.skills = party.known_skills(self.context.session.state, self.row)
        if self.cursor < 0:
            last = opening.last_skill(self.context, self.row)
            self.cursor = self.skills.index(last) if last in self.skills else 0
        return Lines(self.skills + [-1], self.line)

    def line(self, index: Skill) -> tuple[str, str]:
        context = self.context
        if index < 0:
            return context.t("skills.other"), ""
        return common.skill_name(context, index), str(party.score(context.session.state, self.row, index))

    def choose(self, index: int) -> None:
        if index < len(self.skills):
            opening.open_test(self.context, self.row, self.skills[index])
        else:
            self.context.push(opening.skill_picker(self.context, self.context.t("skills.other"), self.skills))

    def about(self, index: int) -> None:
        if index < len(self.skills):
            self.rating = self.skills[index]
            if self.row < FULL:
                labels = [self.context.t("skills." + name) for name in PARTS]
                self.context.push(Picker(self.context, common.skill_name(self.context, self.rating), labels))
            else:
                self.ask_score(0)
        else:
            self.context.dialogs.show_rule("skills")

    def ask_score(self, part: int) -> None:
        """Ask the player for the score of a skill, or for its zodiac bonus.

        `part` is an index in PARTS.
        """
        self.part = part
        state = self.context.session.state
        value = max(party.score(state, self.row, self.rating), 0)
        if part:
            value = state.get("zodiac", self.row, party.SKILL_FIELDS[self.rating])
        self.context.dialogs.ask_number(
            common.skill_name(self.context, self.rating), value, 0, 9 if part else MOST
        )

    def on_result(self, result: Any) -> None:
        index, part = self.rating, self.part
        if result is None:
            self.rating = self.part = -1
            self.is_new = False
        elif index < 0:
            self.rating = opening.other_skills(self.skills)[result]
            self.is_new = True
            self.ask_score(0)
        elif part < 0 and self.row < FULL:
            self.ask_score(result)
        else:
            self.rating = self.part = -1
            state = self.context.session.state
            if part:
                changes = [("zodiac", self.row, party.SKILL_FIELDS[index], result)]
            else:
                changes = party.score_changes(state, self.row, index, result)
            kept = self.context.change(changes)
            self.refresh()
            if kept and self.is_new:
                self.cursor = self.skills.index(index)
                opening.open_test(self.context, self.row, index)
            self.is_new = False


class Rolls(Menu):
    """The list of all Procedures. OK opens a form for the character who acted last."""

    title = "home.rolls"
    keys = ("k.move", "k.open")

    def entries(self) -> Entries:
        return Lines(self.context.session.listed, lambda each: (common.list_label(self.context, each[0]), ""))

    def choose(self, index: int) -> None:
        opening.open_form(
            self.context, self.context.session.listed[index][0], (opening.last_actor(self.context)[0],)
        )


DUELS = ("duel", "note", "oppose")  # the Procedures of direct and deferred confrontations
MANY = ("race", "sides")  # the screens of multiple confrontations, which compare stored results


class Confront(Menu):
    """The list of direct, deferred and multiple confrontations (L79-99)."""

    title = "home.confront"
    keys = ("k.move", "k.open")

    def entries(self) -> Entries:
        return [(self.context.t(name), "") for name in DUELS + MANY]

    def topic(self, index: int) -> str:
        return ("direct", "deferred", "deferred", "multiple", "multiple")[index]

    def choose(self, index: int) -> None:
        context = self.context
        acts = (
            context.session.get("combat", 0, "active")
            if "trinites.acts" in context.navigation.stack.ids
            else -1
        )
        if index == len(DUELS):
            context.open("trinites.race")
        elif index > len(DUELS):
            context.open("trinites.sides", 0, acts if acts >= 0 else opening.last_actor(context)[0])
        elif DUELS[index] == "oppose":
            waiting = [
                row
                for row in party.playing_rows(context.session.state)
                if context.session.get("char", row, "pending") and row != acts
            ]
            opening.open_form(context, "oppose", (acts, waiting[0] if len(waiting) == 1 else -1), asks=True)
        else:
            row = acts if acts >= 0 else opening.last_actor(context)[0]
            skill = opening.last_skill(context, row)
            if skill < 0 and row >= 0:
                skill = (party.known_skills(context.session.state, row) + [0])[0]
            skill = max(skill, 0)
            guessed = {"skill_a" if DUELS[index] == "duel" else "skill": skill}
            opening.open_form(context, DUELS[index], (row,), guessed=guessed, asks=True)


def open_note(context: Context, row: Row) -> None:
    """Open the form of a test whose result the sheet stores.

    The form begins with the skill of the last test. If no character has a stored result yet, the form first asks
    for the skill.
    """
    skill = opening.last_actor(context)[1]
    if skill < 0:
        skill = opening.last_skill(context, row)
    state = context.session.state
    if any([state.get("char", each, "pending") for each in party.playing_rows(state)]):
        opening.open_test(context, row, max(skill, 0), "note")
    else:
        opening.open_form(context, "note", (row,), guessed={"skill": max(skill, 0)}, asks=True)


class Sides(Menu):
    """A confrontation of one character against several others (L97).

    The list compares the stored result of each opponent with the actor's stored result. OK on the first line
    chooses another actor. OK on any other line opens the form of a roll for the character in this line.
    """

    def __init__(self, context: Context, cursor: int = 0, row: Row = -1) -> None:
        Menu.__init__(self, context, cursor)
        self.actor = row

    def arguments(self) -> Arguments:
        return (self.cursor, self.actor)

    def head(self) -> tuple[str, str]:
        return self.context.t("sides"), self.tally

    # Text with the number of opponents that the actor beats, and the number of opponents with a stored result.
    tally = ""

    def entries(self) -> Entries:
        context = self.context
        self.rows = party.living_rows(context.session.state)
        if self.actor not in self.rows:
            self.actor = (self.rows + [-1])[0]
        keys = [self.verdict(row) for row in self.rows]
        against = [key for key in keys if key is not None]
        self.tally = "%d/%d" % (against.count(ACTOR), len(against)) if against else ""
        acts = common.name(context, self.actor) if self.actor >= 0 else "?"
        return [(context.t("role.me"), acts)] + [
            (common.name(context, row), self.result(row, key)) for row, key in zip(self.rows, keys)
        ]

    def verdict(self, row: Row) -> int | None:
        """Return the winner between the actor and the character in `row`.

        The winner is ACTOR, OPPOSER or NOBODY. The result is None for the actor's own row, and if one of the two
        characters has no stored result.
        """
        get = self.context.session.get
        pair = (self.actor, row)
        if row == self.actor or not all([get("char", each, "pending") for each in pair]):
            return None
        finals = [get("char", each, "result") for each in pair]
        failed = [get("char", each, "pending") == FAILED for each in pair]
        return winner(finals[0], finals[1], failed[0], failed[1])

    def result(self, row: Row, key: int | None) -> str:
        """Return the text for a character's stored result and for the winner `key`."""
        get = self.context.session.get
        if not get("char", row, "pending"):
            return "—"
        final = str(get("char", row, "result")) + "!" * (get("char", row, "pending") == FAILED)
        return final if key is None else "%s %s" % (final, self.context.t("sides.%d" % key))

    def topic(self, index: int) -> str:
        return "multiple"

    def draw(self, c: Canvas) -> None:
        self.keys = ("k.move", "k.roll" if self.cursor else "k.set")
        Menu.draw(self, c)

    def choose(self, index: int) -> None:
        context = self.context
        if index:
            open_note(context, self.rows[index - 1])
        elif self.rows:
            names = [common.name(context, row) for row in self.rows]
            context.push(Picker(context, context.t("role.me"), names, self.rows.index(self.actor)))

    def on_result(self, result: Any) -> None:
        if result is not None:
            self.actor = self.rows[result]
        self.refresh()


class Race(Menu):
    """A confrontation of all against all, the best result first (L95).

    OK on a name opens the form of a roll for this character. After each new stored result, the cursor moves to the
    first character without a stored result. The last line clears all stored results.
    """

    result_count = -1  # number of stored results when the list last moved the cursor

    def head(self) -> tuple[str, str]:
        return self.context.t("race"), ""

    def entries(self) -> Entries:
        # imported here, because the other lists of this module do not need `skill_test`
        from ..rules.skill_test import ranked_groups

        context = self.context
        get = context.session.get
        rows = party.living_rows(context.session.state)
        waiting = [row for row in rows if get("char", row, "pending")]
        results = [
            None if get("char", row, "pending") == FAILED else get("char", row, "result") for row in waiting
        ]
        found = []
        self.rows = []
        for rank, group in enumerate(ranked_groups(results)):
            for index in group:
                self.rows.append(waiting[index])
                found.append(
                    ("%d. %s" % (rank + 1, common.name(context, waiting[index])), str(results[index]))
                )
        for row in waiting:
            if row not in self.rows:
                self.rows.append(row)
                found.append((common.name(context, row), context.t("test.0")))
        for row in rows:
            if row not in self.rows:
                self.rows.append(row)
                found.append((common.name(context, row), "—"))
        self.waiting_rows = waiting
        if waiting:
            found.append((context.t("race.clear"), ""))
        if self.result_count != len(waiting):
            self.result_count = len(waiting)
            self.cursor = len(waiting) % len(rows) if rows else 0
        return found

    def topic(self, index: int) -> str:
        return "multiple"

    def draw(self, c: Canvas) -> None:
        self.keys = ("k.move", "k.roll" if self.cursor < len(self.rows) else "k.ok")
        Menu.draw(self, c)

    def choose(self, index: int) -> None:
        if index == len(self.rows):
            if self.context.change([("char", row, "pending", 0) for row in self.waiting_rows]):
                self.refresh()
            return
        open_note(self.context, self.rows[index])
