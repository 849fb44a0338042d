"""The interfaces of screens.

They are the Context that each screen gets, and the hooks that a game declares. This module is for the type
checker only: the device does not load it.
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

Steps = int  # 1, or 5 or 10 while UP or DOWN is held; negative for DOWN in `Screen.shift`
Id = str  # id of a screen, such as "trireme.table"
Arguments = Sequence[int]  # integers that open a screen, and recreate it after a restart
Entries = Any  # a list of entries, see drawing/types.py, or menu.Lines
Asked = tuple[str, Share, str]  # a named chance: name, chance, and "≥" if the chance may be higher


class Context(Protocol):
    """The parts of the program that a screen may use.

    The App makes one Context, which each screen gets. A method that writes a file raises OSError if that fails,
    and then nothing has changed. A screen may let an OSError or a `Refused` propagate: the App shows it. The
    id of a screen is "<game>.<screen>" or "system.<screen>". The name after the dot is a key of SCREENS.
    """

    # The open game

    session: Session  # its Sheets, journal and rolls; None outside of games

    def change(self, changes: Iterable[Change], join: int = 0) -> bool:
        """Change the Sheets of the game as one transaction.

        If a rule refuses it, show the refusal.

        join: 1 extends the previous transaction, as in `Journal.change`. Return whether the change was made.
        """

    def undo(self, stays: bool = False) -> None:
        """Undo the last change of the game, and show its screen.

        `stays` keeps the top screen.
        """

    def redo(self) -> None:
        """Redo the last undone change, and show its screen."""

    def defer(self, act: Callable[..., object], *args: Any) -> None:
        """Call `act(*args)` after the present key, before the next one.

        The key is then handled and the screen drawn.
        """

    # Words

    t: Texts  # t(key, ...) returns a text in the chosen language
    messages: Messages  # words for refusals and changes, names and colours of the seats, the charge

    def seat(self, row: Row) -> str:
        """Return the name of the player of a Sheet row."""

    # Screens

    dialogs: Dialogs  # messages, texts to read, questions, and the toast

    @property
    def navigation(self) -> Navigation:
        """Rarely used ways between screens, and the stack."""

    @property
    def locations(self) -> Locations:
        """The locations of changes, for games with an undo of their own."""

    def open(self, name: Id, *args: int) -> None:
        """Open a screen by its id, and first its game. The screen survives a restart."""

    def push(self, screen: Screen) -> None:
        """Open a screen that was made by the caller. It does not survive a restart."""

    def replace(self, name: Id, *args: int) -> None:
        """Open a screen in place of the top one."""

    def close(self, result: Any = None) -> None:
        """Close the top screen, and call `on_result(result)` of the one below.

        The last screen stays.
        """

    def redraw(self) -> None:
        """Draw the top screen again.

        A screen calls this if it changes without a key or change of Sheets.
        """

    def request_snapshot(self) -> None:
        """Save the open screens.

        A screen calls this if its arguments change without a key.
        """

    def acknowledge_key(self) -> None:
        """Show on the panel that UP or DOWN was received, before slow work.

        Other keys are shown at once.
        """

    # Dice and device

    dice: Dice  # the source of dice: the cup, or real dice
    device: Device  # settings, files, signals, battery, panel; names of a game's files begin with its name
    canvas: Canvas  # may measure texts at any time; a screen draws on it only in `draw` and `tick`

    def now(self) -> Ticks:
        """Return the present tick count in milliseconds.

        It wraps around, so `since` must compare it.
        """

    def since(self, then: Ticks) -> Milliseconds:
        """Return the milliseconds since the tick count `then`.

        `then` is less than 6 days old.
        """

    def write_file(self, name: str, data: Data) -> None:
        """Write a file whose content is in no journal.

        If a fault then restarts the program, it does not handle the present key again.
        """

    def apply_settings(self) -> None:
        """Apply all settings to the device, the canvas and the texts."""


class Navigation(Protocol):
    """The rarely used ways between screens."""

    stack: Stack  # the open screens

    def top(self) -> Any:
        """Return the top screen. A screen that was opened but not made yet is made first."""

    def remake(self) -> None:
        """Show the top screen after a change of the stack.

        If it is suspended, recreate it first.
        """

    def back_to(self, name: Id) -> None:
        """Close the screens above the one with this id.

        If it is not open, show the list of games.
        """

    def home(self) -> None:
        """Close all screens and show the list of games."""

    def leave_game(self) -> None:
        """Close the open game. Only the list of games calls this."""

    def screen_at(self, name: Id) -> tuple[str, str]:
        """Return (path of the module, name of the class) for the id of a screen."""


class Locations(Protocol):
    """The locations of changes.

    A location is the screens that were open at a change; an undo shows them again.
    """

    def current(self, rolled: bool = False) -> Location:
        """Return the open screens as a location.

        rolled: with the screen of the result on top.
        """

    def show(self, location: Location, taken: Resolution | None = None) -> None:
        """Show the screens of a location. taken: the roll that an undo has taken back."""

    def leave_name(self) -> None:
        """Close the screen on which a name is being entered, if one is open."""


class GameScreens(Protocol):
    """The declarations of a game's package `screens`. All but SCREENS are optional."""

    # name of a screen -> (module, class); a module with a dot in it is a full path
    SCREENS: Mapping[str, tuple[str, str]]
    # The changes of Sheets that give a signal, see `Device.signal`. Each word is "<signal>:<Kind>.<field>", or
    # "<signal>:<Kind>.<field>=<value>" for a change to that value.
    SIGNALS: str

    def seat(self, context: Context, row: Row) -> str:
        """Return the name of the player of a Sheet row.

        The default is the name or the colour of the seat.
        """

    def turn_of(self, context: Context, row: Row) -> str:
        """Return the name of the player of a row of the Kind "time".

        The default is that of the seat.
        """

    def describe(self, context: Context, effects: Sequence[Effect]) -> str | Sequence[Effect] | None:
        """Return words for a transaction, or the effects to describe.

        `effects` has one for each field.

        After None, or without this function, the words describe the first effect whose field has a name.
        """

    def thrower(self, context: Context, resolution: Resolution) -> str | None:
        """Return the title of the question for real dice.

        The title names the player who throws. After None, or without this function, the title is the name of the roll.
        """

    def revert_outside(self, context: Context, forward: bool) -> bool:
        """Undo the last change outside of the Sheets, or redo it if `forward`.

        Do nothing if a change of the Sheets is newer. Return whether the change was undone or redone.
        """

    def pause(self, context: Context) -> None:
        """Save running values, such as a clock, because the battery is empty."""

    def repeat_roll(self, context: Context) -> None:
        """Repeat the last roll, if it has no form."""

    def form_for(
        self, context: Context, listed: Sequence[int], allowed: Sequence[str]
    ) -> tuple[str, Sequence[int]]:
        """Return the screen that the game's lists open for a roll: (name, arguments).

        The default is the form.

        `listed` has the arguments of the form. `allowed` has the codes of refusals that the players ignore,
        for example because of a card. Raise Refused if the lists would not open the screen.
        """

    def visible_values(self, context: Context) -> Sequence[Mapping[str, Any]]:
        """Return the values of each player that all may see, for the link.

        The default is all fields by name.

        A player is a dict with "row", "name", "out", and "values", a list of [name, number or word]. The key
        "turn" tells whether it is that player's turn, if the row does not tell it.
        """

    def dice_of(
        self, context: Context, listed: Sequence[int], path: Path, note: bytes
    ) -> Sequence[tuple[Sides, Face]]:
        """Return the dice of a roll without a Procedure.

        Without this function, luck does not count them.
        """
