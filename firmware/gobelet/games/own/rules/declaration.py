"""The file of a game as text, "own-<id>.game" in the store.

The file has a first line, see `seal`, and then JSON. The first line contains the form, which is the number of the file
format. A version of Gobelet refuses a file with a form that this version does not know. The form is:

    1   if the file needs neither form 2 nor form 3;
    2   if any dice explode, are rerolled, or have a least or greatest value, and the file does not need form 3;
    3   if a roll needs what form 2 lacks, such as 90 outcomes, see `_form` in host_tools/own/game_file.py.

The JSON is a dict with these parts:

    s   number of seats, 0 to 8
    k   counters: name, low, high, start, step, 1 if each seat has the counter, 1 if its lowest value has a message
    r   rolls, see `procedures`
    t   steps of a turn: name, index of the roll or -1, condition or 0, 1 if each seat does the step
    p   names of the pages
    v   presets: name, index of the roll, a value for each input
    fr, en  the texts in French and English: a line end, then a line "key=text" for each text key; en may be missing

The compiler in host_tools/own writes the file. The function `read` refuses data in any other format.
"""

from __future__ import annotations

import json
from typing import TYPE_CHECKING

from gobelet.rules.refused import Refused

from .. import rules
from . import ids, procedures, rolls, seal, sheets

if TYPE_CHECKING:
    from typing import Any

    from .procedures import OwnProcedure

FORMS = (1, 2, 3)
LARGEST = seal.LARGEST
SEATS = 8
# The prefix of the attributes that every Python module has. If the name of a roll has this prefix, its Procedure is
# stored in the module `rolls` under another attribute name.
HIDDEN = "__"
head_of = seal.head_of


def load_game(data: bytes | None, kept: bytes | None = None) -> dict[str, str]:
    """Open the game in a file, and return its texts by language.

    The declarations of the game are stored in the modules of this package. `data` is the content of the game's file,
    `kept` the content of the game's file of ids. Each content is None if its file does not exist. If the function
    raises an error, the modules keep the previous game. Raise Refused with one of these codes:

    "OWN-GONE"     the file of the game does not exist.
    "OWN-NEWER"    one of the files has a form that only a later version of Gobelet knows.
    "OWN-DAMAGED"  the file of the game is invalid for another reason.
    "OWN-FULL"     the table of ids is full.
    """
    declared, procs = read(data)
    known = ids.note_ids(declared, procs, kept)
    fr = declared["fr"]
    release()
    listed: list[Any] = [(roll[0], "") for roll in known.rolls]
    rules.ROLLS = tuple([proc.number for proc in procs])
    for index in range(len(procs)):
        name = procs[index].name
        attribute = "own" + name if name.startswith(HIDDEN) else name
        setattr(rolls, attribute, procs[index])
        listed[rules.ROLLS[index]] = (name, "rolls" if attribute == name else "rolls." + attribute)
    rules.PROCEDURES = tuple(listed)
    rules.DECLARED = declared
    rules.STEPS = tuple([known.steps.index(step[0]) for step in declared["t"]])
    rules.IDS = known
    sheets.KINDS = sheets.make_kinds(known.seats, known.counters, len(known.steps))
    sheets.GONE_FIELDS = sheets.SECRET = {
        sheets.KINDS[index].name: [each[0] for each in known.counters[1 - index] if each[0] not in here]
        for index, here in ((0, _counters(declared, 1)), (1, _counters(declared, 0)))
    }
    return {"fr": fr, "en": declared.get("en", fr)}


def release() -> None:
    """Release the memory of the open game.

    The declarations and Procedures of a large game need 20 KB.
    """
    for name, module in rules.PROCEDURES:
        attribute = module.partition(".")[2] or name
        if module and hasattr(rolls, attribute):
            delattr(rolls, attribute)
    rules.PROCEDURES = rules.ROLLS = rules.STEPS = sheets.KINDS = ()
    rules.DECLARED = {}
    rules.IDS = None
    sheets.GONE_FIELDS = sheets.SECRET = {}


def _counters(declared: Any, owner: int) -> list[str]:
    """Return the names of each seat's counters (`owner` 1) or the table's (`owner` 0)."""
    return [each[0] for each in declared["k"] if each[5] == owner]


def read(data: bytes | None) -> tuple[Any, Any]:
    """Return (declarations in the content of a file, Procedures of its rolls).

    Raise Refused with one of the codes of `load_game`, except "OWN-FULL".
    """
    if data is None:
        raise Refused("OWN-GONE")
    body = seal.unseal(data, FORMS)
    try:
        declared = json.loads(body)
        _check_types(declared)
        procs = _make_procedures(declared)
        fr = declared["fr"]
        _require(isinstance(fr, str) and isinstance(declared.get("en", fr), str))
    except (ValueError, TypeError, KeyError, IndexError, AttributeError, OverflowError, RuntimeError):
        raise Refused("OWN-DAMAGED")
    return declared, procs


def _require(holds: bool) -> None:
    """Raise ValueError if `holds`, a condition on the declarations, is False."""
    if not holds:
        raise ValueError


def _check_types(declared: Any) -> None:
    """Raise ValueError if any value in the declarations has a forbidden type.

    The permitted types are list, dict, string, integer and None. Booleans and floats are forbidden, so no other
    function needs to check for them.
    """
    waiting = [declared]
    while waiting:
        value = waiting.pop()
        sort = type(value)
        if sort is dict:
            waiting += value.values()
        elif sort is list:
            waiting += [each for each in value if type(each) not in (int, str)]
        else:
            _require(sort is int or sort is str or value is None)


def _make_procedures(declared: Any) -> list[OwnProcedure]:
    """Check the declarations of a game, and return the Procedures of its rolls.

    If a declaration is invalid, raise one of the exceptions that `read` catches.
    """
    _require(isinstance(declared["s"], int) and 0 <= declared["s"] <= SEATS)
    names = [each[0] for each in sheets.SEAT + sheets.TABLE]
    counters: dict[str, Any] = {}
    for each in declared["k"]:
        name, low, high, start, step, seat, zero = each
        procedures.require_name(name)
        _require(name not in names and -999 <= low <= start <= high <= 9999 and low < high)
        _require(1 <= step <= 999 and seat in (0, 1) and zero in (0, 1))
        _require(not seat or declared["s"] > 0)
        names.append(name)
        counters[name] = each
    made = procedures.make_procedures(declared["r"], counters, declared["s"])
    for name, roll, condition, each in declared["t"]:
        procedures.require_name(name)
        _require(isinstance(roll, int) and -1 <= roll < len(made) and each in (0, 1))
        if condition:
            procedures.require_condition(condition, counters)
    _require(len(declared["t"]) < 64)
    for name in declared["p"]:
        procedures.require_name(name)
    for name, roll, values in declared["v"]:
        procedures.require_name(name)
        _require(isinstance(roll, int) and 0 <= roll < len(made) and len(values) == len(made[roll].inputs))
        for index in range(len(values)):
            _require(made[roll].inputs[index].low <= values[index] <= made[roll].inputs[index].high)
    return made
