"""What the tests under real MicroPython share."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from tests.micropython.wasm import Wasm

ROOT = Path(__file__).resolve().parents[2]


@pytest.fixture(params=["unix", "wasm"])
def both_micropythons(request: pytest.FixtureRequest) -> Callable[..., str]:
    """As `micropython`, under the build for this desk's system (words of 64 bits) and that for WebAssembly (32).

    files are those that the script reads: they are put at the same place there.
    """
    if request.param == "unix":
        run = request.getfixturevalue("micropython")
        return lambda script, *arguments, files=(): run(script, *arguments)
    request.getfixturevalue("wasm_package")
    return run_wasm


def run_wasm(script: str | Path, *arguments: str, files: tuple[Path, ...] = ()) -> str:
    with Wasm() as python:
        python.copy_sources(ROOT / "firmware", "/firmware")
        for file in files:
            python.put(str(file), file.read_bytes())
        source = script if isinstance(script, str) else script.read_text(encoding="utf-8")
        python.run(f"import sys\nsys.path[:] = ['/firmware']\nsys.argv[:] = {['', *arguments]!r}")
        return python.run(source)
