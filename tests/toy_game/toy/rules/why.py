"""The why-chains of the toy game."""

from gobelet.rules.procedure import sums


def strike(proc, v, path):
    return [("strike.why", (sums(proc, v).get("d6", 0),))]
