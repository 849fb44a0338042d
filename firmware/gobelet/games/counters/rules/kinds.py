"""Counters: what the device keeps of the table, the counters and the players."""

from gobelet.core.sheet import Kind

from .sheets import COUNTERS, HIGH, LIMITS, LOW, NAME_FIELDS, PLAYERS, STEPS, VALUE_FIELDS

_NAME = tuple([(name, 0, 32767, 0) for name in NAME_FIELDS])
_TIME = (("m", 0, 32767, 0), ("s", 0, 59, 0))  # 16 bits of seconds would end after nine hours

KINDS = (
    Kind(
        "table",
        1,
        (
            ("players", 1, PLAYERS, 2),
            ("counters", 1, COUNTERS, 1),
            ("era", 0, 32767, 0),  # another one at every reset of the clocks
            ("turn", 0, PLAYERS - 1, 0),  # whose clock runs; m and s are this turn's
        )
        + _TIME
        + (
            ("limit", 0, len(LIMITS) - 1, 0),
            ("whole", 0, 1, 0),  # the limit is for a player's whole time, not for one turn
            ("down", 0, 1, 0),  # show what is left of the limit
        ),
    ),
    Kind(
        "counter",
        COUNTERS,
        (
            ("word", 0, 255, 1),
            ("start", LOW, "high", 20),
            ("step", 1, STEPS, 1),
            ("low", LOW, "high", 0),
            ("high", LOW, HIGH, 999),
        )
        + _NAME,
    ),
    Kind("player", PLAYERS, tuple([(name, LOW, HIGH, 20) for name in VALUE_FIELDS]) + _TIME + _NAME),
)
