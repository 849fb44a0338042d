"""Validate the messages of a device.

Each message is checked once, when it arrives. All other code relies on this check.

SHAPES has, for each type of message, the fields that the tools use. Other fields are not checked. A shape is

    "int"                       a kind of value, see `_has_kind`, or alternatives, as "int|null"
    [shape]                     a list of values, each of this shape
    [shape, shape, {"?": ...}]  a list that begins with values of these shapes; the last value is optional
    {"name": shape, "name?":}   an object with these fields; a field with ? may be missing or null
    {"*": shape}                an object with any names, whose values have this shape

simulator/web/table_shapes.mjs repeats these shapes for the page; a test compares the two.
"""

from __future__ import annotations

import json
import math
import re
from typing import Any

Message = dict[str, Any]

_LARGEST = 2**53 - 1  # largest integer that every JSON parser represents exactly
_ID = re.compile(r"[\w-]{1,64}", re.A)
_DIE = ["int", "int", "int|bool"]

SHAPES: dict[str, Any] = {
    "hello": {"session": "id", "version?": "text", "board?": "text", "language?": "text", "game?": "id|null"},
    "game": {
        "game": "id",
        "title": "text",
        "kinds": {
            "*": {
                "rows": "count",
                "fields": [["text", "text|null", "int", "int|text", "int", {"?": ["text|null"]}]],
            }
        },
    },
    "state": {
        "session": "id",
        "game": "id|null",
        "at": "int",
        "seats?": ["text"],
        "turn?": "int",
        "values?": {"*": {"*": ["int|null"]}},
        "names?": {"*": {"*": "text"}},
        "seen?": [{"row": "int", "name": "text", "values": [["text", "int|text"]]}],
    },
    "roll": {
        "at": "int",
        "of": "int",
        "words": "text",
        "shown": "text",
        "answer?": "text",
        "when?": "number",
        "what?": "text",
        "title?": "text",
        "done?": "bool",
        "who?": {"*": ["int", "text"]},
        "inputs?": {"*": "any"},
        "modifiers?": [["text", "int"]],
        "dice?": [_DIE],
        "odds?": ["number", "number"],
        "proof?": {
            "at": "int",
            "code": "id",
            "number": "int",
            "secret": "id",
            "dice": [["sides", "int"]],
        },
    },
    "commit": {"at": "int", "code": "id"},
    "undo": {"at": "int", "what": "text", "of": "int"},
    "frame": {"data": "text"},
    "odds": {"what": "text"},
    "ok": {},
    "refused": {"why": "text"},
    "stale": {"stale?": "bool"},
    "unread": {"why": "text"},
}


def parse_message(line: bytes | str) -> Message | None:
    """Parse a line into a message, or return None if the line is no message.

    Console output, for example, is no message. A message of the type "unread" replaces an invalid message. The
    new message has the sequence number of the invalid message, so that this number does not count as missed.
    """
    try:
        found = json.loads(line, parse_constant=_refuse)
    except (ValueError, RecursionError):
        return None
    if not isinstance(found, dict) or not isinstance(found.get("type"), str):
        return None
    kind = found["type"]
    if kind != "stale" and not _has_kind("int", found.get("seq")):
        return None
    where = fault(found)
    if where is None:
        return found
    return None if kind == "stale" else {"type": "unread", "seq": found["seq"], "why": f"{kind}: {where}"}


def _refuse(name: str) -> None:
    raise ValueError(name)


def fault(message: Message) -> str | None:
    """Return the location of the first fault in a message, such as ".dice.0", or None.

    Messages of unknown types have no fault.
    """
    where = _fault_in(SHAPES.get(message["type"], {}), message, "")
    if (
        where is None
        and message["type"] == "roll"
        and _is_sum(message)
        and not _has_kind("int", message.get("total"))
    ):
        return "total"  # a finished roll of free dice must have a total, which virtual tables need
    return where


def _is_sum(roll: Message) -> bool:
    """Tell whether a roll is a finished roll of free dice, whose total is a number."""
    return bool(roll.get("done")) and "dice" in roll and "inputs" not in roll


def _fault_in(shape: Any, value: Any, where: str) -> str | None:
    if isinstance(shape, str):
        return None if any(_has_kind(kind, value) for kind in shape.split("|")) else where
    if isinstance(shape, list):
        return _fault_in_list(shape, value, where)
    if not isinstance(value, dict):
        return where
    if "*" in shape:
        parts = [(name, shape["*"]) for name in value]
    else:
        there = [name for name in shape if name[-1] != "?" or value.get(name[:-1]) is not None]
        parts = [(name.rstrip("?"), shape[name]) for name in there]
    for name, each in parts:
        found = _fault_in(each, value[name], f"{where}.{name}") if name in value else f"{where}.{name}"
        if found is not None:
            return found
    return None


def _fault_in_list(shape: list[Any], value: Any, where: str) -> str | None:
    if not isinstance(value, list):
        return where
    last = shape[-1]
    maybe = last["?"] if isinstance(last, dict) and "?" in last else None
    least = 0 if len(shape) == 1 else len(shape) - (maybe is not None)
    if len(value) < least:
        return where
    shapes = shape * len(value) if len(shape) == 1 else shape[:least] + ([] if maybe is None else [maybe])
    for number, (each, part) in enumerate(zip(shapes, value, strict=False)):
        found = _fault_in(each, part, f"{where}.{number}")
        if found is not None:
            return found
    return None


def _has_kind(kind: str, value: Any) -> bool:
    if kind == "any":
        return True
    if kind == "null":
        return value is None
    if kind == "bool":
        return isinstance(value, bool)
    if kind == "text":
        return isinstance(value, str)
    if kind == "id":
        return isinstance(value, str) and _ID.fullmatch(value) is not None
    if kind == "number":
        return isinstance(value, (int, float)) and not isinstance(value, bool) and _is_finite(value)
    least, most = {"count": (0, 4095), "sides": (2, 100)}.get(kind, (-_LARGEST, _LARGEST))
    return isinstance(value, int) and not isinstance(value, bool) and least <= value <= most


def _is_finite(value: float) -> bool:
    try:
        return math.isfinite(value)
    except OverflowError:  # the integer is larger than every float
        return False


def is_state_of(game: Message | None, state: Message) -> bool:
    """Tell whether the rows, values and names in a "state" message fit a game.

    game    the last "game" message, which declares the Kinds of Sheets with rows and fields
    state   a "state" message; if no game is open on the device, the message fits any `game`
    """
    if state.get("game") is None:
        return True
    if game is None or game.get("game") != state["game"]:
        return False
    kinds = game["kinds"]
    values = state.get("values") or {}
    for name, rows in values.items():
        if name not in kinds:
            return False
        for row, cells in rows.items():
            if not _is_row(row, kinds[name]) or len(cells) != len(kinds[name]["fields"]):
                return False
    named = (state.get("names") or {}).items()
    return all(row in values.get(name, {}) for name, rows in named for row in rows)


def _is_row(row: str, kind: Message) -> bool:
    return re.fullmatch(r"0|[1-9][0-9]{0,3}", row) is not None and int(row) < int(kind["rows"])
