"""Compiled modules as the linker reads them. What it does with them: tests/micropython/test_in_place.py."""

from __future__ import annotations

import importlib
import sys
from pathlib import Path
from types import ModuleType
from typing import Any

import pytest

from host_tools.building.build import build
from tests.micropython.weigh import things

TUPLE = 10
ENDED_BY_ZERO = (5, 6)  # kinds of constants: str, bytes


@pytest.fixture
def inplace(monkeypatch: pytest.MonkeyPatch) -> Any:
    """The module of the device, without the device's modules."""
    for name, attribute in (("machine", "mem32"), ("uctypes", "bytearray_at")):
        module = ModuleType(name)
        setattr(module, attribute, None)
        monkeypatch.setitem(sys.modules, name, module)
    found = importlib.import_module("gobelet.memory.inplace")
    monkeypatch.delitem(sys.modules, "gobelet.memory.inplace")
    return found


def past_constant(inplace: Any, data: bytes, at: int) -> int:
    kind = data[at]
    at += 1
    if kind < min(ENDED_BY_ZERO):
        return at
    size, at = inplace.number(data, at)
    if kind == TUPLE:
        for _ in range(size):
            at = past_constant(inplace, data, at)
        return at
    return int(at + size + (kind in ENDED_BY_ZERO))


def test_the_functions_of_each_module_are_found_beside_machine_code_too(inplace: Any, tmp_path: Path) -> None:
    build(tmp_path / "tree", native=True)
    with_machine_code = []
    for name, data in things(tmp_path / "tree").items():
        if not name.endswith(".mpy"):
            continue
        names, at = inplace.number(data, 4)
        constants, at = inplace.number(data, at)
        after = inplace.past_scattered_names(data, at, names)
        at = inplace.past_names(data, at, names)
        assert after == at
        for _ in range(constants):
            at = past_constant(inplace, data, at)
        inplace.bytearray_at = lambda begin, size, data=data: data[begin : begin + size]
        known: dict[bytes, tuple[int, int]] = {}
        end = inplace._collect(data, at, 0, lambda start, size: start, known)
        assert len(data) - end in range(4), f"{name}: a pack has whole words"
        for first, (start, size) in known.items():
            assert data[start : start + len(first)] == first
            assert start + size <= len(data)
        if data[2] >> 2:  # the processor
            with_machine_code.append(name)
            assert sum(size for _, size in known.values()) < len(data)
            assert known, name
    assert "/ui/canvas.mpy" in with_machine_code
