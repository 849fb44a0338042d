"""The open game: its values, its journal, the roll in progress, its dice."""
