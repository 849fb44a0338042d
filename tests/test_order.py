"""The order of a run: every process has short tests at its end, and half of them do not wait for other programs."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any

import pytest

from tests.conftest import in_turn


def item(name: int, kind: str) -> Any:
    fixtures = ("browser",) if kind == "waiting" else ()
    return SimpleNamespace(
        name=name, kind=kind, fixturenames=fixtures, get_closest_marker=lambda mark: kind == mark
    )


@pytest.mark.parametrize("processes", [1, 2, 3, 5])
@pytest.mark.parametrize("waiting", [0, 1, 30, 40, 90])
def test_in_turn(processes: int, waiting: int) -> None:
    items = [item(n, "waiting" if n < waiting else "long" if n == 95 else "short") for n in range(100)]
    found = in_turn(items, processes)
    assert sorted(each.name for each in found) == list(range(100))
    size = 100 // processes
    parts = [found[size * part : size * (part + 1)] for part in range(processes)]
    half = max(1, processes // 2)
    if waiting > half * (size - 1):
        return  # there are not enough short ones to fill all parts
    for part in parts:
        kinds = [each.kind for each in part]
        assert kinds[-1] == "short" and kinds == sorted(kinds, key=("long", "waiting", "short").index)
    if processes > 1:
        assert parts[-1][0].kind == "long"
        assert all(each.kind != "waiting" for part in parts[half:] for each in part)
        counts = [sum(each.kind == "waiting" for each in part) for part in parts[:half]]
        assert max(counts) - min(counts) <= 1
