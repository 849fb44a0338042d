"""The stack of screens, and the screens that all games share."""
