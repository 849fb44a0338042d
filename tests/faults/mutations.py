"""Damage one or two files of a device in many ways, and start it.

The device must always start. The device must keep its data, or report a loss. After a loss, each value must
be one that existed before. The exception is a combination that play never makes: it is corrected to the
nearest playable one. The damaged content must still exist, under its name or as a copy "<file>.bad".
"""

from __future__ import annotations

import random
from collections.abc import Sequence
from functools import cache
from pathlib import Path
from typing import Any

from simulator import paths
from simulator.board import BOOT_MS, VirtualBoard
from simulator.keys import BACK, DOWN, OK, UP
from simulator.script import Script
from tests.device.strips import StripStore

paths.install()

from gobelet.game.by_name import load  # noqa: E402
from gobelet.game.session import UNPLAYABLE, Session  # noqa: E402
from gobelet.games import GAMES  # noqa: E402
from gobelet.journal.journal import EFFECT, LOGS, Journal  # noqa: E402
from gobelet.journal.records import strip_content  # noqa: E402
from gobelet.rules.effects import effects_of  # noqa: E402

SCRIPTS = sorted((paths.ROOT / "tests" / "scripts").glob("*.txt"))
# Files sent from the desk, with any text.
SENT = ("names.txt", "presets.txt", "trireme.tables.txt")

Files = dict[str, bytes]
Sheets = list[bytes]


class RememberingStore(StripStore):
    """A store that remembers every content of its files."""

    def __init__(self) -> None:
        self.past_contents: dict[str, list[bytes]] = {}
        super().__init__()

    def replace(self, name: str, data: bytes) -> None:
        super().replace(name, data)
        self.past_contents.setdefault(name, []).append(self.files[name])

    def append(self, name: str, data: bytes) -> None:
        super().append(name, data)
        self.past_contents.setdefault(name, []).append(self.files[name])


class World:
    """A device on which a session was played: its files, some earlier contents, and every value."""

    def __init__(self, path: Path) -> None:
        self.game = path.stem.partition("_")[0]
        board = VirtualBoard(store=(store := RememberingStore()))
        Script(board).play(path)
        board.choose_setting("contrast", "60")
        board.context.messages.set_name(1, "Zoé")
        board.context.messages.set_colour(1, 5)
        board.run(2000)
        # The files before the last keys, for the kind "earlier".
        self.earlier: Files = dict(store.files)
        board.context.navigation.home()
        for key in (OK, DOWN, OK, OK, UP, OK, OK, DOWN, OK, BACK, OK, OK):
            board.press(key)
        board.run(2500)
        self.files: Files = dict(store.files)
        self.past_contents = store.past_contents
        newest = newest_log(self.game, self.files)
        self.past_contents[newest] = [
            data for data in self.past_contents[newest] if self._is_playable(newest, data)
        ]
        self.known = {game: known_values(game, self.files) for game in GAMES}
        self.held = {game: sheet_values(game, self.files) for game in GAMES}

    def _is_playable(self, name: str, data: bytes) -> bool:
        """Tell whether play made the values of a log.

        A script sets a game up field by field, and between two fields the values can be ones that play never
        makes.
        """
        store = StripStore({**self.files, name: data})
        Session(self.game, store)
        return store.read(self.game + UNPLAYABLE) is None


def open_session(game: str, files: Files) -> Any:
    return Session(game, StripStore(files))


def sheet_values(game: str, files: Files) -> Sheets:
    return [bytes(each) for each in open_session(game, files).state.sheets]


def known_values(game: str, files: Files) -> dict[tuple[int, int, int], set[int]]:
    """Return each value that a field had: at the start, now, and in every kept change."""
    session = open_session(game, files)
    state = session.state
    fresh = type(state)(state.kinds)
    found: dict[tuple[int, int, int], set[int]] = {}
    for k, kind in enumerate(state.kinds):
        for row in range(kind.rows):
            for f in range(len(kind.fields)):
                found[k, row, f] = {state.value(k, row, f), fresh.value(k, row, f)}
    for _, kind, payload in session.journal.newest_first():
        if kind & 0x0F == EFFECT:
            for k, row, f, old, new in effects_of(payload):
                found[k, row, f] |= {old, new}
    return found


