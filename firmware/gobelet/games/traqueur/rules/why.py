"""Traqueur: why a result is what it is, imported when OK is held: a function for each `explain`.

It takes the Procedure, the values and the path and gives [(text key, numbers)...].
"""

from .draws import THREE
from .fights import advantage, after, buy_for, strike_force, strikes


def _more(life, force):
    """How many more strikes it takes."""
    left = strikes(after(life, force), force)
    if left is None:
        return [("why.never", ())]
    return [("why.more", (left,))] if left else []


def strike(proc, v, path):
    more = advantage(v["type"], v["target"])
    force = strike_force(v["attack"], v["type"], v["target"])
    found = [("why.advantage", (v["attack"], force)) if more else ("why.force", (force,))]
    return found + [("why.life", (v["life"], after(v["life"], force)))] + _more(v["life"], force)


def weapon(proc, v, path):
    found = [("why.force", (v["attack"],)), ("why.life", (v["life"], after(v["life"], v["attack"])))]
    return found + _more(v["life"], v["attack"])


def buy(proc, v, path):
    coins, back, _ = buy_for(v["coins"], v["price"], v["cost"], v["basic"], v["net"])
    found = [("why.paid", (v["price"], back, v["price"] - back)), ("why.coins", (v["coins"], coins))]
    return found + [("why.wealth", (v["coins"] + v["cost"], coins + v["price"]))]


def exotic(proc, v, path):
    return [("why.deck", (v["common"] + v["exotic"], v["exotic"], THREE))]


def draw(proc, v, path):
    return [("why.deck", (v["deck"], v["copies"], v["cards"]))]
