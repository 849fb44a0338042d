"""Locations: the screens that are open when a roll or change is made.

An undo of the roll or change opens the screens of its location again.

A location is text as bytes, with a line for each screen above the game's list. The lines have the format of the
snapshot file (snapshot.py). The journal stores a location with each roll and change.
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

LIST = "home"  # id of a game's first screen, the game's list, without the game's name
# The ids in locations are bytes, because MicroPython takes 0.1 ms to intern each string.
_LIST = LIST.encode()
_FORM = FORM.encode()
_RESULT = RESULT.encode()


class Locations:
    """The methods that create locations and show their screens again."""

    def __init__(self, context: Context) -> None:
        self.context = context

    def current_location(self, rolled: bool = False) -> Location:
        """Return the location of the screens that are open now.

        Ids in a location lack the name of the game. If `rolled` is True, add the result screen, which will show the
        present roll.
        """
        stack = self.context.navigation.stack
        ids = stack.ids
        own = self.context.session.name.encode() + b"."
        path = []
        for index in range(1, len(ids)):
            name = ids[index]
            if name and not (name.startswith(SYSTEM) and self._is_entry_screen(name)):
                line = pack_screen(name, stack.suspended_screen(index))
                path.append(line[len(own) :] if line.startswith(own) else line)
        if path and path[0].startswith(_LIST):
            path.pop(0)
        if rolled and not (path and path[-1].startswith(_RESULT)):
            path.append(_RESULT)
        if path[1:] and path[-1].startswith(_RESULT) and path[-2].startswith(_FORM):
            # The ROLL record has the rows and values of the form. So the form's line is only "form",
            # or "form=" and a number with a bit for each input that the player has set.
            words = path[-2].split()
            proc = self.context.session.procedure(int(words[1]))
            path[-2] = b"=".join([_FORM] + words[2 + proc.packed_length() :])
        return b"\n".join(path) or _LIST

    def show(self, location: Location, taken: Resolution | None = None) -> None:
        """Show the screens of a location, after an undo or redo.

        Screens of the location that are already open stay open, and so does the list of the game below them. A
        screen on which the player was entering a value closes. If an undo takes a roll back, `taken` is this roll, and
        its result screen closes.
        """
        navigation = self.context.navigation
        navigation.make_pending()
        stack = navigation.stack
        own = self.context.session.name + "."
        while len(stack.ids) > 1 and (stack.ids[-1] is None or self._is_entry_screen(stack.ids[-1])):
            stack.pop()
        path = self._screens_at(location, taken)
        if taken is not None:
            if path and path.pop()[0] != own + RESULT:
                path = []  # an earlier version of the program wrote this location, without the result screen
            if not path and own + RESULT in stack.ids:
                stack.truncate(stack.ids.index(own + RESULT))
        if path:
            self._keep_open(path)
            top = stack.top()
            if stack.ids[-1] == own + RESULT and isinstance(top, Suspended):
                # recreate the result screen without its cursor, because its list of actions has changed
                stack.screens[-1] = Suspended(top.arguments, is_known=True)
        navigation.restore_top()

    def leave_name(self) -> None:
        """Close the screen on which a name is being entered, if one is open."""
        stack = self.context.navigation.stack
        name = stack.ids[-1]
        if name and self._is_entry_screen(name):
            stack.pop()

    def _is_entry_screen(self, name: Id) -> bool:
        """Tell whether players enter a value on the screen with this id.

        See `Screen.entering`.
        """
        return name.startswith(SYSTEM) and load(*self.context.navigation.screen_at(name)).entering

    def _screens_at(self, location: Location, taken: Resolution | None) -> list[tuple[Id, list[int]]]:
        """Return [(id, arguments)...] of the screens in a location.

        The list of the game is the first screen. If the journal no longer has the roll of a form, the form
        and the screens above it are left out.
        """
        session = self.context.session
        own = session.name + "."
        path: list[tuple[Id, list[int]]] = [(own + LIST, [])] if location else []
        for line in location.split(b"\n"):
            name, args = parse_screen(line if b"." in line else own.encode() + line)
            form, _, entered = line.partition(b"=")
            if form == _FORM:
                roll = taken or session.last_roll()
                if roll is None:
                    break
                args = [roll.number] + roll.proc.pack(roll.rows, roll.values)
                args += [int(word) for word in entered.split()]
                name = own + FORM
            if path and line != _LIST:
                path.append((name, args))
        return path

    def _keep_open(self, path: list[tuple[Id, list[int]]]) -> None:
        """Open the screens of `path` above the list of games.

        Screens of `path` that are already open with the same arguments stay open.
        """
        stack = self.context.navigation.stack
        lists = path[0][0]  # id of the game's list, which stays open whatever its arguments are
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
