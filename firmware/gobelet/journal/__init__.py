"""The journal of a game: rolls and changes, as bytes on the flash."""
