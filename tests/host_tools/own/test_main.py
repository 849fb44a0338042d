"""Games defined by texts are sent to a device over its cable, and removed from it."""

from __future__ import annotations

import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

from host_tools.building.texts import ROOT
from host_tools.own import compiler
from host_tools.own.__main__ import language_of, main
from simulator.board import BOOT_MS, VirtualBoard
from simulator.keys import DOWN, OK
from simulator.store import FolderStore, MemoryStore
from tests.host_tools.conftest import Desk

TEXT = """
[game]
id = "duel"
title = "Duel"
seats = 2
[[counter]]
id = "hp"
start = 3
[[roll]]
id = "hit"
dice = "d6"
rows = ["*: Hit [hp -1]"]
"""


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "duel.gobelet.toml"
    path.write_text(TEXT, encoding="utf-8")
    return path


def files_on_desk(desk: Desk) -> dict[str, bytes]:
    tree = desk.board.tree()
    return {name.removeprefix("data/"): content for name, content in tree.items() if name[:5] == "data/"}


def test_a_game_is_sent_replaced_and_removed_over_the_cable(
    file: Path, desk: Desk, capsys: pytest.CaptureFixture[str]
) -> None:
    desk.put("data/settings", b"taught=yes\n")
    assert main([str(file), "--send"], desk.program) == 0
    assert "it stands in the list of games" in capsys.readouterr().out
    assert files_on_desk(desk) == {"settings": b"taught=yes\n", **compiler.files(TEXT)}
    file.write_text(TEXT.replace('"Duel"', '"Duel 2"'), encoding="utf-8")
    assert main([str(file), "--send"], desk.program) == 0
    assert files_on_desk(desk)["own"] == b"own-duel\tDuel 2\tDuel 2"
    desk.put("data/own-duel/0", b"what was played")
    assert main(["--remove", "duel"], desk.program) == 0
    found = files_on_desk(desk)
    assert found.keys() == {"settings", "own", "own-duel.gone", "own-duel/0"}
    assert found["own"] == b""
    assert found["own-duel.gone"] == compiler.from_file(file)[1]


def test_the_device_and_the_cable_leave_the_same(file: Path, desk: Desk) -> None:
    board = VirtualBoard(store=MemoryStore({"settings": b"taught=yes\n", **compiler.files(TEXT)}))
    board.run(BOOT_MS)
    board.context.open("own-duel.home")
    home = board.app.stack.top()
    home.choose(len(home.list) - 1)
    board.run(50)
    for key in (DOWN, OK):
        board.press(key)
    board.run(100)
    kept = board.store.files  # type: ignore[attr-defined]
    assert main([str(file), "--send"], desk.program) == 0
    assert main(["--remove", "duel"], desk.program) == 0
    assert files_on_desk(desk) == {
        name: content for name, content in kept.items() if name in ("own", "own-duel.gone")
    }


def test_a_ninth_game_is_refused_and_nothing_changes(tmp_path: Path, complaint: Callable[[], str]) -> None:
    store = tmp_path / "store"
    store.mkdir()
    file = tmp_path / "g.gobelet.toml"
    for number in range(8):
        file.write_text(TEXT.replace('"duel"', f'"g{number}"'), encoding="utf-8")
        assert main([str(file), "--store", str(store)]) == 0
    before = {path.name: path.read_bytes() for path in store.iterdir()}
    file.write_text(TEXT, encoding="utf-8")
    assert main([str(file), "--store", str(store)]) == 1
    assert "eight games" in complaint()
    assert {path.name: path.read_bytes() for path in store.iterdir()} == before
    assert main(["--remove", "g3", "--store", str(store)]) == 0
    assert main([str(file), "--store", str(store)]) == 0
    assert (store / "own").read_bytes().count(b"\n") == 7


@pytest.mark.parametrize("write", range(1, 7))
def test_a_game_that_is_sent_is_there_whole_or_not_at_all(file: Path, desk: Desk, write: int) -> None:
    """The list has a game only after its file exists.

    The test pulls the cable, then repeats the command.
    """
    desk.put("data/settings", b"taught=yes\n")
    desk.set(die_at=write)
    code = main([str(file), "--send"], desk.program)
    found = files_on_desk(desk)
    if found.get("own"):
        assert found["own-duel.game"] == compiler.from_file(file)[1]
    desk.replug()
    assert main([str(file), "--send"], desk.program) == 0
    assert {name: files_on_desk(desk)[name] for name in ("own", "own-duel.game")} == compiler.files(TEXT)
    assert code == 1 or found["own"]


def test_a_game_that_is_not_there_or_has_a_fault_changes_nothing(
    file: Path, desk: Desk, complaint: Callable[[], str]
) -> None:
    assert main([str(file), "--send"], desk.program) == 0
    before = files_on_desk(desk)
    assert main(["--remove", "chess"], desk.program) == 1
    assert "There is no game 'chess'" in complaint()
    file.write_text(TEXT.replace("d6", "q6"), encoding="utf-8")
    assert main([str(file), "--send", "--language", "en"], desk.program) == 1
    assert "line 11: 'q6' are no dice" in complaint()
    assert main([str(file), "--send", "--language", "fr"], desk.program) == 1
    assert "ligne 11 : 'q6' ne sont pas des dés" in complaint()
    assert files_on_desk(desk) == before


def test_a_folder_of_the_simulator_is_made_and_the_game_is_played_there(tmp_path: Path, file: Path) -> None:
    store = tmp_path / "new" / "folder"
    assert main([str(file), "--store", str(store)]) == 0
    board = VirtualBoard(store=FolderStore(store))
    board.choose_language("en")
    board.run(BOOT_MS)
    board.context.open("own-duel.home")
    board.run(50)
    assert board.words.has_text("Duel")
    assert board.faults == []


