"""The Procedures of the open game, as attributes of this module.

`declaration.load_game` sets these attributes.
"""
