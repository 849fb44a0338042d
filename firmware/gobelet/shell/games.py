"""Games: opens and leaves a game, and loads and unloads its modules.

The method `open` creates the session of a game, which has the Sheets, and opens the game's texts.
"""

from __future__ import annotations

import gc
from typing import TYPE_CHECKING

from ..game.by_name import load, package

if TYPE_CHECKING:
    from ..device.types import Milliseconds
    from ..memory.modules import ModuleCache
    from ..ui.screens.types import Id
    from .context import Context

FORM = "form"  # id of the screen before a roll, without the game's name
RESULT = "result"  # id of the screen after a roll, without the game's name
LIST_OF_GAMES = "gobelet.system.home"
CASTING = "gobelet.ui.screens.casting"  # the module that throws the dice of every game
PROOF = "gobelet.ui.screens.proof"  # the module that throws the dice of verifiable rolls


class Games:
    """The open game, its modules, and the turn times of games that were left."""

    def __init__(self, context: Context, modules: ModuleCache) -> None:
        self.context = context
        self._modules = modules
        # for each game that was left: playing time of its present turn in ms, and `TurnClock.lost`
        self._left: dict[str, tuple[Milliseconds, int]] = {}

    def leave(self) -> None:
        """Close the open game, if there is one.

        The modules of the game stay in memory until another game opens, see `ModuleCache`. The caller first closes
        all screens of the game, because a screen needs the Sheets.
        """
        context = self.context
        session = context.session
        if session is not None:
            clock = session.clock
            if clock is not None:
                self._left[session.name] = clock.passed_ms(), clock.lost
            elif session.runs:
                self._left[session.name] = 0, 1
            else:
                self._left.pop(session.name, None)
            session.close()
        context.navigation.drop_deferred()
        context.switch_session(None)

    def open(self, game: str) -> None:
        """Close the open game, and open the game called `game`."""
        from ..game.session import Session

        context = self.context
        self.leave()
        self._modules.switch_game(package(game))
        try:
            session = Session(
                game, context.device.store, context.locations.current_location, game in self._left
            )
            context.switch_session(session)
            if context.device.settings.is_on("clock") and "time" in session.state.index:
                from ..ui.screens.turn_clock import TurnClock

                ms, lost = self._left.get(game, (0, 1))
                session.use_clock(TurnClock(context, ms, lost))
        except Exception:
            self.leave()
            raise
        self._modules.pin_loaded()
        if session.loaded == "damaged":
            context.dialogs.show_toast(context.t("journal.damaged"))
        if session.aside:
            gone = [(context.t.get(name) or name) + more for name, more in session.aside]
            context.defer(context.dialogs.show_notice, context.t("ids.gone", ", ".join(gone)))

    def evict_modules(self) -> bool:
        """Unload modules that no open screen needs, if memory is low.

        Return whether modules were unloaded. The caller calls this method right after a garbage collection, while no
        key is down.
        """
        context = self.context
        modules = self._modules
        stack = context.navigation.stack
        # unload nothing while a screen without an id is open, because such a screen cannot be recreated
        if (
            context.session is None
            or None in stack.ids
            or not (modules.has_new_modules() and modules.is_low())
        ):
            return False
        stack.suspend()
        context.session.drop_caches()
        modules.evict_unpinned()
        gc.collect()
        context.navigation.restore_top()
        modules.note_needed()
        return True

    def switch_to_likely_game(self) -> bool:
        """Unload the modules of the last game if the cursor is on another game.

        The cursor is that of the list of games. Return whether modules were unloaded.
        """
        context = self.context
        likely = context.navigation.stack.top().likely_next() if context.session is None else None
        return likely is not None and self._modules.switch_game(package(likely) if likely else "")

    def likely_modules(self) -> list[str]:
        """Return the paths of the modules that the next key press most likely needs.

        The likeliest module is the last in the list.
        """
        context = self.context
        likely = context.navigation.stack.top().likely_next()
        if context.session is not None:
            if likely is None:
                likely = self._screens_of_a_roll()
            found = context.session.paths(context.navigation.screen_at, likely)
            found.append(PROOF if context.device.settings.is_on("proof") else CASTING)
            found.reverse()
            # The list of games is the least likely module. After a start that has opened a game, this module is not
            # loaded yet.
            return [LIST_OF_GAMES] + found
        if not likely:
            return []
        path = package(likely)
        return [path + ".screens.home", path + ".screens", path + ".rules.sheets"]

    def _screens_of_a_roll(self) -> list[Id]:
        """Return the ids of the open game's form and result screen, if it has them."""
        own = self.context.session.name
        screens = load(package(own) + ".screens", "SCREENS")
        return [own + "." + name for name in (FORM, RESULT) if name in screens]
