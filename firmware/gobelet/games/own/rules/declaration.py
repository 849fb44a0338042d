"""The file of a game that is text, "own-<id>.game" in the store: data alone, so nothing in it can run.

    b"gobelet-own <form> <bytes> <crc32, 8 digits of base 16>\n", then so many bytes of JSON, UTF-8, in form 2 if any
    dice explode, are rerolled or have a least or greatest worth, which earlier versions did not know, else in form 1:

    s   seats, 0 to 8
    k   counters: name, low, high, start, step, 1 for one each seat, 1 if something is said at its lowest
    r   rolls, see `procedures`
    t   turn: step, number of its roll or -1, condition or 0, 1 if each seat walks it
    p   names of the pages
    v   presets: name, number of the roll, a value for each input
    fr, en  the texts, "\nkey=text\nkey=text\n"; en is missing where both are the same

host_tools/own/compiler.py writes it. Whatever else its bytes are, `read` refuses it.
"""

from __future__ import annotations

import json
from binascii import crc32
from typing import TYPE_CHECKING

from gobelet.core.refused import Refused

from .. import rules
from . import procedures, rolls, sheets

if TYPE_CHECKING:
    from typing import Any

HEAD = b"gobelet-own %d "
FORMS = (1, 2)
LARGEST = 8192  # bytes of the file
SEATS = 8


def take(data: bytes | None) -> dict[str, str]:
    """Make what a file declares the game of these rules. Returns its texts by language.

    Refused("OWN-GONE") without a file, "OWN-NEWER" for one of another form, "OWN-DAMAGED" for any other that is none;
    the game before it is still declared then.
    """
    if data is None:
        raise Refused("OWN-GONE")
    body = _body(data)
    try:
        declared = json.loads(body)
        _plain(declared)
        made = _made(declared)
        fr = declared["fr"]
        en = declared.get("en", fr)
        _need(isinstance(fr, str) and isinstance(en, str))
    except (ValueError, TypeError, KeyError, IndexError, AttributeError, OverflowError, RuntimeError):
        raise Refused("OWN-DAMAGED")
    for name in [each[0] for each in rules.PROCEDURES]:
        delattr(rolls, name)
    for proc in made[1]:
        setattr(rolls, proc.name, proc)
    rules.DECLARED = declared
    rules.PROCEDURES = tuple([(proc.name, "rolls") for proc in made[1]])
    sheets.KINDS = made[0]
    return {"fr": fr, "en": en}


def _body(data: bytes) -> bytes:
    if not data.startswith(HEAD[:12]) or len(data) > LARGEST:
        raise Refused("OWN-DAMAGED")
    head, _, body = data.partition(b"\n")
    for form in FORMS:
        if data.startswith(HEAD % form):
            if head != head_of(body, form):
                raise Refused("OWN-DAMAGED")
            return body
    raise Refused("OWN-NEWER")


def head_of(body: bytes, form: int) -> bytes:
    return HEAD % form + b"%d %08x" % (len(body), crc32(body))


def _need(holds: bool) -> None:
    if not holds:
        raise ValueError


def _plain(declared: Any) -> None:
    """Whether it is made of lists, tables, texts and whole numbers alone: so no number has to be asked whether it is
    whole.
    """
    waiting = [declared]
    while waiting:
        value = waiting.pop()
        sort = type(value)
        if sort is dict:
            waiting += value.values()
        elif sort is list:
            waiting += value
        else:
            _need(sort is int or sort is str or value is None)


def _made(declared: Any) -> tuple[Any, Any]:
    """(Kinds, Procedures). Any of several exceptions if they are none."""
    _need(isinstance(declared["s"], int) and 0 <= declared["s"] <= SEATS)
    names = [each[0] for each in sheets.SEAT + sheets.TABLE]
    whose: dict[str, Any] = {}
    for each in declared["k"]:
        name, low, high, start, step, seat, zero = each
        procedures.need_name(name)
        _need(name not in names and -999 <= low <= start <= high <= 9999 and low < high)
        _need(1 <= step <= 999 and seat in (0, 1) and zero in (0, 1))
        _need(not seat or declared["s"] > 0)
        names.append(name)
        whose[name] = each
    made = procedures.made(declared["r"], whose, declared["s"])
    for name, roll, condition, each in declared["t"]:
        procedures.need_name(name)
        _need(isinstance(roll, int) and -1 <= roll < len(made) and each in (0, 1))
        if condition:
            procedures.need_condition(condition, whose)
    _need(len(declared["t"]) < 64)
    for name in declared["p"]:
        procedures.need_name(name)
    for name, roll, values in declared["v"]:
        procedures.need_name(name)
        _need(isinstance(roll, int) and 0 <= roll < len(made) and len(values) == len(made[roll].inputs))
        for index in range(len(values)):
            _need(made[roll].inputs[index].low <= values[index] <= made[roll].inputs[index].high)
    return sheets.made(declared["s"], declared["k"]), made
