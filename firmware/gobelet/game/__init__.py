"""One open game: its values, its journal, and the roll that is under way."""
