"""Journal: everything that was rolled or changed, written before it is shown.

ROLL records hold a procedure's number, its inputs and its faces; EFFECT records hold (kind, row, field, old,
new). UNDO and REDO records point at the transaction they copy back or forth. Reading the log never calls a
rule, so it outlives an update of the rules.

The log is a ring of small segment files, because littlefs keeps a file of up to about 500 bytes inline and
erases a sector at every append to a larger one. Each new segment is preceded by a checkpoint of all values,
in one of two files by turns, so that the oldest segment can be dropped and a damaged checkpoint has a spare.

A position is segment number * 512 + offset. Records are kind, length, payload, 16 bits of checksum; the state
after a power cut is that of the last complete transaction whose records are whole.
"""

from binascii import crc32
from struct import pack, unpack, unpack_from

VERSION = 1
RING = 24  # segment files; undo reaches back through all of them
LIMIT = 480  # bytes of a segment file
SPAN = 512  # positions per segment

ROLL = 1
EFFECT = 2
UNDO = 3
REDO = 4
FIRST = 0x10  # an EFFECT record that opens a transaction
LAST = 0x20  # an EFFECT record that completes one

BY_HAND = 1  # flag of a ROLL whose faces come from real dice
FREE = 255  # number of a ROLL that no Procedure describes: its note says which dice

_EFFECT = "<BBBhh"  # kind, row, field, old, new
_EACH = 7
_MANY = 34  # effects in one record
_HEAD = 8  # bytes before the first record of a segment


def _check(data):
    return pack("<H", crc32(data) & 0xFFFF)


def pack_roll(number, v, path, flags=0, note=b""):
    """Payload of a ROLL. number 0..255, v a list of 16-bit integers, path as in `procedure.advance`."""
    out = bytearray((number, flags, len(v)))
    for value in v:
        out.extend(pack("<h", value))
    out.append(len(path))
    for result in path:
        if isinstance(result, int):
            out.append(0)
            out.extend(pack("<h", result))
        else:
            out.append(len(result))
            out.extend(bytes(result))
    out.extend(note)
    return bytes(out)


def unpack_roll(data):
    """(number, flags, v, path, note) of a ROLL payload."""
    count = data[2]
    v = [unpack_from("<h", data, 3 + 2 * at)[0] for at in range(count)]
    at = 3 + 2 * count
    path = []
    steps = data[at]
    at += 1
    for _ in range(steps):
        faces = data[at]
        at += 1
        if faces:
            path.append(tuple(data[at : at + faces]))
            at += faces
        else:
            path.append(unpack_from("<h", data, at)[0])
            at += 2
    return data[0], data[1], v, path, bytes(data[at:])


