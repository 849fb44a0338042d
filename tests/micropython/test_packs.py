"""The packs, as MicroPython imports and reads from them."""

from __future__ import annotations

import json
import re
from collections.abc import Callable
from pathlib import Path

import pytest

from host_tools.building import packs
from host_tools.building.build import build
from host_tools.building.scopes import dotted
from tests.micropython.weigh import FIRMWARE, things

PLAIN = "PROCEDURES = ()\nSCREENS = {}\n"
SOURCES = {
    "gobelet/__init__.py": "NAME = 'Gobelet'\n",
    "gobelet/core/dice.py": "import sys\nfrom array import array\nSIDES = array('h', (6, 20))\nLOADED = []\n",
    "gobelet/core/long.py": "TABLE = "
    + repr(tuple(f"row {n} of the table" for n in range(200)))
    + "\nLAST = TABLE[-1]\n",
    "gobelet/games/__init__.py": "GAMES = ('one', 'two')\n",
    "gobelet/games/one/rules/__init__.py": PLAIN
    + "from gobelet.core.dice import SIDES\nWHO = 'one'\nHAS = SIDES[1]\n",
    "gobelet/games/one/screens.py": PLAIN
    + "from .rules import WHO\nfrom gobelet.core import long\nSHOWN = WHO + long.LAST\n",
    "gobelet/games/two/screens.py": PLAIN,
    "gobelet/games/two/rules/__init__.py": PLAIN + "WHO = 'two'\n",
}
TEXTS = {"system": ("a = un\nb = deux", "a = one\nb = two"), "games/one": ("c = trois", "c = three")}

START = """
import json, os, sys
here = os.getcwd().rstrip("/")
os.chdir("/")  # as it is on the Pico
import gobelet_packs
sys.modules["gobelet_board"] = sys

told = []
kept = []
def tell(call, *given):
    try:
        told.append(call(*given))
    except (Exception, KeyboardInterrupt) as fault:
        told.append(type(fault).__name__ + ": " + str(fault).replace(here, ""))
def module(path, *names):
    found = __import__(path, None, None, names or ("x",))
    return [getattr(found, name) for name in names]
def text(name, size):
    file = gobelet_packs.asset(name)
    return list(file.read(size)[-3:])
"""
MOUNT = "gobelet_packs.mount(here + '/packs/')\n"
END = "print(json.dumps(told))\n"


