"""The number of bytes sent to the panel for the fonts and shapes that screens use."""

import pytest

from gobelet.device.panel import Panel
from gobelet.ui.drawing.canvas import Canvas
from simulator.board import definition, open_asset
from simulator.bus import Bus
from simulator.panel import CHIPS

ENTRIES = ("Attaquer", "Se défendre", "Défier", "Compteurs", "Ordre de jeu", "Règles", "Journal")


def draw_menu(c, cursor):
    c.text(0, 0, "Tri’Nytia")
    c.align_right(128, 0, "tour 3")
    c.fb.hline(0, 9, 128, 1)
    for row, entry in enumerate(ENTRIES[:4]):
        c.text(12, 11 + row * 11, entry)
        if row == cursor:
            c.text(2, 11 + row * 11, "▶")
            c.fb.hline(12, 20 + row * 11, 100, 1)
    c.text(0, 56, "choisir")
    c.align_right(128, 56, "ouvrir")


def draw_total(c, number, dice):
    c.text(0, 0, "2d6+3")
    c.centre(8, str(number), 48)
    c.text(0, 56, dice)


def draw_word(c, result):
    c.text(0, 0, "Abordage")
    c.centre(20, result, 16)
    c.text(0, 56, "hold OK: why")


SESSION = (
    *[(draw_menu, cursor) for cursor in (0, 1, 2, 3, 2, 1)],
    (draw_total, 8, "2 3 +3"),
    (draw_total, 11, "6 2 +3"),
    (draw_total, 12, "6 3 +3"),
    (draw_word, "Immobilisé"),
    (draw_word, "Repoussé"),
    (draw_menu, 0),
    (draw_total, 5, "1 1 +3"),
)


@pytest.mark.parametrize("chip", sorted(CHIPS))
def test_a_session_stays_near_the_bytes_that_changed(chip):
    bus = Bus()
    glass = CHIPS[chip]()
    bus.attach(0x3C, glass)
    panel = Panel(bus, chip, own=getattr(definition(f"pico_{chip}"), "PANEL", ""))
    canvas = Canvas(panel.buffer, open_asset)
    panel.start()
    changed = wire = 0
    for draw, *what in SESSION:
        before = bytes(panel.buffer)
        canvas.clear()
        draw(canvas, *what)
        different = sum(a != b for a, b in zip(panel.buffer, before, strict=True))
        sent = bus.sent
        assert panel.show() == bus.sent - sent
        assert different <= bus.sent - sent <= 2.5 * different, (draw.__name__, what)
        changed += different
        wire += bus.sent - sent
        assert glass.picture() == bytes(panel.buffer)
    assert wire <= 1.5 * changed
    assert wire * 2 < len(SESSION) * 1037, "less than half of what a driver sends that sends whole frames"
