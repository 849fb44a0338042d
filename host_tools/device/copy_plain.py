"""Copy Gobelet as plain files onto a board with a published MicroPython.

A published MicroPython is a release from micropython.org, without Gobelet inside. The tool copies only files
whose hash on the board differs. It writes each file under a temporary name, and then renames it over the old file.

The file gobelet/ready shows that the copy is complete: the tool removes this file at the beginning, and writes it
at the end. After an interrupted copy, the board therefore shows that it must be flashed again, instead of running
half a program.

The tool never changes the player's data (/data), nor files that are not Gobelet's. The board file, which
describes the wiring, stays too unless --board names another board.
"""

from __future__ import annotations

import sys
import tempfile
from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from pathlib import Path

from host_tools.building import build, texts
from host_tools.device import board_file, identity, remote
from host_tools.device.remote import Remote, RemoteError, plain
from host_tools.device.survey import Survey, survey

SPARE = 1  # blocks that must stay free: littlefs needs one to rewrite the folder when it renames a file
PLAYED = 16  # blocks of 4096 bytes reserved for the player's data when the tool chooses the games
KEPT_MAIN = "main_before_gobelet.py"
MAIN = "main.py"
# Files and folders at the root of the device that are Gobelet's, without the player's data. "packs" and
# gobelet_packs.mpy come from earlier versions.
OURS = (build.PACKAGE, "packs", MAIN, "gobelet_board.py", "gobelet_packs.mpy")
# Beginnings of the paths of the files to copy first. The device needs these files to show on its panel that the
# copy is incomplete.
FIRST = (
    MAIN,
    "gobelet_board.py",
    *(f"{build.PACKAGE}/{name}" for name in ("__init__", "start", "boot", "device/")),
)
# Files at the root of the device that the tool removes: files that MicroPython would import in place of a module of
# Gobelet, and temporary files of an interrupted copy.
STRAY = (
    "gobelet_board.mpy",
    "gobelet_packs.py",
    "main.tmp",
    "main.new",
    "gobelet_board.new",
    "gobelet_packs.new",
)

WORK = """
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

MARK = """
with open('/%s', 'w') as f:
    f.write(%r)
