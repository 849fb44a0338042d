"""A game defined by a text: this folder plays the files that host_tools/own compiles.

The author writes a `*.gobelet.toml`; host_tools/own/README.md describes it.
"""
