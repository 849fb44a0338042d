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

# The values of the argument `pile`: a character takes the top card of a pack, chooses a card of the pack, or chooses a
# card of the discard pile (L177-183).
TOP = "top"
PACK = "pack"
DISCARD = "discard"

# The greatest numbers of face-down cards, equipment and familiars at the end of a player's own turn (L189).
LIMITS = (3, 3, 1)


def check_activation(
    kind: str, own_turn: bool = True, actions: int = 0, more: bool = False, drawn: bool = False
) -> None:
    """Refuse to activate a card of `kind` at this moment.

    A player may activate an arcane or an event at any time. TN-E17 refuses any other card in another player's turn,
    unless the player has just drawn the card (`drawn`). TN-E18 refuses a premonition after another action of the
    turn; `actions` is the number of actions so far. TN-E19 refuses a divination before another action; `more` tells
    whether further actions follow.
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
    """Return the options that a player has for a card just drawn.

    A player must activate an event (L179-181, L197).
    """
    return ("activate",) if kind == "event" else ("activate", "discard", "keep")


def check_option(kind: str, option: str) -> None:
    """Raise Refused(TN-E27) if a player keeps or discards an event."""
    if option not in options(kind):
        raise Refused("TN-E27")


def check_pack(pack: int, active: int) -> None:
    """Raise Refused(TN-E23) for a pack that is not in play.

    `pack` is the index of the pack, 0 to 4. Bit n of `active` is set if pack n is in play.
    """
    if not active >> pack & 1:
        raise Refused("TN-E23", pack="pack." + tables.PACKS[pack])


def counts_after_draw(active: int, left: int, discarded: int, pack: int, pile: str = TOP) -> tuple[int, int]:
    """Return (cards left, cards discarded) of a pack after a draw from `pile`.

    If the pack is empty, the discarded cards first become the new pack. TN-E23 refuses a pack that is not in play.
    If `left` and `discarded` are 0, the players do not count the packs, and both numbers stay 0.
    """
    check_pack(pack, active)
    if pile == DISCARD and discarded:
        return left, discarded - 1
    if left == 0:
        left, discarded = discarded, 0
    return max(0, left - 1), discarded


def resolve_order(played: Sequence[int]) -> list[int]:
    """Return activated arcanes in the order of application, the last first (L196)."""
    return list(reversed(played))


def check_exchange(same_lieu: bool, agree: bool, me_done: int, other_done: int, card_done: bool) -> None:
    """Refuse an exchange of a card between two characters.

    TN-E13 refuses characters on different Lieux (places), TN-E14 a missing agreement. TN-E15 refuses a character who
    has exchanged a card this turn (`me_done`, `other_done`). TN-E16 refuses a card that was exchanged in this cycle.
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
    """Return, for each of the three LIMITS, the number of cards beyond this limit."""
    counts = (down, equipment, familiar)
    return tuple([max(0, counts[index] - LIMITS[index]) for index in range(3)])


def check_limits(down: int, equipment: int, familiar: int) -> None:
    """Raise Refused(TN-E28) if a turn ends with more cards than LIMITS allows."""
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
