"""Wiring pictures and tables agree with the board files, and these are sound."""

import itertools
import xml.etree.ElementTree as ElementTree

import pytest

from gobelet.device.panel import Panel
from gobelet.device.power import CURVES
from host_tools.building import build
from host_tools.drawing import wiring

NAMES = build.boards()
SVG = "{http://www.w3.org/2000/svg}"


@pytest.fixture(params=NAMES)
def board(request):
    return build.board_module(request.param)


def test_there_is_a_board_for_both_chips_and_three_models():
    assert {"pico_ssd1306", "pico_sh1106", "pico_w_ssd1306", "pico2_ssd1306"} <= set(NAMES)


def test_board_files_hold_literals_only(board):
    for name, value in vars(board).items():
        if name.startswith("__"):
            continue
        assert name == name.upper()
        assert value is None or isinstance(value, int | str), name


def test_board_files_are_sound(board):
    pins = [board.SDA, board.SCL, board.UP, board.DOWN, board.OK, board.BACK]
    pins += [getattr(board, name) for name in ("RESET", "BUZZER", "MOTOR") if hasattr(board, name)]
    assert len(set(pins)) == len(pins)
    assert set(pins) <= set(wiring.model_of(board).gpios.values())
    # The chip's rule for the pins that an I2C bus can use.
    assert board.SDA % 4 == board.I2C * 2
    assert board.SCL % 4 == board.I2C * 2 + 1
    assert 100_000 <= board.FREQ <= 1_000_000
    assert board.ADDRESS in (0x3C, 0x3D)
    assert board.BATTERY is None or board.BATTERY in CURVES
    Panel(None, board.CHIP, board.ADDRESS, getattr(board, "PANEL", ""))  # a panel whose chip is known


def test_every_board_has_the_same_settings():
    options = build.constants_in((build.ROOT / "boards/options.py").read_text(encoding="utf-8")).keys()
    names = [
        {name for name in vars(build.board_module(board)) if name == name.upper()} - options
        for board in NAMES
    ]
    assert all(found == names[0] for found in names)


def test_wires_go_to_the_pins_of_the_board_file(board):
    model = wiring.model_of(board)
    called = {gpio: name for name, gpio in model.gpios.items()}
    ends = {(wire.part, wire.terminal): model.pads[wire.pad] for wire in wiring.wires(board)}
    battery = {("battery", "+"): "VSYS", ("battery", "−"): "GND"}
    assert ends == {
        ("panel", "VCC"): "3V3",
        ("panel", "GND"): "GND",
        ("panel", "SCL"): called[board.SCL],
        ("panel", "SDA"): called[board.SDA],
        ("keys", "UP"): called[board.UP],
        ("keys", "DOWN"): called[board.DOWN],
        ("keys", "OK"): called[board.OK],
        ("keys", "BACK"): called[board.BACK],
        ("keys", "GND"): "GND",
        **(battery if board.BATTERY else {}),
        **(
            {("buzzer", "SIG"): called[board.BUZZER], ("buzzer", "GND"): "GND"}
            if hasattr(board, "BUZZER")
            else {}
        ),
        **({("panel", "RES"): called[board.RESET]} if hasattr(board, "RESET") else {}),
    }
    pads = [wire.pad for wire in wiring.wires(board)]
    if model.numbered:
        assert len(set(pads)) == len(pads), "every wire has a pad of its own"
    else:  # a Pico has one ground pad here, or two
        assert {pad for pad in pads if pads.count(pad) > 1} <= {
            wire.pad for wire in wiring.wires(board) if wire.terminal == "GND"
        }


@pytest.mark.parametrize("name", NAMES)
def test_pictures_are_up_to_date(name):
    """`python -m host_tools.drawing.wiring` makes the pictures again."""
    drawn = (wiring.FOLDER / f"{name}.svg").read_text(encoding="utf-8")
    assert drawn == wiring.picture(build.board_module(name))


def test_tables_in_the_readme_are_up_to_date():
    text = wiring.README.read_text(encoding="utf-8")
    assert wiring.with_tables(text) == text
    for name in NAMES:
        assert wiring.table(build.board_module(name)) in text
        assert f"({name}.svg)" in text


def segments(root):
    """Return (colour, (x, y), (x, y)) of the lines that begin at a pad of the Pico or continue one."""
    for line in root.iter(f"{SVG}polyline"):
        points = [tuple(map(float, point.split(","))) for point in line.get("points").split()]
        if points[0][0] in (wiring.BODY[0], wiring.BODY[2]):
            for a, b in itertools.pairwise(points):
                yield line.get("stroke"), a, b


def test_wires_in_the_picture_do_not_cross(board):
    """In the drawings of boards/, each part is on the side of its pads.

    So no wire needs to cross another one.
    """
    root = ElementTree.fromstring(wiring.picture(board))
    found = list(segments(root))
    assert len(found) >= 18
    for colour, (ax, ay), (bx, by) in found:
        for other, (cx, cy), (dx, dy) in found:
            if other != colour and ax == bx and cy == dy:
                assert not (min(cx, dx) <= ax <= max(cx, dx) and min(ay, by) <= cy <= max(ay, by)), (
                    colour,
                    other,
                )


def test_a_part_on_the_other_side_is_named_at_both_ends():
    board = build.board_module("pico_ssd1306")
    board.SDA, board.SCL = 4, 5
    words = [element.text for element in ElementTree.fromstring(wiring.picture(board)).iter(f"{SVG}text")]
    assert words.count("SDA") == 2
    assert "pad 6" in words


@pytest.mark.parametrize(
    ("name", "pin"), [("pico_ssd1306", 16), ("xiao_rp2040_ssd1306", 3), ("tiny_2040_ssd1306", 7)]
)
@pytest.mark.parametrize("part", ["BUZZER", "MOTOR"])
def test_any_board_file_may_have_a_buzzer_or_a_motor(name, pin, part):
    board = build.board_module(name)
    setattr(board, part, pin)
    ends = {wire.terminal: wire.pad for wire in wiring.wires(board) if wire.part == part.lower()}
    model = wiring.model_of(board)
    assert model.gpio(ends["SIG"]) == pin and model.pads[ends["GND"]] == "GND"
    assert wiring.table(board).count("(if wanted)") == 2
    words = [element.text for element in ElementTree.fromstring(wiring.picture(board)).iter(f"{SVG}text")]
    assert words.count(part.lower()) == 2, "at both pads"


def test_main_writes_what_is_there_already(monkeypatch, tmp_path, capsys):
    readme = tmp_path / "README.md"
    readme.write_text(wiring.README.read_text(encoding="utf-8").replace("| 36 |", "| 1 |"), encoding="utf-8")
    monkeypatch.setattr(wiring, "FOLDER", tmp_path)
    monkeypatch.setattr(wiring, "README", readme)
    assert wiring.main([]) == 0
    assert readme.read_text(encoding="utf-8") == (build.ROOT / "boards" / "README.md").read_text(
        encoding="utf-8"
    )
    assert sorted(path.stem for path in tmp_path.glob("*.svg")) == NAMES
    assert "boards drawn" in capsys.readouterr().out
