"""The App: the program around the games.

This package has the main loop, the open screens, undo, restarts, low battery and the handling of errors.
"""
