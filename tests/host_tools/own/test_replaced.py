"""The message before another text replaces a game, and the file of ids that must exist first."""

from __future__ import annotations

import pytest

from host_tools.own import compiler
from host_tools.own.replaced import Replaced
from tests.games.own import test_ids

from gobelet.games.own.rules import ids  # isort: skip

GAME = test_ids.GAME


@pytest.fixture(scope="module")
def files() -> dict[str, bytes]:
    return test_ids.played_files()


def replace_game(files: dict[str, bytes], text: str) -> Replaced:
    return Replaced(GAME, compiler.compile_text(text)[1], files)


@pytest.mark.parametrize(("kind", "gone"), test_ids.TOLD.items())
@pytest.mark.parametrize("how", ["remove", "rename"])
def test_what_is_gone_is_told(files: dict[str, bytes], how: str, kind: str, gone: str) -> None:
    found = replace_game(files, test_ids.with_ids(kind, test_ids.changed_ids(how, kind)))
    assert (found.told, found.kept, found.full) == ([("set-aside", gone)], None, False)


@pytest.mark.parametrize("kind", test_ids.IDS)
@pytest.mark.parametrize("how", ["insert", "reorder"])
def test_nothing_is_told_where_nothing_is_lost(files: dict[str, bytes], how: str, kind: str) -> None:
    found = replace_game(files, test_ids.with_ids(kind, test_ids.changed_ids(how, kind)))
    assert (found.told, found.kept, found.full) == ([], None, False)


def test_nothing_is_told_of_a_game_that_nobody_has_played(files: dict[str, bytes]) -> None:
    unplayed = {name: data for name, data in files.items() if "/" not in name}
    assert replace_game(unplayed, test_ids.game_text(counters=["hp"])).told == []


def test_bounds_and_seats(files: dict[str, bytes]) -> None:
    found = replace_game(files, test_ids.game_text(high=30, seats=1))
    assert found.told[0] == ("set-aside", "2-3")
    assert found.told[1:] == [("narrowed", name, 0, 30) for name in test_ids.COUNTERS]


@pytest.mark.parametrize("ids_there", [None, b"", b"gobelet-ids 1 3 00000000\nx"])
@pytest.mark.parametrize("ending", [".game", ".gone"])
def test_ids_that_are_not_noted_are_those_of_the_text_that_is_there(
    files: dict[str, bytes], ids_there: bytes | None, ending: str
) -> None:
    there = {name: data for name, data in files.items() if not name.endswith((".ids", ".game"))}
    there[GAME + ending] = files[f"{GAME}.game"]
    if ids_there is not None:
        there[f"{GAME}.ids"] = ids_there
    found = replace_game(there, test_ids.game_text(counters=["doom", "hp"]))
    assert found.told == [("set-aside", "mana")]
    assert found.kept is not None
    known = ids.read(found.kept)
    assert [each[0] for each in known.counters[1]] == ["hp", "mana"]


def test_ids_of_a_later_version_are_left_to_the_device(files: dict[str, bytes]) -> None:
    later = {**files, f"{GAME}.ids": files[f"{GAME}.ids"].replace(b"gobelet-ids 1", b"gobelet-ids 2")}
    found = replace_game(later, test_ids.game_text(counters=["hp"]))
    assert (found.told, found.kept, found.full) == ([], None, False)


def test_where_the_device_would_refuse_it_that_is_known(files: dict[str, bytes]) -> None:
    known = ids.read(files[f"{GAME}.ids"])
    known.counters[1].extend([f"c{number}", 0, 9, 0] for number in range(ids.MOST_FIELDS))
    assert replace_game({**files, f"{GAME}.ids": known.file()}, test_ids.game_text()).full
