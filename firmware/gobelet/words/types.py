"""The members of a Context that the package `words` uses, for the type checker.

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
    """A Context with the open game, its texts and players, and the device.

    The full Context is in ui/screens/types.py.
    """

    session: Session
    t: Texts
    device: Device

    def seat(self, row: Row) -> str:
        """Return the name of the player who has a row of a Sheet."""

    def write_file(self, name: str, data: Data) -> None:
        """Write a file whose content is in no journal."""
