"""Counters (compteurs): the values of players, the draw of the first player, and the clocks."""
