"""The end of the tools: exit codes and messages."""

from __future__ import annotations

import importlib
import os
import re
import subprocess
import sys
from pathlib import Path

import pytest

from host_tools.entry_point import STOPPED, run_main
from simulator import paths

TOOLS = [
    path
    for folder in ("host_tools", "simulator")
    for path in sorted((paths.ROOT / folder).rglob("*.py"))
    if '__name__ == "__main__"' in path.read_text(encoding="utf-8")
]


@pytest.mark.parametrize("code", [0, 1])
def test_a_program_ends_with_its_code(code: int, capsys: pytest.CaptureFixture[str]) -> None:
    with pytest.raises(SystemExit) as ended:
        run_main(lambda: code)
    assert ended.value.code == code
    assert capsys.readouterr() == ("", "")


def test_ctrl_c_ends_it_in_one_line(capsys: pytest.CaptureFixture[str]) -> None:
    def raise_interrupt() -> int:
        raise KeyboardInterrupt

    with pytest.raises(SystemExit) as ended:
        run_main(raise_interrupt)
    assert ended.value.code == STOPPED
    assert capsys.readouterr() == ("", "Stopped.\n")


@pytest.mark.parametrize("tool", ["host_tools.device.backup", "simulator", "simulator.web.build"])
@pytest.mark.parametrize(("fault", "said"), [("KeyboardInterrupt", ["Stopped."]), ("ValueError", None)])
def test_ctrl_c_while_its_modules_are_imported_too(
    tool: str, fault: str, said: list[str] | None, tmp_path: Path
) -> None:
    (tmp_path / "argparse.py").write_text(f"raise {fault}\n")
    done = subprocess.run(
        [sys.executable, "-m", tool],
        cwd=tmp_path,
        env={**os.environ, "PYTHONPATH": str(paths.ROOT)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode != 0
    lines = done.stderr.splitlines()
    assert lines == said if said else (lines[0][:9], lines[-1]) == ("Traceback", fault)


@pytest.mark.parametrize("path", TOOLS, ids=lambda path: path.relative_to(paths.ROOT).as_posix())
def test_every_tool_ends_so(path) -> None:  # type: ignore[no-untyped-def]
    last = path.read_text(encoding="utf-8").partition('if __name__ == "__main__":\n')[2]
    assert re.fullmatch(r"    run_main\((lambda: )?main(\(sys\.argv\[1:\]\))?\)\n", last)


@pytest.mark.parametrize(
    "path",
    [path for path in TOOLS if path.name != "command.py"],  # command.py lists the others; see test_command.py
    ids=lambda path: path.relative_to(paths.ROOT).as_posix(),
)
def test_every_tool_says_what_it_takes_and_does_nothing_else(path, capsys) -> None:  # type: ignore[no-untyped-def]
    name = ".".join(path.relative_to(paths.ROOT).with_suffix("").parts)
    with pytest.raises(SystemExit) as ended:
        importlib.import_module(name).main(["--help"])
    assert ended.value.code == 0
    assert capsys.readouterr().out.startswith("usage: ")


def test_there_are_tools() -> None:
    assert len(TOOLS) > 15
