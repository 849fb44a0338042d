"""Trinités: the actions of a turn, and their modifiers (RULES 4.7, 4.9, L446-770)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gobelet.rules.refused import Refused

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

# The types of an action, in French unique, libre and gratuite.
UNIQUE = "unique"
FREE = "free"  # libre
TRIFLE = "trifle"  # gratuite: any number is allowed, beside all other actions

# "/" joins alternative skills; "-" is none. The reaction "same" is the skill of the attack.
# "advanced" [avancée]: the action brings a penalty without a prime (L420).
#  name        skill        type    condition   reaction             advanced
ACTIONS = (
    "strike     corps/melee  free   engaged     same/esquive         -",
    "shoot      tir          free   range       esquive              -",
    "move       athletisme   free   -           corps                -",
    "draw       rapidite     free   special     corps/melee          -",
    "feint      subterfuge   free   -           tactique             -",
    "encourage  commandement free   -           -                    -",
    "intimidate commandement free   -           volonte              -",
    "dislodge   corps/force  free   engaged     corps/force          -",
    "disarm     melee        free   engaged     melee                advanced",
    "seize      corps        free   engaged     corps/force/esquive  advanced",
    "destroy    force/melee/tir free -          special              -",
    "hide       discretion   free   disengaged  vigilance            -",
    "spot       vigilance    free   disengaged  -                    -",
    "assess     tactique     free   sight       subterfuge           -",
    "improvise  tactique     free   disengaged  -                    -",
    "survey     tactique     unique visible     -                    -",
    "await      -            trifle -           -                    -",
    "break_free corps/esquive/force free held   -                    -",
)

DRAGGING = -3  # modifier for each move of a character who holds another one

# Frapper (L565-571).
STRIKE = (
    "inert   +3",
    "above   +3",
    "big     +3",
    "below   -3",
    "dark    -3",
    "small   -3",
)

# Se déplacer (L630-651).
MOVE = (
    "descend  +3",
    "climb    -3",
    "obstacle -3",
    "door     -3",
    "rough    -3",
    "drop     +3",
    "rise     -3",
    "crawl    -6",
    "short    +3",
    "direct   +3",
    "long     -3",
    "detour   -3",
)

# Tirer (L668-677); the distance is compared with the range of the weapon.
SHOOT = (
    "huge   +3",
    "still  +3",
    "tiny   -3",
    "fast   -3",
    "gloom  -3",
)

# Cover [couverture] (L668-675), the best one first; a target behind the first one cannot be hit.
COVER = (
    "none      0",
    "head     -5",
    "shield   -4",
    "lamppost -3",
    "flat     -2",
    "kneeling -1",
    "hidden    -",
)
HIDDEN = 6

NEAR = 3  # modifier of a shot below the range of the weapon
FAR = -6  # modifier of a shot from twice to three times the range
EACH = -3  # modifier for each free action after the first
CROWD = 2  # the least number of engaged opponents that hinders a reaction [A-TR14]

# Primes, and the actions that each may accompany (L702-729). "blow" means Frapper, Tirer, Détruire; "hit"
# means Frapper, Tirer. Primes for all actions come first, then those for every blow. So each action uses the
# first part of the table.
PRIMES = (
    "faster    all",
    "effective all",
    "overwhelm all",
    "prudence  all",
    "grave     blow",
    "precise   blow",
    "several   blow",
    "nonlethal hit",
)

# Penalties (L735-768), and the actions that each may accompany.
PENALTIES = (
    "abandon   all",
    "danger    all",
    "difficult all",
    "easy      all",
    "slower    all",
    "risk      all",
    "slight    hit",
)

WORTH = 3  # value of each prime and penalty that changes a number

_GROUPS = {"blow": ("strike", "shoot", "destroy"), "hit": ("strike", "shoot")}


def names(table: Sequence[str]) -> list[str]:
    """Names of the rows of a table."""
    return [row.split()[0] for row in table]


def modifier(table: Sequence[str], index: int) -> int | None:
    """The number in a row, or None if the row says that the action is impossible."""
    last = table[index].split()[1]
    return None if last == "-" else int(last)


def modifiers(table: Sequence[str], chosen: Iterable[str]) -> int:
    """Sum of the rows whose names are `chosen`; TR-E22 for an unknown name."""
    listed = names(table)
    total = 0
    for name in chosen:
        if name not in listed:
            raise Refused("TR-E22")
        total += modifier(table, listed.index(name)) or 0
    return total


def free_actions_modifier(count: int) -> int:
    """Modifier of each of `count` free actions (L412); TR-E19 below one action."""
    if count < 1:
        raise Refused("TR-E19")
    return EACH * (count - 1)


def crowd_modifier(engaged: int) -> int:
    """Modifier of a reaction with this many engaged opponents (L563) [A-TR14].

    The count includes the first opponent; two or more hinder the reaction.
    """
    return -engaged if engaged >= CROWD else 0


def distance_modifier(metres: int, reach: int) -> int | None:
    """Modifier of a shot over a distance with a weapon of this range; None if too far.

    Exactly twice the range counts as the better row [A-TR13]. TR-E21 refuses a range below 1, TR-E07 a
    negative distance.
    """
    if reach < 1:
        raise Refused("TR-E21")
    if metres < 0:
        raise Refused("TR-E07")
    if metres < reach:
        return NEAR
    if metres <= 2 * reach:
        return 0
    return FAR if metres <= 3 * reach else None


def is_allowed(table: Sequence[str], index: int, action: str) -> bool:
    """Tell whether the prime or penalty with this index may accompany an action."""
    group = table[index].split()[1]
    return group == "all" or action in _GROUPS[group]


def check_primes(
    action: str, primes: list[int], penalties: list[int], reaction: object = True, given: int = 0
) -> None:
    """Refuse forbidden primes and penalties, two lists of indices.

    TR-E25 refuses a second prime by choice, TR-E24 a prime without a penalty, TR-E26 a prime that does not
    fit the action. Facilité fits no action that nobody can react to.
    """
    if len(primes) > 1:
        raise Refused("TR-E25")
    if len(primes) > len(penalties) + given:
        raise Refused("TR-E24")
    for table, chosen in ((PRIMES, primes), (PENALTIES, penalties)):
        for index in chosen:
            name = table[index].split()[0]
            if (name == "easy" and not reaction) or not is_allowed(table, index, action):
                raise Refused("TR-E26", prime="o." + name, action=action)
