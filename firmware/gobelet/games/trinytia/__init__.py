"""Tri'Nytia: a board game of three factions for 4 to 10 players, and two modes for 3 and for 2."""
