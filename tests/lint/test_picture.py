"""The picture of the imports in firmware/README.md."""

from __future__ import annotations

import re
from pathlib import Path

import grimp

FIRMWARE = Path(__file__).resolve().parents[2] / "firmware"
ROW = re.compile(r"^    (\w+) --> (.+)$", re.MULTILINE)


def folder(module: str) -> str:
    """The folder below gobelet/ in which a module lies; gobelet for those in none."""
    name = module.split(".")[1:2]
    return name[0] if name and (FIRMWARE / "gobelet" / name[0]).is_dir() else "gobelet"


def test_it_has_every_arrow_and_no_circle() -> None:
    graph = grimp.build_graph("gobelet", exclude_type_checking_imports=True, cache_dir=None)
    arrows = {
        (folder(importer), folder(imported))
        for importer in graph.modules
        for imported in graph.find_modules_directly_imported_by(importer)
    }
    picture = ROW.findall((FIRMWARE / "README.md").read_text(encoding="utf-8"))
    drawn = {(importer, imported) for importer, others in picture for imported in others.split(" & ")}
    assert drawn == {(importer, imported) for importer, imported in arrows if importer != imported}
    left = {importer for importer, _ in drawn}
    while found := {importer for importer in left if not {to for by, to in drawn if by == importer} & left}:
        left -= found
    assert not left, "these import each other in a circle"
