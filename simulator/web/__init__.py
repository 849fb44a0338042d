"""The web page, to play Gobelet and to install it."""