@cache
def make_worlds() -> list[World]:
    """Return one world for each game."""
    found = {}
    for path in SCRIPTS:
        found.setdefault(path.stem.partition("_")[0], path)
    for name in ("trinytia_undo", "trireme_undo", "mystria_initiation", "dice_roll", "counters_setup"):
        path = SCRIPTS[0].with_name(name + ".txt")
        found[name.partition("_")[0]] = path
    return [World(path) for path in found.values()]


def damage_world(
    world: World,
    chance: random.Random,
    others: Sequence[World],
    kinds: Sequence[str] | None = None,
) -> tuple[str, str, Files]:
    """Damage a file at random, and return (kind, file name, files).

    others   worlds whose files may replace the file
    """
    files = dict(world.files)
    kind = chance.choice(kinds) if kinds else ""
    name = "settings" if kind == "line" else chance.choice(sorted(files))
    data = files[name]
    kind = kind or chance.choice(KINDS)
    at = chance.randrange(len(data) + 1)
    if kind == "swap":
        other = chance.choice(sorted(files))
        files[other], data = data, files[other]
    elif kind == "copy":
        data = files[chance.choice(sorted(files))]
    elif kind == "another":
        other = chance.choice(others)
        tail = name.partition("/")[2]
        data = other.files.get(f"{other.game}/{tail}" if tail else name, b"")
    elif kind == "older":
        data = chance.choice(world.past_contents[name])
    elif kind == "line":
        data = b"".join(data.splitlines(keepends=True)[: chance.randrange(data.count(b"\n"))])
    elif kind == "earlier":
        data = world.earlier.get(name, b"")
    else:
        data = _damaged_bytes(kind, data, at, chance)
    if kind == "gone":
        del files[name]
    elif kind == "empty":
        files[name] = b""
    else:
        files[name] = data
    return kind, name, files


