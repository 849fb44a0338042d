"""Trinités: the form of a roll, filled with the values that the Sheets have."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gobelet.rules.procedure import lane
from gobelet.rules.refused import Refused
from gobelet.ui.drawing.numbers import signed_text
from gobelet.ui.screens import form
from gobelet.ui.screens.menu import Picker
from gobelet.words.wording import figure

from ..rules import party
from ..rules.damage import UNCONSCIOUS, health_state
from ..rules.sheets import FAILED, FULL, LINES, OBJECTS, SKILL_FIELDS
from ..rules.tables import COMBAT, FIXED, OPTIONS, is_cancelling_pair
from . import common
from .common import ACCOUNTS, LIVES, pv_words

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from gobelet.rules.procedure import Input
    from gobelet.rules.types import Name, Row, Sides, Values
    from gobelet.ui.drawing.canvas import Canvas
    from gobelet.ui.screens.types import Asked, Context

    from ..rules.party import Skill

# Roles for the further Sheets of the actor. Their row has the same index as the actor's row of the Kind "char".
OWN_SHEETS = ("adam", "skill")
# Each tuple has an input for a skill, the input for the score, and the role of the character who tests the skill.
SCORES = (
    ("skill", "score", "me"),
    ("skill_a", "score_a", "me"),
    ("skill_b", "score_b", "other"),
    ("reaction", "t_score", "target"),
)
SKILL_ROLES = {skill: who for skill, _, who in SCORES}
SKILLS = ("skill", "skill_a", "skill_b")
OPPONENTS = ("other", "target")
CARES = ("care", "weekly")  # Procedures whose role "me" is a carer, and whose role "target" is a patient
# Procedures whose form also asks for the character in the role "me".
ACTOR_ASKED = ("oppose", "alert") + CARES
REACTIONS = ("react", "notice")  # Procedures for the reaction of a third character to an action
# (role, lane of the role's modifiers) for the actor and the target of an action.
BLOW_LANES = (("me", "roll"), ("target", "react"))
SHORT_ENOUGH = 4  # maximum number of letters in a name that a label shows in full
PRIME_INPUTS = ("prime", "penalty", "imposed")
# For each of `health.AGGRESSIONS`, the skill that a character tests.
AGGRESSION_SKILLS = ("endurance", "survie", "endurance", "survie", "endurance", "endurance")
# {name of an input: name of the page of the rules about the input}. A name "<Procedure>.<input>" stands for the
# input of this one Procedure.
TOPICS = {
    "level": "levels",
    "level_a": "levels",
    "level_b": "levels",
    "near": "levels",
    "attempt": "retries",
    "adam": "trinite",
    "adam_a": "trinite",
    "adam_b": "trinite",
    "aim": "direct",
    "result": "deferred",
    "extra": "announce",
    "cover": "cover",
    "source": "spirits",
    "plan": "announce",
    "reaction": "reaction",
    "unaware": "surprise",
    "t_cover": "cover",
    "behind": "cover",
    "span": "shoot",
    "weapon": "order",
    "sword": "sword",
    "twice": "sword",
    "condition": "initiative",
    "caught": "surprise",
    "material": "objects",
    "dragging": "grip",
    "noted": "deferred",
    "alert.noted": "surprise",
    "crowd": "reaction",
    "destroy.aim": "destroy",
    "to": "move",
    "area": "shoot",
    "react": "reaction",
    "notice": "hide",
    # The name of a Procedure stands for all its inputs that have no page of their own.
    "care": "care",
    "weekly": "recovery",
    "aggression": "aggressions",
    "fall": "burns",
    "fire": "burns",
    "engaged": "draw",
    "into": "dislodge",
    "dislodge.metres": "dislodge",
    "apart": "destroy",
    "bare": "order",
}


class Form(form.Form):
    """A form whose list has the inputs first, then the characters in the roll."""

    alone = (
        "level near prime penalty imposed condition kind climate size aim what reaction span cover t_cover behind "
        "nature source skill skill_a skill_b to boxes"
    ).split()

    def __init__(self, context: Context, number: int, *given: int) -> None:
        form.Form.__init__(self, context, number, *given)
        self.fill_only_roles()

    def fill_only_roles(self) -> None:
        """Set the row of each unknown role that only one character can have."""
        for index in range(len(self.rows)):
            if self.rows[index] < 0 and self.proc.roles[index] not in OWN_SHEETS:
                found = self.candidates(index)
                if len(found) == 1:
                    self.rows[index] = found[0]
        self.rows = common.with_own_sheets(self.proc, self.rows)

    def from_sheets(self) -> Values:
        from . import suggestions

        self.fill_scores()
        return suggestions.values_from_sheets(self.context, self.proc, self.rows, self.given, self.entered)

    def on_show(self) -> None:
        get = self.context.session.get
        for index in range(len(self.rows)):  # an undo may have removed a character or an object
            kind, field = ("object", "kind") if self.proc.roles[index] == "object" else ("char", "used")
            if self.rows[index] >= 0 and not get(kind, self.rows[index], field):
                self.rows[index] = -1
        self.fill_only_roles()
        form.Form.on_show(self)

    def refresh(self) -> None:
        cursor = self.cursor
        form.Form.refresh(self)
        if self.error is None and self.proc.name in COMBAT:
            self.error = self.refusal()
            if self.error is not None:
                self.values = self.resolution = self.now = None
        if self.error is not None:  # name the character in the refusal, if the role's row is known
            row = self.row(str(self.error.fields.get("name", "")).partition(".")[2])
            if row >= 0:
                self.error.fields["name"] = row
        roles = [each for each in self.list if isinstance(each, int)]
        self.list = [each for each in self.list if not isinstance(each, int)]
        if self.values is not None:  # add a line for each modifier from the Sheets
            self.list += [
                each for each in self.proc.inputs if each.name in self.filled and each.modifier(self.values)
            ]
        self.list += roles
        self.cursor = min(cursor, self.last_line())

    def refusal(self) -> Refused | None:
        """Return the Refused for an action by an unconscious or dead actor.

        The result is None if the actor can act (L402), or is unknown.
        """
        from ..rules.combat_rounds import is_able

        row = self.row("me") if "me" in self.proc.roles else -1
        state = self.context.session.state
        if row < 0 or is_able(state, row):
            return None
        return Refused("TR-E08" if state.get("char", row, "dead") else "TR-E32", name="who.me")

    def candidates(self, index: int) -> Sequence[Row]:
        role = self.proc.roles[index]
        if role in OWN_SHEETS:
            return ()
        if role == "object":
            return [row for row in range(OBJECTS) if self.context.session.get("object", row, "pv")]
        if role == "target" and self.proc.name in COMBAT:
            from .suggestions import targets

            return targets(self.context, self.proc, self.rows, self.given)
        if self.proc.name in REACTIONS and role == "me":
            from .suggestions import other_reactors

            return other_reactors(self.context.session.state, self.row("target"))
        state = self.context.session.state
        rows = party.living_rows(state)
        if self.proc.name in CARES and (role == "me" or self.proc.name == "weekly"):
            # A carer must be conscious. The patient of a weekly test must be unconscious.
            rows = [row for row in rows if (party.condition(state, row) == UNCONSCIOUS) != (role == "me")]
        if role == "me" and self.proc.name == "oppose":  # a character cannot oppose its own stored result
            rows = [row for row in rows if row != self.row("other")]
        if role == "other":
            rows = [row for row in rows if row != self.row("me")]
            if self.proc.name == "oppose":  # offer the characters with a stored result, if there are any
                rows = [row for row in rows if state.get("char", row, "pending")] or rows
        if len(self.rows) > 1 and OWN_SHEETS[0] in self.proc.roles:
            rows = [row for row in rows if row < FULL]
        return rows

    def has_choice(self, index: int) -> bool:
        if self.proc.roles[index] != "target" or self.proc.name not in COMBAT:
            return form.Form.has_choice(self, index)
        # `candidates` is not called here, because its import of `suggestions` takes memory.
        return len(party.other_rows(self.context.session.state, self.row("me"))) > 1

    def row(self, role: Name) -> Row:
        """Return the row of a role, or -1 if the role is unknown or missing.

        In a Procedure without an actor, the role "me" stands for the target.
        """
        if role == "me" and role not in self.proc.roles:
            role = "target"
        return self.rows[self.proc.roles.index(role)] if role in self.proc.roles else -1

    def tested_skill(self, name: Name) -> Skill:
        """Return the index of the tested skill, or -1 if there is none.

        The skill is the value of the input `name`, or the only skill of the Procedure.
        """
        if self.proc.name == "dodge":  # the skill of a "dodge" is the input "reaction"
            name = "reaction"
        for each in self.proc.inputs:
            if each.name == name and each.options is not None:
                option = each.options[self.given.get(name, each.start)]
                option = common.skill_of_option(self.proc, self.given, option)
                return OPTIONS.index(option) if option in OPTIONS else -1
        if self.proc.name == "aggression":
            return OPTIONS.index(AGGRESSION_SKILLS[self.given.get("kind", 0)])
        return OPTIONS.index(FIXED[self.proc.name]) if self.proc.name in FIXED else -1

    def fill_scores(self) -> None:
        """Fill in the scores that the sheets of the characters in the roll have."""
        state = self.context.session.state
        names = [each.name for each in self.proc.inputs]
        for skill, score, role in SCORES:
            row = self.row(role)
            index = self.tested_skill(skill) if row >= 0 and score in names else -1
            if index >= 0:
                known = party.score(state, row, index)
                if known >= 0 and score not in self.entered:
                    self.given[score] = known

    def complete(self) -> None:
        self.fill_scores()
        common.fill_unstored_values(self.context, self.proc, self.rows, self.given)

    # Lines

    def title(self) -> str:
        if self.proc.name == "test":
            return common.test_words(self.context, self.unchecked_values())
        return form.Form.title(self)

    def subject(self) -> str:
        values = self.values or self.unchecked_values()
        return common.subject(self.context, self.proc, self.rows, self.context.dice.by_hand, values)

    def value(self, line: Input | int) -> str:
        text = form.Form.value(self, line)
        if isinstance(line, int):
            return text
        if self.is_cancelled_penalty(line):
            return ""
        if line.options is OPTIONS:
            text = common.skill_name(self.context, self.given.get(line.name, line.start))
        elif line.name == "boxes" and self.proc.name not in LIVES:
            # Show the state of health in place of the number of ticked boxes, then the modifier for this state.
            values = self.unchecked_values()
            text = (
                self.context.t("state.%d" % health_state(values["boxes"], LINES[values["body"]]))
                + text[len(str(values["boxes"])) :]
            )
        elif line.name in self.filled:  # for a value from the Sheets, show only the modifier
            text = text.partition(" ")[2]
        return common.without_french_term(text)

    def lanes(self) -> str:
        """Return the text with the sum of the modifiers in each lane.

        The two characters of a direct confrontation have the lanes "a" and "b". In other rolls the actor has the
        lane "roll", and the target who reacts has the lane "react". If the actor opposes a stored result, the text
        begins with this result. The sum in the lane "react" is shown even if the sum is 0.
        """
        # While the cursor is on the first line, `questions` shows the sums of a duel beside the names.
        if self.proc.name == "duel" and self.values:
            return self.context.t("versus", *[self.points(who) for who in "ab"]) if self.cursor else ""
        if self.summed is None and self.values and "t_score" in self.values and self.values["reaction"]:
            self.summed = "  ".join([self.checksum_of(*side) for side in BLOW_LANES])
        elif self.summed is None:
            sums = form.Form.lanes(self)
            if self.proc.name == "oppose" and self.values and self.rows[1] >= 0:
                self.summed = (waiting_words(self.context, self.rows[1]) + "  " + sums).strip()
        return self.summed or ""

    def checksum_of(self, role: Name, name: str) -> str:
        """Return the text with a character's short name and a sum of modifiers.

        The modifiers are those in the lane `name`. If the character in the role is unknown, the text has the label
        of the lane in place of the short name.
        """
        row = self.row(role)
        who = common.short_names(self.context, [row])[0] or self.context.t("lane." + name)
        return who + "\u00a0" + self.points(name)

    def points(self, name: str) -> str:
        """Return the sum of the modifiers in the lane `name` as text, "+0" for 0."""
        points = lane(self.proc, self.values, name)
        return signed_text(points) if points else "+0"

    def label(self, line: Input | int) -> str:
        """Return the label of a line of the form, or a warning about a penalty.

        A penalty is a disadvantage that pays for a prime, an advantage of the action. The warning replaces the
        label of a penalty that only cancels the prime, because a penalty should be a real hindrance (L735). In a
        direct confrontation the label of an input names the actor or the opponent, if this character is known.
        """
        label = form.Form.label(self, line)
        if isinstance(line, int):
            names = ("role.reacts", "role.me") if self.proc.name in REACTIONS else ()
            return self.context.t(names[line]) if names else label
        side = line.name[-1]
        if self.proc.name == "duel" and line.name[-2] == "_":
            row = self.rows["ab".index(side)]
            if row >= 0:
                who = common.name(self.context, row)
                if len(who) > SHORT_ENOUGH:
                    who = common.short_names(self.context, [row])[0]
                label = label.replace(self.context.t("lane." + side), who)
            return label
        return self.context.t("form.void") if self.is_cancelled_penalty(line) else label

    def is_cancelled_penalty(self, line: Input) -> bool:
        """Tell whether `line` is a penalty that only cancels the prime, see `label`."""
        if line.name != "penalty" or not line.options:
            return False
        prime = [
            each.options[self.given.get("prime", 0)]
            for each in self.proc.inputs
            if each.name == "prime" and each.options
        ]
        return is_cancelling_pair(prime[0], line.options[self.given.get("penalty", 0)])

    def dice_words(self, dice: Sequence[Sides]) -> str:
        """Return the text for `dice`; the text for the two d12 of a Trinité is two signs.

        The player of a Trinité chooses one of the two dice. A text such as 2d12 would suggest their sum.
        """
        return self.context.t("dice.two") if list(dice) == [12, 12] else form.Form.dice_words(self, dice)

    def preview(self) -> tuple[str, str]:
        if self.proc.name in LIVES:
            return pv_words(self.values, self.now.key), "♥"
        if self.proc.name in ACCOUNTS:
            return ACCOUNTS[self.proc.name](self.context, self.values, self.now.key), form.Form.preview(self)[
                1
            ]
        return form.Form.preview(self)

    def draw_roll(self, c: Canvas) -> None:
        if self.proc.name == "buy" and not (self.error or self.pending_lines()):
            self.odds = self.resolution.odds()
            xp, unit = self.preview()
            figure(c, 8, 34, xp, unit, 124)
            from .purchase import draw_bought

            draw_bought(c, self.context, self.values)
        else:
            form.Form.draw_roll(self, c)

    def questions(self, hidden: Sequence[str] = ()) -> list[Asked]:
        found = form.Form.questions(self, ("equal",) if not self.values.get("aim", 1) else ())
        if self.proc.name in ("duel", "oppose"):
            # The first question is about the character in the first role, the second about the second role.
            for index in (0, 1):
                name = (
                    found[index][0] if self.rows[index] < 0 else common.name(self.context, self.rows[index])
                )
                if self.proc.name == "duel":
                    name += " " + self.points("ab"[index])
                found[index] = (name,) + found[index][1:]
        return found

    def draw(self, c: Canvas) -> None:
        form.Form.draw(self, c)
        if self.proc.name == "note" and not (self.cursor or self.error or self.pending_lines()):
            words = common.without_french_term(common.test_words(self.context, self.values))
            c.text(2, 48, words)

    # Changes

    def roll(self) -> None:
        """Roll, but ask first if the new result would replace a stored result."""
        row = self.row("me")
        if self.proc.name == "note" and row >= 0 and self.context.session.get("char", row, "pending"):
            self.context.dialogs.confirm(self.context.t("note.sure", waiting_words(self.context, row)))
        else:
            form.Form.roll(self)

    def missing_roles(self) -> list[int]:
        """Return the indexes of the unknown roles for which the form asks.

        The form asks for an opponent, and for the actor of some Procedures, if several characters are possible.
        The players choose a character, or skip the question.
        """
        if self.unnamed or not common.is_aimed(self.proc, self.values or self.unchecked_values()):
            return []
        return [
            index
            for index in range(len(self.rows))
            if self.rows[index] < 0
            and (self.proc.roles[index] in OPPONENTS or (index == 0 and self.proc.name in ACTOR_ASKED))
            and self.has_choice(index)
        ]

    def on_result(self, result: Any) -> None:
        if result is True:
            form.Form.roll(self)
        else:
            form.Form.on_result(self, result)

    def edit(self, line: Any) -> None:
        if not isinstance(line, int) and line.name in self.filled:  # players change this value on the sheet
            self.context.open(
                "trinites.sheet", 0, self.context.session.row_of_role(self.proc, self.rows, line.role)
            )
        else:
            form.Form.edit(self, line)

    def question(self, line: Any) -> str:
        """Return the text of the question for a line.

        The question for a skill names the character who tests the skill. The question for the opponent in a direct
        confrontation names the actor.
        """
        if self.proc.name == "duel" and line == self.proc.roles.index("other"):
            me = self.row("me")
            who = common.name(self.context, me) if me >= 0 else self.context.t("role.me")
            return self.context.t("duel.other.ask", who)
        if self.proc.name == "move" and line == self.proc.roles.index("target") and not self.given["to"]:
            return self.context.t("ask", self.context.t("role.reacts"))
        row = self.row(SKILL_ROLES.get(line.name, "")) if not isinstance(line, int) else -1
        return (
            self.context.t("skill.of", common.name(self.context, row))
            if row >= 0
            else form.Form.question(self, line)
        )

    def option_picker(self, line: Input, title: str) -> Picker:
        """Return the picker for the options of an input.

        A picker for a skill also shows the scores that the character's sheet has.
        """
        if line.options is not OPTIONS:
            return form.Form.option_picker(self, line, title)
        row = self.row(SKILL_ROLES[line.name])
        labels = [common.skill_name(self.context, index) for index in range(len(OPTIONS))]
        scores = [
            party.score(self.context.session.state, row, index) if row >= 0 else -1
            for index in range(len(labels))
        ]
        name = "skill_a" if line.name == "skill_b" and line.name not in self.entered else line.name
        now = self.given.get(name, line.start)
        if not now and row >= 0 and name not in self.entered:
            now = (party.known_skills(self.context.session.state, row) + [0])[0]
        return Picker(
            self.context,
            title,
            labels,
            now,
            (),
            [str(score) if score >= 0 else "" for score in scores],
        )

    def row_name(self, index: int, row: Row) -> str:
        if self.proc.roles[index] == "object":
            return common.object_name(self.context, row)
        return form.Form.row_name(self, index, row)

    def set_row(self, index: int, row: Row) -> None:
        role = self.proc.roles[index]
        # Forget the values that the players entered for the previous character.
        kept = SKILLS + (("to", "reaction") if self.proc.name == "move" else ("attempt",))
        if role == "target":
            kept += ("weapon", "sword", "area")
        self.entered = [name for name in self.entered if name in kept]
        for _, score, whose in SCORES:
            if whose == role and score in self.given and row != self.rows[index]:
                # Forget the score of the previous character. `fill_scores` reads the score of the new character.
                self.given[score] = 0
        if role == "me" and self.row("other") == row:
            # The new actor was the opponent, so the two characters exchange their roles.
            self.rows[self.proc.roles.index("other")] = self.rows[index]
        self.rows[index] = row
        self.rows = common.with_own_sheets(self.proc, self.rows)
        if role == "me" and self.proc.name in COMBAT:
            from .suggestions import first_values

            self.given.update(first_values(self.context, self.proc, self.rows))
        if min([self.row(role) for role in ("me", "other", "target") if role in self.proc.roles]) >= 0:
            self.cursor = 0  # move the cursor to the line of the roll, because all characters are known
        self.refresh()

    def set_value(self, input: Input, value: int) -> None:
        """Set the value of an input, and store an entered score on the sheet."""
        for skill, score, role in SCORES:
            row = self.row(role)
            if (
                input.name == score
                and row >= 0
                and self.tested_skill(skill) >= 0
                and not self.given.get("chained")
            ):
                self.context.change(
                    party.score_changes(self.context.session.state, row, self.tested_skill(skill), value)
                )
        for skill, score, _ in SCORES:
            if input.name in (skill, "skill", "reaction") and score in self.given:
                # Forget the score of the previous skill. `fill_scores` reads the score of the new skill.
                self.given[score] = 0
        self.given[input.name] = value
        self.note_entry(input.name)
        if self.proc.name == "buy" and input.name in ("what", "skill"):
            # Forget the base (score without bonus) that the players wished for in the previous purchase.
            self.entered = [name for name in self.entered if name != "target"]
        elif input.name == "base" and not self.given.get("what") and self.row("skill") >= 0:
            # Store the entered base of the skill on the sheet.
            field = SKILL_FIELDS[self.given.get("skill", 0)]
            self.context.change([("skill", self.row("skill"), field, value)])
        if input.name == "gross":
            self.cursor = 0
        self.refresh()

    def note_entry(self, name: str) -> None:
        """Note that the players have entered the input `name`.

        The shared form notes only an input whose value differs from the value on the Sheets. This form also notes
        an attempt and a reaction before the players have chosen the character. This form also
        notes a third character's score in a reaction to an action that is not applied yet. No sheet stores this
        score.
        """
        form.Form.note_entry(self, name)
        if name not in self.offered and (
            name in ("attempt", "reaction") or (name == "score" and self.given.get("chained"))
        ):
            self.entered.append(name)

    # Values

    def topics(self, input: Input) -> Sequence[str]:
        if input.name not in PRIME_INPUTS:
            return ()
        has = self.context.t.has_text
        return [option if has("page." + option) else "" for option in input.options or ()]

    def topic(self) -> str:
        """Return the name of the page of the rules about the line at the cursor, or ""."""
        # The first line shows the chances. A Procedure without dice has no chances, so this line has a page.
        if self.cursor == 0 and not self.has_dice():
            page = common.RULE_PAGES.get(self.proc.name, self.proc.name)
            return page if self.context.t.has_text("page." + page) else ""
        if not 0 < self.cursor <= len(self.list) or isinstance(self.list[self.cursor - 1], int):
            return ""
        line = self.list[self.cursor - 1]
        if line.name in PRIME_INPUTS:
            name = line.options[self.given.get(line.name, line.start)]
            if not self.context.t.has_text("page." + name):
                name = "prime"  # the option "none" has no page of its own
        else:
            name = TOPICS.get(self.proc.name + "." + line.name) or TOPICS.get(line.name)
            name = name or TOPICS.get(self.proc.name) or common.RULE_PAGES.get(self.proc.name)
            if self.proc.name in COMBAT and not name and (line.mods or line.name == "what"):
                name = self.proc.name  # an input with modifiers shows the help page of the Procedure
        return name if name and self.context.t.has_text("page." + name) else ""

    def help(self) -> str:
        return form.Form.help(self) or self.topic()

    def on_hold_ok(self) -> None:
        if not (self.topic() and common.open_page(self.context, self.topic())):
            form.Form.on_hold_ok(self)


def waiting_words(context: Context, row: Row) -> str:
    """Return the text with a character's stored result and, if known, the skill."""
    get = context.session.get
    index = get("char", row, "pending_skill")
    text = context.t("test.0") if get("char", row, "pending") == FAILED else str(get("char", row, "result"))
    return (
        "%s %s" % (common.without_french_term(common.skill_name(context, index - 1)), text) if index else text
    )
