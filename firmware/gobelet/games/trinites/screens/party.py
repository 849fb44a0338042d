"""Trinités: the list of characters, and the screens for a character's sheet.

Several functions import the modules that only they need. An import at the top of this file would delay the
opening of each screen.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gobelet.ui.drawing.letters import name_words
from gobelet.ui.drawing.widgets import top
from gobelet.ui.screens.menu import Lines, Menu, Picker
from gobelet.ui.screens.stack import Screen

from ..rules import party
from ..rules.damage import UNCONSCIOUS, UNHURT
from ..rules.sheets import ASIDE, FULL, LINES, NAME_FIELDS, NAMED, OTHERS, PLAYED, SKILL_FIELDS
from ..rules.tables import MOST
from . import common

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from gobelet.rules.types import Change, Field, Row
    from gobelet.ui.drawing.canvas import Canvas
    from gobelet.ui.drawing.types import Pixels
    from gobelet.ui.screens.types import Arguments, Context, Entries, Steps

# The lines that add a character: an Adam' with a full sheet, a human with a full sheet, a light adversary, one of
# `roster.SAMPLES`, one of `roster.HEROES`.
NEW = ("full", "human", "light", "sample", "ready")
# The steps of a first evening, from characters to purchases. Each string has the name of a step, and the name of
# the page of the rules about the step.
STEPS = (
    "heroes skills",
    "foes samples",
    "try levels",
    "muster initiative",
    "memo rounds",
    "xp awards",
    "grow prices",
)
MEMO = 4  # index of the step "memo"


class First(Menu):
    """The list of the first steps in a new game, from characters to experience.

    The values on the Sheets show which steps are done. The cursor moves to the first step that is not done.
    """

    title = "home.first"
    keys = ("k.move", "k.open")

    def __init__(self, context: Context, cursor: int = 0, stage: int = -1) -> None:
        Menu.__init__(self, context, cursor)
        self.stage = stage  # index of the next step when the list last moved the cursor

    def arguments(self) -> Arguments:
        return (self.cursor, self.stage)

    def entries(self) -> Entries:
        from . import opening

        context = self.context
        state = context.session.state
        rows = party.playing_rows(state)
        self.heroes = [row for row in rows if row < FULL]
        zones = [row for row in rows if state.get("char", row, "zone")]
        now = state.get("combat", 0, "round")
        fought = now or state.get("combat", 0, "target") >= 0
        tested = zones or fought or (rows and opening.last_actor(context)[1] >= 0)
        xp = [row for row in self.heroes if state.get("adam", row, "xp")]
        self.richest = (xp + self.heroes + [-1])[0]
        done = (len(self.heroes), len(rows) - len(self.heroes), tested, zones or fought, fought, xp)
        values = [str(count or "") for count in done[:2]] + ["✓" if each else "" for each in done[2:]] + [""]
        if now:
            values[MEMO] = context.t("home.round", now)
        stage = MEMO if now else ([index for index in range(len(done)) if not done[index]] + [len(done)])[0]
        if stage != self.stage:
            self.stage = self.cursor = stage
        return [(context.t("first." + STEPS[index].split()[0]), values[index]) for index in range(len(STEPS))]

    def topic(self, index: int) -> str:
        return STEPS[index].split()[1]

    def choose(self, index: int) -> None:
        from . import opening

        context = self.context
        if index < 2 or not self.heroes:  # open the list Party at a line that adds a character
            state = context.session.state
            count = len(party.playing_rows(state) + party.rows_aside(state))
            context.open("trinites.party", count + NEW.index("sample" if index == 1 else "full"))
        elif index == 2:
            context.open("trinites.skills", -1, max(opening.last_actor(context)[0], self.heroes[0]))
        elif index <= MEMO:
            context.open("trinites." + ("memo" if index == MEMO else "muster"))
        elif index == MEMO + 1:
            from .passing import TIMES

            context.open("trinites.time", TIMES.index("scenario"))
        else:  # open the sheet with the cursor on the line of purchases
            context.open("trinites.sheet", ORDER.index("buy"), self.richest)


class Party(Menu):
    """The list of all characters, with lines that add a character.

    The characters whom the players have put aside are after the other characters.
    """

    title = "home.party"
    keys = ("k.move", "k.open")

    def entries(self) -> Entries:
        state = self.context.session.state
        self.rows = party.playing_rows(state) + party.rows_aside(state)
        return Lines(self.rows + list(NEW) + ["others"], self.line)

    def restored_entries(self, by: dict[tuple[str, Row, str], int]) -> Sequence[int]:
        return common.changed_lines(self.rows, by)

    def topic(self, index: int) -> str:
        new = index - len(self.rows)
        return ("trinite", "lines", "samples", "samples", "samples", "skills")[new] if new >= 0 else ""

    def line(self, row: str | Row) -> tuple[str, str]:
        context = self.context
        if not isinstance(row, int):
            return context.t("party." + row), ""
        if context.session.get("char", row, "used") == ASIDE:
            return common.name(context, row), context.t("party.aside")
        return common.name(context, row), common.status(context, row)

    def choose(self, index: int) -> None:
        from ..rules import roster

        context = self.context
        new = index - len(self.rows)
        if new < 0:
            context.open("trinites.card", self.rows[index])
        elif new == len(NEW):
            context.open("trinites.others")
        elif NEW[new] in ("sample", "ready"):
            first = len(roster.SAMPLES)
            self.ready_samples = (
                range(first) if NEW[new] == "sample" else range(first, first + len(roster.HEROES))
            )
            context.push(
                Picker(context, context.t("sample"), [self.sample(index) for index in self.ready_samples])
            )
        else:
            row = self.add_character(
                roster.new_character_changes(context.session.state, NEW[new] == "light", NEW[new] == "full")
            )
            if row >= 0:
                context.open("trinites.fields", 0, row, PART_NAMES.index("begin"))

    def add_character(self, changes: Sequence[Change]) -> Row:
        """Add a character, and return its row, or -1 if `changes` is empty.

        `changes` is empty if no row is unused.
        """
        if not changes:
            self.context.dialogs.show_notice(self.context.t("party.crowd"))
        elif self.context.change(changes):
            self.cursor += 1  # the new character moves the chosen line down by one
            return changes[0][1]
        return -1

    ready_samples = range(0)  # indexes in SAMPLES + HEROES of the characters that the open picker offers

    def on_result(self, result: Any) -> None:
        if result is not None:
            from ..rules import roster

            result = self.ready_samples[result]
            words = name_words(with_number(self.context, self.sample(result)))
            row = self.add_character(roster.sample_changes(self.context.session.state, result, words))
            if row >= 0:
                self.context.dialogs.show_toast(
                    "%s %s" % (common.name(self.context, row), self.context.t("what.used.1"))
                )
        self.refresh()

    def sample(self, index: int) -> str:
        """Return the name of the ready-made character with this index in SAMPLES + HEROES."""
        from ..rules import roster

        return self.context.t("sample." + (roster.SAMPLES + roster.HEROES)[index].split()[0])


class Card(Screen):
    """The picture of a character's boxes of life, state of health and Karma.

    UP and DOWN show the other characters.
    """

    keys = ("card.other", "card.sheet")
    holds = "?"

    def __init__(self, context: Context, row: Row) -> None:
        Screen.__init__(self, context)
        self.row = row

    def arguments(self) -> Arguments:
        return (self.row,)

    def is_valid(self) -> bool:
        return common.is_used(self.context, self.row)

    def large_texts(self) -> Sequence[tuple[str, Pixels]]:
        life = common.status(self.context, self.row)[1:]
        return ((life, 16),) if self.context.canvas.has_glyphs(life, 17) else ()

    def draw(self, c: Canvas) -> None:
        context = self.context
        get = context.session.get
        t = context.t
        row = self.row
        adam = get("char", row, "adam")
        line = LINES[adam]
        boxes = get("char", row, "boxes")
        top(c, common.name(context, row), t("kind.%d" % adam))
        for index in range(3 * line):
            x = 1 + 8 * (index % line)
            y = 10 + 10 * (index // line)
            c.rect(x, y, 7, 8)
            if index < boxes:
                c.fill(x + 2, y + 2, 3, 4)
        left = 8 * line + 4
        word = common.without_french_term(t("state.%d" % party.condition(context.session.state, row)))
        c.centre(8, word, c.fitting_size(word, 126 - left, (16, 8)), left, 128)
        life = common.status(context, row)
        # Draw the numbers in size 17, after the heart sign, which has only size 16.
        if c.has_glyphs(life[1:], 17):
            x = 64 + (left - c.width(life[0], 16) - c.width(life[1:], 17)) // 2
            c.text(c.text(x, 24, life[0], 16), 23, life[1:], 17)
        else:
            c.centre(24, life, 16, left, 128)
        if adam and row < FULL:
            words = t("card.karma", *self.karma())
        else:
            words = t("card.armour", get("char", row, "armour"))
        c.text(0, 40, words, c.fitting_size(words, 127, (16, 8)))
        self.strip(c)

    def karma(self) -> list[int]:
        """Return the points of Lumière [light] and of Ténèbres [darkness] left.

        An Adam' has a third reserve of Karma, whose points have one of the two natures. These points are included.
        """
        get = self.context.session.get
        scores = [get("adam", self.row, field) for field in ("deva", "archonte")]
        found = [get("adam", self.row, field) for field in ("deva_now", "archonte_now")]
        nature = party.adam_karma(*scores)[0]
        if nature != party.NONE:
            found[nature] += get("adam", self.row, "adam_now")
        return found

    def on_up(self, n: Steps) -> None:
        self.show_next(-1)

    def on_down(self, n: Steps) -> None:
        self.show_next(1)

    def show_next(self, by: int) -> None:
        """Show the card of the next character (`by` is 1), or of the previous one (-1)."""
        rows = party.playing_rows(self.context.session.state)
        if rows:
            index = rows.index(self.row) if self.row in rows else 0
            self.row = rows[(index + by) % len(rows)]
            self.context.redraw()

    def on_ok(self) -> None:
        self.context.open("trinites.sheet", 0, self.row)

    def on_hold_ok(self) -> None:
        self.context.dialogs.show_page(common.name(self.context, self.row), self.recovery_and_skills())

    def recovery_and_skills(self) -> list[str]:
        """Return lines about the character's recovery, then about the known scores."""
        context = self.context
        state = context.session.state
        row = self.row
        line = LINES[state.get("char", row, "adam")]
        boxes = state.get("char", row, "boxes")
        found = []
        if boxes and not state.get("char", row, "dead"):
            from ..rules import health, karma

            for name, figure in zip(("weeks", "days", "hours"), health.recovery_time(boxes, line)):
                if figure:
                    found.append(context.t("card." + name, figure))
            if state.get("char", row, "adam") and karma.points_to_wake(boxes, line):
                found.append(context.t("card.wake", karma.points_to_wake(boxes, line)))
        for index in party.known_skills(state, row):
            found.append("%s %d" % (common.skill_name(context, index), party.score(state, row, index)))
        return found or [context.t("card.none")]


