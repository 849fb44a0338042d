"""Trirème: the ships and the values that were used last, from the journal.

The Sheets do not store the use of a ship, because undo would then stop at that change.
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


# Procedures between two ships; the others are for one ship. A ROLL begins with the rows of the roles.
PAIRED = ("ram", "rake", "grapple", "boarding", "detachment")

# A change of these fields alone does not count as a use of the ship, because a battle or a turn changes them.
PASSING = ("used", "name", "order", "eased", "done", "noted")

RECENT = 4
RECORDS = 80  # most records that are searched
AT_ONCE = 8  # records read in one idle step


def is_of_pair(name: str) -> bool:
    """Tell whether a Procedure is between two ships."""
    return name.split("_")[1] in PAIRED


class _Entry:
    """One record: the payload of a ROLL or None, and the rows of its ships if known.

    others  rows that it made another ship, or none.
    at      its position; of an UNDO or REDO that of the change.
    kind    UNDO, REDO or 0.
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
        """Rows of the ships that the record used."""
        if self.rows is None:
            number, _, listed = unpack_roll(self.roll or b"")[:3]
            known = number < len(session.listed)  # whether this version knows the Procedure
            self.rows = listed[: 1 + is_of_pair(session.listed[number][0])] if known else []
        return self.rows


class _Read:
    """The last records of this battle, in order from the newest.

    Each record is read once, when first needed.
    """

    def __init__(self, session: Session) -> None:
        self.entries: list[_Entry] = []
        # Records that were not read yet.
        self.rest: Iterable[tuple[Position, int, bytes]] = session.journal.newest_first()
        self.newest = -1  # position of the newest record read
        self.now = common.position(session)

    def read_next(self, session: Session) -> bool:
        """Read one more record; return whether there was one."""
        if len(self.entries) < RECORDS:
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
        """Append a record to `entries`; return False if it began the battle."""
        rows: list[Row] = []
        others: list[Row] = []
        if kind & 0x0F == EFFECT:
            for number, row, field, _, _ in effects_of(payload):
                # another version of Gobelet wrote the effect
                if session.state.value(number, row, field) is None:
                    continue
                sheet = session.state.kinds[number]
                if sheet.name == "ship":
                    if sheet.fields[field] not in PASSING:
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
        """Read the records that were written since the last call."""
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
        self.entries = (fresh + self.entries)[:RECORDS]


def _records_read(session: Session) -> _Read:
    """The records of this battle that were read so far."""
    cache = session.cache
    if "recent" not in cache:
        cache["recent"] = _Read(session)
    read = cache["recent"]
    read.catch_up(session)
    return read


def prepare(session: Session) -> bool:
    """Read a few more records in an idle moment; return whether there may be more."""
    read = _records_read(session)
    for _ in range(AT_ONCE):
        if not read.read_next(session):
            return False
    return True


def _newest_records(session: Session) -> Iterator[tuple[_Entry, Sequence[Row]]]:
    """Yield each of the last records with the rows of its ships, from the newest.

    A row that was another ship then is -1.
    """
    read = _records_read(session)
    index = 0
    turned: dict[Position, int] = {}  # the last UNDO or REDO of each change
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


def last_ships(session: Session, most: int = RECENT) -> list[Row]:
    """Rows of the last `most` ships with a roll or a change, in order from the newest."""
    found = []
    for _, rows in _newest_records(session):
        for row in rows:
            if row >= 0 and row not in found and session.get("ship", row, "used"):
                found.append(row)
        if len(found) >= most:
            break
    return found[:most]


def last_ship(session: Session) -> Row:
    """Row of the last ship with a roll or a change; -1 if no recent record has one."""
    return (last_ships(session, 1) or [-1])[0]


def _is_in_play(session: Session, row: Row) -> int:
    return row >= 0 and session.get("ship", row, "used") and not session.get("ship", row, "fate")


def last_pair(session: Session, ships: Ships | None = None) -> tuple[int, Row, Row]:
    """Find (number of the Procedure, attacker, target) of the last roll between two ships.

    The result is (-1, -1, -1) without a recent roll. If `ships` is passed, a roll between ships that are not
    tied together is preferred.
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
    """Find the ship in `among` with which `row` had its last roll; -1 without a recent one."""
    for entry, rows in _newest_records(session):
        if entry.roll and row in rows and len(rows) == 2 and rows[row == rows[0]] in among:
            return rows[row == rows[0]]
    return -1


def last_values(session: Session, number: int, rows: Sequence[Row]) -> Values:
    """The values of the last roll of a Procedure for the same ships; {} if not recent."""
    for entry, used in _newest_records(session):
        if entry.roll and entry.roll[0] == number:
            known = session.rows_and_values(number, unpack_roll(entry.roll)[2])
            if known and known[0] == list(rows) and list(used) == known[0][: len(used)]:
                return known[1]
    return {}
