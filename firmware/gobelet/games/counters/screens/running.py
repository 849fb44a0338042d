"""The running clock.

The memo of the Session has the time that is not in the Sheets yet. The memo is a list:

    0  tick count at which the clock was started, None while the clock is stopped;
    1  milliseconds before this start that are not in the Sheets yet;
    2  seconds of the game that are in the Sheets, for all players together;
    3  value of the field "era", which each reset of the clocks increases;
    4  position in the journal before the first change of turn, or reset, after a loss of time; NEVER without one.

Each change of turn and each pause writes the time to the Sheets. A power cut loses the time since the last write.
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
    """Return the memo, after an update from the Sheets.

    If an undo has removed seconds from the Sheets, these seconds are added to the memo, because the time has passed.
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
    """Start or stop the clock in the memo `found`.

    since: the tick count of the start; None stops the clock.
    """
    found[0] = since
    context.session.note_running(since is not None or may_be_more(context, found))


def may_be_more(context: Context, found: list[Any]) -> bool:
    """Tell whether the present turn may have lasted longer than its stored time.

    A power cut while the clock runs loses the time since the last write. The result is then True until the next
    change of turn, and is True again after an undo of this change of turn.
    """
    session = context.session
    return session.lost and session.journal.done[-1:] < [found[4]]


def time_text(context: Context, time: int) -> str:
    """Return the time `time`, in seconds, as text.

    `time` includes the time of the present turn. The text begins with "≥" if the present turn may have lasted longer.
    """
    return ("≥" if may_be_more(context, memo(context)) else "") + clock_text(time)


def unwritten_ms(context: Context, found: list[Any]) -> int:
    """Return the milliseconds that are not in the Sheets, from the memo `found`."""
    return found[1] if found[0] is None else found[1] + context.ms_since(found[0])


def write_time(context: Context, runs: bool, turn: Row | None = None) -> None:
    """Write the running time to the Sheets, and run or stop the clock.

    runs  whether the clock runs afterwards.
    turn  the row of the player whose turn begins, None for no change of turn.
    """
    write_change(context, runs, clock.add_time, turn)


def pause(context: Context) -> bool:
    """Stop a running clock and write its time. Return whether the clock was running."""
    if memo(context)[0] is None:
        return False
    write_time(context, False)
    return True


def write_change(context: Context, runs: bool, changes: Callable[..., list[Change]], *args: Any) -> bool:
    """Apply changes that include the running time, and run or stop the clock.

    The changes are changes(state, seconds, *args); `seconds` is the time that is not in the Sheets yet. `runs` tells
    whether the clock runs afterwards. Return whether any changes were applied.
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
