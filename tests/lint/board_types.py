"""Check firmware/ with mypy against the Pico's own modules: `python -m tests.lint.board_types`.

The template of a new game is checked too, because it becomes firmware.

The stub package describes `machine`, `framebuf`, `os`, `time`... as on the board. Some of these names also
exist in the desk's standard library. The firmware therefore has its own run, with the stubs' builtins in
place of mypy's. Simulator and host tools are checked separately, as ordinary Python (see [tool.mypy] in
pyproject.toml).
"""

from __future__ import annotations

import shutil
import subprocess
import sys
from importlib import metadata
from pathlib import Path

from host_tools.building.build import board_source, boards

ROOT = Path(__file__).resolve().parents[2]
STUBS = ROOT / "build" / "stubs"
JUDGED = ("firmware", "host_tools/building/template_game")
SETTINGS = """\
[mypy]
strict = True
implicit_reexport = True
# The stubs of the board leave some types out; these are Any.
warn_return_any = False
no_site_packages = True
explicit_package_bases = True
namespace_packages = True
"""
# Modules that the template imports from the desk's tools; they are checked as ordinary Python.
DESK = ("host_tools.entry_point",)
# mypy reports only the firmware, not the stubs that it imports.
NOT_JUDGED = """
[mypy-{name},{name}.*]
ignore_errors = True
ignore_missing_imports = True
"""


def lay_out_stubs() -> Path:
    """Copy the board's stub files into build/stubs, and return the folder of their builtins."""
    shutil.rmtree(STUBS, ignore_errors=True)
    STUBS.mkdir(parents=True)
    for file in metadata.files("micropython-rp2-rpi-pico-stubs") or []:
        if file.suffix == ".pyi":
            target = STUBS / file
            target.parent.mkdir(parents=True, exist_ok=True)
            shutil.copyfile(str(file.locate()), target)
    # The build copies the chosen board's file to the device under this name.
    names = boards()
    if names:
        (STUBS / "gobelet_board.py").write_text(board_source(names[0]), encoding="utf-8")
    # A module that only a frozen Gobelet has.
    (STUBS / "gobelet_boards.py").write_text("BOARDS: tuple[tuple[str, bytes], ...]\n", encoding="utf-8")
    shed = [f for f in metadata.files("micropython-stdlib-stubs") or [] if f.parts[0] == "_mpy_shed"]
    for file in shed:
        target = STUBS / file
        target.parent.mkdir(parents=True, exist_ok=True)
        shutil.copyfile(str(file.locate()), target)
    builtins = next(f for f in metadata.files("micropython-stdlib-stubs") or [] if f.name == "builtins.pyi")
    return Path(str(builtins.locate())).parent.parent


def main() -> int:
    typeshed = lay_out_stubs()
    settings = ROOT / "build" / "mypy-firmware.ini"
    stubs = sorted(path.stem for path in STUBS.iterdir())
    parts = [NOT_JUDGED.format(name=name) for name in (*stubs, *DESK)]
    settings.write_text(SETTINGS + "".join(parts))
    command = [sys.executable, "-m", "mypy", "--config-file", str(settings), "--cache-dir", "build/mypy"]
    command += ["--custom-typeshed-dir", str(typeshed), *JUDGED]
    path = f"{ROOT / 'firmware'}:{STUBS}"
    return subprocess.run(command, cwd=ROOT, env={"MYPYPATH": path}, check=False).returncode


if __name__ == "__main__":
    sys.exit(main())
