"""What the Pico does after its reset: make the hardware, make the App, step it for ever.

BACK held at power-on says so, opens nothing and leaves USB alone: a way in when something is wrong. Ctrl-C always
ends the loop; after a look at `app`, `run` goes on with it. main.py looks for the mark that the flashing
tool writes last before it imports anything.
"""

import sys

FOLDER = "/data"

app = None
sleep = None
within = 0  # 1 while a pass of the App is being made, 2 if it may be one that changes something


def main():
    """Runs until Ctrl-C; returns at once if BACK is held."""
    global app, sleep
    import gobelet_board as board
    import gobelet_packs

    from .device import keys, pico

    try:
        made = pico.build(board, FOLDER)
    except OSError:
        _tell(pico.wires(board), "Stockage abime", "Storage trouble", "make doctor")
        raise
    if made.keys.read() == keys.BACK:
        print("Gobelet: BACK held, no start")
        _tell(made.bus, "RETOUR tenu", "BACK is held", "")  # nobody may know: a key can be stuck
        return
    try:
        from .app import RUNNING, App

        app = App(
            made.bus,
            made.keys,
            made.clock,
            made.entropy,
            made.store,
            gobelet_packs.asset,
            board,
            made.gauge,
            report=sys.print_exception,
            heap=made.heap,
            in_place=lambda: pico.in_place(gobelet_packs.packs, RUNNING + (main, run)),
        )
        sleep = made.sleep
        run()
    except ImportError:
        _tell(made.bus, "Programme abime", "Damaged program")
        raise


def run():
    """Step the App until Ctrl-C."""
    global within
    wait = 0
    while True:
        # The App is not done if it wants to go on at once.
        within = 2 if wait < 10 or app.keys.down else 1
        wait = app.step()
        within = 0
        sleep(wait)


def torn():
    """Whether Ctrl-C may have come in the middle of a change: the App is then not to be used any more.

    Nothing is lost with it: the journal is written for a power cut at any instant.
    """
    return within == 2 or (within and app.keys.down)


def interrupted():
    """Say on the panel that the copy is not complete."""
    import gobelet_board as board

    from .device import pico

    _tell(pico.wires(board), "Copie incomplete", "Copy incomplete")


def _tell(bus, french, english, command="make flash"):
    """Say on the panel what is wrong, in the built-in font: nothing else may be there."""
    import framebuf
    import gobelet_board as board

    from .device.panel import Panel

    panel = Panel(bus, board.CHIP, board.ADDRESS)
    frame = framebuf.FrameBuffer(panel.buffer, 128, 64, framebuf.MONO_VLSB)
    frame.text(french, 0, 8)
    frame.text(english, 0, 24)
    frame.text(command, 24, 44)
    panel.start()
