"""Which modules a game needs, in the order in which they can be brought in one by one: the asset "<game>.needs".

The device imports them while nothing is pressed, and lets them go where memory is short
(firmware/gobelet/memory/modules.py, `Needs`). Each stands behind all that it imports itself, so that no step takes
longer than one module does; what the game's first screen needs comes first, and last what only functions import when
they are called. Their sizes in memory are those that `python -m tests.micropython.weigh --record` found.
"""

from __future__ import annotations

import ast
import json
import struct
from binascii import crc32
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, lru_cache, partial
from pathlib import Path
from typing import Any

from host_tools.building.scopes import statements
from host_tools.building.texts import ROOT, shipped

PACKAGE = "gobelet"
WEIGHTS = Path(__file__).with_name("weights.json")
UNIT = 64  # as in firmware/gobelet/memory/modules.py
UNKNOWN = 4000  # bytes of a module that nobody has weighed yet
STARTS = ("boot", "device.pico", "app", "system.home")  # what every start brings
OPENS = ("session", "core.journal_load")  # what opens a game, besides the game itself
RESULT = "ui.result"
ROLLED = ("ui.next_roll", "ui.reasons")  # what it asks for by a key
LATER = ("undoing", "ui.page", "ui.byhand", "ui.dial")  # what any of its screens may ask for

Import = ast.Import | ast.ImportFrom


class NeedsError(Exception):
    """The table of a game cannot be made. The message is a sentence."""


class _Modules:
    """What each module imports when it is imported itself, and later, each read once.

    sources: by their paths in the firmware's folder the texts that the device has: fewer modules, where some were
    joined, which import less, where constants are in the place of their names.
    """

    def __init__(self, root: Path, sources: Mapping[str, str] | None) -> None:
        self.firmware = root / "firmware"
        self.sources = sources or {}
        self.file = cache(partial(_file, firmware=self.firmware))
        self.imports = cache(self._imports)
        self.later = cache(self._later)

    def _imports(self, name: str) -> tuple[str, ...] | None:
        """None: it is not a module of the firmware."""
        path = self.file(name)
        if path is None or (
            self.sources and self._relative(path) not in self.sources
        ):  # joined with another one
            return None
        return tuple(_imports(name, path, self._statements(path)[0], self.file))

    def _later(self, name: str) -> tuple[str, ...]:
        """What its functions import when they are called."""
        path = self.file(name)
        return () if path is None else tuple(_imports(name, path, self._statements(path)[1], self.file))

    def _relative(self, path: Path) -> str:
        return path.relative_to(self.firmware).as_posix()

    def _statements(self, path: Path) -> tuple[list[Import], list[Import]]:
        text = self.sources.get(self._relative(path))
        return _statements(text or path.read_text(encoding="utf-8"))


def needed(game: str, root: Path = ROOT, sources: Mapping[str, str] | None = None) -> list[str]:
    """Paths of the modules, the first needed first."""
    return _needed(game, _Modules(root, sources))


def _needed(game: str, modules: _Modules) -> list[str]:
    found: list[str] = []
    for name in (*map(_ours, OPENS), *_roots(game, modules.firmware), *map(_ours, LATER)):
        if modules.file(name) and modules.imports(name) is None:
            raise NeedsError(f"{name} is asked for by its path, and no module of the build has it.")
        _visit(name, modules, found, set())
        if _ours(RESULT) in found:
            for later in map(_ours, ROLLED):
                _visit(later, modules, found, set())
    for name in found:  # it grows
        for imported in modules.later(name):
            if imported.startswith(f"{PACKAGE}.games.{game}."):
                _visit(imported, modules, found, set())
    return found


def of_starts(root: Path = ROOT, sources: Mapping[str, str] | None = None) -> set[str]:
    """Modules, by their paths, that a start may bring: what the list of games needs, and all that games do."""
    modules = _Modules(root, sources)
    found = [name for game in shipped(root) for name in _needed(game, modules)]
    for name in map(_ours, STARTS):
        _visit(name, modules, found, set())
    return set(found)


def _ours(name: str) -> str:
    return f"{PACKAGE}.{name}"


def all_needed(root: Path = ROOT, sources: Mapping[str, str] | None = None) -> dict[str, bytes]:
    """The assets of all games for the device; `sources` as in `_Modules`."""
    modules = _Modules(root, sources)
    return {f"{game}.needs": _packed(game, modules) for game in shipped(root)}


def packed(game: str, root: Path = ROOT) -> bytes:
    """The asset of one game, as its files are."""
    return _packed(game, _Modules(root, None))


