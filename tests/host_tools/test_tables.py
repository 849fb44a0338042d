"""The owner's tables of Trirème, checked, sent and fetched."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from gobelet.core.procedure import values
from gobelet.games.trireme.rules import cells, fleet_fights, ramming
from host_tools import data, tables
from tests.host_tools.conftest import Desk

GOOD = "set\tship_ram_damage\t10\t+4\tBra\nparam\tfleet_grapple_need\t9\n"
BAD = "set\tship_ram_damage\t10\t+4\tBra\nset\tship_ram_damage\t16\t+4\tBr\n"


@pytest.fixture
def file(tmp_path: Path) -> Path:
    path = tmp_path / "mine.tsv"
    path.write_text(GOOD)
    return path


def test_the_starter_is_clean(capsys: pytest.CaptureFixture[str]) -> None:
    assert tables.main(["check", str(tables.STARTER)]) == 0
    assert capsys.readouterr().out.splitlines() == [
        "ship_ram_damage: 178 cells in doubt, 6 to check",
        "ship_rake_damage: 36 cells in doubt, 0 to check",
        "ship_clearance: 4 cells in doubt, 14 to check",
    ]


def test_rejections_and_warnings_have_their_lines(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    file.write_text(
        BAD
        + "set\tship_ram_damage\t5\t-1\tX\n"
        + "set\tship_ram_damage\t6\t-1\téX\n"
        + "set\tship_ram_damage\t9\t0\tKraken\n",
        encoding="utf-8",
    )
    assert tables.main(["check", str(file)]) == 1
    assert capsys.readouterr().out.splitlines()[:3] == [
        "line 2: there is no row '16' here, or it was there before. LEFT OUT",
        "line 4: the cell ship_ram_damage 6 -1 is worse for the rammer than its neighbour to the left or "
        "above; is it so?",
        "line 5: 'Kraken' is no value of the legend; it is shown with ? and nothing follows from it.",
    ]


def test_every_reason_has_its_sentence() -> None:
    every = (
        ("utf8", ()),
        ("word", ("x",)),
        ("table", ("x",)),
        ("head", (1, 2)),
        ("column", ("x",)),
        ("row", ("x",)),
        ("cells", (1, 2)),
        ("rows", (1, 2)),
        ("fields", ("set", 1, 2)),
        ("diag", ("x",)),
        ("param", ("x",)),
        ("option", ("x", "y")),
        ("value", ("x",)),
        ("break", ("x", "1", "2")),
    )
    for code, arguments in every:
        said = tables.sentence((7, code, arguments))
        assert said.startswith("line 7: ")
        assert "{" not in said


def test_a_clean_file_goes_to_the_device_which_starts_again(
    desk: Desk, file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    desk.put("data/settings", b"language=fr\n")
    assert tables.main(["send", str(file)], desk.program) == 0
    assert desk.board.tree() == {"data/settings": b"language=fr\n", "data/trireme.tsv": GOOD.encode()}
    assert desk.board.state.restarts == 1
    assert capsys.readouterr().out.splitlines()[-2:] == [
        "need = 9",
        "Sent to the device at /dev/ttyACM0.",
    ]


def test_nothing_is_sent_of_a_bad_file_unless_forced(
    desk: Desk, file: Path, complaint: Callable[[], str]
) -> None:
    file.write_text(BAD)
    assert tables.main(["send", str(file)], desk.program) == 1
    assert complaint() == (
        "Nothing was sent; mend the lines that are left out, or send the file as it is with --force, which also "
        "overwrites what is on the device."
    )
    assert desk.log() == []
    assert tables.main(["send", str(file), "--force"], desk.program) == 0
    assert desk.board.tree() == {"data/trireme.tsv": BAD.encode()}


def test_no_force_makes_a_faulty_file_a_good_one(file: Path) -> None:
    file.write_text(BAD)
    assert tables.main(["check", str(file)]) == 1
    assert tables.main(["check", str(file), "--force"]) == 1


def test_what_was_kept_at_the_table_is_overwritten_only_by_force(
    desk: Desk, file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    kept = GOOD.encode() + b"param\tfleet_ram_dice\t2\n"
    desk.put("data/trireme.tsv", kept)
    assert tables.main(["send", str(file)], desk.program) == 1
    assert capsys.readouterr().err == (
        f"Nothing was sent: the device at /dev/ttyACM0 has tables of its owner that {file} does not begin with; "
        "`fetch` them into another file, then overwrite them with --force.\n"
    )
    assert desk.board.tree() == {"data/trireme.tsv": kept}
    assert desk.board.state.restarts == 1, "it plays on"
    assert tables.main(["send", str(file), "--force"], desk.program) == 0
    assert capsys.readouterr().out.endswith(
        f"Sent to the device at /dev/ttyACM0, in place of {len(kept)} bytes there.\n"
    )
    assert desk.board.tree() == {"data/trireme.tsv": GOOD.encode()}


def test_what_was_fetched_goes_back_with_more_lines(
    desk: Desk, tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    path = tmp_path / "kept.tsv"
    desk.put("data/trireme.tsv", GOOD.encode())
    assert tables.main(["fetch", str(path)], desk.program) == 0
    assert tables.main(["send", str(path)], desk.program) == 0
    assert capsys.readouterr().out.endswith(
        "Nothing to send: the device at /dev/ttyACM0 has exactly these tables.\n"
    )
    more = GOOD + "param\tfleet_ram_dice\t2\n"
    path.write_text(more)
    assert tables.main(["send", str(path)], desk.program) == 0
    assert desk.board.tree() == {"data/trireme.tsv": more.encode()}


@pytest.mark.parametrize(
    ("old", "sent"),
    [
        (b"", True),
        (b"param\tfleet_grapple_need\t1", False),  # or the 1 would be lost in 12
        (b"param\tfleet_grapple_need\t12", True),
        (b"param\tfleet_grapple_need\t12\n", True),
        (b"param\tfleet_grapple_need\t12\n\n", False),
    ],
)
def test_a_file_begins_with_whole_lines(file: Path, tmp_path: Path, old: bytes, sent: bool) -> None:
    (tmp_path / "trireme.tsv").write_bytes(old)
    file.write_text("param\tfleet_grapple_need\t12\n# more\n")
    assert tables.main(["send", str(file), "--store", str(tmp_path)]) == (0 if sent else 1)
    assert (tmp_path / "trireme.tsv").read_bytes() == (file.read_bytes() if sent else old)


def test_tables_that_cannot_be_read_are_overwritten_only_by_force(
    file: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch, complaint: Callable[[], str]
) -> None:
    unreadable = data.Data(unreadable=["trireme.tsv"])
    monkeypatch.setattr(data, "from_folder", lambda folder: unreadable)
    assert tables.main(["send", str(file), "--store", str(tmp_path)]) == 1
    assert complaint() == (
        f"Nothing was sent: the tables that {tmp_path} has cannot be read; overwrite them with --force."
    )
    assert not (tmp_path / "trireme.tsv").exists()
    assert tables.main(["send", str(file), "--store", str(tmp_path), "--force"]) == 0
    assert (tmp_path / "trireme.tsv").read_text() == GOOD


def test_a_pulled_cable_leaves_the_old_file(desk: Desk, file: Path, complaint: Callable[[], str]) -> None:
    desk.put("data/trireme.tsv", b"# old\n")
    for at in (1, 2):  # the file, its name
        desk.replug(die_at=at)
        assert tables.main(["send", str(file), "--force"], desk.program) == 1
        assert desk.board.tree()["data/trireme.tsv"] == b"# old\n"
        assert complaint().startswith("The connection to the board at /dev/ttyACM0 broke")


def test_it_is_fetched_with_the_choices_kept_there(
    desk: Desk, tmp_path: Path, capsys: pytest.CaptureFixture[str], complaint: Callable[[], str]
) -> None:
    path = tmp_path / "kept.tsv"
    assert tables.main(["fetch", str(path)], desk.program) == 1
    assert complaint().startswith("the device at /dev/ttyACM0 has no tables of its owner;")
    assert not path.exists()
    desk.put("data/trireme.tsv", GOOD.encode())
    assert tables.main(["fetch", str(path)], desk.program) == 0
    assert path.read_text() == GOOD
    assert "177 cells in doubt" in capsys.readouterr().out
    assert tables.main(["fetch", str(path)], desk.program) == 1
    assert complaint() == f"{path} exists already; choose another name, or overwrite it with --force."
    assert tables.main(["fetch", str(path), "--force"], desk.program) == 0


def test_a_file_that_has_grown_at_the_table(desk: Desk, tmp_path: Path, complaint: Callable[[], str]) -> None:
    """The device only appends, so its file may be more than can be sent."""
    path = tmp_path / "kept.tsv"
    line = b"param\tfleet_grapple_need\t9\n"
    advice = "take out comments, and lines that a later one for the same cell or parameter overrules"
    desk.put("data/trireme.tsv", line * 700)
    assert tables.main(["fetch", str(path)], desk.program) == 0
    assert (
        complaint()
        == f"These are more than the 16384 bytes that can be sent back; {advice}, then send it with --force."
    )
    assert path.read_bytes() == line * 700, "all of it is kept"
    for force in ([], ["--force"]):
        assert tables.main(["send", str(path), *force], desk.program) == 1
        assert complaint() == f"{path} has {len(line) * 700} bytes, 16384 are the most; {advice}."
    path.write_bytes(line)
    assert tables.main(["send", str(path), "--force"], desk.program) == 0
    assert desk.board.tree() == {"data/trireme.tsv": line}


def test_into_the_simulator_and_back(file: Path, tmp_path: Path, complaint: Callable[[], str]) -> None:
    store = tmp_path / "store"
    assert tables.main(["send", str(file), "--store", str(store)]) == 1
    assert complaint() == f"There is no folder {store}; the simulator makes its own when it is played with."
    store.mkdir()
    assert tables.main(["send", str(file), "--store", str(store)]) == 0
    assert [p.name for p in store.iterdir()] == ["trireme.tsv"]
    back = tmp_path / "back.tsv"
    assert tables.main(["fetch", str(back), "--store", str(store)]) == 0
    assert back.read_text() == GOOD


def test_what_a_procedure_is_told(file: Path) -> None:
    file.write_text("set\tship_ram_damage\t10\t0\tBra\nparam\tfleet_grapple_need\t9\n")
    ram, grapple = ramming.ship_ram, fleet_fights.fleet_grapple
    v = values(ram, {})
    assert tables.known(file, ram, {}, v)["rows10"] == cells.read("Bra")
    far = values(ram, {"rammer_size": 9})
    assert not any(tables.known(file, ram, {"rammer_size": 9}, far)[name] for name in cells.COLUMN[0])
    assert tables.known(file, grapple, {}, values(grapple, {})) == {"need": 9}
    assert tables.known(file, grapple, {"need": 5}, {}) == {"need": 5}, "what is given goes before"


def test_files_that_cannot_be(tmp_path: Path, complaint: Callable[[], str]) -> None:
    assert tables.main(["check", str(tmp_path / "none")]) == 1
    assert complaint().endswith("/none cannot be read: No such file or directory.")
    large = tmp_path / "large"
    large.write_bytes(b"#" * 16385)
    assert tables.main(["check", str(large)]) == 1
    assert complaint() == (
        f"{large} has 16385 bytes, 16384 are the most; take out comments, and lines that a later one for the "
        "same cell or parameter overrules."
    )
    large.write_bytes(b"#" * 16384)
    assert tables.main(["check", str(large)]) == 0
