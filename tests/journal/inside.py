"""Writes that no game makes: a record of another version, and a checkpoint at a chosen moment.

The methods of Journal for these writes are private, because no other module of the firmware may call them.
Tests of damage, of other versions and of exact sizes need such writes. Such tests use the two functions here.
"""

from __future__ import annotations

from gobelet.journal.journal import Journal


def write_record(journal: Journal, kind: int, payload: bytes, location: bytes | None = None) -> None:
    """Append a record with a right checksum and any contents."""
    journal._write(kind, payload, location)


def save_checkpoint(journal: Journal) -> None:
    """Write a checkpoint now, not in an idle moment."""
    journal._save()
