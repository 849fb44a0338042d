"""Mystria: a duel with stacks, triangles and eleven drops, for two players."""
