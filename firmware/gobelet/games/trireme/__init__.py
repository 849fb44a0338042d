"""Trirème: naval battles of Antiquity, by a simpler Fleet game and a fuller Ship game."""
