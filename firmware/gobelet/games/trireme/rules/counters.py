"""Trirème: the counter panel: the values printed on the counter of each name.

The red and the yellow fleet have the same counters, so the panel serves both sides of every battle. A line of
the owner's file has the name, then PV, boarding factor [abordage], size and crew as on the card of a ship.
Other values follow as "field=value":

    ship  Alpha  5  8  6  ordinaire
    ship  Theta  4  2  1  expert  kind=lemboi  men=6
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .inputs import KINDS, QUALITIES
from .sheets import CLASS, NOTED
from .sheets import KINDS as SHEETS

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from gobelet.rules.sheet import State
    from gobelet.rules.types import Change, Field, Row

    from .types import Counter, Panel, Printed

NAMES = (
    "Alpha Beta Gamma Delta Epsilon Zeta Eta Theta Iota Kappa Lambda Mu Nu Xi Omicron Pi Rho Sigma Tau Upsilon Phi Khi "
    "Psi Omega Victoire Fortune Neptune Minerve Mercure Apollon Diane Junon Mars Venus Hercule Sirene Triton Dauphin "
    "Aigle Requin"
)
GIVEN = 4  # number of values that a line must have, the first of CLASS
WORDS = {"crew": QUALITIES, "kind": KINDS}  # fields whose values are words, with the words
# An average class of ships, in the order of CLASS, for players without printed counters. This class is our
# own rule.
AVERAGE = (4, 5, 5, 1, 0, 10)
_PLAIN = (("é", "e"), ("ê", "e"), ("è", "e"), ("ô", "o"), ("É", "e"), ("Ê", "e"))


def plain_word(text: str) -> str:
    """A word in lower case without accents.

    The device's lower() changes only ASCII letters.
    """
    for letter, bare in _PLAIN:
        text = text.replace(letter, bare)
    return text.lower()


def number_of(name: str) -> Counter:
    """The number of a name in the list of names; -1 if it is missing."""
    names = NAMES.lower().split()
    name = plain_word(name)
    name = "khi" if name == "chi" else name
    return names.index(name) if name in names else -1


def blank_values() -> bytes:
    """The values of a counter that was not entered, in the order of CLASS."""
    return bytes([bounds(field)[2] for field in CLASS])


def average_values(count: int) -> bytes:
    """The first `count` values of the average class, then 0.

    Counters of the Fleet game have no men.
    """
    return bytes(AVERAGE[:count]) + bytes(len(CLASS) - count)


def bounds(field: Field) -> tuple[int, int, int]:
    """The lowest, highest and initial value of a field."""
    ship = SHEETS[0]
    _, low, high, start = ship.field(ship.index[field])
    return low, high, start


def _parse_value(field: Field, text: str) -> tuple[int | None, str]:
    """Return (value, allowed values in words) of a field.

    None stands for a value that is not allowed.
    """
    if field in WORDS:
        words = WORDS[field]
        text = plain_word(text)
        return (words.index(text) if text in words else None), " ".join(words)
    low, high = bounds(field)[:2]
    good = text and len(text) < 4 and not [1 for letter in text if letter not in "0123456789"]
    return (int(text) if good and low <= int(text) <= high else None), "%d..%d" % (low, high)


def parse_line(fields: Sequence[str]) -> tuple[Counter, bytes, tuple[Any, ...] | None]:
    """Return (number of the name, values in the order of CLASS, None) of a line.

    For a wrong line the last item is the fault, as code and arguments.
    """
    if len(fields) < 2 + GIVEN:
        return -1, b"", ("fields", "ship", len(fields), 2 + GIVEN)
    number = number_of(fields[1])
    if number < 0:
        return -1, b"", ("ship", fields[1])
    values = bytearray(blank_values())
    for index in range(2, len(fields)):
        field, text = CLASS[index - 2] if index < 2 + GIVEN else "", fields[index]
        if not field:
            field, _, text = text.partition("=")
            if field not in CLASS[GIVEN:]:
                return -1, b"", ("option", fields[index], " ".join([each + "=" for each in CLASS[GIVEN:]]))
        value, allowed = _parse_value(field, text)
        if value is None:
            return -1, b"", ("option", text, allowed)
        values[CLASS.index(field)] = value
    return number, bytes(values), None


def file_line(number: Counter, values: Printed) -> str:
    """The line of the file with the values of a counter."""
    words = ["ship", NAMES.split()[number]]
    first = blank_values()
    for index in range(len(CLASS)):
        field, value = CLASS[index], values[index]
        text = WORDS[field][value] if field in WORDS else str(value)
        if index < GIVEN:
            words.append(text)
        elif value != first[index]:
            words.append(field + "=" + text)
    return "\t".join(words) + "\n"


def ship_values(state: State, row: Row) -> bytes:
    """The present values of a ship."""
    return bytes([state.get("ship", row, field) for field in CLASS])


def has_values(state: State, row: Row) -> bool:
    """Tell whether a ship has any value that a counter shows, even 0.

    The value may be entered, or of the average class.
    """
    return ship_values(state, row) != blank_values() or state.get("ship", row, "noted") > 1


def has_entered_values(state: State, row: Row) -> bool:
    """Tell whether a value that a counter shows was entered for a ship.

    Values of the average class do not count.
    """
    return not state.get("ship", row, "house") and has_values(state, row)


def printed_changes(panel: Panel | None, number: Counter, row: Row) -> list[Change]:
    """The changes that give a ship the known values of a printed counter.

    panel has the values by number.
    """
    if not panel or number not in panel:
        return []
    values = panel[number]
    found = [("ship", row, CLASS[index], values[index]) for index in range(len(CLASS))]
    bits = 1
    for index in range(len(NOTED)):
        at = CLASS.index(NOTED[index])
        if at < GIVEN or values[at]:  # a line without men says nothing about men
            bits |= 2 << index
    return found + [("ship", row, "noted", bits), ("ship", row, "house", 0)]
