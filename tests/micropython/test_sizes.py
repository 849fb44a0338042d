"""What the firmware takes on flash. `python -m host_tools.build --sizes` prints the table."""

from __future__ import annotations

from pathlib import Path

import pytest

KB = 1000
LIMITS = {"gobelet": 140 * KB, "gobelet/core": 12 * KB}  # by part of the tree


def sizes(firmware: Path) -> dict[str, int]:
    return {str(path.relative_to(firmware)): path.stat().st_size for path in firmware.rglob("*.mpy")}


@pytest.mark.parametrize("part", LIMITS)
def test_code_on_flash(part: str, firmware: Path) -> None:
    found = {path: size for path, size in sizes(firmware).items() if path.startswith(part + "/")}
    whole = sum(found.values())
    largest = sorted(found.items(), key=lambda each: -each[1])
    table = "\n".join(f"{size:>7} {path}" for path, size in largest)
    assert whole <= LIMITS[part], f"{part} takes {whole} bytes\n{table}"


def test_no_module_is_so_large_that_loading_it_needs_a_large_hole(firmware: Path) -> None:
    assert max(sizes(firmware).values()) <= 10 * KB
