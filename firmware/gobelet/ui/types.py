"""Names for types of numbers and tuples on the screen, and the interfaces that screens use.

For the type checker only: the device does not load this module.
"""

from __future__ import annotations

from array import array
from typing import IO, TYPE_CHECKING, Any, Callable, Iterable, Mapping, Protocol, Sequence

from ..rules.refused import Refused
from ..rules.shaker import Shaker
from ..rules.types import Change, Effect, Face, FieldNumber, KindNumber, Path, Position, Row, Sides
from .drawing.canvas import Canvas
from .screens.stack import Screen, Stack

if TYPE_CHECKING:
    from ..device.device import Device
    from ..device.types import Milliseconds, Ticks
    from ..game.resolution import Resolution
    from ..game.session import Session
    from ..words.texts import Texts

# Drawing
Column = int  # of the screen, 0..127
Pixels = int
Size = int  # height of the letters: 8, 16, 17, 24, 32, 48
Ink = int  # 1 light, 0 dark
Font = tuple[array[int], array[int], Any]  # code points, columns before each glyph, picture
Assets = Callable[[str], IO[bytes]]  # opens an asset by its name, at the first byte

# Screens
Steps = int  # 1, or 5 and 10 while UP or DOWN is held
Id = str  # of a screen: "trireme.table"
Arguments = Sequence[int]  # a screen is opened and, after a restart, recreated with these
Entry = tuple[Any, ...]  # a line of a list: label, value, and for a tick box True or False
Entries = Any  # a list of them, or menu.Lines
Share = tuple[int, int]  # a chance: numerator and denominator
Asked = tuple[str, Share, str]  # a chance with a name: name, chance, "≥" or ""
Location = bytes  # the screens above a game's list when something was done, a line each


class Context(Protocol):
    """The part of the App that screens may use.

    A method that writes a file raises OSError if that fails, and then nothing has changed. A screen may let
    an OSError or a `Refused` propagate: the App shows it.
    """

    session: Session  # the open game; None outside of games
    texts: Texts  # the texts behind `t`, with further methods; see words/texts.py
    device: Device  # settings, files, signals; names of a game's files begin with its own
    shaker: Shaker  # the dice
    stack: Stack  # the screens that are open
    canvas: Canvas  # for measuring; drawn on only in `draw` and `tick`
    modules: Any  # the loaded modules of games, see memory/modules.py
    version: str
    address: str  # of the page to play and install, "" for none

    @property
    def telling(self) -> Telling:
        """Words for changes; names and colours of the seats; the toast."""

    @property
    def navigation(self) -> Navigation:
        """The stack of screens."""

    @property
    def locations(self) -> Locations:
        """The screens where changes are made, for games with their own undo."""

    @property
    def games(self) -> Games:
        """The way into a game and out of it."""

    @property
    def by_hand(self) -> bool:
        """Whether real dice are used: a setting."""

    def use_real_dice(self, on: bool) -> None:
        """Use real dice from now on, or the device's."""

    def use_shaker(self, shaker: Shaker) -> Shaker:
        """Use another dice cup from now on. Returns the previous one."""

    def keep(self, name: str, data: bytes) -> None:
        """Write a file that no journal replaces. The present key is never replayed after a fault."""

    def redraw(self) -> None:
        """Draw the screen again, if it changed without a key and without a change of the Sheets."""

    def request_snapshot(self) -> None:
        """Save the open screens, if their arguments changed without a key."""

    # Words

    @property
    def t(self) -> Words:
        """The texts in the chosen language, as a function of their key."""

    def words(self, refused: Refused, of: str = "") -> str:
        """Put a `Refused` into words; `of` names the Procedure that refused, if known."""

    def seat(self, row: Row) -> str:
        """The name of the player who has a row of a Sheet; "" for -1."""

    def announce(self, committed: tuple[Position, str]) -> None:
        """Send the commitment to a roll, (position, code), over the link before the dice fall."""

    def charge(self) -> str:
        """The battery charge as text, "" on USB or without a gauge."""

    def charge_lasts(self) -> str:
        """The time that the battery will last, as text; "" if unknown."""

    # Screens. An id is "<game>.<screen>" or "system.<screen>", from SCREENS of the package.

    def open(self, name: Id, *args: Any) -> None:
        """Open a screen by its id, with integers as arguments.

        It survives a restart. Its game is opened first.
        """

    def push(self, screen: Screen, name: Id | None = None) -> None:
        """Put a screen object on top: a question, for example. It does not survive a restart."""

    def replace(self, name: Id, *args: Any) -> None:
        """Open a screen in place of the top one."""

    def close(self, result: Any = None) -> None:
        """Close the top screen; the one below gets `on_result(result)`. The last screen stays."""

    def back_to(self, name: Id) -> None:
        """Close screens down to this one; go to the list of games if it is not open."""

    def top(self) -> Any:
        """Return the top screen. A pending one is made at once, instead of after the key's handler."""

    def home(self) -> None:
        """Close all screens and show the list of games."""

    def notice(self, text: str) -> None:
        """Show a message until a key is pressed."""

    def page(self, title: str, body: str | Sequence[str], code: str = "") -> None:
        """Show a text to read, or a list of lines; holding OK shows `code` as a QR code."""

    def rule(self, name: str, *args: Any) -> None:
        """Show the text "page.<name>" of the game, filled in: its title up to the first "|", then its lines."""

    def faces(self, title: str, dice: Sequence[Sides]) -> None:
        """Ask for the faces of real dice: `on_result` gets them, or None after BACK."""

    def dial(self, title: str, value: int, low: int, high: int, unit: str = "") -> None:
        """Ask for a number from low to high: `on_result` gets it, or None after BACK."""

    def confirm(self, question: str, yes: bool = False) -> None:
        """Ask a question of yes or no: `on_result` gets True or False, or None after BACK.

        The cursor begins on `yes`.
        """

    def letters(self, title: str, name: str = "") -> None:
        """Ask for a name: `on_result` gets it, "" included, or None if it was not changed.

        The asking screen may have been recreated meanwhile, even by a restart. So its `arguments` must have
        the purpose of the question.
        """

    def toast(self, text: str) -> None:
        """Show a short message over the screen for two seconds, or until the next key."""

    def refuse(self, refused: Refused) -> None:
        """Show in words why a rule may not be applied."""

    # The game, and time

    def answer(self) -> None:
        """Acknowledge UP or DOWN on the panel, before work that takes time.

        Other keys are acknowledged at once.
        """

    def change(self, changes: Iterable[Change], join: int = 0) -> bool:
        """Change the Sheets of the game as one transaction, and show a refusal. Returns whether it was made.

        join: extend the previous transaction, as in `Journal.change`.
        """

    def undo(self) -> None:
        """Undo the last change, and show its screen."""

    def redo(self) -> None:
        """Redo the last undone change, and show its screen."""

    def take_back(self) -> None:
        """Undo the last change; the top screen stays."""

    def defer(self, act: Callable[..., object], *args: Any) -> None:
        """Call `act(*args)` before the next key, after a requested `redraw`."""

    def apply_settings(self) -> None:
        """Apply all settings to the device, the canvas and the texts."""

    def now(self) -> Ticks:
        """The clock's ticks, which wrap: see `since`."""

    def since(self, then: Ticks) -> Milliseconds:
        """The milliseconds since the tick count `then`, less than 6 days ago."""


