"""Trirème: the ships and the values of the last rolls and changes.

This module reads the last records of the journal. The Sheets do not store the last used ship, because each use of a
ship would be a change to undo.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gobelet.journal.journal import EFFECT, REDO, ROLL, UNDO, unpack_roll
from gobelet.rules.effects import effects_of

from . import common

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

    from gobelet.game.session import Session
    from gobelet.rules.types import Position, Row, Values

    from ..rules.ships import Ships


# The last part in the name of each Procedure between two ships, such as "ship_ram". Other Procedures are for one ship.
PAIRED = ("ram", "rake", "grapple", "boarding", "detachment")

# Fields whose change does not count as a use of the ship, because the start of a battle or of a turn changes them.
UNUSED_FIELDS = ("used", "name", "order", "eased", "done", "noted")

SHIPS_LISTED = 4  # number of ships in a list of the last used ships
MOST_RECORDS = 80  # maximum number of records of the journal that a search reads
RECORDS_A_STEP = 8  # number of records that `prepare` reads in one idle moment


def is_of_pair(name: str) -> bool:
    """Tell whether a Procedure is between two ships."""
    return name.split("_")[1] in PAIRED


class _Entry:
    """One record of the journal.

    roll    the payload of a ROLL; None for other records
    rows    the rows of the ships that the record used; None until `find_rows` computes them
    others  the rows to which the record added a ship, or from which it removed a ship. An older record with such a row
            is about another ship
    at      the record's position in the journal; for an UNDO or REDO the position of the reverted change
    kind    UNDO, REDO, or 0 for any other record
    """

    def __init__(
        self, roll: bytes | None, rows: Sequence[Row] | None, others: Sequence[Row], at: Position, kind: int
    ) -> None:
        self.roll = roll
        self.rows = rows
        self.others = others
        self.at = at
        self.kind = kind

    def find_rows(self, session: Session) -> Sequence[Row]:
        """Return the rows of the ships that the record used."""
        if self.rows is None:
            number, _, listed = unpack_roll(self.roll or b"")[:3]
            known = number < len(session.listed)  # a later version of Gobelet may have more Procedures
            self.rows = listed[: 1 + is_of_pair(session.listed[number][0])] if known else []
        return self.rows


class _Records:
    """The last records of this battle, from the newest to the oldest.

    A record is read from the journal when a search first needs it.
    """

    def __init__(self, session: Session) -> None:
        self.entries: list[_Entry] = []
        # The older records, which no search has read yet.
        self.rest: Iterable[tuple[Position, int, bytes]] = session.journal.newest_first()
        self.newest = -1  # position of the newest record that was read
        self.now = common.position(session)  # position of the journal at the last call of `catch_up`

    def read_next(self, session: Session) -> bool:
        """Read the next older record; return whether this battle has such a record."""
        if len(self.entries) < MOST_RECORDS:
            for index, kind, payload in self.rest:
                self.newest = max(self.newest, index)
                if self.add_entry(self.entries, session, index, kind, payload):
                    return True
                break
        self.rest = ()
        return False

    def add_entry(
        self, entries: list[_Entry], session: Session, index: Position, kind: int, payload: bytes
    ) -> bool:
        """Append a record to `entries`; return False if the record started the battle."""
        rows: list[Row] = []
        others: list[Row] = []
        if kind & 0x0F == EFFECT:
            for number, row, field, _, _ in effects_of(payload):
                # An effect on an unknown field is skipped, because another version of Gobelet has written it.
                if session.state.value(number, row, field) is None:
                    continue
                sheet = session.state.kinds[number]
                if sheet.name == "ship":
                    if sheet.fields[field] not in UNUSED_FIELDS:
                        rows.append(row)
                    elif sheet.fields[field] == "used":
                        others.append(row)
                elif sheet.fields[field] == "battle":
                    return False
        if kind in (UNDO, REDO):
            entries.append(_Entry(None, (), (), int.from_bytes(payload, "little"), kind))
        elif kind == ROLL:
            entries.append(_Entry(payload, None, (), index, 0))
        else:
            entries.append(_Entry(None, rows, others, index, 0))
        return True

    def catch_up(self, session: Session) -> None:
        """Read the records that were written since the last call of this method."""
        now = common.position(session)
        if now == self.now:
            return
        self.now = now
        records = session.journal.newest_first()
        if self.newest < 0:
            self.rest = records
            return
        read = self.newest
        fresh: list[_Entry] = []
        for index, kind, payload in records:
            if index <= read:
                break
            self.newest = max(self.newest, index)
            if not self.add_entry(fresh, session, index, kind, payload):
                self.entries = []
                self.rest = ()
                break
        self.entries = (fresh + self.entries)[:MOST_RECORDS]


def _records_read(session: Session) -> _Records:
    """Return the records of this battle that were read so far, with all new records."""
    cache = session.cache
    if "recent" not in cache:
        cache["recent"] = _Records(session)
    read = cache["recent"]
    read.catch_up(session)
    return read


def prepare(session: Session) -> bool:
    """Read a few older records in an idle moment; return whether more may be left."""
    read = _records_read(session)
    for _ in range(RECORDS_A_STEP):
        if not read.read_next(session):
            return False
    return True


def _newest_records(session: Session) -> Iterator[tuple[_Entry, Sequence[Row]]]:
    """Yield (record, rows of its ships) for the last records, the newest first.

    A row is -1 if its ship has left the battle since this record.
    """
    read = _records_read(session)
    index = 0
    # {position of a change: kind of its newest UNDO or REDO}
    turned: dict[Position, int] = {}
    gone: set[Row] = set()
    while index < len(read.entries) or read.read_next(session):
        entry = read.entries[index]
        if entry.kind:
            turned.setdefault(entry.at, entry.kind)
        rows = entry.find_rows(session)
        yield entry, [-1 if row in gone else row for row in rows] if gone else rows
        if entry.others and turned.get(entry.at) != UNDO:
            gone.update(entry.others)
        index += 1


def last_ships(session: Session, most: int = SHIPS_LISTED) -> list[Row]:
    """Return the rows of the last ships with a roll or a change, the newest first.

    The result has at most `most` rows.
    """
    found = []
    for _, rows in _newest_records(session):
        for row in rows:
            if row >= 0 and row not in found and session.get("ship", row, "used"):
                found.append(row)
        if len(found) >= most:
            break
    return found[:most]


def last_ship(session: Session) -> Row:
    """Return the row of the last ship with a roll or a change; -1 if no ship had one."""
    return (last_ships(session, 1) or [-1])[0]


def _is_in_play(session: Session, row: Row) -> int:
    return row >= 0 and session.get("ship", row, "used") and not session.get("ship", row, "fate")


def last_pair(session: Session, ships: Ships | None = None) -> tuple[int, Row, Row]:
    """Return (Procedure's number, attacker, target) of the last roll of two ships.

    The result is (-1, -1, -1) if no recent roll was between two ships. If `ships` is passed, the function prefers a
    roll between ships that are not tied together.
    """
    found = (-1, -1, -1)
    for entry, rows in _newest_records(session):
        if entry.roll and len(rows) == 2 and all([_is_in_play(session, row) for row in rows]):
            if found[0] < 0:
                found = entry.roll[0], rows[0], rows[1]
            if not ships or rows[0] not in ships.partners(rows[1]):
                return entry.roll[0], rows[0], rows[1]
    return found


def last_opponent(session: Session, row: Row, among: Sequence[Row]) -> Row:
    """Return the ship in `among` with which the ship `row` had its last roll.

    The result is -1 if no recent roll was between `row` and a ship in `among`.
    """
    for entry, rows in _newest_records(session):
        if entry.roll and row in rows and len(rows) == 2 and rows[row == rows[0]] in among:
            return rows[row == rows[0]]
    return -1


def last_values(session: Session, number: int, rows: Sequence[Row]) -> Values:
    """Return the values of the last roll of a Procedure for the same ships.

    The result is {} if these ships had no recent roll of this Procedure.
    """
    for entry, used in _newest_records(session):
        if entry.roll and entry.roll[0] == number:
            known = session.rows_and_values(number, unpack_roll(entry.roll)[2])
            if known and known[0] == list(rows) and list(used) == known[0][: len(used)]:
                return known[1]
    return {}
