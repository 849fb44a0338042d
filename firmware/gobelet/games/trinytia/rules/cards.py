"""Tri'Nytia: the conditions to play, draw, keep and exchange cards; gold; the limits at the end of a turn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gobelet.rules.refused import Refused

from . import tables
from .combat import amount

if TYPE_CHECKING:
    from collections.abc import Sequence

# The places from which a character takes a card: the top of a pack, a chosen card of the pack, or one of its
# discard (L177-183).
TOP = "top"
PACK = "pack"
DISCARD = "discard"

# limits for face-down cards, equipment and familiars at the end of the player's own turn (L189)
LIMITS = (3, 3, 1)


def play(kind: str, own_turn: bool = True, actions: int = 0, more: bool = False, drawn: bool = False) -> None:
    """Refuse to activate a card of `kind` ("arcane", "event", "premonition", "divination", or any other).

    `actions` is the number of actions in this turn so far; `more` says whether further ones will follow.
    `drawn` says that the card was drawn just now and not kept face down. The refusals are TN-E17, TN-E18,
    TN-E19.
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
    """The options for a card just drawn; an event can only be activated (L179-181, L197)."""
    return ("activate",) if kind == "event" else ("activate", "discard", "keep")


def check_option(kind: str, option: str) -> None:
    """Refuse with TN-E27 to keep or discard an event."""
    if option not in options(kind):
        raise Refused("TN-E27")


def check_pack(pack: int, active: int) -> None:
    """Refuse with TN-E23 to take from a pack (0 to 4) that is not in the mask `active`."""
    if not active >> pack & 1:
        raise Refused("TN-E23", pack="pack." + tables.PACKS[pack])


def draw(active: int, left: int, discarded: int, pack: int, pile: str = TOP) -> tuple[int, int]:
    """Return (left, discarded) of a pack after one card was taken from `pile`.

    An empty pack takes its discard back first. TN-E23 if the pack is not active. 0 and 0 stay so: the counts
    are used only if the players wish.
    """
    check_pack(pack, active)
    if pile == DISCARD and discarded:
        return left, discarded - 1
    if left == 0:
        left, discarded = discarded, 0
    return max(0, left - 1), discarded


def resolve_order(played: Sequence[int]) -> list[int]:
    """The order in which activated arcanes apply: the last one first (L196)."""
    return list(reversed(played))


def exchange(same_lieu: bool, agree: bool, me_done: int, other_done: int, card_done: bool) -> None:
    """Refuse to give or receive a card.

    TN-E13, TN-E14 and TN-E15 are about the characters, TN-E16 about the card.
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
    """The number of cards of each kind that are over the limits, as a tuple."""
    counts = (down, equipment, familiar)
    return tuple([max(0, counts[index] - LIMITS[index]) for index in range(3)])


def check_limits(down: int, equipment: int, familiar: int) -> None:
    """Refuse with TN-E28 while a card must be discarded."""
    n = sum(excess(down, equipment, familiar))
    if n:
        raise Refused("TN-E28", n=n)


def spend(gold: int, price: int) -> int:
    """The gold left after a price or a stake.

    TN-E07 refuses a negative amount, TN-E24 more than the gold owned.
    """
    amount(gold, price)
    if price > gold:
        raise Refused("TN-E24", n=gold)
    return gold - price
