"""Journal: everything that was rolled or changed, written before it is shown.

ROLL records hold a procedure's number, its inputs and its faces; EFFECT records hold (kind, row, field, old,
new). UNDO and REDO records point at the transaction they copy back or forth. Reading the log never calls a
rule, so it outlives an update of the rules.

The log is a ring of small segment files, because littlefs keeps a file of up to about 500 bytes inline and
erases a sector at every append to a larger one. Each new segment is preceded by a checkpoint of all values,
in one of two files by turns, so that the oldest segment can be dropped and a damaged checkpoint has a spare.

A position is segment number * 512 + offset. Records are kind, length, payload, 16 bits of checksum, which
covers the position too; the state after a power cut is that of the last complete transaction whose records
are whole. Damage costs only the transactions it hit: reading goes on behind it.
"""

from binascii import crc32
from struct import pack, unpack_from

RING = 36  # segment files: 256 steps of a long roll with two effects, and the records of undoing them
LIMIT = 480  # bytes of a segment file
SPAN = 512  # positions per segment
STEPS = 300  # transactions that can be undone, if the ring still has them
BUBBLE = 8  # segments over which presses may join one transaction

ROLL = 1
EFFECT = 2
UNDO = 3
REDO = 4
FIRST = 0x10  # an EFFECT record that opens a transaction
LAST = 0x20  # an EFFECT record that completes one
JOIN = 0x40  # an EFFECT record that adds to the transaction before it

BY_HAND = 1  # flag of a ROLL whose faces come from real dice
FREE = 255  # number of a ROLL that no Procedure describes: its note says which dice

_SEGMENT = b"GJ\x01\0"  # how a segment begins; the third byte is the version of the format
_SNAPSHOT = b"GS\x01"
_EFFECT = "<BBBhh"  # kind, row, field, old, new
_EACH = 7
_MANY = 33  # effects in one record; two such records fill a segment
_HEAD = 10  # bytes before the first record of a segment
_OPTION = 255  # stands in a path where a count of faces would, before an Ask's option


def _check(data, seed=0):
    return pack("<H", crc32(data, seed) & 0xFFFF)


def _head(number):
    head = _SEGMENT + pack("<i", number)
    return head + _check(head)


def _whole(data, at, number):
    """Offset behind the record at `at` of segment `number`; 0 if there is no whole one."""
    if at + 4 > len(data):
        return 0
    end = at + 2 + data[at + 1]
    return end + 2 if data[end : end + 2] == _check(data[at:end], number * SPAN + at) else 0


def _records(data, number):
    """What the bytes of segment `number` hold: (records, offset behind the last one, whether it is damaged).

    records is a list of (position, kind, payload), of kind 0 where something cannot be read. A record that a
    power cut left short is no damage.
    """
    start = number * SPAN
    if data is None or data[:_HEAD] != _head(number):
        return [(start, 0, b"")], 0, data is not None
    found = []
    damaged = False
    at = used = _HEAD
    while at < len(data):
        end = _whole(data, at, number)
        # Behind damage, two in a row or the end of the file must confirm that it is a record.
        if end and (at == used or end == len(data) or _whole(data, end, number)):
            if at > used:
                found.append((start + used, 0, b""))
                damaged = True
            found.append((start + at, data[at], data[at + 2 : end - 2]))
            at = used = end
        else:
            at += 1
    if used < len(data):
        found.append((start + used, 0, b""))
        short = len(data) - used - 4
        if short >= 0:  # shorter than its length says, unless the length itself is wrong
            damaged = damaged or data[used + 1] <= short
            damaged = damaged or data[-2:] == _check(
                bytes((data[used], short)) + data[used + 2 : -2], start + used
            )
    return found, used, damaged


def pack_roll(number, v, path, flags=0, note=b""):
    """Payload of a ROLL. number 0..255, v a list of 16-bit integers, path as in `procedure.advance`."""
    out = bytearray((number, flags, len(v)))
    for value in v:
        _put(out, value)
    out.append(len(path))
    for result in path:
        if isinstance(result, int):
            out.append(_OPTION)
            _put(out, result)
        else:
            out.append(len(result))
            out.extend(bytes(result))
    out.extend(note)
    return bytes(out)


def _put(out, value):
    """Most values are small: one byte, or three."""
    out.extend(pack("b", value) if -128 < value < 128 else pack("<bh", -128, value))


def _get(data, at):
    """(value, offset behind it) of what `_put` wrote."""
    value = unpack_from("b", data, at)[0]
    if value > -128:
        return value, at + 1
    return unpack_from("<h", data, at + 1)[0], at + 3


def unpack_roll(data):
    """(number, flags, v, path, note) of a ROLL payload."""
    v = []
    path = []
    at = 3
    for _ in range(data[2]):
        value, at = _get(data, at)
        v.append(value)
    steps = at
    at += 1
    for _ in range(data[steps]):
        faces = data[at]
        at += 1
        if faces == _OPTION:
            result, at = _get(data, at)
        else:
            result = tuple(data[at : at + faces])
            at += faces
        path.append(result)
    return data[0], data[1], v, path, bytes(data[at:])


