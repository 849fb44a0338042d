"""The running clock. The session's memo has the time that is not in the Sheets yet.

The memo is a list:

    0  ticks at which it started to run, or None;
    1  milliseconds that are not in the Sheets;
    2  seconds of the game that are in the Sheets;
    3  era of the clocks;
    4  position of the journal when a turn was first passed on since the game was opened.

The journal gets the time at every change of turn and pause. A restart continues from there, and the time
since then is lost.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gobelet.rules.clock import clock_text

from ..rules import clock

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from gobelet.device.types import Ticks
    from gobelet.rules.types import Change, Row
    from gobelet.ui.screens.types import Context


NEVER = 0x3FFFFFFF  # later than any position in a journal


def memo(context: Context) -> list[Any]:
    """The memo, updated to agree with the Sheets.

    An undo takes a change of turn back, but time never runs backwards: seconds that leave the Sheets are
    counted here.
    """
    session = context.session
    game = clock.game(session.state)
    era = session.get("table", 0, "era")
    if not session.memo:
        session.memo.extend([None, 0, game, era, NEVER])
    found = session.memo
    if era != found[3]:  # the clocks were reset, or an undo restored the times before a reset
        found[0] = None
        found[1] = 0
        if era > found[3] and may_be_more(context, found):
            found[4] = session.journal.done[-1]
    elif game != found[2]:
        found[1] = max(found[1] + (found[2] - game) * 1000, 0)
    found[2] = game
    found[3] = era
    run(context, found, found[0])
    return found


def run(context: Context, found: list[Any], since: Ticks | None) -> None:
    """Start the clock at the ticks `since`; None stops it."""
    found[0] = since
    context.session.note_running(since is not None or may_be_more(context, found))


def may_be_more(context: Context, found: list[Any]) -> bool:
    """Tell whether the present turn may have taken longer than its written time.

    A longer turn is possible after a power cut while the clock ran. The doubt ends with the next change of
    turn, and returns if an undo reverts that change.
    """
    session = context.session
    return session.lost and session.journal.done[-1:] < [found[4]]


def time_text(context: Context, time: int) -> str:
    """Seconds that include the present turn, as text.

    A sign before the text says that the true time may be longer.
    """
    return ("≥" if may_be_more(context, memo(context)) else "") + clock_text(time)


def unwritten_ms(context: Context, found: list[Any]) -> int:
    """Milliseconds that are not in the Sheets, from the memo."""
    return found[1] if found[0] is None else found[1] + context.since(found[0])


def keep(context: Context, runs: bool, turn: Row | None = None) -> None:
    """Write the time and start or stop the clock; with `turn` that player's turn begins."""
    write(context, runs, clock.keep_time, turn)


def pause(context: Context) -> bool:
    """Stop the clock if it runs, and write its time. Returns whether the time was written."""
    if memo(context)[0] is None:
        return False
    keep(context, False)
    return True


def write(context: Context, runs: bool, changes: Callable[..., list[Change]], *args: Any) -> bool:
    """Apply the result of changes(state, seconds, *args), and write the time in the same transaction.

    Returns whether changes existed and were written.
    """
    found = memo(context)
    now = context.now()
    ms = unwritten_ms(context, found)
    made = changes(context.session.state, ms // 1000, *args)
    before = context.session.journal.position
    begins = may_be_more(context, found) and "turn" in [field for _, _, field, _ in made]
    if not made or not context.change(made):
        return False
    if begins:
        found[4] = before
    run(context, found, now if runs else None)
    found[1] = ms % 1000
    found[2] = clock.game(context.session.state)
    return True


def give(context: Context, changes: Callable[..., list[Change]], *args: Any) -> bool:
    """Apply changes as `write` does; the clock runs afterwards if it ran before."""
    return write(context, memo(context)[0] is not None, changes, *args)
