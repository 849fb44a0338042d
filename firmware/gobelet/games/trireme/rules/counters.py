"""Trirème: the counter panel, which has the values printed on the counters.

Each counter has a name. The red and the yellow fleet have the same counters, so the panel serves both sides of every
battle. A `ship` line of the owner's file has the counter's name, full speed (printed PV), boarding factor [abordage],
size and crew. Other values follow as "field=value":

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
GIVEN = 4  # number of values that a `ship` line must have: those of the first four fields in CLASS
# Fields whose values are words in the owner's file, with the words for the values 0, 1 and so on.
WORDS = {"crew": QUALITIES, "kind": KINDS}
# The values of an average class of ships, in the order of CLASS, for players without printed counters. The average
# class is our own rule.
AVERAGE = (4, 5, 5, 1, 0, 10)
_PLAIN = (("é", "e"), ("ê", "e"), ("è", "e"), ("ô", "o"), ("É", "e"), ("Ê", "e"))


def plain_word(text: str) -> str:
    """Return a word in lower case without accents.

    The accents are replaced first, because the lower() of MicroPython changes only ASCII letters.
    """
    for letter, bare in _PLAIN:
        text = text.replace(letter, bare)
    return text.lower()


def number_of(name: str) -> Counter:
    """Return the number of the counter with this name; -1 if no counter has this name."""
    names = NAMES.lower().split()
    name = plain_word(name)
    name = "khi" if name == "chi" else name
    return names.index(name) if name in names else -1


def blank_values() -> bytes:
    """Return the values of a counter that was not entered, in the order of CLASS."""
    return bytes([bounds(field)[2] for field in CLASS])


def average_values(count: int) -> bytes:
    """Return the first `count` values of the average class, then zeros.

    A `count` of 5 leaves out the number of men, because counters of the Fleet game lack this number.
    """
    return bytes(AVERAGE[:count]) + bytes(len(CLASS) - count)


def bounds(field: Field) -> tuple[int, int, int]:
    """Return (lowest, highest, initial) value of a field of a ship."""
    ship = SHEETS[0]
    _, low, high, start = ship.field(ship.index[field])
    return low, high, start


def _parse_value(field: Field, text: str) -> tuple[int | None, str]:
    """Parse the text of a field's value into (value, text about the allowed values).

    The value is None if the field does not allow the text.
    """
    if field in WORDS:
        words = WORDS[field]
        text = plain_word(text)
        return (words.index(text) if text in words else None), " ".join(words)
    low, high = bounds(field)[:2]
    good = text and len(text) < 4 and not [1 for letter in text if letter not in "0123456789"]
    return (int(text) if good and low <= int(text) <= high else None), "%d..%d" % (low, high)


def parse_line(fields: Sequence[str]) -> tuple[Counter, bytes, tuple[Any, ...] | None]:
    """Parse a `ship` line into (number of the counter, values of CLASS, None).

    If the line is faulty, the last item is the fault as (code, arguments...). The other items then have no meaning.
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
    """Return the `ship` line of the owner's file for a counter."""
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
    """Return the present values of a ship, in the order of CLASS."""
    return bytes([state.get("ship", row, field) for field in CLASS])


def has_values(state: State, row: Row) -> bool:
    """Tell whether at least one value of a ship's counter is known.

    The players may have entered the value, even as 0, or the value may come from the average class.
    """
    return ship_values(state, row) != blank_values() or state.get("ship", row, "noted") > 1


def has_entered_values(state: State, row: Row) -> bool:
    """Tell whether the players have entered at least one value of a ship's counter.

    Values of the average class do not count as entered.
    """
    return not state.get("ship", row, "house") and has_values(state, row)


def printed_changes(panel: Panel | None, number: Counter, row: Row) -> list[Change]:
    """Return the changes that copy the values of a counter to a ship.

    The list is empty if `panel` does not have this counter.
    """
    if not panel or number not in panel:
        return []
    values = panel[number]
    found = [("ship", row, CLASS[index], values[index]) for index in range(len(CLASS))]
    bits = 1
    for index in range(len(NOTED)):
        at = CLASS.index(NOTED[index])
        if at < GIVEN or values[at]:  # 0 men means that the players entered no number of men
            bits |= 2 << index
    return found + [("ship", row, "noted", bits), ("ship", row, "house", 0)]
