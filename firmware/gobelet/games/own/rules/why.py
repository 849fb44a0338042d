"""The reasons for a result: the number of the roll, and its table row."""

from __future__ import annotations

from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from typing import Any

    from gobelet.rules.types import Path, Values, Why

# The highest number of a table row without an upper limit. The lowest number of a row without a lower limit is -FAR.
FAR = 9999


def why(proc: Any, values: Values, path: Path) -> Why:
    """Return the reasons for a result, each as (text key, arguments of the text)."""
    declared = proc.declared
    base = declared.base(values, path)
    number, row = declared.row(values, base)
    said: Why = [("why.total", (base if declared.under else number,))]
    if row is not None:
        low, high = row[:2]
        key = "row" if low == high else "from" if high >= FAR else "to" if low <= -FAR else "rows"
        if low > -FAR or high < FAR:  # a row without limits contains every number, so it explains nothing
            said.append(("why." + key, (high,) if key == "to" else (low, high)))
    return said
