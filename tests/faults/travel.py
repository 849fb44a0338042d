"""Move games between device, desk and page, and compare them with games that never moved.

A game consists of its files, which are copied from one store to another like a backup. The game then
continues, is closed and reopened, with or without idle moments, and everything is undone. A second game does
the same without moving. Both must have equal values at each step.
"""

from __future__ import annotations

import importlib.util
import random
import sys
import tempfile
from binascii import hexlify, unhexlify
from collections.abc import Iterator
from contextlib import contextmanager
from functools import cache
from itertools import permutations
from pathlib import Path
from types import ModuleType
from typing import Any, Protocol

import pytest

from simulator import paths
from simulator.board import BOOT_MS, VirtualBoard
from simulator.entropy import ScriptedEntropy
from simulator.keys import BACK, DOWN, OK, UP
from simulator.script import Script
from simulator.store import FolderStore
from tests.device.littlefs import Flash, ListedStore, mount_store

paths.install()
from gobelet.game.session import Session  # noqa: E402
from gobelet.journal.journal import FULL, LEAST, LIMIT, LOGS, NEARLY  # noqa: E402
from gobelet.rules.procedure import Refused  # noqa: E402
from tests.faults.unmended import disable_mending  # noqa: E402

SCRIPTS = {
    path.stem.partition("_")[0]: path
    for path in sorted((paths.ROOT / "tests" / "scripts").glob("*.txt"), reverse=True)
    if "\ncut " not in path.read_text(encoding="utf-8")
}
GAMES = sorted(SCRIPTS)
Files = dict[str, bytes]
Values = list[tuple[int, ...]]

DEVICE, DESK, PAGE = PLACES = ("device", "desk", "page")
WAYS = list(permutations(PLACES, 2))
# The amount of play before the first move: number of the log, and its used bytes.
FILLED = {
    "young": (0, 300),
    "nearly full": (0, NEARLY - 30),
    "full": (0, LIMIT - 60),
    "a ring": (LOGS + 1, 900),
}


class Store(Protocol):
    def read(self, name: str) -> bytes | None: ...
    def replace(self, name: str, data: bytes) -> None: ...
    def names(self) -> list[str]: ...


@cache
def board_of_the_page() -> ModuleType:
    """Import simulator/web/board.py, with substitutes for the modules of the page."""
    before = {name: sys.modules.get(name) for name in ("page", "gobelet_board", "recorder")}
    for name in before:
        sys.modules[name] = ModuleType(name)
    from simulator import recorder

    sys.modules["recorder"] = recorder
    path = paths.ROOT / "simulator" / "web" / "board.py"
    spec = importlib.util.spec_from_file_location("board_of_the_page", path)
    assert spec is not None and spec.loader is not None
    module = importlib.util.module_from_spec(spec)
    try:
        spec.loader.exec_module(module)
    finally:
        for name, was in before.items():
            if was is None:
                del sys.modules[name]
            else:
                sys.modules[name] = was
    return module


def page_store(files: Files) -> Store:
    """Return the page's store; `kept` holds the files saved by the browser."""
    module = board_of_the_page()
    store: Any = module.Store()
    store.kept = {}

    def on_change(name: str, content: str | None) -> None:
        if content is None:
            del store.kept[name]
        else:
            store.kept[name] = unhexlify(content)
        assert store.kept.get(name) == store.files.get(name)

    module.page.changed = on_change
    module.store = store
    for name, data in files.items():
        module.file(name, str(hexlify(data), "ascii"))
        store.kept[name] = data
    return store  # type: ignore[no-any-return]


@contextmanager
def store_at(place: str, files: Files) -> Iterator[Store]:
    """Open a store of this place with these files."""
    if place == PAGE:
        yield page_store(files)
    elif place == DESK:
        with tempfile.TemporaryDirectory() as folder:
            desk = FolderStore(Path(folder))
            for name, data in files.items():
                desk.replace(name, data)
            yield desk
    else:
        with pytest.MonkeyPatch.context() as patch:
            device: ListedStore = mount_store(patch, Flash(), True)
            for name, data in files.items():
                device.replace(name, data)
            yield device


def files_of(store: Store) -> Files:
    return {name: bytes(store.read(name) or b"") for name in store.names()}


def session_values(session: Any) -> Values:
    return [tuple(sheet) for sheet in session.state.sheets]


