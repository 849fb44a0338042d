"""template_game: a small game, from which an author develops a new one.

firmware/gobelet/games/README.md lists the steps.
"""
