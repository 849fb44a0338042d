"""Trirème: naval battles of Antiquity, as a simple Fleet game and a Ship game.

The Ship game has more rules than the Fleet game.
"""
