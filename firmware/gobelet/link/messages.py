"""Messages: the declaration, values and rolls of a game, as pieces of JSON.

The module `sheets` of a game may declare:

    TURN    (kind, field) with the index of the row whose turn it is, see `Session.row_in_turn`.
    SECRET  fields that other players must not know: {kind: (field...)}. Their values are sent as null.
"""

from __future__ import annotations

import json
from array import array
from typing import TYPE_CHECKING

from ..game.by_name import load
from ..game.resolution import Resolution
from ..journal.journal import PROVEN, unpack_roll
from ..journal.records import BY_HAND, FREE
from ..rules.dice import DROPPED, REROLLED
from ..rules.procedure import Outcome
from ..ui.drawing.widgets import number_text
from ..ui.screens import proof
from ..words.wording import input_name, key_label, option_name

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any

    from ..game.session import Session
    from ..rules.procedure import Procedure
    from ..rules.types import Position, Values
    from ..ui.screens.types import Context
    from .link import Link


def game(link: Link) -> Iterator[str]:
    """Yield the declaration of the open game as pieces of a message.

    The message has the game's Kinds of Sheets and their fields, each field with its text and bounds.
    """
    context = link.context
    session = context.session
    texts = context.t
    yield link.open_message("game")
    yield ',"game":%s,"title":%s,"kinds":{' % (
        json.dumps(session.name),
        json.dumps(texts.get(session.name + ".title") or texts("game.title")),
    )
    comma = ""
    for kind in session.state.kinds:
        yield '%s"%s":{"rows":%d,"fields":[' % (comma, kind.name, kind.rows)
        comma = ","
        for index in range(len(kind.fields)):
            name, low, high, start = kind.field(index)
            words = texts.get("f." + name)
            entry: list[Any] = [name, words, low, high, start]
            if words and texts.has_text("f.%s.%d" % (name, start)) and not isinstance(high, str):
                entry.append([texts.get("f.%s.%d" % (name, value)) for value in range(low, high + 1)])
            yield "%s%s" % ("," if index else "", json.dumps(entry))
        yield "]}"
    yield "}"


def state(link: Link) -> Iterator[str]:
    """Yield the present values of the open game as pieces of a message.

    The message has only those rows of Sheets that differ from their start values, each with its index.
    """
    context = link.context
    session = context.session
    words = context.messages
    # Send copies of the values: a change between two pieces belongs to the next state message.
    sheets = [array("h", sheet) for sheet in session.state.sheets] if session else ()
    at = session.journal.position if session else 0
    yield link.open_message("state")
    yield ',"session":"%s","game":%s,"at":%d' % (link.id, json.dumps(session and session.name), at)
    yield ',"seats":' + json.dumps([words.name(row) for row in range(len(words.colours))])
    yield ',"colours":' + json.dumps([words.colour(row) for row in range(len(words.colours))])
    if not session:
        return
    yield ',"turn":%d' % session.row_in_turn()
    names: list[tuple[str, int]] = []
    yield from _values(context, session, sheets, names)
    yield from _names(context, session, names)
    seen = getattr(words.game_screens(), "visible_values", None) if context.session is session else None
    if seen is not None:
        yield ',"seen":' + json.dumps(seen(context))


def _values(
    context: Context, session: Session, sheets: Sequence[Sequence[int]], names: list[tuple[str, int]]
) -> Iterator[str]:
    """Yield the values of the Sheets' rows that differ from their start values.

    For each of these rows that has a player's name, the generator appends (Kind, index of the row) to `names`. Rows
    of a Sheet whose fields have no text, such as a Sheet of cards, have no player's name.
    """
    secret = session.declaration("SECRET", {})
    players = session.roles.values()
    comma = ',"values":{'
    for kind, values in zip(session.state.kinds, sheets):
        yield '%s"%s":{' % (comma, kind.name)
        comma = ","
        inner = ""
        width = len(kind.fields)
        starts = list(kind.limits)[2::3]
        hidden = [kind.index[field] for field in secret.get(kind.name, ())]
        named = kind.rows > 1 and kind.name in players
        named = named and any([context.t.has_text("f." + field) for field in kind.fields])
        for row in range(kind.rows):
            shown: list[Any] = list(values[row * width : (row + 1) * width])
            if shown == starts:
                continue
            for index in hidden:
                shown[index] = None
            yield '%s"%d":%s' % (inner, row, json.dumps(shown))
            inner = ","
            if named:
                names.append((kind.name, row))
        yield "}"
    yield "}"


