"""Preview the screens of a game written as text in the terminal."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from simulator.board import BOOT_MS, VirtualBoard
from simulator.entropy import ScriptedEntropy
from simulator.keys import OK
from simulator.picture import half_blocks
from simulator.store import MemoryStore


def board(made: bytes, language: str = "fr", name: str = "own-shown") -> VirtualBoard:
    """Start a simulated device with a game, and open the game's first screen.

    made   the content of the game's file for a device
    """
    files = {"settings": b"taught=yes\n", f"{name}.game": made, "own": f"{name}\t{name}".encode()}
    found = VirtualBoard(store=MemoryStore(files), entropy=ScriptedEntropy())
    found.choose_language(language)
    found.run(BOOT_MS)
    found.context.open(f"{name}.home")
    found.run(100)
    return found


def pictures(made: bytes, language: str = "fr") -> Iterator[str]:
    """Yield the screens of a game, drawn with characters.

    The first screen of the game is followed by the form and the result of each roll.
    """
    found = board(made, language)
    app: Any = found.app
    name = app.context.session.name
    yield "\n".join(half_blocks(found.picture()))
    for number in range(len(app.context.session.listed)):
        rows = list(range(len(app.context.session.procedure(number).roles)))
        app.context.open(f"{name}.form", number, *rows)
        found.run(100)
        yield "\n".join(half_blocks(found.picture()))
        found.press(OK)
        found.run(200)
        yield "\n".join(half_blocks(found.picture()))
        app.context.navigation.back_to(f"{name}.home")
