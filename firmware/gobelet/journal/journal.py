"""Journal: all rolls and changes of a game, written before they are shown.

A ROLL record holds the number of a Procedure, the values of its inputs and the faces of its dice. An EFFECT record
holds effects: (kind, row, field, old value, new value). A transaction is a list of effects that one undo reverts. An
UNDO record refers to a transaction and restores its old values; a REDO record restores its new values. A LOCATION
record holds the screens that were open when the next records were written.

Reading a record never calls a rule, so records remain readable after an update of the rules. The module `records`
defines the bytes of the records, and the files: logs, blocks and checkpoints. The module `load` reads the files
when a game is opened. The position of a record is its byte offset in the journal: the size of all earlier records.
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
    append_record,
    pack_roll,
    previous_match,
    record_checksum,
    record_ends,
    unpack_roll,
)

if TYPE_CHECKING:
    from collections.abc import Iterator, Sequence
    from typing import Any

    from ..rules.types import Block, Effect, Path, Position, Record
    from .load import Loaded
    from .records import Files

# Number of records since the newest checkpoint at which an idle moment writes another checkpoint. The opening of a
# game replays the records since the newest checkpoint one by one.
SAVED = 150
STEPS = 300  # largest number of transactions that can be undone, if the blocks still have them
LEAST = 64  # every checkpoint has room for the positions of at least this number of transactions
# effects join a transaction only if the transaction begins less than this number of bytes before the journal's end
BUBBLE = 3000
FEW = 8  # number of records checked at a time, for a caller that mostly needs one record
AT_ONCE = 64  # number of records checked at a time, for a caller that needs a whole block
PIECE = 32  # largest number of positions in one piece of a checkpoint
# maximum number of bytes of a location; the location of a form has a number for each input
LOCATION_BYTES = 144


class Log:
    """The log to which records are appended.

    number   number of the log; -1 before the first log.
    file     name of the log's file.
    used     number of used bytes; if the value is FULL, the next record opens another log.
    rewrite  whether this log must be rewritten: a power cut or a failure left bytes after its records.
    oldest   number of the oldest log that must exist.
    named    number of the newest log that a checkpoint names.
    """

    def __init__(self) -> None:
        self.number = -1
        self.file = ""
        self.used = FULL
        self.rewrite = False
        self.oldest = 0
        self.named = -1

    def abandon(self) -> None:
        """Close this log.

        The next record opens another log, and the loader will not report this log as missing.
        """
        self.oldest = self.number + 1
        self.used = FULL


class Checkpoint:
    """The newest checkpoint.

    number    serial number of the checkpoint; 0 if there is no checkpoint.
    position  byte position of the journal's end when the checkpoint was written.
    behind    number of records after the checkpoint.
    required  whether another checkpoint must be written before the next record.
    """

    def __init__(self) -> None:
        self.number = 0
        self.position = 0
        self.behind = 0
        self.required = False


class History:
    """The readable records: those of the blocks (full logs), then the tail.

    The tail has the records that are in no block yet.

    blocks  [file, begin, end] of each block, oldest first. Only the records between the positions `begin` and
            `end` count.
    base    byte position of the first record in the tail.
    tail    the link, then the records from `base` on. Its buffer has its full size from the start
            (`Files.allocate`), because memory may be full when a record is added.
    """

    def __init__(self, files: Files) -> None:
        self.files = files
        self.blocks: list[Block] = []
        self.base = 0
        self.tail = bytearray(LINK)
        # byte offset in the tail of each checked record; the last item is the end of the last checked record
        self._walked = [LINK]

    def oldest_position(self) -> Position:
        """Return the byte position of the oldest record."""
        return self.blocks[0][1] if self.blocks else self.base

    def close_tail(self, file: str, end: Position) -> None:
        """Make a block of the tail's records, which are in `file` and end at `end`."""
        self.blocks.append([file, self.base, end])
        self.tail[:] = self.tail[-LINK:]
        self.base = end
        self._walked = [LINK]

    def blocks_without(self, file: str) -> list[Block]:
        """Return the blocks that remain when `file` is overwritten.

        These are the blocks newer than the block in `file`, or all blocks if `file` contains no block.
        """
        kept: list[Block] = []
        for block in self.blocks:
            if block[0] == file:
                kept = []
            else:
                kept.append(block)
        return kept

    def verify(self, block: Block) -> None:
        """Check all records of a block; report its file as damaged if one is unreadable.

        The method checks 64 records at a time: a list of all records may not fit into memory beside the block.
        """
        data = self._data_of(block)
        end = LINK
        while data is not None and end < len(data):
            ends = record_ends(data, end, block[1] + end - LINK, AT_ONCE)
            if min(ends) < 0:
                self.files.report_damage(block[0])
                return
            end = ends[-1]

    def _data_of(self, block: Block) -> Any:
        """Return the link and the records of a block; None if the block is unreadable."""
        file, first, last = block
        begin, data = self.files.block_at(file)
        if 0 <= begin <= first and begin + len(data) - LINK >= last:
            return data[first - begin : last - begin + LINK]
        if block in self.blocks:
            self.blocks.remove(block)
        # If the records in the file begin after the end of the block, an interrupted large transaction has
        # overwritten the file. This is no damage.
        if begin < last:
            self.files.report_damage(file)
        return None

    def pieces(self, position: Position) -> Iterator[tuple[Any, int, Position]]:
        """Yield the bytes of the records from `position` on: the blocks, then the tail.

        An item is (bytes, offset, position): the first record to read begins at `offset` in the bytes, and at
        `position` in the journal.
        """
        for block in list(self.blocks):
            if block[2] > position:
                data = self._data_of(block)
                if data is not None:
                    start = max(position, block[1])
                    yield data, LINK + start - block[1], start
        start = max(position, self.base)
        yield self.tail, LINK + start - self.base, start

    def records_before(
        self, position: Position, skipped: int = 0, fields: bytes | bytearray = b""
    ) -> Iterator[Record]:
        """Yield (position, kind, payload) of the records before a position, newest first.

        `skipped` has a bit for each kind of record to skip. `fields` has pairs of bytes: the index of a Kind of Sheet,
        and the index of a field. The generator also skips each transaction whose only effect is on one of these
        fields. The caller may add pairs while the generator waits at `yield`. Records that are written after the first
        `yield` are not included.
        """
        data: Any
        for block in [None] + list(reversed(self.blocks)):
            # the tail: `_walked` keeps the offsets of the tail's records, so that no record is checked twice
            if block is None:
                data, first, found = self.tail, self.base, self._walked
            elif block[1] < position:
                data, first, found = self._data_of(block), block[1], [LINK]
            else:
                continue
            if data is not None:
                first -= LINK
                found += record_ends(data, abs(found[-1]), first + abs(found[-1]))
                number = previous_match(data, found, len(found) - 1, skipped, fields)
                while number:
                    offset = abs(found[number - 1])
                    if first + offset < position:
                        yield first + offset, data[offset], bytes(data[offset + 2 : found[number] - 2])
                        # While the generator waited at `yield`, the tail may have become a block.
                        if data is self.tail and self.base != first + LINK:
                            kept = [each for each in self.blocks if each[1] == first + LINK]
                            data = self._data_of(kept[0]) if kept else None
                            if data is None:
                                break
                    number = previous_match(data, found, number - 1, skipped, fields)

    def transaction(self, position: Position) -> list[Effect] | None:
        """Return the effects of the transaction at a byte position.

        The result is None if the transaction is unreadable.
        """
        found: list[Effect] | None = None
        whole = 0
        for offset, kind, payload in self._records_from(position):
            what = kind & 0x0F
            if found is None:
                if offset != position or what != EFFECT:
                    return None
                found = []
            elif what == LOCATION or what == ROLL:
                continue  # not the end of the transaction: effects written with a ROLL may join it
            elif what != EFFECT or kind & FIRST:
                break
            found.extend(effects_of(payload))
            whole = kind & LAST
        return found if whole else None

    def _records_from(self, position: Position) -> Iterator[Record]:
        """Yield (position, kind, payload) of each record from a byte position on.

        An unreadable part has the kind 0.
        """
        for data, offset, start in self.pieces(position):
            move = start - offset
            while offset < len(data):
                for end in record_ends(data, offset, move + offset, FEW):
                    yield move + offset, data[offset] if end > 0 else 0, bytes(data[offset + 2 : end - 2])
                    offset = abs(end)


