"""Types are taken out of the sources, and nothing else."""

from __future__ import annotations

import ast

import pytest

from host_tools.building import build
from host_tools.building.strip_types import only_types, stripped

MARK = "from __future__ import annotations\n"


@pytest.mark.parametrize(
    ("source", "left"),
    [
        (
            "def f(a: int, *b: str, c: int = 2, **d: int) -> int:\n    pass\n",
            "def f(a, *b, c = 2, **d):\n    pass\n",
        ),
        ("x: int = 1\n", "x = 1\n"),
        ("class A:\n    x: int\n    y = 1\n", "class A:\n\n    y = 1\n"),
        ("class A:\n    x: int\n", "class A:\n    pass\n"),
        ("class A:\n    x: int\n    y: int\n", "class A:\n    pass\n\n"),
        ("self.x: dict[str, int] = {}\n", "self.x = {}\n"),
        ("from typing import TYPE_CHECKING\ny = 1\n", "\ny = 1\n"),
        ("if TYPE_CHECKING:\n    from .types import Row\n\n    Rows = list[Row]\ny = 1\n", "\n\n\n\ny = 1\n"),
        ("if TYPE_CHECKING:\n    from typing import Any\n    x: Any\ny = 1\n", "\n\n\ny = 1\n"),
        ("try:\n    x: int\nfinally:\n    y: int\n", "try:\n    pass\nfinally:\n    pass\n"),
        (
            "def f(\n    a: dict[\n        str, int\n    ],\n) -> int:\n    pass\n",
            "def f(\n    a\\\n\\\n,\n):\n    pass\n",
        ),
        ("def f() -> (\n    int\n):\n    pass\n", "def f()\\\n\\\n:\n    pass\n"),
        ("é: str = 'é'  # é: int\n", "é = 'é'  # é: int\n"),
        ("def f(é: str = 'é') -> str: return é\n", "def f(é = 'é'): return é\n"),
        (
            "class A:\n    def watched(self) -> int:\n        x: int = 1\n        return x\n\n    y = 1\n",
            "class A:\n\n\n\n\n    y = 1\n",
        ),
        ("@micropython.viper\ndef f(a: ptr8) -> int:\n    pass\n", None),
        ("x = lambda a: a\ny = {a: 1}\nz = b[1:2]\n", None),
    ],
)
def test_what_is_left(source: str, left: str | None) -> None:
    found = stripped(MARK + source)
    assert found == "\n" + (source if left is None else left)
    ast.parse(found)


def test_a_source_without_types_and_one_that_is_no_python_stay_as_they_are() -> None:
    for source in ("def f(a: int):  \n    pass\n", MARK + "def (:\n"):
        assert stripped(source) == source


def test_what_the_desk_alone_asks_for_goes_from_a_source_without_types_too() -> None:
    assert stripped("class A:\n    def watched(self):\n        return ()\n") == "class A:\n    pass\n\n"


def test_the_firmware_keeps_its_lines_and_has_no_types_left() -> None:
    for path, text in build.sources().items():
        source = (build.ROOT / "firmware" / path).read_text(encoding="utf-8")
        assert text.count("\n") == source.count("\n"), path
        for word in ("TYPE_CHECKING", "__future__", "from typing", "def watched"):
            assert word not in text, path
        for node in ast.walk(ast.parse(text)):
            assert not isinstance(node, ast.AnnAssign), path
        assert not only_types(path)
