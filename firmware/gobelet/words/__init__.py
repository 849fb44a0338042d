"""Texts in the language of the player.

The modules look texts up, and have the words of a Procedure and the messages.
"""
