"""Journal: everything that was rolled or changed, written before it is shown.

ROLL records hold a procedure's number, its inputs and its faces; EFFECT records hold (kind, row, field, old,
new). UNDO and REDO records point at the transaction they copy back or forth. Reading them back never calls a
rule, so they outlive an update of the rules. See `records` for their bytes and the files that they are in, and
`journal_load` for how a start reads these.
"""

from __future__ import annotations

from array import array
from binascii import crc32
from struct import pack, unpack_from
from typing import TYPE_CHECKING

from ..rules.effects import effects_of, pack_effects
from ..rules.sheet import State
from .records import (
    BLOCK,
    DROP,
    EFFECT,
    ENTRY,
    FIRST,
    FULL,
    JOIN,
    LAST,
    LIMIT,
    LINK,
    LOCATION,
    LOG_FIRST,
    LOG_HEAD,
    LOG_MAGIC,
    LOGS,
    MANY,
    NEARLY,
    PROOF,
    PROVEN,
    RECORD,
    REDO,
    ROLL,
    SAVE_HEAD,
    SAVE_MAGIC,
    UNDO,
    VALUES_MAGIC,
    add,
    check,
    pack_roll,
    split,
    unpack_roll,
    wanted,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any

    from ..rules.types import Block, Effect, Path, Position, Record
    from .load import Loaded
    from .records import Files

SAVED = 150  # records after which an idle moment writes a checkpoint: a start reads them one by one
STEPS = 300  # transactions that can be undone, if the blocks still have them
LEAST = 64  # those of them that a checkpoint has room for in any game
BUBBLE = 3000  # bytes over which presses may join one transaction
FEW = 8  # records that are looked at at once where mostly one is wanted
AT_ONCE = 64  # and where all of a block are
PIECE = 32  # positions in a piece of a checkpoint
LOCATION_BYTES = 128  # bytes of a location: a form has one number for each of its inputs


class Log:
    """The log that is being written.

    number   -1 before the first one
    file     where it is
    used     its bytes; FULL: the next record opens another one
    rewrite  whether that is this one anew: behind what counts of it lies what a power cut or a failure has left
    oldest   number of the oldest log that must be there, if it was ever written
    named    number of the newest log that a checkpoint names
    """

    def __init__(self) -> None:
        self.number = -1
        self.file = ""
        self.used = FULL
        self.rewrite = False
        self.oldest = 0
        self.named = -1

    def abandon(self) -> None:
        """Nothing is written behind what is there, nor expected of it by another start."""
        self.oldest = self.number + 1
        self.used = FULL


class Checkpoint:
    """The newest checkpoint.

    number    of how many; 0 if there is none
    position  the next record's when it was written
    behind    records behind it
    required  whether another one must come before the next record
    """

    def __init__(self) -> None:
        self.number = 0
        self.position = 0
        self.behind = 0
        self.required = False


class History:
    """The records that can be read back: those of the blocks, and the tail, which is in no block yet.

    blocks  [file, begin, end] of each block, oldest first: from where to where its records count
    base    position where the tail begins
    tail    the records from there on, behind their link; with all the room that it may need (`with_room`): with each
            record it grows, and memory may be full then
    """

    def __init__(self, files: Files) -> None:
        self.files = files
        self.blocks: list[Block] = []
        self.base = 0
        self.tail = bytearray(LINK)
        self._walked = [
            LINK
        ]  # offsets in the tail of records, as far as somebody has looked, and where that ends

    def oldest(self) -> Position:
        """Where the oldest record begins."""
        return self.blocks[0][1] if self.blocks else self.base

    def retire(self, file: str, end: Position) -> None:
        """The tail becomes a block, where it lies."""
        self.blocks.append([file, self.base, end])
        self.tail[:] = self.tail[-LINK:]
        self.base = end
        self._walked = [LINK]

    def without(self, file: str) -> list[Block]:
        """The blocks without that in a file that will be written anew, and those before it."""
        kept: list[Block] = []
        for block in self.blocks:
            if block[0] == file:
                kept = []
            else:
                kept.append(block)
        return kept

    def verify(self, block: Block) -> None:
        """See whether a block is whole; if not, keep a copy. Some records at a time: memory may have no room for a list
        of all of them, beside the block.
        """
        data = self._data_of(block)
        end = LINK
        while data is not None and end < len(data):
            ends = split(data, end, block[1] + end - LINK, AT_ONCE)
            if min(ends) < 0:
                self.files.corrupted(block[0])
                return
            end = ends[-1]

    def _data_of(self, block: Block) -> Any:
        """The bytes of a block behind its link, as far as they count; None if it cannot be read any more."""
        file, first, last = block
        begin, data = self.files.block_at(file)
        if 0 <= begin <= first and begin + len(data) - LINK >= last:
            return data[first - begin : last - begin + LINK]
        if block in self.blocks:
            self.blocks.remove(block)
        if begin < last:  # else a large transaction that was cut replaced it
            self.files.corrupted(file)
        return None

    def pieces(self, position: Position) -> Iterator[tuple[Any, int, Position]]:
        """Yield (bytes, offset, its position) of everything from `position` on, a block or the rest at a time."""
        for block in list(self.blocks):
            if block[2] > position:
                data = self._data_of(block)
                if data is not None:
                    start = max(position, block[1])
                    yield data, LINK + start - block[1], start
        start = max(position, self.base)
        yield self.tail, LINK + start - self.base, start

    def before(
        self, position: Position, passed: int = 0, fields: bytes | bytearray = b""
    ) -> Iterator[Record]:
        """Yield (position, kind, payload) of every record kept before a position, the newest first, but those of the
        kinds that have their bit in `passed`, and transactions of one effect on one of the `fields`, (kind, field) in
        two bytes each, to which may be added meanwhile. What is written meanwhile is not among them.
        """
        data: Any
        for block in [None] + list(reversed(self.blocks)):
            if block is None:  # here each record is checked only once
                data, first, found = self.tail, self.base, self._walked
            elif block[1] < position:
                data, first, found = self._data_of(block), block[1], [LINK]
            else:
                continue
            if data is not None:
                first -= LINK
                found += split(data, abs(found[-1]), first + abs(found[-1]))
                number = wanted(data, found, len(found) - 1, passed, fields)
                while number:
                    offset = abs(found[number - 1])
                    if first + offset < position:
                        yield first + offset, data[offset], bytes(data[offset + 2 : found[number] - 2])
                        if data is self.tail and self.base != first + LINK:  # meanwhile it became a block
                            kept = [each for each in self.blocks if each[1] == first + LINK]
                            data = self._data_of(kept[0]) if kept else None
                            if data is None:
                                break
                    number = wanted(data, found, number - 1, passed, fields)

    def transaction(self, position: Position) -> list[Effect] | None:
        """Effects of the transaction at a position, in order; None if it cannot be read any more."""
        found: list[Effect] | None = None
        whole = 0
        for offset, kind, payload in self._from(position):
            what = kind & 0x0F
            if found is None:
                if offset != position or what != EFFECT:
                    return None
                found = []
            elif what == LOCATION:
                continue
            elif what != EFFECT or kind & FIRST:
                break
            found.extend(effects_of(payload))
            whole = kind & LAST
        return found if whole else None

    def _from(self, position: Position) -> Iterator[Record]:
        """Yield (position, kind, payload) from a position on; what cannot be read has the kind 0."""
        for data, offset, start in self.pieces(position):
            move = start - offset
            while offset < len(data):
                for end in split(data, offset, move + offset, FEW):
                    yield move + offset, data[offset] if end > 0 else 0, bytes(data[offset + 2 : end - 2])
                    offset = abs(end)


def move_step(source: list[Position], target: list[Position], position: Position) -> None:
    """Note the transaction at `position`, which was undone or made again, on the other one of the two lists."""
    if position in source:
        while source.pop() != position:  # above it: only what damage has cut loose
            pass
    if position not in target:
        target.append(position)


class Journal:
    """The journal of one game, from where `journal_load.load` has found it.

    Errors of the store (OSError) pass through; then no value has changed, and the next call tries again. A power cut
    leaves of a write all or nothing; of an addition to a strip some records may be there. One of which a part arrived
    counts for nothing, and is told as damage where its addition was noted.

    state     the State that it keeps
    position  where the next record goes: it grows with everything that is written
    done      positions of the transactions in force, oldest first
    undone    positions of those undone, the next to redo last
    joinable  whether the last record is the end of the last transaction
    files     see `records`
    history, log, checkpoint  see above
    """

    def __init__(self, loaded: Loaded) -> None:
        self.state = loaded.state
        self.bounds = loaded.bounds
        self.files = loaded.files
        self.history = loaded.history
        self.log = loaded.log
        self.checkpoint = loaded.checkpoint
        self.position = loaded.position
        self.done = loaded.done
        self.undone = loaded.undone
        self.joinable = 0
        self._rolled = loaded.rolled  # position of the newest ROLL
        self._changed = loaded.changed  # position of the newest change, undo or redo that is complete
        self._location = loaded.location  # what was noted last; None if nobody knows
        self._foreign = loaded.foreign  # what comes before this position may be of another version
        self._unverified = self.history.blocks[:]  # blocks that were not looked at since the start
        self._idle_failed = False  # whether an idle moment failed since the last record
        self.moved: list[Effect] = []  # by which values came within their bounds with the last undo or redo
        self._part = 0  # bytes that are there of a transaction that is not complete
        self._unnoted: tuple[str, bytes] | None = None  # see `note`
        self._trim()

    @property
    def begun(self) -> bool:
        """Whether anything was ever written."""
        return self.position > 0 or self.checkpoint.number > 0

    @property
    def damaged(self) -> bool:
        """Whether damage was found that is news."""
        return self.files.damaged

    def fell_short(self) -> None:
        """Others know that more was written than there is: the newest log is older than it must be."""
        files = self.files
        if self.log.file:
            files.corrupted(self.log.file)
        files.damaged = files.checkpoint_due = True
        self.log.rewrite = False
        self.log.abandon()

    def note(self, name: str, data: bytes) -> None:
        """Write a file that says how records are read, before the next one: at once, if there is any, and room."""
        self._unnoted = name, data
        if self.begun:
            try:
                self._note()
            except OSError:
                pass  # a full store opens too

    def _note(self) -> None:
        if self._unnoted is not None:
            self.files.store.replace(*self._unnoted)
            self._unnoted = None

    def adopt(self) -> None:
        """Keep the values that the State has now, of a game that was not played here."""
        self._save()

    def forget(self) -> None:
        """The values of the State were changed without a record. The next record, or an idle moment, keeps them first;
        nothing that came before can be undone, and no roll waits.
        """
        self.done.clear()
        self.undone.clear()
        self._rolled = -1
        self.joinable = 0
        self.checkpoint.required = self.files.checkpoint_due = True

    # In idle moments

    def idle(self) -> bool:
        """One small piece of what a later press will find done. Returns whether there was one."""
        if self._idle_failed or not self.begun:
            return False
        try:
            return self._prepare()
        except OSError:
            self._idle_failed = True
            return False

    def _prepare(self) -> bool:
        log = self.log
        if log.used >= NEARLY and log.named == log.number:
            self._open_log()
        elif self.files.checkpoint_due or self.checkpoint.behind >= SAVED:
            self._save()
        elif self._unverified:
            self.history.verify(self._unverified.pop())
        else:
            return log.number >= 0 and self.files.store.rest(self.files.folder + log.file)
        return True

    # Files

    def _save(self) -> None:
        """Write a checkpoint of all values and positions. Within a transaction it is that of its beginning: a start
        reads all of it.
        """
        self._note()
        log = self.log
        checkpoint = self.checkpoint
        number = checkpoint.number + 1
        blocks = self.history.without(str((log.number + 1) % LOGS))  # the next log goes there
        log.oldest = max(log.oldest, log.number)
        self.files.assemble("ab"[number % 2], self._pieces(number, blocks))
        checkpoint.number = number
        checkpoint.position = self.position - self._part
        checkpoint.behind = 0
        checkpoint.required = self.files.checkpoint_due = False
        log.named = log.number
        self.history.blocks = blocks
        self._trim()

    def _pieces(self, number: int, blocks: Sequence[Block]) -> list[Any]:
        """The bytes of a checkpoint, one behind the other: memory may be full, with small holes only."""
        history = self.history
        base = history.base
        log = self.log
        position = self.position - self._part
        positions = position, base, log.oldest, log.number, self._rolled, self._changed, self._foreign
        head = pack(SAVE_HEAD, SAVE_MAGIC, number, *positions, self.bounds)
        size = len(head) + self.state.size() + LINK + 9 + 9 * len(blocks)
        room = max(LEAST, (BLOCK - size) // 4)
        undone = min(len(self.undone), room // 2, STEPS)
        done = min(len(self.done), room - undone)
        # That of the first record in the tail which a start reads.
        offset = max(0, position - base)
        link = history.tail[offset : offset + LINK]
        found = self.state.pieces([head])
        found += [link, pack("<BHH", len(blocks), done, undone)]
        for file, begin, end in blocks:
            found.append(pack("<BII", ord(file), begin, end))
        for numbers, count in ((self.done, done), (self.undone, undone)):
            for begin in range(len(numbers) - count, len(numbers), PIECE):
                found.append(array("I", numbers[begin : begin + PIECE]))
        check = self.files.seed
        for piece in found:
            check = crc32(piece, check)
        found.append(pack("<I", check))
        return found

    def _retire(self) -> None:
        """What is in the log becomes a block."""
        if self.history.base < self.position:
            self.history.retire(self.log.file, self.position)
            self._trim()

    def _open_log(self, data: bytes = b"") -> None:
        """Begin a log, to which `data` is added: another one, or the same anew."""
        log = self.log
        history = self.history
        number = log.number
        file = log.file
        kept: bytes | memoryview = memoryview(history.tail)[LINK:]
        if not log.rewrite or LOG_FIRST + len(kept) + len(data) > NEARLY:
            log.rewrite = False
            number += 1
            file = str(number % LOGS)
            kept = b""
            if log.named != log.number or len(history.without(file)) < len(history.blocks):
                self._save()  # a start looks for one log that no checkpoint names, where no block is
            for block in self._unverified:
                if block[0] == file:
                    history.verify(block)
            self.files.checkpoint_due = True
            # Should the store fail, that log may be there: nothing is added to this one any more.
            log.used = FULL
            self._retire()
        link = history.tail[:LINK]
        head = pack(LOG_HEAD, LOG_MAGIC, number, history.base, self.bounds)
        out = self.files.with_room(head, LOG_FIRST + len(kept) + len(data))
        out += check(head + link, self.files.seed)
        for part in (link, kept, data):
            out += part
        kept = b""
        self.files.reserve(file, out)
        log.number = number
        log.file = file
        log.rewrite = False
        log.used = len(out)
        self._location = None

    # Writing

    def _write(
        self,
        kind: int,
        payload: bytes,
        location: bytes | None = None,
        proof: bytes = b"",
        change: bytes = b"",
    ) -> Position:
        """Append one record, behind one of its location if that is news, and its proof; returns its position. change:
        the payload of an EFFECT that is a transaction, to be appended behind it.
        """
        self._note()
        if self.checkpoint.required:
            self._save()
        out = bytearray()
        if proof:
            add(out, self.position, PROOF, proof)
        if location is not None:
            self._add_location(out, location, len(payload) + len(change))
        offset = self.position + len(out)
        add(out, offset, kind, payload)
        if change:
            kind = EFFECT | FIRST | LAST
            add(out, self.position + len(out), kind, change)
        self.joinable = 0
        self._append(bytes(out))
        if location is not None:
            self._location = location
        self._idle_failed = False
        self.joinable = kind & LAST
        return offset

    def _add_location(self, out: bytearray, location: bytes, more: int) -> None:
        """Put the location where the next record is made before it, if that is news, `more` bytes of payload behind
        it. A log that is opened repeats it: what is looked for in a block is there.
        """
        if len(location) > LOCATION_BYTES:
            raise ValueError("location")
        size = self.log.used + len(out) + more + len(location) + 12 + ENTRY
        if location != self._location or (location and size > LIMIT):
            add(out, self.position + len(out), LOCATION, location)

    def _append(self, data: bytes) -> None:
        log = self.log
        used = log.used
        # Should the store fail, the next record opens a log: what this one leaves may not be written behind.
        log.used = FULL
        if used + len(data) + ENTRY > LIMIT:
            self._open_log(data)
        else:
            log.rewrite = True
            self.files.store.append(self.files.folder + log.file, data)
            log.rewrite = False
            log.used = used + len(data) + ENTRY
        self.history.tail.extend(data)
        self.position += len(data)
        self.checkpoint.behind += 1

    def roll(
        self,
        number: int,
        listed: Sequence[int],
        path: Path,
        flags: int = 0,
        note: bytes = b"",
        location: bytes = b"",
        proof: bytes = b"",
        effects: Sequence[Effect] = (),
    ) -> Position:
        """Write a ROLL before its dice are shown; see `pack_roll`. Returns its position.

        location: see `change`. proof: what its faces come from, for `proof_of`. effects: up to MANY, of the transaction
        that comes of it at once: written with it, then applied. ValueError if a payload is longer than 255 bytes.
        """
        if proof:
            flags |= PROVEN
        payload = pack_roll(number, listed, path, flags, note)
        self._rolled = self._write(ROLL, payload, location, proof, pack_effects(effects))
        if effects:
            self.state.apply(effects)
            offset = self._rolled + RECORD + len(payload)
            self._complete(offset, offset)
        return self._rolled

    def change(self, effects: Sequence[Effect], join: int = 0, location: bytes = b"") -> None:
        """Write `effects` (2000 at most) as one transaction, then apply them.

        With join they become part of the last transaction (presses within one delta bubble), if that is still the last
        thing in the log; with 2 after a start of the device too. Nothing happens for an empty list. location: up to
        LOCATION_BYTES bytes that say where the transaction was made, for `location_of`; a joined one has that of its
        first press.
        """
        if not effects:
            return
        if len(effects) > MANY:
            self._change_many(effects, location)
            return
        if join == 2 and not self.joinable:
            for _, kind, _ in self.history.before(self.position):
                self.joinable = kind & LAST
                break
        joins = join and self.joinable and self.done and self.position - self.done[-1] < BUBBLE
        kind = EFFECT | LAST | (JOIN if joins else FIRST)
        offset = self._write(kind, pack_effects(effects), self._location if joins else location)
        self.state.apply(effects)
        self._complete(offset, None if joins else offset)

    def _change_many(self, effects: Sequence[Effect], location: bytes) -> None:
        """A transaction of several records. It is there with the last of them."""
        begin = offset = -1
        kind = EFFECT | FIRST
        try:
            for start in range(0, len(effects), MANY):
                if start + MANY >= len(effects):
                    kind |= LAST
                offset = self._write(
                    kind, pack_effects(effects[start : start + MANY]), None if start else location
                )
                if start == 0:
                    begin = offset
                self._part = self.position - begin
                kind = EFFECT
        finally:
            self._part = 0
        self.state.apply(effects)
        self._complete(offset, begin)

    def _complete(self, last: Position, begin: Position | None) -> None:
        """A transaction is complete with the record at `last`; it began at `begin`, None: it goes on with another."""
        if begin is not None:
            self.done.append(begin)
            self._trim()
        self.undone.clear()
        self._changed = last

    def _trim(self) -> None:
        """Forget the transactions that are in no block any more. One block early, for undoing all writes as much."""
        history = self.history
        blocks = history.blocks
        oldest = blocks[len(blocks) >= LOGS - 2][1] if blocks else history.base
        gone = max(0, len(self.done) - STEPS)
        while gone < len(self.done) and self.done[gone] < oldest:
            gone += 1
        if gone:
            del self.done[:gone]
        if blocks and self.undone and self.undone[-1] < blocks[0][1]:
            self.undone.clear()  # nothing may be redone before it

    # Undo and redo

    def undo(self) -> list[Effect] | None:
        """Take the last transaction back. Returns its effects, or None if there is nothing to undo; its position is
        the last of `undone` then.
        """
        return self._step(self.done, self.undone, UNDO)

    def redo(self) -> list[Effect] | None:
        """Make the last undone transaction again. Returns its effects, or None if there is none; its position is the
        last of `done` then.
        """
        return self._step(self.undone, self.done, REDO)

    def _step(self, source: list[Position], target: list[Position], kind: int) -> list[Effect] | None:
        """Copy the values of the last transaction of `source` back or forth."""
        effects = self.history.transaction(source[-1]) if source else None
        if effects:
            position = source[-1]
            self._changed = self._write(kind, pack("<I", position))
            self.state.apply(effects, kind == REDO)
            self.moved = self.state.settle(effects) if position < self._foreign else []
            move_step(source, target, position)
        else:
            del source[:]  # nothing before it may be taken either
        return effects

    # Reading back

    def location_of(self, position: Position) -> bytes:
        """Where the roll or transaction at a position was made: the bytes noted with it. b"" if nobody knows."""
        for _, kind, payload in self.history.before(position):
            if kind == LOCATION:
                return payload
        return b""

    def proof_of(self, position: Position) -> bytes:
        """What the faces of the ROLL at a position come from, which has the flag PROVEN; b"" if nobody knows."""
        for _, kind, payload in self.history.before(position):
            if kind != LOCATION:
                return payload if kind == PROOF else b""
        return b""

    def newest_first(self, passed: int = 0, fields: bytes | bytearray = b"") -> Iterator[Record]:
        """Yield (position, kind, payload) of every record of what happened that is kept, the newest first; without
        some, as `History.before`.
        """
        return self.history.before(self.position, passed | 1 << LOCATION, fields)

    def newest_roll(self) -> tuple[Position, tuple[int, int, list[int], list[Any], bytes]] | None:
        """(position, what `unpack_roll` gives) of the newest ROLL, whatever became of it; None if it cannot be read."""
        for offset, kind, payload in self.history.before(self._rolled + 1):
            if offset == self._rolled and kind == ROLL:
                return offset, unpack_roll(payload)
            break
        return None

    def has_roll(self) -> bool:
        """Whether a roll is in it, taken back or not."""
        return self._rolled >= self.history.oldest()

    def present(
        self, before: Position | None = None
    ) -> tuple[Position, tuple[int, int, list[int], list[Any], bytes], bool] | None:
        """(position, what `unpack_roll` gives, whether a change came of it) of the ROLL from which the present values
        come, or from which those came that there were before a position; None if there is none that can be read.
        Whatever was taken back is passed over, with all that came between: the values are as they were before.
        """
        if not self.has_roll():
            return None
        applied = whole = False
        end = self.position if before is None else before
        further: Iterator[Record] | None = self.newest_first()
        while further is not None:
            records, further = further, None
            for offset, kind, payload in records:
                if offset < end:
                    what = kind & 0x0F
                    if what == EFFECT:
                        whole = bool(whole or kind & LAST) and not kind & (FIRST | JOIN)
                        applied = applied or whole or kind & LAST > 0
                        if applied:  # others say nothing more
                            further = self.history.before(offset, 1 << EFFECT | 1 << LOCATION)
                            break  # those before it are read without them
                    elif what == ROLL:
                        return offset, unpack_roll(payload), applied
                    elif len(payload) == 4:
                        # A REDO leads to behind the transaction, the others to before it.
                        end = unpack_from("<I", payload)[0] + (what == REDO)
        return None

    def drop(self, position: Position) -> None:
        """Take back the ROLL at a position: what comes next does so from the values before its first throw. It stays to
        be read.
        """
        same = longer = None
        for offset, kind, payload in self.newest_first():
            if offset > position:
                continue
            if kind != ROLL:
                break
            number, _, listed, path, _ = unpack_roll(payload)
            if longer is not None:  # a roll is written again with each throw and decision
                if (number, listed) != same or len(path) >= len(longer) or path != longer[: len(path)]:
                    break
            position, same, longer = offset, (number, listed), path
        self._changed = self._write(DROP, pack("<I", position))

    def fresh(self) -> bool:
        """Whether nothing at all came after the newest ROLL, not even an undo."""
        return self._rolled > self._changed

    # Copies of all values

    def snapshot(self) -> bytearray:
        """All values as bytes."""
        out = self.files.with_room(VALUES_MAGIC, len(VALUES_MAGIC) + self.state.size() + 4)
        self.state.dump(out)
        out.extend(pack("<I", crc32(out, self.files.seed)))
        return out

    def restored(self, data: bytes | None) -> list[Effect] | None:
        """The effects that bring the present values to those of a snapshot; None if it is damaged.

        Rows and fields that only one of the two has keep their present value.
        """
        if (
            data is None
            or data[:4] != VALUES_MAGIC
            or data[-4:] != pack("<I", crc32(data[:-4], self.files.seed))
        ):
            return None
        other = State(self.state.kinds)
        other.take(self.state.dump())
        other.take(data, 4)
        other.settle()
        return self.state.differences(other)