class Words(Protocol):
    """`context.t`: the texts of the device and of the open game, from fr.txt and en.txt."""

    def __call__(self, key: str, /, *args: Any, **named: Any) -> str:
        """The text of a key with {0}, {1}... and {name}... filled in; "<key>" if there is none."""


class Telling(Protocol):
    """`context.telling`: words for changes, names and colours of the seats in all games, the toast.

    A seat is the row of a player.
    """

    @property
    def message(self) -> str | None:
        """The visible toast."""

    def hide(self) -> None:
        """Remove the toast."""

    @property
    def colours(self) -> Sequence[int]:
        """The colour's index of each seat."""

    def name(self, row: Row) -> str:
        """The name of a seat, "" if it has only its colour."""

    def colour(self, row: Row) -> str:
        """The name of a seat's colour."""

    def what(self, effects: Sequence[Effect]) -> str:
        """Describe a transaction in a few words, "" if there are none for it."""

    def has_no_words(self, kind: KindNumber, field: FieldNumber) -> bool:
        """Whether `what` has no words for a change of this field alone."""

    def game_screens(self) -> Any:
        """The package `screens` of the open game, see `GameScreens`."""

    def set_name(self, row: Row, name: str) -> None:
        """Set and save the name of a seat; "" removes it."""

    def set_colour(self, row: Row, number: int) -> None:
        """Set and save the colour of a seat; the seat that had it gets the other one."""


class Navigation(Protocol):
    """`context.navigation`: a method that screens need besides those of the App."""

    def remake(self) -> None:
        """Show the top screen again, because its content has changed."""


class Locations(Protocol):
    """`context.locations`: the screens where changes are made, for games with their own undo."""

    def current(self, rolled: bool = False) -> Location:
        """The present location; rolled: that of a roll, with its result on top."""

    def show(self, location: Location) -> None:
        """Show the screens of a location. Unfinished entries are dropped."""

    def leave_name(self) -> None:
        """Close the screen on which a name is being entered, if one is open."""


class Games(Protocol):
    """`context.games`: opens and leaves games."""

    def leave(self) -> None:
        """Close the open game. Only for the list of games."""


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
        """Describe a transaction, given one effect a field, by words or by the effects to describe.

        None, as without this function: the first effect whose field has a name.
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
        `allowed` has the codes of refusals that the players overrule by a card.
        """

    def seen(self, context: Context) -> Sequence[Mapping[str, Any]]:
        """The values of each player that all may see, for the link.

        Each has row, name, out and values, [name, number or word] each; and turn, if it differs from the row
        whose turn it is. Default: all fields by name.
        """

    def dice_of(
        self, context: Context, listed: Sequence[int], path: Path, note: bytes
    ) -> Sequence[tuple[Sides, Face]]:
        """The dice of a roll without Procedure. Default: they are not counted as luck."""
