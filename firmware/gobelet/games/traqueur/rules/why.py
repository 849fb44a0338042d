"""Traqueur: the explanations of results.

The device imports this module when a player holds OK. Each function explains the result of one Procedure; the argument
`explain` of the Procedure is the name of the function. The arguments of each function are the Procedure, the values of
the Procedure's inputs, and the path. The result is a list of (text key, numbers in the text).
"""

from __future__ import annotations

from typing import TYPE_CHECKING

from .draws import THREE
from .fights import advantage, buy_for, life_after, strike_force, strikes_needed

if TYPE_CHECKING:
    from gobelet.rules.procedure import Procedure
    from gobelet.rules.types import Path, Values, Why


def _further_strikes(life: int, force: int) -> Why:
    """Return a line with the number of further strikes that reduce a target to 0 Life.

    `life` is the target's Life before the strike, `force` the Life that the target loses by each strike. The result is
    [] if this strike reduces the Life to 0.
    """
    left = strikes_needed(life_after(life, force), force)
    if left is None:
        return [("why.never", ())]
    return [("why.more", (left,))] if left else []


def strike(proc: Procedure, values: Values, path: Path) -> Why:
    more = advantage(values["type"], values["target"])
    force = strike_force(values["attack"], values["type"], values["target"])
    found = [("why.advantage", (values["attack"], force)) if more else ("why.force", (force,))]
    return (
        found
        + [("why.life", (values["life"], life_after(values["life"], force)))]
        + _further_strikes(values["life"], force)
    )


def weapon(proc: Procedure, values: Values, path: Path) -> Why:
    found = [
        ("why.force", (values["attack"],)),
        ("why.life", (values["life"], life_after(values["life"], values["attack"]))),
    ]
    return found + _further_strikes(values["life"], values["attack"])


def buy(proc: Procedure, values: Values, path: Path) -> Why:
    coins, back, _ = buy_for(values["coins"], values["price"], values["cost"], values["basic"], values["net"])
    found = [
        ("why.paid", (values["price"], back, values["price"] - back)),
        ("why.coins", (values["coins"], coins)),
    ]
    return found + [("why.wealth", (values["coins"] + values["cost"], coins + values["price"]))]


def exotic(proc: Procedure, values: Values, path: Path) -> Why:
    return [("why.deck", (values["common"] + values["exotic"], values["exotic"], THREE))]


def draw(proc: Procedure, values: Values, path: Path) -> Why:
    return [("why.deck", (values["deck"], values["copies"], values["cards"]))]
