"""Counters (compteurs): the game that keeps the values and times of players.

The game also draws the first player.
"""
