"""Tri'Nytia: a board game of three factions for 4 to 10 players.

It has two further modes: Tricorne for 3 players and Duel Astral for 2.
"""
