"""The dice of a roll in a game as text: a pool, see games/dice/rules/notation.py.

In the first round all dice are thrown. In each further round, all dice that explode or are rerolled are thrown again
together.

In the file of a game, a term of a pool is the list [sign, dice, keep, goal, double, values]. If explode, reroll, least
or most is not 0, these four numbers are the next items of the list. The list `more` may be the last item; see
`more_of` in gobelet/rules/dice.py.
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gobelet.rules.dice import (
    BARS,
    COMPOUND,
    FIRST,
    IMPLODING,
    SIMPLE,
    UNLIMITED,
    UNTIL,
    Missing,
    by_hand,
    can_combine,
    exploding_dice,
    more_of,
    throw,
    throw_chain,
)
from gobelet.rules.effort import odds_steps
from gobelet.rules.odds import Odds

if TYPE_CHECKING:
    from collections.abc import Sequence
    from typing import Any

    from gobelet.rules.dice import Throw
    from gobelet.rules.types import Faces, Pool

    Chains = tuple[Faces, ...]  # for each die, the faces of all its throws, in the order of the throws

MOST_DICE = 60
MOST_ADDED = 999  # maximum constant of a pool
# The maximum number of steps to compute the odds of a pool, see rules/effort.py. They take half a second.
MOST_WORK = 40000
_NOT_ALTERED = (0, 0, 0, 0, ())
# If a roll exceeds one of these limits, no die is thrown again, because a record has no room for more faces. Such rolls
# are very rare.
FACES = 110  # maximum number of throws of all dice in a roll
ROUNDS = 30  # maximum number of throws of one die in a roll


def check_pool(declared: Any) -> Pool:
    """Check the pool that the file of a game declares, and return the pool.

    Raise ValueError or TypeError if the pool is invalid, or if its odds need more steps than MOST_WORK.
    """
    constant, terms = declared
    found = []
    count = 0
    for each in terms:
        sign, dice, keep, goal, double, values = each[:6]
        explode, reroll, least, most, more = tuple(each[6:]) + _NOT_ALTERED[len(each) - 6 :]
        good = len(each) in (6, 10, 11) and len(more) in (0, 5, 8)
        burst, off, times, over, plus, cancel, triple, early = tuple(more) + SIMPLE[len(more) :]
        until, reroll = reroll - reroll % UNTIL, reroll % UNTIL
        count += len(dice)
        good = good and sign in (1, -1) and dice and not [sides for sides in dice if not 2 <= sides <= 100]
        altered = explode or reroll or least or most or until or burst
        good = good and 0 < times <= 100 and 0 < over <= 100 and -99 <= plus <= 99 and until in (0, UNTIL)
        if keep >= BARS:
            good = good and can_combine(tuple(dice), keep) and not (goal or values or altered or off)
        elif keep:
            good = good and abs(keep) < len(dice) and not goal and 0 <= off < len(dice) - abs(keep)
        else:
            good = good and not off
        limit = explode % COMPOUND
        if values:
            good = good and not altered and not [n for n in values if not -99 <= n <= 99]
            good = good and not [sides for sides in dice if sides != len(values)]
        elif altered:
            good = good and 0 <= explode < 4 * COMPOUND and (limit == UNLIMITED or 0 <= limit <= 20)
            good = good and (limit > 0 or explode in (0, IMPLODING)) and 0 <= reroll < min(dice) >= least >= 0
            good = (
                good and not (until and not 0 < 2 * reroll <= min(dice)) and not (off and limit == UNLIMITED)
            )
            good = good and not (until and limit and reroll + 1 >= (burst or min(dice)))
            good = good and (not burst or (limit and max(dice) + 1 < 2 * burst < 2 * min(dice)))
            good = good and 0 <= most < max(dice) and not (most and (explode or most < least))
        if early:
            good = good and early == 1 and 0 != keep < BARS and limit > 0 and explode < IMPLODING
            good = good and not (reroll or least) and min(dice) == max(dice)
        if cancel:
            good = good and 0 < cancel < min([goal] + [burst or min(dice)] * (explode > 0))
        if goal:
            good = good and explode < IMPLODING
        most_hard = 200 if goal >= 0 else -1
        if double or triple:
            good = good and goal <= double <= (triple or most_hard) <= most_hard
        if not good or abs(goal) > 200:
            raise ValueError
        term = (sign, tuple(dice), explode, until + reroll, keep, goal, double, least, most, tuple(values))
        found.append(term + (more_of(*more) if more else (),))
    if not isinstance(constant, int) or abs(constant) > MOST_ADDED or count > MOST_DICE:
        raise ValueError
    pool = (constant, tuple(found))
    if odds_steps(pool) > MOST_WORK:
        raise ValueError
    return pool


def owed_dice(pool: Pool, chains: Chains) -> list[int]:
    """Return the indexes of the dice that must be thrown again in the next round."""
    found: list[int] = []
    die = 0
    for term in pool[1]:
        live = exploding_dice(term, [faces[0] for faces in chains[die : die + len(term[1])]])
        first = die
        for sides in term[1]:
            if (term[2] or term[3]) and die - first in live:
                faces = chains[die]
                try:
                    throw_chain(term, sides, by_hand(faces[1:]), faces[0])
                except Missing:
                    found.append(die)
            die += 1
    count = len(found) + sum([len(each) for each in chains])
    return [] if count > FACES or max([0] + [len(each) for each in chains]) > ROUNDS else found


def lengthen_chains(pool: Pool, chains: Chains | None, faces: Faces) -> Chains:
    """Return `chains` with the faces of one more round added.

    `chains` is None before the first round.
    """
    if chains is None:
        return tuple([(face,) for face in faces])
    found = list(chains)
    again = owed_dice(pool, chains)
    for index in range(len(again)):
        found[again[index]] += (faces[index],)
    return tuple(found)


def throw_of(pool: Pool, chains: Chains) -> Throw:
    """Return the Throw of a pool whose dice have shown the faces `chains`."""
    held: Any = []
    for term in pool[1]:
        first = len(held)
        live = exploding_dice(term, [faces[0] for faces in chains[first : first + len(term[1])]])
        for sides in term[1]:
            faces = chains[len(held)]
            if len(held) - first not in live:
                held.append([(faces[0], FIRST)])
                continue
            # If a roll has exceeded FACES or ROUNDS, the last throws of a die may be missing. Two faces that neither
            # explode nor are rerolled take the place of these throws.
            last = term[3] - UNTIL + 1 if term[3] > UNTIL else 1
            more = by_hand(faces[1:] + (last, last))
            held.append(throw_chain(term, sides, more, faces[0]))
    return throw(pool, by_hand(()), held)


def shown_dice(pool: Pool, chains: Chains) -> list[tuple[int, ...]]:
    """Return (sides, value of the face, marks) of each throw, for the dice row.

    For a die with custom faces, the number of sides in the result is 0. So the dice row draws no label such as d3
    before this die.
    """
    found: list[tuple[int, ...]] = []
    kinds = [term[9] == () for term in pool[1] for _ in term[1]]
    die = -1
    made = throw_of(pool, chains)
    for index in range(len(made.dice)):
        sides, _, marks = made.dice[index]
        die += marks & FIRST > 0
        found.append((sides if kinds[die] else 0, made.worth[index], marks))
    return found


def difference(pool: Pool, faces: Sequence[int], more: int) -> int:
    """Return the total of a pool |a-b| whose two dice show `faces`.

    `more` is added to the first face before the subtraction.
    """
    return int(pool[0] + pool[1][0][0] * abs(faces[0] + more - faces[1]))


def differences(pool: Pool, more: int) -> Odds:
    """Return the odds of the totals of a pool |a-b|, with `more` as in `difference`."""
    a, b = pool[1][0][1]
    found: dict[int, int] = {}
    for x in range(1, a + 1):
        for y in range(1, b + 1):
            value = difference(pool, (x, y), more)
            found[value] = found.get(value, 0) + 1
    return Odds(found, a * b, 0, 0, 0)


def odds(pool: Pool) -> tuple[Odds, int]:
    """Return (odds of all totals, direction of the tail).

    The tail is the weight of the cases that the odds do not follow to their end, because dice explode very often. The
    direction is 1 if all totals of these cases are at least `tail_low`, -1 if they are at most `tail_low`, and
    otherwise 0.
    """
    from gobelet.rules.pools import pool_odds

    signs = [term[0] for term in pool[1] if term[2] % COMPOUND == UNLIMITED]
    if -1 not in signs:
        return pool_odds(pool), 1
    if 1 in signs:
        return pool_odds(pool), 0
    terms = tuple([(-term[0],) + term[1:] for term in pool[1]])
    found = pool_odds((-pool[0], terms))
    weights = {-found.keys[i]: found.weights[i] for i in range(len(found.keys))}
    return Odds(weights, found.total, found.tail, -found.tail_low, 0), -1
