"""Power cuts at every erase and every program of a session, and again during the restart.

A scripted session is played once on a real littlefs, and each flash operation is recorded. The flash is then
reconstructed as of each cut, and the device started on it. The journals must hold the state before or after
the step. A result on the panel must reappear with the same faces.
"""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

from simulator import paths
from simulator.board import BOOT_MS, VirtualBoard
from simulator.script import Line, Script
from tests.device.littlefs import HOWS, Flash, mount_store

paths.install()
from gobelet.device.store import FileStore, last_value  # noqa: E402
from gobelet.game.session import Session  # noqa: E402
from gobelet.journal.journal import ROLL, Journal  # noqa: E402
from gobelet.ui.screens.result import Result  # noqa: E402
from tests.faults.unmended import disable_mending  # noqa: E402

SESSIONS = sorted((paths.ROOT / "tests" / "scripts").glob("*.txt"))
OF_A_GAME = re.compile(r"/[a-h0-9]$")  # logs, blocks and checkpoints, which the state covers
LATER_MS = 2000  # the screens are saved before this time

# Sheets, every kept ROLL, number of ROLLs newer than the present one, whether its effects are applied.
State = tuple[tuple[bytes, ...], tuple[bytes, ...], int, bool]


def state_of(journal: Any) -> State:
    rolls = [(position, payload) for position, kind, payload in journal.newest_first() if kind == ROLL]
    present = journal.source_roll() or (-1, None, False)
    sheets = tuple(bytes(values) for values in journal.state.sheets)
    newer = sum(position > present[0] for position, _ in rolls)
    return sheets, tuple(payload for _, payload in reversed(rolls)), newer, present[2]


class RecordedFlash(Flash):
    """Records every operation, and the result on the panel at that time."""

    def __init__(self, image: bytes | None = None) -> None:
        super().__init__(image)
        self.ops: list[tuple[int, bytes, bool]] = []
        self.shown: list[Any] = []
        self.watch: Any = None

    def _program_bytes(self, start: int, data: bytes, added: bool = False) -> bool:
        self.ops.append((start, data, added))
        self.shown.append(self.watch() if self.watch else None)
        return super()._program_bytes(start, data, added)


def cut_into(image: bytes, op: tuple[int, bytes, bool], how: str) -> bytes:
    """Return the flash after an operation that a power cut interrupted."""
    flash = Flash(image)
    flash.cut_at, flash.how = 1, how
    flash._program_bytes(*op)
    return bytes(flash.buffer)


class OnFlash(Script):
    """A script on littlefs. `cut` only restarts, because every operation is cut anyway."""

    def cut(self, line: Line) -> None:
        self.restart(line)

    def fresh(self, line: Line) -> None:
        for name in self.board.store.names():
            self.board.store.remove(name)
        self.restart(line)

    def run_line(self, line: Line) -> None:
        if line.command in ("cut", "fresh"):
            getattr(self, line.command)(line)
        else:
            super().run_line(line)


