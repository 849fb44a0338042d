"""What the Pico does after its reset: make the hardware, make the App, step it for ever.

BACK held at power-on opens nothing and leaves USB alone: a way in when something is wrong. Without the mark
that the flashing tool writes last, the copy was interrupted, and the device only says so. Ctrl-C always ends
the loop.
"""

import sys

READY = "/gobelet/ready"
FOLDER = "/data"
ASSETS = "/gobelet/assets/"
INTERRUPTED = "Gobelet: the copy to this device was interrupted. Run the flash command again (make flash)."


def asset(name):
    """Open a file of texts or glyphs."""
    return open(ASSETS + name, "rb")


def main():
    """Runs until Ctrl-C, or returns at once in the two cases above."""
    import os

    import gobelet_board as board

    from .device import keys, pico

    made = pico.build(board, FOLDER)
    if made.keys.read() == keys.BACK:
        print("Gobelet: BACK held, nothing started")
        return
    try:
        os.stat(READY)
    except OSError:
        print(INTERRUPTED)
        _show_interrupted(made.bus, board)
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


def _show_interrupted(bus, board):
    """Two lines in the built-in font: the firmware may be half there, so nothing else of it is used."""
    import framebuf

    from .device.panel import Panel

    panel = Panel(bus, board.CHIP, board.ADDRESS)
    frame = framebuf.FrameBuffer(panel.buffer, 128, 64, framebuf.MONO_VLSB)
    frame.text("Copie incomplete", 0, 16)
    frame.text("make flash", 24, 36)
    panel.start()
