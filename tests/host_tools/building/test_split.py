"""Modules that the build parts do what they did whole, and a start does without their second parts."""

from __future__ import annotations

import ast
import cProfile
import gc
from collections.abc import Iterator
from pathlib import Path
from types import CodeType

import pytest

from host_tools.building import build
from host_tools.building.join import GROUPS
from host_tools.building.scopes import ScopeError
from host_tools.building.split import LATER, REST, mark, parted
from tests.chip import pulled, restarts
from tests.host_tools.building.test_shrink import dedented, output
from tests.sweep import count

LATE = {"one": {"Base": "told widest", "Thing": "told grow sizes"}}
FILES = {
    "__init__": "",
    "other": "def twice(value):\n    return value * 2\nLIMIT = 900\n",
    "one": """
        import math
        from .other import LIMIT, twice
        SIZE = [3]
        def helper(value):
            return beside(value) + len(SIZE)
        def beside(value):
            return math.floor(value) + LIMIT
        def stays(value):
            return twice(value)
        class Base:
            def told(self, more=1):
                return "base", self.size(), more
            def widest(self):
                return max(self.size(), LIMIT)
            def size(self):
                return stays(1)
        class Thing(Base):
            def told(self, more=2):
                return ("thing", *Base.told(self, more))
            def grow(self, by, *, times=1):
                SIZE.append(by * times)
                return [helper(each) for each in SIZE]
            def sizes(self):
                def inner(told):
                    return told, SIZE
                return inner(4)
    """,
    "start": """
        from .one import SIZE, Base, Thing, stays
        thing = Thing()
        print(thing.size(), thing.told(5), thing.grow(2, times=3), thing.widest(), Base().told())
        print(thing.sizes(), SIZE, stays(7), Base().widest(), hasattr(thing, "nothing"), Thing.told(thing))
    """,
}


def files(**changed: str) -> dict[str, str]:
    return {f"toy/{name}.py": dedented(text) for name, text in {**FILES, **changed}.items()}


def made(sources: dict[str, str], later: dict[str, dict[str, str]] = LATE) -> dict[str, str]:
    trees = {path: ast.parse(text) for path, text in sources.items()}
    mark(trees, later, "toy")
    return {
        path: ast.unparse(ast.fix_missing_locations(tree)) + "\n" for path, tree in parted(trees, ()).items()
    }


def test_what_is_parted_does_the_same(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    plain = files()
    parts = made(plain)
    first, rest = parts["toy/one.py"], parts["toy/one_rest.py"]
    assert "floor" not in first, "what only the methods use goes with them"
    assert "def stays" in first
    assert "def stays" not in rest
    assert "widest" not in first, "the class asks for it"
    assert first.count("def told") == 2, "for one of them a class below asks by the name of the class"
    before = output(plain, tmp_path / "before", monkeypatch)
    assert before == output(parts, tmp_path / "after", monkeypatch) != ""


def test_the_second_part_comes_once_and_only_when_it_is_asked_for(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    start = """
        import sys
        from .one import Thing
        thing = Thing()
        found = [thing.size(), "toy.one_rest" in sys.modules]
        found += [thing.widest(), "toy.one_rest" in sys.modules, hasattr(Thing, "__getattr__")]
        print(found + [thing.grow(1)])
    """
    assert (
        output(made(files(start=start)), tmp_path, monkeypatch)
        == "[2, False, 900, True, False, [905, 903]]\n"
    )


@pytest.mark.parametrize(
    ("changed", "later", "said"),
    [
        ({}, {"Base": "nothing"}, "has no method Base.nothing"),
        ({}, {"Nobody": "told"}, "has no method Nobody.told"),
        (
            {"one": "class Base:\n    def told(self):\n        return super().told()\n"},
            {"Base": "told"},
            "has to stay",
        ),
        (
            {"one": "class Base:\n    @property\n    def told(self):\n        return 1\n"},
            {"Base": "told"},
            "has to stay",
        ),
        (
            {"one": "N = 1\nclass Base:\n    def told(self):\n        global N\n        N = 2\n"},
            {"Base": "told"},
            "changes the global N",
        ),
        ({}, {"Thing": "grow"}, None),  # it is asked for by the object alone
        (
            {"start": "from .one import Thing\nThing.grow\n"},
            {"Thing": "grow"},
            "takes more than plain parameters",
        ),
        (
            {
                "one": "class Base:\n    def told(self):\n        return 1\n"
                "    def __getattr__(self, name):\n        return 2\n"
            },
            {"Base": "told"},
            "has a __getattr__ of its own",
        ),
    ],
)
def test_what_cannot_be_parted_is_told(
    changed: dict[str, str], later: dict[str, str], said: str | None
) -> None:
    if said is None:
        assert "toy/one_rest.py" in made(files(**changed), {"one": later})
        return
    with pytest.raises(ScopeError, match=said):
        made(files(**changed), {"one": later})


def test_the_firmware_is_parted() -> None:
    short = build.shrunk(build.sources())
    rests = {path for path in short.sources if path.endswith(f"{REST}.py")}
    joined = {name: group[-1] for group in GROUPS for name in group}
    parted = {joined.get(name, name) for name in LATER}
    assert {f"gobelet/{name.replace('.', '/')}{REST}.py" for name in parted} == rests
    names = short.names["gobelet.core.journal" + REST]
    assert "Journal.roll" in {old for olds in names.values() for old in olds}


# What a start calls


@pytest.fixture(scope="module")
def called() -> dict[str, set[str]]:
    """What starts into a sample of screens call on the desk before their first picture, by the sources; "" has the
    starts.
    """
    found: dict[str, set[str]] = {"": set()}
    firmware = str(build.ROOT / "firmware" / "gobelet") + "/"

    profile = cProfile.Profile(subcalls=False, builtins=False)
    for left in starts():
        found[""].add(left.screen)
        with profile:
            pulled.started(left.files)
    for entry in profile.getstats():
        code = entry.code
        if isinstance(code, CodeType) and code.co_filename.startswith(firmware):
            path = code.co_filename.removeprefix(firmware).removesuffix(".py")
            found.setdefault(path.replace("/", "."), set()).add(code.co_qualname)
    return found


def starts() -> Iterator[restarts.Left]:
    for game in restarts.GAMES:
        gc.freeze()  # what was read for the one before: the App looks for garbage again and again
        yield from restarts.left_of(game, count(2, 1000))


@pytest.mark.sweep
@pytest.mark.parametrize("name", LATER)
def test_no_start_calls_what_comes_behind_its_picture(name: str, called: dict[str, set[str]]) -> None:
    assert len(called[""]) > len(restarts.GAMES)
    late = {f"{kind}.{method}" for kind, methods in LATER[name].items() for method in methods.split()}
    assert late & called.get(name, set()) == set()
