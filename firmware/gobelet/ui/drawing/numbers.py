"""Format numbers for the screen."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from ...rules.types import Share


def percent(share: Share, dot: str) -> str:
    """Return a share (num, den) as a percentage with one decimal, rounded half up.

    `dot` is the decimal sign of the language. A share above 0 that rounds to 0 is written "<0.1%". A share below 1
    that rounds to 100 is written ">99.9%". A decimal of 0 is left out.
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
    """Return a share as a percentage without decimals.

    Only an exact 0 or 1 becomes 0 or 100 percent.
    """
    part, whole = share
    if 0 < part < whole:
        return with_percent(max(1, min(99, (part * 200 + whole) // (2 * whole))), dot)
    return with_percent(part * 100 // whole, dot)


def with_percent(number: int | str, dot: str) -> str:
    """Return a number with a percent sign.

    In French (`dot` is a comma) a narrow space precedes the sign.
    """
    return "%s\u202f%%" % number if dot == "," else "%s%%" % number


def signed_text(value: int) -> str:
    """Return an integer with its sign: "+2", "−1" (U+2212, not a hyphen), "0"."""
    return "+%d" % value if value > 0 else str(value).replace("-", "−")
