"""Trinités: the text that describes a change, for an undo and for the history."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gobelet.ui.drawing.letters import name_of

from ..rules.sheets import LINES, NAME_FIELDS, NAMED
from .common import name, skill_name, without_french_term

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gobelet.rules.sheet import State
    from gobelet.rules.types import Effect, Field, FieldNumber, Row, Sheet
    from gobelet.ui.screens.types import Context

SWITCHES = ("dead", "coma", "watched", "sword", "area", "secured", "tied")  # fields with the value yes or no
# Fields whose effect says enough about a change. If a change has effects on several of these fields, the caller
# describes only the first of these effects.
FIRST = ("dead", "boxes", "tries", "round", "pending", "deva_now", "archonte_now", "adam_now")


def describe(context: Context, effects: Sequence[Effect]) -> str | Sequence[Effect]:
    """Return the text that describes a change, or effects for the caller to describe.

    A text exists for example for a new or removed character, a name, a score and the start of a combat. Any other
    change has no text here, so the caller describes the returned effects.
    """
    state = context.session.state
    t = context.t
    others: list[Effect] = []  # effects for which this module has no text
    turns = entered = ""
    zones = {}
    words = _written_names(state, effects)
    rows = {state.kinds[effect[0]].fields[effect[2]]: effect[1] for effect in effects}
    if "aided" in rows and "boxes" not in rows:  # a failed care changes "aided", but no ticked boxes
        return name(context, rows["aided"]) + " " + without_french_term(t("care"))
    for effect in effects:
        number, row, index, old, new = effect
        kind = state.kinds[number]
        field = kind.fields[index]
        if field == "used":
            return "%s %s" % (words.get(row) or name(context, row), t("what.used.%d" % new))
        found = _value_words(context, kind.name, field, *effect[1:])
        if field == "round":
            found = _round_words(context, effects, old, new)
        elif not (found or others):
            found = _switch_words(context, field, row, old, new)
        if found:
            return found
        if field in FIRST:
            return [effect]
        if field == "active":
            # Replace the spaces in names by no-break spaces, because an undo shows only one word after the arrow.
            names = [
                name(context, who).replace(" ", "\u00a0") if who >= 0 else t("turn.nobody")
                for who in (old, new)
            ]
            turns = "%s %s→%s" % (t("f.active"), names[0], names[1])
        if field == "zone":
            zones[row] = old, new
        # A character enters a combat, or leaves the combat.
        elif field == "init" and row in zones and not all(zones[row]):
            scores = [str(score) if zone else "—" for score, zone in zip((old, new), zones[row])]
            entered = entered or "%s %s %s→%s" % (name(context, row), t("f.init"), scores[0], scores[1])
        others.append(effect)
    return entered or turns or others


def _value_words(
    context: Context, kind: Sheet, field: Field, row: Row, index: FieldNumber, old: int, new: int
) -> str:
    """Return the text for the change of a name, score, option or PV (life points).

    The text for any other change is "".
    """
    t = context.t
    if field in NAME_FIELDS:
        return "%s %s" % (
            name(context, row) if kind == "char" else skill_name(context, NAMED + row),
            t("f.name"),
        )
    if kind in ("skill", "zodiac"):
        scores = ["—" if score < 0 else str(score) for score in (old, new)]
        return "%s %s %s→%s" % (name(context, row), skill_name(context, index), scores[0], scores[1])
    if kind == "option":
        return _yes_or_no(context, t("option." + field), old, new)
    if field == "boxes":
        most = 3 * LINES[context.session.get("char", row, "adam")]
        return "%s %s %d→%d" % (name(context, row), t("unit.pv"), most - old, most - new)
    return ""


def _switch_words(context: Context, field: Field, row: Row, old: int, new: int) -> str:
    """Return the text for the change of a field in SWITCHES, or "" for any other."""
    if field in SWITCHES:
        return _yes_or_no(context, name(context, row) + " " + context.t("f." + field), old, new)
    return ""


def _yes_or_no(context: Context, what: str, old: int, new: int) -> str:
    return "%s %s→%s" % (what, context.t("yes" if old else "no"), context.t("yes" if new else "no"))


def _round_words(context: Context, effects: Sequence[Effect], old: int, new: int) -> str:
    """Return the text for the beginning or the end of a combat.

    `old` and `new` are values of the field "round". A combat begins with round 1, and ends with the value 0. An
    undo of the beginning sets the value 0 too. The text for any other change of the round is "", because the
    caller describes the effect.
    """
    t = context.t
    if not new:
        over = old > 1 or [effect[4] for effect in effects].count(0) > 1
        return t("memo.end" if over else "memo.start").replace(" ", "\u00a0")
    return "" if old else t("memo.round", new)


def _written_names(state: State, effects: Sequence[Effect]) -> dict[Row, str]:
    """Return {row: name} of the character names that a change has set or removed."""
    found: dict[Row, list[int]] = {}
    for number, row, index, old, new in effects:
        kind = state.kinds[number]
        if kind.name == "char" and kind.fields[index] in NAME_FIELDS:
            words = found.setdefault(row, [0] * len(NAME_FIELDS))
            words[NAME_FIELDS.index(kind.fields[index])] = old or new
    return {row: name_of(tuple(words)) for row, words in found.items()}
