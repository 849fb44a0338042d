"""What the Pico does after its reset: make the hardware, make the App, step it for ever.

BACK held at power-on says so, opens nothing and leaves USB alone: a way in when something is wrong. Ctrl-C always
ends the loop; after a look at `app`, `run` goes on with it. start.py checks that the copy is complete before it imports
any of this.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Any

    from ..device.types import Bus

FOLDER = "/data"

app: Any = None  # the App
sleep: Any = None  # (ms)
within = 0  # 1 while a pass of the App is being made, 2 if it may be one that changes something


def main() -> None:
    """Runs until Ctrl-C; returns at once if BACK is held."""
    global app, sleep
    import gobelet_board as board

    try:
        from ..device import keys, pico
    except ImportError:
        _tell(None, "Programme abime", "Damaged program")
        raise
    try:
        made = pico.build(board, FOLDER)  # type: ignore[arg-type] # mypy: each constant may be only what it is
    except OSError:
        _tell(None, "Stockage abime", "Storage trouble", "make doctor")
        raise
    if made.keys.read() == keys.BACK:
        print("Gobelet: BACK held, no start")
        _tell(made.bus, "RETOUR tenu", "BACK is held", "")  # nobody may know: a key can be stuck
        return
    try:
        from ..device.assets import asset
        from ..shell.app import App

        app = App(made, board, asset)  # type: ignore[arg-type]  # its settings are fixed for a board
        app.start()
        sleep = made.sleep
        run()
    except ImportError:
        _tell(made.bus, "Programme abime", "Damaged program")
        raise


def run() -> None:
    """Step the App until Ctrl-C."""
    global within
    wait = 0
    try:
        while True:
            # The App is not done if it wants to go on at once.
            within = 2 if wait < 10 or app.keys.down else 1
            wait = app.step()
            within = 0
            sleep(wait)
    finally:
        if app.signals is not None:
            app.signals.stop()


def torn() -> bool:
    """Whether Ctrl-C may have come in the middle of a change: the App is then not to be used any more.

    Nothing is lost with it: the journal is written for a power cut at any instant.
    """
    return within == 2 or bool(within and app.keys.down)


def interrupted() -> None:
    """Say on the panel that the copy is not complete."""
    _tell(None, "Copie incomplete", "Copy incomplete")


def too_old(oldest: tuple[int, int]) -> None:
    """Say on the panel that MicroPython is older than `oldest`, (major, minor): nothing else can be relied on there."""
    _tell(None, "Il faut au moins", "At least:", "MicroPython %d.%d" % oldest)


def _tell(bus: Bus | None, french: str, english: str, last: str = "make flash") -> None:
    """Say on the panel what is wrong, in the built-in font: nothing else may be there. bus: None if nobody has made it
    yet.
    """
    import gobelet_board as board

    from ..device import pico
    from ..device.panel import Panel, plain_page

    wires = bus or pico.wires(board)  # type: ignore[arg-type] # as above
    panel = Panel(wires, board.CHIP, board.ADDRESS, getattr(board, "PANEL", ""))
    plain_page(panel.buffer, french, english, last)
    panel.start()
