"""Write numbers in the form that the screen shows."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ...rules.types import Share


def percent(share: Share, dot: str) -> str:
    """Return a share (num, den) as a percentage with one decimal, rounded half up.

    dot is the decimal sign of the language.
    A chance above zero is never shown as zero, and one below certainty never as 100 %.
    """
    part, whole = share
    tenths = (part * 2000 + whole) // (2 * whole)
    if tenths == 0 and part > 0:
        return with_percent("<0" + dot + "1", dot)
    if tenths == 1000 and part < whole:
        return with_percent(">99" + dot + "9", dot)
    if tenths % 10 == 0:
        return with_percent(tenths // 10, dot)
    return with_percent("%d%s%d" % (tenths // 10, dot, tenths % 10), dot)


def whole_percent(share: Share, dot: str) -> str:
    """Return a share as a percentage without decimals; never 0 or 100 unless it is exact."""
    part, whole = share
    if 0 < part < whole:
        return with_percent(max(1, min(99, (part * 200 + whole) // (2 * whole))), dot)
    return with_percent(part * 100 // whole, dot)


def with_percent(number: int | str, dot: str) -> str:
    """Return a number with a percent sign; in French, whose `dot` is a comma, after a narrow no-break space."""
    return "%s\u202f%%" % number if dot == "," else "%s%%" % number


def signed_text(value: int) -> str:
    """Return an integer with its sign: "+2", "−1" (with a real minus sign), "0"."""
    return "+%d" % value if value > 0 else str(value).replace("-", "−")
