"""Where the firmware's memory goes: heap bytes of each module on a 32-bit MicroPython.

    python -m tests.micropython.weigh             prints the tables
    python -m tests.micropython.weigh --record    keeps the figures for the build, and to see later what grew

Modules are imported one by one, those that others need first, each followed by a collection. A name that is
interned stays for ever, also when its module is dropped, so names are counted apart from code: a module's
names are those that no module before it had.
"""

from __future__ import annotations

import argparse
import ast
import json
import re
import tempfile
from collections.abc import Iterable, Sequence
from dataclasses import dataclass
from pathlib import Path

from host_tools.building.build import PACKS, build
from host_tools.building.join import GROUPS
from host_tools.building.needs import LATER, OPENS, WEIGHTS
from host_tools.building.packs import read_all
from host_tools.building.scopes import dotted
from host_tools.building.split import REST
from host_tools.building.strip_types import only_types
from host_tools.building.texts import unlisted
from tests.micropython.wasm import Wasm

HERE = Path(__file__).parent
FIRMWARE = HERE.parents[1] / "firmware"
NOISE = 100  # bytes by which a figure may differ with the order of imports

START = """
import os, sys
os.chdir("/")
import array, binascii, framebuf, time
from heap import *
"""


def device(build: Path) -> Wasm:
    """MicroPython with a firmware build in its filesystem, and the functions of heap.py ready."""
    python = Wasm()
    python.copy(build)
    for name in ("session.py", "heap.py"):
        python.put(f"/{name}", (HERE / name).read_bytes())
    python.put("/blank.py", b"")
    python.run(START)
    return python


def heap(python: Wasm) -> int:
    """Bytes in use once the garbage is gone."""
    return int(python.calls([["collect"], ["allocated"]])[1][0])


@dataclass
class Weight:
    module: str
    heap: int  # bytes that an import leaves on the heap, without its names
    names: int  # how many names it is the first to have
    mpy: int  # bytes on flash


def modules() -> dict[str, list[Path]]:
    """The modules that the device has, with their files: of what the build joins, the one that gives it its path comes
    last.
    """
    found: dict[str, list[Path]] = {}
    held = {f"gobelet.{name}": f"gobelet.{group[-1]}" for group in GROUPS for name in group}
    drafts = unlisted()
    for path in sorted((FIRMWARE / "gobelet").rglob("*.py")):
        if drafts & set(path.parts) or only_types(path):
            continue
        parts = path.relative_to(FIRMWARE).with_suffix("").parts
        name = ".".join(parts[:-1] if parts[-1] == "__init__" else parts)
        found.setdefault(held.get(name, name), []).append(path)
    for name, paths in found.items():
        paths.sort(key=lambda path: dotted(path.relative_to(FIRMWARE).as_posix()) == name)
    return found


def things(build: Path, *which: str) -> dict[str, bytes]:
    """What is in these packs of a build, or in all of them, together."""
    read = read_all(build / PACKS)
    return {name: data for pack in which or read for name, data in read[pack].items()}


def running(build: Path, known: dict[str, list[Path]]) -> list[str]:
    """What the device has imported once the list of games is on the screen, each after what it needs. That is not
    all that the sources name: the build puts constants in their place.
    """
    with device(build) as python:
        python.call("begin")
        python.calls(
            [["file", "settings", b"taught=yes\n".hex()], ["boot", 0], ["step", 0, 0], ["step", 1000, 0]]
        )
        [(_, lines)] = python.calls([["modules"]])
    return [name for name in order([name for name in lines if name in known], known) if name in lines]


def needs(name: str, known: dict[str, list[Path]]) -> list[str]:
    """Modules of ours that a module imports when it is imported itself."""
    held = {f"gobelet.{each}": f"gobelet.{group[-1]}" for group in GROUPS for each in group}
    found = []
    for path in known[name]:
        own = dotted(path.relative_to(FIRMWARE).as_posix())
        package = own if path.name == "__init__.py" else own.rpartition(".")[0]
        for node in ast.parse(path.read_text(encoding="utf-8")).body:
            if isinstance(node, ast.ImportFrom):
                base = package.split(".")[: len(package.split(".")) - node.level + 1] if node.level else []
                target = ".".join(base + ([node.module] if node.module else []))
                found += [f"{target}.{alias.name}" for alias in node.names] + [target]
            elif isinstance(node, ast.Import):
                found += [alias.name for alias in node.names]
    found = [held.get(each, each) for each in found]
    return [each for each in found if each in known and each != name]


def order(wanted: Iterable[str], known: dict[str, list[Path]]) -> list[str]:
    """The modules wanted and all that they import, each after what it needs. Packages come last."""
    done: list[str] = []
    begun: set[str] = set()

    def visit(name: str) -> None:
        if name in begun:
            return
        begun.add(name)
        for need in needs(name, known):
            visit(need)
        done.append(name)
        parent = name.rpartition(".")[0]
        if parent:
            visit(parent)

    for name in wanted:
        visit(name)
    return done


