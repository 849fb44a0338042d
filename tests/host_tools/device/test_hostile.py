"""A device that resets, disconnects, floods the line, or answers nonsense.

The command says one sentence, prints no control characters, and loses or writes nothing unasked.
"""

from __future__ import annotations

import io
import json
import os
import random
import re
import sys
import zipfile
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest

from host_tools import ask
from host_tools.building import build
from host_tools.device import (
    backup,
    bounded,
    data,
    doctor,
    flash,
    names,
    remote,
    restore,
    screenshot,
)
from host_tools.questions import export, presets, tables
from tests.host_tools.conftest import Desk
from tests.sweep import case_count, sample_cases

DATA = {"settings": b"language=en\n", "names.txt": "Zoé\n".encode(), "dice/0": bytes(range(200))}
OTHER = {"settings": b"language=fr\n", "trireme/1": b"y" * 900}
FRAME = "@ no " + "18" * 1024 + "\n"
FACTS = "@ ('heap', 230000)\n@ ('storage', (9, 9))\n@ ('root', [('main.py', 9)])\n@ ('low', ['SDA'])\n"

Answer = tuple[int, str, str]


def of_a_board(code: str) -> str | None:
    """Return the output of a script that needs a chip.

    The result is None for a script that needs only files.
    """
    if "gobelet.start.boot" in code:
        return FRAME
    return FACTS if "mem_free" in code else None


@pytest.fixture
def board(desk: Desk, monkeypatch: pytest.MonkeyPatch) -> Desk:
    """A board with all files on it, which becomes hostile at call number `at`."""
    for name, content in DATA.items():
        desk.put(f"data/{name}", content)
    plain = desk.run

    def run(command: list[str], *limits: float) -> Answer:
        said = of_a_board(command[-1])
        return plain(command, *limits) if said is None else (0, said, "")

    monkeypatch.setattr(desk, "run", run)
    monkeypatch.setattr(remote.bounded, "run", run)
    monkeypatch.setattr(screenshot, "START_SECONDS", 0)
    return desk


# Faulty answers of a device, made from the true answer and a random generator.


def answer_gone(true: Answer, chance: random.Random) -> Answer:
    return 1, "", "serial.serialutil.SerialException: device disconnected\n"


def answer_late(true: Answer, chance: random.Random) -> Answer:
    raise bounded.TooLate


def answer_flood(true: Answer, chance: random.Random) -> Answer:
    raise bounded.TooMuch


