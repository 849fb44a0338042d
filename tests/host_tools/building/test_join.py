"""Modules that the build joins do what they did apart."""

from __future__ import annotations

import ast
import re
from pathlib import Path

import pytest

from host_tools.building import build
from host_tools.building.join import GROUPS, joined, without_numbers
from host_tools.building.scopes import ScopeError
from host_tools.building.shrink import shrink
from tests.host_tools.building.test_shrink import output

GROUP = ("one", "two")
FILES = {
    "__init__": "",
    "other": "def told(value):\n    return 'told', value\n",
    "one": """
        import math
        from .other import told
        SIZE = [3]
        count = 0
        def grown(by):
            global count
            count += by
            return told(count)
        class Thing:
            SIZE = 4
            def size(self):
                return self.SIZE, SIZE, math.floor(2.5)
    """,
    "two": """
        import math as maths
        from . import one, other as another
        from .one import Thing, grown as more
        from .other import told as said
        SIZE = [5]
        def count(SIZE):
            from .one import SIZE as size
            told = 7
            return SIZE, size, told, said(one.SIZE), another.told(one.grown(2)), more(1), one.count
        class Wider(Thing):
            def size(self):
                return Thing.size(self), SIZE, maths.ceil(2.5)
    """,
    "start": """
        from . import one, two as second
        from .one import grown
        from .two import SIZE, Wider as Wide, count
        def inside():
            from .two import Thing
            return Thing().size(), one.Thing is Thing
        print(count(1), grown(3), one.count, second.SIZE is SIZE, one.SIZE, Wide().size(), inside())
    """,
}


def files(**changed: str) -> dict[str, str]:
    """Sources of a package by their paths."""
    found = {}
    for name, text in {**FILES, **changed}.items():
        lines = text.strip("\n").splitlines()
        left = len(lines[0]) - len(lines[0].lstrip()) if lines else 0
        found[f"toy/{name}.py"] = "".join(line[left:] + "\n" for line in lines)
    return found


def made(sources: dict[str, str], kept: tuple[str, ...] = ()) -> dict[str, str]:
    trees = joined({path: ast.parse(text) for path, text in sources.items()}, kept, [GROUP], "toy")
    return {path: ast.unparse(ast.fix_missing_locations(tree)) + "\n" for path, tree in trees.items()}


def test_what_is_joined_does_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plain = files()
    one = made(plain)
    assert "toy/one.py" not in one
    assert len(re.findall(r"import .*told", one["toy/two.py"])) == 1  # what both take is taken once
    before = output(plain, tmp_path / "before", monkeypatch)
    assert before == output(one, tmp_path / "after", monkeypatch) != ""
    assert before == output(shrink(one).sources, tmp_path / "short", monkeypatch)


def test_what_is_not_there_as_a_whole_stays_apart() -> None:
    plain = files()
    del plain["toy/one.py"], plain["toy/two.py"], plain["toy/start.py"]
    assert made(plain).keys() == plain.keys()


def test_names_that_are_looked_up_stay() -> None:
    one = made(
        files(
            start="""
        from . import two
        print(getattr(two, "Wider"))
    """
        ),
        ("grown",),
    )["toy/two.py"]
    assert "class Wider(" in one
    assert "def grown(" in one
    assert "class Thing:" not in one


@pytest.mark.parametrize(
    ("changed", "said"),
    [
        ({"start": "from . import one\nprint(one)\n"}, "toy.one is passed on as a value"),
        (
            {"two": "def asked():\n    pass\n", "one": "def asked():\n    pass\n", "start": "X = 'asked'\n"},
            "rename one",
        ),
        ({"start": "import toy.one as first\nprint(first.SIZE)\n"}, "import toy.one by from"),
        ({"start": "from .one import nothing\n"}, "toy.one has no nothing"),
        ({"two": "from .one import count\ncount = 2\n", "start": ""}, "imported and changed"),
    ],
)
def test_what_cannot_be_joined_is_told(changed: dict[str, str], said: str) -> None:
    with pytest.raises(ScopeError, match=said):
        made(files(**changed))


def test_the_firmware_is_joined() -> None:
    """Of each group only the last module is left, with all that they have; tracebacks name it as the sources do."""
    plain = build.sources()
    short = build.shrunk(plain)
    names = [name for group in GROUPS for name in group]
    assert len(set(names)) == len(names)
    for group in GROUPS:
        *others, last = [f"gobelet/{name.replace('.', '/')}.py" for name in group]
        assert {*others, last} <= plain.keys()
        assert last in short.sources
        assert not short.sources.keys() & set(others)
    meant = {old for olds in short.names["gobelet.core.journal"].values() for old in olds}
    assert {"Journal", "Procedure", "of_procedure"} <= meant
    assert all(without_numbers(old) == old for old in meant)
    for path, text in short.sources.items():
        sources = [
            (node.module, node.level) for node in ast.parse(text).body if isinstance(node, ast.ImportFrom)
        ]
        assert len(set(sources)) == len(sources), f"{path} looks a module up twice"
