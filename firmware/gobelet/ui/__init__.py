"""The user interface.

`drawing` puts plain values on the canvas. `screens` handles keys.
"""
