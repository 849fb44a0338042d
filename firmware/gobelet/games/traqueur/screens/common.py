"""Traqueur: functions and base classes that several screens use.

The history, the message of an undo, and the USB link also use the functions `describe` and `visible_values`.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gobelet.rules.procedure import values
from gobelet.ui.drawing.widgets import draw_large, top
from gobelet.ui.screens import asking
from gobelet.ui.screens.menu import Menu
from gobelet.ui.screens.stack import Screen

from ..rules import game
from ..rules.sheets import COMBAT, END, LIVES, MOST, OVER, PLAYERS, PREPARE, SETUP, SLOTS, UNREAD
from ..rules.tables import SPELLS, TYPES, spells

if TYPE_CHECKING:
    from collections.abc import Callable, Sequence
    from typing import Any

    from gobelet.game.session import Session
    from gobelet.rules.procedure import Outcome
    from gobelet.rules.refused import Refused
    from gobelet.rules.types import Change, Effect, Field, Name, Row, Sheet, Values
    from gobelet.ui.drawing.canvas import Canvas
    from gobelet.ui.screens.types import Context, Steps

    # (text key of the question, lowest value, highest value, start value, text keys of the values). If the last item is
    # None, the values are shown in digits.
    Question = tuple[str, int, int, int, tuple[str, ...] | None]

STAGES = {SETUP: "setup", PREPARE: "prepare", COMBAT: "combat", END: "end", OVER: "over"}
# The fields whose changes `describe` mentions, as (Kind, fields). The most important field is the first.
DESCRIBED = (
    ("game", ("players", "part")),
    ("familiar", ("type", "life", "attack", "pv", "exotic")),
    ("player", ("coins", "life", "spells", "attack", "cost", "basic", "limit", "aspect")),
    ("shop", ("there", "attack", "cost")),
    ("trap", ("count",)),
    ("game", ("left", "active", "first", "picks", "struck", "step", "common", "exotic", "deck", "copies")),
    ("game", ("cards", "cast")),
    ("option", ("net", "free", "one")),
    ("player", ("fell", "out")),
)
NUMBERS = ("life", "coins", "spells")  # the fields of a player's row that all players may see
STRIKE = "strike"  # session.chosen[STRIKE, row] is the last strike of the player in row `row`
# The start value of a question that requires an answer, so that a player cannot enter a card by presses of OK alone.
EMPTY = -1
# The questions of an `Entry` about the card of a familiar.
FAMILIAR = (
    ("f.familiar.type", 1, 3, EMPTY, tuple(["o." + name for name in TYPES])),
    ("f.familiar.exotic", 0, 1, 0, ("o.common", "o.exotic")),
    ("f.familiar.attack", 0, MOST, EMPTY, None),
    ("f.familiar.life", 1, LIVES, EMPTY, None),
)
# The questions about a player's first familiar. The first familiar is never exotic (L213).
FIRST = (FAMILIAR[0],) + FAMILIAR[2:]
WEAPON = (("f.shop.attack", 0, MOST, EMPTY, None), ("f.shop.cost", 0, MOST, EMPTY, None))


def stage_name(session: Session) -> str:
    """Return the short name of the screen for the present part of the game."""
    get = session.get
    return STAGES[get("game", 0, "part")] if get("game", 0, "players") else "home"


def player_name(context: Context, row: Row) -> str:
    """Return the name of the player in row `row`, or "—" if the row has no player."""
    return context.seat(row) or "—"


def type_key(context: Context, index: Row) -> str:
    """Return the name in TYPES of the type of the familiar in row `index`."""
    return TYPES[context.session.get("familiar", index, "type")]


def type_name(context: Context, index: Row) -> str:
    """Return the translated type of a familiar, with a star if exotic."""
    get = context.session.get
    name = context.t("o." + type_key(context, index))
    return name + " ★" if get("familiar", index, "exotic") else name


def short_name(context: Context, index: Row) -> str:
    """Return a short name of a familiar, for a list line.

    The short name consists of the player's name, the first letter of the familiar's type, and a star if exotic.
    """
    get = context.session.get
    kind = context.t("short." + type_key(context, index))
    return "%s %s%s" % (
        player_name(context, index // SLOTS),
        kind,
        "★" if get("familiar", index, "exotic") else "",
    )


def familiar_line(context: Context, index: Row, both: bool = False) -> str:
    """Return the Attack and the Life of a familiar as text.

    For a familiar that is face down, ☠ replaces the Life. If `both` is True and the familiar has lost Life, the text
    also contains the full Life on the card.
    """
    get = context.session.get
    if game.is_unread(context.session.state, index):
        return context.t("familiar.unread")
    life = get("familiar", index, "life")
    line = (
        "⚔%d ♥%d" % (get("familiar", index, "attack"), life)
        if life
        else "⚔%d ☠" % get("familiar", index, "attack")
    )
    return (
        "%s/%d" % (line, get("familiar", index, "pv"))
        if both and life < get("familiar", index, "pv")
        else line
    )


def card_line(context: Context, index: Row) -> str:
    """Return the Attack and the full Life of a familiar's card as text."""
    get = context.session.get
    if game.is_unread(context.session.state, index):
        return context.t("familiar.unread")
    return "⚔%d ♥%d" % (get("familiar", index, "attack"), get("familiar", index, "pv"))


