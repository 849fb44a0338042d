"""What tests look at inside a device with the toy game, or put there: its journal, snapshot, memory and faults."""

from __future__ import annotations

from binascii import crc32

import pytest

from gobelet.core.journal import ROLL, unpack_roll
from gobelet.memory.idle import COUNTED
from gobelet.ui.notice import Notice

ATTACKER, TARGET = 0, 1
NOTED = 2000  # the screens are in the store


def snapshot_of(lines):
    """The file of the snapshot, with these lines."""
    return lines + b"\n%08x" % crc32(lines)


def rolls(toy):
    """Paths of the ROLLs in the journal, the oldest first."""
    found = [unpack_roll(p) for _, kind, p in toy.app.session.journal.newest_first() if kind == ROLL]
    return [r[3] for r in reversed(found)]


def fault(where, error):
    """The next screen "toy.fault" raises `error` in its method `where`."""
    import gobelet.games.toy as game

    game.fault = where, error


class Flash:
    """Stands in for memory/inplace.py: so many modules are to be seen to."""

    def __init__(self, modules):
        self.left = modules
        self.todo = None
        self.due = 0
        self.pictures = []

    def waits(self):
        self.todo = self.todo or []
        return self.left > 0

    def settle(self):
        due, self.due = self.due, 0
        if due:
            self.left = max(0, self.left - 1) if due == 1 else 0
        return due > 0

    def link(self, path):
        raise AssertionError("on the desk all modules are there")

    def found(self, name, at, data):
        self.pictures.append(name)
        return bytearray(data)


def at_rest(app):
    """Whether nothing is left to be done before the next key."""
    return app.idle is not None and app.idle.done and app.idle.state == COUNTED


class Heap:
    """What a device asks of its heap: there is room."""

    collected = 0

    def begin_game(self):
        pass

    def postpone(self, more):
        pass

    def resume(self):
        pass

    def size(self):
        return 1 << 20

    def give_piece(self):
        return False

    def collect(self, playing):
        self.collected += 1

    def free(self):
        return None

    def fill(self):
        return False


def between_passes(toy, monkeypatch):
    """What gobelet.boot does between two passes of the App."""

    def step(real=toy.app.step):
        wait = real()
        if toy.app.linker is not None and toy.app.linker.settle() and toy.app.idle is not None:
            toy.app.idle.left_garbage = True
        return wait

    monkeypatch.setattr(toy.app, "step", step)


class FullMemory:
    """What tests have in which memory is full for a key."""

    @staticmethod
    def full(monkeypatch, owner, name, times=1, late=False):
        """The method finds no memory, so often; late: once it is done."""
        real = getattr(owner, name)
        calls = []

        def method(self, *args):
            calls.append(name)
            if len(calls) > times:
                return real(self, *args)
            if late:
                real(self, *args)
            raise MemoryError

        monkeypatch.setattr(owner, name, method)
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
