"""The interfaces of screens: the Context that each gets, and the hooks that a game declares.

For the type checker only: the device does not load this module.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, Callable, Iterable, Mapping, Protocol, Sequence

from ...rules.types import Change, Effect, Face, Location, Path, Row, Share, Sides

if TYPE_CHECKING:
    from ...device.device import Device
    from ...device.types import Data, Milliseconds, Ticks
    from ...game.dice import Dice
    from ...game.resolution import Resolution
    from ...game.session import Session
    from ...words.messages import Messages
    from ...words.texts import Texts
    from ..drawing.canvas import Canvas
    from .dialogs import Dialogs
    from .stack import Screen, Stack

Steps = int  # 1, or 5 and 10 while UP or DOWN is held
Id = str  # id of a screen, such as "trireme.table"
Arguments = Sequence[int]  # a screen is opened and, after a restart, recreated with these
Entries = Any  # a list of entries, or menu.Lines
Asked = tuple[str, Share, str]  # a chance with a name: name, chance, "≥" or ""


class Context(Protocol):
    """The parts of the program for a screen: the open game, its words, the ways between screens, dice and device.

    The App makes one, and each screen gets it. A method that writes a file raises OSError if that fails, and
    then nothing has changed. A screen may let an OSError or a `Refused` propagate: the App shows it. The id of
    a screen is "<game>.<screen>" or "system.<screen>", with a name in SCREENS of the game's package.
    """

    # The open game

    session: Session  # its Sheets, journal and rolls; None outside of games

    def change(self, changes: Iterable[Change], join: int = 0) -> bool:
        """Change the Sheets of the game as one transaction, and show a refusal.

        Return whether the change was made.

        join: extend the previous transaction, as in `Journal.change`.
        """

    def undo(self, stays: bool = False) -> None:
        """Undo the last change of the game, and show its screen. `stays` keeps the top screen."""

    def redo(self) -> None:
        """Redo the last undone change, and show its screen."""

    def defer(self, act: Callable[..., object], *args: Any) -> None:
        """Call `act(*args)` before the next key, after the present handler and a requested drawing."""

    # Words

    t: Texts  # t(key, ...): the text of a key in the chosen language
    messages: Messages  # words for refusals and changes; names and colours of the seats; the charge

    def seat(self, row: Row) -> str:
        """Return the name of the player who has a row of a Sheet."""

    # Screens

    dialogs: Dialogs  # messages, texts to read, questions, and the toast

    @property
    def navigation(self) -> Navigation:
        """Further ways between screens, and the stack."""

    @property
    def locations(self) -> Locations:
        """The screens where changes are made, for games with their own undo."""

    def open(self, name: Id, *args: int) -> None:
        """Open a screen by its id, with integers as arguments. The screen survives a restart.

        The game of the screen is opened first.
        """

    def push(self, screen: Screen) -> None:
        """Put a screen object on top. The screen does not survive a restart."""

    def replace(self, name: Id, *args: int) -> None:
        """Open a screen in place of the top one."""

    def close(self, result: Any = None) -> None:
        """Close the top screen, and call `on_result(result)` of the one below. The last screen stays."""

    def redraw(self) -> None:
        """Draw the top screen again, if it changed without a key and without a change of the Sheets."""

    def request_snapshot(self) -> None:
        """Save the open screens, if their arguments changed without a key."""

    def acknowledge_key(self) -> None:
        """Mark UP or DOWN on the panel, before work that takes time; other keys are marked at once."""

    # Dice and device

    dice: Dice  # the source of dice: the dice cup, or real dice
    device: Device  # settings, files, signals, battery, panel; names of a game's files begin with its own
    canvas: Canvas  # measures texts at any time; a screen draws on it only in `draw` and `tick`

    def now(self) -> Ticks:
        """Return the clock's ticks, which wrap: see `since`."""

    def since(self, then: Ticks) -> Milliseconds:
        """Return the milliseconds since the tick count `then`, less than 6 days ago."""

    def write_file(self, name: str, data: Data) -> None:
        """Write a file whose content no journal has.

        Then a restart after a fault does not replay the present key.
        """

    def apply_settings(self) -> None:
        """Apply all settings to the device, the canvas and the texts."""


class Navigation(Protocol):
    """The ways between screens that few screens need."""

    stack: Stack  # the open screens

    def top(self) -> Any:
        """Return the top screen, made if it was pending."""

    def remake(self) -> None:
        """Show the top screen after a change of the stack; recreate a suspended one."""

    def back_to(self, name: Id) -> None:
        """Close screens down to the one with this id; go home if it is not open."""

    def home(self) -> None:
        """Close all screens and show the list of games."""

    def leave_game(self) -> None:
        """Close the open game. Only for the list of games."""

    def screen_at(self, name: Id) -> tuple[str, str]:
        """Return (path of the module, name of the class) of a screen, by its id."""


class Locations(Protocol):
    """The screens where changes were made, which an undo shows again."""

    def current(self, rolled: bool = False) -> Location:
        """Return the present location. rolled: add the result screen on top."""

    def show(self, location: Location, taken: Resolution | None = None) -> None:
        """Show the screens of a location. taken: the roll that is taken back."""

    def leave_name(self) -> None:
        """Close the screen on which a name is being entered, if one is open."""


class GameScreens(Protocol):
    """The declarations of a game's package `screens`. All but SCREENS are optional."""

    # short name -> (module, class); a module with a dot in it is a full path
    SCREENS: Mapping[str, tuple[str, str]]
    # Changes of the Sheets that have a signal: words "<signal>:<Sheet>.<field>", or "...=<value>" for a
    # change to that value. The signals are those of `Device.signal`.
    SIGNALS: str

    def seat(self, context: Context, row: Row) -> str:
        """Return the name of the player who has a row of a Sheet. Default: the name or the colour of the seat."""

    def turn_of(self, context: Context, row: Row) -> str:
        """Return the name of the player who has a row of the clock of turns. Default: that of the seat."""

    def describe(self, context: Context, effects: Sequence[Effect]) -> str | Sequence[Effect] | None:
        """Describe a transaction, given one effect for each field, by words or by the effects to describe.

        None describes the first effect whose field has a name, as does a game without this function.
        """

    def thrower(self, context: Context, resolution: Resolution) -> str | None:
        """Return the title of a question for real dice, with the player who throws.

        Default, and for None: the name of the roll.
        """

    def revert_outside(self, context: Context, forward: bool) -> bool:
        """Undo or redo the last change outside of the Sheets, if it is the newest.

        Return whether the change was the newest.
        """

    def pause(self, context: Context) -> None:
        """Save running values, such as a clock, because the battery is empty."""

    def repeat_roll(self, context: Context) -> None:
        """Repeat the last roll, if it has no form."""

    def form_for(
        self, context: Context, listed: Sequence[int], allowed: Sequence[str]
    ) -> tuple[str, Sequence[int]]:
        """Return the screen that the game's lists open for a roll: (short name, arguments). Default: the form.

        `listed` has the arguments of the form. It raises Refused if the lists would not open the screen;
        `allowed` has the codes of refusals that a card lets the players ignore.
        """

    def visible_values(self, context: Context) -> Sequence[Mapping[str, Any]]:
        """Return the values of each player that all may see, for the link.

        Each has row, name, out and values, [name, number or word] each; and `turn`, if that differs from the
        row whose turn it is. Default: all fields by name.
        """

    def dice_of(
        self, context: Context, listed: Sequence[int], path: Path, note: bytes
    ) -> Sequence[tuple[Sides, Face]]:
        """Return the dice of a roll without Procedure. Without this function, the dice are not counted as luck."""
