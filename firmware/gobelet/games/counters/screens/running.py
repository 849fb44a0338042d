"""The running clock: the session's memo has the time since the last write to the Sheets.

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
    """The memo, brought in line with the Sheets.

    An undo takes a change of turn back, but time never runs backwards: seconds that leave the Sheets are
    counted here.
    """
    session = context.session
    game = clock.game(session.state)
    era = session.get("table", 0, "era")
    if not session.memo:
        session.memo = [None, 0, game, era, NEVER]
    found = session.memo
    if era != found[3]:  # the clocks were reset, or a reset was taken back
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
    """Let the clock run from these ticks on; None stops it."""
    found[0] = since
    context.session.runs = since is not None or may_be_more(context, found)


def may_be_more(context: Context, found: list[Any]) -> bool:
    """Whether more of the present turn may have passed than was written, because the power was cut while the clock ran.

    This ends once the turn is passed on, unless that is taken back.
    """
    session = context.session
    return session.lost and session.journal.done[-1:] < [found[4]]


def time_text(context: Context, time: int) -> str:
    """Seconds that include the present turn, as text, after a sign if there may be more."""
    return ("≥" if may_be_more(context, memo(context)) else "") + clock_text(time)


def unwritten_ms(context: Context, found: list[Any]) -> int:
    """Milliseconds that are not in the Sheets, from the memo."""
    return found[1] if found[0] is None else found[1] + context.since(found[0])


def keep(context: Context, runs: bool, turn: Row | None = None) -> None:
    """Write the time; with `turn` that player's turn begins. Then the clock runs or stops."""
    write(context, runs, clock.kept, turn)


def pause(context: Context) -> bool:
    """Stop the clock if it runs, and write its time. Returns whether the time was written."""
    if memo(context)[0] is None:
        return False
    keep(context, False)
    return True


def write(context: Context, runs: bool, changes: Callable[..., list[Change]], *args: Any) -> bool:
    """Make changes(state, seconds that are not in the Sheets, *args), which write these seconds too.

    Returns whether there were changes, and they were written.
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
    """Make changes as `write` does; a running clock goes on, a stopped one stays stopped."""
    return write(context, memo(context)[0] is not None, changes, *args)
