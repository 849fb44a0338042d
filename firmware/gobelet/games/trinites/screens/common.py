"""Trinités: functions that several screens of the game use."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gobelet.rules.procedure import lane
from gobelet.ui.drawing.letters import name_of, short_name
from gobelet.ui.drawing.numbers import signed_text
from gobelet.ui.drawing.widgets import plain  # noqa: F401 (the other screens have it from here)
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

# Procedures without dice whose key is the number of boxes that are ticked afterwards.
LIVES = ("rest", "regen")
# The page of the rules about each Procedure without dice.
RULE_PAGES = {
    "debts": "debts",
    "buy": "prices",
    "rest": "recovery",
    "regen": "regeneration",
    "spend": "spending",
}

DEAD = "☠"
# Actions whose form does not ask for a target. For a draw or an object, the target is only a character who
# may react. A character who may notice a hidden one has a separate roll.
UNAIMED = ("draw", "destroy", "hide")
ATTACKS = ("", "corps", "melee", "")  # the skill of the attack to which another target reacts
LISTED = ("zone", "init", "boxes", "dead", "coma")  # fields whose values the lists of characters show


class OfOne(Menu):
    """A list about one character, valid while the row has a character."""

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
    """Return the name that the players wrote for a row, or "" for none."""
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

    The name is the one written on the device, else the one sent from a computer, else the usual one.
    """
    found = written_name(context, "char", row)
    if found:
        return found
    if row >= FULL:
        return context.t("usual.light", row - FULL + 1)
    return context.messages.name(row) or context.t("usual.full").split()[row]


def short_names(context: Context, rows: Sequence[Row]) -> list[str]:
    """Return the short form of each name, the same on every screen.

    The short form is "" for the row -1, an unknown character.
    """
    found = {-1: ""}
    for row in range(max(rows) + 1):
        if row in rows or is_used(context, row):
            found[row] = short_name(name(context, row), found.values())
    return [found[row] for row in rows]


def shorten_longest(c: Canvas, names: list[str], short: Sequence[str], room: Pixels, size: Size = 8) -> bool:
    """Shorten the longest of `names` until all fit, and tell whether they fit.

    The names are replaced one by one, each by its form in `short`.
    """
    while sum([c.width(name, size) for name in names]) > room:
        spare = [c.width(names[index], size) * (names[index] != short[index]) for index in range(len(names))]
        if not any(spare):
            return False
        longest = spare.index(max(spare))
        names[longest] = short[longest]
    return True


def list_label(context: Context, name: str) -> str:
    """Return the name of an action, short enough for the line of a list."""
    return context.t.get(name + ".short") or context.t(name)


def skill_name(context: Context, index: Skill) -> str:
    """Return the name of a skill."""
    if index >= NAMED:
        found = written_name(context, "other", index - NAMED)
        if found:
            return found
    return context.t("o." + OPTIONS[index])


def test_words(context: Context, values: Values) -> str:
    """Return a test in words.

    The words are the skill, and its difficulty if that is not 0.
    """
    level = LEVEL_VALUES[values["level"]]
    name = skill_name(context, values["skill"])
    return "%s %s" % (name, signed_text(level)) if level else name


def status(context: Context, row: Row) -> str:
    """Return words for a character in a list.

    The words are the PV left, the hours until death in a coma, or the sign of a dead character.
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
    """Return the index in ATTEMPTS of the next test with these values.

    `row` is -1 for an unknown character, whose every test is a first attempt.
    """
    level = lane(proc, values, "roll") - values["score"] - RETRY[values["attempt"]]
    return party.attempt_index(session.state, row, values["skill"], values["score"], level)


def fill_unstored_values(context: Context, proc: Procedure, rows: Sequence[Row], given: Values) -> None:
    """Add to `given` the values for a purchase or a care.

    No single field of a Sheet has these values.
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
    """Return the name of an object in a row of the Sheet."""
    return context.t("object." + OBJECTS[context.session.get("object", row, "kind") - 1].split()[0])


def karma_left(context: Context, row: Row) -> int:
    """Return the points of Karma that a character can still spend."""
    get = context.session.get
    if row >= FULL or not get("char", row, "adam"):
        return 0
    return sum([get("adam", row, field) for field in ("deva_now", "archonte_now", "adam_now")])


def with_own_sheets(proc: Procedure, rows: list[Row]) -> list[Row]:
    """Return `rows` with the rows of the actor's further Sheets.

    A further Sheet has the same row as the actor. "adam" has no row for a light adversary, so the row is -1.
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
    """Return the names of the characters in a roll, for the top band."""
    roles = ["me", "other", "target"]
    if proc.name == "move" and not is_aimed(proc, values):
        roles.pop()
    shown = [rows[index] for index in range(len(rows)) if proc.roles[index] in roles]
    words = "→".join([name(context, row) if row >= 0 else "?" for row in shown])
    if not any([row >= 0 for row in shown]):
        words = ""
    return with_real_dice(context, words) if by_hand else words


def is_used(context: Context, row: Row) -> bool:
    """Tell whether a row has a character.

    An undo may have removed the character.
    """
    return context.session.get("char", row, "used") != 0


def changed_lines(rows: Sequence[Row], by: dict[tuple[str, Row, str], int]) -> list[int]:
    """Return the lines of `rows` that an undo has changed.

    `Menu.restored_entries` describes `by`.
    """
    changed = [row for kind, row, field in by if kind == "char" and field in LISTED]
    return [index for index in range(len(rows)) if rows[index] in changed]


def open_page(context: Context, name: str) -> bool:
    """Open the page `name` of the rules, and tell whether it exists."""
    if not context.t.has("page." + name):
        return False
    context.dialogs.rule(name)
    return True


def pv_words(values: Values, boxes: int) -> str:
    """Return words for the PV before and after."""
    most = 3 * LINES[values["body"]]
    return "%d→%d" % (most - values["boxes"], most - boxes)


def skill_of_option(proc: Procedure, given: Values, option: str) -> str:
    """Return the name of the skill that an option of a reaction means.

    "same" means the skill of the attack.
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
    """Return words for the XP before and after the payment of debts."""
    return "%d→%d" % (values["xp"], xp)


def price_words(context: Context, values: Values, price: int) -> str:
    """Return words for the XP before and after a purchase."""
    return xp_words(context, values, values["xp"] - price)


def karma_words(context: Context, values: Values, rounds: int) -> str:
    """Return words for the Karma before and after spending.

    In a combat the words have the Karma left after this round. If the effect takes several rounds, the words
    have their number too.
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


# The functions that write the outcome of each Procedure that changes the XP or the Karma.
ACCOUNTS = {"debts": xp_words, "buy": price_words, "spend": karma_words}