def test_a_folder_that_cannot_be_made_is_told(
    tmp_path: Path, file: Path, complaint: Callable[[], str]
) -> None:
    assert main([str(file), "--store", str(file / "data")]) == 1
    assert complaint() == f"{file / 'data'} cannot be made: Not a directory."


def test_a_reader_that_leaves_early_hears_no_complaint(file: Path) -> None:
    """`| head` closes the pipe before all screens are printed."""
    gone, pipe = os.pipe()
    os.close(gone)
    command = [sys.executable, "-m", "host_tools.own", str(file), "--show"]
    ran = subprocess.run(command, cwd=ROOT, stdout=pipe, stderr=subprocess.PIPE, text=True, check=False)
    os.close(pipe)
    assert (ran.returncode, ran.stderr) == (0, "")


def test_a_game_without_a_name_is_not_there(desk: Desk, complaint: Callable[[], str]) -> None:
    desk.put("data/settings", b"taught=yes\n")
    assert main(["--remove", ""], desk.program) == 1
    assert "There is no game ''" in complaint()


def played_files(counters: str) -> dict[str, bytes]:
    """The files of a device with 7 hp and 5 mana."""
    board = VirtualBoard(store=MemoryStore({"settings": b"taught=yes\n", **compiler.files(TEXT + counters)}))
    board.run(BOOT_MS)
    board.context.open("own-duel.home")
    board.context.change([("seat", 1, "hp", 7), ("seat", 1, "mana", 5)])
    board.run(400)
    return dict(board.store.files)  # type: ignore[attr-defined]


MANA = '[[counter]]\nid = "mana"\n'


def counter_value(desk: Desk, counter: str) -> int:
    board = VirtualBoard(store=MemoryStore(files_on_desk(desk)))
    board.run(BOOT_MS)
    if board.context.session is None:
        board.context.open("own-duel.home")
    return int(board.context.session.get("seat", 1, counter))


@pytest.mark.parametrize("noted", [True, False])
def test_what_is_set_aside_is_said_before_a_game_is_sent(
    file: Path, desk: Desk, noted: bool, complaint: Callable[[], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    """The device may have stored no ids yet: the tool writes them before the new game."""
    for name, data in played_files(MANA).items():
        if noted or not name.endswith(".ids"):
            desk.put(f"data/{name}", data)
    before = files_on_desk(desk)
    narrow = TEXT.replace("start = 3", "start = 3\nhigh = 5")
    file.write_text(narrow, encoding="utf-8")
    assert main([str(file), "--send", "--language", "en"], desk.program) == 1
    told = complaint()
    assert "Set aside, for this text has them no more: mana." in told and "hp goes from 0 to 5 only" in told
    assert "Nothing was changed; say yes with --yes." in told
    assert main([str(file), "--send", "--language", "fr"], desk.program) == 1
    assert "Mis de côté, car ce texte ne les a plus : mana." in complaint()
    asked = []
    monkeypatch.setattr("sys.stdin.isatty", lambda: True)
    monkeypatch.setattr("builtins.input", lambda question: asked.append(question) or "")
    assert main([str(file), "--send", "--language", "en"], desk.program) == 0
    assert "mana" in asked[0] and asked[0].endswith("Send it? [y/N] ")
    assert files_on_desk(desk) == before
    monkeypatch.setattr("builtins.input", lambda question: "Y")
    assert main([str(file), "--send", "--language", "en"], desk.program) == 0
    assert counter_value(desk, "hp") == 5
    file.write_text(TEXT + MANA, encoding="utf-8")
    monkeypatch.setattr("builtins.input", lambda question: pytest.fail("nothing is lost"))
    assert main([str(file), "--send"], desk.program) == 0
    assert (counter_value(desk, "hp"), counter_value(desk, "mana")) == (7, 5)


def test_with_yes_nobody_is_asked_and_a_text_with_more_needs_none(file: Path, desk: Desk) -> None:
    for name, data in played_files(MANA).items():
        desk.put(f"data/{name}", data)
    file.write_text(TEXT.replace("[[counter]]", f"{MANA}[[counter]]", 1), encoding="utf-8")
    assert main([str(file), "--send"], desk.program) == 0
    assert (counter_value(desk, "hp"), counter_value(desk, "mana")) == (7, 5)
    file.write_text(TEXT, encoding="utf-8")
    assert main([str(file), "--send", "--yes"], desk.program) == 0
    assert counter_value(desk, "hp") == 7


@pytest.mark.parametrize("write", range(1, 9))
def test_a_cable_that_is_pulled_while_ids_and_game_are_sent_leaves_values_with_their_ids(
    file: Path, desk: Desk, write: int
) -> None:
    for name, data in played_files(MANA).items():
        if not name.endswith(".ids"):
            desk.put(f"data/{name}", data)
    file.write_text(TEXT.replace("[[counter]]", f"{MANA}[[counter]]", 1), encoding="utf-8")
    desk.set(die_at=write)
    main([str(file), "--send"], desk.program)
    assert (counter_value(desk, "hp"), counter_value(desk, "mana")) == (7, 5)
    desk.replug()
    assert main([str(file), "--send"], desk.program) == 0
    assert (counter_value(desk, "hp"), counter_value(desk, "mana")) == (7, 5)


@pytest.mark.parametrize(
    ("environment", "language"),
    [
        ({"LANG": "fr_CA.UTF-8"}, "fr"),
        ({"LANG": "fr_FR", "LC_ALL": "C"}, "en"),
        ({"LC_ALL": ""}, "en"),
        ({}, "en"),
    ],
)
def test_the_language_is_that_of_the_environment(environment: dict[str, str], language: str) -> None:
    assert language_of(environment) == language
