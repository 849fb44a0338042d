"""The stack of open screens, and the screens that all games share."""
