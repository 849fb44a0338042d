"""The owner's tables of Trirème: checking, sending and fetching them."""

from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from gobelet.games.trireme.rules import counters, fleet_boarding, owner_file, ship_ramming
from gobelet.games.trireme.rules.tables import DAMAGE_INPUTS, damage_code
from gobelet.rules.procedure import values
from host_tools.device import data
from host_tools.questions import tables
from tests.any_text import any_text
from tests.host_tools.conftest import Desk

GOOD = "set\tship_ram_damage\t10\t+4\tBra\nparam\tfleet_grapple_need\t9\n"
BAD = "set\tship_ram_damage\t10\t+4\tBra\nset\tship_ram_damage\t16\t+4\tBr\n"


STARTER = tables.STARTER.read_text(encoding="utf-8").splitlines()


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


COMMENTS = [line for line in STARTER if line.startswith("#")]
EXAMPLES = [line[1:] for line in COMMENTS if "\t" in line]


def test_the_starter_shows_every_kind_of_line() -> None:
    kinds = [example.split("\t")[0] for example in EXAMPLES]
    assert kinds == ["set"] * 3 + ["diag"] + ["param"] * 8 + ["ship"] * 2
    content = "\n".join(EXAMPLES).encode()
    found = owner_file.parse_file(content)
    assert (found.faults, found.notes) == ([], [])
    assert [sum(map(bool, codes)) for codes in found.cells] == [14, 1, 1], (
        "a diagonal and a cell, then a cell each"
    )


def test_the_readme_s_example_is_right() -> None:
    readme = (tables.STARTER.parents[2] / "firmware/gobelet/games/trireme/README.md").read_text(
        encoding="utf-8"
    )
    lines = [line.strip() for line in readme.splitlines() if "\t" in line]
    assert [line.split("\t")[0] for line in lines] == ["set", "diag", "param", "ship"]
    found = owner_file.parse_file("\n".join(lines).encode())
    assert (found.faults, found.notes, found.params) == ([], [], {"need": 9})
    assert found.ships == {0: counters.parse_line(["ship", "Alpha", "5", "8", "6", "ordinaire"])[1]}
    assert found.unsure_counts(0) == (6, 178 - 14)


def test_the_starter_names_every_parameter_with_its_options() -> None:
    above = {line: " ".join(COMMENTS[at - 2 : at]) for at, line in enumerate(COMMENTS)}
    for row in owner_file.PARAMS:
        name, field, start, _, *options = row.split()
        (line,) = [line for line in COMMENTS if line.startswith(f"#param\t{name}\t")]
        assert owner_file.parse_file(line[1:].encode()).params == {field: int(start)}, (
            "what is taken without it"
        )
        words = re.findall("[-+]?\\w+", above[line])
        for option in ["0", "1", "30"] if options == ["0..30"] else options:
            assert option in words, (name, option)


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
        "line 2: there is no row '16' here; write 0 to 14; this line is LEFT OUT.",
        "line 4: the cell ship_ram_damage 6 -1 is worse for the ramming ship than the one to its left or above; it "
        "counts, but read your sheet once more.",
        "line 5: 'Kraken' is not in the legend at the head of host_tools/questions/trireme.tsv; the cell stays in "
        "doubt until it is.",
    ]


def starter_lines(name: str) -> list[str]:
    """Return the lines of one table of the starter file."""
    start = STARTER.index(f"@table\t{name}")
    rows = 4 if name == "ship_clearance" else 15
    return STARTER[start : start + 2 + rows]


RAM, RAKE = starter_lines("ship_ram_damage"), starter_lines("ship_rake_damage")
NO_TABLE = "write ship_ram_damage, ship_rake_damage or ship_clearance"
RAM_LOST = "the whole table ship_ram_damage is LEFT OUT."
RAKE_LOST = "the whole table ship_rake_damage is LEFT OUT."
LINE_LOST = "this line is LEFT OUT."
MODEL = "host_tools/questions/trireme.tsv"

