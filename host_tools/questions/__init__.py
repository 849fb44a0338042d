"""Tools that know the rules and texts of games.

The tools handle journals, presets, tables and the odds of rolls.
"""
