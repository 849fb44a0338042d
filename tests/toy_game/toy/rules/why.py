"""The why-chains of the toy game."""

from gobelet.core.procedure import sums

from . import rolls


def strike(v, path):
    return [("strike.why", (sums(rolls.strike, v).get("d6", 0),))]