"""


@dataclass(frozen=True)
class Plan:
    """The steps after which a board has exactly the files of a build."""

    copy: tuple[build.Entry, ...]  # files to copy, in this order
    remove: tuple[str, ...]
    remove_folders: tuple[str, ...]  # folders to remove; subfolders precede the folder that contains them
    make_folders: tuple[str, ...]  # folders to make; each folder precedes its subfolders
    keep_main: bool

    def __bool__(self) -> bool:
        return bool(self.copy or self.remove or self.remove_folders or self.make_folders)


def plan(made: build.Build, there: Survey) -> Plan:
    """Return the steps after which a board has exactly the files of the build `made`.

    `there` is the survey of the files that the board has now.
    """
    wanted = {entry.path for entry in made.entries}
    stale = set(there.files) - wanted - {build.READY}
    copy = [e for e in made.entries if there.files.get(e.path, (0, ""))[1] != e.sha256]
    copy.sort(key=lambda entry: (_copy_order(entry.path), entry.path))
    folders = {parent.as_posix() for path in wanted for parent in Path(path).parents} - {"."}
    return Plan(
        copy=tuple(copy),
        remove=tuple(sorted(stale)),
        remove_folders=tuple(sorted(there.folders - folders, reverse=True)),
        make_folders=tuple(sorted(folders - there.folders)),
        # A main.py on a board without Gobelet is the user's own program.
        keep_main=MAIN in there.files and not there.folders,
    )


def _copy_order(path: str) -> int:
    """Return the rank of a file in the order of the copy; 0 is copied first.

    The rank is the index of the entry of FIRST with which the path begins. A path that begins with no entry has
    the last rank.
    """
    return next((turn for turn, start in enumerate(FIRST) if path.startswith(start)), len(FIRST))


@dataclass(frozen=True)
class StorageNeeds:
    """The storage that a Plan needs on the board."""

    lacking: int  # missing bytes of storage; 0 if the plan fits
    # files whose old version the tool must delete before it writes the new one, for lack of storage
    gone: frozenset[str]


def storage_needs(todo: Plan, there: Survey) -> StorageNeeds:
    """Estimate the storage that a plan needs, in whole blocks.

    If the storage has room for both versions of a file, the copy writes the new version before it deletes the old.
    """
    free = there.free_blocks - SPARE + sum(map(there.blocks_of_file, todo.remove))
    free -= 2 * len(todo.make_folders) + (build.READY not in there.files)
    lacking = 0
    gone = set()
    for entry in todo.copy:
        stays = todo.keep_main and entry.path == MAIN
        given = 0 if stays else there.blocks_of_file(entry.path)
        needed = there.blocks_needed(entry.size)
        if given and free < needed:
            gone.add(entry.path)
        free += given - needed
        lacking = max(lacking, -free)
    return StorageNeeds(lacking * there.block, frozenset(gone))


def copy(board: Remote, made: build.Build, say: Callable[[str], None]) -> None:
    """Copy a build onto a board, and remove stale files. Raises RemoteError."""
    there = survey(board, OURS + STRAY)
    todo = plan(made, there)
    room = storage_needs(todo, there)
    if room.lacking:
        raise RemoteError(full_storage_sentence(made, there, room.lacking))
    mark = build.digest(made.id.encode())
    if not todo and there.files.get(build.READY, (0, ""))[1] == mark:
        say("Nothing to copy: the board has this build already.")
        return
    if build.READY in there.files:
        board.exec(f"import os\nos.remove('/{build.READY}')")
    _prepare(board, todo, say)
    for at, entry in enumerate(todo.copy, start=1):
        say(f"copy {entry.path}, {_kilobytes(entry.size)} ({at}/{len(todo.copy)})")
        if entry.path in room.gone:
            board.exec(f"import os\nos.remove('/{entry.path}')")
        board.put_file(made.folder / entry.path, f"/{entry.path}")
    left = plan(made, survey(board, OURS + STRAY))
    wrong = [entry.path for entry in left.copy] + list(left.remove)
    if wrong:
        raise RemoteError(
            f"After copying, {len(wrong)} files on the board differ ({wrong[0]}); flash it again."
        )
    board.exec(MARK % (build.READY, made.id))
    if survey(board, [build.PACKAGE]).files.get(build.READY, (0, ""))[1] != mark:
        raise RemoteError("The board did not keep the mark that it is complete; flash it again.")


def full_storage_sentence(made: build.Build, there: Survey, lacking: int) -> str:
    """Return the message to the user that the board's storage is too small.

    The message has the sizes of Gobelet and of each game. `lacking` is the number of missing bytes.
    """
    blocks: dict[str, int] = {}
    for entry in made.entries:
        game = build.game_of(entry.path)
        blocks[game] = blocks.get(game, 0) + there.blocks_needed(entry.size)
    kilobytes = {game: _kilobytes(count * there.block) for game, count in blocks.items()}
    whole = _kilobytes(sum(blocks.values()) * there.block)
    own = kilobytes.pop("")
    each = " + ".join(f"{name} {size}" for name, size in kilobytes.items())
    return (
        f"The board's storage is too full by {_kilobytes(lacking)}: Gobelet {own} + {each} = {whole}, "
        f"and {_kilobytes(there.free_blocks * there.block)} are free. Remove what is not Gobelet's, which "
        '`make doctor` names, or take fewer games: `make flash PLAIN=1 GAMES="dice counters"`; `make flash` has all.'
    )


def _prepare(board: Remote, todo: Plan, say: Callable[[str], None]) -> None:
    kept = []
    if todo.keep_main:
        kept.append(("/main.py", f"/{KEPT_MAIN}"))
        say(f"The main.py that was on the board is kept as {KEPT_MAIN}.")
    if todo.remove:
        say(
            f"remove {plain(todo.remove[0])}"
            + (f" and {len(todo.remove) - 1} more" if todo.remove[1:] else "")
        )
    made = [f"/{path}" for path in todo.make_folders]
    gone = [[f"/{path}" for path in paths] for paths in (todo.remove, todo.remove_folders)]
    if kept or made or any(gone):
        board.exec(WORK % (*gone, made, kept))


def _kilobytes(size: int) -> str:
    return f"{-(-size // 1024)} KB"


def ask_to_replace(question: str) -> bool:
    """Ask the user whether to replace a board file.

    Raises RemoteError if there is no terminal.
    """
    if not sys.stdin.isatty():
        raise RemoteError(f"{question} To keep it, name no board; to replace it, add ARGS=--replace-board.")
    return input(f"{question} [y/N] ").strip().lower() in ("y", "yes")


def refuse_frozen(found: identity.Identity) -> None:
    """Raise RemoteError if the device's MicroPython has Gobelet frozen in."""
    if found.name == identity.INSIDE:
        raise RemoteError(
            "This Pico has Gobelet inside its MicroPython, so nothing was copied: `make flash` updates it. Plain files "
            "go onto a published one: `make flash PLAIN=1 UF2=FILE` puts that there first."
        )


