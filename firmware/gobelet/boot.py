"""What the Pico does after its reset: make the hardware, make the App, step it for ever.

BACK held at power-on says so, opens nothing and leaves USB alone: a way in when something is wrong. Ctrl-C always
ends the loop; after a look at `app`, `run` goes on with it. `gobelet_packs.start` looks for the mark that the flashing
tool writes last before it imports any of this.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Any

    from .device.types import Bus
    from .ui.types import Assets

FOLDER = "/data"

app: Any = None  # the App
sleep: Any = None  # (ms)
names = 0  # what `memory.interned.take` has returned
within = 0  # 1 while a pass of the App is being made, 2 if it may be one that changes something


def main() -> None:
    """Runs until Ctrl-C; returns at once if BACK is held."""
    global app, names, sleep
    import gobelet_board as board
    import gobelet_packs

    try:
        names = _names(gobelet_packs.asset)
    except ImportError:
        _tell(None, "Programme abime", "Damaged program")
        raise
    from .device import keys, pico

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
        from .app import App

        app = App(
            made.bus,
            made.keys,
            made.clock,
            made.entropy,
            made.store,
            gobelet_packs.asset,
            board,  # type: ignore[arg-type]  # its settings are fixed for a board
            made.gauge,
            report=sys.print_exception,
            heap=made.heap,
            restart=pico.restart,
            start_anew=pico.start_anew,
            speed=lambda hertz: pico.wires(board, hertz),  # type: ignore[arg-type]
            buzz=pico.buzzer(board),  # type: ignore[arg-type]
            hour=pico.hour,
            serial=pico.serial,
            know=know,
            in_place=lambda: pico.in_place(gobelet_packs.packs, made.interrupts),  # type: ignore[arg-type, return-value]
        )
        made.store.full = app.find_room
        sleep = made.sleep
        run()
    except ImportError:
        _tell(made.bus, "Programme abime", "Damaged program")
        raise


def _names(asset: Assets, game: str = "", head: int = 0) -> int:
    from .memory.interned import take

    return take(asset, game, head)


def know(game: str) -> None:
    """In a start: let MicroPython know the names of a game that is open, and then do without what does that."""
    from .memory.modules import drop

    if game and names:
        import gobelet_packs

        _names(gobelet_packs.asset, game, names)
    drop(("gobelet.memory.interned",))


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
            # Here, where nothing is under way that it may move but what it leaves alone. What found no room is garbage
            # of nobody: a collection for it would begin all this anew, without end.
            if app.linker is not None and app.linker.settle() and app.idle is not None:
                app.idle.left_garbage = True
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

    from .device import pico
    from .device.panel import Panel, plain_page

    wires = bus or pico.wires(board)  # type: ignore[arg-type] # as above
    panel = Panel(wires, board.CHIP, board.ADDRESS, getattr(board, "PANEL", ""))
    plain_page(panel.buffer, french, english, last)
    panel.start()
