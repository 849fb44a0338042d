"""The user interface.

The package `drawing` draws plain values on the canvas. The package `screens` has the screens, which handle keys.
"""
