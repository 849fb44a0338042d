"""Counters: names of players, counters and marks, and texts that describe changes."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gobelet.rules.clock import clock_text
from gobelet.ui.drawing.letters import name_of
from gobelet.ui.drawing.widgets import number_text

from ..rules.sheets import MARKS, NAME_FIELDS, OWN_MARKS, PLAYERS, VALUE_FIELDS, word
from ..rules.turns import is_out

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gobelet.rules.sheet import State
    from gobelet.rules.types import Effect, Row
    from gobelet.ui.screens.types import Context

    from .home import Earlier


# fields for which the text about a change has the old and the new value
_NUMBERS = ("players", "others", "counters", "die", "start", "step", "low", "high")


def own_name(context: Context, kind: str, row: Row) -> str:
    """Return the name that the players wrote for a row of the Kind; "" without a name."""
    if not context.session.get(kind, row, NAME_FIELDS[0]):
        return ""
    return name_of([context.session.get(kind, row, field) for field in NAME_FIELDS])


def player(context: Context, row: Row) -> str:
    """Return the name of a player or non-player.

    A player has the name of the seat, unless an older version stored a name in the Sheet. A non-player has a
    name that players wrote, or a name such as "Other 2".
    """
    if row >= PLAYERS:
        return own_name(context, "player", row) or context.t("other", row - PLAYERS + 1)
    return own_name(context, "player", row) or context.seat(row)


def marked_name(context: Context, row: Row) -> str:
    """Return the name of a player, after a sign for the player's state.

    The sign is "☠" if the player is out. For a player who is not out but has marks, the sign is "•".
    """
    ails = "•" if context.session.get("player", row, "marks") else ""
    return ("☠" if is_out(context.session.state, row) else ails) + player(context, row)


def mark(context: Context, index: int) -> str:
    """Return the name of a mark: a usual name, or a word that players wrote."""
    if index < len(MARKS):
        return context.t("mark." + MARKS[index])
    return own_name(context, "mark", index - len(MARKS)) or context.t("mark.own", index - len(MARKS) + 1)


def marks(context: Context, row: Row) -> str:
    """Return the names of a player's marks in one line."""
    bits = context.session.get("player", row, "marks")
    return ", ".join([mark(context, index) for index in range(len(MARKS) + OWN_MARKS) if bits >> index & 1])


def counter(context: Context, row: Row) -> str:
    """Return the name of a counter."""
    index = context.session.get("counter", row, "word")
    return context.t("word." + word(index)[0]) if index else own_name(context, "counter", row) or "?"


def value(context: Context, row: Row, index: int) -> int:
    """Return the value of the counter `index` for the player `row`."""
    return context.session.get("player", row, VALUE_FIELDS[index])


def with_whole_times(state: State | Earlier, effects: Sequence[Effect]) -> list[Effect]:
    """List `effects` so that each changed time has both fields, minutes and seconds.

    The journal has only effects of changed fields. If minutes or seconds did not change, the list gets an effect with
    equal old and new values, which `state` has. Effects on the times of players are first, because a player's time is
    more informative than the time of the turn.
    """
    player = state.index["player"]
    mine = [
        effect
        for effect in effects
        if effect[0] == player and state.kinds[player].fields[effect[2]] in ("m", "s")
    ]
    found = mine + [effect for effect in effects if effect not in mine]
    there = [effect[:3] for effect in effects]
    for number, row, index, _, _ in effects:
        names = state.kinds[number].fields
        for one, other in (("m", "s"), ("s", "m")):
            if names[index] == one and (number, row, names.index(other)) not in there:
                value = state.get(state.kinds[number].name, row, other)
                found.append((number, row, names.index(other), value, value))
    return found


def _time_words(context: Context, effects: Sequence[Effect]) -> str:
    """Return text with a time before and after a change.

    The time is a player's time or the time of the turn.
    """
    state = context.session.state
    number, row = effects[0][:2]
    kind = state.kinds[number]
    old: dict[str, int] = {}
    new: dict[str, int] = {}
    for other, at, index, before, after in with_whole_times(state, effects):
        if (other, at) == (number, row):
            old.setdefault(kind.fields[index], before)
            new[kind.fields[index]] = after
    who = player(context, row) if kind.name == "player" else context.t("f.m")
    return "%s %s→%s" % (who, clock_text(old["m"] * 60 + old["s"]), clock_text(new["m"] * 60 + new["s"]))


def _initiative_words(context: Context, effects: Sequence[Effect]) -> str:
    """Return text for a change of the initiative.

    If only one player or non-player has a new score or tie, the text has the name.
    """
    fields = context.session.state.kinds[effects[0][0]].fields
    for name in ("score", "tie"):
        found = [effect for effect in effects if fields[effect[2]] == name]
        if len(found) == 1:
            _, row, _, old, new = found[0]
            told = "%s %s" % (player(context, row), context.t("order"))
            return told if name == "tie" else "%s %s→%s" % (told, number_text(old), number_text(new))
        if found:
            break
    return context.t("order")


def _mark_words(context: Context, before: int, after: int) -> str:
    """Return text for a change of marks.

    `before` and `after` are bit masks of the marks. The text names the marks that were set and the marks that were
    removed.
    """
    found = []
    for index in range(len(MARKS) + OWN_MARKS):
        if (before ^ after) >> index & 1:
            found.append(("✓ " if after >> index & 1 else "✗ ") + mark(context, index))
    return ", ".join(found)


def describe(context: Context, effects: Sequence[Effect]) -> str:
    """Return text that describes a transaction.

    The first effect selects the text, unless the transaction changes marks.
    """
    kinds = context.session.state.kinds
    number, row, index, old, new = effects[0]
    kind = kinds[number]
    field = kind.fields[index]
    who = ""
    for other, at, position, before, after in effects:
        if kinds[other].name == "player" and kinds[other].fields[position] == "marks":
            return "%s %s" % (player(context, at), _mark_words(context, before, after))
    if field in ("m", "s"):
        return _time_words(context, effects)
    if field == "turn":
        return context.t("told.turn", player(context, new))
    if field in ("score", "tie", "rank"):
        return _initiative_words(context, [effect for effect in effects if kinds[effect[0]].name == "player"])
    if kind.name == "counter":
        who = counter(context, row) + " "
    elif kind.name == "player":
        who = player(context, row) + " "
    if field in VALUE_FIELDS:
        name = counter(context, VALUE_FIELDS.index(field))
    else:
        name = context.t("f." + ("name" if field in NAME_FIELDS else field))
        if field not in _NUMBERS:
            return who + name
    for effect in effects:
        if effect[:3] == (number, row, index):
            new = effect[4]  # the last effect decides: a field has one effect for each press that changed it
    return "%s%s %s→%s" % (who, name, number_text(old), number_text(new))
