"""The doctor's questions to a device, and its sentence for each fault."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from host_tools.building import build, frozen
from host_tools.device import doctor, survey
from host_tools.device.doctor import Facts, Finding
from host_tools.device.remote import Remote
from tests.host_tools.conftest import Flashed
from tests.host_tools.device.test_copy_plain_mpremote import change_checkout
from tests.host_tools.pty_board import Kind, PtyBoard

Plugged = Callable[..., PtyBoard]
OK, SDA = 12, 20  # pins, see boards/pico_ssd1306.py


@pytest.fixture
def ask(checkout: Path, capsys: pytest.CaptureFixture[str]) -> Callable[..., tuple[int, list[str]]]:
    def call(board: PtyBoard, *arguments: str, root: Path = checkout) -> tuple[int, list[str]]:
        code = doctor.main(["--port", board.port, *arguments], root=root)
        out, complaints = capsys.readouterr()
        assert out, complaints
        return code, out.splitlines()

    return call


Ask = Callable[..., tuple[int, list[str]]]


def test_a_device_that_is_well(plugged: Plugged, flashed: Flashed, ask: Ask) -> None:
    board = plugged(image=flashed.image)
    code, lines = ask(board)
    assert code == 0, lines
    assert [line[:2] for line in lines[:-1]] == ["ok"] * 7
    assert lines[0] == "ok  MicroPython 1.28 on a Raspberry Pi Pico with RP2040."
    assert lines[1].startswith("ok  Memory: ")
    assert lines[2].startswith("ok  Storage: ")
    assert lines[2].endswith(" KB free of 1408 KB.")
    assert lines[3] == "ok  Panel: answers at 0x3C."
    assert lines[4] == "ok  Keys: none is held down."
    assert lines[5] == "ok  Data: 0 files, 0 KB."
    assert lines[6].startswith("ok  Firmware: version ")
    assert lines[6].endswith(", the same as this checkout's.")
    assert lines[7] == "Everything is as it should be."
    # The board continues as before.
    board.wait(lambda: board.picture() == flashed.started)


def test_a_device_with_many_troubles(
    plugged: Plugged, flashed: Flashed, ask: Ask, checkout: Path, tmp_path: Path
) -> None:
    board = plugged(Kind(version=(1, 23, 5), devices=[0x3D, 0x68]), flashed.image)
    board.pin(OK, 0)
    remote = Remote(board.port)
    remote.exec("import os\nos.mkdir('/data/dice')\nopen('/data/dice/3.bad', 'w').close()")
    there = survey.survey(remote, ())
    large = there.free_blocks * there.block // 1024 - 24  # almost all the free space
    remote.exec(f"f = open('/mine.bin', 'w')\nfor _ in range({large}):\n f.write('x' * 1024)\nf.close()")
    code, lines = ask(board, root=change_checkout(checkout, tmp_path))
    assert code == 1
    assert [line for line in lines if not line.startswith("ok")] == [
        "!!  MicroPython 1.23 on a Raspberry Pi Pico with RP2040.",
        "    The board runs MicroPython 1.23; install 1.26 or newer.",
        lines[3],
        f"    Remove what is not Gobelet's: mine.bin ({large} KB).",
        "!!  Panel: answers at 0x3D, but the board file says 0x3C.",
        "    Write ADDRESS = 0x3D into boards/pico_ssd1306.py, then `make flash BOARD=pico_ssd1306`.",
        "!!  Keys: held down: OK (GP12, pad 16).",
        "    If nobody presses: the button is stuck, turned by a quarter, or its wire touches ground.",
        "!!  Data: 1 files, 0 KB. Damage was met and set aside: dice/3.bad.",
        "    The game goes on with what could be read. Keep a copy with `make backup`.",
        lines[11],
        "    To have that one: `make flash PLAIN=1 BOARD=pico_ssd1306`.",
        "6 to look after.",
    ]
    assert lines[3].startswith("!!  Storage: ")
    assert "; this checkout makes " in lines[11]


def test_a_blank_board(plugged: Plugged, ask: Ask) -> None:
    board = plugged(Kind(devices=[]))
    board.pin(SDA, 0)
    code, lines = ask(board)
    assert code == 1
    assert lines[3:] == [
        "!!  Panel: not asked, SDA (GP20, pad 26) is held low.",
        "    Cut the power altogether, battery and cable; then check that no wires touch: "
        "SDA to GP20, pad 26, SCL to GP21, pad 27, "
        "VCC to 3V3, GND to GND.",
        "ok  Keys: none is held down.",
        "ok  Data: none yet.",
        "!!  Firmware: there is no Gobelet on this board.",
        "    Put this one there: `make flash`.",
        "2 to look after.",
    ]


def test_a_crash_report_that_is_damaged(plugged: Plugged, ask: Ask) -> None:
    """Neither the report nor the mark is text.

    The doctor still reports all other findings.
    """
    board = plugged()
    Remote(board.port).exec(
        "import os\nos.mkdir('/data')\nos.mkdir('/gobelet')\n"
        "with open('/data/crash.txt', 'wb') as f:\n f.write(b'1.0\\nKey\\xff\\x1b[2J\\nx')\n"
        "with open('/gobelet/ready', 'wb') as f:\n f.write(b'\\xff\\x80')"
    )
    code, lines = ask(board)
    assert code == 1
    assert "!!  Crash report: Key??[2J in version 1.0: x." in lines
    assert "ok  Keys: none is held down." in lines


def test_firmware_that_is_not_as_it_was_copied(plugged: Plugged, flashed: Flashed, ask: Ask) -> None:
    board = plugged(image=flashed.image)
    spoil = Remote(board.port)
    spoil.exec("with open('/gobelet/media/dice.fr', 'ab') as f:\n f.write(b'x')")
    assert ask(board)[1][-3:-1] == [
        "!!  Firmware: 1 files are not as they were copied (gobelet/media/dice.fr).",
        "    Copy it again: `make flash PLAIN=1 BOARD=pico_ssd1306`.",
    ]
    spoil.exec("import os\nos.remove('/gobelet/ready')")
    assert ask(board)[1][-3:-1] == [
        "!!  Firmware: its copy was interrupted.",
        "    Copy it again: `make flash PLAIN=1 BOARD=pico_ssd1306`.",
    ]
    spoil.exec("with open('/gobelet_board.py', 'w') as f:\n f.write('SDA = 4\\nADDRESS = (')")
    lines = ask(board)[1]
    assert lines[1].startswith("!!  Board file: it cannot be used: SyntaxError")


def test_another_board_s_file(plugged: Plugged, ask: Ask) -> None:
    board = plugged(Kind(machine="Raspberry Pi Pico2 with RP2350"))
    _, lines = ask(board, "--board", "pico_ssd1306")
    assert lines[0] == "!!  MicroPython 1.28 on a Raspberry Pi Pico2 with RP2350."
    assert lines[1].startswith("    pico_ssd1306 is for an RP2040, but this board is a ")
    assert ask(board, "--board", "pico2_ssd1306")[1][0].startswith("ok  ")
    assert ask(board)[1][0].startswith("ok  "), "the one for what it is"


def pin_name(name: str) -> str:
    return f"GP-{name}"


def told_advice(facts: Facts) -> list[str]:
    facts.storage = facts.storage if any(facts.storage) else (900_000, 1_400_000)
    facts.heap = facts.heap or 230_000
    return [
        f"{finding.what} | {finding.remedy}"
        for finding in doctor.findings(facts, pin_name, "pico_x")
        if finding.remedy
    ]


@pytest.mark.parametrize(
    ("facts", "start"),
    [
        (
            Facts(found=[0x3C, 0x68], heap=100_000),
            "Memory: 97 KB free before Gobelet starts. | Gobelet needs",
        ),
        (
            Facts(found=[0x3C], storage=(1024, 9000)),
            "Storage: 1 KB free of 8 KB. | Back up, then start new games.",
        ),
        (
            Facts(found=[]),
            "Panel: nothing answers on the I2C bus. | Check its four wires: SDA to GP-SDA, SCL",
        ),
        (Facts(found=[0x68]), "Panel: none of what answers is one (0x68). | Check the panel's four wires: "),
        (
            Facts(found=[0x3C], board={"ADDRESS": 0x3D}),
            "Panel: answers at 0x3C, but the board file says 0x3D. | Write ADDRESS = 0x3C into boards/pico_x",
        ),
        (Facts(low=["SDA", "SCL"]), "Panel: not asked, SDA (GP-SDA) and SCL (GP-SCL) is held low. | "),
        (Facts(), "Panel: not asked, the bus is held low. | "),
        (
            Facts(found=[0x3C], root=[("data.old", 5)]),
            "Data: a restore was interrupted. | Repeat `make restore` with the same file.",
        ),
    ],
)
def test_each_trouble_has_something_to_do(facts: Facts, start: str) -> None:
    (line,) = told_advice(facts)
    assert line.startswith(start)


def test_other_devices_on_the_bus_are_named() -> None:
    facts = Facts(found=[0x3C, 0x50, 0x68])
    found = list(doctor.findings(facts, pin_name, "pico_x"))
    assert Finding("Panel: answers at 0x3C. Also there: 0x50, 0x68.") in found


def test_a_board_file_of_one_s_own() -> None:
    made = build.Build(Path("x"), "pico_x", "6.3", ())
    there = survey.Survey({}, frozenset(["gobelet"]), 4096, 9)
    facts = Facts(ready="0123", version="1.0")
    (finding,) = doctor.firmware(facts, there, made, known=False)
    assert finding.what == "Firmware: version 1.0, build 0123, with a board file that is none of boards/."
    facts = Facts(ready="0123", fault="ImportError('x')")
    (finding,) = doctor.firmware(facts, there, made, known=True)
    assert finding.what == "Firmware: it does not start: ImportError('x')."
    (finding,) = doctor.firmware(Facts(), survey.Survey({}, frozenset(["packs"]), 4096, 9), made, known=True)
    assert finding.what == "Firmware: there is an older Gobelet on this board."


def test_no_device(complaint: Callable[[], str]) -> None:
    assert doctor.main(["--port", "/dev/pts/4095"]) == 1
    assert complaint() == "There is no /dev/pts/4095: is the board plugged in?"
    assert doctor.main(["--port", "x", "--board", "nope"]) == 1
    assert complaint().startswith("There is no board 'nope'; boards/ has ")


@pytest.mark.parametrize(
    "row",
    [
        "home",
        "(",
        "('heap'",
        "('heap', __import__('os').getcwd())",
        "('heap', True)",
        "('heap', 0x1" + "0" * 5000 + ")",
        "('storage', (1, '2'))",
        "('root', [('a',)])",
        "('packs', 7)",
        "('down', ['RESET'])",
        "('board', {'UP': 'x'})",
        "('version', '" + "9" * 5000 + "')",
        "('__class__', 3)",
        "('facts_of', 3)",
        "(1, 2, 3)",
        "(7,)",
        "(" + "(" * 5000,
        "('nobody asked', '\\x1b[2J')",
    ],
)
def test_what_a_device_says_besides_is_passed_over(row: str) -> None:
    assert doctor.facts_of([row, "('heap', 7)", row]) == Facts(heap=7)


def test_a_crash_report_is_told() -> None:
    facts = doctor.facts_of(["('crash', '1.0\\nValueError\\nrow\\nsystem.home trireme.home')"])
    told = [found.what for found in doctor.findings(facts, str, "pico_ssd1306")]
    assert told[-1] == "Crash report: ValueError in version 1.0: row / system.home trireme.home."
    assert [found.what for found in doctor.findings(doctor.facts_of(["('crash', '\\n')"]), str, "x")]


def test_gobelet_s_own_micropython(
    plugged: Plugged, ask: Ask, checkout: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(frozen, "build_id", lambda target, root: {"pico": "0" * 16}[target])
    board = plugged(Kind(name="gobelet", build="0" * 16))
    lines = ask(board)[1]
    assert lines[0] == "ok  MicroPython 1.28 with Gobelet inside on a Raspberry Pi Pico with RP2040."
    assert lines[-2] == f"ok  Firmware: inside MicroPython, build {'0' * 16}, the same as this checkout's."
    older = plugged(Kind(name="gobelet", build="1" * 16))
    assert ask(older)[1][-3:-1] == [
        f"!!  Firmware: inside MicroPython, build {'1' * 16}; this checkout makes {'0' * 16}.",
        "    To have that one: `make flash`.",
    ]
    assert "of an older build" in ask(plugged(Kind(name="gobelet")))[1][-3]
