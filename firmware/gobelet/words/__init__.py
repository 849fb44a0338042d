"""Texts in the player's language: their lookup, the words of a Procedure, and messages."""
