"""The slow tests are left out of a run that names no file."""

from __future__ import annotations

import os
import re
import subprocess
import sys

import pytest

from tests.conftest import ROOT

# This file has slow tests only.
FILE = "tests/host_tools/device/selftest/test_board.py"


@pytest.mark.parametrize(
    ("words", "collected"),
    [
        ([], 0),
        (["--all"], 2),
        ([FILE], 2),
        ([f"{FILE}::test_another_program_is_looked_at_and_not_played"], 1),
    ],
)
def test_a_run_leaves_them_out_or_takes_them(words: list[str], collected: int) -> None:
    command = [sys.executable, "-m", "pytest", "-q", "--collect-only", "-o", f"testpaths={FILE}", *words]
    alone = {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
    said = subprocess.run(command, cwd=ROOT, env=alone, capture_output=True, text=True, check=False).stdout
    found = re.findall(rf"^{re.escape(FILE)}: (\d+)$", said, re.M)
    assert found == ([str(collected)] if collected else []), said
    assert ("The slow tests are left out" in said) == (not words), said
