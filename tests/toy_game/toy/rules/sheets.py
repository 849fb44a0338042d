"""Sheets of the toy game."""

from gobelet.rules.sheet import Kind

KINDS = (
    Kind("char", 4, (("pv", 0, 99, 20), ("wounds", 0, "pv", 0), ("armour", 0, 9, 0))),
    Kind("game", 1, (("turn", 0, 99, 0),)),
)
