"""QR codes on the panel, read from its pixels by an independent program."""

from __future__ import annotations

import pytest
import zxingcpp

from gobelet.ui.drawing import qr
from gobelet.ui.screens.code import SIDE, Code, shorten
from simulator.board import BOOT_MS, VirtualBoard
from simulator.keys import BACK, DOWN, OK, UP
from simulator.web import address

LANGUAGES = ("fr", "en")


def scan_panel(board: VirtualBoard) -> str:
    """Return the text that a phone reads from the panel: lit pixels are white, without a margin."""
    picture = board.picture()
    shades = bytearray()
    for y in range(SIDE):
        for x in range(128):
            lit = picture[(y >> 3) * 128 + x] >> (y & 7) & 1
            shades.append(255 if lit else 0)
    found = zxingcpp.read_barcodes(
        memoryview(bytes(shades)).cast("B", shape=[SIDE, 128]),
        formats=zxingcpp.BarcodeFormat.QRCode,
        try_invert=False,
        try_downscale=False,
    )
    assert len(found) == 1, "no code to be read"
    return str(found[0].bytes, "utf-8")


def make_device(language: str = "fr") -> VirtualBoard:
    board = VirtualBoard()
    board.choose_language(language)
    board.app.device.settings.choose("taught", 1)
    board.context.navigation.home()
    board.run(100)
    return board


def check_screen(board: VirtualBoard) -> None:
    assert not board.faults
    assert not board.context.t.missing
    assert not board.app.canvas.clipped
    assert not board.app.canvas.missing


@pytest.mark.parametrize("length", [1, 14, 16, 17, 18, 26, 27, 32, 33, 42, 43, 53])
@pytest.mark.parametrize("invert", ["no", "yes"])
def test_every_version_and_level_is_read_from_the_panel(toy, length: int, invert: str) -> None:
    toy.app.device.settings.choose("invert", int(invert == "yes"))
    toy.app.apply_settings()
    text = "".join(chr(33 + (7 * at + length) % 90) for at in range(length))
    toy.context.push(Code(toy.context, "Code", text))
    toy.run(50)
    assert scan_panel(toy) == text
    toy.ok()
    assert toy.ids == ["system.home"]


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_receipt_of_a_roll(language: str) -> None:
    board = make_device(language)
    board.context.open("dice.home")
    board.context.open("dice.presets", 5)  # the preset 2d6
    board.run(100)
    board.entropy.faces([4, 3])
    board.press(OK)
    board.run(1500)
    board.context.open("dice.history")
    board.run(100)
    for _ in range(2):
        board.hold(OK)
        board.run(100)
    at = next(record[0] for record in board.context.session.journal.newest_first())
    assert scan_panel(board) == f"#{at} 4 3: 2d6 = 7"
    board.press(UP)
    board.press(DOWN)
    board.hold(OK)
    assert scan_panel(board) == f"#{at} 4 3: 2d6 = 7", "these keys do nothing here"
    check_screen(board)
    board.press(BACK)
    board.press(BACK)
    assert board.app.stack.ids[-1] == "dice.history"
    board.hold(OK)
    board.hold(OK)
    board.boot()
    board.run(BOOT_MS)
    assert board.app.stack.ids[-1] == "dice.history", "the power went: what it was opened from is there"
    board.hold(OK)
    board.hold(OK)
    assert scan_panel(board) == f"#{at} 4 3: 2d6 = 7"
    board.hold(BACK)
    board.run(5000)
    assert scan_panel(board) == f"#{at} 4 3: 2d6 = 7", "a roll stays rolled"
    check_screen(board)


def test_a_change_has_no_receipt_and_a_roll_of_a_game_has(toy) -> None:
    toy.game()
    toy.form("strike", 0, 1)
    toy.dice(6, 2)
    toy.ok(2)
    toy.context.open("toy.history")
    toy.run(20)
    changed = [line for line, position in enumerate(toy.top.positions) if position < 0]
    rolled = [line for line, position in enumerate(toy.top.positions) if position >= 0]
    assert changed == [0]
    assert rolled == [1]
    toy.why()
    toy.why()
    assert not isinstance(toy.top, Code)
    toy.back()
    toy.down()
    place = toy.top.positions[1]
    toy.why()
    toy.why()
    assert scan_panel(toy) == f"#{place} 6 2: Rouge → Bleu : Frappe 4"
    toy.undo()
    toy.run(100)
    assert not isinstance(toy.top, Code), "to where the wounds were dealt"


@pytest.mark.parametrize("language", LANGUAGES)
def test_a_preset_as_a_line_that_a_desk_can_send(language: str) -> None:
    board = make_device(language)
    board.store.replace("presets.txt", b"HACHE = 2d6+3\nLONG = " + b"d6+" * 18 + b"d6\n")
    board.context.open("dice.home")
    board.context.open("dice.presets")
    wanted = {"fr": ["HACHE = 2d6+3", None, "d20", "Avantage = 2d20kh1"]}
    wanted["en"] = [*wanted["fr"][:3], "Advantage = 2d20kh1"]
    for line in wanted[language]:
        board.run(100)
        board.hold(OK)
        board.press(DOWN)
        board.press(OK)
        board.run(100)
        if line is None:
            assert board.words.has_text("QR")
            assert not isinstance(board.app.stack.top(), Code)
        else:
            assert scan_panel(board) == line
        check_screen(board)
        board.press(BACK)
        assert board.app.stack.ids[-1] == "dice.presets"
        board.press(DOWN)


@pytest.mark.parametrize("language", LANGUAGES)
def test_the_address_of_the_page(monkeypatch: pytest.MonkeyPatch, language: str) -> None:
    board = make_device(language)
    monkeypatch.setattr("gobelet.system.about.PAGE", "")
    board.context.open("system.about")
    board.hold(OK)
    assert board.app.stack.ids == ["system.home", "system.about"], "no address, no code"
    board.press(BACK)
    monkeypatch.setattr("gobelet.system.about.PAGE", "https://example.org/gobelet/")
    board.context.open("system.about")
    board.hold(OK)
    assert scan_panel(board) == "https://example.org/gobelet/"
    check_screen(board)


def test_the_firmware_has_the_address_that_is_published() -> None:
    source = address.FIRMWARE.read_text(encoding="utf-8")
    assert source == address.in_firmware(source, address.read_address())
    assert 'PAGE = "https://example.org/"  #' in address.in_firmware(source, "https://example.org/")
    assert 'PAGE = ""  #' in address.in_firmware(source, "https://example.org/" + "x" * 40)


def test_a_text_that_is_too_long_is_cut_between_letters() -> None:
    assert shorten("é" * 26) == "é" * 26
    assert shorten("é" * 27) == "é" * 25 + "…"
    assert len(shorten("a" * 99).encode()) == qr.MOST
