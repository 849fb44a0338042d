"""Names for types of numbers and tuples on the screen, and the interfaces that screens use.

For the type checker only: the device does not load this module.
"""

from __future__ import annotations

from array import array
from typing import IO, TYPE_CHECKING, Any, Callable, Mapping, Protocol, Sequence

from ..rules.types import Effect, Face, Path, Row, Sides

if TYPE_CHECKING:
    from ..game.resolution import Resolution
    from ..shell.context import Context

# Drawing
Column = int  # column of the screen, 0..127
Pixels = int
Size = int  # height of the letters: 8, 16, 17, 24, 32, 48
Ink = int  # 1 light, 0 dark
Font = tuple[array[int], array[int], Any]  # code points, columns before each glyph, picture
Assets = Callable[[str], IO[bytes]]  # opens an asset by its name, at the first byte

# Screens
Steps = int  # 1, or 5 and 10 while UP or DOWN is held
Id = str  # id of a screen, such as "trireme.table"
Arguments = Sequence[int]  # a screen is opened and, after a restart, recreated with these
Entry = tuple[Any, ...]  # a line of a list: label, value, and for a tick box True or False
Entries = Any  # a list of such lines, or menu.Lines
Share = tuple[int, int]  # a chance: numerator and denominator
Asked = tuple[str, Share, str]  # a chance with a name: name, chance, "≥" or ""
Location = bytes  # the screens above a game's list when a roll or change was made, one in each line


class GameScreens(Protocol):
    """The declarations of a game's package `screens`. All but SCREENS are optional."""

    # short name -> (module, class); a module with a dot in it is a full path
    SCREENS: Mapping[str, tuple[str, str]]
    # Changes of the Sheets that have a signal: words "<signal>:<Sheet>.<field>", or "...=<value>" for a
    # change to that value. The signals are those of `Device.signal`.
    SIGNALS: str

    def seat(self, context: Context, row: Row) -> str:
        """The name of the player who has a row of a Sheet. Default: the name or the colour of the seat."""

    def turn_of(self, context: Context, row: Row) -> str:
        """The name of the player who has a row of the clock of turns. Default: that of the seat."""

    def what(self, context: Context, effects: Sequence[Effect]) -> str | Sequence[Effect] | None:
        """Describe a transaction, given one effect for each field, by words or by the effects to describe.

        None describes the first effect whose field has a name, as does a game without this function.
        """

    def thrower(self, context: Context, resolution: Resolution) -> str | None:
        """The title of a question for real dice, with the player who throws.

        Default, and for None: the name of the roll.
        """

    def outside(self, context: Context, forward: bool) -> bool:
        """Undo or redo the last change outside of the Sheets, if it is the newest. Returns whether it was."""

    def pause(self, context: Context) -> None:
        """Save running values, such as a clock, because the battery is empty."""

    def again(self, context: Context) -> None:
        """Repeat the last roll, if it has no form."""

    def form_for(
        self, context: Context, listed: Sequence[int], allowed: Sequence[str]
    ) -> tuple[str, Sequence[int]]:
        """The screen that the game's lists open for a roll: (short name, arguments). Default: the form.

        `listed` has the arguments of the form. It raises Refused if the lists would not open the screen;
        `allowed` has the codes of refusals that a card lets the players ignore.
        """

    def seen(self, context: Context) -> Sequence[Mapping[str, Any]]:
        """The values of each player that all may see, for the link.

        Each has row, name, out and values, [name, number or word] each; and `turn`, if that differs from the
        row whose turn it is. Default: all fields by name.
        """

    def dice_of(
        self, context: Context, listed: Sequence[int], path: Path, note: bytes
    ) -> Sequence[tuple[Sides, Face]]:
        """The dice of a roll without Procedure. Without this function, the dice are not counted as luck."""
