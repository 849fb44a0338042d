"""The App around the games.

It has the loop, the open screens, undo, restart, low battery and errors.
"""