def open_session(game: str, store: Store, turn: int = 0) -> Any:
    session = Session(game, store, lambda rolled=False: b"%s.%d" % (game.encode(), turn // 7))
    assert session.loaded in ("new", "ok"), session.loaded
    return session


def act_at_random(session: Any, chance: random.Random) -> None:
    """Do one random action of a player."""
    what = chance.random()
    if what < 0.2:
        session.write_free(
            [chance.randrange(400)], [(chance.randint(1, 6), chance.randint(1, 6))], False, b"2d6"
        )
    elif what < 0.8:
        kind = chance.choice(session.state.kinds)
        field = chance.choice(kind.fields)
        row = chance.randrange(kind.rows)
        value = session.state.get(kind.name, row, field) + chance.choice((-2, -1, 1, 1, 1, 3))
        try:
            session.change([(kind.name, row, field, value)], chance.random() < 0.2)
        except Refused:
            pass
    elif what < 0.92:
        session.journal.undo()
    else:
        session.journal.redo()


def fill_store(session: Any, chance: random.Random, log: int, used: int) -> None:
    """Play until the store has this many bytes, with a few idle moments before the end."""
    journal = session.journal
    while journal.log.number < log or not used <= journal.log.used < FULL:
        act_at_random(session, chance)
        if journal.log.number < log or journal.log.used < used - 200:
            if chance.random() < 0.2:
                journal.do_idle_work()
        elif journal.log.used == FULL or journal.log.number > log:
            break


def finish_idle_work(session: Any) -> None:
    while session.journal.do_idle_work():
        pass
    assert not session.journal.has_new_damage


@cache
@disable_mending()
def begin_game(game: str, place: str, filled: str) -> Files:
    """Return the files of a game played at a place."""
    with store_at(place, {}) as store:
        fill_store(open_session(game, store), random.Random(f"{game} {filled}"), *FILLED[filled])
        return files_of(store)


@disable_mending()  # `act_at_random` makes values that play never makes
def move_game(
    game: str, files: Files, places: tuple[str, ...], idle: bool
) -> tuple[list[Values], list[Values]]:
    """Move a game to each of `places` in turn; play, reopen it, and play.

    Returns the values at each opening, and those at each step of undoing all.
    """
    seen = []
    for turn, place in enumerate(places):
        with store_at(place, files) as store:
            for again in range(2):
                session = open_session(game, store, turn)
                seen.append(session_values(session))
                chance = random.Random(f"{game} {turn} {again}")
                for _ in range(12):
                    act_at_random(session, chance)
                seen.append(session_values(session))
                if idle:
                    finish_idle_work(session)
            session = open_session(game, store)
            assert session_values(session) == seen[-1], f"{game} at {place}: other values after a restart"
            files = files_of(store)
    back = []
    with store_at(places[-1], files) as store:
        session = open_session(game, store)
        while session.journal.undo() is not None:
            back.append(session_values(session))
    return seen, back


@cache
def stay_with_game(game: str, place: str, filled: str, idle: bool) -> tuple[list[Values], list[Values]]:
    return move_game(game, begin_game(game, place, filled), (place, place), idle)


def by_keys(places: tuple[str, ...], script: Path) -> tuple[list[bytes], Files]:
    """Play a script at the first place, then keys at each place, with a power cut after the last key.

    Returns the pictures after each start, and the final files.
    """
    files: Files = {}
    pictures = []
    entropy = ScriptedEntropy()
    for turn, place in enumerate(places):
        with store_at(place, files) as store:
            board = VirtualBoard(store=store, entropy=entropy)  # type: ignore[arg-type]
            if turn == 0:
                Script(board).play(script)
            board.run(BOOT_MS)
            pictures.append(board.picture())
            for key in (OK, DOWN, OK, BACK, OK, UP, OK, OK, BACK, DOWN, OK, OK):
                board.press(key)
            board.run(150)  # the screens are saved in an idle moment
            board.boot()
            board.run(BOOT_MS)
            pictures.append(board.picture())
            board.hold(BACK)
            board.run(150)
            assert not board.faults, (script.stem, places, board.faults)
            files = files_of(store)
    return pictures, files


def check_travel(game: str, source: str, target: str, filled: str, idle: bool) -> int:
    """Play at `source`, move to `target` and back; return the number of undo steps."""
    files = begin_game(game, source, filled)
    seen, back = move_game(game, files, (target, source), idle)
    stays, stays_back = stay_with_game(game, source, filled, idle)
    where = f"{game}, {source} to {target} and back, {filled}{', idle' if idle else ''}"
    assert seen == stays, f"{where}: other values than where it stays"
    steps = min(len(back), len(stays_back))
    assert back[:steps] == stays_back[:steps], f"{where}: undo gives other values"
    # If another log has been started, stores of different kinds hold different numbers of steps; LEAST are
    # guaranteed.
    assert len(back) == len(stays_back) or (filled != "young" and steps >= LEAST), (
        f"{where}: {len(back)} steps"
    )
    return len(back)
