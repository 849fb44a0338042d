"""Mystria: a duel of stacks, triangles and eleven drops of energy, for two players."""
