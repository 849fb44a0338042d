"""The order in which a game's modules are brought in."""

from __future__ import annotations

import json
import struct
import subprocess
import sys
from binascii import crc32
from pathlib import Path

import pytest

from host_tools.building import needs
from host_tools.building.texts import listed
from simulator import paths

GAMES = listed()

# Import them one by one and say what each brought along; then open every screen's module.
SCRIPT = """
import sys
from simulator import paths
paths.install()
import gobelet.app
import gobelet.system.home
known = set(sys.modules)
for name in sys.argv[2:]:
    before = set(sys.modules)
    __import__(name)
    print(name, sum(each.startswith("gobelet.") for each in set(sys.modules) - before))
there = set(sys.modules)
base = "gobelet.games." + sys.argv[1]
from importlib import import_module
for module, _ in import_module(base + ".screens").SCREENS.values():
    import_module(module if "." in module else base + ".screens." + module)
for _, module in import_module(base + ".rules").PROCEDURES:
    import_module(base + ".rules." + module)
print("late", *sorted(each for each in set(sys.modules) - there if each.startswith("gobelet.")))
"""


@pytest.mark.parametrize("game", GAMES)
def test_each_step_is_short_and_nothing_is_left_for_later(game: str) -> None:
    names = needs.needed(game)
    assert len(set(names)) == len(names)
    said = subprocess.run(
        [sys.executable, "-c", SCRIPT, game, *names],
        capture_output=True,
        text=True,
        check=True,
        cwd=paths.ROOT,
    ).stdout.splitlines()
    *steps, late = said
    brought = {name: int(count) for name, count in (line.split() for line in steps)}
    assert max(brought.values()) <= 3, "a package and what it imports itself"
    assert sum(brought.values()) > 20
    assert late == "late"


@pytest.mark.parametrize("game", GAMES)
def test_the_first_screen_comes_before_the_others(game: str) -> None:
    names = needs.needed(game)
    base = f"gobelet.games.{game}."
    home = names.index(base + "screens.home")
    later = [name for name in names[home + 1 :] if name.startswith((base + "screens.", "gobelet.ui."))]
    assert later, "most screens are not needed at once"


def test_what_functions_import_comes_last_and_is_no_need_of_theirs(tmp_path: Path) -> None:
    game = tmp_path / "firmware" / "gobelet" / "games" / "tiny"
    for folder in (game.parents[1], game.parent, game, game / "rules", game / "screens"):
        folder.mkdir(parents=True, exist_ok=True)
        (folder / "__init__.py").write_text("")
    (game.parent / "__init__.py").write_text('GAMES = ("tiny",)\n')
    (game / "rules" / "__init__.py").write_text('PROCEDURES = (("roll", "rolls"),)\n')
    (game / "rules" / "sheets.py").write_text("KINDS = ()\n")
    (game / "rules" / "rolls.py").write_text("from . import sums\n\ndef f():\n    from . import rare\n")
    (game / "rules" / "sums.py").write_text("import struct\n")
    (game / "rules" / "rare.py").write_text("")
    (game / "screens" / "__init__.py").write_text('SCREENS = {"home": ("home", "Home")}\n')
    (game / "screens" / "home.py").write_text("from ..rules.sheets import KINDS\n")
    assert [name.removeprefix("gobelet.games.tiny.") for name in needs.needed("tiny", tmp_path)] == [
        "gobelet.games",
        "gobelet.games.tiny",
        "rules",
        "rules.sheets",
        "screens",
        "screens.home",
        "rules.sums",
        "rules.rolls",
        "rules.rare",
    ]
    # As it is built: constants are in the place of their names.
    firmware = game.parents[2]
    texts = {file.relative_to(firmware).as_posix(): file.read_text() for file in firmware.rglob("*.py")}
    built = needs.needed("tiny", tmp_path, {**texts, "gobelet/games/tiny/rules/rolls.py": "SIX = 6\n"})
    assert len(built) == 7, "neither rules.sums nor rules.rare"
    data = needs.all_needed(tmp_path)["tiny.needs"]
    assert list(data[:2]) == [9, 6]  # as many, of which the first screen needs the first
    begin = 2 + 4 * 9 + 9
    assert struct.unpack_from("<9I", data, 2)[:2] == (crc32(b"gobelet.games"), crc32(b"gobelet.games.tiny"))
    lengths = data[begin - 9 : begin]
    assert data[begin : begin + sum(lengths[:2])] == b"gamesgames.tiny"
    assert list(lengths[:2]) == [len("games"), len("games.tiny")]
    end = begin + sum(lengths)
    weighed = json.loads(needs.WEIGHTS.read_text())["gobelet.games"]
    assert list(data[end : end + 9]) == [-(-each // needs.UNIT) for each in [weighed] + [needs.UNKNOWN] * 8]
    sets = [0b1, 0b11, 0b111, 0b1111, 0b10011, 0b111111, 0b1000111, 0b11000111, 0b100000111]
    assert list(data[end + 9 :]) == [part for each in sets for part in each.to_bytes(2, "little")]


def test_a_list_of_trinites_does_without_what_it_leads_to() -> None:
    """A start into the skills of a character imports neither the form of a test nor what that needs: it shows them a
    quarter of a second earlier.
    """
    found: list[str] = []
    needs._visit("gobelet.games.trinites.screens.rolls", needs._Modules(needs.ROOT, None), found, set())
    assert "gobelet.games.trinites.screens.common" in found
    assert not {"gobelet.ui.form", "gobelet.ui.result", "gobelet.ui.dial"}.intersection(found)
    rest = {name.removeprefix("gobelet.games.trinites.") for name in found}
    assert not rest & {"screens.forms", "screens.suggestions", "rules.skill_test", "rules.combat_rounds"}


def test_a_module_that_is_asked_for_by_its_path_must_be_in_the_build() -> None:
    """What was joined with others has another path on the device: the idle device would look for it in vain."""
    firmware = paths.ROOT / "firmware"
    sources = {
        file.relative_to(firmware).as_posix(): file.read_text("utf-8") for file in firmware.rglob("*.py")
    }
    assert needs.needed("dice", sources=sources) == needs.needed("dice")
    del sources["gobelet/ui/dial.py"]
    with pytest.raises(needs.NeedsError, match="dial is asked for by its path"):
        needs.needed("dice", sources=sources)
