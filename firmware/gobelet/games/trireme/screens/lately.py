"""Trirème: the ships and the values that were used last, as the journal has them.

They are read back and not kept: using a ship is no change of its own that an undo would have to pass.
"""

from gobelet.core.journal import EFFECT, ROLL, effects_of, unpack_roll

# Procedures between two ships, and those of no ship at all; the others are of one. The first values of a ROLL are
# the rows of the roles.
PAIRED = (
    "fleet_ram",
    "fleet_grapple",
    "fleet_boarding",
    "ship_ram",
    "ship_rake",
    "ship_grapple",
    "ship_boarding",
    "ship_detachment",
)
ALONE = ("ship_incendiary",)

# A change of these alone is no use of the ship: it comes with a battle or a turn.
PASSING = ("used", "name", "order", "eased", "done")

RECENT = 4
RECORDS = 80  # that are looked through


def _newest(session):
    """Yield (kind, payload) of the last records of this battle in the journal, the newest first."""
    count = 0
    kinds = session.state.kinds
    for _, kind, payload in session.journal.newest_first():
        if kind & 0x0F == EFFECT:
            for k, _, f, _, _ in effects_of(payload):
                if kinds[k].name == "game" and kinds[k].fields[f] == "battle":
                    return
        yield kind, payload
        count += 1
        if count == RECORDS:
            return


def _rolled(session, payload):
    """Rows of the roles of a ROLL."""
    number, _, listed = unpack_roll(payload)[:3]
    if number >= len(session.listed) or session.listed[number][0] in ALONE:
        return []
    return listed[: 2 if session.listed[number][0] in PAIRED else 1]


def ships(session):
    """Rows of the ships that were rolled for or changed last, the newest first; at most four."""
    found = []
    state = session.state
    for kind, payload in _newest(session):
        rows = []
        if kind == ROLL:
            rows = _rolled(session, payload)
        elif kind & 0x0F == EFFECT:
            for k, row, f, _, _ in effects_of(payload):
                if state.kinds[k].name == "ship" and state.kinds[k].fields[f] not in PASSING:
                    rows.append(row)
        for row in rows:
            if row >= 0 and row not in found and state.get("ship", row, "used"):
                found.append(row)
        if len(found) >= RECENT:
            break
    return found[:RECENT]


def _met(session):
    """Yield (number of the Procedure, attacker, target) of the last rolls between two ships that are in play."""
    for kind, payload in _newest(session):
        if kind == ROLL:
            rows = _rolled(session, payload)
            if len(rows) == 2 and all([_plays(session, row) for row in rows]):
                yield payload[0], rows[0], rows[1]


def _plays(session, row):
    return row >= 0 and session.get("ship", row, "used") and not session.get("ship", row, "fate")


def pair(session):
    """(number of the Procedure, attacker, target) of the last roll between two ships; (-1, -1, -1) if none is near."""
    for met in _met(session):
        return met
    return -1, -1, -1


def rammer(session, target):
    """Row of the ship that last rolled against `target`, or was rolled against by it; -1 if none is near."""
    for _, first, second in _met(session):
        if target in (first, second):
            return second if target == first else first
    return -1


def values(session, number, rows):
    """The values of the last roll of a Procedure for the same ships, as a dict; {} if it is not near."""
    for kind, payload in _newest(session):
        if kind == ROLL and payload[0] == number:
            known = session.known(number, unpack_roll(payload)[2])
            if known and known[0] == list(rows):
                return known[1]
    return {}
