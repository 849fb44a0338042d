"""Trinités: a role-playing game of d12, for players and a game master [meneur de jeu]."""