# A file, the message about it, and the end of its sentence.
SAID = {
    "a cell too many": (
        [*RAM[:-1], RAM[-1] + "\tX"],
        "line 17: the row has 18 cells, 17 are needed; put one tab between any two",
        RAM_LOST,
    ),
    "no head": (
        [RAM[0], *RAM[2:]],
        f"line 2: the table has a row before its @head line; copy that line, with 17 columns, from {MODEL}",
        RAM_LOST,
    ),
    "an empty head": (
        [RAM[0], "@head", *RAM[2:]],
        f"line 2: the @head line has 0 columns, 17 are needed; copy it from {MODEL}",
        RAM_LOST,
    ),
    "columns changed over": (
        [RAM[0], RAM[1].replace("+1\t+2", "+2\t+1"), *RAM[2:]],
        f"line 2: the column '+2' is not in its place; put the columns in the order of {MODEL}",
        RAM_LOST,
    ),
    "a column that is none": (
        [RAM[0], RAM[1].replace("+1\t", "one\t"), *RAM[2:]],
        "line 2: there is no column 'one' here; write a whole ratio such as -4, 0 or +4, or a label of @head in "
        + MODEL,
        RAM_LOST,
    ),
    "a row twice": (
        [*RAM, RAM[-1]],
        "line 18: the row '14' is there twice; take one of the two out",
        RAM_LOST,
    ),
    "a row that is none": (
        [*RAKE[:3], "x" + RAKE[3], *RAKE[4:]],
        "line 4: there is no row 'x1' here; write 0 to 14",
        RAKE_LOST,
    ),
    "a row missing": (
        RAM[:-1],
        "line 1: the table has 14 rows, 15 are needed; put all of them behind its @head, and no other line between",
        RAM_LOST,
    ),
    "a line between": (
        [*RAKE[:6], "set\tship_ram_damage\t3\t+3\tBra", *RAKE[6:]],
        "line 1: the table has 4 rows, 15 are needed; put all of them behind its @head, and no other line between",
        RAKE_LOST,
    ),
    "no table": (
        ["@table\tship_ram"],
        f"line 1: there is no table 'ship_ram'; {NO_TABLE}",
        "'ship_ram' is LEFT OUT.",
    ),
    "no name": (["@table"], f"line 1: there is no table ''; {NO_TABLE}", "the whole table is LEFT OUT."),
    "no table to set": (
        ["set\tship_ram\t1\t1\tX"],
        f"line 1: there is no table 'ship_ram'; {NO_TABLE}",
        LINE_LOST,
    ),
    "no row to set": (
        ["set\tship_ram_damage\t15\t1\tX"],
        "line 1: there is no row '15' here; write 0 to 14",
        LINE_LOST,
    ),
    "no crew": (
        ["set\tship_clearance\tcaptain\t4\tD"],
        "line 1: there is no row 'captain' here; write expert, ordinaire, debutant or esclave",
        LINE_LOST,
    ),
    "no column to set": (
        ["set\tship_rake_damage\t4\t+5\tX"],
        "line 1: there is no column '+5' here; write inf, egal or sup",
        LINE_LOST,
    ),
    "no such roll": (
        ["set\tship_clearance\texpert\t13\tD"],
        "line 1: there is no column '13' here; write 2 to 12",
        LINE_LOST,
    ),
    "too few fields": (
        ["set\tship_ram_damage\t10\t+4 Bra"],
        "line 1: a set line is set, table, row, column, value, with one tab between any two; fields here: 4, needed: 5",
        LINE_LOST,
    ),
    "too many fields": (
        ["param\tfleet_ram_dice\t2\t3"],
        "line 1: a param line is param, name, option, with one tab between any two; fields here: 4, needed: 3",
        LINE_LOST,
    ),
    "no diagonal": (
        ["diag\tship_rake_damage\t3\tX"],
        "line 1: '3' is no diagonal; write ship_ram_damage, then the dice + the number of the column, 1 to 31",
        LINE_LOST,
    ),
    "no parameter": (
        ["param\tfleet_wind\t1"],
        "line 1: there is no parameter 'fleet_wind'; write one of fleet_ram_dice, fleet_ram_add_size, "
        "fleet_ram_parity, fleet_grapple_need, fleet_grapple_dice, fleet_grapple_equipment, "
        "ship_boarding_split, fleet_boarding_held",
        LINE_LOST,
    ),
    "no option": (
        ["param\tfleet_ram_dice\t7"],
        "line 1: '7' is not allowed here; write 0, 1, 2 or 3",
        LINE_LOST,
    ),
    "no number to reach": (
        ["param\tfleet_grapple_need\t99"],
        "line 1: '99' is not allowed here; write 0 to 30",
        LINE_LOST,
    ),
    "no such counter": (
        ["ship\tArgo\t5\t8\t6\tordinaire"],
        "line 1: there is no counter 'Argo'; write a Greek letter such as Alpha, or one of Victoire, Fortune, Neptune, "
        "Minerve, Mercure, Apollon, Diane, Junon, Mars, Venus, Hercule, Sirene, Triton, Dauphin, Aigle, Requin",
        LINE_LOST,
    ),
    "a crew that is none": (
        ["ship\tAlpha\t5\t8\t6\tdrunk"],
        "line 1: 'drunk' is not allowed here; write expert, ordinaire, debutant or esclave",
        LINE_LOST,
    ),
    "a counter with too few values": (
        ["ship\tAlpha\t5\t8\tordinaire"],
        "line 1: a ship line is ship, name, PV, boarding factor, size, crew, with one tab between any two; fields "
        "here: 5, needed: 6",
        LINE_LOST,
    ),
    "no word of ours": (
        ["hello"],
        "line 1: 'hello' begins no line; begin with set, diag, param, ship or @table, and put a tab behind each field",
        LINE_LOST,
    ),
    "a ~ of the owner's own": (
        ["set\tship_ram_damage\t10\t+4\tBra~"],
        "line 1: 'Bra~' has a ~ of your own, and only a cell as shipped can have one: the cell stays in doubt; take "
        "the ~ away once you have read the value on your sheet",
        "sheet.",
    ),
    "a ~ in a sure cell": (
        ["set\tship_ram_damage\t2\t0\tI~"],
        "line 1: 'I~' has a ~ of your own, and only a cell as shipped can have one: the cell stays in doubt; take the "
        "~ away once you have read the value on your sheet",
        "sheet.",
    ),
    "worse than both its neighbours": (
        ["set\tship_rake_damage\t1\tsup\téX"],
        "line 1: the cell ship_rake_damage 1 sup is worse for the ramming ship than the one to its left or above; it "
        "counts, but read your sheet once more",
        "more.",
    ),
    "long and strange": (
        ["set\tship_ram_damage\t3\t+3\t" + "\x00\x01" * 200],
        "line 1: '\\x00\\x01\\x00\\x01\\x00\\x01\\x00\\…' is not in the legend at the head of "
        "host_tools/questions/trireme.tsv; the cell stays in doubt until it is",
        "it is.",
    ),
}


