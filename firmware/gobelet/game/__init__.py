"""The open game.

It has its values, its journal, the roll in progress, and the source of its dice.
"""
