"""The power goes at every erase and every program of a session, and again while the device starts after that.

A scripted session is played once on a real littlefs, and each operation on the flash is kept. Then the flash is made
as it was when the power went at each of them, and the device started on it. What it must hold is what the journals
held before the step or after it; a result that was on the panel must be there again, with the same faces.
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
from tests.device.littlefs import HOWS, Flash, mounted

paths.install()
from gobelet.device.store import FileStore, newest  # noqa: E402
from gobelet.game.session import Session  # noqa: E402
from gobelet.journal.journal import ROLL, Journal  # noqa: E402
from gobelet.ui.screens.result import Result  # noqa: E402
from tests.faults.unmended import unmended  # noqa: E402

SESSIONS = sorted((paths.ROOT / "tests" / "scripts").glob("*.txt"))
OF_A_GAME = re.compile(r"/[a-h0-9]$")  # logs, blocks and checkpoints: the state tells
LATER_MS = 2000  # the screens are noted by then

# Sheets, every ROLL that is kept, how many are newer than the one they come from, whether anything came of that one
State = tuple[tuple[bytes, ...], tuple[bytes, ...], int, bool]


def state_of(journal: Any) -> State:
    rolls = [(position, payload) for position, kind, payload in journal.newest_first() if kind == ROLL]
    present = journal.present() or (-1, None, False)
    sheets = tuple(bytes(values) for values in journal.state.sheets)
    newer = sum(position > present[0] for position, _ in rolls)
    return sheets, tuple(payload for _, payload in reversed(rolls)), newer, present[2]


class Recorded(Flash):
    """Keeps every operation, and what was shown when it came."""

    def __init__(self, image: bytes | None = None) -> None:
        super().__init__(image)
        self.ops: list[tuple[int, bytes, bool]] = []
        self.shown: list[Any] = []
        self.watch: Any = None

    def _goes(self, start: int, data: bytes, added: bool = False) -> bool:
        self.ops.append((start, data, added))
        self.shown.append(self.watch() if self.watch else None)
        return super()._goes(start, data, added)


def cut_into(image: bytes, op: tuple[int, bytes, bool], how: str) -> bytes:
    """The flash after an operation that the power has cut."""
    flash = Flash(image)
    flash.cut_at, flash.how = 1, how
    flash._goes(*op)
    return bytes(flash.buffer)


class OnFlash(Script):
    """A script on a littlefs: `cut` stands for a restart, as the flash is cut everywhere in any case."""

    def cut(self, line: Line) -> None:
        self.restart(line)

    def fresh(self, line: Line) -> None:
        for name in self.board.store.names():
            self.board.store.remove(name)
        self.restart(line)

    def _do(self, line: Line) -> None:
        if line.command in ("cut", "fresh"):
            getattr(self, line.command)(line)
        else:
            super()._do(line)


class Recording:
    """One session as it was recorded. moments: (operations done, game, its state) after each thing that was kept.
    beside: for each file that is no journal's, (operations done, its content) after each time it was written.
    """

    def __init__(self, path: Path) -> None:
        self.path = path
        self.moments: list[tuple[int, str, State]] = []
        self.beside: dict[str, list[tuple[int, bytes | None]]] = {}
        with pytest.MonkeyPatch.context() as patch:
            store = mounted(patch, flash := Recorded(), True)
            self.first = len(flash.ops)
            self.start = bytes(flash.buffer)
            for name in ("roll", "change", "undo", "redo", "drop", "adopt", "__init__"):
                patch.setattr(Journal, name, self._noting(getattr(Journal, name), flash))
            for name in ("replace", "note", "remove"):
                patch.setattr(FileStore, name, self._writing(getattr(FileStore, name), flash))
            board = VirtualBoard(store=store)
            flash.watch = lambda: shown(board)
            OnFlash(board).play(path)
            board.run(LATER_MS)
            assert not board.faults
        self.ops, self.shown = flash.ops, flash.shown

    def _noting(self, act: Any, flash: Recorded) -> Any:
        def noting(journal: Any, *args: Any, **options: Any) -> Any:
            done = act(journal, *args, **options)
            self.moments.append((len(flash.ops), journal.files.folder[:-1], state_of(journal)))
            return done

        return noting

    def _writing(self, act: Any, flash: Recorded) -> Any:
        def writing(store: Any, name: str, data: bytes | None = None) -> None:
            act(store, name, *(() if data is None else (data,)))
            said = newest(data)
            # Not of a strip, of which the note itself tells.
            if data is said and OF_A_GAME.search(name) is None:
                self.beside.setdefault(name, []).append((len(flash.ops), said))

        return writing

    def allowed(self, name: str, number: int) -> list[bytes | None]:
        """What is in a file beside the journals before an operation, and what was to be in it next."""
        written = self.beside[name]
        before = [data for count, data in written if count <= number][-1:] or [None]
        return before + [data for count, data in written if count > number][:1]

    def images(self) -> Iterator[tuple[int, bytes]]:
        """(number of an operation, the flash before it)."""
        flash = Flash(self.start)
        for number in range(self.first, len(self.ops)):
            yield number, bytes(flash.buffer)
            start, data, _ = self.ops[number]
            flash.buffer[start : start + len(data)] = data

    def around(self, number: int) -> tuple[dict[str, State], list[tuple[str, State]]]:
        """What each game was before an operation, and what the game under way was to become."""
        before: dict[str, State] = {}
        after: list[tuple[str, State]] = []
        for count, game, state in self.moments:
            if count <= number:
                before[game] = state
            else:
                after.append((game, state))
        return before, after


def shown(board: Any, below: bool = False) -> Any:
    """The roll whose result is on the panel and waits, as (id, position, path); None if there is none.

    below: also if a question lies on top of it, which was asked meanwhile.
    """
    app = getattr(board, "app", None)
    if app is None or not app.started or app.session is None:
        return None
    at = len(app.stack.ids) - 1
    if below:
        while at and app.stack.ids[at] is None:
            at -= 1
    top = app.stack.screens[at]
    if not isinstance(top, Result) or app.stack.ids[at] is None or top.applied:
        return None
    return app.stack.ids[at], top.position, [list(r) if not isinstance(r, int) else r for r in top.path]


class Wrong(AssertionError):
    """What a cut has left is none of what it may be."""


class Count:
    def __init__(self) -> None:
        self.cuts = self.again = self.reopened = 0

    def add(self, other: Count) -> None:
        self.cuts += other.cuts
        self.again += other.again
        self.reopened += other.reopened


def check(
    session: Recording,
    step: int,
    hows: Any = HOWS,
    each: int = 1,
    count: Count | None = None,
    first: int = 0,
) -> Count:
    """Cut at every `step`-th operation in the ways `hows`, every `each`-th restart of them again. first: counted from
    this operation, in both directions.
    """
    count = count or Count()
    for number, image in session.images():
        if (number - first) % step:
            continue
        for how in hows if isinstance(hows, tuple) else hows(number):
            where = f"{session.path.name}, operation {number}, {how}"
            count.cuts += 1
            cut = cut_into(image, session.ops[number], how)
            flash = _check(session, number, cut, where, count)
            if count.cuts % each:
                continue
            image_again = cut
            for at, op in enumerate(flash.ops):
                start, data, _ = op
                second = HOWS[(number + at) % len(HOWS)]
                count.again += 1
                told = f"{where}, {second} at {at}"
                _check(session, number, cut_into(image_again, op, second), told, count, True)
                after = bytearray(image_again)
                after[start : start + len(data)] = data
                image_again = bytes(after)
    return count


def _undone(image: bytes, game: str) -> State:
    """What a game is once its last change is taken back."""
    with pytest.MonkeyPatch.context() as patch:
        journal = Session(game, mounted(patch, Flash(image))).journal
        journal.undo()
        return state_of(journal)


def _check(
    session: Recording, number: int, image: bytes, where: str, count: Count, started: bool = False
) -> Recorded:
    """Start the device on a flash; raises Wrong. Returns the flash, with what the start did to it. started: it was
    started on it before, so a screen whose reason is gone may have written so.
    """
    before, after = session.around(number)
    # Between two lines `set` of a script there are values that no play makes.
    with pytest.MonkeyPatch.context() as patch, unmended():
        store = mounted(patch, flash := Recorded(image))
        flash.ops.clear()
        for name in session.beside:
            again = started and name == "place"  # the start before may have noted another one
            if not again and newest(store.read(name)) not in session.allowed(name, number):
                raise Wrong(f"{where}: {name} is neither as before nor as after")
        found, to_apply = _found(session, number, store, image if started else None, where)
        board = VirtualBoard(store=store)
        board.run(BOOT_MS)
        if board.faults:
            raise Wrong(f"{where}: {board.faults}")
        if not board.words.drawn:
            raise Wrong(f"{where}: the panel is dark")
        if to_apply and state_of(board.app.session.journal)[:2] not in to_apply:
            raise Wrong(f"{where}: the start does not apply the roll")
        was = session.shown[number]
        if was is not None:
            game = was[0].partition(".")[0]
            if found.get(game) == before.get(game):
                if shown(board, True) != was:
                    raise Wrong(f"{where}: {was} was shown, now {board.app.stack.ids} {shown(board)}")
                count.reopened += 1
        board.run(LATER_MS)
        for game, state in found.items():
            now = board.app.session
            journal = (now if now and now.name == game else Session(game, store)).journal
            if (game, state_of(journal)) not in after[:4]:
                _as_found(journal, state, f"{where}: the start has", game)
    return flash


def _found(
    session: Recording, number: int, store: Any, again: bytes | None, where: str
) -> tuple[dict[str, State], list[Any]]:
    """What each game is before the start, and what the start is to make of a roll that it has to apply. again: the
    flash, where the device was started on it before.
    """
    before, after = session.around(number)
    found = {}
    to_apply: list[Any] = []
    for game in before:
        log = Session(game, store)
        if log.loaded not in ("ok", "new"):
            raise Wrong(f"{where}: {game} is {log.loaded}")
        found[game] = state_of(log.journal)
        allowed = [before[game], *(state for name, state in after[:2] if name == game)]
        if found[game] in allowed:
            continue
        # A roll that is applied by the press that makes it lies before what it changes: cut between the two it is
        # there, not applied, and the start applies it.
        rolled = [(before[game][0], state[1], False) for state in allowed[1:]]
        if (*found[game][:2], found[game][3]) in rolled:
            to_apply = [state[:2] for state in allowed[1:]]
            continue
        sheets, rolls = (None, None) if again is None else _undone(again, game)[:2]
        if (sheets, rolls) not in [state[:2] for state in allowed]:
            raise Wrong(f"{where}: {game} is neither as before nor as after")
    return found, to_apply


def _as_found(journal: Any, found: State, start: str, game: str) -> None:
    """A start rolls nothing, and changes nothing for good."""
    state = state_of(journal)
    if state == found:
        return
    if state[1] != found[1]:
        raise Wrong(f"{start} rolled in {game}")
    # A screen whose reason is gone may write so; it is a change like others, which an undo takes back.
    if not journal.undo() or state_of(journal)[0] != found[0]:
        raise Wrong(f"{start} changed {game}")