@pytest.fixture(scope="module")
def made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The packs of a small program."""
    root = tmp_path_factory.mktemp("small")
    firmware = Path(__file__).resolve().parents[2] / "firmware"
    files = {f"firmware/{path}": text for path, text in SOURCES.items()}
    for folder, (french, english) in TEXTS.items():
        files[f"firmware/gobelet/{folder}/fr.txt"] = french
        files[f"firmware/gobelet/{folder}/en.txt"] = english
    files |= {"boards/pico.py": "", "firmware/main.py": ""}
    files["firmware/gobelet_packs.py"] = (firmware / "gobelet_packs.py").read_text()
    for path, text in files.items():
        (root / path).parent.mkdir(parents=True, exist_ok=True)
        (root / path).write_text(text)
    return build(root / "out", "pico", root=root, plain=True).folder / "packs"


@pytest.fixture
def tell(both_micropythons: Callable[..., str], made: Path) -> Callable[..., list[object]]:
    """What calls give, or raise, once the packs are mounted."""

    def run(*calls: str, place: Path = made, mount: str = MOUNT) -> list[object]:
        lines = "".join(f"tell({call})\n" for call in calls)
        printed = both_micropythons(START + mount + lines + END, files={"packs": place})
        found: list[object] = json.loads(printed.splitlines()[-1])
        return found

    return run


def test_modules_are_imported_from_packs(tell: Callable[..., list[object]]) -> None:
    assert tell(
        "module, 'gobelet', 'NAME', '__path__'",
        "module, 'gobelet.games', 'GAMES'",
        "module, 'gobelet.games.one.screens', 'SHOWN'",
        "module, 'gobelet.games.one.rules', 'WHO', 'HAS'",
    ) == [
        ["Gobelet", "gobelet"],
        [["one", "two"]],
        ["onerow 199 of the table"],
        ["one", 20],
    ]


def test_what_is_not_there_cannot_be_imported(tell: Callable[..., list[object]]) -> None:
    calls = [f"module, {path!r}" for path in ABSENT]
    assert tell(*calls) == [f"ImportError: no module named '{path}'" for path in ABSENT]


ABSENT = (
    "gobelet.cor",
    "gobelet.core.dic",
    "gobelet.core.dice.mpy",
    "gobelet.games.three",
    "gobelet.games.one.rule",
    "gobelet.games.one.rules.more",
    "gobelet.games.one.screens.more",
)


@pytest.mark.parametrize("what", ["KeyboardInterrupt", "MemoryError"])
def test_what_ends_a_look_up_ends_the_import(tell: Callable[..., list[object]], what: str) -> None:
    """MicroPython takes it for "no such module", whatever it is: the Ctrl-C of a desk would be lost, and a player be
    told that the program is damaged where memory is full.
    """
    calls = []
    for count in range(1, LOOK_UPS + 2):
        calls += [f"ended, {count}, '_find'", CALL, CALL]
    found = tell(*calls, mount=MOUNT + ENDED.replace("WHAT", what))
    assert found == [None, what + ": ", ["one"]] * LOOK_UPS + [None, ["one"], ["one"]]


@pytest.mark.parametrize("what", ["KeyboardInterrupt", "MemoryError"])
def test_so_it_does_behind_one_that_has_found_nothing(tell: Callable[..., list[object]], what: str) -> None:
    absent = ABSENT[0]
    calls = ["ended, 2, '_look'", f"module, {absent!r}", CALL, CALL]
    assert tell(*calls, mount=MOUNT + ENDED.replace("WHAT", what)) == [
        None,
        f"ImportError: no module named '{absent}'",
        what + ": ",
        ["one"],
    ]


@pytest.mark.parametrize("what", ["KeyboardInterrupt", "MemoryError"])
@pytest.mark.parametrize("path", ["/core/dice", "/core/dice.py", "/core/dice.mpy"])
def test_so_it_does_where_it_came_before_the_look_up(
    tell: Callable[..., list[object]], path: str, what: str
) -> None:
    """Ctrl-C is seen where code branches first, which for most of an import is in the look-up behind it."""
    found = tell(f"early, {path!r}", CALL, CALL, mount=MOUNT + EARLY.replace("WHAT", what))
    assert found == [0x8000, what + ": ", ["one"]], "it is no folder"


EARLY = """
class Path(str):
    def endswith(self, end):
        raise WHAT
def early(name):
    return gobelet_packs.packs.stat(Path(name))[0]
"""
CALL = "module, 'gobelet.games.one.rules', 'WHO'"
LOOK_UPS = 9  # of that import and of what it imports
ENDED = """
left = 0
reals = dict(_find=gobelet_packs.packs._find, _look=gobelet_packs.packs._look)
def ended(count, where):
    for name in list(sys.modules):
        if name.startswith(("gobelet.core", "gobelet.games")):
            del sys.modules[name]
    global left
    left = count
    def look(*given):
        global left
        left -= 1
        if not left:
            raise WHAT
        reals[where](*given)
    for name in reals:
        setattr(gobelet_packs.packs, name, look if name == where else reals[name])
