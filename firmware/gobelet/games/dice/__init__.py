"""Free dice (dés libres): any pool of dice and its exact odds.

The game also has presets, a history of the rolls, and a fairness test of the dice.
"""
