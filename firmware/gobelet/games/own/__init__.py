"""A game as text: this folder plays the files that host_tools/own compiles.

The author writes a text `*.gobelet.toml`, see host_tools/own/README.md.
"""
