"""Journal: everything that was rolled or changed, written before it is shown.

ROLL records hold a procedure's number, its inputs and its faces; EFFECT records hold (kind, row, field, old,
new). UNDO and REDO records point at the transaction they copy back or forth. Reading them back never calls a
rule, so they outlive an update of the rules. See `records` for their bytes.

Each game has a folder of small files:

0 to 6   logs by turns: strips of 4 KB (see `records`), to which is added without an erase. A new one is begun in an
         idle moment, when the last is nearly full. One with a torn end is written anew as far as it counts: so power
         cuts do not use up the logs, and with them the steps.
a, b     checkpoints by turns: all values, what can be undone, and which logs there are. A start reads the newest one
         and only the records behind it.
c to h   blocks of 4 KB, into which an earlier version moved its small logs. They are read, as those are.

Each file begins with its position, and has a sum of all that was known when it was written, which is of this game
alone; logs and checkpoints are numbered, and a checkpoint names the newest log as soon as there is an idle moment. So
damage is told from a power cut, and what is missing, older than the rest or another game's is noticed. The state after
a power cut is that of the last complete transaction. Damage costs only the transactions it hit: reading goes on behind
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
    ENTRY,
    FIRST,
    FREE,  # noqa: F401
    JOIN,
    LAST,
    LINK,
    MANY,
    PLACE,
    REDO,
    ROLL,
    STRIP,
    UNDO,
    add,
    check,
    content,
    effects_of,
    pack_effects,
    pack_roll,
    split,
    unpack_roll,
)
from .sheet import State

LOGS = 7
OLD_LOGS = 5  # of version 2
# bytes of a log with the notes of its additions: the mark and the first one are there, and a blank one tells them from
# what was added
LIMIT = STRIP - 3 * ENTRY
NEARLY = (
    LIMIT - 400
)  # with so many an idle moment begins the next one: a record and its place always find room
FULL = LIMIT + 1  # a log with so many has no room
BLOCKS = 6
FIRST_BLOCK = "c"
BLOCK = 4096
SAVED = 150  # records after which an idle moment writes a checkpoint: a start reads them one by one
STEPS = 300  # transactions that can be undone, if the blocks still have them
LEAST = 64  # those of them that a checkpoint has room for in any game
BUBBLE = 3000  # bytes over which presses may join one transaction
PLACED = 128  # bytes of a place: a form has one number for each of its inputs

# How a file begins; the third byte is the version of the format. Version 2 had no seed in its sums, and small logs.
_LOG = b"GJ\x03\0"
_BLOCK = b"GH\x03\0"
_SAVE = b"GC\x03\0"
_VALUES = b"GS\x03\0"
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

    store: read(name) -> bytes or None, replace(name, data), append(name, data), reserve(name, data), rest(name).
    Its errors (OSError) pass through; then no value has changed, and the next call tries again. A power cut leaves of a
    write all or nothing; of an addition to a strip some records may be there. One of which a part arrived counts for
    nothing, and is told as damage where its addition was noted.

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
        self._seed = crc32(name.encode())
        self.position = 0
        self.damaged = False
        self.done = []
        self.undone = []
        self.joinable = 0
        self._tail = bytearray(LINK)  # what is not in a block yet, behind its link
        self._base = 0  # where it begins
        self._walked = [LINK]  # offsets in it of records, as far as somebody has looked, and where that ends
        self._blocks = []  # [file, begin, end], oldest first
        self._log = -1  # number of the log being written
        self._oldest = 0  # number of the oldest log that must be there, if it was ever written
        self._used = FULL  # its bytes; FULL: the next record opens another one
        self._again = (
            False  # or this one anew, for behind what counts of it lies what a cut or a failure has left
        )
        self._file = ""  # where it is
        self._sure = 0  # up to there it was noted
        self._named = -1  # number of the newest log that a checkpoint names
        self._saves = 0  # checkpoints written
        self._saved = 0  # position of the newest
        self._since = 0  # records behind it
        self._due = False  # whether there is a reason to write one
        self._rolled = -1  # position of the newest ROLL
        self._turned = -1  # position of the newest change, undo or redo that is complete
        self._noted = b""  # the place noted last
        self._older = False  # whether the checkpoint is of version 2
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
        for _, begin, data, bounds, _, _ in logs:
            if bounds != self.bounds and begin + len(data) - LINK > self._saved:
                strict = False
        self._replay_all(logs, strict)
        self._part(logs)
        if logs and logs[-1][5][2] == OLD_LOGS and not self._hurt:
            while (self._log + 1) % LOGS != OLD_LOGS:  # in the place of none of them
                self._log += 1
            self._named = self._log
        if self._named != self._log:
            self._due = True
        if apart:
            self._doubt()
        if not strict:  # another version's
            self.state.settle()
            self._foreign = self.position
            self._first = self._due = True
            self._used = FULL
        self._trim()
        self._unread = self._blocks[:]
        if self._hurt:
            self._begin_behind()
        elif strict and logs and self._base == logs[-1][1]:
            self._again = self._used == FULL and logs[-1][5][2] == LOGS
        if self.damaged:
            return "damaged"
        return "ok" if self.begun else "new"

    def fell_short(self):
        """Others know that more was written than there is: the newest log is older than it must be."""
        if self._file:
            self._spoilt(self._file)
        self.damaged = self._due = True
        self._again = False
        self._begin_behind()

    def _begin_behind(self):
        """Nothing is written behind what is there, nor expected of it by another start."""
        self._oldest = self._log + 1
        self._used = FULL

    def adopt(self):
        """Keep the values that the State has now, of a game that was not played here."""
        self._save()

    def forget(self):
        """The values of the State were changed without a record. The next record, or an idle moment, keeps them first;
        nothing that came before can be undone, and no roll waits.
        """
        self.done.clear()
        self.undone.clear()
        self._rolled = -1
        self.joinable = 0
        self._first = self._due = True

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
            seed = self._seed_of(data, _SAVE)
            if seed is not None and data[-4:] == pack("<I", crc32(memoryview(data)[:-4], seed)):
                found.append((unpack_from("<I", data, 4)[0], data))
            else:
                bad = True
                self._spoilt(file)
        if not found:
            return None, -1
        found.sort()
        number, data = found[-1]
        if number > 1 and not bad and found[0][0] != number - 1:
            # The other one is missing, or older than it must be.
            self._spoilt("ba"[number % 2])
        head = unpack_from(_SAVE_HEAD, data)
        _, self._saves, self._saved, self._base, self._oldest, newest, self._rolled, self._turned = head[:8]
        self._foreign, bounds = head[8:]
        self._older = data[:4] != _SAVE
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

    def _seed_of(self, data, magic):
        """What the sums of a file that begins so start with; None if it is no such file."""
        if data[:4] == magic:
            return self._seed
        return 0 if data[:4] == magic[:2] + b"\2\0" else None

    def _log_at(self, file, data):
        """(number, position, records behind their link, checksum of the bounds, file, (bytes used, position up to which
        they were noted, logs of its version)) of a log; None if it is none.
        """
        seed = self._seed_of(data, _LOG)
        if (
            seed is None
            or len(data) < _LOG_FIRST
            or data[14:16] != check(data[:14] + data[16:_LOG_FIRST], seed)
        ):
            return None
        _, number, begin, bounds = unpack_from(_LOG_HEAD, data)
        ring = LOGS if seed else OLD_LOGS
        if str(number % ring) != file:
            return None
        data, sure, room = content(data)
        used = LIMIT - room + len(data) if room else len(data)
        if not seed or sure < len(data):
            used = FULL
        return (
            number,
            begin,
            memoryview(data)[_LOG_FIRST - LINK :],
            bounds,
            file,
            (used, begin + sure - _LOG_FIRST, ring),
        )

    def _load_logs(self, newest):
        """What `_log_at` gives of each log that is no block, oldest first. The one with the number `newest` was
        certainly written.
        """
        found = []
        # By an older checkpoint, as a newer one was damaged, a log may have taken the place of a block meanwhile.
        bad = [] if self._hurt else [block[0] for block in self._blocks]
        # Where a checkpoint can be relied on, there may be the newest that it names, and one behind that.
        every = self._hurt or self._older or newest < 0
        numbers = list(range(LOGS) if every else range(newest, newest + 2))
        for number in numbers:
            file = str(number % LOGS)
            if file in bad:
                continue
            data = self._read(file)
            if data is None:
                continue
            log = self._log_at(file, data)
            if log is None:
                bad.append(file)
                self._spoilt(file)
            else:
                found.append(log)
                # Behind one that no checkpoint names there is another only if a checkpoint is older than it must be.
                if not every and newest < log[0] == number:
                    numbers.append(number + 1)
        found.sort()
        if not every and found and found[-1][0] > newest + 1:
            self._spoilt("ba"[self._saves % 2])
        self._named = newest
        if found:
            newest = max(newest, found[-1][0])
        self._log = newest
        there = [log[0] for log in found]
        ring = found[-1][5][2] if found else LOGS
        # The first one behind those of version 2 left out some numbers.
        first = newest if found and found[0][5][2] < ring else max(self._oldest, newest - ring + 1)
        for number in range(first, newest + 1):
            file = str(number % ring)
            if number not in there and file not in bad:
                # It is missing, or older than it must be.
                self._spoilt(file)
        return [log for log in found if log[0] > newest - ring]

    def _join(self, logs):
        """Put together what is in no block yet. `logs` as `_load_logs` gives them. Returns whether one of them does not
        go on from the one before, or from the checkpoint.
        """
        base = self._base
        if logs and logs[0][1] > base:
            base = self._longer(base, logs[0][1])
        tail = None
        apart = False
        for at in range(len(logs)):
            number, begin, data, _, _, _ = logs[at]
            end = begin + len(data) - LINK
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
                if number == logs[at - 1][0] + 1:  # which is older than it must be, or cut short
                    self._spoilt(logs[at - 1][4])
                self._doubt()
                tail.extend(bytes(begin - here))
            if tail[-LINK:] != data[:LINK]:
                apart = True
            tail.extend(data[LINK:])
        if tail is not None and base + len(tail) - LINK >= self._saved:
            at = self.position - base
            if base == self._base and tail[at : at + LINK] != self._tail and not self._older:
                apart = True  # from the checkpoint
            self._tail = tail
            self._base = base
            self._file = logs[-1][4]
            self._used, self._sure, _ = logs[-1][5]
        else:
            if tail is not None and not self._older:  # there, a large transaction came after the logs
                self._spoilt(logs[-1][4])
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
            behind = begin + len(data) - LINK
            if behind > end:
                end = self._blocks[-1][2] = min(wanted, behind)
            if end == wanted:
                break
            file = _after(file)
        return end

    def _part(self, logs):
        """All logs but the newest are blocks."""
        for at in range(len(logs) - 1):
            _, begin, data, _, file, _ = logs[at]
            there = begin + len(data) - LINK
            end = min(logs[at + 1][1], self.position)
            if self._base < end:
                if begin <= self._base < there:
                    self._blocks.append([file, self._base, min(there, end)])
                self._tail = self._tail[end - self._base :]
                self._base = end

    def _replay_all(self, logs, strict):
        """Read all records behind the checkpoint. One loop, without calls: a start waits for it."""
        pending = ()  # (position, effects) of the records of a transaction that is not complete
        place = since = 0
        tail = self._tail
        done = self.done
        replay = self.state.replay
        saved = self._saved
        expected = min(saved, self._base)
        for data, end, position in self._pieces(expected):
            move = position - end
            if position != expected:
                self._doubt()
            expected = move + len(data)
            for behind in split(data, end, position):
                at = end
                here = move + at
                end = abs(behind)
                kind = data[at]
                if behind < 0:
                    kind = 0
                    if data is tail:
                        cut = here >= self._sure  # by the power, when it was to be added there
                        if not cut:
                            self._spoilt_at(logs, here)
                        if cut or end == len(data):
                            self._tail = tail[:at]
                            self._used = FULL
                            break
                what = kind & 0x0F
                if what == PLACE:
                    place = at
                if what == PLACE or here < saved:
                    continue
                since += 1
                exact = True
                if what == EFFECT:
                    some = data
                    begin = at + 2
                    stop = end - 2
                    if kind & (FIRST | JOIN):
                        pending = ()
                    elif not pending:  # the rest of a transaction whose beginning cannot be read
                        continue
                    if (stop - begin) % EACH:
                        exact = None
                    elif pending or not kind & LAST:
                        pending += ((here, bytes(data[begin:stop])),)
                        if not kind & LAST:
                            continue
                        some = b"".join([each for _, each in pending])
                        begin = 0
                        stop = len(some)
                    if exact:
                        if strict:
                            exact = replay(some, begin, stop)
                        else:
                            self.state.apply(effects_of(some[begin:stop]))
                    if exact is not None:
                        if not kind & JOIN:
                            done.append(pending[0][0] if pending else here)
                        self.undone.clear()
                        self._turned = here
                elif what == ROLL:
                    self._rolled = here
                elif what == UNDO or what == REDO:
                    exact = self._replay_turn(what, data[at + 2 : end - 2], strict)
                    if exact is not None:
                        self._turned = here
                elif what == DROP:
                    self._turned = here
                elif kind:
                    exact = None
                pending = ()
                if exact is None and data is tail:
                    self._spoilt_at(logs, here)
                elif not exact:
                    self._doubt()
            if data is not tail:
                place = 0
        self._since = since
        self._noted = None if self.position else b""
        if place:
            self._noted = bytes(tail[place + 2 : place + 2 + tail[place + 1]])
        tail = self._tail
        end = self._base - LINK + len(tail)
        self.position = max(saved, end)
        tail.extend(bytes(self.position - end))

    def _replay_turn(self, what, payload, strict):
        """Read an UNDO or REDO. As `State.replay`."""
        if len(payload) != 4:
            return None
        place = unpack_from("<I", payload)[0]
        effects = self.transaction(place)
        exact = effects is not None
        if not exact:
            effects = ()
        elif what == UNDO:
            effects = [(k, row, f, new, old) for k, row, f, old, new in reversed(effects)]
        if strict and place >= self._foreign:
            packed = pack_effects(effects)
            exact = self.state.replay(packed, 0, len(packed)) and exact
        else:
            self.state.apply(effects)
            if strict:
                self.state.settle(effects)
        if exact is not None:
            self._moved(place, what)
        return exact

    def _spoilt_at(self, logs, position):
        """A record cannot be read."""
        for _, begin, data, _, file, _ in logs:
            if begin <= position < begin + len(data) - LINK:
                self._spoilt(file)
                return

    def _doubt(self):
        """Something is missing, or does not fit to what came before. Where damage was found, that is why."""
        if not self._hurt:
            self._hurt = self._due = self.damaged = True

    # Files

    def _read(self, file):
        return self.store.read(self.folder + file)

    def _replace(self, file, data, reserve=False):
        if file in self._bad:
            self._copy(file, self._read(file))
        (self.store.reserve if reserve else self.store.replace)(self.folder + file, data)

    def _copy(self, file, data):
        if data is not None:
            self.store.replace(self.folder + file + ".bad", data)
        if file in self._bad:
            self._bad.remove(file)

    def _spoilt(self, file):
        """Damage was found: keep a copy of the file as "<file>.bad". If there is one already, it is no news."""
        self._hurt = self._due = True
        data = self._read(file)
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
        blocks = self._without(str((self._log + 1) % LOGS))  # the next log goes there
        self._oldest = max(self._oldest, self._log)
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
        room = max(LEAST, (BLOCK - len(out) - 9 - 9 * len(blocks)) // 4)
        undone = self.undone[-min(room // 2, STEPS) :]
        done = self.done[-(room - len(undone)) :]
        out.extend(pack("<BHH", len(blocks), len(done), len(undone)))
        for file, begin, end in blocks:
            out.extend(pack("<BII", ord(file), begin, end))
        out.extend(bytes(array("I", done)))
        out.extend(bytes(array("I", undone)))
        out.extend(pack("<I", crc32(out, self._seed)))
        self._replace("ab"[number % 2], out)
        self._saves = number
        self._named = self._log
        self._saved = self.position
        self._since = 0
        self._due = self._first = False
        self._blocks = blocks
        self._trim()

    def _without(self, file):
        """The blocks without that in a file that will be written anew, and those before it."""
        kept = []
        for block in self._blocks:
            if block[0] == file:
                kept = []
            else:
                kept.append(block)
        return kept

    def _retire(self):
        """What is in the log becomes a block, where it lies."""
        if self._base < self.position:
            self._blocks.append([self._file, self._base, self.position])
            self._tail = self._tail[-LINK:]
            self._base = self.position
            self._walked = [LINK]
            self._trim()

    def _open(self, data=b""):
        """Begin a log, to which `data` is added: another one, or the same anew."""
        number = self._log
        file = self._file
        kept = self._tail[LINK:]
        if not self._again or _LOG_FIRST + len(kept) + len(data) > NEARLY:
            self._again = False
            number += 1
            file = str(number % LOGS)
            kept = b""
            if self._named != self._log or len(self._without(file)) < len(self._blocks):
                self._save()  # a start looks for one log that no checkpoint names, where no block is
            for block in self._unread:
                if block[0] == file:
                    self._look_at(block)
            self._due = True
            self._used = (
                FULL  # should the store fail, that log may be there: nothing is added to this one any more
            )
            self._retire()
        link = self._tail[:LINK]
        head = pack(_LOG_HEAD, _LOG, number, self._base, self.bounds)
        data = kept + data
        self._replace(file, head + check(head + link, self._seed) + link + data, True)
        self._log = number
        self._file = file
        self._again = False
        self._noted = None
        self._used = _LOG_FIRST + len(data)

    def _block(self, block):
        """The bytes of a block behind its link, as far as they count; None if it cannot be read any more."""
        begin, data = self._block_at(block[0])
        if 0 <= begin <= block[1] and begin + len(data) - LINK >= block[2]:
            return data[block[1] - begin : block[2] - begin + LINK]
        if block in self._blocks:
            self._blocks.remove(block)
        if begin < block[2]:  # else a large transaction that was cut took its place
            self._spoilt(block[0])
        return None

    def _block_at(self, file):
        """(position where a block begins, its bytes behind their link); -1 if there is none. A damaged one counts as
        far as it goes.
        """
        data = self._read(file)
        if data is None:
            return -1, b""
        if file < FIRST_BLOCK:
            log = self._log_at(file, data)
            if log is None:
                self._spoilt(file)
                return -1, b""
            return log[1], log[2]
        seed = self._seed_of(data, _BLOCK)
        if seed is None or data[8:12] != pack("<I", crc32(data[12:], crc32(data[:8], seed))):
            self._spoilt(file)
            if len(data) < _BLOCK_FIRST:
                return -1, b""
        return unpack_from("<I", data, 4)[0], data[_BLOCK_FIRST - LINK :]

    def _look_at(self, block):
        """See whether a block is whole."""
        data = self._block(block)
        if data is not None:
            if min(split(data, LINK, block[1])) < 0:
                self._spoilt(block[0])

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
        if self._used >= NEARLY and self._named == self._log:
            self._open()
        elif self._due or self._since >= SAVED:
            self._save()
        elif self._unread:
            self._look_at(self._unread.pop())
        else:
            return self._log >= 0 and self.store.rest(self.folder + self._file)
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
            if place != self._noted or (place and self._used + len(payload) + len(place) + 8 + ENTRY > LIMIT):
                add(out, at, PLACE, place)
                at += len(out)
        add(out, at, kind, payload)
        data = bytes(out)
        end = self.position + len(data)
        self.joinable = 0
        used = self._used
        # Should the store fail, the next record opens a log: what this one leaves may not be written behind.
        self._used = FULL
        if used + len(data) + ENTRY > LIMIT:
            self._open(data)
        else:
            self._again = True
            self.store.append(self.folder + self._file, data)
            self._again = False
            self._used = used + len(data) + ENTRY
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
        self.undone.clear()
        self._turned = last

    def _change_many(self, effects, place):
        """A transaction of several records. It is there with the last of them."""
        at = -1
        for start in range(0, len(effects), MANY):
            kind = EFFECT
            if start == 0:
                kind |= FIRST
            if start + MANY >= len(effects):
                kind |= LAST
            at = self._write(kind, pack_effects(effects[start : start + MANY]), None if start else place)
            if start == 0:
                begin = at
        self.state.apply(effects)
        self._changed(begin, at, False)

    def _trim(self):
        """Forget the transactions that are in no block any more. One block early, for undoing all writes as much."""
        blocks = self._blocks
        oldest = blocks[len(blocks) >= LOGS - 2][1] if blocks else self._base
        gone = max(0, len(self.done) - STEPS)
        while gone < len(self.done) and self.done[gone] < oldest:
            gone += 1
        if gone:
            del self.done[:gone]
        if blocks and self.undone and self.undone[-1] < blocks[0][1]:
            self.undone.clear()  # nothing may be redone before it

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
        for _, kind, payload in self._before(position):
            if kind == PLACE:
                return payload
        return b""

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

    def _pieces(self, position):
        """Yield (bytes, offset, its position) of everything from `position` on, a block or the rest at a time."""
        for block in list(self._blocks):
            if block[2] > position:
                data = self._block(block)
                if data is not None:
                    start = max(position, block[1])
                    yield data, LINK + start - block[1], start
        start = max(position, self._base)
        yield self._tail, LINK + start - self._base, start

    def _records(self, position):
        """Yield (position, kind, payload) from a position on; what cannot be read has the kind 0."""
        for data, at, start in self._pieces(position):
            move = start - at
            for end in split(data, at, start):
                yield move + at, data[at] if end > 0 else 0, bytes(data[at + 2 : end - 2])
                at = abs(end)

    def _before(self, position):
        """Yield (position, kind, payload) of every record kept before a position, the newest first."""
        for block in [None] + list(reversed(self._blocks)):
            if block is None:  # here each record is checked only once
                data, first, found = self._tail, self._base, self._walked
            elif block[1] < position:
                data, first, found = self._block(block), block[1], [LINK]
            else:
                continue
            if data is not None:
                first -= LINK
                found += split(data, abs(found[-1]), first + abs(found[-1]))
                for number in range(len(found) - 1, 0, -1):
                    at = abs(found[number - 1])
                    if found[number] > 0 and first + at < position:
                        yield first + at, data[at], bytes(data[at + 2 : found[number] - 2])

    def newest_first(self):
        """Yield (position, kind, payload) of every record kept, the newest first."""
        for record in self._before(self.position):
            if record[1] != PLACE:
                yield record

    def present(self):
        """(position, what `unpack_roll` gives, whether a change came of it) of the ROLL from which the present values
        come; None if there is none that can be read. Whatever was taken back is passed over, with all that came
        between: the values are as they were before.
        """
        if self._rolled < (self._blocks[0][1] if self._blocks else self._base):
            return None
        applied = whole = False
        end = self.position
        for at, kind, payload in self.newest_first():
            if at < end:
                what = kind & 0x0F
                if what == EFFECT:
                    whole = (whole or kind & LAST) and not kind & (FIRST | JOIN)
                    applied = applied or whole or kind & LAST > 0
                elif what == ROLL:
                    return at, unpack_roll(payload), applied
                elif len(payload) == 4:
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
        out.extend(pack("<I", crc32(out, self._seed)))
        return bytes(out)

    def restored(self, data):
        """The effects that bring the present values to those of a snapshot; None if it is damaged.

        Rows and fields that only one of the two has keep their present value.
        """
        seed = self._seed_of(data or b"", _VALUES)
        if seed is None or data[-4:] != pack("<I", crc32(data[:-4], seed)):
            return None
        other = State(self.state.kinds)
        other.take(self.state.dump())
        other.take(data, 4)
        other.settle()
        return self.state.differences(other)


def _after(file):
    """The block that is written after this one."""
    return chr(ord(FIRST_BLOCK) + (ord(file) - ord(FIRST_BLOCK) + 1) % BLOCKS)