def last_strike(context: Context) -> tuple[Row, Row, int] | None:
    """Return (striker, target, round) of the active player's last strike.

    Striker and target are rows of familiars. The result is None if the active player has not struck yet in this round,
    or cannot repeat the strike.
    """
    state = context.session.state
    row = state.get("game", 0, "active")
    found: tuple[Row, Row, int] | None = context.session.chosen.get((STRIKE, row))
    if not found or state.get("game", 0, "part") != COMBAT or found[2] != state.get("game", 0, "round"):
        return None
    there = game.fighters(state, row), game.targets(state, row)
    if [1 for side in (0, 1) if found[side] not in there[side] or game.is_unread(state, found[side])]:
        return None
    return found


def trap_lines(context: Context) -> list[tuple[str, str]]:
    """Return the list line (name, count) of each trap.

    The count is the number of times that the trap was put into a hand. If the trap must be discarded the next time, ✗
    replaces the count.
    """
    get = context.session.get
    players = get("game", 0, "players")
    counts = [get("trap", index, "count") for index in range(len(spells("piege")))]
    return [
        (spell_name(context, "piege", index), str(counts[index]) if counts[index] < players else "✗")
        for index in range(len(counts))
    ]


def weapon_line(context: Context, kind: Sheet, row: Row) -> str:
    """Return the Attack and the Cost of a weapon as text."""
    get = context.session.get
    return "⚔%d ●%d" % (get(kind, row, "attack"), get(kind, row, "cost"))


def spell_name(context: Context, family: str, index: int) -> str:
    """Return the name of a spell, by its index in its family."""
    return context.t("spell." + spells(family)[index])


def visible_values(context: Context) -> list[dict[str, Any]]:
    """Return the public values of each player, which the USB link sends.

    The values are Life, coins and number of spells of the player, and the Life of the player's familiars.
    """
    state = context.session.state
    found = []
    for row in range(state.get("game", 0, "players")):
        values = [[context.t("f.player." + name), state.get("player", row, name)] for name in NUMBERS]
        for index in game.familiars(state, row):
            is_read = not game.is_unread(state, index)
            values.append(
                [type_name(context, index), state.get("familiar", index, "life") if is_read else "?"]
            )
        out = not state.get("player", row, "life")
        found.append({"row": row, "name": player_name(context, row), "out": out, "values": values})
    return found


def describe(context: Context, effects: Sequence[Effect]) -> str:
    """Return a text about the most important effect of a transaction."""
    state = context.session.state
    found = {}
    for number, row, position, old, new in effects:
        declared = state.kinds[number]
        key = (declared.name, declared.fields[position])
        if key not in found:
            found[key] = [row, old, new]
        elif found[key][0] == row:
            # Repeated key presses have changed this field several times. The last effect has the final value.
            found[key][2] = new
    struck = ("familiar", "life") in found or ("player", "life") in found
    if struck and ("familiar", "pv") not in found and END in found.get(("game", "part"), ())[1:]:
        # The strike is described, not the end of the round or of the game that the strike has caused.
        del found["game", "part"]
    for kind, fields in DESCRIBED:
        for field in fields:
            if (kind, field) in found:
                return _field_words(context, kind, field, *found[(kind, field)])
    return ""


