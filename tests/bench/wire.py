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
        self._interaction = Interaction("")
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
        self._add_sent_bytes()
        self._interaction = Interaction(where or "")
        if where is not None:
            self.interactions.append(self._interaction)

    def _watch_panel(self) -> None:
        """Count the transfers to the panel of this start, and compare each frame with the one before."""
        panel: Any = self.board.app.device.panel
        show, set_up = panel.show, panel.start
        self._counted = self.board.bus.sent

        def watch_and_show() -> int:
            new, old = bytes(panel.buffer), self.board.panel.picture()
            assert len(new) == len(old)
            changed = 0 if new == old else sum(map(operator.ne, new, old))
            if changed and panel.ok:
                self._interaction.changed += changed
                self._interaction.frames += 1
            return int(show())

        def set_up_apart() -> bool:
            self._add_sent_bytes()
            found = set_up()
            self._counted = self.board.bus.sent
            return bool(found)

        panel.show, panel.start = watch_and_show, set_up_apart

    def _add_sent_bytes(self) -> None:
        """Add the bytes that the bus has sent since the last call to the present interaction."""
        sent = self.board.bus.sent
        self._interaction.sent += sent - self._counted
        self._counted = sent

    def end(self) -> None:
        """End the last interaction."""
        self._begin_interaction(None)

    def run_line(self, line: Line) -> None:
        self.where = f"{line.path.name}:{line.number} {line.command} {line.rest}"
        if line.command not in ("press", "hold", "wait", "expect", "absent", "dice", "shot"):
            self._begin_interaction(None)
        super().run_line(line)


def measure_script(path: Path) -> list[Interaction]:
    """Return the interactions of a script that changed the panel."""
    script = MeasuredScript()
    script.play(path)
    script.end()
    return [each for each in script.interactions if each.sent or each.changed]


def script_files() -> list[Path]:
    return sorted(SCRIPTS.glob("*.txt"))
