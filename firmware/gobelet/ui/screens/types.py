"""The interfaces of screens: the Context, and the hooks that a game declares.

This module is for the type checker only: the device does not load it.
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

# size of a change by UP or DOWN: 1, or 5 or 10 while the key is held; below 0 for DOWN in `Screen.on_step`
Steps = int
Id = str  # id of a screen, such as "trireme.table"
Arguments = Sequence[int]  # integers from which a screen is created, also after a restart
Entries = Any  # a list of `Entry` (drawing/types.py), or a `Lines` object (menu.py)
Asked = tuple[str, Share, str]  # a named chance: (name, chance, "≥" if the chance may be higher, or "")


class Context(Protocol):
    """The parts of the program that a screen may use.

    The App creates one Context and passes it to each screen. A method that writes a file raises OSError if the write
    fails; nothing has changed in this case. A screen need not catch an OSError or a `Refused`: the App catches the
    exception and shows a message. The id of a screen is "<game>.<screen>" or "system.<screen>". The part after the
    dot is a key of the dict SCREENS.
    """

    # The open game

    session: Session  # the Sheets, journal and rolls of the open game; None if no game is open

    def change(self, changes: Iterable[Change], join: int = 0) -> bool:
        """Change the Sheets of the game as one transaction.

        If a rule refuses the change, show the refusal. Return whether the change was made.

        join: 1 adds the changes to the previous transaction, as in `Journal.change`.
        """

    def undo(self, stays: bool = False) -> None:
        """Undo the last change of the game, and show the screen of that change.

        stays: keep the present top screen, and do not show the screen of the change.
        """

    def redo(self) -> None:
        """Redo the last undone change, and show the screen of that change."""

    def defer(self, act: Callable[..., object], *args: Any) -> None:
        """Call `act(*args)` in a later pass, before the next key.

        The handler of the present key returns before this call. A changed screen is drawn before this call.
        """

    # Words

    t: Texts  # t(text key, ...) returns the text in the chosen language
    messages: Messages  # texts about refusals, changes and the battery; names and colours of the seats

    def seat(self, row: Row) -> str:
        """Return the name of the player at index `row` of a Sheet."""

    # Screens

    dialogs: Dialogs  # messages, texts to read, questions, and the toast

    @property
    def navigation(self) -> Navigation:
        """Rarely used methods to change between screens, and the stack of screens."""

    @property
    def locations(self) -> Locations:
        """The locations of changes, for games that also undo changes outside of Sheets."""

    def open(self, name: Id, *args: int) -> None:
        """Open the screen with the id `name`. Open its game first if it is not open.

        A restart opens the screen again.
        """

    def push(self, screen: Screen) -> None:
        """Open a screen that the caller has created. A restart closes the screen."""

    def replace(self, name: Id, *args: int) -> None:
        """Open the screen with the id `name` in place of the top screen."""

    def close(self, result: Any = None) -> None:
        """Close the top screen, and call `on_result(result)` of the screen below.

        The lowest screen stays open.
        """

    def redraw(self) -> None:
        """Draw the top screen again.

        A screen calls this method if its picture changes without a key and without a change of Sheets.
        """

    def request_snapshot(self) -> None:
        """Save the open screens.

        A screen calls this method if its `arguments` change without a key.
        """

    def acknowledge_key(self) -> None:
        """Show on the panel that UP or DOWN was received, before slow work.

        When OK or BACK is pressed, the App itself shows this.
        """

    # Dice and device

    dice: Dice  # the source of dice: the cup, or real dice
    # settings, files, signals, battery, panel; the name of a game's file begins with the game's name
    device: Device
    # a screen may use the canvas at any time to measure texts, but draws only in `draw` and `on_tick`
    canvas: Canvas

    def now(self) -> Ticks:
        """Return the present tick count in milliseconds.

        The tick count wraps around, so only `ms_since` may compare it.
        """

    def ms_since(self, then: Ticks) -> Milliseconds:
        """Return the milliseconds since the tick count `then`.

        `then` must be less than 6 days old.
        """

    def write_file(self, name: str, data: Data) -> None:
        """Write a file whose content is in no journal.

        If a fault restarts the program after this write, the program does not handle the present key again.
        """

    def apply_settings(self) -> None:
        """Apply all settings to the device, the canvas and the texts."""


class Navigation(Protocol):
    """The rarely used methods to change between screens."""

    stack: Stack  # the open screens

    def top(self) -> Any:
        """Return the top screen. Create it first if it is open but not created yet."""

    def restore_top(self) -> None:
        """Show the top screen after a change of the stack.

        If the top screen is suspended, recreate it first.
        """

    def back_to(self, name: Id) -> None:
        """Close the screens above the screen with the id `name`.

        If that screen is not open, show the list of games.
        """

    def home(self) -> None:
        """Close all screens and show the list of games."""

    def leave_game(self) -> None:
        """Close the open game. Only the list of games calls this method."""

    def screen_at(self, name: Id) -> tuple[str, str]:
        """Return (path of the module, name of the class) for the id of a screen."""


class Locations(Protocol):
    """The locations of changes.

    A location contains the screens that were open at a change; an undo shows these screens again.
    """

    def current_location(self, rolled: bool = False) -> Location:
        """Return the open screens as a location.

        rolled: add the screen of the result on top.
        """

    def show(self, location: Location, taken: Resolution | None = None) -> None:
        """Show the screens of a location.

        taken: a roll that an undo has taken back; its result screen closes.
        """

    def leave_name(self) -> None:
        """Close the screen on which a name is being entered, if one is open."""


class GameScreens(Protocol):
    """The declarations of a game's package `screens`. Only SCREENS is mandatory."""

    # name of a screen -> (name of a module in `screens`, or path of a module if it has a dot; name of the class)
    SCREENS: Mapping[str, tuple[str, str]]
    # The changes of Sheets that start a signal, see `Device.signal`. The string consists of words. Each word is
    # "<signal>:<Kind>.<field>", or "<signal>:<Kind>.<field>=<value>" for a change to that value.
    SIGNALS: str

    def seat(self, context: Context, row: Row) -> str:
        """Return the name of the player at index `row` of a Sheet.

        Without this function, the name is the name or the colour of the seat.
        """

    def turn_of(self, context: Context, row: Row) -> str:
        """Return the name of the player at index `row` of the Kind "time".

        Without this function, the name is the result of `seat`.
        """

    def describe(self, context: Context, effects: Sequence[Effect]) -> str | Sequence[Effect] | None:
        """Return a text that describes a transaction, or the effects to describe.

        `effects` has one effect for each changed field.

        If the result is None, or without this function, the text describes the first effect whose field has a name.
        """

    def thrower(self, context: Context, resolution: Resolution) -> str | None:
        """Return the title of the question for real dice.

        The title names the player who throws the dice. If the result is None, or without this function, the title is
        the name of the roll.
        """

    def revert_outside(self, context: Context, forward: bool) -> bool:
        """Undo the game's last change outside of the Sheets, or redo it if `forward`.

        Do nothing if a change of the Sheets is newer. Return whether a change was undone or redone.
        """

    def pause(self, context: Context) -> None:
        """Save values that change with time, such as a clock, as the battery is empty."""

    def repeat_roll(self, context: Context) -> None:
        """Repeat the last roll, if that roll has no form."""

    def form_for(
        self, context: Context, listed: Sequence[int], allowed: Sequence[str]
    ) -> tuple[str, Sequence[int]]:
        """Return the screen that the game's menus open before a roll.

        The result is (name of the screen, its arguments). Without this function, the screen is the form.

        `listed` has the arguments of the form. `allowed` has the codes of refusals that the players ignore, for
        example because of a card. Raise Refused if the menus of the game do not offer this roll now.
        """

    def visible_values(self, context: Context) -> Sequence[Mapping[str, Any]]:
        """Return the public values of each player, which the device sends over USB.

        Without this function, the device sends all fields of the player with their names.

        A player is a dict: "row", "name", "out" (out of the game), and "values", a list of (name, number or text).
        The optional item "turn" tells whether it is that player's turn. Without this item, it is the turn of the
        player whose "row" has the turn in the Sheets.
        """

    def dice_of(
        self, context: Context, listed: Sequence[int], path: Path, note: bytes
    ) -> Sequence[tuple[Sides, Face]]:
        """Return the (sides, face) of each die of a roll without a Procedure.

        Without this function, the screen of luck (luck.py) does not count these dice.
        """