def _field_words(context: Context, kind: Sheet, field: Field, row: Row, old: int, new: int) -> str:
    """Return a text about the change of one field from `old` to `new`."""
    t = context.t
    if field == "part":
        return t("home." + STAGES[new])
    name = t("f." + kind + "." + field)
    if field == "cast":
        cast = [player_name(context, each) for each in range(PLAYERS) if (old ^ new) >> each & 1]
        return "%s %s" % (" ".join(cast), name)
    if field == "step":
        return "%s %d→%d" % (name, old + 1, new + 1)  # the screen shows the steps numbered from 1
    if field == "players":
        return "%s %s→%s" % (name, old or "—", new or "—")
    if kind == "player":
        name = "%s %s" % (player_name(context, row), name)
    elif kind == "familiar":
        name = "%s %s" % (t("setup.familiar.of", player_name(context, row // SLOTS)), name)
    elif kind == "shop":
        weapon = t("shop.weapon", row + 1)
        name = weapon if field == "there" else "%s %s" % (weapon, name)
    elif kind == "trap":
        name = spell_name(context, "piege", row)
    if field in ("active", "first"):
        return "%s %s" % (name, player_name(context, new))
    names: Sequence[str] = ()
    if field == "type":
        names = ["o." + each for each in TYPES[:UNREAD]] + ["familiar.unread"]
    elif field == "aspect":
        names = ["aspect.none"] + ["spell." + each for each in SPELLS[0].split()[2:]]
    elif field == "there":
        names = ("familiar.unread", "f.shop.there")
    elif field in ("basic", "out", "struck") or kind == "option":
        names = ("no", "yes")
    elif (kind, field) == ("familiar", "exotic"):
        names = ("o.common", "o.exotic")
    if not names:
        return "%s %d→%d" % (name, old, new)
    # The message of an undo omits the last word before the arrow. This word must be the whole old value, so the spaces
    # inside a value are replaced by no-break spaces.
    return "%s %s→%s" % ((name,) + tuple([t(names[value]).replace(" ", "\xa0") for value in (old, new)]))


def card_form(context: Context, index: Row) -> Entry:
    """Return a form that asks for the values on the card of a familiar.

    The familiar in row `index` has the type UNREAD, because its card is not entered yet.
    """
    return Entry(context, context.t("setup.familiar.of", player_name(context, index // SLOTS)), FIRST)


def store_card(context: Context, index: Row, answer: Sequence[int]) -> bool:
    """Store the answers of `card_form`; return whether they were stored.

    The result is False if an undo has removed the familiar while the form was open.
    """
    state = context.session.state
    kind, attack, pv = answer
    return game.is_unread(state, index) and context.change(
        game.take_familiar(state, index // SLOTS, kind, 0, attack, pv, index)
    )


class Plan:
    """The Outcome of a Procedure without dice, before its changes are applied.

    A Plan has the Procedure, the rows that fill its roles, the values of its inputs, and the Outcome. The constructor
    raises `Refused` if the rules forbid the act.
    """

    def __init__(self, context: Context, name: Name, rows: list[Row], given: Values) -> None:
        session = context.session
        self.proc = session.procedure(session.procedure_index(name))
        self.rows = rows
        session.fill_inputs(self.proc, rows, given)
        self.values = values(self.proc, given)
        # The first step of a Procedure without dice returns its Outcome.
        self.outcome: Outcome = self.proc.step(self.values, None)  # type: ignore[assignment]

    def changes(self, context: Context) -> list[Change]:
        """Return the changes of the Outcome."""
        return context.session.outcome_changes(self.proc, self.rows, self.outcome)


class Asking(asking.Asking):
    """A menu that updates its lines from the Sheets after each answer of a player."""

    def on_result(self, result: Any) -> None:
        asking.Asking.on_result(self, result)
        if self.context.navigation.stack.top() is self:  # False if the answer has opened another screen
            self.on_show()

    def apply_changes(self, changes: Sequence[Change] | None) -> bool:
        """Apply the changes; return whether they were applied.

        If `changes` is None, because the rules forbid the act, the result is False.
        """
        return changes is not None and self.context.change(changes)

    def ask_effect(self, refused: Refused, then: Callable[..., object], *args: Any) -> None:
        """Ask the player whether the effect of a card allows an act that the rules forbid.

        If the player answers yes, then(*args) is called.
        """
        context = self.context
        question = "%s. %s" % (context.messages.refusal(refused), context.t("effect.sure"))
        self.confirm(question, then, *args)

    def read_card(self, index: Row, then: Callable[[Row], object] | None = None) -> None:
        """Ask for the card of the familiar in row `index`; after that, call then(index)."""
        self.ask(card_form(self.context, index), self._on_card_read, index, then)

    def _on_card_read(self, answer: Sequence[int], index: Row, then: Callable[[Row], object] | None) -> None:
        if store_card(self.context, index, answer) and then:
            then(index)

    def open_page(self, name: str) -> None:
        """Open the rules page whose text key is "page.<name>"."""
        self.context.dialogs.show_rule(name)

    def explain(self, plan: Plan, title: str = "") -> None:
        """Open a page that explains how the Outcome of a Plan is computed.

        The page ends with the text of the rule page about the Procedure.
        """
        context = self.context
        name = plan.proc.name
        lines = [context.t(key, *args) for key, args in context.session.explain(plan.proc, plan.values, [])]
        context.dialogs.show_page(title or context.t("why"), lines + context.t("page." + name).split("|")[1:])


class SheetScreen(Asking):
    """Base class of menus whose subject, such as a player, an undo may remove.

    If `is_valid` returns False, the menu closes. A subclass draws in `draw_content`.
    """

    holds = "?"
    is_shown = False  # the last result of `is_valid`; if False, `draw` draws nothing

    def is_valid(self) -> bool:
        """Tell whether the Sheets still have the subject of this screen."""
        return True

    def on_show(self) -> None:
        self.is_shown = self.is_valid()
        if self.is_shown:
            Menu.on_show(self)
        else:
            self.list = []
            self.context.defer(self.leave_if_invalid)

    def leave_if_invalid(self) -> None:
        """Close this screen if it is invalid, and is the top screen.

        After a restart another screen may be above this screen. In that case this screen stays open.
        """
        if self.context.navigation.stack.top() is self and not self.is_valid():
            self.leave_for_stage()

    def leave_for_stage(self) -> None:
        self.context.close()

    def draw(self, c: Canvas) -> None:
        if self.is_shown:
            self.draw_content(c)

    def draw_content(self, c: Canvas) -> None:
        """Draw the screen; `draw` calls this method only if the screen is valid."""
        Menu.draw(self, c)


class Stage(SheetScreen):
    """Base class of the screens for one part of the game.

    `part` is the part of the game. When another part of the game begins, the screen for that part replaces this screen.
    """

    part = SETUP

    def is_valid(self) -> bool:
        return stage_name(self.context.session) == STAGES[self.part]

    def leave_for_stage(self) -> None:
        name = stage_name(self.context.session)
        if name == "home":
            self.context.close()
        else:
            self.context.replace("traqueur." + name)


class Entry(Screen):
    """A form that asks several questions, one after the other.

    `fields` has the Questions. UP and DOWN change the value, OK shows the next question, BACK the previous question.
    While the value is EMPTY, OK only shows a message. After the last question the form closes, and its result is the
    tuple of all values.
    """

    def __init__(self, context: Context, title: str, fields: Sequence[Question]) -> None:
        Screen.__init__(self, context)
        self.title = title
        self.fields = fields
        self.values = [field[3] for field in fields]
        self.at = 0
        self.keys = ("k.change", "k.next")

    def value_text(self, index: int) -> str:
        """Return the value of the question at `index`, as a word or in digits."""
        if self.values[index] == EMPTY:
            return "—"
        names = self.fields[index][4]
        return self.context.t(names[self.values[index]]) if names else str(self.values[index])

    def draw(self, c: Canvas) -> None:
        t = self.context.t
        top(c, self.title, "%d/%d" % (self.at + 1, len(self.fields)))
        end = c.text(0, 8, t(self.fields[self.at][0]), 16)
        # Earlier answers are shown beside the question. The only earlier answer in digits is the Attack, whose sign ⚔
        # distinguishes it from Cost and Life.
        is_read = [
            ("" if self.fields[index][4] else "⚔") + self.value_text(index) for index in range(self.at)
        ]
        c.align_right(128, 12, c.shorten(" ".join(is_read), 124 - end))
        draw_large(c, self.value_text(self.at), 24, 32)
        last = self.at + 1 == len(self.fields)
        self.keys = ("k.change", "" if self.values[self.at] == EMPTY else "k.set" if last else "k.next")
        self.strip(c)

    def on_step(self, by: Steps) -> None:
        _, low, high, _, names = self.fields[self.at]
        value = self.values[self.at] + by
        if self.values[self.at] == EMPTY:
            value = by if by > 0 else high + 1 + by if names else low
        if names:
            value = low + (value - low) % (high + 1 - low)
        self.values[self.at] = max(low, min(high, value))

    def on_ok(self) -> None:
        if self.values[self.at] == EMPTY:
            self.context.dialogs.show_toast(self.context.t("entry.empty"))
            return
        self.at += 1
        if self.at == len(self.fields):
            self.context.close(tuple(self.values))

    def on_back(self) -> None:
        if self.at:
            self.at -= 1
        else:
            self.context.close()
