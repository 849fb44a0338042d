"""Tri'Nytia: the conditions to play, draw, keep and exchange cards.

The module also has the rules about gold, and the card limits at the end of a turn.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gobelet.rules.refused import Refused

from . import tables
from .combat import check_amounts

if TYPE_CHECKING:
    from collections.abc import Sequence

# The piles from which a character takes a card (L177-183): the top of a pack, a chosen card of the pack, or a
# chosen card of its discard.
TOP = "top"
PACK = "pack"
DISCARD = "discard"

# The limits at the end of a player's own turn (L189): face-down cards, equipment, familiars.
LIMITS = (3, 3, 1)


def check_activation(
    kind: str, own_turn: bool = True, actions: int = 0, more: bool = False, drawn: bool = False
) -> None:
    """Refuse to activate a card of `kind` now.

    The kinds "arcane", "event", "premonition" and "divination" have rules of their own. `actions` is the
    number of actions in this turn so far, and `more` tells whether further actions follow. `drawn` tells whether
    the player has just drawn the card. TN-E17 refuses a face-down card in another player's turn. TN-E18 refuses a
    premonition after another action, TN-E19 a divination before another action.
    """
    if kind in ("arcane", "event"):
        return
    if not own_turn and not drawn:
        raise Refused("TN-E17")
    if kind == "premonition" and (actions > 0 or not own_turn):
        raise Refused("TN-E18")
    if kind == "divination" and (more or not own_turn):
        raise Refused("TN-E19")


def options(kind: str) -> tuple[str, ...]:
    """Return the options for a card just drawn.

    An event can only be activated (L179-181, L197).
    """
    return ("activate",) if kind == "event" else ("activate", "discard", "keep")


def check_option(kind: str, option: str) -> None:
    """Refuse with TN-E27 to keep or discard an event."""
    if option not in options(kind):
        raise Refused("TN-E27")


def check_pack(pack: int, active: int) -> None:
    """Refuse with TN-E23 a pack that is not active.

    Packs have the numbers 0 to 4. Bit n of `active` is set if pack n is active.
    """
    if not active >> pack & 1:
        raise Refused("TN-E23", pack="pack." + tables.PACKS[pack])


def counts_after_draw(active: int, left: int, discarded: int, pack: int, pile: str = TOP) -> tuple[int, int]:
    """Return (left, discarded) of a pack after one card was taken from `pile`.

    If the pack is empty, the discard first becomes the new pack. TN-E23 refuses a pack that is not active.
    If `left` and `discarded` are 0, the players do not count the packs, and both numbers stay 0.
    """
    check_pack(pack, active)
    if pile == DISCARD and discarded:
        return left, discarded - 1
    if left == 0:
        left, discarded = discarded, 0
    return max(0, left - 1), discarded


def resolve_order(played: Sequence[int]) -> list[int]:
    """Return the order in which activated arcanes apply: the last one first (L196)."""
    return list(reversed(played))


def check_exchange(same_lieu: bool, agree: bool, me_done: int, other_done: int, card_done: bool) -> None:
    """Refuse an exchange of a card between two characters.

    TN-E13 refuses different Lieux, TN-E14 a missing agreement, TN-E15 a second exchange of a character in one
    turn. TN-E16 refuses a card that was exchanged in this cycle.
    """
    if not same_lieu:
        raise Refused("TN-E13")
    if not agree:
        raise Refused("TN-E14")
    if me_done or other_done:
        raise Refused("TN-E15")
    if card_done:
        raise Refused("TN-E16")


def excess(down: int, equipment: int, familiar: int) -> tuple[int, ...]:
    """Return the number of cards over each of the three LIMITS."""
    counts = (down, equipment, familiar)
    return tuple([max(0, counts[index] - LIMITS[index]) for index in range(3)])


def check_limits(down: int, equipment: int, familiar: int) -> None:
    """Refuse with TN-E28 the end of a turn while a card must be discarded."""
    n = sum(excess(down, equipment, familiar))
    if n:
        raise Refused("TN-E28", n=n)


def gold_left(gold: int, price: int) -> int:
    """Return the gold left after a price or a stake is paid.

    TN-E07 refuses a negative amount, TN-E24 more than the gold owned.
    """
    check_amounts(gold, price)
    if price > gold:
        raise Refused("TN-E24", n=gold)
    return gold - price
