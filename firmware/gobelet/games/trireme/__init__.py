"""Trirème: naval battles of Antiquity. The game has a simple Fleet game and a fuller Ship game."""
