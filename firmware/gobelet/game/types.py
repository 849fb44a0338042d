"""The interface of the turn clock, for the type checker.

The device does not load this module.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from collections.abc import Sequence

    from ..device.types import Milliseconds
    from ..rules.types import Change, Effect, Row


class TurnClock(Protocol):
    """The clock that measures the playing time of each turn of an open game.

    ui/screens/turn_clock.py implements and describes the methods.
    """

    lost: int

    def passed_ms(self) -> Milliseconds: ...

    def row(self) -> Row: ...

    def name(self, row: Row) -> str: ...

    def spent_changes(self, changes: Sequence[Change]) -> list[Change]: ...

    def start_turn(self) -> None: ...

    def restart_unknown(self) -> None: ...

    def time_text(self, time: int) -> str: ...

    def adjust_to_undo(self, effects: Sequence[Effect], forward: bool) -> None: ...

    def is_due(self) -> bool: ...

    def band_texts(self) -> tuple[str, str]: ...
