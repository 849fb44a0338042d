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

        def begin_first(act: Callable[..., None]) -> Callable[..., None]:
            def begin_and_act(*arguments: Any) -> None:
                self._begin_interaction(None if not board.app.device.panel.lit else self.where)
                act(*arguments)

            return begin_and_act

        def start_apart() -> None:
            self._begin_interaction(None)
            boot()
            self._watch_panel()
            self._begin_interaction(None)

        board.press, board.hold, board.boot = begin_first(press), begin_first(hold), start_apart
        self._watch_panel()
        self._begin_interaction(None)

    def _begin_interaction(self, where: str | None) -> None:
        """Begin another interaction; without a key it is not recorded."""
        self._interaction = Interaction(where or "")
        if where is not None:
            self.interactions.append(self._interaction)

    def _watch_panel(self) -> None:
        """Count the transfers to the panel of this start, and compare each frame with the one before."""
        bus: Any = self.board.bus
        panel: Any = self.board.app.device.panel
        show, send, set_up = panel.show, bus._send, panel.start

        def count_and_send(address: int, payload: bytes) -> Any:
            self._interaction.sent += len(payload)
            return send(address, payload)

        def watch_and_show() -> int:
            new, old = bytes(panel.buffer), bytes(panel._shadow)
            assert len(new) == len(old)
            changed = 0 if new == old else sum(map(operator.ne, new, old))
            if changed and panel.ok:
                self._interaction.changed += changed
                self._interaction.frames += 1
            return int(show())

        def set_up_apart() -> bool:
            key, self._interaction = self._interaction, Interaction("")
            found = set_up()
            self._interaction = key
            return bool(found)

        bus._send, panel.show, panel.start = count_and_send, watch_and_show, set_up_apart

    def run_line(self, line: Line) -> None:
        self.where = f"{line.path.name}:{line.number} {line.command} {line.rest}"
        if line.command not in ("press", "hold", "wait", "expect", "absent", "dice", "shot"):
            self._begin_interaction(None)
        super().run_line(line)


def measure_script(path: Path) -> list[Interaction]:
    """Return the interactions of a script that changed the panel."""
    script = MeasuredScript()
    script.play(path)
    return [each for each in script.interactions if each.sent or each.changed]


def script_files() -> list[Path]:
    return sorted(SCRIPTS.glob("*.txt"))
