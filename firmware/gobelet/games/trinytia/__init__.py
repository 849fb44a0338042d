"""Tri'Nytia: a board game of three factions for 4 to 10 players.

The game has two further modes: Tricorne for 3 players and Duel Astral for 2.
"""
