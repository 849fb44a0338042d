"""Resume: a start opens the screens again that were open when the power went, as the snapshot says, and shows what the
journal has beyond that.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from ..ui.screens.stack import Suspended
from .games import RESULT
from .snapshot import HOME, SYSTEM

if TYPE_CHECKING:
    from .app import App


def start(app: App) -> None:
    """After power-on: the screens that were open when the power went, or the first lesson."""
    navigation = app.navigation
    if app.settings.yes("taught"):
        _reopen(app)
        if app.snapshot.recovers:
            from .recovery import replay_keys

            replay_keys(app)
    else:
        navigation.home()
        # Who was asked the language, or told it by what installed the device, is not asked again.
        navigation.open("system.lesson" if "language" in app.settings.chosen else "system.welcome")
        app.snapshot.is_due = False  # it is found again without one


def _reopen(app: App) -> None:
    """Open the screens of the snapshot. One that cannot be opened is left out, and those that only lead on from
    there.
    """
    navigation = app.navigation
    navigation.stack.clear()
    app.games.leave()
    position = None
    try:
        position = _read_stack(app)
    except Exception as error:
        app.hardware.report(error)
        if app.session is None:
            app.toast(app.make_trouble().words(error))
            navigation.stack.cut(1)
    try:
        navigation.remake()
        if position is not None and app.session is not None:
            _catch_up(app, position)
    except Exception as error:
        app.hardware.report(error)
        navigation.home()


def _read_stack(app: App) -> int | None:
    """Push the screens of the snapshot, none of them made, and open their game. Returns where the journal stood
    then; None if it did not go on since.
    """
    navigation = app.navigation
    stack = navigation.stack
    stack.push(Suspended(()), HOME)
    stood = app.snapshot.read()
    if stood.count(b" ") == 2:
        from .recovery import take_keys

        take_keys(app)
        stood = stood[: stood.rfind(b" ")]
    size = len(stack.ids)
    while size and stack.ids[size - 1].startswith(SYSTEM):  # type: ignore[union-attr]
        size -= 1  # of the device above a game is what is entered for it
    if not size:
        return None
    app.games.open(stack.ids[size - 1].partition(".")[0])  # type: ignore[union-attr]
    session = app.session
    position, _, ran = stood.partition(b" ")
    before = int(position)
    session.resumed = True
    session.lost = session.runs = ran == b"1"
    journal = session.journal
    if journal.position < before:
        # What was written before the snapshot was saved is not there any more.
        journal.fell_short()
    if stack.ids[-1] == session.name + "." + RESULT and session.rolled() < 0:
        stack.pop()  # the journal has let the roll go: without its modules that takes 60 ms less
    if journal.position == before:
        return None
    stack.cut(size)  # what was entered is kept already
    stack.screens[-1] = Suspended(stack.screens[-1].arguments)  # the cursor stood there before
    return before


def _catch_up(app: App, position: int) -> None:
    """The journal went on since the snapshot was saved: show what its last record has led to. A roll that no screen
    of it has taken is shown again.
    """
    navigation = app.navigation
    session = app.session
    stack = navigation.stack
    name = session.name + "." + RESULT
    location = session.reverted()
    if location:
        app.locations.show(location)
    elif stack.ids[-1] == name:
        if location is None:
            stack.top().on_resume()
        else:
            navigation.close()  # it was that of a later roll
    elif name not in stack.ids and session.rolled() >= position:
        done = session.journal.done
        if session.unseen():
            app.locations.show(session.rolled_where() or RESULT.encode())
        elif done:  # the roll is done, and may have led on
            location = session.journal.location_of(done[-1])
            if location.endswith(RESULT.encode()):
                app.locations.show(location)
                stack.top().on_resume()
