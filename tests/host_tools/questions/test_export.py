"""Rolls and changes as text, CSV and JSON."""

from __future__ import annotations

import csv
import json
import re
import shutil
from collections.abc import Callable
from pathlib import Path

import pytest

from gobelet.ui.screens.proof import proof_lines_at
from host_tools import ask, verify
from host_tools.device import backup, data
from host_tools.device.remote import Remote
from host_tools.questions import export, journals
from host_tools.questions.games import Words
from simulator.board import BOOT_MS, VirtualBoard
from simulator.keys import OK, UP
from simulator.store import MemoryStore
from tests.host_tools.conftest import Desk, Flashed
from tests.host_tools.pty_board import PtyBoard


@pytest.fixture
def store(tmp_path: Path, played: dict[str, bytes]) -> str:
    data.to_folder(tmp_path / "store", played)
    return str(tmp_path / "store")


def test_text(store: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert export.main(["--store", store, "--lang", "en"]) == 0
    lines = capsys.readouterr().out.splitlines()
    assert lines[:5] == [
        "Free dice",
        "    1    2d6 [4 5] (real) = 9",
        "    2    2d6 [2 5] (real) = 7",
        "    3    w0 262→16524; w1 0→31; w2 0→20",
        "    4    d12! [12 2] (real) = 14",
    ]
    assert "    5 ×  Zoé Life 20→19" in lines
    assert "   38    Attack Al → Zoé pv=6 armour=4 [4 1 >2] = 3" in lines
    assert "   39    Zoé Wounds 0→1; Zoé Armour 4→2" in lines


def test_the_device_s_language(store: str, capsys: pytest.CaptureFixture[str]) -> None:
    assert export.main(["--store", store, "--game", "counters"]) == 0
    assert capsys.readouterr().out.startswith("Compteurs\n    1 ×  Zoé Vie 20→22\n")


def test_csv(store: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    path = tmp_path / "deep" / "session.csv"
    assert export.main([str(path), "--store", store, "--lang", "en"]) == 0
    with path.open(encoding="utf-8-sig", newline="") as file:
        rows = list(csv.DictReader(file))
    found = journals.read(data.from_folder(Path(store)).files, "trinytia", "en")
    assert len([row for row in rows if row["game"] == "trinytia"]) == sum(
        max(1, len(entry.changes)) for entry in found.entries
    )
    attack = next(row for row in rows if row["name"] == "attack" and "armour=4" in row["inputs"])
    assert (attack["dice"], attack["result"], attack["who"]) == ("4 1 >2", "3", "attacker=Al target=Zoé")
    wound = next(row for row in rows if row["field"] == "wounds")
    assert [wound[name] for name in ("sheet", "row", "old", "new", "undone")] == ["char", "2", "0", "3", "0"]
    assert capsys.readouterr().out.endswith(f" rolls and changes in {path}.\n")


def test_json_of_a_backup(
    tmp_path: Path, played: dict[str, bytes], capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "kept.zip"
    backup.write(path, played, False)
    assert export.main(["--backup", str(path), "--format", "json", "--game", "dice"]) == 0
    (told,) = json.loads(capsys.readouterr().out)
    assert told["game"] == "dice"
    assert not told["damaged"]
    first = told["entries"][0]
    assert (first["name"], first["faces"], first["by_hand"], first["result"]) == ("2d6", [4, 5], True, "9")


def test_receipts_outlive_a_backup(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """The rolls have one step or several.

    The tool exports the rolls from the backup, and reads them after a restore.
    """
    board = VirtualBoard(store=MemoryStore({"settings": b"taught=yes\nproof=yes\n"}))
    codes = []
    for game, procedure in (("dice", ""), ("trinites", "test")):
        board.context.open(f"{game}.home")
        board.run(BOOT_MS)
        for _ in range(3):
            if procedure:
                board.context.open("trinites.form", board.context.session.procedure_index(procedure), -1)
                board.run(BOOT_MS)
            board.press_until(OK, lambda: hasattr(board.app.stack.top(), "code"))
            codes.append(board.app.stack.top().code)
            board.press(UP)
            board.press(OK)
            if procedure:
                board.press_until(OK, lambda: board.app.stack.top().ask is None)
    path = tmp_path / "kept.zip"
    backup.write(path, dict(board.store.files), False)
    receipts = []
    for game in ("dice", "trinites"):
        assert export.main(["--backup", str(path), "--format", "json", "--game", game]) == 0
        (told,) = json.loads(capsys.readouterr().out)
        receipts += [entry["receipt"] for entry in told["entries"]]
    assert all(
        verify.finding(verify.parse(receipt), code) == "good"
        for receipt, code in zip(receipts, codes, strict=True)
    )
    other = VirtualBoard(store=MemoryStore(backup.read(path)))
    other.run(BOOT_MS)
    shown = []
    for game in ("dice", "trinites"):
        other.context.open(f"{game}.history")
        other.run(BOOT_MS)
        history = other.app.stack.top()
        shown += [proof_lines_at(other.context, place)[1] for place in reversed(history.proven)]
    assert set(receipts) <= set(shown)  # the other game has one receipt for each of its steps


def test_ships_in_every_format(
    tmp_path: Path, battle: dict[str, bytes], capsys: pytest.CaptureFixture[str]
) -> None:
    store = tmp_path / "store"
    data.to_folder(store, battle)
    said = {}
    for form in export.FORMATS:
        assert export.main(["--store", str(store), "--lang", "en", "--format", form]) == 0
        said[form] = capsys.readouterr().out
        assert "None" not in said[form]
    assert said["text"].splitlines() == [
        "Trirème",
        "    1    New battle",
        "    2    Beta R Size ?→5",
        "    3    Alpha Y Boarding 0→7",
        "    4    Boarding [Abordage] Beta R → Alpha Y target_value=7 [5] = Attacker taken",
        "    5    Beta R Captured no→yes",
    ]
    rows = list(csv.DictReader(said["csv"].splitlines()))
    told = {(row["kind"], row["field"], row["row"]): row for row in rows}
    assert told["roll", "", ""]["who"] == "attacker=Beta R target=Alpha Y"
    assert told["change", "captured", "1"]["title"] == "Beta R Captured no→yes"
    assert told["change", "battle", "0"]["title"] == "New battle"
    (trireme,) = json.loads(said["json"])
    assert trireme["entries"][3]["who"] == {"attacker": "Beta R", "target": "Alpha Y"}
    assert trireme["entries"][1]["changes"][0]["words"] == "Beta R Size ?→5"


def test_no_cell_is_a_formula_whatever_separates_them() -> None:
    names = ("a;=1+1", "=1", "a\t+1", "b, -1+x", "@x", 'c"=1', "d:;  @e", "\n=2", "plain - and = within")
    entries = [
        journals.Entry(
            "counters",
            n,
            "change",
            who={"who": name},
            result=name,
            changes=[journals.Change(name, 0, name, 3, -4, name, True)],
        )
        for n, name in enumerate(names)
    ]
    table = export.as_csv([journals.History("counters", "", False, entries)], Words("en", "counters"))
    for separator in ",;\t|:":
        for row in csv.reader(table.splitlines(), delimiter=separator):
            for cell in row:
                assert not re.match(r"\s*[=+@]|\s*-(?![0-9]+$)", cell), (separator, cell)
    assert "plain - and = within" in table
    assert list(csv.reader(table.splitlines()))[1][-2:] == ["3", "-4"]


def test_a_roll_can_be_asked_again(store: str, tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    """`ask` accepts the inputs and faces of the entry, and gives the same result."""
    path = tmp_path / "x.json"
    assert export.main([str(path), "--store", store, "--lang", "en", "--game", "trinytia"]) == 0
    capsys.readouterr()
    entries = json.loads(path.read_text(encoding="utf-8"))[0]["entries"]
    asked = 0
    for entry in entries:
        if entry["name"] != "attack" or any(isinstance(step, int) for step in entry["path"]):
            continue
        given = [f"{name}={value}" for name, value in entry["inputs"].items()]
        dice = ",".join(map(str, entry["faces"]))
        assert ask.main([f"trinytia.{entry['name']}", *given, "--dice", dice, "--lang", "en"]) == 0
        assert f"): {entry['result']}\n" in capsys.readouterr().out
        asked += 1
    assert asked >= 3


@pytest.mark.slow
def test_a_real_board(
    plugged: Callable[..., PtyBoard],
    flashed: Flashed,
    played: dict[str, bytes],
    store: str,
    capsys: pytest.CaptureFixture[str],
) -> None:
    board = plugged(image=flashed.image)
    data.to_board(Remote(board.port), played)
    assert export.main(["--port", board.port]) == 0
    from_board = capsys.readouterr().out
    assert export.main(["--store", store]) == 0
    assert capsys.readouterr().out == from_board
    board.wait(lambda: any(board.picture()))


def test_faults(store: str, tmp_path: Path, desk: Desk, complaint: Callable[[], str]) -> None:
    assert export.main(["--store", store, "--game", "chess"]) == 1
    assert complaint() == "There is no journal of 'chess': there is dice, counters, trinytia."
    assert export.main([], desk.program) == 1
    assert complaint() == "There is no journal yet: nothing was played."
    assert export.main(["--game", "dice"], desk.program) == 1
    assert complaint() == "There is no journal of 'dice': nothing was played yet."
    assert export.main(["--backup", str(tmp_path / "none.zip")]) == 1
    assert complaint() == f"{tmp_path}/none.zip cannot be read: No such file or directory."
    (tmp_path / "file").touch()
    assert export.main([str(tmp_path / "file" / "x.txt"), "--store", store]) == 1
    assert complaint().startswith(f"{tmp_path}/file/x.txt cannot be written: ")


def test_damage_is_said(tmp_path: Path, played: dict[str, bytes], capsys: pytest.CaptureFixture[str]) -> None:
    data.to_folder(tmp_path / "store", {**played, "counters/0": played["counters/0"][:-3] + b"abc"})
    shutil.rmtree(tmp_path / "store" / "dice")
    assert export.main(["--store", str(tmp_path / "store"), "--game", "counters"]) == 0
    out, err = capsys.readouterr()
    assert "Zoé Vie 20→22" in out
    assert err == "The journal of counters is damaged; what can be read is there.\n"