def with_number(context: Context, name: str) -> str:
    """Return `name`, with a number if a character has this name already.

    A number at the end of `name` is removed. If a character has the name without number, a new number is added.
    """
    state = context.session.state
    named = [
        common.written_name(context, "char", row)
        for row in party.playing_rows(state) + party.rows_aside(state)
    ]
    name = found = name.rstrip("0123456789").rstrip(" ")
    number = 2
    while found in named:
        found = "%s %d" % (name[:7], number)
        number += 1
    return found


# The parts of a character's sheet, each with the fields that it shows.
PARTS = {
    "life": ("boxes", "dead", "coma", "watched", "armour", "adam", "exposed", "periods"),
    "arms": ("weapon", "sword", "range", "area"),
    "karma": ("deva", "archonte", "deva_now", "archonte_now", "adam_now", "owed_l", "owed_t", "age"),
    "xp": (
        "xp",
        "debt_l",
        "debt_t",
        "credit_l",
        "credit_t",
        "atouts",
        "versets",
        "ascendants",
        "descendants",
    ),
    "fight": ("spurred", "cowed", "prudence", "danger", "hidden", "held", "grip", "secured", "tied"),
    "tests": ("pending", "result", "tries", "pale", "dark"),
    # the fields that the players fill in for a new character; `Fields.fields` leaves out the Karma of a human
    "begin": ("name", "deva", "archonte", "s9", "s12", "s13", "s15", "s8", "s6", "weapon", "sword", "armour"),
}
# The arguments of the screen `Fields` have the index of a part in this tuple. So new parts are added at the end.
PART_NAMES = ("arms", "fight", "karma", "life", "tests", "xp", "begin")
# Fields with the value yes or no, which OK changes.
SWITCHES = ("dead", "coma", "watched", "adam", "sword", "area", "secured", "tied")
WORDS = ("spurred", "cowed", "pending")  # fields whose values are shown as words
PEOPLE = ("held",)  # fields whose value is the row of a character + 1
# For each field that has a page of the rules, the name of the page.
FIELD_PAGES = {
    "deva": "spirits",
    "archonte": "spirits",
    "weapon": "weapons",
    "armour": "order",
    "sword": "sword",
    "boxes": "lines",
    "coma": "care",
    "exposed": "aggressions",
    "age": "age",
    "xp": "awards",
    "pending": "deferred",
}
ALWAYS = ("skills", "wound")  # lines of the screen `Sheet` for every living character
CARE = ("care", "rest")  # further lines for a wounded character
SPIRIT = ("regen", "spend")  # further lines for a character with Karma
GROWTH = ("debts", "buy")  # further lines for a character with experience
# The names of all lines of the screen `Sheet`. The argument of the screen is an index in this tuple, so new
# names are added at the end.
ORDER: tuple[str, ...] = ALWAYS + CARE + SPIRIT + GROWTH
ORDER += (
    "life",
    "arms",
    "karma",
    "xp",
    "fight",
    "tests",
    "name",
    "copy",
    "back",
    "aside",
    "remove",
    "begin",
    "revive",
    "weekly",
)


