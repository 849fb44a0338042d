"""The bytes sent to the panel for each key of a scripted session."""

from __future__ import annotations

import operator
from collections.abc import Callable
from dataclasses import dataclass
from pathlib import Path
from typing import Any

from simulator.board import VirtualBoard
from simulator.entropy import ScriptedEntropy
from simulator.script import Line, Script

ROOT = Path(__file__).resolve().parents[2]
SCRIPTS = ROOT / "tests" / "scripts"
NAMED = SCRIPTS / "trinytia_game.txt"  # a whole game of four players: the limits refer to this script


@dataclass
class Interaction:
    """One key, and everything that the panel received until the next one."""

    where: str  # line of the script that has the key
    sent: int = 0  # bytes sent, without the addresses
    changed: int = 0  # bytes of the panel's memory that changed
    frames: int = 0  # number of frames that changed


class MeasuredScript(Script):
    """A script that counts bytes.

    The bytes of a start belong to no key. No key has the bytes of the panel's set-up after it was dimmed or
    off, because the panel may have lost its memory.
    """

    def __init__(self) -> None:
        super().__init__(VirtualBoard(entropy=ScriptedEntropy()))
        self.interactions: list[Interaction] = []
        self.where = ""
        board: Any = self.board
        press, hold, boot = board.press, board.hold, board.boot

        def begun(act: Callable[..., None]) -> Callable[..., None]:
            def begin(*arguments: Any) -> None:
                self._begin(None if not board.app.device.panel.lit else self.where)
                act(*arguments)

            return begin

        def start() -> None:
            self._begin(None)
            boot()
            self._watch()
            self._begin(None)

        board.press, board.hold, board.boot = begun(press), begun(hold), start
        self._watch()
        self._begin(None)

    def _begin(self, where: str | None) -> None:
        """Begin another interaction; without a key it is not recorded."""
        self._now = Interaction(where or "")
        if where is not None:
            self.interactions.append(self._now)

    def _watch(self) -> None:
        """Count the transfers to the panel of this start, and compare each frame with the one before."""
        bus: Any = self.board.bus
        panel: Any = self.board.app.device.panel
        show, send, set_up = panel.show, bus._send, panel.start

        def counted(address: int, payload: bytes) -> Any:
            self._now.sent += len(payload)
            return send(address, payload)

        def watched() -> int:
            new, old = bytes(panel.buffer), bytes(panel._shadow)
            assert len(new) == len(old)
            changed = 0 if new == old else sum(map(operator.ne, new, old))
            if changed and panel.ok:
                self._now.changed += changed
                self._now.frames += 1
            return int(show())

        def apart() -> bool:
            key, self._now = self._now, Interaction("")
            found = set_up()
            self._now = key
            return bool(found)

        bus._send, panel.show, panel.start = counted, watched, apart

    def run_line(self, line: Line) -> None:
        self.where = f"{line.path.name}:{line.number} {line.command} {line.rest}"
        if line.command not in ("press", "hold", "wait", "expect", "absent", "dice", "shot"):
            self._begin(None)
        super().run_line(line)


def measure(path: Path) -> list[Interaction]:
    """Return the interactions of a script that changed the panel."""
    script = MeasuredScript()
    script.play(path)
    return [each for each in script.interactions if each.sent or each.changed]


def scripts() -> list[Path]:
    return sorted(SCRIPTS.glob("*.txt"))
