"""Free dice: what the device keeps, the dice in hand and the presets. `sheets` says how a pool lies in them."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gobelet.core.sheet import Kind

from .sheets import NAME_FIELDS, POOL_FIELDS, PRESETS

if TYPE_CHECKING:
    from gobelet.core.types import Declared


def _fields(first: int) -> tuple[Declared, ...]:
    # `first` is the word that a new Sheet starts with
    found = [("constant", -999, 999, 0)]
    for name in POOL_FIELDS[1:]:
        found.append((name, 0, 32767, first))
        first = 0
    return tuple(found)


KINDS = (
    Kind("pool", 1, _fields(6 | 2 << 7)),  # the dice in hand: 2d6 on a new device
    Kind("preset", PRESETS, _fields(0) + tuple([(name, 0, 32767, 0) for name in NAME_FIELDS])),
)
