"""The Procedures of the open game as text, as attributes of this module.

`declaration.load_game` sets the attributes.
"""
