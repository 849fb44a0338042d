"""The journal of a game: all rolls and changes, as bytes in the flash."""