class Sheet(common.OfOne):
    """The list of the acts for a character, and of the parts of the character's sheet.

    The argument `index` is the index in ORDER of the line with the cursor. The index in the list itself would
    change, because a wound or Karma adds and removes lines.
    """

    keys = ("k.move", "k.open")

    def __init__(self, context: Context, index: int = 0, row: Row = 0) -> None:
        common.OfOne.__init__(self, context, 0, row)
        self.offered = [ORDER[index]]

    def arguments(self) -> Arguments:
        # Before the list is first shown, `offered` has only the name of the line at the cursor.
        return (ORDER.index((self.offered[self.cursor :] or self.offered)[0]), self.row)

    def names(self) -> list[str]:
        """Return the names of the lines that the sheet offers now, each in ORDER."""
        get = self.context.session.get
        row = self.row
        now = party.condition(self.context.session.state, row)
        found = ["revive"] if now > UNCONSCIOUS else list(ALWAYS)
        if UNHURT < now <= UNCONSCIOUS:
            found += CARE
        if now == UNCONSCIOUS:
            found.append("weekly")
        adam = get("char", row, "adam") and row < FULL
        if common.karma_left(self.context, row) and now <= UNCONSCIOUS:
            found += SPIRIT[now == UNHURT :]
        if row < FULL:
            found += GROWTH[not get("adam", row, "debt_l") + get("adam", row, "debt_t") :]
        found += ["life", "arms"]
        if row < FULL:
            found += ["karma", "xp"] if adam else ["xp"]
        return found + [
            "fight",
            "tests",
            "begin",
            "name",
            "copy",
            "back" if get("char", row, "used") == ASIDE else "aside",
            "remove",
        ]

    def entries(self) -> Entries:
        # The cursor stays on the line with the same name. Before the list is first shown, `offered` has only
        # this name.
        index = (self.offered[self.cursor :] or self.offered)[0]
        self.offered = self.names()
        if index in self.offered:
            self.cursor = self.offered.index(index)
        return Lines(
            self.offered,
            lambda name: (
                common.list_label(self.context, name)
                if name in ("weekly", "spend")
                else self.context.t("sheet." + name),
                "",
            ),
        )

    def choose(self, index: int) -> None:
        from . import opening

        context = self.context
        name = self.asked = self.offered[index]
        state = context.session.state
        if name == "skills":
            context.open("trinites.skills", -1, self.row)
        elif name == "wound":
            context.dialogs.ask_number(context.t("sheet.wound"), 1, 1, 99, context.t("unit.pv"))
        elif name == "care":
            opening.open_care(context, opening.likely_carer(state, self.row), self.row)
        elif name == "weekly":
            opening.open_form(context, name, (opening.likely_carer(state, self.row), self.row))
        elif name in ("rest",) + SPIRIT + GROWTH:
            opening.open_form(
                context, name, (self.row,) * (1 if name == "rest" else 2 if name != "buy" else 3), asks=True
            )
        elif name in PARTS:
            context.open("trinites.fields", 0, self.row, PART_NAMES.index(name))
        elif name == "name":
            context.dialogs.ask_letters(
                context.t("sheet.name"), common.written_name(context, "char", self.row)
            )
        elif name == "copy":
            self.copy_character()
        elif name == "revive":
            if context.change([("char", self.row, "dead", 0)]):
                # open the part of the sheet where the players correct the ticked boxes
                context.open("trinites.fields", 0, self.row, PART_NAMES.index("life"))
        elif name == "remove":
            context.dialogs.confirm(context.t("remove.sure", common.name(context, self.row)))
        else:
            from ..rules import roster

            used = PLAYED if name == "back" else ASIDE
            if context.change(
                [("char", self.row, "used", used)] + roster.withdrawal_changes(state, self.row)
            ):
                context.close()

    def copy_character(self) -> None:
        """Copy this character, and open the sheet of the copy.

        If the players have named the character, the name of the copy ends with a number.
        """
        from ..rules import roster

        context = self.context
        changes = roster.copy_changes(context.session.state, self.row)
        if not changes:
            context.dialogs.show_notice(context.t("party.crowd"))
            return
        row = changes[0][1]
        name = common.written_name(context, "char", self.row)
        if name:
            changes += [
                ("char", row) + each for each in zip(NAME_FIELDS, name_words(with_number(context, name)))
            ]
        if context.change(changes):
            context.replace("trinites.sheet", 0, row)

    def on_result(self, result: Any) -> None:
        context = self.context
        if result is None or result is False:
            return
        # A result that is a text is the new name. `asked` is missing if the device has restarted meanwhile.
        if isinstance(result, str):
            context.change([("char", self.row) + each for each in zip(NAME_FIELDS, name_words(result))])
        elif self.asked == "wound":
            from ..rules.combat_rounds import wound_changes

            state = context.session.state
            before = party.condition(state, self.row)
            context.change(wound_changes(state, self.row, result))
            now = party.condition(state, self.row)
            if now > before and context.t.has_text("wound.%d" % now):  # the character faints or dies
                self.refresh()
                context.dialogs.show_notice(context.t("wound.%d" % now, common.name(context, self.row)))
                return
        elif self.asked == "remove":
            from ..rules import roster

            if context.change(roster.removal_changes(context.session.state, self.row)):
                context.close()
            return
        self.refresh()


