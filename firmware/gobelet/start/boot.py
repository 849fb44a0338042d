"""Boot: builds the hardware and the App after a reset, and steps the App for ever.

If BACK is held at power-on, the program shows a message, does not build the App and leaves USB free for repairs.
Ctrl-C always ends the loop; a call of `run` continues the loop. If the modules are plain files, plain.py
checks that all files are complete before it imports this module.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Any

    from ..device.types import Bus

FOLDER = "/data"  # folder of the store's files

app: Any = None  # the App; None before the start
sleep: Any = None  # the method sleep(ms) of the hardware
within = 0  # 0 between two passes, 2 during a pass that may change data, 1 during any other pass


def main() -> None:
    """Start the App and run it until Ctrl-C; return at once if BACK is held."""
    global app, sleep
    import gobelet_board as board

    try:
        from ..device import keys, pico
    except ImportError:
        _show_error(None, "Programme abime", "Damaged program")
        raise
    try:
        made = pico.build(board, FOLDER)  # type: ignore[arg-type] # mypy: each constant may be only what it is
    except OSError:
        _show_error(None, "Stockage abime", "Storage trouble", "make doctor")
        raise
    if made.keys.read() == keys.BACK:
        print("Gobelet: BACK held, no start")
        # show the reason, because BACK may be stuck and nobody may be holding it
        _show_error(made.bus, "RETOUR tenu", "BACK is held", "")
        return
    try:
        from ..device.assets import open_asset
        from ..shell.app import App

        app = App(made, board, open_asset)  # type: ignore[arg-type]  # its settings are fixed for a board
        app.start()
        sleep = made.sleep
        run()
    except ImportError:
        _show_error(made.bus, "Programme abime", "Damaged program")
        raise


def run() -> None:
    """Step the App until Ctrl-C."""
    global within
    wait = 0
    try:
        while True:
            # a wait below 10 ms means that the App has work left, which may change data
            within = 2 if wait < 10 or app.device.keys.down else 1
            wait = app.step()
            within = 0
            sleep(wait)
    finally:
        if app.device.signals is not None:
            app.device.signals.stop()


def torn() -> bool:
    """Tell whether Ctrl-C may have interrupted a pass that changes data.

    If so, the caller must not use the App. No data are lost, because the journal survives a power cut at any instant.
    """
    return within == 2 or bool(within and app.device.keys.down)


def show_interruption() -> None:
    """Show on the panel that the copy of Gobelet's files is not complete."""
    _show_error(None, "Copie incomplete", "Copy incomplete")


def too_old(oldest: tuple[int, int]) -> None:
    """Show on the panel that MicroPython is older than `oldest`.

    `oldest` is (major, minor).
    """
    _show_error(None, "Il faut au moins", "At least:", "MicroPython %d.%d" % oldest)


def _show_error(bus: Bus | None, french: str, english: str, last: str = "make flash") -> None:
    """Show three lines about an error on the panel: `french`, `english` and `last`.

    The text uses MicroPython's font, because the fonts of Gobelet may be missing. `bus` is None if the caller has no
    bus yet.
    """
    import gobelet_board as board

    from ..device import pico
    from ..device.panel import Panel, plain_page

    wires = bus or pico.open_bus(board)  # type: ignore[arg-type] # as above
    panel = Panel(wires, board.CHIP, board.ADDRESS, getattr(board, "PANEL", ""))
    plain_page(panel.buffer, french, english, last)
    panel.start()
