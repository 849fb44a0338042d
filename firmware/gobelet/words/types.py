"""The part of a Context that words need, for the type checker.

The device does not load this module.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Protocol

if TYPE_CHECKING:
    from ..device.device import Device
    from ..device.types import Data
    from ..game.session import Session
    from ..rules.types import Row
    from .texts import Texts


class Speaker(Protocol):
    """The open game, its texts and players, and the device.

    See `Context` of ui/screens/types.py.
    """

    session: Session
    t: Texts
    device: Device

    def seat(self, row: Row) -> str:
        """Return the name of the player who has a row of a Sheet."""

    def write_file(self, name: str, data: Data) -> None:
        """Write a file whose content no journal has."""
