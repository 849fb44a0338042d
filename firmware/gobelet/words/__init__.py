"""Texts on the screen in the language of the player.

The modules look up texts by their text keys, and compose the texts about a Procedure and the messages.
"""
