"""Idle: what is done while nothing is pressed, so that the next key finds it done. One small step a pass.

Memory goes through three states, always in this order:

    COLLECT   there may be garbage: a key was pressed, or a step below has left some
    COUNT     it was collected, but not looked yet how much is free
    COUNTED   modules were let go if too little was; more may come

`STEPS` is what is done in them. In each pass the first step that finds something to do is all that is done, so what
stands first is done first; each says why it stands where it does.
"""

from __future__ import annotations

import sys
from typing import TYPE_CHECKING

from .modules import LIST_OF_GAMES, complete_next, load

if TYPE_CHECKING:
    from ..app import App

COLLECT = 0
COUNT = 1
COUNTED = 2
TRIES = 2  # of what finds no room: what can be spared goes after each
FRAMES = 8  # drawn without a key, by a clock, whose garbage a key would find


class Idle:
    """state  of the memory, see above
    done   whether nothing is left to be done before the next key
    left_garbage  whether a step has left some since the last collection, or the linker
    failed  how often a step found no room since the last key, though modules went
    frames  that were drawn since the last collection
    """

    def __init__(self, app: App) -> None:
        self.app = app
        self.state = COUNT  # it was collected before this module came
        self.done = False
        self.left_garbage = True  # and that left some
        self.failed = 0
        self.frames = 0

    def pressed(self) -> None:
        """A key was pressed."""
        self.state = COLLECT
        self.done = False
        self.failed = 0

    def drew(self) -> None:
        """A picture was drawn."""
        self.frames += 1
        self.again(self.frames >= FRAMES)

    def again(self, garbage: bool = True) -> None:
        """There is something to do, with what has left garbage."""
        self.done = False
        self.left_garbage = self.left_garbage or garbage

    def step(self) -> None:
        """Do one small piece of work, or find that all is done."""
        if self.failed == TRIES:  # each pass would begin with it, and make room in vain
            self.done = True
            return
        if self._work():
            return
        if self.left_garbage:
            self.state = COLLECT  # so that the next key finds none
            return
        # At the very end, for the holes between what stays are filled. Nothing that was given before may be given back
        # behind it: MicroPython would look from there on again. So no function that calls this takes its names from the
        # heap, as `_work` does.
        heap = self.app.heap
        self.done = heap is None or not heap.fill()

    def _work(self) -> bool:
        """The first of the steps that finds something to do. Returns whether one did."""
        try:
            if self.state != COLLECT:  # that takes its time
                # What a press needs comes before what it may lead to; beside a step, for only the build has such.
                path = complete_next()
                if path:
                    self._came(path)
            for step in STEPS:
                if step(self):
                    return True
        except (ImportError, MemoryError) as error:
            self.app.keeper.stop_bringing()  # who opens the game will be told
            self.app.report(error)
            if isinstance(error, MemoryError):
                self.failed += 1
                self.app.spare()
        return False

    def _collect(self) -> bool:
        """Before anything is imported, so that what stays comes to lie close together."""
        if self.state != COLLECT:
            return False
        self.state = COUNT
        self.left_garbage = False
        self.frames = 0
        app = self.app
        app.collect()
        if app.linker is not None:
            app.linker.todo = None
        if app.navigation.saved is False:  # there was no room to save the snapshot
            app.snapshot_due = True
        return True

    def _link(self) -> bool:
        """Early, for it makes room: right after a start there may be little. A module is linked between this pass and
        the next, where nothing is under way.
        """
        app = self.app
        if app.make_linker():
            return True
        linker = app.linker
        if linker is None:
            return False
        if linker.waits():
            linker.due = 1  # whether it leaves garbage is told by boot.py
            return True
        if not app.canvas.link_picture(linker.found):
            return False
        self.left_garbage = True
        return True

    def _tend_journal(self) -> bool:
        """Tell what opening it has mended; then, before modules come, let it erase flash, so that the next press is
        written at once.
        """
        app = self.app
        session = app.session
        if session is None:
            return False
        if session.mended:
            session.mended = False
            app.toast(app.texts("journal.mended"))
        elif not session.journal.idle():
            return False
        elif session.journal.damaged and session.loaded == "ok":
            session.loaded = "damaged"  # found only now
            app.toast(app.texts("journal.damaged"))
        return True

    def _keep_game(self) -> bool:
        """Let the modules of another game go, before those of this one come."""
        app = self.app
        game = app.stack.top().ahead() if app.session is None else app.session.name
        if game is None or not app.keeper.keep(game):
            return False
        self.state = COLLECT
        return True

    def _count(self) -> bool:
        """Look how much is free, and let modules go where that is too little; after all steps that may have left
        garbage, and another collection if one has.
        """
        if self.state != COUNT:
            return False
        if self.left_garbage:
            self.state = COLLECT
            return True
        app = self.app
        session = app.session
        self.state = COLLECT if app.keeper.evict_unneeded() else COUNTED
        if session is not None:
            app.keeper.expect(session.paths(app.navigation.screen_at, app.stack.top().ahead() or ()))
        return True

    def _prepare_screen(self) -> bool:
        """What the screen on top works out for its next key, before modules that may not be wanted."""
        if self.app.session is None or not self.app.stack.top().prepare():
            return False
        self.left_garbage = True
        return True

    def _bring_list(self) -> bool:
        """The list of games, which BACK leads to in the end."""
        if LIST_OF_GAMES in sys.modules:
            return False
        load(LIST_OF_GAMES, "Home")
        self.left_garbage = True
        self._came(LIST_OF_GAMES)
        return True

    def _bring_module(self) -> bool:
        """Last, one at a time: what a later key may need."""
        path = self.app.keeper.bring()
        if not path:
            return False
        self.left_garbage = True
        self._came(path)
        return True

    def _came(self, path: str) -> None:
        linker = self.app.linker
        if linker is not None and linker.todo is not None:
            linker.todo.append(path)


STEPS = (
    Idle._collect,
    Idle._link,
    Idle._tend_journal,
    Idle._keep_game,
    Idle._count,
    Idle._prepare_screen,
    Idle._bring_list,
    Idle._bring_module,
)
