"""Dice: the source of dice, which is the dice cup of the device, or real dice."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from ..device.settings import Settings
    from ..rules.shaker import Shaker
    from ..rules.types import Position


class Dice:
    """The source of dice that the players have chosen.

    shaker    the dice cup; during a verifiable roll, a cup that belongs to this roll.
    announce  sends (position, code) of a verifiable roll over the link, before the roll.
    """

    def __init__(
        self,
        shaker: Shaker,
        settings: Settings,
        forget_keys: Callable[[], None],
        announce: Callable[[tuple[Position, str]], None],
    ) -> None:
        self.shaker = shaker
        self._settings = settings
        self._forget_keys = forget_keys
        self.announce = announce

    @property
    def by_hand(self) -> bool:
        """Tell whether real dice are used. This is a setting, so it survives a power cut."""
        return self._settings.yes("hand")

    def use_real_dice(self, on: bool) -> None:
        """Use real dice from now on; with `on` False, the dice cup."""
        self._settings.choose("hand", 1 if on else 0)
        self._forget_keys()

    def use_shaker(self, shaker: Shaker) -> Shaker:
        """Use another dice cup from now on. Returns the previous cup."""
        before, self.shaker = self.shaker, shaker
        return before
