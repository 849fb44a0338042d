"""Idle work: one small step in each pass without a key press.

The work shortens the time from the next key press to its picture.

The memory has three states, which follow each other in this order:

    COLLECT   there may be garbage, because a key was pressed or an idle step left garbage
    CHECK     garbage was collected, but the free memory was not checked yet
    READY     modules may be imported

`STEPS` lists the steps for these states. Each pass runs the first step that has work to do.
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
# Number of frames after which garbage is collected: a running clock draws frames without a key press.
FRAMES = 8


class Idle:
    """The idle work of the program.

    state  state of the memory: COLLECT, CHECK or READY.
    done   whether no work is left before the next key press.
    left_garbage  whether a step left garbage since the last collection.
    frames  number of frames drawn since the last collection.
    expected  paths of the modules that the next key press most likely needs, the likeliest last.
    imported  whether a module of `expected` was imported since the last key press.
    has_room  False if modules were evicted after such an import. No module is then imported until the next key
              press.
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
        """Restart the idle work after a key press."""
        self.state = COLLECT
        self.done = False
        self.imported = False
        self.has_room = True

    def on_draw(self) -> None:
        """Count a drawn frame. After FRAMES frames, request a collection."""
        self.frames += 1
        self.request_work(self.frames >= FRAMES)

    def request_work(self, garbage: bool = True) -> None:
        """Request more idle work. `garbage` tells whether the caller has left garbage."""
        self.done = False
        self.left_garbage = self.left_garbage or garbage

    def step(self) -> None:
        """Do one small piece of work; set `done` if no work is left."""
        for step in STEPS:
            if step(self):
                return
        if self.left_garbage:
            self.state = COLLECT  # collect again before the next key press
        else:
            self.done = True

    def _collect(self) -> bool:
        """Collect garbage, so that later imports leave large free blocks of memory."""
        if self.state != COLLECT:
            return False
        self.state = CHECK
        self.left_garbage = False
        self.frames = 0
        gc.collect()
        self._context.t.compact()
        return True

    def _tend_journal(self) -> bool:
        """Let the journal do idle work, and report new damage to the players.

        If the session has replaced impossible values, the method only reports this replacement.
        """
        context = self._context
        session = context.session
        if session is None:
            return False
        if session.take_mended():
            context.dialogs.show_toast(context.t("journal.mended"))
        elif not session.journal.do_idle_work():
            return False
        elif session.journal.has_new_damage and session.loaded == "ok":
            # `journal.do_idle_work` found the damage in a block that the loader had not read
            session.note_damage()
            context.dialogs.show_toast(context.t("journal.damaged"))
        return True

    def _switch_game(self) -> bool:
        """Unload the modules of the last game if another game is likely to open.

        The player has then selected the other game in the list of games.
        """
        if self.state != CHECK or not self._games.switch_to_likely_game():
            return False
        self.state = COLLECT
        return True

    def _check_memory(self) -> bool:
        """Evict modules if memory is low, else set `expected`."""
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
        """Let the top screen prepare for the next key press.

        This step precedes the import of modules, because the press may need none of the modules.
        """
        if self._context.session is None or not self._context.navigation.stack.top().prepare():
            return False
        self.left_garbage = True
        return True

    def _import_expected(self) -> bool:
        """Import one module of `expected`. Return False if all of them are loaded."""
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
