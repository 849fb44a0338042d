"""Mystria: the draws of the first player, stacks, tokens and objective tiles.

A dealt token never returns to the bag, and a dealt tile is never dealt again.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gobelet.rules.odds import FAR, Odds, ratio
from gobelet.rules.procedure import Outcome, Procedure, Roll, deal, dealt_indexes, number
from gobelet.rules.refused import Refused

from .sheets import BAG, CELLS, COLOURS, OF_COLOUR, STACK, START, TILES

if TYPE_CHECKING:
    from collections.abc import Sequence

    from gobelet.rules.types import Chance, Faces, Progress, Step, Values

# Outcome keys of the Procedure `stack`. An outcome key of 2 or 3 is the number of colours in the stack.
STUCK = 0  # the stack is dealt again, because the tokens left in the bag cannot make all remaining stacks.
ALIKE = 1  # the stack is dealt again, because all its tokens have one colour (L82).
AGAIN = (STUCK, ALIKE)  # outcome keys after which the stack is dealt again


def _face(values: Values, progress: Progress, faces: Faces) -> int:
    return faces[0]


# The printed rules do not say which player begins, so a coin decides [A-MY06].


def _coin_step(values: Values, progress: Progress) -> Step:
    if progress is None:
        return Roll((2,), _face)
    first = "ab"[progress - 1]
    second = "ba"[progress - 1]
    return Outcome(
        progress,
        (
            ("game", "first", "=", progress - 1),
            (first, "drops", "=", START[0]),
            (second, "drops", "=", START[1]),
        ),
    )


coin = Procedure("coin", (), _coin_step, roles=("a", "b"))


# The inputs about the bag: for each colour, the number of tokens of this colour in the bag.

_BAG = tuple(
    [number(COLOURS[at], 0, OF_COLOUR, OF_COLOUR, role="game", field=BAG[at]) for at in range(len(COLOURS))]
)


def bag_counts(values: Values) -> list[int]:
    """Return the number of tokens of each colour in the bag."""
    return [values[colour] for colour in COLOURS]


def colour_at(counts: Sequence[int], index: int) -> int:
    """Return the colour of the token at `index` in the bag.

    `counts` has the number of tokens of each colour. The tokens of the first colour have the lowest indexes, the tokens
    of the second colour the next indexes, and so on.
    """
    for position in range(len(counts)):
        index -= counts[position]
        if index < 0:
            return position
    raise IndexError(index)


def encode_stack(tokens: Sequence[int]) -> int:
    """Return the three colours of a stack as the number that the Sheet "stack" stores."""
    return tokens[0] * 16 + tokens[1] * 4 + tokens[2]


def decode_stack(code: int) -> tuple[int, int, int]:
    """Return the three colours of a stored stack, the top token first."""
    return code >> 4, code >> 2 & 3, code & 3


def flip_stack(stack: Sequence[int]) -> list[int]:
    """Return the stack turned over, so that its lowest token is on top [A-MY05]."""
    return list(reversed(stack))


def check_stack(stack: tuple[int, int, int]) -> None:
    """Refuse a stack without exactly three tokens (MY-E11), or of one colour (MY-E12)."""
    if len(stack) != STACK:
        raise Refused("MY-E11")
    if len(set(stack)) == 1:
        raise Refused("MY-E12")


def has_enough(counts: Sequence[int], stacks: int) -> bool:
    """Tell whether the tokens in the bag can make `stacks` stacks.

    `counts` has the number of tokens of each colour. A stack has at most two tokens of one colour.
    """
    return sum([min(n, 2 * stacks) for n in counts]) >= STACK * stacks


def _check_stack(values: Values) -> None:
    n = sum(bag_counts(values))
    if n <= STACK or not has_enough(bag_counts(values), values["left"] + 1):
        raise Refused("MY-BAG", n=n)


def _stack_key(after: Sequence[int], colours: int, left: int) -> int:
    """Return the outcome key of a dealt stack: STUCK, ALIKE, or 2 or 3 colours.

    `colours` is the number of colours in the stack. `after` has the number of tokens of each colour left in the bag.
    `left` is the number of stacks still to deal.
    """
    return colours if colours == ALIKE or has_enough(after, left) else STUCK


def _stack_step(values: Values, progress: Progress) -> Step:
    counts = bag_counts(values)
    n = sum(counts)
    if progress is None:
        return deal(n, STACK, lambda values, progress, faces: faces)
    stack = [colour_at(counts, index) for index in dealt_indexes(n, progress)]
    for position in stack:
        counts[position] -= 1
    key = _stack_key(counts, len(set(stack)), values["left"])
    if key in AGAIN:
        return Outcome(key)
    effects = [("cell", "tokens", "=", encode_stack(stack)), ("game", "dealt", "+", 1)]
    for position in range(len(counts)):
        effects.append(("game", BAG[position], "=", counts[position]))
    return Outcome(key, tuple(effects))


def _stack_odds(values: Values) -> Odds:
    """Return the odds of the Procedure `stack`.

    The loop covers the 64 sequences of three colours, and counts the ways to draw each sequence. A loop over the 249984
    sequences of three tokens in a full bag would be too long.
    """
    counts = bag_counts(values)
    n = sum(counts)
    found: dict[int, int] = {}
    for first in range(len(counts)):
        for second in range(len(counts)):
            for third in range(len(counts)):
                ways = 1
                after = list(counts)
                for index in (first, second, third):
                    ways *= after[index]
                    after[index] -= 1
                if ways:
                    key = _stack_key(after, len(set((first, second, third))), values["left"])
                    found[key] = found.get(key, 0) + ways
    return Odds(found, n * (n - 1) * (n - 2), 0, -FAR, 0)


stack = Procedure(
    "stack",
    _BAG + (number("left", 0, CELLS - 1),),  # "left": number of stacks still to deal after this stack
    _stack_step,
    check=_check_stack,
    questions=(("alike", lambda values, key: key == ALIKE),),
    roles=("cell",),
    odds=_stack_odds,
)


def chance_of_one_colour(counts: Sequence[int]) -> Chance:
    """Return the chance that three tokens drawn from the bag have one colour."""
    n = sum(counts)
    return ratio(sum([c * (c - 1) * (c - 2) for c in counts]), n * (n - 1) * (n - 2))


# The draw of a token from the bag.


def _check_token(values: Values) -> None:
    if not sum(bag_counts(values)):
        raise Refused("MY-BAG", n=sum(bag_counts(values)))


def _token_step(values: Values, progress: Progress) -> Step:
    n = sum(bag_counts(values))
    if n == 1:
        return Outcome(colour_at(bag_counts(values), 0))
    if progress is None:
        return Roll((n,), lambda values, progress, faces: colour_at(bag_counts(values), faces[0] - 1) + 1)
    return Outcome(progress - 1)


token = Procedure("token", _BAG, _token_step, check=_check_token)


# The objectives: each player is dealt two of the eight tiles (L195).

# The number of the tile about which the odds are computed. The outcome key shows to which player this tile was dealt.
_TILE = number("tile", 1, TILES, 1)


def _objectives_step(values: Values, progress: Progress) -> Step:
    """Return the next step of the deal of four tiles.

    The outcome key is 1 if the tile of the input "tile" was dealt to player "a", and 2 if it was dealt to player "b".
    It is 0 if this tile was dealt to no player.
    """
    if progress is None:
        return deal(TILES, 4, lambda values, progress, faces: tuple(dealt_indexes(TILES, faces)))
    tiles = [index + 1 for index in progress]
    key = 0
    if values["tile"] in tiles:
        key = 1 + tiles.index(values["tile"]) // 2
    return Outcome(
        key,
        (
            ("a", "tile1", "=", min(tiles[:2])),
            ("a", "tile2", "=", max(tiles[:2])),
            ("b", "tile1", "=", min(tiles[2:])),
            ("b", "tile2", "=", max(tiles[2:])),
            ("game", "objectives", "=", 1),
        ),
    )


def _objectives_odds(values: Values) -> Odds:
    """Return the odds that the tile of the input "tile" is dealt to each player.

    Two of the eight tiles are dealt to each player, and four tiles to no player.
    """
    return Odds({0: TILES - 4, 1: 2, 2: 2}, TILES, 0, -FAR, 0)


objectives = Procedure(
    "objectives",
    (_TILE,),
    _objectives_step,
    questions=(("mine", lambda values, key: key == 1),),
    roles=("a", "b"),
    odds=_objectives_odds,
)


def _rival_step(values: Values, progress: Progress) -> Step:
    """Return the next step for one tile that this player does not have.

    The outcome key is 0 if the tile was not dealt to the opponent. If the tile was dealt to the opponent, the outcome
    key is 1 if the opponent discarded it, and 2 if the opponent kept it.
    """
    if progress is None:
        return deal(
            TILES - 2, 2, lambda values, progress, faces: dealt_indexes(TILES - 2, faces).count(0) + 1
        )
    if progress == 2:  # the tile is one of the opponent's two tiles, and the opponent keeps one of the two
        return Roll((2,), lambda values, progress, faces: 2 + faces[0])
    return Outcome(0 if progress == 1 else progress - 2)


rival = Procedure(
    "rival",
    (),
    _rival_step,
    questions=(("dealt", lambda values, key: key > 0), ("kept", lambda values, key: key == 2)),
)


def deal_count() -> int:
    """Return the number of ways to deal two tiles to each player: C(8, 2) C(6, 2)."""
    return TILES * (TILES - 1) // 2 * ((TILES - 2) * (TILES - 3) // 2)
