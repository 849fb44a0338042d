"""Write micropython_names.txt from the board's stubs: `python -m tests.lint.micropython_names`.

The table lists the names in MicroPython's modules and objects, which the build must not rename.
"""

from __future__ import annotations

import ast
from importlib import metadata
from pathlib import Path

TABLE = Path(__file__).resolve().parents[2] / "host_tools" / "building" / "micropython_names.txt"
PACKAGES = ("micropython-rp2-rpi-pico-stubs", "micropython-stdlib-stubs")
MODULES = """
    array binascii builtins collections errno framebuf gc hashlib io json machine math micropython os
    random rp2 select struct sys time uctypes vfs
""".split()  # noqa: SIM905
BUILT_IN = (["_mpy_shed"], ["__builtins__"], ["typing"])  # types such as files are in `typing`
HEAD = "# Made by `python -m tests.lint.micropython_names` from the stubs of the Pico's MicroPython.\n"


def defined_names(source: str) -> set[str]:
    found: set[str] = set()
    for node in ast.walk(ast.parse(source)):
        if isinstance(node, (ast.FunctionDef, ast.AsyncFunctionDef, ast.ClassDef)):
            found.add(node.name)
        elif isinstance(node, (ast.Assign, ast.AnnAssign)):
            targets = node.targets if isinstance(node, ast.Assign) else [node.target]
            found |= {target.id for target in targets if isinstance(target, ast.Name)}
    return {name for name in found if not name.startswith("_")}


def names_table() -> str:
    found: dict[str, set[str]] = {module: set() for module in MODULES}
    for package in PACKAGES:
        for file in metadata.files(package) or []:
            parts = [part for part in file.with_suffix("").parts if part not in ("stdlib", "__init__")]
            module = "builtins" if parts[:1] in BUILT_IN else parts[0]
            if file.suffix == ".pyi" and module in found:
                found[module] |= defined_names(Path(str(file.locate())).read_text(encoding="utf-8"))
    lines = [f"{module}: {' '.join(sorted(found[module]))}" for module in sorted(found)]
    return HEAD + "\n".join(lines) + "\n"


if __name__ == "__main__":
    TABLE.write_text(names_table(), encoding="utf-8")