def _packed(game: str, modules: _Modules) -> bytes:
    weights = json.loads(WEIGHTS.read_text())
    names = _needed(game, modules)
    own = f"{PACKAGE}.games.{game}."
    paths = [
        ("." + name.removeprefix(own) if name.startswith(own) else name.removeprefix(PACKAGE + ".")).encode()
        for name in names
    ]
    sums = [crc32(name.encode()) for name in names]
    if len(set(sums)) < len(names):
        raise NeedsError(f"Two modules that {game} needs have the same sum: rename one.")
    home = f"{PACKAGE}.games.{game}.screens.home"
    first = names.index(home) + 1 if home in names else len(names)
    sizes = [min(255, -(-weights.get(name, UNKNOWN) // UNIT)) for name in names]
    sets = b""
    for name in names:
        inside: list[str] = []
        _visit(name, modules, inside, set())
        bits = sum(1 << names.index(each) for each in inside)
        sets += bits.to_bytes((len(names) + 7) // 8, "little")
    head = struct.pack(f"<BB{len(names)}I{len(names)}B", len(names), first, *sums, *map(len, paths))
    return head + b"".join(paths) + bytes(sizes) + sets


def _roots(game: str, firmware: Path) -> Iterator[str]:
    """Modules that are asked for by their names: what opens the game, its screens in the order of their list, behind
    the result its Procedures, and what explains them. Where memory is short the last ones go first.
    """
    base = f"{PACKAGE}.games.{game}"
    yield f"{base}.rules"
    yield f"{base}.rules.sheets"
    yield f"{base}.screens"
    screens = _literal(f"{base}.screens", "SCREENS", firmware)
    for name, (module, _) in screens.items():
        yield module if "." in module else f"{base}.screens.{module}"
        if name == "result" or "result" not in screens:
            for _, rules in _literal(f"{base}.rules", "PROCEDURES", firmware):
                yield f"{base}.rules.{rules}"
    for file in sorted(firmware.joinpath(*base.split("."), "rules").glob("why*.py")):
        yield f"{base}.rules.{file.stem}"


def _visit(name: str, modules: _Modules, found: list[str], under_way: set[str]) -> None:
    """Put a module into `found`, behind what it imports."""
    imports = modules.imports(name)
    if imports is None or name in found or name in under_way:
        return
    parent = name.rpartition(".")[0]
    if parent and parent not in under_way:
        _visit(parent, modules, found, under_way)
    for imported in imports:
        _visit(imported, modules, found, under_way | {name})
    if name not in found and name != PACKAGE:
        found.append(name)


@lru_cache(1024)  # a run of the tests builds the same sources dozens of times
def _statements(source: str) -> tuple[list[Import], list[Import]]:
    """The import statements of a module: those that run when it is imported, and those in its functions."""
    tree = ast.parse(source)
    functions = [node for node in statements(tree) if isinstance(node, ast.FunctionDef)]
    inside = [node for function in functions for node in statements(function)]
    return [node for node in tree.body if isinstance(node, Import)], [
        node for node in inside if isinstance(node, Import)
    ]


def _imports(
    name: str, path: Path, nodes: Iterable[Import], file: Callable[[str], Path | None]
) -> Iterator[str]:
    """Modules that a module imports by the import statements among these."""
    package = name if path.name == "__init__.py" else name.rpartition(".")[0]
    for node in nodes:
        if isinstance(node, ast.ImportFrom):
            parts = package.split(".")
            base = ".".join(parts[: len(parts) - node.level + 1]) if node.level else ""
            source = ".".join(part for part in (base, node.module) if part)
            for alias in node.names:
                inner = f"{source}.{alias.name}"
                yield inner if file(inner) else source
        else:
            yield from (alias.name for alias in node.names)


def _file(name: str, firmware: Path) -> Path | None:
    """Of a module of the firmware."""
    if name.split(".", maxsplit=1)[0] != PACKAGE:
        return None
    path = firmware.joinpath(*name.split("."))
    for candidate in (path / "__init__.py", path.with_suffix(".py")):
        if candidate.is_file():
            return candidate
    return None


def _literal(name: str, variable: str, firmware: Path) -> Any:
    """The literal that a module gives a name; an empty one where a game has none yet."""
    path = _file(name, firmware)
    for node in ast.parse(path.read_text(encoding="utf-8")).body if path else ():
        if (
            isinstance(node, ast.Assign)
            and isinstance(node.targets[0], ast.Name)
            and node.targets[0].id == variable
        ):
            return ast.literal_eval(node.value)
    return {} if variable == "SCREENS" else ()
