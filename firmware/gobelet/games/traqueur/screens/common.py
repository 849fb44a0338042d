"""Traqueur: functions for several screens, words for a change, and base classes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gobelet.rules.procedure import values
from gobelet.ui.drawing.widgets import big, top
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

    # The key of the text, the lowest, highest and start value, and the keys of the values or None.
    Question = tuple[str, int, int, int, tuple[str, ...] | None]

STAGES = {SETUP: "setup", PREPARE: "prepare", COMBAT: "combat", END: "end", OVER: "over"}
# The fields whose change `describe` names, the most important first.
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
NUMBERS = ("life", "coins", "spells")  # the public fields of a player
STRIKE = "strike"  # session.chosen[STRIKE, row] is the last strike of a player
EMPTY = -1  # the start of a question without an answer, so that OK alone cannot enter a card
# The questions about a card, see `Entry`.
FAMILIAR = (
    ("f.familiar.type", 1, 3, EMPTY, tuple(["o." + name for name in TYPES])),
    ("f.familiar.exotic", 0, 1, 0, ("o.common", "o.exotic")),
    ("f.familiar.attack", 0, MOST, EMPTY, None),
    ("f.familiar.life", 1, LIVES, EMPTY, None),
)
# The first familiar of a player is never exotic (L213), so this form has no question about that.
FIRST = (FAMILIAR[0],) + FAMILIAR[2:]
WEAPON = (("f.shop.attack", 0, MOST, EMPTY, None), ("f.shop.cost", 0, MOST, EMPTY, None))


def stage_name(session: Session) -> str:
    """Return the short name of the screen for the present part of the game."""
    get = session.get
    return STAGES[get("game", 0, "part")] if get("game", 0, "players") else "home"


def player_name(context: Context, row: Row) -> str:
    """Return the name of a player; "—" stands for no player."""
    return context.seat(row) or "—"


def type_key(context: Context, index: Row) -> str:
    """Return the name of a familiar's type in TYPES."""
    return TYPES[context.session.get("familiar", index, "type")]


def type_name(context: Context, index: Row) -> str:
    """Return words for the type of a familiar, with a star if it is exotic."""
    get = context.session.get
    name = context.t("o." + type_key(context, index))
    return name + " ★" if get("familiar", index, "exotic") else name


def short_name(context: Context, index: Row) -> str:
    """Return the name of a familiar in a few letters.

    The name has the player, the first letter of the type, and a star if the familiar is exotic.
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

    A familiar that is face down has ☠ instead of the Life. If `both` is set and the familiar has lost Life,
    the text also has the Life of the card.
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
    """Return the Attack and the full Life on the card of a familiar as text."""
    get = context.session.get
    if game.is_unread(context.session.state, index):
        return context.t("familiar.unread")
    return "⚔%d ♥%d" % (get("familiar", index, "attack"), get("familiar", index, "pv"))


def last_strike(context: Context) -> tuple[Row, Row, int] | None:
    """Return (striker, target, round) of the active player's last strike.

    Striker and target are rows of familiars. The result is None if the strike cannot be repeated in this
    round.
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
    """List (name, count) of each trap.

    The count is how often the trap was put into a hand. The sign ✗ means that it may not go into a hand
    again.
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
    """Return the public values of each player.

    They are the player's numbers and the Life of the familiars.
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
    """Return words for a transaction, from its most important effect."""
    state = context.session.state
    found = {}
    for number, row, position, old, new in effects:
        declared = state.kinds[number]
        key = (declared.name, declared.fields[position])
        if key not in found:
            found[key] = [row, old, new]
        elif found[key][0] == row:
            found[key][2] = new  # repeated presses for one number have several effects; the last one counts
    struck = ("familiar", "life") in found or ("player", "life") in found
    if struck and ("familiar", "pv") not in found and END in found.get(("game", "part"), ())[1:]:
        del found["game", "part"]  # the strike is more important than the end of round or game it caused
    for kind, fields in DESCRIBED:
        for field in fields:
            if (kind, field) in found:
                return _field_words(context, kind, field, *found[(kind, field)])
    return ""


def _field_words(context: Context, kind: Sheet, field: Field, row: Row, old: int, new: int) -> str:
    """Return words for the change of one field."""
    t = context.t
    if field == "part":
        return t("home." + STAGES[new])
    name = t("f." + kind + "." + field)
    if field == "cast":
        cast = [player_name(context, each) for each in range(PLAYERS) if (old ^ new) >> each & 1]
        return "%s %s" % (" ".join(cast), name)
    if field == "step":
        return "%s %d→%d" % (name, old + 1, new + 1)  # the screen counts from 1
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
    # The spaces are no-break spaces: after an undo, all but the last word counts as the name.
    return "%s %s→%s" % ((name,) + tuple([t(names[value]).replace(" ", "\xa0") for value in (old, new)]))


