"""Dice: the source of faces, which is the dice cup of the device or real dice."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from collections.abc import Callable

    from ..device.settings import Settings
    from ..rules.shaker import Shaker
    from ..rules.types import Position


class Dice:
    """The source of faces that the players have chosen.

    shaker    the dice cup of the device; during a verifiable roll, a dice cup for this roll only.
    announce  called before the dice of a verifiable roll are thrown; sends a commitment over the link. The
              commitment is (byte position in the journal, code of the secret), see PROOF.md.
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
        """Tell whether the players throw real dice.

        The choice is a setting of the device, so it survives a power cut.
        """
        return self._settings.is_on("hand")

    def use_real_dice(self, on: bool) -> None:
        """Choose real dice (`on` True) or the dice cup (`on` False) for later rolls."""
        self._settings.choose("hand", 1 if on else 0)
        self._forget_keys()

    def use_shaker(self, shaker: Shaker) -> Shaker:
        """Use another dice cup for later rolls, and return the previous cup."""
        before, self.shaker = self.shaker, shaker
        return before
