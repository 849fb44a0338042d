"""Resume: opens the screens of the snapshot when the program starts.

If the journal has records that are newer than the snapshot, the start shows the screen to which these records led.
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
    """Open the screens of the snapshot, or those of the first start."""
    navigation = context.navigation
    if context.device.settings.is_on("taught"):
        _reopen(context, games, snapshot)
        if snapshot.recovers:
            context.device.heard.extend(snapshot.keys_to_replay())
    else:
        navigation.home()
        # Skip the question for the language if a player or the installer has already chosen it.
        navigation.open("system.lesson" if "language" in context.device.settings.chosen else "system.welcome")
        snapshot.cancel_save()  # no snapshot is necessary, because a restart opens the lesson anyway


def _reopen(context: Context, games: Games, snapshot: Snapshot) -> None:
    """Open the screens of the snapshot.

    If a screen cannot be opened, this screen and the screens above it are left out.
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

            context.dialogs.show_toast(error_words(context, error))
            navigation.stack.truncate(1)
    try:
        navigation.restore_top()
        if position is not None and context.session is not None:
            _catch_up(context, position)
    except Exception as error:
        context.device.hardware.report(error)
        navigation.home()


def _read_stack(context: Context, games: Games, snapshot: Snapshot) -> int | None:
    """Push the screens of the snapshot on the stack, suspended, and open their game.

    If the journal has records that are newer than the snapshot, return the journal position of the oldest of them.
    Otherwise, or without a game, return None.
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
        size -= 1  # do not count a system screen above a screen of a game: players enter a value on it
    if not size:
        return None
    games.open(stack.ids[size - 1].partition(".")[0])  # type: ignore[union-attr]
    session = context.session
    position, _, ran = last_line.partition(b" ")
    before = int(position)
    session.note_resumed(ran == b"1")
    journal = session.journal
    if journal.position < before:
        # the journal is shorter than the position in the snapshot, so records are missing
        journal.report_shortfall()
    if stack.ids[-1] == session.name + "." + RESULT and session.roll_position() < 0:
        # the journal no longer has the roll: close the result screen without creating it, which saves 60 ms
        stack.pop()
    if journal.position == before:
        return None
    stack.truncate(size)  # close screens on which players enter a value: the journal already has the value
    # drop the cursor, which was saved before the newest record was written
    stack.screens[-1] = Suspended(stack.screens[-1].arguments)
    return before


def _catch_up(context: Context, position: int) -> None:
    """Show the screen to which the newest record after the snapshot led.

    `position` is the position of the first record after the snapshot. If the last roll is newer than the snapshot,
    show its result.
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
            navigation.close()  # the result screen showed the roll that was taken back
    elif session.roll_position() >= position:
        done = session.journal.done
        if session.has_unapplied_roll():
            context.locations.show(session.roll_location() or RESULT.encode())
        elif done:  # the effects of the roll were applied, which may have opened another screen
            location = session.journal.location_of(done[-1])
            if location.endswith(RESULT.encode()):
                context.locations.show(location)
                stack.top().on_resume()