@pytest.mark.parametrize("case", SAID)
@pytest.mark.parametrize("end", ["\n", "\r\n", "\r"])
def test_one_sentence_says_what_is_wrong_and_what_to_do(
    file: Path, capsys: pytest.CaptureFixture[str], case: str, end: str
) -> None:
    lines, said, ends = SAID[case]
    file.write_bytes(end.join([*lines, ""]).encode())
    assert tables.main(["check", str(file)]) == (1 if "LEFT OUT" in ends else 0)
    printed = capsys.readouterr().out.splitlines()
    assert [line for line in printed if line.startswith("line ")] == printed[:1], "one is enough"
    assert printed[0].startswith((said + "; ", said + "."))
    assert printed[0].endswith(ends)


def test_what_is_no_text_is_told_for_a_line_and_for_a_table() -> None:
    content = b"\xff\xfe\n" + "\n".join(RAKE).encode().replace("éI".encode(), b"\xe9I", 1)
    assert tables.report(owner_file.parse_file(content), content)[:2] == [
        "line 1: this is not UTF-8; save the file as UTF-8; this line is LEFT OUT.",
        "line 4: this is not UTF-8; save the file as UTF-8; the whole table ship_rake_damage is LEFT OUT.",
    ]


def test_parameters_are_reported_as_they_are_written(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    written = ["fleet_ram_parity\ttotals", "fleet_grapple_equipment\t1", "ship_boarding_split\tlower"]
    file.write_text("".join(f"param\t{line}\n" for line in reversed(written)))
    assert tables.main(["check", str(file)]) == 0
    assert capsys.readouterr().out.splitlines()[3:] == [
        "fleet_ram_parity = totals",
        "fleet_grapple_equipment = +1",
        "ship_boarding_split = lower",
    ]


LINES = st.one_of(
    st.sampled_from([line for lines, _, _ in SAID.values() for line in lines]),
    any_text(9),
    st.binary(max_size=9).map(lambda raw: raw.decode("latin-1")),
)


@given(st.lists(LINES, max_size=30), st.sampled_from(["utf-8", "utf-16"]))
def test_whatever_is_in_a_file_it_is_told_in_short_lines(lines: list[str], encoding: str) -> None:
    content = "\n".join(lines).encode(encoding, "replace")
    for line in tables.report(owner_file.parse_file(content), content):
        assert 0 < len(line) < 300
        assert line.isprintable()


def test_nobody_needs_to_read_to_the_end(file: Path, unread: Callable[..., tuple[int, str]]) -> None:
    assert unread("host_tools.questions.tables", "check", str(file)) == (0, "")
    file.write_text("x\n" * 8000)
    assert unread("host_tools.questions.tables", "check", str(file)) == (1, ""), "it is no better for that"


def test_a_clean_file_goes_to_the_device_which_starts_again(
    desk: Desk, file: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    desk.put("data/settings", b"language=fr\n")
    assert tables.main(["send", str(file)], desk.program) == 0
    assert desk.board.tree() == {"data/settings": b"language=fr\n", "data/trireme.tsv": GOOD.encode()}
    assert desk.board.state.restarts == 1
    assert capsys.readouterr().out.splitlines()[-2:] == [
        "fleet_grapple_need = 9",
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
        (b"param\tfleet_grapple_need\t1", False),  # without the tab the 1 would also be found in 12
        (b"param\tfleet_grapple_need\t12", True),
        (b"param\tfleet_grapple_need\t12\n", True),
        (b"param\tfleet_grapple_need\t12\n\n", False),
        (b"param\tfleet_grapple_need\t12\r", False),
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
    for at in (1, 2):  # writes the file, then its name
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
    """The device only appends, so its file may be larger than the desk may send."""
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


def test_a_faulty_file_is_not_used_in_silence(file: Path, capsys: pytest.CaptureFixture[str]) -> None:
    grapple = fleet_boarding.fleet_grapple
    tables.inputs_from_file(file, grapple, {}, values(grapple, {}))
    assert capsys.readouterr() == ("", "")
    file.write_text(GOOD + "param\tfleet_wind\t1\nhello\n")
    assert tables.inputs_from_file(file, grapple, {}, values(grapple, {})) == {"need": 9}
    assert capsys.readouterr() == (
        "",
        f"Part of {file} is left out; `python -m host_tools.questions.tables check {file}` says which and why.\n",
    )


def test_what_a_procedure_is_told(file: Path) -> None:
    file.write_text("set\tship_ram_damage\t10\t0\tBra\nparam\tfleet_grapple_need\t9\n")
    ram, grapple = ship_ramming.ship_ram, fleet_boarding.fleet_grapple
    v = values(ram, {})
    assert tables.inputs_from_file(file, ram, {}, v)["rows10"] == damage_code("Bra")
    far = values(ram, {"rammer_size": 9})
    assert not any(
        tables.inputs_from_file(file, ram, {"rammer_size": 9}, far)[name] for name in DAMAGE_INPUTS[0]
    )
    assert tables.inputs_from_file(file, grapple, {}, values(grapple, {})) == {"need": 9}
    assert tables.inputs_from_file(file, grapple, {"need": 5}, {}) == {"need": 5}, "what is given goes before"


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