def card_form(context: Context, index: Row) -> Entry:
    """Return the form for the card of a familiar that is not entered yet."""
    return Entry(context, context.t("setup.familiar.of", player_name(context, index // SLOTS)), FIRST)


def store_card(context: Context, index: Row, answer: Sequence[int]) -> bool:
    """Store the answers of `card_form`; return whether that was possible.

    An undo may have removed the familiar meanwhile.
    """
    state = context.session.state
    kind, attack, pv = answer
    return game.is_unread(state, index) and context.change(
        game.take_familiar(state, index // SLOTS, kind, 0, attack, pv, index)
    )


class Plan:
    """A Procedure without dice before it is applied.

    A Plan has the rows, the values and the Outcome of the Procedure. Creating a Plan raises `Refused` if the rules
    refuse the act.
    """

    def __init__(self, context: Context, name: Name, rows: list[Row], given: Values) -> None:
        session = context.session
        self.proc = session.procedure(session.procedure_index(name))
        self.rows = rows
        session.fill_inputs(self.proc, rows, given)
        self.values = values(self.proc, given)
        # Without dice the first step is the last one.
        self.outcome: Outcome = self.proc.step(self.values, None)  # type: ignore[assignment]

    def changes(self, context: Context) -> list[Change]:
        """Return the changes of the Outcome."""
        return context.session.outcome_changes(self.proc, self.rows, self.outcome)


class Asking(asking.Asking):
    """A menu that reads the Sheets again after each answer."""

    def on_result(self, result: Any) -> None:
        asking.Asking.on_result(self, result)
        if self.context.navigation.stack.top() is self:  # otherwise the answer has opened another screen
            self.on_show()

    def apply_changes(self, changes: Sequence[Change] | None) -> bool:
        """Apply the changes; return whether they were applied.

        None stands for changes that the rules have refused.
        """
        return changes is not None and self.context.change(changes)

    def ask_effect(self, refused: Refused, then: Callable[..., object], *args: Any) -> None:
        """Ask whether an effect allows an act that the rules refuse.

        If the player answers yes, call then(*args).
        """
        context = self.context
        question = "%s. %s" % (context.messages.refusal(refused), context.t("effect.sure"))
        self.confirm(question, then, *args)

    def read_card(self, index: Row, then: Callable[[Row], object] | None = None) -> None:
        """Ask for the card of a familiar that is not entered yet, then call then(index)."""
        self.ask(card_form(self.context, index), self._on_card_read, index, then)

    def _on_card_read(self, answer: Sequence[int], index: Row, then: Callable[[Row], object] | None) -> None:
        if store_card(self.context, index, answer) and then:
            then(index)

    def open_page(self, name: str) -> None:
        """Open the rule page `name`."""
        self.context.dialogs.rule(name)

    def explain(self, plan: Plan, title: str = "") -> None:
        """Show how the effect of a Plan comes about, then the rule page of its Procedure."""
        context = self.context
        name = plan.proc.name
        lines = [context.t(key, *args) for key, args in context.session.explain(plan.proc, plan.values, [])]
        context.dialogs.page(title or context.t("why"), lines + context.t("page." + name).split("|")[1:])


class SheetScreen(Asking):
    """Base of a menu that a change of the Sheets may make invalid.

    The menu closes when `is_valid` is False. Subclasses draw in `draw_content`.
    """

    holds = "?"
    is_shown = False  # the last result of `is_valid`, which drawing uses

    def is_valid(self) -> bool:
        """Tell whether the Sheets still have the object on this screen."""
        return True

    def on_show(self) -> None:
        self.is_shown = self.is_valid()
        if self.is_shown:
            Menu.on_show(self)
        else:
            self.list = []
            self.context.defer(self.leave_if_invalid)

    def leave_if_invalid(self) -> None:
        """Close the screen if it is invalid.

        After a restart another screen may be on top of it. Then this screen stays.
        """
        if self.context.navigation.stack.top() is self and not self.is_valid():
            self.leave_for_stage()

    def leave_for_stage(self) -> None:
        self.context.close()

    def draw(self, c: Canvas) -> None:
        if self.is_shown:
            self.draw_content(c)

    def draw_content(self, c: Canvas) -> None:
        """Draw the screen, which is valid."""
        Menu.draw(self, c)


class Stage(SheetScreen):
    """Base of the screens that belong to one part of the game, `part`.

    In another part of the game, the screen of that part replaces it.
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
    """A form with several numbers in turn.

    OK asks for the next number, BACK for the previous one. Each of `fields` is a Question. OK does not leave a field
    that is still EMPTY. The form closes with the tuple of all values.
    """

    def __init__(self, context: Context, title: str, fields: Sequence[Question]) -> None:
        Screen.__init__(self, context)
        self.title = title
        self.fields = fields
        self.values = [field[3] for field in fields]
        self.at = 0
        self.keys = ("k.change", "k.next")

    def value_text(self, index: int) -> str:
        """Return the value of a field in words or digits."""
        if self.values[index] == EMPTY:
            return "—"
        names = self.fields[index][4]
        return self.context.t(names[self.values[index]]) if names else str(self.values[index])

    def draw(self, c: Canvas) -> None:
        t = self.context.t
        top(c, self.title, "%d/%d" % (self.at + 1, len(self.fields)))
        end = c.text(0, 8, t(self.fields[self.at][0]), 16)
        # The only number among the earlier answers is the Attack. Without a sign it could be taken for the
        # Cost.
        is_read = [
            ("" if self.fields[index][4] else "⚔") + self.value_text(index) for index in range(self.at)
        ]
        c.right(128, 12, c.shorten(" ".join(is_read), 124 - end))
        big(c, self.value_text(self.at), 24, 32)
        last = self.at + 1 == len(self.fields)
        self.keys = ("k.change", "" if self.values[self.at] == EMPTY else "k.set" if last else "k.next")
        self.strip(c)

    def shift(self, by: Steps) -> None:
        _, low, high, _, names = self.fields[self.at]
        value = self.values[self.at] + by
        if self.values[self.at] == EMPTY:
            value = by if by > 0 else high + 1 + by if names else low
        if names:
            value = low + (value - low) % (high + 1 - low)
        self.values[self.at] = max(low, min(high, value))

    def ok(self) -> None:
        if self.values[self.at] == EMPTY:
            self.context.dialogs.toast(self.context.t("entry.empty"))
            return
        self.at += 1
        if self.at == len(self.fields):
            self.context.close(tuple(self.values))

    def back(self) -> None:
        if self.at:
            self.at -= 1
        else:
            self.context.close()