"""


def test_one_game_is_open_at_a_time(tell: Callable[..., list[object]]) -> None:
    found = tell(
        "text, 'one.fr', 0",
        "lambda: kept.append(gobelet_packs.asset('one.fr'))",
        "lambda: len(kept[0].read(1))",
        "module, 'gobelet.games.two.rules', 'WHO'",
        "lambda: kept[0].read(1)",
        "module, 'gobelet.games.one.screens', 'SHOWN'",
        "module, 'gobelet.games.two.rules', 'WHO'",
    )
    assert found[2:4] == [1, ["two"]]
    assert str(found[4]).startswith(("OSError", "ValueError")), "it is closed"
    assert found[5:] == [["onerow 199 of the table"], ["two"]]


def test_assets_stand_at_their_first_byte(tell: Callable[..., list[object]], made: Path) -> None:
    things = {name: packs.unpack((made / f"{name}.pack").read_bytes()) for name in ("shared", "one")}
    assets = {name: data for pack in things.values() for name, data in pack.items()}
    names = ("system.fr", "one.fr", "system.en", "one.en")
    calls = [f"text, {name!r}, {len(assets[name])}" for name in names]
    assert tell(*calls, *calls) == [list(assets[name][-3:]) for name in names] * 2


def test_assets_that_do_not_exist(tell: Callable[..., list[object]]) -> None:
    found = tell("text, 'system.de', 1", "text, 'one.de', 1", "text, 'three.fr', 1", "text, 'font9', 1")
    assert all(str(each).startswith("OSError") for each in found), found


def test_nothing_outside_is_looked_at_any_more(tell: Callable[..., list[object]]) -> None:
    assert tell("lambda: sys.path") == [[".frozen"]]


@pytest.mark.parametrize("what", ["shared", "one"])
def test_a_pack_that_is_none_is_named(
    tell: Callable[..., list[object]], made: Path, tmp_path: Path, what: str
) -> None:
    place = tmp_path / "packs"
    place.mkdir()
    for path in made.iterdir():
        data = path.read_bytes()
        (place / path.name).write_bytes(b"Gobelet\1" + data[8:] if path.stem == what else data)
    mount = "tell(gobelet_packs.mount, here + '/packs/')\ntold = [each for each in told if each]\n"
    said = f"Gobelet: /packs/{what}.pack is damaged or of another version. Run make flash again."
    calls = ["text, 'one.fr', 1"] if what == "one" else []
    assert tell(*calls, place=place, mount=mount) == [f"ImportError: {said}"]


def test_what_is_damaged_is_named_and_the_rest_is_there(
    tell: Callable[..., list[object]], made: Path, tmp_path: Path
) -> None:
    """A bit of a module, of a text, of a place in the table."""
    place = tmp_path / "packs"
    place.mkdir()
    things = packs.unpack((made / "one.pack").read_bytes())
    shared = (made / "shared.pack").read_bytes()
    (place / "shared.pack").write_bytes(shared)
    (place / "two.pack").write_bytes((made / "two.pack").read_bytes())
    data = bytearray((made / "one.pack").read_bytes())
    data[data.index(things["/games/one/screens.mpy"]) + 40] ^= 1
    data[data.index(things["one.fr"]) + 9] ^= 128
    (place / "one.pack").write_bytes(data)
    said = "ImportError: Gobelet: /packs/one.pack is damaged or of another version. Run make flash again."
    assert tell(
        "module, 'gobelet.games.one.screens', 'SHOWN'",
        "text, 'one.fr', 1",
        "module, 'gobelet.games.one.rules', 'WHO'",
        "text, 'one.en', 1",
        "module, 'gobelet.games.two.rules', 'WHO'",
        place=place,
    ) == [said, said, ["one"], [things["one.en"][0]], ["two"]]


def test_every_module_that_is_loaded_by_its_name_is_there(firmware: Path) -> None:
    """A name in a text, unlike an import, is not changed where the build joins modules."""
    built = {name: data for name, data in things(firmware).items() if name.endswith(".mpy")}
    there = {dotted(f"gobelet{name}") for name in built}
    sources = [path for path in FIRMWARE.rglob("*.py") if path.name != "__init__.py"]
    lost = {dotted(path.relative_to(FIRMWARE).as_posix()) for path in sources} - there
    assert "gobelet.ui.letters" in lost
    lost |= {name.removeprefix("gobelet.").removeprefix("games.") for name in lost}
    for name, data in built.items():
        found = {word.decode() for word in re.findall(rb"[a-z_.]+\.[a-z_]+", data)}
        assert not found & lost, f"{name} names {found & lost}"
