"""Tri'Nytia: the changes of the Sheets when players handle cards.

Players draw, activate, discard and exchange cards. Each returned list of changes is one transaction. The module
`cards` checks the conditions of the printed rules.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gobelet.rules.refused import Refused

from . import cards, tables
from .sheets import STACK

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gobelet.rules.sheet import State
    from gobelet.rules.types import Change, Row

# The fields with the PV (life points) and the wounds of each familiar. A player may have a second familiar until the
# end of the player's own turn (L189).
FAMILIARS = (("fam_pv", "fam_wounds"), ("fam2_pv", "fam2_wounds"))
# The value of an argument `card` for the second familiar. For any other card, the value is the name of the field that
# counts these cards.
SECOND = "second"

GOLD = 4  # index of the pack whose cards cost gold
STAYS = ("equipment", "familiar")  # kinds of cards that are not discarded after their activation
FREE = ("arcane", "event", "premonition")  # kinds of cards whose activation is no action of the turn


def is_counted(state: State) -> bool:
    """Tell whether the players count the cards of the packs.

    The result is True if any pack or discard pile has a number of cards above 0.
    """
    for pack in range(len(tables.PACKS)):
        if state.get("pack", pack, "left") or state.get("pack", pack, "discarded"):
            return True
    return False


def set_counting(state: State, on: bool) -> list[Change]:
    """Return the changes that begin or end the counting of the packs.

    When the counting begins, all packs are full.
    """
    changes = []
    for pack in range(len(tables.PACKS)):
        changes.append(("pack", pack, "left", tables.PACK_SIZES[pack] if on else 0))
        changes.append(("pack", pack, "discarded", 0))
    return changes


def active_packs(state: State) -> int:
    """Return the mask of the packs in play, with bit n for pack n."""
    mask = 0
    for pack in range(len(tables.PACKS)):
        mask |= state.get("pack", pack, "active") << pack
    return mask


def shuffle(state: State, pack: int) -> list[Change]:
    """Return the changes that shuffle the discard pile back into its pack."""
    left = state.get("pack", pack, "left") + state.get("pack", pack, "discarded")
    left = min(left, tables.PACK_SIZES[pack])
    return [("pack", pack, "left", left), ("pack", pack, "discarded", 0)]


def piles(state: State, pack: int) -> list[str]:
    """Return the piles of a pack from which a player can choose a card.

    If the packs are not counted, the pack itself is the only pile.
    """
    left, discarded = [state.get("pack", pack, name) for name in ("left", "discarded")]
    if left and discarded:
        return [cards.PACK, cards.DISCARD]
    return [cards.DISCARD] if discarded else [cards.PACK]


def draw_card(
    state: State,
    row: Row,
    pack: int,
    option: str,
    kind: str = "",
    price: int = 0,
    pile: str = cards.TOP,
) -> list[Change]:
    """Return the changes when the character `row` takes a card from a pack.

    `option` says what the character then does: "activate", "discard" or "keep". `pile` is cards.TOP for the top card
    of the pack, or one of the pack's `piles`. `kind` is the kind of the card; it may be "" if the card is kept or
    discarded. `price` is the cost of the card in gold. The refusals are those of `check_option`, `counts_after_draw`
    and `gold_left`, and TN-E28 for a third familiar.
    """
    cards.check_option(kind, option)
    left, discarded = [state.get("pack", pack, name) for name in ("left", "discarded")]
    left, discarded = cards.counts_after_draw(active_packs(state), left, discarded, pack, pile)
    gold = cards.gold_left(state.get("char", row, "gold"), price)
    changes = [("char", row, "gold", gold)]
    if option == "keep":
        changes.append(("char", row, "down", state.get("char", row, "down") + 1))
    elif option == "activate":
        changes += _activate(state, row, kind)
    if is_counted(state):
        if option != "keep" and kind not in STAYS:
            discarded = min(discarded + 1, tables.PACK_SIZES[pack])
        changes += [("pack", pack, "left", left), ("pack", pack, "discarded", discarded)]
    return changes


def activate_card(state: State, row: Row, kind: str, pack: int = -1) -> list[Change]:
    """Return the changes when the character `row` activates a face-down card.

    `pack` is the pack of the card, or -1 if the packs are not counted.
    """
    changes = [("char", row, "down", state.get("char", row, "down") - 1)]
    if kind not in STAYS:
        changes += _discard(state, pack)
    if kind not in FREE:
        changes.append(count_action(state))
    return changes + _activate(state, row, kind)


def discard_card(state: State, row: Row, card: str, pack: int = -1) -> list[Change]:
    """Return the changes when the character `row` discards a card.

    `card` is "down" (a face-down card), "equipment", "familiar" or SECOND.
    """
    return _remove_card(state, row, card) + _discard(state, pack)


def exchange_card(state: State, giver: int, taker: int, card: str) -> list[Change]:
    """Return the changes when the character `giver` gives a card to `taker`.

    `card` is "down", "equipment", "familiar" or SECOND. The caller has first called `cards.check_exchange`. TN-E28
    refuses a third familiar of `taker`.
    """
    if card in ("familiar", SECOND):
        pets = familiars(state, giver)
        came = _add_familiar(state, taker, pets[card == SECOND])
    else:
        came = [("char", taker, card, state.get("char", taker, card) + 1)]
    return (
        _remove_card(state, giver, card)
        + came
        + [
            ("char", giver, "exchanged", 1),
            ("char", taker, "exchanged", 1),
            ("game", 0, "exchanges", state.get("game", 0, "exchanges") + 1),
            count_action(state),
        ]
    )


def familiars(state: State, row: Row) -> list[tuple[int, int]]:
    """List (PV or life points, wounds) of the familiars of `row`, at most two."""
    count = min(state.get("char", row, "familiar"), len(FAMILIARS))
    return [(state.get("char", row, pv), state.get("char", row, wounds)) for pv, wounds in FAMILIARS[:count]]


def set_familiars(row: Row, count: int, pets: Sequence[tuple[int, int]]) -> list[Change]:
    """Return the changes that set the number of familiars of `row`.

    `pets` lists (PV, wounds) of each familiar, as `familiars` returns them.
    """
    changes = [("char", row, "familiar", count)]
    for index in range(len(FAMILIARS)):
        pet = pets[index] if index < min(count, len(pets)) else (0, 0)
        changes += [("char", row, FAMILIARS[index][each], pet[each]) for each in (0, 1)]
    return changes


def _add_familiar(state: State, row: Row, pet: tuple[int, int]) -> list[Change]:
    """Return the changes that add the familiar `pet` to the character `row`.

    TN-E28 refuses a third familiar.
    """
    pets = familiars(state, row)
    if len(pets) == len(FAMILIARS):
        raise Refused("TN-E28", n=1)
    return set_familiars(row, len(pets) + 1, pets + [pet])


def _remove_card(state: State, row: Row, card: str) -> list[Change]:
    """Return the changes that remove a card from the character `row`.

    If the first of two familiars is removed, the second familiar becomes the first.
    """
    if card not in ("familiar", SECOND):
        return [("char", row, card, state.get("char", row, card) - 1)]
    pets = familiars(state, row)
    del pets[card == SECOND]
    return set_familiars(row, state.get("char", row, "familiar") - 1, pets)


def count_action(state: State) -> Change:
    """Return the change that counts one more action of this turn."""
    return ("game", 0, "actions", state.get("game", 0, "actions") + 1)


def owners(state: State) -> list[int]:
    """Return the rows of the owners of the arcanes on the stack.

    The first entry is the owner of the arcane that was activated last, because this arcane applies first.
    """
    return cards.resolve_order(
        [state.get("stack", n, "owner") for n in range(state.get("game", 0, "arcanes"))]
    )


def stack(state: State, row: Row) -> list[Change]:
    """Return the changes that put an arcane of `row` on the stack; [] if it is full."""
    n = state.get("game", 0, "arcanes")
    if n == STACK:
        return []
    return [("stack", n, "owner", row), ("game", 0, "arcanes", n + 1)]


def unstack(state: State, index: int = 0) -> list[Change]:
    """Return the changes that remove an applied or cancelled arcane from the stack.

    `index` is the index of the arcane's owner in the result of `owners`.
    """
    n = state.get("game", 0, "arcanes") - 1
    changes = [("game", 0, "arcanes", n)]
    for at in range(n - index, n):
        changes.append(("stack", at, "owner", state.get("stack", at + 1, "owner")))
    return changes + [("stack", n, "owner", -1)]


def _activate(state: State, row: Row, kind: str) -> list[Change]:
    if kind == "arcane":
        return stack(state, row)
    if kind == "familiar":
        return _add_familiar(state, row, (0, 0))
    if kind in STAYS:
        return [("char", row, kind, state.get("char", row, kind) + 1)]
    return []


def _discard(state: State, pack: int) -> list[Change]:
    if pack < 0:
        return []
    n = state.get("pack", pack, "discarded") + 1
    return [("pack", pack, "discarded", min(n, tables.PACK_SIZES[pack]))]
