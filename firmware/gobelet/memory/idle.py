"""Idle work: one small step in each pass without a key.

The work makes the next key faster to answer.

The memory has three states, which follow each other in this order:

    COLLECT   there may be garbage, because a key was pressed or an idle step left some
    CHECK     garbage was collected, but the free memory was not checked yet
    READY     modules may be imported

`STEPS` lists the work for these states. Each pass runs the first step that has something to do.
"""

from __future__ import annotations

import gc
import sys
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ..ui.screens.types import Context
    from .modules import ModuleCache
    from .types import Games

COLLECT = 0
CHECK = 1
READY = 2
FRAMES = 8  # number of frames, drawn by a running clock without a key, after which garbage is collected


class Idle:
    """The idle work of the program.

    state  state of the memory, see above.
    done   whether no work is left before the next key.
    left_garbage  whether a step left garbage since the last collection.
    frames  number of frames drawn since the last collection.
    expected  paths of the modules that the next key most likely needs, the likeliest last.
    imported  whether one of these modules was imported since the last key.
    has_room  False after modules that were imported here had to be evicted. Then none is imported until the
              next key.
    """

    def __init__(self, context: Context, games: Games, modules: ModuleCache) -> None:
        self._context = context
        self._games = games
        self._modules = modules
        self.state = COLLECT
        self.done = False
        self.left_garbage = False
        self.frames = 0
        self.expected: list[str] = []
        self.imported = False
        self.has_room = True

    def on_key(self) -> None:
        """Restart the idle work after a key."""
        self.state = COLLECT
        self.done = False
        self.imported = False
        self.has_room = True

    def on_draw(self) -> None:
        """Count a drawn frame. After FRAMES of them, request a collection."""
        self.frames += 1
        self.request(self.frames >= FRAMES)

    def request(self, garbage: bool = True) -> None:
        """Request more idle work. `garbage` tells whether the caller has left garbage."""
        self.done = False
        self.left_garbage = self.left_garbage or garbage

    def step(self) -> None:
        """Do one small piece of work; set `done` if there is none."""
        for step in STEPS:
            if step(self):
                return
        if self.left_garbage:
            self.state = COLLECT  # collect again before the next key
        else:
            self.done = True

    def _collect(self) -> bool:
        """Collect garbage before modules are imported.

        Lasting objects then lie close together.
        """
        if self.state != COLLECT:
            return False
        self.state = CHECK
        self.left_garbage = False
        self.frames = 0
        gc.collect()
        self._context.t.compact()
        return True

    def _tend_journal(self) -> bool:
        """Report repaired values or damage of the journal.

        Otherwise let the journal prepare the flash for writes.
        """
        context = self._context
        session = context.session
        if session is None:
            return False
        if session.take_mended():
            context.dialogs.toast(context.t("journal.mended"))
        elif not session.journal.idle():
            return False
        elif session.journal.damaged and session.loaded == "ok":
            session.note_damage()  # `idle` found it in a block, which a start does not check
            context.dialogs.toast(context.t("journal.damaged"))
        return True

    def _switch_game(self) -> bool:
        """Unload the modules of the last game.

        Do so only if the player has selected another game in the list.
        """
        if self.state != CHECK or not self._games.switch_to_likely_game():
            return False
        self.state = COLLECT
        return True

    def _check_memory(self) -> bool:
        """Evict modules if memory is low.

        Otherwise list the modules that the next key most likely needs.
        """
        if self.state != CHECK:
            return False
        self.state = READY
        self.expected = []
        if self._games.evict_modules():
            self.state = COLLECT
            self.has_room = not self.imported
        elif self.has_room and not self._modules.is_low():
            self.expected = self._games.likely_modules()
        return True

    def _prepare_screen(self) -> bool:
        """Let the top screen prepare its next key.

        This precedes the import of modules that it may not need.
        """
        if self._context.session is None or not self._context.navigation.stack.top().prepare():
            return False
        self.left_garbage = True
        return True

    def _import_expected(self) -> bool:
        """Import one module that a later key may need. Returns False if all are loaded."""
        while self.expected:
            path = self.expected.pop()
            if path not in sys.modules:
                __import__(path)
                self.imported = self.left_garbage = True
                return True
        return False


STEPS = (
    Idle._collect,
    Idle._tend_journal,
    Idle._switch_game,
    Idle._check_memory,
    Idle._prepare_screen,
    Idle._import_expected,
)
