"""Trinités: the damage of a blow; the lines of life (RULES 4.1, 4.8, 4.10)."""

from __future__ import annotations

from gobelet.rules.refused import Refused

from .sheets import LINES

# States of health. SORE, WOUNDED and UNCONSCIOUS are the number of the line of life that has the last ticked
# box. The printed rules have no word for UNHURT (L175).
UNHURT = 0
SORE = 1  # endolori
WOUNDED = 2  # blessé
UNCONSCIOUS = 3  # inconscient
DEAD = 4  # mort

PAIN = 3  # points of initiative that a wounded character loses by pain (L401)

# Objects (L523-534), each with its name and PV.
OBJECTS = (
    "device     1",
    "trinket    2",
    "window     3",
    "staff      4",  # a sword has this value too
    "door       6",  # a table and a suit of armour have this value too
    "furniture  8",
    "wall10    12",  # a column has this value too
    "wall20    24",
)

# Materials (L523-534), each with its name and protection. The protection of a weapon or an armour is 1
# higher.
MATERIALS = (
    "glass   0",  # cloth has this value too
    "plastic 1",  # a cable and a rope have this value too
    "wood    2",
    "stone   3",
    "metal   4",
)


def half_up(points: int) -> int:
    """Return half of the points, rounded up."""
    return (points + 1) // 2


def blow_damage(
    standard: int,
    double: int = False,
    grave: int = 0,
    light: int = 0,
    missed: bool = False,
    protection: int = 0,
    precise: int = False,
) -> tuple[int, int, int]:
    """Return (damage, protection, PV lost) of a hit, all corrected (RULES 4.10).

    The corrections apply in the order of this list:

    - double    whether a sword hits a Trinité, so that the damage is doubled [A-TR10];
    - grave     the number of primes that increase the damage. An increase and a halving cancel each other [A-TR12].
                Each increase left adds 50 % of the uncorrected damage; the sum is rounded up;
    - light     the number of halvings. Each halving left halves the damage, rounded up;
    - missed    whether an area weapon has missed, so that the damage is halved, rounded up (L666);
    - precise   whether the protection is halved, rounded up.

    The PV lost are never below 0 [A-TR11]. Raise TR-E07 for a negative argument.
    """
    if min(standard, grave, light, protection) < 0:
        raise Refused("TR-E07")
    gross = 2 * standard if double else standard
    if grave > light:
        gross = half_up(gross * (2 + grave - light))
    for _ in range(light - grave):
        gross = half_up(gross)
    if missed:
        gross = half_up(gross)
    if precise:
        protection = half_up(protection)
    return gross, protection, max(0, gross - protection)


def health_state(boxes: int, line: int) -> int:
    """Return the state of health for a number of ticked boxes.

    `line` is the number of boxes in a line of life. The state is never DEAD, because a character can live
    with all boxes ticked. Raise TR-E06 for a `line` other than 4 or 8, and TR-E07 for negative `boxes`.
    """
    if line not in LINES:
        raise Refused("TR-E06")
    if boxes < 0:
        raise Refused("TR-E07")
    return min((boxes + line - 1) // line, UNCONSCIOUS)


def fatal_hour(boxes: int, line: int) -> int:
    """Return the hour of coma in which a character dies without care (L177).

    The first hour of coma is 1.
    """
    return 3 * line - boxes + 1


def after_wound(boxes: int, line: int, points: int, nonlethal: int = False) -> tuple[int, int, int, bool]:
    """Return (boxes, state, pain, faints) after a wound of `points` PV.

    A character dies if a lost PV finds no free box (L177). A non-lethal blow never ticks the last box (L716).
    `pain` is PAIN if the wound has ticked a box of the second line (L401), else 0. `faints` tells whether the
    wound makes the character unconscious.
    """
    if points < 0:
        raise Refused("TR-E07")
    before = health_state(boxes, line)
    after = boxes + points
    if nonlethal:
        after = max(boxes, min(after, 3 * line - 1))
    elif after > 3 * line:
        return 3 * line, DEAD, 0, False
    pain = PAIN if boxes < 2 * line and after > line and after > boxes else 0
    state = health_state(after, line)
    return after, state, pain, before < UNCONSCIOUS <= state


def protection(material: int, arms: int = False) -> int:
    """Return the protection of a material, by its index in MATERIALS.

    `arms` tells whether the object is a weapon or an armour.
    """
    return int(MATERIALS[material].split()[1]) + arms


def life(kind: int) -> int:
    """Return the PV of an undamaged object, by its index in OBJECTS."""
    return int(OBJECTS[kind].split()[1])


def strike_object(points: int, damage: int, protected: int) -> tuple[int, int]:
    """Return (PV lost, PV left) of an object with `points` PV after a hit.

    `protected` is the object's protection, which is subtracted from `damage`.
    """
    if min(points, damage) < 0:
        raise Refused("TR-E07")
    lost = max(0, damage - protected)
    return lost, max(0, points - lost)
