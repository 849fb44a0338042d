"""Drawings: the wiring of a board, the panel, the box."""