def move_step(source: list[Position], target: list[Position], position: Position) -> None:
    """Move an undone or redone transaction from the list `source` to `target`."""
    if position in source:
        # drop the later entries of `source` too: damage has destroyed their UNDO or REDO records
        while source.pop() != position:
            pass
    if position not in target:
        target.append(position)


class Journal:
    """The journal of one game, which continues the files that `load.load` has read.

    Errors of the store (OSError) propagate. In this case no value has changed, and the caller may repeat the call. A
    power cut leaves a replaced file whole, with its old or new content. A power cut during an append may leave only
    the first records of the append. The loader drops a partial record. It reports the record as damage only if a note
    of the log confirms the append.

    state     the State whose changes the journal records.
    position  byte position of the next record; every write increases it.
    done      positions of the transactions that are not undone, oldest first.
    undone    positions of the undone transactions; the transaction that the next redo restores is last.
    joinable  nonzero if the last record completes a transaction: further effects may join this transaction.
    files     the files of the journal, see `records`.
    history, log, checkpoint  see the classes above.
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
        self._rolled = loaded.rolled  # byte position of the newest ROLL
        self._changed = loaded.changed  # byte position of the newest complete change, undo, redo or DROP
        self._location = loaded.location  # the newest location in the journal; None if unknown
        # records before this position may come from another version of Gobelet, with other bounds
        self._foreign = loaded.foreign
        self._unverified = self.history.blocks[:]  # blocks that were not checked since the game was opened
        self._idle_failed = False  # whether the work of an idle moment failed since the last record
        # effects by which the last undo or redo moved values back inside their bounds
        self.moved: list[Effect] = []
        self._part = 0  # number of bytes written so far of a transaction whose last record is not written yet
        # (file name, data) of the companion until it is written, see `write_companion`
        self._companion: tuple[str, bytes] | None = None
        self._trim()

    @property
    def has_records(self) -> bool:
        """Tell whether a record or a checkpoint was ever written."""
        return self.position > 0 or self.checkpoint.number > 0

    @property
    def has_new_damage(self) -> bool:
        """Tell whether new damage was found, see `Files.has_new_damage`."""
        return self.files.has_new_damage

    def report_shortfall(self) -> None:
        """Report the newest log as damaged.

        The caller has found a file, such as the snapshot of the screens, that refers to records which the log lacks.
        """
        files = self.files
        if self.log.file:
            files.report_damage(self.log.file)
        files.has_new_damage = files.checkpoint_due = True
        self.log.rewrite = False
        self.log.abandon()

    def write_companion(self, name: str, data: bytes) -> None:
        """Write the companion of the journal: a file that describes the journal's records.

        The method writes the file at once if the journal has records, else before the first record.
        """
        self._companion = name, data
        if self.has_records:
            try:
                self._write_companion()
            except OSError:
                pass  # a full store must not keep the game from opening

    def _write_companion(self) -> None:
        if self._companion is not None:
            self.files.store.replace(*self._companion)
            self._companion = None

    def save_values(self) -> None:
        """Write a checkpoint with values of the State that no record of the journal has."""
        self._save()

    def accept_values(self) -> None:
        """Accept values of the State that were changed without a record.

        The journal writes a checkpoint before the next record, or in an idle moment. Afterwards earlier changes
        cannot be undone, and the effects of an earlier roll cannot be applied.
        """
        self.done.clear()
        self.undone.clear()
        self._rolled = -1
        self.joinable = 0
        self.checkpoint.required = self.files.checkpoint_due = True

    # Idle moments

    def do_idle_work(self) -> bool:
        """Do one small piece of work for which a later key press would wait.

        Return whether there was such work.
        """
        if self._idle_failed or not self.has_records:
            return False
        try:
            return self._prepare_next_record()
        except OSError:
            self._idle_failed = True
            return False

    def _prepare_next_record(self) -> bool:
        log = self.log
        if log.used >= NEARLY and log.named == log.number:
            self._open_log()
        elif self.files.checkpoint_due or self.checkpoint.behind >= SAVED:
            self._save()
        elif self._unverified:
            self.history.verify(self._unverified.pop())
        else:
            return log.number >= 0 and self.files.store.prepare_append(self.files.folder + log.file)
        return True

    # Files

    def _save(self) -> None:
        """Write a checkpoint of all values and positions.

        During a transaction of several records, the checkpoint has the position of the transaction's first record. So
        the loader replays the whole transaction after this checkpoint.
        """
        self._write_companion()
        log = self.log
        checkpoint = self.checkpoint
        number = checkpoint.number + 1
        # omit the block whose file the next log overwrites, and older blocks
        blocks = self.history.blocks_without(str((log.number + 1) % LOGS))
        log.oldest = max(log.oldest, log.number)
        self.files.write_pieces("ab"[number % 2], self._pieces(number, blocks))
        checkpoint.number = number
        checkpoint.position = self.position - self._part
        checkpoint.behind = 0
        checkpoint.required = self.files.checkpoint_due = False
        log.named = log.number
        self.history.blocks = blocks
        self._trim()

    def _pieces(self, number: int, blocks: Sequence[Block]) -> list[Any]:
        """Return the bytes of a checkpoint in small pieces.

        The pieces are small because memory may have no large free block.
        """
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
        # offset in the tail of the link (two bytes), directly before the first record that the loader will replay
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

    def _make_block(self) -> None:
        """Make a block of the present log, if it has records."""
        if self.history.base < self.position:
            self.history.close_tail(self.log.file, self.position)
            self._trim()

    def _open_log(self, data: bytes = b"") -> None:
        """Begin another log, or rewrite the present one, and append `data`."""
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
            if log.named != log.number or len(history.blocks_without(file)) < len(history.blocks):
                # Write a checkpoint before the new log. The loader reads at most one log that the checkpoint does not
                # name. The loader reads no log in a file that the checkpoint lists as a block.
                self._save()
            for block in self._unverified:
                if block[0] == file:
                    history.verify(block)
            self.files.checkpoint_due = True
            # If the store fails, the new log may exist anyway, so append no further record to the old log.
            log.used = FULL
            self._make_block()
        link = history.tail[:LINK]
        head = pack(LOG_HEAD, LOG_MAGIC, number, history.base, self.bounds)
        out = self.files.allocate(head, LOG_FIRST + len(kept) + len(data))
        out += record_checksum(head + link, self.files.seed)
        for part in (link, kept, data):
            out += part
        kept = b""
        self.files.write_strip(file, out)
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
        joins: bool = False,
    ) -> Position:
        """Append one record and return its byte position.

        The same append also writes, before the record, a PROOF with the payload `proof`, and a LOCATION if `location`
        is new. After the record, it writes an EFFECT with the payload `change`. If `joins` is True, this EFFECT joins
        the last transaction. Else the EFFECT is a transaction of its own.
        """
        self._write_companion()
        if self.checkpoint.required:
            self._save()
        out = bytearray()
        if proof:
            append_record(out, self.position, PROOF, proof)
        if location is not None:
            self._add_location(out, location, len(payload) + len(change))
        offset = self.position + len(out)
        append_record(out, offset, kind, payload)
        if change:
            kind = EFFECT | LAST | (JOIN if joins else FIRST)
            append_record(out, self.position + len(out), kind, change)
        self.joinable = 0
        self._append(bytes(out))
        if location is not None:
            self._location = location
        self._idle_failed = False
        self.joinable = kind & LAST
        return offset

    def _add_location(self, out: bytearray, location: bytes, following: int) -> None:
        """Append a LOCATION record to `out` if the location changed.

        `following` is the number of payload bytes in the records after the LOCATION. If these records need a new log,
        the method appends even an unchanged location, so that each block has the location of its first records.
        """
        if len(location) > LOCATION_BYTES:
            raise ValueError("location")
        size = self.log.used + len(out) + following + len(location) + 12 + ENTRY
        if location != self._location or (location and size > LIMIT):
            append_record(out, self.position + len(out), LOCATION, location)

    def _append(self, data: bytes) -> None:
        log = self.log
        used = log.used
        # Set `used` to FULL until the append succeeds: after a failure the next record opens a new log, because the
        # loader would not read records after a partial append.
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

    def write_roll(
        self,
        number: int,
        listed: Sequence[int],
        path: Path,
        flags: int = 0,
        note: bytes = b"",
        location: bytes = b"",
        proof: bytes = b"",
        effects: Sequence[Effect] = (),
        join: int = 0,
    ) -> Position:
        """Write a ROLL before its dice are shown, and return its byte position.

        number, listed, path, flags, note   see `pack_roll`.
        location, join   see `change`.
        proof      the payload of a PROOF of the faces; b"" for a roll that is not verifiable.
        effects    up to MANY effects, written in the same append as the ROLL, then applied.

        Raises ValueError if a payload is longer than 255 bytes.
        """
        if proof:
            flags |= PROVEN
        payload = pack_roll(number, listed, path, flags, note)
        joinable = self.joinable if join else 0
        joins = self._can_join(join)
        self._rolled = self._write(ROLL, payload, location, proof, pack_effects(effects), joins)
        if effects:
            self.state.apply(effects)
            offset = self._rolled + RECORD + len(payload)
            self._complete_transaction(offset, None if joins else offset)
        else:
            self.joinable = joinable
        return self._rolled

    def _can_join(self, join: int) -> bool:
        """Tell whether the next effects can join the last transaction."""
        return bool(join and self.joinable and self.done and self.position - self.done[-1] < BUBBLE)

    def change(self, effects: Sequence[Effect], join: int = 0, location: bytes = b"") -> None:
        """Write `effects` (2000 at most) as one transaction, then apply them.

        If `effects` is empty, the method does nothing.

        If `join` is not 0, the effects join the last transaction, unless another record follows that transaction. One
        undo then reverts several presses that change one value. If `join` is 2, the effects may also join a
        transaction from before a restart. `location` has up to LOCATION_BYTES bytes; a transaction keeps the location
        of its first effects.
        """
        if not effects:
            return
        if len(effects) > MANY:
            self._change_many(effects, location)
            return
        if join == 2 and not self.joinable:
            for _, kind, _ in self.history.records_before(self.position):
                self.joinable = kind & LAST
                break
        joins = self._can_join(join)
        kind = EFFECT | LAST | (JOIN if joins else FIRST)
        offset = self._write(kind, pack_effects(effects), self._location if joins else location)
        self.state.apply(effects)
        self._complete_transaction(offset, None if joins else offset)

    def _change_many(self, effects: Sequence[Effect], location: bytes) -> None:
        """Write a transaction of several records.

        The transaction counts only if its last record is written.
        """
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
        self._complete_transaction(offset, begin)

    def _complete_transaction(self, last: Position, begin: Position | None) -> None:
        """Register a complete transaction.

        `last` is the byte position of its last record, `begin` that of its first. `begin` is None for effects that
        joined the previous transaction.
        """
        if begin is not None:
            self.done.append(begin)
            self._trim()
        self.undone.clear()
        self._changed = last

    def _trim(self) -> None:
        """Remove from `done` and `undone` the transactions whose block was overwritten.

        When all log files are in use, the method also removes the transactions of the oldest block. The UNDO records
        of all transactions need as many bytes as the transactions, and may overwrite the file of this block.
        """
        history = self.history
        blocks = history.blocks
        oldest = blocks[len(blocks) >= LOGS - 2][1] if blocks else history.base
        gone = max(0, len(self.done) - STEPS)
        while gone < len(self.done) and self.done[gone] < oldest:
            gone += 1
        if gone:
            del self.done[:gone]
        if blocks and self.undone and self.undone[-1] < blocks[0][1]:
            self.undone.clear()  # an undone transaction before the oldest block cannot be redone

    # Undo and redo

    def undo(self) -> list[Effect] | None:
        """Undo the last transaction, and return its effects.

        The transaction's position is then the last position in `undone`. If there is no transaction to undo, the
        result is None.
        """
        return self._move_transaction(self.done, self.undone, UNDO)

    def redo(self) -> list[Effect] | None:
        """Redo the last undone transaction, and return its effects.

        The transaction's position is then the last position in `done`. If there is no transaction to redo, the
        result is None.
        """
        return self._move_transaction(self.undone, self.done, REDO)

    def _move_transaction(
        self, source: list[Position], target: list[Position], kind: int
    ) -> list[Effect] | None:
        """Undo or redo the last transaction in `source`, and move it to `target`.

        `kind` is UNDO, which restores the old values, or REDO, which restores the new values.
        """
        effects = self.history.transaction(source[-1]) if source else None
        if effects:
            position = source[-1]
            self._changed = self._write(kind, pack("<I", position))
            self.state.apply(effects, kind == REDO)
            self.moved = self.state.clamp_rows(effects) if position < self._foreign else []
            move_step(source, target, position)
        else:
            # The transaction is unreadable. The transactions before it in `source` cannot be restored without it.
            del source[:]
        return effects

    # Reading back

    def location_of(self, position: Position) -> bytes:
        """Return the location of the roll or transaction at a byte position.

        The result is b"" if the location is unknown.
        """
        for _, kind, payload in self.history.records_before(position):
            if kind == LOCATION:
                return payload
        return b""

    def proof_of(self, position: Position) -> bytes:
        """Return the proof of the ROLL at a byte position; b"" if unknown.

        The caller has checked that the ROLL has the flag PROVEN.
        """
        for _, kind, payload in self.history.records_before(position):
            if kind != LOCATION:
                return payload if kind == PROOF else b""
        return b""

    def newest_first(self, skipped: int = 0, fields: bytes | bytearray = b"") -> Iterator[Record]:
        """Yield (position, kind, payload) of all readable records, newest first.

        The generator skips LOCATION records. For `skipped` and `fields` see `History.records_before`.
        """
        return self.history.records_before(self.position, skipped | 1 << LOCATION, fields)

    def newest_roll(self) -> tuple[Position, tuple[int, int, list[int], list[Any], bytes]] | None:
        """Return (position, result of `unpack_roll`) of the newest ROLL.

        The method also returns a ROLL that was taken back by a DROP. The result is None if the ROLL is unreadable.
        """
        for offset, kind, payload in self.history.records_before(self._rolled + 1):
            if offset == self._rolled and kind == ROLL:
                return offset, unpack_roll(payload)
            break
        return None

    def has_roll(self) -> bool:
        """Tell whether the readable records have a ROLL, taken back or not."""
        return self._rolled >= self.history.oldest_position()

    def source_roll(
        self, before: Position | None = None
    ) -> tuple[Position, tuple[int, int, list[int], list[Any], bytes], bool] | None:
        """Return the ROLL that led to the present values.

        If `before` is given, return the ROLL that led to the values at this byte position. The result is (position,
        result of `unpack_roll`, whether a change followed the ROLL); None if there is no such ROLL. The method skips
        each undone record, with all records between that record and its UNDO.
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
                        if applied:  # a change followed the ROLL: skip all earlier EFFECTs
                            further = self.history.records_before(offset, 1 << EFFECT | 1 << LOCATION)
                            break
                    elif what == ROLL:
                        return offset, unpack_roll(payload), applied
                    elif len(payload) == 4:
                        # The payload is a position. After an UNDO or DROP, only records before this position count;
                        # after a REDO, the record at this position counts too.
                        end = unpack_from("<I", payload)[0] + (what == REDO)
        return None

    def take_back_roll(self, position: Position) -> None:
        """Take back the ROLL at a byte position, with the ROLLs of its earlier steps.

        The method writes a DROP, which refers to the earliest of these ROLLs. The history screen still lists the
        ROLLs that were taken back.
        """
        same = longer = None
        for offset, kind, payload in self.newest_first():
            if offset > position:
                continue
            if kind != ROLL:
                break
            number, _, listed, path, _ = unpack_roll(payload)
            if longer is not None:  # each later step of a roll writes another ROLL with a longer path
                if (number, listed) != same or len(path) >= len(longer) or path != longer[: len(path)]:
                    break
            position, same, longer = offset, (number, listed), path
        self._changed = self._write(DROP, pack("<I", position))

    def is_roll_newest(self) -> bool:
        """Tell whether no change, undo or redo followed the newest ROLL."""
        return self._rolled > self._changed

    # Copies of all values

    def packed_values(self) -> bytearray:
        """Return all values of the State as bytes with a checksum."""
        out = self.files.allocate(VALUES_MAGIC, len(VALUES_MAGIC) + self.state.size() + 4)
        self.state.dump(out)
        out.extend(pack("<I", crc32(out, self.files.seed)))
        return out

    def effects_to_restore(self, data: bytes | None) -> list[Effect] | None:
        """Return the effects that turn the present values into the packed values `data`.

        The result is None if `data` is damaged. A row or field that `data` lacks keeps its present value.
        """
        if (
            data is None
            or data[:4] != VALUES_MAGIC
            or data[-4:] != pack("<I", crc32(data[:-4], self.files.seed))
        ):
            return None
        other = State(self.state.kinds)
        other.load_values(self.state.dump())
        other.load_values(data, 4)
        other.clamp_rows()
        return self.state.differences(other)
