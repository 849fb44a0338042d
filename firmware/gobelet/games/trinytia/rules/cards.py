"""Tri'Nytia: the conditions to play, draw, keep and exchange cards; gold; the limits at the end of a turn."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gobelet.rules.refused import Refused

from . import tables
from .combat import amount

if TYPE_CHECKING:
    from collections.abc import Sequence

# The places from which a card is taken: the top of its pack, or a chosen card of the pack or its discard
# (L177-183).
TOP = "top"
PACK = "pack"
DISCARD = "discard"

LIMITS = (3, 3, 1)  # face-down cards, equipment, familiar at the end of the player's own turn (L189)


def play(kind: str, own_turn: bool = True, actions: int = 0, more: bool = False, drawn: bool = False) -> None:
    """Refuse to activate a card of `kind` ("arcane", "event", "premonition", "divination", or any other).

    actions: the number of actions done this turn. more: whether others will follow. drawn: whether the card
    was drawn just now and not kept face down. TN-E17, TN-E18, TN-E19.
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
    """The acts allowed with a card just drawn: an event can only be activated (L179-181, L197)."""
    return ("activate",) if kind == "event" else ("activate", "discard", "keep")


def check_option(kind: str, option: str) -> None:
    """Refuse to keep or discard an event: TN-E27."""
    if option not in options(kind):
        raise Refused("TN-E27")


def check_pack(pack: int, active: int) -> None:
    """Refuse to take from a pack (0 to 4) that is not in the mask `active`: TN-E23."""
    if not active >> pack & 1:
        raise Refused("TN-E23", pack="pack." + tables.PACKS[pack])


def draw(active: int, left: int, discarded: int, pack: int, pile: str = TOP) -> tuple[int, int]:
    """(left, discarded) of a pack after one card was taken from `pile`. An empty pack takes back its discard first.

    TN-E23 if the pack is not active. 0 and 0 stay so: the counts are used only if the players wish.
    """
    check_pack(pack, active)
    if pile == DISCARD and discarded:
        return left, discarded - 1
    if left == 0:
        left, discarded = discarded, 0
    return max(0, left - 1), discarded


def resolve_order(played: Sequence[int]) -> list[int]:
    """Order in which activated arcanes apply: the last one first (L196)."""
    return list(reversed(played))


def exchange(same_lieu: bool, agree: bool, me_done: int, other_done: int, card_done: bool) -> None:
    """Refuse to give or receive a card: TN-E13, TN-E14, TN-E15 (characters), TN-E16 (the card)."""
    if not same_lieu:
        raise Refused("TN-E13")
    if not agree:
        raise Refused("TN-E14")
    if me_done or other_done:
        raise Refused("TN-E15")
    if card_done:
        raise Refused("TN-E16")


def excess(down: int, equipment: int, familiar: int) -> tuple[int, ...]:
    """The number of cards of each kind to discard before the turn can end, as a tuple."""
    counts = (down, equipment, familiar)
    return tuple([max(0, counts[index] - LIMITS[index]) for index in range(3)])


def check_limits(down: int, equipment: int, familiar: int) -> None:
    """Refuse while a card must be discarded: TN-E28."""
    n = sum(excess(down, equipment, familiar))
    if n:
        raise Refused("TN-E28", n=n)


def spend(gold: int, price: int) -> int:
    """Gold left after a price or a stake. TN-E07 if it is negative, TN-E24 if there is too little gold."""
    amount(gold, price)
    if price > gold:
        raise Refused("TN-E24", n=gold)
    return gold - price
