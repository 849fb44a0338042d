"""A contract for import-linter: the allowed imports, as the table in pyproject.toml.

A row "A -> B, C" means that A and its submodules may import only B, C and their submodules of our own code.
The first matching row applies. `{game}` matches one name, the same on both sides of the row; "=B" means B
without its submodules.
"""

from __future__ import annotations

import re
from typing import Any

from grimp import ImportGraph
from importlinter import Contract, ContractCheck, fields, output


class Arrows(Contract):
    arrows: Any = fields.ListField(subfield=fields.StringField())

    def check(self, graph: ImportGraph, verbose: bool) -> ContractCheck:
        rows = [row.split("->") for row in self.arrows]
        table = [(source.strip(), [t.strip() for t in targets.split(",")]) for source, targets in rows]
        broken: list[str] = []
        used: set[str] = set()
        for module in sorted(graph.modules):
            row = next(((s, found, t) for s, t in table if (found := _is_match(s, module, ""))), None)
            if row is None:
                broken.append(f"{module}: no arrow is given for it")
                continue
            source, found, targets = row
            used.add(source)
            game = found.groupdict().get("game") or ""
            for imported in sorted(graph.find_modules_directly_imported_by(module)):
                if not any(_is_match(target, imported, game) for target in targets):
                    lines = graph.get_import_details(importer=module, imported=imported)
                    place = ", ".join(str(line["line_number"]) for line in lines)
                    broken.append(f"{module} must not import {imported} (line {place})")
        broken += [f"no module for the arrow of {source}" for source, _ in table if source not in used]
        return ContractCheck(kept=not broken, metadata={"broken": broken})

    def render_broken_contract(self, check: ContractCheck) -> None:
        for line in check.metadata["broken"]:
            output.print_error(line)


def _is_match(pattern: str, module: str, game: str) -> re.Match[str] | None:
    """Tell whether a pattern matches a module or its package.

    If `game` is empty, any name matches.
    """
    place: Any = re.escape(game) if game else r"(?P<game>\w+)"
    expression = re.escape(pattern.removeprefix("=")).replace(r"\{game\}", place)
    return re.fullmatch(expression + ("" if pattern.startswith("=") else r"(\..+)?"), module)
