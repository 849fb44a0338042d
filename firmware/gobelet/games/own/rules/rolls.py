"""The Procedures of the open game, as attributes.

`declaration.take` stores them here.
"""
