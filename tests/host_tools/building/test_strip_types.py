"""Stripping removes the types from the sources, and no other code."""

from __future__ import annotations

import ast

import pytest

from host_tools.building import build
from host_tools.building.strip_types import is_types_only, strip


@pytest.mark.parametrize(
    ("source", "left"),
    [
        ("from __future__ import annotations\nx: int = 1\n", "\nx: int = 1\n"),
        ("from typing import TYPE_CHECKING\ny = 1\n", "\ny = 1\n"),
        ("if TYPE_CHECKING:\n    from .types import Row\n\n    Rows = list[Row]\ny = 1\n", "\n\n\n\ny = 1\n"),
        ("if TYPE_CHECKING:\n    a = 1\n\n\ndef f(): pass\n", "\n\n\n\ndef f(): pass\n"),
        (
            "class A:\n    x = 1\n    if TYPE_CHECKING:\n\n        def f(self) -> int:\n            ...\n\n    y = 2\n",
            "class A:\n    x = 1\n\n\n\n\n\n    y = 2\n",
        ),
        ("def f(a: int) -> int:\n    return a\n", None),
        ("text = 'if TYPE_CHECKING:'\n", None),
        ("def (:\n", None),
    ],
)
def test_what_is_left(source: str, left: str | None) -> None:
    assert strip(source) == (source if left is None else left)


def test_the_firmware_keeps_its_lines_and_needs_no_typing() -> None:
    for path, text in build.sources().items():
        source = (build.ROOT / "firmware" / path).read_text(encoding="utf-8")
        assert text.count("\n") == source.count("\n"), path
        for word in ("TYPE_CHECKING", "__future__", "from typing", "import typing"):
            assert word not in text, path
        ast.parse(text)
        assert not is_types_only(path)
