"""Games: one of them is open, with its Sheets and its words; and which modules are in memory for it."""

from __future__ import annotations

import gc
from typing import TYPE_CHECKING

from ..game.by_name import load, package

if TYPE_CHECKING:
    from ..device.types import Milliseconds
    from ..ui.types import Id
    from .app import App

FORM = "form"  # the screen of a game before a roll
RESULT = "result"  # the one that shows the last roll
LIST_OF_GAMES = "gobelet.system.home"
CASTING = "gobelet.ui.screens.casting"  # throws the dice of every game
PROOF = "gobelet.ui.screens.proof"  # the same for rolls that can be proven


class Games:
    def __init__(self, app: App) -> None:
        self.app = app
        # By game, what had passed of a turn when it was left, and which turns may have lost time, see `TurnClock`.
        self._left: dict[str, tuple[Milliseconds, int]] = {}

    def leave(self) -> None:
        """Let go of the game that is open. Its modules stay until another one is wanted: see `ModuleCache`. Only the
        home screen may do this, for a screen of the game would be left without its Sheets.
        """
        session = self.app.session
        if session is not None:
            clock = session.clock
            if clock is not None:
                self._left[session.name] = clock.passed(), clock.lost
            elif session.runs:
                self._left[session.name] = 0, 1
            else:
                self._left.pop(session.name, None)
        self.app.switch_session(None)

    def open(self, game: str) -> None:
        """Open a game instead of the one that is open."""
        from ..game.session import Session

        app = self.app
        self.leave()
        app.modules.switch_game(package(game))
        try:
            session = Session(game, app.store, app.locations.current)
            session.lost = game in self._left
            app.switch_session(session)
            if app.settings.yes("clock") and "time" in session.state.index:
                from ..ui.screens.turn_clock import TurnClock

                ms, lost = self._left.get(game, (0, 1))
                session.clock = TurnClock(app, ms, lost)
        except Exception:
            self.leave()
            raise
        app.modules.pin()
        if session.loaded == "damaged":
            app.toast(app.texts("journal.damaged"))
        if session.aside:
            gone = [(app.texts.get(name) or name) + more for name, more in session.aside]
            app.defer(app.notice, app.t("ids.gone", ", ".join(gone)))

    def evict_modules(self) -> bool:
        """While nothing is pressed, after a collection: where memory is low, unload what no open screen needs. Returns
        whether modules went.
        """
        app = self.app
        modules = app.modules
        # A screen without an id cannot be made again.
        if app.session is None or None in app.stack.ids or not (modules.has_unneeded() and modules.is_low()):
            return False
        app.stack.suspend()
        app.session.forget()
        modules.evict()
        gc.collect()
        app.navigation.remake()
        modules.note_needed()
        return True

    def switch_to_likely_game(self) -> bool:
        """On the list of games: let the modules of the game before go, if another line is marked. Returns whether some
        went.
        """
        ahead = self.app.stack.top().ahead() if self.app.session is None else None
        return ahead is not None and self.app.modules.switch_game(package(ahead) if ahead else "")

    def likely_modules(self) -> list[str]:
        """Paths of the modules that the next key most likely needs, by what the top screen expects, the likeliest
        last.
        """
        app = self.app
        ahead = app.stack.top().ahead()
        if app.session is not None:
            if ahead is None:
                ahead = self._screens_of_a_roll()
            found = app.session.paths(app.navigation.screen_at, ahead)
            found.append(PROOF if app.settings.yes("proof") else CASTING)
            found.reverse()
            # Last the list of games, without which a start into a game does.
            return [LIST_OF_GAMES] + found
        if not ahead:
            return []
        path = package(ahead)
        return [path + ".screens.home", path + ".screens", path + ".rules.sheets"]

    def _screens_of_a_roll(self) -> list[Id]:
        """Ids of the form and the result of the open game, those that it has."""
        own = self.app.session.name
        screens = load(package(own) + ".screens", "SCREENS")
        return [own + "." + name for name in (FORM, RESULT) if name in screens]
