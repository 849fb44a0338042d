"""The slow tests are left out only of a run that names neither them nor their files."""

from __future__ import annotations

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
    said = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, check=False).stdout
    assert (f"{FILE}: {collected}" in said) == bool(collected), said
    assert ("The slow tests are left out" in said) == (not words), said
