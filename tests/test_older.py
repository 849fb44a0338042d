"""A game of an earlier version, whose journal was in segment files: what that version wrote, byte by byte."""

from __future__ import annotations

import random
from binascii import crc32
from struct import pack

import pytest

from gobelet.core.records import EFFECT, FIRST, JOIN, LAST, REDO, ROLL, UNDO
from gobelet.session import Session
from simulator.store import MemoryStore

SPAN = 512


class Older:
    """Writes as that version did: a segment file is 480 bytes, and a checkpoint comes before each new one."""

    def __init__(self, session: Session) -> None:
        self.files: dict[str, bytes] = {}
        self.state = session.state
        self.number = -1
        self.used = 480

    def record(self, kind: int, payload: bytes) -> int:
        if self.used + len(payload) + 4 > 480:
            self.number += 1
            head = b"GJ\x01\0" + pack("<i", self.number)
            if self.number:
                self.files["counters." + "ab"[self.number % 2]] = self.snapshot(self.number * SPAN)
            self.files[self.name] = head + pack("<H", crc32(head) & 0xFFFF)
            self.used = 10
        at = self.number * SPAN + self.used
        data = bytes((kind, len(payload))) + payload
        self.files[self.name] += data + pack("<H", crc32(data, at) & 0xFFFF)
        self.used += len(data) + 2
        return at

    @property
    def name(self) -> str:
        return "counters.%02d" % (self.number % 36)

    def snapshot(self, base: int = 0) -> bytes:
        out = b"GS\x01" + pack("<BI", len(self.state.kinds), base)
        for kind, sheet in zip(self.state.kinds, self.state.sheets, strict=True):
            out += pack("BB", kind.rows, len(kind.fields)) + bytes(sheet)
        return out + pack("<I", crc32(out))

    def change(self, row: int, value: int, kind: int = FIRST) -> tuple[int, tuple[int, ...]]:
        (effect,) = self.state.effects([("player", row, "v0", value)])
        at = self.record(EFFECT | LAST | kind, pack("<BBBhh", *effect))
        self.state.apply([effect])
        return at, effect


def played(count: int) -> Older:
    older = Older(Session("counters", MemoryStore()))
    chance = random.Random(count)
    done: list[tuple[int, list[tuple[int, ...]]]] = []
    for n in range(count):
        if n == count // 2:
            older.files["counters.old"] = older.snapshot()
        what = chance.randrange(6)
        if what == 0:
            older.record(ROLL, b"\0\0\0\0")
        elif what == 1 and done:
            at, effects = done[-1]
            older.record(UNDO, pack("<I", at))
            older.state.apply(effects, False)
            older.record(REDO, pack("<I", at))
            older.state.apply(effects)
            older.record(UNDO, pack("<I", at))
            older.state.apply(effects, False)
            done.pop()
        elif what == 2 and done and n:
            row = done[-1][1][0][1]
            value = (older.state.get("player", row, "v0") + 7) % 99
            at, effect = older.change(row, value, JOIN)
            done[-1][1].append(effect)
        else:
            row = chance.randrange(8)
            value = (older.state.get("player", row, "v0") + chance.randint(1, 90)) % 99
            at, effect = older.change(row, value)
            done.append((at, [effect]))
    return older


@pytest.mark.parametrize("count", [1, 30, 200, 2500])
def test_its_values_are_taken_over(count: int) -> None:
    older = played(count)
    store = MemoryStore(older.files)
    session = Session("counters", store)
    assert session.loaded == "older"
    assert session.state.sheets == older.state.sheets
    assert not [name for name in store.files if name.startswith("counters.")]
    again = Session("counters", store)
    assert again.loaded == "ok"
    assert again.state.sheets == older.state.sheets
    assert again.archived()
    before = [sheet[:] for sheet in again.state.sheets]
    assert again.recall()
    again.journal.undo()
    assert again.state.sheets == before


@pytest.mark.parametrize("count", [5, 200])
def test_the_power_may_go_meanwhile(count: int) -> None:
    older = played(count)
    for cut in range(1, 60):
        store = MemoryStore(older.files)
        store.cut_in = cut
        try:
            Session("counters", store)
        except BaseException:
            store.cut_in = None
            session = Session("counters", store)
            assert session.loaded in ("older", "ok")
            assert session.state.sheets == older.state.sheets
            assert session.archived()
        else:
            assert cut > 2
            break


def test_damage_is_told_and_stays() -> None:
    older = played(200)
    last = max(name for name in older.files if name[9].isdigit())
    for name, at in (("counters.a", 50), ("counters.b", 50), (last, 5), (last, 20), ("counters.old", 9)):
        broken = bytearray(older.files[name])
        broken[at] ^= 4
        store = MemoryStore({**older.files, name: bytes(broken)})
        assert Session("counters", store).loaded == "damaged", name
        assert store.files[name] == broken
        assert Session("counters", store).loaded == "ok", "told once"


def test_a_missing_segment_is_told() -> None:
    older = played(200)
    last = max(name for name in older.files if name[9].isdigit())
    assert int(last[9:]) > 4
    files = {name: data for name, data in older.files.items() if name not in ("counters.a", "counters.b")}
    del files["counters.02"]
    assert Session("counters", MemoryStore(files)).loaded == "damaged"
