"""What the firmware takes on flash. `python -m host_tools.build --sizes` prints the table."""

from __future__ import annotations

from pathlib import Path

import pytest

KB = 1000
# Part of the tree: (limit of the design, what it may take until it is there)
LIMITS = {
    "gobelet": (140 * KB, 170 * KB),
    "gobelet/core": (12 * KB, 16 * KB),
}


def sizes(firmware: Path) -> dict[str, int]:
    return {str(path.relative_to(firmware)): path.stat().st_size for path in firmware.rglob("*.mpy")}


@pytest.mark.parametrize("part", LIMITS)
def test_code_on_flash(part: str, firmware: Path) -> None:
    limit, ceiling = LIMITS[part]
    found = {path: size for path, size in sizes(firmware).items() if path.startswith(part + "/")}
    whole = sum(found.values())
    largest = sorted(found.items(), key=lambda each: -each[1])
    table = "\n".join(f"{size:>7} {path}" for path, size in largest)
    assert whole <= ceiling, f"{part} takes {whole} bytes\n{table}"
    if whole > limit:
        pytest.xfail(f"{part} takes {whole} bytes, {whole - limit} more than the design allows")


def test_no_module_is_so_large_that_loading_it_needs_a_large_hole(firmware: Path) -> None:
    assert max(sizes(firmware).values()) <= 10 * KB
