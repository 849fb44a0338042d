"""Access to the journal, snapshot and faults of a device with the toy game."""

from __future__ import annotations

from binascii import crc32

import pytest

from gobelet.journal.journal import ROLL, unpack_roll
from gobelet.memory.idle import READY
from gobelet.ui.screens.notice import Notice

ATTACKER, TARGET = 0, 1
NOTED = 2000  # ms after which the store has the screens


def snapshot_of(lines):
    """Return the snapshot file: the position in the journal, then the screens, one a line."""
    stood, _, screens = lines.partition(b"\n")
    data = screens + b"\n" + stood
    return data + crc32(data).to_bytes(4, "little")


def roll_paths(toy):
    """Return the paths of the ROLL records in the journal, the oldest first."""
    found = [unpack_roll(p) for _, kind, p in toy.context.session.journal.newest_first() if kind == ROLL]
    return [r[3] for r in reversed(found)]


def plan_fault(where, error):
    """Make the next screen "toy.fault" raise `error` at the place `where`, see `Fault`."""
    import gobelet.games.toy as game

    game.fault = where, error


def at_rest(app):
    """True if no work remains before the next key."""
    return app.idle is not None and app.idle.done and app.idle.state == READY


class Faults:
    """Settings in which a key meets a fault."""

    @staticmethod
    def fails(monkeypatch, owner, name, times=1, late=False, error=MemoryError):
        """Make a method raise an error `times` times.

        late: raise it after the real method has run.
        """
        real = getattr(owner, name)
        calls = []

        def fail_or_call(self, *args):
            calls.append(name)
            if len(calls) > times:
                return real(self, *args)
            if late:
                real(self, *args)
            raise error

        monkeypatch.setattr(owner, name, fail_or_call)
        return calls

    @pytest.fixture
    def messages(self, monkeypatch):
        found = []
        real = Notice.draw
        monkeypatch.setattr(Notice, "draw", lambda self, c: (found.append(self.text), real(self, c)))
        return found

    def strike(self, toy, row=0):
        toy.form("strike", ATTACKER, TARGET)
        toy.down(row)
        toy.run(NOTED)
