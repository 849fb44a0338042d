"""Context: what a screen may use of the program. The App makes one, and each screen gets it."""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..rules.refused import Refused
from ..ui.screens.dialogs import Dialogs
from ..words.messages import Messages

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ..device.types import Data, Milliseconds, Ticks
    from ..game.session import Session
    from ..rules.types import Change
    from ..words.texts import Texts
    from .app import App


class Context:
    """The open game, its words, the ways between screens, the dice and the device.

    A method that writes a file raises OSError if that fails, and then nothing has changed. A screen may let
    an OSError or a `Refused` propagate: the App shows it. The id of a screen is "<game>.<screen>" or
    "system.<screen>", with a name in SCREENS of the game's package.

    The open game:

    session     its Sheets, journal and rolls; None outside of games.
    change      changes its Sheets.
    undo, redo  undo or redo a change, and show its screen; see `App`.
    defer       calls a function before the next key, after the present handler and a requested drawing.

    Words:

    t         t(key, ...): the text of a key in the chosen language, see `Texts`.
    seat      the name of the player who has a row of a Sheet.
    messages  words for refusals and changes; names and colours of the seats; the charge.

    Screens:

    open        opens a screen by its id, with integers as arguments. The screen survives a restart. Its game
                is opened first.
    push        puts a screen object on top. The screen does not survive a restart.
    replace     opens a screen in place of the top one.
    close       closes the top screen, and calls `on_result(result)` of the one below. The last screen stays.
    navigation  further ways: `back_to`, `home`, `top`, `remake`, `leave_game`, and the stack.
    locations   the screens where changes are made, for games with their own undo.
    dialogs     messages, texts to read, questions, and the toast.
    redraw      draws the top screen again, if it changed without a key and without a change of the Sheets.
    request_snapshot  saves the open screens, if their arguments changed without a key.
    acknowledge_key   marks UP or DOWN on the panel, before work that takes time; other keys are marked at once.

    Dice and device:

    dice    the source of dice: the dice cup, or real dice.
    device  settings, files, signals, battery, panel; names of a game's files begin with its own.
    canvas  measures texts at any time; a screen draws on it only in `draw` and `tick`.
    now     the clock's ticks, which wrap: see `since`.
    apply_settings  applies all settings to the device, the canvas and the texts.
    """

    def __init__(self, app: App, texts: Texts) -> None:
        self.session: Session = None  # type: ignore[assignment]  # outside of games
        self.t = texts
        self.device = app.device
        self.canvas = app.canvas
        self.dice = app.dice
        self.locations = app.locations
        self.navigation = navigation = app.navigation
        self._snapshot = app.snapshot
        # Each is the method of its owner itself, not a method that calls it: this saves a call.
        self.open = navigation.open
        self.push = navigation.push
        self.replace = navigation.replace
        self.close = navigation.close
        self.undo = app.undo
        self.redo = app.redo
        self.defer = app.defer
        self.redraw = app.redraw
        self.acknowledge_key = app.acknowledge_key
        self.apply_settings = app.apply_settings
        self.request_snapshot = app.snapshot.request
        self.now = app.device.clock.ticks
        self.dialogs = Dialogs(self)
        self.messages = messages = Messages(self)
        self.seat = messages.seat

    def since(self, then: Ticks) -> Milliseconds:
        """The milliseconds since the tick count `then`, less than 6 days ago."""
        clock = self.device.clock
        return clock.diff(clock.ticks(), then)

    def change(self, changes: Iterable[Change], join: int = 0) -> bool:
        """Change the Sheets of the game as one transaction, and show a refusal.

        Returns whether the change was made.

        join: extend the previous transaction, as in `Journal.change`.
        """
        self.acknowledge_key()
        self.navigation.make_pending()
        try:
            self.session.change(changes, join)
        except Refused as refused:
            self.dialogs.refuse(refused)
            return False
        self.redraw()
        if self.device.signals is not None:
            self.device.signal_changes(getattr(self.messages.game_screens(), "SIGNALS", ""), changes)
        return True

    def write_file(self, name: str, data: Data) -> None:
        """Write a file whose content no journal has.

        Then a restart after a fault does not replay the present key.
        """
        self.device.store.replace(name, data)
        self._snapshot.forget_keys()

    def switch_session(self, session: Session | None) -> None:
        """Use the session and texts of a game; None: no game is open. Only for `Games`."""
        self.session = session  # type: ignore[assignment]
        if session is None:
            self.t.close()
        else:
            self.t.open(session.catalogue)
            self.t.own = session.own_texts