def _damaged_bytes(kind: str, data: bytes, at: int, chance: random.Random) -> bytes:
    """Return the bytes of a file after a damage at the offset `at`."""
    if kind == "flip":
        for _ in range(chance.choice((1, 1, 1, 2, 9))):
            if data:
                bit = chance.randrange(8 * len(data))
                data = data[: bit // 8] + bytes([data[bit // 8] ^ 1 << bit % 8]) + data[bit // 8 + 1 :]
        return data
    if kind == "short":
        return data[:at]
    if kind == "zero":
        return data[:at] + bytes(len(data) - at)
    if kind == "ones":
        return data[:at] + b"\xff" * (len(data) - at)
    if kind == "page":
        return data[: at & ~255] + chance.choice((b"\xff", b"\0")) * 256 + data[(at & ~255) + 256 :]
    if kind == "noise":
        return chance.randbytes(len(data))
    if kind == "longer":
        return data + chance.randbytes(chance.choice((1, 9, 300)))
    if kind == "huge":
        return data + chance.randbytes(7) * 9000
    if kind == "lengths":
        return data[:at] + b"\xff\xff\xff\x7f" + data[at + 4 :]
    return data


KINDS = (
    "flip", "flip", "flip", "short", "short", "zero", "ones", "page", "noise", "longer", "huge", "lengths", "swap",
    "copy", "another", "earlier", "gone", "empty",
)  # fmt: skip
# Older contents of a single file, and settings cut at a line end.
OLDER = ("older", "older", "older", "line")


def check_damage(worlds: Sequence[World], seed: int, kinds: Sequence[str] | None = None) -> str:
    """Damage the files of one device, and start it. Return the outcome.

    The outcome is "told", "nothing lost", or "as after a power cut". The last one is an older copy of the
    newest log, which cannot be detected.
    """
    world = worlds[seed % len(worlds)]
    chance = random.Random(f"{world.game} {seed}")
    done, files = [], world.files
    for _ in range(1 if kinds else chance.choice((1, 1, 1, 2))):
        kind, name, files = damage_world(world, chance, worlds, kinds)
        done.append(f"{kind} {name}")
    where = f"{world.game}, seed {seed}: {', '.join(done)}"
    store = StripStore(dict(files))
    board = VirtualBoard(store=store)
    board.run(BOOT_MS)
    assert not board.faults, (where, board.faults)
    assert board.words.strings, where
    app = board.app
    told = cut = False
    if done[-1] == "line settings":
        assert app.device.settings.bad, where
        app.device.settings.choose("invert", 1)
        assert store.files.get("settings.bad", b"") == files["settings"], where
        told = True
    for game in GAMES:
        changed = {n for n in files.keys() | world.files.keys() if n.startswith(game + "/")}
        if not any(files.get(n) != world.files.get(n) for n in changed):
            continue
        session = _open_game(board, game)
        assert not board.faults, (where, board.faults)
        found = [bytes(each) for each in session.state.sheets]
        _only_what_was(world, session, store, where)
        if session.loaded == "damaged":
            told = True
        elif kinds and name == newest_log(game, world.files):
            cut = cut or found != world.held[game]
        else:
            assert found == world.held[game], f"{where}: other values, and {session.loaded}"
    damaged = dict(files)
    if done[-1] == "line settings":
        del damaged["settings"]  # the code above has written the file again
    _nothing_is_written_over(world, damaged, files, store, where)
    _goes_on(board, store, where)
    return "told" if told else "as after a power cut" if cut else "nothing lost"


def _open_game(board: VirtualBoard, game: str) -> Any:
    """Return the session of a game, and open the game if necessary."""
    app = board.app
    if app.context.session is None or app.context.session.name != game:
        app.context.navigation.home()
        app.context.open(game + ".home")
    board.run(600)
    return app.context.session


def _only_what_was(world: World, session: Any, store: StripStore, where: str) -> None:
    """Check that every value existed before, and that corrected values are reported."""
    found = [bytes(each) for each in session.state.sheets]
    were = state_before_mending(session, store)
    for k, kind in enumerate(were.kinds):
        for row in range(kind.rows):
            assert not kind.first_illegal(were.row(k, row)), where
            for f in range(len(kind.fields)):
                value = were.value(k, row, f)
                assert value in world.known[session.name][k, row, f], (where, kind.fields[f], value)
    if were is not session.state:
        assert session.loaded == "damaged", f"{where}: values are mended that were played"
        mended = load(f"gobelet.games.{session.name}.rules.sheets", "mending_changes")
        were.apply(were.effects(mended(were)))
        assert found == [bytes(each) for each in were.sheets], f"{where}: not as they are mended"


def _nothing_is_written_over(
    world: World, damaged: Files, files: Files, store: StripStore, where: str
) -> None:
    """Check that the damaged content still exists, in its file or in a copy."""
    for name, data in damaged.items():
        if name.endswith(".bad") or data == world.files.get(name) or not data:
            continue
        kept = data in (store.files.get(name), store.files.get(name + ".bad"))
        inside, sure, notes = strip_content(data)
        if notes and not kept:
            # Bytes after the last note may be the remains of a power cut; all bytes before it must exist.
            kept = bytes(strip_content(store.files[name])[0]).startswith(bytes(inside[:sure]))
        # a file that is a copy counts too
        kept = kept or any(data == files[other] for other in files if other != name)
        # The desk writes the place itself, with a checksum.
        assert kept or name == "place", f"{where}: {name} is written over"


def _goes_on(board: VirtualBoard, store: StripStore, where: str) -> None:
    """Check that keys work, and that another start has the same values."""
    for key in (OK, DOWN, OK, UP, OK, BACK, OK, DOWN, DOWN, OK):
        board.press(key)
    board.hold(BACK)
    board.run(2000)
    assert not board.faults, (where, board.faults)
    now = {game: sheet_values(game, store.files) for game in GAMES}
    board.boot()
    board.run(BOOT_MS)
    assert not board.faults, (where, board.faults)
    for game in GAMES:
        assert sheet_values(game, store.files) == now[game], f"{where}: another start has other values"


def state_before_mending(session: Any, store: StripStore) -> Any:
    """Return the values of a game before they were corrected: from the copy, if there is one."""
    copy = store.read(session.name + UNPLAYABLE)
    if copy is None:
        return session.state
    state = type(session.state)(session.state.kinds)
    state.load_values(session.state.dump())
    state.apply(session.journal.effects_to_restore(copy))
    return state


def newest_log(game: str, files: Files) -> str:
    """Return the file whose older copy looks like the state after a power cut."""
    return f"{game}/{open_session(game, files).journal.log.number % LOGS}"


__all__ = ["Journal", "check_damage", "make_worlds"]
