"""Trinités: a role-playing game of d12.

The game is for players and a game master [meneur de jeu].
"""