class Fields(common.OfOne):
    """The list of the fields in one part of a character's sheet."""

    keys = ("k.move", "k.turn")

    def __init__(self, context: Context, cursor: int = 0, row: Row = 0, part: int = 0) -> None:
        common.OfOne.__init__(self, context, cursor, row)
        self.part = part

    def arguments(self) -> Arguments:
        return (self.cursor, self.row, self.part)

    def head(self) -> tuple[str, str]:
        return common.name(self.context, self.row), self.context.t("sheet." + PART_NAMES[self.part])

    def fields(self) -> Sequence[Field]:
        """Return the fields of this part that the character has."""
        found = PARTS[PART_NAMES[self.part]]
        if found[1] != "deva" or (self.row < FULL and self.context.session.get("char", self.row, "adam")):
            return found
        return found[:1] + found[3:]

    def entries(self) -> Entries:
        return Lines(self.fields(), lambda name: (self.label(name), self.value(name)))

    def label(self, name: Field) -> str:
        """Return the name of a field."""
        return (
            common.skill_name(self.context, SKILL_FIELDS.index(name))
            if name in SKILL_FIELDS
            else self.context.t("f." + name)
        )

    def topic(self, index: int) -> str:
        name = self.fields()[index]
        return "skills" if name in SKILL_FIELDS else FIELD_PAGES.get(name, "")

    def kind(self, name: Field) -> str:
        """Return the name of the Kind that has a field."""
        if name in SKILL_FIELDS:
            return "skill"
        return "adam" if name in self.context.session.state.kind("adam").index else "char"

    def value(self, name: Field) -> str:
        """Return the value of a field as text."""
        context = self.context
        if name == "name":
            return common.name(context, self.row)
        if name in SKILL_FIELDS:
            score = party.score(context.session.state, self.row, SKILL_FIELDS.index(name))
            return str(score) if score >= 0 else "—"
        value = context.session.get(self.kind(name), self.row, name)
        if name in SWITCHES:
            return context.t("yes") if value else context.t("no")
        if name in WORDS:
            return context.t("f.%s.%d" % (name, value))
        if name in PEOPLE:
            return common.name(context, value - 1) if value else "—"
        if name == "exposed":
            from ..rules import health

            names = [context.t("o." + each) for index, each in enumerate(health.KINDS) if value >> index & 1]
            return context.t("exposed", len(names)) if names[1:] else names[0] if names else "—"
        if name == "age":
            from ..rules import karma

            age = karma.apparent_age(value)
            if age is None or value <= karma.PRIME:
                return str(value)
            return context.t("card.age", value, age // 3)
        return str(value)

    def restored_entries(self, by: dict[tuple[str, Row, str], int]) -> Sequence[int]:
        names = self.fields()
        return [
            index for index in range(len(names)) if (self.kind(names[index]), self.row, names[index]) in by
        ]

    def choose(self, index: int) -> None:
        context = self.context
        name = self.fields()[index]
        title = self.label(name)
        if name == "name":
            context.dialogs.ask_letters(title, common.written_name(context, "char", self.row))
            return
        if name in SKILL_FIELDS:
            score = party.score(context.session.state, self.row, SKILL_FIELDS.index(name))
            context.dialogs.ask_number(title, max(score, 0), 0, MOST)
            return
        value = context.session.get(self.kind(name), self.row, name)
        kind = context.session.state.kind(self.kind(name))
        _, low, high, _ = kind.field(kind.index[name])
        if name == "boxes":
            high = 3 * LINES[context.session.get("char", self.row, "adam")]
        if kind.name == "adam":
            from ..rules import roster

            high = roster.karma_limits(context.session.state, self.row).get(name, high)
        if name in SWITCHES:
            self.set_field(name, 1 - value)
        elif name in WORDS:
            context.push(
                Picker(
                    context, title, [context.t("f.%s.%d" % (name, each)) for each in range(high + 1)], value
                )
            )
        elif name in PEOPLE:
            self.people = [0] + [
                row + 1 for row in party.playing_rows(context.session.state) if row != self.row
            ]
            labels = [common.name(context, who - 1) if who else "—" for who in self.people]
            context.push(
                Picker(context, title, labels, self.people.index(value) if value in self.people else 0)
            )
        elif name == "exposed":
            context.push(Exposed(context, self.row))
        else:
            context.dialogs.ask_number(title, value, low, high)

    def set_field(self, name: Field, value: Any) -> None:
        """Change a field, and the fields that depend on this field.

        `value` is a text for "name", and a number for any other field.
        """
        state = self.context.session.state
        if name == "name":
            changes = [("char", self.row) + each for each in zip(NAME_FIELDS, name_words(value))]
        elif name in SKILL_FIELDS:
            changes = party.score_changes(state, self.row, SKILL_FIELDS.index(name), value)
        elif name in ("deva", "archonte"):
            changes = party.karma_changes(state, self.row, {name: value})
        elif name == "boxes" and value < state.get("char", self.row, "boxes"):
            from ..rules import health

            changes = health.healing_changes(state, self.row, value)
        else:
            changes = [(self.kind(name), self.row, name, value)]
        if name == "adam" and not value:
            changes.append(
                ("char", self.row, "boxes", min(state.get("char", self.row, "boxes"), 3 * LINES[0]))
            )
        from ..rules.engagement import with_linked_changes

        if self.context.change(with_linked_changes(state, changes)):
            self.refresh()

    def on_result(self, result: Any) -> None:
        if result is None:
            self.refresh()
            return
        name = self.fields()[self.cursor]
        self.set_field(name, self.people[result] if name in PEOPLE else result)
        # Move to the next field, because players fill in the fields in order.
        if PART_NAMES[self.part] == "begin":
            self.move(1)
            self.has_moved = True

    # Whether an entered value has just moved the cursor to the next field. In this case one press of DOWN does
    # not move the cursor again, because players press DOWN by habit.
    has_moved = False

    def on_step(self, by: Steps) -> None:
        has_moved, self.has_moved = self.has_moved, False
        if not (has_moved and by == -1):
            common.OfOne.on_step(self, by)

    def on_ok(self) -> None:
        self.has_moved = False
        common.OfOne.on_ok(self)


class Exposed(Menu):
    """The list of continuous aggressions on a character.

    OK marks the aggression at the cursor as present or absent.
    """

    keys = ("k.move", "k.turn")

    def __init__(self, context: Context, row: Row) -> None:
        Menu.__init__(self, context)
        self.row = row

    def head(self) -> tuple[str, str]:
        return self.context.t("f.exposed"), common.name(self.context, self.row)

    def entries(self) -> Entries:
        from ..rules import health

        mask = self.context.session.get("char", self.row, "exposed")
        return [
            (self.context.t("o." + name), "", bool(mask >> index & 1))
            for index, name in enumerate(health.KINDS)
        ]

    def choose(self, index: int) -> None:
        mask = self.context.session.get("char", self.row, "exposed")
        self.context.change([("char", self.row, "exposed", mask ^ 1 << index)])
        self.refresh()


class Others(Menu):
    """The list of the six further skills. OK changes the name of a skill."""

    title = "party.others"
    keys = ("k.move", "k.turn")

    def entries(self) -> Entries:
        return [(common.skill_name(self.context, NAMED + index), "") for index in range(OTHERS)]

    def choose(self, index: int) -> None:
        context = self.context
        context.dialogs.ask_letters(
            common.skill_name(context, NAMED + index), common.written_name(context, "other", index)
        )

    def on_result(self, result: Any) -> None:
        if result is not None:
            words = zip(NAME_FIELDS, name_words(result))
            self.context.change([("other", self.cursor) + each for each in words])
        self.refresh()
