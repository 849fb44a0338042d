"""What the Pico does after its reset: make the hardware, make the App, step it for ever.

BACK held at power-on opens nothing and leaves USB alone: a way in when something is wrong. Ctrl-C always ends
the loop. main.py looks for the mark that the flashing tool writes last before it imports anything.
"""

import sys

FOLDER = "/data"
ASSETS = "/gobelet/assets/"


def asset(name):
    """Open a file of texts or glyphs."""
    return open(ASSETS + name, "rb")


def main():
    """Runs until Ctrl-C; returns at once if BACK is held."""
    import gobelet_board as board

    from .device import keys, pico

    made = pico.build(board, FOLDER)
    if made.keys.read() == keys.BACK:
        print("Gobelet: BACK held, nothing started")
        return
    from .app import App

    app = App(
        made.bus,
        made.keys,
        made.clock,
        made.entropy,
        made.store,
        asset,
        board,
        made.gauge,
        report=sys.print_exception,
    )
    while True:
        made.sleep(app.step())


def interrupted():
    """Say on the panel that the copy is not complete, in the built-in font: nothing else may be there."""
    import framebuf
    import gobelet_board as board

    from .device import pico
    from .device.panel import Panel

    panel = Panel(pico.build(board, FOLDER).bus, board.CHIP, board.ADDRESS)
    frame = framebuf.FrameBuffer(panel.buffer, 128, 64, framebuf.MONO_VLSB)
    frame.text("Copie incomplete", 0, 8)
    frame.text("Copy incomplete", 4, 24)
    frame.text("make flash", 24, 44)
    panel.start()
