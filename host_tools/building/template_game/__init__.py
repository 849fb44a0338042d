"""template_game: a small game to start from.

games/README.md lists the steps to adapt it.
"""
