"""Report which tables in a folder can be converted to games written as text.

`python -m host_tools.own --import FOLDER` prints this report.
"""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

from . import compiler, imports
from .foreign import ForeignError
from .sentences import format_message

SUFFIXES = (".json", ".db", ".csv", ".tsv", ".txt", ".md")
NO_TABLE = ("no-rolltable", "no-json")  # fault codes of files that are not tables
_NAMED = 3  # maximum number of files that the report lists for each kind of fault


def report(folder: Path, language: str) -> list[str]:
    """Return the lines of the report. Raises OSError.

    The function converts each file to a separate game.
    """
    # For each code of a fault: (file, message) of each file whose first fault has this code.
    kinds: dict[str, list[tuple[str, str]]] = {}
    passed = others = 0
    paths = sorted(path for path in folder.rglob("*") if path.suffix.lower() in SUFFIXES)
    single_results = _single_results(paths)
    for path in paths:
        if not path.is_file():
            continue
        name = str(path.relative_to(folder))
        try:
            faults = compiler.read(imports.text_of(path, *_referred_files(path, single_results))).faults
        except ForeignError as fault:
            if fault.code in NO_TABLE:
                others += 1
            else:
                kinds.setdefault(fault.code, []).append((name, fault.message(language)))
            continue
        if faults:
            kinds.setdefault(faults[0].code, []).append((name, faults[0].message(language)))
        else:
            passed += 1
    whole = passed + sum(map(len, kinds.values()))
    lines = [format_message(language, "folder", passed, whole, others)]
    for code in sorted(kinds, key=lambda code: (-len(kinds[code]), code)):
        lines.append(f"{len(kinds[code])} {code}")
        lines += [f"  {name}: {sentence}" for name, sentence in kinds[code][:_NAMED]]
        if len(kinds[code]) > _NAMED:
            lines.append(f"  +{len(kinds[code]) - _NAMED}")
    return lines


def _single_results(paths: list[Path]) -> dict[str, Path]:
    """Return, by result id, the files that contain only one result of a table."""
    found = {}
    for path in paths:
        document = _document(path)
        if "range" in document and isinstance(document.get("_id"), str):
            found[document["_id"]] = path
    return found


def _referred_files(path: Path, single_results: dict[str, Path]) -> list[Path]:
    """Return the files of `single_results` to which the table in `path` refers."""
    results = _document(path).get("results") if single_results else None
    if not isinstance(results, list):
        return []
    return [single_results[each] for each in results if isinstance(each, str) and each in single_results]


def _document(path: Path) -> dict[str, Any]:
    """Return the JSON object in a file, or {} for any other file."""
    try:
        found = json.loads(path.read_text(encoding="utf-8-sig")) if path.suffix.lower() == ".json" else {}
    except ValueError:
        return {}
    return found if isinstance(found, dict) else {}
