"""The page to play and to install from."""
