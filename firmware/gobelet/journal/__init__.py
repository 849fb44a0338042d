"""The journal of a game: what was rolled and changed, as bytes on the flash."""
