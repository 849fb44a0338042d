"""Load: read the files of a journal when a game is opened.

The result is a `Loaded`, from which `Journal` continues. The module is used once for each opened game; then it is
unloaded.

The loader reads the values of the newest checkpoint, and replays the records after the checkpoint: it applies
their effects to the values. After a power cut the result is the state after the last complete transaction. If
bytes of the files are damaged, only the transactions in these bytes are lost: the loader reads the records after
them.

Foreign records come from another version of Gobelet, which may have other bounds of the values. The loader moves
their values inside the present bounds. A torn end is the incomplete record that an interrupted append left at the
end of the newest log.
"""

from __future__ import annotations

from binascii import crc32
from struct import pack, unpack_from
from typing import TYPE_CHECKING

import micropython

from ..rules.effects import EACH, effects_of, pack_effects
from .journal import Checkpoint, History, Log, move_step
from .records import (
    BLOCK,
    DROP,
    EFFECT,
    FIRST,
    FULL,
    JOIN,
    LAST,
    LINK,
    LOCATION,
    LOGS,
    REDO,
    ROLL,
    SAVE_FIRST,
    SAVE_HEAD,
    SAVE_MAGIC,
    UNDO,
    Files,
    record_ends,
)

if TYPE_CHECKING:
    from typing import Any

    from ..device.types import Store
    from ..rules.sheet import State
    from ..rules.types import Effect, LogFile, Position

# Indexes into the tuple that `Files.parse_log` returns
_NUMBER = 0
_BEGIN = 1
_DATA = 2
_BOUNDS = 3
_FILE = 4
_USED = 5
_NOTED = 6

_WHOLE = EFFECT | FIRST | LAST  # kind of a record that is a whole transaction
_JOINED = EFFECT | JOIN | LAST  # kind of a record that extends the previous transaction


class Loaded:
    """The result of reading a journal: the state, and the fields of `Journal`.

    condition  "new" if the journal has no file yet, "ok", or "damaged". A damaged journal keeps all readable
               records and a copy of each damaged file. Only the first load after the damage returns "damaged".
    bounds     checksum of all bounds of the state.
    position   byte position of the next record.
    done       positions of the transactions that are not undone, oldest first.
    undone     positions of the undone transactions; the transaction that the next redo restores is last.
    rolled     position of the newest ROLL.
    changed    position of the newest complete change, undo, redo or DROP.
    location   the newest location in the journal; None if unknown.
    foreign    position before which records may come from another version of Gobelet.
    moved      effects that moved values from another version of Gobelet inside the present bounds.
    """

    def __init__(self, loader: _Loader) -> None:
        files = self.files = loader.files
        self.state = loader.state
        self.history = loader.history
        self.log = loader.log
        self.checkpoint = loader.checkpoint
        self.bounds = loader.bounds
        self.position = loader.position
        self.done = loader.done
        self.undone = loader.undone
        self.rolled = loader.rolled
        self.changed = loader.changed
        self.location = loader.location
        self.foreign = loader.foreign
        self.moved = loader.moved
        begun = self.position > 0 or self.checkpoint.number > 0
        self.condition = "damaged" if files.has_new_damage else "ok" if begun else "new"


def load(store: Store, name: str, state: State) -> Loaded:
    """Read the journal of the game `name` into a fresh State.

    The State then has the values after the last complete transaction. The function writes only copies of damaged
    files, so a game opens from a full or failing store too.
    """
    loader = _Loader(store, name, state)
    loader.load()
    return Loaded(loader)


