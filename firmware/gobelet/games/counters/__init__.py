"""Counters (compteurs): the values of players, and the clocks.

The game also draws the first player.
"""