def flash(
    board_name: str | None,
    port: str | None,
    program: Sequence[str],
    root: Path,
    replaces: Callable[[str], bool] = ask_to_replace,
    games: Sequence[str] | None = None,
) -> None:
    """Find and check the board, build and copy the files, and start the board.

    If `games` is None, the board keeps the games that its board file names. If the board file names no games, the
    function copies as many games as fit. For an RP2040, which has too little memory, the function instead raises
    BuildError.
    """
    if games is not None:
        games = [] if list(games) == ["all"] else games
        build.refuse_unknown(games, root)
    if board_name is not None:
        identity.refuse_unknown_board(board_name, root)
    board = Remote(remote.choose_port(port, program), program)
    found = identity.identify(board)
    refuse_frozen(found)
    there = board_file.read(board) if board_file.NAME in survey(board, [board_file.NAME]).files else None
    board_name, kept = board_file.choose_board(
        there,
        board_name,
        lambda facts: identity.is_fitting(found, facts),
        root,
        replaces,
        identity.default_board(found, root),
    )
    identity.refuse_wrong_board(found, board_name, root)
    if kept is None:
        identity.refuse_other_model(found, board_name, root)
    identity.refuse_other_mpy(found, build.compiler_version())
    print(f"{board.port}: {found.machine}, MicroPython {found.version[0]}.{found.version[1]}")
    if games is None:
        games = [game for game in board_file.games_of(there) if game in texts.listed_games(root)]
        games = games or _choose_games(board, found, root)
    with tempfile.TemporaryDirectory() as folder:
        native = build.takes_native(build.compiler_version(), found.mpy)
        made = build.build(Path(folder) / "tree", board_name, root=root, native=native, games=games)
        if games:
            print(f"Games: {', '.join(games)}.")
        copy(board, _with_board_file(made, there, kept, games, root), print)
    _start_board(board, made)


def _choose_games(board: Remote, found: identity.Identity, root: Path) -> list[str]:
    """Return as many games as fit into the board's storage; [] means all games.

    Raises BuildError for an RP2040, which has too little memory for plain files.
    """
    build.refuse_small(found.machine)
    games = list(texts.listed_games(root))
    there = survey(board, OURS + STRAY)
    with tempfile.TemporaryDirectory() as folder:
        for count in range(len(games), 1, -1):
            made = build.build(Path(folder) / "tree", root=root, games=games[:count])
            if storage_needs(
                plan(made, there), replace(there, free_blocks=there.free_blocks - PLAYED)
            ).lacking:
                print(f"There is no room for {games[count - 1]}.")
            else:
                break
        else:
            count = 1
    return games[:count] if count < len(texts.listed_games(root)) else []


def _with_board_file(
    made: build.Build, there: bytes | None, kept: bytes | None, games: Sequence[str], root: Path
) -> build.Build:
    """Return the build with the board file that the device must have.

    there  the board file on the device, or None
    kept   the board file to keep, or None if the build's own board file is written; see `choose_board`

    If the build's own file replaces an edited file on the device, the function saves the edited file on this
    computer.
    """
    if kept is not None:
        made = board_file.put_into(made, board_file.with_games(kept, games))
        print(f"The {board_file.NAME} on the device is its own; it stays.")
    elif there is not None and board_file.is_edited(there, root):
        print(f"The {board_file.NAME} that was on the device is in {board_file.save(there, Path())}.")
    return made


def _start_board(board: Remote, made: build.Build) -> None:
    try:
        board.restart()
    except RemoteError:
        print("The board is complete; unplug it and plug it in again to start it.")
    else:
        print(f"Ready: build {made.id}.")
