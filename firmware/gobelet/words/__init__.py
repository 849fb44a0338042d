"""Texts in the language of the player: their lookup, the words of a Procedure, and messages."""
