"""Gobelet, a dice companion for the gaming table.

Each folder of this package is one part of the program, described in firmware/README.md.
"""

VERSION = "1.0"
PAGE = ""  # address of the web page where players try and install Gobelet, from the file GOBELET_PAGE
