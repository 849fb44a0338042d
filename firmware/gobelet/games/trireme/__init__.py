"""Trirème: naval battles of Antiquity, as a simple Fleet game and a fuller Ship game."""