class _Loader:
    """The reader of one journal, which collects the fields of `Loaded`.

    strict  whether all records were written under the present bounds. If so, the old value in each effect must
            equal the field's value when the effect is replayed.
    """

    def __init__(self, store: Store, name: str, state: State) -> None:
        self.state = state
        self.bounds = state.bounds() & 0xFFFF
        self.files = Files(store, name)
        self.history = History(self.files)
        self.log = Log()
        self.checkpoint = Checkpoint()
        self.position = 0
        self.done: list[Position] = []
        self.undone: list[Position] = []
        self.rolled = -1
        self.changed = -1
        self.location: bytes | None = b""
        self.foreign = 0
        self.moved: list[Effect] = []
        self.strict = True
        self._logs: list[LogFile] = []  # logs that are not blocks yet, oldest first
        self._noted = 0  # position up to which notes of the newest log confirm its appends
        # (position, payload) of each record, read so far, that belongs to an incomplete transaction
        self._pending: list[tuple[Position, bytes]] = []

    def load(self) -> None:
        """Read all files, and replay the records after the newest checkpoint."""
        bounds, newest = self._take_checkpoint()
        logs = self._logs = self._read_logs(newest)
        apart = self._join_logs()
        saved = self.checkpoint.position
        self.strict = bounds is None or bounds == self.bounds
        # A version of Gobelet with other bounds writes a checkpoint before its first record. So the records after the
        # newest checkpoint were written under the same bounds as this checkpoint.
        for log in logs if bounds is None or self.files.any_damage else ():
            if log[_BOUNDS] != self.bounds and log[_BEGIN] + len(log[_DATA]) - LINK > saved:
                self.strict = False
        self._replay()
        self._make_blocks()
        self._prepare_log(apart)

    def _prepare_log(self, apart: bool) -> None:
        """Decide whether the next record needs a checkpoint, a new log or a rewritten log.

        `apart` is the result of `_join_logs`: whether a link does not match.
        """
        files = self.files
        log = self.log
        logs = self._logs
        if log.named != log.number:
            files.checkpoint_due = True
        if apart:
            files.report_inconsistency()
        # some records come from another version: write a checkpoint before the next record
        if not self.strict:
            self.moved = self.state.clamp_rows()
            self.foreign = self.position
            self.checkpoint.required = files.checkpoint_due = True
        if files.any_damage:
            log.abandon()
        elif self.strict and logs and self.history.base == logs[-1][_BEGIN]:
            log.rewrite = log.used == FULL

    # Checkpoint

    def _take_checkpoint(self) -> tuple[int | None, int]:
        """Load the newest checkpoint.

        Return (checksum of its bounds, number of the log that it names), or (None, -1) without a checkpoint.
        """
        data = self._newest_checkpoint()
        if data is None:
            return None, -1
        checkpoint = self.checkpoint
        history = self.history
        head = unpack_from(SAVE_HEAD, data)
        _, checkpoint.number, checkpoint.position, history.base, self.log.oldest = head[:5]
        newest, self.rolled, self.changed, self.foreign, bounds = head[5:]
        offset = self.state.load_values(data, SAVE_FIRST)
        history.tail[:] = data[offset : offset + LINK]
        blocks, done, undone = unpack_from("<BHH", data, offset + LINK)
        offset += LINK + 5
        for _ in range(blocks):
            file, begin, end = unpack_from("<BII", data, offset)
            history.blocks.append([chr(file), begin, end])
            offset += 9
        self.done = list(unpack_from("<%dI" % done, data, offset))
        self.undone = list(unpack_from("<%dI" % undone, data, offset + 4 * done))
        self.position = max(checkpoint.position, history.base)
        return bounds, newest

    def _newest_checkpoint(self) -> bytes | None:
        files = self.files
        found: list[tuple[int, bytes]] = []
        bad = False
        for file in ("a", "b"):
            data = files.read(file)
            if data is None:
                continue
            if data[:4] == SAVE_MAGIC and data[-4:] == pack("<I", crc32(memoryview(data)[:-4], files.seed)):
                found.append((unpack_from("<I", data, 4)[0], data))
            else:
                bad = True
                files.report_damage(file)
        if not found:
            return None
        found.sort()
        number, data = found[-1]
        if number > 1 and not bad and found[0][0] != number - 1:
            # the file must have the checkpoint before the newest one, but is missing or has an older checkpoint
            files.report_damage("ba"[number % 2])
        return data

    # Logs

    def _read_logs(self, newest: int) -> list[LogFile]:
        """Read the logs that are not blocks, oldest first.

        A log is the result of `Files.parse_log`. `newest` is the number of the log that the checkpoint names; this
        log must exist.
        """
        files = self.files
        found: list[LogFile] = []
        # Skip the files of blocks. If a checkpoint is damaged, read these files too: a log may have overwritten a
        # block that the older checkpoint names.
        bad = [] if files.any_damage else [block[0] for block in self.history.blocks]
        # without damage only two logs can exist beside the blocks: the log that the checkpoint names, and its successor
        every = files.any_damage or newest < 0
        numbers = list(range(LOGS) if every else range(newest, newest + 2))
        for number in numbers:
            file = str(number % LOGS)
            if file in bad:
                continue
            data = files.read(file)
            if data is None:
                continue
            log = files.parse_log(file, data)
            if log is None:
                bad.append(file)
                files.report_damage(file)
            else:
                found.append(log)
                # This log is newer than the log that the checkpoint names. Look for a second newer log in the next
                # file: if there is one, a newer checkpoint is missing.
                if not every and newest < log[_NUMBER] == number:
                    numbers.append(number + 1)
        found.sort()
        if not every and found and found[-1][_NUMBER] > newest + 1:
            files.report_damage("ba"[self.checkpoint.number % 2])
        self.log.named = newest
        return self._check_complete(found, bad)

    def _check_complete(self, found: list[LogFile], bad: list[str]) -> list[LogFile]:
        """Report missing logs as damage.

        `bad` has the names of files that were skipped or are damaged. Return the logs in `found`, except logs so old
        that a newer log must have overwritten their file.
        """
        newest = self.log.named
        if found:
            newest = max(newest, found[-1][_NUMBER])
        self.log.number = newest
        there = [log[_NUMBER] for log in found]
        for number in range(max(self.log.oldest, newest - LOGS + 1), newest + 1):
            file = str(number % LOGS)
            if number not in there and file not in bad:
                # the file is missing, or has an older log
                self.files.report_damage(file)
        return [log for log in found if log[_NUMBER] > newest - LOGS]

    def _join_logs(self) -> bool:
        """Join all logs that are not blocks yet into the tail.

        Return True if the link of a log does not match the end of the previous log or the link in the checkpoint.
        """
        history = self.history
        logs = self._logs
        base, tail, apart = self._concatenate(history.base)
        saved = self.checkpoint.position
        if tail is not None and base + len(tail) - LINK >= saved:
            offset = self.position - base
            if base == history.base and tail[offset : offset + LINK] != history.tail:
                # the link in the checkpoint is not the checksum of the record before the checkpoint's position
                apart = True
            history.tail = tail
            history.base = base
            self.log.file = logs[-1][_FILE]
            self.log.used = logs[-1][_USED]
            self._noted = logs[-1][_NOTED]
        else:
            if tail is not None:
                self.files.report_damage(logs[-1][_FILE])
            history.base = self.position
            history.tail = self.files.allocate(history.tail)
        return apart

    def _concatenate(self, base: Position) -> tuple[Position, bytearray | None, bool]:
        """Join the records of the logs, from the byte position `base` in the journal on.

        Return (position of the first record, link and records, whether the link of a log does not match). In place of
        link and records, the result has None if no log has such records.
        """
        logs = self._logs
        tail: bytearray | None = None
        apart = False
        for offset in range(len(logs)):
            number, begin, data = logs[offset][:_BOUNDS]
            if tail is None:
                end = begin + len(data) - LINK
                if offset + 1 < len(logs) and begin <= logs[offset + 1][_BEGIN] < end:
                    # bytes at or after the position where the next log begins come from a failed append
                    end = logs[offset + 1][_BEGIN]
                if end < base or (end == base and number != logs[-1][_NUMBER]):
                    continue
                if begin > base:
                    self.files.report_inconsistency()
                    base = begin
                tail = self.files.allocate(data[base - begin :])
                continue
            here = base + len(tail) - LINK
            if begin < base or begin > here + BLOCK:
                self.files.report_inconsistency()
                base = begin
                tail = self.files.allocate(data)
                continue
            if begin < here:  # the bytes from `begin` on come from a failed append
                tail[begin - base + LINK :] = b""
            elif begin > here:
                # Records are missing: the previous log lost its last records, or a log between the two logs is
                # missing.
                if number == logs[offset - 1][_NUMBER] + 1:
                    self.files.report_damage(logs[offset - 1][_FILE])
                self.files.report_inconsistency()
                tail.extend(bytes(begin - here))
            if tail[-LINK:] != data[:LINK]:
                apart = True
            tail.extend(data[LINK:])
        return base, tail, apart

    def _make_blocks(self) -> None:
        """Make blocks of all logs except the newest."""
        history = self.history
        logs = self._logs
        for offset in range(len(logs) - 1):
            _, begin, data, _, file = logs[offset][:_USED]
            there = begin + len(data) - LINK
            end = min(logs[offset + 1][_BEGIN], self.position)
            base = history.base
            if base < end:
                if begin <= base < there:
                    history.blocks.append([file, base, min(there, end)])
                history.tail[: end - base] = b""
                history.base = end

    # Records

    def _replay(self) -> None:
        """Replay all records after the checkpoint."""
        history = self.history
        saved = self.checkpoint.position
        tail = history.tail
        self.location = None if self.position else b""
        expected = min(saved, history.base)
        for data, offset, position in history.pieces(expected):
            if position != expected:
                self.files.report_inconsistency()
            expected = position - offset + len(data)
            location = self._replay_piece(data, offset, position - offset, data is tail)
            if location and data is tail:
                self.location = bytes(tail[location + 2 : location + 2 + tail[location + 1]])
        tail = history.tail
        end = history.base - LINK + len(tail)
        self.position = max(saved, end)
        tail.extend(bytes(self.position - end))

    # The opening of a game waits for this function. So it is native code, and calls other functions only for rare
    # records.
    @micropython.native
    def _replay_piece(self, data: Any, offset: int, move: int, last: bool) -> int:
        """Replay the records in `data` (a block or the tail) from a byte offset on.

        The position of a record in the journal is its offset in `data` plus `move`. `last` is True if `data` is the
        tail. Return the offset of the last LOCATION in `data`; 0 without a LOCATION.
        """
        saved = self.checkpoint.position
        replay = self.state.replay
        done, undone = self.done, self.undone
        pending, strict = self._pending, self.strict
        behind = location = 0
        for end in record_ends(data, offset, move + offset):
            begin, offset = offset, abs(end)
            here = move + begin
            kind = data[begin] if end > 0 else 0
            if end < 0 and last and self._is_torn_end(begin, offset):
                break
            if kind & 0x0F == LOCATION:
                if kind == LOCATION:
                    location = begin
            elif here >= saved:
                behind += 1
                exact: bool | None = True
                if kind == ROLL and not pending:
                    self.rolled = here
                elif (
                    (kind == _WHOLE or kind == _JOINED)
                    and strict
                    and not (pending or (offset - begin - 4) % EACH)
                ):
                    exact = replay(data, begin + 2, offset - 2)
                    if exact is not None:
                        if kind == _WHOLE:
                            done.append(here)
                        undone.clear()
                        self.changed = here
                else:
                    exact = self._replay_record(kind, here, bytes(data[begin + 2 : offset - 2]))
                if not exact:
                    self._report_mismatch(exact, last, here)
        self.checkpoint.behind += behind
        return location

    def _is_torn_end(self, begin: int, end: int) -> bool:
        """Handle an unreadable part of the tail, from the offset `begin` to `end`.

        If a note confirms the append of the part, the method reports the part as damage. If no note confirms the
        append, or if no readable record follows the part, the method removes the part and returns True.
        """
        history = self.history
        position = history.base - LINK + begin
        cut = position >= self._noted
        if not cut:
            self._damage_at(position)
        if not cut and end < len(history.tail):
            return False
        history.tail[begin:] = b""
        return True

    def _report_mismatch(self, exact: bool | None, last: bool, position: Position) -> None:
        """Report a record that does not fit the present values.

        `exact` is None if the record cannot be applied, False if an old value in the record differs from the present
        value. `last` is True for a record of the tail.
        """
        if exact is None and last:
            self._damage_at(position)
        else:
            self.files.report_inconsistency()

    def _damage_at(self, position: Position) -> None:
        """Report as damaged the log that contains the record at a byte position."""
        for log in self._logs:
            if log[_BEGIN] <= position < log[_BEGIN] + len(log[_DATA]) - LINK:
                self.files.report_damage(log[_FILE])
                return

    def _replay_record(self, kind: int, here: Position, payload: bytes) -> bool | None:
        """Replay the record at the byte position `here`.

        Return the result of `State.replay`; True for a record without effects, None for an unreadable record.
        """
        what = kind & 0x0F
        if what == EFFECT:
            return self._replay_part(kind, here, payload)
        self._pending.clear()
        exact: bool | None = True
        if what == ROLL:
            self.rolled = here
        elif what == UNDO or what == REDO or what == DROP:
            if what != DROP:
                exact = self._replay_step(what, payload)
            if exact is not None:
                self.changed = here
        elif kind:
            return None
        return exact

    def _replay_part(self, kind: int, here: Position, payload: bytes) -> bool | None:
        """Replay an EFFECT record, which has all effects of a transaction or some of them.

        The method applies all records of a transaction when it reads the last of them. The result is that of
        `_replay_record`, or False if the transaction's first record is missing.
        """
        pending = self._pending
        if kind & (FIRST | JOIN):
            pending.clear()
        elif not pending:  # the first record of the transaction was unreadable
            return False
        if len(payload) % EACH:
            pending.clear()
            return None
        pending.append((here, payload))
        if not kind & LAST:
            return True
        begin = pending[0][0]
        packed = b"".join([each for _, each in pending])
        pending.clear()
        exact: bool | None = True
        if self.strict:
            exact = self.state.replay(packed, 0, len(packed))
        else:
            self.state.apply(effects_of(packed))
        if exact is not None:
            if not kind & JOIN:
                self.done.append(begin)
            self.undone.clear()
            self.changed = here
        return exact

    def _replay_step(self, what: int, payload: bytes) -> bool | None:
        """Replay an UNDO or REDO, whose payload is the position of a transaction."""
        if len(payload) != 4:
            return None
        position = unpack_from("<I", payload)[0]
        effects = self.history.transaction(position)
        exact: bool | None = effects is not None
        if effects is None:
            effects = []
        elif what == UNDO:
            effects = [(kind, row, field, new, old) for kind, row, field, old, new in reversed(effects)]
        if self.strict and position >= self.foreign:
            packed = pack_effects(effects)
            fits = self.state.replay(packed, 0, len(packed))
            exact = fits and exact
        else:
            self.state.apply(effects)
            if self.strict:
                self.state.clamp_rows(effects)
        if exact is not None:
            if what == UNDO:
                move_step(self.done, self.undone, position)
            else:
                move_step(self.undone, self.done, position)
        return exact
