"""Journal: everything that was rolled or changed, written before it is shown.

ROLL records hold a procedure's number, its inputs and its faces; EFFECT records hold (kind, row, field, old,
new). UNDO and REDO records point at the transaction they copy back or forth. Reading them back never calls a
rule, so they outlive an update of the rules. See `records` for their bytes.

Each game has a folder of small files:

0 to 4   logs by turns, of some 200 bytes: littlefs keeps such a file inside of its folder's block, where adding to it
         is one page to program. One page to a record is the least that can be; a larger file erases at each.
c to h   blocks by turns, of 4 KB: full logs are moved to the newest one, several at a time, in an idle moment.
a, b     checkpoints by turns: all values, and what can be undone. A start reads the newest one and only the records
         behind it.

Each file begins with its position, and has a sum of all that was known when it was written; logs and checkpoints are
numbered. So damage is told from a power cut, and what is missing or older than the rest is noticed. The state after a
power cut is that of the last complete transaction. Damage costs only the transactions it hit: reading goes on behind
it, and a copy of each damaged file is kept as "<file>.bad" before anything is written over it.
"""

from array import array
from binascii import crc32
from struct import pack, unpack_from

from .records import (  # some of them for those who read a journal
    BY_HAND,  # noqa: F401
    DROP,
    EACH,
    EFFECT,
    FIRST,
    FREE,  # noqa: F401
    JOIN,
    LAST,
    LINK,
    MANY,
    PLACE,
    REDO,
    ROLL,
    UNDO,
    add,
    check,
    effects_of,
    pack_effects,
    pack_roll,
    unpack_roll,
    walk,
)
from .sheet import State

LOGS = 5
MOVED = 4  # full logs that are worth a block to erase
LIMIT = 218  # bytes of a log with which one page is enough; only a log of one record has more
FULL = LIMIT + 1  # a log with so many has no room
BLOCKS = 6
FIRST_BLOCK = "c"
BLOCK = 4096
SAVED = 60  # records after which an idle moment writes a checkpoint: a start reads them one by one
STEPS = 300  # transactions that can be undone, if the blocks still have them
LEAST = 64  # those of them that a checkpoint has room for in any game
BUBBLE = 3000  # bytes over which presses may join one transaction
PLACED = 128  # bytes of a place: a form has one number for each of its inputs

_LOG = b"GJ\x02\0"  # how a file begins; the third byte is the version of the format
_BLOCK = b"GH\x02\0"
_SAVE = b"GC\x02\0"
_VALUES = b"GS\x02\0"
# Then: number of the log, position, checksum of all bounds.
_LOG_HEAD = "<4sIIH"
_LOG_FIRST = 18  # offset of the first record, behind a checksum and the link
# Then: position, sum of all but itself, link.
_BLOCK_HEAD = "<4sII"
_BLOCK_FIRST = 14
# Then: number of the checkpoint, position, end of the blocks, oldest log that must be there, newest one, newest ROLL,
# newest change or undo, end of what other versions wrote, checksum of all bounds. Then all values, the link, and the
# lists with their lengths before.
_SAVE_HEAD = "<4sIIIiiiiIH"
_SAVE_FIRST = 38