def effects_of(payload):
    """The (kind, row, field, old, new) of an EFFECT payload."""
    return [unpack_from(_EFFECT, payload, at) for at in range(0, len(payload), _EACH)]


class Journal:
    """The journal of one game. `name` starts its file names; `state` is the State that it keeps.

    store: read(name) -> bytes or None, replace(name, data), append(name, data). Its errors (OSError) pass
    through; then no value has changed, and the next call tries again.
    """

    def __init__(self, store, name, state):
        self.store = store
        self.name = name
        self.state = state
        self.segment = -1  # number of the segment being written
        self.used = LIMIT  # its bytes that count; LIMIT: the next record opens a new one
        self.torn = False  # whether its file may hold more than those
        self.damaged = False  # whether `load` found damage that is news
        self.done = []  # positions of the transactions in force, oldest first
        self.undone = []  # positions of those undone, the next to redo last
        self.joinable = 0  # whether the last record is the end of the last transaction

    # Files

    def _file(self, number):
        return "%s.%02d" % (self.name, number % RING)

    def _spoilt(self, file, data):
        """Keep a copy of a damaged file as "<file>.bad". If there is one already, the damage is no news."""
        try:
            if data is None or self.store.read(file + ".bad") == data:
                return
            self.store.replace(file + ".bad", data)
        except OSError:
            pass  # no room for a copy must not keep the game from opening
        self.damaged = True

    def snapshot(self, base=0):
        """All values as bytes, as a checkpoint keeps them. `base` is the first position not in them."""
        kinds = self.state.kinds
        out = bytearray(_SNAPSHOT + pack("<BI", len(kinds), base))
        for at in range(len(kinds)):
            out.extend(pack("BB", kinds[at].rows, len(kinds[at].fields)))
            out.extend(bytes(self.state.sheets[at]))
        out.extend(pack("<I", crc32(out)))
        return bytes(out)

    def restored(self, data):
        """(base, effects) that bring the present values to those of a snapshot; None if it is damaged.

        Rows and fields that only one of the two has keep their present value.
        """
        if data is None or data[:3] != _SNAPSHOT or data[-4:] != pack("<I", crc32(data[:-4])):
            return None
        found = []
        at = 8
        for k in range(data[3]):
            fields = data[at + 1]
            count = data[at] * fields
            at += 2
            for place in range(count):
                row, f = divmod(place, fields)
                old = self.state.value(k, row, f)
                new = unpack_from("<h", data, at)[0]
                at += 2
                if old is not None and old != new:
                    found.append((k, row, f, old, new))
        return unpack_from("<I", data, 4)[0], found

    # Starting

    def load(self):
        """Bring a fresh State to the last complete transaction. Call it once.

        Returns "new" (no log yet), "ok", or "damaged": what can be read was kept, and a copy of every damaged
        file. Damage is told once. Nothing else is written, so a full or failing store opens too.
        """
        base, best = 0, ()
        for turn in ("a", "b"):
            file = self.name + "." + turn
            data = self.store.read(file)
            read = self.restored(data)
            if read is None:
                self._spoilt(file, data)
            elif read[0] > base:
                base, best = read
        self.state.apply(best)
        self.segment = self._newest(base)
        pending = []
        for number in range(self.segment - RING + 1, self.segment + 1):
            file = self._file(number)
            data = self.store.read(file)
            records, self.used, bad = _records(data, number)
            if bad:
                self._spoilt(file, data)
            if not self.used and base < (number + 1) * SPAN:
                self.damaged = True
            for at, kind, payload in records:
                pending = self._replay(at, kind, payload, base, pending)
            self.torn = self.used < len(data or b"")
        if self.state.settle() or bad or base > self.segment * SPAN + self.used:
            self.used = LIMIT  # a damaged file stays as it is
        if self.damaged:
            return "damaged"
        return "new" if self.segment < 0 else "ok"

    def _newest(self, base):
        """Number of the newest segment, given the base of the newest checkpoint.

        A checkpoint may be ahead of its segment, or outlive it: no new position may lie before its base.
        """
        newest = (base + SPAN - 1) // SPAN - 1
        number = base // SPAN
        end = number + (3 if base else RING)  # without a checkpoint it can be anywhere
        while number < end:
            data = self.store.read(self._file(number))
            if data is not None and len(data) >= _HEAD:
                found = unpack_from("<i", data, 4)[0]
                if data[:_HEAD] == _head(found) and found >= number and (found - number) % RING == 0:
                    newest = max(newest, found)
                    if base:
                        end = number + 4
            number += 1
        return newest

    def _replay(self, at, kind, payload, base, pending):
        """Read one record. `pending` is the beginning of an incomplete transaction; returns the new one."""
        what = kind & 0x0F
        if kind & (FIRST | JOIN):
            pending = []
        elif what != EFFECT or not pending:  # or the rest of a transaction whose beginning cannot be read
            if what == UNDO or what == REDO:
                place = unpack_from("<I", payload)[0]
                self._moved(place, what, self.transaction(place) if at >= base else None)
            return []
        pending.append((at, payload))
        if kind & LAST:
            for place, some in pending:
                if place >= base:
                    self.state.apply(effects_of(some))
            if not kind & JOIN:
                self._did(pending[0][0])
            del self.undone[:]
            return []
        return pending

    # Writing

    def _open(self, base):
        """Start the next segment, after a checkpoint of all that came before position `base`."""
        number = self.segment + 1
        self.used = LIMIT  # should the store fail: the checkpoint may be there, nothing may come before it
        if number > 0:
            self.store.replace(self.name + "." + "ab"[number % 2], self.snapshot(base or number * SPAN))
        self.store.replace(self._file(number), _head(number))
        self.segment = number
        self.used = _HEAD
        self._trim()

    def _trim(self):
        """Forget the transactions that leave the ring, one segment early: an UNDO must find them at load."""
        while self.done and (self.done[0] < (self.segment - RING + 2) * SPAN or len(self.done) > STEPS):
            self.done.pop(0)

    def _write(self, kind, payload, base=0):
        """Append one record; returns its position. base: position where its transaction began before it."""
        if len(payload) > 255:
            raise ValueError("record")
        if self.torn:
            # What an append that failed has left would be read as damage, or as done.
            file = self._file(self.segment)
            self.store.replace(file, self.store.read(file)[: self.used])
            self.torn = False
        if self.used + len(payload) + 4 > LIMIT:
            self._open(base)
        at = self.segment * SPAN + self.used
        data = bytes((kind, len(payload))) + payload
        self.joinable = 0
        self.torn = True
        self.store.append(self._file(self.segment), data + _check(data, at))
        self.torn = False
        self.used += len(data) + 2
        self.joinable = kind & LAST
        return at

    def roll(self, number, v, path, flags=0, note=b""):
        """Write a ROLL before its dice are shown; see `pack_roll`. Returns its position.

        ValueError if its payload is longer than 255 bytes.
        """
        return self._write(ROLL, pack_roll(number, v, path, flags, note))

    def change(self, effects, join=False):
        """Write `effects` (2000 at most) as one transaction, then apply them.

        With join=True they become part of the last transaction (presses within one delta bubble), if that is
        still the last thing in the log. Nothing happens for an empty list.
        """
        if not effects:
            return
        if join:
            join = self.joinable and len(effects) <= _MANY and self.done
            join = join and self.segment - self.done[-1] // SPAN < BUBBLE
        begin = 0
        for start in range(0, len(effects), _MANY):
            kind = EFFECT
            if start == 0:
                kind |= JOIN if join else FIRST
            if start + _MANY >= len(effects):
                kind |= LAST
            some = [pack(_EFFECT, *effect) for effect in effects[start : start + _MANY]]
            at = self._write(kind, b"".join(some), begin)
            begin = begin or at
        self.state.apply(effects)
        if not join:
            self._did(begin)
        del self.undone[:]

    def _did(self, place):
        self.done.append(place)
        self._trim()

    def idle(self):
        """One small piece of what a later press will find done. Returns whether there was one."""
        return False

    # Undo and redo

    def transaction(self, place):
        """Effects of the transaction at a position, in order; None if it has left the ring."""
        found = None
        for number in range(place // SPAN, self.segment + 1):
            for at, kind, payload in _records(self.store.read(self._file(number)), number)[0]:
                if kind and at == place:
                    found = effects_of(payload)
                elif found is not None:
                    if kind & 0x0F != EFFECT or kind & FIRST:
                        return found
                    found.extend(effects_of(payload))
            if found is None:
                break
        return found

    def _moved(self, place, kind, effects):
        """Copy the effects of the transaction at `place` back or forth, and note it on the other list."""
        if effects:
            self.state.apply(effects, kind == REDO)
            self.state.settle(effects)
        source, target = (self.undone, self.done) if kind == REDO else (self.done, self.undone)
        if place in source:
            while source.pop() != place:  # above it: only what damage has cut loose
                pass
        if place not in target:
            target.append(place)  # even one that leaves the ring now: nothing newer may be redone before it

    def _turn(self, stack, kind):
        effects = self.transaction(stack[-1]) if stack else None
        if effects:
            place = stack[-1]
            self._write(kind, pack("<I", place))
            self._moved(place, kind, effects)
        return effects

    def undo(self):
        """Take the last transaction back. Returns its effects, or None if there is nothing to undo."""
        return self._turn(self.done, UNDO)

    def redo(self):
        """Make the last undone transaction again. Returns its effects, or None if there is none."""
        return self._turn(self.undone, REDO)

    # Reading back

    def newest_first(self):
        """Yield (position, kind, payload) of every record kept, the newest first."""
        for number in range(self.segment, max(-1, self.segment - RING), -1):
            records = _records(self.store.read(self._file(number)), number)[0]
            for at in range(len(records) - 1, -1, -1):
                if records[at][1]:
                    yield records[at]

    def pending(self):
        """The last ROLL if nothing was changed after it: (number, flags, v, path, note); else None."""
        for _, kind, payload in self.newest_first():
            if kind == ROLL:
                return unpack_roll(payload)
            if kind & 0x0F != EFFECT or kind & LAST:
                return None  # EFFECTs without an end count for nothing
        return None
