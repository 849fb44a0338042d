"""Resume: a start opens the screens again that were open when the power went, as the snapshot says, and shows what the
journal has beyond that.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .memory.modules import LIST_OF_GAMES, NO_GAME, load
from .snapshot import HOME, SYSTEM, content, read

if TYPE_CHECKING:
    from .app import App

RESULT = "result"  # the screen of a game that shows the last roll

# Modules that come only when there is time, or trouble, and stay.
IDLE = "gobelet.memory.idle"
PORT = "gobelet.link.port"
TROUBLE = "gobelet.trouble"
# What the list of games is made of, and what it is in: a start into a game does without it.
LISTED = ("gobelet.games", "gobelet.system", LIST_OF_GAMES)


def start(app: App) -> None:
    """After power-on: the screens that were open when the power went, or the first lesson."""
    navigation = app.navigation
    app.keeper.settle((IDLE, TROUBLE, PORT) + LISTED)
    if app.settings.yes("taught"):
        _reopen(app)
        if navigation.anew:
            _press_again(app)
    else:
        navigation.home()
        # Who was asked the language, or told it by what installed the device, is not asked again.
        navigation.open("system.lesson" if "language" in app.settings.chosen else "system.welcome")
        app.snapshot_due = False  # it is found again without one
    navigation.know(NO_GAME)


def with_room(app: App) -> None:
    """Memory was full: show what was saved before, now that nothing else is there; home if that is too much."""
    navigation = app.navigation
    saved = navigation.saved
    if saved == navigation.too_large:
        navigation.home()
    else:
        navigation.too_large = saved
        app.make_room()
        app.defer(_reopen_now, app)  # not from here: an import needs most of a Pico's stack


def _reopen_now(app: App) -> None:
    """Each module is used in the flash as soon as it comes. That takes longer, and what is drawn finds room."""
    app.keeper.came = None if app.linker is None else app.linker.link
    _reopen(app)
    app.navigation.settle()
    if app.dirty:  # else the program begins anew
        app.draw()
    app.keeper.came = None
    app.keys.swallow(app.pins, app.clock)  # as in a start: it took seconds
    del app.heard[:]
    _press_again(app)


def _press_again(app: App) -> None:
    """The keys act once more that memory was full for, if the screens are those on which they were pressed, and nothing
    was written.
    """
    navigation = app.navigation
    navigation.retried = 1
    if content(app) == navigation.saved:
        app.heard += navigation.pressed
        navigation.retried += len(navigation.pressed)


def once_more(app: App) -> None:
    """That was in vain: the program begins anew."""
    if app.keys.down != app.keys.stuck:  # with BACK held none would begin
        app.defer(once_more, app)
        return
    try:
        load("gobelet.anew", "begin")(app)
    except (OSError, MemoryError) as error:
        app.navigation.saved = app.navigation.too_large = None  # nobody knows what the file says
        app.report(error)


def _reopen(app: App) -> None:
    """Open the screens of the snapshot. One that cannot be opened is left out, and those that only lead on from
    there.
    """
    try:
        _open_saved(app)
    except MemoryError:
        app.navigation.only_full()


def _open_saved(app: App) -> None:
    navigation = app.navigation
    navigation.stack.clear()
    navigation.leave_game()
    position = None
    try:
        position = _read_stack(app)
    except MemoryError:
        raise
    except Exception as error:
        app.report(error)
        if app.session is None:
            app.toast(app.make_trouble().words(error))
            navigation.stack.cut(1)
    try:
        navigation.remake()
        if position is not None and app.session is not None:
            _catch_up(app, position)
    except MemoryError:
        raise
    except Exception as error:
        app.report(error)
        navigation.home()


def _read_stack(app: App) -> int | None:
    """Push the screens of the snapshot, none of them made, and open their game. Returns where the journal stood
    then; None if it did not go on since.
    """
    navigation = app.navigation
    stack = navigation.stack
    stack.push(((), None, 0, False), HOME)
    stood = read(app)
    size = len(stack.ids)
    while size and stack.ids[size - 1].startswith(SYSTEM):  # type: ignore[union-attr]
        size -= 1  # of the device above a game is what is entered for it
    if not size:
        return None
    navigation.open_game(stack.ids[size - 1].partition(".")[0])  # type: ignore[union-attr]
    session = app.session
    position, _, ran = stood.partition(b" ")
    before = int(position)
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
    stack.screens[-1] = stack.screens[-1][:1] + (None, 0, False)  # the cursor stood there before
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
        navigation.show_location(location)
    elif stack.ids[-1] == name:
        if location is None:
            stack.top().went_on()
        else:
            navigation.close()  # it was that of a later roll
    elif name not in stack.ids and session.rolled() >= position:
        done = session.journal.done
        if session.unseen():
            navigation.show_location(session.rolled_where() or RESULT.encode())
        elif done:  # the roll is done, and may have led on
            location = session.journal.location_of(done[-1])
            if location.endswith(RESULT.encode()):
                navigation.show_location(location)
                stack.top().went_on()
