"""Check the import diagram in firmware/README.md: `python -m tests.lint.picture`.

The option --write regenerates the picture.

A solid arrow stands for imports that run, a dotted one for those that only name types. A cycle of either
kind between folders is a fault, which the diagram could not show. Cycles of imports that run are searched in
the desk's packages too, within folders and inside functions.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Iterable, Mapping, Set
from graphlib import CycleError, TopologicalSorter
from pathlib import Path

import grimp

FIRMWARE = Path(__file__).resolve().parents[2] / "firmware"
PACKAGES = ("gobelet", "host_tools", "simulator")
BEGIN = "```mermaid\ngraph TD\n"
END = "```\n"


def folder_imports(imports: Iterable[tuple[str, str]]) -> dict[str, set[str]]:
    """Return the folders that each folder of gobelet/ imports from; `gobelet` is the package itself."""
    found: dict[str, set[str]] = defaultdict(set)
    for importer, imported in imports:
        if _module_folder(importer) != _module_folder(imported):
            found[_module_folder(importer)].add(_module_folder(imported))
    return found


def _module_folder(module: str) -> str:
    """Return the folder of a module below gobelet/, such as "rules" or "ui.screens"."""
    names = module.split(".")[1:]
    names = names[:2] if names[:1] == ["ui"] else names[:1]
    return ".".join(names) or "gobelet"


def draw_imports(found: Mapping[str, Set[str]], typed: Mapping[str, Set[str]]) -> str:
    """Draw the imports as Mermaid; folders that no other imports come first. Raises CycleError.

    `typed` has the imports that only name types.
    """
    sorter = TopologicalSorter(
        {name: {*found.get(name, ()), *typed.get(name, ())} for name in {**found, **typed}}
    )
    sorter.prepare()
    order: list[str] = []
    while sorter:
        ready = sorter.get_ready()
        order = sorted(ready) + order
        sorter.done(*ready)
    rows = []
    for name in order:
        runs = found.get(name, set())
        for arrow, targets in (("-->", runs), ("-.->", typed.get(name, set()) - runs)):
            if targets:
                rows.append(f"    {name} {arrow} {' & '.join(sorted(targets, key=order.index))}\n")
    return "".join(rows)


def insert_picture(page: str, picture: str) -> str:
    """Insert the diagram into the page."""
    before, _, rest = page.partition(BEGIN)
    return before + BEGIN + picture + END + rest.partition(END)[2]


def _module_imports(without_types: bool) -> dict[str, Set[str]]:
    """Return the modules that each module imports; a module called types only names types."""
    graph = grimp.build_graph(*PACKAGES, exclude_type_checking_imports=without_types, cache_dir=None)
    return {
        each: graph.find_modules_directly_imported_by(each)
        for each in graph.modules
        if not (without_types and each.endswith(".types"))
    }


def _firmware_imports(imported: Mapping[str, Set[str]]) -> Iterable[tuple[str, str]]:
    return ((each, to) for each in imported if each.startswith("gobelet") for to in imported[each])


def main(writes: bool = False, page: Path = FIRMWARE / "README.md") -> int:
    running = _module_imports(without_types=True)
    every = _module_imports(without_types=False)
    text = page.read_text(encoding="utf-8")
    try:
        TopologicalSorter(running).prepare()
        right = insert_picture(
            text,
            draw_imports(
                folder_imports(_firmware_imports(running)), folder_imports(_firmware_imports(every))
            ),
        )
    except CycleError as circle:
        print(
            f"These import each other in a circle: {' -> '.join(reversed(circle.args[1]))}.", file=sys.stderr
        )
        return 1
    if writes:
        page.write_text(right, encoding="utf-8")
    elif right != text:
        print(
            "The picture of imports in firmware/README.md is of another code: `make format`.", file=sys.stderr
        )
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main("--write" in sys.argv[1:]))
