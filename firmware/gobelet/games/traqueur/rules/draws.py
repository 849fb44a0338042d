"""Traqueur: the random choice of the first player, and the chances of cards.

The players draw printed cards by hand. So the Procedures `exotic` (RULES 8.4) and `draw` (RULES 8.5) only compute
chances. In these Procedures, the draw of a card is the roll of a die with one side for each card left in the deck.

The *wanted cards* are those that the player hopes to draw: the exotic familiars (`exotic`), or the copies of one card
(`draw`). The lowest sides of the die stand for the wanted cards.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gobelet.rules.procedure import Outcome, Procedure, Roll, number
from gobelet.rules.refused import Refused

from .sheets import CARDS, DECK, PLAYERS

if TYPE_CHECKING:
    from collections.abc import Callable
    from typing import Any

    from gobelet.rules.types import Progress, Step, Values

THREE = 3  # number of cards that each player draws during the set-up (L211)


def _starter_step(values: Values, progress: Progress) -> Step:
    if progress is None:
        return Roll((values["players"],), lambda values, progress, faces: faces[0])
    return Outcome(progress, (("game", "first", "=", progress - 1),))


starter = Procedure(
    "starter", (number("players", 3, PLAYERS, 4, role="game", field="players"),), _starter_step
)


def _draw_step(
    deck: Callable[..., Any], wanted: Callable[..., Any], cards: Callable[..., Any]
) -> Callable[..., Any]:
    """Return the step function of a Procedure that draws several cards.

    `deck(values)` is the number of cards in the deck, `wanted(values)` the number of wanted cards in the deck. The
    Procedure draws `cards(values)` cards, but ends when it has drawn a wanted card. Its progress is the number of cards
    drawn so far, or -1 after a wanted card. The outcome key is 1 if a wanted card was drawn, and 0 if not.
    """

    def step(values: Values, progress: Progress) -> Step:
        progress = progress or 0
        if progress < 0 or progress == cards(values):
            return Outcome(0 if progress >= 0 else 1)
        return Roll(
            (deck(values) - progress,),
            lambda values, progress, faces: -1 if faces[0] <= wanted(values) else (progress or 0) + 1,
        )

    return step


def _check_deck(deck: int, least: int, most: int) -> None:
    """Raise Refused(RANGE) if the deck has fewer than `least` cards.

    Before the players have entered the number of cards, a deck has 0 cards. The message contains `least` and `most` as
    the permitted range.
    """
    if deck < least:
        raise Refused("RANGE", name="f.game.deck", low=least, high=most)


def _check_draw(values: Values) -> None:
    """Raise Refused(RANGE) if "copies" or "cards" exceeds the size of the deck."""
    deck = values["deck"]
    _check_deck(deck, 1, DECK)
    if values["copies"] > deck:
        raise Refused("RANGE", name="f.copies", low=0, high=deck)
    if values["cards"] > deck:
        raise Refused("RANGE", name="f.cards", low=1, high=deck)


exotic = Procedure(
    "exotic",
    (
        number("common", 0, DECK, 20, role="game", field="common"),
        number("exotic", 0, DECK, 5, role="game", field="exotic"),
    ),
    _draw_step(
        lambda values: values["common"] + values["exotic"],
        lambda values: values["exotic"],
        lambda values: THREE,
    ),
    check=lambda values: _check_deck(values["common"] + values["exotic"], THREE, 2 * DECK),
    explain="exotic",
)

draw = Procedure(
    "draw",
    (
        number("deck", 0, DECK, 20, role="game", field="deck"),
        number("copies", 0, DECK, 2, role="game", field="copies"),
        number("cards", 1, CARDS, 1, role="game", field="cards"),
    ),
    _draw_step(
        lambda values: values["deck"], lambda values: values["copies"], lambda values: values["cards"]
    ),
    check=_check_draw,
    depth=CARDS,
    explain="draw",
)
