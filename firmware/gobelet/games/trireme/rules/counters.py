"""Trirème: the counter panel: what is printed on the counter of each name. The red and the yellow fleet have the same
counters, so that both sides of every battle begin with it.

A line of the owner's file: the name, then PV, boarding factor [abordage], size and crew as the card of a ship has them;
what else there is, as "field=value":

    ship  Alpha  5  8  6  ordinaire
    ship  Theta  4  2  1  expert  kind=lemboi  men=6
"""

from .common import KINDS, QUALITIES
from .sheets import CLASS
from .sheets import KINDS as SHEETS

NAMES = (
    "Alpha Beta Gamma Delta Epsilon Zeta Eta Theta Iota Kappa Lambda Mu Nu Xi Omicron Pi Rho Sigma Tau Upsilon Phi Khi "
    "Psi Omega Victoire Fortune Neptune Minerve Mercure Apollon Diane Junon Mars Venus Hercule Sirene Triton Dauphin "
    "Aigle Requin"
)
GIVEN = 4  # values that a line must have, the first of CLASS
WORDS = {"crew": QUALITIES, "kind": KINDS}  # fields whose values have names
_PLAIN = (("é", "e"), ("ê", "e"), ("è", "e"), ("ô", "o"), ("É", "e"), ("Ê", "e"))


def plain(text):
    """A word in small letters without accents: the device lowers ASCII alone."""
    for letter, bare in _PLAIN:
        text = text.replace(letter, bare)
    return text.lower()


def number_of(name):
    """Number of a name in the list of names, -1 if there is none."""
    names = NAMES.lower().split()
    name = plain(name)
    name = "khi" if name == "chi" else name
    return names.index(name) if name in names else -1


def blank():
    """The values of a counter of which nothing was entered, in the order of CLASS."""
    return bytes([bounds(field)[2] for field in CLASS])


def bounds(field):
    """(lowest, highest, first) value of a field."""
    ship = SHEETS[0]
    return ship.field(ship.place[field])[1:4]


def _value(field, text):
    """(value, what is allowed) of a field in words; the value is None if it is not."""
    if field in WORDS:
        words = WORDS[field]
        text = plain(text)
        return (words.index(text) if text in words else None), " ".join(words)
    low, high = bounds(field)[:2]
    good = text and len(text) < 4 and not [1 for letter in text if letter not in "0123456789"]
    return (int(text) if good and low <= int(text) <= high else None), "%d..%d" % (low, high)


def parse(fields):
    """(number of the name, values in the order of CLASS, None) of a line; else the last is the fault, as code and
    arguments.
    """
    if len(fields) < 2 + GIVEN:
        return -1, None, ("fields", "ship", len(fields), 2 + GIVEN)
    at = number_of(fields[1])
    if at < 0:
        return -1, None, ("ship", fields[1])
    values = bytearray(blank())
    for place in range(2, len(fields)):
        field, text = CLASS[place - 2] if place < 2 + GIVEN else "", fields[place]
        if not field:
            field, _, text = text.partition("=")
            if field not in CLASS[GIVEN:]:
                return -1, None, ("option", fields[place], " ".join([each + "=" for each in CLASS[GIVEN:]]))
        value, allowed = _value(field, text)
        if value is None:
            return -1, None, ("option", text, allowed)
        values[CLASS.index(field)] = value
    return at, bytes(values), None


def line(at, values):
    """The line that keeps a counter."""
    words = ["ship", NAMES.split()[at]]
    first = blank()
    for place in range(len(CLASS)):
        field, value = CLASS[place], values[place]
        text = WORDS[field][value] if field in WORDS else str(value)
        if place < GIVEN:
            words.append(text)
        elif value != first[place]:
            words.append(field + "=" + text)
    return "\t".join(words) + "\n"


def of(state, row):
    """The values that a ship has now."""
    return bytes([state.get("ship", row, field) for field in CLASS])


def printed(panel, at, row):
    """Changes that give a ship what is printed on the counter number `at`, if that is known. panel has the values by
    number.
    """
    if at not in panel:
        return []
    return [("ship", row, CLASS[place], panel[at][place]) for place in range(len(CLASS))]
