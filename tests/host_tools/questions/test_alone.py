"""Questions need only the standard library, as after `make run`."""

from __future__ import annotations

import re
import subprocess
import sys
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[3]

# An interpreter without the packages that pip has installed.
ALONE = [sys.executable, "-I", "-S", "-c"]
PROGRAM = """
import runpy, sys
sys.path.insert(0, {root!r})
sys.argv = {argv!r}
runpy.run_module({module!r}, run_name="__main__")
"""


def run_module(module: str, *argv: str) -> str:
    program = PROGRAM.format(root=str(ROOT), argv=[module, *argv], module=module)
    ran = subprocess.run([*ALONE, program], capture_output=True, text=True, cwd=ROOT)
    assert ran.returncode == 0, ran.stderr
    return ran.stdout


def test_the_commands_of_the_readme_answer():
    readme = (ROOT / "host_tools" / "README.md").read_text(encoding="utf-8")
    commands = re.findall(r"^    \$ \.venv/bin/python -m (host_tools\.ask) (.+)$", readme, re.MULTILINE)
    assert len(commands) >= 5
    for module, rest in commands:
        assert run_module(module, *[word.strip('"') for word in rest.split()]).strip()


def test_a_file_of_tables_is_checked(tmp_path):
    mine = tmp_path / "mine.tsv"
    mine.write_text("set\tship_ram_damage\t10\t+4\tBra\n", encoding="utf-8")
    assert run_module("host_tools.questions.tables", "check", str(mine)).strip()


@pytest.mark.parametrize(
    "words",
    [
        ["--dice", "2,5", "trinytia.attack", "x3=yes", "mod4=1"],
        ["trinytia.attack", "--dice", "2,5", "x3=yes", "mod4=1"],
        ["trinytia.attack", "x3=yes", "--lang", "en", "mod4=1", "--dice", "2,5"],
    ],
)
def test_options_stand_in_any_place(words):
    first = run_module("host_tools.ask", "trinytia.attack", "x3=yes", "mod4=1", "--dice", "2,5")
    assert run_module("host_tools.ask", *words) == first
