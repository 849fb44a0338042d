"""A game for tests alone: one procedure for each shape that the generic screens support."""

fault = "", None  # the failing method of the screen "toy.fault", and its exception
