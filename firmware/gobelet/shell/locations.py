"""Locations: the open screens when a roll or change is made.

An undo shows them again.

A location is text as bytes. It has a line for each screen above the list of the game, as in the snapshot. The
journal keeps it with each roll and change.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..game.by_name import load
from ..ui.screens.stack import Suspended
from .games import FORM, RESULT
from .snapshot import SYSTEM, pack_screen, parse_screen

if TYPE_CHECKING:
    from ..game.resolution import Resolution
    from ..rules.types import Location
    from ..ui.screens.types import Id
    from .context import Context

LIST = "home"  # id of a game's list
# LIST in a location. The name is bytes, because MicroPython interns each string, which takes 0.1 ms.
_LIST = LIST.encode()
_FORM = FORM.encode()
_RESULT = RESULT.encode()


class Locations:
    """The maker and reader of locations."""

    def __init__(self, context: Context) -> None:
        self.context = context

    def current(self, rolled: bool = False) -> Location:
        """Return the present location. Its lines lack the name of the game.

        rolled: add the result screen, which will show the present roll.
        """
        stack = self.context.navigation.stack
        ids = stack.ids
        own = self.context.session.name.encode() + b"."
        path = []
        for index in range(1, len(ids)):
            name = ids[index]
            if name and not (name.startswith(SYSTEM) and self._enters(name)):
                line = pack_screen(name, stack.suspended_screen(index))
                path.append(line[len(own) :] if line.startswith(own) else line)
        if path and path[0].startswith(_LIST):
            path.pop(0)
        if rolled and not (path and path[-1].startswith(_RESULT)):
            path.append(_RESULT)
        if path[1:] and path[-1].startswith(_RESULT) and path[-2].startswith(_FORM):
            # the ROLL has rows and values; after "=", the form adds which values the player entered
            words = path[-2].split()
            proc = self.context.session.procedure(int(words[1]))
            path[-2] = b"=".join([_FORM] + words[2 + proc.packed_length() :])
        return b"\n".join(path) or _LIST

    def show(self, location: Location, taken: Resolution | None = None) -> None:
        """Show the screens of a location, after an undo or redo.

        Open screens that the location has stay open, and so does the list of the game below them. Values that
        the player was entering are dropped. taken: the roll that is taken back; its result screen closes.
        """
        navigation = self.context.navigation
        navigation.make_pending()
        stack = navigation.stack
        own = self.context.session.name + "."
        while len(stack.ids) > 1 and (stack.ids[-1] is None or self._enters(stack.ids[-1])):
            stack.pop()
        path = self._screens_at(location, taken)
        if taken is not None:
            if path and path.pop()[0] != own + RESULT:
                path = []  # an earlier version wrote the record, without the location of a roll
            if not path and own + RESULT in stack.ids:
                stack.truncate(stack.ids.index(own + RESULT))
        if path:
            self._keep_open(path)
            top = stack.top()
            if stack.ids[-1] == own + RESULT and isinstance(top, Suspended):
                # the list of actions on it has changed
                stack.screens[-1] = Suspended(top.arguments, is_known=True)
        navigation.remake()

    def leave_name(self) -> None:
        """Close the screen on which a name is being entered, if one is open."""
        stack = self.context.navigation.stack
        name = stack.ids[-1]
        if name and self._enters(name):
            stack.pop()

    def _enters(self, name: Id) -> bool:
        """Tell whether the screen with this id enters a value, see `Screen.entering`."""
        return name.startswith(SYSTEM) and load(*self.context.navigation.screen_at(name)).entering

    def _screens_at(self, location: Location, taken: Resolution | None) -> list[tuple[Id, list[int]]]:
        """Return [(id, arguments)...] of the screens in a location.

        The list of the game is the first. The result ends before a screen whose roll is no longer known.
        """
        session = self.context.session
        own = session.name + "."
        path: list[tuple[Id, list[int]]] = [(own + LIST, [])] if location else []
        for line in location.split(b"\n"):
            name, args = parse_screen(line if b"." in line else own.encode() + line)
            form, _, entered = line.partition(b"=")
            if form == _FORM:
                roll = taken or session.last_roll()
                if roll is None:  # the journal has dropped the roll: omit the screens that showed it
                    break
                args = [roll.number] + roll.proc.pack(roll.rows, roll.values)
                args += [int(word) for word in entered.split()]
                name = own + FORM
            if path and line != _LIST:
                path.append((name, args))
        return path

    def _keep_open(self, path: list[tuple[Id, list[int]]]) -> None:
        """Open these screens above the list of games. Open screens that match stay open."""
        stack = self.context.navigation.stack
        lists = path[0][0]  # the list of the game matches with any arguments
        index = 1
        for name, args in path:
            if stack.ids[index : index + 1] != [name] or (
                name != lists and list(stack.suspended_screen(index).arguments) != args
            ):
                break
            index += 1
        stack.truncate(index)
        stack.suspend()
        for name, args in path[index - 1 :]:
            stack.push(Suspended(args), name)
