"""A game defined by a text: this folder plays the files that host_tools/own makes of a `*.gobelet.toml`.

README.md there describes the text.
"""
