"""Tri'Nytia: inputs, dice and effects that several Procedures share.

The role "me" is the acting character. The roles "attacker" and "target" fight, the roles "bettor1" to "bettor3" bet,
and the role "game" is the row of the Kind "game".
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from gobelet.rules.procedure import number

if TYPE_CHECKING:
    from gobelet.rules.procedure import Input

BOTH = (4, 6)
ACTED = ("game", "actions", "+", 1)

DICE = (number("mod4", -9, 9, lane="d4"), number("mod6", -9, 9, lane="d6"))
ME = ("me",)
TARGET = ("target",)


def amount() -> Input:
    """Return the input of an amount of wounds or healing."""
    return number("amount", 0, 99, start=1)


def wounds() -> Input:
    """Return the input of the target's wounds, which the Sheet fills in."""
    return number("wounds", 0, 199, role="target", field="wounds")


def armour() -> Input:
    """Return the input of the target's armour, which the Sheet fills in."""
    return number("armour", 0, 99, role="target", field="armour")
