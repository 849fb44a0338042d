"""The running clock.

The memo of the Session has the time that is not in the Sheets yet. The memo is a list:

    0  ticks at which the clock started to run, None while it stands still;
    1  milliseconds before that which are not in the Sheets;
    2  seconds of the game that are in the Sheets;
    3  the era: a number that each reset of the clocks changes;
    4  position of the journal before the first change of turn since the game was opened, else NEVER.

Each change of turn and each pause writes the time to the Sheets. A power cut loses the time since then.
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


NEVER = 0x3FFFFFFF  # greater than any position in a journal


def memo(context: Context) -> list[Any]:
    """Return the memo, updated to agree with the Sheets.

    An undo may remove seconds from the Sheets. The memo gets them, because the time has passed anyway.
    """
    session = context.session
    game = clock.game_seconds(session.state)
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
    set_running(context, found, found[0])
    return found


def set_running(context: Context, found: list[Any], since: Ticks | None) -> None:
    """Start the clock at the ticks `since`, or stop it for None, in the memo `found`."""
    found[0] = since
    context.session.note_running(since is not None or may_be_more(context, found))


def may_be_more(context: Context, found: list[Any]) -> bool:
    """Tell whether the present turn may have taken longer than its time tells.

    This is possible after a power cut while the clock ran, until the next change of turn. An undo of that
    change makes it possible again.
    """
    session = context.session
    return session.lost and session.journal.done[-1:] < [found[4]]


def time_text(context: Context, time: int) -> str:
    """Return a time in seconds as text, with "≥" if it may be longer.

    The time includes the present turn.
    """
    return ("≥" if may_be_more(context, memo(context)) else "") + clock_text(time)


def unwritten_ms(context: Context, found: list[Any]) -> int:
    """Return the milliseconds that are not in the Sheets, from the memo `found`."""
    return found[1] if found[0] is None else found[1] + context.since(found[0])


def write_time(context: Context, runs: bool, turn: Row | None = None) -> None:
    """Write the time, and run or stop the clock.

    turn  the row whose turn begins, None for no change of turn.
    """
    write_change(context, runs, clock.add_time, turn)


def pause(context: Context) -> bool:
    """Stop the clock and write its time, if it runs. Return whether it ran."""
    if memo(context)[0] is None:
        return False
    write_time(context, False)
    return True


def write_change(context: Context, runs: bool, changes: Callable[..., list[Change]], *args: Any) -> bool:
    """Apply changes that include the time, and run or stop the clock.

    The changes are changes(state, seconds, *args); `seconds` is the time that is not in the Sheets yet. Return whether
    there were changes and they were applied.
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
    set_running(context, found, now if runs else None)
    found[1] = ms % 1000
    found[2] = clock.game_seconds(context.session.state)
    return True


def apply_change(context: Context, changes: Callable[..., list[Change]], *args: Any) -> bool:
    """Apply changes as `write_change` does.

    The clock runs afterwards if it ran before.
    """
    return write_change(context, memo(context)[0] is not None, changes, *args)