def _names(context: Context, session: Session, names: Sequence[tuple[str, int]]) -> Iterator[str]:
    """Yield the players' names for the rows in `names`.

    The generator stops if the game is closed between two pieces.
    """
    before = ""
    for name, row in names:
        if context.session is not session:
            break
        if name != before:
            yield '%s"%s":{' % ("}," if before else ',"names":{', name)
        yield '%s"%d":%s' % ("," if name == before else "", row, json.dumps(context.seat(row)))
        before = name
    if before:
        yield "}}"


def roll_fields(link: Link, position: Position, payload: bytes) -> dict[str, Any] | None:
    """Return the fields of the message for one ROLL; None if its Procedure is unknown."""
    context = link.context
    number, flags, listed, path, note = unpack_roll(payload)
    known = None if number == FREE else context.session.rows_and_values(number, listed)
    if number != FREE and not known:
        return None
    fields: dict[str, Any] = {"at": position, "of": link.first_step_of(number, listed, path, position)}
    module, class_name = context.navigation.screen_at(context.session.name + ".history")
    # the game's history screen describes a roll in words, without secret cards
    words, shown, answer = load(module, class_name)(context).roll_line(number, flags, listed, path, note)
    shown = shown or answer
    fields["words"] = (words + " " + answer).strip()
    fields["shown"] = shown
    fields["hand"] = bool(flags & BY_HAND)
    if number != FREE and answer:
        fields["answer"] = answer
    faces = " ".join([str(face) for result in path if isinstance(result, tuple) for face in result])
    if shown[: len(faces)] == faces:
        if number == FREE:
            _add_free_dice(context, fields, flags, listed, path, note)
        elif known:
            _of_procedure(context, fields, number, known, flags, path, position)
    if flags & PROVEN and proof.is_finished(context.session, number, listed, path):
        fields["proof"] = proof.fields(context.session, position)
    return fields


def _add_free_dice(
    context: Context, fields: dict[str, Any], flags: int, listed: Any, path: Any, note: bytes
) -> None:
    fields["what"] = str(note, "utf-8")
    fields["total"] = listed[0]
    fields["done"] = True
    if context.session.name != "dice":  # games other than the free dice write only equal dice, such as "3d20"
        sides = int(fields["what"].partition("d")[2])
        fields["dice"] = [[sides, face, 1] for face in path[0]]
        return
    from ..games.dice.screens.record import read_record

    dice = read_record(flags, listed, path, note).thrown.dice
    fields["dice"] = [[die[0], die[1], 0 if die[2] & (DROPPED | REROLLED) else 1] for die in dice]


def _of_procedure(
    context: Context,
    fields: dict[str, Any],
    number: int,
    known: Any,
    flags: int,
    path: Any,
    position: Position,
) -> None:
    session = context.session
    rows, values = known
    last = session.last_roll() if session.roll_position() == position else None
    if last is None:
        last = Resolution(number, session.procedure(number), rows, values, bool(flags & BY_HAND))
        if not last.add_results(path):
            return
    proc = last.proc
    fields["what"] = proc.name
    fields["title"] = context.t(proc.name).split(" [")[0]
    fields["who"] = {
        proc.roles[index]: [rows[index], context.seat(rows[index])]
        for index in range(len(proc.roles))
        if rows[index] >= 0
    }
    fields["inputs"] = {each.name: values[each.name] for each in proc.inputs if each.is_shown(values)}
    fields["modifiers"] = modifiers(context, proc, values)
    fields["dice"] = [[sides, face, 1] for sides, face in last.thrown_dice()]
    end = last.now
    fields["done"] = isinstance(end, Outcome)
    if fields["done"]:
        fields["total"] = end.key
        fields["verdict"] = end.word or key_word(context, proc, end.key)
        fields["odds"] = last.chance()


def key_word(context: Context, proc: Procedure, key: Any) -> str | None:
    """Return the text for an outcome key; None if the text is just this number."""
    word = key_label(context, proc, key)
    return None if word == number_text(str(key)) else word


def modifiers(context: Context, proc: Procedure, values: Values) -> list[list[Any]]:
    """Return [name, modifier, lane] of each input that adds a modifier to a lane.

    A lane is a named sum of modifiers, such as the modifiers of the d4, of the roll or of the table column.
    """
    found: list[list[Any]] = []
    for each in proc.inputs:
        if each.is_shown(values) and each.lane and each.modifier(values):
            name = input_name(context, proc, each)
            if each.options is not None:
                name += " " + option_name(context, proc, each, each.options[values[each.name]])
            found.append([name, each.modifier(values), each.lane])
    return found
