"""Trinités: functions and names that several screens of the game use."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gobelet.rules.procedure import lane
from gobelet.ui.drawing.letters import name_of, short_name
from gobelet.ui.drawing.numbers import signed_text
from gobelet.ui.drawing.widgets import without_french_term  # noqa: F401 (the other screens import it from here)
from gobelet.ui.screens.menu import Menu
from gobelet.words.wording import with_real_dice

from ..rules import party
from ..rules.damage import OBJECTS, UNCONSCIOUS, fatal_hour
from ..rules.sheets import FULL, LINES, NAME_FIELDS, NAMED
from ..rules.tables import COMBAT, FIXED, LEVEL_VALUES, OPTIONS, RETRY

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gobelet.game.session import Session
    from gobelet.rules.procedure import Procedure
    from gobelet.rules.types import Row, Sheet, Values
    from gobelet.ui.drawing.canvas import Canvas
    from gobelet.ui.drawing.types import Pixels, Size
    from gobelet.ui.screens.types import Arguments, Context

    from ..rules.party import Skill

# Procedures without dice whose outcome key is the character's number of ticked boxes after a rest or a regeneration.
# A ticked box of the lines of life is a lost PV (life point).
LIVES = ("rest", "regen")
# For each Procedure without dice, the name of the page of the rules about it.
RULE_PAGES = {
    "debts": "debts",
    "buy": "prices",
    "rest": "recovery",
    "regen": "regeneration",
    "spend": "spending",
}

DEAD = "☠"
# Actions whose form does not ask for a target. The target of "draw" and "destroy" is only a character who may
# react to the action. Other characters may notice the actor of "hide" in separate rolls.
UNAIMED = ("draw", "destroy", "hide")
# The skill of each kind of attack on several targets. The index is the value of the input "attack" of the
# Procedure "dodge". The item is "" for an attack other than a strike.
ATTACKS = ("", "corps", "melee", "")
LISTED = ("zone", "init", "boxes", "dead", "coma")  # fields of "char" that the lists of characters show


class OfOne(Menu):
    """A menu about one character, which stays open only while the character exists.

    `row` is the character's row of the Kind "char".
    """

    def __init__(self, context: Context, cursor: int = 0, row: Row = 0) -> None:
        Menu.__init__(self, context, cursor)
        self.row = row

    def arguments(self) -> Arguments:
        return (self.cursor, self.row)

    def is_valid(self) -> bool:
        return is_used(self.context, self.row)

    def head(self) -> tuple[str, str]:
        return name(self.context, self.row), status(self.context, self.row)


def written_name(context: Context, kind: Sheet, row: Row) -> str:
    """Return the name that the players wrote for a row of a Kind, or ""."""
    get = context.session.get
    if not get(kind, row, NAME_FIELDS[0]):
        return ""
    words = tuple([get(kind, row, field) for field in NAME_FIELDS])
    cache = context.session.cache
    if words not in cache:
        cache[words] = name_of(words)
    return cache[words]


def name(context: Context, row: Row) -> str:
    """Return the name of a character.

    The players may have written the name on the device, or sent it from a computer. If they have not, the function
    returns the name that the game gives to every character in this row.
    """
    found = written_name(context, "char", row)
    if found:
        return found
    if row >= FULL:
        return context.t("usual.light", row - FULL + 1)
    return context.messages.name(row) or context.t("usual.full").split()[row]


def short_names(context: Context, rows: Sequence[Row]) -> list[str]:
    """Return the short names of the characters in `rows`.

    A character has the same short name on every screen, and no two characters have the same short name. The short
    name is "" for the row -1, an unknown character.
    """
    found = {-1: ""}
    for row in range(max(rows) + 1):
        if row in rows or is_used(context, row):
            found[row] = short_name(name(context, row), found.values())
    return [found[row] for row in rows]


def shorten_longest(c: Canvas, names: list[str], short: Sequence[str], room: Pixels, size: Size = 8) -> bool:
    """Shorten `names` until all fit into `room` together, and tell whether they fit.

    The longest name is replaced first, by the name at the same index in `short`.
    """
    while sum([c.width(name, size) for name in names]) > room:
        spare = [c.width(names[index], size) * (names[index] != short[index]) for index in range(len(names))]
        if not any(spare):
            return False
        longest = spare.index(max(spare))
        names[longest] = short[longest]
    return True


def list_label(context: Context, name: str) -> str:
    """Return the name of a Procedure, short enough for a line of a list."""
    return context.t.get(name + ".short") or context.t(name)


def skill_name(context: Context, index: Skill) -> str:
    """Return the name of a skill."""
    if index >= NAMED:
        found = written_name(context, "other", index - NAMED)
        if found:
            return found
    return context.t("o." + OPTIONS[index])


def test_words(context: Context, values: Values) -> str:
    """Return the text that describes a test.

    The text is the name of the skill, followed by the difficulty unless that is 0.
    """
    level = LEVEL_VALUES[values["level"]]
    name = skill_name(context, values["skill"])
    return "%s %s" % (name, signed_text(level)) if level else name


def status(context: Context, row: Row) -> str:
    """Return the text about a character's health in a list.

    The text is the PV left, the hour of death for a character in a coma, or the sign DEAD.
    """
    get = context.session.get
    state = context.session.state
    condition = party.condition(state, row)
    line = LINES[get("char", row, "adam")]
    boxes = get("char", row, "boxes")
    if condition == UNCONSCIOUS and not get("char", row, "coma"):
        return context.t("status.coma", fatal_hour(boxes, line))
    return DEAD if condition > UNCONSCIOUS else context.t("status.pv", 3 * line - boxes, 3 * line)


def next_attempt(session: Session, proc: Procedure, row: Row, values: Values) -> int:
    """Return the index in ATTEMPTS, such as a second attempt, of the next test.

    `row` is -1 for an unknown character, whose every test is a first attempt.
    """
    level = lane(proc, values, "roll") - values["score"] - RETRY[values["attempt"]]
    return party.attempt_index(session.state, row, values["skill"], values["score"], level)


def fill_unstored_values(context: Context, proc: Procedure, rows: Sequence[Row], given: Values) -> None:
    """Add to `given` the input values that are computed from several fields.

    Only the Procedures "buy" (a purchase) and "care" have such values.
    """
    if proc.name == "buy":
        from ..rules.growth import suggest_base

        suggest_base(context.session.state, rows[2], given)
    elif proc.name == "care":
        from ..rules.health import own_attempts

        for i in proc.inputs:
            given.setdefault(i.name, i.start)
        given["aided"] = own_attempts(context.session.state, rows[0], given)


def object_name(context: Context, row: Row) -> str:
    """Return the name of the attacked object in a row of the Kind "object"."""
    return context.t("object." + OBJECTS[context.session.get("object", row, "kind") - 1].split()[0])


def karma_left(context: Context, row: Row) -> int:
    """Return the points of Karma that a character can still spend."""
    get = context.session.get
    if row >= FULL or not get("char", row, "adam"):
        return 0
    return sum([get("adam", row, field) for field in ("deva_now", "archonte_now", "adam_now")])


def with_own_sheets(proc: Procedure, rows: list[Row]) -> list[Row]:
    """Return `rows` with the rows of the roles "adam" and "skill" filled in.

    These roles have the same row as the actor, the role "me". The row of "adam" is -1 for a light adversary, an
    opponent without a full sheet, who has no Karma.
    """
    if "me" not in proc.roles:
        return rows
    me = rows[proc.roles.index("me")]
    return [
        rows[index]
        if proc.roles[index] not in ("adam", "skill")
        else me
        if proc.roles[index] == "skill" or me < FULL
        else -1
        for index in range(len(rows))
    ]


def is_aimed(proc: Procedure, values: Values) -> bool:
    """Tell whether an action has a target.

    A move has a target if it leads to a character, or if a character is in the way.
    """
    if proc.name == "move":
        return bool(values["to"] or values["reaction"])
    return proc.name not in UNAIMED


def subject(context: Context, proc: Procedure, rows: Sequence[Row], by_hand: bool, values: Values) -> str:
    """Return the names of the characters in a roll, for the top of the screen.

    `by_hand` tells whether the players throw real dice.
    """
    roles = ["me", "other", "target"]
    if proc.name == "move" and not is_aimed(proc, values):
        roles.pop()
    shown = [rows[index] for index in range(len(rows)) if proc.roles[index] in roles]
    words = "→".join([name(context, row) if row >= 0 else "?" for row in shown])
    if not any([row >= 0 for row in shown]):
        words = ""
    return with_real_dice(context, words) if by_hand else words


def is_used(context: Context, row: Row) -> bool:
    """Tell whether a row of the Kind "char" has a character.

    An undo may have removed the character.
    """
    return context.session.get("char", row, "used") != 0


def changed_lines(rows: Sequence[Row], by: dict[tuple[str, Row, str], int]) -> list[int]:
    """Return the indexes in `rows` of the characters that an undo has changed.

    The keys of `by` are (kind, row, field), see `Menu.restored_entries`.
    """
    changed = [row for kind, row, field in by if kind == "char" and field in LISTED]
    return [index for index in range(len(rows)) if rows[index] in changed]


def open_page(context: Context, name: str) -> bool:
    """Open the page `name` of the rules, and tell whether it exists."""
    if not context.t.has_text("page." + name):
        return False
    context.dialogs.show_rule(name)
    return True


def pv_words(values: Values, boxes: int) -> str:
    """Return the text with the PV left before and after a recovery."""
    most = 3 * LINES[values["body"]]
    return "%d→%d" % (most - values["boxes"], most - boxes)


def skill_of_option(proc: Procedure, given: Values, option: str) -> str:
    """Return the name of the skill that the target uses for the reaction `option`.

    The option "same" stands for the skill of the attack.
    """
    if option != "same" or proc.name not in COMBAT:
        return option
    if proc.name == "dodge":
        return ATTACKS[given.get("attack", 0)]
    for i in proc.inputs:
        if i.name == "skill" and i.options:
            return i.options[given.get("skill", 0)]
    return FIXED.get(proc.name, "")


def xp_words(context: Context, values: Values, xp: int) -> str:
    """Return the text with the XP before and after the payment of debts."""
    return "%d→%d" % (values["xp"], xp)


def price_words(context: Context, values: Values, price: int) -> str:
    """Return the text with the XP before and after a purchase."""
    return xp_words(context, values, values["xp"] - price)


def karma_words(context: Context, values: Values, rounds: int) -> str:
    """Return the text with the Karma before and after spending.

    In a combat the text has the Karma left after this round, in which the character pays one point of each nature.
    If the payment takes several rounds, the text also has the number of rounds.
    """
    from ..rules.karma import NATURES, reserves

    found = []
    for nature, left in zip(NATURES, reserves(values)):
        now = sum([points for _, points in left])
        spent = values[nature]
        if spent:
            after = now - (1 if values["zone"] else spent)
            found.append("%s\u00a0%d→%d" % (context.t("karma." + nature), now, after))
    if rounds > 1:
        found.append(context.t("spend.rounds", rounds))
    return ", ".join(found)


# For each Procedure that changes the XP or the Karma, the function that returns the text of its outcome.
ACCOUNTS = {"debts": xp_words, "buy": price_words, "spend": karma_words}