def weigh(build: Path, names: list[str], known: dict[str, list[Path]]) -> list[Weight]:
    """Import modules in this order."""
    packages = [name for name in names if known[name][-1].name == "__init__.py"]
    weights = []
    packed = {"gobelet" + name: len(data) for name, data in things(build).items()}
    with device(build) as python:
        python.call("mount")
        for name in sorted(packages):
            python.call("hollow", name, name.replace(".", "/"))
        for name in names:
            if name in packages:
                python.call("whole", name)
            count, used, before = (*interned(python), heap(python))
            python.call("load", name)
            rest = packed.get(
                _compiled(known[name][-1], REST), 0
            )  # it comes with the module, sooner or later
            if rest:
                python.call("load", name + REST)
            more, used_now, now = (*interned(python), heap(python))
            # A package may be nothing but its folder.
            size = packed.get(_compiled(known[name][-1]), 0) + rest
            weights.append(Weight(name, now - before - (used_now - used), more - count, size))
    return weights


def _compiled(source: Path, behind: str = "") -> str:
    """What the build makes of a module; behind: of a part of it that has this behind its name."""
    return source.relative_to(FIRMWARE).with_suffix("").as_posix() + behind + ".mpy"


def interned(python: Wasm) -> tuple[int, int]:
    """Names interned since the start, and the bytes they take."""
    [(_, lines)] = python.calls([["names"]])
    found = re.search(r"n_qstr=(\d+).* n_total_bytes=(\d+)", lines[0])
    assert found, lines
    return int(found[1]), int(found[2])


def all_weights(build: Path) -> list[Weight]:
    """What is always there, then each game's modules and those that it alone needs, once each."""
    known = modules()
    resident = running(build, known)
    found = {weight.module: weight for weight in weigh(build, resident, known)}
    for game in games(known):
        wanted = [name for name in known if name.startswith(f"gobelet.games.{game}")]
        wanted += [f"gobelet.{name}" for name in (*OPENS, *LATER)]
        for weight in weigh(build, order([*resident, *wanted], known), known):
            found.setdefault(weight.module, weight)
    return list(found.values())


def games(known: Iterable[str]) -> list[str]:
    return sorted({name.split(".")[2] for name in known if name.startswith("gobelet.games.")})


def grown(build: Path) -> str:
    """The modules that take more than when weights.json was written, as lines."""
    before = json.loads(WEIGHTS.read_text())
    lines = []
    for weight in sorted(all_weights(build), key=lambda each: before.get(each.module, 0) - each.heap):
        more = weight.heap - before.get(weight.module, 0)
        if more > NOISE:
            lines.append(f"  {weight.module} {weight.heap} bytes, {more} more")
    return "\n".join(["modules that grew:", *(lines or ["  none: it is what the modules make"])])


def table(weights: Iterable[Weight]) -> str:
    """Largest first, with sums."""
    rows = sorted(weights, key=lambda weight: -weight.heap)
    lines = [f"{'module':<48}{'heap':>8}{'names':>7}{'.mpy':>8}"]
    lines += [f"{row.module:<48}{row.heap:>8}{row.names:>7}{row.mpy:>8}" for row in rows]
    sums = [sum(getattr(row, name) for row in rows) for name in ("heap", "names", "mpy")]
    lines.append(f"{'in all':<48}{sums[0]:>8}{sums[1]:>7}{sums[2]:>8}")
    return "\n".join(lines)


def main(argv: Sequence[str] | None = None) -> None:
    parser = argparse.ArgumentParser(
        prog="python -m tests.micropython.weigh", description=__doc__.partition("\n")[0]
    )
    parser.add_argument(
        "--record", action="store_true", help="what the modules weigh is what they may from now on"
    )
    options = parser.parse_args(argv)
    with tempfile.TemporaryDirectory() as folder:
        made = Path(folder) / "device"
        build(made)
        known = modules()
        resident = running(made, known)
        weights = all_weights(made)
    if options.record:
        heaps = {weight.module: weight.heap for weight in weights}
        WEIGHTS.write_text(json.dumps(heaps, indent=1, sort_keys=True) + "\n")
        return
    print("Always there\n" + table(each for each in weights if each.module in resident))
    print(
        "\nOn demand, for several games\n" + table(each for each in weights if shared(each.module, resident))
    )
    for game in games(known):
        own = [each for each in weights if each.module.startswith(f"gobelet.games.{game}")]
        print(f"\n{game}\n" + table(own))


def shared(name: str, resident: list[str]) -> bool:
    return name not in resident and not name.startswith("gobelet.games.")


if __name__ == "__main__":
    main()
