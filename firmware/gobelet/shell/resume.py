"""Resume: opens the screens of the snapshot at a start.

If the journal has records after the snapshot, it then shows the screen to which they led.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..ui.screens.stack import Suspended
from .games import RESULT
from .snapshot import HOME, SYSTEM

if TYPE_CHECKING:
    from .context import Context
    from .games import Games
    from .snapshot import Snapshot


def start(context: Context, games: Games, snapshot: Snapshot) -> None:
    """Open the screens of the last session, or the first lesson."""
    navigation = context.navigation
    if context.device.settings.yes("taught"):
        _reopen(context, games, snapshot)
        if snapshot.recovers:
            context.device.heard.extend(snapshot.keys_to_replay())
    else:
        navigation.home()
        # Skip the question if a player or the installer has chosen the language.
        navigation.open("system.lesson" if "language" in context.device.settings.chosen else "system.welcome")
        snapshot.cancel()  # a restart opens this screen without a snapshot


def _reopen(context: Context, games: Games, snapshot: Snapshot) -> None:
    """Open the screens of the snapshot.

    A screen that cannot be opened is left out, with the screens above it.
    """
    navigation = context.navigation
    navigation.stack.clear()
    games.leave()
    position = None
    try:
        position = _read_stack(context, games, snapshot)
    except Exception as error:
        context.device.hardware.report(error)
        if context.session is None:
            from .error_screen import error_words

            context.dialogs.toast(error_words(context, error))
            navigation.stack.truncate(1)
    try:
        navigation.remake()
        if position is not None and context.session is not None:
            _catch_up(context, position)
    except Exception as error:
        context.device.hardware.report(error)
        navigation.home()


def _read_stack(context: Context, games: Games, snapshot: Snapshot) -> int | None:
    """Push the screens of the snapshot, suspended, and open their game.

    Returns the journal's position in the snapshot, None if no record followed it.
    """
    navigation = context.navigation
    stack = navigation.stack
    stack.push(Suspended(()), HOME)
    last_line = snapshot.read()
    if last_line.count(b" ") == 2:
        from .recovery import take_keys

        take_keys(context, snapshot)
        last_line = last_line[: last_line.rfind(b" ")]
    size = len(stack.ids)
    while size and stack.ids[size - 1].startswith(SYSTEM):  # type: ignore[union-attr]
        size -= 1  # above a screen of a game, a screen of the device is one that enters a value
    if not size:
        return None
    games.open(stack.ids[size - 1].partition(".")[0])  # type: ignore[union-attr]
    session = context.session
    position, _, ran = last_line.partition(b" ")
    before = int(position)
    session.note_resumed(ran == b"1")
    journal = session.journal
    if journal.position < before:
        # records that the snapshot refers to are missing
        journal.report_shortfall()
    if stack.ids[-1] == session.name + "." + RESULT and session.roll_position() < 0:
        stack.pop()  # the journal no longer has the roll; to load its modules would take 60 ms
    if journal.position == before:
        return None
    stack.truncate(size)  # entered values are in the journal already
    stack.screens[-1] = Suspended(stack.screens[-1].arguments)  # the saved cursor is too old
    return before


def _catch_up(context: Context, position: int) -> None:
    """Show the screen to which the last record after the snapshot led.

    A roll that was not yet shown is shown too.
    """
    navigation = context.navigation
    session = context.session
    stack = navigation.stack
    name = session.name + "." + RESULT
    location = session.reverted_location()
    if location:
        context.locations.show(location)
    elif stack.ids[-1] == name:
        if location is None:
            stack.top().on_resume()
        else:
            navigation.close()  # the screen showed a later roll
    elif name not in stack.ids and session.roll_position() >= position:
        done = session.journal.done
        if session.has_unapplied_roll():
            context.locations.show(session.roll_location() or RESULT.encode())
        elif done:  # the roll's effects were applied, and may have led to another screen
            location = session.journal.location_of(done[-1])
            if location.endswith(RESULT.encode()):
                context.locations.show(location)
                stack.top().on_resume()
