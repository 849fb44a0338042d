"""Trirème: naval battles of Antiquity, played as a Fleet game or as a Ship game.

The Fleet game is the simpler of these two games.
"""
