"""The players' names: checking and sending them."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from host_tools.device import names
from tests.host_tools.conftest import Desk


def test_names_are_trimmed_and_composed() -> None:
    assert names.check_names(["  Zoe\u0301 ", "Jean  Luc", "", "Œdipe"]) == ["Zoé", "Jean Luc", "Œdipe"]
    assert names.pack(["Zoé", "Al"]) == b"Zo\xc3\xa9\nAl\n"


@pytest.mark.parametrize(
    ("given", "sentence"),
    [
        ([], "There is no name in the list."),
        (["  "], "There is no name in the list."),
        ([f"n{n}" for n in range(11)], "11 names are too many, 10 fit."),
        (["Maximilienne!"], "'Maximilienne!' has 13 letters, 12 fit."),
        (["Al", "Łukasz"], "'Łukasz': the screen has no 'Ł'."),
        (["Al\x07"], r"'Al\x07': the screen has no '\x07'."),
        (["Zoé", "Al", "ZOÉ"], "'Zoé' is in the list twice."),
    ],
)
def test_names_that_cannot_be(given: list[str], sentence: str) -> None:
    with pytest.raises(names.NamesError) as caught:
        names.check_names(given)
    assert str(caught.value) == sentence


def test_the_limits_themselves_are_allowed() -> None:
    assert len(names.check_names([f"Number {n:05}" for n in range(10)])) == 10


def test_names_go_to_the_device_which_starts_again(desk: Desk) -> None:
    assert names.main(["Zoé", "Al"], desk.program) == 0
    assert desk.board.tree() == {"data/names.txt": "Zoé\nAl\n".encode()}
    assert desk.board.state.restarts == 1
    assert names.main(["Bo"], desk.program) == 0
    assert desk.board.tree() == {"data/names.txt": b"Bo\n"}


def test_a_pulled_cable_leaves_the_old_names(desk: Desk, complaint: Callable[[], str]) -> None:
    assert names.main(["Zoé", "Al"], desk.program) == 0
    for at in (1, 2, 3):  # writes the folder, the file, its name
        desk.replug(die_at=at)
        assert names.main(["Bo"], desk.program) == 1
        assert desk.board.tree()["data/names.txt"] == "Zoé\nAl\n".encode()
        assert complaint().startswith("The connection to the board at /dev/ttyACM0 broke")


def test_nothing_is_sent_of_a_bad_list(desk: Desk, complaint: Callable[[], str]) -> None:
    assert names.main(["Al", "al"], desk.program) == 1
    assert complaint() == "'Al' is in the list twice."
    assert desk.log() == []


def test_names_from_a_file_into_the_simulator(tmp_path: Path) -> None:
    listed = tmp_path / "list.txt"
    listed.write_text("\ufeffZoé\r\n\nAl\n", encoding="utf-8")
    store = tmp_path / "store"
    store.mkdir()
    assert names.main(["Bo", "--file", str(listed), "--store", str(store)]) == 0
    assert {p.name: p.read_text() for p in store.iterdir()} == {"names.txt": "Bo\nZoé\nAl\n"}


@pytest.mark.parametrize(
    ("arguments", "end"),
    [
        (["--file", "{}/none"], "/none cannot be read: No such file or directory."),
        (["--file", "{}/latin"], "/latin cannot be read: not UTF-8."),
        (["Al", "--store", "{}/none"], "/none; the simulator makes its own when it is played with."),
        (["Al", "--store", "{}/full"], "/full/names.txt cannot be written: Is a directory."),
    ],
)
def test_files_that_cannot_be_used(
    tmp_path: Path, complaint: Callable[[], str], arguments: list[str], end: str
) -> None:
    (tmp_path / "latin").write_bytes(b"Zo\xe9\n")
    (tmp_path / "full" / "names.txt.tmp").mkdir(parents=True)
    assert names.main([word.format(tmp_path) for word in arguments]) == 1
    assert complaint().endswith(end)