class Journal:
    """The journal of one game. `name` is its folder; `state` is the State that it keeps.

    store: read(name) -> bytes or None, replace(name, data), append(name, data), rest(name). Its errors (OSError) pass
    through; then no value has changed, and the next call tries again. A power cut leaves of a write all or nothing, as
    on littlefs; a record of which a part arrived counts for nothing, but is told as damage.

    position  where the next record goes: it grows with everything that is written
    damaged   whether damage was found that is news
    done      positions of the transactions in force, oldest first
    undone    positions of those undone, the next to redo last
    joinable  whether the last record is the end of the last transaction
    """

    def __init__(self, store, name, state):
        self.store = store
        self.folder = name + "/"
        self.state = state
        self.bounds = state.bounds() & 0xFFFF
        self.position = 0
        self.damaged = False
        self.done = []
        self.undone = []
        self.joinable = 0
        self._tail = bytearray(LINK)  # what is not in a block yet, behind its link
        self._base = 0  # where it begins
        self._blocks = []  # [file, begin, end], oldest first
        self._log = -1  # number of the log being written
        self._oldest = 0  # number of the oldest log that must be there, if it was ever written
        self._used = FULL  # its bytes; FULL: the next record opens another one
        self._begin = 0  # where it begins
        self._ends = [0] * LOGS  # position behind each log
        self._saves = 0  # checkpoints written
        self._saved = 0  # position of the newest
        self._since = 0  # records behind it
        self._due = False  # whether there is a reason to write one
        self._rolled = -1  # position of the newest ROLL
        self._turned = -1  # position of the newest change, undo or redo that is complete
        self._noted = b""  # the place noted last
        self._unread = []  # blocks that were not looked at since the start
        self._bad = []  # damaged files of which there is no copy yet
        self._hurt = False  # whether any damage was found, news or not
        self._first = False  # whether a checkpoint must come before the next record
        self._foreign = 0  # what comes before this position may be of another version
        self._tired = False  # whether an idle moment failed since the last record

    # Starting

    def load(self):
        """Bring a fresh State to the last complete transaction. Call it once.

        Returns "new" (nothing was ever written), "ok", or "damaged": what can be read was kept, and a copy of every
        damaged file. Damage is told once. Nothing else is written, so a full or failing store opens too.
        """
        bounds, newest = self._load_checkpoint()
        logs = self._load_logs(newest)
        apart = self._join(logs)
        strict = bounds is None or bounds == self.bounds
        for _, begin, data, bounds in logs:
            if bounds != self.bounds and begin + len(data) - LINK > self._saved:
                strict = False
        self._replay_all(logs, strict)
        if apart:
            self._doubt()
        if not strict:  # another version's
            self.state.settle()
            self._foreign = self.position
            self._first = self._due = True
            self._used = FULL
        self._trim()
        self._unread = [block[0] for block in self._blocks]
        if self._hurt:
            self._oldest = self._log + 1
            self._used = FULL
        if self.damaged:
            return "damaged"
        return "ok" if self.begun else "new"

    def adopt(self):
        """Keep the values that the State has now, of a game that was not played here."""
        self._save()

    @property
    def begun(self):
        """Whether anything was ever written."""
        return self.position > 0 or self._saves > 0

    def _load_checkpoint(self):
        """Take the newest checkpoint in. Returns (checksum of the bounds it was written with, number of its log); None
        and -1 without one.
        """
        found = []
        bad = False
        for file in ("a", "b"):
            data = self._read(file)
            if data is None:
                continue
            if data[:4] == _SAVE and data[-4:] == pack("<I", crc32(data[:-4])):
                found.append((unpack_from("<I", data, 4)[0], data))
            else:
                bad = True
                self._spoilt(file, data)
        if not found:
            return None, -1
        found.sort()
        number, data = found[-1]
        if number > 1 and not bad and found[0][0] != number - 1:
            # The other one is missing, or older than it must be.
            self._spoilt("ba"[number % 2], found[0][1] if len(found) > 1 else None)
        head = unpack_from(_SAVE_HEAD, data)
        _, self._saves, self._saved, self._base, self._oldest, newest, self._rolled, self._turned = head[:8]
        self._foreign, bounds = head[8:]
        at = self.state.take(data, _SAVE_FIRST)
        self._tail = bytearray(data[at : at + LINK])
        blocks, done, undone = unpack_from("<BHH", data, at + LINK)
        at += LINK + 5
        for _ in range(blocks):
            file, begin, end = unpack_from("<BII", data, at)
            self._blocks.append([chr(file), begin, end])
            at += 9
        self.done = list(array("I", data[at : at + 4 * done]))
        at += 4 * done
        self.undone = list(array("I", data[at : at + 4 * undone]))
        self.position = max(self._saved, self._base)
        return bounds, newest

    def _load_logs(self, newest):
        """(number, position, records behind their link, checksum of the bounds) of each log, oldest first. The one with
        the number `newest` was certainly written.
        """
        found = []
        bad = []
        for slot in range(LOGS):
            file = str(slot)
            data = self._read(file)
            if data is None:
                continue
            if data[:4] == _LOG and data[14:16] == check(data[:14] + data[16:_LOG_FIRST]):
                _, number, begin, bounds = unpack_from(_LOG_HEAD, data)
                if number % LOGS == slot:
                    found.append((number, begin, data[_LOG_FIRST - LINK :], bounds))
                    continue
            bad.append(slot)
            self._spoilt(file, data)
        found.sort()
        if found:
            newest = max(newest, found[-1][0])
        self._log = newest
        there = [log[0] for log in found]
        for number in range(max(self._oldest, newest - LOGS + 1), newest + 1):
            slot = number % LOGS
            if number not in there and slot not in bad:
                # It is missing, or older than it must be.
                self._spoilt(str(slot), self._read(str(slot)))
        return [log for log in found if log[0] > newest - LOGS]

    def _join(self, logs):
        """Put together what is in no block yet. `logs` as `_load_logs` gives them. Returns whether one of them does not
        go on from the one before.
        """
        base = self._base
        if logs and logs[0][1] > base:
            base = self._longer(base, logs[0][1])
        tail = None
        apart = False
        for at in range(len(logs)):
            number, begin, data, _ = logs[at]
            self._ends[number % LOGS] = end = begin + len(data) - LINK
            if at + 1 < len(logs) and begin <= logs[at + 1][1] < end:
                end = logs[at + 1][1]  # behind it lies what an append that failed has left
            if tail is None:
                if end < base or (end == base and number != logs[-1][0]):
                    continue
                if begin > base:
                    self._doubt()
                    base = begin
                tail = bytearray(data[base - begin :])
                continue
            here = base + len(tail) - LINK
            if begin < base or begin > here + BLOCK:
                self._doubt()
                base = begin
                tail = bytearray(data)
                continue
            if begin < here:  # what an append that failed has left
                tail = tail[: begin - base + LINK]
            elif begin > here:
                self._doubt()
                tail.extend(bytes(begin - here))
            if tail[-LINK:] != data[:LINK]:
                apart = True
            tail.extend(data[LINK:])
        if tail is not None and base + len(tail) - LINK >= self._saved:
            self._tail = tail
            self._base = base
            self._begin = logs[-1][1]
            self._used = _LOG_FIRST + len(logs[-1][2]) - LINK
        else:  # a large transaction came after the logs
            self._base = self.position
        return apart

    def _longer(self, end, wanted):
        """Blocks may have been written since the checkpoint: find them as far as `wanted`. Returns where they end."""
        file = self._blocks[-1][0] if self._blocks else FIRST_BLOCK
        for _ in range(BLOCKS):
            begin, data = self._block_at(file)
            if begin < 0 or begin > end:
                break
            if not self._blocks or self._blocks[-1][0] != file:
                self._blocks = [block for block in self._blocks if block[0] != file]
                if self._blocks and begin < self._blocks[-1][2]:  # what a move that was cut has left
                    self._blocks[-1][2] = begin
                self._blocks.append([file, begin, end])
            elif begin != self._blocks[-1][1]:
                break
            behind = begin + len(data) - _BLOCK_FIRST
            if behind > end:
                end = self._blocks[-1][2] = min(wanted, behind)
            if end == wanted:
                break
            file = _after(file)
        return end

    def _replay_all(self, logs, strict):
        pending = []
        used = LINK
        if self._saved < self._base:
            expected = self._saved
            for data, at, position in self._pieces(self._saved, self._base):
                if position != expected:
                    self._doubt()
                for where, kind, payload, _ in walk(data, at, position):
                    pending = self._replay(where, kind, payload, strict, pending)
                    if pending is None:
                        self._doubt()
                        pending = []
                expected = position + len(data) - at
            if expected != self._base:
                self._doubt()
        self._noted = None if self.position else b""
        tail = self._tail
        junk = -1
        for record in walk(tail, LINK, self._base):
            where, kind, payload, used = record
            if junk >= 0:
                self._spoilt_at(logs, junk)
                junk = -1
            if not kind:
                junk = where
            if kind == PLACE:
                self._noted = payload
            elif where >= self._saved:
                pending = self._replay(where, kind, payload, strict, pending)
                if pending is None:
                    self._spoilt_at(logs, where)
                    pending = []
        if junk >= 0:
            self._spoilt_at(logs, junk)
            self._tail = tail = tail[:used]
            self._used = FULL
        self.position = max(self._saved, self._base + len(tail) - LINK)
        tail.extend(bytes(self.position - self._base + LINK - len(tail)))

    def _spoilt_at(self, logs, position):
        """A record cannot be read."""
        for number, begin, data, _ in logs:
            if begin <= position < begin + len(data) - LINK:
                file = str(number % LOGS)
                self._spoilt(file, self._read(file))
                return

    def _replay(self, at, kind, payload, strict, pending):
        """Read one record. `pending` is the beginning of an incomplete transaction; returns the new one, None if the
        record holds what no game can have written.
        """
        what = kind & 0x0F
        if what == PLACE:
            return pending
        self._since += 1
        if kind & (FIRST | JOIN):
            pending = []
        elif what != EFFECT or not pending:  # or the rest of a transaction whose beginning cannot be read
            if what == UNDO or what == REDO:
                if len(payload) != 4:
                    return None
                place = unpack_from("<I", payload)[0]
                effects = self.transaction(place)
                if effects is None:
                    self._doubt()
                elif what == UNDO:
                    effects = [(k, row, f, new, old) for k, row, f, old, new in reversed(effects)]
                if strict and place < self._foreign:
                    self.state.apply(effects or ())
                    self.state.settle(effects or ())
                elif not self._made(effects or (), strict):
                    return None
                self._moved(place, what)
                self._turned = at
            elif what == ROLL:
                self._rolled = at
            elif what == DROP:
                self._turned = at
            elif kind and what != EFFECT:
                return None
            return []
        if len(payload) % EACH:
            return None
        pending.append((at, payload))
        if kind & LAST:
            effects = []
            for _, some in pending:
                effects.extend(effects_of(some))
            if not self._made(effects, strict):
                return None
            if not kind & JOIN:
                self.done.append(pending[0][0])
            del self.undone[:]
            self._turned = at
            return []
        return pending

    def _made(self, effects, strict):
        """Apply what was read back, unless it goes out of bounds. Returns whether it was."""
        if not strict:
            self.state.apply(effects)
            return True
        exact = self.state.replay(effects)
        if exact is False:
            self._doubt()
        return exact is not None

    def _doubt(self):
        """Something is missing, or does not fit to what came before. Where damage was found, that is why."""
        if not self._hurt:
            self._hurt = self._due = self.damaged = True

    # Files

    def _read(self, file):
        return self.store.read(self.folder + file)

    def _replace(self, file, data):
        if file in self._bad:
            self._copy(file, self._read(file))
        self.store.replace(self.folder + file, data)

    def _copy(self, file, data):
        if data is not None:
            self.store.replace(self.folder + file + ".bad", data)
        if file in self._bad:
            self._bad.remove(file)

    def _spoilt(self, file, data):
        """Damage was found: keep a copy of the file as "<file>.bad". If there is one already, it is no news."""
        self._hurt = self._due = True
        if data is None:
            self.damaged = True
        elif self._read(file + ".bad") != data:
            self.damaged = True
            self._bad.append(file)
            try:
                self._copy(file, data)
            except OSError:
                pass  # no room for a copy must not keep the game from opening; it must keep the file

    def _save(self):
        """Write a checkpoint of all values and positions. Never within a transaction."""
        number = self._saves + 1
        out = bytearray(
            pack(
                _SAVE_HEAD,
                _SAVE,
                number,
                self.position,
                self._base,
                self._oldest,
                self._log,
                self._rolled,
                self._turned,
                self._foreign,
                self.bounds,
            )
        )
        out.extend(self.state.dump())
        # Where the next record goes, or the next but one, if a large transaction is under way.
        out.extend(self._tail[:LINK] if self.position <= self._base else self._tail[-LINK:])
        room = max(LEAST, (BLOCK - len(out) - 9 - 9 * len(self._blocks)) // 4)
        undone = self.undone[-min(room // 2, STEPS) :]
        done = self.done[-(room - len(undone)) :]
        out.extend(pack("<BHH", len(self._blocks), len(done), len(undone)))
        for file, begin, end in self._blocks:
            out.extend(pack("<BII", ord(file), begin, end))
        out.extend(bytes(array("I", done)))
        out.extend(bytes(array("I", undone)))
        out.extend(pack("<I", crc32(out)))
        self._replace("ab"[number % 2], out)
        self._saves = number
        self._saved = self.position
        self._since = 0
        self._due = self._first = False

    def _move(self, upto):
        """Write what comes before the position `upto` into a block, for its logs to be used again."""
        count = upto - self._base
        if count <= 0:
            return
        blocks = self._blocks
        data = None
        if blocks and blocks[-1][2] == self._base and upto - blocks[-1][1] <= BLOCK - _BLOCK_FIRST:
            block = blocks[-1]
            data = self._block(block)
        if data is None:
            file = _after(blocks[-1][0]) if blocks else FIRST_BLOCK
            kept = [block for block in blocks if block[0] != file]
            if len(kept) < len(blocks):
                self._blocks = blocks = kept
                self._trim()
                if self._saved < self.position:
                    self._save()  # no UNDO behind it may need what goes
            block = [file, self._base, self._base]
            data = bytes(_BLOCK_FIRST - LINK) + self._tail[:LINK]
        data = data[_BLOCK_FIRST - LINK :] + self._tail[LINK : LINK + count]
        head = pack("<4sI", _BLOCK, block[1])
        self._replace(block[0], head + pack("<I", crc32(data, crc32(head))) + data)
        if block[1] == block[2]:
            blocks.append(block)
        block[2] = upto
        self._tail = self._tail[count:]
        self._base = upto

    def _block(self, block):
        """The bytes of a block, as far as they count; None if it cannot be read any more."""
        begin, data = self._block_at(block[0])
        end = _BLOCK_FIRST + block[2] - block[1]
        if begin == block[1] and len(data) >= end:
            return data[:end]
        if block in self._blocks:
            self._blocks.remove(block)
        if begin < block[2]:  # else a large transaction that was cut took its place
            self._spoilt(block[0], data)
        return None

    def _block_at(self, file):
        """(position where a block begins, its bytes); -1 if there is none. A damaged one counts as far as it goes."""
        data = self._read(file)
        if data is None:
            return -1, data
        if data[:4] != _BLOCK or data[8:12] != pack("<I", crc32(data[12:], crc32(data[:8]))):
            self._spoilt(file, data)
            if len(data) < _BLOCK_FIRST:
                return -1, data
        return unpack_from("<I", data, 4)[0], data

    def idle(self):
        """One small piece of what a later press will find done. Returns whether there was one."""
        if self._tired or not self.begun:
            return False
        try:
            return self._prepare()
        except OSError:
            self._tired = True
            return False

    def _prepare(self):
        full = self._begin if self._used <= LIMIT else self.position
        count = 0
        for end in self._ends:
            if self._base < end <= full:
                count += 1
        if count >= MOVED:
            self._move(full)
        elif self._due or self._since >= SAVED:
            self._save()
        elif self._unread:
            file = self._unread.pop()
            for block in self._blocks:
                if block[0] == file:
                    self._block(block)
                    break
        else:
            return self._log >= 0 and self.store.rest(self.folder + str(self._log % LOGS))
        return True

    # Writing

    def _write(self, kind, payload, place=None):
        """Append one record, behind one of its place if that is news; returns its position."""
        if self._first:
            self._save()
        out = bytearray()
        at = self.position
        if place is not None:
            if len(place) > PLACED:
                raise ValueError("place")
            # A log that is opened repeats it: what is looked for in a block is there.
            if place != self._noted or (place and self._used + len(payload) + len(place) + 8 > LIMIT):
                add(out, at, PLACE, place)
                at += len(out)
        add(out, at, kind, payload)
        data = bytes(out)
        end = self.position + len(data)
        self.joinable = 0
        used = self._used
        # Should the store fail, the next record opens a log: what this one leaves may not be written behind.
        self._used = FULL
        if used + len(data) > LIMIT:
            number = self._log + 1
            if self._ends[number % LOGS] > self._base:
                self._move(self.position)  # there was no idle moment for it
            head = pack(_LOG_HEAD, _LOG, number, self.position, self.bounds)
            link = self._tail[-LINK:]
            self._replace(str(number % LOGS), head + check(head + link) + link + data)
            self._log = number
            self._begin = self.position
            self._noted = None
            used = _LOG_FIRST
        else:
            self.store.append(self.folder + str(self._log % LOGS), data)
        self._used = used + len(data)
        self._ends[self._log % LOGS] = end
        self._tail.extend(data)
        self.position = end
        self._since += 1
        if place is not None:
            self._noted = place
        self._tired = False
        self.joinable = kind & LAST
        return at

    def roll(self, number, v, path, flags=0, note=b"", place=b""):
        """Write a ROLL before its dice are shown; see `pack_roll`. Returns its position.

        place: see `change`. ValueError if its payload is longer than 255 bytes.
        """
        self._rolled = self._write(ROLL, pack_roll(number, v, path, flags, note), place)
        return self._rolled

    def change(self, effects, join=False, place=b""):
        """Write `effects` (2000 at most) as one transaction, then apply them.

        With join=True they become part of the last transaction (presses within one delta bubble), if that is
        still the last thing in the log. Nothing happens for an empty list. place: up to PLACED bytes that say where
        the transaction was made, for `place_of`; a joined one has that of its first press.
        """
        if not effects:
            return
        if len(effects) > MANY:
            self._change_many(effects, place)
            return
        join = join and self.joinable and self.done and self.position - self.done[-1] < BUBBLE
        at = self._write(
            EFFECT | LAST | (JOIN if join else FIRST), pack_effects(effects), self._noted if join else place
        )
        self.state.apply(effects)
        self._changed(at, at, join)

    def _changed(self, begin, last, join):
        if not join:
            self.done.append(begin)
            self._trim()
        del self.undone[:]
        self._turned = last

    def _change_many(self, effects, place):
        """A transaction of several records: into blocks at once. It is there with the checkpoint behind it."""
        if self._first:
            self._save()
        self.joinable = 0
        self._move(self.position)
        self._used = FULL
        before = self.position, self._tail, self._turned, [block[:] for block in self._blocks]
        done, undone = self.done[:], self.undone[:]
        applied = False
        try:
            self._tail = self._tail[:]
            add(self._tail, self.position, PLACE, place)
            begin = self._base + len(self._tail) - LINK
            for start in range(0, len(effects), MANY):
                kind = EFFECT
                if start == 0:
                    kind |= FIRST
                if start + MANY >= len(effects):
                    kind |= LAST
                at = self._base + len(self._tail) - LINK
                add(self._tail, at, kind, pack_effects(effects[start : start + MANY]))
                if len(self._tail) > BLOCK - 400 or kind & LAST:
                    self._move(self._base + len(self._tail) - LINK)
            self.position = self._base
            self.state.apply(effects)
            applied = True
            self._noted = None
            self._changed(begin, at, False)
            self._save()
        except OSError:
            if applied:
                self.state.apply(effects, False)
            self.position, self._tail, self._turned, self._blocks = before
            self._base = self.position
            self.done, self.undone = done, undone
            self._first = True  # what it has left may count until there is another checkpoint
            raise
        self.joinable = LAST

    def _trim(self):
        """Forget the transactions that are in no block any more. One block early, for undoing all writes as much."""
        blocks = self._blocks
        oldest = blocks[len(blocks) == BLOCKS][1] if blocks else self._base
        gone = max(0, len(self.done) - STEPS)
        while gone < len(self.done) and self.done[gone] < oldest:
            gone += 1
        if gone:
            del self.done[:gone]
        if blocks and self.undone and self.undone[-1] < blocks[0][1]:
            del self.undone[:]  # nothing may be redone before it

    # Undo and redo

    def transaction(self, place):
        """Effects of the transaction at a position, in order; None if it cannot be read any more."""
        found = None
        whole = 0
        for at, kind, payload in self._records(place):
            what = kind & 0x0F
            if found is None:
                if at != place or what != EFFECT:
                    return None
                found = []
            elif what == PLACE:
                continue
            elif what != EFFECT or kind & FIRST:
                break
            found.extend(effects_of(payload))
            whole = kind & LAST
        return found if whole else None

    def place_of(self, position):
        """Where the roll or transaction at a position was made: the bytes noted with it. b"" if nobody knows."""
        found = b""
        for data, at, start in self._pieces(position):
            first = LINK if start - at == self._base - LINK else _BLOCK_FIRST
            for where, kind, payload, _ in walk(data, first, start - at + first):
                if where >= position:
                    break
                if kind == PLACE:
                    found = payload
            break
        return found

    def _moved(self, place, kind):
        """Note the transaction at `place` on the other list."""
        source, target = (self.undone, self.done) if kind == REDO else (self.done, self.undone)
        if place in source:
            while source.pop() != place:  # above it: only what damage has cut loose
                pass
        if place not in target:
            target.append(place)

    def _turn(self, stack, kind):
        effects = self.transaction(stack[-1]) if stack else None
        if effects:
            place = stack[-1]
            self._turned = self._write(kind, pack("<I", place))
            self.state.apply(effects, kind == REDO)
            if place < self._foreign:
                self.state.settle(effects)
            self._moved(place, kind)
        else:
            del stack[:]  # nothing before it may be turned either
        return effects

    def undo(self):
        """Take the last transaction back. Returns its effects, or None if there is nothing to undo; its position is
        the last of `undone` then.
        """
        return self._turn(self.done, UNDO)

    def redo(self):
        """Make the last undone transaction again. Returns its effects, or None if there is none; its position is the
        last of `done` then.
        """
        return self._turn(self.undone, REDO)

    # Reading back

    def _pieces(self, position, end=None):
        """Yield (bytes, offset, its position) of everything from `position` on, a block or the rest at a time."""
        for block in list(self._blocks):
            if block[2] > position:
                data = self._block(block)
                if data is not None:
                    start = max(position, block[1])
                    yield data, _BLOCK_FIRST + start - block[1], start
        if end is None:
            start = max(position, self._base)
            yield self._tail, LINK + start - self._base, start

    def _records(self, position):
        """Yield (position, kind, payload) from a position on."""
        for data, at, start in self._pieces(position):
            for where, kind, payload, _ in walk(data, at, start):
                yield where, kind, payload

    def newest_first(self):
        """Yield (position, kind, payload) of every record kept, the newest first."""
        pieces = [None] + list(reversed(self._blocks))
        for block in pieces:
            data = self._tail if block is None else self._block(block)
            if data is None:
                continue
            first = LINK if block is None else _BLOCK_FIRST
            records = list(walk(data, first, self._base if block is None else block[1]))
            while records:
                at, kind, payload, _ = records.pop()
                if kind and kind != PLACE:
                    yield at, kind, payload

    def present(self):
        """(position, what `unpack_roll` gives, whether a change came of it) of the ROLL from which the present values
        come; None if there is none that can be read. Whatever was taken back is passed over, with all that came
        between: the values are as they were before.
        """
        applied = False
        end = self.position
        for at, kind, payload in self.newest_first():
            if at < end:
                what = kind & 0x0F
                if what == EFFECT:
                    applied = True
                elif what == ROLL:
                    try:
                        return at, unpack_roll(payload), applied
                    except (IndexError, ValueError):
                        return None
                else:
                    # A REDO leads to behind the transaction, the others to before it.
                    end = unpack_from("<I", payload)[0] + (what == REDO)
        return None

    def drop(self, position):
        """Take back the ROLL at a position: what comes next does so from the values before its first throw. It stays to
        be read.
        """
        same = longer = None
        for at, kind, payload in self.newest_first():
            if at > position:
                continue
            if kind != ROLL:
                break
            number, _, v, path, _ = unpack_roll(payload)
            if longer is not None:  # a roll is written again with each throw and decision
                if (number, v) != same or len(path) >= len(longer) or path != longer[: len(path)]:
                    break
            position, same, longer = at, (number, v), path
        self._turned = self._write(DROP, pack("<I", position))

    def fresh(self):
        """Whether nothing at all came after the newest ROLL, not even an undo."""
        return self._rolled > self._turned

    # Copies of all values

    def snapshot(self):
        """All values as bytes."""
        out = bytearray(_VALUES)
        out.extend(self.state.dump())
        out.extend(pack("<I", crc32(out)))
        return bytes(out)

    def restored(self, data):
        """The effects that bring the present values to those of a snapshot; None if it is damaged.

        Rows and fields that only one of the two has keep their present value.
        """
        if data is None or data[:4] != _VALUES or data[-4:] != pack("<I", crc32(data[:-4])):
            return None
        other = State(self.state.kinds)
        other.take(self.state.dump())
        other.take(data, 4)
        other.settle()
        return self.state.differences(other)


def _after(file):
    """The block that is written after this one."""
    return chr(ord(FIRST_BLOCK) + (ord(file) - ord(FIRST_BLOCK) + 1) % BLOCKS)