def answer_reset(true: Answer, chance: random.Random) -> Answer:
    return 1, true[1][: len(true[1]) // 2] + "\r\nMPY: soft reboot\r\n", "mpremote: could not exec command\n"


def answer_traceback(true: Answer, chance: random.Random) -> Answer:
    return (
        1,
        "Traceback (most recent call last):\nOSError: \x1b]0;owned\x07\x1b[2J\x9b31m\u202e" + "x" * 9000,
        "",
    )


def answer_escapes(true: Answer, chance: random.Random) -> Answer:
    return true[0], re.sub(r"[a-z/]{3,}", lambda found: f"\x1b[2J{found[0]}\x07\u2028\x00", true[1]), true[2]


def answer_cut(true: Answer, chance: random.Random) -> Answer:
    return true[0], true[1][: chance.randrange(len(true[1]) + 1)], true[2]


def answer_mixed(true: Answer, chance: random.Random) -> Answer:
    rows = true[1].splitlines()
    chance.shuffle(rows)
    return true[0], "".join(f"{row}\n" for row in rows * 2), true[2]


def answer_numbers(true: Answer, chance: random.Random) -> Answer:
    big = chance.choice(("0", "-1", "9" * 30, "9" * 6000, "1e9", "0x" + "f" * 6000))
    return true[0], re.sub(r"(?<=[ (,])\d+", big, true[1]), true[2]


def answer_noise(true: Answer, chance: random.Random) -> Answer:
    said = bytes(chance.choices(range(256), k=3000)).decode("utf-8", "replace")
    return 0, "".join(f"@ {part}\n" for part in re.split("[\n8]", said)), ""


ROWS = (
    "+", "+ =", "+ AAAA", "F", "F 0", "F 0 - /", "F x y z", "X", "X ../../x", "D", "D ..", "D 0 - /..", "S 0 0 /",
    "F 5 " + "0" * 64 + " /packs/../../x", "S - - /", "none", "torn", "yes", "yes zz", "no " + "0" * 2047, "()", "(7)",
    "('heap', 'x')", "('micropython', 'x', 2, 3, 4)", "(" * 9000, "[" * 300, "('micropython', 1, 28, 7, 8)",
    f"F {build.digest(b'')} ../../0", f"F {build.digest(b'')} ../0", f"F {build.digest(b'')} /etc/0",
    f"F {build.digest(b'')} a\\..\\b", f"F {build.digest(b'')} c:x", f"F {build.digest(b'')} \x1b[2J",
)  # fmt: skip


def answer_rows(true: Answer, chance: random.Random) -> Answer:
    listed = [f"@ {row}" for row in chance.sample(ROWS, 4)]
    return 0, "\n".join([*true[1].splitlines(), *listed, ""]), ""


HOSTILE = [
    answer_gone,
    answer_late,
    answer_flood,
    answer_reset,
    answer_traceback,
    answer_escapes,
    answer_cut,
    answer_mixed,
    answer_numbers,
    answer_noise,
    answer_rows,
]


def zip_file(tmp_path: Path) -> Path:
    path = tmp_path / "other.zip"
    path.write_bytes(backup.pack(OTHER))
    return path


def write_text(path: Path, text: str) -> Path:
    path.write_text(text)
    return path


Act = Callable[[Desk, Path, Path], int]
COMMANDS: dict[str, Act] = {
    "flash": lambda desk, folder, root: flash.main(["--plain"], desk.program, root),
    "doctor": lambda desk, folder, root: doctor.main([], desk.program, root),
    "backup": lambda desk, folder, root: backup.main([str(folder / "kept.zip")], desk.program),
    "restore": lambda desk, folder, root: restore.main([str(zip_file(folder)), "--force"], desk.program),
    "screenshot": lambda desk, folder, root: screenshot.main([str(folder / "shot.png")], desk.program),
    "export": lambda desk, folder, root: export.main([], desk.program),
    "names": lambda desk, folder, root: names.main(["Zoé", "Al"], desk.program),
    "presets": lambda desk, folder, root: presets.main(
        [str(write_text(folder / "p.txt", "Foo = 2d6\n"))], desk.program
    ),
    "tables": lambda desk, folder, root: tables.main(
        ["send", str(write_text(folder / "t.tsv", "param\tfleet_grapple_need\t9\n")), "--force"], desk.program
    ),
}


# All pairs of a restore, which could lose most, and some of the other commands.
PAIRS = [
    *(("restore", hostile) for hostile in HOSTILE),
    *sample_cases(
        ((command, hostile) for command in COMMANDS if command != "restore" for hostile in HOSTILE), 28
    ),
]


@pytest.mark.sweep
@pytest.mark.parametrize(("command", "hostile"), PAIRS, ids=lambda each: getattr(each, "__name__", each))
def test_a_hostile_device_in_the_middle_of_a_command(
    command: str,
    hostile: Callable[[Answer, random.Random], Answer],
    board: Desk,
    project: Path,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    (project / "boards/pico_ssd1306.py").write_text(BOARD)
    plain = board.run
    work = tmp_path / "work"
    work.mkdir()
    begun: list[int] = []

    def run(asked: list[str], *limits: float) -> Answer:
        begun.append(0)
        if asked[-1] == "list" or len(begun) <= at:
            return plain(asked, *limits)
        return hostile(plain(asked, *limits), random.Random(f"{at} {len(begun)}"))

    monkeypatch.setattr(remote.bounded, "run", run)
    at = 1
    while at < 40:
        for name, content in DATA.items():
            board.put(f"data/{name}", content)
        begun.clear()
        code = COMMANDS[command](board, work, project)
        out, err = capsys.readouterr()
        assert not re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f\u2028\u2029\u202e]", out + err), (at, out, err)
        assert "Traceback" not in out + err
        assert code in (0, 1)
        if code and command != "doctor":
            assert err, at
        assert all(len(line) < 2500 for line in err.splitlines()), err
        assert {path.name for path in work.iterdir()} <= EXPECTED, at
        assert {path.name for path in tmp_path.iterdir()} <= {"work", "desk", "project"}, (
            "it stays in its folder"
        )
        if code:
            assert not (work / "kept.zip").exists() or backup.read(work / "kept.zip")
        there = {path: content for path, content in board.board.tree().items() if path.startswith("data")}
        if command == "restore":
            kept = [dict(files_under(there, folder)) for folder in ("data", "data.old", "data.new")]
            assert DATA in kept or OTHER in kept, at
        elif command not in ("names", "presets", "tables"):
            assert files_under(there, "data") == DATA
        if len(begun) <= at:
            break  # the act ended before the device became hostile
        for path in work.iterdir():
            path.unlink()
        at += 1
    assert at > 1


EXPECTED = {"kept.zip", "other.zip", "shot.png", "p.txt", "t.tsv"}
BOARD = (
    "CHIP = 'ssd1306'\nMCU = 'RP2040'\nWIRELESS = False\nUP = 10\nDOWN = 11\nOK = 12\nBACK = 13\n"
    "SDA = 4\nSCL = 5\nI2C = 0\nFREQ = 400000\nADDRESS = 0x3C\n"
)


def files_under(files: dict[str, bytes], folder: str) -> dict[str, bytes]:
    return {
        path.removeprefix(folder + "/"): content
        for path, content in files.items()
        if path.startswith(folder + "/")
    }


# The program between the desk and the device.


@pytest.mark.parametrize("stream", ["stdout", "stderr"])
def test_a_flood_is_stopped(stream: str, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(remote, "_ANSWER_BYTES", 1 << 20)
    flood = (sys.executable, "-c", f"import sys\nwhile 1: sys.{stream}.write('x' * 65536)")
    with pytest.raises(remote.RemoteError, match="says more than it was asked"):
        remote.Remote("/dev/ttyACM0", flood).exec("")


def test_what_a_program_says_is_whole() -> None:
    talk = "import sys; sys.stderr.write('b' * 200000); sys.stdout.write('é' * 100000); sys.exit(3)"
    assert bounded.run([sys.executable, "-c", talk], 60, 1 << 20) == (3, "é" * 100000, "b" * 200000)


def test_a_silent_one_is_not_waited_for_as_long_as_one_that_talks(monkeypatch: pytest.MonkeyPatch) -> None:
    talk = "import time\nfor _ in range(8): print(_, flush=True); time.sleep(0.5)"
    assert bounded.run([sys.executable, "-c", talk], 60, 1000, 3)[1].split() == list("01234567")
    hang = "import time\nprint(1, flush=True); time.sleep(50)"
    with pytest.raises(bounded.TooLate):
        bounded.run([sys.executable, "-c", hang], 60, 1000, 3)
    asked: list[tuple[float, ...]] = []

    def note_limits(command: list[str], *limits: float) -> Answer:
        asked.append(limits)
        return 0, "", ""

    monkeypatch.setattr(remote.bounded, "run", note_limits)
    remote.Remote("/dev/ttyACM0").rows("", 600)
    remote.Remote("/dev/ttyACM0").restart()
    assert asked == [(600, 16 << 20, 60), (60, 16 << 20, 60)]


def test_what_a_terminal_would_obey_is_not_passed_on() -> None:
    assert remote.plain("a\x1b[2Jb\x07\r\x9b\u202e\ud800") == "a?[2Jb?????"
    assert remote.plain("Où ? « d’été »\u00a0: 3\u202f000 €") == "Où ? « d’été »\u00a0: 3\u202f000 €"


# Names.


@pytest.mark.parametrize(
    "name",
    ["été d'Ève.zip", 'a "b" c.zip', "-x.zip", "--force.zip", "$(touch owned).zip", "; ls.zip", "日本.zip"],
)
def test_files_of_any_name(
    name: str,
    board: Desk,
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    capsys: pytest.CaptureFixture[str],
) -> None:
    monkeypatch.chdir(tmp_path)
    assert backup.main(["--", name], board.program) == 0
    assert backup.read(Path(name)) == DATA
    board.put("data/settings", b"")
    assert restore.main(["--force", "--", name], board.program) == 0
    assert files_under(board.board.tree(), "data") == DATA
    assert {path.name for path in tmp_path.iterdir()} == {"desk", name}


def test_names_on_the_device_go_there_and_back(board: Desk, tmp_path: Path) -> None:
    odd = {
        name: name.encode()
        for name in ("a b", "l'été", 'say "x"', "-f", "--", "%s", "{x}", "$HOME", "'); x('")
    }
    path = tmp_path / "x.zip"
    path.write_bytes(backup.pack(odd))
    assert restore.main([str(path), "--force"], board.program) == 0
    assert files_under(board.board.tree(), "data") == odd
    path.unlink()
    assert backup.main([str(path)], board.program) == 0
    assert backup.read(path) == odd


# Zips.


def make_archive(
    entries: list[tuple[str, bytes]], listed: dict[str, bytes] | None = None, **more: int
) -> bytes:
    out = io.BytesIO()
    sums = {name: build.digest(content) for name, content in (listed or {}).items()}
    with zipfile.ZipFile(out, "w", zipfile.ZIP_DEFLATED) as made:
        made.writestr("gobelet.json", json.dumps({"gobelet-backup": 1, "sha256": sums}))
        for name, content in entries:
            info = zipfile.ZipInfo(name)
            info.compress_type = zipfile.ZIP_DEFLATED
            for field, value in more.items():
                setattr(info, field, value)
            made.writestr(info, content)
    return out.getvalue()


def said_to_hold(text: str) -> bytes:
    """Return a zip without files, whose list is this text."""
    out = io.BytesIO()
    with zipfile.ZipFile(out, "w") as made:
        made.writestr("gobelet.json", text)
    return out.getvalue()


PATHS = [
    "../settings", "/etc/passwd", "a/../0", "dice/../0", "../0", "./0", "//0", "dice//0", "dice/0/0", "c:x", "..\\x",
    "..", ".", "", "a\x1b[2J", "a\nb", "dice/9", "a\u202eb",
]  # fmt: skip


def overlapping_zip() -> bytes:
    """Return a zip in which each entry claims all the bytes.

    To read all entries would take long.
    """
    files = {f"file{n}": random.Random(n).randbytes(2 << 20) for n in range(3)}
    content = bytearray(backup.pack(files))
    at = 0
    while (at := content.find(b"PK\1\2", at + 1)) > 0:
        content[at + 20 : at + 24] = len(content).to_bytes(4, "little")
    return bytes(content)


# Bad files by their fault. Each file is made on demand, because some take long to make and every process
# imports this module.
BAD: dict[str, Callable[[], bytes]] = {
    **{
        f"path {path!r}": partial(make_archive, [(f"data/{path}", b"x")], {path: b"x"})
        for path in PATHS
        if "\x00" not in path
    },
    "bomb": lambda: make_archive([("data/settings", bytes(40 << 20))], {"settings": bytes(40 << 20)}),
    "many": lambda: make_archive(
        [(f"data/{n}", bytes(2 << 20)) for n in range(9)], {str(n): bytes(2 << 20) for n in range(9)}
    ),
    "list": lambda: make_archive([("gobelet.json.", b"")], {str(n): b"" for n in range(9)}),
    "nested": lambda: said_to_hold('{"gobelet-backup": ' + "[" * 100_000 + "]" * 100_000 + "}"),
    "no files": lambda: make_archive([], {}),
    "a list of no files": lambda: said_to_hold('{"gobelet-backup": 1, "sha256": []}'),
    "entries": lambda: make_archive(
        [(f"data/{n}", b"") for n in range(3000)], {str(n): b"" for n in range(3000)}
    ),
    "lying in each other": overlapping_zip,
}


@pytest.mark.parametrize("make", BAD.values(), ids=BAD)
def test_zips_that_are_no_backups(
    make: Callable[[], bytes], board: Desk, tmp_path: Path, complaint: Callable[[], str]
) -> None:
    path = tmp_path / "x.zip"
    path.write_bytes(make())
    before = board.board.tree()
    assert restore.main([str(path), "--force"], board.program) == 1
    assert re.fullmatch(
        re.escape(str(path)) + r" is (no backup of Gobelet, or it is )?damaged[^\x00-\x1f\u202e]*\.",
        complaint(),
    )
    store = tmp_path / "store"
    assert restore.main([str(path), "--store", str(store)]) == 1
    complaint()
    assert not store.exists() and board.board.tree() == before
    assert {each.name for each in tmp_path.iterdir()} == {"x.zip", "desk"}


def test_a_file_where_another_has_its_folder(tmp_path: Path, complaint: Callable[[], str]) -> None:
    """A refused restore leaves no partial files."""
    path = tmp_path / "x.zip"
    path.write_bytes(backup.pack({"dice": b"1", "dice/0": b"2"}))
    store = tmp_path / "store"
    assert restore.main([str(path), "--store", str(store)]) == 1
    assert re.fullmatch(re.escape(str(store)) + r" cannot be written: .*\.", complaint())
    assert list(tmp_path.iterdir()) == [path]


# The second of the two entries gets the name of the first.
TWICE = make_archive([("data/settings", b"one"), ("data/settingz", b"two")], {"settings": b"two"}).replace(
    b"settingz", b"settings"
)


def test_a_file_that_is_twice_in_a_zip() -> None:
    with pytest.raises(data.DataError, match="no backup of Gobelet"):
        backup.unpack(TWICE, "x.zip")


def test_entries_of_a_zip_that_lie_in_each_other(monkeypatch: pytest.MonkeyPatch) -> None:
    """Each entry claims the whole file, so to read all entries would never end."""
    files = {f"file{n}": bytes([n]) for n in range(9)}
    content = bytearray(backup.pack(files))
    assert backup.unpack(bytes(content), "x.zip") == files
    at = 0
    while (at := content.find(b"PK\1\2", at + 1)) > 0:
        content[at + 20 : at + 24] = len(content).to_bytes(4, "little")
    monkeypatch.setattr(data, "LARGEST", len(content))
    with pytest.raises(data.DataError, match="no backup of Gobelet"):
        backup.unpack(bytes(content), "x.zip")


def test_what_a_usb_device_calls_itself_is_no_other_port(board: Desk) -> None:
    board.set(devices=["/dev/ttyACM0 e6 2e8a:0005 Maker Board\u2028/etc/passwd e6 2e8a:0005 Maker Board"])
    assert [port.device for port in remote.ports(board.program)] == ["/dev/ttyACM0"]


def test_a_link_in_a_zip_is_only_its_text(tmp_path: Path) -> None:
    """The content of the link is stored like any other file; the tool does not follow it."""
    link = make_archive(
        [("data/settings", b"/etc/passwd")], {"settings": b"/etc/passwd"}, external_attr=0o120777 << 16
    )
    path = tmp_path / "x.zip"
    path.write_bytes(link)
    assert restore.main([str(path), "--store", str(tmp_path / "store")]) == 0
    settings = tmp_path / "store" / "settings"
    assert not settings.is_symlink() and settings.read_bytes() == b"/etc/passwd"


def test_files_of_the_desk_that_never_end(
    tmp_path: Path, complaint: Callable[[], str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(data, "LARGEST", 1000)
    (tmp_path / "big").write_bytes(bytes(1001))
    assert restore.main([str(tmp_path / "big"), "--store", str(tmp_path / "s")]) == 1
    assert complaint().endswith("/big has more than 0 MB, which no device has.")
    assert restore.main(["/dev/zero", "--store", str(tmp_path / "s")]) == 1
    assert complaint() == "/dev/zero is not a file."
    assert presets.main(["/dev/zero", "--store", str(tmp_path / "s")]) == 1
    assert complaint() == "/dev/zero is not a file."
    store = tmp_path / "store"
    store.mkdir()
    (store / "settings").write_text("language=en\n")
    (store / "endless").symlink_to("/dev/zero")
    (store / "big").write_bytes(bytes(1001))
    found = data.from_folder(store)
    assert found.files == {"settings": b"language=en\n"} and sorted(found.unreadable) == ["big", "endless"]


def test_a_pipe_keeps_nobody_waiting(tmp_path: Path, complaint: Callable[[], str]) -> None:
    os.mkfifo(tmp_path / "pipe")
    store = ["--store", str(tmp_path)]
    for endless in ("/dev/zero", str(tmp_path / "pipe")):
        for command in (
            lambda words: tables.main(["check", *words]),
            lambda words: tables.main(["send", *words, *store]),
            lambda words: ask.main(["trireme.ship_ram", "--tables", *words]),
            lambda words: presets.main([*words, *store]),
            lambda words: restore.main([*words, *store]),
            lambda words: names.main(["--file", *words, *store]),
            lambda words: export.main(["--backup", *words]),
        ):
            assert command([endless]) == 1
            assert complaint() == f"{endless} is not a file."


def test_names_that_no_file_can_have(tmp_path: Path, complaint: Callable[[], str]) -> None:
    long = tmp_path / ("n" * 300 + ".zip")
    store = tmp_path / "store"
    data.to_folder(store, DATA)
    for command in (
        lambda: backup.main([str(long), "--store", str(store)]),
        lambda: backup.main([str(tmp_path / "x.zip"), "--store", str(long)]),
        lambda: restore.main([str(long), "--store", str(store)]),
        lambda: tables.main(["fetch", str(long), "--store", str(store)]),
        lambda: tables.main(["check", str(long)]),
        lambda: names.main(["--file", str(long), "--store", str(store)]),
        lambda: names.main(["Al", "--store", str(long)]),
        lambda: export.main([str(long.with_suffix(".csv")), "--store", str(store)]),
        lambda: export.main(["--backup", str(long)]),
    ):
        assert command() == 1
        assert complaint().startswith(("/", "There is no ", f"{store} has no tables"))
    assert {path.name for path in tmp_path.iterdir()} == {"store"}


@pytest.mark.parametrize("names_", [("dice", "dice/0"), ("n" * 300, "settings")])
def test_a_backup_that_no_place_can_hold(
    names_: tuple[str, str], board: Desk, tmp_path: Path, complaint: Callable[[], str]
) -> None:
    """A file in the place of a folder, or a name of 300 letters, must not replace any file."""
    path = tmp_path / "x.zip"
    path.write_bytes(backup.pack(dict.fromkeys(names_, b"x")))
    assert restore.main([str(path), "--force"], board.program) == 1
    assert complaint().startswith("The files cannot be laid out here: ")
    assert board.board.tree() == {f"data/{name}": content for name, content in DATA.items()}
    data.to_folder(tmp_path / "store", DATA)
    assert restore.main([str(path), "--force", "--store", str(tmp_path / "store")]) == 1
    assert "cannot be written" in complaint()
    assert data.from_folder(tmp_path / "store").files == DATA


def test_what_a_file_says_is_not_printed_as_it_is(tmp_path: Path, complaint: Callable[[], str]) -> None:
    lines = ("2d6\x1b[2J", "x\x1b]0;owned\x07 = 2d6", "\u202e6d", "2d6" + "\x9b31m" * 200)
    for line in lines:
        path = write_text(tmp_path / "p.txt", line + "\n")
        assert presets.main([str(path), "--store", str(tmp_path)]) == 1
        told = complaint()
        assert told.startswith("Line 1: ") and told.isprintable()
    for words in (["dice", lines[0]], ["trinytia.attack", "--dice", "1,1", "--take", "absorb=\x1b[2J"]):
        assert ask.main(words) == 1
        assert complaint().isprintable()


# The contents of a journal.


@pytest.mark.sweep
@pytest.mark.parametrize("form", ["text", "csv", "json"])
def test_damaged_journals_are_exported_without_a_fault(
    form: str, played: dict[str, bytes], tmp_path: Path, capsys: pytest.CaptureFixture[str]
) -> None:
    for seed in range(case_count(8, 60)):
        chance = random.Random(seed)
        files = dict(played)
        for name in chance.sample(sorted(files), 4):
            content = bytearray(files[name])
            for _ in range(chance.randrange(1, 6)):
                if content:
                    content[chance.randrange(len(content))] = chance.randrange(256)
            files[name] = bytes(content[: chance.choice((len(content), chance.randrange(len(content) + 1)))])
        files["names.txt"] = "\x1b[2JZo\n=cmd|' /C calc'!A0\n\u202e\n".encode()
        path = tmp_path / "x.zip"
        path.write_bytes(backup.pack(files))
        assert export.main(["--format", form, "--backup", str(path)]) in (0, 1)
        out, err = capsys.readouterr()
        assert not re.search("[\x00-\x08\x0b-\x1f\x7f-\x9f\u202e]", out + err)
        assert "Traceback" not in err
        assert not re.search('(^|,)"?[=@]', out, re.MULTILINE) or form != "csv"