class Journal:
    """The journal of one game. `name` starts its file names; `state` is the State that it keeps.

    store: read(name) -> bytes or None, replace(name, data), append(name, data). Its errors (OSError) pass
    through, and then nothing has changed.
    """

    def __init__(self, store, name, state):
        self.store = store
        self.name = name
        self.state = state
        self.segment = -1  # number of the segment being written
        self.used = 0  # its bytes
        self.oldest = 0  # number of the oldest segment kept
        self.done = []  # positions of the transactions in force, oldest first
        self.undone = []  # positions of those undone, the next to redo last
        self.open = -1  # position of a transaction that is being written
        self.joinable = False  # whether the last record is the end of the last transaction

    # Files

    def _file(self, number):
        return "%s.%02d" % (self.name, number % RING)

    def _read(self, number):
        """Bytes of a segment, or None if its file holds another segment or something else."""
        data = self.store.read(self._file(number))
        if data is None or len(data) < _HEAD or data[:4] != b"GJ%c\x00" % VERSION:
            return None
        return data if unpack_from("<I", data, 4)[0] == number else None

    def _records(self, number):
        """([(position, kind, payload)...], offset after the last whole record); None if there is no such segment."""
        data = self._read(number)
        if data is None:
            return None
        found = []
        at = _HEAD
        while at + 4 <= len(data):
            end = at + 2 + data[at + 1]
            if data[end : end + 2] != _check(data[at:end]):
                break
            found.append((number * SPAN + at, data[at], data[at + 2 : end]))
            at = end + 2
        return found, at

    def snapshot(self, base=0):
        """All values as bytes, as a checkpoint keeps them. `base` is the first position not in them."""
        out = bytearray(pack("<2sBBI", b"GS", VERSION, len(self.state.kinds), base))
        for at in range(len(self.state.kinds)):
            kind = self.state.kinds[at]
            out.extend(bytes((kind.rows, len(kind.fields))))
            for value in self.state.sheets[at]:
                out.extend(pack("<h", value))
        out.extend(_check(out))
        return bytes(out)

    def restored(self, data):
        """(base, effects) that bring the present values to those of a snapshot; None if it is damaged.

        Rows and fields that only one of the two has keep their present value.
        """
        if data is None or len(data) < 10 or data[:3] != b"GS%c" % VERSION:
            return None
        if data[-2:] != _check(data[:-2]):
            return None
        found = []
        at = 8
        for k in range(data[3]):
            rows, fields = data[at], data[at + 1]
            at += 2
            for row in range(rows):
                for f in range(fields):
                    new = unpack_from("<h", data, at)[0]
                    at += 2
                    if k < len(self.state.kinds):
                        kind = self.state.kinds[k]
                        if row < kind.rows and f < len(kind.fields):
                            old = self.state.sheets[k][row * len(kind.fields) + f]
                            if old != new:
                                found.append((k, row, f, old, new))
        return unpack_from("<I", data, 4)[0], found

    # Starting

    def load(self):
        """Bring the state to the last complete transaction.

        Returns "new" (no log yet), "ok", or "damaged": what could be read was kept, the rest is unreadable.
        """
        base, damaged = self._checkpoint()
        first, last = self._chain()
        if last < 0:
            self._open(base // SPAN + 1 if base > 0 else 0)
            return "damaged" if damaged else ("ok" if base > 0 else "new")
        if base > 0 and base // SPAN > last + 1:
            damaged = True
        self.segment, self.oldest = last, first
        if base == 0 and first > 0:
            damaged = True
        pending = []
        for number in range(first, last + 1):
            records = self._records(number)
            if records is None:
                damaged = True
                continue
            for at, kind, payload in records[0]:
                self._replay(at, kind, payload, base, pending)
            self.used = records[1]
        self.open = -1
        data = self._read(last)
        if data is None or self.used < len(data) or pending or base > last * SPAN + self.used:
            # A torn record, half a transaction or a cut just after a checkpoint: go on in a new segment.
            self._open(last + 1)
        return "damaged" if damaged else "ok"

    def _checkpoint(self):
        """Apply the newer whole checkpoint. Returns (its base or 0, whether a file was damaged)."""
        best = None
        damaged = False
        for turn in ("a", "b"):
            data = self.store.read(self.name + "." + turn)
            read = self.restored(data)
            if read is None:
                damaged = damaged or data is not None
            elif best is None or read[0] > best[0]:
                best = read
        if best is None:
            return 0, damaged
        self.state.apply(best[1])
        return best[0], damaged

    def _chain(self):
        """(first, last) segment numbers of the run of segments that ends with the newest; (0, -1) if none."""
        numbers = []
        for slot in range(RING):
            data = self.store.read("%s.%02d" % (self.name, slot))
            if data is not None and len(data) >= _HEAD and data[:2] == b"GJ":
                number = unpack_from("<I", data, 4)[0]
                if number % RING == slot:
                    numbers.append(number)
        if not numbers:
            return 0, -1
        last = max(numbers)
        first = last
        while first - 1 in numbers:
            first -= 1
        return first, last

    def _replay(self, at, kind, payload, base, pending):
        kind_of = kind & 0x0F
        if kind_of == EFFECT:
            if kind & FIRST:
                del pending[:]
                self.open = at
            elif not pending and self.open < 0 and not self.done:
                return  # the transaction that this record joins has left the ring
            pending.append((at, payload))
            if kind & LAST:
                for place, data in pending:
                    if place >= base:
                        self.state.apply(effects_of(data))
                if self.open >= 0:
                    self.done.append(self.open)
                    self.open = -1
                del self.undone[:]
                del pending[:]
        elif kind_of in (UNDO, REDO):
            del pending[:]
            self.open = -1
            place = unpack("<I", payload)[0]
            effects = self.transaction(place)
            if effects is not None and at >= base:
                self._copy(effects, kind_of == REDO)
            self._moved(place, kind_of == REDO)

    # Writing

    def _open(self, number):
        """Start segment `number`, after a checkpoint of all that came before."""
        base = self.open if self.open >= 0 else number * SPAN
        if number > 0:
            turn = "ab"[number % 2]
            self.store.replace(self.name + "." + turn, self.snapshot(base))
        head = pack("<2sBBI", b"GJ", VERSION, 0, number)
        self.store.replace(self._file(number), head)
        self.segment = number
        self.used = _HEAD
        if number - self.oldest >= RING:
            self.oldest = number - RING + 1
            while self.done and self.done[0] < self.oldest * SPAN:
                self.done.pop(0)

    def _write(self, kind, payload):
        """Append one record; returns its position."""
        if self.used + len(payload) + 4 > LIMIT:
            self._open(self.segment + 1)
        data = bytes((kind, len(payload))) + payload
        try:
            self.store.append(self._file(self.segment), data + _check(data))
        except OSError:
            self.used = LIMIT  # half a record may be there: the next one opens a new segment
            self.open = -1
            raise
        at = self.segment * SPAN + self.used
        self.used += len(data) + 2
        self.joinable = kind & LAST
        return at

    def roll(self, number, v, path, flags=0, note=b""):
        """Write a ROLL before its dice are shown; see `pack_roll`. Returns its position."""
        return self._write(ROLL, pack_roll(number, v, path, flags, note))

    def change(self, effects, join=False):
        """Write `effects` as one transaction, then apply them.

        With join=True they become part of the last transaction (presses within one delta bubble), if that is
        still the last thing in the log. Nothing happens for an empty list.
        """
        if not effects:
            return
        join = join and self.joinable and len(effects) <= _MANY
        for start in range(0, len(effects), _MANY):
            some = effects[start : start + _MANY]
            kind = EFFECT
            if start == 0 and not join:
                kind |= FIRST
            if start + _MANY >= len(effects):
                kind |= LAST
            payload = bytearray()
            for effect in some:
                payload.extend(pack(_EFFECT, *effect))
            at = self._write(kind, bytes(payload))
            if kind & FIRST:
                self.open = at
        self.state.apply(effects)
        if self.open >= 0:
            self.done.append(self.open)
            self.open = -1
        del self.undone[:]

    # Undo and redo

    def transaction(self, place):
        """Effects of the transaction at a position, in order; None if it has left the ring."""
        found = None
        number = place // SPAN
        while self.oldest <= number <= self.segment:
            for at, kind, payload in (self._records(number) or ((), 0))[0]:
                if at == place:
                    found = effects_of(payload)
                elif found is not None:
                    if kind & 0x0F != EFFECT or kind & FIRST:
                        return found
                    found.extend(effects_of(payload))
            if found is None:
                break
            number += 1
        return found

    def _copy(self, effects, forward):
        ordered = effects if forward else reversed(effects)
        for effect in ordered:
            self.state.apply((effect,), forward)

    def _moved(self, place, forward):
        source, target = (self.undone, self.done) if forward else (self.done, self.undone)
        if source and source[-1] == place:
            source.pop()
        target.append(place)

    def _turn(self, stack, kind):
        if not stack:
            return None
        place = stack[-1]
        effects = self.transaction(place)
        if effects is None:
            return None
        self._write(kind, pack("<I", place))
        self._copy(effects, kind == REDO)
        self._moved(place, kind == REDO)
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
        for number in range(self.segment, self.oldest - 1, -1):
            records = (self._records(number) or ((), 0))[0]
            for at in range(len(records) - 1, -1, -1):
                yield records[at]

    def pending(self):
        """The last ROLL if nothing was changed after it: (number, flags, v, path, note); else None."""
        for _, kind, payload in self.newest_first():
            if kind & 0x0F == ROLL:
                return unpack_roll(payload)
            return None
        return None


def effects_of(payload):
    """The (kind, row, field, old, new) of an EFFECT payload."""
    return [unpack_from(_EFFECT, payload, at) for at in range(0, len(payload), _EACH)]
