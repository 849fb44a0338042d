"""Gobelet, a dice companion for the gaming table.

The folders of this package are its parts.
"""

VERSION = "1.0"
PAGE = ""  # address of the page to play and install, from GOBELET_PAGE
