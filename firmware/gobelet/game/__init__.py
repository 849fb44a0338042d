"""The open game: its values, its journal, and the current roll."""
