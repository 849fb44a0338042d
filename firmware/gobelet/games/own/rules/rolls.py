"""The Procedures of the open game, as attributes of this module.

`declaration.take` sets these attributes.
"""