class Recording:
    """A recorded session.

    moments   (number of operations, game, state) after each journal change.
    beside    for each other file, (number of operations, content) after each write.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.moments: list[tuple[int, str, State]] = []
        self.beside: dict[str, list[tuple[int, bytes | None]]] = {}
        with pytest.MonkeyPatch.context() as patch:
            store = mount_store(patch, flash := RecordedFlash(), True)
            self.first = len(flash.ops)
            self.start = bytes(flash.buffer)
            for name in ("write_roll", "change", "undo", "redo", "take_back_roll", "save_values", "__init__"):
                patch.setattr(Journal, name, self._note_moments(getattr(Journal, name), flash))
            for name in ("replace", "write_value", "remove"):
                patch.setattr(FileStore, name, self._note_contents(getattr(FileStore, name), flash))
            board = VirtualBoard(store=store)
            flash.watch = lambda: unapplied_roll(board)
            OnFlash(board).play(path)
            board.run(LATER_MS)
            assert not board.faults
        self.ops, self.shown = flash.ops, flash.shown

    def _note_moments(self, act: Any, flash: RecordedFlash) -> Any:
        def noting_act(journal: Any, *args: Any, **options: Any) -> Any:
            done = act(journal, *args, **options)
            self.moments.append((len(flash.ops), journal.files.folder[:-1], state_of(journal)))
            return done

        return noting_act

    def _note_contents(self, act: Any, flash: RecordedFlash) -> Any:
        def noting_write(store: Any, name: str, data: bytes | None = None) -> None:
            act(store, name, *(() if data is None else (data,)))
            said = last_value(data)
            # Strips are excluded: their file changes only after the note itself.
            if data is said and OF_A_GAME.search(name) is None:
                self.beside.setdefault(name, []).append((len(flash.ops), said))

        return noting_write

    def allowed_contents(self, name: str, number: int) -> list[bytes | None]:
        """Return the allowed contents of another file at an operation: the previous and the next one."""
        written = self.beside[name]
        before = [data for count, data in written if count <= number][-1:] or [None]
        return before + [data for count, data in written if count > number][:1]

    def flash_images(self) -> Iterator[tuple[int, bytes]]:
        """Yield (operation number, flash image before the operation)."""
        flash = Flash(self.start)
        for number in range(self.first, len(self.ops)):
            yield number, bytes(flash.buffer)
            start, data, _ = self.ops[number]
            flash.buffer[start : start + len(data)] = data

    def states_around(self, number: int) -> tuple[dict[str, State], list[tuple[str, State]]]:
        """Return the state of each game before an operation, and the states that follow."""
        before: dict[str, State] = {}
        after: list[tuple[str, State]] = []
        for count, game, state in self.moments:
            if count <= number:
                before[game] = state
            else:
                after.append((game, state))
        return before, after


def unapplied_roll(board: Any, below: bool = False) -> Any:
    """Return the unapplied roll on the panel as (id, position, path), or None.

    below: also look below questions on top of the result
    """
    app = getattr(board, "app", None)
    if app is None or not app.started or app.context.session is None:
        return None
    at = len(app.stack.ids) - 1
    if below:
        while at and app.stack.ids[at] is None:
            at -= 1
    top = app.stack.screens[at]
    if not isinstance(top, Result) or app.stack.ids[at] is None or top.applied:
        return None
    return app.stack.ids[at], top.position, [list(r) if not isinstance(r, int) else r for r in top.path]


class WrongState(AssertionError):
    """The state after a power cut is not one of the allowed ones."""


class Count:
    def __init__(self) -> None:
        self.cuts = self.again = self.reopened = 0

    def add(self, other: Count) -> None:
        self.cuts += other.cuts
        self.again += other.again
        self.reopened += other.reopened


def check_cuts(
    session: Recording,
    step: int,
    hows: Any = HOWS,
    each: int = 1,
    count: Count | None = None,
    first: int = 0,
) -> Count:
    """Cut at every `step`-th operation, and cut every `each`-th restart again.

    hows    the ways of cutting.
    first   the operation from which the steps are counted, in both directions.
    """
    count = count or Count()
    for number, image in session.flash_images():
        if (number - first) % step:
            continue
        for how in hows if isinstance(hows, tuple) else hows(number):
            where = f"{session.path.name}, operation {number}, {how}"
            count.cuts += 1
            cut = cut_into(image, session.ops[number], how)
            flash = _check_start(session, number, cut, where, count)
            if count.cuts % each:
                continue
            image_again = cut
            for at, op in enumerate(flash.ops):
                start, data, _ = op
                second = HOWS[(number + at) % len(HOWS)]
                count.again += 1
                told = f"{where}, {second} at {at}"
                _check_start(session, number, cut_into(image_again, op, second), told, count, True)
                after = bytearray(image_again)
                after[start : start + len(data)] = data
                image_again = bytes(after)
    return count


def _state_after_undo(image: bytes, game: str) -> State:
    """Return the state of a game after its last change is undone."""
    with pytest.MonkeyPatch.context() as patch:
        journal = Session(game, mount_store(patch, Flash(image))).journal
        journal.undo()
        return state_of(journal)


def _check_start(
    session: Recording, number: int, image: bytes, where: str, count: Count, started: bool = False
) -> RecordedFlash:
    """Start the device on a flash, and return the flash with the start's operations. Raises Wrong.

    started   whether the device was started on it before; that start may have written already
    """
    before, after = session.states_around(number)
    # Between two `set` lines of a script, the Sheets can have values that play never makes.
    with pytest.MonkeyPatch.context() as patch, disable_mending():
        store = mount_store(patch, flash := RecordedFlash(image))
        flash.ops.clear()
        for name in session.beside:
            again = started and name == "place"  # the earlier start may have saved other screens
            if not again and last_value(store.read(name)) not in session.allowed_contents(name, number):
                raise WrongState(f"{where}: {name} is neither as before nor as after")
        found, to_apply = _check_games(session, number, store, image if started else None, where)
        board = VirtualBoard(store=store)
        board.run(BOOT_MS)
        if board.faults:
            raise WrongState(f"{where}: {board.faults}")
        if not board.words.strings:
            raise WrongState(f"{where}: the panel is dark")
        if to_apply and state_of(board.context.session.journal)[:2] not in to_apply:
            raise WrongState(f"{where}: the start does not apply the roll")
        was = session.shown[number]
        if was is not None:
            game = was[0].partition(".")[0]
            if found.get(game) == before.get(game):
                if unapplied_roll(board, True) != was:
                    raise WrongState(
                        f"{where}: {was} was shown, now {board.app.stack.ids} {unapplied_roll(board)}"
                    )
                count.reopened += 1
        board.run(LATER_MS)
        for game, state in found.items():
            now = board.context.session
            journal = (now if now and now.name == game else Session(game, store)).journal
            if (game, state_of(journal)) not in after[:4]:
                _as_found(journal, state, f"{where}: the start has", game)
    return flash


def _check_games(
    session: Recording, number: int, store: Any, again: bytes | None, where: str
) -> tuple[dict[str, State], list[Any]]:
    """Check each game before the start.

    Return the states, and those expected after pending rolls are applied.

    again   the flash, if the device was started on it before
    """
    before, after = session.states_around(number)
    found = {}
    to_apply: list[Any] = []
    for game in before:
        log = Session(game, store)
        if log.loaded not in ("ok", "new"):
            raise WrongState(f"{where}: {game} is {log.loaded}")
        found[game] = state_of(log.journal)
        allowed = [before[game], *(state for name, state in after[:2] if name == game)]
        if found[game] in allowed:
            continue
        # A roll that the same press applies is stored before its effects. After a cut between the two, the
        # roll is there unapplied, and the start applies it.
        rolled = [(before[game][0], state[1], False) for state in allowed[1:]]
        if (*found[game][:2], found[game][3]) in rolled:
            to_apply = [state[:2] for state in allowed[1:]]
            continue
        sheets, rolls = (None, None) if again is None else _state_after_undo(again, game)[:2]
        if (sheets, rolls) not in [state[:2] for state in allowed]:
            raise WrongState(f"{where}: {game} is neither as before nor as after")
    return found, to_apply


def _as_found(journal: Any, found: State, start: str, game: str) -> None:
    """Check that a start rolls nothing, and changes nothing permanently."""
    state = state_of(journal)
    if state == found:
        return
    if state[1] != found[1]:
        raise WrongState(f"{start} rolled in {game}")
    # A screen that is no longer valid may write at the start; an undo takes that change back like any other.
    if not journal.undo() or state_of(journal)[0] != found[0]:
        raise WrongState(f"{start} changed {game}")
