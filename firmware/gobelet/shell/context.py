"""Context: the parts of the program that a screen may use.

The App creates one Context, and passes it to each screen.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..rules.refused import Refused
from ..ui.screens.dialogs import Dialogs
from ..words.messages import Messages

if TYPE_CHECKING:
    from collections.abc import Iterable

    from ..device.device import Device
    from ..device.types import Data, Milliseconds, Ticks
    from ..game.session import Session
    from ..rules.types import Change
    from ..ui.drawing.canvas import Canvas
    from ..words.texts import Texts
    from .app import App


class Context:
    """The Context of the program; ui/screens/types.py describes each member."""

    def __init__(self, device: Device, canvas: Canvas, texts: Texts) -> None:
        self.session: Session = None  # type: ignore[assignment]  # outside of games
        self.t = texts
        self.device = device
        self.canvas = canvas
        self.now = device.clock.ticks
        self.dialogs = Dialogs(self)
        self.messages = messages = Messages(self)
        self.seat = messages.seat

    def add_app_members(self, app: App) -> None:
        """Add the objects and methods of the App as members.

        The App calls this method last in its `__init__`, because the constructors of the other objects take the
        Context.
        """
        self.dice = app.dice
        self.locations = app.locations
        self.navigation = navigation = app.navigation
        self._snapshot = app.snapshot
        # These members are methods of other objects. They are not wrapped in methods of Context, because a wrapper
        # would add one level to the call stack.
        self.open = navigation.open
        self.push = navigation.push
        self.replace = navigation.replace
        self.close = navigation.close
        self.defer = navigation.defer
        self.undo = app.undo
        self.redo = app.redo
        self.redraw = app.redraw
        self.acknowledge_key = app.acknowledge_key
        self.apply_settings = app.apply_settings
        self.request_snapshot = app.snapshot.request_save

    def ms_since(self, then: Ticks) -> Milliseconds:
        clock = self.device.clock
        return clock.diff(clock.ticks(), then)

    def change(self, changes: Iterable[Change], join: int = 0) -> bool:
        self.acknowledge_key()
        self.navigation.make_pending()
        try:
            self.session.change(changes, join)
        except Refused as refused:
            self.dialogs.show_refusal(refused)
            return False
        self.redraw()
        if self.device.signals is not None:
            self.device.signal_changes(getattr(self.messages.game_screens(), "SIGNALS", ""), changes)
        return True

    def write_file(self, name: str, data: Data) -> None:
        self.device.store.replace(name, data)
        self._snapshot.forget_keys()

    def switch_session(self, session: Session | None) -> None:
        """Use the session and the texts of another game; None closes the open game.

        Only `Games` calls this method.
        """
        self.session = session  # type: ignore[assignment]
        if session is None:
            self.t.close()
        else:
            self.t.open(session.catalogue, session.own_texts)
