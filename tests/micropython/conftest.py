"""Fixtures for the tests under real MicroPython."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from pathlib import Path

import pytest

from tests.micropython.wasm import Wasm

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(params=["unix", "wasm"])
def both_micropythons(request: pytest.FixtureRequest) -> Callable[..., str]:
    """`micropython` under the unix build (64-bit words) and the WebAssembly build (32-bit)."""
    if request.param == "unix":
        run: Callable[..., str] = request.getfixturevalue("micropython")
        return run
    request.getfixturevalue("wasm_package")
    return run_wasm


def run_wasm(script: str | Path, *arguments: str, files: Mapping[str, Path] | None = None) -> str:
    with Wasm() as python:
        python.copy_sources(ROOT / "firmware", "/firmware")
        for name, path in (files or {}).items():
            if path.is_dir():
                python.copy(path, f"/{name}")
            else:
                python.put(f"/{name}", path.read_bytes())
        source = script if isinstance(script, str) else script.read_text(encoding="utf-8")
        python.run(
            "import os, sys\nos.chdir('/')\n"
            f"sys.path[:] = ['', '/firmware']\nsys.argv[:] = {['', *arguments]!r}"
        )
        return python.run(source)
