"""Tri'Nytia: inputs, dice, effects and explanations that several Procedures share.

Roles: "me" acts, "attacker" and "target" fight, "bettor1" to "bettor3" bet, "game" is the game itself.
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
    """Input of an amount of wounds or healing."""
    return number("amount", 0, 99, start=1)


def wounds() -> Input:
    """Input of the wounds of the target, from its Sheet."""
    return number("wounds", 0, 199, role="target", field="wounds")


def armour() -> Input:
    """Input of the armour of the target, from its Sheet."""
    return number("armour", 0, 99, role="target", field="armour")
