"""Trinités: the actions of a turn, and their modifiers (RULES 4.7, 4.9, L446-770)."""

from __future__ import annotations

from typing import TYPE_CHECKING

from gobelet.rules.refused import Refused

if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

# The types of an action, in French: unique, libre and gratuite.
UNIQUE = "unique"  # the only action of a turn
FREE = "free"  # an action that may be one of several in a turn
TRIFLE = "trifle"  # an action that a turn may have any number of times, besides the unique or free actions

# The actions, one string each. "/" separates alternative skills or reactions, "-" means none. The reaction
# "same" uses the skill of the attack. An "advanced" action [avancée] imposes a penalty on the actor, who gets no
# prime for it (L420).
#
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

DRAGGING = -3  # modifier of a move if the mover drags a victim along (L594)

# Circumstances of a strike [Frapper] (L565-571), each with the modifier that it adds to the attacker's roll.
STRIKE = (
    "inert   +3",
    "above   +3",
    "big     +3",
    "below   -3",
    "dark    -3",
    "small   -3",
)

# Circumstances of a move [Se déplacer] (L630-651), each with its modifier.
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

# Circumstances of a shot [Tirer] (L668-677), each with its modifier. The function `distance_modifier` returns the
# modifier of the distance.
SHOOT = (
    "huge   +3",
    "still  +3",
    "tiny   -3",
    "fast   -3",
    "gloom  -3",
)

# The covers [couverture] of a target, each with its modifier of a shot (L668-675). "-" means that a shot at the
# target is impossible.
COVER = (
    "none      0",
    "head     -5",
    "shield   -4",
    "lamppost -3",
    "flat     -2",
    "kneeling -1",
    "hidden    -",
)
HIDDEN = 6  # index of the cover "hidden"

NEAR = 3  # modifier of a shot whose distance is below the range of the weapon.
FAR = -6  # modifier of a shot whose distance is above twice the range, and up to three times the range.
EACH = -3  # modifier that each free action after the first adds to all actions of the turn.
CROWD = 2  # lowest number of engaged opponents that hinders the target's reaction [A-TR14]

# Primes, and the actions that allow each prime (L702-729). "blow" stands for Frapper, Tirer and Détruire, "hit"
# for Frapper and Tirer. The primes that all actions allow are first, because the input of an action other than a
# blow offers only these.
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

# Penalties, and the actions that allow each penalty (L735-768).
PENALTIES = (
    "abandon   all",
    "danger    all",
    "difficult all",
    "easy      all",
    "slower    all",
    "risk      all",
    "slight    hit",
)

WORTH = 3  # number by which a prime or a penalty raises or lowers a roll

_GROUPS = {"blow": ("strike", "shoot", "destroy"), "hit": ("strike", "shoot")}


def names(table: Sequence[str]) -> list[str]:
    """Return the names in a table: the first word of each string."""
    return [row.split()[0] for row in table]


def modifier(table: Sequence[str], index: int) -> int | None:
    """Return the modifier in `table[index]`, or None for the sign "-"."""
    last = table[index].split()[1]
    return None if last == "-" else int(last)


def modifiers(table: Sequence[str], chosen: Iterable[str]) -> int:
    """Return the sum of the modifiers of the circumstances named `chosen`.

    Raise TR-E22 for a name that the table lacks.
    """
    listed = names(table)
    total = 0
    for name in chosen:
        if name not in listed:
            raise Refused("TR-E22")
        total += modifier(table, listed.index(name)) or 0
    return total


def free_actions_modifier(count: int) -> int:
    """Return the modifier of every action in a turn with `count` free ones (L412).

    Raise TR-E19 for less than one action.
    """
    if count < 1:
        raise Refused("TR-E19")
    return EACH * (count - 1)


def crowd_modifier(engaged: int) -> int:
    """Return the modifier that engaged opponents add to the target's reaction.

    Two or more opponents add -1 each. A single opponent adds nothing (L563) [A-TR14].
    """
    return -engaged if engaged >= CROWD else 0


def distance_modifier(metres: int, reach: int) -> int | None:
    """Return the modifier of a shot by its distance, or None beyond reach.

    `reach` is the range of the weapon. At exactly twice the range the better of two printed modifiers counts:
    0, not -6 [A-TR13]. Raise TR-E21 for a range below 1, and TR-E07 for a negative distance.
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
    """Tell whether an action allows the prime or penalty `table[index]`."""
    group = table[index].split()[1]
    return group == "all" or action in _GROUPS[group]


def check_primes(
    action: str, primes: list[int], penalties: list[int], reaction: object = True, given: int = 0
) -> None:
    """Refuse forbidden primes and penalties of an action.

    `primes` and `penalties` are lists of indexes in PRIMES and PENALTIES. `given` is the number of primes that
    need no penalty. `reaction` tells whether a character can react to the action. Raise TR-E25 for a second
    prime, and TR-E24 for a prime without a penalty. Raise TR-E26 for a prime or penalty that the action does not
    allow, and for the penalty Facilité [ease] if no reaction is possible.
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
