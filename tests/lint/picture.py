"""Check the import diagram in firmware/README.md: `python -m tests.lint.picture`.

The option --write regenerates it.

An import cycle is a fault, which the diagram could not show. Cycles are searched in the firmware and in the
desk's packages, within folders too, and inside functions.
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


def arrows(imports: Iterable[tuple[str, str]]) -> dict[str, set[str]]:
    """Return the folders that each folder of gobelet/ imports from; `gobelet` is the package itself."""
    found: dict[str, set[str]] = defaultdict(set)
    for importer, imported in imports:
        if _room(importer) != _room(imported):
            found[_room(importer)].add(_room(imported))
    return found


def _room(module: str) -> str:
    """Return the folder of a module below gobelet/, such as "rules" or "ui.screens"."""
    names = module.split(".")[1:]
    names = names[:2] if names[:1] == ["ui"] else names[:1]
    return ".".join(names) or "gobelet"


def drawn(found: Mapping[str, Set[str]]) -> str:
    """Draw the imports as Mermaid; folders that no other imports come first. Raises CycleError."""
    sorter = TopologicalSorter(found)
    sorter.prepare()
    order: list[str] = []
    while sorter:
        ready = sorter.get_ready()
        order = sorted(ready) + order
        sorter.done(*ready)
    rows = [
        f"    {name} --> {' & '.join(sorted(found[name], key=order.index))}\n"
        for name in order
        if name in found
    ]
    return "".join(rows)


def put(page: str, picture: str) -> str:
    """Insert the diagram into the page."""
    before, _, rest = page.partition(BEGIN)
    return before + BEGIN + picture + END + rest.partition(END)[2]


def main(page: Path = FIRMWARE / "README.md") -> int:
    graph = grimp.build_graph(*PACKAGES, exclude_type_checking_imports=True, cache_dir=None)
    imported = {each: graph.find_modules_directly_imported_by(each) for each in graph.modules}
    firmware = ((each, to) for each in imported if each.startswith("gobelet") for to in imported[each])
    text = page.read_text(encoding="utf-8")
    try:
        TopologicalSorter(imported).prepare()
        right = put(text, drawn(arrows(firmware)))
    except CycleError as circle:
        print(
            f"These import each other in a circle: {' -> '.join(reversed(circle.args[1]))}.", file=sys.stderr
        )
        return 1
    if "--write" in sys.argv[1:]:
        page.write_text(right, encoding="utf-8")
    elif right != text:
        print(
            "The picture of imports in firmware/README.md is of another code: `make format`.", file=sys.stderr
        )
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main())
