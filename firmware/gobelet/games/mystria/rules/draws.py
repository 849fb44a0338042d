"""Mystria: the draws of first player, stacks and objectives.

A token or tile that was dealt never returns to the bag.
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

# Keys of `stack`. The keys 2 and 3 are numbers of colours.
STUCK = 0  # dealt again, because the remaining tokens could not make the other stacks
ALIKE = 1  # a stack with three tokens of one colour is dealt again (L82)
AGAIN = (STUCK, ALIKE)


def _face(values: Values, progress: Progress, faces: Faces) -> int:
    return faces[0]


# A coin decides the first player, because the text does not tell how [A-MY06].


def _coin(values: Values, progress: Progress) -> Step:
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


coin = Procedure("coin", (), _coin, roles=("a", "b"))


# The bag: for each colour, an input has the number of its tokens in the bag.

_BAG = tuple(
    [number(COLOURS[at], 0, OF_COLOUR, OF_COLOUR, role="game", field=BAG[at]) for at in range(len(COLOURS))]
)


def bag(values: Values) -> list[int]:
    """Return the number of tokens of each colour in the bag."""
    return [values[colour] for colour in COLOURS]


def colour(counts: Sequence[int], index: int) -> int:
    """Return the colour of the token at an index of the bag.

    The bag is sorted by colour.
    """
    for position in range(len(counts)):
        index -= counts[position]
        if index < 0:
            return position
    raise IndexError(index)


def code(tokens: Sequence[int]) -> int:
    """Three colours as one number, the form in which the Sheet stores a stack."""
    return tokens[0] * 16 + tokens[1] * 4 + tokens[2]


def tokens(code: int) -> tuple[int, int, int]:
    """Return the three colours of a stack, from the top."""
    return code >> 4, code >> 2 & 3, code & 3


def flip(stack: Sequence[int]) -> list[int]:
    """A stack turned over: the lowest token is then on top [A-MY05]."""
    return list(reversed(stack))


def check_stack(stack: tuple[int, int, int]) -> None:
    """Refuse a stack without three tokens (MY-E11), or of one colour (MY-E12)."""
    if len(stack) != STACK:
        raise Refused("MY-E11")
    if len(set(stack)) == 1:
        raise Refused("MY-E12")


def enough(counts: Sequence[int], stacks: int) -> bool:
    """Tell whether the tokens are enough for this many stacks, none of one colour.

    Each stack can use at most two tokens of a colour.
    """
    return sum([min(n, 2 * stacks) for n in counts]) >= STACK * stacks


def _check_stack(values: Values) -> None:
    n = sum(bag(values))
    if n <= STACK or not enough(bag(values), values["left"] + 1):
        raise Refused("MY-BAG", n=n)


def _kind(after: Sequence[int], colours: int, left: int) -> int:
    """Return the key for a stack with this many colours; `after` tokens and `left` stacks remain."""
    return colours if colours == ALIKE or enough(after, left) else STUCK


def _stack(values: Values, progress: Progress) -> Step:
    counts = bag(values)
    n = sum(counts)
    if progress is None:
        return deal(n, STACK, lambda values, progress, faces: faces)
    stack = [colour(counts, index) for index in dealt_indexes(n, progress)]
    for position in stack:
        counts[position] -= 1
    key = _kind(counts, len(set(stack)), values["left"])
    if key in AGAIN:
        return Outcome(key)
    effects = [("cell", "tokens", "=", code(stack)), ("game", "dealt", "+", 1)]
    for position in range(len(counts)):
        effects.append(("game", BAG[position], "=", counts[position]))
    return Outcome(key, tuple(effects))


def _stack_odds(values: Values) -> Odds:
    """Return the odds by colours: computed from 64 orders of colours, not 249984 of tokens."""
    counts = bag(values)
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
                    key = _kind(after, len(set((first, second, third))), values["left"])
                    found[key] = found.get(key, 0) + ways
    return Odds(found, n * (n - 1) * (n - 2), 0, -FAR, 0)


stack = Procedure(
    "stack",
    _BAG + (number("left", 0, CELLS - 1),),  # number of stacks to deal after this one
    _stack,
    check=_check_stack,
    questions=(("alike", lambda values, key: key == ALIKE),),
    roles=("cell",),
    odds=_stack_odds,
)


def one_colour(counts: Sequence[int]) -> Chance:
    """Return the chance that three tokens from the bag are alike: sum of C(c, 3) over C(n, 3)."""
    n = sum(counts)
    return ratio(sum([c * (c - 1) * (c - 2) for c in counts]), n * (n - 1) * (n - 2))


# The draw of a token from the bag.


def _check_token(values: Values) -> None:
    if not sum(bag(values)):
        raise Refused("MY-BAG", n=sum(bag(values)))


def _token(values: Values, progress: Progress) -> Step:
    n = sum(bag(values))
    if n == 1:
        return Outcome(colour(bag(values), 0))
    if progress is None:
        return Roll((n,), lambda values, progress, faces: colour(bag(values), faces[0] - 1) + 1)
    return Outcome(progress - 1)


token = Procedure("token", _BAG, _token, check=_check_token)


# The objectives: each player gets two of eight tiles (L195).

_TILE = number("tile", 1, TILES, 1)  # the tile whose owner the odds are about


def _objectives(values: Values, progress: Progress) -> Step:
    """Deal the objectives; the key tells the place of the tile in question.

    The key is 0 for no player, 1 or 2 for a player.
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
    """Return the odds: a tile is equally likely in each of eight places.

    Two places belong to each player, and four to no player.
    """
    return Odds({0: TILES - 4, 1: 2, 2: 2}, TILES, 0, -FAR, 0)


objectives = Procedure(
    "objectives",
    (_TILE,),
    _objectives,
    questions=(("mine", lambda values, key: key == 1),),
    roles=("a", "b"),
    odds=_objectives_odds,
)


def _rival(values: Values, progress: Progress) -> Step:
    """Return the next step for one tile, as a player sees it who knows his own two.

    The key is 0 if the tile was not dealt, 1 if the opponent discarded it, and 2 if the opponent kept it.
    """
    if progress is None:
        return deal(
            TILES - 2, 2, lambda values, progress, faces: dealt_indexes(TILES - 2, faces).count(0) + 1
        )
    if progress == 2:  # the tile is one of the opponent's two, and the opponent chooses which one to keep
        return Roll((2,), lambda values, progress, faces: 2 + faces[0])
    return Outcome(0 if progress == 1 else progress - 2)


rival = Procedure(
    "rival",
    (),
    _rival,
    questions=(("dealt", lambda values, key: key > 0), ("kept", lambda values, key: key == 2)),
)


def deals() -> int:
    """Return the number of ways to deal two tiles to each player: C(8, 2) C(6, 2)."""
    return TILES * (TILES - 1) // 2 * ((TILES - 2) * (TILES - 3) // 2)
