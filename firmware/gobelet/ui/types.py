"""Types that say what a number or a tuple on the screen is. For the type checker alone: the device does not get this
module.
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
    from ..device.hardware import Hardware
    from ..device.panel import Panel
    from ..device.power import Battery
    from ..device.settings import Settings
    from ..device.types import Board, Milliseconds, Store, Ticks
    from ..game.resolution import Resolution
    from ..game.session import Session
    from ..words.texts import Texts

# Drawing
Column = int  # of the screen, 0..127
Pixels = int
Size = int  # height of the letters: 8, 16, 17, 24, 32, 48
Ink = int  # 1 light, 0 dark
Font = tuple[array[int], array[int], Any]  # code points, columns before each glyph, picture
Assets = Callable[[str], IO[bytes]]  # by its name a file that stands at the first byte of an asset

# Screens
Steps = int  # 1, and 5 or 10 while UP or DOWN is held
Id = str  # of a screen: "trireme.table"
Arguments = Sequence[int]  # that a screen is opened with, and brought back with after a restart
Entry = tuple[Any, ...]  # a line of a list: label, value, and True or False where it can be ticked
Entries = Any  # a list of them, or menu.Lines
Share = tuple[int, int]  # a chance: numerator and denominator
Asked = tuple[str, Share, str]  # a chance asked for by name: name, chance, "≥" or ""
Location = bytes  # the screens above a game's list where something was done, a line each


class App(Protocol):
    """What a screen may use of the App, all of it. Where a file cannot be written, OSError, and nothing has changed; a
    screen may let it through, and a `Refused` too: the App tells the player.
    """

    session: Session  # the game that is open; None outside of games
    texts: Texts  # the same, with more to be asked; see words/texts.py
    settings: Settings
    shaker: Shaker  # the dice
    store: Store  # files; those of a game begin with its name
    stack: Stack  # the screens that are open
    canvas: Canvas  # to measure; it is drawn on only in `draw` and `tick`
    board: Board
    panel: Panel
    battery: Battery | None  # None without a gauge
    modules: Any  # which modules of games are in memory, see memory/modules.py
    version: str
    address: str  # of the page to play and install, "" for none

    @property
    def telling(self) -> Telling:
        """Words for changes; names and colours of the seats."""

    @property
    def navigation(self) -> Navigation:
        """The stack of screens."""

    @property
    def locations(self) -> Locations:
        """Where something is done, for what a game undoes itself."""

    @property
    def games(self) -> Games:
        """The game that is open."""

    @property
    def by_hand(self) -> bool:
        """Whether real dice are used: a setting."""

    def use_real_dice(self, on: bool) -> None:
        """Ask for the faces of real dice from now on, or throw those of the device again."""

    def use_shaker(self, shaker: Shaker) -> Shaker:
        """Throw all dice with this one from now on. Returns the one before."""

    def keep(self, name: str, data: bytes) -> None:
        """Write a file of what no journal has. The key that has changed it acts once, even if a fault follows."""

    def redraw(self) -> None:
        """Draw the screen once more, where it shows something else now, and no key or change was the reason."""

    def request_snapshot(self) -> None:
        """Save which screens are open, where the integers have changed that bring one back, and no key was the
        reason.
        """

    # Words

    @property
    def t(self) -> Words:
        """t(key, ...): the text of a key in the language chosen."""

    def words(self, refused: Refused, of: str = "") -> str:
        """The words for a `Refused`; of is the name of the Procedure that refused, if it is known."""

    def seat(self, row: Row) -> str:
        """Name of whoever has a row of a Sheet; "" for -1, nobody."""

    # Signals

    @property
    def hardware(self) -> Hardware:
        """Parts of the device: whether it has a buzzer, which hour it is."""

    def signal(self, name: str) -> None:
        """Let the buzzer tell of something, where there is one and the player wants it: "turn", "death" or "time"."""

    def cast(self, dice: Sequence[Sequence[int]]) -> None:
        """Dice have fallen, each (sides, face...): the buzzer may tell of a critical."""

    def announce(self, committed: tuple[Position, str]) -> None:
        """The device is bound to a roll, (position, code): who listens over USB is told before the dice fall."""

    def panel_speed(self, hertz: int) -> None:
        """The speed of the bus to the panel, from now on."""

    def charge(self) -> str:
        """Battery charge as text, "" on USB or without a gauge."""

    def charge_lasts(self) -> str:
        """How long the battery lasts until the device stops, as text, "" where that is not known."""

    # Screens. An id is "<game>.<screen>" or "system.<screen>", as SCREENS of the package names it

    def open(self, name: Id, *args: Any) -> None:
        """Open a screen by its id, with integers as arguments: a restart brings it back. Its game is opened first."""

    def push(self, screen: Screen, name: Id | None = None) -> None:
        """Put a screen on top that was made already: a question, say. A restart does not bring it back."""

    def replace(self, name: Id, *args: Any) -> None:
        """Open a screen instead of the one on top."""

    def close(self, result: Any = None) -> None:
        """Leave the screen on top; the one below gets `returned(result)`. The last screen stays."""

    def back_to(self, name: Id) -> None:
        """Close screens until this one is on top; the list of games if it is not open."""

    def top(self) -> Any:
        """The screen on top, for who goes on with it: one that was opened, or is shown again, is made when the
        key is done with.
        """

    def home(self) -> None:
        """Close all and show the list of games."""

    def notice(self, text: str) -> None:
        """Show a message that stays until a key is pressed."""

    def page(self, title: str, body: str | Sequence[str], code: str = "") -> None:
        """Show a text to read, or a list of lines; code: what holding OK shows as a QR code."""

    def rule(self, name: str, *args: Any) -> None:
        """Show the text "page.<name>" of the game, filled in: its title up to the first "|", then its lines."""

    def faces(self, title: str, dice: Sequence[Sides]) -> None:
        """Ask for the faces of real dice: the screen gets them by `on_result`, None if it was left."""

    def dial(self, title: str, value: int, low: int, high: int, unit: str = "") -> None:
        """Ask for a number from low to high: the screen gets it by `on_result`, None if it was left."""

    def confirm(self, question: str, yes: bool = False) -> None:
        """Ask a question of yes or no: the screen gets True or False by `on_result`, None if it was left. The cursor
        begins on `yes`.
        """

    def letters(self, title: str, name: str = "") -> None:
        """Ask for a name: the screen gets it by `on_result`, "" included, None if it was left as it was. The screen may
        have been made anew by then, after a restart too: what it must know of the question is in its `arguments`.
        """

    def toast(self, text: str) -> None:
        """Show a short message over the screen for two seconds, or until the next key."""

    def refuse(self, refused: Refused) -> None:
        """Tell the player, in words, that a rule may not be applied."""

    # The game, and time

    def answer(self) -> None:
        """Let the panel show that the key was heard, before UP or DOWN begins work that takes its time; the other keys
        are answered at once.
        """

    def change(self, changes: Iterable[Change], join: int = 0) -> bool:
        """Change the Sheets of the game, as one transaction; join: as part of the one before, as in `Journal.change`. A
        refusal is shown. Returns whether it was done.
        """

    def undo(self) -> None:
        """Take back what was done last, and show where that was."""

    def redo(self) -> None:
        """Make the last undone change again, and show where that was."""

    def take_back(self) -> None:
        """Take the last change back; the screen on top stays."""

    def defer(self, act: Callable[..., object], *args: Any) -> None:
        """Do `act(*args)` before the next key, once the screen is drawn if a `redraw` was asked for."""

    def configure(self) -> None:
        """Bring keys, panel and power in line with the settings."""

    def now(self) -> Ticks:
        """Of the clock, which wraps: see `since`."""

    def since(self, then: Ticks) -> Milliseconds:
        """Since the tick count `then`, less than 6 days ago."""


class Words(Protocol):
    """`app.t`: the words of the device and of the game that is open, from fr.txt and en.txt."""

    def __call__(self, key: str, /, *args: Any, **named: Any) -> str:
        """The text of a key with {0}, {1}... and {name}... filled in; "<key>" if there is no such text."""


class Telling(Protocol):
    """`app.telling`: the words for a change, names and colours of the seats, the same in every game, and the toast. A
    seat is the row of a player.
    """

    @property
    def message(self) -> str | None:
        """The toast that is seen."""

    def hide(self) -> None:
        """Take the toast away."""

    @property
    def colours(self) -> Sequence[int]:
        """Of all seats, by number."""

    def name(self, row: Row) -> str:
        """ "" if it has none but its colour."""

    def colour(self, row: Row) -> str:
        """The name of it."""

    def what(self, effects: Sequence[Effect]) -> str:
        """A few words for a transaction, "" if there are none for it."""

    def untold(self, kind: KindNumber, field: FieldNumber) -> bool:
        """Whether `what` has no words for any change of this field alone."""

    def game_screens(self) -> Any:
        """The package `screens` of the game that is open, see `GameScreens`."""

    def christen(self, row: Row, name: str) -> None:
        """Give a seat a name and keep it; "" takes it away."""

    def paint(self, row: Row, number: int) -> None:
        """Give a seat a colour and keep it; the seat that had it gets the other one."""


class Navigation(Protocol):
    """`app.navigation`: what a screen asks of it besides what the App offers by itself."""

    def remake(self) -> None:
        """Show the screen on top once more, as after another one was closed: what it shows has changed."""


class Locations(Protocol):
    """`app.locations`: where something is done, for what a game undoes itself."""

    def current(self, rolled: bool = False) -> Location:
        """Where something is done now; rolled: a roll, whose result will be on top."""

    def show(self, location: Location) -> None:
        """Show the screens that were open there. What was being entered is forgotten."""

    def leave_name(self) -> None:
        """Forget the name that is being entered, if one is."""


class Games(Protocol):
    """`app.games`: the game that is open."""

    def leave(self) -> None:
        """Let go of the game that is open. For the list of games alone."""


class GameScreens(Protocol):
    """What a game's package `screens` may declare. All but SCREENS is looked for by its name, and may be missing."""

    SCREENS: Mapping[str, tuple[str, str]]  # short name -> (module, class); with a dot in it, a whole path
    # Which changes of the Sheets the buzzer tells of: words "<signal>:<Sheet>.<field>", "...=<value>" for one to that
    # value alone; the signals are those of `App.signal`.
    SIGNALS: str

    def seat(self, app: App, row: Row) -> str:
        """Name of whoever has a row of a Sheet. Without this, the name or the colour of the seat."""

    def turn_of(self, app: App, row: Row) -> str:
        """Name of whoever has a row of the clock of turns. Without this, that of the seat."""

    def what(self, app: App, effects: Sequence[Effect]) -> str | Sequence[Effect] | None:
        """A few words for a transaction of which there is one effect a field; or the effects that speak for all; None:
        the first one that has a name does, as without this.
        """

    def thrower(self, app: App, resolution: Resolution) -> str | None:
        """Whose real dice are entered next. Without this, or for None, what the roll is called."""

    def outside(self, app: App, forward: bool) -> bool:
        """Undo, or redo, what the game keeps besides its Sheets, if that was done last; whether it was."""

    def pause(self, app: App) -> None:
        """The battery is empty: write what runs only while the game is open, a clock say."""

    def again(self, app: App) -> None:
        """Make the last roll once more, where it has no form."""

    def form_for(self, app: App, listed: Sequence[int], allowed: Sequence[str]) -> tuple[str, Sequence[int]]:
        """The short name of the screen that the game's lists open for a roll, and its arguments; `listed` are those of
        its form. Refused where they would not open it; allowed: codes that the players say a card allows. Without this
        it is the form.
        """

    def seen(self, app: App) -> Sequence[Mapping[str, Any]]:
        """What the table sees of each player, told over the link: row, name, out and values, [name, number or word]
        each; turn, where it is not the row whose turn it is. Without this it is what the fields are called.
        """

    def dice_of(
        self, app: App, listed: Sequence[int], path: Path, note: bytes
    ) -> Sequence[tuple[Sides, Face]]:
        """The dice of a roll that no Procedure describes; without this they are not counted as luck."""
