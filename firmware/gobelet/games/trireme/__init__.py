"""Trirème: naval battles of Antiquity. It has a simple Fleet game and a fuller Ship game."""
