"""Writes that no game makes: a record of another version, and a checkpoint at a chosen moment.

Journal's own methods for them are private, because the firmware must never call them from outside. Only tests of
damage, of other versions and of exact sizes need them; all of these use the two functions here.
"""

from __future__ import annotations

from gobelet.journal.journal import Journal


def write_record(journal: Journal, kind: int, payload: bytes, location: bytes | None = None) -> None:
    """Append a record with a right sum, whatever it contains."""
    journal._write(kind, payload, location)


def save_checkpoint(journal: Journal) -> None:
    """Write a checkpoint now, not in an idle moment."""
    journal._save()
