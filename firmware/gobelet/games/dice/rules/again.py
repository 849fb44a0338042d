"""Free dice: throw some dice again, while the others keep their faces."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gobelet.rules.dice import EXPLODED, FIRST, IMPLODED, REROLLED, throw

if TYPE_CHECKING:
    from gobelet.rules.dice import Throw
    from gobelet.rules.types import Face, Marks, Pool, ThrowDie


def rethrow(pool: Pool, thrown: Throw, locked: int, roll: ThrowDie) -> Throw:
    """Throw `pool` again, without the locked dice of the Throw `thrown`.

    `locked` is a bit mask of the dice that keep their faces. Bit 0 is the first entry of thrown.dice with the mark
    FIRST, bit 1 is the second such entry, and so on. A locked die keeps its rerolls and explosions too.
    """
    held: list[list[tuple[Face, Marks]] | None] = []
    for _, face, marks in thrown.dice:
        if marks & FIRST:
            held.append([] if locked & 1 else None)
            locked >>= 1
        if held[-1] is not None:
            held[-1].append((face, marks & (FIRST | EXPLODED | IMPLODED | REROLLED)))
    return throw(pool, roll, held)
